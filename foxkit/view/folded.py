"""What a reader may want to see, but not at once: behind a line that opens it."""

from dataclasses import dataclass
from html import escape
from typing import Any


@dataclass(frozen=True)
class Folded:
    """Anything that a notebook shows as HTML or SVG, such as a table, behind a line."""

    shown: Any
    summary: str  # the line

    def __repr__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        line = f"<summary>{escape(self.summary)}</summary>"
        drawn = hasattr(self.shown, "_repr_svg_")
        inside = self.shown._repr_svg_() if drawn else self.shown._repr_html_()
        return f"<details>{line}{inside}</details>"
