"""The ledger: what each document says, what we found, and whether the two agree.

    data/published/*.csv  what documents print      +---------+
    data/readings.csv     what their words allow -> | entries | ->  foxkit ledger,
    data/ledger.json      what cells claim       -> +---------+     chapter 9

The rule that decides stands in the published row, written before anything was played;
what was changed later is named in the row's `revised`. A verdict is what *all* readings
of a sentence say that the document's own words allow. A reading that only the numbers
suggest, a fit or a fault that nobody printed, can explain and cannot decide.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any

from foxkit import data
from foxkit.core.former import refuses_former_names
from foxkit.core.quoting import quoted
from foxkit.lab.cell_outputs import ClaimedResult, claimed_results
from foxkit.lab.claims import (
    NUMBER,
    Claim,
    audit_in_words,
    claims,
    counts_in_words,
    follows_from_counts,
)
from foxkit.lab.criteria import (
    CONTRADICTED,
    REPRODUCED,
    UNDECIDED,
    corrected_p_values,
    criterion,
    criterion_verdict,
    detectable_difference,
    rounded_as_published,
)
from foxkit.lab.numbers import interval_in_words, plain_number
from foxkit.lab.stats import Estimate, Measured

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "entries": "ledger_rows",
            "readings": "possible_readings",
        },
    )

DEPENDS, CONTRADICTS_ITSELF = "depends on the reading", "contradicts itself"
NOT_JUDGED, GIVEN = "not judged", "given"
DECIDED = REPRODUCED, CONTRADICTED, DEPENDS, CONTRADICTS_ITSELF
VERDICTS = *DECIDED, UNDECIDED, NOT_JUDGED
"""The verdicts, explained in `data/README.md`. A row that is `given` has none: it is a
rule or a parameter that we take from the document."""

RULES_FILE = data.WORKBOOK / "rules.csv"
"""Our values for rows that only define something."""
READINGS_FILE = data.WORKBOOK / "readings.csv"
"""The readings that each document's words allow, written before its rows were
judged."""


@dataclass(frozen=True)
class Reading:
    """Our value under one reading of a document's words, and the verdict on it.

    Attributes:
        name: of the reading.
        ours: our value; None where games are missing.
        interval: its 95 % interval, if it has one.
        verdict: that of the criterion alone.
        decides: whether the document's words allow this reading; else only the numbers
            suggest it, and its verdict does not count.
        p_value, p_corrected: of the test, alone and corrected for its family.
    """

    name: str
    ours: float | str | None
    interval: tuple[float, float] | None
    verdict: str
    decides: bool = True
    p_value: float | None = None
    p_corrected: float | None = None


@dataclass(frozen=True)
class LedgerRow:
    """One row of the ledger; `data/README.md` explains the fields.

    `ours` and `interval` are those of the first reading. `could_have_told` is the
    smallest difference that would have been detected, see
    `foxkit.lab.criteria.detectable_difference`.
    """

    id: str
    document: str
    place: str
    family: str
    quoted: str
    statement: str
    kind: str
    threshold: str
    revised: str
    ours: float | str | None
    interval: tuple[float, float] | None
    verdict: str
    audit: str
    tolerance: str
    command: str
    cost: str
    note: str
    readings: tuple[Reading, ...] = ()
    unit: str = ""
    could_have_told: float | None = None

    def verdict_under(self, reading: str) -> str:
        """The verdict under a reading; under the first one if the row lacks it."""
        verdicts = {each.name: each.verdict for each in self.readings}
        return verdicts.get(reading, self.readings[0].verdict)


@cache
def _rule_rows() -> dict[str, dict[str, str]]:
    """The rows of `data/rules.csv`, which answer claims that only define, by id."""
    return {row["id"]: row for row in data.csv_rows(RULES_FILE)}


def _claimed_result(claim: Claim) -> ClaimedResult:
    """Our answer to a row: from a cell, from our rules, or from the row's counts."""
    rule = _rule_rows().get(claim.id)
    if answer := claimed_results().get(claim.id):
        return answer._replace(declared=bool(rule))
    if rule:
        return ClaimedResult({"rules": rule["answer"]}, rule["command"], declared=True)
    counted = counts_in_words(claim)
    return (
        ClaimedResult({"counts": counted}, "foxkit ledger")
        if counted
        else ClaimedResult({})
    )


@cache
def possible_readings() -> tuple[dict[str, str], ...]:
    """How the documents' words can be read where they leave something open.

    Returns:
        A dict for each reading: the `document` and the `place` in it, its `words`, the
        `question` that they leave open, the `reading`, whether it `decides`, and the
        ids of the `rows` that it concerns, with spaces between them.

    Examples:
        >>> first = possible_readings()[0]
        >>> first["words"], first["decides"]
        ('there are several different sets of rules for the game', 'yes')
    """
    return tuple(data.csv_rows(READINGS_FILE))


@cache
def decides_by_reading(claim_id: str) -> dict[str, bool]:
    """The readings of a row by name, and whether each decides."""
    return {
        line["reading"]: line["decides"] == "yes"
        for line in possible_readings()
        if any(fnmatchcase(claim_id, ids) for ids in line["rows"].split())
    }


def combined_verdict(verdicts: Iterable[str]) -> str:
    """The verdict of a row from the verdicts under each of its readings."""
    distinct = set(verdicts)
    if {REPRODUCED, CONTRADICTED} <= distinct:
        return DEPENDS
    return next((x for x in (UNDECIDED, *distinct) if x in distinct), NOT_JUDGED)


def row_verdict(
    claim: Claim, follows: bool | None, verdicts: Sequence[str], declared: bool = False
) -> str:
    """The verdict of a row.

    The document is audited first: a number that does not follow from its own counts
    contradicts itself, whatever we find.

    Args:
        claim: the row.
        follows: whether its number follows from the document's counts.
        verdicts: those under each of the readings that decide.
        declared: whether our value is an input, such as a rule.
    """
    if follows is False:
        return CONTRADICTS_ITSELF
    if not verdicts or claim.rule in ("", "machine"):
        return NOT_JUDGED
    verdict, is_program = combined_verdict(verdicts), claim.kind == "program"
    if is_program and verdict == CONTRADICTED:
        return CONTRADICTS_ITSELF
    given = claim.rule == "audit" or (
        verdict == REPRODUCED and (declared or is_program)
    )
    return GIVEN if given else verdict


def _number_with_unit(x: float, unit: str) -> str:
    """A number in words: with a unit to three digits, without one as it is."""
    if not unit:
        return plain_number(x)
    if unit == "s" and x < 0.1:
        return f"{1000 * x:.3g} ms"
    return f"{plain_number(float(f'{x:.3g}'), 12)} {unit}"


def our_value_in_words(row: LedgerRow | Reading, unit: str = "") -> str:
    """Our value with its interval, in words; empty if there is none."""
    ours, interval = row.ours, row.interval
    unit = row.unit if isinstance(row, LedgerRow) else unit
    if ours is None or isinstance(ours, str):
        return ours or ""
    if isinstance(ours, int):
        return f"{plain_number(ours, 4)} {unit}".strip()
    if interval is None:
        return _number_with_unit(ours, unit)
    fewest = 3 if max(map(abs, interval)) < 10 else 1
    return f"{interval_in_words(ours, *interval, fewest, '')} {unit}".strip()


def _reading_with_verdict(
    claim: Claim, name: str, ours: Measured, p_values: tuple[float, float] | None
) -> Reading:
    """Our value under one reading, a number with the digits that are compared.

    Args:
        claim: the row.
        name: of the reading.
        ours: our value.
        p_values: its p-value and the corrected one, if there is a test.
    """
    p_value, p_corrected = p_values or (None, None)
    value: float | str
    interval = None
    if isinstance(ours, Estimate):
        interval = (ours.low, ours.high) if ours.low < ours.high else None
        value = ours.estimate
    elif isinstance(ours, str) or criterion(claim.rule).name == "equal":
        value = text = rounded_as_published(claim, ours)
        if NUMBER.fullmatch(text):
            value = int(text) if text.removeprefix("-").isdecimal() else float(text)
    else:
        value = ours
    is_judged = claim.rule not in ("", "audit", "machine")
    return Reading(
        name,
        value,
        interval,
        criterion_verdict(claim, ours, p_corrected) if is_judged else "",
        decides_by_reading(claim.id).get(name, True),
        p_value,
        p_corrected,
    )


def _ledger_row(
    claim: Claim, answer: ClaimedResult, p_values: Sequence[tuple[float, float] | None]
) -> LedgerRow:
    """The ledger's row of one published claim.

    Args:
        claim: the claim.
        answer: ours.
        p_values: the p-values of each reading of the answer.
    """
    given = zip(answer.readings.items(), p_values, strict=True)
    finished = [(name, ours, p) for (name, ours), p in given if ours is not None]
    readings = tuple(_reading_with_verdict(claim, *each) for each in finished)
    verdicts = [each.verdict for each in readings if each.decides]
    detectable = detectable_difference(claim, finished[0][1]) if finished else None
    points = f"less than {100 * (detectable or 0):.0f} points"
    is_compared = claim.rule == "meets" and detectable is not None
    notes = (
        "not judged: it needs people" if claim.kind == "human" else "",
        claim.note,
        f"waits for: {answer.command}" if answer.command and not finished else "",
        f"a difference of {points} may well not show" if is_compared else "",
        answer.repeats if finished else "",
    )
    shared = {*LedgerRow.__match_args__} & {*vars(claim)} - {"note"}
    printed: dict[str, Any] = {name: getattr(claim, name) for name in shared}
    return LedgerRow(
        **printed,
        ours=readings[0].ours if finished else None,
        interval=readings[0].interval if finished else None,
        verdict=row_verdict(
            claim, follows_from_counts(claim), verdicts, answer.declared
        ),
        audit=audit_in_words(claim),
        tolerance=criterion(claim.rule).sentence,
        command=answer.command,
        cost=answer.cost if finished else "",
        note=". ".join(filter(None, notes)),
        readings=readings,
        could_have_told=detectable,
    )


def judged_rows(answers: Iterable[tuple[Claim, ClaimedResult]]) -> list[LedgerRow]:
    """The ledger's rows of some claims with our answers to them."""
    answered = [*answers]
    tests = (
        (claim, number, ours)
        for claim, answer in answered
        for number, ours in enumerate(answer.readings.values())
    )
    ps = iter(corrected_p_values(tests))
    return [
        _ledger_row(claim, answer, [next(ps) for _ in answer.readings])
        for claim, answer in answered
    ]


def ledger_rows(document: str = "") -> list[LedgerRow]:
    """The ledger's rows: what documents say, what we found, and the verdicts.

    Rows that are `given`, which we only take from a document, are left out. The rows of
    a family (a printed table or figure) are tested together, however few are chosen.

    Args:
        document: the beginning of a document's file name, or of ids; empty for all
            rows.

    Returns:
        A list of `LedgerRow`; `data/README.md` explains the fields.

    Raises:
        ValueError: no document and no id begins so.

    Examples:
        >>> rows = ledger_rows("fox-t1-c05")
        >>> rows[0].place, rows[0].quoted
        ('Table 1, C = 0.5, Base agent foxes wins', '6')
    """
    if not isinstance(document, str):
        raise ValueError(f"document is the start of a name, not {quoted(document)}")
    known = sorted(claims().files())
    documents = [each for each in known if each.startswith(document)]
    if not documents and not any(id.startswith(document) for id in claims()):
        listed = ", ".join(known)
        raise ValueError(f"no document or row {document!r}; documents are {listed}")
    chosen = claims().of_documents(documents or known)
    rows = judged_rows((each, _claimed_result(each)) for each in chosen)
    named = (row for row in rows if documents or row.id.startswith(document))
    return [row for row in named if row.verdict != GIVEN]


@dataclass(frozen=True)
class Finding:
    """The rows of one printed table or figure, or a row that stands alone."""

    rows: tuple[LedgerRow, ...]

    @property
    def document(self) -> str:
        """The document's file."""
        return self.rows[0].document

    @property
    def place(self) -> str:
        """The table, figure or section of the document."""
        first = self.rows[0]
        if len(self.rows) == 1:
            return first.place
        known = first.family in first.place
        return first.family if known else first.place.partition(",")[0]

    @property
    def counts(self) -> dict[str, int]:
        """The number of rows with each verdict."""
        return verdict_counts(self.rows)

    @property
    def verdict(self) -> str:
        """The verdict on the whole: under each reading, all rows must agree.

        Rows that contradict themselves or are not judged do not count, unless there are
        no others.
        """
        silent = CONTRADICTS_ITSELF, NOT_JUDGED
        counting = [row for row in self.rows if row.verdict not in silent]
        if not counting or len(self.rows) == 1:
            return self.rows[0].verdict
        names = {x.name for row in counting for x in row.readings if x.decides}
        by_reading = ({row.verdict_under(name) for row in counting} for name in names)
        worst_first = CONTRADICTED, UNDECIDED, REPRODUCED
        return combined_verdict(
            next(v for v in worst_first if v in verdicts) for verdicts in by_reading
        )


def findings(rows: Iterable[LedgerRow]) -> list[Finding]:
    """The rows of the ledger by printed table or figure, each with one verdict.

    Args:
        rows: those of `ledger_rows`.

    Returns:
        A list of `Finding`, in the order of the rows; a row without a table or figure
        is a finding by itself.

    Examples:
        >>> first = findings(ledger_rows("fox-t1-"))[0]
        >>> first.place, len(first.rows) > 10
        ('Table 1', True)
    """
    groups: dict[tuple[str, str], list[LedgerRow]] = {}
    for row in rows:
        groups.setdefault((row.document, row.family or row.id), []).append(row)
    return [Finding(tuple(each)) for each in groups.values()]


def verdict_counts(items: Iterable[LedgerRow | Finding]) -> dict[str, int]:
    """The number with each verdict, in the order of `VERDICTS`."""
    counts = Counter(each.verdict for each in items)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def ledger_as_text(rows: list[LedgerRow]) -> str:
    """Rows as lines of text, with the number of findings for each verdict."""
    lines = [
        f"{r.verdict:24}{r.place}: {r.quoted!r}, ours {our_value_in_words(r) or '-'}"
        for r in rows
    ]
    groups = findings(rows)
    counts = [f"{n:4} {verdict}" for verdict, n in verdict_counts(groups).items()]
    total = f"{len(groups)} findings in {len(rows)} rows"
    return "\n".join([*lines, "", total, *counts])
