"""What a game may tell the board beyond its drawing; each has a default or is optional.

A game without any of these can still be played, read and replayed: it says less.
"""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from foxkit.agents.defaults import default_evaluation
from foxkit.agents.evaluations import judge
from foxkit.agents.fox_heuristic import PST, FoxHeuristic, sheep_value
from foxkit.core.bits import popcount
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import FOXES, PASTURE, SHEEP, FoxState, joined
from foxkit.rules.fox_game_text import index, name
from foxkit.rules.position import Position
from foxkit.view.diagram import diagram


@singledispatch
def path(game: Any, state: Any, move: str) -> tuple[str, ...]:
    """Return the points a legal move visits; none for a move such as a pass.

    By default the points that the move's text names.
    """
    try:
        return diagram(game, state).trace(move)
    except ValueError:
        return ()


@singledispatch
def why_not(game: Any, state: Any, start: str, end: str) -> str:
    """Say in a sentence why no move leads from `start` to `end`."""
    position = Position(game, state)
    if position.outcome is not None:
        return "The game is over."
    piece = diagram(game, state).at(start)
    if piece is None:
        return f"There is no piece on {start}; it is the turn of the {position.mover}."
    paths = [path(game, state, move) for move in position.moves]
    goals = sorted({p[1] for p in paths if len(p) > 1 and p[0] == start})
    if not goals:
        return f"The {piece.kind} on {start} has no legal move now."
    return f"The {piece.kind} on {start} can go to {', '.join(goals)}, not to {end}."


@singledispatch
def put(game: Any, text: str, point: str, kind: str) -> str:
    """Return a position's text with a piece put on a point; no piece for kind ""."""
    raise TypeError(f"{game.NAME} cannot be set up by hand yet")


@singledispatch
def turn(game: Any, text: str, player: str) -> str:
    """Return a position's text with another player to move."""
    raise TypeError(f"{game.NAME} cannot be set up by hand yet")


def kinds(game: Any) -> list[str]:
    """Return what can be put on the board by hand ("" takes away), or nothing."""
    if put.dispatch(type(game)) is put.dispatch(object):
        return []
    pieces = diagram(game, game.start()).pieces
    return [*dict.fromkeys(piece.kind for piece in pieces), ""]


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


@put.register
def _fox_put(game: FoxGame, text: str, point: str, kind: str) -> str:
    letter = {"sheep": "s", "fox": "f"}.get(kind, ".")
    return text[: index(point)] + letter + text[index(point) + 1 :]


@turn.register
def _fox_turn(game: FoxGame, text: str, player: str) -> str:
    rows, _, sideways, _ = text.split()
    return f"{rows} {'sf'[game.PLAYERS.index(player)]} {sideways} -"


@quantities.register
def _fox_quantities(game: FoxGame, state: FoxState) -> dict[str, Mapping[str, float]]:
    return {"piece-square table": PST}


@facts.register
def _fox_facts(game: FoxGame, state: FoxState) -> dict[str, str]:
    in_pasture = popcount(state.sheep & PASTURE)
    judged = "H, equation (3): above 0 for the foxes"
    return {
        judged: f"{judge(FoxHeuristic(), game, state)[FOXES]:+.3f}",
        "sheep": f"{popcount(state.sheep)} of {game.sheep}",
        "sheep in the pasture": f"{in_pasture} of {game.target}",
        "foxes": str(popcount(state.foxes)),
        "V, value of the sheep's points": str(sheep_value(state.sheep)),
    }


@why_not.register
def _fox_why_not(game: FoxGame, state: FoxState, start: str, end: str) -> str:
    usual = why_not.dispatch(object)
    position = Position(game, state)
    here = 1 << index(start)
    owner = SHEEP if state.sheep & here else FOXES if state.foxes & here else None
    if position.outcome is not None or owner is None:
        return usual(game, state, start, end)
    if owner != state.mover:
        return f"It is the turn of the {position.mover}."
    if owner == FOXES:
        return _fox_reason(game, state, start, end) or usual(game, state, start, end)
    return _sheep_reason(start, end) or usual(game, state, start, end)


def _fox_reason(game: FoxGame, state: FoxState, start: str, end: str) -> str:
    position = Position(game, state)
    captures = [move for move in position.moves if "x" in move]
    if state.chain >= 0 and start != name(state.chain):
        return f"Only the fox on {name(state.chain)} may capture on in this turn."
    if captures and game.must_capture:
        return f"A fox that can capture must: {', '.join(captures)}."
    if not joined(game.diagonals, index(start)) >> index(end) & 1:
        return f"No line joins {start} and {end}."
    return ""


def _sheep_reason(start: str, end: str) -> str:
    down = int(end[0]) - int(start[0])
    across = abs(int(end[1]) - int(start[1]))
    if down < 0:
        return "Sheep never move backwards."
    if down and across:
        return "Sheep move forward or sideways, never diagonally."
    return "Sheep move one step at a time." if down + across > 1 else ""
