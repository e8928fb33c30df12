"""Fox & Hounds, exactly: what a position is worth and which moves are good.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" to "The Fairest Fuzz
Factor". The work is done in the modules beside this one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from foxkit.rules.fox_hounds import FOX, FoxHounds, is_foxbox
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_answers import Answer
from foxkit.solvers.fox_hounds_table import answer


def preference(found: Answer, mover: int) -> int:
    """Return a number that is larger the more a player likes a value.

    Hounds win in 0 < in 1 < ... < Fox wins in 1 < Fox wins in 0.
    """
    for_fox = 1000 - found.plies if found.winner == FOX else found.plies - 1000
    return for_fox if mover == FOX else -for_fox


def keeping_moves(now: Answer, after: Mapping[str, Answer]) -> list[str]:
    """Return the moves that keep the winner; all moves if the mover has lost."""
    return [move for move, found in after.items() if found.winner == now.winner]


def best_moves(after: Mapping[str, Answer], mover: int) -> list[str]:
    """Return the moves of perfect play: the shortest win or the longest loss."""
    return _greatest(after, lambda move: preference(after[move], mover))


def ai_moves(now: Answer, after: Mapping[str, Answer]) -> list[str]:
    """Return the moves among which the document's AI player chooses, without fuzz.

    Of the moves that keep the winner it takes those that delay longest if the fox is
    winning, and else those of the largest B that the fox can force, the sooner met the
    better, whichever side it plays.
    """
    kept = keeping_moves(now, after)
    if now.winner == FOX:
        return _greatest(kept, lambda move: after[move].plies)

    def trouble(move: str) -> tuple[int, int]:
        v, plies = after[move].max_b or (0, 0)
        return v, -plies

    return _greatest(kept, trouble)


def _greatest(moves: Any, worth: Callable[[str], Any]) -> list[str]:
    best = max(map(worth, moves), default=None)
    return [move for move in moves if worth(move) == best]


def answers_after(position: Position) -> dict[str, Answer]:
    """Return the answer after each legal move."""
    boards = {move: position.play(move) for move in position.moves}
    return {move: answer(after.game, after.state) for move, after in boards.items()}


def move_values(position: Position) -> dict[str, str]:
    """Return what each legal move is worth, in words, such as `hounds win in 43`."""
    names = {0: "fox wins", 1: "hounds win"}
    return {
        move: f"{names[found.winner]} in {found.plies}"
        for move, found in answers_after(position).items()
    }


def value(position: Position) -> dict[str, Any]:
    """Return everything about a position, by the keys of `foxkit value`."""
    game: FoxHounds = position.game
    now, after = answer(game, position.state), answers_after(position)
    return {
        "winner": game.PLAYERS[now.winner],
        "plies": now.plies,
        "foxbox": is_foxbox(game, position.state),
        "B": now.b,
        "max_B": None if now.max_b is None else list(now.max_b),
        "keeping_moves": keeping_moves(now, after),
        "best_moves": best_moves(after, position.state.mover),
        "ai_moves": ai_moves(now, after),
    }
