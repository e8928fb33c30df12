"""Tables and pictures of the chapter on Wolves Eat Sheep, from its results."""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from foxkit.agents.wolves_heuristic import (
    AS_MEANT,
    Switches,
    facing_of,
    terms_of,
)
from foxkit.agents.wolves_players import evaluation
from foxkit.lab.results import table
from foxkit.lab.studies import study_rows
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import squares
from foxkit.solvers.wolves_tables import Value
from foxkit.view.drawing import Drawing
from foxkit.view.plots import canvas, curve, finish
from foxkit.view.record import Record
from foxkit.view.svg import board
from foxkit.view.theme import LIGHT
from foxkit.view.wolves import words

_COLOURS = {"W": "series-2", "D": "muted", "S": "series-1"}
_SIDES = {"W": "wolves win", "D": "endless", "S": "sheep win"}
_BELOW: Any = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.25)}


# -- the report's players ------------------------------------------------------------


def _distance(sheep: str, wolves: Iterable[str]) -> int:
    """Return the steps from a square to all wolves."""
    return sum(abs(int(sheep[i]) - int(wolf[i])) for wolf in wolves for i in (0, 1))


def terms_board(
    position: Position, switches: Switches = AS_MEANT, title: str = ""
) -> Drawing:
    """Draw what the evaluations count: distances as heat, sheep to be eaten ringed.

    A sheep's number is its distance from all wolves; the caption has the sums.
    """
    state, game = position.state, position.game
    flock, pack = squares(state.sheep), squares(state.wolves)
    ringed = squares(facing_of(state, switches))
    found = terms_of(state, switches)
    said = ", ".join(f"{name} {n}" for name, n in found._asdict().items())
    score = evaluation(position.text, switches=switches)
    return board(
        Position(game, state),
        heat={sheep: float(_distance(sheep, pack)) for sheep in flock},
        marks=ringed,
        caption=f"{title}{': ' if title else ''}{said}; score {score:,}",
    )


def thoughts(name: str) -> pd.DataFrame:
    """Return what the report's players think of an example, deviation by deviation."""
    rows = study_rows("wolves-report")
    own = {key.split()[1]: row for key, row in rows.items() if key.split()[0] == name}
    columns = ("score", "best", "second", "visited", "pruned", "minimax")
    frame = pd.DataFrame({key: [row[c] for c in columns] for key, row in own.items()})
    frame = frame.T.set_axis(columns, axis=1)
    frame["best"] = frame["best"].map(" ".join)
    return frame.rename_axis("switches on")


# -- the exact answers ---------------------------------------------------------------


def first_moves() -> pd.DataFrame:
    """Return the value of the start and of each first move, by generator."""
    found = {}
    for generator, row in study_rows("wolves-solution").items():
        step = row["steps"][0]
        values = {"the start": step["value"], **step["after"]}
        found[generator] = {move: words(Value(*v)) for move, v in values.items()}
    return pd.DataFrame(found).fillna("no such move")


def best_play(generator: str = "rules") -> Record:
    """Return the principal variation as a game, with the exact values as notes."""
    row = study_rows("wolves-solution")[generator]
    start = Position.start(game_named("wolves", generator))
    notes = {number: _note(step) for number, step in enumerate(row["steps"])}
    title = f"Best play of both sides by the generator {generator!r}"
    return Record(start, tuple(row["line"]), notes, title)


def _note(step: dict[str, Any]) -> str:
    """Say what a position is worth, and how many moves keep that."""
    value, after = Value(*step["value"]), step["after"].values()
    good = sum(Value(*v) == (value.outcome, (value.plies or 1) - 1) for v in after)
    same = sum(v[0] == value.outcome for v in after)
    kept = "keep the win" if value.outcome.lower() == step["position"][-1] else "lose"
    return (
        f"The {words(value)} plies. Of {len(after)} moves {same} {kept}, "
        f"{good} as {'fast' if kept != 'lose' else 'slowly'} as can be."
    )


def slice_table(generator: str = "rules", wolves: int = 2) -> pd.DataFrame:
    """Return counts of the outcomes, wolves to move, by the number of sheep."""
    rows = {}
    for cell, row in study_rows("wolves-slices").items():
        name, pack, flock = cell.split()
        if (name, int(pack)) == (generator, wolves):
            side = row["wolves to move"]
            longest = {x: side["longest"].get(x, [None])[0] for x in "WS"}
            rows[int(flock)] = {
                "placements": row["placements"],
                **{_SIDES[x]: side[x] / row["placements"] for x in "WDS"},
                "longest win of wolves": longest["W"],
                "longest win of sheep": longest["S"],
            }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("sheep").round(4)


def longest_win(generator: str, side: str, winner: str) -> tuple[int, str]:
    """Return the plies of the longest win of 2 wolves ("W") or 3 to 10 sheep ("S").

    `side` is who moves first, "wolves" or "sheep"; the second part is a position.
    """
    found = [
        row[f"{side} to move"]["longest"].get(winner, [0, ""])
        for cell, row in study_rows("wolves-slices").items()
        if cell.split()[:2] == [generator, "2"] and int(cell.split()[2]) <= 10
    ]
    plies, text = max(found)
    return plies, text


def _cell(axes: Any, x: int, y: int, value: Sequence[Any]) -> None:
    outcome, plies = value
    corner = (x - 0.47, y - 0.45)
    colour = LIGHT[_COLOURS[outcome]]
    axes.add_patch(Rectangle(corner, 0.94, 0.9, color=colour, alpha=0.35))
    axes.text(x, y, plies or "-", ha="center", va="center")


def value_grid(study: str, title: str) -> Drawing:
    """Draw the value of the start by placement of the wolves and number of sheep."""
    rows, said = study_rows(study), []
    with canvas(7.0, 1.2 + 0.36 * len(rows)) as (figure, axes):
        for place, (name, row) in enumerate(rows.items()):
            values = {int(k): v for k, v in row["sheep"].items()}
            for sheep, value in values.items():
                _cell(axes, sheep, -place, value)
            parts = (f"{k} sheep: {words(Value(*v))}" for k, v in values.items())
            said.append(f"{name}: {', '.join(parts)}.")
        drawn = [name.replace("0", "·").replace("2", "W") for name in rows]
        axes.set_yticks([-i for i in range(len(rows))], drawn)
        axes.set_xticks(sorted(values))
        axes.set(xlabel="sheep, row by row from the top", title=title)
        axes.set_ylabel("wolves on the last row")
        axes.grid(False)
        axes.autoscale_view()
        return finish(figure, title, " ".join(said))


# -- who wins in practice ------------------------------------------------------------


_ENDINGS = {"wolves win": "W", "draw": "D", "sheep win": "S"}


def _bar(axes: Axes, place: int, row: pd.Series) -> None:
    """Draw how the games of a cell ended, and the intervals of the outer shares."""
    left = 0.0
    for column, letter in _ENDINGS.items():
        colour = LIGHT[_COLOURS[letter]]
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
        axes.legend(axes.containers[:3], _SIDES.values(), ncols=3, **_BELOW)
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
