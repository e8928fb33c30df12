"""What a chapter depends on: its own game, its own document, and what code says."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from fresh import ROOT, run

from foxkit.site import stamps
from foxkit.site.chapters import Chapter

READ = """
import sys
from foxkit.site import reads
reads.start_recording()
{}
import json
print(json.dumps(reads.files_read()))
"""


def read_by(code: str) -> set[str]:
    """What a new process reads that runs some code."""
    done = run([sys.executable, "-c", READ.format(code)])
    assert done.returncode == 0, done.stderr
    return {*json.loads(done.stdout.splitlines()[-1])}


def test_one_game_is_read_without_the_others():
    """And without their drawings and players; plots and statistics come when used."""
    found = read_by(
        "from foxkit import Board, FoxHounds, Stepper, claim, curve, match, play\n"
        "Board(FoxHounds())._still()._repr_html_()\n"
        "heavy = {'scipy.stats', 'matplotlib.figure'} & {*sys.modules}\n"
        "assert not heavy, heavy"
    )
    assert "foxkit/games/fox_hounds/rules.py" in found
    others = "fox_game", "battle_sheep", "wolves", "franks_zoo", "hare_hounds"
    for name in others:
        for part in ("rules", "board"):
            assert f"foxkit/games/{name}/{part}.py" not in found
    assert not [name for name in found if name.endswith((".js", ".css"))]


def test_of_what_documents_print_only_what_is_looked_at_is_read():
    found = read_by("from foxkit import ledger_rows\nledger_rows('001')")
    assert "data/published/fox_hounds.csv" in found
    assert "data/ledger.json#fox_hounds" in found
    assert not {x for x in found if "wolves" in x or x == "data/ledger.json"}


@pytest.fixture
def own_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the place of the workbook's, with the ledger and what is printed."""
    for name in ("ledger.json", "cells.json", "published"):
        (tmp_path / "data").mkdir(exist_ok=True)
        there, copy = ROOT / "data" / name, tmp_path / "data" / name
        (shutil.copytree if there.is_dir() else shutil.copy)(there, copy)
    monkeypatch.setattr(stamps, "ROOT", tmp_path)
    monkeypatch.setattr(stamps.data, "WORKBOOK", tmp_path / "data")
    stamps.forget_contents()
    yield tmp_path
    stamps.forget_contents()


def test_a_stamp_is_that_of_what_is_said_and_of_no_spelling(own_root):
    """Comments, docstrings, other documents' claims and line ends count for nothing."""
    cell = {"cell_type": "code", "source": "f(1)", "metadata": {}, "id": "a"}
    reads = ["foxkit/x.py", "data/ledger.json#fox_hounds", "data/x.csv"]
    (own_root / "foxkit").mkdir()
    ledger = own_root / "data" / "ledger.json"
    rows = json.loads(ledger.read_text())

    def stamped(code: str, csv: str, entries: list[object], source: str) -> str:
        (own_root / "foxkit" / "x.py").write_text(code)
        (own_root / "data" / "x.csv").write_text(csv)
        ledger.write_text(json.dumps(entries))
        stamps.forget_contents()
        chapter = Chapter(Path("a.ipynb"), {"cells": [cell | {"source": source}]})
        return stamps.notebook_stamp(chapter, reads, [])

    others = [row for row in rows if not row["id"].startswith("fox-")]
    assert others and len(others) < len(rows)
    first = stamped("def f():\n    return 1\n", "a,b", rows, "f(1)")
    canonical_json = 'def f():  # one\n    """One."""\n    return (1)\n'
    assert stamped(canonical_json, "a,b", others, "f( 1 )  # so") == first
    changed = [("def f():\n    return 2\n", "a,b", rows, "f(1)")]
    changed += [("def f():\n    return 1\n", "a,c", rows, "f(1)")]
    changed += [("def f():\n    return 1\n", "a,b", rows, "f(2)")]
    fewer = [row for row in rows if not row["id"].startswith("hounds-")]
    changed += [("def f():\n    return 1\n", "a,b", fewer, "f(1)")]
    assert len({first, *(stamped(*each) for each in changed)}) == 5


def test_a_committed_stamp_is_that_of_a_clone_in_which_nobody_has_played(
    own_root, monkeypatch
):
    """A reader's games make a chapter stale once; what is committed knows none."""
    yours = own_root / "yours"
    monkeypatch.setattr(stamps.data, "readers_data_folder", lambda: yours)
    monkeypatch.setattr(stamps, "COMMITTED_STAMPS", own_root / "executed.json")
    calls = ({"matches": ["fox-game/1"]},)
    cell = {"cell_type": "code", "source": "f(1)", "metadata": {}, "id": "a"}
    chapter = Chapter(Path("a.ipynb"), {"cells": [cell]}, play_calls=calls)
    played = yours / "fox-game" / "1.parquet"

    def are_current() -> list[bool]:
        stamps.forget_contents()
        paths = own_root / "executed.json", own_root / "here.json"
        return [stamps.Stamps(path).is_current("a", chapter) for path in paths]

    played.parent.mkdir(parents=True)
    played.write_bytes(b"games")
    for path in (own_root / "executed.json", own_root / "here.json"):
        stamps.Stamps(path).record("a", chapter)
    assert are_current() == [False, True]
    played.unlink()
    assert are_current() == [True, False]
