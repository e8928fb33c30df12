"""What a run has finished, piece by piece, in an SQLite file that is also its lock.

    begin             each piece            now and then            end
    open = lock  -->  one transaction  -->  export (`store`)  -->  forget what it holds

A piece is some blocks of a match, or the rows of a computed condition, under the key
of what was played; it is whole or absent. Whoever has the journal open has the
experiment to itself, and the system takes the lock away from a process that dies. A
piece is forgotten only when a result holds it.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

_TABLE = """
CREATE TABLE IF NOT EXISTS pieces (
    key TEXT, start INTEGER, content TEXT, checksum TEXT, PRIMARY KEY (key, start))
"""


class Journal:
    """The finished pieces of one experiment, by key and number of the first block."""

    def __init__(self, base: sqlite3.Connection, path: Path) -> None:
        self._base, self._path = base, path

    def put(self, key: str, start: int, piece: dict[str, Any]) -> None:
        """Keep a finished piece, JSON data, whole or not at all."""
        text = json.dumps(piece)
        row = key, start, text, sha256(text.encode()).hexdigest()
        with self._base:
            self._base.execute("REPLACE INTO pieces VALUES (?, ?, ?, ?)", row)

    def get(self, key: str, start: int) -> dict[str, Any] | None:
        """Return a piece, None where there is none; ValueError for a damaged one."""
        asked = "SELECT content, checksum FROM pieces WHERE key = ? AND start = ?"
        row = self._base.execute(asked, (key, start)).fetchone()
        if row is None:
            return None
        if sha256(row[0].encode()).hexdigest() != row[1]:
            raise ValueError(f"{self._path.name} is damaged at {key[:8]}, {start}")
        return json.loads(row[0])

    def forget(self, key: str, before: float) -> None:
        """Remove the pieces of a key that begin before a block: a result holds them."""
        with self._base:
            asked = "DELETE FROM pieces WHERE key = ? AND start < ?"
            self._base.execute(asked, (key, before))

    def __len__(self) -> int:
        """Return the number of pieces."""
        return int(self._base.execute("SELECT count(*) FROM pieces").fetchone()[0])


@contextmanager
def open_journal(folder: Path, name: str) -> Iterator[Journal]:
    """Open an experiment's journal, alone; at the end, remove it if it is empty.

    Raises:
        ValueError: another run has it open, or the file is no journal.
    """
    path = folder / f"{name}.journal"
    # A transaction of its own for each statement; only one thread uses it at a time.
    try:
        base = sqlite3.connect(path, timeout=0.5, check_same_thread=False)
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from None
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        with base:
            base.execute("BEGIN EXCLUSIVE")
            base.execute(_TABLE)
        journal = Journal(base, path)
        len(journal)
        yield journal
        empty = not len(journal)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise ValueError(f"another run of {name} is at work in {folder}") from None
        raise OSError(f"{path}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path} is no journal of a run: {error}") from None
    finally:
        base.close()
    if empty:
        path.unlink(missing_ok=True)
