"""What is wrong with a reader's rules, found by running them as plain Python.

Compiled code that goes astray can say only that it did. The same source as plain Python
says where: a list of moves that is too long raises at its first move too many, and each
answer can be looked at.
"""

from collections import deque
from collections.abc import Callable, Iterator
from inspect import signature
from time import monotonic
from typing import Any

import numpy as np

from foxkit.core import game as rules_of
from foxkit.core import is_readers
from foxkit.core.generic import GENERICS
from foxkit.core.rng import advance, below, mix

_NEAR = 1_000  # positions to look at one by one, before random games
_SECONDS = 5.0  # for all of them
_AMPLE = 1 << 16  # room for a list of moves that is too long


def moves_of(game: Any, state: Any) -> list[int]:
    """The codes of the legal moves, by the rules as plain Python.

    ValueError where they are more than `MAX_MOVES`, or cannot be listed.
    """
    name, most = type(game).__name__, game.MAX_MOVES
    moves = np.zeros(most, np.int64)
    try:
        n = rules_of.legal_moves(game, state, moves)
    except IndexError:
        moves = np.zeros(max(_AMPLE, most), np.int64)
        n = _asked("legal_moves", lambda: rules_of.legal_moves(game, state, moves))
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        raise ValueError(f"legal_moves returns {n!r} instead of a number of moves")
    if n < 0:
        raise ValueError(f"legal_moves returns {n:,} instead of a number of moves")
    if n > most:
        raise ValueError(f"{name} has more moves than MAX_MOVES, {most:,}: {n:,}")
    return [int(each) for each in moves[:n]]


def mover_of(game: Any, state: Any) -> int:
    """The player to move, by plain Python; ValueError for no player's number."""
    who = _asked("mover", lambda: rules_of.mover(game, state))
    if not 0 <= who < len(game.PLAYERS):
        last = len(game.PLAYERS) - 1
        raise ValueError(f"player {who} is to move, and there are 0 to {last}")
    return int(who)


def payoffs_of(game: Any, state: Any) -> tuple[float, ...]:
    """The payoffs of an end, by plain Python; ValueError where they are too few."""
    paid = _asked("payoffs", lambda: tuple(rules_of.payoffs(game, state)))
    if len(paid) < len(game.PLAYERS):
        said = f"an end pays {paid}, and there are {len(game.PLAYERS)} players"
        raise ValueError(said)
    return tuple(map(float, paid))


def after(game: Any, state: Any, move: int) -> Any:
    """The state after a move, by plain Python."""
    return _asked("play", lambda: rules_of.play(game, state, move))


def _asked(name: str, ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except NotImplementedError:
        raise
    except Exception as error:  # a reader's code may raise anything at all
        raise ValueError(f"{name} fails: {type(error).__name__}: {error}") from error


def text_of(game: Any, state: Any) -> str:
    """A position in words, whatever is wrong with it."""
    try:
        return str(game.format(state))
    except Exception:  # a reader's code may raise anything at all
        return repr(state)


def explained(arguments: tuple[Any, ...], error: Exception) -> str:
    """What is wrong where compiled code raised an error, with the position if found."""
    values = [*_values(arguments)]
    games = [i for i, each in enumerate(values) if rules_of.is_game(each)]
    said = f"{type(error).__name__}: {error}"
    if not games or games[0] + 1 == len(values):
        return f"compiled code failed: {said}"
    game = values[games[0]]
    state = next((x for x in values[games[0] + 1 :] if _may_be_state(x)), None)
    name = getattr(game, "NAME", type(game).__name__)
    others = [each for each in values if each is not game]
    for place in _positions(game, state):
        if fault := _fault(game, place, others):
            return f"{name}: {fault}, in {text_of(game, place)}"
    return (
        f"{name}: {said}; it happened in compiled code, in a position that was not met "
        "again when the same rules ran as plain Python"
    )


def _values(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """All NamedTuples among some arguments, from left to right."""
    for each in arguments:
        if isinstance(each, tuple):
            if hasattr(each, "_fields"):
                yield each
            yield from _values(each)


def _may_be_state(value: Any) -> bool:
    return not any(type(value) in generic.registry for generic in GENERICS) and all(
        not isinstance(each, np.ndarray) for each in value
    )


def _positions(game: Any, state: Any) -> Iterator[Any]:
    """Positions that play can reach: all those near, then those of random games."""
    begin, queue, seen = monotonic(), deque([state]), {state}
    while queue and len(seen) < _NEAR and monotonic() < begin + _SECONDS / 2:
        here = queue.popleft()
        yield here
        for move in moves_of(game, here):
            there = rules_of.play(game, here, move)
            if there not in seen:
                seen.add(there)
                queue.append(there)
    number = 0
    while monotonic() < begin + _SECONDS:
        number, here = number + 1, state
        for ply in range(10_000):
            yield here
            moves = moves_of(game, here)
            if not moves or monotonic() > begin + _SECONDS:
                break
            at = below(advance(mix(number, ply)), len(moves))
            here = rules_of.play(game, here, moves[at])


def _fault(game: Any, state: Any, others: list[Any]) -> str | None:
    """What is wrong in one position, in words."""
    try:
        moves = moves_of(game, state)
        who = mover_of(game, state)
        for move in moves:
            after(game, state, move)
        if not moves:
            payoffs_of(game, state)
        else:
            _ask_others(game, state, who, moves, others)
    except ValueError as error:
        return str(error)
    return None


def _ask_others(
    game: Any, state: Any, who: int, moves: list[int], others: list[Any]
) -> None:
    """Ask a reader's evaluation, policy or belief about an unfinished position."""
    room = np.array(moves, np.int64)
    known = {
        "game": game,
        "state": state,
        "moves": room,
        "player": who,
        "seed": mix(0, 0),
    }
    for each in (x for x in others if is_readers(type(x))):
        for generic in GENERICS:
            names = [*signature(generic).parameters][1:]
            if type(each) not in generic.registry or not {*names} <= {*known}:
                continue
            name = type(each).__name__
            given = [known[name] for name in names]
            answer = _asked(name, lambda g=generic, e=each, v=given: g(e, *v))  # type: ignore
            _check_answer(generic.__name__, name, answer, game, moves)


def _check_answer(
    generic: str, name: str, answer: Any, game: Any, moves: list[int]
) -> None:
    if generic == "evaluate" and len(answer) < len(game.PLAYERS):
        players = len(game.PLAYERS)
        raise ValueError(f"{name} returns {answer}, and there are {players} players")
    if generic == "playout_move" and answer[0] not in moves:
        raise ValueError(f"{name} makes move {answer[0]}, which is not among {moves}")
