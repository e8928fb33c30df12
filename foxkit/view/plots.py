"""One style for every plot of the workbook: intervals first, in light and in dark.

A measured value is a line or a dot with its interval as a band or a bar; a value that
a document printed is a hollow diamond with whiskers of its own. Series differ by
colour, marker and dash. A finished plot is a `Drawing`: SVG with real text, whose
colours follow the page, with the numbers in words as its text alternative.

A frame of results has one row per value with the columns `estimate`, `low`, `high`
and, where known, `games`.
"""

import hashlib
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator, PercentFormatter

from foxkit.view.drawing import Drawing
from foxkit.view.theme import LIGHT, plain

SERIES = tuple(LIGHT[f"series-{i}"] for i in range(1, 6))
MARKERS = ("o", "s", "^", "v", "P")
DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1, 2)), (0, (1, 1)))
PUBLISHED = LIGHT["published"]
OURS = "this workbook, 95 % interval"
ROLES = ("ink", "muted", "grid", "page", *(f"series-{i}" for i in range(1, 6)))
"""Roles whose light colours in a finished plot become the page's own."""

STYLE: Any = {
    "svg.fonttype": "none",
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


def finish(figure: Figure, title: str, words: str) -> Drawing:
    """Return a figure as a drawing; `words` say what a reader should see in it."""
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
        f".fk-page{{{plain('fill:var(--fk-page)')}}}"
    )
    inner = f'{card}<g class="fk-plot">{body}</g>'
    return Drawing(inner, wide, high, title, words, rules, scale=4 / 3, figure=figure)


def curve(axes: Axes, frame: pd.DataFrame, x: str, label: str, index: int = 0) -> None:
    """Draw estimates against column `x` as a marked line inside its band."""
    colour = SERIES[index % len(SERIES)]
    data = frame.sort_values(x)
    if len(data) > 1:
        ends = data["low"], data["high"]
        axes.fill_between(data[x], *ends, color=colour, alpha=0.22, linewidth=0)
    else:
        axes.vlines(data[x], data["low"], data["high"], color=colour, linewidth=4)
    axes.plot(
        data[x],
        data["estimate"],
        color=colour,
        marker=MARKERS[index % len(MARKERS)],
        linestyle=DASHES[index % len(DASHES)],
        label=label,
    )


def _errors(frame: pd.DataFrame) -> list[pd.Series] | None:
    if not {"low", "high"} <= set(frame.columns):
        return None
    below, above = frame["estimate"] - frame["low"], frame["high"] - frame["estimate"]
    return [below, above]


def _number(value: Any) -> str:
    return f"{value:,g}" if isinstance(value, int | float) else str(value)


def _in_words(frame: pd.DataFrame, x: str, label: str) -> str:
    """Return a frame as a sentence: x, estimate in percent and its interval."""
    bounded = {"low", "high"} <= set(frame.columns)
    parts = []
    for row in frame.to_dict("records"):
        interval = f" ({row['low']:.1%} to {row['high']:.1%})" if bounded else ""
        parts.append(f"{_number(row[x])}: {row['estimate']:.1%}{interval}")
    return f"{label}: {'; '.join(parts)}."


def _need_rows(frame: pd.DataFrame) -> None:
    if frame.empty:
        raise ValueError("a plot needs at least one row")


def _groups(frame: pd.DataFrame, series: str | None) -> dict[Any, pd.DataFrame]:
    """Return the rows of each value of a column, or all under one label."""
    return dict(tuple(frame.groupby(series, sort=False))) if series else {OURS: frame}


def _decorate(axes: Axes, which: str, title: str) -> None:
    """Write axis `which` in percent, a line at one half, and the title."""
    kinds = {"x": (axes.xaxis, axes.axvline), "y": (axes.yaxis, axes.axhline)}
    axis, line = kinds[which]
    axis.set_major_formatter(PercentFormatter(1, decimals=0))
    line(0.5, color=LIGHT["muted"], linewidth=1, linestyle=(0, (4, 3)))
    axes.set_title(title)


def _ticks(axes: Axes, values: list[float], log: bool) -> None:
    """Put a tick at every measured x, written out in full."""
    if log:
        axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator(sorted(set(values))))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))


def _published(
    axes: Axes, x: Any, y: Any, whiskers: dict[str, Any], label: str
) -> None:
    """Draw what a document printed: hollow diamonds with whiskers of their own."""
    axes.errorbar(
        x,
        y,
        **whiskers,
        fmt="D",
        color=PUBLISHED,
        markerfacecolor="none",
        markeredgewidth=1.6,
        markersize=8,
        capsize=4,
        elinewidth=1.2,
        label=label,
    )


def win_rate_curve(
    frame: pd.DataFrame,
    x: str,
    *,
    published: pd.DataFrame | None = None,
    series: str | None = None,
    log: bool = False,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "win rate",
    published_label: str = "the document",
) -> Drawing:
    """Plot rates in [0, 1] against column `x`, one curve per value of `series`.

    `published` holds the document's own points: `x`, `estimate`, and `low` and `high`
    where an interval can be given. ValueError for a frame without rows.
    """
    _need_rows(frame)
    groups = _groups(frame, series)
    words = [_in_words(rows, x, str(name)) for name, rows in groups.items()]
    with canvas() as (figure, axes):
        for index, (name, rows) in enumerate(groups.items()):
            curve(axes, rows, x, str(name), index)
        if published is not None:
            whiskers = {"yerr": _errors(published)}
            rates = published["estimate"]
            _published(axes, published[x], rates, whiskers, published_label)
            words.append(_in_words(published, x, published_label))
        _ticks(axes, list(frame[x]), log)
        axes.set(ylim=(-0.02, 1.02), yticks=(0, 0.25, 0.5, 0.75, 1))
        _decorate(axes, "y", title)
        axes.set(xlabel=xlabel or x, ylabel=ylabel)
        axes.legend(loc="best")
        return finish(figure, title or f"{ylabel} by {xlabel or x}", " ".join(words))


def rate_dots(
    frame: pd.DataFrame,
    by: str,
    *,
    published: pd.DataFrame | None = None,
    series: str | None = None,
    title: str = "",
    xlabel: str = "win rate",
    published_label: str = "the document",
) -> Drawing:
    """Plot rates by category in column `by`, as dots with bars, top to bottom.

    There is one row of dots per value of `series`, one below the other.
    """
    _need_rows(frame)
    places = {name: -i for i, name in enumerate(dict.fromkeys(frame[by]))}
    groups = _groups(frame, series)
    words = [_in_words(rows, by, str(name)) for name, rows in groups.items()]
    with canvas(height=1.6 + (0.27 + 0.15 * len(groups)) * len(places)) as made:
        figure, axes = made
        for index, (name, rows) in enumerate(groups.items()):
            axes.errorbar(
                rows["estimate"],
                rows[by].map(places) - 0.18 * index,
                xerr=_errors(rows),
                fmt=MARKERS[index % len(MARKERS)],
                color=SERIES[index % len(SERIES)],
                markeredgecolor=LIGHT["page"],
                markersize=9,
                elinewidth=4,
                label=str(name),
            )
        if published is not None:
            whiskers = {"xerr": _errors(published)}
            y = published[by].map(places) - 0.07 - 0.18 * len(groups)
            _published(axes, published["estimate"], y, whiskers, published_label)
            words.append(_in_words(published, by, published_label))
        axes.set_yticks(list(places.values()), [str(name) for name in places])
        _decorate(axes, "x", "")
        figure.suptitle(title, x=0.01, ha="left", fontsize=STYLE["axes.titlesize"])
        axes.set(xlabel=xlabel)
        figure.legend(loc="outside lower center", ncols=2)
        return finish(figure, title or f"{xlabel} by {by}", " ".join(words))
