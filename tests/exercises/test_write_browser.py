"""Exercises answered on a page from a disk: editor, check, and a game with one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from axe_check import violations
from building_mistakes import MISTAKES, PLAIN
from chapters import CHAPTERS
from nbformat import v4
from play_pages import each_look, play_file
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.exercises import NEEDS_NOTEBOOK, WORK_IN_NOTEBOOK
from foxkit.exercises.handouts import copy_for_students, exercises_of
from foxkit.exercises.page_cells import PLAYER_MAKERS
from foxkit.site.chapters import NOTEBOOKS, Chapter, chapter_at
from foxkit.site.pages import page_html as page_of

expect.set_options(timeout=200_000)  # a busy machine is slow, not wrong
STUDY = chapter_at(NOTEBOOKS / "08_build_a_search.ipynb").as_node()
STUBS = {each.name: each.cell.source for each in exercises_of(STUDY.notebook)}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a student's page, on a disk."""
    folder = tmp_path_factory.mktemp("site")
    play_file(folder)
    chapter = Chapter(STUDY.path, copy_for_students(STUDY.notebook))
    page = folder / chapter.page_file_name
    page.write_text(page_of(chapter, [chapter]), encoding="utf-8")
    return page.as_uri()


@pytest.fixture(scope="module")
def chapters(address: str) -> str:
    """Return the address of a page with the exercises of all chapters, beside it."""
    own = re.compile(r".*-ex-\d+(-check|-answer)?")
    cells = [c for book in CHAPTERS for c in book.notebook.cells if own.fullmatch(c.id)]
    book = v4.new_notebook(cells=cells, metadata=STUDY.notebook.metadata)
    path = Path(url2pathname(urlsplit(address).path)).with_name("exercises.html")
    chapter = Chapter(path.with_suffix(".ipynb"), copy_for_students(book))
    path.write_text(page_of(chapter, [chapter]), encoding="utf-8")
    return path.as_uri()


def opened(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a page, in which no script may fail."""
    view = browser.new_page(viewport={"width": 1366, "height": 768})
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.set_default_timeout(200_000)
    view.goto(address)
    yield view
    view.close()
    assert not faults


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield the student's page, whose Python is started once."""
    yield from opened(browser, address)


@pytest.fixture(scope="module")
def exercises(browser: Browser, chapters: str) -> Iterator[Page]:
    """Yield the page of all exercises, whose Python is started once."""
    yield from opened(browser, chapters)


def cell_of(page: Page, name: str) -> Locator:
    return page.locator(".code_cell", has=page.locator(f"#write-{name}"))


def checked(page: Page, name: str, source: str) -> str:
    """Write an answer, check it, and return what is said of it."""
    cell = cell_of(page, name)
    cell.locator("textarea").fill(source)
    cell.locator("textarea").press("Control+Enter")
    expect(cell.get_by_role("button", name="Check")).to_be_enabled()
    return cell.locator(".shown").inner_text()


def answer(name: str, ours: str = "", theirs: str = "") -> str:
    """Return a cell with a right program, or with one that has a slip."""
    call = STUBS[name][STUBS[name].index("check(") :]
    return f"{PLAIN[name].strip().replace(ours, theirs)}\n\n\n{call}\n"


@pytest.mark.timeout(600)
def test_every_search_is_written_checked_and_played_against(page: Page) -> None:
    """The check says there what it says in a notebook; everybody can use it.

    Of every second one a mistake is tried: Python of a page is slow.
    """
    assert page.evaluate("document.querySelectorAll('[src]').length") == 0
    assert "Worked answer" not in page.content()
    for number, name in enumerate(STUBS):
        cell = cell_of(page, name)
        expect(cell.get_by_label("Your answer")).to_have_value(STUBS[name])
        assert "No answer yet." in checked(page, name, STUBS[name])
        if number % 2 == 0:
            ours, theirs, words = MISTAKES[name][-1]
            said = checked(page, name, answer(name, ours, theirs)).replace("\n", " ")
            assert "Not yet." in said and words.replace("`", "") in said
        assert "✓ Right." in checked(page, name, answer(name))
        against = cell.get_by_role("button", name="Play against it")
        assert against.is_visible() == (name in PLAYER_MAKERS)
    for width in each_look(page):
        assert violations(page, "main") == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 1366, "height": 768})
    for name in PLAYER_MAKERS:
        cell = cell_of(page, name)
        cell.get_by_role("button", name="Play against it").click()
        board = cell.locator(".fkb")
        expect(board.locator(".fkb-chair select").nth(1)).to_have_value("your search")
        for moves in (3, 5):  # with the start
            board.locator(".fkb-movable").first.focus()
            page.keyboard.press("Enter")
            board.locator('[data-point][aria-label*="can go here"]').first.focus()
            page.keyboard.press("Enter")
            expect(board.locator(".fkb-moves li")).to_have_count(moves)


PLANT = """for (const name of ["foxkit build-1", "foxkit: /other.html: build-1"])
  localStorage.setItem(name, "planted")"""
"""Pages of a disk share one store: an answer is kept by the page's own path."""


def test_errors_name_a_line_and_an_endless_loop_can_be_stopped(page: Page) -> None:
    assert checked(page, "build-1", "a = 1\nb = a +\n") == (
        "Line 2: SyntaxError, invalid syntax"
    )
    said = checked(page, "build-1", "print('<b>')\n\nlen(None)")
    assert said.startswith("<b>") and "Line 3: TypeError" in said
    cell = cell_of(page, "build-1")
    cell.locator("textarea").fill("while True:\n    pass")
    cell.get_by_role("button", name="Check").click()
    cell.get_by_role("button", name="Stop").click()
    expect(cell.locator(".play [role=status]")).to_have_text(
        "Stopped. What you wrote is still there."
    )
    page.evaluate(PLANT)
    page.reload()
    expect(cell.locator("textarea")).to_have_value("while True:\n    pass")
    assert "Right." in checked(page, "build-1", answer("build-1"))
    cell.get_by_role("button", name="Start over").click()
    expect(cell.locator("textarea")).to_have_value(STUBS["build-1"])


HOUNDS = """
from foxkit.games.fox_hounds.rules import is_foxbox
def hounds(position, seed):
after = {move: position.play(move) for move in position.moves}
keep = [m for m, then in after.items() if is_foxbox(then.game, then.state)]
return min(keep or after, key=lambda move: move[1])
"""
JUMPS = """
points = "a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2".split()
def own(hounds, hare):
at = lambda p: (ord(p[0]), int(p[1]))
far = lambda a, b: sorted(abs(x - y) for x, y in zip(at(a), at(b)))
ends = lambda a, b: {a, b} & {"a2", "c2", "e2"}
line = lambda a, b: far(a, b) == [0, 1] or far(a, b) == [1, 1] and ends(a, b)
mid = lambda a, h, b: all(x + z == 2 * y for x, y, z in zip(at(a), at(h), at(b)))
over = {h: [b for b in points if mid(hare, h, b) and line(h, b)] for h in hounds}
return {b for h in hounds if line(hare, h) for b in over[h] if b not in hounds}
"""
CHANCE = """
def hounds(position, p, chosen):
a = {m: hounds(position.play(m), p, chosen) for m in position.moves}
over, few = position.outcome, chosen(position)
mix = a and p * sum(a.values()) / len(a) + (1 - p) * sum(map(a.get, few)) / len(few)
best = max(a.values(), default=0)
return float(over["fox"] > 0) if over else best if position.mover == "fox" else mix
"""
LINE = "03-02 04-14 02-12 14-04 01-02 04-03 12-22 20-30 22-23 03-13 23-33 13-23 33x31"
ANSWERS: dict[str, tuple[list[str], list[str], str]] = {
    "sheep-1": (["13.4543"], ["8**1.25 - (3**1.25 + 4**1.25)"], "take away what you"),
    "hounds-2": (["0.04", "1"], ["0,0384", "0.0402"], "give three decimals"),
    "zoo-1": (["2 bear"], ["3 whale"], "Two bears fall to two whales"),
    "hounds-1": (["g8-f7", "2"], ["g8-f7", "3"], "the move of a hound between them"),
    "hounds-3": (["answer = 44"], [HOUNDS], "A function is asked for"),
    "hounds-4": (["answer = 44"], [CHANCE], "A function is asked for"),
    "own-3": (["answer = 44"], [JUMPS], "A function is asked for"),
    "wolves-3": ([f'answer = "{LINE[:-6]}"'], [f'answer = "{LINE}"'], "to its end"),
}
"""Of each kind a wrong answer, a right one, and words for the wrong one."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ANSWERS)
def test_an_exercise_of_each_kind_is_answered_by_keyboard(
    exercises: Page, name: str
) -> None:
    """Short answers have fields, programs an editor; a page checks them as a notebook.

    Whatever a reader types is Python of the page: it is run, and shown as text.
    """
    page, cell = exercises, cell_of(exercises, name)
    first, shown = page.locator(f"#write-{name}"), cell.locator(".shown")
    for typed, words in zip(
        ANSWERS[name][:2], (ANSWERS[name][2], "✓ Right."), strict=True
    ):
        first.focus()
        for number, text in enumerate(typed):
            page.keyboard.press("Tab") if number else None
            page.keyboard.press("Control+a")
            if first.evaluate("field => field.tagName") == "INPUT":
                page.keyboard.type(text)
            else:
                call = f"{name.split('-')[0] if 'def ' in text else 'answer'}"
                page.keyboard.type(f"{text}\n")
                for _ in range(2):
                    page.keyboard.press("Shift+Tab")
                page.keyboard.type(f'check("{name}", {call})')
        page.keyboard.press("Control+Enter")
        expect(cell.get_by_role("button", name="Check")).to_be_enabled()
        expect(shown).to_contain_text(words)


@pytest.mark.timeout(600)
def test_fields_are_for_everybody_and_what_needs_the_notebook_says_so(
    exercises: Page,
) -> None:
    page = exercises
    page.get_by_label("The number of plies").fill("")
    first = page.get_by_label("The move of the fox")
    first.fill("<img src=x onerror='window.ran = 1'>")
    first.press("Enter")
    shown = cell_of(page, "hounds-1").locator(".shown")
    expect(shown).to_contain_text("No answer yet.")  # the other field is empty
    page.get_by_label("The number of plies").fill("print('<b>') or 3")
    first.press("Enter")
    expect(shown).to_contain_text("<img src=x")
    assert page.evaluate("window.ran ?? null") is None
    assert shown.locator(":is(img, b)").count() == 0
    page.reload()
    expect(first).to_have_value("<img src=x onerror='window.ran = 1'>")
    for name, words in {**NEEDS_NOTEBOOK, **WORK_IN_NOTEBOOK}.items():
        note = page.get_by_text(words)
        expect(note).to_be_visible()
        assert page.locator(f"#write-{name}").count() == (name not in NEEDS_NOTEBOOK)
    for width in each_look(page):
        assert violations(page, "main") == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


SENDS = """
import js, json
for parts in (
    {"html": "<img src=x onerror='window.ran = 1'>", "plays": False},
    {"said": [{"printed": "<img src=x>"}, {"head": "<i>", "words": "`<b>`"}]},
    {"said": 5},
):
    for board in range(3):
        js.postMessage(json.dumps({"board": board, "parts": parts}))
"""


def test_what_python_sends_is_text(page: Page) -> None:
    checked(page, "build-1", SENDS)
    page.wait_for_timeout(500)
    assert page.evaluate("window.ran ?? null") is None
    assert cell_of(page, "build-1").locator(".shown :is(img, i, b)").count() == 0


def test_the_keys_of_an_editor(page: Page) -> None:
    area = cell_of(page, "build-5").locator("textarea")
    area.fill("")
    area.press_sequentially("def f(x):\nif x:\nreturn 1")
    expect(area).to_have_value("def f(x):\n    if x:\n        return 1")
    area.press("Shift+Tab")
    expect(area).to_have_value("def f(x):\n    if x:\n    return 1")
    area.press("Control+a")
    area.press("Tab")
    expect(area).to_have_value("    def f(x):\n        if x:\n        return 1")
    area.press("Escape")
    area.press("Tab")
    expect(area).not_to_be_focused()
    expect(cell_of(page, "build-5").get_by_role("button", name="Check")).to_be_focused()
