"""Battle Sheep: a team's belief."""

from typing import Any

from foxkit.exercises.played import returned
from foxkit.exercises.table import TABLES, parts, require


def team(answer: Any) -> str:
    """Check (a belief that A and C are a team, what they get left and right)."""
    asked = "a function", "what A and C get on the left", "on the right"
    belief, left, right = parts(answer, *asked)
    for mover, who in ((0, "A"), (2, "C")):
        same = returned(belief, (5, 0, 1), mover) == returned(belief, (1, 9, 5), mover)
        less = returned(belief, (4, 9, 1), mover) < returned(belief, (1, 0, 5), mover)
        words = f"At {who}'s node the sum of A's and C's scores should be large."
        require(same and less, words)
    selfish = returned(belief, (9, 2, 9), 1) < returned(belief, (0, 3, 0), 1)
    require(selfish, "At B's node B's own score should be large: mover is 1 there.")
    for part, given in zip(TABLES["sheep-2"].parts, (left, right), strict=True):
        part.hold(given)
    return "To the team both sides are worth the same: A need not care where to go."
