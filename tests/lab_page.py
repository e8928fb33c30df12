"""JupyterLab in a real browser, for tests: a server, a notebook, its cells run."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat.sign import NotebookNotary
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parents[1]
READY = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.context?.sessionContext;
  return Boolean(context?.isReady) && context.session?.kernel?.status === "idle";
}"""
WINDOWING = "@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
THEME = "@jupyterlab/apputils-extension/themes.jupyterlab-settings"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Served(NamedTuple):
    """A folder that a JupyterLab serves, with its settings and data, and where."""

    folder: Path
    address: str

    def end_kernels(self) -> None:
        """End all kernels."""
        sessions = f"{self.address}/api/sessions"
        with urllib.request.urlopen(sessions) as opened:
            running = json.load(opened)
        for each in running:
            asked = urllib.request.Request(f"{sessions}/{each['id']}", method="DELETE")
            urllib.request.urlopen(asked).close()


def _write_settings(folder: Path) -> None:
    """Write the settings of every page, over those that a page has changed."""
    for name, values in {
        WINDOWING: {"windowingMode": "none"},  # every cell is on the page
        THEME: {"theme": "JupyterLab Light"},
    }.items():
        path = folder / "settings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))


def _settle(folder: Path) -> dict[str, str]:
    """Return an environment in which Jupyter reads and writes below `folder` only."""
    _write_settings(folder)
    own = {
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
    }
    return os.environ | {name: str(folder / sub) for name, sub in own.items()}


@contextlib.contextmanager
def lab_server(
    folder: Path, *more: str, own: bool = False, **changes: str
) -> Iterator[str]:
    """Serve a folder with JupyterLab; yield its address; end every process of it.

    Args:
        folder: what is served, and where Jupyter keeps its settings.
        more: what else stands in the command line.
        own: start JupyterLab as `workbook.py lab` does, which serves the workbook.
        changes: of the environment.
    """
    port = _free_port()
    options = {
        "ServerApp.port": port,
        "ServerApp.open_browser": False,
        "IdentityProvider.token": "",
        "ServerApp.disable_check_xsrf": True,
        "LabApp.expose_app_in_browser": True,
        "ServerApp.allow_root": True,
        "LabApp.news_url": "",
    }
    if not own:
        options["ServerApp.root_dir"] = folder
    arguments = [f"--{name}={value}" for name, value in options.items()]
    module = "foxkit.site.lab" if own else "jupyterlab"
    environment = _settle(folder) | {"PYTHONPATH": str(ROOT)} | changes
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", module, *more, "--no-browser", *arguments],
        env=environment,
        cwd=folder,
        start_new_session=True,  # kernels are children: they end with the group
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/api", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 180
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=2):
            return
        time.sleep(0.2)
    raise RuntimeError("JupyterLab did not start")


def sign(notebook: Path, served: Served) -> None:
    """Let the JupyterLab that serves a notebook trust it."""
    data = served.folder / "data"
    data.mkdir(exist_ok=True)
    NotebookNotary(data_dir=str(data)).sign(nbformat.read(notebook, 4))


def notebook_of(*cells: str) -> nbformat.NotebookNode:
    """A notebook of code cells."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    return book


@contextlib.contextmanager
def opened_in_lab(
    browser: Browser,
    served: Served,
    notebook: Path,
    width: int = 1280,
    height: int = 1000,
) -> Iterator[Page]:
    """Yield a page of JupyterLab with a notebook in it; no script may fail in it.

    Its kernel ends with the page.

    Args:
        browser: which opens it.
        served: a server that may have shown other pages before.
        notebook: in the folder that is served.
        width: of the window, in pixels.
        height: likewise.
    """
    _write_settings(served.folder)
    view = browser.new_page(viewport={"width": width, "height": height}, has_touch=True)
    view.set_default_timeout(120_000)
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    name = notebook.relative_to(served.folder).as_posix()
    view.goto(f"{served.address}/doc/tree/{name}", wait_until="domcontentloaded")
    yield view
    view.close()
    served.end_kernels()
    assert not faults


@contextlib.contextmanager
def lab_page(
    browser: Browser,
    served: Served,
    notebook: Path,
    book: nbformat.NotebookNode,
    shows: str,
    height: int = 1000,
) -> Iterator[Page]:
    """Yield a page of JupyterLab on which a notebook runs.

    Args:
        browser: which opens it.
        served: a server that may have shown other pages before.
        notebook: where to write the notebook, in the folder that is served.
        book: what it holds.
        shows: selects what must be seen before the page is yielded.
        height: of the window, in pixels.
    """
    notebook.parent.mkdir()
    nbformat.write(book, notebook)
    with opened_in_lab(browser, served, notebook, height=height) as view:
        view.wait_for_function(READY, timeout=180_000)
        run_all = "void window.jupyterapp.commands.execute('notebook:run-all-cells')"
        view.evaluate(run_all)
        expect(view.locator(shows).last).to_be_visible(timeout=240_000)
        yield view


def exported_page(browser: Browser, address: str, **options: object) -> Iterator[Page]:
    """Yield a page with all requests but for the file itself refused.

    No script may fail in it, but for want of RequireJS, which nbconvert asks for.
    """
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.route("http*://**", lambda route: route.abort())
    view = context.new_page()
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.goto(address)
    yield view
    context.close()
    assert not [fault for fault in faults if "require" not in fault]
