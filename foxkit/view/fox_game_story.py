"""Tables and pictures of the chapters on the Fox Game, from their experiments."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from foxkit.agents.fox_heuristic import PST
from foxkit.lab import results
from foxkit.lab.published import claims, printed_rates, published_interval
from foxkit.lab.results import rates
from foxkit.lab.stats import holm
from foxkit.rules.fox_game import FoxGame
from foxkit.view.diagram import diagram
from foxkit.view.drawing import Drawing
from foxkit.view.plots import rate_dots, win_rate_curve
from foxkit.view.prose import Prose, missing, needs, percent
from foxkit.view.svg import board


_TABLE_1 = r"^(?P<alteration>\S+) n=(?P<simulations>\d+)"


def piece_square_table() -> Drawing:
    """Draw matrix (2) of the paper on an empty board."""
    game = FoxGame()
    return board(
        replace(diagram(game, game.start()), pieces=(), status=""),
        heat={point: value for point, value in PST.items() if value},
        marks={point: str(value) for point, value in PST.items()},
        coordinates=False,
        caption="Matrix (2): the value of a sheep",
    )


def _parts(frame: pd.DataFrame, pattern: str) -> pd.DataFrame:
    """Return the rows whose cell matches a pattern, with its named groups."""
    return frame.join(frame["cell"].str.extract(pattern)).dropna()


@needs("table1")
def table_1() -> Drawing:
    """Plot the base agent's score against each altered one, by simulations."""
    ours = _parts(rates("table1", of="rival"), _TABLE_1)
    return rate_dots(
        ours.assign(simulations=ours["simulations"] + " simulations"),
        "alteration",
        series="simulations",
        published=_parts(printed_rates("fox-t1-*-rate"), _TABLE_1),
        title="Table 1: the base agent against altered ones",
        xlabel="score of the base agent",
        published_label="the paper, from its counts",
    )


@needs("table1")
def table_1_verdict() -> Prose:
    """Say how many of Table 1's cells meet ours, and which alterations matter."""
    found = _parts(rates("table1"), _TABLE_1).set_index("alteration", drop=False)
    found["holm"] = holm(found["p_value"])
    printed = _parts(printed_rates("fox-t1-*-rate"), _TABLE_1).set_index("alteration")
    lines = []
    for simulations, part in found.groupby("simulations", sort=False):
        theirs = printed.loc[part.index]
        meets = (1 - part["high"] <= theirs["high"]) & (
            1 - part["low"] >= theirs["low"]
        )
        sure = part[part["holm"] < 0.05]
        better = ", ".join(sure[sure["estimate"] > 0.5]["alteration"]) or "none"
        worse = ", ".join(sure[sure["estimate"] < 0.5]["alteration"]) or "none"
        lines.append(
            f"* **{simulations} simulations:** {meets.sum()} of {len(part)} intervals "
            f"meet the paper's. Stronger than the base agent: {better}; weaker: {worse}."
        )
    return Prose("\n".join(lines))


@needs("fig8")
def figure_8() -> Drawing:
    """Plot the score against 1,000 simulations; the paper's points are lost."""
    return win_rate_curve(
        _figure_8(),
        "simulations",
        log=True,
        ylabel="score, mean of both sides",
        xlabel="simulations a move",
        title="Figure 8: score against 1,000 simulations",
    )


def _figure_8() -> pd.DataFrame:
    found = rates("fig8")
    return found.assign(simulations=found["cell"].astype(int))


@needs("fig8")
def figure_8_shape() -> Prose:
    """Say where the curve of Figure 8 is flat, and where it is steepest."""
    found = _figure_8().sort_values("simulations").reset_index()
    floor = found[found["estimate"] == 0]
    rise = found["estimate"].diff()
    steep = int(rise.idxmax())
    low, high = found["simulations"][steep - 1], found["simulations"][steep]
    last = found.iloc[-1]
    lost = (
        f"Up to {floor['simulations'].max():,} simulations the agent won none of its "
        f"{floor['games'].sum():,} games. "
        if len(floor)
        else ""
    )
    return Prose(
        f"**The curve is S-shaped.** {lost}It is steepest from {low:,} to {high:,}, "
        f"where it gains {100 * rise[steep]:.0f} points; with {last['simulations']:,} "
        f"the agent scores {percent(last['estimate'], last['low'], last['high'])}."
    )


@needs("table2")
def table_2() -> Drawing:
    """Plot agent 1's score: equal simulations, the paper's counts, equal time here."""
    kinds = {
        "n=3000": "3,000 simulations each",
        "counts": "the paper's counts",
        "time": "equal time here",
    }
    pattern = r"^(?P<cutoffs>\d+ - \d+) (?P<kind>\S+)"
    ours, printed = rates("table2"), printed_rates("fox-t2-*-rate")
    ours, printed = (_parts(each, pattern) for each in (ours, printed))
    for frame in (ours, printed):
        part = frame["kind"].eq("n=3000").map({True: "simulations", False: "time"})
        frame["row"] = frame["cutoffs"] + ", equal " + part
    return rate_dots(
        ours.assign(kind=ours["kind"].map(kinds)),
        "row",
        series="kind",
        published=printed[printed["row"].isin(ours["row"])],
        title="Table 2: cutoffs against each other",
        xlabel="score of the agent with the smaller cutoff",
        published_label="the paper, from its counts",
    )


@needs("cutoff")
def cutoff_curve() -> Drawing:
    """Plot the score of each cutoff against cutoff 0."""
    found = rates("cutoff", of="rival")
    found = _parts(found, r"^(?P<cutoff>\d+|none)(?P<kind>| time)$")
    names = {"": "equal simulations", " time": "equal time"}
    return rate_dots(
        found.assign(kind=found["kind"].map(names)),
        "cutoff",
        series="kind",
        title="Cutoffs against cutoff 0, 3,000 simulations or the same time",
        xlabel="score of the cutoff",
    )


@needs("fig10")
def figure_10() -> Drawing:
    """Plot the sheep's rate by their number, with the share the paper's tables give."""
    found = rates("fig10", of="first")
    found = _parts(found, r"^(?P<sheep>\d+) sheep(?P<kind>| side)$")
    found["sheep"] = found["sheep"].astype(int)
    names = {"": "taken away as in Figure 9", " side": "taken from one side"}
    printed = published_interval(claims()["fox-s55-85"])
    return win_rate_curve(
        found.assign(kind=found["kind"].map(names)),
        "sheep",
        series="kind",
        published=pd.DataFrame([printed]).assign(sheep=20),
        title="Figure 10: sheep win rate by starting sheep, 10,000 simulations",
        xlabel="sheep at the start",
        ylabel="sheep win rate",
        published_label="the paper's Tables 1 and 2: other agents",
    )


@needs("c-by-side")
def c_by_side() -> Drawing:
    """Plot each side's rate with another C against the base agent, 18 sheep."""
    found = results.table("c-by-side").dropna(subset=["score"])
    parts = []
    for side, seat in (("sheep", "first"), ("foxes", "second")):
        share = found[f"a_wins_{seat}"] / found["pairs"]
        c = [float(cell.removeprefix("C=")) for cell in found.index]
        parts.append(pd.DataFrame({"c": c, "estimate": share, "side": f"as {side}"}))
    frame = pd.concat(parts)
    frame["low"] = frame["high"] = frame["estimate"]
    return win_rate_curve(
        frame,
        "c",
        series="side",
        title="C against the base agent's, 18 sheep, 3,000 simulations",
        xlabel="C",
    )


@needs("lengths")
def playouts() -> pd.DataFrame:
    """Return mean turns, repeats and sheep wins of random playouts, by rules."""
    found = results.table("lengths")
    found = found[found.index.str.startswith("playouts")]
    shown = found[["turns", "turns_low", "turns_high", "repeats", "sheep", "games"]]
    return shown.rename(index=lambda cell: cell[9:] or "the paper's rules").round(2)


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
    found = rates("surface", of="first")
    found = _parts(found, r"^(?P<flock>\d+ sheep) n=(?P<simulations>\d+)$")
    found["simulations"] = found["simulations"].astype(int)
    return found.sort_values(["flock", "simulations"], ascending=[False, True])


@needs("surface")
def fair_by_strength() -> Prose:
    """Say which flock is nearest to even at each strength."""
    found = _surface()
    nearest = (found["estimate"] - 0.5).abs().groupby(found["simulations"]).idxmin()
    rows = (
        f"* {row.simulations:,} simulations: **{row.flock}**, the sheep win "
        f"{percent(row.estimate, row.low, row.high)}"
        for row in found.loc[nearest].itertuples()
    )
    return Prose("Nearest to even, of what is played so far:\n\n" + "\n".join(rows))


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


def _named(cell: pd.Series) -> pd.Series:
    """Return cells in words: `limit-5` is `sideways limit 5`, for example."""
    words = cell.str.replace("limit-", "sideways limit ")
    words = words.str.replace(
        r"foxes-on-(\d+)-(\d+)", r"foxes start on \1 and \2", regex=True
    )
    return words.replace(NAMES)


@needs("readings")
def readings() -> Drawing:
    """Plot the sheep's rate with 20 and with 18 sheep, under each reading."""
    found = rates("readings", of="first")
    few = found["cell"].str.endswith(" 18 sheep")
    return rate_dots(
        found.assign(
            reading=_named(found["cell"].str.removesuffix(" 18 sheep")),
            sheep=few.map({True: "18 sheep", False: "20 sheep"}),
        ),
        "reading",
        series="sheep",
        title="Sheep win rate under other readings, 10,000 simulations",
        xlabel="sheep win rate",
    )


@needs("single-change")
def single_change() -> Drawing:
    """Plot the sheep's rate with the full flock and one rule changed."""
    found = rates("single-change", of="first").sort_values("estimate")
    return rate_dots(
        found.assign(change=_named(found["cell"])),
        "change",
        title="Sheep win rate with 20 sheep and one rule changed",
        xlabel="sheep win rate between experts",
    )


@needs("single-change")
def best_change() -> Prose:
    """Say which single change is nearest to even, and what it does to the length."""
    found = rates("single-change", of="first").set_index("cell", drop=False)
    found["change"] = _named(found["cell"])
    usual, changed = found.loc["recommended"], found.drop(index="recommended")
    best = changed.loc[(changed["estimate"] - 0.5).abs().idxmin()]
    others = changed[
        (changed["low"] <= best["high"]) & (changed["high"] >= best["low"])
    ]
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
