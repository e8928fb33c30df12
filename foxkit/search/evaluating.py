"""What an evaluation has to fulfil, and a check of a reader's evaluation.

An evaluation estimates the payoffs of an unfinished game by numbers inside (-1, 1): 1
itself is a won game, at which a search stops. Those of foxkit are tested. A reader's is
checked in some positions, once, when a search begins or a match is made; values deeper
in a search are checked by the compiled code of `foxkit.players.evaluations`.
"""

from collections.abc import Iterator
from typing import Any

from foxkit.core import game as rules
from foxkit.core import is_user_code
from foxkit.core.faults import moves_in_plain_python, text_of
from foxkit.core.generic import has_implementation
from foxkit.core.quoting import quoted
from foxkit.core.rng import advance, below, mix

ALLOWED_VALUES_IN_WORDS = "numbers inside (-1, 1), where 1 would be a won game"
_POSITIONS_TRIED = 40  # of a random game, at most, that are checked
_MOST_PASSED = 1_000  # evaluations that are remembered
_passed_evaluations: set[Any] = set()
"""Games and evaluations that have passed the check."""


def require_evaluation(evaluation: Any) -> None:
    """Raise a ValueError that says what to write, for a value that is no evaluation."""
    if has_implementation(rules.evaluate, evaluation):
        return
    if isinstance(evaluation, type):
        allowed = f"a value, not a class: write {evaluation.__name__}()"
    elif callable(evaluation):
        allowed = (
            f"made of a function: write @evaluation above {evaluation_name(evaluation)}"
        )
    else:
        allowed = f"a value such as FoxHeuristic(), not {quoted(evaluation)}"
    raise ValueError(f"evaluation is {allowed}")


def evaluation_name(evaluation: Any) -> str:
    """The name of an evaluation, or of its class, for a message."""
    of = evaluation if hasattr(evaluation, "__name__") else type(evaluation)
    return str(of.__name__)


def require_declared_for(function: Any, game: Any, name: str) -> None:
    """Raise ValueError where a function is declared for another game.

    The annotation of its argument `game` names the class; without one any game is
    allowed.
    """
    try:
        declared = getattr(function, "__annotations__", {}).get("game")
    except NameError:  # it is a name that only a type checker knows
        return
    if not isinstance(declared, type) or not hasattr(declared, "NAME"):
        return
    if not isinstance(game, declared) and declared.NAME != game.NAME:
        raise ValueError(f"{name} is made for {declared.NAME}, not for {game.NAME}")


def check_evaluation(evaluation: Any, game: Any, state: Any) -> None:
    """Check a reader's evaluation in a state and in some states that follow it.

    Raises:
        ValueError: a value is not allowed (the message names the evaluation and a
            position), or the evaluation is one of another game.
    """
    declared = rules.evaluate.dispatch(type(evaluation))
    require_declared_for(declared, game, type(evaluation).__name__)
    if not is_user_code(type(evaluation)):
        return
    implementation = rules.evaluate.dispatch(type(evaluation))
    key: Any = game, evaluation, implementation  # a cell that is run again has another
    try:
        hash(key)
    except TypeError:  # it holds arrays, or the like
        key = game, type(evaluation), implementation
    if key in _passed_evaluations:
        return
    for each in _states_of_random_game(game, state):
        if fault := evaluation_fault(evaluation, game, each):
            raise ValueError(fault)
    if len(_passed_evaluations) >= _MOST_PASSED:
        _passed_evaluations.clear()
    _passed_evaluations.add(key)


def _states_of_random_game(game: Any, state: Any) -> Iterator[Any]:
    """Yield the unfinished states of a random game, played in plain Python."""
    if getattr(game, "is_partial", lambda state: False)(state):
        return  # where hands are hidden there are no next states
    for ply in range(_POSITIONS_TRIED):
        moves = moves_in_plain_python(game, state)
        if not moves:
            return
        yield state
        move = moves[below(advance(mix(1, ply)), len(moves))]
        state = rules.play(game, state, move)


def evaluation_fault(evaluation: Any, game: Any, state: Any) -> str:
    """The fault of an evaluation's value for a state; empty if there is none."""
    name, function = evaluation_name(evaluation), getattr(evaluation, "function", None)
    try:
        if function is not None:
            given = (function(game, state),)
        else:
            given = tuple(rules.evaluate(evaluation, game, state))
        values = [float(value) for value in given]
    except Exception as error:  # a reader's code may raise anything
        fault = f"{type(error).__name__}: {error}"
        return f"evaluation {name} fails in {text_of(game, state)}: {fault}"
    if function is None and len(values) < len(game.PLAYERS):
        counts = f"{len(values)} values for {len(game.PLAYERS)} players"
        return f"evaluation {name} gives {counts} in {text_of(game, state)}"
    wrong = [value for value in values if not -1 < value < 1]
    if not wrong:
        return ""
    where = text_of(game, state)
    gives = f"evaluation {name} gives {wrong[0]} in {where}"
    return f"{gives}; allowed are {ALLOWED_VALUES_IN_WORDS}"
