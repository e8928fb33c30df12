"""Tables and pictures of the chapter on Wolves Eat Sheep, from its results."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pandas as pd

from foxkit.agents.wolves_heuristic import (
    AS_MEANT,
    SHEEP_WEIGHTS,
    WIN,
    WOLVES_WEIGHTS,
    Switches,
    facing_of,
    heuristic,
    terms_of,
)
from foxkit.agents.wolves_players import evaluation
from foxkit.lab.results import table
from foxkit.lab.studies import study_rows
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import squares
from foxkit.search.alphabeta_trace import trace
from foxkit.search.deepening import AlphaBeta
from foxkit.solvers.exact import Value
from foxkit.view.drawing import Drawing
from foxkit.view.percent import in_words
from foxkit.view.plots import canvas, cells, curve, errors, finish
from foxkit.view.record import Record
from foxkit.view.svg import board
from foxkit.view.theme import LIGHT
from foxkit.view.window_tree import WindowTree
from foxkit.view.wolves import words

COLOURS = {"W": "series-2", "D": "muted", "S": "series-1"}
"""Roles of the palette for the outcomes."""
SIDES = {"W": "wolves win", "D": "endless", "S": "sheep win"}


# -- the report's players ------------------------------------------------------------


def terms_board(
    position: Position, switches: Switches = AS_MEANT, title: str = ""
) -> Drawing:
    """Draw what the evaluations count: distances as heat, sheep to be eaten ringed."""
    state = position.state
    heat = dict.fromkeys(squares(state.sheep), 0.0)
    for sheep, wolf in product(heat, squares(state.wolves)):
        heat[sheep] += abs(int(sheep[0]) - int(wolf[0]))
        heat[sheep] += abs(int(sheep[1]) - int(wolf[1]))
    return board(
        position,
        heat=heat,
        marks=squares(facing_of(state, switches)),
        caption=title,
    )


def terms_table(position: Position, **switches: Switches) -> pd.DataFrame:
    """Return the terms and scores of a position, a column for each set of switches."""
    return pd.DataFrame(
        {
            name: {
                **terms_of(position.state, chosen)._asdict(),
                "score": evaluation(position.text, switches=chosen),
            }
            for name, chosen in switches.items()
        }
    )


def weights() -> pd.DataFrame:
    """Return the weights of the evaluations' terms for either player."""
    found = {"wolves": WOLVES_WEIGHTS._asdict(), "sheep": SHEEP_WEIGHTS._asdict()}
    return pd.DataFrame(found).rename_axis("term")


def thoughts(name: str) -> pd.DataFrame:
    """Return what the report's players think of an example, deviation by deviation."""
    columns = ["score", "best", "second", "visited", "pruned", "minimax"]
    rows = study_rows("wolves-report").items()
    own = {cell.split()[1]: row for cell, row in rows if cell.split()[0] == name}
    frame = pd.DataFrame.from_dict(own, orient="index")[columns]
    return frame.assign(best=frame["best"].map(" ".join)).rename_axis("switches on")


# -- in practice --------------------------------------------------------------------


_ENDINGS = {"wolves win": "W", "draw": "D", "sheep win": "S"}


def outcome_bars(bars: dict[str, tuple[str, str]], title: str) -> Drawing:
    """Draw how games end; `bars` gives each one's experiment and cell."""
    rows = pd.DataFrame({b: table(name).loc[c] for b, (name, c) in bars.items()}).T
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
            rows = groups[name]
            x, y = rows.loc[0, ["nodes", "estimate"]]
            axes.errorbar(x, y, yerr=errors(rows), fmt="D", color=LIGHT["published"])
            axes.annotate(name, (x, y), (8, 2), textcoords="offset points")
        axes.set(xscale="log", xlabel="positions (or simulations) a move")
        title = f"Decisions of the {side} that give something away"
        axes.set(ylim=(0, None), ylabel="share of decisions", title=title)
        axes.legend(loc="best")
        return finish(figure, title, in_words(groups, "nodes"))


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


def slice_table(generator: str = "rules") -> pd.DataFrame:
    """Return counts of 2 wolves' outcomes, who move, by the number of sheep."""
    rows = {}
    for cell, row in study_rows("wolves-slices").items():
        if cell.startswith(f"{generator} 2 "):
            side, total = row["wolves to move"], row["placements"]
            longest = {x: side["longest"].get(x, ["none"])[0] for x in "WS"}
            rows[int(cell.split()[2])] = {
                "placements": total,
                **{SIDES[x]: side[x] / total for x in "WDS"},
                "longest win of wolves": longest["W"],
                "longest win of sheep": longest["S"],
            }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("sheep").round(4)


def solving_cost() -> pd.DataFrame:
    """Return what the tables did cost, by generator and number of wolves."""
    rows = [
        {"slices": " ".join(cell.split()[:2]), **row["solved_in"]}
        for cell, row in study_rows("wolves-slices").items()
    ]
    costs = pd.DataFrame(rows).groupby("slices", sort=False)
    return costs.agg({"seconds": "sum", "peak_mib": "max"})


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


def value_grid(study: str, title: str) -> Drawing:
    """Draw the value of the start by placement of the wolves and number of sheep."""
    drawn, said = [], []
    for name, row in study_rows(study).items():
        values = {int(sheep): Value(*value) for sheep, value in row["sheep"].items()}
        place = name.replace("0", "·").replace("2", "W")
        for sheep, value in values.items():
            end = value.outcome
            text = f"{end} {value.plies}" if value.plies else "-"
            drawn.append({"x": sheep, "y": place, "kind": end, "text": text})
        parts = (f"{sheep} sheep: {words(value)}" for sheep, value in values.items())
        said.append(f"{name}: {', '.join(parts)}.")
    with canvas(7.0, 1.2 + 0.36 * len(said)) as (figure, axes):
        cells(axes, pd.DataFrame(drawn), COLOURS)
        axes.set(xlabel="sheep, row by row from the top", title=title)
        axes.set_ylabel("wolves on the last row")
        return finish(figure, title, " ".join(said))


# -- alpha-beta ----------------------------------------------------------------------


def window_tree(position: Position, depth: int) -> WindowTree:
    """Search without a table, as a textbook does; return the search taken apart."""
    state = position.state
    judge = heuristic(state, state.mover)
    search = AlphaBeta(position.game, state, judge, table=False, killers=False)
    return WindowTree(list(trace(search, depth)), WIN)


_MEANS: dict[str, dict[str, Any]] = {
    "windows": {"table": False, "killers": False},
    "and killers": {"table": False},
    "and a table": {},
}


def savings(position: Position, depths: Iterable[int]) -> pd.DataFrame:
    """Return how many positions a search visits, by depth and by its means."""
    state, rows = position.state, dict[int, dict[str, float]]()
    judge = heuristic(state, state.mover)
    for depth in depths:
        searches = {
            name: AlphaBeta(position.game, state, judge, **means)
            for name, means in _MEANS.items()
        }
        for search in searches.values():
            list(search.deepen(depth))
        last = searches["and a table"]
        whole = last.minimax_nodes(depth)
        rows[depth] = {"minimax": whole, **{n: s.nodes for n, s in searches.items()}}
        rows[depth] |= {"table hits": last.hits, "pruned": last.pruned}
        rows[depth]["share"] = last.nodes / whole
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("depth")
