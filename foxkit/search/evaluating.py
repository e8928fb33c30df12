"""What searches and players ask of an evaluation, and a look at whether it keeps to it.

An evaluation estimates the payoffs of an unfinished game by numbers inside (-1, 1): 1
itself is a won game, and a search that is told so looks no further. Those of foxkit are
tested. A reader's is looked at in some positions, once, when a search begins or a match
is made; what it does deeper in a search `foxkit.players.evaluations` watches.
"""

from collections.abc import Iterator
from typing import Any

from foxkit.core import game as rules
from foxkit.core import is_readers
from foxkit.core.faults import moves_of, text_of
from foxkit.core.generic import has_implementation
from foxkit.core.quoting import quoted
from foxkit.core.rng import advance, below, mix

ALLOWED = "numbers inside (-1, 1), where 1 would be a won game"
_POSITIONS = 40  # of a random game, at most, that are looked at
_MOST_PASSED = 1_000  # evaluations that are remembered
_passed: set[Any] = set()  # games and evaluations that were looked at


def require_evaluation(evaluation: Any) -> None:
    """Raise ValueError for what is no evaluation; say what to write instead."""
    if has_implementation(rules.evaluate, evaluation):
        return
    if isinstance(evaluation, type):
        allowed = f"a value, not a class: write {evaluation.__name__}()"
    elif callable(evaluation):
        allowed = f"made of a function: write @evaluation above {named(evaluation)}"
    else:
        allowed = f"a value such as FoxHeuristic(), not {quoted(evaluation)}"
    raise ValueError(f"evaluation is {allowed}")


def named(evaluation: Any) -> str:
    """What an evaluation is called in a message."""
    kind = evaluation if hasattr(evaluation, "__name__") else type(evaluation)
    return str(kind.__name__)


def require_game_of(function: Any, game: Any, name: str) -> None:
    """Raise ValueError where a function is declared for another game.

    The annotation of its argument `game` says for which; without one it is for any.
    """
    try:
        kind = getattr(function, "__annotations__", {}).get("game")
    except NameError:  # it names what only a type checker knows
        return
    if not isinstance(kind, type) or not hasattr(kind, "NAME"):
        return
    if not isinstance(game, kind) and kind.NAME != game.NAME:
        raise ValueError(f"{name} is made for {kind.NAME}, not for {game.NAME}")


def check_evaluation(evaluation: Any, game: Any, state: Any) -> None:
    """Look at what a reader's evaluation says of a state and of some that follow.

    Raises:
        ValueError: names the evaluation, a position, and what is wrong with its value;
            or it is one of another game.
    """
    declared = rules.evaluate.dispatch(type(evaluation))
    require_game_of(declared, game, type(evaluation).__name__)
    if not is_readers(type(evaluation)):
        return
    implementation = rules.evaluate.dispatch(type(evaluation))
    key: Any = game, evaluation, implementation  # a cell that is run again has another
    try:
        hash(key)
    except TypeError:  # it holds arrays, or the like
        key = game, type(evaluation), implementation
    if key in _passed:
        return
    for each in _random_game(game, state):
        if fault := evaluation_fault(evaluation, game, each):
            raise ValueError(fault)
    if len(_passed) >= _MOST_PASSED:
        _passed.clear()
    _passed.add(key)


def _random_game(game: Any, state: Any) -> Iterator[Any]:
    """Yield the unfinished states of a random game, played in plain Python."""
    if getattr(game, "is_partial", lambda state: False)(state):
        return  # nobody can play on where hands are hidden
    for ply in range(_POSITIONS):
        moves = moves_of(game, state)
        if not moves:
            return
        yield state
        move = moves[below(advance(mix(1, ply)), len(moves))]
        state = rules.play(game, state, move)


def evaluation_fault(evaluation: Any, game: Any, state: Any) -> str:
    """What is wrong with what an evaluation says of a state; empty if nothing is."""
    name, function = named(evaluation), getattr(evaluation, "function", None)
    try:
        if function is not None:
            found = (function(game, state),)
        else:
            found = tuple(rules.evaluate(evaluation, game, state))
        values = [float(value) for value in found]
    except Exception as error:  # a reader's code may raise anything
        what = f"{type(error).__name__}: {error}"
        return f"evaluation {name} fails in {text_of(game, state)}: {what}"
    if function is None and len(values) < len(game.PLAYERS):
        counts = f"{len(values)} values for {len(game.PLAYERS)} players"
        return f"evaluation {name} gives {counts} in {text_of(game, state)}"
    wrong = [value for value in values if not -1 < value < 1]
    if not wrong:
        return ""
    where = text_of(game, state)
    return f"evaluation {name} gives {wrong[0]} in {where}; allowed are {ALLOWED}"
