"""The journal of a run: its finished pieces, in an SQLite file that is also its lock.

    begin             each piece            now and then            end
    open = lock  -->  one transaction  -->  write (`games`)  -->  forget what it holds

A piece is some consecutive blocks of a match; it is whole or absent. The run that has
the journal open is the only one that plays the match, and the operating system takes
the lock from a process that dies. A piece is forgotten only when the file of games
has it.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from foxkit import data
from foxkit.core.quoting import printable

_CREATE_TABLE = """
CREATE TABLE pieces (
    key TEXT, start INTEGER, content TEXT, checksum TEXT, PRIMARY KEY (key, start))
"""
_MAX_TEXT_BYTES = data.MAX_BYTES  # bytes of a piece
_MAX_FILE_BYTES = 1 << 30  # bytes of a journal: a match under way, piece by piece
_MAX_SQLITE_STEPS = 100_000_000  # reading a million pieces takes a tenth of them
_SEVERAL_DATABASES_END = bytes.fromhex("d9d505f920a163d7")
"""The end of SQLite's own journal of a change to several databases, which we never
make."""


Piece = TypeVar("Piece")


class Locked(ValueError):
    """Another run has the journal open."""


class Journal:
    """The finished pieces of one match, by key and by the number of the first block."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database, self._path = database, path

    def _execute(self, statement: str, *values: Any) -> None:
        """Execute a statement of SQL, and commit it."""
        with _errors_in_words(self._path), self._database:
            self._database.execute(statement, values)

    def put_piece(self, key: str, start: int, piece: dict[str, Any]) -> None:
        """Keep a finished piece, JSON data, whole or not at all."""
        text = json.dumps(piece)
        row = key, start, text, sha256(text.encode()).hexdigest()
        self._execute("REPLACE INTO pieces VALUES (?, ?, ?, ?)", *row)

    def pieces(
        self, key: str, read: Callable[[int, Any], Piece]
    ) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces of a key; a message is printed for each damaged one.

        Args:
            key: of the pieces.
            read: makes a piece from the number of its first block and JSON data; it
                raises a ValueError for other data.

        Yields:
            The number of the first block, and the piece.
        """
        query = "SELECT start, content, checksum FROM pieces WHERE key = ? ORDER BY 1"
        for start, content, checksum in self._database.execute(
            query, (key,)
        ).fetchall():
            try:
                if not (isinstance(start, int) and isinstance(content, str)):
                    raise ValueError("it is no piece")
                if sha256(content.encode()).hexdigest() != checksum:
                    raise ValueError("it has another checksum")
                piece = read(start, data.parse_json(content))
            except ValueError as error:
                where = f"{self._path.name} is damaged at block {start!r:.20}"
                print(printable(f"playing some games again: {where}: {error}"))
            else:
                yield start, piece

    def forget_before(self, key: str, before: int) -> None:
        """Remove the pieces of a key that begin before a block."""
        self._execute("DELETE FROM pieces WHERE key = ? AND start < ?", key, before)

    def __len__(self) -> int:
        """The number of pieces."""
        return sum(1 for _ in self._database.execute("SELECT 1 FROM pieces"))


@contextmanager
def open_journal(path: Path) -> Iterator[Journal]:
    """Open a match's journal exclusively; at the end, remove it if it is empty.

    Raises:
        Locked: another run has it open.
        ValueError: the file is no journal, or damaged.
        OSError: it cannot be written.
    """
    _require_journal_file(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _errors_in_words(path), closing(_open_locked(path)) as database:
        journal = Journal(database, path)
        try:
            yield journal
        finally:
            with suppress(sqlite3.Error, OSError):  # a journal that stays does no harm
                if not len(journal):
                    _remove_empty_journal(path, database)


def _remove_empty_journal(path: Path, database: sqlite3.Connection) -> None:
    """Remove an empty journal."""
    try:  # while it is locked, so that a run that waits for it sees it go
        path.unlink(missing_ok=True)
    except PermissionError:  # on Windows no process may have it open
        database.close()
        path.unlink()


@contextmanager
def _errors_in_words(path: Path) -> Iterator[None]:
    """Replace errors of SQLite by errors that name the file and what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Locked(f"{path} is open: another run plays it") from None
        if "interrupted" in str(error):
            raise ValueError(f"{path} is no journal of a run: it has no end") from None
        advice = "what was finished before is kept"
        raise OSError(f"{path} cannot be written ({error}); {advice}") from None
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path} is no journal of a run: {error}") from None


def _require_journal_file(path: Path) -> None:
    """Raise ValueError where SQLite would change a file other than a run's journal.

    Beside a database, SQLite keeps a record of an interrupted change. It trusts that
    record, even if it names another file, which SQLite then deletes.
    """
    change = path.with_name(f"{path.name}-journal")
    for each in (path, change):
        data.require_plain_file(each)
    if path.exists():
        state = path.stat()
        if state.st_nlink > 1:
            raise ValueError(f"{path} is a file of several names: move it away")
        if state.st_size > _MAX_FILE_BYTES:
            raise ValueError(
                f"{path} is larger than the {_MAX_FILE_BYTES:,} bytes allowed"
            )
        with path.open("rb") as file:
            head = file.read(20)
        if head and not (
            head.startswith(b"SQLite format 3\0") and head[18:] == b"\1\1"
        ):
            raise ValueError(f"{path} is no journal of a run: it is written otherwise")
    for ending in ("-wal", "-shm"):
        other = path.with_name(path.name + ending)
        if os.path.lexists(other):
            raise ValueError(f"{other} is not of a run: move it away")
    if change.exists():
        with change.open("rb") as file:
            file.seek(max(0, change.stat().st_size - len(_SEVERAL_DATABASES_END)))
            if file.read() == _SEVERAL_DATABASES_END:
                raise ValueError(f"{change} is of several databases: move it away")


def _set_limits(database: sqlite3.Connection) -> None:
    """Limit what SQLite does to what a journal needs, whatever the file contains."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_TEXT_BYTES)
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    database.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    # A text of other letters than UTF-8 is one whose checksum is another.
    database.text_factory = lambda content: content.decode("utf-8", "replace")
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 10_000
        return steps > _MAX_SQLITE_STEPS

    database.set_progress_handler(count, 10_000)


def _require_table(database: sqlite3.Connection) -> None:
    """Make the table of pieces in an empty file; ValueError where there is another."""
    known = {("table", "pieces"): " ".join(_CREATE_TABLE.split())}
    known["index", "sqlite_autoindex_pieces_1"] = ""
    columns = {
        (kind, name): " ".join((sql or "").split())
        for kind, name, sql in database.execute(
            "SELECT type, name, sql FROM sqlite_master"
        )
    }
    if not columns:
        database.execute(_CREATE_TABLE)
    elif columns != known:
        others = [" ".join(each) for each in columns if each not in known]
        fault = f"it holds the {others[0][:60]}" if others else "its table is another"
        raise sqlite3.DatabaseError(printable(fault))


def _open_locked(path: Path) -> sqlite3.Connection:
    """Open a journal and lock it; one that its run removes meanwhile is made anew."""
    while True:
        # A transaction of its own for each statement; one thread uses it at a time.
        database = sqlite3.connect(path, timeout=0.5, check_same_thread=False)
        try:
            _set_limits(database)
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            with database:
                database.execute("BEGIN EXCLUSIVE")
                _require_table(database)
                database.execute("PRAGMA user_version = 1")  # fails if the file is gone
            return database
        except sqlite3.Error as error:
            database.close()
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_READONLY_DBMOVED:
                raise
