"""What checks do with an answer that plays: call it, seat it, ask what is proven."""

import traceback
from functools import wraps
from typing import Any

from foxkit.agents.players import FunctionPlayer
from foxkit.core.quoting import quoted, shortened
from foxkit.exercises.table import Empty, Wrong, require
from foxkit.lab.match import match, play_blocks
from foxkit.lab.rule import row_of
from foxkit.lab.stats import Row
from foxkit.rules.position import Position, PositionError
from foxkit.view.numbers import interval


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
    try:
        played = play_blocks(match(game, *players), seed, range(pairs))
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error
    return row_of(played, game.PLAYERS)


def prove(row: Row, column: str, weaker: str) -> str:
    """Return a rate in words if it is proven to be larger than one half.

    `weaker` is what to say where it is proven to be smaller.
    """
    said = f"{interval(row, column)} in {row['games']} games"
    require(float(row[f"{column}_high"]) > 0.5, f"{weaker} It has {said}.")
    words = f"It has {said}: the interval reaches down to 50 % or below,"
    proven = float(row[f"{column}_low"]) > 0.5
    require(proven, f"{words} so chance could have done that. It has to be clearer.")
    return said


def position(game: Any, text: Any) -> Position:
    """Return the position that an answer is the text of; else `Wrong`."""
    words = f"The text of a position is asked for, and this is `{quoted(text)}`."
    require(isinstance(text, str), words)
    try:
        return Position.parse(game, text)
    except PositionError as error:
        raise Wrong(f"That is no position: {error}.") from error
