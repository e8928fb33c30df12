"""foxkit bench: signatures of searches, and their speed on this machine."""

import sys
from pathlib import Path

from foxkit.cli.json_lines import JsonFlag, print_answer

BENCHMARKS_FOLDER = Path(__file__).parents[2] / "benchmarks"


def bench(*names: str, as_json: JsonFlag = False) -> None:
    """Measure signatures, speeds and ratios against plain Python.

    How noisy the machine was goes to stderr: smaller differences say nothing.

    Args:
        names: how the names begin of what is measured; everything where none is given.
        as_json: print one JSON object instead of a table.
    """
    if not BENCHMARKS_FOLDER.exists():
        raise ValueError("the benchmarks are not here: run this in a checkout")
    sys.path.insert(0, str(BENCHMARKS_FOLDER))
    from bench import measure, noise_percent

    noise_before = noise_percent()
    measured = measure(*names)
    noise = max(noise_before, noise_percent())
    print(f"the same work took {noise:.0f} % more or less time", file=sys.stderr)
    table_rows = {
        f"{kind:10} {name:32}": f"{value:16,.0f}"
        for kind, values in measured.items()
        for name, value in values.items()
    }
    print_answer(measured if as_json else table_rows, as_json)
