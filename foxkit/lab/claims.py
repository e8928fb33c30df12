"""The claims of the documents: every number and checkable claim, one row each.

The rows are read from `data/published/*.csv`; `data/README.md` explains the columns.
A row's `counts` names the printed cells that its number was made from, so that the
source can be audited: does the printed number follow from the document's own counts?
"""

import fnmatch
import operator
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from foxkit import data
from foxkit.core.former import refuses_former_names
from foxkit.core.quoting import did_you_mean, quoted, unknown_name
from foxkit.lab.stats import Estimate, proportion, stratified_score

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "titles": "document_titles",
        },
    )

if TYPE_CHECKING:
    import pandas as pd

KINDS = (
    *("exact", "program", "stochastic", "time-bound"),
    *("causal", "human", "context"),
)
_COMPARISONS = {"=": operator.eq, "<": operator.lt, ">": operator.gt, ">=": operator.ge}
NUMBER = re.compile(r"-?\d+(\.\d+)?")
PUBLISHED_FOLDER = data.WORKBOOK / "published"
TITLES = {
    "fox_game": "The Fox Game",
    "fox_hounds": "Fox & Hounds",
    "battle_sheep": "Battle Sheep",
    "wolves": "Wolves Eat Sheep",
    "franks_zoo": "Frank's Zoo",
}
"""The titles of the documents, by their files in `data/published`."""


@dataclass(frozen=True)
class Claim:
    """One row: a statement that a document prints, and how it is checked.

    The fields are the columns of `data/published`, and the `file` there, its stem.
    """

    id: str
    document: str
    place: str
    family: str
    quoted: str
    value: str
    counts: str
    kind: str
    statement: str
    rule: str
    threshold: str
    unit: str
    note: str
    revised: str
    file: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.id}: kind {self.kind!r} is not one of {KINDS}")

    @property
    def number(self) -> float:
        """The first printed number."""
        return float(self.value.split()[0])


class Claims(dict[str, Claim]):
    """The claims of all documents by their ids, in the documents' order.

    Attributes:
        used: the files of `data/published` from which any claim was read; a notebook's
            outputs depend on no others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def __getitem__(self, id: str) -> Claim:
        claim = super().__getitem__(id)
        self.used.add(claim.file)
        return claim

    def values(self) -> Any:
        """All claims; `of_documents` gives those of some documents."""
        self.used |= {each.file for each in super().values()}
        return super().values()

    def files(self) -> dict[str, str]:
        """The file in `data/published` of each document."""
        return {each.document: each.file for each in super().values()}

    def of_documents(self, documents: Container[str]) -> list[Claim]:
        """The claims of some documents."""
        chosen = [each for each in super().values() if each.document in documents]
        self.used |= {each.file for each in chosen}
        return chosen


@cache
def claims() -> Claims:
    """The claims of all documents by their ids, in the documents' order."""
    all_claims = Claims()
    known = {name: number for number, name in enumerate(TITLES)}
    for path in sorted(
        PUBLISHED_FOLDER.glob("*.csv"), key=lambda x: known.get(x.stem, 9)
    ):
        for row in data.csv_rows(path):
            claim = Claim(**row, file=path.stem)
            if claim.id in all_claims:
                raise ValueError(f"{path.name}: the id {claim.id!r} stands twice")
            all_claims[claim.id] = claim
    return all_claims


def claim_with_id(id: str) -> Claim:
    """A published row; ValueError if there is none of this id."""
    if not isinstance(id, str) or id not in claims():
        near = did_you_mean(id, claims())
        raise ValueError(f"no published row {quoted(id)}: see data/published{near}")
    return claims()[id]


def document_titles() -> dict[str, str]:
    """The titles of the documents whose claims are tested, by their file names.

    Examples:
        >>> sorted(document_titles().values())[:3]
        ['Battle Sheep', 'Fox & Hounds', "Frank's Zoo"]
    """
    return {name: TITLES.get(file, file) for name, file in claims().files().items()}


def quotation(id: str) -> str:
    """A number or phrase exactly as a document prints it.

    Args:
        id: the id of a row in `data/published`.

    Raises:
        ValueError: no row has this id; the message suggests the closest one.

    Examples:
        >>> quotation("fox-t1-c05-rate")
        '0.50'
    """
    return claim_with_id(id).quoted


@cache
def _sum_of_counts(expression: str) -> int:
    """A signed sum of printed counts, each token an id or a pattern of ids."""
    total, sign = 0, 1
    for token in expression.split():
        if token in ("+", "-"):
            sign = 1 if token == "+" else -1
            continue
        ids = [token] if token in claims() else fnmatch.filter(claims(), token)
        if not ids:
            raise ValueError(f"no published row matches {token!r}")
        total += sign * sum(int(claims()[id].value) for id in ids)
    return total


def counts_by_side(claim: Claim) -> list[tuple[int, int]]:
    """The counts behind a printed rate: (successes, n) for each side; or empty."""
    if "/" not in claim.counts:
        return []
    parts = (part.split(" / ") for part in claim.counts.split("; "))
    return [(_sum_of_counts(successes), _sum_of_counts(n)) for successes, n in parts]


@cache
def published_interval(claim: Claim) -> Estimate | None:
    """The 95 % interval from the document's own counts, if it prints any.

    It is Wilson's for one rate, and the stratified one for the two sides of a match.
    """
    rates = [proportion(k, n) for k, n in counts_by_side(claim)]
    if not rates:
        return None
    return rates[0] if len(rates) == 1 else stratified_score(rates[0], rates[1])


def id_for_row(ids: str, row: Mapping[Any, Any], **more: str) -> str:
    """The id that belongs to a row: a pattern with the row's columns in braces.

    Args:
        ids: the pattern, such as `fox-t1-{key}-rate`.
        row: the values of the columns.
        more: further values.

    Raises:
        ValueError: the row has no such column.
    """
    try:
        return ids.format(**row, **more)
    except KeyError as error:
        raise ValueError(unknown_name("column", error.args[0], map(str, row))) from None


def published(ids: str, rows: "pd.DataFrame | None" = None) -> "pd.DataFrame":
    """A table of numbers that documents print, to be drawn beside ours.

    Args:
        ids: a pattern of ids, such as `fox-t1-*-rate`; or with `rows` a pattern with
            their columns in braces, such as `fox-t1-{key}-rate`.
        rows: our rows, whose columns each printed row gets; if several belong to one,
            it gets those of the first.

    Returns:
        A row for each printed number, by its id, with the columns `quoted`, `value`
        (the first printed number) and, where the document prints counts, `estimate`,
        `low`, `high` and `games` that follow from them.

    Raises:
        ValueError: no published row has such an id.

    Examples:
        >>> published("fox-t1-c0?-rate")[["quoted", "games"]]
                        quoted  games
        fox-t1-c05-rate   0.50     60
        fox-t1-c03-rate   0.48     60
    """
    import pandas as pd

    if not isinstance(ids, str):
        raise ValueError(f"ids are a text, a pattern of ids, not {quoted(ids)}")
    if rows is not None and not isinstance(rows, pd.DataFrame):
        raise ValueError(f"rows are a DataFrame, such as of play, not {quoted(rows)}")
    if rows is None:
        columns: dict[str, dict[Any, Any]] = {
            id: {} for id in fnmatch.filter(claims(), ids)
        }
    else:
        named = [(id_for_row(ids, row), row) for row in rows.to_dict("records")]
        columns = dict(reversed(named))
    if wrong := [id for id in columns or [ids] if id not in claims()]:
        raise ValueError(f"no published row {wrong[0]!r}: see data/published")
    cells: dict[str, dict[Any, Any]] = {}
    for id, row in columns.items():
        claim, first = claims()[id], (claims()[id].value.split() or [""])[0]
        number = float(first) if NUMBER.fullmatch(first) else None
        cells[id] = row | {"quoted": claim.quoted, "value": number}
        if rate := published_interval(claim):
            games = sum(n for _, n in counts_by_side(claim))
            ends = {"estimate": rate.estimate, "low": rate.low, "high": rate.high}
            cells[id] |= ends | {"games": games}
    return pd.DataFrame.from_dict(cells, orient="index")


def follows_from_counts(claim: Claim) -> bool | None:
    """Whether a printed number follows from the document's own counts.

    A printed share must follow to its last digit. None where there is nothing to
    compare: no counts, or a number that is itself a count.
    """
    if not claim.counts:
        return None
    if "/" not in claim.counts:
        holds = _COMPARISONS[claim.counts.split(" ", 1)[0]]
        return all(holds(total, claim.number) for total in _compared_sums(claim))
    k, n = _counts_of_all_sides(claim)
    if claim.value == str(k):
        return None
    slack = 0.5 * 10.0 ** -len(claim.value.partition(".")[2])
    return abs(k / n - claim.number) <= slack + 1e-9


def counts_in_words(claim: Claim) -> str:
    """The document's own counts behind a printed number; empty if it has none."""
    if "/" not in claim.counts:
        return ", ".join(map(str, _compared_sums(claim)))
    k, n = _counts_of_all_sides(claim)
    return f"{k}/{n}" if claim.value == str(k) else f"{k}/{n} = {k / n:.3f}"


def audit_in_words(claim: Claim) -> str:
    """The counts behind a printed number, and whether it follows from them."""
    ends = {None: "", True: ": follows", False: ": does not follow"}
    return counts_in_words(claim) + ends[follows_from_counts(claim)]


def _compared_sums(claim: Claim) -> list[int]:
    """The sums that a number is compared with; none where a row has no counts."""
    _, _, sums = claim.counts.partition(" ")
    return [_sum_of_counts(part) for part in sums.split("; ") if part]


def _counts_of_all_sides(claim: Claim) -> tuple[int, int]:
    """The successes and the number behind a printed share, of all sides together."""
    k, n = (sum(column) for column in zip(*counts_by_side(claim), strict=True))
    return k, n
