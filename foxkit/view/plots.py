"""One style for every plot of the workbook: intervals first, in light and in dark.

A measured value is a line or a dot with its interval as a band or a bar; a value that
a document printed is a hollow diamond with whiskers of its own. Series differ by
colour, marker and dash; a side of the game has the same in every plot.

A frame has one row per value; the interval of a column `score` stands in `score_low`
and `score_high`, as `foxkit.play` returns them. What a document printed is given by the
columns `estimate`, `low` and `high`, as `foxkit.lab.claims.printed` does. What a column
is called, and whether it is a rate, says `data/columns.csv`.
"""

import math
import textwrap
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from foxkit.core.quoting import quoted, unknown_name
from foxkit.lab import lines
from foxkit.lab.numbers import (
    Unit,
    interval,
    interval_in_words,
    plain_number,
    words_of,
)
from foxkit.lab.rows import MATCH, with_columns
from foxkit.view.canvas import (
    STYLE,
    USUAL_RULES,
    Tip,
    canvas,
    finish,
    ranks_by_number,
    series_styles,
)
from foxkit.view.diagram import player_name
from foxkit.view.drawing import Drawing
from foxkit.view.theme import LIGHT, SIDES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Band = tuple[float, float, str] | tuple[float, float, str, str]
Groups: TypeAlias = "dict[str, pd.DataFrame]"
"""Label -> rows with `estimate`, `low` and `high`."""
OURS, OURS_EXACT = "this workbook, 95 % interval", "this workbook"

# Caps are taller than the markers: the ends of a short interval are seen beside them.
_BAR: Any = {"elinewidth": 1.6, "capsize": 3.8, "capthick": 1.6}
_PRINTED: Any = {
    **{"fmt": "D", "color": LIGHT["published"], "markerfacecolor": "none"},
    **{"markeredgewidth": 1.6, "markersize": 8, "capsize": 4, "elinewidth": 1.2},
}
_USUAL: Any = {"color": LIGHT["muted"], "linewidth": 5, "alpha": 0.35, "zorder": 0}
_EVEN: Any = {"color": LIGHT["muted"], "linewidth": 1, "linestyle": (0, (4, 3))}
_SCALES: dict[Unit, Any] = {  # what stands at a tick
    "rate": lambda share, _: f"{100 * share:z.3g}%",
    "points": lambda share, _: f"{100 * share:z.3g}",
}
_HOLLOW = {"markerfacecolor": LIGHT["page"], "linestyle": "none"}
_ENTRY = 0.22  # inches of a legend's line, below the axes: it never lies over a point
ENDS = ("low", "high")
_ROOM = 0.06  # of a rate's axis between a line and the middle of words beside it
_WRAP = 19  # letters in a row of what stands at a line's end
_LETTER = 0.0135  # its width as a part of an axis


def _long_bars() -> dict[Any, Any]:
    """A legend entry's drawing with bars long enough to be seen."""
    from matplotlib.container import ErrorbarContainer
    from matplotlib.legend_handler import HandlerErrorbar

    return {ErrorbarContainer: HandlerErrorbar(xerr_size=1.2)}


def with_estimates(frame: "pd.DataFrame", y: str) -> "pd.DataFrame":
    """Rows with the columns `estimate`, `low` and `high`, taken from a column.

    Those that have no games yet are left out; so all may be.
    """
    frame = with_columns(frame, y)
    ends = {"estimate": y, "low": f"{y}_low", "high": f"{y}_high"}
    found = {end: frame.get(x, frame.get(end, math.nan)) for end, x in ends.items()}
    rows = frame.assign(**found)
    return rows[rows["estimate"].notna()]


def _series(
    rows: "pd.DataFrame", by: str | None, published: "pd.DataFrame | None", label: str
) -> tuple[Groups, dict[str, Any]]:
    """Our rows and what a document printed by their labels, and their looks.

    A category without rows stays: it keeps its colour and its place in the legend.
    What a document printed of a series, as the column `series` says, has its colour.
    """
    import pandas as pd

    if by is None:
        groups = {OURS if rows["low"].notna().any() else OURS_EXACT: rows}
    else:
        ordered = isinstance(rows[by].dtype, pd.CategoricalDtype)
        found = rows.groupby(by, sort=ordered, observed=False)
        groups = {str(name): own for name, own in found}
        if not ordered:  # by the reader: numbers stand in their own order
            groups = {name: groups[name] for name in ranks_by_number(groups) or groups}
    looks = series_styles(groups)
    if published is not None:
        printed = with_estimates(published, "estimate").assign(finished=True)
        named = "series" in printed
        for name, own in printed.groupby("series") if named else [("", printed)]:
            entry = f"{label}: {name}" if named else label
            groups[entry] = own
            looks[entry] = _PRINTED | ({"color": looks[name]["color"]} if named else {})
    return groups, looks


def _empty_picture(title: str) -> Drawing:
    """An empty picture that says so: none of its games has been played yet."""
    with canvas(height=1) as (figure, axes):
        axes.axis("off")
        axes.text(0.5, 0.5, "waits for games", ha="center", color=LIGHT["muted"])
        axes.set_title(title)
        return finish(figure, title, also="Waits for games.")


def _draw_estimates(
    axes: "Axes", rows: "pd.DataFrame", x: Any, y: Any, bars: str, **looks: Any
) -> None:
    """Draw estimates with their intervals as bars along "x" or "y", or without any.

    Those whose rule asks for more games are hollow.
    """
    if bars:
        value = rows["estimate"]
        ends = {f"{bars}err": [value - rows["low"], rows["high"] - value]}
        axes.errorbar(x, y, **ends | _BAR | looks)
    else:
        axes.plot(x, y, **looks)
    if "finished" in rows and not rows["finished"].all():
        left = ~rows["finished"].to_numpy(bool)
        axes.plot(x[left], y[left], **looks | _HOLLOW | {"label": "", "zorder": 3})


def draw_line(axes: "Axes", rows: "pd.DataFrame", x: str, **looks: Any) -> None:
    """Draw estimates against column `x` as a marked line, inside its band if any.

    A lone one, and what has no style of a line, has a bar instead.
    """
    alone = len(rows) < 2 or "linestyle" not in looks
    _draw_estimates(
        axes, rows, rows[x], rows["estimate"], "y" if alone else "", **looks
    )
    if not alone:
        band: Any = {"color": looks["color"], "alpha": 0.22, "linewidth": 0}
        axes.fill_between(rows[x], rows["low"], rows["high"], **band)


def _numbers_and_others(rows: "pd.DataFrame", x: str) -> list["pd.DataFrame"]:
    """Rows with numbers, and apart each row whose place is no number (`to the end`).

    Such a place is at no distance from the numbers, so no line leads to it.
    """
    number = rows[x].astype(str).str.fullmatch(r"[\d.,]+").to_numpy(bool)
    if number.sum() < 2 or number.all():
        return [rows]
    return [rows[number], *(rows.iloc[[i]] for i in range(len(rows)) if not number[i])]


def point_tips(
    axes: "Axes", groups: Groups, place: str, unit: Unit, up: "Groups | None" = None
) -> list[Tip]:
    """The words that the pointer shows at each estimate: place, value and interval.

    Args:
        axes: the axes with the figure's scales.
        groups: the rows of each line, by its label.
        place: the column of the places.
        unit: of the estimates.
        up: for dots, whose estimates lie along the x axis: their heights, by label.
    """
    tips = []
    for label, rows in groups.items():
        x, y = (rows["estimate"], up[label]) if up else (rows[place], rows["estimate"])
        for row, across, upwards in zip(rows.to_dict("records"), x, y, strict=True):
            where, number = row[place], isinstance(row[place], int | float)
            value = interval_in_words(
                row["estimate"], row["low"], row["high"], unit=unit
            )
            place_in_words = plain_number(where) if number else where
            words = f"{place_in_words}: {value}{_repetition_note(row)}"
            tips.append(Tip(axes, label, words, across, upwards, row.get(MATCH)))
    return tips


def _repetition_note(row: Mapping[Any, Any]) -> str:
    """A note on a row whose games repeat themselves; empty for any other."""
    if not lines.are_too_few(row.get("lines"), row.get("blocks", 0)):
        return ""
    return f", {lines.repetition_warning([(row['games'], row['lines'])], 1)}"


def _tick_words(ticks: list[float]) -> list[str]:
    """Ticks in words: parts of one as fractions where decimals would be long.

    >>> _tick_words([1 / 256, 1 / 64, 1])
    ['1/256', '1/64', '1']
    >>> _tick_words([0.001, 0.5])
    ['0.001', '0.5']
    """
    parts = [tick > 0 and (1 / tick).is_integer() for tick in ticks]
    if all(parts) and max(len(plain_number(tick)) for tick in ticks) > 6:
        return [f"1/{1 / tick:.0f}" if tick < 1 else "1" for tick in ticks]
    return [*map(plain_number, ticks)]


def _tick_labels(ticks: list[float], log: bool) -> list[str]:
    """Labels for ticks, none where one would touch the label before it."""
    places = [math.log(tick) if log else tick for tick in ticks]
    span, last, end, labels = places[-1] - places[0], -math.inf, 0, []
    for place, said in zip(places, _tick_words(ticks), strict=True):
        letters = (end + len(said)) / 2
        free = place - last >= max(0.045, _LETTER * (letters + 1)) * span
        labels.append(said if free else "")
        last, end = (place, len(said)) if free else (last, end)
    return labels


def _label_axis_scale(axis: Any, column: str, even: float | None, across: Any) -> Unit:
    """Write the ticks of an axis in its column's unit, and mark an even rate."""
    unit = words_of(column).unit
    if unit:
        axis.set_major_formatter(_SCALES[unit])
    if unit == "rate" and even is not None:
        across(even, **_EVEN)
    return unit


def _two_sides(frame: "pd.DataFrame", column: str, even: float | None) -> list[str]:
    """The side whose rate a column is, and its only opponent; empty without them."""
    names = [str(each).removesuffix("_rate") for each in frame if _is_of_side(each)]
    if even != 0.5 or not _is_of_side(column) or len(names) != 2:
        return []
    return sorted(names, key=lambda name: f"{name}_rate" != column)


def _is_of_side(column: Any) -> bool:
    """Whether a column is the rate of a side, such as `sheep_rate`."""
    name = str(column)
    return name.endswith("_rate") and name.removesuffix("_rate") in SIDES


def _shade_upper_and_lower(
    axes: "Axes", sides: list[str], groups: Groups, x: Any
) -> None:
    """Shade both halves of an upright rate axis, and name who wins more in each.

    `x` gives the places of rows along the axis.
    """
    axes.autoscale_view()
    limits = axes.get_xlim()
    drawn = _outline_points(axes, groups, x)
    halves: Any = (
        (0.5, 1.02, ((0.98, "top", 0.94), (0.52, "bottom", 0.56))),
        (-0.02, 0.5, ((0.02, "bottom", 0.06), (0.48, "top", 0.44))),
    )
    for side, (low, high, rows) in zip(sides, halves, strict=True):
        colour = LIGHT[SIDES[side]]
        axes.axhspan(low, high, color=colour, alpha=0.06, linewidth=0, zorder=0)
        room = {
            (place, end, at, va): np.abs(
                drawn[1, _near_end(drawn[0], end)] - middle
            ).min(initial=1.0)
            for at, va, middle in rows
            for place, end in ((0.01, "left"), (0.5, "center"), (0.99, "right"))
        }
        (place, end, at, va), free = max(room.items(), key=lambda each: each[1])
        if free > _ROOM:
            axes.text(
                *(
                    place,
                    at,
                    f"{player_name(side, 'the ')} win{_verb_ending(side)} more",
                ),
                transform=axes.get_yaxis_transform(),
                **{"ha": end, "va": va, "color": colour},
            )
    axes.set_xlim(limits)


def _near_end(shares: Any, end: str) -> Any:
    """Which places, as shares of an axis, are where words at one of its ends stand."""
    low, high = {"left": (-1, 0.36), "center": (0.32, 0.68), "right": (0.64, 2)}[end]
    return (low < shares) & (shares < high)


def _outline_points(axes: "Axes", groups: Groups, x: Any) -> Any:
    """Places and heights of all lines and of their bands' edges, closely one by one.

    Places are shares of the axis.
    """
    to_share, parts = axes.transScale + axes.transLimits, [np.empty((2, 0))]
    for rows in groups.values():
        places = [x(row) for row in rows.to_dict("records")]
        shares = to_share.transform([(place, 0.5) for place in places])[:, 0]
        close = np.linspace(shares[0], shares[-1], 200) if len(rows) > 1 else shares
        parts += [
            np.stack([close, np.interp(close, shares, rows[end].astype(float))])
            for end in ("estimate", *ENDS)
            if rows[end].notna().all()
        ]
    return np.concatenate(parts, axis=1)


def _shade_left_and_right(axes: "Axes", sides: list[str]) -> None:
    """Shade both halves of a rate axis across, and name above them who wins more."""
    left, right = axes.get_xlim()
    for side, (low, high), across in zip(
        sides, ((0.5, right), (left, 0.5)), ("left", "right"), strict=True
    ):
        colour = LIGHT[SIDES[side]]
        if high <= low:
            continue
        axes.axvspan(low, high, color=colour, alpha=0.06, linewidth=0, zorder=0)
        if high - low > 0.3 * (right - left):
            axes.annotate(
                f"{player_name(side, 'the ')} win{_verb_ending(side)} more",
                xy=(0.5, 1),
                xycoords=axes.get_xaxis_transform(),
                xytext=(8 if across == "left" else -8, 2),
                textcoords="offset points",
                ha=across,
                va="bottom",
                color=colour,
            )
    axes.set_xlim(left, right)


def _verb_ending(side: str) -> str:
    """The verb's ending after a side's name: `the fox wins`, `the hounds win`."""
    return "" if side in ("sheep", "hounds", "foxes", "wolves") else "s"


def _label_ends(axes: "Axes", ends: Mapping[str, tuple[Any, float, Any]]) -> None:
    """Write labels at the ends of lines, in their colours, none over another.

    Args:
        axes: where the lines are drawn.
        ends: label -> place and height of the line's end, and its colour.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    texts = {}
    for label, (x, y, colour) in sorted(ends.items(), key=lambda each: each[1][1]):
        texts[label] = axes.annotate(
            "\n".join(textwrap.wrap(label.replace(" = ", "\xa0=\xa0"), _WRAP)),
            xy=(x, y),
            xytext=(1.02, y),
            textcoords=axes.get_yaxis_transform(),
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "alpha": 0.4, "shrinkB": 5},
            color=colour,
            va="center",
        )
    figure.draw_without_rendering()  # which lays out what stands where
    scale, heights, left = figure.dpi / 72, [], axes.get_xlim()[0]
    for text in texts.values():
        tall = (text.get_text().count("\n") + 1) * 12.5 * scale
        middle = axes.transData.transform((left, text.xyann[1]))[1]
        heights.append([middle - tall / 2, middle + tall / 2])
    _spread_apart(heights, *axes.bbox.intervaly)
    for text, (low, high) in zip(texts.values(), heights, strict=True):
        y = axes.transData.inverted().transform((0, (low + high) / 2))[1]
        text.set_position((1.02, y))


def _spread_apart(spans: list[list[float]], least: float, most: float) -> None:
    """Move spans, which stand in order, as little as leaves none over another."""
    for _ in range(200):
        for below, above in pairwise(spans):
            if (over := below[1] - above[0]) > 0:
                for span, way in ((below, -over / 2), (above, over / 2)):
                    span[:] = [end + way for end in span]
        for span in spans:
            way = max(0.0, least - 8 - span[0]) - max(0.0, span[1] - most - 8)
            span[:] = [end + way for end in span]


def curve(
    frame: "pd.DataFrame",
    x: str,
    y: str,
    *,
    by: str | None = None,
    published: "pd.DataFrame | None" = None,
    band: Sequence[Band] = (),
    usual: Any = None,
    log: bool = False,
    even: float | None = 0.5,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    published_label: str = "the document",
) -> Drawing:
    """Plot one column of a table against another as a curve, with 95 % intervals.

    Args:
        frame: the rows, such as those of `play`, in any order if `x` is a number; texts
            stand in the order of the rows, at equal distances.
        x, y: columns, along the axis and upwards. A rate is shown in percent, a
            difference of rates in points.
        by: the column that distinguishes several curves; by default there is one.
        published: the document's points, a table of `published` with a column `x` too.
            If it has a column `series`, it names the curve whose colour a point has.
        band: ranges of y that the document gives, each as its two ends, a label and,
            if it has the colour of a curve, the name of the curve.
        usual: the value of `x` under the usual rules, to be marked.
        log: whether the x axis is logarithmic.
        even: a rate to mark as an even one: one half is that of two players. With None,
            the axis of rates ends where they end, instead of at 100 %.
        title, xlabel, ylabel, published_label: texts; by default those of the columns.

    Returns:
        A `Drawing`, which a notebook shows; `repr` says its numbers in words.

    Raises:
        ValueError: there is no such column.

    Examples:
        >>> rules = [HareHounds(stall_limit=n) for n in (5, 10)]
        >>> rows = play([match(each, RandomPlayer()) for each in rules], max_blocks=200)
        >>> drawn = curve(rows, "stall_limit", "hounds_rate", title="Longer games")
        >>> type(drawn).__name__
        'Drawing'
    """
    frame = with_columns(frame, x, y, *filter(None, [by]))
    published = None if published is None else with_columns(published, x, "estimate")
    rows = with_estimates(frame, y)
    if rows.empty:
        return _empty_picture(title)
    from pandas.api.types import is_numeric_dtype

    if numeric := is_numeric_dtype(frame[x]):
        rows = rows.sort_values(x, kind="stable")
    groups, looks = _series(rows, by, published, published_label)
    ours = [each for each in groups if "linestyle" in looks[each]]
    ended = {each for each in ours if len(ours) > 1 and len(groups[each])}
    entries = len(groups) - len(ended) + len(band) + (usual is not None)
    place = {each: n for n, each in enumerate(dict.fromkeys(rows[x]))}
    with canvas(height=3.8 + _ENTRY * math.ceil(entries / 2)) as (figure, axes):
        for low, high, name, *of in band:
            colour = looks[of[0]]["color"] if of else LIGHT["published"]
            axes.axhspan(low, high, label=name, color=colour, alpha=0.2)
        for label, series in groups.items():
            said = "" if label in ended else label
            for part in [series] if numeric else _numbers_and_others(series, x):
                draw_line(axes, part, x, label=said, **looks[label])
                said = ""
        if usual is not None:
            axes.axvline(usual, label=USUAL_RULES, **_USUAL)
        if log:
            axes.set_xscale("log")
        if numeric:  # those without games yet, too
            ticks = sorted({*frame[x]})
            axes.set_xticks(ticks, _tick_labels(ticks, log))
            axes.minorticks_off()
        unit = _label_axis_scale(axes.yaxis, y, even, axes.axhline)
        if unit == "rate" and even is not None:
            axes.set(ylim=(-0.02, 1.02), yticks=(0, 0.25, 0.5, 0.75, 1))
        elif unit == "rate":
            axes.set_ylim(bottom=0)
        axes.set(title=title, xlabel=xlabel or words_of(x).words)
        axes.set_ylabel(ylabel or words_of(y).words)
        if sides := _two_sides(frame, y, even):
            _shade_upper_and_lower(
                axes, sides, groups, lambda row: row[x] if numeric else place[row[x]]
            )
        if entries:
            figure.legend(loc="outside lower center", ncols=2)
        if ended:
            last = {label: groups[label].iloc[-1] for label in ended}
            _label_ends(
                axes,
                {
                    label: (row[x], row["estimate"], looks[label]["color"])
                    for label, row in last.items()
                },
            )
        also = " ".join(f"Shaded: {each[2]}." for each in band)
        return finish(figure, title, point_tips(axes, groups, x, unit), also)


def dots(
    frame: "pd.DataFrame",
    x: str,
    y: str,
    *,
    by: str | None = None,
    published: "pd.DataFrame | None" = None,
    usual: str | None = None,
    even: float | None = 0.5,
    title: str = "",
    xlabel: str = "",
    published_label: str = "the document",
) -> Drawing:
    """Plot a column of a table by category, as dots with 95 % intervals, top to bottom.

    Args:
        frame: the rows, such as those of `play`, in the order wanted.
        x, y: columns: the number, and the categories.
        by: a column; its values have a row of dots each, one below the other.
        published: the document's points, with a column `y` too; points of other
            categories are left out.
        usual: the category of the usual rules, to be marked.
        even, title, xlabel, published_label: as for `curve`.

    Returns:
        A `Drawing`, which a notebook shows.

    Raises:
        ValueError: there is no such column.

    Examples:
        >>> first = {"hounds first": HareHounds(), "hare first": HareHounds(first=1)}
        >>> matches = [match(game, RandomPlayer(), name=x) for x, game in first.items()]
        >>> rows = play(matches, max_blocks=200)
        >>> drawn = dots(rows, "hounds_rate", "name")
        >>> type(drawn).__name__
        'Drawing'
    """
    frame = with_columns(frame, x, y, *filter(None, [by]))
    published = None if published is None else with_columns(published, y, "estimate")
    rows = with_estimates(frame, x)
    if rows.empty:
        return _empty_picture(title)
    groups, looks = _series(rows, by, published, published_label)
    places = {name: -i for i, name in enumerate(dict.fromkeys(rows[y]))}
    if usual is not None and usual not in places:
        raise ValueError(unknown_name(y, usual, map(str, places)))
    groups = {label: series[series[y].isin(places)] for label, series in groups.items()}
    groups = {label: series for label, series in groups.items() if len(series)}
    import pandas as pd

    every = pd.concat(groups)
    number = every.groupby(by=y)[y].transform("size")  # at one place, around it
    beside = every.groupby(by=y)[y].cumcount() - (number - 1) / 2
    up = every[y].map(places) - beside * 0.8 / number.clip(lower=4)
    heights = {label: up[label] for label in groups}
    step = 0.27 + 0.15 * (len(groups) - (published is not None))
    with canvas(height=1.6 + step * len(places)) as (figure, axes):
        for label, series in groups.items():
            dot = {"markersize": 5} | looks[label] | {"linestyle": "none"}
            _draw_estimates(
                axes,
                series,
                series["estimate"],
                heights[label],
                "x",
                label=label,
                **dot,
            )
        if usual is not None:
            axes.axhline(places[usual], label=USUAL_RULES, **_USUAL | {"linewidth": 12})
        axes.set_yticks(list(places.values()), [str(name) for name in places])
        unit = _label_axis_scale(axes.xaxis, x, even, axes.axvline)
        figure.suptitle(title, x=0.01, ha="left", fontsize=STYLE["axes.titlesize"])
        low = min(places.values()) - 0.6
        axes.set(xlabel=xlabel or words_of(x).words, ylim=(low, 0.6))
        if sides := _two_sides(frame, x, even):
            _shade_left_and_right(axes, sides)
        figure.legend(loc="outside lower center", ncols=2, handler_map=_long_bars())
        tips = point_tips(axes, groups, y, unit, heights)
        return finish(figure, title, tips)


def shares(
    frame: "pd.DataFrame",
    y: str,
    parts: Mapping[str, tuple[str, str]],
    *,
    title: str = "",
    xlabel: str = "share of games, 95 % intervals",
) -> Drawing:
    """Draw how a whole is divided, as one bar for each row of a table.

    Both ends of a bar have their 95 % intervals, where the table has them.

    Args:
        frame: the rows, top to bottom.
        y: the column with the names of the bars.
        parts: columns that sum to 1, from left to right, each with its label and the
            role of its colour.
        title, xlabel: texts; the latter says what is divided.

    Returns:
        A `Drawing`, which a notebook shows.

    Raises:
        ValueError: there is no such column.

    Examples:
        >>> import pandas as pd
        >>> rates = {"rules": ["usual"], "sheep_rate": [0.6], "foxes_rate": [0.4]}
        >>> parts = {
        ...     "sheep_rate": ("sheep win", "sheep"),
        ...     "foxes_rate": ("foxes win", "fox"),
        ... }
        >>> type(shares(pd.DataFrame(rates), "rules", parts)).__name__
        'Drawing'
    """
    frame = with_columns(frame, y, *parts)
    places, left, tips = range(0, -len(frame), -1), 0.0, []
    with canvas(7.0, 1.3 + 0.34 * len(frame)) as (figure, axes):
        for column, (label, role) in parts.items():
            looks: Any = {"color": LIGHT[role], "alpha": 0.6}
            axes.barh(places, frame[column], left=left, label=label, **looks)
            left = left + frame[column]
        for column, origin in zip([*parts][:: len(parts) - 1], (0.0, 1.0), strict=True):
            if f"{column}_low" in frame:  # not exact
                ends = (abs(origin - frame[f"{column}_{end}"]) for end in ENDS)
                axes.hlines(places, *ends, color=LIGHT["ink"], linewidth=1.2)
        for place, row in zip(places, frame.to_dict("records"), strict=True):
            said = (f"{label} {interval(row, c)}" for c, (label, _) in parts.items())
            words, up = ", ".join(said), (place, place)
            tips.append(Tip(axes, str(row[y]), words, (0, 1), up, row.get(MATCH)))
        axes.set_yticks(places, list(frame[y]))
        axes.set(xlim=(0, 1), title=title, xlabel=xlabel)
        axes.xaxis.set_major_formatter(_SCALES["rate"])
        figure.legend(ncols=len(parts), loc="outside lower center")
        return finish(figure, title, tips)


def grid(
    frame: "pd.DataFrame",
    x: str,
    y: str,
    text: str,
    kind: str,
    colours: Mapping[str, str],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
) -> Drawing:
    """Draw coloured squares, one for each row of a table, such as who wins where.

    Args:
        frame: one row a square.
        x, y: columns, across and upwards; the least y is below.
        text: the column that is written into the squares.
        kind: the column that gives a square its colour.
        colours: the colour of each kind, as the legend names it, by its role, such as
            `sheep`, `fox`, `hound` or `series-1`.
        title, xlabel, ylabel: texts; by default an axis has the name of its column.

    Returns:
        A `Drawing`, which a notebook shows.

    Raises:
        ValueError: there is no such column, role of a colour, or colour of a kind.

    Examples:
        >>> import pandas as pd
        >>> won = {"width": [4, 6], "height": [4, 4], "plies": [8, 12]}
        >>> frame = pd.DataFrame(won).assign(winner="the hounds")
        >>> drawn = grid(
        ...     frame, "width", "height", "plies", "winner", {"the hounds": "hound"}
        ... )
        >>> type(drawn).__name__
        'Drawing'
    """
    frame = with_columns(frame, x, y, text, kind)
    for each in frame[kind].dropna().unique():
        if each not in colours:
            raise ValueError(unknown_name(kind, each, map(str, colours)))
    for role in colours.values():
        if role not in LIGHT:
            raise ValueError(unknown_name("colour", role, LIGHT))
    codes = frame[kind].map({each: code for code, each in enumerate(colours)})
    wide = frame.assign(code=codes).pivot(index=y, columns=x)
    wide = wide.reindex(dict.fromkeys(frame[y]))
    import seaborn as sns  # takes seconds, with all of SciPy's statistics

    with canvas(7.0, 1.5 + 0.36 * len(wide)) as (figure, axes):
        sns.heatmap(
            wide["code"],
            annot=wide[text],
            fmt="",
            annot_kws={"color": LIGHT["ink"], "size": STYLE["font.size"]},
            cmap=[LIGHT[role] for role in colours.values()],
            vmin=-0.5,
            vmax=len(colours) - 0.5,
            alpha=0.35,
            linewidths=2,
            cbar=False,
            ax=axes,
        )
        axes.invert_yaxis()
        axes.grid(False)
        axes.tick_params(length=0, rotation=0)
        axes.set(xlabel=xlabel or x, ylabel=ylabel or y, title=title)
        tips = [
            Tip(axes, str(b), f"{a} {said}", (i + 0.2, i + 0.8), (j + 0.2, j + 0.8))
            for j, (b, row) in enumerate(wide[text].iterrows())
            for i, (a, said) in enumerate(row.items())
            if said == said
        ]
        for name, role in colours.items():
            axes.bar(0, 0, color=LIGHT[role], alpha=0.35, label=name)
        figure.legend(loc="outside lower center", ncols=len(colours))
        return finish(figure, title, tips)


def heatmap(
    frame: "pd.DataFrame",
    x: str,
    y: str,
    rate: str,
    *,
    sides: tuple[str, str],
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
) -> Drawing:
    """Draw a rate as a grid of squares, each coloured by the side that wins more.

    Half the games are the page's own colour. The more of them a side wins, the more of
    its colour a square has, which the bar beside the squares shows.

    Args:
        frame: one row a square; those without games yet stay empty.
        x, y: columns, across and upwards; the least y is below.
        rate: the column that is drawn, from 0 to 1.
        sides: the side whose colour is that of 100 %, and the side of 0 %.
        title, xlabel, ylabel: texts; by default an axis has the words of its column.

    Returns:
        A `Drawing`, which a notebook shows.

    Raises:
        ValueError: there is no such column, or a side has no colour.

    Examples:
        >>> import pandas as pd
        >>> values = {"sheep": [18, 20], "cutoff": [0, 0], "sheep_rate": [0.31, 0.64]}
        >>> frame = pd.DataFrame(values)
        >>> drawn = heatmap(
        ...     frame, "sheep", "cutoff", "sheep_rate", sides=("sheep", "foxes")
        ... )
        >>> type(drawn).__name__
        'Drawing'
    """
    if others := [side for side in sides if side not in SIDES]:
        known = ", ".join(SIDES)
        raise ValueError(f"{quoted(others[0])} is no side: sides are {known}")
    rows = with_estimates(with_columns(frame, x, y), rate)
    if rows.empty:
        return _empty_picture(title)
    across, up = (sorted(frame[column].unique().tolist()) for column in (x, y))
    with canvas(7.0, 1.2 + 0.36 * len(up)) as (figure, axes):
        bar: Any = axes.inset_axes((1.04, 0, 0.03, 1))
        for step in range(_STEPS):
            _fill_square(
                bar, 0, step / _STEPS, (step + 0.5) / _STEPS, sides, 1 / _STEPS
            )
        bar.set(xlim=(0, 1), ylim=(0, 1), xticks=(), ylabel=words_of(rate).words)
        bar.set_yticks((0, 0.25, 0.5, 0.75, 1))
        bar.yaxis.set_major_formatter(_SCALES["rate"])
        bar.yaxis.tick_right()
        bar.yaxis.set_label_position("right")
        bar.grid(False)
        tips = []
        for row in rows.to_dict("records"):
            i, j, value = across.index(row[x]), up.index(row[y]), row["estimate"]
            _fill_square(axes, i, j, value, sides)
            middle: Any = {"ha": "center", "va": "center"}
            axes.text(i + 0.5, j + 0.5, f"{100 * value:.0f}", **middle)
            rate_in_words = interval_in_words(value, row["low"], row["high"])
            words = f"{_place_in_words(row[x])}: {rate_in_words}{_repetition_note(row)}"
            ends = (i + 0.2, i + 0.8), (j + 0.2, j + 0.8)
            tips.append(
                Tip(axes, _place_in_words(row[y]), words, *ends, row.get(MATCH))
            )
        for axis, places in ((axes.xaxis, across), (axes.yaxis, up)):
            ticks = [n + 0.5 for n in range(len(places))]
            axis.set_ticks(ticks, [_place_in_words(place) for place in places])
        axes.set(xlim=(0, len(across)), ylim=(0, len(up)), title=title)
        axes.set(xlabel=xlabel or words_of(x).words, ylabel=ylabel or words_of(y).words)
        axes.grid(False)
        axes.tick_params(length=0)
        return finish(figure, title, tips)


def _place_in_words(place: Any) -> str:
    """A place of an axis as a text: a number with commas."""
    return plain_number(place) if isinstance(place, int | float) else str(place)


_STEPS = 21  # of the bar: the middle one is half the games
DEEPEST = 0.5  # of a side's colour, so that numbers can be read upon it


def _fill_square(
    axes: "Axes",
    x: float,
    y: float,
    rate: float,
    sides: tuple[str, str],
    high: float = 1,
) -> None:
    """Fill a square, one wide, with the colour of who is favoured."""
    shade: Any = {"color": LIGHT[SIDES[sides[rate < 0.5]]], "linewidth": 0}
    shade["alpha"] = 2 * DEEPEST * abs(rate - 0.5)
    axes.bar(x, high, 1, y, align="edge", **shade)
