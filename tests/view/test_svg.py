import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from foxkit.core.position import Position
from foxkit.games.fox_game.rules import FoxGame
from foxkit.view import svg
from foxkit.view.diagram import Diagram, Piece, Point, Region
from foxkit.view.drawing import gallery
from foxkit.view.tree import NodeLook, draw_tree

START = Position.start(FoxGame())
SQUARES = Diagram(
    title="Squares",
    points=tuple(
        Point(f"{'abc'[x]}{y}", x, y, "light") for x in range(3) for y in range(3)
    ),
    pieces=(Piece("fox", "a0"),),
    regions=(Region("corner", ("a0", "b0", "a1"), "danger"),),
)


def parse(drawing):
    """Read the whole document; a fault in the markup is an error."""
    return ElementTree.fromstring(str(drawing))


def classes(drawing):
    return re.findall(r'class="fk-([a-z-]+)"', str(drawing))


def test_start_shows_every_piece_and_line():
    drawing = svg.board(START)
    assert classes(drawing).count("sheep") == 20
    assert classes(drawing).count("fox") == 2
    assert classes(drawing).count("dot") == 33
    lines = next(e for e in parse(drawing).iter() if e.get("class") == "fk-lines")
    assert lines.get("d").count("M") == 52 + 20  # orthogonal and diagonal lines


def test_the_document_has_a_text_alternative_that_holds_the_whole_position():
    drawing = svg.board(START, caption="Before & after")
    root = parse(drawing)
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Before & after"
    title, words = [*root][:2]
    assert (title.tag[-5:], words.tag[-4:]) == ("title", "desc")
    assert words.text.startswith("Sheep to move.")
    for said in ("Fox (2) on 62, 64.", "Sheep (20) on 02, 03, 04, 12", "Pasture: 42"):
        assert said in words.text


def test_overlays_are_drawn_and_said():
    drawing = svg.board(
        START.play("33-43"),
        last="33-43",
        arrows={"62-53": 1.0, "64-53": 0.25},
        heat={"33": 0.5, "52": -1.0},
        marks={"33": "7", "43": "2", "62": ""},
    )
    seen = Counter(classes(drawing))
    parts = ("last", "from", "heat", "cold", "ring", "arrow", "note")
    assert [seen[part] for part in parts] == [1, 1, 1, 1, 1, 2, 2]
    moves = ("Last move: 33 to 43.", "62 to 53 (1)")
    for said in (*moves, "33 0.5, 52 -1", "62 ringed"):
        assert said in drawing.words


@pytest.mark.parametrize(
    "faulty",
    [{"last": "33-47"}, {"heat": {"": 1}}, {"marks": ["00"]}],
)
def test_points_off_the_board_are_named(faulty):
    with pytest.raises(ValueError, match=r"of Fox Game|over points"):
        svg.board(START, **faulty)


def test_squares_and_regions():
    drawing = svg.board(SQUARES, marks=["a0"])
    assert classes(drawing).count("danger-edge") == 1
    edge = next(e for e in parse(drawing).iter() if e.get("class") == "fk-danger-edge")
    assert edge.get("d").count("M") == 8  # an L of three squares has eight sides
    assert "ring" in classes(drawing)


def test_gallery_lays_out_rows():
    one, two, three = (svg.board(START, caption="x" * n) for n in (0, 10, 90))
    whole = gallery([one, two, three], columns=2)
    wide = gallery([one, two, three])
    assert wide.width * wide.scale <= 960 < wide.width * one.scale
    assert whole.width == 2 * one.width + 30
    assert whole.height == two.height + 30 + three.height
    assert len(parse(whole).findall("{http://www.w3.org/2000/svg}svg")) == 3
    with pytest.raises(ValueError, match="at least one"):
        gallery([])


LETTERS = """() => [...document.querySelectorAll("svg.fk text")]
  .map((e) => e.getScreenCTM().a * parseFloat(getComputedStyle(e).fontSize))"""


def test_coordinates_of_small_boards_are_legible(browser):
    tab = browser.new_page(viewport={"width": 1366, "height": 768})
    for columns in (1, 3, 4):
        tab.set_content(str(gallery([svg.board(START)] * 4, columns=columns)))
        assert min(tab.evaluate(LETTERS)) >= 11
    tab.close()


def test_a_gallery_keeps_the_styles_of_all_its_pictures():
    shown = svg.board(START)
    nodes = {(): NodeLook("root"), ("a",): NodeLook("leaf", bold=True)}
    looks = {"title": "A tree", "words": "a leaf", "scale": 0.5}
    tree = draw_tree(nodes, leaf_distance=90, **looks)
    assert str(tree).count('class="fk-inside"') == 2
    for pictures in ([shown, tree], [tree, shown, tree]):
        style = str(gallery(pictures))
        assert style.count(".fk .fk-lines{") == style.count(".fk-tree .fk-node{") == 1


def test_a_pruned_branch_of_a_tree_is_dashed_and_has_a_bar_across():
    nodes = {(): NodeLook("root"), ("a",): NodeLook("kept")}
    looks = {"title": "A tree", "words": "a leaf", "scale": 0.5}
    for pruned in (False, True):
        both = nodes | {("b",): NodeLook("left out", pruned=pruned)}
        tree = str(draw_tree(both, leaf_distance=90, **looks))
        assert tree.count("stroke-dasharray") == 2 * pruned
        assert tree.count('class="fk-branch fk-on"') == pruned


@pytest.mark.slow
def test_cards_are_drawn_in_a_fresh_process_and_fit_a_phone():
    code = """
from foxkit import FranksZoo, Position, board
drawn = board(Position.start(FranksZoo().with_deal(1)))
assert drawn.width < 1000, drawn.width
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
