"""A game to scrub through on any page, without a kernel and without a network."""

import json
from dataclasses import dataclass
from typing import Any

from foxkit.view import frames, svg, theme
from foxkit.view.assets import sheet, source
from foxkit.view.diagram import diagram
from foxkit.view.drawing import Drawing
from foxkit.view.layers import Overlay
from foxkit.view.record import Record


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
        overlay = Overlay(last=frames.last_path(self.record, self.at))
        made, title = len(self.record), self.record.title or shown.title
        where = f"after {self.at} of {made} moves" if made else "at the start"
        return svg.draw(shown, overlay, f"{title}, {where}: {shown.status}")

    def data(self) -> dict[str, Any]:
        """Return everything that the page's script needs."""
        return {
            "scene": frames.scene(self.record.start.game),
            "title": self.record.title,
            "line": frames.line(self.record),
            "at": self.at,
            "frames": [
                frames.frame(position, Overlay(last=frames.last_path(self.record, at)))
                for at, position in enumerate(self.record.positions)
            ],
        }

    def _repr_html_(self) -> str:
        """Return a fragment: a picture, and the script that brings it to life."""
        data = json.dumps(self.data(), separators=(",", ":")).replace("<", "\\u003c")
        return (
            f'<div class="fk fk-replay"><style>{style()}</style>'
            f"{self.still()}</div><script>(() => {{{source('stage.js', 'reel.js')}\n"
            f"replay(document.currentScript.previousElementSibling, {data});"
            "})()</script>"
        )

    def _repr_svg_(self) -> str:
        return str(self.still())

    def __repr__(self) -> str:
        return f"<Replay of {len(self.record)} moves: {self.record.title}>"
