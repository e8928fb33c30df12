"""What a run has finished, piece by piece, in an SQLite file that is also its lock.

    begin             each piece            now and then            end
    open = lock  -->  one transaction  -->  write (`games`)  -->  forget what it holds

A piece is some blocks of a match; it is whole or absent. Whoever has the journal open
has the match to itself, and the system takes the lock away from a process that dies. A
piece is forgotten only when the file of games holds it.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from foxkit.data import faults

_TABLE = """
CREATE TABLE IF NOT EXISTS pieces (
    key TEXT, start INTEGER, content TEXT, checksum TEXT, PRIMARY KEY (key, start))
"""


class Taken(ValueError):
    """Somebody else has the journal open."""


class Journal:
    """The finished pieces of one match, by key and number of the first block."""

    def __init__(self, base: sqlite3.Connection, path: Path) -> None:
        self._base, self._path = base, path

    def _change(self, statement: str, *values: Any) -> None:
        with _named(self._path), self._base:
            self._base.execute(statement, values)

    def put(self, key: str, start: int, piece: dict[str, Any]) -> None:
        """Keep a finished piece, JSON data, whole or not at all."""
        text = json.dumps(piece)
        row = key, start, text, sha256(text.encode()).hexdigest()
        self._change("REPLACE INTO pieces VALUES (?, ?, ?, ?)", *row)

    def pieces(self, key: str, form: Any) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the sound pieces of a key, of a form (see `faults`); tell of others."""
        asked = "SELECT start, content, checksum FROM pieces WHERE key = ? ORDER BY 1"
        for start, content, checksum in self._base.execute(asked, (key,)).fetchall():
            wrong = ["it has another checksum"]
            if sha256(content.encode()).hexdigest() == checksum:
                piece = json.loads(content)
                wrong = faults(piece, form)
            if wrong:
                where = f"{self._path.name} is damaged at block {start}"
                print(f"playing some games again: {where}: {wrong[0]}")
            else:
                yield start, piece

    def forget(self, key: str, before: int) -> None:
        """Remove the pieces of a key that begin before a block: a file holds them."""
        self._change("DELETE FROM pieces WHERE key = ? AND start < ?", key, before)

    def __len__(self) -> int:
        """Return the number of pieces."""
        return int(self._base.execute("SELECT count(*) FROM pieces").fetchone()[0])


@contextmanager
def open_journal(path: Path) -> Iterator[Journal]:
    """Open a match's journal, alone; at the end, remove it if it is empty."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _named(path), closing(_locked(path)) as base:
        journal = Journal(base, path)
        try:
            yield journal
        finally:
            with suppress(sqlite3.Error, OSError):  # then it stays, and does no harm
                if not len(journal):
                    _removed(path, base)


def _removed(path: Path, base: sqlite3.Connection) -> None:
    """Remove a journal that holds nothing, whatever ended its run."""
    try:  # while it is locked, so that whoever waits for it sees it go
        path.unlink(missing_ok=True)
    except PermissionError:  # Windows: nobody may have it open
        base.close()
        path.unlink()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say of which file, and in our words, what SQLite raises."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Taken(f"{path} is open: another run plays it") from None
        kept = "what was finished before is kept"
        raise OSError(f"{path} cannot be written ({error}); {kept}") from None
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path} is no journal of a run: {error}") from None


def _locked(path: Path) -> sqlite3.Connection:
    """Open a journal and lock it; one that its run removes meanwhile is made anew."""
    while True:
        # A transaction of its own for each statement; one thread uses it at a time.
        base = sqlite3.connect(path, timeout=0.5, check_same_thread=False)
        try:
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            with base:
                base.execute("BEGIN EXCLUSIVE")
                base.execute(_TABLE)
                base.execute("PRAGMA user_version = 1")  # fails if the file is gone
            base.execute("SELECT count(*) FROM pieces")
            return base
        except sqlite3.Error as error:
            base.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_DBMOVED:
                raise
