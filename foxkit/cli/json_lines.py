"""Input and output of commands: positions on stdin, and their answers as JSON."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from io import TextIOWrapper
from typing import Annotated, Any

from cyclopts import Parameter

JsonFlag = Annotated[bool, Parameter(name="--json", negative="")]
"""The option of a command that answers with one JSON value instead of a table."""
Flag = Annotated[bool, Parameter(negative="")]
"""An option that is off unless it is given, without a `--no-` form."""
_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # the byte order mark of a text
_UTF16_MARKS = "\\xff\\xfe", "\\xfe\\xff"  # marks of UTF-16, which are no UTF-8
_NO_UTF8 = (
    "stdin is no UTF-8 but looks like UTF-16, as `>` in Windows PowerShell writes it: "
    "save it as UTF-8, there by `| Out-File -Encoding utf8 NAME` instead of `> NAME`"
)


def parse_position(game: Any, text: str, needs_all_hands: bool = True) -> Any:
    """The position of a text; ValueError if hands are hidden that must be known."""
    from foxkit.core.position import Position

    position = Position.parse(game, text)
    if needs_all_hands and position.is_partial:
        raise ValueError(f"every hand is needed to play on, not only that of {text!r}")
    return position


def answer_positions_on_stdin(
    game: Any, answer: Callable[[Any], dict[str, Any]], needs_all_hands: bool = False
) -> int:
    """Print an answer to the position in every line of stdin; the exit code.

    A bad line, or one for which `answer` raises ValueError, gets an `error` instead;
    the others are answered all the same, and the code is 2.

    Args:
        game: the game.
        answer: gives the answer to a position, as JSON data.
        needs_all_hands: whether positions with hidden hands are refused.
    """
    code = 0
    for line in _lines_of_stdin():
        try:
            reply = answer(parse_position(game, line, needs_all_hands))
        except ValueError as error:
            reply, code = {"error": str(error)}, 2
        reply = {"position": line, **reply}
        try:
            print(json.dumps(reply, ensure_ascii=False), flush=True)
        except UnicodeEncodeError:  # the encoding of stdout lacks a character
            print(json.dumps(reply), flush=True)
    return code


def _lines_of_stdin() -> Iterator[str]:
    """Yield the lines of stdin as they come, but for empty ones.

    It is read as UTF-8, with a byte order mark or without, whatever the system's usual
    encoding; ValueError where it is UTF-16.
    """
    if sys.stdin is None:
        raise ValueError("stdin is closed: it must hold positions, one a line")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    for number, line in enumerate(sys.stdin):
        marked = line.startswith(_UTF16_MARKS) and "\0" in line
        if number == 0 and (marked or 3 * line.count("\0") > len(line)):
            raise ValueError(_NO_UTF8)
        if text := line.strip().lstrip(_BYTE_ORDER_MARK).strip():
            yield text


def print_answer(answer: Mapping[str, Any], as_json: bool) -> None:
    """Print one JSON object, or a line for each entry, and for each of its `rows`."""
    if as_json:
        print(json.dumps(answer))
        return
    for name, content in answer.items():
        rows = content if name == "rows" else [content]
        print(f"{name:15}", *rows, sep="\n" if name == "rows" else " ")
