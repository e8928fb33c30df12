"""What the columns of rows are called on axes and in tables (`data/columns.csv`)."""

import csv
import re
from functools import cache
from typing import Any, NamedTuple

from foxkit.core.data import WORKBOOK


class Words(NamedTuple):
    """A column's words, and whether it is a rate, to be shown in percent."""

    words: str
    is_rate: bool


@cache
def _known() -> dict[str, Words]:
    path = WORKBOOK / "columns.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {x["column"]: Words(x["words"], x["is"] == "rate") for x in rows}


def words_of(column: Any) -> Words:
    """Return the words of a column; its own name where none are declared.

    >>> words_of("sheep_rate")
    Words(words='games won by the sheep', is_rate=True)
    """
    column = str(column)
    if column in _known():
        return _known()[column]
    for name, said in _known().items():
        pattern = re.escape(name).replace("PLAYER", "([a-z]+)")
        if "PLAYER" in name and (found := re.fullmatch(pattern, column)):
            return said._replace(words=said.words.replace("PLAYER", found[1]))
    return Words(column, False)
