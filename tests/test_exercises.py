"""Exercises: every worked answer is right, every usual mistake is told apart."""

from __future__ import annotations

import json
from typing import Any

import nbformat
import pytest
from exercise_answers import MISTAKES

from foxkit import check
from foxkit.agents.evaluations import evaluation
from foxkit.cli import main
from foxkit.exercises import CHAPTERS, exercises, names
from foxkit.exercises.versions import (
    Exercise,
    exercises_of,
    for_students,
    for_teachers,
)
from foxkit.site.chapters import Chapter, execute, read

ASKED: dict[str, Exercise] = {}
PLACES: dict[str, Chapter] = {}
for chapter in read():
    for each in exercises_of(chapter.notebook):
        ASKED[each.name], PLACES[each.name] = each, chapter


def test_every_check_is_asked_for_and_every_chapter_has_some():
    assert sorted(ASKED) == sorted(names())
    assert {len(exercises(chapter)) for chapter in CHAPTERS} <= {3, 4, 5, 6}
    assert len({chapter.path for chapter in PLACES.values()}) == len(read())


SETUP = "\n".join(
    cell.source
    for chapter in read()
    for cell in chapter.notebook.cells
    if cell.id.endswith("-ex-0-check")
)
"""What the sections of exercises begin with."""


@pytest.mark.parametrize("name", ASKED)
def test_each_has_a_question_a_hint_and_a_worked_answer(name):
    asked = ASKED[name].asked.source
    assert asked.startswith("**") and asked.count("<details>") == 2
    assert asked.index("Hint</summary>") < asked.index("Worked answer</summary>")
    assert ASKED[name].worked
    compile(ASKED[name].solved, name, "exec")


@pytest.mark.parametrize("name", ASKED)
def test_an_empty_answer_is_no_mistake(name):
    """The cell as students get it, by itself."""
    told = told_of(ASKED[name].cell.source)
    assert told.state == "empty", told
    assert "Shift+Enter" in repr(told)


@pytest.mark.parametrize("name", MISTAKES)
def test_usual_mistakes_are_told_apart(name):
    said = []
    for answer, words in MISTAKES[name]:
        told = check(name, answer)
        assert told.state == "wrong", answer
        assert words in told.words
        said.append(told.words)
    assert len({*said}) == len(said) >= 2


def test_every_exercise_has_its_mistakes():
    assert sorted(MISTAKES) == sorted(names())


def told_of(source: str) -> Any:
    """Run an answer's cell by itself and return what its check says."""
    scope: dict[str, Any] = {"check": check}
    exec(SETUP, scope)
    exec(source.replace("\ncheck(", "\ntold = check("), scope)
    return scope["told"]


@pytest.mark.parametrize("name", ASKED)
def test_the_worked_answer_is_right(name):
    """It needs only the first cell of its section, and can be read by itself."""
    told = told_of(ASKED[name].solved)
    assert told.right, told


@pytest.mark.parametrize("name", ["start-1", "ledger-1"])
def test_the_teachers_chapter_runs_from_top_to_bottom(name):
    chapter = PLACES[name]
    done = execute(Chapter(chapter.path, for_teachers(chapter.notebook)))
    assert done.error == ""
    said = [_said(each.cell) for each in exercises_of(done.notebook)]
    assert said and all("✓ Right." in text for text in said)


def _said(cell: Any) -> str:
    (output,) = (o for o in cell.outputs if o.output_type == "execute_result")
    return str(output.data["text/plain"])


@pytest.mark.parametrize("name", ["fox-99", "chess-1", "", None])
def test_an_unknown_exercise_is_told_with_those_that_there_are(name):
    with pytest.raises(ValueError, match=r"no exercise .*; there are .*fox-1, fox-2"):
        check(name, 1)


def test_a_verdict_can_be_read_without_colour():
    html = check("fox-2", 5)._repr_html_()
    assert '<p role="status"><strong>✗ Not yet.</strong>' in html
    assert check("fox-2", 4).right and not check("fox-2", ...).right
    code = check("fox-4", "3<4")._repr_html_()
    assert "<code>&#x27;3&lt;4&#x27;</code>" in code


def test_a_function_that_fails_is_told_in_words():
    def cutoff(position):
        return position.moves[9]

    words = "`cutoff` fails at `return position.moves[9]`: KeyError, 9"
    assert check("fox-4", cutoff).words == words


def test_an_evaluation_may_be_compiled_already():
    def even(game, state):
        return 0.0

    told = check("fox-3", evaluation(even)).words
    assert told == check("fox-3", even).words and "the same of" in told


def test_students_see_no_answers():
    book = for_students(PLACES["fox-1"].notebook)
    text = "\n".join(cell.source for cell in book.cells)
    assert "Worked answer" not in text
    assert text.count("<summary>Hint</summary>") == len(exercises("fox"))


def test_the_command_writes_both_versions(tmp_path, capsys):
    for more, count in (([], 0), (["--solutions"], len(exercises("fox")))):
        assert main(["exercises", "--to", str(tmp_path), *more]) == 0
        told = capsys.readouterr().out.splitlines()
        assert len(told) == len(read())
        assert any("01_fox_game" in row and "6 exercises" in row for row in told)
        book = nbformat.read(tmp_path / "01_fox_game.ipynb", 4)
        cells = [each.cell.source for each in exercises_of(book)]
        assert sum("..." not in source for source in cells) == count
        nbformat.validate(json.loads((tmp_path / "01_fox_game.ipynb").read_text()))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "--to"),
        (["--to", "notebooks"], "holds the chapters themselves"),
        (["--to", "x", "--notebooks", "docs"], "there are no notebooks in docs"),
    ],
)
def test_the_command_says_what_is_wrong(options, words, capsys, monkeypatch):
    monkeypatch.chdir(PLACES["fox-1"].path.parents[1])
    assert main(["exercises", *options]) == 2
    assert words in capsys.readouterr().err
