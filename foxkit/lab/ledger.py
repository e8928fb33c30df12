"""The ledger: what each document says, what we found, and whether the two agree.

    data/published/*.csv  what documents print    +---------+
    data/ledger.json      what cells claim    ->  | entries |  ->  foxkit ledger,
    data/rules.csv        what our rules say      +---------+      chapter 8

The rule that decides stands in the published row, written before anything was played;
what was changed later is named in the row's `revised` (and what of `meets` was, in
`data/README.md`). The source is audited first: a number that does not follow from the
document's own counts `contradicts itself`, whatever we find.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from foxkit.lab import tolerance
from foxkit.lab.claimed import Readings, claimed
from foxkit.lab.claims import Audit, Claim, audit, claims
from foxkit.lab.stats import Estimate, Measured
from foxkit.lab.tolerance import (
    LEVEL,
    NUMBER,
    Test,
    as_printed,
    could_have_told,
    holds,
    is_vague,
    must_be_proven,
    sentence,
)

Tests = Mapping[tuple[str, str], Test]

REPRODUCED, CONTRADICTED, UNDECIDED = "reproduced", "contradicted", "undecided"
CONTRADICTS_ITSELF, OPEN = "contradicts itself", "open"
NOT_JUDGED, DEFINED = "not judged", "as defined"
VERDICTS = (
    REPRODUCED,
    CONTRADICTED,
    UNDECIDED,
    CONTRADICTS_ITSELF,
    OPEN,
    NOT_JUDGED,
    DEFINED,
)
"""The verdicts; `data/README.md` says what each means, and all but the last are told of
results."""
EVERY, SOME, NONE = "every one agrees", "some are contradicted", "none agrees"
NEITHER = "none is contradicted"
"""What the readings that were played say of what the text leaves open: all reproduced,
some contradicted, all contradicted, or undecided in part and never contradicted."""

RULES = Path(__file__).parents[2] / "data" / "rules.csv"


@dataclass(frozen=True)
class Entry:
    """One row of the ledger; `data/README.md` explains the fields."""

    id: str
    document: str
    place: str
    family: str
    quoted: str
    statement: str
    kind: str
    ours: float | str | None
    interval: tuple[float, float] | None
    verdict: str
    audit: str
    tolerance: str
    command: str
    cost: str
    note: str
    revised: str = ""
    readings: str = ""
    unit: str = ""
    p_value: float | None = None
    p_corrected: float | None = None
    could_have_told: float | None = None


def _by_rule(claim: Claim, ours: Measured, test: Test | None) -> str:
    """Return the verdict by the rule alone."""
    p = test and test.corrected
    if holds(claim, ours, p):
        return UNDECIDED if is_vague(claim, ours) else REPRODUCED
    proof_failed = must_be_proven(claim.rule) and p is not None and p >= LEVEL
    return UNDECIDED if proof_failed else CONTRADICTED


def _verdict(
    claim: Claim,
    checked: Audit,
    ours: Measured | None,
    test: Test | None = None,
    declared: bool = False,
) -> str:
    """Return the verdict: the audit first, then whether anything can be decided."""
    if checked.follows is False:
        return CONTRADICTS_ITSELF
    if ours is None or claim.rule == "machine":
        return NOT_JUDGED
    if claim.kind == "unclear":
        return OPEN
    if claim.rule == "audit":
        return DEFINED
    found = _by_rule(claim, ours, test)
    if claim.kind == "program" and found == CONTRADICTED:
        return CONTRADICTS_ITSELF
    declared |= claim.kind == "program"
    return DEFINED if declared and found == REPRODUCED else found


def _number(x: float, unit: str) -> str:
    """Write a number: one with a unit to three digits, any other as it is."""
    if not unit:
        return f"{x:,.6g}"
    if unit == "s" and x < 0.1:
        return f"{1000 * x:.3g} ms"
    return f"{float(f'{x:.3g}'):,.12g} {unit}"


def _shown(
    ours: float | str, interval: tuple[float, float] | None, unit: str = ""
) -> str:
    if isinstance(ours, str):
        return ours
    if isinstance(ours, int):
        return f"{ours:,} {unit}".strip()
    if interval is None:
        return _number(ours, unit)
    digits = 3 if max(map(abs, interval)) < 10 else 1
    low, high = (f"{end:.{digits}f}" for end in interval)
    return f"{ours:.{digits}f} ({low} to {high}) {unit}".strip()


def _parts(
    claim: Claim, found: Measured
) -> tuple[float | str, tuple[float, float] | None]:
    """Return a measured value and its interval, None where it has none.

    A number that is compared digit by digit has the digits that are printed.
    """
    if isinstance(found, Estimate):
        interval = (found.low, found.high) if found.low < found.high else None
        return found.estimate, interval
    if isinstance(found, int) or (isinstance(found, float) and claim.rule != "equal"):
        return found, None
    text = as_printed(claim, found)
    if text.removeprefix("-").isdecimal():
        return int(text), None
    return (float(text) if NUMBER.fullmatch(text) else text), None


def ours_text(row: Entry) -> str:
    """Return our value and its interval as people write them; empty without any."""
    return "" if row.ours is None else _shown(row.ours, row.interval, row.unit)


def _p(test: Test | None) -> str:
    """Say a p-value, and what is left of it among the other tests of its table."""
    if test is None:
        return ""
    alone, corrected = ("< 0.001" if p < 0.001 else f"{p:.3f}" for p in test[:2])
    among = f", by Holm among {test.among}: {corrected}" if test.among > 1 else ""
    return f"p {alone}{among}"


def _readings(
    claim: Claim, verdict: str, found: Mapping[str, Measured], tests: Tests, unit: str
) -> str:
    """Say what the rule alone gives, for each reading, where the verdict does not."""
    if claim.rule in ("audit", "machine") or not found:
        return ""
    if len(found) == 1 and verdict not in (OPEN, CONTRADICTS_ITSELF):
        return _p(tests.get((claim.id, next(iter(found)))))
    parts = []
    for reading, ours in found.items():
        test = tests.get((claim.id, reading))
        shown = _shown(*_parts(claim, ours), unit)
        said = shown, _by_rule(claim, ours, test)
        parts.append(f"{reading}: " + ", ".join(filter(None, [*said, _p(test)])))
    return "By the rule alone, " + "; ".join(parts)


def _blind_spot(claim: Claim, told: float | None) -> str:
    """Say of a printed rate how far off it could be and pass all the same."""
    if claim.rule != "meets" or told is None:
        return ""
    return f"a difference of less than {100 * told:.0f} points may well not show"


def _leaning(
    claim: Claim, verdict: str, found: Mapping[str, Measured], tests: Tests
) -> str:
    """Say of what the text leaves open what the readings give, by the rule alone."""
    if verdict != OPEN or claim.rule in ("audit", "machine"):
        return ""
    found_by = {
        _by_rule(claim, ours, tests.get((claim.id, reading)))
        for reading, ours in found.items()
    }
    if found_by in ({REPRODUCED}, {CONTRADICTED}):
        return EVERY if REPRODUCED in found_by else NONE
    return SOME if CONTRADICTED in found_by else NEITHER


class Source(NamedTuple):
    """Where our value comes from: the readings, a command, and what it cost.

    `declared` is a value that was put in, a rule or a parameter.
    """

    readings: Readings
    command: str = ""
    cost: str = ""
    declared: bool = False


@cache
def _given() -> dict[str, Source]:
    """Return what our rules and parameters say of rows that only define."""
    with RULES.open(encoding="utf-8", newline="") as file:
        return {
            row["id"]: Source({"rules": row["answer"]}, row["command"], declared=True)
            for row in csv.DictReader(file)
        }


def source(claim: Claim) -> Source:
    """Return what answers a published row: a cell, our rules, its own counts."""
    given = _given().get(claim.id)
    if found := claimed().get(claim.id):
        games = sum(x.n for x in found.readings.values() if isinstance(x, Estimate))
        cost = f"{games:,} games" if games else ""
        return Source(found.readings, f"foxkit run {found.cell}", cost, bool(given))
    if given:
        return given
    counted = audit(claim).counted
    return Source({"counts": counted}, "foxkit ledger") if counted else Source({})


def _entry(claim: Claim, source: Source, tests: Tests) -> Entry:
    """Return the ledger's row of one published claim."""
    checked, (readings, command, cost, declared) = audit(claim), source
    found = {key: ours for key, ours in readings.items() if ours is not None}
    first, shown = next(iter(found.items()), ("", None))
    test = tests.get((claim.id, first))
    verdict = _verdict(claim, checked, shown, test, declared)
    ours, interval = (None, None) if shown is None else _parts(claim, shown)
    unit = claim.unit
    told = None if shown is None else could_have_told(claim, shown)
    notes = (
        "not judged: it needs people" if claim.kind == "human" else "",
        claim.note,
        f"waits for: {command}" if command and not found else "",
        _blind_spot(claim, told),
        _readings(claim, verdict, found, tests, unit),
    )
    return Entry(
        id=claim.id,
        document=claim.document,
        place=claim.place,
        family=claim.family,
        quoted=claim.quoted,
        statement=claim.statement,
        kind=claim.kind,
        ours=ours,
        interval=interval,
        verdict=verdict,
        audit=str(checked),
        tolerance=sentence(claim.rule),
        command=command,
        cost=cost if found else "",
        note=". ".join(note for note in notes if note),
        revised=claim.revised,
        readings=_leaning(claim, verdict, found, tests),
        unit=unit,
        p_value=test and test.p,
        p_corrected=test and test.corrected,
        could_have_told=told,
    )


def as_text(rows: list[Entry]) -> str:
    """Return rows as lines of text, and how many there are of each verdict."""
    lines = [
        f"{r.verdict:20}{r.place}: {r.quoted!r}, ours {ours_text(r) or '-'}"
        for r in rows
    ]
    counts = verdict_counts(rows)
    told = [f"{n:4} {verdict}" for verdict, n in counts.items() if verdict != DEFINED]
    results = len(rows) - counts[DEFINED]
    said = f"{results} results and {counts[DEFINED]} rules and settings as defined"
    return "\n".join([*lines, "", said, *told])


def verdict_counts(rows: Iterable[Entry]) -> dict[str, int]:
    """Return how many rows have each verdict, in the order of `VERDICTS`."""
    counts = Counter(row.verdict for row in rows)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def entries(document: str = "", verdict: str = "") -> list[Entry]:
    """Return the ledger's rows, each family tested as a whole.

    Args:
        document: only documents whose file name begins so.
        verdict: only rows with this verdict.

    Raises:
        ValueError: no document begins so, or there is no such verdict.
    """
    known = sorted({each.document for each in claims().values()})
    if not any(each.startswith(document) for each in known):
        raise ValueError(f"no document {document!r}; there are {', '.join(known)}")
    if verdict not in ("", *VERDICTS):
        raise ValueError(f"no verdict {verdict!r}; there are {', '.join(VERDICTS)}")
    chosen = (c for c in claims().values() if c.document.startswith(document))
    rows = judged((each, source(each)) for each in chosen)
    return [row for row in rows if verdict in ("", row.verdict)]


def judged(found: Iterable[tuple[Claim, Source]]) -> list[Entry]:
    """Return the ledger's rows of some claims from what answers them."""
    sources = list(found)
    tests = tolerance.tests((claim, source.readings) for claim, source in sources)
    return [_entry(each, found, tests) for each, found in sources]
