"""Which claims of a document hold and which do not, as lists for a chapter."""

import re
from collections import Counter
from fnmatch import fnmatchcase

from foxkit.lab import ledger
from foxkit.lab.ledger import Entry, ours_text
from foxkit.lab.measured import readings_of
from foxkit.lab.published import Claim, claims
from foxkit.lab.tolerance import LEVEL, must_be_proven
from foxkit.view.cells import named
from foxkit.view.percent import percent, points
from foxkit.view.prose import Prose, rows_by_id

_RATE = re.compile(
    r"(sheep|foxes|wolves|score|same|caught|both|pooled|playout|smallest|[AB])\b"
)
_WHO = {"sheep": "the sheep win ", "foxes": "the foxes win "}


def _found(row: Entry) -> str:
    """Return our value in words: a rate in percent, a difference of rates in points."""
    claim = claims()[row.id]
    readings = readings_of(claim.cell, claim.quantity) if row.command else []
    if len(readings) < 2:
        return _number(row, claim)
    first = "" if ";" in readings[0] else f" ({named(readings[0])})"
    return f"{_number(row, claim)}, by the first of {len(readings)} readings{first}"


def _played(row: Entry) -> str:
    """Return what our games gave for a number that fails its own audit, if any did."""
    return f"; ours {_found(row)}" if row.interval else ""


def _number(row: Entry, claim: Claim) -> str:
    is_rate = isinstance(row.ours, float) and _RATE.match(claim.quantity)
    if row.unit or not is_rate:
        return ours_text(row)
    rate = float(row.ours or 0), *(row.interval or ())
    is_difference = " minus " in claim.cell or "step" in claim.quantity
    if is_difference or "from half" in claim.quantity:
        return points(*rate)
    return _WHO.get(claim.quantity, "") + percent(*rate)


def _judged(rows: list[Entry], verdict: str) -> list[str]:
    """Return what is printed and what we found, for the rows of one verdict."""
    often = Counter(row.statement for row in rows)
    said = []
    for row in rows:
        if row.verdict == verdict:
            place = f"{row.place}, " if often[row.statement] > 1 else ""
            number = _is_number(row.quoted)
            words, printed = "", f" (printed {row.quoted})" if number else ""
            if not number:
                words = f"“{row.quoted}” · "
            said.append(f"{place}{words}{row.statement}: {_found(row)}{printed}")
    return said


def _open(rows: list[Entry]) -> dict[str, list[str]]:
    """Return what the text leaves open, by what the readings say of it."""
    heads = {
        ledger.EVERY: "The text leaves it open; every reading played agrees (?~)",
        ledger.SOME: "The text leaves it open; it depends on the reading (?)",
        ledger.NONE: "The text leaves it open; no reading played agrees (?x)",
        "": "The text leaves it open; nothing decides (?)",
    }
    return {
        head: _judged(
            [row for row in rows if row.readings == lean], ledger.UNDER_SPECIFIED
        )
        for lean, head in heads.items()
    }


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def verdicts(*patterns: str) -> Prose:
    """Say which claims hold and which do not, by patterns of their ids.

    A claim holds if that is proven; a printed number can only be not contradicted. The
    signs are those of the ledger's picture.
    Exact rows, and those that ask for people or for another game, are only counted.
    """
    ids = [i for i in claims() if any(fnmatchcase(i, each) for each in patterns)]
    if not ids:
        raise ValueError(f"no published row matches {', '.join(patterns)}")
    rows = [rows_by_id()[id] for id in ids]
    proven = [row for row in rows if must_be_proven(claims()[row.id].rule)]
    unproven = [row for row in rows if row not in proven]
    undecided = [row for row in rows if (row.p_corrected or 0) >= LEVEL]
    decided = [row for row in rows if row not in undecided]
    waiting = [r for r in rows if r.verdict == ledger.NOT_ATTEMPTED]
    exact = sum(row.verdict == ledger.MATCHES for row in rows)
    beyond = sum(not row.command for row in waiting)
    parts = {
        "Holds (~)": _judged(proven, ledger.CONSISTENT),
        "Not contradicted (~)": _judged(unproven, ledger.CONSISTENT),
        "Does not hold (x)": _judged(decided, ledger.INCONSISTENT),
        "Shown neither way (x?)": _judged(undecided, ledger.INCONSISTENT),
        "Does not follow from the document's own counts (!)": [
            f"{row.place}, printed “{row.quoted}”, counted {row.audit.split(':')[0]}"
            f"{_played(row)}"
            for row in rows
            if row.verdict == ledger.SELF_INCONSISTENT
        ],
        **_open([row for row in rows if row.verdict == ledger.UNDER_SPECIFIED]),
        "Not played so far (-)": [
            f"{row.statement}: `{row.command}`" for row in waiting if row.command
        ],
        "Rules, settings and counts that match exactly (=)": [f"{exact}"]
        if exact
        else [],
        "Other statements, which games cannot test (-)": [f"{beyond}"]
        if beyond
        else [],
    }
    lists = (
        f"**{head}:** {said[0]}" if len(said) == 1 else _list(head, said)
        for head, said in parts.items()
        if said
    )
    return Prose("\n\n".join(lists))


def _list(head: str, said: list[str]) -> str:
    return "\n".join([f"**{head}:**\n", *(f"* {each}" for each in said)])
