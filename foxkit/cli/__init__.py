"""The command line, `foxkit COMMAND ...`.

Answers go to stdout and everything else to stderr. A command returns its exit code, or
None for 0; it raises ValueError for bad input, which `main` tells in one line, exit 2.

Commands are functions in small modules beside this one, by subject. They import what
is slow to import (numba, SciPy, Jupyter) inside themselves, so that `foxkit --help`
answers at once.
"""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from foxkit import __version__
from foxkit.cli.bench import bench
from foxkit.cli.experiments import listing, run
from foxkit.cli.ledger import ledger
from foxkit.cli.play import moves, perft, search
from foxkit.cli.site import site
from foxkit.cli.solve import solve, value

app = App(
    name="foxkit",
    version=__version__,
    help="Game-tree search and game balance, in five board and card games.",
    help_epilogue="`workbook.py test` runs the tests, `workbook.py lab` the chapters.",
    result_action="return_value",
)
for command in (bench, ledger, moves, perft, run, search, site, solve, value):
    app.command(command)
app.command(listing, name="list")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for failure, 2 for bad input.

    Args:
        arguments: the command and its arguments; by default, those of this process.
    """
    try:
        return app(arguments, exit_on_error=False, print_error=False) or 0
    except (CycloptsError, ValueError) as error:
        print(f"foxkit: {error}", file=sys.stderr)
        return 2
    except (MemoryError, OverflowError) as error:
        print(f"foxkit: a number is too large: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our answers has left: `foxkit ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a folder that cannot be written to, a full disk
        print(f"foxkit: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
