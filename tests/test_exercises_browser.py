"""Exercises in a real browser: answered in JupyterLab, read on a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from axe_check import violations
from lab_page import lab_server, open_and_run
from nbformat.v4 import new_notebook
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.site.chapters import Chapter, execute, read
from foxkit.site.pages import page as site_page

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong


def section() -> nbformat.NotebookNode:
    """Return the exercises of chapter 0 as a notebook of their own."""
    (index,) = (c.notebook for c in read() if c.path.name == "00_index.ipynb")
    cells = [cell for cell in index.cells if cell.id.startswith("start-ex-")]
    return new_notebook(cells=cells, metadata=index.metadata)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with the exercises, executed but not answered."""
    path = tmp_path_factory.mktemp("page") / "a.html"
    done = execute(Chapter(path.with_suffix(".ipynb"), section()))
    assert done.error == ""
    path.write_text(site_page(done, [done]), encoding="utf-8")
    return path.as_uri()


def folded(page: Page, line: str) -> Locator:
    """Return the first text that is folded away behind a line."""
    return page.locator("details", has=page.get_by_text(line, exact=True)).first


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1000])
def test_hints_and_answers_open_by_keyboard(
    browser: Browser, address: str, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 844}
    context = browser.new_context(color_scheme=scheme, viewport=size)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    hint, answer = folded(page, "Hint"), folded(page, "Worked answer")
    expect(hint.locator("p")).to_be_hidden()
    expect(answer.locator("pre")).to_be_hidden()
    hint.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(hint.locator("p")).to_contain_text("the mean of the win rates")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(answer.locator("pre")).to_contain_text("answer = (18 / 20 + 4 / 20) / 2")
    assert page.locator(".output [role=status]").count() == 3
    assert violations(page, "main") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a page of JupyterLab in which the exercises have been run as they are."""
    folder = tmp_path_factory.mktemp("lab")
    nbformat.write(section(), folder / "a.ipynb")
    with lab_server(Path(folder)) as served:
        view = browser.new_page(viewport={"width": 1280, "height": 1000})
        view.set_default_timeout(120_000)
        open_and_run(view, served, "a.ipynb")
        expect(said(view).nth(2)).to_contain_text("No answer yet.", timeout=240_000)
        yield view
        view.close()


def said(page: Page) -> Locator:
    return page.locator(".jp-OutputArea-output [role=status]")


def answer(page: Page, source: str) -> None:
    """Write the first exercise's cell anew and run it, by keyboard alone."""
    page.locator(".jp-Notebook").focus()
    page.keyboard.press("Escape")
    up, down = ["ArrowUp"] * 10, ["ArrowDown"] * 3
    for key in (*up, *down, "Enter", "Control+a"):
        page.keyboard.press(key)
    page.keyboard.insert_text(source)
    page.keyboard.press("Shift+Enter")


def test_wrong_then_right_in_the_lab(lab: Page) -> None:
    answer(lab, 'check("start-1", 22)')
    expect(said(lab).first).to_have_text(
        "✗ Not yet. That is the number of games; a score is a rate, from 0 to 1."
    )
    answer(lab, 'check("start-1", (18 / 20 + 4 / 20) / 2)')
    expect(said(lab).first).to_contain_text("✓ Right. Nine of ten games as sheep")


def test_hints_open_in_the_lab(lab: Page) -> None:
    hint, worked = folded(lab, "Hint"), folded(lab, "Worked answer")
    hint.locator("summary").focus()
    lab.keyboard.press("Space")
    expect(hint.locator("p")).to_contain_text("the mean of the win rates")
    worked.locator("summary").click()
    expect(worked.locator("pre")).to_contain_text("answer = (18 / 20 + 4 / 20) / 2")
    assert violations(lab, ".jp-OutputArea-output [role=status]") == []
    assert violations(lab, ".jp-RenderedMarkdown details") == []
