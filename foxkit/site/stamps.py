"""Stamps: which notebooks are current, because nothing that they read has changed.

    executing a notebook --> the files it read (`foxkit.site.reads`), its matches
    all of these today   --> one digest, its stamp

`data/executed.json` has the stamps of the committed notebooks, `site/executed.json`
those of what was executed here. A stamp depends on the syntax of code alone, not on
comments, docstrings or layout, nor on the folder, the system or the version of Python.

Committed stamps are those of a fresh clone, without a reader's games. If a reader has
played matches of a chapter, it is executed once more, and stamped here.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from foxkit import data
from foxkit.lab.code import digest
from foxkit.lab.syntax import Normalizer, Scopes, parse
from foxkit.site.chapters import ROOT, Chapter

COMMITTED_STAMPS = data.WORKBOOK / "executed.json"
_ENTRY_FORM = {"reads": [str], "matches": [str], "text": str, "stamp": str}
_NORMALIZER = Normalizer()


class Stamps:
    """The notebooks that were executed, with what they read and its digest."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, dict[str, Any]] = {}
        with suppress(OSError, ValueError):
            stored = data.read_json(path, dict)
            self.entries = {
                k: v for k, v in stored.items() if not data.form_faults(v, _ENTRY_FORM)
            }

    def is_current(self, name: str, chapter: Chapter) -> bool:
        """Whether executing a notebook today would give the outputs that it has."""
        entry = self.entries.get(name)
        if entry is None:
            return False
        read = chapter, entry["reads"], entry["matches"]
        # Comparing texts takes a moment, comparing syntax some seconds.
        return bool(
            entry["text"] == notebook_stamp(*read, digest)
            or entry["stamp"] == notebook_stamp(*read)
        )

    def record(self, name: str, chapter: Chapter) -> None:
        """Record what an executed notebook read, and its stamp."""
        matches = sorted({x for call in chapter.play_calls for x in call["matches"]})
        entry: dict[str, Any] = {"reads": [*chapter.files_read], "matches": matches}
        read = (chapter, entry["reads"], matches)
        without_readers_games = self.path == COMMITTED_STAMPS
        entry["text"] = notebook_stamp(*read, digest, without_readers_games)
        entry["stamp"] = notebook_stamp(
            *read, without_readers_games=without_readers_games
        )
        self.entries[name] = entry
        self._write()

    def forget(self, name: str) -> None:
        """Forget a notebook that could not be executed."""
        if self.entries.pop(name, None):
            self._write()

    def _write(self) -> None:
        """Write the file, an entry a line."""
        lines = (
            f" {json.dumps(name)}: {json.dumps(entry)}"
            for name, entry in sorted(self.entries.items())
        )
        text = "{\n" + ",\n".join(lines) + "\n}\n"
        data.write_whole(self.path, text.encode())


def syntax_digest(source: str) -> str:
    """A digest of the syntax of some Python; of the text where it cannot be parsed."""
    try:
        return digest(repr(_NORMALIZER.normal_form(parse(source), Scopes())))
    except SyntaxError:
        return digest(source)


def notebook_stamp(
    chapter: Chapter,
    reads: Iterable[str],
    matches: Iterable[str],
    of_code: Callable[[str], str] = syntax_digest,
    without_readers_games: bool = False,
) -> str:
    """The digest of a notebook's code cells, the lock, and all that they read.

    Args:
        chapter: the notebook.
        reads: the files that it reads.
        matches: the names of the matches that it asks for.
        of_code: the digest of a Python source.
        without_readers_games: whether only committed games count, as in a fresh clone.
    """
    cells = [
        (cell.get("id"), cell["metadata"].get("tags"), of_code("".join(cell["source"])))
        for cell in chapter.code
    ]
    files = [
        (name, _file_digest(name, of_code)) for name in ("requirements.txt", *reads)
    ]
    return digest(
        repr(
            (
                cells,
                files,
                [(x, _games_digest(x, without_readers_games)) for x in matches],
            )
        )
    )


def forget_contents() -> None:
    """Read all files again the next time; what ran may have written some."""
    _file_digest.cache_clear()
    _games_digest.cache_clear()


@cache
def _file_digest(name: str, of_code: Callable[[str], str]) -> str:
    """A digest of a file, or of the names in a folder; empty if neither exists."""
    if "#" in name:
        return digest(repr(_part_of_file_for_document(*name.split("#"))))
    path = ROOT / name
    if path.is_dir():
        names = (x.name for x in path.iterdir() if not x.name.startswith(("_", ".")))
        return digest(repr(sorted(names)))
    if not path.is_file():
        return ""
    if path.suffix == ".py":
        return of_code(path.read_text(encoding="utf-8"))
    try:
        return digest(data.read_file(path))
    except ValueError:  # a link, or a large file: its size and time
        return digest(repr((path.stat().st_size, path.stat().st_mtime_ns)))


def _part_of_file_for_document(name: str, document: str) -> list[Any]:
    """The part of a file of `reads.SPLIT_BY_DOCUMENT` that belongs to a document."""
    published = data.WORKBOOK / "published" / f"{document}.csv"
    ids = (
        {row["id"] for row in data.csv_rows(published)} if published.exists() else set()
    )
    form = [{"id": str, "cell": str}]
    rows = data.read_json(ROOT / "data" / "ledger.json", form)
    rows = [each for each in rows if each["id"] in ids]
    if name == "data/ledger.json":
        return rows
    calls = data.read_json(ROOT / name, dict)
    return [(cell, calls.get(cell)) for cell in sorted({x["cell"] for x in rows})]


@cache
def _games_digest(name: str, without_readers_games: bool) -> str:
    """A digest of a match's games, the committed ones and a reader's own."""
    folders = [
        data.WORKBOOK / "games",
        *([] if without_readers_games else [data.readers_data_folder()]),
    ]
    paths = (folder / f"{name}.parquet" for folder in folders)
    return digest(repr([digest(x.read_bytes()) for x in paths if x.is_file()]))
