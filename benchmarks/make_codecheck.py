"""Write codecheck.yml again: every output, the command that makes it, its checksum.

    python benchmarks/make_codecheck.py

The form is that of CODECHECK (codecheck.org.uk): a reader runs a command and compares.
What all cells found is collected in one file, the ledger; the games that it rests on
are played again, cell by cell, by `foxkit run CELL` in a folder without them.
"""

from hashlib import sha256
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
HEAD = """\
# Each output of this workbook, the command that makes it, and its checksum.
# Made by: python benchmarks/make_codecheck.py
"""
OUTPUTS = {
    "data/ledger.json": ("what cells claim of published rows", "python3 workbook.py"),
    "data/cells.json": ("the matches that cells ask for", "python3 workbook.py"),
    "docs/figure-8.svg": ("a picture of README.md", "python docs/pictures.py"),
}


def manifest() -> str:
    """Return the text of the file."""
    found = [
        {
            "file": file,
            "comment": comment,
            "command": command,
            "sha256": sha256((ROOT / file).read_bytes()).hexdigest(),
        }
        for file, (comment, command) in OUTPUTS.items()
    ]
    page = {"version": "https://codecheck.org.uk/spec/config/1.0/", "manifest": found}
    return HEAD + yaml.safe_dump(page, sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    (ROOT / "codecheck.yml").write_text(manifest(), encoding="utf-8")
