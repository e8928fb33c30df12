"""Wolves Eat Sheep's default evaluation, and the terms that boards show."""

from typing import Any

from foxkit.games.wolves.evaluation import HeuristicBelowAWin, heuristic
from foxkit.games.wolves.rules import WOLVES
from foxkit.players.defaults import GameDefaults


def _evaluation(game: Any) -> HeuristicBelowAWin:
    """The report's heuristic of the wolves, kept below a win."""
    # The report scores a won game far above all else; a tree search with values in
    # [-1, 1] would not see the difference between other scores.
    return HeuristicBelowAWin(heuristic(game.start(), WOLVES, scale=6_000))


DEFAULTS = GameDefaults(_evaluation)
