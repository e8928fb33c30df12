"""A finished picture, of a board or a plot: SVG with its own style and words."""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from foxkit.view import theme


@dataclass(frozen=True)
class Drawing:
    """SVG markup with its size and its text alternative.

    Jupyter shows it as it is; `str()` is the whole SVG document. Nothing in it refers
    to anything outside, so it can be saved, pasted and printed.
    """

    body: str  # the markup inside the outer element
    width: float  # in units of the drawing, as the height
    height: float
    title: str  # what the picture is, in one line
    words: str = ""  # what is to be seen, for a reader who does not see it
    rules: str = ""  # CSS for the classes used in the body
    scale: float = 0.5  # CSS pixels to a unit where the page sets no size
    figure: Any = field(default=None, compare=False)  # of a plot; for a PNG

    def __str__(self) -> str:
        wide, high = self.width * self.scale, self.height * self.scale
        words = f"<desc>{escape(self.words)}</desc>" if self.words else ""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" class="fk" role="img" '
            f'aria-label="{escape(self.title)}" width="{wide:.0f}" '
            f'height="{high:.0f}" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'style="--fk-width:{wide:.0f}px;max-width:100%;height:auto">'
            f"<title>{escape(self.title)}</title>{words}"
            f"<style>{theme.css('.fk')}{self.rules}</style>{self.body}</svg>"
        )

    def __repr__(self) -> str:
        return f"{self.title}\n{self.words}"

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the SVG document to a file, or a plot as PNG to `*.png`."""
        if Path(path).suffix != ".png":
            Path(path).write_text(str(self), encoding="utf-8")
        elif self.figure is None:
            raise ValueError(f"{self.title} is no plot: save it as SVG")
        else:
            self.figure.savefig(path, dpi=200, facecolor=theme.LIGHT["page"])
