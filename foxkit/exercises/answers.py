"""What checks ask of an answer: is it there, is it of the right kind, does it run?"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from math import isfinite
from numbers import Real
from typing import Any

from foxkit.agents.players import FunctionPlayer
from foxkit.core.quoting import quoted, shortened
from foxkit.lab.match import match, play_blocks, play_game
from foxkit.lab.stats import Row, half_width, proportion, put, summary
from foxkit.view.numbers import interval

Check = Callable[[Any], str]
"""A check: takes an answer, returns what to say of a right one, else raises."""


class Wrong(Exception):
    """An answer is not right; the message says what is wrong with it."""


class Empty(Exception):
    """There is no answer yet."""


def no_answer(answer: Any, depth: int = 3) -> bool:
    """Tell whether an answer, or a part of it, is still the three dots.

    No answer has parts deeper than that, unless it holds itself.
    """
    parts = answer.values() if isinstance(answer, Mapping) else answer
    if isinstance(answer, Mapping | tuple | list):
        return depth > 0 and any(no_answer(part, depth - 1) for part in parts)
    return answer is ... or answer is None


def require(condition: object, otherwise: str) -> None:
    """Raise `Wrong(otherwise)` unless the condition holds."""
    if not condition:
        raise Wrong(otherwise)


def number(answer: Any, what: str = "The answer") -> float:
    """Return an answer as a number; raise `Wrong` where it is none."""
    try:
        real = not isinstance(answer, str | bool) and isinstance(answer, Real | int)
        value = float(answer) if real or hasattr(answer, "item") else float("nan")
    except (OverflowError, TypeError, ValueError):
        value = float("nan")
    words = f"{what} is to be a number, and this is `{quoted(answer)}`."
    require(isfinite(value), words)
    return value


def expect(
    answer: Any,
    truth: float,
    *mistakes: tuple[float, str],
    within: float = 0.001,
    otherwise: str,
    what: str = "The answer",
) -> None:
    """Hold a number to the truth; a mistake that is known by its result is named.

    Args:
        answer: what the reader gave.
        truth: the right number.
        mistakes: what usual mistakes lead to, and what to say of each.
        within: how far from a number still counts as that number.
        otherwise: what to say of any other number.
        what: what the number is, at the beginning of a sentence.
    """
    given = number(answer, what)
    if abs(given - truth) <= within:
        return
    for value, words in mistakes:
        require(abs(given - value) > within, words)
    raise Wrong(otherwise)


def one_of(answer: Any, allowed: Sequence[str], what: str = "The answer") -> str:
    """Return an answer that is one of some words; raise `Wrong` where it is not."""
    listed = ", ".join(f"`{word!r}`" for word in allowed)
    words = f"{what} is to be one of {listed}, and this is `{quoted(answer)}`."
    require(isinstance(answer, str) and answer.strip() in allowed, words)
    return str(answer).strip()


def parts(answer: Any, *names: str) -> tuple[Any, ...]:
    """Return the parts of an answer in order; raise `Wrong` where some are missing."""
    wanted = f"The answer has {len(names)} parts in round brackets: {', '.join(names)}."
    require(isinstance(answer, tuple | list) and len(answer) == len(names), wanted)
    return tuple(answer)


def called(function: Any, *arguments: Any) -> Any:
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
        raise Wrong(
            f"`{name}` fails{_place(function, error)}: {_told(error)}"
        ) from error
    if result is ...:
        raise Empty
    require(result is not None, f"`{name}` returns nothing; is a `return` missing?")
    return result


def _place(function: Any, error: Exception) -> str:
    """Return where in a reader's function an error came from, as far as is known."""
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename]
    line = own[-1].line if own else None
    return f" at `{line}`" if line else ""


def _told(error: Exception) -> str:
    """Return an error in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = shortened(lines[-1], 200) if lines else "without a message"
    return f"{type(error).__name__}, {said}"


def player(function: Any) -> FunctionPlayer:
    """Return a reader's function of a position and a seed as a player."""

    @wraps(function)
    def guarded(position: Any, seed: int) -> Any:
        return called(function, position, seed)

    return FunctionPlayer(guarded)


def duel(game: Any, *players: Any, blocks: int, seed: int = 1) -> Row:
    """Return the summary of a seeded match, the reader's own player first.

    Raises:
        Wrong: the reader's player chose a move that is not legal.
    """
    pairing = match(game, *players)
    try:
        played = play_blocks(pairing, seed, range(blocks)).games
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error
    return summary(played, game.PLAYERS)


def as_side(game: Any, own: int, players: Sequence[Any], games: int) -> Row:
    """Return how often side `own`, 0 or 1, wins, and the turns of a game.

    The players, side by side, play so many games with the seeds 0, 1, ...

    Raises:
        Wrong: the reader's player chose a move that is not legal.
    """
    try:
        played = [play_game(game, players, (n, n + games)) for n in range(games)]
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error
    row: Row = {"games": games, "turns": sum(each.turns for each in played) / games}
    put(row, "won", proportion(sum(each.payoffs[own] > 0 for each in played), games))
    return row


def reach(games: int) -> float:
    """Return half the width of the interval when half of the games are won."""
    return half_width(proportion(games // 2, games))


def prove(row: Row, column: str, than: float, weaker: str) -> str:
    """Return a rate of a match in words if it is proven to be larger than another.

    `weaker` is what to say where it is proven to be smaller.
    """
    found = f"{interval(row, column)} in {row['games']} games"
    require(float(row[f"{column}_high"]) > than, f"{weaker} It has {found}.")
    words = f"It has {found}: the interval reaches down to {100 * than:.3g} % or below,"
    proven = float(row[f"{column}_low"]) > than
    require(proven, f"{words} so chance could have done that. It has to be clearer.")
    return found
