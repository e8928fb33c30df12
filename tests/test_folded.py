"""Tables behind a line that opens them."""

import pandas as pd

from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.view import svg
from foxkit.view.folded import Folded
from foxkit.view.numbers import table


def test_a_table_is_behind_its_line():
    shown = table(pd.DataFrame({"x": [5]}), {"x": "sheep"})
    folded = Folded(shown, "5 < 6")
    assert repr(folded) == "5 < 6"
    html = folded._repr_html_()
    assert html.startswith("<details><summary>5 &lt; 6</summary>")
    assert "sheep" in html and html.endswith("</details>")


def test_a_picture_is_behind_its_line():
    picture = svg.board(Position.start(FoxGame()))
    assert str(picture) in Folded(picture, "the start")._repr_html_()
