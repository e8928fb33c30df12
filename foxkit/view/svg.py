"""Boards as pictures that scale, follow light and dark, and speak.

A still picture is all layers of a board on a card.
"""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from foxkit.core.arguments import real_number, refuse_former_keywords
from foxkit.core.position import require_position
from foxkit.games import all_parts
from foxkit.view import layers
from foxkit.view.assets import picture_style
from foxkit.view.diagram import Diagram
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import view_of
from foxkit.view.record import Record
from foxkit.view.share import share_token

if TYPE_CHECKING:
    from foxkit.core.position import Position

_NONE: Mapping[Any, Any] = MappingProxyType({})


class Overlay(NamedTuple):
    """The marks on top of a position, each at a point that is given by name."""

    last: tuple[str, ...] = ()  # points of the last move, in order
    arrows: Mapping[tuple[str, ...], float] = _NONE  # points of a move -> 0 to 1
    heat: Mapping[str, float] = _NONE  # point -> number
    notes: Mapping[str, str] = _NONE  # point -> short note, or "" for a ring
    strongest: float = 0  # the number of the full tint; 0: the largest of them

    def words(self) -> str:
        """What is drawn over the board, in sentences."""
        values = ((name, f"{value:.3g}") for name, value in self.heat.items())
        notes = self.notes.items()
        lists = {
            "Last move": [" to ".join(self.last)] if self.last else [],
            "Arrows": [f"{' to '.join(p)} ({w:.3g})" for p, w in self.arrows.items()],
            "Values": [f"{n} {v}" for n, v in values if self.notes.get(n) != v],
            "Notes": [f"{name} {note or 'ringed'}" for name, note in notes],
        }
        return " ".join(
            f"{k}: {', '.join(names)}." for k, names in lists.items() if names
        )


def draw_board(shown: Diagram, overlay: Overlay, caption: str = "") -> Drawing:
    """Draw a diagram and what lies on top of it, on a card with a caption."""
    all_parts("board_pieces")  # which add what they draw to SHAPES
    left, top, width, height = shown.box
    sentence = caption[:1].upper() + caption[1:]
    rows = textwrap.wrap(sentence, max(12, int(width / 18)))
    whole = height + (42 * len(rows) + 16 if rows else 0)
    short = len(sentence) < width / 36  # has room for the larger letters of a gallery
    first, kind = (42, "caption fk-short") if short else (24, "caption")
    caption_rows = (
        layers.text(width / 2, height + first + 42 * i, row, kind)
        for i, row in enumerate(rows)
    )
    return Drawing(
        f'<rect class="fk-card" width="{width:g}" height="{whole:g}" rx="24"/>'
        f'<g transform="translate({-left:g} {-top:g})">'
        f"{layers.draw_all(shown, overlay)}</g>{''.join(caption_rows)}",
        width,
        whole,
        title=caption or f"{shown.title}: {shown.status}",
        words=f"{shown.words()} {overlay.words()}".strip(),
        css=picture_style("drawing.css"),
    )


@refuse_former_keywords(aside="spoilers")
def board(
    position: "Position | Diagram",
    *,
    seen_by: str | None = None,
    last: str = "",
    arrows: Iterable[str] | Mapping[str, float] = (),
    heat: Mapping[str, float] | None = None,
    strongest: float = 0,
    marks: Iterable[str] | Mapping[str, str] = (),
    spoilers: bool = False,
    caption: str = "",
) -> Drawing:
    """A picture of a position, with arrows, tints and marks on it.

    A notebook shows a `Position` as a picture by itself; this is for more than that.
    `Board` is a board to play on.

    Args:
        position: the position, or a diagram made by hand.
        seen_by: the player who looks on, where hands are hidden; None sees everything.
        last: the last move, as text.
        arrows: moves; with weights in [0, 1], the arrows differ in strength.
        heat: numbers by point, drawn as a tint relative to the largest.
        strongest: the number that has the full tint, the same for boards side by side;
            0 takes the largest.
        marks: points to ring, or notes of one to three characters by point.
        spoilers: whether to draw regions that a player may want to find alone, such
            as a FoxBox.
        caption: a line below the board.

    Returns:
        A `Drawing`, which a notebook shows; `repr` describes the position in words.

    Raises:
        ValueError: a move or a point that is not on the board.

    Examples:
        >>> drawn = board(Position.start(HareHounds()), arrows=["b1-c1"], marks=["e2"])
        >>> drawn
        Hare and Hounds: hounds to move
        Hounds to move. Hound (3) on a2, b1, b3. Hare (1) on e2...
    """
    shown = position
    strongest = real_number("strongest", strongest, 0)
    if not isinstance(shown, Diagram):
        require_position(shown)
        shown = view_of(shown.game, seen_by).diagram_of(shown.state)
    shown = shown if spoilers else shown.without_spoilers()
    weights = arrows if isinstance(arrows, Mapping) else dict.fromkeys(arrows, 1.0)
    overlay = Overlay(
        last=shown.points_of_move(last) if last else (),
        arrows={shown.points_of_move(move): weight for move, weight in weights.items()},
        heat=heat or {},
        notes=marks if isinstance(marks, Mapping) else dict.fromkeys(marks, ""),
        strongest=strongest,
    )
    drawn = draw_board(shown, overlay, caption)
    if isinstance(position, Diagram) or position.outcome is not None:
        return drawn
    return replace(drawn, play=share_token(Record(position), 0, {}))
