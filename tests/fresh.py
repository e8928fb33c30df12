"""Fresh processes for the tests: what they answer, and what numba compiled in them."""

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

COUNTED = """
from numba.core import event

class Compiled(event.Listener):
    names = []
    def on_start(self, happened):
        self.names.append(happened.data["dispatcher"].py_func.__qualname__)
    def on_end(self, happened):
        pass

event.register("numba:compile", Compiled())
"""
"""The beginning of a script: `Compiled.names` lists what could not be loaded."""


def command(*arguments: str) -> list[str]:
    """The command line `foxkit …`."""
    return [sys.executable, "-m", "foxkit", *arguments]


def environment(folder: Path = ROOT, **changes: str) -> Mapping[str, str]:
    """An environment in which the package is imported from a folder."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return {**kept, "PYTHONPATH": str(folder), **changes}


def run(
    arguments: list[str], stdin: str = "", cwd: Path = ROOT, **changes: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with the package found from `cwd`."""
    return subprocess.run(
        arguments,
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment(cwd, **changes),
        timeout=240,
    )


def remembered(folder: Path) -> dict[str, str]:
    """The settings with which workbook.py starts what it starts, below a folder."""
    spec = importlib.util.spec_from_file_location("workbook", ROOT / "workbook.py")
    workbook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbook)
    workbook.JUPYTER_FOLDER = folder
    return workbook.cache_variables()


def answer(script: str, cwd: Path = ROOT, **changes: str) -> Any:
    """Run a script and return the JSON value that it prints last."""
    done = run([sys.executable, "-c", script], cwd=cwd, **changes)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait for a condition."""
    begin = time.monotonic()
    while not holds():
        assert time.monotonic() - begin < seconds, f"waited in vain: {what}"
        time.sleep(0.005)
