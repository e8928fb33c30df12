"""One style for every plot of the workbook: intervals first, in light and in dark.

A measured value is a line or a dot with its interval as a band or a bar; a value that
a document printed is a hollow diamond with whiskers of its own. Series differ by
colour, marker and dash.

A frame has one row per value; the interval of a column `score` stands in `score_low`
and `score_high`, as `foxkit.play` returns them. What a document printed is
given by the columns `estimate`, `low` and `high`, as `foxkit.lab.claims.printed` does.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.legend_handler import HandlerErrorbar
from pandas.api.types import is_numeric_dtype

from foxkit.view.canvas import STYLE, Tip, canvas, finish
from foxkit.view.drawing import Drawing
from foxkit.view.numbers import in_place, in_words, plainly
from foxkit.view.theme import LIGHT
from foxkit.view.words import words_of

Band = tuple[float, float, str]
OURS, OURS_EXACT = "this workbook, 95 % interval", "this workbook"
USUAL = "the usual rules"

# Caps are taller than the markers: the ends of a short interval are seen beside them.
_BAR: Any = {"elinewidth": 1.6, "capsize": 3.8, "capthick": 1.6}
_ENTRIES = 5  # of a legend that finds room among the curves
_LONG: Any = {ErrorbarContainer: HandlerErrorbar(xerr_size=1.2)}  # bars of a legend


def _in_order(frame: pd.DataFrame, x: str) -> pd.DataFrame:
    """Return rows by their numbers in a column; texts stand in the order given."""
    return frame.sort_values(x, kind="stable") if is_numeric_dtype(frame[x]) else frame


def _waiting(title: str) -> Drawing:
    """Return an empty picture that says so: none of its games has been played yet."""
    with canvas(height=1) as (figure, axes):
        axes.axis("off")
        axes.text(0.5, 0.5, "waits for games", ha="center", color=LIGHT["muted"])
        axes.set_title(title)
        return finish(figure, title, "Waits for games.")


def with_ends(frame: pd.DataFrame, y: str) -> pd.DataFrame:
    """Return rows with `estimate`, and `low` and `high` where the column has them.

    Those that have no games yet are left out; so all may be.
    """
    if frame.empty:
        return frame
    ends = {"estimate": y, "low": f"{y}_low", "high": f"{y}_high"}
    there = {end: column for end, column in ends.items() if column in frame}
    found = frame.assign(**{end: frame[column] for end, column in there.items()})
    return found[found["estimate"].notna()]


def line(axes: Axes, frame: pd.DataFrame, x: str, label: str) -> None:
    """Draw estimates against column `x` as a marked line, inside its band if any."""
    data = _in_order(frame, x)
    (line,) = axes.plot(data[x], data["estimate"], label=label)
    colour = line.get_color()
    left = _unfinished(data)
    _hollow(axes, line, left[x], left["estimate"])
    if _bounded(data) and len(data) > 1:
        ends = data["low"], data["high"]
        axes.fill_between(data[x], *ends, color=colour, alpha=0.22, linewidth=0)
    elif _bounded(data):
        # Looks given in full: otherwise the bar would use up those of the next series.
        looks: Any = {"color": colour, "marker": line.get_marker(), "linestyle": "-"}
        bar: Any = {"yerr": errors(data), **looks, **_BAR}
        axes.errorbar(data[x], data["estimate"], **bar, fmt="none")


def _unfinished(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose rule asks for more games: their marks are hollow."""
    return frame[~frame["finished"].astype(bool)] if "finished" in frame else frame[:0]


def _dots(axes: Axes, frame: pd.DataFrame, heights: pd.Series, label: str) -> None:
    """Draw estimates as dots with bars, each at its height."""
    bars: Any = {"xerr": errors(frame), "label": label, "markersize": 5, **_BAR}
    bar = axes.errorbar(frame["estimate"], heights, linestyle="none", **bars)
    left = _unfinished(frame)
    _hollow(axes, bar[0], left["estimate"], heights[left.index])


def _hollow(axes: Axes, like: Any, across: pd.Series, up: pd.Series) -> None:
    """Draw marks like those of a line, but hollow, over them, if there are any."""
    if up.empty:
        return
    looks: Any = {"color": like.get_color(), "marker": like.get_marker(), "zorder": 3}
    looks |= {"markersize": like.get_markersize(), "markerfacecolor": LIGHT["page"]}
    axes.plot(across, up, linestyle="none", **looks)


def _bounded(frame: pd.DataFrame) -> bool:
    """Tell whether there are intervals; exact values have none."""
    return {"low", "high"} <= set(frame.columns)


def errors(frame: pd.DataFrame) -> list[pd.Series] | None:
    """Return how far the intervals reach down and up."""
    if not _bounded(frame):
        return None
    return [frame["estimate"] - frame["low"], frame["high"] - frame["estimate"]]


def _groups(frame: pd.DataFrame, by: str | None) -> dict[str, pd.DataFrame]:
    """Return the rows of each value of a column, or all under one label."""
    if by is None:
        return {OURS if _bounded(frame) else OURS_EXACT: frame}
    ordered = isinstance(frame[by].dtype, pd.CategoricalDtype)
    groups = frame.groupby(by, sort=ordered, observed=False)
    return {str(name): rows for name, rows in groups}


def tips_of(
    axes: Axes,
    groups: Mapping[str, pd.DataFrame],
    place: str,
    rates: bool = True,
    heights: Mapping[str, pd.Series] | None = None,
) -> list[Tip]:
    """Return what each estimate stands for; dots stand at `heights`, not at places."""
    tips = []
    for label, rows in groups.items():
        across, up = rows[place], rows["estimate"]
        if heights is not None:
            across, up = up, heights[label]
        words = (in_place(row, place, rates) for row in rows.to_dict("records"))
        for x, y, said in zip(across, up, words, strict=True):
            tips.append(Tip(axes, (x, x), (y, y), f"{label}: {said}"))
    return tips


def _published(axes: Axes, x: Any, y: Any, label: str, **bars: Any) -> None:
    """Draw what a document printed: hollow diamonds with whiskers of their own."""
    looks: Any = {"markerfacecolor": "none", "markeredgewidth": 1.6, "markersize": 8}
    looks |= {"color": LIGHT["published"], "capsize": 4, "elinewidth": 1.2}
    axes.errorbar(x, y, **bars, **looks, fmt="D", label=label)


_LETTER = 0.0135
"""The width of a letter as a part of an axis."""


def _labels(ticks: list[float], log: bool) -> list[str]:
    """Return labels for ticks, none where one would touch the label before it."""
    places = [math.log(tick) if log else tick for tick in ticks]
    span, last, end, labels = places[-1] - places[0], -math.inf, 0, []
    for place, tick in zip(places, ticks, strict=True):
        said = plainly(tick)
        letters = (end + len(said)) / 2
        free = place - last >= max(0.045, _LETTER * (letters + 1)) * span
        labels.append(said if free else "")
        last, end = (place, len(said)) if free else (last, end)
    return labels


def _scale(axes: Axes, ticks: list[float], log: bool) -> None:
    """Mark the values of the x axis, and nothing between them."""
    if log:
        axes.set_xscale("log")
    axes.set_xticks(ticks, _labels(ticks, log))
    axes.minorticks_off()


_USUAL: Any = {"color": LIGHT["muted"], "linewidth": 5, "alpha": 0.35, "zorder": 0}
_HALF: Any = {"color": LIGHT["muted"], "linewidth": 1, "linestyle": (0, (4, 3))}


def curve(
    frame: pd.DataFrame,
    x: str,
    y: str,
    *,
    by: str | None = None,
    published: pd.DataFrame | None = None,
    band: Band | Sequence[Band] = (),
    usual: Any = None,
    log: bool = False,
    even: float | None = 0.5,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    published_label: str = "the document",
) -> Drawing:
    """Plot a column against another with its intervals, one curve per value of `by`.

    Args:
        frame: the rows, in any order if `x` is a number; texts stand in the order
            given, each as far from the next.
        x: the column along the axis.
        y: the column drawn; a rate in [0, 1] is shown in percent.
        by: the column that tells the curves apart.
        published: the document's own points, with a column `x` too.
        band: a range of y that the document gives: its ends, and what to call it; or
            several of these.
        usual: the value of `x` under the usual rules, to be marked.
        log: whether the x axis is logarithmic.
        even: a rate to mark as an even one, if any: one half is that of two players.
        title, xlabel, ylabel: of the plot; an axis has its column's name by default.
        published_label: what to call the document.
    """
    every, frame = frame, with_ends(frame, y)
    if frame.empty:
        return _waiting(title)
    frame = _in_order(frame, x)
    said = {} if published is None else {published_label: published}
    bands: Any = [band] if band and isinstance(band[-1], str) else band
    labels = {"title": title, "xlabel": xlabel or words_of(x).words}
    labels["ylabel"] = ylabel or words_of(y).words
    ours = _groups(frame, by)
    return _curves(every[x], x, ours, said, bands, usual, log, even, labels)


def _curves(
    places: pd.Series,
    x: str,
    ours: dict[str, pd.DataFrame],
    said: dict[str, pd.DataFrame],
    bands: Sequence[Band],
    usual: Any,
    log: bool,
    even: float | None,
    labels: dict[str, str],
) -> Drawing:
    """Draw our curves, what a document said, and the ranges that it gives."""
    entries = len(ours) + len(bands) + len(said) + (usual is not None)
    crowded = entries > _ENTRIES
    with canvas(height=3.8 + 0.11 * entries * crowded) as (figure, axes):
        for *ends, name in bands:
            looks: Any = {"color": LIGHT["published"], "alpha": 0.2}
            axes.axhspan(*ends, label=name, **looks)
        for label, rows in ours.items():
            line(axes, rows, x, label)
        if usual is not None:
            axes.axvline(usual, label=USUAL, **_USUAL)
        for label, rows in said.items():
            _published(axes, rows[x], rows["estimate"], label, yerr=errors(rows))
        estimates = pd.concat([rows["estimate"] for rows in ours.values()])
        if is_numeric_dtype(places):  # those without games yet, too
            axes.update_datalim([(at, estimates.mean()) for at in places])
            _scale(axes, sorted(set(places)), log)
        if is_rate := estimates.between(0, 1).all():
            axes.set(ylim=(-0.02, 1.02), yticks=(0, 0.25, 0.5, 0.75, 1))
            axes.yaxis.set_major_formatter("{x:.0%}")
            if even is not None:
                axes.axhline(even, **_HALF)
        axes.set(**labels)
        if crowded:
            figure.legend(loc="outside lower center", ncols=2)
        else:
            axes.legend(loc="best")
        also = "".join(f" Shaded: {name}." for *_, name in bands)
        told = in_words(ours | said, x, is_rate) + also
        tips = tips_of(axes, ours | said, x, is_rate)
        return finish(figure, labels["title"], told, tips)


def _heights(
    groups: dict[str, pd.DataFrame], by: str, places: dict[str, int]
) -> dict[str, pd.Series]:
    """Return where the rows of each group stand: those of one place around it."""
    rows = pd.concat(groups)
    place = rows.groupby(by)[by]
    number = place.transform("size")
    beside = place.cumcount() - (number - 1) / 2
    heights = rows[by].map(places) - beside * 0.8 / number.clip(lower=4)
    return {label: heights[label] for label in groups}


def _percent_across(axes: Axes, frame: pd.DataFrame, even: float | None) -> bool:
    """Show rates in percent and mark an even one; tell whether they are rates."""
    if is_rate := bool(frame["estimate"].between(0, 1).all()):
        axes.xaxis.set_major_formatter("{x:.0%}")
        if even is not None:
            axes.axvline(even, **_HALF)
    return is_rate


def dots(
    frame: pd.DataFrame,
    x: str,
    y: str,
    *,
    by: str | None = None,
    published: pd.DataFrame | None = None,
    usual: str | None = None,
    even: float | None = 0.5,
    title: str = "",
    xlabel: str = "",
    published_label: str = "the document",
) -> Drawing:
    """Plot a column with its intervals by category, as dots with bars, top to bottom.

    Args:
        frame: the rows, in the order wanted.
        x: the column drawn; a rate in [0, 1] is shown in percent.
        y: the column of the categories.
        by: a column; its values have a row of dots each, one below the other.
        published: the document's own points, by a column `y` too; others are left out.
        usual: the category that stands for the usual rules, to be marked.
        even: a rate to mark as an even one, if any: one half is that of two players.
        title, xlabel: of the plot; the axis has its column's name by default.
        published_label: what to call the document.
    """
    frame = with_ends(frame, x)
    if frame.empty:
        return _waiting(title)
    ours, said = _groups(frame, by), {}
    if published is not None:
        said[published_label] = published[published[y].isin(frame[y])]
    places = {name: -i for i, name in enumerate(dict.fromkeys(frame[y]))}
    heights = _heights(ours | said, y, places)
    with canvas(height=1.6 + (0.27 + 0.15 * len(ours)) * len(places)) as (figure, axes):
        for label, rows in ours.items():
            _dots(axes, rows, heights[label], label)
        if usual is not None:
            axes.axhline(places[usual], label=USUAL, **_USUAL | {"linewidth": 12})
        for label, rows in said.items():
            _published(axes, rows["estimate"], heights[label], label, xerr=errors(rows))
        axes.set_yticks(list(places.values()), [str(name) for name in places])
        is_rate = _percent_across(axes, frame, even)
        figure.suptitle(title, x=0.01, ha="left", fontsize=STYLE["axes.titlesize"])
        low = min(places.values()) - 0.6
        axes.set(xlabel=xlabel or words_of(x).words, ylim=(low, 0.6))
        figure.legend(loc="outside lower center", ncols=2, handler_map=_LONG)
        tips = tips_of(axes, ours | said, y, is_rate, heights)
        return finish(figure, title, in_words(ours | said, y, is_rate), tips)


def shares(
    frame: pd.DataFrame,
    y: str,
    parts: Mapping[str, tuple[str, str]],
    *,
    title: str = "",
    xlabel: str = "share of games, 95 % intervals",
) -> Drawing:
    """Draw how a whole is shared, one bar a row; both ends' intervals if they have any.

    Args:
        frame: the rows, top to bottom.
        y: the column of the names of the bars.
        parts: columns that sum to 1, left to right: -> label and role of the colour.
        title, xlabel: of the plot; the latter says what is shared.
    """
    places, left = range(0, -len(frame), -1), 0.0
    first, *_, last = parts
    with canvas(7.0, 1.3 + 0.34 * len(frame)) as (figure, axes):
        for column, (label, role) in parts.items():
            looks: Any = {"color": LIGHT[role], "alpha": 0.6}
            axes.barh(places, frame[column], left=left, label=label, **looks)
            left = left + frame[column]
        for column, origin in ((first, 0.0), (last, 1.0)):
            if f"{column}_low" not in frame:
                continue  # exact
            ends = [abs(origin - frame[f"{column}_{end}"]) for end in ("low", "high")]
            axes.hlines(places, *ends, color=LIGHT["ink"], linewidth=1.2)
        axes.set_yticks(places, list(frame[y]))
        axes.set(xlim=(0, 1), title=title, xlabel=xlabel)
        figure.legend(ncols=len(parts), loc="outside lower center")
        words = [
            f"{row[y]}: "
            + ", ".join(f"{label} {row[c]:.1%}" for c, (label, _) in parts.items())
            for row in frame.to_dict("records")
        ]
        bars = zip(places, words, strict=True)
        tips = [Tip(axes, (0, 1), (place, place), told) for place, told in bars]
        return finish(figure, title, ". ".join(words), tips)
