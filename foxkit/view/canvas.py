"""The sheet of every plot: its style, and how a finished figure becomes a drawing.

A finished plot is a `Drawing`: SVG with real text, whose colours follow the page, with
the numbers in words as its text alternative.
"""

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.rcsetup import cycler
from matplotlib.ticker import LogFormatterMathtext

from foxkit.view.drawing import Drawing
from foxkit.view.numbers import plainly
from foxkit.view.theme import LIGHT, plain

SERIES = tuple(LIGHT[f"series-{i}"] for i in range(1, 6))
MARKERS = ("o", "s", "^", "v", "P")
DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1, 2)), (0, (1, 1)))
ROLES = ("ink", "muted", "grid", "page", *(f"series-{i}" for i in range(1, 6)))
"""Roles whose light colours in a finished plot become the page's own."""

STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a reader may call a variant "5$"
    "svg.hashsalt": "foxkit",
    "font.family": "sans-serif",
    "font.size": 10,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.edgecolor": LIGHT["muted"],
    "axes.labelcolor": LIGHT["ink"],
    "axes.titlecolor": LIGHT["ink"],
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": cycler(color=SERIES, marker=MARKERS, linestyle=DASHES),
    "grid.color": LIGHT["grid"],
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["muted"],
    "xtick.labelcolor": LIGHT["ink"],
    "ytick.color": LIGHT["muted"],
    "ytick.labelcolor": LIGHT["ink"],
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
}


@contextmanager
def canvas(width: float = 7.0, height: float = 3.8) -> Iterator[tuple[Figure, Axes]]:
    """Give an empty figure (inches) and its axes, the style holding inside `with`."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots()


def _page_colours(markup: str) -> str:
    """Let each colour that stands for a role follow the page, the plain one first."""
    roles = {LIGHT[role]: role for role in ROLES}
    pattern = rf"(fill|stroke): ({'|'.join(roles)})\b"
    return re.sub(pattern, lambda m: f"{m[0]}; {m[1]}: var(--fk-{roles[m[2]]})", markup)


def _write_powers_out(figure: Figure) -> None:
    """Label logarithmic axes 10, 100, ...: their usual labels are formulas."""
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        if isinstance(axis.get_major_formatter(), LogFormatterMathtext):
            axis.set_major_formatter(lambda number, _: plainly(number))


class Tip(NamedTuple):
    """What a part of a plot stands for; it begins and ends in its axes' own units."""

    axes: Axes
    across: tuple[Any, Any]
    up: tuple[Any, Any]
    words: str


_REACH = 9  # points around a tip's part that belong to it


def _told(figure: Figure, tip: Tip) -> str:
    """Return a part of a finished figure as an unseen box with its words."""
    axes = tip.axes
    ends = axes.xaxis.convert_units(tip.across), axes.yaxis.convert_units(tip.up)
    corners = axes.transData.transform(np.column_stack(ends)) * 72 / figure.dpi
    left, foot = corners.min(axis=0) - _REACH
    right, top = corners.max(axis=0) + _REACH
    place = f'x="{left:.0f}" y="{72 * figure.get_figheight() - top:.0f}" rx="{_REACH}"'
    box = f'<rect {place} width="{right - left:.0f}" height="{top - foot:.0f}"/>'
    return f"<g><title>{escape(tip.words)}</title>{box}</g>"


def finish(figure: Figure, title: str, words: str, tips: Sequence[Tip] = ()) -> Drawing:
    """Return a figure as a drawing, `words` being what a reader should see in it."""
    _write_powers_out(figure)
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    markup = stream.getvalue()
    body = re.sub(r"(?s)^.*?</defs>|</svg>\s*$", "", markup, count=2)
    mark = "p" + hashlib.sha256(markup.encode()).hexdigest()[:8]
    body = re.sub(r'( id="|xlink:href="#|url\(#)', rf"\1{mark}-", body)
    body = _page_colours(body.replace("xlink:href", "href"))
    wide, high = (72 * inches for inches in figure.get_size_inches())
    # A card of the page's colour: shown as an image, a picture cannot see the page.
    card = f'<rect class="fk-page" width="{wide:g}" height="{high:g}" rx="6"/>'
    rules = (
        ".fk-plot *{stroke-linejoin:round;stroke-linecap:butt}"
        f".fk-page{{{plain('fill:var(--fk-page)')}}}.fk-tips rect{{fill:transparent}}"
    )
    parts = "".join(_told(figure, tip) for tip in tips)
    inner = f'{card}<g class="fk-plot">{body}</g><g class="fk-tips">{parts}</g>'
    size: Any = {"scale": 4 / 3, "smallest": STYLE["font.size"], "figure": figure}
    return Drawing(inner, wide, high, title, words, rules, **size)
