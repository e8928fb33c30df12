"""Lines: in how many different positions the games of a match stand after some moves.

Strong players repeat themselves: a thousand of their games from one start may be nine
lines, and their rates say how these end. Games after other openings stand apart.

    the opening, and 20 plies more    1,000 games stand in 9 positions: 9 lines
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # numpy and numba come with what counts; `words` does without
    from foxkit.lab.match import GameBatch

PLIES = 20
"""After how many plies behind the opening it is looked where games stand."""
MEANS = "a rate of these players from this position"
"""What a rate is whose games are few lines."""


def count(game: Any, games: "GameBatch", opening: int = 0) -> int | None:
    """The number of different positions in which games stand after so many plies.

    A game that ends before stands in its last position. It is None where each block has
    a deal of its own: then the games of different blocks are different.

    Args:
        game: the rules.
        games: of a match by these rules.
        opening: plies that every game begins with.

    Raises:
        ValueError: moves are not those of these rules.
        TypeError: states of a reader's game cannot be compared, as arrays.
    """
    import numpy as np

    from foxkit.lab.match import number_type

    if hasattr(game, "with_deal"):
        return None
    stand, kind = set[Any](), number_type(game)
    known: dict[tuple[int, ...], Any] = {(): game.start()}
    for finished in games.finished:
        moves: Any = np.frombuffer(finished.moves, kind)[: opening + PLIES]
        stand.add(_after(game, tuple(moves.tolist()), known))
    return len(stand)


def _after(game: Any, moves: tuple[int, ...], known: dict[tuple[int, ...], Any]) -> Any:
    """The state after some moves, by their numbers in the lists of legal moves.

    What was played through before is known.
    """
    from foxkit.core.entry import legal_move_codes, play

    first = next(n for n in range(len(moves), -1, -1) if moves[:n] in known)
    for n in range(first, len(moves)):
        state, number = known[moves[:n]], moves[n]
        codes = legal_move_codes(game, state)
        if number >= len(codes):
            raise ValueError(f"no legal move number {number} in a game of {game.NAME}")
        known[moves[: n + 1]] = play(game, state, int(codes[number]))
    return known[moves]


def digest(games: "GameBatch") -> str:
    """A digest of games: what a note calls the number of their lines by."""
    total = sha256(f"{games.stream} {games.start} {len(games.players)}".encode())
    for finished in games.finished:
        total.update(len(finished.moves).to_bytes(4, "big") + finished.moves)
    return total.hexdigest()[:16]


def are_few(lines: Any, blocks: Any) -> bool:
    """Tell whether games repeat themselves: fewer lines than half the blocks."""
    return lines is not None and bool(2 * lines < blocks)


def words(found: Iterable[tuple[int, int]], of: int) -> str:
    """What is to be said of matches that repeat themselves; empty if there are none.

    Args:
        found: games and lines of each match that does.
        of: all matches.
    """
    each = sorted(found, key=lambda x: x[1] / x[0])
    if not each:
        return ""
    games, lines = map(int, each[0])  # a column with gaps holds floats
    said = f"{games:,} games, {lines:,} {'line' if lines == 1 else 'lines'}"
    if of == 1:
        return f"{said}: {MEANS}"
    many = len(each) > 1
    such = "repeat themselves, such as" if many else "repeats itself,"
    return f"{len(each)} of {of} matches {such} {said}: {MEANS}"
