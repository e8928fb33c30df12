"""Tables for people: human text, and the same markup each time."""

import re
from pathlib import Path

import pandas as pd
import pytest

from foxkit.core.position import Position
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.numbers import interval_in_words, number_with_half_width
from foxkit.view import svg
from foxkit.view.tables import Folded, table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
ROWS = pd.DataFrame(
    {"sheep": [20], "rate": [0.5], "rate_low": [0.4], "rate_high": [0.6]}
)
COLUMNS = {"sheep": "Sheep", "rate": "Sheep win"}


def test_a_table_is_the_same_each_time_and_other_tables_have_other_marks():
    one, two = (table(ROWS, COLUMNS, rates="rate", caption="A") for _ in range(2))
    assert one.to_html() == two.to_html()
    assert "<caption>A</caption>" in one.to_html()
    other = table(ROWS.assign(sheep=19), COLUMNS, rates="rate")
    assert other.uuid != table(ROWS, COLUMNS, rates="rate").uuid


@pytest.mark.parametrize(
    ("how", "said"),
    [("rates", "50.0 %"), ("points", "50.0 points"), ("means", "0.5")],
)
def test_a_table_has_a_form_as_plain_text(how, said):
    text = repr(table(ROWS, COLUMNS, **{how: "rate"})).replace(
        "\N{NO-BREAK SPACE}", " "
    )
    ends = "(0.4 to 0.6)" if how == "means" else "(40.0 to 60.0)"
    assert text.splitlines() == ["Sheep  Sheep win", f"20  {said} {ends}"]


def test_numbers_stand_at_the_right_and_words_at_the_left():
    rows = pd.concat([ROWS] * 2).assign(who="20 sheep", made="12.5 %", flag=True)
    rows["cutoff"] = ["5", "none"]
    html = table(rows, ["sheep", "rate", "who", "made", "flag", "cutoff"]).to_html()
    right = [f".col{i} {{\n  text-align: right" in html for i in range(6)]
    assert right == [True, True, False, True, False, True]
    assert ">True<" in html


def test_a_table_or_a_picture_is_behind_its_line():
    folded = Folded(table(pd.DataFrame({"x": [5]}), {"x": "sheep"}), "5 < 6")
    assert repr(folded) == "5 < 6"
    html = folded._repr_html_()
    assert html.startswith("<details><summary>5 &lt; 6</summary>")
    assert "sheep" in html and html.endswith("</details>")
    picture = svg.board(Position.start(FoxGame()))
    assert str(picture) in Folded(picture, "the start")._repr_html_()


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        ((-0.002, -0.0034, -0.0006), "", "-0.002 (-0.003 to -0.001)"),
        ((0.00002, 0.00001, 0.00004), "rate", "0.002 % (0.001 to 0.004)"),
        ((0.0001, 0.0, 0.0004), "rate", "0.01 % (0.00 to 0.04)"),
        ((0.5, 0.45, 0.55), "rate", "50.0 % (45.0 to 55.0)"),
        ((0.0, 0.0, 0.0), "rate", "0.0 % (0.0 to 0.0)"),
    ],
)
def test_an_interval_that_has_a_width_shows_it(value, unit, said):
    digits = 1 if unit else 2
    found = interval_in_words(*value, digits=digits, unit=unit)
    assert found.replace("\N{NO-BREAK SPACE}", " ") == said


def test_half_a_width_is_not_0_where_there_is_one():
    assert number_with_half_width(0.5, 0.0004, "rate").replace(
        "\N{NO-BREAK SPACE}", " "
    ) == ("50.00 ±0.04 %")
    assert (
        number_with_half_width(0.64, 0.012, "rate").replace("\N{NO-BREAK SPACE}", " ")
        == "64 ±1 %"
    )


def test_alternative_texts_say_what_their_pictures_show():
    """Every rate that README's words for a picture name is a point of it."""
    pictures = re.findall(r'<img src="(docs/[^"]+)" alt="([^"]+)"', README)
    assert len(pictures) == 3
    for path, words in pictures:
        drawn = re.findall(r": ([\d.]+)\s%", (ROOT / path).read_text("utf-8"))
        points = {f"{float(each):.0f}" for each in drawn}
        assert {*re.findall(r"(\d+) % ", words)} - {"95"} <= points, words
