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
@pytest.mark.usefixtures("linker")
def test_a_build_finds_them_all_and_makes_the_first_again(tmp_path) -> None:
    made = tmp_path / "searches.bin"
    code = (
        "import json; from pathlib import Path; from foxkit.site.play import bundle;"
        f"bundle.SEARCHES_FILE = Path({str(made)!r});"
        "from foxkit.site.wasm import build; calls = build.calls_to_compile();"
        "build.calls_to_compile = lambda: calls[:1]; build.build();"
        "print(json.dumps([build.type_names(kinds) for _, kinds in calls]))"
    )
    said = subprocess.check_output([sys.executable, "-c", code])
    new, kept = (
        bundle.unpack_files(f.read_bytes()) for f in (made, bundle.SEARCHES_FILE)
    )
    (one,) = json.loads(new["searches.json"]).items()
    theirs = json.loads(kept["searches.json"])
    assert one[1] == theirs[one[0]][:1]
    names = {name for calls in theirs.values() for name, *_ in calls}
    found = json.loads(said)
    assert names == {*found[: -len(json.loads(kept["games.json"]))]}


@pytest.mark.slow
def test_those_of_other_sources_stay_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "search_code_digest", lambda: b"another")
    assert "foxkit/site/play/searches.wasm" not in bundle.page_sources()
