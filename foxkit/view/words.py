"""What the columns of rows are called on axes and in tables (`data/columns.csv`)."""

import csv
import re
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from foxkit.data import WORKBOOK

Unit = Literal["", "rate", "points"]
"""What a number is: no share, a share shown in percent, a difference of two shares."""


class Label(NamedTuple):
    """A column's words, and what its numbers are."""

    words: str
    unit: Unit = ""


@cache
def _known() -> dict[str, Label]:
    path = WORKBOOK / "columns.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {x["column"]: Label(x["words"], cast("Unit", x["is"])) for x in rows}


def words_of(column: Any) -> Label:
    """Return the words of a column; its own name where none are declared.

    >>> words_of("sheep_rate")
    Label(words='games won by the sheep', unit='rate')
    """
    column = str(column)
    if column in _known():
        return _known()[column]
    for name, said in _known().items():
        pattern = re.escape(name).replace("PLAYER", "([a-z]+)")
        if "PLAYER" in name and (found := re.fullmatch(pattern, column)):
            return said._replace(words=said.words.replace("PLAYER", found[1]))
    return Label(column)
