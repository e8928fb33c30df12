"""Plots: text and colours of the page, intervals, and every number in words."""

import math
import re
import xml.etree.ElementTree as ElementTree

import pandas as pd
import pytest

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
        first, second = (canvas.looks_of(sides)[side] for side in sorted(sides))
        assert first["color"] == theme.LIGHT["series-1"]
        assert second["color"] == theme.LIGHT["series-2"]


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
    drawn = plots.shares(rows, "sheep", parts)
    assert words_of(drawn) == "3: wolves win 25.0 %, sheep win 75.0 %."
    assert not drawn.figure.axes[0].collections


def test_each_point_tells_its_number_where_it_is_pointed_at():
    drawing = curve()
    told = re.findall(r"<g><title>(.*?)</title><rect", drawing.body)
    assert told[0] == f"{plots.OURS}: 10: 10.0\N{NO-BREAK SPACE}% (8.0 to 14.0)"
    assert 'tabindex="0"' in str(drawing)
    dots = plots.dots(FRAME, "estimate", "agent")
    assert dots.body.count("<g><title>") == len(FRAME)
    axes = drawing.figure.axes[0]
    places = re.findall(r'<rect x="(\d+)" y="(\d+)" rx', drawing.body)
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
