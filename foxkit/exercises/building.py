"""Exercises in which one writes a search for Hare and Hounds: it is asked, and told.

A check puts questions to the reader's function, and compares its answers with those of
`blackboard`. What is wrong is told by the slip that gives the same answers.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from math import inf
from typing import Any

from foxkit.exercises import blackboard
from foxkit.exercises.slips import SLIPS, asks, program, require_same
from foxkit.exercises.table import Wrong, number, require
from foxkit.exercises.watching import Watched, asked, dictionary
from foxkit.rules.hare_hounds import HareHounds
from foxkit.rules.position import Position
from foxkit.solvers.exact import regrets
from foxkit.solvers.whole import explore, solve

PLACES = (
    "hh.h......r h 0",  # the start
    ".h..h..rh.. r 0",  # the hare wins in 3
    "..h....hrh. h 0",  # the hounds win in 3
    ".h.hr..h... h 0",  # the hounds win in 1
    "hh.h......r h 9",  # a move up or down wins for the hare
    ".h.h..h.r.. r 1",  # the hare wins in 3
    "hh..hr..... r 4",  # the hare wins in 2 if the hounds help
    "h...h.h.r.. r 0",  # the hare wins in 3 if the hounds help
)
"""Positions that searches are asked about."""


@cache
def decisions(many: int) -> list[Position]:
    """Return positions where some moves keep the result and others give it away."""
    solve(HareHounds())
    found: list[Position] = []
    for seed in count():
        position, draw = Position.start(HareHounds()), blackboard.draws(seed)
        for _ in range(1 + draw(11)):
            if position.moves:
                position = position.play([*position.moves][draw(len(position.moves))])
        if position.moves and {*regrets(position).values()} == {0.0, 1.0}:
            found += [position] if position not in found else []
        if len(found) == many:
            return found
    raise AssertionError


def watched(text: str) -> Watched:
    """Return a position to give away."""
    place = Position.parse(HareHounds(), text)
    return Watched(place.game, place.state)


def ucb1(answer: Any) -> str:
    """Check a function of (mean, visits, parent_visits, c)."""
    questions = [(0.0, 0, 20, 1.0), (0.25, 4, 20, 1.0), (-0.5, 3, 50, 0.4)]
    first = "A child that nobody has visited comes first: its bound is `inf`."
    try:
        asked(answer, *questions[0])
    except Wrong as wrong:
        raise Wrong(f"With 0 visits {wrong}. {first}") from wrong

    def reader(*question: float) -> float:
        return number(asked(answer, *question), "What it returns")

    def otherwise(at: int, found: float, right: float) -> str:
        if not at:
            return f"With 0 visits it returns {found}. {first}"
        return f"`ucb1{questions[at]}` is {right:.4f}, and yours is {found:.4f}."

    require_same("ucb1", asks(questions), reader, otherwise)
    return "A rare child gets a bonus, and one that nobody knows comes first."


TREES = [(PLACES[2], 60, 2), (PLACES[0], 80, 0), (PLACES[1], 240, 1)]
"""Positions for a tree search, how many simulations, and the seed of the draws."""


def _grown(search: Any, text: str, simulations: int, seed: int) -> dict[str, int]:
    """Return the visits of a search; some slips ask below a parent without visits."""

    def bound(mean: float, visits: int, parent_visits: int, c: float = 1.0) -> float:
        return blackboard.ucb1(mean, visits, max(parent_visits, 1), c)

    return search(watched(text), simulations, bound, blackboard.draws(seed))


def _trees(search: Any) -> Iterator[dict[str, int]]:
    return (_grown(search, *each) for each in TREES)


def mcts(answer: Any) -> str:
    """Check a function of (position, simulations, ucb1, draw)."""
    places, drawn = decisions(12), [0]

    def reader(position: Any, simulations: int, ucb1: Any, draw: Any) -> Any:
        def noted(n: int) -> int:
            drawn.append(draw(n))
            return drawn[-1]

        found = asked(answer, position, simulations, ucb1, noted)
        return dictionary(found, position.moves, "mcts", "the visits of each move")

    def otherwise(at: int, visits: dict[str, int], right: dict[str, int]) -> str:
        if not drawn[1:]:
            words = "It never calls `draw`: choose each random move with it, so that"
            return f"{words} visits can be compared."
        move = next(each for each in right if right[each] != visits[each])
        words = "Its visits are not those of the same search with the same draws: from"
        words = (
            f"{words} `{TREES[at][0]}`, `{move}` has {visits[move]}, not {right[move]}."
        )
        words = f"{words} Does it take the first of equal children, and draw once for"
        return f"{words} each random move?"

    first, again = (_grown(reader, *TREES[0]) for _ in "ab")
    words = "Asked the same again, with the same draws, it has other visits: something"
    require(first == again or not drawn[1:], f"{words} of the first search is left.")
    require_same("mcts", _trees, reader, otherwise)
    trees = [_grown(reader, at.text, 100, 4) for at in places]
    favourites = [max(each, key=each.__getitem__) for each in trees]
    wrong = sum(regrets(at)[move] for at, move in zip(places, favourites, strict=True))
    return (
        "The tree grows as it should. After 100 simulations its favourite keeps the"
        f" result in {12 - wrong:g} of 12 positions where it matters."
    )


LOOKS = [(text, depth) for depth in (1, 2, 3, 4) for text in PLACES]
"""Positions for alpha-beta, and how many plies to look ahead."""


def _values(search: Any) -> Iterator[float]:
    return (search(watched(text), depth) for text, depth in LOOKS)


def _looked_at(search: Any) -> Iterator[int]:
    """Yield how many positions a search looks at, in all."""
    places = [(watched(text), depth) for text, depth in LOOKS]
    for each in places:
        search(*each)
    yield sum(len(place.played) for place, _ in places)


def alphabeta(answer: Any) -> str:
    """Check a function of (position, depth, alpha, beta)."""

    def reader(place: Watched, depth: int) -> Any:
        return number(asked(answer, place, depth), "What it returns")

    def otherwise(at: int, found: float, right: float) -> str:
        text, depth = LOOKS[at]
        words = f"From `{text}`, at a depth of {depth}, it returns {found:g}, and it is"
        if right == 0:
            return (
                f"{words} 0: no end can be forced so near, and what nobody sees is 0."
            )
        words = (
            f"{words} {right:g}. Who is to move takes the largest value, each turned"
        )
        return f"{words} round once."

    def more(_: int, ours: int, few: int) -> str:
        words = (
            f"The values are right, with {ours:,} positions where {few:,} will do: is"
        )
        words = f"{words} everything left out as soon as `alpha >= beta`?"
        return words if ours > few else ""

    require_same("alphabeta", _values, reader, otherwise)
    (ours,) = require_same("alphabeta, positions", _looked_at, reader, more)
    (many,) = _looked_at(program("alphabeta", SLIPS["alphabeta, positions"][-1]))
    return f"Every value is right, with {ours:,} positions where minimax has {many:,}."


CORNER = HareHounds(stall_limit=2), "....hhh..r. h 0"
"""A position from which play can reach 313."""


class Patient(Watched):
    """A position in which nobody counts the moves of the hounds: play may go round."""

    def play(self, move: str) -> "Patient":
        """Return the position after a move."""
        after = super().play(move)
        return replace(after, state=after.state._replace(stalled=0))


def boards() -> tuple[list[Watched], list[Watched]]:
    """Return all that play can reach from the corner; the same, nobody counting."""
    root = Position.parse(*CORNER)
    kind, patient = type(root.state), [Patient(root.game, root.state)]
    for each in patient:
        patient += {each.play(move): None for move in each.moves}.keys() - {*patient}
    states = explore(root.game, root.state).number
    return [Watched(root.game, kind(*each)) for each in states], [*patient]


def retrograde(answer: Any) -> str:
    """Check a function of (positions, rounds)."""
    counted, patient = boards()
    questions: list[tuple[list[Watched], float]]
    questions = [(counted, 0), (counted, 1), (counted, inf), (patient, inf)]

    def reader(board: list[Watched], rounds: float) -> Any:
        handed = [*board]
        found = asked(answer, handed, rounds)
        require(handed == board, "It changes the list that it is given.")
        keys = {*board} & {*found} if isinstance(found, dict) else board
        return dictionary(found, keys, "retrograde", "some of the positions")

    def otherwise(at: int, found: dict[Any, Any], right: dict[Any, Any]) -> str:
        wrong = [
            each for each in questions[at][0] if found.get(each) != right.get(each)
        ]
        one, other = (all.get(wrong[0], "not decided") for all in (found, right))
        when = (
            "Before any round",
            "After one",
            "After all rounds",
            "Where nobody counts",
        )
        words = f"{when[at]}, `{wrong[0].text}` is {one}, and should be {other}."
        if any(each in right for each in wrong):
            return words
        words = f"{words} All that it decides by rounds is right, but what no round"
        return f"{words} decides is not lost: it stays out, and is a draw in the end."

    *_, found = require_same("retrograde", asks(questions), reader, otherwise)
    return (
        f"All {len(counted)} positions are as the solver has them, round by round; and"
        f" where play may go round for ever, {len(patient) - len(found)} of"
        f" {len(patient)} are draws, which no round decides."
    )
