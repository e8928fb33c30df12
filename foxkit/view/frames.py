"""Positions as plain data for the page: what `stage.js` draws and reads aloud.

A *scene* is what stays during a game, a *frame* is one position. The shapes, the
lines and whatever lies over and under the pieces are SVG fragments made here, so that
a board looks the same in a still picture, in the widget and in a replay.
"""

from typing import Any

from foxkit.rules.position import Position
from foxkit.view import hooks, layers
from foxkit.view.assets import SHAPES
from foxkit.view.diagram import Diagram, diagram
from foxkit.view.layers import UNIT, Overlay
from foxkit.view.record import Record
from foxkit.view.svg import frame as margins


def scene(game: Any) -> dict[str, Any]:
    """Return what the page needs once for a game."""
    shown = diagram(game, game.start())
    return {
        "title": shown.title,
        "players": list(game.PLAYERS),
        "box": margins(shown),
        "squares": layers.squares(shown),
        "regions": _regions(shown),
        "lines": layers.lines(shown) + layers.axes(shown),
        "shapes": SHAPES,
        "points": [[p.name, UNIT * p.x, UNIT * p.y] for p in shown.points],
    }


def _regions(shown: Diagram) -> dict[str, Any]:
    """Return the regions as a drawing, and the labels of the points in them."""
    labels: dict[str, str] = {}
    for region in shown.regions:
        for name in region.points:
            labels[name] = ", ".join(filter(None, (labels.get(name), region.label)))
    return {"drawn": layers.regions(shown), "labels": labels}


def frame(position: Position, overlay: Overlay) -> dict[str, Any]:
    """Return what the page needs to show a position, with what lies on top of it."""
    game, state = position.game, position.state
    shown = diagram(game, state)
    pieces: dict[str, list[str]] = {}
    for piece in shown.pieces:
        pieces.setdefault(piece.kind, []).append(piece.point)
    usual = diagram(game, game.start()).regions == shown.regions
    return {
        "text": position.text,
        "status": shown.status,
        "pieces": pieces,
        "regions": None if usual else _regions(shown),
        "last": overlay.last,
        "under": overlay.under(shown),
        "over": overlay.over(shown),
    }


def last_path(record: Record, at: int) -> tuple[str, ...]:
    """Return the points of the move that led to the position after `at` moves."""
    if not at:
        return ()
    return hooks.path(record.positions[at - 1], record.moves[at - 1])


def line(record: Record) -> list[dict[str, str]]:
    """Return a game's moves with their players and notes, led by the start's note."""
    steps = zip(("", *record.moves), ("", *record.movers()), strict=True)
    return [
        {"move": move, "player": player, "note": record.notes.get(number, "")}
        for number, (move, player) in enumerate(steps)
    ]
