"""Wolves Eat Sheep: answers that are positions, games and a search."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from foxkit.core.entry import mover
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.exercises.answers_that_play import position_of_answer
from foxkit.exercises.questions import DrawBelow, answer_key, random_draws
from foxkit.exercises.sandbox import number_returned
from foxkit.exercises.verdict import Wrong, require
from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.rules import Wolves
from foxkit.search.deepening import AlphaBeta
from foxkit.solvers.exact import Value, preference, values_after

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"optimal_play": "outcomes_along_best_play"},
    )

WOLVES = Wolves()
PUZZLE = "02021/00000/10000/01000/00000 w"
"""The longest win of the wolves."""


def check_nothing_pruned(answer: Any) -> str:
    """Check a position in which alpha-beta, two plies deep, prunes nothing."""
    begun = position_of_answer(WOLVES, answer)
    require(begun.moves, "There the game is over.")
    require(len(begun.moves) > 1, "There is only one move: give it a choice.")
    plain, cut = (_count_visited(begun.state, prune) for prune in (False, True))
    require(
        plain == cut,
        f"Minimax visits {plain} positions, and alpha-beta only {cut} of them. What if"
        " each move is better than those before it?",
    )
    return f"All {plain} positions are visited: no move was known to be worse in time."


def _count_visited(state: Any, prune: bool) -> int:
    """The number of positions that alpha-beta visits, two plies deep."""
    wolves_heuristic = heuristic(state, state.mover)
    search = AlphaBeta(
        WOLVES, state, wolves_heuristic, prune=prune, table=False, killers=False
    )
    search.search(state, 2)
    return search.nodes


def outcomes_along_best_play() -> dict[str, dict[str, list[int | None]]]:
    """The winner and the plies after each move, in all positions of best play.

    By the text of a position and that of a move. A solver computes them, for minutes
    where its tables are missing: checks read them in `known.json`.
    """
    known, waiting = {}, [Position.parse(WOLVES, PUZZLE)]
    while waiting:
        now = waiting.pop()
        if not now.moves or now.text in known:
            continue
        after, who = values_after(now), mover(now.game, now.state)
        known[now.text] = {move: [*value] for move, value in after.items()}
        best = preference(next(iter(after.values())), who)
        good = [move for move, value in after.items() if preference(value, who) == best]
        waiting += [now.play(move) for move in good]
    return known


def check_longest_win(answer: Any) -> str:
    """Check a game in which the wolves win the puzzle in 13 plies."""
    words = "The moves of both sides are asked for, in one text with spaces between."
    require(isinstance(answer, str) and answer.split(), words)
    now = Position.parse(WOLVES, PUZZLE)
    for ply, move in enumerate(answer.split(), 1):
        require(now.moves, f"The game is over before move {ply}, {move}.")
        known = answer_key()["longest win"][now.text]
        after = {move: Value(*value) for move, value in known.items()}
        words = f"Move {ply}, {move}, is not legal; legal are {', '.join(after)}."
        require(move in after, words)
        value, best = after[move], next(iter(after.values()))
        who = mover(now.game, now.state)
        if preference(value, who) < preference(best, who):
            raise Wrong(
                f"Move {ply}, {move}, of the {now.mover} {_fault_in_words(now, value)}"
            )
        now = now.play(move)
    require(not now.moves, "That is well played so far; play it to its end.")
    return "Thirteen plies, and every move of both sides as good as can be."


def _fault_in_words(before: Position, value: Any) -> str:
    """What is wrong with a move that is worth less than the best, in words."""
    if value.plies is None:
        return "lets the game go on for ever."
    if value.winner != WOLVES.PLAYERS.index("wolves"):
        return "throws the win away."
    slower = "takes longer than it needs" if before.mover == "wolves" else "helps"
    return f"{slower}: then the wolves win in {value.plies}."


class LeafRecordingTree(list[Any]):
    """A tree of lists that records which leaves are looked at."""

    def __init__(self, children: list[Any], seen: list[int]) -> None:
        super().__init__(children)
        self.seen = seen

    def __iter__(self) -> Iterator[Any]:
        for child in super().__iter__():
            if isinstance(child, int):
                self.seen.append(child)
            yield child


_FEWEST_LEAVES = 304
"""The leaves that alpha-beta looks at in all trees of `_random_trees`."""


def _random_trees() -> list[Any]:
    """The two trees of the chapter, and random ones of two to five plies."""
    draw = random_draws(4)
    grown = [_random_tree(draw, 2 + n % 4) for n in range(12)]
    return [[[3, 5], [2, 9]], [[2, 9], [3, 5]], *grown]


def _random_tree(draw: DrawBelow, depth: int) -> Any:
    """A random tree whose leaves are so deep."""
    if depth == 0:
        return draw(19) - 9
    return [_random_tree(draw, depth - 1) for _ in range(2 + draw(2))]


def _minimax(tree: Any, largest: bool = True) -> int:
    """What the root of a tree is worth to the player who moves there."""
    if isinstance(tree, int):
        return tree
    return (max if largest else min)(_minimax(each, not largest) for each in tree)


def _recording_leaves(tree: Any, seen: list[int]) -> Any:
    """A tree that records which of its leaves are looked at."""
    if isinstance(tree, int):
        return tree
    return LeafRecordingTree([_recording_leaves(each, seen) for each in tree], seen)


def _number_of_leaves(tree: Any) -> int:
    """How many leaves a tree has."""
    return 1 if isinstance(tree, int) else sum(map(_number_of_leaves, tree))


def check_max_and_min(answer: Any) -> str:
    """Check alpha-beta with max and min, a function of a tree of lists."""
    trees, looked = _random_trees(), 0
    for tree in trees:
        seen: list[int] = []
        given = number_returned(answer, _recording_leaves(tree, seen))
        right = _minimax(tree)
        require(
            given == right,
            f"The root of {tree} is worth {right}, and it returns {given:g}. Does a"
            " node of the opponent take the smallest value, and is the window handed on"
            " to each child?",
        )
        looked += len(seen)
    every = sum(map(_number_of_leaves, trees))
    require(
        looked <= _FEWEST_LEAVES,
        f"The values are right, but it looks at {looked} leaves of {every}, where"
        f" {_FEWEST_LEAVES} will do. Does it stop as soon as `alpha >= beta`, at the"
        " nodes of both players?",
    )
    return f"Every value is right, and {every - looked} of {every} leaves are pruned."
