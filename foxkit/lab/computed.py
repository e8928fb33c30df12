"""`computed`: results that take long, computed once and read from then on.

    rows = computed(fairest, [{"width": 8, "height": 8}, {"width": 10, "height": 10}])

Each case has a file of its own, `data/kept/fairest/3f2a91c07b5d4e86.json` if it is
committed, else in `data/yours/kept`. The name is a digest of what was computed: the
function (a reader's by its code), the arguments and, where an argument is a match, its
games, the committed ones if there are any. A function is refused if something that it
uses has changed while it ran.

The code of foxkit that a function uses is no part of its digest, and reading compares
none: `python benchmarks/recompute.py` computes all committed results again.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foxkit import data
from foxkit.core.quoting import quoted
from foxkit.lab import code
from foxkit.lab.address import (
    address_of,
    as_address_data,
    canonical_json,
    kinds_of_numbers,
)
from foxkit.lab.match import GameBatch, Match
from foxkit.lab.match_files import (
    MatchFiles,
    report_older_addresses,
    require_same_address,
)
from foxkit.lab.settings import current_settings
from foxkit.lab.stats import Row

if TYPE_CHECKING:
    import pandas as pd

_FILE_FORM = {"address": dict, "rows": [dict]}
"""The form of a case's file, see `foxkit.data.form_faults`."""
ComputeFunction = Callable[..., Row | list[Row]]
"""A function that returns the row of a case, or several. An interval has its ends in
the columns that end in `_low` and `_high`."""


def computed(
    function: ComputeFunction, cases: Iterable[Mapping[str, Any]]
) -> "pd.DataFrame":
    """A table of what a function returns for each case, computed once and then kept.

    It is for results that take long and are no games. A row has the case's arguments,
    then the values that the function returned. A case without a file is computed, and
    kept. If the function changes, or anything of yours that it uses, it is another
    function with results of its own. The code of foxkit itself is not compared. A match
    among the arguments is passed as its games (see `games`), the committed ones if
    there are any.

    Args:
        function: is called with each case's arguments by name, and returns a row as a
            dict, or a list of rows; the same arguments must give the same rows.
        cases: arguments by name, a dict for each case.

    Returns:
        A pandas DataFrame; `finished` says which cases have results.

    Raises:
        ValueError: an argument cannot be distinguished from others of its class, the
            function changes what it depends on, or a file is damaged.

    Examples:
        >>> def squares(n):
        ...     return {"square": n * n}
        >>> rows = computed(squares, [{"n": 3}, {"n": 4}])
        >>> rows[["n", "square"]]
           n  square
        0  3       9
        1  4      16
    """
    import pandas as pd

    if not callable(function) or not hasattr(function, "__name__"):
        raise ValueError(f"what is kept is of a function, not of {quoted(function)}")
    if isinstance(cases, str | Mapping) or not isinstance(cases, Iterable):
        raise ValueError(f"cases are a list of arguments by name, not {quoted(cases)}")
    cases = [*cases]
    for arguments in cases:
        if not isinstance(arguments, Mapping):
            raise ValueError(f"a case is arguments by name, not {quoted(arguments)}")
    # The function is described once, however many cases there are.
    function_address, settings = as_address_data(function), current_settings()
    listed = [ComputedCase(function, function_address, dict(case)) for case in cases]
    if isinstance(function_address, dict) and not all(case.stored for case in listed):
        folder = data.readers_data_folder() / "kept"
        report_older_addresses(folder / data.folder_name(function.__name__))
    deadline = time.monotonic() + settings.seconds
    for case in listed:
        if settings.plays_missing and not case.stored and time.monotonic() < deadline:
            case.stored = case.read()  # another case, or run, may have kept it since
            if not case.stored:
                case.compute(settings.keep)
    if errors := [case.keep_error for case in listed if case.keep_error]:
        print(errors[0])
    missing = sum(not case.stored for case in listed)
    missing_in_words = f"cases of {function.__name__} are missing"
    settings.report_missing(missing, len(listed), missing_in_words)
    return pd.DataFrame([row for case in listed for row in case.rows_with_arguments()])


class ComputedCase:
    """One case of a computation: its arguments, and the rows that are known.

    Attributes:
        stored: the content of its file; empty where there is none.
        keep_error: why the file could not be written, in words.
        address: what is computed, as plain data.
    """

    keep_error = ""

    def __init__(
        self,
        function: ComputeFunction,
        function_address: Any,
        arguments: dict[str, Any],
    ) -> None:
        self.function, self.arguments = function, arguments
        case = {name: _describe_argument(value) for name, value in arguments.items()}
        self.address = {"function": function_address, "case": case}
        self.stored = self.read()

    def path(self, in_workbook: bool) -> Path:
        """The place of the case's file, in the committed folder or the reader's."""
        above = data.WORKBOOK if in_workbook else data.readers_data_folder()
        folder = above / "kept"
        plain = data.folder_name(self.function.__name__)
        name = code.digest(canonical_json(self.address) + self._added_to_name)
        return folder / plain / f"{name}.json"

    def read(self) -> dict[str, Any]:
        """The content of the file; ValueError if it is damaged.

        A function may depend on the order of a dict, and may tell 1, 1.0 and True
        apart, which an address writes alike. Where the file has equal dicts in another
        order, or equal numbers of other types, the case has a file whose name tells its
        own. Older files do not say the types, and are read for all of them.
        """
        self._added_to_name = ""
        content, order = self._read_file(), self._order_of_dicts(self.address)
        if content and self._order_of_dicts(content["address"]) != order:
            self._added_to_name = order
            content = self._read_file()
        if content and content.get("numbers", self._numbers()) != self._numbers():
            self._added_to_name += canonical_json(self._numbers())
            content = self._read_file()
        return content

    def _numbers(self) -> dict[str, list[str]]:
        """The types of the numbers in the arguments, by the names of these."""
        kinds = {name: kinds_of_numbers(x) for name, x in self.arguments.items()}
        return {name: x for name, x in kinds.items() if x}

    def _order_of_dicts(self, address: dict[str, Any]) -> str:
        """The arguments with dicts, as a text that keeps the order of an address."""
        with_dicts = [name for name, x in self.arguments.items() if _has_dict(x)]
        return json.dumps({name: address["case"][name] for name in with_dicts})

    def _read_file(self) -> dict[str, Any]:
        """The content of the file at the path; empty where there is none."""
        paths = [self.path(in_workbook) for in_workbook in (False, True)]
        for path in paths:  # a broken link is an error, and no missing file
            data.require_plain_file(path)
        readable = next((path for path in paths if data.can_be_read(path)), None)
        if readable is None:
            return {}
        content: dict[str, Any] = data.read_json(readable, _FILE_FORM)
        if content["address"] != self.address:
            raise ValueError(f"{readable} holds another computation: move it away")
        if name := self._contradicted_argument(content["rows"]):
            raise ValueError(f"{readable} is damaged: a row has another {name!r}")
        return content

    def _contradicted_argument(self, rows: list[Row]) -> str:
        """The name of an argument for which a row has another value; empty if none."""
        given = self._argument_columns() | {"finished": True}
        values = ((name, value) for row in rows for name, value in row.items())
        return next((k for k, v in values if k in given and given[k] != v), "")

    def compute(self, keep: bool) -> None:
        """Compute the rows, and keep them."""
        started = time.process_time()
        result = self.function(
            **{
                name: _stored_games(value).games if isinstance(value, Match) else value
                for name, value in self.arguments.items()
            }
        )
        require_same_address(self.address["function"], as_address_data(self.function))
        listed = result if isinstance(result, list) else [result]
        if not all(isinstance(row, Mapping) for row in listed):
            name = self.function.__name__
            raise ValueError(
                f"{name} returns {quoted(result)} instead of a row, a dict, or a list "
                "of rows"
            )
        try:
            rows = data.as_json_data(listed)
        except ValueError as error:
            name = self.function.__name__
            raise ValueError(f"{name} returns what cannot be kept: {error}") from None
        if argument := self._contradicted_argument(rows):
            name = self.function.__name__
            raise ValueError(f"{name} returns another {argument!r} than it was given")
        numbers = self._numbers()
        content = {
            "address": self.address,
            **({"numbers": numbers} if numbers else {}),
            "seconds": round(time.process_time() - started, 3),
            "rows": rows,
        }
        self.write(content, keep)

    def write(self, content: dict[str, Any], keep: bool) -> None:
        """Write the file, whole; if that fails, use the content for this call."""
        self.stored = content
        try:
            data.require_readable_later(content)
        except ValueError as error:
            if keep:
                raise
            name = self.function.__name__
            self.keep_error = f"what {name} returns is not kept: {error}"
            return
        try:
            data.require_readable(self.path(keep))
            data.write_json(self.path(keep), content)
        except OSError as error:
            if keep:  # a run with --keep is useless without the committed folder
                raise
            self.keep_error = data.cannot_write_message(error)

    def rows_with_arguments(self) -> list[Row]:
        """The rows: arguments, then results; without results the arguments alone."""
        given, rows = self._argument_columns(), self.stored.get("rows", [{}])
        return [{**given, **row, "finished": bool(self.stored)} for row in rows]

    def _argument_columns(self) -> Row:
        """The arguments that become columns, and the labels of matches."""
        columns: Row = {}
        for name, value in self.arguments.items():
            if value is None or isinstance(value, bool | int | float | str):
                columns[name] = value
            columns |= value.labels if isinstance(value, Match) else {}
        return columns


def _has_dict(value: Any) -> bool:
    """Whether an argument is a dict, or a list with one in it."""
    return isinstance(value, dict) or (
        isinstance(value, tuple | list) and any(map(_has_dict, value))
    )


def _describe_argument(value: Any) -> Any:
    """An argument as plain data; a match with a digest of the games that are passed."""
    if not isinstance(value, Match):
        return as_address_data(value)
    batch = _stored_games(value)
    ends = np.cumsum([0, *map(len, batch.moves)]).astype(np.int32)
    games = code.digest(ends.tobytes() + b"\n" + b"".join(batch.moves))
    return {"match": address_of(value), "blocks": batch.blocks, "games": games}


def _stored_games(match: Match) -> GameBatch:
    """The committed games of a match or, where there are none, the reader's.

    So a committed result can still be read by a reader who has played more games.
    """
    files = MatchFiles(match)
    committed = files.read(in_workbook=True)
    return committed if committed.finished else files.read()
