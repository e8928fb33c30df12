"""The layers of a board, bottom to top, as SVG.

`foxkit.view.svg` lays all of them over each other; `foxkit.view.replay` sends them to
the page one by one. No part carries an id, so any number of boards can share a page.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from foxkit.view.assets import SHAPES
from foxkit.view.diagram import Diagram, Piece, Point

if TYPE_CHECKING:
    from foxkit.view.svg import Overlay


def text(x: float, y: float, words: str, kind: str) -> str:
    """Write some words."""
    escaped = escape(words, quote=False)
    return f'<text class="fk-{kind}" x="{x:g}" y="{y:g}">{escaped}</text>'


def mark(point: Point, radius: int, kind: str, opacity: float | None = None) -> str:
    """Draw a mark around whatever stands on a point, in the point's shape."""
    x, y = point.xy
    opacity_attribute = "" if opacity is None else f' opacity="{opacity:.2f}"'
    if point.shape == "card":
        size = f'x="{x - 43}" y="{y - 69}" width="86" height="138" rx="11"'
        return f'<rect class="fk-{kind}" {size}{opacity_attribute}/>'
    return (
        f'<circle class="fk-{kind}" cx="{x}" cy="{y}" r="{radius}"{opacity_attribute}/>'
    )


def _tiles(points: Iterable[Point], kind: str) -> str:
    """Draw squares of one grid step around points, as one path without seams."""
    corners = ((x - 50, y - 50) for x, y in (point.xy for point in points))
    drawn = "".join(f"M{x} {y}h100v100h-100z" for x, y in corners)
    return drawn and f'<path class="fk-{kind}" d="{drawn}"/>'


def _lines(sides: Iterable[Sequence[tuple[int, int]]], kind: str) -> str:
    """Draw straight lines, given by their ends, as one path."""
    drawn = "".join(f"M{a} {b}L{c} {d}" for (a, b), (c, d) in sides)
    return f'<path class="fk-{kind}" d="{drawn}"/>'


def draw_ground(board: Diagram) -> str:
    """Draw all below the last move: squares, regions, lines and coordinates."""
    spots = board.points + board.scenery
    parts = [
        _tiles((spot for spot in spots if spot.shape == shape), shape)
        for shape in ("light", "dark", "field")
    ]
    parts += [mark(s, 46, "place") for s in spots if s.shape in ("circle", "card")]
    for label, names, role, spoiler in board.regions:
        points, sides = board.points_named(names), set[tuple[tuple[int, int], ...]]()
        for x, y in (point.xy for point in points):
            a, b, c, d = ((x + i, y + j) for j in (-50, 50) for i in (-50, 50))
            sides ^= {(a, b), (b, d), (c, d), (a, c)}  # those of two tiles go
        edge = _lines(sorted(sides), f"{role}-edge")
        group = '<g class="fk-aside">' if spoiler else "<g>"
        title = f"<title>{escape(label, quote=False)}</title>"
        parts.append(f"{group}{title}{_tiles(points, role)}{edge}</g>")
    if board.lines:
        ends = (
            [point.xy for point in board.points_named(pair)] for pair in board.lines
        )
        parts.append(_lines(ends, "lines"))
    parts += [mark(spot, 7, "dot") for spot in spots if spot.shape == "dot"]
    left, _, _, foot = board.extent
    parts += [text(100 * x, 100 * foot + 85, n, "axis") for x, n in board.columns]
    parts += [text(100 * left - 75, 100 * y + 9, n, "axis") for y, n in board.rows]
    return "".join(parts)


def draw_below_pieces(board: Diagram, overlay: "Overlay") -> str:
    """Draw what lies right below the pieces: words, heat, the last move."""
    parts = [
        text(100 * x, 100 * y + 9, caption, "says") for x, y, caption in board.captions
    ]
    top = overlay.strongest or max(map(abs, overlay.heat.values()), default=0) or 1
    for name, value in overlay.heat.items():
        tint = mark(board[name], 46, "heat" if value >= 0 else "cold", abs(value / top))
        title = f"{escape(name, quote=False)}: {value:.3g}"
        parts.append(f"<g><title>{title}</title>{tint}</g>")
    for i, name in enumerate(overlay.last):
        is_start = i == 0 and len(overlay.last) > 1
        size, kind = 46 if i else 40, "from" if is_start else "last"
        parts.append(mark(board[name], size, kind))
    return "".join(parts)


def label(piece: Piece) -> str:
    """Write on a piece."""
    if len(piece.label) > 3:
        return text(0, 5, piece.label, "label fk-long")
    foot = 59 if piece.kind.endswith("card") else 14
    return piece.label and text(0, foot, piece.label, "label")


def draw_all(board: Diagram, overlay: "Overlay") -> str:
    """Draw all layers."""
    places = ((board[piece.point].xy, piece) for piece in board.pieces)
    pieces = "".join(
        f'<g transform="translate({x} {y})">{SHAPES[piece.shape]}{label(piece)}</g>'
        for (x, y), piece in places
    )
    return (
        draw_ground(board)
        + draw_below_pieces(board, overlay)
        + pieces
        + draw_above_pieces(board, overlay)
    )


def draw_above_pieces(board: Diagram, overlay: "Overlay") -> str:
    """Draw what lies above the pieces: arrows, and notes beside pieces."""
    parts = []
    for names, weight in overlay.arrows.items():
        opacity = 0.4 + 0.5 * weight
        if len(names) == 1:
            parts.append(mark(board[names[0]], 46, "ring", opacity))
            continue
        shaft, head, width = arrow_paths(board.points_named(names), weight)
        parts.append(
            f'<g opacity="{opacity:.2f}"><path class="fk-arrow" d="{shaft}" '
            f'style="stroke-width:{width:.0f}"/>'
            f'<path class="fk-arrowhead" d="{head}z"/></g>'
        )
    for name, words in overlay.notes.items():
        if not words:
            parts.append(mark(board[name], 44, "ring"))
            continue
        (x, y), aside = board[name].xy, 30 if board.piece_at(name) else 0
        x, y, radius = x + aside, y - aside, 24 if len(words) < 3 else 28
        parts.append(f'<circle class="fk-note" cx="{x}" cy="{y}" r="{radius}"/>')
        parts.append(text(x, y + 8, words, "note-text"))
    return "".join(parts)


def point_toward(start: complex, end: complex, distance: float) -> complex:
    """The point `distance` units from `start` on the way to `end`."""
    return start + distance * (end - start) / max(abs(end - start), 1)


def arrow_paths(points: Sequence[Point], weight: float) -> tuple[str, str, float]:
    """Path data of an arrow's shaft and head, and its width in units."""
    first, *middle, last = (complex(*point.xy) for point in points)
    before, width = [first, *middle][-1], 8 + 16 * weight
    tip = point_toward(last, before, 14)
    base = point_toward(tip, before, 14 + 1.3 * width)
    aside = 0.6j * (base - tip)
    begin = point_toward(first, [*middle, last][0], 26)
    shaft, head = (
        "M" + "L".join(f"{place.real:.0f} {place.imag:.0f}" for place in places)
        for places in ((begin, *middle, base), (tip, base + aside, base - aside))
    )
    return shaft, head, width
