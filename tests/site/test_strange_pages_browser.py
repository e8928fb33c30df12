"""What a stranger may try with a page: links, planted texts, HTML, requests, scripts.

Each is tried in Chromium, from a disk. Pages are made as the site's are.
"""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from nbformat import v4
from play_pages import _shown, play_file
from playwright.sync_api import Browser, Page, Request, expect
from test_links import GAMES, SEARCHES, search

from foxkit import Position
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html as page_of
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.share import share_token
from foxkit.view.stepper import Stepper

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
START = Position.start(HareHounds())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a page with two boards and a stepper."""
    made = tmp_path_factory.mktemp("site")
    play_file(made)
    stepper = Stepper(START, "MCTS", cutoff=-1, simulations=20)
    shown = [Board(START)._still(), Board(START)._still(), stepper]
    cells = [v4.new_markdown_cell("# strange"), *map(_shown, shown)]
    chapter = Chapter(made / "strange.ipynb", v4.new_notebook(cells=cells))
    (made / "strange.html").write_text(page_of(chapter, [chapter]), encoding="utf-8")
    (made / "other.js").write_text("window.ran = 'another file'", encoding="utf-8")
    return made


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page in which no script may fail."""
    view = browser.new_page()
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.set_default_timeout(60_000)
    yield view
    view.close()
    assert not faults


HTML = [
    '<img src=x onerror="window.ran = 1">',
    '<img src="http://127.0.0.1:9/x.png">',
    '<svg><a href="javascript:window.ran = 1"><circle r="9"/></a></svg>',
    '<svg onload="window.ran = 1"></svg>',
    "<style>@import 'http://127.0.0.1:9/x.css'; body {background: url(http://127.0.0.1:9/y)}"
    "</style>",
    '<iframe src="http://127.0.0.1:9/"></iframe>',
    '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
    '<object data="http://127.0.0.1:9/"></object><embed src="http://127.0.0.1:9/">',
    '<link rel=stylesheet href="http://127.0.0.1:9/">',
    '<link rel=prefetch href="other.js"><link rel=preconnect href="//127.0.0.1:9">',
    '<video src="http://127.0.0.1:9/"></video>',
    '<form action="http://127.0.0.1:9/"><button id=go>x</button></form>',
    '<base href="http://127.0.0.1:9/">',
    '<button id=tap onclick="window.ran = 1">x</button>',
]
ASKED = """() => Promise.allSettled([
  fetch("http://127.0.0.1:9/"), fetch("other.js"),
  new Promise((done, fail) => Object.assign(new Image(), {
    onload: done, onerror: fail, src: "http://127.0.0.1:9/" })),
  new Promise((done, fail) => {
    const socket = new WebSocket("ws://127.0.0.1:9/");
    Object.assign(socket, { onopen: done, onerror: fail });
  }),
]).then((all) => all.map(({ status }) => status))"""


@pytest.mark.parametrize("how", ["disk", "server"])
def test_a_page_runs_no_other_script_and_asks_nobody(
    how: str, page: Page, folder: Path
) -> None:
    serve = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = folder.as_uri()
        if how == "server":
            base = f"http://127.0.0.1:{server.server_address[1]}"
        asked: list[str] = []
        blocked: list[str] = []

        def failed(request: Request) -> None:
            if "csp" in (request.failure or "").lower():
                blocked.append(request.url)

        page.on("request", lambda request: asked.append(request.url))
        page.on("requestfailed", failed)
        page.goto(f"{base}/strange.html")
        for html in HTML:
            page.evaluate(
                "html => document.body.insertAdjacentHTML('beforeend', html)", html
            )
        page.evaluate("document.querySelector('#tap').click()")
        page.evaluate("document.querySelector('#go').click()")
        page.evaluate(
            "document.querySelector('svg a').dispatchEvent(new Event('click'))"
        )
        page.evaluate("location.href = 'javascript:window.ran = 2'")
        page.wait_for_timeout(500)
        found = page.evaluate(ASKED)
        assert found == ["rejected"] * 4
        assert page.evaluate("window.ran ?? null") is None
        assert page.url == f"{base}/strange.html"
        own = "data:", f"{base}/strange.html"
        sent = [url for url in asked if not url.startswith(own) and url not in blocked]
        assert sent == []
        server.shutdown()


TRY = """async ([kind, letters]) => {
  const el = document.createElement("div");
  try {
    const end = await foxkitPlay(el, kind, letters, null, () => {}, () => {}, true);
    end();
    return "it opened";
  } catch (error) { return error.message; }
}"""


def test_whatever_a_link_holds_the_page_stays_usable(page: Page, folder: Path) -> None:
    """All are begun by one Python, which goes on; then boards are played on.

    The page's own link is sound: its agents move only when the reader says so.
    """
    agents = {player: ("random", {}) for player in START.game.PLAYERS}
    link = share_token(Record(START), 0, agents)
    page.goto(f"{(folder / 'strange.html').as_uri()}#play=0.{link}")
    board = page.locator(".fkb")
    expect(board.locator("[data-point]").first).to_be_visible()
    expect(board.locator(".fkb-busy")).to_have_text("Paused.")
    small = {name: letters for name, letters in GAMES.items() if len(letters) < 10**6}
    for kind, each in (("board", small), ("steps", SEARCHES)):
        for name, letters in each.items():
            said = page.evaluate(TRY, [kind, letters])
            assert 10 < len(said) < 1_000 and said != "it opened", name
            assert "Traceback" not in said, name
    expect(board.locator(".fkb-moves li")).to_have_count(1)
    board.get_by_role("button", name="Go on").click()
    expect(board.locator(".fkb-moves li")).not_to_have_count(1)
    page.get_by_role("button", name="Play here").first.click()
    expect(board).to_have_count(2)
    second = page.locator(".fkb", has=page.locator(".fkb-movable"))
    second.locator(".fkb-movable").first.focus()
    page.keyboard.press("Enter")
    second.locator('[data-point][aria-label*="can go here"]').first.focus()
    page.keyboard.press("Enter")
    expect(second.locator(".fkb-moves li")).not_to_have_count(1)


def test_a_link_s_search_begins_by_a_click_and_can_be_stopped(
    page: Page, folder: Path
) -> None:
    fields, name = [*START.game], "foxkit.rules.hare_hounds:HareHounds"
    long, short = (
        search({"cutoff": -1, "simulations": n}, "MCTS", [name], fields, START.text)
        for n in (10_000, 570)
    )
    address = (folder / "strange.html").as_uri()
    page.goto(f"{address}#play=2.{long}")
    own = page.locator(".board .fks")
    own.get_by_role("button", name="Begin the search").click()
    expect(own).to_contain_text("a link may ask for 576 simulations")
    page.goto("about:blank")
    page.goto(f"{address}#play=2.{short}")
    expect(own.locator(".fks-words")).to_contain_text("begins when you say so")
    own.get_by_role("button", name="Begin the search").click()
    expect(own.locator(".fks-words")).to_have_text("The search runs.")
    own.get_by_role("button", name="Stop").click()
    expect(own.locator(".fks-words")).to_contain_text("begins when you say so")


def test_a_planted_score_does_not_hold_up_a_stepper(page: Page, folder: Path) -> None:
    page.goto((folder / "strange.html").as_uri())
    [name] = page.evaluate("""() => {
      document.querySelector(".fks button[type=submit]");
      const steps = document.querySelector(".fks-title").textContent;
      const words = document.querySelector(".fks-words").textContent;
      return [`foxkit: ${location.pathname}: ${steps}: `];
    }""")
    first = page.locator(".fks-words").inner_text().removesuffix(" A question follows.")
    for planted in (
        "{",
        "[1]",
        '"x"',
        "null",
        '{"a": 1, "0": "<b>", "9": true}',
        "[" * 9,
    ):
        page.evaluate("([k, v]) => localStorage.setItem(k, v)", [name + first, planted])
        page.reload()
        expect(page.locator(".fks-title")).to_be_visible()
        expect(page.locator(".fks-points")).to_contain_text("question")


MARKUP = [
    "<script>window.ran = 1</script>",
    '<image href="http://127.0.0.1:9/"/>',
    '<foreignObject><i xmlns="http://www.w3.org/1999/xhtml">x</i></foreignObject>',
    '<circle r="9" onclick="window.ran = 1" style="fill:url(http://127.0.0.1:9/)"/>',
    "<style>* {display: none}</style>",
    '<a href="javascript:window.ran = 1"><circle r="9"/></a>',
    '<frame xmlns="http://www.w3.org/1999/xhtml" src="javascript:window.ran = 1"/>',
    '<use href="http://127.0.0.1:9/#x"/><animate attributeName="href"/>',
    "<circle",
    "&nbsp;<circle r='9'/>",
]


def test_markup_that_comes_from_python_is_only_drawn(page: Page) -> None:
    script = (Path(__file__).parents[2] / "foxkit/view/stage.js").read_text("utf-8")
    found = page.evaluate(
        """([script, markup]) => {
          const svgNodes = new Function(`${script}\\nreturn svgNodes;`)();
          const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
          return markup.map((each) => {
            node.replaceChildren(...svgNodes(each));
            const all = [...node.querySelectorAll("*")];
            const names = (one) => [one.localName, ...one.getAttributeNames()];
            return all.map((one) => names(one).join(" "));
          });
        }""",
        [script, MARKUP],
    )
    known = {"circle r", "circle"}
    assert [name for each in found for name in each if name not in known] == []
