"""What `foxkit bench` calls signatures: fixed searches and games, as they were."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STORED = ROOT / "data" / "golden" / "bench_signatures.json"
REMEDY = (
    "if rules or search have changed on purpose, put the `signature` that"
    f" `foxkit bench --json` prints into {STORED.relative_to(ROOT)}"
)


@pytest.mark.slow
def test_rules_and_searches_do_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    from bench import benchmark_modules

    found = [
        item for chapter in benchmark_modules() for item in chapter.signature().items()
    ]
    assert dict(found) == json.loads(STORED.read_text()), REMEDY
