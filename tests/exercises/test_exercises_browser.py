"""Exercises in a real browser: answered in JupyterLab, read on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import nbformat
import pytest
from axe_check import violations
from chapters import CHAPTERS
from lab_page import Served, lab_page
from nbformat.v4 import new_notebook
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.exercises import NEEDS_NOTEBOOK
from foxkit.exercises.handouts import exercises_of
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html as site_page

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong


def sections(chapters: int) -> nbformat.NotebookNode:
    """Return the exercises of the first chapters as a notebook of their own."""
    books = [chapter.notebook for chapter in CHAPTERS[:chapters]]
    ids = re.compile(r".*-ex-\d+(-check|-answer)?")
    cells = [c for book in books for c in book.cells if ids.fullmatch(c.id)]
    return new_notebook(cells=cells, metadata=books[0].metadata)


ALL, FEW = sections(7), sections(2)
QUESTIONS = exercises_of(FEW)
BONUS = [each.name for each in QUESTIONS].index("fox-2")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with all exercises, not answered."""
    path = tmp_path_factory.mktemp("page") / "a.html"
    done = Chapter(path.with_suffix(".ipynb"), ALL)
    path.write_text(site_page(done, [done]), encoding="utf-8")
    return path.as_uri()


def folded(page: Page, line: str) -> Locator:
    """Return the texts that are folded away behind a line."""
    return page.locator("details", has=page.get_by_text(line, exact=True))


@pytest.mark.parametrize(("scheme", "width"), [("dark", 390)])
def test_hints_and_answers_open_by_mouse_and_keyboard(
    browser: Browser, address: str, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 844}
    context = browser.new_context(color_scheme=scheme, viewport=size)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    hints, answers = folded(page, "Hint").all(), folded(page, "Worked answer").all()
    assert len(hints) == len(answers) == len(exercises_of(ALL)) == 27
    for hint, answer in zip(hints, answers, strict=True):
        expect(hint.locator("p").first).to_be_hidden()
        expect(answer.locator("pre")).to_be_hidden()
        hint.locator("summary").click()
        expect(hint.locator("p").first).to_be_visible()
        answer.locator("summary").focus()
        page.keyboard.press("Space")
        expect(answer.locator("pre")).to_be_visible()
    assert page.locator(".write").count() == len(hints) - len(NEEDS_NOTEBOOK)
    assert page.locator(".output [role=status]").count() == len(NEEDS_NOTEBOOK)
    assert violations(page, "main") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.fixture(scope="module")
def lab(browser: Browser, jupyterlab: Served) -> Iterator[Page]:
    """Yield a page of JupyterLab in which a few have been run as they are."""
    path = jupyterlab.folder / "exercises" / "exercises.ipynb"
    with lab_page(browser, jupyterlab, path, FEW, "[role=status]") as view:
        last = said(view).nth(len(QUESTIONS) - 1)
        expect(last).to_contain_text("No answer yet.", timeout=240_000)
        yield view


def said(page: Page) -> Locator:
    return page.locator(".jp-OutputArea-output [role=status]")


def answer(lab: Page, number: int, source: str) -> None:
    """Write over an exercise's cell as a reader does: a click, keys, Shift+Enter."""
    code = lab.locator(".jp-CodeCell").filter(has=lab.locator("[role=status]"))
    code.nth(number).locator(".cm-content").click()
    lab.keyboard.press("Control+a")
    lab.keyboard.insert_text(source)
    lab.keyboard.press("Shift+Enter")


@pytest.mark.parametrize("number", [3], ids=["fox-1"])
def test_the_worked_answer_is_right_in_the_lab(lab: Page, number: int) -> None:
    answer(lab, number, QUESTIONS[number].solved_source)
    expect(said(lab).nth(number)).to_contain_text("✓ Right.")


def test_wrong_then_right_in_the_lab(lab: Page) -> None:
    answer(lab, BONUS, 'check("fox-2", 0)')
    expect(said(lab).nth(BONUS)).to_have_text(
        "✗ Not yet. So it is with C = 0.4. Change the tuple of C."
    )
    answer(lab, BONUS, 'check("fox-2", 3 + 1)')
    expect(said(lab).nth(BONUS)).to_contain_text("✓ Right. Four of seven moves")


def test_hints_open_in_the_lab(lab: Page) -> None:
    hints, worked = folded(lab, "Hint"), folded(lab, "Worked answer").nth(BONUS)
    hints.nth(BONUS).locator("summary").focus()
    lab.keyboard.press("Space")
    expect(hints.nth(BONUS).locator("p")).to_contain_text("Count those with one visit")
    worked.locator("summary").click()
    expect(worked.locator("pre")).to_contain_text("Settings(c=0), seed=1")
    assert violations(lab, ".jp-OutputArea-output [role=status]") == []
    assert violations(lab, ".jp-RenderedMarkdown details") == []


def test_exercises_in_a_narrow_dark_lab(lab: Page) -> None:
    lab.set_viewport_size({"width": 390, "height": 844})
    theme = "{theme: 'JupyterLab Dark'}"
    lab.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {theme})")
    expect(lab.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    answer(lab, BONUS, 'check("fox-2", 6)')
    expect(said(lab).nth(BONUS)).to_contain_text("✗ Not yet. Not all others")
    for each in (said(lab).nth(BONUS), folded(lab, "Hint").nth(3)):
        wide = each.evaluate("e => [e.scrollWidth, e.clientWidth]")
        assert wide[0] <= wide[1]
    assert violations(lab, ".jp-OutputArea-output [role=status]") == []
    assert violations(lab, ".jp-RenderedMarkdown details") == []
