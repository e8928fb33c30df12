"""Write all checksums again: codecheck.yml, and those of the notebooks.

    python benchmarks/make_codecheck.py

codecheck.yml has every output, the command that makes it, and its checksum.

The form is that of CODECHECK (codecheck.org.uk): a reader runs a command and compares.
What all cells found is collected in one file, the ledger; the games that it rests on
are played again, cell by cell, by `foxkit run CELL` in a folder without them.

A notebook that is listed with its checksum in `data/notebooks.sha256` is the workbook's
own: pages are built of it, and `workbook.py lab` trusts it as long as it is unchanged.
"""

import subprocess
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
    """The text of the file."""
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


def notebooks() -> str:
    """The text of the list of notebooks, which `sha256sum --check` reads."""
    paths = [*(ROOT / "notebooks").glob("*.ipynb")]
    paths += (ROOT / "notebooks" / "studies").glob("*.ipynb")
    tracked = subprocess.check_output(
        ["git", "ls-files", "--", "notebooks"], cwd=ROOT, text=True
    ).splitlines()
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    return "".join(
        f"{sha256((ROOT / name).read_bytes()).hexdigest()}  {name}\n"
        for name in names
        if name in tracked
    )


if __name__ == "__main__":
    (ROOT / "data" / "notebooks.sha256").write_text(notebooks(), encoding="utf-8")
    (ROOT / "codecheck.yml").write_text(manifest(), encoding="utf-8")
