"""Tables and pictures of the chapter on Fox & Hounds, from its studies."""

from collections.abc import Iterable
from itertools import islice
from math import log2

import ipywidgets as widgets
import pandas as pd
from matplotlib.patches import Rectangle

from foxkit.lab.published import claims
from foxkit.lab.studies import study_rows
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.position import Position
from foxkit.solvers import brute_force
from foxkit.solvers.fox_hounds_placements import placements
from foxkit.view.drawing import Drawing
from foxkit.view.plots import canvas, finish, win_rate_curve
from foxkit.view.svg import board, gallery
from foxkit.view.theme import LIGHT

Rounds = list[dict[Position, brute_force.Value]]


def study_table(name: str, *columns: str) -> pd.DataFrame:
    """Return a study as a table, all columns or some; its cells are the index."""
    frame = pd.DataFrame(study_rows(name).values()).set_index("cell")
    return frame[list(columns)] if columns else frame


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


def prediction(done: tuple[int, int], larger: tuple[int, int]) -> str:
    """Say what a larger board should cost, from the cost of one that was solved."""
    game, other = FoxHounds(*done), FoxHounds(*larger)
    sizes = [placements(g).total * g.k * (g.height - 1) for g in (game, other)]
    seconds = study_rows("hounds-boards")[f"{game.width} {game.height}"]
    expected = seconds["processor_seconds"] * sizes[1] / sizes[0]
    return (
        f"{other.width} x {other.height} has {sizes[1]:,} placements of all pieces, "
        f"{sizes[1] / sizes[0]:.0f} times as many as {game.width} x {game.height}: "
        f"expect about {expected:,.1f} processor seconds"
    )


def measured(width: int, height: int, study: str = "hounds-boards") -> str:
    """Say what a board did cost."""
    size = f"{width} {height}"
    rows = [row for key, row in study_rows(study).items() if key.startswith(size)]
    worked, elapsed = (
        sum(row[key] for row in rows) for key in ("processor_seconds", "elapsed")
    )
    return (
        f"{width} x {height} took {worked:,.1f} processor seconds, {elapsed:,.1f} by "
        f"the clock, and at most {max(row['peak_mib'] for row in rows):,} MiB"
    )


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


def _printed() -> pd.DataFrame:
    """Return the document's column of the fox at p = 1, 1/2, 1/4, ..."""
    prefix = "hounds-fuzz-fox-"
    found = {key: c for key, c in claims().items() if key.startswith(prefix)}
    rows = [(float(key.removeprefix(prefix)), c.number) for key, c in found.items()]
    return pd.DataFrame(
        [row for row in rows if _is_halving(row[0])], columns=["p", "estimate"]
    )


def fuzz_curves() -> Drawing:
    """Plot the fox's chance against the fuzz factor, by both readings."""
    names = {"weights": "weights, then divided", "words": "the document's words"}
    rows = [
        {"p": row["p"], "reading": name, "estimate": row["fox_from_initial"]}
        for key, name in names.items()
        for row in study_rows("hounds-fuzz")[key]["rows"].values()
        if _is_halving(row["p"])
    ]
    frame = pd.DataFrame(rows)
    frame["low"] = frame["high"] = frame["estimate"]
    return win_rate_curve(
        frame,
        "p",
        series="reading",
        published=_printed(),
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
        axes.set(xticks=sorted(widths), xlabel="width", title="Plies to the end")
        axes.set(yticks=sorted(heights), ylabel="height")
        axes.grid(False)
        axes.autoscale_view()
        won = [f"{r['width']} x {r['height']}" for r in rows if r["winner"] == "fox"]
        words = f"The fox wins on {', '.join(won)} only; the hounds on all others."
        return finish(figure, "Who wins, by width and height (blue: hounds)", words)


def rarity(cells: Iterable[str] = ()) -> Drawing:
    """Plot the share of all placements, fox to move, that the hounds win."""
    rows = study_rows("hounds-words")
    names = list(cells) or [key for key in rows if len({*key.split()}) == 1]
    shares = {n: rows[n]["won_by_hounds"] / rows[n]["placements"] for n in names}
    with canvas(6.0, 3.4) as (figure, axes):
        axes.semilogy(range(len(names)), list(shares.values()), marker="o")
        axes.set(xticks=range(len(names)), ylabel="share won by the hounds")
        axes.set_xticklabels([name.replace(" ", " x ") for name in names])
        words = ", ".join(f"{name}: {share:.2g}" for name, share in shares.items())
        return finish(figure, "How rare the hounds' wins are", words)


def players_table(fuzz: float) -> pd.DataFrame:
    """Return how often each fox (rows) wins against hounds with some fuzz (columns)."""
    rows = study_rows("hounds-players")
    keys = [key.rsplit(" ", 2) for key in rows]
    frame = pd.DataFrame(keys, columns=["fox", "hounds", "fuzz"])
    frame["wins"] = [row["fox_wins"] for row in rows.values()]
    chosen = frame[frame["fuzz"] == str(fuzz)]
    order = list(dict.fromkeys(frame["fox"]))
    return chosen.pivot(index="fox", columns="hounds", values="wins").loc[order, order]
