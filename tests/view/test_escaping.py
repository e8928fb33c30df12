"""Texts that are not ours are shown as they are: none becomes a part of the page."""

from pathlib import Path

import pandas as pd
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_markdown_cell, new_notebook

from foxkit import (
    FoxGame,
    Position,
    board,
    check,
    curve,
    dots,
    gallery,
    grid,
    heatmap,
    stacked_shares,
)
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html
from foxkit.view.record import Record
from foxkit.view.replay import Replay
from foxkit.view.tables import Folded, table
from foxkit.view.tree import NodeLook, draw_tree

OURS = '<img src=x onerror="alert(1)">&amp;'
ROWS = pd.DataFrame({"a": OURS, "b": OURS, "kind": OURS, "n": 1, OURS: [0.5]})
START = Position.start(FoxGame())
PART = OURS, "series-1"
LABELS = {"title": OURS, "xlabel": OURS}


def tree():
    nodes = {(): NodeLook(OURS), (OURS,): NodeLook(OURS)}
    words = {"title": OURS, "words": OURS, "caption": OURS}
    return draw_tree(nodes, 99, **words, scale=1)


def chapter():
    """Return the page of a chapter whose error, and whose neighbours, are so called."""
    book = new_notebook(cells=[new_markdown_cell("# A")])
    names = ("a", "<img src=x onerror=alert(1)>", '"><img src=x>')
    every = [Chapter(Path(f"{name}.ipynb"), book, error=OURS) for name in names]
    return page_html(every[1], every)


SHOWN = {
    "table": lambda: table(ROWS, {"a": OURS, "n": "n"}, caption=OURS).to_html(),
    "curve": lambda: curve(ROWS, "n", OURS, by="kind", published_label=OURS, **LABELS),
    "dots": lambda: dots(ROWS, OURS, "a", by="kind", **LABELS),
    "grid": lambda: grid(ROWS, "n", "a", "b", "kind", {OURS: "series-1"}, **LABELS),
    "heatmap": lambda: heatmap(
        ROWS, "a", "n", OURS, sides=("sheep", "foxes"), **LABELS
    ),
    "shares": lambda: stacked_shares(
        ROWS, "a", dict.fromkeys((OURS, "n"), PART), **LABELS
    ),
    "tree": tree,
    "board": lambda: board(START, caption=OURS, marks={"33": OURS}),
    "gallery": lambda: gallery([board(START, caption=OURS)]),
    "folded": lambda: Folded(board(START), OURS)._repr_html_(),
    "verdict": lambda: check("fox-2", OURS)._repr_html_(),
    "replay": lambda: Replay(Record(START, (), {0: OURS}, OURS))._repr_html_(),
    "chapter": chapter,
}


@pytest.mark.parametrize("kind", SHOWN)
def test_a_name_with_markup_is_text(kind):
    text = str(SHOWN[kind]())
    assert "alert" in text
    assert not BeautifulSoup(text, "html.parser").select("img, [onerror]")


def test_markup_in_a_table_is_read_as_it_was_written():
    shown = table(ROWS, {"a": OURS})
    assert repr(shown).splitlines() == [OURS, OURS]
    cells = BeautifulSoup(shown.to_html(), "html.parser").select("th, td")
    assert [cell.text for cell in cells] == [OURS, OURS]
