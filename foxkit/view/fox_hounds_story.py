"""Tables and pictures of the chapter on Fox & Hounds, from its studies."""

from itertools import islice
from math import log2
from typing import Any

import ipywidgets as widgets
import pandas as pd
from matplotlib.patches import Rectangle

from foxkit.agents.fox_hounds_players import DocumentPlayer, PerfectPlayer
from foxkit.agents.players import Player, RandomPlayer
from foxkit.lab.match import Entrant, Match, play_pairs
from foxkit.lab.published import claims
from foxkit.lab.stats import proportion
from foxkit.lab.studies import study_rows
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.position import Position
from foxkit.solvers import brute_force
from foxkit.solvers.fox_hounds_placements import placements
from foxkit.view.drawing import Drawing
from foxkit.view.plots import DASHES, MARKERS, SERIES, canvas, finish, win_rate_curve
from foxkit.view.svg import board, gallery
from foxkit.view.theme import LIGHT

Rounds = list[dict[Position, brute_force.Value]]
FOXES: dict[str, Player] = {
    "random": RandomPlayer(),
    "perfect": PerfectPlayer(),
    "document": DocumentPlayer(),
}


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
    rows = [
        {
            "positions": len(found),
            "fox wins": sum(payoff > 0 for payoff, _ in found.values()),
            "hounds win": sum(payoff < 0 for payoff, _ in found.values()),
        }
        for found in rounds
    ]
    frame = pd.DataFrame(rows)
    frame["known so far"] = frame["positions"].cumsum()
    return frame.rename_axis("round")


def round_boards(rounds: Rounds, number: int, most: int = 4) -> Drawing:
    """Draw the first positions that a round gives a value."""
    chosen = islice(rounds[number].items(), most)
    drawn = [board(position, caption=_worth(value)) for position, value in chosen]
    title = f"Round {number}: {len(rounds[number])} positions"
    return gallery(drawn, columns=most, title=title)


class RoundsPanel:
    """Step through the rounds of the solver; show `panel.controls` in a notebook."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds, self._picture = rounds, widgets.HTML()
        last = len(rounds) - 1
        self.slider = widgets.IntSlider(description="round", max=last)
        self.slider.observe(lambda _: self._draw(), "value")
        self.controls = widgets.VBox([self.slider, self._picture])
        self._draw()

    def _draw(self) -> None:
        number = self.slider.value
        words = f"{len(self._rounds[number])} positions get their value"
        self._picture.value = f"<p>{words}</p>{round_boards(self._rounds, number)}"


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
    return (
        f"{_size(larger)} has {large:,} placements of {'all pieces' if fox else 'the '}"
        f"{'' if fox else 'hounds'}, {large / small:.0f} times as many as "
        f"{_size(done)}: expect about {seconds:,.1f} processor seconds"
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


def _is_halving(p: float) -> bool:
    """Tell whether p is 1, 1/2, 1/4, ..., as near as the document prints it."""
    return p > 0 and abs(log2(p) - round(log2(p))) < 1e-3


def _short(p: float) -> float:
    """Return p with three digits, so that it fits below a tick."""
    return float(f"{p:.3g}")


def _printed(side: str) -> dict[str, float]:
    """Return what the document's table prints for a side, by p."""
    prefix = f"hounds-fuzz-{side}-"
    found = {key: claim for key, claim in claims().items() if key.startswith(prefix)}
    return {key.removeprefix(prefix): claim.number for key, claim in found.items()}


READINGS = {"weights": "weights, divided", "words": "the words"}
"""How the fuzz is read, and the name of that reading in tables and plots."""


def fuzz_table() -> pd.DataFrame:
    """Return the document's fuzz table beside ours, by both readings."""
    found = study_rows("hounds-fuzz")
    columns = {}
    for side, key in ("fox", "fox_from_initial"), ("hounds", "hounds_from_opposite"):
        printed = columns[f"{side} wins", "printed"] = _printed(side)
        for cell, name in READINGS.items():
            rows = found[cell]["rows"]
            columns[f"{side} wins", name] = {p: rows[p][key] for p in printed}
    return pd.DataFrame(columns).rename_axis("p").round(3)


def fuzz_curves() -> Drawing:
    """Plot the fox's chance against the fuzz factor, by both readings."""
    rows = [
        {"p": _short(row["p"]), "reading": name, "estimate": row["fox_from_initial"]}
        for key, name in READINGS.items()
        for row in study_rows("hounds-fuzz")[key]["rows"].values()
        if _is_halving(row["p"])
    ]
    frame = pd.DataFrame(rows)
    frame["low"] = frame["high"] = frame["estimate"]  # exact
    printed = {float(p): chance for p, chance in _printed("fox").items()}
    dots = [{"p": _short(p), "estimate": printed[p]} for p in printed if _is_halving(p)]
    return win_rate_curve(
        frame,
        "p",
        series="reading",
        published=pd.DataFrame(dots),
        log=True,
        xlabel="fuzz factor p of the hounds",
        ylabel="the fox wins",
        title="The fox's best chance from the initial position",
    )


def heat_map() -> Drawing:
    """Draw who wins on each board, and in how many plies."""
    rows = study_rows("hounds-heat").values()
    with canvas(6.0, 4.6) as (figure, axes):
        for row in rows:
            role = "fox" if row["winner"] == "fox" else "series-1"
            x, y = row["width"], row["height"]
            corner, size = (x - 0.95, y - 0.47), (1.9, 0.94)
            axes.add_patch(Rectangle(corner, *size, color=LIGHT[role], alpha=0.35))
            axes.text(x, y, str(row["plies"]), ha="center", va="center")
        widths, heights = ({row[key] for row in rows} for key in ("width", "height"))
        axes.set(
            xticks=sorted(widths),
            xlabel="width",
            title="Plies to the end (orange: the fox wins)",
        )
        axes.set(yticks=sorted(heights), ylabel="height")
        axes.grid(False)
        axes.autoscale_view()
        won = [f"{r['width']} x {r['height']}" for r in rows if r["winner"] == "fox"]
        words = f"The fox wins on {', '.join(won)} only; the hounds on all others."
        return finish(figure, "Who wins, by width and height (blue: hounds)", words)


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
        for i, (name, found) in enumerate(series.items()):
            looks: Any = {"linestyle": DASHES[i], "marker": MARKERS[i], "label": name}
            axes.plot(list(found), list(found.values()), color=SERIES[i], **looks)
        title = "Placements with the fox to move that the hounds win"
        axes.set(xlabel="height", ylabel="share", yscale="log", title=title)
        axes.set(yticks=SHARES, yticklabels=[f"{share:.1%}" for share in SHARES])
        axes.minorticks_off()
        axes.legend(title="boards")
        words = ", ".join(f"{_size(size)}: {s:.2g}" for size, s in shares.items())
        return finish(figure, "How rare the hounds' wins are", words)


def winners_table() -> pd.DataFrame:
    """Return how many start squares the fox wins from, by board, and the cost."""
    rows = [
        {
            "board": _size(row["cell"]),
            "start squares": sum(map(row["fox_first"].count, "fh")),
            "fox wins, moving first": row["fox_first"].count("f"),
            "fox wins, moving second": row["hounds_first"].count("f"),
            "placements": f"{row['placements']:,}",
            "seconds": round(row["elapsed"], 1),
            "MiB": row["peak_mib"],
        }
        for row in study_rows("hounds-words").values()
    ]
    return pd.DataFrame(rows).set_index("board")


def players_table(fuzz: float) -> pd.DataFrame:
    """Return how often each fox (rows) wins against hounds with some fuzz (columns)."""
    rows = study_rows("hounds-players")
    keys = [key.rsplit(" ", 2) for key in rows]
    frame = pd.DataFrame(keys, columns=["fox", "hounds", "fuzz"])
    frame["wins"] = [row["fox_wins"] for row in rows.values()]
    chosen = frame[frame["fuzz"] == str(fuzz)]
    order = list(dict.fromkeys(frame["fox"]))
    return chosen.pivot(index="fox", columns="hounds", values="wins").loc[order, order]


def played_out(fuzz: float, pairs: int = 200) -> pd.DataFrame:
    """Let some foxes play against the document's hounds, and compare with the table.

    Returns:
        For each fox the share of its games that it won, with a 95 % interval, and the
        exact chance.
    """
    hounds = Entrant("document's hounds", DocumentPlayer(fuzz))
    exact, rows = players_table(fuzz)["document"], []
    for name, player in FOXES.items():
        match = Match(name, FoxHounds(), Entrant(name, player), hounds)
        games = play_pairs(match, seed=1, pairs=range(pairs)).games
        won = games.loc[games["side_a"] == "fox", "winner"] == "fox"
        rate = proportion(won.sum(), len(won))
        rows.append({"fox": name, **rate._asdict(), "exact": exact[name]})
    return pd.DataFrame(rows).set_index("fox").round(4)
