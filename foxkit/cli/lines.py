"""Commands that read one position a line and answer with one JSON object a line."""

import json
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from typing import Any, TextIO


def answer_lines(
    answer: Callable[[str], dict[str, Any]],
    lines: Iterable[str] | None = None,
    output: TextIO | None = None,
) -> int:
    """Print `answer(line)` for every line, as JSON; return the exit code.

    A line for which `answer` raises ValueError gets `{"position", "error"}` instead,
    the other lines are answered all the same, and the exit code is then 2.

    Args:
        answer: the answer to one position, its text stripped of blanks at the ends.
        lines: the positions; stdin by default. Empty lines are skipped.
        output: where to print; stdout by default.
    """
    if lines is None and sys.stdin is None:
        raise ValueError("stdin is closed: it must hold positions, one a line")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    code = 0
    for line in filter(None, map(str.strip, sys.stdin if lines is None else lines)):
        try:
            reply = answer(line)
        except ValueError as error:
            reply, code = {"position": line, "error": str(error)}, 2
        print(json.dumps(reply, ensure_ascii=False), file=output, flush=True)
    return code
