"""Faults of a reader's rules, found by running them as plain Python.

Where compiled code fails, it can say little about the cause. The same source as plain
Python shows it: a list of moves that is too long raises an error at the first move too
many, and each returned value can be checked.
"""

import linecache
import re
from collections import deque
from collections.abc import Callable, Collection, Iterator
from functools import partial
from inspect import signature
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from foxkit.core import game as game_functions
from foxkit.core import is_user_code
from foxkit.core.arguments import as_whole
from foxkit.core.caching import PACKAGE
from foxkit.core.generic import GENERICS, has_implementation
from foxkit.core.quoting import quoted, shortened
from foxkit.core.rng import advance, below, mix

_NEARBY_STATES = 1_000  # positions to look at one by one, before random games
_RANDOM_GAME_SECONDS = 5.0  # for random games
_AMPLE_BUFFER = 1 << 16  # entries of a buffer for a list of moves that is too long


def moves_in_plain_python(game: Any, state: Any) -> list[int]:
    """The codes of the legal moves, by the rules as plain Python.

    ValueError where they are more than `MAX_MOVES`, or cannot be listed.
    """
    name, max_moves = type(game).__name__, game.MAX_MOVES
    moves = np.zeros(max_moves, np.int64)
    try:
        n = game_functions.legal_moves(game, state, moves)
    except IndexError:
        moves = np.zeros(max(_AMPLE_BUFFER, max_moves), np.int64)
        n = _call_user_function(
            "legal_moves", lambda: game_functions.legal_moves(game, state, moves)
        )
        if as_whole(n) is not None and 0 <= n <= max_moves:
            size = f"MAX_MOVES of {name}, {max_moves:,}"
            raise ValueError(
                f"legal_moves uses a place outside of its list, whose size is {size}"
            ) from None
    except Exception as error:  # a reader's code may raise anything at all
        raise ValueError(
            f"legal_moves fails: {type(error).__name__}: {error}"
        ) from error
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        raise ValueError(f"legal_moves returns {n!r} instead of a number of moves")
    if n < 0:
        raise ValueError(f"legal_moves returns {n:,} instead of a number of moves")
    if n > max_moves:
        fault = f"{name} has positions of more moves than MAX_MOVES, {max_moves:,}"
        raise ValueError(f"{fault}: legal_moves returns {n:,}")
    if n and min(moves[:n]) < 0:
        listed = [int(each) for each in moves[:n]]
        raise ValueError(f"moves are numbers from 0 up, not {listed}")
    return [int(each) for each in moves[:n]]


def mover_in_plain_python(game: Any, state: Any) -> int:
    """The player to move, by plain Python; ValueError where there is no such player."""
    who = _call_user_function("mover", lambda: game_functions.mover(game, state))
    if not 0 <= who < len(game.PLAYERS):
        last = len(game.PLAYERS) - 1
        raise ValueError(f"player {who} is to move, and there are 0 to {last}")
    return int(who)


def payoffs_in_plain_python(game: Any, state: Any) -> tuple[float, ...]:
    """The payoffs of a finished state, by plain Python.

    ValueError where they are no tuple, too few, or outside of -1 to 1.
    """
    paid = _call_user_function("payoffs", lambda: game_functions.payoffs(game, state))
    if not isinstance(paid, tuple):
        raise ValueError(f"payoffs returns {quoted(paid)} instead of a tuple")
    if len(paid) < len(game.PLAYERS):
        fault = f"an end pays {paid}, and there are {len(game.PLAYERS)} players"
        raise ValueError(fault)
    numbers = _call_user_function("payoffs", lambda: tuple(map(float, paid)))
    if not all(-1 <= each <= 1 for each in numbers):
        raise ValueError(f"an end pays each player from -1 to 1, not {numbers}")
    return numbers


def state_after_in_plain_python(game: Any, state: Any, move: int) -> Any:
    """The state after a move, by plain Python; ValueError where it is no state."""
    result = _call_user_function("play", lambda: game_functions.play(game, state, move))
    if getattr(result, "_fields", None) != state._fields:
        expected = type(state).__name__
        raise ValueError(f"play returns {quoted(result)} instead of a {expected}")
    if odd := non_int_field(result):
        raise ValueError(f"play returns a state of other things than ints: {odd}")
    return result


def non_int_field(state: Any) -> str:
    """The first field of a state that is no int, with its value; empty if all are."""
    fields = zip(state._fields, state, strict=True)
    return next((f"{name} = {x!r}" for name, x in fields if not _is_int_or_ints(x)), "")


def _is_int_or_ints(value: Any) -> bool:
    """Whether a field is an int, or a tuple of ints."""
    if isinstance(value, tuple):
        return all(map(_is_int_or_ints, value))
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _call_user_function(name: str, call: Callable[[], Any]) -> Any:
    """The result of a call of a reader's function; any error of it is a ValueError."""
    try:
        return call()
    except NotImplementedError:
        raise
    except Exception as error:  # a reader's code may raise anything at all
        raise ValueError(f"{name} fails: {type(error).__name__}: {error}") from error


def text_of(game: Any, state: Any) -> str:
    """The text of a position, or its state where the game cannot write it."""
    try:
        return str(game.format(state))
    except Exception:  # a reader's code may raise anything at all
        return repr(state)


def fault_in_reachable_states(
    arguments: tuple[Any, ...], seconds: float = _RANDOM_GAME_SECONDS
) -> str | None:
    """The first fault of rules, evaluation or policy in a sentence, or None.

    The game and the state are found among the arguments of a function that has failed.
    The same source is run as plain Python in the positions near that state, and in
    random games from it for some seconds. The text names the first position in which
    it fails.
    """
    components = [*_namedtuples_in(arguments)]
    game = next((each for each in components if game_functions.is_game(each)), None)
    state = next((each for each in components if _looks_like_state(each)), None)
    if game is None or state is None:
        return None
    name = getattr(game, "NAME", type(game).__name__)
    for reached in _reachable_states(game, state, seconds):
        if fault := fault_in_position(game, reached, components):
            return f"{name}: {fault}, in {text_of(game, reached)}"
    return None


def _namedtuples_in(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """All NamedTuples among some arguments, from left to right."""
    for each in arguments:
        if isinstance(each, tuple):
            if hasattr(each, "_fields"):
                yield each
            yield from _namedtuples_in(each)


def _looks_like_state(value: Any) -> bool:
    """Whether a NamedTuple may be a state: it is no game, policy or array holder."""
    dispatched = any(has_implementation(generic, value) for generic in GENERICS)
    return not dispatched and not any(isinstance(x, np.ndarray) for x in value)


def _reachable_states(game: Any, state: Any, seconds: float) -> Iterator[Any]:
    """Yield states that play can reach: all those near, then those of random games."""
    queue, seen = deque([state]), {state}
    while queue and len(seen) < _NEARBY_STATES:
        here = queue.popleft()
        yield here
        for move in moves_in_plain_python(game, here):
            after = game_functions.play(game, here, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    number, begin = 0, monotonic()
    while queue and monotonic() < begin + seconds:
        number, here = number + 1, state
        for ply in range(10_000):
            yield here
            moves = moves_in_plain_python(game, here)
            if not moves or monotonic() > begin + seconds:
                break
            at = below(advance(mix(number, ply)), len(moves))
            here = game_functions.play(game, here, moves[at])


def fault_in_position(
    game: Any, state: Any, components: Collection[Any] = ()
) -> str | None:
    """The fault in one position, by the rules as plain Python, or None.

    `components` may hold evaluations, policies and beliefs; a reader's are called, too.
    """
    try:
        moves = moves_in_plain_python(game, state)
        who = mover_in_plain_python(game, state)
        for move in moves:
            state_after_in_plain_python(game, state, move)
        if not moves:
            payoffs_in_plain_python(game, state)
        else:
            _call_evaluations_and_policies(game, state, who, moves, components)
    except ValueError as error:
        return str(error)
    return None


def _call_evaluations_and_policies(
    game: Any, state: Any, mover: int, moves: list[int], components: Collection[Any]
) -> None:
    """Call a reader's evaluation, policy or belief with an unfinished position."""
    arguments = {
        "game": game,
        "state": state,
        "moves": np.array(moves, np.int64),
        "player": mover,
        "seed": mix(0, 0),
    }
    for each in components:
        if game_functions.is_game(each) or not is_user_code(type(each)):
            continue
        for generic in GENERICS:
            names = [*signature(generic).parameters][1:]
            if not has_implementation(generic, each) or not {*names} <= {*arguments}:
                continue
            given = [arguments[name] for name in names]
            name = type(each).__name__
            result = _call_user_function(name, partial(generic, each, *given))
            _require_sound_result(generic.__name__, name, result, game, moves)


def _require_sound_result(
    generic: str, name: str, result: Any, game: Any, moves: list[int]
) -> None:
    """Raise ValueError for payoffs that are too few, or a move that is not legal."""
    if generic == "evaluate" and len(result) < len(game.PLAYERS):
        players = len(game.PLAYERS)
        raise ValueError(f"{name} returns {result}, and there are {players} players")
    if generic == "playout_move" and result[0] not in moves:
        raise ValueError(f"{name} makes move {result[0]}, which is not among {moves}")


_ALLOCATION_ERRORS = "NRT required", "Only accept returning of array"
_COMPILER_HEADINGS = "Failed in nopython mode pipeline", "No implementation of function"
_COLOUR_CODE = re.compile(r"\x1b\[[0-9;]*m")
"""A colour code: numba colours its messages where colorama is installed."""
_SOURCE_PLACE = re.compile(r'(?:at|from) (\S.*?) \((\d+)\)|File "([^"]+)", line (\d+):')


def compile_error_in_words(error: Exception) -> str:
    """Why numba cannot compile a reader's code, in one sentence.

    numba gives many reasons; this is the innermost one, with the innermost line of the
    reader's code.
    """
    text = _COLOUR_CODE.sub("", str(error))
    reason = next(_numba_reasons(text), text.split("\n", 1)[0])
    if reason.startswith(_ALLOCATION_ERRORS):
        reason = "compiled code makes no lists, arrays or texts: use numbers and bits"
    lines = (
        _user_source_line(a or b, int(m or n))
        for a, m, b, n in _SOURCE_PLACE.findall(text)
    )
    line = next((f" {line!r}:" for line in lines if line), "")
    return f"this cannot be compiled:{line} {shortened(reason, 200)}"


def _numba_reasons(text: str) -> Iterator[str]:
    """Yield the reasons in a message of numba, one for each step that failed."""
    before = ""
    for line in map(str.strip, text.splitlines()):
        reason = re.sub(r"^\w+Error: ", "", line)
        follows = _COMPILER_HEADINGS[0] in before or reason != line
        if follows and reason and not reason.startswith(_COMPILER_HEADINGS):
            yield reason
        before = line


def _user_source_line(path: str, number: int) -> str:
    """A line of a reader's source; empty for one of foxkit or a library."""
    import numba

    file, folders = Path(path).resolve(), (Path(numba.__file__).parents[1], PACKAGE)
    if any(file.is_relative_to(each) for each in folders):
        return ""
    return (
        linecache.getline(path, number) or linecache.getline(f"{file}", number)
    ).strip()
