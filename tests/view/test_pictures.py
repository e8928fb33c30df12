"""README's pictures can be drawn again."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[2] / "docs"
PICTURES = runpy.run_path(str(FOLDER / "pictures.py"))


@pytest.mark.parametrize(
    ("function", "file", "says"),
    [
        ("searched", "board.svg", "10,000 simulations"),
        ("flocks", "flocks.svg", "20 sheep"),
        ("figure_8", "figure-8.svg", "over openings"),
    ],
)
def test_a_picture_is_drawn(
    function: str, file: str, says: str, tmp_path: Path
) -> None:
    PICTURES[function]().save(tmp_path / file)
    drawn, committed = ((folder / file).read_text() for folder in (tmp_path, FOLDER))
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert says in drawn and says in committed


def test_the_board_has_a_frame_for_each_look_at_the_search() -> None:
    frames = PICTURES["searched"]().body.count('class="frame"')
    assert frames == 2 * len(PICTURES["SIMULATIONS"])  # arrows, and captions
