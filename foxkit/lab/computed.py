"""`kept`: what is computed and takes long, computed once and read from then on.

    rows = kept(fairest, [{"width": 8, "height": 8}, {"width": 10, "height": 10}])

Each case has a file of its own, `data/kept/fairest/3f2a91c07b5d4e86.json` where it is
committed, in `data/yours/kept` else. Its name says what was computed: the function (a
reader's own by its code), the arguments, and of a match among them its games, the
committed ones where there are any. A function that is another one after it was called,
since something that it uses has changed, is refused.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foxkit import data
from foxkit.core.quoting import quoted
from foxkit.lab import code
from foxkit.lab.address import address, canonical_json, described
from foxkit.lab.match import GameBatch, Match
from foxkit.lab.match_files import match_files, require_same_address, tell_of_older
from foxkit.lab.settings import here
from foxkit.lab.stats import Row

if TYPE_CHECKING:
    import pandas as pd

_FORM = {"address": dict, "code": str, "rows": [dict]}
"""The form of a case's file, see `faults`."""
Compute = Callable[..., Row | list[Row]]
"""What returns the row of a case, or several; an interval in `_low` and `_high`."""


def computed(function: Compute, cases: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """The rows of each case: its arguments, then what the function returned.

    What is not there is computed and kept, the first case again where the code has
    changed, and all if its rows are others then. A match among the arguments is handed
    over as its games (see `games`), those that came with the workbook if there are any.

    Args:
        function: called with each case's arguments by name; the same arguments must
            give the same rows.
        cases: arguments by name.

    Raises:
        ValueError: an argument cannot be told from others of its kind, the function
            changes what it depends on, or a file is damaged.
    """
    import pandas as pd

    if not callable(function) or not hasattr(function, "__name__"):
        raise ValueError(f"what is kept is of a function, not of {quoted(function)}")
    if isinstance(cases, str | Mapping) or not isinstance(cases, Iterable):
        raise ValueError(f"cases are a list of arguments by name, not {quoted(cases)}")
    cases = [*cases]
    for given in cases:
        if not isinstance(given, Mapping):
            raise ValueError(f"a case is arguments by name, not {quoted(given)}")
    name, desk = described(function), here()  # one address, however many cases
    each = [Case(function, name, dict(case)) for case in cases]
    if isinstance(name, dict) and not all(case.held for case in each):
        tell_of_older(data.yours() / "kept" / function.__name__)
    ends = time.monotonic() + desk.seconds
    stale = [case for case in each if case.held and case.held["code"] != case.code]
    if stale and (desk.plays or desk.checks):
        _check(stale, desk.keep)
    for case in each:
        if desk.plays and not case.held and time.monotonic() < ends:
            case.compute(desk.keep)
    if unkept := [case.unkept for case in each if case.unkept]:
        print(unkept[0])
    left = sum(not case.held for case in each)
    desk.tell_left(left, len(each), f"cases of {function.__name__} are missing")
    return pd.DataFrame([row for case in each for row in case.table()])


def _check(stale: "list[Case]", keep: bool) -> None:
    """Compute the first of some cases again, which other code has computed."""
    first, *others = stale
    before = first.held["rows"]
    first.compute(keep)
    for case in others:
        if first.held["rows"] == before:
            case.write(case.held | {"code": case.code}, keep)
        else:
            case.held = {}
            try:
                case.path(keep).unlink(missing_ok=True)
            except OSError as error:
                case.unkept = data.not_kept(error)


class Case:
    """One case of a computation, and what is held of it.

    Attributes:
        held: the content of its file; empty where there is none.
        unkept: why it could not be kept, in words.
    """

    unkept = ""

    def __init__(self, function: Compute, name: Any, given: dict[str, Any]) -> None:
        self.function, self.given = function, given
        own = code.is_own(function)
        self.code = code.of_modules([] if own else [function.__module__])
        told = {name: _told(value) for name, value in given.items()}
        self.address = {"function": name, "case": told}
        self.held = self._read()

    def path(self, committed: bool) -> Path:
        """The place of its file."""
        folder = data.WORKBOOK / "kept" if committed else data.yours() / "kept"
        name = f"{code.digest(canonical_json(self.address))}.json"
        return folder / self.function.__name__ / name

    def _read(self) -> dict[str, Any]:
        """The content of the file; ValueError if it is not as it should be."""
        paths = [self.path(each) for each in (False, True)]
        for each in paths:  # a link that leads nowhere is no file that is missing
            data.require_plain(each)
        path = next((each for each in paths if data.can_be_read(each)), None)
        if path is None:
            return {}
        found: dict[str, Any] = data.read_json(path, _FORM)
        if found["address"] != self.address:
            raise ValueError(f"{path} holds another computation: move it away")
        if twice := self._repeated(found["rows"]):
            raise ValueError(f"{path} is damaged: a row has another {twice!r}")
        return found

    def _repeated(self, rows: list[Row]) -> str:
        """The name of an argument for which a row has another value, if any."""
        given = self._arguments() | {"finished": True}
        each = ((name, value) for row in rows for name, value in row.items())
        return next((k for k, v in each if k in given and given[k] != v), "")

    def compute(self, keep: bool) -> None:
        """Compute the rows, and keep them."""
        begun = time.process_time()
        found = self.function(
            **{
                name: _games(value).games if isinstance(value, Match) else value
                for name, value in self.given.items()
            }
        )
        require_same_address(self.address["function"], described(self.function))
        rows = data.plain(found if isinstance(found, list) else [found])
        if twice := self._repeated(rows):
            name = self.function.__name__
            raise ValueError(f"{name} returns another {twice!r} than it was given")
        content = {
            "address": self.address,
            "code": self.code,
            "seconds": round(time.process_time() - begun, 3),
            "rows": rows,
        }
        self.write(content, keep)

    def write(self, content: dict[str, Any], keep: bool) -> None:
        """Write the file, whole; where that cannot be, the content is there for now."""
        self.held = content
        try:
            data.require_readable(self.path(keep))
            data.write_json(self.path(keep), content)
        except OSError as error:
            if keep:  # who asks for the committed folder wants it there
                raise
            self.unkept = data.not_kept(error)

    def table(self) -> list[Row]:
        """The rows behind the arguments; without rows, the arguments alone."""
        given, rows = self._arguments(), self.held.get("rows", [{}])
        return [{**given, **row, "finished": bool(self.held)} for row in rows]

    def _arguments(self) -> Row:
        """The arguments that become columns, and the labels of matches."""
        given: Row = {}
        for name, value in self.given.items():
            if value is None or isinstance(value, bool | int | float | str):
                given[name] = value
            given |= value.labels if isinstance(value, Match) else {}
        return given


def _told(value: Any) -> Any:
    """An argument as plain data, a match with the games that are handed over."""
    if not isinstance(value, Match):
        return described(value)
    found = _games(value)
    ends = np.cumsum([0, *map(len, found.moves)]).astype(np.int32)
    games = code.digest(ends.tobytes() + b"\n" + b"".join(found.moves))
    return {"match": address(value), "blocks": found.blocks, "games": games}


def _games(match: Match) -> GameBatch:
    """The committed games of a match or, where there are none, the reader's.

    So what is kept stays at hand for who has played more.
    """
    place = match_files(match)
    kept = place.read(committed=True)
    return kept if kept.finished else place.read()
