"""One style for every plot of the workbook: intervals first, in light and in dark.

A measured value is a line or a dot with its interval as a band or a bar; a value that
a document printed is a hollow diamond with whiskers of its own. Series differ by
colour, marker and dash; a side of the game has the same in every plot.

A frame has one row per value; the interval of a column `score` stands in `score_low`
and `score_high`, as `foxkit.play` returns them. What a document printed is given by the
columns `estimate`, `low` and `high`, as `foxkit.published` does. What a column
is called, and whether it is a rate, says `data/columns.csv`.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from foxkit.core.arguments import real_number
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.core.quoting import quoted, unknown_name
from foxkit.lab import lines_of_play
from foxkit.lab.match import Match
from foxkit.lab.numbers import (
    Unit,
    count_in_words,
    estimate_in_words,
    interval_in_words,
    plain_number,
    words_of_column,
)
from foxkit.lab.rows import MATCH_COLUMN, require_columns, require_numbers
from foxkit.view.canvas import (
    STYLE,
    USUAL_RULES,
    Tip,
    canvas,
    drawing_of,
    is_narrow,
    ranks_by_number,
    series_styles,
    set_title,
    with_phone_version,
    wrapped,
)
from foxkit.view.diagram import Diagram, player_name
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import view_of
from foxkit.view.theme import LIGHT, SIDES

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "shares": "stacked_shares",
        },
    )

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Band = tuple[float, float, str] | tuple[float, float, str, str]
RowsByLabel: TypeAlias = "dict[str, pd.DataFrame]"
"""Label -> rows with `estimate`, `low` and `high`."""
OURS, OURS_EXACT = "this workbook, 95 % interval", "this workbook"

# Caps are taller than the markers: the ends of a short interval are seen beside them.
_BAR_STYLE: Any = {"elinewidth": 1.6, "capsize": 3.8, "capthick": 1.6}
_PUBLISHED_STYLE: Any = {
    **{"fmt": "D", "color": LIGHT["published"], "markerfacecolor": "none"},
    **{"markeredgewidth": 1.6, "markersize": 8, "capsize": 4, "elinewidth": 1.2},
}
_USUAL_RULES_LINE_STYLE: Any = {
    "color": LIGHT["muted"],
    "linewidth": 5,
    "alpha": 0.35,
    "zorder": 0,
}
_EVEN_LINE_STYLE: Any = {
    "color": LIGHT["muted"],
    "linewidth": 1,
    "linestyle": (0, (4, 3)),
}
_TICK_FORMATTERS: dict[Unit, Any] = {  # what stands at a tick
    "rate": lambda share, _: f"{100 * share:z.3g}%",
    "points": lambda share, _: f"{100 * share:z.3g}".replace("-", "\N{MINUS SIGN}"),
}
_HOLLOW_STYLE = {"markerfacecolor": LIGHT["page"], "linestyle": "none"}
# Inches of a legend's line. It stands below the axes, where it lies over no point.
_LEGEND_ENTRY_HEIGHT = 0.22
_MAX_TICKS = 50  # that one can ask for
INTERVAL_ENDS = ("low", "high")
# The part of a rate's axis between a line and the middle of words beside it.
_ROOM_FOR_WORDS = 0.06
_MEASURES: Any = {  # of a plot, and of a narrow one
    "end": (19, 11),  # letters in a row of what stands at a line's end
    "place": (40, 18),  # and of what stands at a tick of an upright axis
    "label": (56, 32),  # and of an axis's label
    "upright": (40, 32),  # and of the label of an upright axis
    "entry": (60, 36),  # and of a legend's label
    "columns": (2, 1),  # of a legend
    "panels": (3, 2),  # side by side
    "panel": (24, 18),  # letters in a row of a panel's title
    "letter": (0.0135, 0.034),  # the width of a letter, as a part of an axis
    "beside": (0.0165, 0.039),  # and of one that has words at its end
    "half": (0.36, 0.62),  # the width of who wins more, as a part of an axis
    "row": (12.5, 11.3),  # points of a row of words
    "boards": (330, 190),  # points of a row of little boards
}


def _column_words(column: Any) -> str:
    """The words for a column on an axis, where nothing says who A is.

    >>> _column_words("score")
    'score of the player named first'
    """
    words = words_of_column(column).words
    return re.sub(r"\bA\b", "the player named first", words)


def _measure_for_width(name: str) -> Any:
    """A measure of the plot that is being drawn."""
    return _MEASURES[name][is_narrow()]


def _long_bars() -> dict[Any, Any]:
    """A legend entry's drawing with bars long enough to be seen."""
    from matplotlib.container import ErrorbarContainer
    from matplotlib.legend_handler import HandlerErrorbar

    return {ErrorbarContainer: HandlerErrorbar(xerr_size=1.2)}


def with_estimates(frame: "pd.DataFrame", y: str) -> "pd.DataFrame":
    """Rows with the columns `estimate`, `low` and `high`, taken from a column.

    A column without an interval, such as `value` of `published`, has that in `low` and
    `high`, if there are such columns. Rows without games are left out.
    """
    frame = require_columns(frame, y)
    require_numbers(frame, y)
    ends = {"estimate": y, "low": f"{y}_low", "high": f"{y}_high"}
    estimates = {end: frame.get(x, frame.get(end, math.nan)) for end, x in ends.items()}
    rows = frame.assign(**estimates)
    if (infinite := rows["estimate"].isin([math.inf, -math.inf])).any():
        value = rows.loc[infinite, "estimate"].iloc[0]
        raise ValueError(f"{y!r} is {value} in a row: leave that row out")
    # Where rows without games have been among them, numbers are of type object.
    return rows[rows["estimate"].notna()].astype(dict.fromkeys(estimates, float))


def _series_and_styles(
    rows: "pd.DataFrame",
    by: str | None,
    published: "pd.DataFrame | None",
    label: str,
    neutral: bool,
) -> tuple[RowsByLabel, dict[str, Any]]:
    """Our rows and what a document printed by their labels, and their styles.

    A category without rows stays: it keeps its colour and its place in the legend.
    What a document printed of a series, as the column `series` says, has its colour.
    """
    import pandas as pd

    if by is None:
        groups = {OURS if rows["low"].notna().any() else OURS_EXACT: rows}
    else:
        _require_names(rows, by)
        ordered = isinstance(rows[by].dtype, pd.CategoricalDtype)
        grouped = rows.groupby(by, sort=ordered, observed=False)
        groups = {str(name): rows_of_group for name, rows_of_group in grouped}
        if not ordered:  # by the reader: numbers stand in their own order
            groups = {name: groups[name] for name in ranks_by_number(groups) or groups}
    styles = series_styles(groups, neutral)
    if published is not None:
        printed = with_estimates(published, "estimate").assign(finished=True)
        named = "series" in printed
        for name, rows_of_group in (
            printed.groupby("series") if named else [("", printed)]
        ):
            entry = f"{label}: {name}" if named else label
            groups[entry] = rows_of_group
            styles[entry] = _PUBLISHED_STYLE | (
                {"color": styles[name]["color"]} if named else {}
            )
    return groups, styles


def _empty_picture(title: str) -> Drawing:
    """An empty picture that says so: none of its games has been played yet."""
    with canvas(height=1) as (figure, axes):
        axes.axis("off")
        axes.text(0.5, 0.5, "waits for games", ha="center", color=LIGHT["muted"])
        set_title(figure, title)
        return drawing_of(figure, title, also="Waits for games.")


def _draw_estimates(
    axes: "Axes", rows: "pd.DataFrame", x: Any, y: Any, bars: str, **style: Any
) -> None:
    """Draw estimates with their intervals as bars along "x" or "y", or without any.

    Those whose rule asks for more games are hollow.
    """
    exact = not rows["low"].notna().any() and "fmt" not in style
    if bars and not exact:
        value = rows["estimate"]
        ends = {f"{bars}err": [value - rows["low"], rows["high"] - value]}
        axes.errorbar(x, y, **ends | _BAR_STYLE | style)
    else:
        axes.plot(x, y, **style)
    if "finished" in rows and not rows["finished"].all():
        unfinished = ~rows["finished"].to_numpy(bool)
        axes.plot(
            x[unfinished],
            y[unfinished],
            **style | _HOLLOW_STYLE | {"label": "", "zorder": 3},
        )


def draw_line(axes: "Axes", rows: "pd.DataFrame", x: str, **style: Any) -> None:
    """Draw estimates against column `x` as a marked line, inside its band if any.

    A lone one, and what has no style of a line, has a bar instead.
    """
    alone = len(rows) < 2 or "linestyle" not in style
    _draw_estimates(
        axes, rows, rows[x], rows["estimate"], "y" if alone else "", **style
    )
    if not alone:
        band: Any = {"color": style["color"], "alpha": 0.22, "linewidth": 0}
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
    axes: "Axes",
    groups: RowsByLabel,
    place: str,
    unit: Unit,
    heights: "RowsByLabel | None" = None,
    axis: str = "",
) -> list[Tip]:
    """The words that the pointer shows at each estimate: place, value and interval.

    Args:
        axes: the axes with the figure's scales.
        groups: the rows of each line, by its label.
        place: the column of the places.
        unit: of the estimates.
        heights: of dots, whose estimates lie along the x axis, by label.
        axis: what the places are, where they do not say so themselves.
    """
    tips = []
    for label, rows in groups.items():
        if heights:
            x, y = rows["estimate"], heights[label]
        else:
            x, y = rows[place], rows["estimate"]
        for row, tip_x, tip_y in zip(rows.to_dict("records"), x, y, strict=True):
            where, number = row[place], isinstance(row[place], int | float)
            value = interval_in_words(
                row["estimate"], row["low"], row["high"], unit=unit
            )
            words = f"{plain_number(where) if number else where}: {value}"
            games, note = row.get(MATCH_COLUMN), _repetition_note(row)
            tips.append(Tip(axes, label, words, tip_x, tip_y, games, axis, note))
    return tips


def _repetition_note(row: Mapping[Any, Any]) -> str:
    """A note on a row whose games repeat themselves; empty for any other."""
    if not lines_of_play.games_repeat_themselves(
        row.get("lines"), row.get("blocks", 0)
    ):
        return ""
    return f"{row['games']:,.0f} games in {count_in_words(row['lines'], 'line')}"


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


def _tick_labels(
    ticks: list[float], log: bool, letter: float, usual: float | None = None
) -> list[str]:
    """Labels for ticks; none where one would touch another.

    The last one has a label in any case, and the usual one wherever that is possible.

    Args:
        ticks: places along an axis, in order.
        log: whether the axis is logarithmic.
        letter: the width of a letter, as a part of the axis.
        usual: the tick of the usual rules, if there is one.

    >>> _tick_labels([8, 9, 10, 11, 40], False, 0.02)
    ['8', '', '10', '', '40']
    >>> _tick_labels([8, 9, 10, 11, 40], False, 0.02, usual=9)
    ['', '9', '', '11', '40']
    """
    places = [math.log(tick) if log else tick for tick in ticks]
    words, span = _tick_words(ticks), places[-1] - places[0]

    def touches(one: int, other: int) -> bool:
        letters = (len(words[one]) + len(words[other])) / 2 + 1
        room = max(0.045, letter * letters) * span
        return abs(places[other] - places[one]) < room

    shown = [len(ticks) - 1]
    if usual in ticks and not touches(ticks.index(usual), shown[0]):
        shown.append(ticks.index(usual))
    for n in range(len(ticks)):
        if not any(touches(n, each) for each in shown):
            shown.append(n)
    return [each if n in shown else "" for n, each in enumerate(words)]


def _format_ticks_and_mark_even(
    axis: Any,
    column: str,
    even_rate: float | None,
    draw_line: Callable[..., Any],
    even_label: str = "",
) -> Unit:
    """Write the ticks of an axis in its column's unit, and mark where sides are even.

    That is at the even rate, or at 0 between numbers of both signs.

    Args:
        axis: of a plot.
        column: whose numbers stand along it.
        even_rate: where the line is drawn, if the column is a rate; None for no line.
        draw_line: draws a line across the plot, at a place of this axis.
        even_label: what the legend calls this line; without it, it has no entry.
    """
    unit = words_of_column(column).unit
    if unit:
        axis.set_major_formatter(_TICK_FORMATTERS[unit])
    low, high = sorted(axis.get_data_interval())
    if not unit and high >= 1_000:
        axis.set_major_formatter(lambda tick, _: plain_number(tick))
    if unit == "rate" and even_rate is not None:
        draw_line(even_rate, label=even_label, **_EVEN_LINE_STYLE)
    elif unit != "rate" and low < 0 < high:
        draw_line(0, label=even_label, **_EVEN_LINE_STYLE)
    return unit


def _side_and_opponent(
    frame: "pd.DataFrame", column: str, even: float | None
) -> list[str]:
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
    axes: "Axes", sides: list[str], groups: RowsByLabel, x: Any
) -> None:
    """Shade both halves of an upright rate axis, and name who wins more in each.

    `x` gives the places of rows along the axis.
    """
    axes.autoscale_view()
    limits = axes.get_xlim()
    drawn = _points_of_lines_and_bands(axes, groups, x)
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
        if free > _ROOM_FOR_WORDS:
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
    wide = _measure_for_width("half")
    ends = {
        "left": (-1, wide),
        "center": (0.5 - wide / 2, 0.5 + wide / 2),
        "right": (1 - wide, 2),
    }
    low, high = ends[end]
    return (low < shares) & (shares < high)


def _points_of_lines_and_bands(axes: "Axes", groups: RowsByLabel, x: Any) -> Any:
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
            for end in ("estimate", *INTERVAL_ENDS)
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
            words = f"{player_name(side, 'the ')} win{_verb_ending(side)} more"
            axes.annotate(
                words.replace(" win", "\nwin") if is_narrow() else words,
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


def _fit_at_line_ends(labels: Sequence[str]) -> bool:
    """Whether labels have room at the ends of their lines."""
    rows = [_end_words(label).split("\n") for label in labels]
    longest = max((len(row) for each in rows for row in each), default=0)
    return (
        longest <= _measure_for_width("end") + 2
        and sum(map(len, rows)) <= _MAX_LABEL_ROWS
    )


def _end_words(label: str) -> str:
    """A label in rows that have room at the end of a line."""
    return wrapped(label, _measure_for_width("end"))


_MAX_LABEL_ROWS = 14  # of words beside an axis
_MAX_LETTERS = 32  # in a row of squares of a narrow grid


def _label_ends(axes: "Axes", ends: Mapping[str, tuple[Any, float, Any]]) -> None:
    """Write labels at the ends of lines, in their colours, none over another.

    Args:
        axes: where the lines are drawn.
        ends: label -> place and height of the line's end, and its colour.
    """
    figure = axes.get_figure(root=True)
    if not ends or figure is None:
        return
    texts = {}
    for label, (x, y, colour) in sorted(ends.items(), key=lambda each: each[1][1]):
        texts[label] = axes.annotate(
            _end_words(label),
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
        tall = (text.get_text().count("\n") + 1) * _measure_for_width("row") * scale
        middle = axes.transData.transform((left, text.xyann[1]))[1]
        heights.append([middle - tall / 2, middle + tall / 2])
    _spread_apart(heights, *axes.bbox.intervaly)
    for text, (low, high) in zip(texts.values(), heights, strict=True):
        y = axes.transData.inverted().transform((0, (low + high) / 2))[1]
        text.set_position((1.02, y))


_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_MAX_PLAIN_POWER = 1e9  # above it, a power of ten is written as one


def _write_powers(axes: "Axes", unit: Unit) -> None:
    """Write readable numbers on an upright logarithmic axis: powers of ten at least."""
    from matplotlib.ticker import LogLocator

    low, high = axes.get_ylim()
    between = (1.0, 2.0, 5.0) if high < 100 * low else (1.0,)
    axes.yaxis.set_major_locator(LogLocator(subs=between))
    if high > _MAX_PLAIN_POWER:
        axes.yaxis.set_major_formatter(
            lambda tick, _: "10" + f"{math.log10(tick):.0f}".translate(_SUPERSCRIPTS)
        )
    elif not unit:
        axes.yaxis.set_major_formatter(lambda tick, _: plain_number(tick))
    axes.minorticks_off()


def _require_names(rows: "pd.DataFrame", column: str) -> None:
    """Raise ValueError where a row belongs to no category, so that it has no place."""
    if rows[column].isna().any():
        raise ValueError(f"{column!r} is missing in a row: leave that row out")


def _multiples_within(every: Any, low: float, high: float) -> list[float]:
    """The multiples of a number from one number to another; ValueError if too many."""
    least = (high - low) / _MAX_TICKS
    every = real_number("every", every, least, above=0)
    steps = range(math.ceil(low / every), math.floor(high / every) + 1)
    return [every * step for step in steps]


def _require_lowest(lowest: Any, rows: "pd.DataFrame") -> None:
    """ValueError unless an axis can begin at a number: it is below a row's estimate."""
    if lowest is not None:
        highest = rows["estimate"].max()
        if real_number("lowest", lowest) >= highest:
            raise ValueError(f"lowest is below the highest number, {highest:g}")


def _require_places(frame: "pd.DataFrame", x: str, log: bool) -> None:
    """Raise ValueError where a number has no place on the x axis."""
    for value in frame[x]:
        if not math.isfinite(value):
            raise ValueError(f"{x!r} is {value} in a row: leave that row out")
        if log and value <= 0:
            raise ValueError(f"log=True needs values of {x!r} above 0, not {value}")


def _spread_apart(
    spans: list[list[float]], lower_limit: float, upper_limit: float
) -> None:
    """Move spans, which stand in order, as little as leaves none over another."""
    for _ in range(200):
        for below, above in pairwise(spans):
            if (over := below[1] - above[0]) > 0:
                for span, way in ((below, -over / 2), (above, over / 2)):
                    span[:] = [end + way for end in span]
        for span in spans:
            way = max(0.0, lower_limit - 8 - span[0]) - max(
                0.0, span[1] - upper_limit - 8
            )
            span[:] = [end + way for end in span]


@with_phone_version
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
    log_y: bool = False,
    even: float | None = 0.5,
    even_label: str = "",
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    published_label: str = "the document",
    boards: bool = False,
    lowest: float | None = None,
    every: float | None = None,
    neutral: bool = False,
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
            if it has the colour of a curve, the name of the curve. One whose ends are
            equal is a line.
        usual: the value of `x` under the usual rules, to be marked.
        log: whether the x axis is logarithmic.
        log_y: whether the y axis is.
        even: a rate to mark as an even one: one half is that of two players. With None,
            the axis of rates ends where they end, instead of at 100 %. Where other
            numbers have both signs, 0 is marked.
        even_label: what the legend calls this mark, which else has no entry.
        title, xlabel, ylabel, published_label: texts; by default those of the columns.
        boards: whether to draw, below each tick, the board on which its games begin.
        lowest: where the y axis begins, such as 0; by default it follows its numbers.
        every: the ticks of an x axis of numbers are the multiples of this number,
            such as 10; by default they stand at the points.
        neutral: whether no curve has the colour of a side, for curves that are no
            sides' in a plot whose halves are.

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
    frame = require_columns(frame, x, y, *filter(None, [by]))
    published = None if published is None else require_columns(published, x, "estimate")
    rows = with_estimates(frame, y)
    if rows.empty:
        return _empty_picture(title)
    _require_lowest(lowest, rows)
    from pandas.api.types import is_numeric_dtype

    if numeric := is_numeric_dtype(frame[x]):
        _require_places(frame, x, log)
        rows = rows.sort_values(x, kind="stable")
    elif not all(isinstance(each, str | Real | None) for each in frame[x]):
        raise ValueError(f"column {x!r} has neither numbers nor texts")
    groups, styles = _series_and_styles(rows, by, published, published_label, neutral)
    labelled_at_ends = _lines_labelled_at_ends(groups, styles)
    entries = len(groups) - len(labelled_at_ends) + len(band)
    entries += (usual is not None) + bool(even_label)
    place_numbers = {each: n for n, each in enumerate(dict.fromkeys(rows[x]))}
    starts = _start_diagrams(rows, x) if boards else {}
    legend_rows = math.ceil(entries / _measure_for_width("columns"))
    height = 3.8 + _LEGEND_ENTRY_HEIGHT * legend_rows + 0.6 * bool(starts)
    with canvas(height=height) as (figure, axes):
        _draw_published_ranges(axes, band, styles)
        for label, series in groups.items():
            entry = "" if label in labelled_at_ends else _legend_words(label)
            for part in [series] if numeric else _numbers_and_others(series, x):
                draw_line(axes, part, x, label=entry, **styles[label])
                entry = ""  # a series has one entry, of however many parts it is
        if usual is not None:
            axes.axvline(usual, label=USUAL_RULES, **_USUAL_RULES_LINE_STYLE)
        if numeric:  # places without games yet are among the ticks
            letter = _measure_for_width("beside" if labelled_at_ends else "letter")
            ticks = sorted({*frame[x]})
            if every is not None:
                ticks = _multiples_within(every, ticks[0], ticks[-1]) or ticks
            _set_number_ticks(axes, ticks, log, letter, usual)
        elif is_narrow():
            _wrap_places(axes, [*place_numbers])
        unit = _scale_estimates(axes, y, even, log_y, even_label)
        if lowest is not None:
            axes.set_ylim(bottom=lowest)
        set_title(figure, title)
        axes.set_xlabel(_axis_words(xlabel or _column_words(x)))
        axes.set_ylabel(
            wrapped(ylabel or _column_words(y), _measure_for_width("upright"))
        )
        _draw_boards(axes, starts)
        if sides := _side_and_opponent(frame, y, even):
            _shade_upper_and_lower(
                axes,
                sides,
                groups,
                lambda row: row[x] if numeric else place_numbers[row[x]],
            )
        if entries:
            columns = _measure_for_width("columns")
            figure.legend(loc="outside lower center", ncols=columns)
        last_rows = {label: groups[label].iloc[-1] for label in labelled_at_ends}
        ends = {
            label: (row[x], row["estimate"], styles[label]["color"])
            for label, row in last_rows.items()
        }
        _label_ends(axes, ends)
        shaded = " ".join(_words_of_band(*each) for each in band)
        tips = point_tips(
            axes, groups, x, unit, axis=xlabel or words_of_column(x).words
        )
        return drawing_of(figure, title, tips, shaded)


def _draw_published_ranges(
    axes: "Axes", band: Iterable[Band], styles: Mapping[str, Any]
) -> None:
    """Draw the ranges of y that a document gives, in the colours of their curves."""
    for low, high, name, *curve_name in band:
        colour = styles[curve_name[0]]["color"] if curve_name else LIGHT["published"]
        if low == high:
            axes.axhline(low, label=name, **_EVEN_LINE_STYLE)
        else:
            axes.axhspan(low, high, label=name, color=colour, alpha=0.2)


def _words_of_band(low: float, high: float, name: str, *_: str) -> str:
    """What a range or line stands for, for those who do not see it."""
    return f"{'Line' if low == high else 'Shaded'}: {name}."


def _set_number_ticks(
    axes: "Axes", ticks: list[float], log: bool, letter: float, usual: float | None
) -> None:
    """Write the ticks of an x axis of numbers, as far as they have room."""
    if log:
        axes.set_xscale("log")
    axes.set_xticks(ticks, _tick_labels(ticks, log, letter, usual))
    axes.minorticks_off()


def _scale_estimates(
    axes: "Axes", column: str, even: float | None, log: bool, even_label: str = ""
) -> Unit:
    """Set the limits and ticks of an upright axis; return the unit of its column."""
    if log:
        axes.set_yscale("log")
    mark = axes.axhline
    unit = _format_ticks_and_mark_even(axes.yaxis, column, even, mark, even_label)
    if log:
        _write_powers(axes, unit)
    elif unit == "rate" and even is not None:
        axes.set(ylim=(-0.02, 1.02), yticks=(0, 0.25, 0.5, 0.75, 1))
    elif unit == "rate":
        axes.set_ylim(bottom=0)
    return unit


def _lines_labelled_at_ends(groups: RowsByLabel, styles: dict[str, Any]) -> set[str]:
    """The labels of lines that stand at the lines' ends, instead of in the legend."""
    lines = [label for label in groups if "linestyle" in styles[label]]
    if len(lines) < 2:
        return set()
    with_rows = {label for label in lines if len(groups[label])}
    return with_rows if _fit_at_line_ends([*with_rows]) else set()


def _legend_words(label: str) -> str:
    """A label in rows that fit into the legend."""
    return wrapped(label, _measure_for_width("entry"))


def _axis_words(words: str) -> str:
    """What stands at an axis, in rows that fit there."""
    return wrapped(words, _measure_for_width("label"))


def _wrap_places(axes: "Axes", places: Sequence[Any]) -> None:
    """Write places in words below an axis; upright where they are too long for it."""
    room = max(4, int(1 / (_measure_for_width("letter") * len(places))) - 1)
    words = [wrapped(str(place), room) for place in places]
    fits = max(len(row) for each in words for row in each.split("\n")) <= room
    turned: Any = {} if fits else {"rotation": 90}
    axes.set_xticks(range(len(places)), words if fits else [*places], **turned)


def _start_diagrams(rows: "pd.DataFrame", x: str) -> dict[Any, Diagram]:
    """The diagram of the start of each place's games, where its rows have a match."""
    games: dict[Any, Any] = {}
    for row in rows.to_dict("records"):
        if isinstance(row.get(MATCH_COLUMN), Match):
            games.setdefault(row[x], row[MATCH_COLUMN].game)
    return {
        place: view_of(game).diagram_of(Position.start(game).state)
        for place, game in games.items()
    }


def _draw_boards(axes: "Axes", starts: Mapping[Any, Diagram]) -> None:
    """Draw little boards below the ticks of an axis, and its label below them."""
    from matplotlib.offsetbox import AnnotationBbox, DrawingArea

    if not starts:
        return
    size = min(48.0, 0.92 * _measure_for_width("boards") / len(starts))
    for place, diagram in starts.items():
        left, right, top, foot = diagram.extent
        step = size / (max(right - left, foot - top) + 1)
        area = DrawingArea(size, size)
        for marks in _small_board_marks(diagram, step, size):
            area.add_artist(marks)
        axes.add_artist(
            AnnotationBbox(
                area,
                (place, 0),
                xybox=(0, -19),
                xycoords=axes.get_xaxis_transform(),
                boxcoords="offset points",
                box_alignment=(0.5, 1),
                frameon=False,
                pad=0,
                annotation_clip=False,
            )
        )
    axes.xaxis.labelpad = size + 8


def _small_board_marks(
    diagram: Diagram, step: float, size: float
) -> "Iterator[Line2D]":
    """The empty points of a board and the pieces of each player, as marks of a line."""
    from matplotlib.lines import Line2D

    left, right, top, foot = diagram.extent
    margins = (size - step * (right - left)) / 2, (size + step * (foot - top)) / 2
    players = dict.fromkeys(piece.player for piece in diagram.pieces)
    taken = {piece.point for piece in diagram.pieces}
    marked = {"": [x.name for x in diagram.points if x.name not in taken]}
    for player in players:
        marked[player] = [x.point for x in diagram.pieces if x.player == player]
    for player, names in marked.items():
        points = diagram.points_named(names)
        colour = (
            LIGHT[SIDES.get(player_name(player), "line")] if player else LIGHT["muted"]
        )
        yield Line2D(
            [margins[0] + step * (point.x - left) for point in points],
            [margins[1] - step * (point.y - top) for point in points],
            marker="o",
            linestyle="none",
            markersize=0.78 * step if player else 0.2 * step,
            markeredgewidth=0,
            color=colour,
        )


@with_phone_version
def dots(
    frame: "pd.DataFrame",
    x: str,
    y: str,
    *,
    by: str | None = None,
    panels: str | None = None,
    published: "pd.DataFrame | None" = None,
    usual: str | None = None,
    even: float | None = 0.5,
    even_label: str = "",
    band: Sequence[Band] = (),
    title: str = "",
    xlabel: str = "",
    published_label: str = "the document",
    lowest: float | None = None,
    neutral: bool = False,
) -> Drawing:
    """Plot a column of a table by category, as dots with 95 % intervals, top to bottom.

    Args:
        frame: the rows, such as those of `play`, in the order wanted.
        x, y: columns: the number, and the categories.
        by: a column; its values have a row of dots each, one below the other.
        panels: a column; each of its values has a small plot of its own, on the same
            scale as the others, up to three side by side.
        published: the document's points, with a column `y` too; points of other
            categories are left out. Every panel has them.
        usual: the category of the usual rules, to be marked.
        even, even_label, title, xlabel, published_label, neutral: as for `curve`.
        band: ranges of the number to shade, each as its two ends and a label. One whose
            ends are equal is a line.
        lowest: where the axis of the number begins, such as 0; by default it follows
            its numbers.

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
    frame = require_columns(frame, x, y, *filter(None, [by, panels]))
    published = None if published is None else require_columns(published, y, "estimate")
    rows = with_estimates(frame, x)
    if rows.empty:
        return _empty_picture(title)
    groups, styles = _series_and_styles(rows, by, published, published_label, neutral)
    _require_lowest(lowest, rows)
    _require_names(rows, y)
    places = {name: -i for i, name in enumerate(dict.fromkeys(rows[y]))}
    if usual is not None and usual not in places:
        raise ValueError(unknown_name(y, usual, map(str, places)))
    groups = {label: series[series[y].isin(places)] for label, series in groups.items()}
    groups = {label: series for label, series in groups.items() if len(series)}
    named, tallest = _named_places(places)
    step = max(0.27 + 0.15 * (len(groups) - (published is not None)), tallest)
    entries = len(groups) + len(band) + (usual is not None) + bool(even_label)
    parts = _groups_by_panel(rows, panels, groups)
    down = math.ceil(len(parts) / _measure_for_width("panels"))
    across = math.ceil(len(parts) / down)
    high = 1.6 + step * len(places) + is_narrow() * 0.2 * (entries // 2)
    if panels is not None:
        high += (down - 1) * (0.45 + step * len(places)) + 0.35
    with canvas(height=high) as (figure, whole):
        sheets, tips = [whole], []
        if panels is not None:
            whole.remove()
            both: Any = {"sharex": True, "sharey": True, "squeeze": False}
            sheets = [*figure.subplots(down, across, **both).flat]
        labelled: set[str] = set()  # an entry of the legend is that of one panel
        for axes, (name, own) in zip(sheets, parts.items(), strict=False):
            heights = _heights_of_dots(own, y, places)
            for low, high_end, words, *_ in band:
                _shade_range(axes, low, high_end, "" if words in labelled else words)
                labelled.add(words)
            for label, series in own.items():
                dot = {"markersize": 5} | styles[label] | {"linestyle": "none"}
                _draw_estimates(
                    axes,
                    series,
                    series["estimate"],
                    heights[label],
                    "x",
                    label="" if label in labelled else _legend_words(label),
                    **dot,
                )
                labelled.add(label)
            if usual is not None:
                axes.axhline(
                    places[usual],
                    label="" if USUAL_RULES in labelled else USUAL_RULES,
                    **_USUAL_RULES_LINE_STYLE | {"linewidth": 12},
                )
                labelled.add(USUAL_RULES)
            axes.set_yticks([*places.values()], named)
            mark, name_of_even = (
                axes.axvline,
                "" if even_label in labelled else even_label,
            )
            unit = _format_ticks_and_mark_even(axes.xaxis, x, even, mark, name_of_even)
            labelled.add(even_label)
            if panels is not None:
                axes.xaxis.set_major_locator(_few_ticks(steps=[1, 2, 5, 10]))
            elif is_narrow():
                axes.xaxis.set_major_locator(_few_ticks())
            axes.set_ylim(min(places.values()) - 0.6, 0.6)
            if lowest is not None:
                axes.set_xlim(left=lowest)
            if sides := _side_and_opponent(frame, x, even):
                _shade_left_and_right(axes, sides)
            if panels is not None:
                axes.set_title(wrapped(str(name), _measure_for_width("panel")))
            for tip in point_tips(axes, own, y, unit, heights):
                words = tip.words if panels is None else f"{name}, {tip.words}"
                tips.append(tip._replace(words=words))
        for empty in sheets[len(parts) :]:
            empty.axis("off")
        for axes in sheets[max(0, len(parts) - across) : len(parts)]:  # none is below
            axes.xaxis.set_tick_params(labelbottom=True)
        set_title(figure, title)
        words = _axis_words(xlabel or _column_words(x))
        if panels is None:
            whole.set_xlabel(words)
        columns = _measure_for_width("columns")
        figure.legend(
            loc="outside lower center",
            ncols=columns,
            handler_map=_long_bars(),
            title=words if panels is not None else None,  # the axes' one label
        )
        shaded = " ".join(_words_of_band(*each) for each in band)
        return drawing_of(figure, title, tips, shaded)


def _groups_by_panel(
    rows: "pd.DataFrame", panels: str | None, groups: RowsByLabel
) -> dict[Any, RowsByLabel]:
    """The rows of each panel, by their labels; those without the column are in all."""
    if panels is None:
        return {"": groups}
    own: dict[Any, RowsByLabel] = {}
    for name in dict.fromkeys(rows[panels]):
        of_panel = {
            label: series[series[panels] == name] if panels in series else series
            for label, series in groups.items()
        }
        own[name] = {label: series for label, series in of_panel.items() if len(series)}
    return own


def _heights_of_dots(
    groups: RowsByLabel, y: str, places: Mapping[Any, int]
) -> RowsByLabel:
    """How high each dot stands: those of one category around its place."""
    import pandas as pd

    every = pd.concat(groups)
    number = every.groupby(by=y)[y].transform("size")
    beside = every.groupby(by=y)[y].cumcount() - (number - 1) / 2
    up = every[y].map(places) - beside * 0.8 / number.clip(lower=4)
    return {label: up[label] for label in groups}


def _shade_range(axes: "Axes", low: float, high: float, label: str) -> None:
    """Shade a range of a level axis, or draw a line where its ends are equal."""
    if low == high:
        axes.axvline(low, label=label, **_EVEN_LINE_STYLE)
    else:
        axes.axvspan(low, high, label=label, color=LIGHT["published"], alpha=0.2)


def _named_places(places: Iterable[Any]) -> tuple[list[str], float]:
    """What stands at the ticks of an upright axis, and the inches of the tallest."""
    words = [wrapped(str(place), _measure_for_width("place")) for place in places]
    return words, 0.05 + 0.16 * max(1 + each.count("\n") for each in words)


def _few_ticks(steps: Sequence[float] | None = None) -> Any:
    """A locator of at most five ticks, whose distances have a first digit of some."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(4, steps=steps)


@with_phone_version
def stacked_shares(
    frame: "pd.DataFrame",
    y: str,
    parts: Mapping[str, tuple[str, str]],
    *,
    of: str | None = None,
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
        of: a column with the number of things that a bar divides. Each part then shows
            how many of them it has.
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
        >>> type(stacked_shares(pd.DataFrame(rates), "rules", parts)).__name__
        'Drawing'
    """
    frame = require_columns(frame, y, *parts, *filter(None, [of]))
    if of is not None:
        from pandas.api.types import is_numeric_dtype

        if not is_numeric_dtype(frame[of]) or frame[of].isna().any():
            raise ValueError(f"column {of!r} has to have a number in each row")
    first, last = next(iter(parts)), [*parts][-1]
    places, left_ends, tips = range(0, -len(frame), -1), 0.0, []
    named, tallest = _named_places(frame[y])
    high = 1.5 + max(0.34, tallest) * len(frame) + 0.2 * (len(parts) > 4)
    with canvas(height=high) as (figure, axes):
        for column, (label, role) in parts.items():
            style: Any = {"color": LIGHT[role], "alpha": 0.6}
            axes.barh(places, frame[column], left=left_ends, label=label, **style)
            left_ends = left_ends + frame[column]
        for column, origin in zip((first, last), (0.0, 1.0), strict=True):
            if f"{column}_low" in frame:  # not exact
                ends = (abs(origin - frame[f"{column}_{end}"]) for end in INTERVAL_ENDS)
                axes.hlines(places, *ends, color=LIGHT["ink"], linewidth=1.2)
        for place, row in zip(places, frame.to_dict("records"), strict=True):
            end = 0.0
            for column, (label, _) in parts.items():
                words = f"{label}: {estimate_in_words(row, column)}"
                across = (end, end + row[column])
                up, end = (place, place), across[1]
                if of is not None and (count := round(row[column] * row[of])):
                    middle: Any = {"ha": "center", "va": "center"}
                    colour = LIGHT["ink"]
                    axes.text(
                        sum(across) / 2, place, f"{count}", color=colour, **middle
                    )
                    words += f", {count} of {row[of]}"
                tips.append(
                    Tip(axes, str(row[y]), words, across, up, row.get(MATCH_COLUMN))
                )
        axes.set_yticks(places, named)
        set_title(figure, title)
        axes.set(xlim=(0, 1), xlabel=_axis_words(xlabel))
        axes.xaxis.set_major_formatter(_TICK_FORMATTERS["rate"])
        columns = _measure_for_width("columns") if is_narrow() else min(4, len(parts))
        figure.legend(ncols=columns, loc="outside lower center")
        return drawing_of(figure, title, tips)


@with_phone_version
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
    frame = require_columns(frame, x, y, text, kind)
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

    longest = max((len(str(cell_text)) for cell_text in frame[text]), default=0)
    fits = not is_narrow() or longest * wide["code"].shape[1] < _MAX_LETTERS
    with canvas(height=1.5 + 0.36 * len(wide)) as (figure, axes):
        sns.heatmap(
            wide["code"],
            annot=wide[text] if fits else False,
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
        set_title(figure, title)
        axes.set_xlabel(_axis_words(xlabel or x))
        axes.set_ylabel(_axis_words(ylabel or y))
        tips = [
            Tip(
                axes,
                f"{ylabel or y} = {b}",
                f"{a}: {cell_text}",
                (i + 0.2, i + 0.8),
                (j + 0.2, j + 0.8),
                axis=xlabel or x,
            )
            for j, (b, row) in enumerate(wide[text].iterrows())
            for i, (a, cell_text) in enumerate(row.items())
            if cell_text == cell_text
        ]
        for name, role in colours.items():
            axes.bar(0, 0, color=LIGHT[role], alpha=0.35, label=name)
        columns = _measure_for_width("columns") if is_narrow() else len(colours)
        figure.legend(loc="outside lower center", ncols=columns)
        return drawing_of(figure, title, tips)


@with_phone_version
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
    if unknown_sides := [side for side in sides if side not in SIDES]:
        known = ", ".join(SIDES)
        raise ValueError(f"{quoted(unknown_sides[0])} is no side: sides are {known}")
    rows = with_estimates(require_columns(frame, x, y), rate)
    if rows.empty:
        return _empty_picture(title)
    across, up = (sorted(frame[column].unique().tolist()) for column in (x, y))
    with canvas(height=1.2 + 0.36 * len(up)) as (figure, axes):
        bar: Any = axes.inset_axes((1.04, 0, 0.03, 1))
        for step in range(_COLOUR_STEPS):
            _fill_square(
                bar,
                0,
                step / _COLOUR_STEPS,
                (step + 0.5) / _COLOUR_STEPS,
                sides,
                1 / _COLOUR_STEPS,
            )
        bar.set(xlim=(0, 1), ylim=(0, 1), xticks=(), ylabel=_column_words(rate))
        bar.set_yticks((0, 0.25, 0.5, 0.75, 1))
        bar.yaxis.set_major_formatter(_TICK_FORMATTERS["rate"])
        bar.yaxis.tick_right()
        bar.yaxis.set_label_position("right")
        bar.grid(False)
        tips, columns = [], xlabel or _column_words(x)
        for row in rows.to_dict("records"):
            i, j, value = across.index(row[x]), up.index(row[y]), row["estimate"]
            _fill_square(axes, i, j, value, sides)
            middle: Any = {"ha": "center", "va": "center"}
            axes.text(i + 0.5, j + 0.5, f"{100 * value:.0f}", **middle)
            rate_in_words = interval_in_words(value, row["low"], row["high"])
            words = f"{_place_in_words(row[x])}: {rate_in_words}"
            ends = (i + 0.2, i + 0.8), (j + 0.2, j + 0.8)
            whose = row.get(MATCH_COLUMN), columns, _repetition_note(row)
            tips.append(Tip(axes, _place_in_words(row[y]), words, *ends, *whose))
        for axis, places in ((axes.xaxis, across), (axes.yaxis, up)):
            ticks = [n + 0.5 for n in range(len(places))]
            axis.set_ticks(ticks, [_place_in_words(place) for place in places])
        letters = max(len(_place_in_words(place)) for place in across) + 1
        if is_narrow() and letters * len(across) > _MAX_LETTERS:
            axes.tick_params(axis="x", rotation=90)
        set_title(figure, title)
        axes.set(xlim=(0, len(across)), ylim=(0, len(up)))
        axes.set_xlabel(_axis_words(columns))
        axes.set_ylabel(_axis_words(ylabel or _column_words(y)))
        axes.grid(False)
        axes.tick_params(length=0)
        return drawing_of(figure, title, tips)


def _place_in_words(place: Any) -> str:
    """A place of an axis as a text: a number with commas."""
    return plain_number(place) if isinstance(place, int | float) else str(place)


_COLOUR_STEPS = 21  # of the bar: the middle one is half the games
MAX_OPACITY = 0.5  # of a side's colour, so that numbers can be read upon it


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
    shade["alpha"] = 2 * MAX_OPACITY * abs(rate - 0.5)
    axes.bar(x, high, 1, y, align="edge", **shade)
