"""Tables and pictures of the chapter on Fox & Hounds, from its studies."""

from itertools import islice
from math import log2

import ipywidgets as widgets
import pandas as pd

from foxkit.lab.published import claims
from foxkit.lab.studies import study_rows
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.position import Position
from foxkit.solvers import brute_force
from foxkit.solvers.fox_hounds_index import placements
from foxkit.view.drawing import Drawing
from foxkit.view.live import Live
from foxkit.view.plots import canvas, cells, finish, win_rate_curve
from foxkit.view.svg import board, gallery

Rounds = list[dict[Position, brute_force.Value]]


def study_table(name: str, *columns: str, missing: str = "never") -> pd.DataFrame:
    """Return columns of a study as a table, by cell; `missing` stands for no value."""
    frame = pd.DataFrame(study_rows(name).values()).set_index("cell")[list(columns)]
    frame = frame.convert_dtypes().round(6).astype(object)
    return frame.where(frame.notna(), missing)


def _worth(value: brute_force.Value) -> str:
    payoff, plies = value
    return f"{'fox wins' if payoff > 0 else 'hounds win'} in {plies}"


def round_table(rounds: Rounds) -> pd.DataFrame:
    """Return how many positions each round of the solver gives a value."""
    won = [[payoff > 0 for payoff, _ in found.values()] for found in rounds]
    frame = pd.DataFrame({"positions": [*map(len, won)], "fox wins": [*map(sum, won)]})
    frame["hounds win"] = frame["positions"] - frame["fox wins"]
    frame["known so far"] = frame["positions"].cumsum()
    return frame.rename_axis("round")


def round_boards(rounds: Rounds, number: int) -> Drawing:
    """Draw the first positions that a round gives a value."""
    chosen = islice(rounds[number].items(), 4)
    drawn = [board(position, caption=_worth(value)) for position, value in chosen]
    title = f"Round {number}: {len(rounds[number])} positions"
    return gallery(drawn, columns=4, title=title)


def round_slider(rounds: Rounds) -> Live:
    """Return a slider over the rounds of the solver, with their first positions."""
    slider = widgets.IntSlider(description="round", max=len(rounds) - 1)
    boards = widgets.HTML()
    ends = (slider, "value"), (boards, "value")
    widgets.dlink(*ends, lambda number: str(round_boards(rounds, number)))
    return Live([slider, boards])


def prediction(
    done: str, larger: str, study: str = "hounds-boards", fox: bool = True
) -> str:
    """Say what a larger board should cost, from the cost of one that was solved.

    Args:
        done: the board's cell in the study, such as `8 8`.
        larger: the other board, written so, too.
        study: where the cost stands.
        fox: whether the cost grows with the fox's squares as well.
    """
    games = [FoxHounds(*map(int, size.split())) for size in (done, larger)]
    small, large = (
        placements(g).total * (g.k * (g.height - 1) if fox else 1) for g in games
    )
    seconds = study_rows(study)[done]["processor_seconds"] * large / small
    pieces = "all pieces" if fox else "the hounds"
    return (
        f"{_size(larger)} has {large:,} placements of {pieces}, "
        f"{large / small:.0f} times as many as {_size(done)}: "
        f"expect about {seconds:,.1f} processor seconds"
    )


def measured(size: str, study: str = "hounds-boards") -> str:
    """Say what a board did cost; its size is written as `8 8`."""
    row = study_rows(study)[size]
    return (
        f"{_size(size)} took {row['processor_seconds']:,.1f} processor seconds, "
        f"{row['elapsed']:,.1f} by the clock, and at most {row['peak_mib']:,} MiB"
    )


def _size(cell: str) -> str:
    return cell.replace(" ", " x ")


def start_squares(width: int, height: int, first: str = "fox") -> Drawing:
    """Draw who wins, and in how many plies, with the fox starting on each square."""
    squares = study_rows("hounds-starts")[f"{width} {height} {first}"]["squares"]
    return board(
        Position.start(FoxHounds(width, height)),
        heat={s: 1.0 if v["winner"] == "fox" else -1.0 for s, v in squares.items()},
        marks={square: str(value["plies"]) for square, value in squares.items()},
        caption=f"Plies if the fox starts there, {first} first (orange: it wins)",
    )


READINGS = {"weights": "weights, divided", "words": "the words"}
"""How the fuzz is read, and the name of that reading in tables and plots."""


def _fuzz() -> pd.DataFrame:
    """Return each side's chance by the fuzz factor: printed, and by both readings."""
    found, columns = study_rows("hounds-fuzz"), {}
    for side, key in ("fox", "fox_from_initial"), ("hounds", "hounds_from_opposite"):
        prefix = f"hounds-fuzz-{side}-"
        printed = {
            id.removeprefix(prefix): claim.number
            for id, claim in claims().items()
            if id.startswith(prefix)
        }
        columns[f"{side} wins", "printed"] = printed
        for cell, name in READINGS.items():
            rows = found[cell]["rows"]
            columns[f"{side} wins", name] = {p: rows[p][key] for p in printed}
    return pd.DataFrame(columns).rename_axis("p")


def fuzz_table() -> pd.DataFrame:
    """Return the document's fuzz table beside ours, by both readings."""
    return _fuzz().round(3)


def _is_halving(p: str) -> bool:
    """Tell whether p is 1, 1/2, 1/4, ..., as near as the document prints it."""
    return float(p) > 0 and abs(log2(float(p)) - round(log2(float(p)))) < 1e-3


def fuzz_curves() -> Drawing:
    """Plot the fox's chance against the fuzz factor, by both readings."""
    found = _fuzz()["fox wins"]
    found = found[found.index.map(_is_halving)]
    found.index = found.index.map(lambda p: float(f"{float(p):.3g}"))  # fits a tick
    chances = found.melt(ignore_index=False, var_name="reading", value_name="estimate")
    is_printed = chances["reading"] == "printed"
    return win_rate_curve(
        chances[~is_printed].reset_index(),
        "p",
        series="reading",
        published=chances[is_printed].reset_index(),
        log=True,
        xlabel="fuzz factor p of the hounds",
        ylabel="the fox wins",
        title="The fox's best chance from the initial position",
    )


def heat_map() -> Drawing:
    """Draw who wins on each board, and in how many plies."""
    rows = pd.DataFrame(study_rows("hounds-heat").values())
    winner = rows["winner"].str[0]
    drawn = pd.DataFrame({"x": rows["width"], "y": rows["height"], "kind": winner})
    with canvas(6.0, 4.6) as (figure, axes):
        drawn["text"] = winner + rows["plies"].map(" {}".format)
        cells(axes, drawn, {"f": "fox", "h": "series-1"})
        title = "The winner, f or h, and the plies to the end"
        axes.set(xlabel="width", ylabel="height", title=title)
        won = rows[rows["winner"] == "fox"]["cell"].map(_size)
        words = f"The fox wins on {', '.join(won)} only; the hounds on all others."
        return finish(figure, "Who wins, by width and height", words)


SHARES = (0.3, 0.1, 0.03, 0.01, 0.005)


def rarity() -> Drawing:
    """Plot the share of all placements, fox to move, that the hounds win."""
    rows = study_rows("hounds-words").items()
    shares = {size: row["won_by_hounds"] / row["placements"] for size, row in rows}
    series = {
        "square": {n: shares[f"{n} {n}"] for n in range(4, 15, 2)},
        "14 wide": {n: shares[f"14 {n}"] for n in range(3, 15)},
    }
    with canvas(6.0, 3.6) as (figure, axes):
        for name, found in series.items():
            axes.plot(list(found), list(found.values()), label=name)
        title = "Placements with the fox to move that the hounds win"
        axes.set(xlabel="height", ylabel="share", yscale="log", title=title)
        axes.set(yticks=SHARES, yticklabels=[f"{share:.1%}" for share in SHARES])
        axes.minorticks_off()
        axes.legend(title="boards")
        words = ", ".join(f"{_size(size)}: {s:.2g}" for size, s in shares.items())
        return finish(figure, "How rare the hounds' wins are", words)


def winners_table() -> pd.DataFrame:
    """Return how many start squares the fox wins from, by board, and the cost."""
    rows = pd.DataFrame(study_rows("hounds-words").values())
    columns = {
        "board": rows["cell"].map(_size),
        "start squares": rows["fox_first"].str.count("f|h"),
        "fox wins, moving first": rows["fox_first"].str.count("f"),
        "fox wins, moving second": rows["hounds_first"].str.count("f"),
        "placements": rows["placements"].map("{:,}".format),
        "seconds": rows["elapsed"].round(1),
        "MiB": rows["peak_mib"],
    }
    return pd.DataFrame(columns).set_index("board")


def players_table(fuzz: float) -> pd.DataFrame:
    """Return how often each fox (rows) wins against hounds with some fuzz (columns)."""
    rows = study_rows("hounds-players")
    keys = [key.rsplit(" ", 2) for key in rows]
    frame = pd.DataFrame(keys, columns=["fox", "hounds", "fuzz"])
    frame["wins"] = [row["fox_wins"] for row in rows.values()]
    chosen = frame[frame["fuzz"] == str(fuzz)]
    order = list(dict.fromkeys(frame["fox"]))
    return chosen.pivot(index="fox", columns="hounds", values="wins").loc[order, order]
