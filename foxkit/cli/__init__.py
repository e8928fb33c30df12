"""The command line, `foxkit COMMAND ...`.

Answers go to stdout and everything else to stderr. A command returns its exit code, or
None for 0. For bad input it raises ValueError, which `main` prints in one line, exit 2.

Commands are functions in small modules beside this one, by subject. They import what
is slow to import (numba, SciPy, Jupyter) inside themselves, so that `foxkit --help`
answers at once.
"""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

from cyclopts import App, CycloptsError, Parameter, Token, convert

from foxkit import __version__
from foxkit.cli.bench import bench
from foxkit.cli.cells import list_games_and_cells, run
from foxkit.cli.chapters import ledger, site, write_chapters
from foxkit.cli.check import check
from foxkit.cli.play import moves, perft, search
from foxkit.cli.solve import solve, value
from foxkit.core.quoting import printable

FAILURES = (
    ((CycloptsError, ValueError), 2, ""),
    ((MemoryError, OverflowError), 2, "a number is too large: "),
    (RecursionError, 2, "the input is nested too deeply: "),
    (OSError, 1, ""),  # a folder that cannot be written to, a full disk
    (BrokenExecutor, 1, "a worker has died: "),
)
"""Errors that end a command, each with its exit code and the beginning of its
message."""


def convert_exactly(target_type: Any, tokens: Sequence[Token]) -> Any:
    """Convert words as cyclopts does, except that it would round 1.5 to an integer."""
    if target_type is not int:
        return convert(target_type, tokens)
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"{tokens[0].value!r} is not a whole number") from None


app = App(
    name="foxkit",
    version=__version__,
    help="Game-tree search and game balance, in five board and card games.",
    help_epilogue="`workbook.py test` runs the tests, `workbook.py lab` the chapters.",
    default_parameter=Parameter(converter=convert_exactly),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
COMMANDS = (
    bench,
    check,
    ledger,
    moves,
    perft,
    run,
    search,
    site,
    solve,
    value,
)
for command in COMMANDS:
    app.command(command)
app.command(write_chapters, name="exercises")
app.command(list_games_and_cells, name="list")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for failure, 2 for bad input.

    Every error is printed in one line; Python's development mode (`python -X dev
    -m foxkit ...`) shows where an unforeseen error came from.

    Args:
        arguments: the command and its arguments; by default, those of this process.
    """
    former_hook = sys.unraisablehook
    sys.unraisablehook = _resend_ignored_interrupt
    try:
        _check_streams_and_width()
        return app(arguments, exit_on_error=False, print_error=False) or 0
    except BrokenPipeError:  # the reader of our answers has left: `foxkit ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        return _print_error(error)
    finally:
        sys.unraisablehook = former_hook
        # If Ctrl-C came while a text was executed, as some libraries do, Python would
        # end by the signal, although it was caught. Another text makes it forget that.
        exec("")


def _resend_ignored_interrupt(unraisable: Any) -> None:
    """Send Ctrl-C again if Python has ignored it, as it does while it frees objects."""
    if unraisable.exc_type is not KeyboardInterrupt or os.name == "nt":
        sys.__unraisablehook__(unraisable)
        return

    def interrupt() -> None:
        if sys.unraisablehook is _resend_ignored_interrupt:  # the command has not ended
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    # At once, it would interrupt this function, where Python ignores it again.
    threading.Timer(0.1, interrupt).start()


def _check_streams_and_width() -> None:
    """Make sure that stdout and stderr exist, and that the terminal has a width."""
    if not os.environ.get("COLUMNS", "80").lstrip("0"):
        del os.environ["COLUMNS"]
    if sys.stderr is None:  # print would choose stdout in its place
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdout is None:
        raise OSError("stdout is closed: there is nowhere to print the answer")


def _print_error(error: Exception) -> int:
    """Print the error that ended a command, in one line; the exit code."""
    known = next((row for row in FAILURES if isinstance(error, row[0])), None)
    if known is None and sys.flags.dev_mode:
        raise error
    _, code, words = known or (Exception, 1, f"{type(error).__name__}: ")
    message = printable(" ".join(str(error).split()))
    print(f"foxkit: {words}{message}", file=sys.stderr)
    return code
