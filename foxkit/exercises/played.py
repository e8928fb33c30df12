"""Checks of an answer that plays: matches, until a rate is proven."""

from collections.abc import Sequence
from functools import wraps
from time import monotonic
from typing import Any

from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.exercises.sandbox import call
from foxkit.exercises.verdict import Wrong, require
from foxkit.lab.match import GameBatch, Match, match, play_blocks
from foxkit.lab.numbers import duration, interval
from foxkit.lab.stats import Row
from foxkit.lab.stopping_rule import result_row
from foxkit.players.standard import FunctionPlayer

PAIRS = (15, 30, 60, 120, 240)
"""The numbers of pairs of games after which a check looks whether they decide."""


def player(function: Any) -> FunctionPlayer:
    """A reader's function of a position and a seed as a player."""

    @wraps(function)
    def guarded(position: Any, seed: int) -> Any:
        return call(function, position, seed)

    return FunctionPlayer(guarded)


def played(one: Match, seed: int, blocks: range) -> GameBatch:
    """Some blocks of a match; `Wrong` if a move was not legal."""
    try:
        return play_blocks(one, seed, blocks)
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error


def play_until_decided(
    game: Any, *players: Any, of: str, pairs: Sequence[int] = PAIRS
) -> tuple[Row, bool | None]:
    """Play until a rate is proven to be more or less than one half.

    How long that takes here is printed first, measured on the second pair of games.

    Args:
        game: the rules.
        players: player A and the others.
        of: the rate whose interval must not contain one half.
        pairs: the numbers of pairs after which to look.

    Returns:
        The row of the match, and whether the rate is more; None if undecided.
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
        row = result_row(found)
        if row[f"{of}_low"] > 0.5 or row[f"{of}_high"] <= 0.5:
            return row, row[f"{of}_low"] > 0.5
    return row, None


def require_majority(game: Any, *players: Any, of: str, less: str) -> str:
    """A rate in words, if it is proven to be larger than one half; else raise `Wrong`.

    Args:
        game: the rules.
        players: player A and the others.
        of: the rate.
        less: what to say if the rate is proven to be smaller.
    """
    row, is_more = play_until_decided(game, *players, of=of)
    said = f"{interval(row, of)} in {row['games']} games"
    require(is_more is not False, f"{less} It has {said}.")
    words = f"It has {said}, and the interval still reaches down to 50 % or below:"
    require(is_more, f"{words} chance could have done that. It has to be clearer.")
    return said


def position(game: Any, text: Any) -> Position:
    """The position whose text is the answer; raise `Wrong` if it is none."""
    words = f"The text of a position is asked for, and this is `{quoted(text)}`."
    require(isinstance(text, str), words)
    try:
        return Position.parse(game, text)
    except ValueError as error:
        raise Wrong(f"That is no position: {error}.") from error
