"""The conventions of the command line: streams, exit codes, a quick start."""

import json
import subprocess
import sys
from io import StringIO

import pytest

from foxkit import __version__
from foxkit.cli import main
from foxkit.cli.lines import answer_lines

SLOW_TO_IMPORT = {"numba", "numpy", "pandas", "scipy", "matplotlib", "nbconvert"}


def foxkit(*arguments: str, **options: object) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "foxkit", *arguments]
    return subprocess.run(command, capture_output=True, text=True, **options)


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__


@pytest.mark.parametrize(
    "arguments", [["nosuch"], ["site", "--nosuch"], ["perft", "chess", "--depth", "1"]]
)
def test_bad_input_is_told_in_one_line(arguments, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("foxkit: ")


def test_help_imports_nothing_slow():
    code = (
        "import sys; from foxkit.cli import main; main(['--help']);"
        f"print(*({SLOW_TO_IMPORT} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == ""
    assert "moves" in done.stdout


def test_a_bad_line_does_not_stop_the_others():
    output = StringIO()
    code = answer_lines(
        lambda line: {"position": line, "half": int(line) / 2},
        ["4\n", "\n", "fox\n", " 6 \n"],
        output,
    )
    first, bad, last = map(json.loads, output.getvalue().splitlines())
    assert code == 2
    assert (first["half"], last["half"]) == (2, 3)
    assert bad["position"] == "fox"
    assert "'fox'" in bad["error"]


def test_the_exit_code_leaves_the_process():
    assert foxkit("nosuch").returncode == 2


def test_a_reader_may_leave_early():
    command = f'"{sys.executable}" -m foxkit ledger | head -n 1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
