"""Exercises in which one writes a search for Hare and Hounds, and their checks.

A check puts the questions of `QUESTIONS` to the reader's function. A wrong answer is
explained by the usual mistake that gives the same answers, see
`foxkit.exercises.questions`. Nothing here knows how a search is written.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import count
from math import inf
from typing import TYPE_CHECKING, Any

from foxkit.core.elementary import log
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.exercises.questions import (
    AskQuestions,
    answer_as_json_data,
    answer_key,
    ask_with_arguments,
    random_draws,
    require_right_answers,
)
from foxkit.exercises.sandbox import (
    RecordedPosition,
    call_with_time_limit,
    number_returned,
    require_dictionary,
)
from foxkit.exercises.verdict import Wrong, require
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.search import reference
from foxkit.search.mcts import ucb1 as terms
from foxkit.solvers.exact import regrets

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "decisions": "critical_positions",
        },
    )

POSITION_TEXTS = (
    "hh.h......r h 0",  # the start
    ".h..h..rh.. r 0",  # the hare wins in 3
    "..h....hrh. h 0",  # the hounds win in 3
    ".h.hr..h... h 0",  # the hounds win in 1
    "hh.h......r h 9",  # a move up or down wins for the hare
    ".h.h..h.r.. r 1",  # the hare wins in 3
    "hh..hr..... r 4",  # the hare wins in 2 if the hounds help
    "h...h.h.r.. r 0",  # the hare wins in 3 if the hounds help
)
"""Positions in the questions to searches."""


@cache
def critical_positions(number: int) -> list[Position]:
    """Positions where some moves keep the result and others give it away."""
    positions: list[Position] = []
    for seed in count():
        position, draw = Position.start(HareHounds()), random_draws(seed)
        for _ in range(1 + draw(11)):
            if position.moves:
                position = position.play([*position.moves][draw(len(position.moves))])
        if position.moves and {*regrets(position).values()} == {0.0, 1.0}:
            positions += [position] if position not in positions else []
        if len(positions) == number:
            return positions
    raise AssertionError


def recorded_position(text: str) -> RecordedPosition:
    """A position that is handed to a reader's search."""
    position = Position.parse(_compiled_rules(), text)
    return RecordedPosition(position.game, position.state)


@cache
def _compiled_rules() -> HareHounds:
    """The rules, with everything compiled before a reader's time is limited."""
    last = Position.parse(HareHounds(), POSITION_TEXTS[3])
    assert any(last.play(move).outcome for move in last.moves)
    return HareHounds()


UCB1_ARGUMENTS = [(0.0, 0, 20, 1.0), (0.25, 4, 20, 1.0), (-0.5, 3, 50, 0.4)]


def check_ucb1(answer: Any) -> str:
    """Check a function of (mean, visits, parent_visits, c)."""
    first = "A child that nobody has visited comes first: its bound is `inf`."
    try:
        call_with_time_limit(answer, *UCB1_ARGUMENTS[0])
    except Wrong as wrong:
        raise Wrong(f"With 0 visits {wrong}. {first}") from wrong

    def otherwise(at: int, given: float, right: float) -> str:
        if not at:
            return f"With 0 visits it returns {given}. {first}"
        asked = f"`ucb1{UCB1_ARGUMENTS[at]}`"
        return f"{asked} is {right:.4f}, and yours is {given:.4f}."

    given = [*QUESTIONS["ucb1"](partial(number_returned, answer))]
    require_right_answers("ucb1", given, otherwise)
    return "A rare child gets a bonus, and one that nobody knows comes first."


TREE_QUESTIONS = [
    (POSITION_TEXTS[2], 60, 2),
    (POSITION_TEXTS[0], 80, 0),
    (POSITION_TEXTS[1], 240, 1),
]
"""Questions to a tree search: a position, the simulations, the seed of the draws."""


def ucb1_bound(mean: float, visits: int, parent_visits: int, c: float = 1.0) -> float:
    """UCB1's bound, as the workbook's own search has it."""
    if not visits:
        return inf
    return sum(terms(mean * visits, visits, log(max(parent_visits, 1)), c))


def _visits_after(
    search: Any, text: str, simulations: int, seed: int
) -> dict[str, int]:
    """The visits of a search; some mistakes ask below a parent without visits."""

    return search(recorded_position(text), simulations, ucb1_bound, random_draws(seed))


def _visits_in_tree_questions(search: Any) -> Iterator[dict[str, int]]:
    """The visits of each move that a search gives for all `TREE_QUESTIONS`."""
    return (_visits_after(search, *each) for each in TREE_QUESTIONS)


def check_mcts(answer: Any) -> str:
    """Check a function of (position, simulations, ucb1, draw)."""
    drawn = [0]

    def reader(position: Any, simulations: int, ucb1: Any, draw: Any) -> Any:
        def noted(n: int) -> int:
            drawn.append(draw(n))
            return drawn[-1]

        visits = call_with_time_limit(answer, position, simulations, ucb1, noted)
        return require_dictionary(
            visits, position.moves, "mcts", "the visits of each move"
        )

    def otherwise(at: int, visits: dict[str, int], right: dict[str, int]) -> str:
        if not drawn[1:]:
            return (
                "It never calls `draw`: choose each random move with it, so that visits"
                " can be compared."
            )
        move = next(each for each in right if right[each] != visits[each])
        return (
            "Its visits are not those of the same search with the same draws: from"
            f" `{TREE_QUESTIONS[at][0]}`, `{move}` has {visits[move]}, not"
            f" {right[move]}. Does it take the first of equal children, and draw once"
            " for each random move?"
        )

    first, again = (_visits_after(reader, *TREE_QUESTIONS[0]) for _ in "ab")
    require(
        first == again or not drawn[1:],
        "Asked the same again, with the same draws, it has other visits: something of"
        " the first search is left.",
    )
    require_right_answers("mcts", [*_visits_in_tree_questions(reader)], otherwise)
    result_given_away, positions = 0, answer_key()["decisions"]
    for text, given_away in positions.items():
        visits = _visits_after(reader, text, 100, 4)
        result_given_away += given_away[max(visits, key=visits.__getitem__)]
    share_kept = f"{len(positions) - result_given_away:g} of {len(positions)}"
    kept = f"{share_kept} positions where it matters"
    return (
        "The tree grows as it should. After 100 simulations its favourite keeps the"
        f" result in {kept}."
    )


ALPHABETA_QUESTIONS = [
    (text, depth) for depth in (1, 2, 3, 4) for text in POSITION_TEXTS
]
"""Questions to alpha-beta: a position, and how many plies to look ahead."""


def _values_of_positions(search: Any) -> Iterator[float]:
    """The values that a search gives for all `ALPHABETA_QUESTIONS`."""
    return (
        search(recorded_position(text), depth) for text, depth in ALPHABETA_QUESTIONS
    )


def _positions_visited(search: Any) -> Iterator[int]:
    """Yield the number of positions that a search visits in all questions."""
    roots_and_depths = [
        (recorded_position(text), depth) for text, depth in ALPHABETA_QUESTIONS
    ]
    for each in roots_and_depths:
        search(*each)
    yield sum(len(root.played) for root, _ in roots_and_depths)


def _minimax(position: RecordedPosition, depth: int) -> float:
    """The value of a position by plain minimax, for who is to move."""
    return reference.minimax(position, ZeroEvaluation(), position.mover, depth)


def check_alphabeta(answer: Any) -> str:
    """Check a function of (position, depth, alpha, beta)."""

    reader = partial(number_returned, answer)

    def otherwise(at: int, given: float, right: float) -> str:
        text, depth = ALPHABETA_QUESTIONS[at]
        why = (
            "Who is to move takes the largest value, each turned round once."
            if right
            else "No end can be forced so near, and what nobody sees is 0."
        )
        return (
            f"From `{text}`, at a depth of {depth}, it returns {given:g}, and it is"
            f" {right:g}. {why}"
        )

    def more(_: int, ours: int, few: int) -> str:
        if ours <= few:
            return ""
        return (
            f"The values are right, with {ours:,} positions where {few:,} will do: is"
            " everything left out as soon as `alpha >= beta`?"
        )

    require_right_answers("alphabeta", [*_values_of_positions(reader)], otherwise)
    (ours,) = _positions_visited(reader)
    require_right_answers("alphabeta, positions", [ours], more)
    (many,) = _positions_visited(_minimax)
    return f"Every value is right, with {ours:,} positions where minimax has {many:,}."


CORNER_POSITION = HareHounds(stall_limit=2), "....hhh..r. h 0"
"""A position from which play can reach 313."""


class WithoutCounter(RecordedPosition):
    """A position without the count of the hounds' moves: play may repeat."""

    def play(self, move: str) -> "WithoutCounter":
        """The position after a move."""
        after = super().play(move)
        return replace(after, state=after.state._replace(stalled=0))


@cache
def corner_positions() -> tuple[list[RecordedPosition], list[RecordedPosition]]:
    """All positions that play can reach from the corner; the same without counting."""
    root = Position.parse(*CORNER_POSITION)
    recorded: tuple[list[RecordedPosition], list[RecordedPosition]]
    recorded = (
        [RecordedPosition(root.game, root.state)],
        [WithoutCounter(root.game, root.state)],
    )
    for board in recorded:
        in_board = {*board}
        for each in board:  # which grows meanwhile
            after = [each.play(move) for move in each.moves]
            board += [new for new in dict.fromkeys(after) if new not in in_board]
            in_board.update(after)
    return recorded


def _results_by_rounds(search: Any) -> Iterable[Any]:
    """What a search by rounds finds from the corner, after some rounds."""
    counted, patient = corner_positions()
    questions: list[tuple[list[RecordedPosition], float]]
    questions = [(counted, 0), (counted, 1), (counted, inf), (patient, inf)]
    return ask_with_arguments(questions)(search)


def check_retrograde(answer: Any) -> str:
    """Check a function of (positions, rounds)."""
    counted, patient = corner_positions()

    def reader(board: list[RecordedPosition], rounds: float) -> Any:
        handed = [*board]
        returned = call_with_time_limit(answer, handed, rounds)
        require(handed == board, "It changes the list that it is given.")
        keys = {*board} & {*returned} if isinstance(returned, dict) else board
        return require_dictionary(returned, keys, "retrograde", "some of the positions")

    def otherwise(at: int, given: dict[Any, Any], right: dict[str, Any]) -> str:
        given_data = answer_as_json_data(given)
        board = [each.text for each in (patient if at == 3 else counted)]
        wrong = [text for text in board if given_data.get(text) != right.get(text)]
        one, other = (all.get(wrong[0], "not decided") for all in (given_data, right))
        when = (
            "Before any round",
            "After one",
            "After all rounds",
            "Where nobody counts",
        )
        words = f"{when[at]}, `{wrong[0]}` is {one}, and should be {other}."
        if any(text in right for text in wrong):
            return words
        return (
            f"{words} All that it decides by rounds is right, but what no round decides"
            " is not lost: it stays out, and is a draw in the end."
        )

    *_, last_round = given = [*_results_by_rounds(reader)]
    require_right_answers("retrograde", given, otherwise)
    return (
        f"All {len(counted)} positions are as the solver has them, round by round; and"
        f" where play may go round for ever, {len(patient) - len(last_round)} of"
        f" {len(patient)} are draws, which no round decides."
    )


QUESTIONS: dict[str, AskQuestions] = {
    "ucb1": ask_with_arguments(UCB1_ARGUMENTS),
    "mcts": _visits_in_tree_questions,
    "alphabeta": _values_of_positions,
    "alphabeta, positions": _positions_visited,
    "retrograde": _results_by_rounds,
}
"""The questions, by the names of their entries in `known.json`."""
