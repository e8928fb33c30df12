"""The conventions of the command line: streams, exit codes, a quick start."""

import os
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool

import pytest
from fresh import ROOT, command, run

from foxkit import __version__
from foxkit.cli import main

SLOW_TO_IMPORT = {"numba", "numpy", "pandas", "scipy", "matplotlib", "nbconvert"}


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__


def test_help_imports_nothing_slow():
    code = (
        "import sys; from foxkit.cli import main; main(['--help']);"
        f"print(*({SLOW_TO_IMPORT} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == ""
    assert "moves" in done.stdout


FREED = """
import signal, sys, time
from foxkit.cli import app, main

class Freed:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

@app.command
def wait():
    Freed()
    time.sleep(99)

sys.exit(main(["wait"]))
"""


IN_TEXT = """
import sys
from foxkit.cli import app, main

@app.command
def wait():
    exec("raise KeyboardInterrupt")

sys.exit(main(["wait"]))
"""


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("script", [FREED, IN_TEXT], ids=["freed", "in text"])
def test_ctrl_c_ends_a_command_by_its_code_wherever_it_comes(script, tmp_path):
    """Python drops one that comes while it frees an object, and keeps one in mind that
    comes while it executes a text, as libraries do: `-m` would end by the signal."""
    (tmp_path / "waiting.py").write_text(script)
    paths = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = run([sys.executable, "-m", "waiting"], PYTHONPATH=paths)
    assert done.returncode == 130


WITHOUT = {
    "list": "numba scipy pyarrow tqdm pandas numpy nbformat IPython",
    "ledger": "numba scipy pyarrow tqdm pandas nbformat IPython",
}
"""What a command that only reads does without."""


@pytest.mark.parametrize("name", WITHOUT)
def test_a_command_that_reads_imports_nothing_slow(name):
    code = (
        f"import sys; sys.modules |= dict.fromkeys({WITHOUT[name].split()});"
        f"from foxkit.cli import main; sys.exit(main([{name!r}]))"
    )
    done = run([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 100


LIGHT = (
    "address",
    "match",
    "match_files",
    "estimators",
    "stopping_rule",
    "match_run",
    "play",
    "computed",
    "claims",
)


def test_the_lab_is_imported_without_the_libraries_that_take_long():
    """A board in a page has none of them."""
    names = [f"foxkit.lab.{name}" for name in LIGHT]
    code = (
        "import sys, importlib as i;"
        "sys.modules |= dict.fromkeys(['pandas', 'scipy', 'pyarrow', 'tqdm']);"
        f"[i.import_module(name) for name in {names}]"
    )
    done = run([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenProcessPool("gone"), 1, "foxkit: a worker has died: gone"),
        (TypeError("no\nssl"), 1, "foxkit: TypeError: no ssl"),
        (OSError(28, "No space left"), 1, "foxkit: [Errno 28] No space left"),
        (RecursionError("deep"), 2, "foxkit: the input is nested too deeply: deep"),
        (OverflowError("big"), 2, "foxkit: a number is too large: big"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_goes_wrong_is_told_in_one_line(
    error, code, line, monkeypatch, capsys
):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("foxkit.games.game_named", fail)
    assert main(["moves", "fox-game"]) == code
    captured = capsys.readouterr()
    assert (captured.out, captured.err.splitlines()) == ("", [line] if line else [])


def test_development_mode_shows_where_an_error_came_from():
    code = (
        "import sys; from foxkit import cli; "
        "say = cli._print_error; sys.exit(say(KeyError('x')) and say(ValueError('y')))"
    )
    words = [sys.executable, "-c", code]
    assert run(words).stderr == "foxkit: KeyError: 'x'\nfoxkit: y\n"
    words.insert(1, "-Xdev")
    assert run(words).stderr.startswith("Traceback")


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["0", "00", "", "1"])
def test_help_needs_no_width(columns):
    done = run(command("--help"), COLUMNS=columns)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("redirection", "code", "line"),
    [
        ("<&-", 2, "foxkit: stdin is closed: it must hold positions, one a line\n"),
        (">&-", 1, "foxkit: stdout is closed: there is nowhere to print the answer\n"),
        ("nosuch 2>&-", 2, ""),
    ],
)
def test_streams_may_be_closed(redirection, code, line):
    words = ["sh", "-c", f'"$@" {redirection}', "sh", *command("moves", "fox-game")]
    done = run(words)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", line)


def test_a_reader_may_leave_early():
    command = f'"{sys.executable}" -m foxkit ledger | head -n 1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
