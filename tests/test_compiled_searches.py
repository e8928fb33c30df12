"""The searches that pages use are those of today's sources, each of them compiled.

What they answer is compared in `test_play_browser.py`.
"""

import json
import os
import shutil
import subprocess
import sys

import pytest

from foxkit.site.play import bundle


@pytest.fixture
def linker() -> None:
    """Skip where there is no linker, or fail where one is required."""
    if shutil.which("wasm-ld") is None:
        required = os.environ.get("FOXKIT_REQUIRE_LINKER") == "1"
        (pytest.fail if required else pytest.skip)("no wasm-ld: install lld")


@pytest.mark.usefixtures("linker")
def test_they_are_of_todays_sources() -> None:
    assert bundle.are_searches_current(), "run python -m foxkit.site.wasm.build"


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.usefixtures("linker")
def test_a_build_makes_them_again(tmp_path) -> None:
    made = tmp_path / "searches.bin"
    code = (
        "from pathlib import Path; from foxkit.site.play import bundle;"
        f"bundle.SEARCHES = Path({str(made)!r});"
        "from foxkit.site.wasm import build; build.build()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    new, kept = (bundle.unpacked(f.read_bytes()) for f in (made, bundle.SEARCHES))
    assert json.loads(new["searches.json"]) == json.loads(kept["searches.json"])


def test_those_of_other_sources_stay_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "digest", lambda: b"another")
    assert "foxkit/site/play/searches.wasm" not in bundle.sources()
