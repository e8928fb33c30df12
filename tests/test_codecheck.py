"""The manifest of outputs is that of the files as they stand."""

import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from make_codecheck import manifest  # noqa: E402


def test_the_manifest_names_every_output_with_its_checksum() -> None:
    """Otherwise: python benchmarks/make_codecheck.py."""
    assert (ROOT / "codecheck.yml").read_text(encoding="utf-8") == manifest()


def test_every_result_is_in_the_manifest() -> None:
    page = yaml.safe_load((ROOT / "codecheck.yml").read_text(encoding="utf-8"))
    results = {path.name for path in (ROOT / "data" / "results").glob("*.*")}
    named = {Path(each["file"]).name for each in page["manifest"]}
    assert {name for name in results if not name.endswith(".journal")} == named
    assert all(each["command"].startswith("foxkit run") for each in page["manifest"])


def test_the_citation_names_this_version() -> None:
    from foxkit import __version__

    page = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(page["version"]) == __version__
