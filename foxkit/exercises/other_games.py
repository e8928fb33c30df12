"""Hounds, hares, searches for several, p-values: answers that are functions."""

from functools import partial
from typing import Any

from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.exercises.answers_that_play import player_of_function, require_majority
from foxkit.exercises.sandbox import (
    call_readers_function,
    call_with_time_limit,
    number_returned,
)
from foxkit.exercises.table import TABLES, answer_parts
from foxkit.exercises.verdict import Wrong, require, require_number
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.players.standard import BySide, RandomPlayer


def check_own_hounds(answer: Any) -> str:
    """Check hounds that are to win most games against a fox without a plan."""
    sides = BySide((RandomPlayer(), player_of_function(answer)))
    less = "Even a fox that moves at random slips through most of the time."
    won = require_majority(FoxHounds(), sides, of="hounds_rate", less=less)
    return f"Your hounds win {won} against a fox that moves at random."


def _first_move(position: Position) -> list[str]:
    """A strategy that likes one move."""
    return [*position.moves][:1]


def _last_moves(position: Position) -> list[str]:
    """A strategy that likes two moves, where there are two."""
    return [*position.moves][-2:]


_LIKES_ONE, _LIKES_TWO = "the first move", "the last two moves"
_STRATEGIES = {_LIKES_ONE: _first_move, _LIKES_TWO: _last_moves}
_EARLY, _WON, _LOST = "../.F/../HH h", "../../FH/.H h", "F./H./../.H f"
_OVER = "There the game is over."
_CHOSEN = (
    "With p = 0 the hounds play a chosen move, each equally often, and the fox its best"
    " one."
)
_RANDOM = "With p = 1 the hounds play each legal move equally often."
_BOTH = (
    "It is right for p = 0 and for p = 1. Between them the two are mixed, and a random"
    " move may be a chosen one."
)
_WEIGHTS = (
    "That is the rule of the weights. Under the sentence a move is picked at random"
    " with the chance p, however many moves there are."
)
CHANCE_QUESTIONS: list[tuple[str, float, str, float, str, float | None]] = [
    (_WON, 0.5, _LIKES_ONE, 1.0, _OVER, None),
    (_LOST, 0.5, _LIKES_ONE, 0.0, _OVER, None),
    (_EARLY, 0.0, _LIKES_TWO, 0.9375, _CHOSEN, None),
    (_EARLY, 1.0, _LIKES_TWO, 0.958333, _RANDOM, None),
    (_EARLY, 0.3, _LIKES_ONE, 0.998612, _BOTH, 0.992478),
    (_EARLY, 0.3, _LIKES_TWO, 0.941781, _BOTH, 0.941835),
]
"""Questions to a chance on 4 x 4: the position, p, what the strategy likes, the right
answer, what to say to others, and the answer under the rule of the weights."""


def check_chance(answer: Any) -> str:
    """Check a function of (position, p, chosen): how often the best fox wins."""
    for text, p, likes, right, words, by_weights in CHANCE_QUESTIONS:
        place = Position.parse(FoxHounds(4, 4), text)
        given = number_returned(answer, place, p, _STRATEGIES[likes])
        if by_weights is not None and abs(given - by_weights) < 2e-6:
            raise Wrong(_WEIGHTS)
        require(
            abs(given - right) < 2e-6,
            f"From `{text}` with p = {p:g}, if the strategy likes {likes}, it returns"
            f" {given:.6g}, and the chance is {right:.6g}. {words}",
        )
    return "Right in every position: the same computation, under the other rule."


JUMP_QUESTIONS: list[tuple[str, str, str]] = [
    ("b1 b2 b3", "a2", "c2"),
    ("a2 c2 d2", "d1", "b3 d3"),
    ("b2 c1 c2", "b1", "b3 d1 d3"),
    ("b1 c2 d3", "b2", "d2"),
    ("c1 c3 d2", "c2", "e2"),
    ("b2 c3 d2", "b3", "b1 d3"),
    ("b2 c2 d2", "a2", ""),
    ("c2 d1 d3", "e2", ""),
]
"""Questions to the new rule: the hounds, the hare, and where it can jump to."""


def check_jumps(answer: Any) -> str:
    """Check a function of (the hounds' points, the hare's point)."""
    for hounds, hare, ends in JUMP_QUESTIONS:
        found = call_with_time_limit(answer, {*hounds.split()}, hare)
        require(
            isinstance(found, set | frozenset | list | tuple),
            "A set of points is asked for, such as `{'b3', 'd3'}`, and this is"
            f" `{quoted(found)}`.",
        )
        right = {*ends.split()}
        said = f"With hounds on {', '.join(hounds.split())} and the hare on {hare}"
        for end in found:
            require(
                end not in hounds.split(),
                f"{said}, a hound stands on {quoted(end)}: it is not empty.",
            )
            require(
                end in right,
                f"{said}, it cannot jump to {quoted(end)}: are there two lines that go"
                " straight on, with a hound between?",
            )
        missing = sorted(right - {*found})
        require(not missing, f"{said}, it can also jump to {', '.join(missing)}.")
    return "Right on every board. One more function of the rules, and it is a new game."


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


_STEPS = (
    "The smallest p-value is multiplied by the number of cells, the next one by one"
    " less, and so on."
)
_NOT_SMALLER = (
    "A corrected p-value is never smaller than that of a cell whose own p-value is"
    " smaller."
)
HOLM_QUESTIONS: list[tuple[list[float], list[float], str]] = [
    ([0.02], [0.02], "A cell that stands alone is not corrected."),
    ([0.01, 0.02], [0.02, 0.02], _STEPS),
    ([0.04, 0.01], [0.04, 0.02], "Return them in the order in which they came."),
    ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06], _NOT_SMALLER),
    ([0.6, 0.9, 0.001], [1.0, 1.0, 0.003], "No p-value is above 1."),
    ([0.03, 0.03, 0.5], [0.09, 0.09, 0.5], "Two cells may have the same p-value."),
]
"""Questions to a correction of p-values: those of a table, the right answer, and what
to say to others."""


def check_holm(answer: Any) -> str:
    """Check a function of a list of p-values: what Holm's method makes of them."""
    for given, right, words in HOLM_QUESTIONS:
        found = call_with_time_limit(answer, [*given])
        said = f"For `{given}` it returns `{quoted(found)}`"
        if not isinstance(found, list | tuple) or len(found) != len(given):
            raise Wrong(f"{said}. A list with a p-value for each cell is asked for.")
        each = [require_number(one, "Each corrected p-value") for one in found]
        bonferroni = [min(1.0, p * len(given)) for p in given]
        if right != bonferroni and _near(each, bonferroni):
            raise Wrong(
                f"{said}: each p-value times the number of cells. That is Bonferroni's"
                f" method, which is stricter. {_STEPS}"
            )
        require(_near(each, right), f"{said}, and `{right}` is right. {words}")
    return "Right: the more cells a table has, the more one of them must prove."


def _near(some: list[float], others: list[float]) -> bool:
    """Whether two lists of p-values are equal, up to rounding."""
    return all(abs(a - b) < 1e-9 for a, b in zip(some, others, strict=True))
