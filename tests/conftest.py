"""What tests share: Hypothesis's settings and a real browser."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from lab_page import Served, lab_server
from playwright.sync_api import Browser, sync_playwright
from xdist.scheduler import LoadFileScheduling

from foxkit import data
from foxkit.lab import match_run as task
from foxkit.lab import settings as lab_settings
from foxkit.lab import workers
from foxkit.lab.match import Match, play_blocks
from foxkit.lab.settings import PlaySettings

# The first call of a compiled function takes seconds: a deadline would measure that.
settings.register_profile("foxkit", deadline=None)
settings.load_profile("foxkit")

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    "no Chromium on the PATH; install it (Debian and Ubuntu: sudo apt-get install"
    " chromium)"
)
IN_A_BROWSER = 10  # seconds of a file that is not in the table below
IN_JUPYTERLAB = {
    *("test_balance_lab_browser.py", "test_board_lab.py", "test_exercises_browser.py"),
    *("test_lab_server.py", "test_stepper_browser.py"),
}
"""Files whose tests share one server."""
SECONDS = {
    "test_play_browser.py": 159,
    **dict.fromkeys(IN_JUPYTERLAB, 155),  # all of them together
    "test_site.py": 136,
    "test_caching.py": 90,
    "test_lab_broken_off.py": 85,
    "test_write_browser.py": 59,
    "test_stored.py": 58,
    "test_reference.py": 56,
    "test_board_browser.py": 48,
    "test_page_lab.py": 44,
    "test_strangers.py": 43,
    "test_strange_pages_browser.py": 39,
    "test_page_cells.py": 34,
    "test_building.py": 30,
    "test_lab_untrusted.py": 27,
    "test_lab_workers.py": 27,
    "test_fox_endings.py": 27,
    "test_second_fox_game.py": 25,
    "test_unsafe_rules.py": 24,
    "test_check.py": 23,
    "test_plain_python.py": 21,
    "test_wolves_solver.py": 21,
    "test_every_player.py": 20,
    "test_notebooks.py": 20,
    "test_exercises.py": 19,
    "test_rogue_workers.py": 19,
    "test_replay_browser.py": 19,
    "test_layers.py": 18,
}
"""Seconds of processor time of the longest files, with the processes they start."""
LARGE_LIBRARIES = (
    *("pandas", "pyarrow.parquet", "numba", "matplotlib.pyplot"),
    *("scipy.special", "IPython", "nbclient"),
    *("jupyterlab.labapp", "nbconvert", "playwright.sync_api", "hypothesis"),
)
"""What all workers import, and Python compiles at the first import."""
LAUNCH_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what this suite can be asked for."""
    parser.addoption(
        "--chapters",
        action="store_true",
        help="try the cells of all chapters, not of those alone that have changed",
    )


def pytest_configure() -> None:
    """Import what is large, each worker from another place in the list.

    So in a new environment a worker finds compiled what others have imported before.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is not None:
        workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        begin = int(worker.removeprefix("gw")) * len(LARGE_LIBRARIES) // workers
        for name in (*LARGE_LIBRARIES[begin:], *LARGE_LIBRARIES[:begin]):
            import_module(name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser as slow, and let files that take long begin.

    A worker takes whole files, so that what a file's tests share is made once; who has
    nothing left takes the next one. At the end there are short ones alone.
    """
    weights: Counter[Path] = Counter()
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
            weights[item.path] = max(weights[item.path], IN_A_BROWSER)
        weights[item.path] += item.get_closest_marker("slow") is not None
    for path in weights:
        weights[path] = SECONDS.get(path.name, weights[path])
    items.sort(key=lambda item: -weights[item.path])


class Scheduling(LoadFileScheduling):
    """Gives a worker whole files, and one worker all files that share a server."""

    def _split_scope(self, nodeid: str) -> str:
        path = super()._split_scope(nodeid)
        return "JupyterLab" if Path(path).name in IN_JUPYTERLAB else path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Schedule as `workbook.py test` does, unless pytest is asked for another way."""
    return Scheduling(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use two workers more than cores: browsers and servers are waited for."""
    without_browsers = config.option.markexpr == "not slow"
    return (os.cpu_count() or 1) + 2 * (not without_browsers)


def pytest_collection_finish() -> None:
    """What has been imported stays: the garbage collector need not look at it again.

    Nor need it look often at what a compiler makes, which is much and lives for long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.fixture(scope="session", autouse=True)
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Name a folder of this run, where workers leave things to each other."""
    with pytest.MonkeyPatch.context() as patch:
        if "PYTEST_XDIST_WORKER" in os.environ:
            folder = tmp_path_factory.getbasetemp().parent
            patch.setenv("FOXKIT_TESTS_SHARED", str(folder))
        yield


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a Chromium; skip, or fail where a browser is required."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        required = os.environ.get("FOXKIT_REQUIRE_BROWSER") == "1"
        (pytest.fail if required else pytest.skip)(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Yield a headless browser; a test opens its own page in it, and closes it."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, headless=True, args=list(LAUNCH_OPTIONS)
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def jupyterlab(
    chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """Yield a JupyterLab as `workbook.py lab` starts it, which serves a new folder."""
    from foxkit.site import lab  # which takes a second to import

    folder = tmp_path_factory.mktemp("jupyterlab")
    with lab_server(folder, *lab.jupyterlab_options()) as address:
        yield Served(folder, address)


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of this test's own: nothing is committed, `yours` is empty."""
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path / "data"))
    words = data.WORKBOOK / "columns.csv"  # of axes and tables, asked for in threads
    monkeypatch.setattr(data, "WORKBOOK", tmp_path / "workbook")
    (tmp_path / "workbook").mkdir(exist_ok=True)
    shutil.copy(words, tmp_path / "workbook")
    return tmp_path


@pytest.fixture
def at() -> Iterator[Any]:
    """Yield a function that sits down at another desk until the test ends."""
    tokens = []

    def sit(**settings: Any) -> PlaySettings:
        tokens.append(lab_settings.active_settings.set(PlaySettings(**settings)))
        return lab_settings.active_settings.get()

    yield sit
    for token in reversed(tokens):
        lab_settings.active_settings.reset(token)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the blocks that `play` has played since, each in a piece of its own."""
    blocks: list[int] = []

    def counted(match: Match, seed: int, given: range, *more: Any) -> Any:
        found = play_blocks(match, seed, given, *more)
        blocks.extend(given)
        return found

    monkeypatch.setattr(task, "PIECE_SECONDS", 0)
    monkeypatch.setattr(workers, "play_blocks", counted)
    return blocks
