"""What checks do with an answer that plays: call it, seat it, ask what is proven."""

import traceback
from collections.abc import Iterable, Iterator, Sequence
from functools import wraps
from time import monotonic
from typing import Any

from foxkit.agents.players import FunctionPlayer
from foxkit.core.quoting import quoted, shortened
from foxkit.exercises.table import Empty, Wrong, require
from foxkit.lab.match import Match, Played, match, play_blocks
from foxkit.lab.rule import row_of
from foxkit.lab.stats import Row, duration
from foxkit.rules.position import Position, PositionError
from foxkit.view.numbers import interval

PAIRS = (15, 30, 60, 120, 240)
"""After how many pairs of games a check looks whether they decide."""


def returned(function: Any, *arguments: Any) -> Any:
    """Return what a reader's function returns.

    Raises:
        Wrong: it is no function, it fails, or it returns nothing.
        Empty: it returns the three dots.
    """
    words = f"A function is asked for, and this is `{quoted(function)}`."
    require(callable(function), words)
    name = getattr(function, "__name__", "your function")
    try:
        result = function(*arguments)
    except Exception as error:
        told = f"{type(error).__name__}, {last_line(error)}"
        raise Wrong(f"`{name}` fails{place_of(function, error)}: {told}") from error
    if result is ...:
        raise Empty
    require(result is not None, f"`{name}` returns nothing; is a `return` missing?")
    return result


def last_line(error: Exception) -> str:
    """Return the end of an error's message, as far as it can be read."""
    lines = str(error).strip().splitlines()
    return shortened(lines[-1].strip(), 200) if lines else "without a message"


def place_of(function: Any, error: BaseException) -> str:
    """Return where in a reader's function an error came from, as far as is known."""
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename]
    return f" at `{own[-1].line}`" if own and own[-1].line else ""


def player(function: Any) -> FunctionPlayer:
    """Return a reader's function of a position and a seed as a player."""

    @wraps(function)
    def guarded(position: Any, seed: int) -> Any:
        return returned(function, position, seed)

    return FunctionPlayer(guarded)


def duel(game: Any, *players: Any, pairs: int, seed: int = 1) -> Row:
    """Return the row of a seeded match; `Wrong` if a move was not legal."""
    return row_of(_blocks(match(game, *players), seed, range(pairs)))


def _blocks(one: Match, seed: int, blocks: range) -> Played:
    try:
        return play_blocks(one, seed, blocks)
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error


def looks(game: Any, *players: Any, pairs: Sequence[int]) -> Iterator[Row]:
    """Yield the row of a seeded match after so many pairs, each time some more.

    Before, it says how long they take here.
    """
    one, found = match(game, *players), None
    for until in (1, 2, *pairs):
        begun = monotonic()
        played = _blocks(one, 1, range(found.blocks if found else 0, until))
        found = found.followed_by(played) if found else played
        if until == 2:  # in the first pair compiled
            _tell_time(monotonic() - begun, pairs)
        elif until > 2:
            yield row_of(found)


def _tell_time(each: float, pairs: Sequence[int]) -> None:
    """Say how long a check plays, from what one pair of games has taken."""
    first, last = (duration(each * n) for n in (pairs[0], pairs[-1]))
    said = f"Playing {2 * pairs[0]} games, about {first}"
    print(f"{said}; up to {2 * pairs[-1]} ({last}) where they leave it open.")


def prove(looks: Iterable[Row], column: str, weaker: str) -> str:
    """Return a rate in words once it is proven to be larger than one half.

    It plays on where a small sample leaves that open. `weaker` is what to say as soon
    as the rate is proven to be smaller.
    """
    said = ""
    for row in looks:
        said = f"{interval(row, column)} in {row['games']} games"
        require(float(row[f"{column}_high"]) > 0.5, f"{weaker} It has {said}.")
        if float(row[f"{column}_low"]) > 0.5:
            return said
    words = f"It has {said}, and the interval still reaches down to 50 % or below:"
    raise Wrong(f"{words} chance could have done that. It has to be clearer.")


def position(game: Any, text: Any) -> Position:
    """Return the position that an answer is the text of; else `Wrong`."""
    words = f"The text of a position is asked for, and this is `{quoted(text)}`."
    require(isinstance(text, str), words)
    try:
        return Position.parse(game, text)
    except PositionError as error:
        raise Wrong(f"That is no position: {error}.") from error
