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
        "games": [400, 400, 400],
    }
)
PRINTED = pd.DataFrame({"simulations": [100], "estimate": [0.3]})


def text_of(drawing):
    root = ElementTree.fromstring(str(drawing))
    return [e.text for e in root.iter() if e.tag.endswith("}text")]


def test_curve_is_text_and_says_its_numbers():
    drawing = plots.curve(
        FRAME, "simulations", "estimate", published=PRINTED, log=True, title="A & B"
    )
    assert {"10", "100", "1,000", "50%", "A & B"} <= set(text_of(drawing))
    assert "1,000: 50.0\N{NO-BREAK SPACE}% (45.0 to 55.0)" in drawing.words
    assert "the document: 100: 30.0\N{NO-BREAK SPACE}%." in drawing.words


def test_every_colour_follows_the_page():
    series = pd.concat([FRAME.assign(agent=str(i)) for i in range(5)])
    for drawing in (
        plots.curve(series, "simulations", "estimate", by="agent"),
        plots.dots(FRAME, "estimate", "simulations", published=PRINTED),
    ):
        fixed = re.findall(
            r"(?:fill|stroke): (#\w{6})(?!; (?:fill|stroke): var)", drawing.body
        )
        assert fixed == []
        assert "<text" in drawing.body and 'style="fill: #' in drawing.body


def test_a_curve_can_shade_the_range_that_a_document_gives():
    drawing = plots.curve(FRAME, "simulations", "estimate", band=(0.2, 0.3, "theirs"))
    assert "theirs" in text_of(drawing)
    assert drawing.words.endswith("Shaded: theirs.")
    two = [(0.2, 0.3, "theirs"), (0.5, 0.6, "others'")]
    both = plots.curve(FRAME, "simulations", "estimate", band=two)
    assert both.words.endswith("Shaded: theirs. Shaded: others'.")
    plain = plots.curve(FRAME, "simulations", "estimate")
    assert len(drawing.body) > len(plain.body) and "Shaded" not in plain.words


def test_roles_that_share_a_light_colour_share_the_dark_one():
    for role in canvas.ROLES:
        same = [r for r in canvas.ROLES if theme.LIGHT[r] == theme.LIGHT[role]]
        assert len({theme.DARK[r] for r in same}) == 1
    assert theme.LIGHT["published"] == theme.LIGHT["ink"]
    assert theme.DARK["published"] == theme.DARK["ink"]


def test_plots_share_a_page_without_sharing_ids():
    one = plots.curve(FRAME, "simulations", "estimate")
    two = plots.curve(FRAME, "simulations", "estimate", log=True)
    names = re.findall(r' id="([^"]+)"', one.body + two.body)
    assert len(names) == len(set(names))
    for name in re.findall(r'(?:url\(#|href="#)([^")]+)', one.body + two.body):
        assert name in names
    assert "*{" not in str(one).replace(".fk-plot *{", "")


def test_drawing_again_gives_the_same_bytes():
    assert str(plots.curve(FRAME, "simulations", "estimate")) == str(
        plots.curve(FRAME, "simulations", "estimate")
    )


def test_dots_name_their_categories():
    frame = FRAME.assign(agent=["random", "greedy", "the paper's"])
    drawing = plots.dots(frame, "estimate", "agent")
    assert {"random", "greedy", "the paper's"} <= set(text_of(drawing))


def test_ends_of_an_interval_are_taller_than_its_dot():
    drawing = plots.dots(FRAME, "estimate", "simulations")
    (dots,) = drawing.figure.axes[0].containers
    line, caps, _ = dots.lines
    assert len(caps) == 2
    assert all(cap.get_markersize() > line.get_markersize() for cap in caps)


def test_a_curve_of_one_value_has_a_bar_for_its_interval():
    drawing = plots.curve(FRAME.head(1), "simulations", "estimate")
    (bar,) = drawing.figure.axes[0].containers
    assert bar.has_yerr and len(bar.lines[1]) == 2


def test_dots_of_several_series_share_their_categories():
    both = pd.concat([FRAME.assign(agent="weak"), FRAME.assign(agent="strong")])
    drawing = plots.dots(both, "estimate", "simulations", by="agent")
    words = text_of(drawing)
    assert words.count("10") == 1
    assert {"weak", "strong"} <= set(words)
    assert "strong: 1,000: 50.0\N{NO-BREAK SPACE}%" in drawing.words


def test_a_plot_is_saved_as_what_its_file_is_called(tmp_path):
    drawing = plots.curve(FRAME, "simulations", "estimate")
    for kind, begins in {"svg": b"<svg", "PNG": b"\x89PNG", "pdf": b"%PDF"}.items():
        drawing.save(tmp_path / f"a.{kind}")
        assert (tmp_path / f"a.{kind}").read_bytes().startswith(begins)
    for name in ("a.jpg", "a"):
        said = f"a plot is saved as .svg or .png or .pdf, not '{name}'"
        with pytest.raises(ValueError, match=re.escape(said)):
            drawing.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_what_has_no_games_yet_is_an_empty_picture():
    for none in FRAME.assign(estimate=math.nan), FRAME.head(0), pd.DataFrame():
        drawn = plots.curve(none, "simulations", "estimate", title="Soon")
        assert (drawn.title, drawn.words) == ("Soon", "Waits for games.")
        assert plots.dots(none, "estimate", "simulations").words == drawn.words


def test_ticks_close_to_each_other_share_a_label():
    ticks = [1, 2, 8, 9, 10, 11, 40]
    assert plots._labels(ticks, log=True) == ["1", "2", "8", "", "10", "", "40"]
    assert plots._labels([17, 18], log=False) == ["17", "18"]


def test_exact_values_promise_no_interval():
    exact = pd.DataFrame({"p": [0.1, 0.2], "chance": [0.3, 0.4]})
    assert "95 %" not in str(plots.curve(exact, "p", "chance"))
    measured = exact.assign(chance_low=0.2, chance_high=0.5)
    assert "95 %" in str(plots.curve(measured, "p", "chance"))


def test_a_series_of_one_value_leaves_the_next_its_own_looks() -> None:
    rows = FRAME.assign(agent=["one", "two", "three"])
    lines = (
        plots.curve(rows, "simulations", "estimate", by="agent").figure.axes[0].lines
    )
    colours = {
        line.get_color() for line in lines if line.get_label() in {*rows["agent"]}
    }
    assert colours == {*canvas.SERIES[:3]}


def test_exact_shares_have_no_intervals() -> None:
    rows = pd.DataFrame({"sheep": [3], "won": [0.25], "lost": [0.75]})
    parts = {"won": ("wolves win", "series-2"), "lost": ("sheep win", "series-1")}
    drawn = plots.shares(rows, "sheep", parts)
    assert drawn.words == "3: wolves win 25.0%, sheep win 75.0%"
    assert not drawn.figure.axes[0].collections


def test_each_point_tells_its_number_where_it_is_pointed_at():
    drawing = plots.curve(FRAME, "simulations", "estimate", log=True, title="A")
    told = re.findall(r"<g><title>(.*?)</title><rect", drawing.body)
    assert told[0] == f"{plots.OURS}: 10: 10.0\N{NO-BREAK SPACE}% (8.0 to 14.0)"
    assert len(told) == len(FRAME) and 'tabindex="0"' in str(drawing)
    named = FRAME.assign(agent=["random", "greedy", "the paper's"])
    dots = plots.dots(named, "estimate", "agent")
    assert dots.body.count("<g><title>") == len(FRAME)


def test_the_box_of_a_tip_lies_over_its_point():
    drawing = plots.curve(FRAME, "simulations", "estimate")
    axes = drawing.figure.axes[0]
    places = re.findall(r'<rect x="(\d+)" y="(\d+)" rx', drawing.body)
    rows = FRAME.sort_values("simulations")[["simulations", "estimate"]].to_numpy()
    for (x, y), row in zip(places, rows, strict=True):
        right, up = axes.transData.transform(row) * 72 / drawing.figure.dpi
        assert abs(int(x) + 9 - right) < 2
        assert abs(drawing.height - int(y) - 9 - up) < 2


def test_the_usual_rules_are_marked():
    drawing = plots.curve(FRAME, "simulations", "estimate", usual=100)
    assert plots.USUAL in text_of(drawing)
    named = FRAME.assign(agent=["random", "greedy", "usual"])
    dots = plots.dots(named, "estimate", "agent", usual="usual")
    assert plots.USUAL in text_of(dots)


def test_a_logarithmic_axis_has_plain_numbers():
    with canvas.canvas() as (figure, axes):
        axes.plot([1, 2], [10, 10_000])
        axes.set(yscale="log")
        drawing = canvas.finish(figure, "A", "")
    assert {"10", "1,000", "10,000"} <= set(text_of(drawing))
    assert not any("$" in text for text in text_of(drawing))
