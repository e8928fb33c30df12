"""Write codecheck.yml again: every output, the command that makes it, its checksum.

    python benchmarks/make_codecheck.py

The form is that of CODECHECK (codecheck.org.uk): a reader runs a command and compares.
Findings repeat; times do not, so a page's checksum is that of the file as it stands
here. A page has a digest of the games that it was made from.
"""

from hashlib import sha256
from pathlib import Path

import yaml

from foxkit.documents import CATALOGUE
from foxkit.lab import store

ROOT = Path(__file__).parents[1]
HEAD = """\
# Each output of this workbook, the command that makes it, and its checksum.
# Made by: python benchmarks/make_codecheck.py
"""


def entry(name: str, path: Path) -> dict[str, str]:
    """Return the line of one output."""
    return {
        "file": path.relative_to(ROOT).as_posix(),
        "comment": CATALOGUE[name].title,
        "command": store.page(name)["command"],
        "sha256": sha256(path.read_bytes()).hexdigest(),
    }


def manifest() -> str:
    """Return the text of the file."""
    paths = [(name, store.FOLDER / f"{name}.json") for name in sorted(CATALOGUE)]
    found = [entry(name, path) for name, path in paths if path.exists()]
    page = {"version": "https://codecheck.org.uk/spec/config/1.0/", "manifest": found}
    return HEAD + yaml.safe_dump(page, sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    (ROOT / "codecheck.yml").write_text(manifest(), encoding="utf-8")
