"""Tables for people: human text, and the same markup each time."""

import pandas as pd

from foxkit.view.numbers import table

ROWS = pd.DataFrame(
    {"sheep": [20], "rate": [0.5], "rate_low": [0.4], "rate_high": [0.6]}
)
COLUMNS = {"sheep": "Sheep", "rate": "Sheep win"}


def test_a_table_is_the_same_each_time():
    one, two = (table(ROWS, COLUMNS, rates="rate", caption="A") for _ in range(2))
    assert one.to_html() == two.to_html()
    assert "<caption>A</caption>" in one.to_html()


def test_a_table_has_a_form_as_plain_text():
    text = repr(table(ROWS, COLUMNS, rates="rate")).replace("\N{NO-BREAK SPACE}", " ")
    assert text.splitlines() == ["Sheep  Sheep win", "20  50.0 % (40.0 to 60.0)"]


def test_other_tables_have_other_marks():
    other = table(ROWS.assign(sheep=19), COLUMNS, rates="rate")
    assert other.uuid != table(ROWS, COLUMNS, rates="rate").uuid
