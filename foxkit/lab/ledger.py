"""The ledger: what each document says, what we found, and whether the two agree.

    data/published/*.csv  --claims-->  +---------+
    foxkit.lab.facts      --exact--->  | entries |  -->  foxkit ledger, chapter 8
    data/results/         --tables-->  +---------+

The rule that decides stands in the published row, written before the experiment was
run; what was changed later is named in the row's `revised` (and what of `meets` was, in
`data/README.md`). The source is audited first: a number that does not follow from the
document's own counts is `source self-inconsistent`, whatever we find.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from foxkit.lab import facts, studies, tolerance
from foxkit.lab.catalogue import experiment
from foxkit.lab.measured import Measured, first_cells, measure
from foxkit.lab.published import Audit, Claim, audit, claims, quoted
from foxkit.lab.results import cost, provenance, results
from foxkit.lab.stats import Estimate
from foxkit.lab.tolerance import Test, holds, sentence, undecided

Found = dict[str, Measured]
"""What we found, by reading, the first one first."""
Tests = dict[tuple[str, str], Test]

__all__ = ["VERDICTS", "Entry", "entries", "quoted", "verdict_counts"]

MATCHES, CONSISTENT, INCONSISTENT = "matches exactly", "consistent", "inconsistent"
SELF_INCONSISTENT = "source self-inconsistent"
UNDER_SPECIFIED, NOT_ATTEMPTED = "under-specified", "not attempted"
VERDICTS = (
    MATCHES,
    CONSISTENT,
    INCONSISTENT,
    SELF_INCONSISTENT,
    UNDER_SPECIFIED,
    NOT_ATTEMPTED,
)
EVERY, SOME, NONE = "every one agrees", "some agree", "none agrees"
"""How many of the readings that were played agree with what the text leaves open."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_UNITS = {
    "seconds": "s",
    "elapsed": "s",
    "processor_seconds": "s",
    "peak_mib": "MiB",
    "simulations": "simulations",
    "turns": "turns",
    "games": "games",
}
"""The unit of a quantity, by its first word; what is not named is a pure number."""


@dataclass(frozen=True)
class Entry:
    """One row of the ledger; `data/README.md` explains the fields."""

    id: str
    document: str
    place: str
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


def _agreement(claim: Claim, ours: Measured, test: Test | None) -> str:
    """Return the verdict by the rule alone."""
    if not holds(claim, ours, test and test.corrected):
        return INCONSISTENT
    return MATCHES if claim.kind == "exact" else CONSISTENT


def _verdict(
    claim: Claim, checked: Audit, ours: Measured | None, test: Test | None = None
) -> str:
    """Return the verdict: the audit first, then whether anything can be decided."""
    if checked.follows is False:
        return SELF_INCONSISTENT
    if ours is None:
        return NOT_ATTEMPTED
    if claim.kind == "unclear" or claim.rule == "machine":
        return UNDER_SPECIFIED
    return MATCHES if claim.rule == "audit" else _agreement(claim, ours, test)


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


def _parts(found: Measured) -> tuple[float | str, tuple[float, float] | None]:
    """Return a measured value and its interval, None where it has none."""
    if isinstance(found, Estimate):
        interval = (found.low, found.high) if found.low < found.high else None
        return found.estimate, interval
    if found.removeprefix("-").isdecimal():
        return int(found), None
    return (float(found) if _NUMBER.fullmatch(found) else found), None


def ours_text(row: Entry) -> str:
    """Return our value and its interval as people write them; empty without any."""
    return "" if row.ours is None else _shown(row.ours, row.interval, row.unit)


def _p(claim: Claim, test: Test | None) -> str:
    """Say a p-value, and what is left of it among the other tests of its table."""
    if test is None:
        return ""
    alone, corrected = ("< 0.001" if p < 0.001 else f"{p:.3f}" for p in test[:2])
    among = f", by Holm among {test.among}: {corrected}" if test.among > 1 else ""
    shown = ", shown neither way" if undecided(claim, test) else ""
    return f"p {alone}{among}{shown}"


def _readings(claim: Claim, verdict: str, found: Found, tests: Tests) -> str:
    """Say what the rule alone gives, for each reading, where the verdict does not."""
    if claim.rule in ("audit", "machine") or not found:
        return ""
    if len(found) == 1 and verdict not in (UNDER_SPECIFIED, SELF_INCONSISTENT):
        return _p(claim, tests.get((claim.id, next(iter(found)))))
    parts = []
    for cell, ours in found.items():
        test = tests.get((claim.id, cell))
        said = _shown(*_parts(ours), _unit(claim)), _agreement(claim, ours, test)
        parts.append(f"{cell}: " + ", ".join(filter(None, [*said, _p(claim, test)])))
    return "By the rule alone, " + "; ".join(parts)


def _leaning(claim: Claim, verdict: str, found: Found, tests: Tests) -> str:
    """Say of what the text leaves open how many readings agree, by the rule alone."""
    if verdict != UNDER_SPECIFIED or claim.rule in ("audit", "machine"):
        return ""
    agree = {
        _agreement(claim, ours, tests.get((claim.id, cell))) != INCONSISTENT
        for cell, ours in found.items()
    }
    return SOME if len(agree) > 1 else EVERY if agree == {True} else NONE


def _unit(claim: Claim) -> str:
    return _UNITS.get(claim.quantity.split(" ")[0], "")


class _Source(NamedTuple):
    """Where our value comes from: the readings, a command, and what it cost."""

    found: Found
    command: str
    cost: str


def _source(claim: Claim, checked: Audit) -> _Source:
    if claim.experiment in ("", "audit"):
        found: Found = {"counts": checked.counted} if checked.counted else {}
        return _Source(found, "foxkit ledger" if found else "", "")
    if facts.knows(claim.experiment):
        found = {claim.cell: facts.fact(claim.experiment, claim.cell, claim.quantity)}
        return _Source(found, facts.command(claim.experiment, claim.cell), "")
    if studies.is_study(claim.experiment):
        value = studies.found_in(claim.experiment, claim.cell, claim.quantity)
        page = provenance(claim.experiment)
        return _Source({claim.cell: value}, page["command"], cost(page))
    told = results(claim.experiment, first_cells(claim.cell, claim.quantity))
    if told is None:
        return _Source({}, f"foxkit run {claim.experiment}", "")
    return _Source(_measured(claim, told.table), told.command, told.cost)


def _measured(claim: Claim, table: pd.DataFrame) -> Found:
    """Return the readings; none of what is only counted when all games are played."""
    try:
        return measure(table, claim.cell, claim.quantity)
    except ValueError:
        counts_later = experiment(claim.experiment).measure is not None
        if counts_later and "measured" not in provenance(claim.experiment):
            return {}
        raise


def _entry(claim: Claim, source: _Source, tests: Tests) -> Entry:
    """Return the ledger's row of one published claim."""
    checked, (found, command, cost) = audit(claim), source
    first, shown = next(iter(found.items()), ("", None))
    test = tests.get((claim.id, first))
    verdict = _verdict(claim, checked, shown, test)
    ours, interval = (None, None) if shown is None else _parts(shown)
    notes = (
        "not attempted: human" if claim.kind == "human" else "",
        claim.note,
        f"waits for: {command}" if claim.experiment and not found else "",
        _readings(claim, verdict, found, tests),
    )
    return Entry(
        id=claim.id,
        document=claim.document,
        place=claim.place,
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
        unit=_unit(claim) if found else "",
        p_value=test and test.p,
        p_corrected=test and test.corrected,
    )


def as_text(rows: list[Entry]) -> str:
    """Return rows as lines of text, and how many there are of each verdict."""
    lines = [
        f"{r.verdict:26}{r.place}: {r.quoted!r}, ours {ours_text(r) or '-'}"
        for r in rows
    ]
    counts = [f"{n:4} {verdict}" for verdict, n in verdict_counts(rows).items()]
    return "\n".join([*lines, "", f"{len(rows)} rows", *counts])


def verdict_counts(rows: Iterable[Entry]) -> dict[str, int]:
    """Return how many rows have each verdict, in the order of `VERDICTS`."""
    counts = Counter(row.verdict for row in rows)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def entries(document: str = "", verdict: str = "") -> list[Entry]:
    """Return the ledger's rows.

    Args:
        document: only documents whose file name begins so.
        verdict: only rows with this verdict.

    Raises:
        ValueError: no document begins so, or there is no such verdict.
    """
    found = [c for c in claims().values() if c.document.startswith(document)]
    if not found:
        known = sorted({claim.document for claim in claims().values()})
        raise ValueError(f"no document {document!r}; there are {', '.join(known)}")
    if verdict not in ("", *VERDICTS):
        raise ValueError(f"no verdict {verdict!r}; there are {', '.join(VERDICTS)}")
    rows = rows_of(found)
    return [row for row in rows if verdict in ("", row.verdict)]


def rows_of(chosen: Iterable[Claim]) -> list[Entry]:
    """Return the ledger's rows of some claims, tables tested as a whole."""
    sources = [(claim, _source(claim, audit(claim))) for claim in chosen]
    tests = tolerance.tests((claim, source.found) for claim, source in sources)
    return [_entry(claim, source, tests) for claim, source in sources]
