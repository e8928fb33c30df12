"""The sheet of every plot: its style, and how a finished figure becomes a drawing.

A finished plot is a `Drawing`: SVG with real text, whose colours follow the page, with
the numbers in words as its text alternative. A function that is decorated with
`with_phone_version` draws it twice, the second time for a page that is 350 pixels wide.
"""

import io
import re
import textwrap
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from hashlib import sha256
from itertools import cycle, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec
from xml.etree.ElementTree import fromstring, tostring

import numpy as np
from markupsafe import escape

from foxkit.lab.match import Match
from foxkit.view.assets import picture_style
from foxkit.view.drawing import Drawing
from foxkit.view.stored import share_token_of_match
from foxkit.view.theme import (
    LIGHT,
    ORDER_ROLES,
    SERIES_ROLES,
    SIDES,
    with_light_fallbacks,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAGE_ROLES = ("ink", "muted", "grid", "page", *SERIES_ROLES, *ORDER_ROLES)
"""Roles whose light colours in a finished plot become the page's own."""

STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a reader may call a variant "5$"
    "svg.hashsalt": "foxkit",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "font.size": 10,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.edgecolor": LIGHT["muted"],
    "axes.labelcolor": LIGHT["ink"],
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": LIGHT["grid"],
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["muted"],
    "xtick.labelcolor": LIGHT["ink"],
    "ytick.color": LIGHT["muted"],
    "ytick.labelcolor": LIGHT["ink"],
    "legend.frameon": False,
    "lines.linewidth": 1.8,
}
PHONE_WIDTH = 3.65
"""The width of a narrow plot in inches: 350 CSS pixels."""
_NARROW_STYLE: Any = STYLE | {
    "font.size": 9,
    "axes.titlesize": 10,
    "xtick.major.pad": 2,
    "ytick.major.pad": 2,
    "axes.labelpad": 2,
    "legend.handlelength": 1.6,
}
_LETTERS_PER_ROW = {False: 80, True: 42}
"""Letters in a row of text that is as wide as a plot, and as a narrow one."""
_narrow: ContextVar[bool] = ContextVar("narrow", default=False)
_half: ContextVar[bool] = ContextVar("half", default=False)
_PlotArguments = ParamSpec("_PlotArguments")


def is_narrow() -> bool:
    """Whether the plot that is being drawn is for a phone, or stands beside another."""
    return _narrow.get() or _half.get()


@contextmanager
def half_width() -> Iterator[None]:
    """Draw plots half as wide inside `with`, so that two stand beside each other.

    Examples:
        >>> import pandas as pd
        >>> from foxkit.view.plots import curve
        >>> rows = pd.DataFrame({"sheep": [18, 20], "score": [0.4, 0.6]})
        >>> with half_width():
        ...     drawn = curve(rows, "sheep", "score")
        >>> drawn.width, drawn.narrow.width
        (262.8, 262.8)
    """
    before = _half.set(True)
    try:
        yield
    finally:
        _half.reset(before)


def with_phone_version(
    plot: Callable[_PlotArguments, Drawing],
) -> Callable[_PlotArguments, Drawing]:
    """A function that draws a plot for a desk, and the same one for a phone.

    Examples:
        >>> @with_phone_version
        ... def drawn():
        ...     with canvas() as (figure, axes):
        ...         axes.plot([1, 2, 3])
        ...         return drawing_of(figure, "A line")
        >>> drawn().width, drawn().narrow.width
        (504.0, 262.8)
    """

    @wraps(plot)
    def drawn(*args: _PlotArguments.args, **kwargs: _PlotArguments.kwargs) -> Drawing:
        wide = plot(*args, **kwargs)
        before = _narrow.set(True)
        try:
            return replace(wide, narrow=plot(*args, **kwargs))
        finally:
            _narrow.reset(before)

    return drawn


def wrapped(words: str, row: int | None = None) -> str:
    """Words in rows of about one length, of so many letters at most.

    By default, these are as many as a plot is wide. Signs stay with their numbers.
    """
    max_letters = row or _LETTERS_PER_ROW[is_narrow()]
    words = words.replace(" = ", "\xa0=\xa0").replace(" %", "\xa0%")

    def rows(length: int) -> list[str]:
        return textwrap.wrap(words, length, break_long_words=False)

    number = len(rows(max_letters))
    while number > 1 and max_letters > 1 and len(rows(max_letters - 1)) == number:
        max_letters -= 1
    return "\n".join(rows(max_letters))


USUAL_RULES = "the usual rules"
"""What rules are compared with: grey as a series, and as the mark of a place."""
_DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1, 2)), (0, (1, 1)))
_LINE_STYLES = [  # for an eye that tells no colours, too
    {"marker": marker, "linestyle": dash}
    for marker, dash in zip("os^vP", _DASHES, strict=True)
]
_OF_TWO_SIDES = {SIDES["sheep"], SIDES["foxes"]}  # and of every other pair
_NUMBER_PATTERN = re.compile(r"\d[\d,]*(?:\.\d+)?")


def ranks_by_number(labels: Collection[str]) -> dict[str, int]:
    """The places of labels that differ by their numbers alone, the least first.

    It is empty where there is no such order: labels are of other kinds, or of two
    numbers one rises where the other falls.

    >>> ranks_by_number(["1,000 simulations", "300 simulations"])
    {'300 simulations': 0, '1,000 simulations': 1}
    """
    kinds = {_NUMBER_PATTERN.sub("#", label) for label in labels}
    if len(labels) < 2 or len(kinds) > 1 or SIDES.keys() & {*labels}:
        return {}
    values = {
        label: [float(each.replace(",", "")) for each in _NUMBER_PATTERN.findall(label)]
        for label in labels
    }
    ordered = sorted(labels, key=lambda label: values[label])
    steps = (zip(values[a], values[b], strict=True) for a, b in pairwise(ordered))
    rises = all(low <= high for step in steps for low, high in step)
    return {label: rank for rank, label in enumerate(ordered)} if rises else {}


def _fixed_role(label: str) -> str | None:
    """The role of what has a colour of its own in every plot.

    That is a side, as in `sheep`, `as sheep`, `x, sheep` and `the sheep move last`, or
    the usual rules.
    """
    if label == USUAL_RULES:
        return "muted"
    article, _, words = label.partition(" ")
    if article == "the" and (role := SIDES.get(words.partition(" ")[0])):
        return role
    return SIDES.get(label.rpartition(", ")[2].removeprefix("as "))


def series_styles(
    labels: Collection[str], neutral: bool = False
) -> dict[str, dict[str, Any]]:
    """Colour, marker and dash of each series.

    Those of a side have its colour, the usual rules are grey, and those that differ by
    a number have a scale's. No two of up to five have the same marker and dash.

    Args:
        labels: of the series.
        neutral: whether the colours of two sides are for sides alone.
    """
    ranks, last = ranks_by_number(labels), len(labels) - 1
    if ranks:
        steps = {
            label: rank * (len(ORDER_ROLES) - 1) / last for label, rank in ranks.items()
        }
        roles = {label: ORDER_ROLES[round(steps[label])] for label in labels}
        lines = {label: ranks[label] for label in labels}
    else:
        fixed_roles = {label: _fixed_role(label) for label in labels}
        kept = {*fixed_roles.values(), *(_OF_TWO_SIDES if neutral else ())}
        free_roles = cycle(role for role in SERIES_ROLES if role not in kept)
        roles = {label: role or next(free_roles) for label, role in fixed_roles.items()}
        lines = {}
        for label, role in roles.items():
            wanted = (
                SERIES_ROLES.index(role)
                if role in SERIES_ROLES
                else len(_LINE_STYLES) - 1
            )
            free = [n for n in range(len(_LINE_STYLES)) if n not in lines.values()]
            lines[label] = wanted if wanted in free or not free else free[0]
    return {
        label: {
            "color": LIGHT[roles[label]],
            **_LINE_STYLES[lines[label] % len(_LINE_STYLES)],
        }
        for label in labels
    }


@contextmanager
def canvas(width: float = 7.0, height: float = 3.8) -> "Iterator[tuple[Figure, Axes]]":
    """Give an empty figure (inches) and its axes, the style holding inside `with`.

    A narrow one is as wide as a phone's page, whatever its width is elsewhere.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_NARROW_STYLE if is_narrow() else STYLE):
        size = PHONE_WIDTH if is_narrow() else width, height
        figure = Figure(figsize=size, layout="constrained")
        yield figure, figure.subplots()


def set_title(figure: "Figure", title: str) -> None:
    """Write the title above all, from the figure's left edge on, in rows."""
    size = (_NARROW_STYLE if is_narrow() else STYLE)["axes.titlesize"]
    figure.suptitle(wrapped(title), x=0.01, ha="left", fontsize=size)


class Tip(NamedTuple):
    """The words for a part of a plot, and its ends in the units of its axes."""

    axes: "Axes"
    label: str  # of the series that it belongs to
    words: str
    x: Any  # a place, or both ends
    y: Any  # the same, upwards
    match: Any = None  # whose games it is about
    axis: str = ""  # what the number is with which the words begin
    note: str = ""  # what is to be said where this part alone is looked at


_TIP_RADIUS = 9  # points around a tip's part that belong to it
_TIP_SIZE = 2 * _TIP_RADIUS
_COLOUR_VARIABLES = {LIGHT[role]: f"var(--fk-{role})" for role in PAGE_ROLES}
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_ID_REFERENCE = re.compile(r"#([\w.-]+)")
_DECIMAL_NUMBER = re.compile(r"\d+\.\d+")
_GEOMETRY_ATTRIBUTES = {"d", "x", "y", "width", "height", "transform", "points"}


def _tip_box(figure: "Figure", tip: Tip) -> list[int]:
    """Left, top, width and height of a tip's part in a finished figure."""
    axes, points = tip.axes, 72 / figure.dpi
    ends = axes.xaxis.convert_units(tip.x), axes.yaxis.convert_units(tip.y)
    places = np.column_stack([np.atleast_1d(end) for end in ends])
    corners = axes.transData.transform(places) * points
    left, foot = corners.min(axis=0) - _TIP_RADIUS
    right, top = corners.max(axis=0) + _TIP_RADIUS
    box = left, 72 * figure.get_figheight() - top, right - left, top - foot
    return [round(length) for length in box]


def _figure_markup(figure: "Figure") -> str:
    """A figure's markup: its colours follow the page, its ids are its own."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    prefix = f"p{sha256(stream.getvalue().encode()).hexdigest()[:8]}-"
    root = fromstring(stream.getvalue())
    known = {*_ID_REFERENCE.findall(stream.getvalue())}
    for part in root.iter():
        part.tag, part.tail = part.tag.rpartition("}")[2], None
        if part.text is not None and not part.text.strip():
            part.text = None
        if part.get("id") not in known:
            part.attrib.pop("id", "")
        for key in _GEOMETRY_ATTRIBUTES & part.attrib.keys():
            # What is drawn again and again, such as a marker, is small, and more exact.
            part.set(
                key,
                _rounded_geometry(part.attrib[key], 2 if "id" in part.attrib else 1),
            )
        if part.get("transform", "").startswith("rotate(-0 "):
            del part.attrib["transform"]
        if style := part.get("style"):
            declarations = (each.partition(": ") for each in style.split("; "))
            style = ";".join(
                f"{name}:{_COLOUR_VARIABLES.get(x, x)}" for name, _, x in declarations
            )
            part.set("style", with_light_fallbacks(style))
        if "id" in part.attrib:
            part.set("id", prefix + part.attrib["id"])
        if "clip-path" in part.attrib:
            part.set("clip-path", part.attrib["clip-path"].replace("#", f"#{prefix}"))
        if _XLINK_HREF in part.attrib:
            part.set("href", part.attrib.pop(_XLINK_HREF).replace("#", f"#{prefix}"))
    _unwrap_groups(root)
    # The first two are metadata and a style sheet for a whole page.
    parts = "".join(tostring(part, "unicode") for part in root[2:])
    return parts.replace(" />", "/>")


def _rounded_geometry(geometry: str, digits: int = 1) -> str:
    """A path, place or size with few decimals, and without spaces around letters."""
    numbers = _DECIMAL_NUMBER.sub(lambda x: f"{round(float(x[0]), digits):g}", geometry)
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", numbers).strip()


def _unwrap_groups(part: "Element") -> None:
    """Put what stands in groups without attributes into their places."""
    for child in [*part]:
        _unwrap_groups(child)
        if child.tag == "g" and not child.attrib:
            at = [*part].index(child)
            part[at : at + 1] = [*child]


def drawing_of(
    figure: "Figure", title: str, tips: Sequence[Tip] = (), also: str = ""
) -> Drawing:
    """A figure as a drawing, with the words for its parts."""
    wide, high = (72 * float(inches) for inches in figure.get_size_inches())
    # A card, since a picture shown as an image cannot see the page; what was drawn; and
    # unseen boxes over its parts, which tell what these stand for.
    body = f'<rect class="fk-page" width="{wide:g}" height="{high:g}" rx="6"/>\n'
    body += f'<g class="fk-plot">{_figure_markup(figure)}</g>\n<g class="fk-tips">'
    words_by_label: dict[str, list[str]] = {}
    several = len({tip.label for tip in tips}) > 1
    for tip in tips:
        x, y, width, height = _tip_box(figure, tip)
        box = f'x="{x}" y="{y}"'
        if (width, height) != (_TIP_SIZE, _TIP_SIZE):  # plot.css has that of a point
            box += f' width="{width}" height="{height}"'
        if _narrow.get():  # the wide one says what its parts stand for
            body += f"<g><rect {box}/></g>"
            continue
        words = f"{tip.axis} = {tip.words}" if tip.axis else tip.words
        words += f", {tip.note}" if tip.note else ""
        words = f"{tip.label}: {words}" if several else words
        title_markup = f"<title>{escape(words)}</title>"
        token = share_token_of_match(tip.match) if isinstance(tip.match, Match) else ""
        games = f' data-games="{token}"' if token else ""
        body += f"<g{games}>{title_markup}<rect {box}/></g>"
        words_by_label.setdefault(tip.label, []).append(tip.words)
    sentences = [
        f"{label}: {'; '.join(words_of_label)}."
        for label, words_of_label in words_by_label.items()
    ]
    return Drawing(
        f"{body}</g>",
        wide,
        high,
        title,
        " ".join(filter(None, (*sentences, also))),
        picture_style("plot.css"),
        scale=4 / 3,
        smallest=(_NARROW_STYLE if is_narrow() else STYLE)["font.size"],
        figure=figure,
    )
