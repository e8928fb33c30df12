"""One sitting: what a reader has written so far, and how well it plays.

A reader's functions are found by their names among those of the notebook; where one is
not written yet, the worked one of `foxkit.exercises.solutions` is used.
"""

from collections.abc import Mapping
from functools import cache
from statistics import fmean
from time import process_time
from typing import Any

import pandas as pd

from foxkit.exercises import solutions
from foxkit.exercises.building import critical_positions, recorded_position
from foxkit.exercises.mistakes import MISTAKES, search_with_mistakes
from foxkit.exercises.questions import random_draws
from foxkit.exercises.sandbox import has_dots
from foxkit.lab.numbers import interval_in_words, percent
from foxkit.lab.stats import mean_score, put_estimate
from foxkit.solvers.exact import best_moves, regrets
from foxkit.view.drawing import Drawing
from foxkit.view.plots import dots
from foxkit.view.styled import StyledTable
from foxkit.view.tables import table

MANY = 100
"""The positions that a row is measured on."""
_SHOWN = "Idea", "Whose", "Positions a move", "Time (ms)", "Work beforehand", "Errors"


def yours(names: Mapping[str, Any], search: str) -> Any:
    """Return a reader's function, or ours while there are dots in it.

    Args:
        names: those of the notebook, `globals()`.
        search: its name, such as `mcts`.
    """
    found = names.get(search)
    code = getattr(found, "__code__", None)
    return found if code and not has_dots(code) else vars(solutions)[search]


def so_far(names: Mapping[str, Any], *searches: str) -> StyledTable:
    """Return a table of ideas: whose they are, positions, time, work and errors.

    The errors are the share of decisions in which the move gives the result away, with
    a 95 % interval. Where several moves look equally good it is the mean over them.
    """
    return table(pd.DataFrame(_rows(names, *searches)), {each: each for each in _SHOWN})


def errors(names: Mapping[str, Any], title: str) -> Drawing:
    """Return a picture of the errors of all ideas, with their 95 % intervals."""
    rows = pd.DataFrame(_rows(names, "mcts", "alphabeta", "retrograde"))
    looks: Any = {"even": None, "xlabel": "wrong decisions"}
    return dots(rows, "share", "Idea", title=title, **looks)


def _rows(names: Mapping[str, Any], *searches: str) -> list[dict[str, Any]]:
    """Return what each idea costs, and how often it is wrong, random moves first."""
    ucb1, mcts, alphabeta = (
        yours(names, each) for each in ("ucb1", "mcts", "alphabeta")
    )
    minimax = search_with_mistakes("alphabeta", MISTAKES["alphabeta, positions"][-1])
    ideas: dict[str, list[tuple[Any, ...]]] = {
        "mcts": [
            (f"tree search, {n} simulations", _tree, mcts, ucb1, n) for n in (30, 100)
        ],
        "alphabeta": [
            ("minimax, 4 plies", _plies, minimax, 4),
            *((f"alpha-beta, {n} plies", _plies, alphabeta, n) for n in (4, 6)),
        ],
        "retrograde": [("the whole game, backwards", _best)],
    }
    rows = [_row("a random move", _any)]
    return rows + [_row(*each) for search in searches for each in ideas[search]]


def _any(position: Any) -> list[str]:
    return [*position.moves]


def _tree(position: Any, mcts: Any, ucb1: Any, simulations: int) -> list[str]:
    return _largest(mcts(position, simulations, ucb1, random_draws(1)))


def _plies(position: Any, worth: Any, depth: int) -> list[str]:
    moves = position.moves
    return _largest({move: -worth(position.play(move), depth - 1) for move in moves})


def _best(position: Any) -> list[str]:
    return best_moves(position)[:1]


def _largest(numbers: Mapping[str, float]) -> list[str]:
    return [move for move in numbers if numbers[move] == max(numbers.values())]


@cache
def _row(idea: str, choose: Any, *settings: Any) -> dict[str, Any]:
    """Return what a way to choose moves costs, and how often it is wrong."""
    places = [recorded_position(place.text) for place in critical_positions(MANY)]
    choose(
        recorded_position(critical_positions(MANY)[0].text), *settings
    )  # loads what it needs
    begun = process_time()
    chosen = [choose(place, *settings) for place in places]
    milliseconds = 1_000 * (process_time() - begun) / MANY
    lost = [
        fmean(regrets(place)[move] for move in moves)
        for place, moves in zip(critical_positions(MANY), chosen, strict=True)
    ]
    wrong = mean_score(lost)
    drawn: dict[str, Any] = {"share": wrong.estimate}
    said = percent(wrong.estimate)
    if choose is not _best:  # exact values need no interval
        put_estimate(drawn, "share", wrong)
        said = interval_in_words(wrong.estimate, wrong.low, wrong.high)
    own = settings and not str(settings[0].__module__).startswith("foxkit.")
    return drawn | {
        "Idea": idea,
        "Whose": "yours" if own else "" if choose is _any else "ours",
        "Positions a move": f"{sum(len(each.played) for each in places) / MANY:,.0f}",
        "Time (ms)": f"{milliseconds:.1f}",
        "Work beforehand": "all positions, once" if choose is _best else "none",
        "Errors": said,
    }
