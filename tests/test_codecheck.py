"""The manifest of outputs is that of the files as they stand."""

import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from make_codecheck import manifest, notebooks  # noqa: E402


def test_the_manifest_names_every_output_with_its_checksum() -> None:
    """Otherwise: python benchmarks/make_codecheck.py."""
    assert (ROOT / "codecheck.yml").read_text(encoding="utf-8") == manifest()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git knows what is committed")
def test_the_notebooks_are_listed_with_their_checksums() -> None:
    """Otherwise: python benchmarks/make_codecheck.py."""
    listed = ROOT / "data" / "notebooks.sha256"
    assert listed.read_text(encoding="utf-8") == notebooks()


def test_the_citation_names_this_version() -> None:
    from foxkit import __version__

    page = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(page["version"]) == __version__
