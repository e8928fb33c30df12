"""The Fox Game on the board: its drawing, its heuristic, and why a try is illegal."""

from collections.abc import Mapping
from functools import cache

from foxkit.agents.evaluations import judge
from foxkit.agents.fox_heuristic import PST, FoxHeuristic, sheep_value
from foxkit.core.bits import popcount
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import FOXES, PASTURE, FoxState, joined
from foxkit.rules.fox_game_text import POINTS, index, members, name
from foxkit.rules.position import Position
from foxkit.view import hooks
from foxkit.view.diagram import (
    Diagram,
    Region,
    diagram,
    digits,
    numbered,
    pieces,
    status,
)


@cache
def _lines(diagonals: int) -> tuple[tuple[str, str], ...]:
    return tuple(
        (point, other)
        for point in POINTS
        for other in members(joined(diagonals, index(point)))
        if point < other
    )


def _status(game: FoxGame, state: FoxState) -> str:
    said = status(game, state)
    if state.sideways:
        said += f", {state.sideways} of {game.sideways_limit} turns sideways"
    if state.chain >= 0:
        said += f", the fox on {name(state.chain)} captures on"
    return said


@diagram.register
def _diagram(game: FoxGame, state: FoxState) -> Diagram:
    return Diagram(
        title="Fox Game",
        points=numbered(POINTS),
        pieces=pieces("sheep", "sheep", members(state.sheep))
        + pieces("fox", "foxes", members(state.foxes)),
        lines=_lines(game.diagonals),
        regions=(Region("pasture", tuple(members(PASTURE))),),
        columns=digits(7),
        rows=digits(7),
        status=_status(game, state),
    )


@hooks.text_form.register
def _text_form(game: FoxGame) -> hooks.TextForm:
    letters = {"sheep": "s", "fox": "f", "": "."}
    return hooks.TextForm(letters, lambda text, point: index(point))


@hooks.quantities.register
def _quantities(game: FoxGame, state: FoxState) -> dict[str, Mapping[str, float]]:
    return {"piece-square table": PST}


@hooks.facts.register
def _facts(game: FoxGame, state: FoxState) -> dict[str, str]:
    in_pasture = popcount(state.sheep & PASTURE)
    judged = "H, equation (3): above 0 for the foxes"
    return {
        judged: f"{judge(FoxHeuristic(), game, state)[FOXES]:+.3f}",
        "sheep": f"{popcount(state.sheep)} of {game.sheep}",
        "sheep in the pasture": f"{in_pasture} of {game.target}",
        "foxes": str(popcount(state.foxes)),
        "V, value of the sheep's points": str(sheep_value(state.sheep)),
    }


@hooks.broken_rule.register
def _broken_rule(game: FoxGame, state: FoxState, start: str, end: str) -> str:
    if state.mover != FOXES:
        return _sheep_rule(start, end)
    captures = [move for move in Position(game, state).moves if "x" in move]
    if state.chain >= 0 and start != name(state.chain):
        return f"Only the fox on {name(state.chain)} may capture on in this turn."
    if captures and game.must_capture:
        return f"A fox that can capture must: {', '.join(captures)}."
    if not joined(game.diagonals, index(start)) >> index(end) & 1:
        return f"No line joins {start} and {end}."
    return ""


def _sheep_rule(start: str, end: str) -> str:
    down = int(end[0]) - int(start[0])
    across = abs(int(end[1]) - int(start[1]))
    if down < 0:
        return "Sheep never move backwards."
    if down and across:
        return "Sheep move forward or sideways, never diagonally."
    return "Sheep move one step at a time." if down + across > 1 else ""
