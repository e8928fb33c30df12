"""Intervals on pages, without numpy and SciPy, are those of the kernel."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from foxkit.lab import stats
from foxkit.site.play import bundle

ASK = """
import json, sys
from foxkit.lab import stats
rows = json.load(sys.stdin)
print(json.dumps([stats.first_player_rate(*pair) for pair in rows]))
"""


@pytest.mark.slow
def test_intervals_are_those_of_the_kernel(tmp_path: Path) -> None:
    """With and without draws, all alike, and of one pair."""
    for name, content in bundle.page_sources().items():
        if name.endswith(".py"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(content)
    draw = random.Random(1)
    rows = [
        [[draw.choice(results) for _ in range(n)] for _ in "ab"]
        for n in (1, 2, 7, 25, 300)
        for results in ((0.0, 1.0), (0.0, 0.5, 1.0), (1.0,), (0.5,))
    ]
    done = subprocess.run(
        [sys.executable, "-S", "-c", ASK],
        input=json.dumps(rows),
        env={"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for found, pair in zip(json.loads(done.stdout), rows, strict=True):
        asked = stats.first_player_rate(*pair)
        assert all(abs(x - y) < 1e-9 for x, y in zip(found, asked, strict=True)), pair
