"""Cells that a reader writes on a page: run as in a notebook, the same checks there."""

from collections.abc import Callable
from typing import Any

from foxkit.exercises import building, small_games

SEARCHES: dict[str, Callable[[Any], str]] = {
    "build-1": building.ucb1,
    "build-2": building.mcts,
    "build-3": building.alphabeta,
    "build-4": building.retrograde,
    "build-5": small_games.max_n,
    "build-6": small_games.determinised,
}
"""The exercises in which a search is written; a page can check them, too."""
