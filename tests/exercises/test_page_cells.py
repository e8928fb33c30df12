"""What is known of searches that readers write: fresh, and without a worked answer."""

from __future__ import annotations

import json

import pytest
from building_mistakes import PLAIN

from foxkit.exercises.handouts import exercises_of
from foxkit.exercises.mistakes import computed_answer_key
from foxkit.exercises.page_cells import PageExercises
from foxkit.exercises.questions import answer_key
from foxkit.site.chapters import NOTEBOOKS, chapter_at
from foxkit.site.play.bundle import page_sources

STUDY = chapter_at(NOTEBOOKS / "08_build_a_search.ipynb").as_node()
QUESTIONS = {each.name: each for each in exercises_of(STUDY.notebook)}


def plain(source: str) -> str:
    """Return the lines of a source without what they begin with."""
    return "\n".join(line.strip() for line in source.splitlines())


@pytest.mark.slow
def test_known_is_what_searches_with_mistakes_answer() -> None:
    """Else: python -m foxkit.exercises.mistakes."""
    assert json.loads(json.dumps(computed_answer_key())) == answer_key()


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_pages_hold_no_worked_answer(name: str) -> None:
    """No three lines of one in a row, but what the reader's cell has.

    `search/reference.py` is there, as steppers need it: other searches, for any game.
    """
    lines = plain(QUESTIONS[name].worked_code).split("\n")
    rows = {"\n".join(lines[at : at + 3]) for at in range(len(lines) - 2)}
    rows = {each for each in rows if each not in plain(QUESTIONS[name].cell.source)}
    assert len(rows) > 1
    for path, content in page_sources().items():
        text = plain(content.decode(errors="replace"))  # some is compiled
        assert not [each for each in rows if each in text], path


def test_cells_share_names_and_tell_their_errors() -> None:
    written = PageExercises()
    ran = written.run("one", "x = 6\nprint('<b>')\nx + 1")
    assert ran == {"said": [{"printed": "<b>\n"}, {"printed": "7"}], "plays": False}
    assert written.run("other", "x = x * 7") == {"said": [], "plays": False}
    for source, words in {
        "x\n1 / 0": "Line 2: ZeroDivisionError, division by zero",
        "def f():\n    return <": "Line 2: SyntaxError, invalid syntax",
        "import sys; sys.exit()": "Line 1: SystemExit",
        "int('<i>')": "Line 1: ValueError, invalid literal for int() with base 10: "
        "'<i>'",
    }.items():
        assert words in written.run("other", source)["said"][0]["words"]


@pytest.mark.parametrize("name", ["build-2", "build-3"])
def test_what_has_passed_sits_at_the_board_until_it_is_edited(name: str) -> None:
    written = PageExercises()
    with pytest.raises(ValueError, match="check it again"):
        written.board(name)
    assert written.run(name, QUESTIONS[name].solved_source)["plays"]
    board = written.board(name)
    hare = board.session.opponents["your search"].player({})
    position = board.position.play("a2-b2")
    assert hare.choose(position.game, position.state, 1) in position.moves.values()
    assert not written.run(name, "1 / 0")["plays"]


@pytest.mark.slow
def test_a_search_plays_with_a_bound_that_has_no_usual_c() -> None:
    """A search is given it as the workbook's own, which may be asked without C."""
    written = PageExercises()
    for name, search in {"build-1": "ucb1", "build-2": "mcts"}.items():
        ran = written.run(name, f"{PLAIN[name]}\ncheck({name!r}, {search})")
        assert "Right" in str(ran["said"]), name
    position = written.board("build-2").position.play("a2-b2")
    hare = written.board("build-2").session.opponents["your search"].player({})
    assert hare.choose(position.game, position.state, 1) in position.moves.values()
