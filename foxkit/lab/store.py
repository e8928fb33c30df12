"""Results on disk: a page of rows for each experiment, and a table of its games.

    data/results/NAME.json               how it was made, a row for each condition
    data/games/GAME/3f2a91c0.parquet     every game of a match; its row has the place

`data/README.md` describes both. They are written whole and renamed, the games first.
"""

import json
import math
import shlex
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from foxkit.core import data
from foxkit.core.data import faults, write_whole
from foxkit.lab.games import Stored, read
from foxkit.lab.stats import Row, duration

FORM = 2
"""The form of the files; the first, which knew pairs and sides only, is not read."""
FOLDER: Path = Path(__file__).parents[2] / "data" / "results"
_PAGE = {
    "form": int,
    "experiment": str,
    "title": str,
    "command": str,
    "games": str,
    "reads": dict,
    "conditions": list,
}
"""The form of a page, see `faults`."""
MAKER = {"code": str}
ROW = {
    "condition": str,
    "key": str,
    "factors": dict,
    "found": dict,
    "seconds": float,
}
"""The form of a row that was just computed; in a page it names its makers, too."""

Page = dict[str, Any]


class Source(NamedTuple):
    """What makes a result, and at what cost."""

    command: str
    cost: str


def command(name: str, folder: Path) -> str:
    """Return what makes a result in a folder, as a person types it."""
    there = "" if folder == FOLDER else f" --to {shlex.quote(str(folder))}"
    return f"foxkit run {shlex.quote(name)}{there}"


def _missing(name: str, folder: Path) -> ValueError:
    return ValueError(f"no result {name!r} yet; make it by: {command(name, folder)}")


def _finite(text: str) -> float:
    """Return a number of a page; ValueError for one that is not finite."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is no number that a result can hold")
    return number


def _faults(page: Any, name: str) -> list[str]:
    """Return what is wrong with a page, nothing if it can be believed."""
    if found := faults(page, _PAGE):
        return found
    if page["form"] != FORM:
        return [f"its form is {page['form']}, not {FORM}"]
    if page["experiment"] != name:
        return [f"it is the result of {page['experiment']!r}"]
    for there in page["reads"].values():
        if not (isinstance(there, list) and len(there) == 2):
            return [f"it reads {there!r}, which is no experiment and condition"]
    if found := faults(page["conditions"], [ROW | {"made_with": [MAKER]}]):
        return found
    names = [row["condition"] for row in page["conditions"]]
    return [] if len({*names}) == len(names) else ["a condition stands there twice"]


@lru_cache(maxsize=256)
def _read(path: Path, _changed: tuple[int, int]) -> Page:
    try:
        page = json.loads(
            path.read_bytes(), parse_float=_finite, parse_constant=_finite
        )
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
    if found := _faults(page, path.stem):
        raise ValueError(f"{path} is no result of {path.stem}: {'; '.join(found)}")
    return page


def has_page(name: str, folder: Path = FOLDER) -> bool:
    """Tell whether an experiment has left a result, even an unfinished one."""
    return (folder / f"{name}.json").exists()


def page(name: str, folder: Path = FOLDER) -> Page:
    """Return how an experiment was made, and its rows; not to be changed.

    Raises:
        ValueError: there is no such result (the command is named), or it cannot be
            believed (the file and the fault are).
    """
    path = folder / f"{name}.json"
    try:
        state = path.stat()
    except FileNotFoundError:
        raise _missing(name, folder) from None
    return _read(path, (state.st_mtime_ns, state.st_size))


def write_page(name: str, folder: Path, content: Page) -> None:
    """Write a page, for people to read too; a number that is not finite becomes null.

    Raises:
        ValueError: a file that is no result has the place.
    """
    if has_page(name, folder):
        page(name, folder)
    text = json.dumps(_cleaned(content), indent=1, ensure_ascii=False)
    write_whole(folder / f"{name}.json", f"{text}\n".encode())


def _cleaned(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 12) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(item) for item in value]
    return value.item() if hasattr(value, "item") else value


def is_same(found: Row, there: Row) -> bool:
    """Tell whether a stored row has the same numbers, to the decimals that it keeps."""
    return all(
        isclose(value, there[name], rel_tol=1e-9, abs_tol=1e-9)
        if isinstance(value, float) and isinstance(there[name], float)
        else value == there[name]
        for name, value in _cleaned(found).items()
        if name in there
    )


def games(name: str, condition: str = "", folder: Path = FOLDER) -> pd.DataFrame:
    """Return the games of an experiment, or of one of its conditions, one row each.

    Raises:
        ValueError: there is no such result (the command is named), or it is damaged.
    """
    found = [
        named(row["condition"], row["agents"], read(path))
        for row, path in files(name, folder)
        if condition in ("", row["condition"])
    ]
    if not found:
        raise ValueError(f"{name} has no games of {condition or 'any match'}")
    return pd.concat(found, ignore_index=True)


def files(name: str, folder: Path = FOLDER) -> list[tuple[Row, Path]]:
    """Return the row of each match of an experiment, and the file of its games.

    Raises:
        ValueError: there is no such result, or a file is missing; the command is named.
    """
    root = data.WORKBOOK / "games" if folder == FOLDER else folder / "games"
    rows = [row for row in page(name, folder)["conditions"] if "place" in row]
    found = [(row, root / f"{row['place']}.parquet") for row in rows]
    if not all(path.exists() for _, path in found):
        raise _missing(name, folder)
    return found


def named(condition: str, agents: list[str], games: Stored) -> pd.DataFrame:
    """Return games with the names of the match and of its agents, seat by seat."""
    seats = range(games.seats)
    seated = [[agents[(seat - turn) % games.seats] for seat in seats] for turn in seats]
    found = games.frame()
    found.insert(0, "condition", condition)
    return found.assign(agents=[seated[turn] for turn in found["rotation"]])


def digest_of(games: Iterable[Stored]) -> str:
    """Return a digest of the games of several matches."""
    total = sha256()
    for each in games:
        for column in ("moves", "payoffs"):
            total.update(repr(each.table[column].to_pylist()).encode())
    return total.hexdigest()


def checksum(name: str, folder: Path = FOLDER) -> str:
    """Return the digest of the games that a page was made from; empty without."""
    return page(name, folder).get("games", "") if has_page(name, folder) else ""


def is_stale(row: dict[str, Any], folder: Path = FOLDER) -> bool:
    """Tell whether a row was counted in other games than those that are there now."""
    inputs = row.get("inputs", {})
    return any(checksum(other, folder) != sum for other, sum in inputs.items())


def _rows(
    name: str, folder: Path, readers: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Return an experiment's rows, after those that it reads from others."""
    if name in readers:
        raise ValueError(f"results read each other: {', '.join([*readers, name])}")
    content, found = page(name, folder), []
    own = [row for row in content["conditions"] if not is_stale(row, folder)]
    for here, (other, there) in content["reads"].items():
        rows = own if other == name else []
        if other != name and has_page(other, folder):
            rows = _rows(other, folder, (*readers, name))
        same = (row for row in rows if row["condition"] == there)
        found += [{**row, "condition": here} for row in same]
    return found + own


def results(name: str, folder: Path = FOLDER) -> pd.DataFrame:
    """Return what an experiment found: one row a condition, each factor a column.

    The columns are the factors (of the rules, of agent A, of its rivals), then what
    was found, where a number with an interval has `_low` and `_high`. Conditions that
    another experiment plays are among the rows; the index is the condition's name.

    Raises:
        ValueError: there is no such result; the command is named.
    """
    rows = [
        {"condition": row["condition"], **row["factors"], **row["found"]}
        for row in _rows(name, folder)
    ]
    return pd.DataFrame(rows, columns=None if rows else ["condition"]).set_index(
        "condition"
    )


def factors(name: str, folder: Path = FOLDER) -> set[str]:
    """Return the columns of a result that were declared; all others were found."""
    return {factor for row in _rows(name, folder) for factor in row["factors"]}


def made_by(name: str, conditions: Iterable[str] = (), folder: Path = FOLDER) -> Source:
    """Return the commands that make some conditions of a result, and what they cost.

    They are those of the experiments that play the conditions; without any that is
    known, of this one.
    """
    reads = page(name, folder).get("reads", {})
    homes = dict.fromkeys(reads.get(each, [name])[0] for each in conditions)
    pages = [page(x, folder) for x in homes if has_page(x, folder)] or [
        page(name, folder)
    ]
    seconds = sum(row["seconds"] for each in pages for row in each["conditions"])
    cost = f"{duration(seconds)} of processor time" if seconds else ""
    return Source(" && ".join(each["command"] for each in pages), cost)
