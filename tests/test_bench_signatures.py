"""What `foxkit bench` calls signatures: fixed searches and games, as they were."""

import json
import platform
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STORED = ROOT / "data" / "golden" / "bench_signatures.json"
REMEDY = (
    "if rules or search have changed on purpose, put the `signature` that"
    f" `foxkit bench --json` prints into {STORED.relative_to(ROOT)}"
)
HOME = ("linux", "x86_64")
"""Where they were made: the last bits of `tanh` and `log` differ by platform."""


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != HOME, reason="signatures of another platform"
)
def test_rules_and_searches_do_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    from bench import chapters

    found = [item for chapter in chapters() for item in chapter.signature().items()]
    assert dict(found) == json.loads(STORED.read_text()), REMEDY
