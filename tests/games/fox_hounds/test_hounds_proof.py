"""The stored proofs that hounds win: each is checked whole, and a spoilt one fails."""

import json
import sys
from pathlib import Path

import pytest
from verify_hounds_proof import check

ROOT = Path(__file__).parents[3]
PROOFS = {
    found["address"]["case"]["size"]: found["rows"][0]
    for path in (ROOT / "data" / "kept" / "certificate").glob("*.json")
    for found in [json.loads(path.read_text())]
}


@pytest.mark.parametrize("size", sorted(PROOFS))
def test_a_stored_proof_holds(size):
    row = PROOFS[size]
    assert check(size, row["digits"]) == (row["positions"], row["plies"])


@pytest.mark.parametrize("spoil", ["missing", "left over", "another"])
def test_a_spoilt_proof_fails(spoil):
    digits = PROOFS[8]["digits"]
    changed = {"missing": digits[:-1], "left over": digits + "0"}
    another = f"{digits[:100]}{'1' if digits[100] == '0' else '0'}{digits[101:]}"
    with pytest.raises((AssertionError, StopIteration, IndexError)):
        check(8, changed.get(spoil, another))


def test_the_solver_writes_the_stored_proof(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "notebooks" / "studies")
    import hounds_proof

    assert hounds_proof.certificate(10, 1) == PROOFS[10]
    sys.modules.pop("hounds_proof")
