"""What checks do with an answer that plays: call it, seat it, ask what is proven."""

from collections.abc import Sequence
from functools import wraps
from time import monotonic
from typing import Any

from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.exercises.sandbox import returned
from foxkit.exercises.verdict import Wrong, require
from foxkit.lab.match import GameBatch, Match, match, play_blocks
from foxkit.lab.stats import Row, duration
from foxkit.lab.stopping_rule import row_of
from foxkit.players.standard import FunctionPlayer
from foxkit.view.numbers import interval

PAIRS = (15, 30, 60, 120, 240)
"""After how many pairs of games a check looks whether they decide."""


def player(function: Any) -> FunctionPlayer:
    """Return a reader's function of a position and a seed as a player."""

    @wraps(function)
    def guarded(position: Any, seed: int) -> Any:
        return returned(function, position, seed)

    return FunctionPlayer(guarded)


def played(one: Match, seed: int, blocks: range) -> GameBatch:
    """Return some blocks of a match; `Wrong` if a move was not legal."""
    try:
        return play_blocks(one, seed, blocks)
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error


def settled(
    game: Any, *players: Any, of: str, pairs: Sequence[int] = PAIRS
) -> tuple[Row, bool | None]:
    """Play on until a rate is proven to be more or less than one half.

    It first says how long that takes here, from the second pair of games.

    Args:
        game, players: who plays what.
        of: the rate whose interval is to leave one half out.
        pairs: after how many it looks.

    Returns:
        The row of the match, and whether the rate is more; None if that is open.
    """
    one, row = match(game, *players), Row()
    found = played(one, 1, range(1))  # compiles
    begun = monotonic()
    played(one, 1, range(1))
    first, last = (duration((monotonic() - begun) * n) for n in (pairs[0], pairs[-1]))
    said = f"Playing {2 * pairs[0]} games, about {first}"
    print(f"{said}; up to {2 * pairs[-1]} ({last}) where they leave it open.")
    for until in pairs:
        found = found.followed_by(played(one, 1, range(found.blocks, until)))
        row = row_of(found)
        if row[f"{of}_low"] > 0.5 or row[f"{of}_high"] <= 0.5:
            return row, row[f"{of}_low"] > 0.5
    return row, None


def prove(game: Any, *players: Any, of: str, less: str) -> str:
    """Return a rate in words if it is proven to be larger than one half.

    `less` is what to say where it is proven to be smaller.
    """
    row, is_more = settled(game, *players, of=of)
    said = f"{interval(row, of)} in {row['games']} games"
    require(is_more is not False, f"{less} It has {said}.")
    words = f"It has {said}, and the interval still reaches down to 50 % or below:"
    require(is_more, f"{words} chance could have done that. It has to be clearer.")
    return said


def position(game: Any, text: Any) -> Position:
    """Return the position that an answer is the text of; else `Wrong`."""
    words = f"The text of a position is asked for, and this is `{quoted(text)}`."
    require(isinstance(text, str), words)
    try:
        return Position.parse(game, text)
    except ValueError as error:
        raise Wrong(f"That is no position: {error}.") from error
