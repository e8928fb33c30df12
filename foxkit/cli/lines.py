"""Commands that read one position a line and answer with one JSON object a line."""

import json
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated, Any

from cyclopts import Parameter

Json = Annotated[bool, Parameter(name="--json", negative="")]
"""The option of a command that answers with one JSON value instead of a table."""


def answer_lines(answer: Callable[[str], dict[str, Any]]) -> int:
    """Print `answer(line)` for every line of stdin, as JSON; return the exit code.

    Empty lines are skipped. A line for which `answer` raises ValueError gets
    `{"position", "error"}` instead, the other lines are answered all the same, and the
    exit code is then 2.

    Args:
        answer: the answer to one position, its text stripped of blanks at the ends.
    """
    if sys.stdin is None:
        raise ValueError("stdin is closed: it must hold positions, one a line")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    code = 0
    for line in filter(None, map(str.strip, sys.stdin)):
        try:
            reply = answer(line)
        except ValueError as error:
            reply, code = {"position": line, "error": str(error)}, 2
        print(json.dumps(reply, ensure_ascii=False), flush=True)
    return code
