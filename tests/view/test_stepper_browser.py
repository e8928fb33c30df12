"""The stepper in a real browser: on pages without a kernel, and in JupyterLab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from axe_check import violations
from lab_page import Served, exported_page, lab_page, notebook_of
from nbclient import NotebookClient
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html as site_page

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
SETUP = """
from foxkit import BattleSheep, FoxGame, FoxHounds, FranksZoo
from foxkit import Position, Replay, Stepper, Wolves
from foxkit.games.franks_zoo.fusion import EXAMPLE
from foxkit.games.wolves.evaluation import WIN, heuristic
from foxkit.view.record import Record
crowded = Position.parse(Wolves(), "21100/11100/02100/00000/00000 s")
def judge(position):
    return heuristic(position.state, position.state.mover)
tiny = Position.parse(BattleSheep(), "b2 a2 c2/. . c2/d1 . a2 | 1")
hands = "1 crocodile, 1 lion, 1 mouse | 1 bear, 1 fish | 1 whale, 1 mouse, 1 perch"
short = f"{hands} | 1 elephant, 1 fish ; opening ; 1 1 0 0000"
"""
MCTS = "Stepper(Position.start(FoxGame()), simulations=60)"
ALPHA_BETA = "Stepper(crowded, 'alpha-beta', judge, unit=WIN)"
RETROGRADE = "Stepper(Position.start(FoxHounds(4, 4)), 'retrograde', by='rounds')"
SIZES = """root => [...root.querySelectorAll("*")]
  .filter(e => e.checkVisibility())
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => parseFloat(getComputedStyle(e).fontSize)
    * (e.ownerSVGElement ? e.ownerSVGElement.getScreenCTM().a : 1))"""
"""The sizes of all text that is to be seen, in pixels."""
MAX_N = "Stepper(tiny, 'max^n')"
DEALS = "Stepper(Position.parse(FranksZoo(), short), 'deals')"
FUSION = "Stepper(Position.parse(FranksZoo(), EXAMPLE), 'strategy fusion')"
STEPPERS = (MCTS, ALPHA_BETA, RETROGRADE, MAX_N, DEALS, FUSION)
REPLAY = "Replay(Record(Position.start(FoxGame()), ('33-43',)))"  # styles of its own
CELLS = (SETUP, *STEPPERS, REPLAY)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page of the workbook with a stepper for each search."""
    code = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    cells = [nbformat.v4.new_markdown_cell("# A"), *code]
    book = nbformat.v4.new_notebook(cells=cells)
    resources = {"metadata": {"path": str(Path(__file__).parents[2])}}
    client = NotebookClient(book, resources=resources, store_widget_state=False)
    client.execute()
    path = tmp_path_factory.mktemp("page") / "a.html"
    chapter = Chapter(path.with_suffix(".ipynb"), book)
    path.write_text(site_page(chapter, [chapter]), encoding="utf-8")
    return path.as_uri()


def visit(browser: Browser, address: str, **options: object) -> Iterator[Page]:
    for view in exported_page(browser, address, **options):
        expect(view.locator(".fks-counters dd").first).to_be_visible()
        yield view


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    yield from visit(browser, address, viewport={"width": 1000, "height": 900})


def words(stepper: Locator) -> Locator:
    return stepper.locator(".fks-words")


def to_question(stepper: Locator) -> None:
    """Click on to the next question."""
    following = stepper.get_by_role("button", name="next step")
    for _ in range(40):
        if stepper.locator(".fks-ask").is_visible():
            return
        following.click()
    raise AssertionError("no question comes")


def test_a_search_is_read_by_mouse(page: Page) -> None:
    stepper = page.locator(".fks").first
    expect(words(stepper)).to_have_text(
        "Sheep to move, 7 moves. The tree is the root alone."
    )
    stepper.get_by_role("button", name="next step").click()
    expect(words(stepper)).to_contain_text("Simulation 1 starts at the root")
    expect(stepper.locator(".fks-phases [aria-current]")).to_have_text("select")
    stepper.get_by_role("slider").fill("4")
    expect(stepper.locator("dl")).to_contain_text("simulations1")
    stepper.get_by_role("button", name="last step").click()
    expect(words(stepper)).to_contain_text("After 60 simulations")
    row = stepper.get_by_role("row").filter(has_text="✓")
    expect(row).to_have_count(0)  # the sign is drawn by a style, not text
    expect(stepper.locator(".fks-good .fks-bar span")).to_have_count(2)
    stepper.get_by_role("button", name="play the steps").click()
    expect(stepper.get_by_role("button", name="pause")).to_be_visible()
    expect(stepper.locator("dl")).to_contain_text("step1 of")


def test_a_question_by_mouse_with_a_hint_and_a_score_that_is_kept(page: Page) -> None:
    stepper = page.locator(".fks").first
    expect(stepper.locator(".fks-ask")).to_be_hidden()
    to_question(stepper)
    expect(stepper.locator("legend")).to_have_text(
        "What will be added to 64-63, a move of foxes?"
    )
    stepper.get_by_role("button", name="Answer").click()
    expect(stepper.locator(".fks-hint")).to_contain_text("Choose an answer first")
    stepper.get_by_label("+0.020").check()
    stepper.get_by_role("button", name="Answer").click()
    expect(stepper.locator(".fks-hint")).to_contain_text(
        "Not so. 64-63 is a move of foxes"
    )
    stepper.get_by_label("−0.020").check()
    stepper.get_by_role("button", name="Answer").click()
    expect(words(stepper)).to_contain_text("Right. To each node the result")
    expect(stepper.locator(".fks-points")).to_contain_text("0 of 1 right at the first")
    to_question(stepper)
    stepper.get_by_label("34-44").check()
    stepper.get_by_role("button", name="Answer").click()
    expect(stepper.locator(".fks-points")).to_contain_text("1 of 2 right at the first")
    page.reload()
    expect(stepper.locator(".fks-points")).to_contain_text("1 of 2 right at the first")
    other = page.locator(".fks").nth(1).locator(".fks-points")
    expect(other).to_have_text("6 questions on the way.")


def test_a_question_is_passed_over_by_going_on_twice(page: Page) -> None:
    stepper = page.locator(".fks").first
    to_question(stepper)
    on = stepper.get_by_role("button", name="next step")
    on.click()
    expect(stepper.locator(".fks-hint")).to_contain_text("once more passes")
    on.click()
    expect(words(stepper)).to_contain_text("To each node the result")
    expect(stepper.locator(".fks-points")).to_contain_text("questions on the way")


def test_an_answer_is_nowhere_before_it_is_asked_for(page: Page) -> None:
    for number, told in ((0, "has the largest sum"), (1, "Pruned:"), (2, "wins in 2:")):
        stepper = page.locator(".fks").nth(number)
        to_question(stepper)
        everything = "document.documentElement.outerHTML"
        assert told not in page.evaluate(everything)


ASKS_OR_ENDS = """stepper => {
  const step = stepper.querySelector("[aria-label=step]");
  return stepper.querySelector(".fks-ask").checkVisibility() || step.value === step.max;
}"""


def by_mouse(stepper: Locator) -> None:
    """Go to the first question that is left, find its answer by trial, and on."""
    stepper.get_by_role("button", name="first step").click()
    while not stepper.evaluate(ASKS_OR_ENDS):
        stepper.get_by_role("button", name="next step").click()
    for choice in stepper.locator(".fks-choices label").all():
        choice.click()
        stepper.get_by_role("button", name="Answer").click()
        if "Right." in words(stepper).inner_text():
            break
        expect(stepper.locator(".fks-hint")).to_contain_text("Not so.")
    assert not stepper.locator(".fks-ask").is_visible()
    stepper.get_by_role("button", name="last step").click()
    assert is_at_end(stepper)


def by_keyboard(stepper: Locator) -> None:
    """Do the same with the keys alone."""
    press = stepper.page.keyboard.press
    stepper.get_by_role("button", name="first step").focus()
    press("Home")
    while not stepper.evaluate(ASKS_OR_ENDS):
        press("ArrowRight")
    for number in range(stepper.locator(".fks-choices label").count()):
        press(str(number + 1))
        press("Enter")
        if "Right." in words(stepper).inner_text():
            break
    assert not stepper.locator(".fks-ask").is_visible()
    press("End")
    assert is_at_end(stepper)


def is_at_end(stepper: Locator) -> bool:
    step = stepper.get_by_role("slider", name="step", exact=True)
    return step.input_value() == step.get_attribute("max")


def test_every_stepper_by_mouse_or_keyboard(browser: Browser, address: str) -> None:
    """By the one and the other in turn."""
    size = {"width": 390, "height": 844}
    for page in visit(browser, address, color_scheme="light", viewport=size):
        steppers = page.locator(".fks").all()
        assert len(steppers) == len(STEPPERS)
        for stepper in steppers:
            to_question(stepper)
        assert violations(page, ".fks") == []
        for number, stepper in enumerate(steppers):
            (by_mouse, by_keyboard)[number % 2](stepper)
        assert violations(page, ".fks") == []


def test_a_phone_with_touch(browser: Browser, address: str) -> None:
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    for page in visit(browser, address, **options):
        for stepper in page.locator(".fks").all():
            wide = stepper.evaluate("r => [r.scrollWidth, r.clientWidth]")
            assert wide[0] <= wide[1]
            for button in stepper.get_by_role("button").all():
                box = button.bounding_box()
                assert box and box["width"] >= 40 and box["height"] >= 40
            to_question(stepper)
            assert min(stepper.evaluate(SIZES)) >= 11
            label = stepper.locator(".fks-choices label").first
            assert label.bounding_box()["height"] >= 40  # type: ignore[index]
            label.tap()
            stepper.get_by_role("button", name="Answer").tap()
            expect(stepper.locator(".fks-points")).to_contain_text("of 1 right")


def test_without_scripts_there_is_still_a_picture(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    view = context.new_page()
    view.goto(address)
    expect(view.locator(".fks > svg[role=img]")).to_have_count(len(STEPPERS))
    expect(view.locator(".fks > p").first).to_contain_text("steps to read")
    context.close()


# -- in JupyterLab -----------------------------------------------------------------


@pytest.fixture(scope="module")
def lab(browser: Browser, jupyterlab: Served) -> Iterator[Page]:
    """Yield a page of JupyterLab with a stepper for each search."""
    path = jupyterlab.folder / "steppers" / "steppers.ipynb"
    book, shows = notebook_of(SETUP, *STEPPERS), ".jp-OutputArea .fks dd"
    with lab_page(browser, jupyterlab, path, book, shows) as view:
        last = view.locator(".jp-OutputArea .fks").nth(len(STEPPERS) - 1)
        expect(last.locator("dd").first).to_be_visible(timeout=240_000)
        yield view


def in_lab(lab: Page, code: str) -> Locator:
    return lab.locator(".jp-OutputArea .fks").nth(STEPPERS.index(code))


def test_settings_are_sliders_while_a_kernel_runs(lab: Page) -> None:
    stepper = in_lab(lab, MCTS)
    stepper.get_by_label("C", exact=True).press("ArrowRight")
    expect(stepper.locator(".fks-title")).to_contain_text("C = 0.7, cutoff 0, seed 1")
    expect(stepper.locator(".fks-points")).to_contain_text("questions on the way")
    cutoff = stepper.get_by_label("cutoff", exact=True)
    cutoff.press("ArrowRight")
    expect(stepper.locator(".fks-title")).to_contain_text("C = 0.7, cutoff 1, seed 1")
    stepper.get_by_role("button", name="last step").tap()
    expect(stepper.locator("dl")).to_contain_text("random moves60")


def test_a_search_begins_where_the_reader_says(lab: Page) -> None:
    stepper = in_lab(lab, ALPHA_BETA)
    field = stepper.get_by_role("textbox", name="position")
    expect(field).to_have_value("21100/11100/02100/00000/00000 s")
    field.fill("21100/11100/02100/00000 s")
    field.press("Enter")
    expect(stepper.get_by_role("alert")).to_contain_text("instead of 5 rows")
    expect(field).to_have_value("21100/11100/02100/00000 s")
    field.fill("21100/11100/00100/02000/00000 w")
    stepper.get_by_role("button", name="Search from here").click()
    expect(words(stepper)).to_contain_text("Open the root: wolves to move")
    expect(stepper.get_by_role("alert")).to_be_empty()
