"""Fox & Hounds, and searches for several players: answers that are functions."""

from functools import partial
from typing import Any

from foxkit.exercises.played import player_of_function, require_majority
from foxkit.exercises.sandbox import call_readers_function
from foxkit.exercises.table import TABLES, answer_parts
from foxkit.exercises.verdict import require
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.players.standard import BySide, RandomPlayer


def check_own_hounds(answer: Any) -> str:
    """Check hounds that are to win most games against a fox without a plan."""
    sides = BySide((RandomPlayer(), player_of_function(answer)))
    less = "Even a fox that moves at random slips through most of the time."
    won = require_majority(FoxHounds(), sides, of="hounds_rate", less=less)
    return f"Your hounds win {won} against a fox that moves at random."


def check_team_belief(answer: Any) -> str:
    """Check (a belief that A and C are a team, what they get left and right)."""
    asked = "a function", "what A and C get on the left", "on the right"
    belief, left, right = answer_parts(answer, *asked)
    readers_belief = partial(call_readers_function, belief)
    for seat, who in ((0, "A"), (2, "C")):
        same = readers_belief((5, 0, 1), seat) == readers_belief((1, 9, 5), seat)
        less = readers_belief((4, 9, 1), seat) < readers_belief((1, 0, 5), seat)
        words = f"At {who}'s node the sum of A's and C's scores should be large."
        require(same and less, words)
    selfish = readers_belief((9, 2, 9), 1) < readers_belief((0, 3, 0), 1)
    require(selfish, "At B's node B's own score should be large: mover is 1 there.")
    for part, given in zip(TABLES["sheep-2"].parts, (left, right), strict=True):
        part.require_right(given)
    return "To the team both sides are worth the same: A need not care where to go."
