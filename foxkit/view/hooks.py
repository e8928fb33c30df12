"""What a game may tell the board beyond its drawing; each has a default or is optional.

A game without any of these can still be played, read and replayed: it says less.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from foxkit.agents.defaults import default_evaluation
from foxkit.rules.position import Position
from foxkit.view.diagram import diagram


@dataclass(frozen=True)
class TextForm:
    """How a position's text shows the board, one letter a point."""

    letters: Mapping[str, str]  # kind of piece, "" for none -> its letter
    place: Callable[[str, str], int]  # text, point -> index of its letter


@singledispatch
def text_form(game: Any) -> TextForm | None:
    """Return how a text shows the board, None if it cannot be set up by hand."""
    return None


@singledispatch
def broken_rule(game: Any, state: Any, start: str, end: str) -> str:
    """Say what forbids the mover's piece on `start` to go to `end`, if it is known."""
    return ""


@singledispatch
def facts(game: Any, state: Any) -> dict[str, str]:
    """Return what can be counted on the board, such as the terms of a heuristic."""
    return {}


@singledispatch
def quantities(game: Any, state: Any) -> dict[str, Mapping[str, float]]:
    """Return numbers per point to be shown as heat, by name."""
    return {}


@singledispatch
def values(game: Any, state: Any) -> Mapping[str, str]:
    """Return what each move leads to where the position is solved, else nothing."""
    return {}


@singledispatch
def exact(game: Any, state: Any) -> tuple[float, ...] | None:
    """Return a solved position's payoffs with best play, None for one that is not."""
    return None


def evaluation(game: Any) -> Any:
    """Return what judges unfinished states of a game on the board, or None."""
    try:
        return default_evaluation(game)
    except ValueError:
        return None


def path(position: Position, move: str) -> tuple[str, ...]:
    """Return the points that a legal move's text names; none for one such as a pass."""
    try:
        return diagram(position.game, position.state).trace(move)
    except ValueError:
        return ()


def why_not(position: Position, start: str, end: str) -> str:
    """Say in a sentence why no move leads from `start` to `end`."""
    game, state = position.game, position.state
    piece = diagram(game, state).at(start)
    if position.outcome is not None:
        return "The game is over."
    if piece is None:
        return f"There is no piece on {start}; it is the turn of the {position.mover}."
    if piece.player not in ("", position.mover):
        return f"It is the turn of the {position.mover}."
    paths = [path(position, move) for move in position.moves]
    goals = sorted({p[1] for p in paths if len(p) > 1 and p[0] == start})
    usual = f"The {piece.kind} on {start} can go to {', '.join(goals)}, not to {end}."
    if not goals:
        usual = f"The {piece.kind} on {start} has no legal move now."
    return broken_rule(game, state, start, end) or usual


def kinds(game: Any) -> list[str]:
    """Return what can be put on the board by hand ("" takes away), or nothing."""
    form = text_form(game)
    return list(form.letters) if form else []


def put(game: Any, text: str, point: str, kind: str) -> str:
    """Return a position's text with a piece put on a point; no piece for kind "".

    TypeError for a game that cannot be set up by hand.
    """
    form = text_form(game)
    if form is None:
        raise TypeError(f"{game.NAME} cannot be set up by hand yet")
    place = form.place(text, point)
    return text[:place] + form.letters[kind] + text[place + 1 :]


def turn(text: str, player: str) -> str:
    """Return a position's text with another player to move, no chain under way."""
    board, _, *counters = text.split()
    return " ".join([board, player[0], *counters[:1], *("-" for _ in counters[1:])])
