"""Games on a page: as plain data, and to scrub through without kernel and network.

A *scene* is what stays during a game, a *frame* is one position; `stage.js` draws them
and reads them aloud. The shapes, the lines and whatever lies over and under the pieces
are SVG fragments made here, so that a board looks the same in a still picture, in the
widget and in a replay.
"""

import json
from dataclasses import dataclass
from html import escape
from typing import Any

from foxkit.rules.position import Position
from foxkit.view import hooks, layers, svg, theme
from foxkit.view.assets import SHAPES, sheet, source
from foxkit.view.diagram import Diagram, diagram
from foxkit.view.drawing import Drawing
from foxkit.view.layers import UNIT, Overlay
from foxkit.view.record import Record


def scene(game: Any) -> dict[str, Any]:
    """Return what the page needs once for a game."""
    shown = diagram(game, game.start())
    return {
        "title": shown.title,
        "players": list(game.PLAYERS),
        "box": svg.frame(shown),
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


def style() -> str:
    """Return the CSS of boards on a page, palette included."""
    return theme.css(".fk") + sheet("drawing.css") + source("board.css")


@dataclass(frozen=True)
class Replay:
    """A record that a page can scrub; Jupyter and exported pages show it as it is."""

    record: Record
    at: int = 0  # number of moves before the position shown first

    def still(self) -> Drawing:
        """Return a picture of the position shown first."""
        position = self.record.positions[self.at]
        shown = diagram(position.game, position.state)
        overlay = Overlay(last=last_path(self.record, self.at))
        made, title = len(self.record), self.record.title or shown.title
        where = f"after {self.at} of {made} moves" if made else "at the start"
        return svg.draw(shown, overlay, f"{title}, {where}: {shown.status}")

    def data(self) -> dict[str, Any]:
        """Return everything that the page's script needs."""
        return {
            "scene": scene(self.record.start.game),
            "title": self.record.title,
            "line": line(self.record),
            "at": self.at,
            "frames": [
                frame(position, Overlay(last=last_path(self.record, at)))
                for at, position in enumerate(self.record.positions)
            ],
        }

    def _plain(self) -> str:
        """Return the game in words, for a page that takes out pictures and scripts."""
        moves = (f"{n}. {move}" for n, move in enumerate(self.record.moves, 1))
        return escape(" ".join([f"{self.still().title}.", *moves]))

    def _repr_html_(self) -> str:
        """Return a fragment: a picture, and the script that brings it to life."""
        data = json.dumps(self.data(), separators=(",", ":")).replace("<", "\\u003c")
        return (
            f'<div class="fk fk-replay"><style>{style()}</style>'
            f"{self.still()}<p>{self._plain()}</p></div>"
            f"<script>(() => {{{source('stage.js', 'reel.js')}\n"
            f"replay(document.currentScript.previousElementSibling, {data});"
            "})()</script>"
        )

    def _repr_svg_(self) -> str:
        return str(self.still())

    def __repr__(self) -> str:
        return f"<Replay of {len(self.record)} moves: {self.record.title}>"
