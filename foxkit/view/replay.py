"""Games on a page: as plain data, and to scrub through without kernel and network.

A *scene* is what stays while nothing but pieces moves, a *frame* is one position;
`stage.js` draws both and reads them aloud. The lines and whatever lies over and under
the pieces are SVG fragments made here, so that a board looks the same in a still
picture, in the widget and in a replay.
"""

import json
from dataclasses import dataclass
from html import escape
from typing import Any

from foxkit.rules.position import Position
from foxkit.view import svg, theme
from foxkit.view.assets import script, sheet, source
from foxkit.view.diagram import Diagram, Piece
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import GameView, view_of
from foxkit.view.layers import MACROS, Overlay
from foxkit.view.record import Record


def scene(shown: Diagram) -> dict[str, Any]:
    """Return a board without its pieces."""
    labels: dict[str, str] = {}
    for region in shown.regions:
        for name in region.points:
            labels[name] = ", ".join(filter(None, (labels.get(name), region.label)))
    return {
        "title": shown.title,
        "box": svg.frame(shown),
        "below": MACROS.below(shown),
        "labels": labels,
        "points": [[p.name, *p.xy] for p in shown.points],
    }


def frame(view: GameView, state: Any, overlay: Overlay) -> dict[str, Any]:
    """Return what the page needs to show a state on its scene, with what lies on it."""
    shown = view.drawn(state)
    return {
        "text": view.text(state),
        "status": shown.status,
        "words": shown.words(),
        "pieces": [_piece(piece) for piece in shown.pieces],
        "last": overlay.last,
        "under": MACROS.under(shown, overlay),
        "over": MACROS.over(shown, overlay),
    }


def _piece(piece: Piece) -> list[str]:
    """Return a piece's point and drawing, and its words and label if they say more."""
    more = [piece.words, MACROS.label(piece)] if piece.words != piece.shape else []
    return [piece.point, piece.shape, *more]


def told(record: Record, view: GameView) -> list[str]:
    """Return the moves of a game as the observer hears of them."""
    steps = zip(record.positions, record.moves, strict=False)
    return [view.told(position.state, move) for position, move in steps]


def last_path(record: Record, at: int, view: GameView) -> tuple[str, ...]:
    """Return the points of the move that led to the position after `at` moves."""
    if not at:
        return ()
    state = record.positions[at - 1].state
    return view.path(state, view.told(state, record.moves[at - 1]))


def line(record: Record, view: GameView) -> list[dict[str, str]]:
    """Return a game's moves with their players and notes, led by the start's note."""
    steps = zip(("", *told(record, view)), ("", *record.movers()), strict=True)
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
    seen_by: str | None = None  # the player who looks on; None sees everything

    @property
    def _view(self) -> GameView:
        return view_of(self.record.start.game, self.seen_by)

    def still(self) -> Drawing:
        """Return a picture of the position shown first."""
        shown = self._view.drawn(self.record.positions[self.at].state)
        overlay = Overlay(last=last_path(self.record, self.at, self._view))
        made, title = len(self.record), self.record.title or shown.title
        where = f"after {self.at} of {made} moves" if made else "at the start"
        return svg.draw(shown, overlay, f"{title}, {where}: {shown.status}")

    def data(self) -> dict[str, Any]:
        """Return everything that the page's script needs; each scene once."""
        positions = enumerate(self.record.positions)
        frames = [self._frame(position, at) for at, position in positions]
        scenes: list[dict[str, Any]] = []
        for each in frames:
            if each["scene"] not in scenes:
                scenes.append(each["scene"])
            each["scene"] = scenes.index(each["scene"])
        return {
            "title": self.record.title,
            "line": line(self.record, self._view),
            "at": self.at,
            "scenes": scenes,
            "frames": frames,
        }

    def _frame(self, position: Position, at: int) -> dict[str, Any]:
        overlay = Overlay(last=last_path(self.record, at, self._view))
        own = frame(self._view, position.state, overlay)
        return own | {"scene": scene(self._view.drawn(position.state))}

    def _plain(self) -> str:
        """Return the game in words, for a page that takes out pictures and scripts."""
        moves = enumerate(told(self.record, self._view), 1)
        return escape(
            " ".join([f"{self.still().title}.", *(f"{n}. {m}" for n, m in moves)])
        )

    def _repr_html_(self) -> str:
        """Return a fragment: a picture, and the script that brings it to life."""
        data = json.dumps(self.data(), separators=(",", ":")).replace("<", "\\u003c")
        return (
            f'<div class="fk fk-replay"><style>{style()}</style>'
            f"{self.still()}<p>{self._plain()}</p></div>"
            f"<script>(() => {{{script('stage.js', 'reel.js')}\n"
            f"replay(document.currentScript.previousElementSibling, {data});"
            "})()</script>"
        )

    def _repr_svg_(self) -> str:
        return str(self.still())

    def __repr__(self) -> str:
        return f"<Replay of {len(self.record)} moves: {self.record.title}>"
