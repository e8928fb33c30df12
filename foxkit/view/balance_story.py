"""Tables and pictures of the balance lab: how even the Fox Game is, and what helps."""

import re
from collections.abc import Mapping

import pandas as pd

from foxkit.lab.published import claims, published_interval
from foxkit.lab.results import rates
from foxkit.rules.fox_game import FoxGame
from foxkit.view.drawing import Drawing
from foxkit.view.plots import rate_dots, win_rate_curve
from foxkit.view.prose import Prose, missing, needs, percent
from foxkit.view.rates import meets, parts

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
    rows = (
        f"* {n:,} simulations: {_evenness(part)}"
        for n, part in found.groupby("simulations")
    )
    left = missing("surface")
    waiting = f"\n\nStill to be played: {', '.join(left)}." if left else ""
    return Prose("\n".join(rows) + f"\n\n{_dearest_sheep(found)}{waiting}")


def _evenness(flocks: pd.DataFrame) -> str:
    """Say which flocks may be even, or that none is and which is nearest."""
    even = flocks[meets(flocks, 0.5, 0.5)]
    if len(even):
        rows = (f"**{row['flock']}**, {_rate(row)}" for _, row in even.iterrows())
        return f"even, by its interval, is the game of {'; of '.join(rows)}"
    nearest = flocks.loc[(flocks["estimate"] - 0.5).abs().idxmin()]
    return f"no flock is even; the nearest is {nearest['flock']}, {_rate(nearest)}"


def _dearest_sheep(found: pd.DataFrame) -> str:
    """Say where a sheep matters most, and which flocks do worse with strength."""
    wide = found.pivot(index="simulations", columns="flock", values="estimate")
    gaps = wide.diff(axis=1)
    falls = found["high"] < found.groupby("flock")["low"].shift()
    falling = ", ".join(found[falls]["flock"].unique()) or "no flock"
    n, flock = gaps.stack().idxmax()
    fewer = wide.columns[list(wide.columns).index(flock) - 1]
    return (
        f"One sheep is worth most with {n:,} simulations: {100 * wide[fewer][n]:.0f} % "
        f"with {fewer}, {100 * wide[flock][n]:.0f} % with {flock}. From one number of "
        f"simulations to the next the rate falls, beyond its intervals, with {falling}."
    )


NAMES: Mapping[str, str] = {
    "recommended": "the usual rules",
    "foxes-first": "the foxes begin",
    "foxes-in-front": "foxes on the front corners",
    "no-diagonals": "no diagonal lines",
    "all-diagonals": "diagonals everywhere",
    "optional-chains": "chains are optional",
    "optional-captures": "captures are optional",
    "whole-chains": "a chain is one move",
    "foxes-safe": "foxes cannot be caught",
    "from-side": "sheep taken from one side",
    "textbook": "textbook expansion (the search, not the rules)",
    "target-8": "8 sheep in the pasture win",
}
"""What the cells of `readings` and `single-change` mean, where they do not say it."""


def _named(cell: str) -> str:
    """Return a cell in words: `limit-5` is `sideways limit 5`, for example."""
    words = cell.replace("limit-", "sideways limit ")
    words = re.sub(r"foxes-on-(\d+)-(\d+)", r"foxes start on \1 and \2", words)
    return NAMES.get(words, words)


@needs("readings")
def readings() -> Drawing:
    """Plot the sheep's rate with 20 and with 18 sheep, under each reading."""
    flocks = {"": "20 sheep", " 18 sheep": "18 sheep"}
    pattern = r"(?P<reading>.*?)(?P<sheep>| 18 sheep)"
    return rate_dots(
        parts(rates("readings", of="first"), pattern, reading=_named, sheep=flocks),
        "reading",
        series="sheep",
        title="Sheep win rate under other readings, 10,000 simulations",
        xlabel="sheep win rate",
    )


@needs("readings", aloud=False)
def excluded_readings() -> Prose:
    """Say which readings the paper's numbers exclude, as far as they are played.

    The paper says that 18 sheep are nearer to even than 20; a reading is out if the
    contrary is proven. That its rate with 20 sheep misses the interval of the paper's
    tables is told as well, but those are games of other agents.
    """
    found = rates("readings", of="first").set_index("cell")
    full = found[~found.index.str.endswith(" 18 sheep")]
    printed = published_interval(claims()["fox-s55-85"])
    far = full[~meets(full, printed.low, printed.high)] if printed else full.head(0)
    ends = (found[["low", "high"]] - 0.5).abs()
    nearest = ends.min(axis=1).where(~meets(found, 0.5, 0.5), 0.0)
    with_few = nearest.reindex(full.index + " 18 sheep").set_axis(full.index)
    lists = {
        "Proven nearer to even with 20 sheep than with 18, against the paper": [
            _named(cell)
            for cell in full.index[ends.loc[full.index].max(axis=1) < with_few]
        ],
        "Another rate with 20 sheep than the paper's tables (of other agents)": [
            f"{_named(cell)}, {_rate(row)}" for cell, row in far.iterrows()
        ],
        "Still to be played": missing("readings"),
    }
    return Prose(
        "\n".join(f"* {k}: {'; '.join(said) or 'none'}." for k, said in lists.items())
    )


@needs("single-change")
def single_change() -> Drawing:
    """Plot the sheep's rate with the full flock and one rule changed."""
    found = rates("single-change", of="first").sort_values("estimate")
    return rate_dots(
        found.assign(change=found["cell"].map(_named)),
        "change",
        title="Sheep win rate with 20 sheep and one rule changed",
        xlabel="sheep win rate between experts",
    )


@needs("single-change")
def limits() -> Drawing:
    """Plot the sheep's rate with the full flock against the sideways limit."""
    return win_rate_curve(
        _limits(),
        "limit",
        log=True,
        title="Sheep win rate with 20 sheep by sideways limit, 10,000 simulations",
        xlabel="sideways turns in a row that lose",
        ylabel="sheep win rate between experts",
    )


def _limits() -> pd.DataFrame:
    found = rates("single-change", of="first")
    usual = {"recommended": f"limit-{FoxGame().sideways_limit}"}
    found = found.assign(cell=found["cell"].replace(usual))
    return parts(found, r"limit-(?P<limit>\d+)", limit=int)


@needs("single-change", aloud=False)
def dips() -> Prose:
    """Say which sideways limits are worse for the sheep than the next on both sides."""
    found = _limits().set_index("limit").sort_index()
    low, high = found["low"], found["high"]
    dip = (high < low.reindex(high.index - 1).set_axis(high.index)) & (
        high < low.reindex(high.index + 1).set_axis(high.index)
    )
    said = "; ".join(f"{n}, {_rate(row)}" for n, row in found[dip].iterrows())
    if not said:
        return Prose("")
    return Prose(
        f"The curve is no slope: beyond its intervals, it is lower than at the limits "
        f"just below and above at {said}."
    )


@needs("single-change", aloud=False)
def best_change() -> Prose:
    """Say which single change is nearest to even, and what it does to the length."""
    found = rates("single-change", of="first").set_index("cell", drop=False)
    found["change"] = found["cell"].map(_named)
    if "recommended" not in found.index or len(found) == 1:
        return Prose("")
    usual, changed = found.loc["recommended"], found.drop(index="recommended")
    best = changed.loc[(changed["estimate"] - 0.5).abs().idxmin()]
    others = changed[meets(changed, best["low"], best["high"])]
    rivals = "; ".join(others.drop(index=best.name)["change"])
    left = missing("single-change")
    return Prose(
        f"Of {len(changed)} single changes, **{best['change']}** brings the full flock "
        f"nearest to even: the sheep win {_rate(best)} instead of {_rate(usual)}. A "
        f"game then takes {best['turns']:.0f} turns instead of {usual['turns']:.0f}. "
        + (f"Its interval meets that of: {rivals}. " if rivals else "")
        + (f"Still to be played: {', '.join(left)}." if left else "")
    )


def _rate(row: pd.Series) -> str:
    return percent(row["estimate"], row["low"], row["high"])
