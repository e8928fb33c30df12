"""Boards on a plain page in a real browser; this process is the kernel behind them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.view.board import Board
from foxkit.view.widget import BoardWidget

PAGE = """<!doctype html><html lang="en"><title>Boards</title><style>%s</style>
<main></main><script type="module">%s
const models = %s.map((shown, number) => ({
  shown, heard: {},
  get: (name) => shown[name],
  on(event, hear) { this.heard[event] = hear; },
  off() {},
  send: (message) => { window.receive(number, message); },
}));
models.forEach((model) => {
  const el = document.querySelector("main").appendChild(document.createElement("div"));
  widget.render({ model, el });
});
setInterval(async () => {
  for (const [number, parts] of JSON.parse(await window.changes())) {
    Object.assign(models[number].shown, parts);
    for (const name of Object.keys(parts)) models[number].heard[`change:${name}`]();
  }
}, 20);
</script>"""


@contextmanager
def board_page(
    browser: Browser, boards: Sequence[Board], width: int = 1280, height: int = 1000
) -> Iterator[Page]:
    """Yield a page with boards below each other; no script may fail in it."""
    changes: SimpleQueue[Any] = SimpleQueue()
    for number, board in enumerate(boards):
        board.on_change = lambda parts, number=number: changes.put([number, parts])
    source = BoardWidget._esm.replace("export default", "const widget =")
    shown = json.dumps([board.shown for board in boards]).replace("<", "\\u003c")
    size = {"width": width, "height": height}
    view = browser.new_page(viewport=size, has_touch=True)
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))

    def waiting() -> str:
        return json.dumps([changes.get() for _ in range(changes.qsize())])

    view.expose_function("receive", lambda number, said: boards[number].receive(said))
    view.expose_function("changes", waiting)
    view.set_content(PAGE % (BoardWidget._css, source, shown))
    expect(view.locator(".fkb")).to_have_count(len(boards))
    yield view
    view.close()
    for board in boards:
        board.close()
    assert not faults


def point(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-point="{name}"]')


def button(board: Locator, name: str) -> Locator:
    return board.get_by_role("button", name=name, exact=True)


def middle(locator: Locator, across: float = 0.5) -> tuple[float, float]:
    """Return a place on an element, so far across from its left."""
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * across, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press at one place, and let go at another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()


def expect_moves(board: Locator, *moves: str) -> None:
    texts = ["start", *(f"{i}. {move}" for i, move in enumerate(moves, 1))]
    expect(board.locator(".fkb-moves button")).to_have_text(texts)


def expect_fits(page: Page) -> None:
    """No board is scrolled sideways in a narrow window, and every point is touched."""
    page.set_viewport_size({"width": 480, "height": 900})
    for board in page.locator(".fkb").all():
        wide = board.evaluate("b => [b.scrollWidth, b.clientWidth]")
        assert wide[0] <= wide[1]
        size = board.locator("[data-point]").first.bounding_box()
        assert size and min(size["width"], size["height"]) >= 24
