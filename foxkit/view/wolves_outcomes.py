"""Who wins Wolves Eat Sheep in practice, and who throws the exact value away."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from foxkit.lab.results import table
from foxkit.lab.studies import study_rows
from foxkit.view.drawing import Drawing
from foxkit.view.plots import canvas, curve, finish
from foxkit.view.theme import LIGHT
from foxkit.view.wolves_story import COLOURS, SIDES

_ENDINGS = {"wolves win": "W", "draw": "D", "sheep win": "S"}


def _bar(axes: Axes, place: int, row: pd.Series) -> None:
    """Draw how the games of a cell ended, and the intervals of the outer shares."""
    left = 0.0
    for column, letter in _ENDINGS.items():
        colour = LIGHT[COLOURS[letter]]
        axes.barh(place, row[column], left=left, color=colour, alpha=0.6)
        left += row[column]
    for column, origin in (("wolves win", 0.0), ("sheep win", 1.0)):
        ends = [abs(origin - row[f"{column}_{end}"]) for end in ("low", "high")]
        axes.plot(ends, [place] * 2, color=LIGHT["ink"], linewidth=1.2)


def outcome_bars(cells: dict[str, tuple[str, str]], title: str) -> Drawing:
    """Draw how games end; `cells` gives each bar's experiment and cell."""
    tables = {name: table(name) for name, _ in cells.values()}
    rows = {bar: tables[name].loc[cell] for bar, (name, cell) in cells.items()}
    with canvas(7.0, 1.3 + 0.34 * len(rows)) as (figure, axes):
        for place, row in enumerate(rows.values()):
            _bar(axes, -place, row)
        axes.set_yticks([-i for i in range(len(rows))], list(rows))
        axes.set(xlim=(0, 1), title=title, xlabel="share of games, 95 % intervals")
        bars: Any = axes.containers[:3]
        figure.legend(bars, list(SIDES.values()), ncols=3, loc="outside lower center")
        said = (_shares(bar, row) for bar, row in rows.items())
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
            estimate, low, high = own["errors"][:3]
            rates = {"estimate": estimate, "low": low, "high": high}
            rows.append(
                {"agent": name, "nodes": own["nodes"], **rates, "lost": own["lost"][0]}
            )
    return pd.DataFrame(rows)


_FAMILIES = {
    "depth": "alpha-beta, by depth",
    "MCTS": "MCTS, the evaluation at once",
    "playouts": "MCTS, random playouts",
}
_POINTS = ("random", "printed", "meant")


def regret_curve(side: str) -> Drawing:
    """Draw how often agents give part of the exact value away, against their nodes."""
    said = []
    with canvas(7.0, 4.2) as (figure, axes):
        for index, (kind, label) in enumerate(_FAMILIES.items()):
            rows = regret_table(kind, side)
            curve(axes, rows, "nodes", label, index)
            said += [_errors(row) for row in rows.to_dict("records")]
        for name in _POINTS:
            row = regret_table(name, side).iloc[0]
            reach = [[row["estimate"] - row["low"]], [row["high"] - row["estimate"]]]
            colour = LIGHT["published"]
            axes.errorbar(
                row["nodes"], row["estimate"], yerr=reach, fmt="D", color=colour
            )
            axes.annotate(f"  {name}", (row["nodes"], row["estimate"]))
            said.append(_errors(row.to_dict()))
        axes.set(xscale="log", xlabel="positions (or simulations) a move")
        title = f"Decisions of the {side} that give something away"
        axes.set(ylim=(0, None), ylabel="share of decisions", title=title)
        axes.legend(loc="best")
        return finish(figure, title, " ".join(said))


def _errors(row: dict[str, Any]) -> str:
    return (
        f"{row['agent']}: {row['nodes']:,.0f} positions, {row['estimate']:.1%} "
        f"({row['low']:.1%} to {row['high']:.1%})."
    )
