"""Compare the Fox Game's search on a page with the compiled one: `python FILE`.

The page is Chromium's, headless. Both search in turn, in the same run, and of each the
best of several times counts. The page's clock has steps of a tenth of a millisecond. It
also says how long Python takes to start on a page, from the script's load to the first
answer. What it measures is an idle machine's only if nothing else runs.
"""

import re
import tempfile
from pathlib import Path
from shutil import which

from playwright.sync_api import Page, sync_playwright

from foxkit.site.play.bundle import are_searches_current, play_script

SIZES = 1_000, 10_000, 50_000, 200_000
ROUNDS = 5
STARTS = 3

SEARCHES = """
from time import perf_counter
from foxkit.core.position import Position
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.search.session import Search
from foxkit.search.mcts import Settings

def seconds(simulations, times=7):
    at, found = Position.start(FoxGame()), []
    for seed in range(times):
        asked = at.game, at.state, FoxHeuristic(), Settings(), seed, simulations
        search = Search(*asked)
        begun = perf_counter()
        search.run(simulations)
        found.append(perf_counter() - begun)
        search.release()
    return min(found)
"""
LOAD = """() => new Promise((done, fail) => {
  const node = document.createElement("script");
  [node.src, node.onload, node.onerror] = ["play.js", done, fail];
  document.head.append(node);
})"""
RUN = """async (source) => {
  window.cells ??= await foxkitPlay.cells(
    (said) => { if (said.so_far === undefined) window.hear(said); },
    (error) => window.hear({ lost: String(error) }),
  );
  const answer = new Promise((done) => (window.hear = done));
  window.cells.run("build-1", source);
  return JSON.stringify(await answer);
}"""


def on_page(page: Page, expression: str) -> float:
    """A page's value of an expression, which the words of an error bring here."""
    source = f"{SEARCHES}\nraise ValueError('VALUE ' + str({expression}))\n"
    said = page.evaluate(RUN, source)
    found = re.search(r"VALUE ([\d.e-]+)", said)
    if not found:
        raise RuntimeError(f"the page says {said[:300]}")
    return float(found[1])


def main() -> None:
    """Measure and print."""
    if not are_searches_current():
        raise SystemExit("the searches of pages are old: foxkit.site.wasm.build")
    names: dict[str, object] = {}
    exec(SEARCHES, names)
    native = names["seconds"]
    assert callable(native)
    native(1_000)  # compiles
    browser_path = which("chromium") or which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / "play.js").write_text(play_script(), encoding="utf-8")
        (Path(folder) / "index.html").write_text("<!doctype html>", encoding="utf-8")
        address = (Path(folder) / "index.html").as_uri()
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox"]
        )
        starts = []
        for _ in range(STARTS):
            page = browser.new_page()
            page.goto(address)
            begun = page.evaluate("performance.now()")
            page.evaluate(LOAD)
            on_page(page, "1")
            starts.append(page.evaluate("performance.now()") - begun)
        print(f"start: {min(starts) / 1_000:.1f} s, best of {STARTS}")
        for size in SIZES:
            both = [
                (native(size), on_page(page, f"seconds({size})")) for _ in range(ROUNDS)
            ]
            ours, theirs = (min(each) for each in zip(*both, strict=True))
            milliseconds = f"{1_000 * ours:.2f} and {1_000 * theirs:.2f} ms"
            print(f"{size:,} simulations: {milliseconds}, ratio {theirs / ours:.2f}")
        browser.close()


if __name__ == "__main__":
    main()
