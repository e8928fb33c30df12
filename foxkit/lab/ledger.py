"""The ledger: what each document says, what we found, and whether the two agree.

    data/published/*.csv  --claims-->  +---------+
    foxkit.lab.facts      --exact--->  | entries |  -->  foxkit ledger, chapter 8
    data/results/         --tables-->  +---------+

The rule that decides stands in the published row, written before the experiment was
run. The source is audited first: a number that does not follow from the document's own
counts is `source self-inconsistent`, whatever we find.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from foxkit.lab import facts, studies
from foxkit.lab.catalogue import experiment
from foxkit.lab.measured import Measured, measure
from foxkit.lab.published import Audit, Claim, audit, claims, published_interval, quoted
from foxkit.lab.results import provenance, results
from foxkit.lab.stats import Estimate

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

_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Rule(NamedTuple):
    """A tolerance rule: its sentence, and the test of our estimate against it."""

    sentence: str
    holds: Callable[[Estimate, Estimate | None, list[float]], bool]


def _meets(ours: Estimate, theirs: Estimate | None, limits: list[float]) -> bool:
    return theirs is not None and ours.low <= theirs.high and theirs.low <= ours.high


RULES = {
    "meets": Rule("our 95 % interval meets the one from the document's counts", _meets),
    "above": Rule("our 95 % interval lies above {}", lambda o, _, x: o.low > x[0]),
    "below": Rule("our 95 % interval lies below {}", lambda o, _, x: o.high < x[0]),
    "not above": Rule("our interval reaches below {}", lambda o, _, x: o.low <= x[0]),
    "not below": Rule("our interval reaches above {}", lambda o, _, x: o.high >= x[0]),
    "at most": Rule("our value is {} or less", lambda o, _, x: o.estimate <= x[0]),
    "between": Rule(
        "our 95 % interval meets the range from {} to {}",
        lambda o, _, x: o.low <= x[1] and o.high >= x[0],
    ),
}
SENTENCES = {
    "": "",
    "equal": "our value equals the printed one",
    "audit": "the printed number follows from the document's own counts",
    "machine": "none: it depends on the machine and the program",
}


def _split(rule: str) -> tuple[str, list[float]]:
    """Split a rule of a published row, `between 200 250`, into name and limits."""
    words = rule.split()
    limits = [word for word in words if _NUMBER.fullmatch(word)]
    return " ".join(words[: len(words) - len(limits)]), [float(x) for x in limits]


def tolerance(rule: str) -> str:
    """Return the sentence of a rule; raise ValueError for one that does not exist."""
    name, limits = _split(rule)
    if name in SENTENCES:
        return SENTENCES[name]
    if name not in RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(RULES)}")
    return RULES[name].sentence.format(*(f"{x:g}" for x in limits))


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


def _holds(claim: Claim, ours: Measured) -> bool:
    """Tell whether our value passes the claim's rule."""
    name, limits = _split(claim.rule)
    if name == "equal":
        return claim.value == (
            f"{ours.estimate:g}" if isinstance(ours, Estimate) else ours
        )
    if isinstance(ours, str):
        ours = Estimate(float(ours), float(ours), float(ours), 1)
    return RULES[name].holds(ours, published_interval(claim), limits)


def _agreement(claim: Claim, ours: Measured) -> str:
    """Return the verdict by the rule alone."""
    if not _holds(claim, ours):
        return INCONSISTENT
    return MATCHES if claim.kind == "exact" else CONSISTENT


def _verdict(claim: Claim, checked: Audit, found: Iterable[Measured]) -> str:
    """Return the verdict: the audit first, then whether anything can be decided."""
    if checked.follows is False:
        return SELF_INCONSISTENT
    ours = next(iter(found), None)
    if ours is None:
        return NOT_ATTEMPTED
    if claim.kind == "unclear" or claim.rule == "machine":
        return UNDER_SPECIFIED
    return MATCHES if claim.rule == "audit" else _agreement(claim, ours)


def _shown(ours: float | str, interval: tuple[float, float] | None) -> str:
    if isinstance(ours, str):
        return ours
    if isinstance(ours, int):
        return f"{ours:,}"
    if interval is None:
        return f"{ours:,.6g}"
    digits = 3 if max(map(abs, interval)) < 10 else 1
    low, high = (f"{end:.{digits}f}" for end in interval)
    return f"{ours:.{digits}f} ({low} to {high})"


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
    return "" if row.ours is None else _shown(row.ours, row.interval)


def _readings(claim: Claim, verdict: str, found: dict[str, Measured]) -> str:
    """Say what the rule alone gives, for each reading, where the verdict does not."""
    if claim.rule in ("audit", "machine") or not found:
        return ""
    if len(found) == 1 and verdict not in (UNDER_SPECIFIED, SELF_INCONSISTENT):
        return ""
    parts = (
        f"{c}: {_shown(*_parts(m))}, {_agreement(claim, m)}" for c, m in found.items()
    )
    return "By the rule alone, " + "; ".join(parts)


class _Source(NamedTuple):
    """Where our value comes from: the readings, a command, and what it cost."""

    found: dict[str, Measured]
    command: str
    cost: str


def _source(claim: Claim, checked: Audit) -> _Source:
    if claim.experiment in ("", "audit"):
        found: dict[str, Measured] = (
            {"counts": checked.counted} if checked.counted else {}
        )
        return _Source(found, "foxkit ledger" if found else "", "")
    if facts.knows(claim.experiment):
        found = {claim.cell: facts.fact(claim.experiment, claim.cell, claim.quantity)}
        return _Source(found, facts.command(claim.experiment, claim.cell), "")
    if studies.is_study(claim.experiment):
        value = studies.found_in(claim.experiment, claim.cell, claim.quantity)
        command = f"foxkit run {claim.experiment}"
        return _Source({claim.cell: value}, command, studies.cost(claim.experiment))
    tables = results(claim.experiment)
    if tables is None:
        return _Source({}, f"foxkit run {claim.experiment}", "")
    return _Source(_measured(claim, tables.table), tables.command, tables.cost)


def _measured(claim: Claim, table: pd.DataFrame) -> dict[str, Measured]:
    """Return the readings; none of what is only counted when all games are played."""
    try:
        return measure(table, claim.cell, claim.quantity)
    except ValueError:
        counts_later = experiment(claim.experiment).measure is not None
        if counts_later and "measured" not in provenance(claim.experiment):
            return {}
        raise


def entry(claim: Claim) -> Entry:
    """Return the ledger's row of one published claim."""
    checked = audit(claim)
    found, command, cost = _source(claim, checked)
    verdict = _verdict(claim, checked, found.values())
    ours, interval = next(map(_parts, found.values()), (None, None))
    todo = claim.experiment and not found
    notes = (
        claim.note,
        f"{claim.experiment} has not been run so far" if todo else "",
        _readings(claim, verdict, found),
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
        tolerance=tolerance(claim.rule),
        command=command,
        cost=cost if found else "",
        note=". ".join(note for note in notes if note),
    )


def as_text(rows: list[Entry]) -> str:
    """Return rows as lines of text, and how many there are of each verdict."""
    lines = [
        f"{r.verdict:24}{r.place}: {r.quoted!r}, ours {ours_text(r) or '-'}"
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
    return [row for row in map(entry, found) if verdict in ("", row.verdict)]
