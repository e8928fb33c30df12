"""Who wins Wolves Eat Sheep in practice, and who throws the exact value away."""

from typing import Any

import pandas as pd

from foxkit.lab.results import table
from foxkit.lab.studies import study_rows
from foxkit.view.drawing import Drawing
from foxkit.view.plots import canvas, curve, errors, finish, in_words
from foxkit.view.theme import LIGHT
from foxkit.view.wolves_story import COLOURS, SIDES

_ENDINGS = {"wolves win": "W", "draw": "D", "sheep win": "S"}


def outcome_bars(cells: dict[str, tuple[str, str]], title: str) -> Drawing:
    """Draw how games end; `cells` gives each bar's experiment and cell."""
    rows = pd.DataFrame({b: table(name).loc[c] for b, (name, c) in cells.items()}).T
    places, left = range(0, -len(rows), -1), 0.0
    with canvas(7.0, 1.3 + 0.34 * len(rows)) as (figure, axes):
        for column, end in _ENDINGS.items():
            looks: Any = {"color": LIGHT[COLOURS[end]], "alpha": 0.6}
            axes.barh(places, rows[column], left=left, label=SIDES[end], **looks)
            left = left + rows[column]
        for column, origin in (("wolves win", 0.0), ("sheep win", 1.0)):
            ends = [abs(origin - rows[f"{column}_{end}"]) for end in ("low", "high")]
            axes.hlines(places, *ends, color=LIGHT["ink"], linewidth=1.2)
        axes.set_yticks(places, list(rows.index))
        axes.set(xlim=(0, 1), title=title, xlabel="share of games, 95 % intervals")
        figure.legend(ncols=3, loc="outside lower center")
        said = (_shares(str(bar), row) for bar, row in rows.iterrows())
        return finish(figure, title, " ".join(said))


def _shares(bar: str, row: pd.Series) -> str:
    parts = (
        f"{column} {row[column]:.1%} ({row[f'{column}_low']:.1%} to "
        f"{row[f'{column}_high']:.1%})"
        for column in _ENDINGS
    )
    return f"{bar}: {', '.join(parts)}."


def regret_table(kind: str, side: str) -> pd.DataFrame:
    """Return the regret of agents whose names begin alike: nodes, errors, lost."""
    rows = []
    for name, row in study_rows("wolves-regret").items():
        if name.startswith(kind):
            own = row[side]
            rows.append((name, own["nodes"], *own["errors"][:3], own["lost"][0]))
    names = ["agent", "nodes", "estimate", "low", "high", "lost"]
    return pd.DataFrame(rows, columns=names).round({"nodes": 0})


_FAMILIES = {
    "depth": "alpha-beta, by depth",
    "MCTS": "MCTS, the evaluation at once",
    "playouts": "MCTS, random playouts",
}
_POINTS = ("random", "printed", "meant")


def regret_curve(side: str) -> Drawing:
    """Draw how often agents give part of the exact value away, against their nodes."""
    names = {**_FAMILIES, **{name: name for name in _POINTS}}
    groups = {name: regret_table(kind, side) for kind, name in names.items()}
    with canvas(7.0, 4.2) as (figure, axes):
        for name in _FAMILIES.values():
            curve(axes, groups[name], "nodes", name)
        for name in _POINTS:
            (x, y), bars = (
                groups[name].loc[0, ["nodes", "estimate"]],
                errors(groups[name]),
            )
            axes.errorbar(x, y, yerr=bars, fmt="D", color=LIGHT["published"])
            axes.annotate(name, (x, y), (8, 2), textcoords="offset points")
        axes.set(xscale="log", xlabel="positions (or simulations) a move")
        title = f"Decisions of the {side} that give something away"
        axes.set(ylim=(0, None), ylabel="share of decisions", title=title)
        axes.legend(loc="best")
        return finish(figure, title, in_words(groups, "nodes"))
