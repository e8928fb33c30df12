"""Lines of play: how many different courses the games of a match take.

Strong players repeat themselves. A thousand of their games from one start may be only
nine different lines of play, and their rates say how these nine lines end. Openings
make the games different.

    the opening, and 20 plies more    1,000 games stand in 9 positions: 9 lines
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from foxkit.lab.numbers import count_in_words

if TYPE_CHECKING:  # numpy and numba come with what counts, and not with the warning
    from foxkit.lab.match import GameBatch

PLIES_TO_COMPARE = 20
"""The number of plies after the opening at which positions are compared."""


def count_lines_of_play(game: Any, games: "GameBatch", opening: int = 0) -> int | None:
    """The number of different lines of play that games follow.

    Games are compared `PLIES_TO_COMPARE` plies after the opening. Those that stand in
    one position there are one line, whatever the order of their moves. A game that has
    ended earlier is compared by its moves: different games may end in one position.

    Args:
        game: the rules.
        games: of a match by these rules.
        opening: the number of plies of the opening with which every game begins.

    Returns:
        The number; None where each block is dealt anew, so that games differ anyway.

    Raises:
        ValueError: the moves are not legal under these rules.
        TypeError: states of a reader's game cannot be compared, such as arrays.
    """
    import numpy as np

    from foxkit.lab.match import move_index_type

    if hasattr(game, "with_deal"):
        return None
    reached, ended, move_type = set[Any](), set[bytes](), move_index_type(game)
    plies = opening + PLIES_TO_COMPARE
    known: dict[tuple[int, ...], Any] = {(): game.start()}
    for finished in games.finished:
        moves: Any = np.frombuffer(finished.moves, move_type)[:plies]
        if len(moves) < plies:
            ended.add(finished.moves)
        else:
            reached.add(_state_after(game, tuple(moves.tolist()), known))
    return len(reached) + len(ended)


def _state_after(
    game: Any, moves: tuple[int, ...], cached: dict[tuple[int, ...], Any]
) -> Any:
    """The state after some moves, by their numbers in the lists of legal moves.

    Args:
        game: the rules.
        moves: the numbers of the moves.
        cached: states by the moves that lead to them; new ones are added.
    """
    from foxkit.core.entry import legal_move_codes, play

    first = next(n for n in range(len(moves), -1, -1) if moves[:n] in cached)
    for n in range(first, len(moves)):
        state, number = cached[moves[:n]], moves[n]
        codes = legal_move_codes(game, state)
        if number >= len(codes):
            raise ValueError(f"no legal move number {number} in a game of {game.NAME}")
        cached[moves[: n + 1]] = play(game, state, int(codes[number]))
    return cached[moves]


def games_digest(games: "GameBatch") -> str:
    """A digest of games, by which a note has the number of their lines."""
    total = sha256(f"{games.stream} {games.start} {len(games.players)}".encode())
    for finished in games.finished:
        total.update(len(finished.moves).to_bytes(4, "big") + finished.moves)
    return total.hexdigest()[:16]


def games_repeat_themselves(lines: Any, blocks: Any) -> bool:
    """Whether games repeat themselves: there are fewer lines than half the blocks."""
    return lines is not None and bool(2 * lines < blocks)


def repetition_warning(repeating: Iterable[tuple[int, int]], total: int) -> str:
    """A warning about matches that repeat themselves; empty if there are none.

    Args:
        repeating: the numbers of games and lines of each match that repeats itself.
        total: the number of all matches.
    """
    ordered = sorted(repeating, key=lambda x: x[1] / x[0])
    if not ordered:
        return ""
    games, lines = map(int, ordered[0])  # a column with gaps holds floats
    worst = (
        f"{count_in_words(games, 'game')} in only "
        f"{count_in_words(lines, 'line')} of play"
    )
    if total == 1:
        return worst
    many = len(ordered) > 1
    such = "repeat themselves, such as" if many else "repeats itself:"
    return f"{len(ordered)} of {total} matches {such} {worst}"
