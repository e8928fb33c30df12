"""The two evaluations of the Wolves Eats Sheep report, as printed and as meant.

Source: sections 1.3 to 1.9 and 2.2 of the report. An evaluation looks at a state (cur)
and at the root of the search (org), both for one player:

    wolves    500 killed +  20 shortened + 300 facing
    sheep  -20000 killed - 100 shortened - 1 facing + 800 ways + 4000 trapped

    killed      sheep eaten since the root
    shortened   D(org) - D(cur), D being all distances from sheep to wolves, summed
    facing      sheep across one empty square from a wolf: they can be eaten (cur)
    ways        blocked sides of wolves that can still move, cur - org
    trapped     wolves that cannot move, cur - org

A finished game scores 100,000 for its winner; as a payoff that is 1, so the search sees
all scores divided by 100,000.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.core.former import refuses_former_names
from foxkit.core.game import evaluate
from foxkit.core.generic import compared_by_class
from foxkit.games.wolves.rules import (
    BOARD,
    WOLVES,
    SquareSet,
    Wolves,
    WolvesState,
    neighbours,
    step_left,
    step_right,
)

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"facing_of": "sheep_facing_a_piece", "BoundedHeuristic": "HeuristicBelowAWin"},
    )

WIN = 100_000
"""The score of a finished game for its winner (section 2.2)."""
DEPTHS = (4, 3)
"""Plies that the wolves and the sheep look ahead (section 2.1.2)."""
TERMS = ("killed", "shortened", "facing", "ways", "trapped")
WEIGHTS = ((500, 20, 300, 0, 0), (-20_000, -100, -1, 800, 4_000))
"""What a unit of each term is worth to the wolves (section 1.8), to the sheep (1.7)."""


class ReportBugs(NamedTuple):
    """The differences between the report's program and its words; each is on or off.

    By the `running_total`, blocked sides are added up over the wolves, and a wolf is
    taken for trapped where the total so far is 4 (1.5).
    """

    turn_bug: bool = (
        False  # in the search all turns but the first are the wolves' (1.2)
    )
    dropped_step: bool = (
        False  # wolves never step towards a sheep they could eat (1.10)
    )
    facing_sheep: bool = False  # a sheep facing another *sheep* counts as facing (1.6)
    running_total: bool = False
    two_wolves: bool = False  # only the first and last in reading order are looked at
    pair_ends: bool = False  # the first and any other one trapped: sheep win (1.12)


AS_MEANT = ReportBugs()
AS_PRINTED = ReportBugs(*[True] * 6)


class Terms(NamedTuple):
    """The numbers that the evaluations count in a single state."""

    sheep: int  # how many there are
    distance: int  # D
    facing: int  # sheep that can be eaten
    ways: int  # blocked sides of wolves that can move
    trapped: int  # wolves that cannot


@compared_by_class
class WolvesHeuristic(NamedTuple):
    """An evaluation for one player: a sum of `Terms`, made by `heuristic`."""

    player: int  # WOLVES (0) or SHEEP (1)
    scale: int  # the score that counts as a won game
    bugs: ReportBugs
    base: int  # what the root adds
    weights: Terms  # the score of a unit of each


def _manhattan_distance(a: int, b: int) -> int:
    """The number of steps between two squares, without diagonals."""
    return abs(a // 5 - b // 5) + abs(a % 5 - b % 5)


_SQUARES_BY_DISTANCE_BIT = np.array(
    [
        [
            sum((_manhattan_distance(a, b) >> bit & 1) << b for b in range(25))
            for bit in range(4)
        ]
        for a in range(25)
    ],
    np.int64,
)
"""For each square the sets of squares whose distance has the bits 1, 2, 4 and 8."""


@compiled_inline
def sheep_facing_a_piece(state: WolvesState, bugs: ReportBugs = AS_MEANT) -> SquareSet:
    """The sheep that see a wolf (or a sheep) across one empty square, a set."""
    others = state.sheep if bugs.facing_sheep else state.wolves
    empty = BOARD & ~(state.wolves | state.sheep)
    seen = ((others << 5 & empty) << 5) | ((others >> 5 & empty) >> 5)
    seen |= step_right(step_right(others) & empty) | step_left(
        step_left(others) & empty
    )
    return state.sheep & seen


@compiled_inline
def terms_of(state: WolvesState, bugs: ReportBugs = AS_MEANT) -> Terms:
    """The `Terms` of a state."""
    wolves, sheep = state.wolves, state.sheep
    empty = BOARD & ~(wolves | sheep)
    facing = popcount(sheep_facing_a_piece(state, bugs))
    distance, ways, trapped, rest = 0, 0, 0, wolves
    while rest:
        wolf = rest & -rest
        rest ^= wolf
        if bugs.two_wolves and rest and wolf != wolves & -wolves:
            continue
        for digit in range(4):
            distance += (
                popcount(sheep & int(_SQUARES_BY_DISTANCE_BIT[ctz(wolf), digit]))
                << digit
            )
        blocked = 4 - popcount(neighbours(wolf) & empty)
        if blocked + (ways if bugs.running_total else 0) == 4:
            trapped += 1
            ways = 0 if bugs.running_total else ways
        else:
            ways += blocked
    return Terms(popcount(sheep), distance, facing, ways, trapped)


@evaluate.register
def _evaluate(
    heuristic: WolvesHeuristic, game: Wolves, state: WolvesState
) -> tuple[float, float]:
    """The score, scaled so that a win is 1, for the wolves and, negated, the sheep."""
    terms, score = terms_of(state, heuristic.bugs), heuristic.base
    for i in range(len(terms)):
        score += heuristic.weights[i] * terms[i]
    value = score * (1.0 / heuristic.scale)
    return (value, -value) if heuristic.player == WOLVES else (-value, value)


@compared_by_class
class HeuristicBelowAWin(NamedTuple):
    """An evaluation by which no position of three wolves or more is worth a win.

    The report's two wolves keep their values, by which stored games were played: they
    pass that of a win, by 3 % at most, where three sheep are left.
    """

    heuristic: WolvesHeuristic


_LARGEST_VALUE = 1.0 - 1e-6


@evaluate.register
def _evaluate_bounded(
    evaluation: HeuristicBelowAWin, game: Wolves, state: WolvesState
) -> tuple[float, float]:
    """The inner evaluation, kept below a win while three wolves are left."""
    value = evaluate(evaluation.heuristic, game, state)[WOLVES]
    if popcount(state.wolves) > 2:
        value = min(max(value, -_LARGEST_VALUE), _LARGEST_VALUE)
    return value, -value


def heuristic(
    root: WolvesState,
    player: int,
    bugs: ReportBugs = AS_MEANT,
    without: Collection[str] = (),
    scale: int = WIN,
) -> WolvesHeuristic:
    """The evaluation of a player (WOLVES or SHEEP) for searches from a root.

    `without` names `TERMS` to leave out; ValueError for one that does not exist.
    """
    if unknown := set(without) - set(TERMS):
        raise ValueError(f"no term {min(unknown)!r}; there are {', '.join(TERMS)}")
    org = terms_of(root, bugs)
    pairs = zip(TERMS, WEIGHTS[player], strict=True)
    kept_weights = [0 if term in without else weight for term, weight in pairs]
    weights = Terms(-kept_weights[0], -kept_weights[1], *kept_weights[2:])
    since_root = weights._replace(facing=0)
    base = -sum(a * b for a, b in zip(since_root, org, strict=True))
    return WolvesHeuristic(player, scale, bugs, base, weights)
