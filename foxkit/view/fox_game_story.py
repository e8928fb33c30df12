"""Pictures and sentences of the Fox Game's chapter: its paper's sections 4 and 5."""

from collections import Counter
from dataclasses import replace

import pandas as pd

from foxkit.agents.fox_heuristic import PST
from foxkit.lab import results
from foxkit.lab.measured import measure
from foxkit.lab.published import claims, printed_rates, published_interval
from foxkit.lab.results import rates
from foxkit.lab.stats import holm
from foxkit.rules.fox_game import FoxGame
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import view_of
from foxkit.view.percent import percent
from foxkit.view.plots import rate_dots, win_rate_curve
from foxkit.view.prose import Prose, missing, needs
from foxkit.view.rates import in_percent, parts, simulations
from foxkit.view.svg import board

PAPER = (
    *("table1", "fig8", "speed", "table2", "cutoff", "final-choice"),
    *("fig10", "balance", "c-by-side", "surface", "own-c", "lengths"),
)
"""The experiments of the paper's chapter, each after those that it reads from."""
_ENDS = ["estimate", "low", "high"]
_TABLE_1 = r"(?P<alteration>\S+) n=(?P<simulations>\d+)"


def piece_square_table() -> Drawing:
    """Draw matrix (2) of the paper on an empty board."""
    game = FoxGame()
    return board(
        replace(view_of(game).diagram(game.start()), pieces=(), status=""),
        heat={point: value for point, value in PST.items() if value},
        marks={point: str(value) for point, value in PST.items()},
        caption="Matrix (2): the value of a sheep",
    )


@needs("table1")
def table_1() -> Drawing:
    """Plot the base agent's score against each altered one, by simulations."""
    return rate_dots(
        parts(rates("table1", "rival"), _TABLE_1, simulations=simulations),
        "alteration",
        series="simulations",
        published=parts(printed_rates("fox-t1-*-rate"), _TABLE_1),
        title="Table 1: the base agent against altered ones",
        xlabel="score of the base agent",
        published_label="the paper, from its counts",
    )


@needs("table1", aloud=False)
def table_1_verdict() -> Prose:
    """Say which alterations of Table 1 make the agent stronger, and which weaker."""
    found = parts(rates("table1"), _TABLE_1, simulations=simulations)
    sure = found[holm(found["p_value"]) < 0.05]
    lines = []
    better, worse = sure[sure["estimate"] > 0.5], sure[sure["estimate"] < 0.5]
    for number in dict.fromkeys(sure["simulations"]):
        names = (
            ", ".join(part.loc[part["simulations"] == number, "alteration"]) or "none"
            for part in (better, worse)
        )
        lines.append("* **{}:** stronger: {}; weaker: {}.".format(number, *names))
    both = ", ".join(sorted({*better["alteration"]} & {*worse["alteration"]}))
    said = f" With {both} it depends on the simulations." if both else ""
    return Prose(
        "Proven against the base agent:\n\n"
        + "\n".join(lines)
        + f"\n\n{_power()}{said}"
    )


def _power() -> str:
    """Say how little the paper's own games tell."""
    theirs = printed_rates("fox-t1-*-rate")
    width = (theirs["high"] - theirs["low"]).mean() / 2
    return (
        f"The paper's rates, from {theirs['games'].iloc[0]} games each, are only known "
        f"to about ±{100 * width:.0f} points. So many rates would agree with them, and "
        "that ours do says little."
    )


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


@needs("fig8", aloud=False)
def figure_8_shape() -> Prose:
    """Say where the curve of Figure 8 is flat, and where it is steepest."""
    found = _figure_8().sort_values("simulations").reset_index()
    floor = found[found["estimate"] == 0]
    rise = found["estimate"].diff()
    steep = int(rise.idxmax())
    low, high = found["simulations"][steep - 1], found["simulations"][steep]
    last, won = found.iloc[-1], ""
    if len(floor):
        won = (
            f"Up to {floor['simulations'].max():,} simulations the agent won none of "
            f"its {floor['games'].sum():,} games. "
        )
    return Prose(
        f"**The curve is S-shaped.** {won}It is steepest from {low:,} to {high:,}, "
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
    ours, printed = (
        parts(frame, r"(?P<row>\d+ - \d+ (?P<kind>\S+))", row=_equal)
        for frame in (rates("table2"), printed_rates("fox-t2-*-rate"))
    )
    return rate_dots(
        ours.assign(kind=ours["kind"].map(kinds)),
        "row",
        series="kind",
        published=printed,
        title="Table 2: cutoffs against each other",
        xlabel="score of the agent with the smaller cutoff",
        published_label="the paper, from its counts",
    )


def _equal(cell: str) -> str:
    """Say what a cell of Table 2 compares, and what is equal on both sides."""
    cutoffs, kind = cell.rsplit(" ", 1)
    return f"{cutoffs}, equal {'simulations' if kind == 'n=3000' else 'time'}"


@needs("table2", aloud=False)
def part_one() -> Prose:
    """Say which cutoff of each pair is proven stronger at equal simulations."""
    found = rates("table2")
    found = found[found["cell"].str.contains(" n=")]
    columns = found["cell"], found["estimate"], in_percent(found).values()
    said = map(_comparison, *columns, holm(found["p_value"]) < 0.05)
    return Prose("With equal simulations, " + "; ".join(said) + ".")


def _comparison(cell: str, score: float, shown: str, sure: bool) -> str:
    """Say in words what a cell `0 - 5 n=3000` found for its two cutoffs."""
    one, two = cell.split(" n=")[0].split(" - ")
    if not sure:
        return f"cutoffs {one} and {two} cannot be told apart ({one} scores {shown})"
    better, worse = (one, two) if score > 0.5 else (two, one)
    return f"**cutoff {better} beats {worse}** ({one} scores {shown})"


@needs("table2", aloud=False)
def table_2_reasons() -> Prose:
    """Say what equal time means in the paper's program and here, and what it does."""
    if missing("table2"):
        return Prose("")
    found, speed = results.table("table2"), results.table("speed")
    theirs, ours = found.loc["0 - 5 counts"], found.loc["0 - 5 time"]
    share = speed.loc["cutoff 5", "playout share"]
    return Prose(
        "**Equal time is a statement about a program.** The paper's one made "
        f"{theirs['simulations A']:,.0f} simulations with cutoff 0 while it made "
        f"{theirs['simulations B']:,.0f} with cutoff 5; ours makes "
        f"{ours['simulations A']:,.0f} and {ours['simulations B']:,.0f}, because here "
        f"five random moves take {100 * share:.0f} % of a simulation's time. With the "
        f"paper's counts cutoff 0 scores {_score(theirs)}, with ours {_score(ours)}. "
        "Which cutoff is better in a second depends on what a random move costs."
    )


def _score(row: pd.Series) -> str:
    return percent(row["score"], row["score_low"], row["score_high"])


@needs("cutoff")
def cutoff_curve() -> Drawing:
    """Plot the score of each cutoff against cutoff 0."""
    return rate_dots(
        _cutoffs(),
        "cutoff",
        series="kind",
        title="Cutoffs against cutoff 0, 3,000 simulations or the same time",
        xlabel="score of the cutoff",
    )


def _cutoffs() -> pd.DataFrame:
    kinds = {"": "equal simulations", " time": "equal time"}
    found = rates("cutoff", of="rival")
    found = parts(found, r"(?P<cutoff>\d+|none)(?P<kind>| time)", kind=kinds)
    order = found["cutoff"].replace("none", "inf").astype(float)
    return found.iloc[order.argsort()]


@needs("cutoff", aloud=False)
def best_cutoff() -> Prose:
    """Say which cutoff wins most against 0, and which lose by their intervals."""
    lines = []
    for kind, rows in _cutoffs().groupby("kind"):
        best = rows.loc[rows["estimate"].idxmax()]
        lost = rows[rows["high"] < 0.5]["cutoff"].replace("none", "no cutoff at all")
        worse = ", ".join(lost) or "-"
        lines.append(
            f"* {kind}: cutoff {best['cutoff']} wins most, {percent(*best[_ENDS])}; "
            f"worse than 0 by their own intervals: {worse}"
        )
    return Prose("Against cutoff 0, by our program:\n\n" + "\n".join(lines))


@needs("final-choice")
def final_choice() -> Drawing:
    """Plot the score of the highest mean against the most visits."""
    return rate_dots(
        parts(rates("final-choice"), "n=(?P<n>.*)", n=simulations),
        "n",
        title="The child of the highest mean against the most visited one",
        xlabel="score of the highest mean",
    )


@needs("final-choice", aloud=False)
def final_choice_verdict() -> Prose:
    """Say at which strengths one final choice is proven to be the stronger."""
    found = rates("final-choice").set_index("cell")
    same = results.table("final-choice")["same"]
    lines = (
        f"* {simulations(cell[2:])}: the highest mean scores "
        f"{percent(*found.loc[cell, _ENDS])} and makes {100 * same[cell]:.0f} % of the "
        "moves that the most visits make"
        for cell in found.index[holm(found["p_value"]) < 0.05]
    )
    said = "\n".join(lines) or "* none"
    return Prose(f"The two choices are proven to differ in strength with:\n\n{said}")


@needs("fig10", aloud=False)
def which_sheep_go() -> Prose:
    """Say what it matters which sheep of the back row are taken away."""
    if missing("fig10"):
        return Prose("")
    ends = in_percent(rates("fig10", of="first"))
    claim = claims()["fox-s55-nearest"]
    found = measure(results.table("fig10"), claim.cell, claim.quantity)
    nearest = Counter(map(str, found.values()))
    return Prose(
        f"**It matters which sheep go.** With 19, the sheep win {ends['19 sheep']} if "
        f"the middle one of the back row is missing, {ends['19 sheep side']} if an "
        f"outer one is. With 18, they win {ends['18 sheep']} without the outer two, "
        f"{ends['18 sheep side']} without the middle one and an outer one. Of the "
        f"{nearest.total()} ways to take them that these flocks make up, "
        f"{nearest['18']} has 18 sheep nearest to even, and {nearest['19']} have 19."
    )


@needs("fig10")
def figure_10() -> Drawing:
    """Plot the sheep's rate by their number, with the share the paper's tables give."""
    kinds = {"": "the middle one; the outer two; all three", " side": "from one side"}
    pattern = r"(?P<sheep>\d+) sheep(?P<kind>| side)"
    printed = published_interval(claims()["fox-s55-85"])
    return win_rate_curve(
        parts(rates("fig10", of="first"), pattern, sheep=int, kind=kinds),
        "sheep",
        series="kind",
        published=pd.DataFrame([printed]).assign(sheep=20),
        title="Figure 10: sheep win rate by starting sheep, 10,000 simulations",
        xlabel="sheep at the start",
        ylabel="sheep win rate",
        published_label="the paper's Tables 1 and 2: other agents",
    )
