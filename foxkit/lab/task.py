"""A match on its way to what a rule asks for: what is there, what is still to play."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from foxkit.lab.games import SCHEMA, Shelf, Stored
from foxkit.lab.journal import Journal
from foxkit.lab.match import Played, play_blocks
from foxkit.lab.rule import Rule, found, nothing

PIECE = 2.0
"""Seconds that a piece should take: what is finished is kept so often."""
_GAME = {
    "block": int,
    "rotation": int,
    "payoffs": list,
    "reason": str,
    "turns": int,
    "moves": str,
}
_PIECE = {"games": [_GAME], "seconds": float, "made_with": [{"code": str}]}


@dataclass
class Task:
    """A match on its way to what a rule asks for.

    Pieces may be finished in any order; only those without a gap before them count.

    Attributes:
        early: finished pieces behind a gap, by their first block.
        others: of each code but today's that has left pieces, the first one.
    """

    shelf: Shelf
    rule: Rule
    early: dict[int, Stored] = field(default_factory=dict)
    others: dict[str, Stored] = field(default_factory=dict)
    journal: Journal | None = None
    next: int = 0  # the first block that nobody plays yet
    seconds: float | None = None  # of processor time, for a block

    def __post_init__(self) -> None:
        self.match, self.players = self.shelf.match, self.shelf.match.game.PLAYERS
        self.games = self.shelf.read()
        self.found = self.games.blocks
        self.enough = self.rule.enough(self.games, self.players)
        self.code, self.key = self.match.code, f"stream {self.games.stream}"

    def row(self) -> dict[str, Any]:
        """Return what was found, in no more games than the rule asks for."""
        used = self.games if self.enough is None else self.games.first(self.enough)
        row = found(used, self.players) if used.blocks else nothing(self.players)
        return row | {"finished": self.enough is not None}

    @property
    def is_known(self) -> bool:
        """Whether today's code has played these games, or one of them again."""
        makers = {maker["code"] for maker in self.games.made_with}
        checked = self.shelf.notes()["checked"].get(self.code)
        if checked is False:
            raise ValueError(
                f"{self.shelf.name}: today's code plays other games of this match than "
                "those that are kept. To play it anew, move its files away: "
                f"{self.shelf.path(True, '.*')}, {self.shelf.path(False, '.*')}"
            )
        return not self.found or checked is True or makers == {self.code}

    def check(self, keep: bool) -> None:
        """Play a block of each other code again, and note whether all are the same.

        Raises:
            ValueError: they are not.
        """
        blocks = [*self.others.values()] + [self.games] * (not self.is_known)
        if blocks:
            agrees = all(map(self._plays_again, blocks))
            self.shelf.remark("checked", {self.code: agrees}, keep)
            self.is_known  # noqa: B018  (refuses by name)

    def _plays_again(self, games: Stored) -> bool:
        """Tell whether today's code plays the first block of some games as it is."""
        first = int(games.table["block"][0].as_py())
        again = play_blocks(self.match, games.stream, range(first, first + 1))
        return games.begins_with(_stored(_piece(again), games))

    def ask(self, keep: bool) -> None:
        """Note the rule with the blocks that were there when it was first asked.

        Where nothing can be written, what is there can still be read.
        """
        if str(self.rule) not in self.shelf.notes()["rules"]:
            rules = self.shelf.note(keep)["rules"] | {str(self.rule): self.found}
            with suppress(OSError):
                self.shelf.remark("rules", rules, keep)

    def take_up(self, journal: Journal) -> None:
        """Go on from what a journal holds; a damaged piece is played again.

        What others have finished before the journal was open is in the file.
        """
        self.journal, self.games = journal, self.shelf.read()
        self.key = f"stream {self.games.stream}"
        for start in journal.starts(self.key):
            try:
                piece = journal.get(self.key, start, _PIECE)
            except ValueError as error:
                print(f"playing some games again: {error}")
                continue
            if piece is not None:
                self.early[start] = held = _stored(piece, self.games)
                for code in {x["code"] for x in held.made_with} - {self.code}:
                    self.others.setdefault(code, held)
        self._join()
        self.next = self.found = self.games.blocks

    def take_in(self, start: int, played: Played) -> None:
        """Keep a finished piece, and count it as soon as there is no gap before it."""
        assert self.journal is not None
        piece = _piece(played)
        self.journal.put(self.key, start, piece)
        self.early[start] = _stored(piece, self.games)
        self.seconds = played.seconds / self.early[start].blocks
        self._join()

    def _join(self) -> None:
        for start in sorted(self.early):
            if start > self.games.blocks:
                return
            piece = self.early.pop(start)
            if start + piece.blocks > self.games.blocks:
                self.games = _followed_by(self.games, piece)
        self.enough = self.rule.enough(self.games, self.players)

    @property
    def wants_more(self) -> bool:
        """Whether to hand out another piece."""
        return self.enough is None and self.next < self.rule.most

    def hand_out(self, left: float) -> range:
        """Return the next blocks to play, of `PIECE` or the seconds that are left."""
        each = self.seconds
        size = 1 if each is None else int(min(PIECE, left) / max(each, 1e-9))
        while self.next in self.early:
            self.next += self.early[self.next].blocks
        first, self.next = self.next, min(self.next + max(1, size), self.rule.most)
        return range(first, self.next)

    @property
    def expected(self) -> int:
        """The blocks to expect in all."""
        return self.rule.expected(self.games, self.players)

    @property
    def done(self) -> float:
        """How much of it is played, from 0 to 1."""
        return 1.0 if self.enough else min(1.0, self.games.blocks / self.expected)

    @property
    def left(self) -> int:
        """The games to expect still."""
        return (self.expected - self.games.blocks) * self.games.seats

    def export(self, keep: bool) -> None:
        """Write the finished games if there are more, and forget their pieces."""
        if self.shelf.blocks(keep) < self.games.blocks:
            self.shelf.write(self.games, keep)
        if self.journal is not None:
            self.journal.forget(self.key, self.games.blocks)


def _piece(played: Played) -> dict[str, Any]:
    """Return finished games as JSON data."""
    columns = played.games[SCHEMA.names].assign(
        moves=played.games["moves"].map(bytes.hex)
    )
    rows = columns.to_dict("records")
    return {"games": rows, "seconds": played.seconds, "made_with": played.made_with}


def _stored(piece: dict[str, Any], before: Stored) -> Stored:
    rows = [row | {"moves": bytes.fromhex(row["moves"])} for row in piece["games"]]
    table = pa.Table.from_pylist(rows, SCHEMA)
    makers = tuple(piece["made_with"])
    return Stored(table, before.players, before.stream, piece["seconds"], makers)


def _followed_by(games: Stored, piece: Stored) -> Stored:
    """Return games and a piece, of which the first blocks may be there already."""
    first = games.table.num_rows - int(piece.table["block"][0].as_py()) * games.seats
    new = (each for each in piece.made_with if each not in games.made_with)
    return games._replace(
        table=pa.concat_tables([games.table, piece.table.slice(first)]),
        seconds=games.seconds + piece.seconds,
        made_with=(*games.made_with, *new),
    )
