"""Wolves Eat Sheep: answers that are positions and games."""

from typing import Any

from foxkit.core.entry import mover
from foxkit.core.position import Position
from foxkit.exercises.played import position_of_answer
from foxkit.exercises.questions import answer_key
from foxkit.exercises.verdict import Wrong, require
from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.rules import Wolves
from foxkit.search.deepening import AlphaBeta
from foxkit.solvers.exact import Value, preference, values_after

WOLVES = Wolves()
PUZZLE = "02021/00000/10000/01000/00000 w"
"""The longest win of the wolves."""


def check_nothing_pruned(answer: Any) -> str:
    """Check a position in which alpha-beta, two plies deep, prunes nothing."""
    begun = position_of_answer(WOLVES, answer)
    require(begun.moves, "There the game is over.")
    require(len(begun.moves) > 1, "There is only one move: give it a choice.")
    plain, cut = (_count_visited(begun.state, prune) for prune in (False, True))
    words = f"Minimax visits {plain} positions, and alpha-beta only {cut} of them."
    require(plain == cut, f"{words} What if each move is better than those before it?")
    return f"All {plain} positions are visited: no move was known to be worse in time."


def _count_visited(state: Any, prune: bool) -> int:
    """The number of positions that alpha-beta visits, two plies deep."""
    wolves_heuristic = heuristic(state, state.mover)
    search = AlphaBeta(
        WOLVES, state, wolves_heuristic, prune=prune, table=False, killers=False
    )
    search.search(state, 2)
    return search.nodes


def optimal_play() -> dict[str, dict[str, list[int | None]]]:
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
