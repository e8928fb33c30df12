"""A match on its way to what a rule asks for: what is there, what is still to play."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from foxkit import data
from foxkit.lab import lines
from foxkit.lab.address import may_differ
from foxkit.lab.journal import Journal
from foxkit.lab.match import (
    REPEATABLE,
    FinishedGame,
    GameBatch,
    difference,
    play_blocks,
)
from foxkit.lab.match_files import MOST_PAYOFF, MatchFiles
from foxkit.lab.stats import half_width
from foxkit.lab.stopping_rule import StoppingRule, empty_row, row_of

PIECE = 2.0
"""Seconds that a piece should take: what is finished is kept so often."""
_GAME = {"payoffs": list, "reason": str, "turns": int, "moves": str}
_MOST_BLOCKS = _MOST_TURNS = 1 << 31
_LONGEST = 1_000  # letters of how a game ended
_PIECE = {"games": [_GAME], "seconds": float, "made_with": [{"code": str}]}


@dataclass
class MatchRun:
    """A match on its way to what a rule asks for.

    Pieces may be finished in any order; only those without a gap before them count.

    Attributes:
        found: the blocks that were there at first.
        next: the first block that nobody plays yet.
        enough: the blocks that fulfil the rule, None as long as they do not.
        seconds: by the clock, for a block.
        size: blocks of the last piece.
        repeats: whether the games are known to repeat. Those of a reader's code are
            not, until the first block has been played again; nothing is handed out
            before (see `hand_out_proof`).
        unkept: why games could not be kept so far, in words; they are in `games`.
        early: finished pieces behind a gap, by their first block.
        others: of each code but today's that has left pieces, the first one.
        lines: in how many positions the games of its row stand, see `lab.lines`; None
            where that is not counted.
    """

    match_files: MatchFiles
    rule: StoppingRule
    early: dict[int, GameBatch] = field(default_factory=dict)
    others: dict[str, GameBatch] = field(default_factory=dict)
    journal: Journal | None = None
    seconds: float | None = None
    size: int = 1
    unkept: str = ""
    lines: int | None = None

    def __post_init__(self) -> None:
        self.match, self.code = self.match_files.match, self.match_files.match.code
        self.repeats = not may_differ(json.loads(self.match_files.address))
        self._proving = self._agreed = False
        self._begin(self.match_files.read())

    def _begin(self, games: GameBatch) -> None:
        self.games, self.next, self.found = games, games.blocks, games.blocks
        self.enough = self.rule.enough(games)

    @property
    def _key(self) -> str:
        """What the journal calls games of this stream."""
        return f"stream {self.games.stream}"

    @property
    def used(self) -> int:
        """The games that its row is made of."""
        blocks = self.games.blocks if self.enough is None else self.enough
        return blocks * len(self.games.players)

    def row(self) -> dict[str, Any]:
        """What was found, in no more games than the rule asks for."""
        used = self._used_games
        row = row_of(used) if used.blocks else empty_row(used.players)
        first = {name: row.pop(name) for name in ("games", "blocks", "distinct")}
        finished = self.enough is not None
        return {**first, "lines": self.lines, **row, "finished": finished}

    @property
    def _used_games(self) -> GameBatch:
        """The games that its row is made of."""
        return self.games if self.enough is None else self.games.first(self.enough)

    def count_lines(self, keep: bool, notes: bool) -> None:
        """Count the lines of the games of its row, where no note tells them.

        With `notes` the answer is noted, unless the games themselves are not kept.
        """
        used = self._used_games
        if not used.blocks:
            return
        key, opening = lines.digest(used), self.match.opening
        self.lines = self.match_files.notes()["lines"].get(key)
        if self.lines is not None:
            return
        # Rules that are others today are told elsewhere; what cannot be compared is
        # not counted.
        with suppress(ValueError, TypeError):
            plies = opening.plies if opening else 0
            self.lines = lines.count(self.match.game, used, plies)
        if notes and not self.unkept and self.lines is not None:
            there = self.match_files.note(keep)["lines"]
            with suppress(OSError):  # then they are counted again
                self.match_files.write_note("lines", there | {key: self.lines}, keep)

    @property
    def has_few_lines(self) -> bool:
        """Whether the games of its row repeat themselves, see `lab.lines`."""
        return lines.are_few(self.lines, self._used_games.blocks)

    @property
    def is_known(self) -> bool:
        """Whether today's code has played these games, or one of them again."""
        makers = {maker["code"] for maker in self.games.made_with}
        checked = self.match_files.notes()["checked"].get(self.code)
        if checked is False:
            raise self._other_games()
        known = self._agreed or checked is True or makers == {self.code}
        return not self.found or known

    def _other_games(self) -> ValueError:
        return ValueError(
            f"{self.match_files.name}: today's code plays other games of this match "
            "than those that are kept. To play it anew, move its files away: "
            f"{self.match_files.path(True, '.*')}, {self.match_files.path(False, '.*')}"
        )

    def check(self, keep: bool) -> None:
        """Play a block of each other code again; ValueError if one is another now."""
        agrees = []
        for games in [*self.others.values(), *[self.games] * (not self.is_known)]:
            block = range(games.start, games.start + 1)
            today = play_blocks(self.match, games.stream, block)
            agrees.append(games.begins_with(today))
        if agrees:
            self._agreed = all(agrees)
            with suppress(OSError):  # then it is checked the next time, too
                self.match_files.write_note("checked", {self.code: self._agreed}, keep)
            if not self._agreed:
                raise self._other_games()

    def ask(self, keep: bool) -> None:
        """Note the rule with the blocks that were there when it was first asked."""
        rule, asked = str(self.rule), self.match_files.notes()["rules"]
        there = self.match_files.note(keep)["rules"]
        if rule not in (there if keep else asked):
            rules = there | {rule: asked.get(rule, self.found)}
            with suppress(OSError):  # what is there can be read all the same
                self.match_files.write_note("rules", rules, keep)

    def resume(self, journal: Journal | None) -> None:
        """Go on from what a journal holds; a damaged piece is played again.

        What others have finished before the journal was open is in the file. Without a
        journal no piece is kept.
        """
        self.journal, self.games = journal, self.match_files.read()
        pieces = journal.pieces(self._key, self.unpacked) if journal else ()
        for start, held in pieces:
            self.early[start] = held
            for code in {x["code"] for x in held.made_with} - {self.code}:
                self.others.setdefault(code, held)
        self._begin(self._joined())

    def unpacked(self, start: int, piece: Any) -> GameBatch:
        """The games of a piece (see `packed`), from a block on.

        Raises:
            ValueError: it is no piece of this match.
        """
        if wrong := data.faults(piece, _PIECE):
            raise ValueError(wrong[0])
        seats = len(self.games.players)
        if not 0 <= start < _MOST_BLOCKS or not piece["games"]:
            raise ValueError("it has no games, or its first block is none")
        if len(piece["games"]) % seats:
            raise ValueError(f"{len(piece['games'])} games at {seats} seats")
        games = tuple(_game(each, seats) for each in piece["games"])
        seconds, made = float(piece["seconds"]), tuple(piece["made_with"])
        of = self.games.players, self.games.stream
        return GameBatch(*of, start, games, seconds, made)

    def add_blocks(self, start: int, played: GameBatch) -> None:
        """Keep a finished piece, and count it as soon as there is no gap before it.

        One that was broken off before its first block ended has nothing to keep.
        """
        if not played.blocks:
            return
        if self.journal is not None:
            try:
                self.journal.put(self._key, start, packed(played))
            except OSError as error:
                self.unkept = data.not_kept(error)
        self.early[start] = played
        self.seconds = played.lasted / played.blocks
        self.games = self._joined()
        self.enough = self.rule.enough(self.games)

    def take_proof(self, played: GameBatch, keep: bool) -> None:
        """Take in the first block, which was played again; then others may follow.

        Raises:
            ValueError: the games that are there have another first block.
        """
        if self.games.blocks and not self.games.begins_with(played):
            both = zip(self.games.finished, played.finished, strict=False)
            pairs = enumerate(both)
            seat, pair = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
            found = difference(self.match, self.games.stream, (0, seat), *pair)
            raise ValueError(f"{found}. {REPEATABLE}")
        self.repeats, self._proving = True, False
        if not self.games.blocks:
            self.ask(keep)
            self.add_blocks(0, played)
        self.next = max(self.next, self.games.blocks)

    def _joined(self) -> GameBatch:
        """The games with the early ones that no gap divides from them."""
        games = self.games
        for start in sorted(self.early):
            if start > games.blocks:
                break
            piece = self.early.pop(start)
            if start + piece.blocks > games.blocks:
                games = games.followed_by(piece)
        return games

    @property
    def wants_more(self) -> bool:
        """Whether to hand out another piece."""
        more = self.enough is None and self.next < self.rule.max_blocks
        return more and not self._proving

    def hand_out_proof(self) -> bool:
        """Hand the first block out, to see whether games repeat; tell how.

        Where no game is there, it is to be played twice at once; else once, to be
        compared with the block that is there. Nothing else is handed out meanwhile.
        """
        self._proving = True
        return not self.games.blocks

    def next_blocks(self, left: float) -> range:
        """The next blocks to play, of `PIECE` or the seconds that are left.

        Where the clock is too coarse to tell how long a block takes, twice as many as
        the last time.
        """
        if self.seconds:
            self.size = max(1, int(min(PIECE, left) / self.seconds))
        elif self.seconds is not None:
            self.size *= 2
        while self.next in self.early:
            self.next += self.early[self.next].blocks
        first, self.next = self.next, min(self.next + self.size, self.rule.max_blocks)
        return range(first, self.next)

    @property
    def expected(self) -> int:
        """The blocks to expect in all, from what is there."""
        games, rule = self.games, self.rule
        if rule.to is None or not games.blocks:
            return rule.max_blocks
        now = half_width(rule.estimator(games.players)(games.payoffs))
        wanted = games.blocks * (now / rule.to) ** 2
        return int(min(rule.max_blocks, max(rule.min_blocks, games.blocks, wanted)))

    @property
    def done(self) -> float:
        """How much of it is played, from 0 to 1."""
        return 1.0 if self.enough else min(1.0, self.games.blocks / self.expected)

    @property
    def played(self) -> int:
        """The games played since it was taken up."""
        return (self.games.blocks - self.found) * len(self.games.players)

    @property
    def left(self) -> int:
        """The games to expect still."""
        return (self.expected - self.games.blocks) * len(self.games.players)

    def finish(self, keep: bool) -> bool:
        """Write the games if they are enough, and forget their pieces; tell whether."""
        if self.enough is None:
            return False
        try:
            if self.match_files.read(keep).blocks < self.games.blocks:
                self.match_files.write(self.games, keep)
            self.unkept = ""  # all of it is in the file
        except OSError as error:
            if keep:  # who asks for the committed folder wants them there
                raise
            self.unkept = data.not_kept(error)
            return True
        if self.journal is not None:
            with suppress(OSError):  # what it holds is known the next time
                self.journal.forget(self._key, self.games.blocks)
        return True


def packed(played: GameBatch) -> dict[str, Any]:
    """Finished games as JSON data."""
    games = [x._asdict() | {"moves": x.moves.hex()} for x in played.finished]
    return {"games": games, "seconds": played.seconds, "made_with": played.made_with}


def _game(game: dict[str, Any], seats: int) -> FinishedGame:
    """One game of a piece; ValueError where it is none."""
    payoffs = tuple(game["payoffs"])
    are_numbers = {*map(type, payoffs)} <= {int, float}
    if len(payoffs) != seats or not are_numbers or max(map(abs, payoffs)) > MOST_PAYOFF:
        raise ValueError(f"a game without {seats} payoffs that are numbers")
    if not 0 <= game["turns"] < _MOST_TURNS or len(game["reason"]) > _LONGEST:
        raise ValueError("a game of no number of turns, or with a long reason")
    moves = bytes.fromhex(game["moves"])
    return FinishedGame(
        tuple(map(float, payoffs)), game["reason"], game["turns"], moves
    )
