"""One sitting: what a reader has written so far, and how well it plays.

A reader's functions are found by their names among those of the notebook; where one is
not written yet, that of `blackboard` stands in.
"""

from collections.abc import Callable, Mapping
from functools import cache
from statistics import fmean
from time import process_time
from typing import Any

import pandas as pd

from foxkit.exercises import blackboard
from foxkit.exercises.building import decisions
from foxkit.exercises.watching import Watch, has_dots
from foxkit.solvers.exact import best_moves, regrets
from foxkit.view.numbers import percent
from foxkit.view.tables import StyledTable, table

COLUMNS = {
    "idea": "Idea",
    "whose": "Whose",
    "positions": "Positions a move",
    "milliseconds": "Time (ms)",
    "regret": "Regret",
}
MANY = 30
"""The positions that a row is measured on."""
Choice = Callable[[Any], str]
"""From a position to a move."""


def yours(names: Mapping[str, Any], search: str) -> Any:
    """Return a reader's function, or ours while there are dots in it.

    Args:
        names: those of the notebook, `globals()`.
        search: its name, such as `mcts`.
    """
    found = names.get(search)
    code = getattr(found, "__code__", None)
    return found if code and not has_dots(code) else vars(blackboard)[search]


def so_far(names: Mapping[str, Any], *searches: str) -> StyledTable:
    """Return a table of ideas: whose they are, positions, time and regret a move.

    Regret is the share of decisions in which the move gives the result away.
    """
    kept = {name: yours(names, name) for name in ("ucb1", "mcts", "alphabeta")}
    rows = [_row("a random move", None)]
    for search in searches:
        whose = kept.get(search, best_moves)
        is_ours = f"{whose.__module__}".startswith("foxkit.")
        for idea, choose in _ideas(search, kept["ucb1"], whose):
            rows.append({**_row(idea, choose), "whose": "ours" if is_ours else "yours"})
    return table(pd.DataFrame(rows), COLUMNS)


@cache
def _ideas(search: str, ucb1: Any, function: Any) -> list[tuple[str, Choice]]:
    """Return the rows of a search: what it is called, and how it chooses."""
    if search == "mcts":
        sizes = (30, 100)
        return [
            (f"tree search, {n} simulations", _tree(function, ucb1, n)) for n in sizes
        ]
    if search == "alphabeta":
        return [
            ("minimax, 4 plies", _plies(_minimax, 4)),
            *((f"alpha-beta, {n} plies", _plies(function, n)) for n in (4, 6)),
        ]
    return [("the whole game, backwards", lambda position: best_moves(position)[0])]


def _tree(mcts: Any, ucb1: Any, simulations: int) -> Choice:
    def choose(position: Any) -> str:
        visits = mcts(position, simulations, ucb1, blackboard.draws(1))
        return max(visits, key=visits.__getitem__)

    return choose


def _minimax(position: Any, depth: int) -> float:
    return blackboard.alphabeta(position, depth, slip="plain")


def _plies(worth: Any, depth: int) -> Choice:
    def choose(position: Any) -> str:
        after = {
            move: -worth(position.play(move), depth - 1) for move in position.moves
        }
        return max(after, key=after.__getitem__)

    return choose


@cache
def _row(idea: str, choose: Choice | None) -> dict[str, Any]:
    """Return what a way to choose moves costs, and how often it is wrong."""
    places = decisions(MANY)
    wrong, watch = [regrets(place) for place in places], Watch()
    begun = process_time()
    moves = [choose(watch.over(place)) for place in places] if choose else []
    milliseconds = 1_000 * (process_time() - begun) / MANY
    costs = {
        "positions": f"{len(watch.lines) / MANY:,.0f}",
        "milliseconds": f"{milliseconds:.1f}",
    }
    lost = [each[move] for each, move in zip(wrong, moves, strict=False)]
    by_chance = (fmean(each.values()) for each in wrong)
    return {
        "idea": idea,
        "whose": "",
        **costs,
        "regret": percent(fmean(lost or by_chance)),
    }
