"""`kept`: what is computed and takes long, computed once and read from then on.

    rows = kept(fairest, [{"width": 8, "height": 8}, {"width": 10, "height": 10}])

Each case has a file of its own, `data/kept/fairest/3f2a91c07b5d4e86.json` where it is
committed, in `data/yours/kept` else. Its name says what was computed: the function (a
reader's own by its code), the arguments, and of a match among them its games, the
committed ones where there are any.
"""

import json
import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foxkit import data
from foxkit.lab import code
from foxkit.lab.address import described, spelt
from foxkit.lab.desk import Desk, here
from foxkit.lab.games import read, shelf
from foxkit.lab.match import Match, Played
from foxkit.lab.stats import Row

if TYPE_CHECKING:
    import pandas as pd

Compute = Callable[..., Row | list[Row]]
"""What returns the row of a case, or several; an interval in `_low` and `_high`."""


def kept(function: Compute, cases: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """Return the rows of each case: its arguments, then what the function returned.

    What is not there is computed and kept, the first case again where the code has
    changed, and all if its rows are others then. A match among the arguments is handed
    over as its games (see `games`), those that came with the workbook if there are any.

    Args:
        function: called with each case's arguments by name; the same arguments must
            give the same rows.
        cases: arguments by name.

    Raises:
        ValueError: an argument cannot be told from others of its kind, or a file is
            damaged.
    """
    import pandas as pd

    each, desk = [Case(function, dict(case)) for case in cases], here()
    ends = time.monotonic() + desk.seconds
    stale = [case for case in each if case.is_there and not case.is_current]
    if stale and (desk.plays or desk.checks):
        _check(stale, desk)
    for case in each:
        if desk.plays and not case.is_there and time.monotonic() < ends:
            case.compute(desk)
    left = sum(not case.is_there for case in each)
    desk.tell_left(left, len(each), f"cases of {function.__name__} are missing")
    rows = [row for case in each for row in case.table()]
    return pd.DataFrame(rows)


def _check(stale: "list[Case]", desk: Desk) -> None:
    """Compute the first of some cases again, which other code has computed."""
    first, *others = stale
    before = first.read()["rows"]
    first.compute(desk)
    same = first.read()["rows"] == before
    for case in others:
        if same:
            case.write(case.read() | {"code": case.code}, desk)
        else:
            case.path(desk.keep).unlink(missing_ok=True)
            case.forgotten = True


@dataclass
class Case:
    """One case of a computation, and its file."""

    function: Compute
    given: dict[str, Any]
    forgotten: bool = False

    def __post_init__(self) -> None:
        own = code.is_own(self.function)
        modules = [] if own else [self.function.__module__]
        self.code = code.of_modules(modules)
        told = {name: _told(value) for name, value in self.given.items()}
        self.address = spelt({"function": described(self.function), "case": told})

    def path(self, committed: bool) -> Path:
        """Return the place of its file."""
        folder = data.WORKBOOK / "kept" if committed else data.yours() / "kept"
        return folder / self.function.__name__ / f"{code.digest(self.address)}.json"

    @property
    def is_there(self) -> bool:
        """Whether its rows are there."""
        places = self.path(False), self.path(True)
        return not self.forgotten and any(path.exists() for path in places)

    @property
    def is_current(self) -> bool:
        """Whether today's code computed them, or would."""
        return self.read()["code"] == self.code

    def read(self) -> dict[str, Any]:
        """Return the content of the file; ValueError if it is not as it should be."""
        path = next(x for x in (self.path(False), self.path(True)) if x.exists())
        try:
            found: dict[str, Any] = json.loads(path.read_bytes())
            wrong = data.faults(found, {"address": dict, "code": str, "rows": [dict]})
        except (ValueError, RecursionError) as error:
            wrong = [str(error)]
        if wrong:
            raise ValueError(f"{path} is damaged: {wrong[0]}")
        if found["address"] != json.loads(self.address):
            raise ValueError(f"{path} holds another computation: move it away")
        return found

    def compute(self, desk: Desk) -> None:
        """Compute the rows, and keep them."""
        begun = time.process_time()
        given = {
            name: _games(value).games if isinstance(value, Match) else value
            for name, value in self.given.items()
        }
        found = self.function(**given)
        rows = [found] if isinstance(found, dict) else found
        content = {
            "address": json.loads(self.address),
            "code": self.code,
            "seconds": round(time.process_time() - begun, 3),
            "rows": [{k: _plain(v) for k, v in row.items()} for row in rows],
        }
        self.forgotten = False
        self.write(content, desk)

    def write(self, content: dict[str, Any], desk: Desk) -> None:
        """Write the file, whole."""
        text = json.dumps(content, indent=1, ensure_ascii=False)
        data.write_whole(self.path(desk.keep), f"{text}\n".encode())

    def table(self) -> list[Row]:
        """Return the rows behind the arguments; without rows, the arguments alone."""
        given: Row = {}
        for name, value in self.given.items():
            if value is None or isinstance(value, bool | int | float | str):
                given[name] = value
            given |= value.labels if isinstance(value, Match) else {}
        rows = self.read()["rows"] if self.is_there else [{}]
        return [{**given, **row, "finished": self.is_there} for row in rows]


def _told(value: Any) -> Any:
    """Return an argument as plain data, a match with the games that are handed over."""
    if not isinstance(value, Match):
        return described(value)
    place, found = shelf(value), _games(value)
    ends = np.cumsum([0, *map(len, found.moves)]).astype(np.int32)
    games = code.digest(ends.tobytes() + b"\n" + b"".join(found.moves))
    return {"match": json.loads(place.address), "blocks": found.blocks, "games": games}


def _games(match: Match) -> Played:
    """Return the committed games of a match or, where there are none, the reader's.

    So what is kept stays at hand for who has played more.
    """
    place = shelf(match)
    path = place.path(True)
    return read(path, place.address) if path.exists() else place.read()


def _plain(value: Any) -> Any:
    """Return a found value as JSON has it; a number that is not finite becomes null."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(x) for x in value] if isinstance(value, list | tuple) else value
