"""Plots: text and colours of the page, intervals, and every number in words."""

import itertools
import math
import re
import xml.etree.ElementTree as ElementTree

import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.text import Text

from foxkit import FoxGame, RandomPlayer, gallery, match
from foxkit.view import canvas, plots, theme

FRAME = pd.DataFrame(
    {
        "simulations": [1000, 10, 100],
        "estimate": [0.5, 0.1, 0.25],
        "low": [0.45, 0.08, 0.2],
        "high": [0.55, 0.14, 0.3],
        "agent": ["random", "greedy", "the paper's"],
    }
)
PRINTED = pd.DataFrame({"simulations": [100], "estimate": [0.3]})
ROLES = {theme.LIGHT[role]: f"var(--fk-{role})" for role in canvas.PAGE_ROLES}


def curve(frame=FRAME, **looks):
    return plots.curve(frame, "simulations", "estimate", **looks)


def parts_of(drawing):
    return [*ElementTree.fromstring(str(drawing)).iter()]


def text_of(drawing):
    return [part.text for part in parts_of(drawing) if part.tag.endswith("}text")]


def words_of(drawing):
    return drawing.words.replace("\N{NO-BREAK SPACE}", " ")


def test_curve_is_text_and_says_its_numbers():
    drawing = curve(published=PRINTED, log=True, title="A & B", usual=100)
    assert {"10", "100", "1,000", "50%", "A & B"} <= set(text_of(drawing))
    assert plots.USUAL_RULES in text_of(drawing)
    assert "1,000: 50.0 % (45.0 to 55.0)" in words_of(drawing)
    assert "the document: 100: 30.0 %." in words_of(drawing)


def test_a_logarithmic_axis_upwards_has_readable_numbers():
    counted = pd.DataFrame({"depth": [1, 2, 3, 4], "positions": [7, 90, 1_500, 20_000]})
    drawing = plots.curve(counted, "depth", "positions", log_y=True)
    assert {"10", "100", "1,000", "10,000"} <= {*text_of(drawing)}
    assert "4: 20,000" in words_of(drawing)
    few = counted.assign(positions=[0.012, 0.02, 0.04, 0.07])
    drawing = plots.curve(few, "depth", "positions", log_y=True)
    assert {"0.02", "0.05"} <= {*text_of(drawing)}


def test_an_axis_begins_where_one_says():
    counted = pd.DataFrame({"depth": [1, 2, 3], "points": [240, 480, 500]})

    def least(**looks):
        (axes,) = plots.curve(counted, "depth", "points", **looks).figure.axes
        return axes.get_ylim()[0]

    assert least(lowest=0) == 0
    assert least() > 200
    drawn = plots.dots(counted.astype({"depth": str}), "points", "depth", lowest=0)
    assert drawn.figure.axes[0].get_xlim()[0] == 0


def test_ticks_stand_at_multiples_if_one_says_so():
    played = pd.DataFrame({"ply": range(48), "points": range(48)})
    drawn = plots.curve(played, "ply", "points", every=10)
    assert [*drawn.figure.axes[0].get_xticks()] == [0, 10, 20, 30, 40]


@pytest.mark.parametrize("every", [0, -1, 1e-9, "ten", math.nan, True])
def test_multiples_that_cannot_be_drawn_are_refused(every):
    played = pd.DataFrame({"ply": range(48), "points": range(48)})
    with pytest.raises(ValueError, match="every is a number above 0"):
        plots.curve(played, "ply", "points", every=every)


@pytest.mark.parametrize("lowest", ["0", math.nan, 9])
def test_an_axis_that_would_show_nothing_is_refused(lowest):
    with pytest.raises(ValueError, match="lowest is"):
        plots.curve(FRAME, "simulations", "estimate", lowest=lowest)
    with pytest.raises(ValueError, match="lowest is"):
        plots.dots(FRAME, "estimate", "agent", lowest=lowest)


def test_the_mark_of_an_even_rate_can_have_a_name():
    rows, looks = FRAME.rename(columns={"estimate": "score"}), {"even": 0.25}
    for drawn in (
        plots.curve(rows, "simulations", "score", **looks, even_label="even"),
        plots.dots(rows, "score", "agent", **looks, even_label="even"),
    ):
        assert "even" in text_of(drawn) and "even" in text_of(drawn.narrow)
    assert "even" not in text_of(plots.dots(rows, "score", "agent", **looks))


def test_two_plots_of_half_the_width_stand_beside_each_other():
    """Each says what its points stand for, and a phone has one below the other."""
    with canvas.half_width():
        pair = [curve() for _ in range(2)]
    assert pair[0].width < curve().width and pair[0].smallest < curve().smallest
    drawn = gallery(pair, columns=2)
    assert drawn.body.count("<title>") == 2 * len(FRAME)
    assert drawn.width > 2 * pair[0].width and drawn.narrow.width == pair[0].width


def test_rows_without_games_among_others_are_left_out():
    """Tables that are put together then hold numbers as objects."""
    waiting = FRAME.assign(estimate=None, low=None, high=None, simulations=77_777)
    both = pd.concat([FRAME.astype(object), waiting])
    assert curve(both.astype({"simulations": int})).words == curve().words


def test_what_a_document_printed_of_a_curve_has_its_colour():
    printed = PRINTED.assign(series="greedy")
    band = [(0.2, 0.3, "its mean", "random")]
    drawing = curve(by="agent", published=printed, band=band)
    assert "the document: greedy" in text_of(drawing)
    assert "Shaded: its mean." in words_of(drawing)
    plain = curve(by="agent", published=PRINTED, band=[band[0][:3]])
    ink = ROLES[theme.LIGHT["published"]]
    assert str(plain).count(ink) > str(drawing).count(ink)


def test_every_colour_follows_the_page():
    series = pd.concat([FRAME.assign(agent=str(i)) for i in range(5)])
    dots = plots.dots(FRAME, "estimate", "simulations", published=PRINTED)
    for drawing in (curve(series, by="agent"), dots):
        styles = [part.get("style", "").split(";") for part in parts_of(drawing)]
        said = [part.partition(":") for style in styles for part in style]
        for name in ("fill", "stroke"):
            values = [value for each, _, value in said if each == name]
            colours = [value for value in values if value != "none"]
            assert colours
            assert colours[1::2] == [ROLES[colour] for colour in colours[::2]]


def test_a_side_keeps_its_colour():
    for sides in (["wolves", "sheep"], ["sheep", "wolves"], ["other", "wolves"]):
        first, second = (canvas.series_styles(sides)[side] for side in sorted(sides))
        assert first["color"] == theme.LIGHT["series-1"]
        assert second["color"] == theme.LIGHT["series-2"]


@pytest.mark.parametrize(
    ("labels", "roles"),
    [
        (["5 plies, wolves", "5 plies, sheep"], ["series-2", "series-1"]),
        (
            ["at once, wolves", "at once, sheep", "to the end, wolves", "else"],
            ["series-2", "series-1", "series-2", "series-3"],
        ),
        (["as foxes", "as sheep"], ["series-2", "series-1"]),
        (["player 2", "player 1"], ["series-2", "series-1"]),
        (
            ["1,000 games", "300 games", "30,000 games"],
            ["order-3", "order-1", "order-5"],
        ),
        (["18", "20"], ["order-1", "order-5"]),
        (["18 to 19", "17 to 18"], ["order-5", "order-1"]),
        (["1 of 9", "2 of 8"], ["series-1", "series-2"]),  # of no one order
        (["18 sheep", "20 sheep", "true"], ["series-1", "series-2", "series-3"]),
        (["C = 0.5", "C = 0.25"], ["order-5", "order-1"]),
        (["the usual rules", "nine turns"], ["muted", "series-1"]),
        (["nine turns", "the usual rules"], ["series-1", "muted"]),
    ],
)
def test_sides_keep_their_colours_and_numbers_have_a_scale(labels, roles):
    looks = canvas.series_styles(labels)
    assert [looks[x]["color"] for x in labels] == [theme.LIGHT[role] for role in roles]
    assert len({(x["marker"], str(x["linestyle"])) for x in looks.values()}) == len(
        labels
    )


def test_neutral_series_have_no_colour_of_a_side():
    """Unless they are a side's, and each still has a look of its own."""
    sides = [theme.LIGHT[theme.SIDES[side]] for side in ("sheep", "foxes")]
    labels = ["from the start", "over openings", "as foxes"]
    looks = canvas.series_styles(labels, neutral=True)
    drawn = [looks[label]["color"] for label in labels]
    assert not {*drawn[:2]} & {*sides} and drawn[2] == sides[1]
    assert len({*drawn}) == len({looks[x]["marker"] for x in labels}) == 3
    rows = FRAME.assign(agent=["one", "other", "one"])
    for drawing in (
        curve(rows, by="agent", neutral=True),
        plots.dots(rows, "estimate", "simulations", by="agent", neutral=True),
    ):
        styles = [part.get("style", "") for part in parts_of(drawing)]
        assert styles and not any(side in style for side in sides for style in styles)


def test_series_of_numbers_stand_in_their_order():
    rows = FRAME.assign(agent=["3,000 games", "300 games", "30,000 games"])
    wanted = ["300 games", "3,000 games", "30,000 games"]
    drawing = plots.dots(rows, "estimate", "low", by="agent")
    assert [text for text in text_of(drawing) if text in wanted] == wanted
    given = pd.Categorical(rows["agent"], rows["agent"])  # the author's own
    ordered = rows.assign(agent=given)
    shown = text_of(plots.dots(ordered, "estimate", "low", by="agent"))
    assert [text for text in shown if text in wanted] == [*rows["agent"]]


def test_panels_of_dots_share_what_is_said_once():
    rows = FRAME.assign(agent=["one", "two", "three"], guess="first")
    both = pd.concat([rows, rows.assign(guess="second")])
    printed = pd.DataFrame([{"agent": "one", "estimate": 0.4, "low": 0.3, "high": 0.5}])
    looks = {"published": printed, "published_label": "the report", "lowest": 0}
    drawing = plots.dots(both, "estimate", "agent", panels="guess", xlabel="x", **looks)
    told = words_of(drawing).replace("\xa0", " ")
    assert "the report: first, one: 40.0 % (30.0 to 50.0); second, one" in told
    for words in ("first", "second", "x", "the report"):
        assert text_of(drawing).count(words) == 1
    assert "second" in text_of(drawing.narrow)


def test_a_band_of_no_width_is_a_line_with_a_label():
    even = (0.3, 0.3, "an equal player")
    for drawing in (curve(band=[even]), plots.dots(FRAME, "low", "high", band=[even])):
        assert "an equal player" in text_of(drawing)
        assert "Line: an equal player." in words_of(drawing)


def test_lines_are_labelled_at_their_ends_and_no_label_lies_over_another():
    """However near the ends are, and though a line ends early."""
    labels = [f"a player with {n} long words" for n in ("two", "three", "four", "five")]
    rows = pd.DataFrame(
        [
            {"n": n, "rate": 0.5 + i / 1000, "who": label}
            for i, label in enumerate(labels)
            for n in (1, 2, 3)[: 3 - i // 3]
        ]
    )
    figure = plots.curve(rows, "n", "rate", by="who").figure
    figure.canvas.draw()
    (axes,) = figure.axes
    assert not figure.legends
    boxes = {
        text.get_text().replace("\n", " "): Text.get_window_extent(text)
        for text in axes.texts
    }
    assert {*boxes} == {*labels}
    for label, box in boxes.items():
        assert box.x0 > axes.bbox.x1 and box.x1 <= figure.bbox.x1, label
    for one, other in itertools.combinations(boxes.values(), 2):
        assert not one.overlaps(other)


def test_what_is_no_number_stands_apart_from_numbers():
    rows = pd.DataFrame({"cutoff": ["0", "5", "to the end"], "rate": [0.2, 0.4, 0.9]})
    (axes,) = plots.curve(rows, "cutoff", "rate").figure.axes
    lines = [[*line.get_xdata()] for line in axes.lines]
    assert ["0", "5"] in lines and not any(
        "to the end" in line and len(line) > 1 for line in lines
    )


LONG = "a rather long name of a player, in words"


@pytest.mark.parametrize(
    "drawn",
    [
        lambda rows: plots.curve(rows, "n", "sheep_rate", by="who", title=LONG * 2),
        lambda rows: plots.curve(rows, "who", "sheep_rate", xlabel=LONG * 2),
        lambda rows: plots.dots(rows, "sheep_rate", "who", title=LONG * 2),
        lambda rows: plots.dots(rows, "sheep_rate", "n", by="who"),
        lambda rows: plots.stacked_shares(
            rows, "who", {"sheep_rate": (LONG, "sheep"), "foxes_rate": (LONG, "fox")}
        ),
        lambda rows: plots.grid(
            rows, "n", "who", "plies", "side", {"sheep": "sheep", "foxes": "fox"}
        ),
        lambda rows: plots.heatmap(
            rows, "n", "who", "sheep_rate", sides=("sheep", "foxes")
        ),
    ],
)
def test_a_plot_is_drawn_for_a_phone_too(drawn):
    """350 pixels wide, in letters of 11 at least, of which none is cut off."""
    names = ["usual", "two words", LONG]
    rates = {"sheep_rate": [0.1, 0.5, 0.9], "foxes_rate": [0.9, 0.5, 0.1]}
    rows = pd.DataFrame({"n": [1, 2, 3], "who": names, **rates})
    wide = drawn(rows.assign(side=["foxes", "sheep", "sheep"], plies=[9, 10, 200]))
    figure = wide.narrow.figure
    assert round(wide.narrow.width * wide.narrow.scale) == 350
    figure.canvas.draw()
    outside = {
        tick.label1
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in axis.get_major_ticks()
        if not min(axis.get_view_interval()) <= tick.get_loc()
        or not tick.get_loc() <= max(axis.get_view_interval())
    }
    for text in {*figure.findobj(Text)} - outside:
        if text.get_visible() and text.get_text():
            box = text.get_window_extent()
            assert text.get_fontsize() * wide.narrow.scale >= 11
            assert figure.bbox.x0 - 1 <= box.x0 and box.x1 <= figure.bbox.x1 + 1, text
    boxes = [d.body.count("<rect x=") for d in (wide, wide.narrow)]
    assert boxes[0] == boxes[1] and "<title>" not in wide.narrow.body


def test_a_board_stands_below_each_tick():
    rules = [FoxGame(sheep=n) for n in (16, 18)]
    rows = FRAME.head(2).assign(sheep=[16, 18], match=[*map(random_match, rules)])
    plain = plots.curve(rows, "sheep", "estimate").body
    drawn = plots.curve(rows, "sheep", "estimate", boards=True).body
    assert drawn.count("<use ") == plain.count("<use ") + 2 * 33  # points of a board


def random_match(game):
    return match(game, RandomPlayer())


def test_the_halves_of_a_rate_say_who_wins_more():
    rows = pd.DataFrame({"n": [1, 2], "who": ["a", "b"], "sheep_rate": [0.1, 0.9]})
    both = rows.assign(foxes_rate=1 - rows["sheep_rate"])
    for draw, place in ((plots.curve, "n"), (plots.dots, "who")):
        axes = (place, "sheep_rate") if draw is plots.curve else ("sheep_rate", place)
        said = text_of(draw(both, *axes))
        assert {"the sheep win more", "the foxes win more"} <= {*said}
        assert "the sheep win more" not in text_of(draw(rows, *axes))


def test_no_legend_lies_over_what_is_drawn():
    """Wherever the points are: here in every corner."""
    rows = FRAME.assign(estimate=[0.02, 0.98, 0.5], low=0.0, high=1.0)
    for by, usual in ((None, None), ("agent", 100)):
        figure = curve(rows, by=by, usual=usual).figure
        figure.canvas.draw()
        (legend,) = [
            *figure.legends,
            *filter(None, (x.get_legend() for x in figure.axes)),
        ]
        box = legend.get_window_extent()
        assert not any(box.overlaps(axes.get_window_extent()) for axes in figure.axes)


CROSSED = pd.DataFrame(
    {
        "foxes": [1_000, 3_000, 1_000, 3_000],
        "sheep": [3_000, 3_000, 1_000, 1_000],
        "sheep_rate": [1.0, 0.75, 0.5, 0.25],
    }
)


def test_a_heatmap_has_half_as_its_middle_and_says_its_scale():
    drawing = plots.heatmap(
        CROSSED, "foxes", "sheep", "sheep_rate", sides=("sheep", "foxes")
    )
    axes, bar = drawing.figure.axes[0], drawing.figure.axes[0].child_axes[0]
    faces = {(x.get_x(), x.get_y()): x.get_facecolor() for x in axes.patches}
    sheep, foxes = (to_rgb(theme.LIGHT[theme.SIDES[x]]) for x in ("sheep", "foxes"))
    assert faces[0, 1] == (*sheep, plots.MAX_OPACITY)
    assert faces[1, 1] == (*sheep, plots.MAX_OPACITY / 2)
    assert faces[0, 0][3] == 0
    assert faces[1, 0] == (*foxes, plots.MAX_OPACITY / 2)
    assert bar.get_ylabel() == "games won by the sheep"
    assert {"0%", "50%", "100%", "1,000", "75"} <= {*text_of(drawing)}
    assert "3,000: 1,000: 100.0 %; 3,000: 75.0 %." in words_of(drawing)
    with pytest.raises(ValueError, match="'cows' is no side: sides are sheep, hounds"):
        plots.heatmap(CROSSED, "foxes", "sheep", "sheep_rate", sides=("cows", "foxes"))
    none = CROSSED.assign(sheep_rate=math.nan)
    assert plots.heatmap(none, "foxes", "sheep", "sheep_rate", sides=("sheep", "foxes"))


def test_a_grid_names_what_its_colours_stand_for():
    rows = pd.DataFrame(
        {"x": [1, 2], "y": 1, "text": ["a", "b"], "who": ["fox", "hounds"]}
    )
    kinds = {"fox": "series-2", "hounds": "series-1"}
    drawing = plots.grid(rows, "x", "y", "text", "who", kinds)
    assert {"fox", "hounds"} <= {*text_of(drawing)}


def test_plots_share_a_page_without_sharing_ids():
    parts = parts_of(curve()) + parts_of(curve(log=True))
    names = [part.get("id") for part in parts if part.get("id")]
    assert len(names) == len(set(names)) > 0
    used = [part.get("href", part.get("clip-path", "")) for part in parts]
    used = [name.strip("url()#") for name in used if name]
    assert used and {*used} <= {*names}
    assert "*{" not in str(curve()).replace(".fk-plot *{", "")


def test_a_category_without_games_keeps_its_place():
    agents = pd.Categorical(FRAME["agent"], ["none yet", *FRAME["agent"]])
    for drawing in (
        curve(FRAME.assign(agent=agents), by="agent"),
        plots.curve(FRAME.assign(agent=agents), "agent", "estimate", by="agent"),
    ):
        assert "none yet" in text_of(drawing)
    dots = plots.dots(FRAME.assign(by=agents), "estimate", "agent", by="by")
    assert {*FRAME["agent"]} <= {*text_of(dots)}


def test_what_is_not_finished_is_hollow():
    rows = FRAME.assign(finished=[True, False, True])
    for drawing in (curve(rows, published=rows), plots.dots(rows, "estimate", "agent")):
        faces = [x.get_markerfacecolor() for x in drawing.figure.axes[0].lines]
        assert theme.LIGHT["page"] in faces
        assert "_nolegend_" not in text_of(drawing)


def test_a_plot_is_saved_as_what_its_file_is_called(tmp_path):
    for kind, begins in {"svg": b"<svg", "PNG": b"\x89PNG", "pdf": b"%PDF"}.items():
        curve().save(tmp_path / f"a.{kind}")
        assert (tmp_path / f"a.{kind}").read_bytes().startswith(begins)
    for name in ("a.jpg", "a"):
        said = f"a plot is saved as .svg or .png or .pdf, not '{name}'"
        with pytest.raises(ValueError, match=re.escape(said)):
            curve().save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_what_has_no_games_yet_is_an_empty_picture():
    for none in FRAME.assign(estimate=math.nan), FRAME.head(0), pd.DataFrame():
        drawn = curve(none, title="Soon")
        assert (drawn.title, drawn.words) == ("Soon", "Waits for games.")
        assert plots.dots(none, "estimate", "simulations").words == drawn.words


def test_exact_values_promise_no_interval():
    exact = pd.DataFrame({"p": [0.1, 0.2], "chance": [0.3, 0.4]})
    assert "95 %" not in str(plots.curve(exact, "p", "chance"))
    measured = exact.assign(chance_low=0.2, chance_high=0.5)
    assert "95 %" in str(plots.curve(measured, "p", "chance"))
    rows = pd.DataFrame({"sheep": [3], "won": [0.25], "lost": [0.75]})
    parts = {"won": ("wolves win", "series-2"), "lost": ("sheep win", "series-1")}
    drawn = plots.stacked_shares(rows, "sheep", parts)
    assert words_of(drawn) == "3: wolves win: 25.0 %; sheep win: 75.0 %."
    assert not drawn.figure.axes[0].collections


def test_parts_of_a_whole_show_how_many_they_are():
    rows = pd.DataFrame({"who": ["A"], "won": [0.25], "lost": [0.75], "none": [0.0]})
    parts = {name: (name, "series-1") for name in ("won", "lost", "none")}
    drawn = plots.stacked_shares(rows.assign(games=8), "who", parts, of="games")
    written = [each.get_text() for each in drawn.figure.axes[0].texts]
    assert written == ["2", "6"]  # nothing where there is none
    assert "won: 25.0 %, 2 of 8" in words_of(drawn)
    with pytest.raises(ValueError, match="games"):
        plots.stacked_shares(rows, "who", parts, of="games")
    for games in ("eight", math.nan):
        with pytest.raises(ValueError, match="a number in each row"):
            plots.stacked_shares(rows.assign(games=games), "who", parts, of="games")


def test_each_point_tells_its_number_where_it_is_pointed_at():
    drawing = curve()
    told = re.findall(r"<g><title>(.*?)</title><rect", drawing.body)
    said = "simulations a move = 10: 10.0\N{NO-BREAK SPACE}% (8.0 to 14.0)"
    assert told[0] == said  # a lone series needs no name
    assert 'tabindex="0"' in str(drawing)
    dots = plots.dots(FRAME, "estimate", "agent")
    assert dots.body.count("<g><title>") == len(FRAME)
    axes = drawing.figure.axes[0]
    places = re.findall(r'<rect x="(\d+)" y="(\d+)"/>', drawing.body)
    rows = FRAME.sort_values("simulations")[["simulations", "estimate"]].to_numpy()
    for (x, y), row in zip(places, rows, strict=True):  # a box lies over its point
        right, up = axes.transData.transform(row) * 72 / drawing.figure.dpi
        assert abs(int(x) + 9 - right) < 2
        assert abs(drawing.height - int(y) - 9 - up) < 2


def test_differences_are_points_and_rates_without_a_middle_end_where_they_end():
    ends = {"gain": 0.125, "gain_low": 0.1, "gain_high": 0.15}
    gains = FRAME.assign(**ends, share=[0.1, 0.2, 0.3])
    drawing = plots.curve(gains, "simulations", "gain")
    assert "12.5 points (10.0 to 15.0)" in words_of(drawing)
    assert not any("%" in text for text in text_of(drawing)[:-1])
    small = text_of(plots.curve(gains, "simulations", "share", even=None))
    assert "100%" not in small and "30%" in small
