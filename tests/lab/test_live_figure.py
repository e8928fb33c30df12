"""The figure of a cell is drawn while its games are played; no more is run twice."""

import pytest

import foxkit
from foxkit.lab.live_figure import code_of_last_figure

NAMES = {"play": foxkit.play, "curve": foxkit.curve, "games": [], "title": "a"}


@pytest.mark.parametrize(
    ("cell", "draws"),
    [
        ("rows = play(games)\ncurve(rows, 'n', 'score', title=title)", True),
        ("curve(play(games), 'n', 'score')", True),
        (
            "rows = play(games)\nfoxes = rows[rows.n > 1]\ncurve(foxes, 'n', 'score')",
            False,
        ),
        ("rows = play(games)\nprint(rows)", False),
        ("rows = play(games)\nopen('x', 'w')", False),
        ("one = play(games)\ntwo = play(games)\ncurve(two, 'n', 'score')", False),
        ("rows = play(games)\ncurve(rows, missing, 'score')", False),
        ("rows = play(games)", False),
        ("%time rows = play(games)", False),
    ],
)
def test_only_a_figure_of_the_rows_is_drawn(cell: str, draws: bool) -> None:
    figure = code_of_last_figure(cell, NAMES)
    assert (figure is not None) == draws
    if draws:
        drawn = []
        names = NAMES | {"curve": lambda *parts, **looks: drawn.append((parts, looks))}
        eval(figure, {**names, "__rows_so_far__": "rows so far"})
        assert drawn[0][0] == ("rows so far", "n", "score")
