"""The ledger: what each document says, what we found, and whether the two agree.

    data/published/*.csv  what documents print      +---------+
    data/readings.csv     what their words allow -> | entries | ->  foxkit ledger,
    data/ledger.json      what cells claim       -> +---------+     chapter 8

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
from typing import Any

from foxkit import data
from foxkit.core.quoting import quoted
from foxkit.lab.cell_outputs import Source, claimed
from foxkit.lab.claims import NUMBER, Audit, Claim, audit, claims
from foxkit.lab.criteria import (
    CONTRADICTED,
    REPRODUCED,
    UNDECIDED,
    Comparison,
    correct,
    tolerance,
)
from foxkit.lab.stats import Estimate

DEPENDS, CONTRADICTS_ITSELF = "depends on the reading", "contradicts itself"
NOT_JUDGED, GIVEN = "not judged", "given"
DECIDED = REPRODUCED, CONTRADICTED, DEPENDS, CONTRADICTS_ITSELF
VERDICTS = *DECIDED, UNDECIDED, NOT_JUDGED
"""The verdicts; `data/README.md` says what each means. What is `given` has none: a rule
or a parameter that we put in as the document prints it."""

RULES = data.WORKBOOK / "rules.csv"
"""What our rules and parameters say of rows that only define."""
READINGS = data.WORKBOOK / "readings.csv"
"""What each document's words allow, made before its rows were judged."""


@dataclass(frozen=True)
class Reading:
    """What we found by one reading of a document's words, and what the rule says.

    `decides` is whether the words allow it, or only the numbers suggest it.
    """

    name: str
    ours: float | str | None
    interval: tuple[float, float] | None
    verdict: str
    decides: bool = True
    p_value: float | None = None
    p_corrected: float | None = None


@dataclass(frozen=True)
class Entry:
    """One row of the ledger; `data/README.md` explains the fields.

    `ours` and `interval` are those of the first reading.
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

    def by(self, reading: str) -> str:
        """The rule's verdict by a reading; by the first where it has no such."""
        found = {each.name: each.verdict for each in self.readings}
        return found.get(reading, self.readings[0].verdict)


@cache
def _rules() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in data.table(RULES)}


def _source(claim: Claim) -> Source:
    """What answers a published row: a cell, our rules, its own counts."""
    given = _rules().get(claim.id)
    if found := claimed().get(claim.id):
        return found._replace(declared=bool(given))
    if given:
        return Source({"rules": given["answer"]}, given["command"], declared=True)
    counted = audit(claim).counted
    return Source({"counts": counted}, "foxkit ledger") if counted else Source({})


@cache
def readings() -> tuple[dict[str, str], ...]:
    """The lines of `READINGS`: a reading, its words, and the rows it touches."""
    return tuple(data.table(READINGS))


@cache
def readings_of(id: str) -> dict[str, bool]:
    """The readings of a row: what each is called, and whether it decides."""
    return {
        line["reading"]: line["decides"] == "yes"
        for line in readings()
        if any(fnmatchcase(id, ids) for ids in line["rows"].split())
    }


def combined(verdicts: Iterable[str]) -> str:
    """What all readings say together, from what the rule says of each."""
    found = set(verdicts)
    if {REPRODUCED, CONTRADICTED} <= found:
        return DEPENDS
    return next((each for each in (UNDECIDED, *found) if each in found), NOT_JUDGED)


def verdict_of(
    claim: Claim, checked: Audit, found: Sequence[str], declared: bool = False
) -> str:
    """The verdict of a row from those of its deciding readings.

    The source is audited first: a number that does not follow from the document's own
    counts contradicts itself, whatever we find.
    """
    if checked.follows is False:
        return CONTRADICTS_ITSELF
    if not found or claim.rule in ("", "machine"):
        return NOT_JUDGED
    verdict, words = combined(found), claim.kind == "program"
    if words and verdict == CONTRADICTED:
        return CONTRADICTS_ITSELF
    given = claim.rule == "audit" or (verdict == REPRODUCED and (declared or words))
    return GIVEN if given else verdict


def _number(x: float, unit: str) -> str:
    """Write a number: one with a unit to three digits, any other as it is."""
    if not unit:
        return f"{x:,.6g}"
    if unit == "s" and x < 0.1:
        return f"{1000 * x:.3g} ms"
    return f"{float(f'{x:.3g}'):,.12g} {unit}"


def ours_text(found: Entry | Reading, unit: str = "") -> str:
    """Our value and its interval as people write them; empty without any."""
    ours, interval = found.ours, found.interval
    unit = found.unit if isinstance(found, Entry) else unit
    if ours is None or isinstance(ours, str):
        return ours or ""
    if isinstance(ours, int):
        return f"{ours:,} {unit}".strip()
    if interval is None:
        return _number(ours, unit)
    least = 3 if max(map(abs, interval)) < 10 else 1
    for digits in range(least, least + 6):  # more where both ends look alike
        low, high = (f"{end:.{digits}f}" for end in interval)
        if low != high:
            break
    return f"{ours:.{digits}f} ({low} to {high}) {unit}".strip()


def _reading(found: Comparison) -> Reading:
    """What a reading gives, its number with the digits that are compared."""
    ours, interval = found.ours, None
    if isinstance(ours, Estimate):
        interval = (ours.low, ours.high) if ours.low < ours.high else None
        ours = ours.estimate
    elif isinstance(ours, str) or found.rule.name == "equal":
        ours = text = found.as_printed
        if NUMBER.fullmatch(text):
            ours = int(text) if text.removeprefix("-").isdecimal() else float(text)
    return Reading(
        found.reading,
        ours,
        interval,
        "" if found.claim.rule in ("", "audit", "machine") else found.verdict,
        readings_of(found.claim.id).get(found.reading, True),
        *(found.test or (None, None)),
    )


def _entry(claim: Claim, source: Source, compared: Sequence[Comparison]) -> Entry:
    """The ledger's row of one published claim."""
    checked, command = audit(claim), source.command
    found = [each for each in compared if each.ours is not None]
    readings = tuple(map(_reading, found))
    said = [each.verdict for each in readings if each.decides]
    told = found[0].could_have_told if found else None
    points = f"less than {100 * (told or 0):.0f} points"
    blind = claim.rule == "meets" and told is not None
    notes = (
        "not judged: it needs people" if claim.kind == "human" else "",
        claim.note,
        f"waits for: {command}" if command and not found else "",
        f"a difference of {points} may well not show" if blind else "",
        source.repeats if found else "",
    )
    same = {*Entry.__match_args__} & {*vars(claim)} - {"note"}
    printed: dict[str, Any] = {name: getattr(claim, name) for name in same}
    return Entry(
        **printed,
        ours=readings[0].ours if found else None,
        interval=readings[0].interval if found else None,
        verdict=verdict_of(claim, checked, said, source.declared),
        audit=str(checked),
        tolerance=tolerance(claim.rule).sentence,
        command=command,
        cost=source.cost if found else "",
        note=". ".join(filter(None, notes)),
        readings=readings,
        could_have_told=told,
    )


def judged(found: Iterable[tuple[Claim, Source]]) -> list[Entry]:
    """The ledger's rows of some claims from what answers them."""
    rows = []
    for claim, source in found:
        numbered = enumerate(source.readings.items())
        compared = [Comparison(claim, ours, name, n) for n, (name, ours) in numbered]
        rows.append((claim, source, compared))
    correct(each for *_, compared in rows for each in compared)
    return [_entry(*row) for row in rows]


def entries(document: str = "") -> list[Entry]:
    """The ledger's rows, each family tested as a whole; not what is given.

    Args:
        document: only rows whose document's file name, or whose id, begins so.

    Raises:
        ValueError: nothing begins so.
    """
    if not isinstance(document, str):
        raise ValueError(f"document is the start of a name, not {quoted(document)}")
    known = sorted(claims().files())
    whole = [each for each in known if each.startswith(document)]
    if not whole and not any(id.startswith(document) for id in claims()):
        there = ", ".join(known)
        raise ValueError(f"no document or row {document!r}; documents are {there}")
    chosen = claims().of(whole or known)
    rows = judged((each, _source(each)) for each in chosen)
    named = (row for row in rows if whole or row.id.startswith(document))
    return [row for row in named if row.verdict != GIVEN]


@dataclass(frozen=True)
class Finding:
    """The rows of one printed table or figure, or a row that stands alone."""

    rows: tuple[Entry, ...]

    @property
    def document(self) -> str:
        """The document's file."""
        return self.rows[0].document

    @property
    def place(self) -> str:
        """Where it stands in the document."""
        first = self.rows[0]
        if len(self.rows) == 1:
            return first.place
        known = first.family in first.place
        return first.family if known else first.place.partition(",")[0]

    @property
    def counts(self) -> dict[str, int]:
        """How many rows have each verdict."""
        return verdict_counts(self.rows)

    @property
    def verdict(self) -> str:
        """What all readings say of the whole, where all cells must agree.

        Cells that contradict themselves or are not judged say nothing of it, unless
        there are no others.
        """
        silent = CONTRADICTS_ITSELF, NOT_JUDGED
        told = [row for row in self.rows if row.verdict not in silent]
        if not told or len(self.rows) == 1:
            return self.rows[0].verdict
        names = {each.name for row in told for each in row.readings if each.decides}
        said = ({row.by(name) for row in told} for name in names)
        worst_first = CONTRADICTED, UNDECIDED, REPRODUCED
        return combined(next(v for v in worst_first if v in each) for each in said)


def findings(rows: Iterable[Entry]) -> list[Finding]:
    """The findings of the ledger's rows, in their order."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for row in rows:
        groups.setdefault((row.document, row.family or row.id), []).append(row)
    return [Finding(tuple(each)) for each in groups.values()]


def verdict_counts(found: Iterable[Entry | Finding]) -> dict[str, int]:
    """How many have each verdict, in the order of `VERDICTS`."""
    counts = Counter(each.verdict for each in found)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def as_text(rows: list[Entry]) -> str:
    """Rows as lines of text, and how many findings have each verdict."""
    lines = [
        f"{r.verdict:24}{r.place}: {r.quoted!r}, ours {ours_text(r) or '-'}"
        for r in rows
    ]
    found = findings(rows)
    told = [f"{n:4} {verdict}" for verdict, n in verdict_counts(found).items()]
    said = f"{len(found)} findings in {len(rows)} rows"
    return "\n".join([*lines, "", said, *told])
