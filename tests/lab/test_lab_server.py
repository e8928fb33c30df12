"""JupyterLab on the workbook: what it opens, what it trusts, pictures in place."""

import sys
from hashlib import sha256
from urllib.request import urlopen

import nbformat
import pytest
from axe_check import violations
from jupyter_core.paths import jupyter_data_dir
from lab_page import READY, lab_server, opened_in_lab, sign
from nbformat.sign import NotebookNotary
from playwright.sync_api import expect

from foxkit import Board, FoxGame, curve, match, paper, play
from foxkit.site import lab
from foxkit.view.live_elements import without_scripts

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'

LETTERS = """plot => [...plot.querySelectorAll("text")]
  .map((e) => [e.getScreenCTM(), parseFloat(getComputedStyle(e).fontSize)])
  .map(([{ a, b }, size]) => size * Math.hypot(a, b))"""

DIRTY = "() => window.jupyterapp.shell.currentWidget.context.model.dirty"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with a notebook that was executed somewhere else."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "signed"))
    picture = nbformat.v4.new_output("display_data", {"image/svg+xml": SVG})
    cell = nbformat.v4.new_code_cell("1", outputs=[picture])
    book = nbformat.v4.new_notebook(cells=[cell])
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(book, tmp_path / "book.ipynb")
    return tmp_path


def trusted(book):
    """Whether JupyterLab would trust a notebook now."""
    return NotebookNotary(data_dir=jupyter_data_dir()).check_signature(book)


def test_what_is_committed_and_unchanged_is_trusted_and_nothing_else(
    folder, monkeypatch
):
    original = (folder / "book.ipynb").read_bytes()
    names = ["book.ipynb", "copy.ipynb", "studies/book.ipynb", "link.ipynb", "no.ipynb"]
    listed = dict.fromkeys(set(names) - {"copy.ipynb"}, sha256(original).hexdigest())
    monkeypatch.setattr(lab, "checksums", lambda: listed)
    book = nbformat.read(folder / "book.ipynb", 4)
    for name in ("copy", "studies/book"):
        book.cells[0].outputs[0].data["text/html"] = f"<script>{name}</script>"
        (folder / f"{name}.ipynb").parent.mkdir(exist_ok=True)
        nbformat.write(book, folder / f"{name}.ipynb")
    (folder / "link.ipynb").symlink_to(folder / "copy.ipynb")
    lab.sign_committed_notebooks(folder)
    found = {name: folder / name for name in names if (folder / name).exists()}
    books = {name: nbformat.read(path, 4) for name, path in found.items()}
    assert [name for name, each in books.items() if trusted(each)] == ["book.ipynb"]
    books["book.ipynb"].cells[0].source = "2"
    assert not trusted(books["book.ipynb"])


def test_a_file_of_a_terabyte_in_a_notebook_s_place_is_not_read(folder, monkeypatch):
    monkeypatch.setattr(lab, "checksums", lambda: {"large.ipynb": "", "book.ipynb": ""})
    with (folder / "large.ipynb").open("wb") as file:
        file.truncate(1 << 40)
    lab.sign_committed_notebooks(folder)
    assert not trusted(nbformat.read(folder / "book.ipynb", 4))


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Return a workbook's folder with two folders of chapters in it."""
    root = tmp_path / "workbook"
    monkeypatch.setattr(lab, "ROOT", root)
    monkeypatch.setattr(lab, "INDEX", root / "notebooks" / "00_index.ipynb")
    for name in ("notebooks", "für alle"):
        (root / name).mkdir(parents=True)
        (root / name / "00_index.ipynb").touch()
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize(
    ("arguments", "place", "rest"),
    [
        ([], "notebooks/00_index.ipynb", []),
        (["--no-browser", "x"], "notebooks/00_index.ipynb", ["--no-browser", "x"]),
        (["notebooks"], "notebooks", []),
        (["für alle", "--no-browser"], "f%C3%BCr%20alle", ["--no-browser"]),
        (["./für alle/00_index.ipynb"], "f%C3%BCr%20alle/00_index.ipynb", []),
    ],
)
def test_the_workbook_is_the_root_and_any_place_in_it_can_be_opened(
    root, arguments, place, rest
):
    opened = f"--LabApp.default_url=/lab/tree/{place}"
    wanted = [f"--ServerApp.root_dir={root}", opened, *rest]
    assert lab.jupyterlab_command(arguments) == wanted


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nosuch.ipynb", "there is no notebook or folder nosuch.ipynb"),
        ("..", "only what is in there can be opened"),
    ],
)
def test_what_cannot_be_opened_is_told(root, path, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["lab", path])
    with pytest.raises(SystemExit, match="2"):
        lab.main()
    told = capsys.readouterr().err
    assert words in told and told.startswith("workbook.py: ")


def test_links_out_of_the_chapters_lead_to_files(tmp_path, browser):
    with lab_server(tmp_path, own=True) as address:
        with urlopen(f"{address}/") as opened:
            assert opened.url == f"{address}/lab/tree/notebooks/00_index.ipynb"
        page = browser.new_page()
        page.goto(opened.url, wait_until="domcontentloaded")
        link = page.locator(".jp-Notebook").get_by_role("link", name="CONTRIBUTING")
        link.first.click(timeout=60_000)
        tab = page.get_by_role("tab", name="CONTRIBUTING.md")
        expect(tab).to_be_visible(timeout=60_000)
        assert page.get_by_role("dialog").count() == 0
        page.close()


def opened(name, jupyterlab, browser, change):
    """A context with a page on which a copy of a chapter is open, trusted, not run."""
    path = jupyterlab.folder / name
    book = nbformat.read(lab.NOTEBOOKS / name, as_version=4)
    change(book)
    nbformat.write(book, path)
    sign(path, jupyterlab)
    return opened_in_lab(browser, jupyterlab, path, 1366, 768)


def test_a_chapter_in_the_lab_can_be_used_by_everybody(jupyterlab, browser):
    def change(book):
        book.metadata.language_info.version = "3.11.0"  # of whoever executed it

    with opened("04_wolves_eat_sheep.ipynb", jupyterlab, browser, change) as page:
        plot = page.get_by_role(
            "img",
            name="With all aids, alpha-beta stays within twice a perfect order",
        )
        expect(plot).to_be_visible(timeout=60_000)
        assert violations(page, ".jp-OutputArea-output") == []
        page.wait_for_function(READY, timeout=180_000)  # till then it draws again
        bars = page.get_by_role(
            "img", name="Between copies of the report's program the wolves lead"
        )
        bars.press("End")
        told = page.locator(".fk-told")
        expect(told).to_contain_text("as printed, after openings: ")
        page.set_viewport_size({"width": 390, "height": 844})
        expect(plot).to_have_attribute("width", "350")  # its narrow form
        assert plot.evaluate("p => p.parentElement.scrollWidth") <= 390
        sizes = plot.evaluate(LETTERS)
        assert min(sizes) >= 10.9
        assert violations(page, ".jp-RenderedSVG") == []
        assert not page.evaluate(DIRTY)


def test_a_board_that_has_not_run_yet_says_how_it_is_played(jupyterlab, browser):
    """It shows the very position, can be walked over by keys, and runs as it says.

    What is stored is data alone: JupyterLab brings the script that shows it.
    """
    source = "from foxkit import Board, FoxGame\n\nBoard(FoxGame())"
    html = without_scripts(
        Board(FoxGame(), seats={"foxes": "greedy"})._still()._repr_html_()
    )
    shown = nbformat.v4.new_output("execute_result", {"text/html": html})

    def change(book):
        book.cells = [nbformat.v4.new_code_cell(source, outputs=[shown])]

    with opened("00_index.ipynb", jupyterlab, browser, change) as page:
        told = page.locator(".fk-replay .fkb-run")
        expect(told).to_have_text("Press Shift+Enter to play", timeout=60_000)
        page.wait_for_function(READY, timeout=180_000)
        assert not page.evaluate(DIRTY)
        page.locator('[data-point="33"]').press("ArrowDown")
        expect(page.locator('[data-point="43"]')).to_be_focused()
        assert violations(page, ".jp-OutputArea-output") == []
        page.keyboard.press("Shift+Enter")  # while the board has the focus
        expect(page.locator(".fkb .fkb-stage")).to_be_visible(timeout=120_000)
        expect(told).to_have_count(0)


def test_a_point_of_a_plot_is_played_and_watched_in_a_cell_below(jupyterlab, browser):
    rows = play([match(FoxGame(sheep=18), paper(10_000))], max_blocks=25)
    drawn = str(curve(rows, "sheep", "sheep_rate", title="Eighteen sheep"))
    shown = nbformat.v4.new_output("display_data", {"image/svg+xml": drawn})

    def change(book):
        book.cells = [nbformat.v4.new_code_cell("1", outputs=[shown])]

    with opened("00_index.ipynb", jupyterlab, browser, change) as page:
        plot = page.get_by_role("img", name="Eighteen sheep")
        expect(plot).to_be_visible(timeout=60_000)
        page.wait_for_function(READY, timeout=180_000)
        plot.press("End")
        page.get_by_role("button", name="Play this").press("Enter")
        board = page.locator(".fkb .fkb-rules")
        expect(board).to_have_text("Fox Game: sheep 18", timeout=120_000)
        who = page.get_by_role("combobox", name="foxes: ", exact=False).first
        expect(who).to_have_value("MCTS@10000")
        source = page.locator(".jp-CodeCell .cm-content").nth(1)
        expect(source).to_contain_text("18: ")
        expect(source).to_contain_text('Board.from_token("')
        page.get_by_role("button", name="Watch one of its games").click()
        expect(page.locator(".fk-replay")).to_be_visible(timeout=60_000)
        expect(source).to_contain_text('Replay.from_token("')
        assert page.locator(".jp-CodeCell").count() == 2
