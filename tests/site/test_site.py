"""The pages: executed in their quick form, readable offline, failures named."""

import os
import re
import signal
import subprocess
import time
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pandas as pd
import pytest
from axe_check import violations
from chapters import CHAPTERS
from fresh import ROOT, command
from nbformat import NotebookNode, v4, write
from play_pages import each_look
from playwright.sync_api import Browser, expect

from foxkit import curve
from foxkit.cli import main
from foxkit.core.position import Position
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.cell_outputs import CLAIMS_MIME
from foxkit.lab.ledger import DEPENDS, ledger_rows
from foxkit.site import build as building
from foxkit.site import stamps
from foxkit.site.build import build
from foxkit.site.chapters import WIDGET, Chapter, read_chapters
from foxkit.site.differences import changed_cells
from foxkit.site.execution import execute_chapter
from foxkit.site.pages import page_html, verdicts_in_words, with_header_scopes
from foxkit.site.search_index import find_js
from foxkit.view.balance_lab import RUN_CELL_HINT
from foxkit.view.board import Board
from foxkit.view.drawing import gallery
from foxkit.view.live_elements import with_current_scripts, without_scripts
from foxkit.view.record import Record
from foxkit.view.replay import Replay
from foxkit.view.stepper import Stepper
from foxkit.view.svg import board


def notebook(*cells: NotebookNode) -> NotebookNode:
    return v4.new_notebook(cells=list(cells))


def displayed(**data: object) -> NotebookNode:
    """Return a chapter with one cell that displayed `data`, by MIME type."""
    output = v4.new_output("display_data", data=data)
    return notebook(v4.new_code_cell("show", outputs=[output]))


def page_of(book: NotebookNode) -> str:
    chapter = Chapter(Path("01_test.ipynb"), book)
    return page_html(chapter, [chapter])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Chapter]]:
    """Build a workbook of a sound chapter and a failing one."""
    folder = tmp_path_factory.mktemp("book")
    sound = [
        v4.new_markdown_cell("# Sound\n\nThe mean is $\\frac{w}{n}$."),
        v4.new_code_cell("import os, foxkit; os.environ['FOXKIT_PLAYS']"),
        v4.new_code_cell(
            "from IPython.display import HTML\n"
            "HTML('<output id=x></output>"
            '<script>document.getElementById("x").value = 6 * 7</script>\')'
        ),
    ]
    failing = [
        "# Failing",
        "1 + 1",
        "raise ValueError('no <fox>')",
        "print('la' + 'ter')",
    ]
    write(notebook(*sound), folder / "01_sound.ipynb")
    cells = [v4.new_markdown_cell(failing[0]), *map(v4.new_code_cell, failing[1:])]
    write(notebook(*cells), folder / "02_failing.ipynb")
    return folder, build(folder, folder / "site")


@pytest.mark.slow
def test_what_is_executed_plays_nothing(built):
    _, chapters = built
    assert "'0'" in str(chapters[1].code[0]["outputs"])


@pytest.mark.slow
def test_no_model_that_went_with_its_kernel_is_asked_for():
    code = "from foxkit import BalanceLab, FoxGame\nBalanceLab(FoxGame())"
    done = execute_chapter(
        Chapter(Path("01_a.ipynb"), notebook(v4.new_code_cell(code)))
    )
    (output,) = done.notebook.cells[0].outputs
    assert WIDGET not in output.data
    assert RUN_CELL_HINT in output.data["text/html"]
    text = page_html(done, [done])
    assert 'class="live"' in text and "Shift+Enter" not in text


@pytest.mark.slow
def test_a_failing_chapter_is_named_and_shown_as_far_as_it_came(built):
    folder, chapters = built
    assert [c.error for c in chapters] == ["", "", "ValueError: no <fox>"]
    text = (folder / "site" / "02_failing.html").read_text()
    assert "This chapter ended early: ValueError: no &lt;fox&gt;" in text
    assert "later" not in text


BY_NAME = {chapter.path.stem: chapter for chapter in CHAPTERS}


@cache
def shown(name: str) -> str:
    """Return the page of one of the workbook's chapters."""
    return page_html(BY_NAME[name], [BY_NAME[name]])


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_the_contents_lead_to_every_section(name):
    chapter, text = BY_NAME[name], shown(name)
    links = re.findall(r'<li><a href="#([^"]+)">', text)
    assert len(links) == sum(1 + len(parts) for _, parts in chapter.headings)
    assert {unquote(link) for link in links} <= {
        unquote(unescape(id)) for id in re.findall(r' id="([^"]+)"', text)
    }


def test_the_contents_follow_the_reader(browser):
    tab = browser.new_page(viewport={"width": 1366, "height": 768})
    text = "\n\n".join(f"## Part {n}\n\n{'Words. ' * 900}" for n in range(3))
    tab.set_content(page_of(notebook(v4.new_markdown_cell(text))))
    here = tab.locator(".contents [aria-current]")
    expect(here).to_have_text("Part 0")
    tab.locator("#Part-2").scroll_into_view_if_needed()
    tab.mouse.wheel(0, 500)
    expect(here).to_have_text("Part 2")
    tab.close()


IN_SIGHT = """(links) => links.map((link) => {
  link.click();
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const { top } = heading.getBoundingClientRect();
  const header = document.querySelector("body > nav").getBoundingClientRect();
  const above = Math.round(top - Math.max(0, header.bottom));
  return [link.textContent, above, innerHeight - Math.round(top)];
})"""
STEPPER = """() => {
  const counters = document.querySelector(".fks-counters");
  const stage = counters.parentElement.querySelector(".fks-board");
  scrollBy(0, stage.getBoundingClientRect().top - 120);  // until they stick
  const header = document.querySelector("body > nav").getBoundingClientRect();
  const { left, top, bottom } = counters.getBoundingClientRect();
  const over = document.elementFromPoint(left + 5, (top + bottom) / 2);
  return [Math.round(top - Math.max(0, header.bottom)), counters.contains(over)];
}"""


def test_nothing_hides_below_the_header(browser):
    """However many rows it has, and also once the studies are unfolded in it."""
    fox = BY_NAME["01_fox_game"]
    tab = browser.new_page()
    tab.emulate_media(reduced_motion="reduce")
    tab.set_content(page_html(fox, CHAPTERS))
    for width, unfolded in ((1366, True), (900, False), (390, False), (390, True)):
        tab.set_viewport_size({"width": width, "height": 768})
        tab.evaluate("on => document.querySelector('nav details').open = on", unfolded)
        tab.evaluate("document.querySelector('.contents').open = true")
        for text, above, room in tab.locator(".contents a").evaluate_all(IN_SIGHT):
            assert above >= 0 and room > 100, text
        above, seen = tab.evaluate(STEPPER)
        assert above >= 0 and seen
    tab.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_a_page_speaks_of_itself_and_not_of_a_notebook(name):
    """What it asks of its readers can be done there, or is said to be elsewhere."""
    text = re.sub(r"(?s)<(style|script|svg|pre|code)\b.*?</\1>", " ", shown(name))
    plain = " ".join(unescape(re.sub(r"<[^>]+>", "", text)).split())
    for words in ("Shift+Enter", "run the cell", "run it again", "Without a kernel"):
        assert words.lower() not in plain.lower()
    assert "running kernel" not in plain and "to scrub through" not in plain


def test_words_for_a_page_stand_in_the_place_of_a_notebooks():
    told = "You *can* run<!--notebook--> the `cell`<!--page: it: *there*--> **now**."
    text = page_of(notebook(v4.new_markdown_cell(told)))
    assert (
        "run it: <em>there</em> <strong>now</strong>" in text
        and "cell</code>" not in text
    )


def test_a_page_has_an_icon_and_tells_what_it_is_about():
    book = notebook(v4.new_markdown_cell("# Foxes\n\n**Who** wins [here](a.md)?"))
    text = page_of(book)
    assert 'rel="icon"' in text and "data:image/svg+xml,%3Csvg" in text
    for name in ('name="description"', 'property="og:description"'):
        assert re.search(rf'<meta (?=[^>]*{name})[^>]*content="Who wins here\?"', text)


def test_a_plot_is_drawn_for_the_width_of_its_page(browser):
    """On a phone and on a desk, with the same points, and numbers to take away."""
    rows = pd.DataFrame({"n": [1, 2, 3], "rate": [0.2, 0.5, 0.6]})
    drawn = curve(rows, "n", "rate", title="More is better")
    data = {"image/svg+xml": str(drawn), **drawn._repr_mimebundle_()}
    tab = browser.new_page(viewport={"width": 390, "height": 844})
    tab.set_content(page_of(displayed(**data)))
    plot = tab.locator("svg.fk:has(.fk-plot)")
    for width, drawn_as in ((390, 350), (1366, 672), (390, 350)):
        tab.set_viewport_size({"width": width, "height": 844})
        expect(plot).to_have_attribute("width", str(drawn_as))
        assert round(plot.bounding_box()["width"]) == drawn_as
        assert tab.evaluate("document.documentElement.scrollWidth") == width
        plot.locator(".fk-tips rect").last.hover()
        told = "n = 3: 60.0\N{NO-BREAK SPACE}%"
        expect(tab.locator(".fk-told")).to_have_text(told)
    buttons = tab.locator(".take button").all_inner_texts()
    assert buttons == ["SVG", "PNG", "CSV", "the cell"]
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="CSV").click()
    numbers = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert numbers[0].startswith('series,"n",value') and '"3",60.0' in numbers[3]
    tab.close()


def test_words_are_found_in_all_pages(browser, tmp_path):
    words = (
        "## How strong?\n\n**Foxes win on 12 x 12.**\n\n## What the marked words mean"
    )
    cells = [v4.new_markdown_cell(words)]
    other = Chapter(Path("02_other.ipynb"), notebook(*cells))
    (tmp_path / "find.js").write_text(find_js([other]), encoding="utf-8")
    (tmp_path / "a.html").write_text(page_of(notebook()), encoding="utf-8")
    tab = browser.new_page()
    tab.goto((tmp_path / "a.html").as_uri())
    tab.keyboard.press("/")
    tab.keyboard.type("which foxes win")
    first = tab.locator("dialog a").first
    expect(first).to_have_attribute("href", "02_other.html#How-strong%3F")
    assert violations(tab, "dialog") == []
    for words, told in (
        ("12x12", "Foxes win on 12 x 12."),
        ("UCB1", "UCB1: The rule by which a tree search picks a child"),
        ("Frank's Zoo Table 4", "Frank's Zoo, Table 4: 90 cells: contradicted"),
    ):
        tab.locator("dialog input").fill(words)
        expect(first).to_contain_text(told)
    tab.keyboard.type(" xyz" * 9)
    tab.keyboard.press("Escape")
    expect(tab.locator("dialog")).to_be_hidden()
    tab.close()


def test_what_is_folded_is_printed_but_for_code(browser):
    tab = browser.new_page()
    told = v4.new_markdown_cell(
        "<details><summary>Hint</summary><p>Look.</p></details>"
    )
    tab.set_content(page_of(notebook(told, v4.new_code_cell("1 + 1"))))
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.get_by_text("Look.").is_visible()
    assert not tab.get_by_text("1 + 1").is_visible()
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not tab.get_by_text("Look.").is_visible()
    tab.close()


MEADOW = BattleSheep(size=15, cells=100, sheep=32).with_deal(1)


def test_boards_share_a_style_and_a_script_and_can_be_touched(browser):
    """Also on the largest board, in a narrow window."""
    games = [Board(FoxGame())._still(), Replay(Record(Position.start(MEADOW)))]
    html = [{"text/html": each._repr_html_()} for each in games]
    shown = [v4.new_output("display_data", data=data) for data in html]
    text = page_of(notebook(v4.new_code_cell("show", outputs=shown)))
    assert text.count("window.foxkit ??=") == text.count(".fk .fkb-stage {") == 1
    tab = browser.new_page(viewport={"width": 390, "height": 844})
    tab.set_content(text)
    expect(tab.locator(".fk-replay .fkb-stage")).to_have_count(2)
    box = tab.locator(".fk-replay").last.locator("[data-point]").first.bounding_box()
    assert box and min(box["width"], box["height"]) >= 24
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    tab.close()


def test_stored_boards_and_steppers_are_data_and_pages_bring_scripts():
    """A notebook stores no script that could grow old; a page has today's."""
    start = Position.start(FoxGame())
    shown = {
        "play": Board(FoxGame())._still(),
        "replay this game": Replay(Record(start, ("30-40",))),
        "step through this search": Stepper(start, simulations=20),
    }
    for what, each in shown.items():
        today = each._repr_html_()
        data = without_scripts(today)
        plain = re.sub("(?s)<svg.*?</svg>", "", data)
        added = re.findall("<(?:script|style)(.*?)>", plain)
        assert added == [' type="application/json"']
        assert f"Press Shift+Enter to {what}." in data and "<svg" in data
        older = today.replace("??= (() => {", "??= (() => {// older\n")
        older = older.replace("<style>", "<style>.old {}", 1)
        for html in (data, without_scripts(data), older, without_scripts(older), today):
            assert with_current_scripts(f"<b>{html}</b>") == f"<b>{today}</b>"


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(built):
    folder, _ = built
    for path in (folder / "site").glob("*.html"):
        loads = r'(?:<link[^>]*href|src|url)\W{1,2}https?://[^"]*'
        assert not re.findall(loads, path.read_text())


def test_a_page_in_a_browser(built, browser: Browser):
    folder, _ = built
    tab = browser.new_page(offline=True, color_scheme="dark")
    problems: list[str] = []
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.goto((folder / "site" / "01_sound.html").as_uri())
    assert tab.locator("#x").inner_text() == "42"
    assert tab.locator("math mfrac").count() == 1
    background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", background))) < 64
    assert not problems
    tab.close()


def wide(mark: str) -> str:
    """Return a drawing that is wider than a phone, and small letters in it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 90" role="img"'
        ' class="fk" aria-label="wide" style="--fk-least:700px">'
        f'<g class="{mark}"><circle r="4"/></g></svg>'
    )


LETTERS = """() => [...document.querySelectorAll("main svg.fk text")]
  .filter((e) => e.textContent.trim() && e.getBoundingClientRect().width)
  .map((e) => [e.getScreenCTM(), parseFloat(getComputedStyle(e).fontSize)])
  .map(([{ a, b }, size]) => size * Math.hypot(a, b))"""


LIKE_OTHERS = """() => {
  const last = (all, n) => [...document.querySelectorAll(all)].slice(n)
  for (const each of last("svg.fk > g", 0)) each.remove()  // drawings have tests
  for (const each of last(".highlight pre", 10)) each.remove()
  for (const each of last("tbody tr:nth-child(n+30)", 0)) each.remove()
}"""
"""Take away what is made as its neighbours are: axe looks at each element for long."""


@pytest.mark.parametrize("name", ["00_index", "01_fox_game", "09_ledger"])
def test_a_chapter_on_a_phone(name, browser):
    size = {"width": 390, "height": 844}
    scheme = ("light", "dark")[len(name) % 2]  # one is enough for each
    tab = browser.new_page(viewport=size, color_scheme=scheme)
    tab.set_content(shown(name))
    assert [size for size in tab.evaluate(LETTERS) if size < 10.9] == []
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    tab.add_style_tag(content="* { background-image: none !important }")
    tab.evaluate(LIKE_OTHERS)
    assert violations(tab, "html") == []
    tab.close()


PLOT = curve(pd.DataFrame({"n": [1, 2], "won": [0.25, 0.5]}), "n", "won", title="Won")


def test_a_plot_tells_its_points_by_mouse_and_by_keys(browser):
    tab = browser.new_page()
    tab.set_content(page_of(displayed(**{"image/svg+xml": str(PLOT)})))
    told = tab.locator(".fk-told")
    tab.locator(".fk-tips rect").last.hover()
    expect(told).to_have_text("n = 2: 50.0 %")
    tab.mouse.move(0, 0)
    expect(told).to_be_empty()
    tab.get_by_role("img", name="Won").focus()
    for key, words in (("ArrowRight", "1: 25.0 %"), ("End", "2: 50.0 %")):
        tab.keyboard.press(key)
        expect(told).to_contain_text(words)
    assert violations(tab, "main") == []
    tab.keyboard.press("Escape")
    expect(told).to_be_empty()
    tab.close()


def test_all_lines_of_a_plot_are_read_at_one_place(browser):
    rows = pd.DataFrame({"n": [1, 2] * 2, "won": [0.2, 0.3, 0.6, 0.9]})
    rows["who"] = ["foxes", "foxes", "hounds", "hounds"]
    drawn = curve(rows, "n", "won", by="who", title="Who wins")
    tab = browser.new_page()
    tab.set_content(page_of(displayed(**{"image/svg+xml": str(drawn)})))
    box = tab.locator(".fk-tips rect").nth(1).bounding_box()
    tab.mouse.move(box["x"] - 12, box["y"] - 50)
    told = tab.locator(".fk-told").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert told.splitlines() == ["hounds: n = 2: 90.0 %", "foxes: n = 2: 30.0 %"]
    tab.mouse.move(box["x"] + 9, box["y"] + 9)  # a point by itself
    expect(tab.locator(".fk-told")).to_have_text(re.compile("^foxes: n = 2: [^:]*$"))
    tab.close()


def test_headers_of_tables_say_what_they_head():
    frame = pd.DataFrame({("a", "n"): [1, 2], ("a", "m"): [3, 4]}, index=["x", "y"])
    assert re.findall(r"<th (.*?)>(.*?)</th>", with_header_scopes(frame.to_html())) == [
        ('scope="colgroup" colspan="2" halign="left"', "a"),
        ('scope="col"', "n"),
        ('scope="col"', "m"),
        ('scope="row"', "x"),
        ('scope="row"', "y"),
    ]
    assert '<th scope="rowgroup" rowspan="2"' in with_header_scopes(frame.T.to_html())
    text = page_of(displayed(**{"text/html": frame.to_html()}))
    assert text.count(' scope="row"') == 2


def test_several_warnings_of_repeated_games_are_folded():
    lines = [
        "400 games in only 9 lines of play",
        "90 games in only 8 lines of play",
    ]
    told = v4.new_output("stream", text="\n".join([*lines, "20 of 28", ""]))
    text = page_of(notebook(v4.new_code_cell("play(rows)", outputs=[told])))
    folded = re.search(r"(?s)<summary>2 warnings that .*?</details>", text)[0]
    assert all(line in folded for line in lines)
    assert "<pre>20 of 28" in text and "20 of 28" not in folded


def test_a_long_table_of_verdicts_is_folded_behind_them():
    html = f"<table>{'<tr><td>1</td></tr>' * 20}</table>"
    claims = [{"id": f"zoo-t4-13-{n}"} for n in range(1, 14)]
    text = page_of(displayed(**{"text/html": html, CLAIMS_MIME: claims}))
    (told,) = re.findall(r"<summary>Of 13 published values (.*?)</summary>", text)
    counts = re.findall(r"(\d+) (?:is|are|depends?) ", told)
    assert sum(map(int, counts)) == 13
    assert "published values" not in page_of(displayed(**{"text/html": html}))


def test_a_line_of_verdicts_says_what_depends_on_the_reading():
    depends = [row for row in ledger_rows() if row.verdict == DEPENDS][:2]
    for rows in (depends[:1], depends):
        told = verdicts_in_words(rows)
        assert "on the reading (reproduced under " in told
        assert told.startswith("All 2 " if rows[1:] else "The value depends ")
    assert verdicts_in_words([]) == ""


WIDE = "&nbsp;x".join(["x"] * 60)
SCROLLING = {
    ".formula": v4.new_markdown_cell(f"$${'x + ' * 90}x$$"),
    ".text_cell table": v4.new_markdown_cell(f"| {WIDE} |\n|---|\n| 1 |"),
    ".input pre": v4.new_code_cell("print(" + "1, " * 90 + ")"),
    ".text_cell pre": v4.new_markdown_cell("```\n" + "wide " * 60 + "\n```"),
}

UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true"


@pytest.mark.parametrize("where", SCROLLING)
def test_what_is_too_wide_scrolls_alone_and_shades_its_edge(where, browser):
    tab = browser.new_page(viewport={"width": 400, "height": 800})
    tab.set_content(page_of(notebook(SCROLLING[where])))
    tab.evaluate(UNFOLD)
    box = tab.locator(where)
    assert box.evaluate("e => e.scrollWidth > e.clientWidth")
    shade = box.evaluate("e => getComputedStyle(e).backgroundAttachment")
    assert shade == "local, local, scroll, scroll"
    assert tab.evaluate("document.documentElement.scrollWidth") == 400
    tab.wait_for_function("e => e.tabIndex === 0", arg=box.element_handle())
    assert box.get_attribute("aria-label").endswith(", scrolls sideways")
    tab.close()


CODE = """
import os.path as p
# what holds
def f(x: int = 3) -> str:
    return f"{x!r:>4} {p.sep}" if x > 0.5 else None
"""


def test_no_accessibility_violations(browser):
    table = pd.DataFrame({f"column {n}": [1, 2] for n in range(12)}).to_html()
    cells = [
        v4.new_markdown_cell("# A\n\n## B\n\n### C"),
        v4.new_code_cell(CODE),
        *SCROLLING.values(),
        *displayed(**{"text/html": table}).cells,
        *displayed(**{"image/svg+xml": wide("fk-lines")}).cells,
        *displayed(**{WIDGET: {}, "text/plain": "w"}).cells,
    ]
    tab = browser.new_page()
    tab.set_content(page_of(notebook(*cells)))
    # Behind a picture no contrast would be computed; the shades of edges are one.
    tab.add_style_tag(content="* { background-image: none !important }")
    for _ in each_look(tab):
        assert violations(tab, "html") == []
    tab.close()


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("01_fox_game.ipynb#rules", "01_fox_game.html#rules"),
        ("00_index.ipynb", "index.html"),
        ("../README.md#start", "README.html#start"),
        ("../data/README.md", "data-README.html"),
        ("https://example.org/a.ipynb", "https://example.org/a.ipynb"),
    ],
)
def test_links_lead_to_pages(link, target):
    text = page_of(notebook(v4.new_markdown_cell(f"[there]({link})")))
    assert f'<a href="{target}">there</a>' in text


COUNTED = """
from pathlib import Path
Path('runs').open('a').write('x')
import mine
print(Path('told.txt').read_text())
"""
"""A cell that leaves a letter each time that it is executed, and reads two files."""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one chapter and what it reads, in a world of its own."""
    monkeypatch.setattr(building, "WORKBOOK", tmp_path / "data")
    (tmp_path / "data" / "games").mkdir(parents=True)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "mine.py").write_text("x = 1  # one")
    (tmp_path / "book" / "told.txt").write_text("a")
    counted = COUNTED.replace("runs", str(tmp_path / "runs"))
    write(notebook(v4.new_code_cell(counted)), tmp_path / "book" / "01_one.ipynb")
    return tmp_path / "book"


def built_again(book: Path) -> int:
    """Build once more; return how often the chapter has been executed by now."""
    stamps.forget_contents()  # as a new process does
    build(book, book.parent / "site")
    return len((book.parent / "runs").read_text())


@pytest.mark.slow
def test_an_unchanged_chapter_is_not_executed_again(book, capsys, monkeypatch):
    assert built_again(book) == 1
    page = (book.parent / "site" / "01_one.html").read_text()
    capsys.readouterr()
    monkeypatch.setattr(
        "foxkit.site.pages.page_html", None
    )  # nor is its page made again
    assert built_again(book) == 1
    assert capsys.readouterr().err == ""
    assert (book.parent / "site" / "01_one.html").read_text() == page


@pytest.mark.slow
def test_a_chapter_is_executed_once_something_that_it_reads_has_changed(book):
    """What code is counts, not how it is spelt; prose alone is drawn anew."""
    assert built_again(book) == 1
    (book / "mine.py").write_text('"""What it says."""\n\nx = (1)\n')
    (book / "other.txt").write_text("nobody reads it")
    assert built_again(book) == 1
    (book / "mine.py").write_text("x = 2")
    assert built_again(book) == 2
    (book / "told.txt").write_text("b")
    assert built_again(book) == 3
    chapter = read_chapters(book)[0]
    chapter.notebook.cells.append(v4.new_markdown_cell("# More"))
    write(chapter.notebook, chapter.path)
    assert built_again(book) == 3
    assert "More" in (book.parent / "site" / "01_one.html").read_text()
    chapter.notebook.cells[0].source += "\nprint(7)"
    write(chapter.notebook, chapter.path)
    assert built_again(book) == 4


@pytest.mark.slow
def test_a_chapter_that_cannot_be_executed_shows_what_it_did_before(book):
    chapter = read_chapters(book)[0]
    cell = chapter.notebook.cells[0]
    cell.outputs = [v4.new_output("stream", text="shown before")]
    cell.source += "\n1 / 0"
    write(chapter.notebook, chapter.path)
    assert built_again(book) == 1
    text = (book.parent / "site" / "01_one.html").read_text()
    said = "could not be executed, and shows what it did before: ZeroDivisionError"
    assert said in " ".join(text.split()) and "shown before" in text


def test_cells_that_show_something_else_are_told_but_for_times():
    def shown(*texts: str) -> Chapter:
        cells = [
            v4.new_code_cell(outputs=[v4.new_output("stream", text=text)], id=f"c{n}")
            for n, text in enumerate(texts)
        ]
        return Chapter(Path("01_a.ipynb"), notebook(*cells))

    before = shown("played in 3.2 s", "won 45.1 %", "12,000 a second")
    assert changed_cells(
        before, shown("played in 41 s", "won 45.2 %", "9 a second")
    ) == ["c1"]


def test_pages_are_drawn_from_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "ROOT", tmp_path)
    (tmp_path / "requirements.txt").write_text("numpy==1")
    (tmp_path / "foxkit" / "__pycache__").mkdir(parents=True)
    found = [building.page_sources_digest()]
    for name in ("a.py", "board.js", "board.css", "__pycache__/a.pyc"):
        (tmp_path / "foxkit" / name).write_text("x")
        found.append(building.page_sources_digest())
    assert len(set(found[:4])) == 4
    assert found[4] == found[3]


@pytest.mark.slow
def test_a_chapter_that_failed_is_executed_again(book):
    chapter = read_chapters(book)[0]
    chapter.notebook.cells.append(v4.new_code_cell("1 / 0"))
    write(chapter.notebook, chapter.path)
    assert [built_again(book), built_again(book)] == [1, 2]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_stopping_keeps_the_chapters_that_are_finished(book):
    site, begun = book.parent / "site", book.parent / "begun"
    source = f"import pathlib, time; pathlib.Path({str(begun)!r}).touch(); "
    waiting = v4.new_code_cell(f"{source}time.sleep(99)")
    write(notebook(waiting), book / "02_two.ipynb")
    words = command("site", "--notebooks", str(book), "--to", str(site))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, cwd=ROOT, start_new_session=True, **pipes) as process:
        finished = site / "01_one.ipynb"
        while process.poll() is None and not (begun.exists() and finished.exists()):
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    *lines, last = err.splitlines()
    assert [line for line in lines if re.fullmatch(r"01_one: [\d.]+ s", line)]
    assert last == "stopped; finished chapters are kept, for the next time"
    assert "Traceback" not in err
    assert finished.exists()


@pytest.mark.slow
def test_the_command_fails_with_a_failing_chapter(tmp_path, capsys):
    write(notebook(v4.new_code_cell("1 / 0")), tmp_path / "01_bad.ipynb")
    code = main(["site", "--notebooks", str(tmp_path), "--to", str(tmp_path / "out")])
    captured = capsys.readouterr()
    assert code == 1
    *summary, where = captured.out.splitlines()
    assert where == f"The workbook is at {(tmp_path / 'out').as_uri()}/index.html"
    assert [line for line in summary if re.fullmatch(r" +\d+ reproduced", line)]
    assert "01_bad.ipynb failed: ZeroDivisionError" in captured.err


def test_bad_folders_are_bad_input(tmp_path, capsys):
    assert main(["site", "--notebooks", str(tmp_path)]) == 2
    (tmp_path / "01_not.ipynb").write_text("no notebook")
    assert main(["site", "--notebooks", str(tmp_path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        f"foxkit: there are no notebooks in {tmp_path}",
        "foxkit: 01_not.ipynb is not a Jupyter notebook",
    ]


def test_code_is_folded_and_shown_by_one_button(browser):
    tab = browser.new_page(viewport={"width": 1400, "height": 800})
    cells = v4.new_markdown_cell("# A\n\n## B"), v4.new_code_cell("the_code")
    tab.set_content(page_of(notebook(*cells)))
    code = tab.get_by_text("the_code")
    assert not code.is_visible()
    tab.get_by_role("button", name="Show all code").press("Enter")
    assert code.is_visible()
    tab.get_by_role("button", name="Hide all code").click()
    assert not code.is_visible()
    tab.close()


def test_a_term_is_explained_once_where_prose_uses_it_first(browser):
    cells = [
        v4.new_markdown_cell("# UCB1\n\nBy `UCB1` and UCB1, each playout counts."),
        v4.new_markdown_cell("Playouts and UCB1 again."),
    ]
    tab = browser.new_page()
    tab.set_content(page_of(notebook(*cells)))
    terms = tab.locator(".term")
    assert terms.all_inner_texts() == ["UCB1", "Playouts"]  # one a text
    assert "bonus" in terms.first.get_attribute("aria-description")
    tab.close()


SAVED = """(() => {
  const loose = (root) => [...root.querySelectorAll("use")]
    .map((part) => part.getAttribute("href"))
    .filter((name) => !root.querySelector(name));
  return (text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").firstChild;
    return [root.localName, loose(root), root.querySelector("style").textContent];
  };
})()"""


def test_drawings_share_their_parts_and_what_is_saved_has_them(browser):
    """A page has one style, and one piece of a kind; a saved plot is whole."""
    start = Position.start(FoxGame())
    boards = [board(start), board(start.play("30-40"))]
    rows = pd.DataFrame({"n": [1, 2], "rate": [0.2, 0.6]})
    drawn = curve(rows, "n", "rate", title="What is measured")
    data = [{"image/svg+xml": str(each)} for each in (*boards, gallery(boards), drawn)]
    shown = [v4.new_output("display_data", data=each) for each in data]
    text = page_of(notebook(v4.new_code_cell("show", outputs=shown)))
    drawings = re.sub(r"(?s)<script\b.*?</script>", "", text)
    assert len(re.findall(r"\.fk(?:,\.fk-shared\))? \.fk-card\{", drawings)) == 1
    assert drawings.count('class="fk-wool"') == 1
    tab = browser.new_page(accept_downloads=True)
    tab.set_content(text)
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="SVG").click()
    whole = Path(saved.value.path()).read_text(encoding="utf-8")
    kind, loose, style = tab.evaluate(f"text => ({SAVED})(text)", whole)
    assert (kind, loose) == ("svg", [])
    for name in set(re.findall(r'class="(look-\d+)"', whole)):
        assert f".fk .{name}{{" in style
    sheep = "use => use.ownerSVGElement.querySelectorAll('use').length"
    assert tab.locator("svg.fk use").first.evaluate(sheep) >= 22
    box = tab.locator("svg.fk use").nth(3).bounding_box()
    assert box and box["width"] > 10  # what it refers to is there
    tab.close()


def film_page() -> str:
    """A page with a board over which a search of four simulations moves."""
    still = Board(FoxGame(), seats={"foxes": "MCTS"}, film=4)._still()._repr_html_()
    return page_of(displayed(**{"text/html": still}))


@pytest.mark.parametrize("touch", ["pointer", "keys", "button"])
def test_a_search_moves_over_a_board_until_it_is_touched(browser, touch):
    tab = browser.new_page(viewport={"width": 1366, "height": 768})
    tab.set_content(film_page())
    film, drawn = tab.locator(".fkb-film"), tab.locator(".fkb-over > *")
    expect(film).to_contain_text("4 lines")
    assert drawn.count() >= 4
    expect(film).not_to_contain_text("4 lines", timeout=10_000)  # it begins again
    if touch == "button":
        film.get_by_role("button", name="Stop").click()
    elif touch == "keys":
        tab.locator("[data-point]").first.focus()
    else:
        tab.locator("[data-point]").nth(4).dispatch_event("pointerdown")
    expect(film).to_have_count(0)
    expect(drawn).to_have_count(0)
    tab.wait_for_timeout(500)
    assert drawn.count() == 0
    tab.close()


def test_a_search_stands_still_for_those_who_want_no_motion(browser):
    tab = browser.new_page(reduced_motion="reduce")
    tab.set_content(film_page())
    expect(tab.locator("[data-point]").first).to_be_visible()
    assert tab.locator(".fkb-film, .fkb-over > *").count() == 0
    tab.close()
