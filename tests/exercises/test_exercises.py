"""Exercises: every usual mistake is told apart; `test_notebooks` does all of them."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import building_mistakes
import nbformat
import pytest
from chapters import CHAPTERS
from exercise_answers import MISTAKES
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from foxkit import FoxGame, FoxHeuristic, FoxHounds, RandomPlayer, Search, check
from foxkit.cli import main
from foxkit.exercises import CODE_CHECKS, fox_game, played
from foxkit.exercises.table import TABLES
from foxkit.exercises.verdict import Wrong
from foxkit.exercises.versions import (
    Exercise,
    copy_for_students,
    copy_for_teachers,
    exercises_of,
)
from foxkit.lab.code import digest
from foxkit.players.evaluations import evaluation
from foxkit.players.standard import BySide
from foxkit.site.chapters import Chapter

QUESTIONS: dict[str, Exercise] = {}
PLACES: dict[str, Chapter] = {}
BOOKS = {chapter.path: chapter for chapter in CHAPTERS}
for chapter in BOOKS.values():
    for each in exercises_of(chapter.notebook):
        QUESTIONS[each.name], PLACES[each.name] = each, chapter
BY_TABLE = sorted(TABLES.keys() - CODE_CHECKS.keys())
WITH_SOME = list({chapter.path: chapter for chapter in PLACES.values()}.values())


def test_every_check_is_asked_for_in_its_order():
    assert QUESTIONS.keys() == TABLES.keys()
    for chapter in WITH_SOME:
        own = [each.name for each in exercises_of(chapter.notebook)]
        word = own[0].partition("-")[0]
        assert own == [f"{word}-{n}" for n in range(1, len(own) + 1)]
        many = {"build": 6} | dict.fromkeys(
            ("fox", "balance", "hounds", "wolves", "sheep", "zoo", "own"), 4
        )
        assert len(own) == many.get(word, 3)


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_has_a_question_a_hint_and_a_worked_answer(name):
    asked = QUESTIONS[name].question.source
    assert asked.startswith("**") and asked.count("<details>") == 2
    assert asked.index("Hint</summary>") < asked.index("Worked answer</summary>")
    assert QUESTIONS[name].worked_code
    compile(QUESTIONS[name].solved_source, name, "exec")


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_an_empty_answer_is_no_mistake(name):
    """The cell as students get it, by itself."""
    told = told_of(name, QUESTIONS[name].cell.source)
    assert told.state == "empty", told
    assert "Shift+Enter" in repr(told)


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_TABLE)
def test_the_truth_in_the_tables_is_what_rules_and_searches_say(name):
    """The worked answers compute it; `test_notebooks` runs all of them."""
    told = told_of(name, QUESTIONS[name].solved_source)
    assert told.right, told


def test_the_sum_by_hand_is_the_one_of_the_search():
    bound, move = TABLES["fox-1"].parts
    worked = Search(FoxGame(), FoxGame().start(), FoxHeuristic(), seed=4).run(25)
    found = {child.move: child.ucb1 for child in worked.children()}
    assert found["30-40"] == pytest.approx(right(bound)[0], abs=0.001)
    level = [m for m, x in found.items() if x > max(found.values()) - 1e-4]
    assert sorted(level) == sorted(right(move))
    assert found.keys() == move.answers.keys()


def right(part):
    return [answer for answer, words in part.answers.items() if not words]


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_usual_mistakes_are_told_apart(name, monkeypatch):
    once = cache(fox_game.sheep_rate)  # the same games for each answer
    monkeypatch.setattr(fox_game, "sheep_rate", once)
    said = []
    for answer, words in MISTAKES[name]:
        told = check(name, answer)
        assert told.state == "wrong", answer
        assert words in told.words
        said.append(told.words)
    assert len({*said}) == len(said) >= 3


@pytest.mark.parametrize("name", BY_TABLE)
def test_each_mistake_of_the_tables_has_its_words(name):
    parts = TABLES[name].parts
    for part in parts:
        odd = {1e6: part.otherwise} if part.otherwise else {"odd": "to be one of"}
        wrong = {mistake: words for mistake, words in part.answers.items() if words}
        for mistake, words in (wrong | odd).items():
            answer = tuple(mistake if p is part else right(p)[0] for p in parts)
            told = check(name, answer if len(parts) > 1 else mistake)
            assert told.state == "wrong" and words and words in told.words, mistake
        assert len({*wrong.values()}) == len(wrong) >= 1
    assert TABLES[name].words_when_right


def test_every_exercise_has_its_mistakes():
    built = {name for name in CODE_CHECKS if name in building_mistakes.MISTAKES}
    assert MISTAKES.keys() == CODE_CHECKS.keys() - built  # those are in `test_building`


def told_of(name: str, source: str) -> Any:
    """Run a cell after the section's first, and return what its check says."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    cells = PLACES[name].notebook.cells
    (setup,) = (cell.source for cell in cells if cell.id.endswith("-ex-0-check"))
    exec(setup, scope)
    exec(source.replace("\ncheck(", "\ntold = check("), scope)
    return scope["told"]


@pytest.mark.parametrize("name", ["fox-99", "chess-1", "", None])
def test_an_unknown_exercise_is_told_with_those_that_there_are(name):
    with pytest.raises(ValueError, match=r"no exercise .*; there are .*fox-1, fox-2"):
        check(name, 1)


def test_a_verdict_can_be_read_without_colour():
    html = check("fox-2", 5)._repr_html_()
    assert '<p role="status"><strong>✗ Not yet.</strong>' in html
    assert check("fox-2", 4).right and not check("fox-2", ...).right
    code = check("fox-3", "3<4")._repr_html_()
    assert "<code>&#x27;3&lt;4&#x27;</code>" in code


def test_a_second_wrong_answer_gets_a_stronger_hint():
    assert check("fox-2", 4).right
    hints = [check("fox-2", n).hint for n in (5, ..., 6)]
    assert hints == ["", "", TABLES["fox-2"].hint]
    told = check("fox-2", 7)
    assert repr(told).endswith(f"A stronger hint: {TABLES['fox-2'].hint}")
    assert "<strong>A stronger hint:</strong> <code>Search(" in told._repr_html_()
    assert check("fox-2", 4).hint == check("fox-2", 5).hint == ""
    assert all(table.hint for table in TABLES.values())


def test_a_check_plays_on_where_it_is_open_and_stops_where_it_is_not(
    capsys, monkeypatch
):
    def require_majority(*ends):
        rows = iter([{"games": 30, "score_low": a, "score_high": b} for a, b in ends])
        monkeypatch.setattr(played, "win_rates", lambda *_: next(rows))
        monkeypatch.setattr(played, "interval", lambda *_: "")
        sides = BySide((RandomPlayer(), RandomPlayer()))
        said = played.require_majority(FoxHounds(4, 4), sides, of="score", less="Less.")
        return said, len([*rows])

    for ends, left in (((0.4, 0.7), (0.51, 0.6)), 1), (((0.6, 0.9),), 1):
        assert require_majority(*ends, (0.7, 0.8)) == (" in 30 games", left)
    with pytest.raises(Wrong, match="Less"):
        require_majority((0.4, 0.6), (0.1, 0.4), (0.7, 0.8))
    with pytest.raises(Wrong, match="still reaches down to 50 % or below"):
        require_majority(*[(0.4, 0.7)] * 5)
    told = capsys.readouterr().out
    assert "Playing 30 games, about " in told and "; up to 480 (" in told


def test_a_function_that_fails_is_told_in_words():
    def hounds(position, seed):
        return position.moves[9]

    words = check("hounds-3", hounds).words
    assert words.startswith("`hounds` fails at `return position.moves[9]`: KeyError, ")
    assert "moves go by their texts" in words


class Odd:
    def __repr__(self):
        raise RuntimeError


LOOP: list[Any] = []
LOOP += [LOOP, LOOP]
ODD = [10**400, -(10**5_000), LOOP, [LOOP], [*range(200_000)], "x" * 20_000, Odd()]


@pytest.mark.parametrize("name", [n for n in QUESTIONS if n.endswith("-1")])
@pytest.mark.parametrize("odd", range(len(ODD)))
def test_any_answer_is_told_in_a_few_words(name, odd):
    for answer in (ODD[odd], (ODD[odd],) * 2, (ODD[odd],) * 3):
        told = check(name, answer)
        assert told.state == "wrong" and len(told.words) < 400


def test_an_evaluation_may_be_compiled_already():
    def even(game, state):
        return 0.0

    told = check("fox-3", evaluation(even)).words
    assert told == check("fox-3", even).words and "the same of" in told


@pytest.mark.parametrize("chapter", WITH_SOME, ids=lambda chapter: chapter.path.stem)
def test_students_see_no_answers(chapter):
    book = copy_for_students(chapter.notebook)
    text = "\n".join(cell.source for cell in book.cells)
    assert "orked answer" not in text
    assert text.count("<summary>Hint</summary>") == len(exercises_of(chapter.notebook))
    assert text.count("A hint is folded away below each question") == 1


@pytest.mark.parametrize("version", [copy_for_students, copy_for_teachers])
def test_no_version_has_outputs(version):
    """Students predict, then run."""
    chapter = deepcopy(PLACES["balance-1"].notebook)
    chapter.metadata.widgets = {"state": {}}
    book = version(chapter)
    assert not any(cell.get("outputs") for cell in book.cells)
    assert not any(cell.get("execution_count") for cell in book.cells)
    assert "widgets" not in book.metadata
    assert chapter.metadata.widgets  # the chapter itself is as it was


CHECKED = '\n\ncheck("fox-2", answer)'
ANSWERED = [
    "answer = 4" + CHECKED,
    "# answer = 4\nanswer = ..." + CHECKED,
    "answer = (4, ...)" + CHECKED,
    "answer = {'a': 4, 'b': ...}" + CHECKED,
    "answer = counted" + CHECKED,
    "answer = ...\nanswer = counted" + CHECKED,
    "answer = ...\nprint(4)" + CHECKED,
    "def answer(game):\n    wins = 4\n    return ..." + CHECKED,
    "def answer(game):\n    return 4" + CHECKED,
    'answer = ...\n\ncheck("fox-2", 4)',
    'check("fox-2", 4)',
    "answer = (4" + CHECKED,
]


@pytest.mark.parametrize("source", ANSWERED)
def test_an_answer_of_somebody_is_never_handed_out(source):
    book = changed("fox-2", source)
    with pytest.raises(ValueError, match="cell of fox-2 holds more, or less"):
        copy_for_students(book)


def changed(name: str, source: str) -> NotebookNode:
    """Return an exercise's chapter with something else in the answer's cell."""
    book = deepcopy(PLACES[name].notebook)
    (found,) = (each for each in exercises_of(book) if each.name == name)
    found.cell.source = source
    return book


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_cell_as_it_came_is_blank(name):
    """Where this fails because a cell has changed, its digest goes into the table."""
    each = deepcopy(QUESTIONS[name])
    assert each.is_blank, digest(each.cell.source)
    each.cell.source = each.solved_source
    assert not each.is_blank


@pytest.mark.parametrize("version", [copy_for_students, copy_for_teachers])
@pytest.mark.parametrize(
    "source", ["answer = ...", "answer = 4", '# check("fox-2", answer)', ""]
)
def test_an_answer_cell_without_its_check_is_told(version, source):
    with pytest.raises(ValueError, match=r'fox-2 has lost its check\("fox-2", ...\)'):
        version(changed("fox-2", source))


def test_an_answer_cell_that_has_gone_is_told():
    book = deepcopy(PLACES["fox-2"].notebook)
    gone = ("fox-ex-2-answer", "fox-ex-3-answer")
    book.cells = [cell for cell in book.cells if cell.id not in gone]
    with pytest.raises(ValueError, match=r"after fox-2 has lost .* fox-3 has lost"):
        copy_for_students(book)


def test_a_cell_of_somebody_among_the_exercises_is_told():
    book = deepcopy(PLACES["fox-2"].notebook)
    book.cells.append(new_code_cell(""))  # JupyterLab adds one at the end
    copy_for_students(book)
    last = next(i for i, c in enumerate(book.cells) if c.id == "fox-ex-3-answer")
    book.cells.insert(last + 1, new_code_cell("visits = 4"))
    with pytest.raises(ValueError, match="a cell after fox-3 is not the chapter's own"):
        copy_for_students(book)


def test_a_worked_answer_goes_wherever_it_stands():
    book = deepcopy(PLACES["fox-2"].notebook)
    folded = "<details open>\n<summary> Worked answer </summary>4</details>"
    book.cells[0].source += folded
    with pytest.raises(ValueError, match="has lost its check"):  # what it belongs to
        copy_for_students(book)
    book.cells.insert(1, deepcopy(QUESTIONS["fox-2"].cell))
    assert "orked answer" not in copy_for_students(book).cells[0].source
    book.cells[0].source = folded.removesuffix("</details>")
    with pytest.raises(ValueError, match="a worked answer has no end"):
        copy_for_students(book)


@pytest.mark.slow
def test_the_command_writes_both_versions(tmp_path, capsys):
    for more, count in (([], 0), (["--solutions"], 4)):
        folder = tmp_path / str(count)
        assert main(["exercises", "--to", str(folder), *more]) == 0
        told = capsys.readouterr().out.splitlines()
        own = {path for path in BOOKS if path.parent.name == "notebooks"}
        assert len(told) == len(own | {chapter.path for chapter in WITH_SOME})
        study = folder / "08_build_a_search.ipynb"
        assert ("total[node] += here" in study.read_text()) == bool(more)
        for module in ("sheep_counts.py", "studies/wolves_measures.py"):  # imported
            assert (folder / module).read_text().startswith('"""')
        assert any("01_fox_game" in row and "4 exercises" in row for row in told)
        book = nbformat.read(folder / "01_fox_game.ipynb", 4)
        cells = [each.cell.source for each in exercises_of(book)]
        assert sum("..." not in source for source in cells) == count
        nbformat.validate(json.loads((folder / "01_fox_game.ipynb").read_text()))


@pytest.fixture
def chapters(tmp_path: Path) -> Path:
    """Return a folder with two chapters: one as it came, one with an answer."""
    folder = tmp_path / "chapters"
    folder.mkdir()
    nbformat.write(PLACES["start-1"].notebook, folder / "a.ipynb")
    nbformat.write(changed("fox-2", ANSWERED[0]), folder / "b.ipynb")
    return folder


def write(chapters: Path, to: Path, *more: str) -> int:
    """Call the command on a folder of chapters."""
    words = ["exercises", "--notebooks", str(chapters), "--to", str(to), *more]
    return main(words)


def test_the_command_says_which_chapter_is_not_as_it_came(chapters, tmp_path, capsys):
    to = tmp_path / "student"
    assert write(chapters, to) == 2
    told = capsys.readouterr().err
    assert "In b.ipynb, the cell of fox-2 holds" in told and "a.ipynb" not in told
    assert f"`git restore {(chapters / 'b.ipynb').as_posix()}`" in told
    assert not to.exists()
    assert write(chapters, to, "--solutions") == 0  # they have the worked answers


def test_the_command_names_a_chapter_of_the_workbook_as_git_does(capsys, monkeypatch):
    read = "foxkit.site.chapters.read_chapters"
    own = Chapter(PLACES["fox-2"].path, changed("fox-2", ANSWERED[0]))
    monkeypatch.setattr(read, lambda folder: [own])
    assert main(["exercises", "--to", "nowhere"]) == 2
    assert "`git restore notebooks/01_fox_game.ipynb`" in capsys.readouterr().err


def test_what_students_have_saved_is_not_overwritten(chapters, tmp_path, capsys):
    (chapters / "b.ipynb").unlink()
    to = tmp_path / "student"
    assert write(chapters, to) == write(chapters, to) == 0  # as it would be written
    saved = (to / "a.ipynb").read_text().replace("return ...", "return 0")
    (to / "a.ipynb").write_text(saved)
    nbformat.write(PLACES["fox-1"].notebook, chapters / "0.ipynb")
    assert write(chapters, to) == 2
    told = capsys.readouterr().err
    assert "already holds a.ipynb" in told and "another folder, or delete" in told
    assert (to / "a.ipynb").read_text() == saved
    assert not (to / "0.ipynb").exists()  # all or nothing


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
