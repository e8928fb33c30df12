"""The exercise in which one solves a board backwards, from its ends.

a corner of Hare and Hounds   every position is decided, in so many plies
the same, nobody counting     play may go round for ever: some are draws
"""

from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

from foxkit.exercises import blackboard
from foxkit.exercises.table import Wrong, require
from foxkit.exercises.watching import SLIPS, Timed, asked, slip
from foxkit.rules.hare_hounds import HareHounds
from foxkit.rules.position import Position
from foxkit.solvers.whole import explore, solve

CORNER = HareHounds(stall_limit=2), "....hhh..r. h 0"
"""A position from which play can reach 313."""


@dataclass(frozen=True)
class Patient(Timed):
    """A position in which nobody counts the moves of the hounds: play may go round."""

    def play(self, move: str) -> "Patient":
        """Return the position after a move."""
        after = super().play(move)
        return Patient(after.game, after.state._replace(stalled=0))


@cache
def patient() -> list[Position]:
    """Return all that play can reach from the corner where nobody counts."""
    root = Position.parse(*CORNER)
    found: list[Position] = [Patient(root.game, root.state)]
    for each in found:
        found += {each.play(move): None for move in each.moves}.keys() - {*found}
    return found


def retrograde(answer: Any) -> str:
    """Check a function of (positions, rounds)."""
    game, text = CORNER
    root = Position.parse(game, text)
    kind = type(root.state)
    endless, decided = patient(), blackboard.retrograde(patient())
    board: list[Position]
    board = [Timed(game, kind(*each)) for each in explore(game, root.state).number]
    solution, questions = solve(game, root.state), [(board, 1), (board, inf)]
    given = [_table_of(answer, *question) for question in questions]
    known = slip("retrograde", blackboard.retrograde, questions, given)
    for (_, rounds), found in zip(questions, given, strict=True):
        right: blackboard.Decided = {}
        for each in board:
            value = solution.value(each.state)
            (winner,) = (who for who in game.PLAYERS if value.won_by(who))
            if (value.plies or 0) <= rounds:
                right[each] = winner, value.plies or 0
        when = "After one round" if rounds == 1 else "After all rounds"
        _require_table(found, right, board, when, known)
    found = _table_of(answer, endless, inf)
    _require_table(found, decided, endless, "Where nobody counts stalled moves")
    return (
        f"All {len(board)} positions are as the solver has them, round by round; and"
        f" where play may go round for ever, {len(endless) - len(decided)} of"
        f" {len(endless)} are draws, which no round decides."
    )


def _table_of(answer: Any, board: list[Position], rounds: float) -> dict[Any, Any]:
    """Return what a reader's function says of a board, which it leaves as it is."""
    handed = [*board]
    found = asked(answer, handed, rounds)
    require(handed == board, "It changes the list that it is given.")
    words = f"It is to return a dictionary, and returns a {type(found).__name__}."
    require(isinstance(found, dict), words)
    return dict(found)


def _require_table(
    found: dict[Any, Any],
    right: blackboard.Decided,
    board: list[Position],
    when: str,
    known: str = "",
) -> None:
    """Raise `Wrong` unless a board is decided as it should be, and no more of it."""
    wrong = [each for each in board if found.get(each) != right.get(each)]
    if not wrong:
        return
    said = f"{when}, `{wrong[0].text}` is {_decided(found.get(wrong[0]))}, and should"
    words = f"{said} be {_decided(right.get(wrong[0]))}."
    if not any(each in right for each in wrong):
        words = f"{words} {SLIPS['retrograde, draws']['lost']}"
    raise Wrong(known or words)


def _decided(value: Any) -> str:
    return "not decided" if value is None else str(value)
