"""Tables and pictures of the balance lab: how even the Fox Game is, and what helps."""

import pandas as pd

from foxkit.lab import results
from foxkit.lab.fox_balance import EXPERT, FEW
from foxkit.lab.published import claims, published_interval
from foxkit.lab.results import rates
from foxkit.lab.stats import Estimate, holm
from foxkit.lab.tolerance import LEVEL, p_value
from foxkit.view.cells import named
from foxkit.view.drawing import Drawing
from foxkit.view.percent import in_hundred, percent
from foxkit.view.plots import rate_dots, win_rate_curve
from foxkit.view.prose import Prose, missing, needs
from foxkit.view.rates import (
    by_limit,
    in_percent,
    lengths,
    measured,
    meets,
    parts,
    printed,
    turns,
)

BALANCE = ("surface", "readings", "single-change")
"""The experiments of the chapter, each after those that it reads from."""


@needs("surface")
def surface() -> Drawing:
    """Plot the sheep's rate by strength, one curve for each flock."""
    return win_rate_curve(
        _surface(),
        "simulations",
        series="flock",
        log=True,
        title="Sheep win rate by strength, both sides equally strong",
        xlabel="simulations of both sides",
        ylabel="sheep win rate",
    )


def _surface() -> pd.DataFrame:
    pattern = r"(?P<flock>\d+ sheep) n=(?P<simulations>\d+)"
    found = parts(rates("surface", of="first"), pattern, simulations=int)
    return found.sort_values(["flock", "simulations"], ascending=[False, True])


@needs("surface", aloud=False)
def fair_by_strength() -> Prose:
    """Say which flocks are even at each strength that all have played."""
    found = _surface()
    flocks = found.groupby("simulations")["flock"].transform("size")
    found = found[flocks == found["flock"].nunique()]
    who = {found["simulations"].min(): " (our novices)", EXPERT: " (our experts)"}
    rows = (
        f"* {n:,} simulations{who.get(n, '')}: {_evenness(part)}"
        for n, part in found.groupby("simulations")
    )
    left = missing("surface")
    waiting = f"\n\nStill to be played: {', '.join(left)}." if left else ""
    said = "\n".join(rows), _which_sheep(), _dearest_sheep(found)
    return Prose("\n\n".join(said) + waiting)


def _evenness(flocks: pd.DataFrame) -> str:
    """Say which flocks may be even, or that none is and which is nearest."""
    even = flocks[meets(flocks, 0.5, 0.5)]
    if len(even):
        rows = (f"**{row['flock']}**, {_rate(row)}" for _, row in even.iterrows())
        return f"even, by its interval, is the game of {'; of '.join(rows)}"
    nearest = flocks.loc[(flocks["estimate"] - 0.5).abs().idxmin()]
    return f"no flock is even; the nearest is {nearest['flock']}, {_rate(nearest)}"


def _which_sheep() -> str:
    """Say which sheep is gone, and what else 19 of them would do."""
    ends = in_percent(rates("fig10", of="first"))
    return (
        "With 19 sheep the middle one of the back row is gone here, with 18 the outer "
        "two instead, with 17 all three. With an outer one gone instead of the middle "
        f"one, 19 sheep of {EXPERT:,} simulations win {ends['19 sheep side']}."
    )


def _dearest_sheep(found: pd.DataFrame) -> str:
    """Say where a sheep matters most, and where more simulations make it worse."""
    wide = found.pivot(index="simulations", columns="flock", values="estimate")
    gaps = wide.diff(axis=1)
    falls = found["high"] < found.groupby("flock")["low"].shift()
    steps = (
        f"to {n:,} with {', '.join(part['flock'].str.removesuffix(' sheep'))} sheep"
        for n, part in found[falls].groupby("simulations")
    )
    n, flock = gaps.stack().idxmax()
    fewer = wide.columns[list(wide.columns).index(flock) - 1]
    return (
        f"One sheep is worth most with {n:,} simulations: {100 * wide[fewer][n]:.0f} % "
        f"with {fewer}, {100 * wide[flock][n]:.0f} % with {flock}. From one number of "
        f"simulations to the next the rate falls, beyond its intervals: "
        f"{'; '.join(steps) or 'nowhere'}."
    )


@needs("surface", aloud=False)
def endings() -> pd.DataFrame:
    """Return how games between experts and between stronger players end, in percent."""
    reads = results.provenance("surface")["reads"]
    strengths = EXPERT, _surface()["simulations"].max()
    cells = [f"{flock} sheep n={n}" for flock in (20, 19, 18, 17) for n in strengths]
    played, shares = {name: results.games(name) for name in ("surface", "fig10")}, {}
    for cell in cells:
        home, there = reads.get(cell, ("surface", cell))
        games = played[home][played[home]["cell"] == there]
        how = games["winner"] + ": " + games["reason"]
        shares[named(cell)] = how.value_counts(normalize=True).map(in_hundred)
    table = pd.DataFrame(shares).T.fillna(0.0)
    return table[sorted(table, reverse=True)]


@needs("readings")
def readings() -> Drawing:
    """Plot the sheep's rate with 20 and with 18 sheep, under each reading."""
    flocks = {"": "20 sheep", " 18 sheep": "18 sheep"}
    pattern = r"(?P<reading>.*?)(?P<sheep>| 18 sheep)"
    return rate_dots(
        parts(rates("readings", of="first"), pattern, reading=named, sheep=flocks),
        "reading",
        series="sheep",
        title="Sheep win rate under other readings, 10,000 simulations",
        xlabel="sheep win rate",
    )


@needs("readings", aloud=False)
def readings_table() -> pd.DataFrame:
    """Return each reading's rates, and what the paper's numbers say about it.

    A reading is told apart from a number of the paper where that is proven, by the
    ledger's test, corrected by Holm's method for the number of readings.
    """
    found = rates("readings", of="first").set_index("cell")
    found["rate"] = [_rate(row) for _, row in found.iterrows()]
    gains = _gains()
    full = found.loc[gains.index]
    few = found.loc[gains.index + FEW].set_axis(gains.index)
    low, high = printed("fox-s5-length")
    long = turns("readings").set_index("cell").loc[gains.index]
    rows = {
        "sheep win, of 20": full["rate"],
        "of 18": few["rate"],
        "nearer to even": gains["nearer"],
        "rate as in the paper's tables": _as_in_the_tables(full),
        "turns with 20": long["estimate"].round(0).astype(int),
        "length as in the paper": meets(long, low, high).map(
            {True: "yes", False: "no"}
        ),
    }
    return pd.DataFrame(rows).rename(index=named).rename_axis(None)


def _gains() -> pd.DataFrame:
    """Return which flock is proven to be nearer to even, by reading."""
    claim, found = claims()["fox-abs-18"], measured("fox-abs-18")
    rows = pd.DataFrame(found.values(), index=[x.split(" minus ")[0] for x in found])
    p = holm([p_value(claim, gain) or 0.0 for gain in found.values()])
    nearer = rows["estimate"].gt(0).map({True: "18 sheep", False: "20 sheep"})
    return rows.assign(nearer=nearer.where(p < LEVEL, "not told apart"))


def _as_in_the_tables(rows: pd.DataFrame) -> pd.Series:
    """Tell whether rates with 20 sheep can be those of the paper's tables."""
    ours = (Estimate(*row) for row in rows[["estimate", "low", "high", "games"]].values)
    p = holm([p_value(claims()["fox-s55-85"], each) or 0.0 for each in ours])
    return pd.Series(p >= LEVEL, rows.index).map({True: "may be", False: "no"})


def _not_favoured() -> list[str]:
    """Return the readings by which 20 sheep are proven to win less than half."""
    claim, found = claims()["fox-abs-sheep"], measured("fox-abs-sheep")
    p = holm([p_value(claim, rate) or 0.0 for rate in found.values()])
    return [
        named(cell)
        for (cell, rate), one in zip(found.items(), p, strict=True)
        if rate.estimate < 0.5 and one < LEVEL
    ]


@needs("readings", aloud=False)
def excluded_readings() -> Prose:
    """Say which readings the paper's numbers exclude, as far as they are played."""
    gains, printed = _gains(), published_interval(claims()["fox-s55-85"])
    out = [named(cell) for cell in gains.index[gains["nearer"] == "20 sheep"]]
    open_ = [named(cell) for cell in gains.index[gains["nearer"] == "not told apart"]]
    theirs = percent(*printed[:3]) if printed else ""
    left = missing("readings")
    return Prose(
        "The paper finds 18 sheep nearer to even than 20. **Excluded, the contrary "
        f"being proven: {', '.join(out) or 'none'}.** Not told apart: "
        f"{', '.join(open_) or 'none'}.\n\n"
        "It finds the sheep favoured when there are 20. **Excluded, the contrary being "
        f"proven: {', '.join(_not_favoured()) or 'none'}.**\n\n"
        f"In its Tables 1 and 2 the sheep win {theirs}. Those are games of other "
        "agents, so another rate excludes no reading by itself: even the usual rules "
        "need not meet it."
        + (f"\n\nStill to be played: {', '.join(left)}." if left else "")
    )


@needs("single-change")
def single_change() -> Drawing:
    """Plot the sheep's rate with the full flock and one rule changed."""
    found = rates("single-change", of="first").sort_values("estimate")
    return rate_dots(
        found.assign(change=found["cell"].map(named)),
        "change",
        title="Sheep win rate with 20 sheep and one rule changed",
        xlabel="sheep win rate between experts",
    )


@needs("single-change")
def limits() -> Drawing:
    """Plot the sheep's rate with the full flock against the sideways limit."""
    found = by_limit(rates("single-change", of="first")).sort_values("limit")
    return win_rate_curve(
        found.assign(limit=found["limit"].astype(str)),
        "limit",
        title="Sheep win rate with 20 sheep by sideways limit, 10,000 simulations",
        xlabel="sideways turns in a row that lose (not to scale)",
        ylabel="sheep win rate between experts",
    )


@needs("single-change", aloud=False)
def dips() -> Prose:
    """Say which sideways limits are worse for the sheep than the next on both sides."""
    found = by_limit(rates("single-change", of="first")).set_index("limit").sort_index()
    low, high = found["low"], found["high"]
    dip = (high < low.reindex(high.index - 1).set_axis(high.index)) & (
        high < low.reindex(high.index + 1).set_axis(high.index)
    )
    said = " and at ".join(f"{n}, {_rate(row)}," for n, row in found[dip].iterrows())
    if not said:
        return Prose("")
    return Prose(
        f"The curve is no slope: at {said} it is lower, beyond its intervals, than at "
        f"the limits just below and above. A limit that is fair for these agents may "
        "not be so for others, and its neighbours are no guide to it."
    )


@needs("single-change", aloud=False)
def best_change() -> Prose:
    """Say which single change is nearest to even, and what it does to the length."""
    found = rates("single-change", of="first").set_index("cell", drop=False)
    found["change"] = found["cell"].map(named)
    if "recommended" not in found.index or len(found) == 1:
        return Prose("")
    usual, changed = found.loc["recommended"], found.drop(index="recommended")
    best = changed.loc[(changed["estimate"] - 0.5).abs().idxmin()]
    others = changed[meets(changed, best["low"], best["high"])]
    length = lengths(turns("single-change"), "cell")
    rivals = "; ".join(others.drop(index=best.name)["change"])
    left = missing("single-change")
    left_out = not best["low"] <= 0.5 <= best["high"]
    return Prose(
        f"Of {len(changed)} single changes, **{best['change']}** brings the full flock "
        f"nearest to even: the sheep win {_rate(best)} instead of {_rate(usual)}. A "
        f"game then takes {length[best.name]} instead of {length['recommended']}. "
        + ("The interval still leaves one half out. " if left_out else "")
        + (f"Not told apart from it: {rivals}. " if rivals else "")
        + (f"Still to be played: {', '.join(left)}." if left else "")
    )


def _rate(row: pd.Series) -> str:
    return percent(row["estimate"], row["low"], row["high"])
