"""Exercises answered on a page from a disk: editor, check, and a game with one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_check import violations
from building_mistakes import MISTAKES, PLAIN
from play_pages import each_look, play_file
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.exercises.versions import exercises_of, for_students
from foxkit.exercises.written import PLAYERS, WRITTEN_SEARCHES
from foxkit.site.chapters import NOTEBOOKS, Chapter, chapter_at
from foxkit.site.pages import page as page_of

expect.set_options(timeout=200_000)  # a busy machine is slow, not wrong
STUDY = chapter_at(NOTEBOOKS / "08_build_a_search.ipynb").as_node()
STUBS = {each.name: each.cell.source for each in exercises_of(STUDY.notebook)}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a student's page, on a disk."""
    folder = tmp_path_factory.mktemp("site")
    play_file(folder)
    chapter = Chapter(STUDY.path, for_students(STUDY.notebook))
    (folder / chapter.page).write_text(page_of(chapter, [chapter]), encoding="utf-8")
    return (folder / chapter.page).as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield the page, in which no script may fail."""
    view = browser.new_page(viewport={"width": 1366, "height": 768})
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.set_default_timeout(200_000)
    view.goto(address)
    yield view
    view.close()
    assert not faults


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
    """The check says there what it says in a notebook; everybody can use it."""
    assert page.evaluate("document.querySelectorAll('[src]').length") == 0
    assert "Worked answer" not in page.content()
    for name in WRITTEN_SEARCHES:
        cell = cell_of(page, name)
        expect(cell.get_by_label("Your answer")).to_have_value(STUBS[name])
        assert "No answer yet." in checked(page, name, STUBS[name])
        ours, theirs, words = MISTAKES[name][-1]
        said = checked(page, name, answer(name, ours, theirs)).replace("\n", " ")
        assert "Not yet." in said and words.replace("`", "") in said
        assert "✓ Right." in checked(page, name, answer(name))
        against = cell.get_by_role("button", name="Play against it")
        assert against.is_visible() == (name in PLAYERS)
    for width in each_look(page):
        assert violations(page, "main") == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 1366, "height": 768})
    for name in PLAYERS:
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
    page.reload()
    expect(cell.locator("textarea")).to_have_value("while True:\n    pass")
    assert "Right." in checked(page, "build-1", answer("build-1"))
    cell.get_by_role("button", name="Start over").click()
    expect(cell.locator("textarea")).to_have_value(STUBS["build-1"])


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


def test_what_python_sends_is_text_and_what_others_plant_stays_theirs(
    page: Page,
) -> None:
    """Pages of a disk share one store: an answer is kept by the page's own path."""
    page.evaluate("localStorage.setItem('foxkit build-1', 'planted')")
    page.evaluate("localStorage.setItem('foxkit: /other.html: build-1', 'planted')")
    page.reload()
    cell = cell_of(page, "build-1")
    expect(cell.locator("textarea")).to_have_value(STUBS["build-1"])
    checked(page, "build-1", SENDS)
    page.wait_for_timeout(500)
    assert page.evaluate("window.ran ?? null") is None
    assert cell.locator(".shown :is(img, i, b)").count() == 0


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
