"""A match that is being played: the games that are there, and what is still to play."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from foxkit import data
from foxkit.lab import lines_of_play
from foxkit.lab.address import may_not_repeat
from foxkit.lab.estimators import empty_row, result_row
from foxkit.lab.journal import Journal
from foxkit.lab.match import (
    REPEATABLE_ADVICE,
    FinishedGame,
    GameBatch,
    Match,
    difference_in_words,
    play_blocks,
)
from foxkit.lab.match_files import MAX_PAYOFF, MatchFiles
from foxkit.lab.stats import half_width
from foxkit.lab.stopping_rule import METHOD_VERSION, StoppingRule

PIECE_SECONDS = 2.0
"""Seconds that playing a piece should take; each piece is kept as soon as it is
finished."""
_GAME_FORM = {"payoffs": list, "reason": str, "turns": int, "moves": str}
_MAX_BLOCKS = _MAX_TURNS = 1 << 31
_MAX_REASON_LENGTH = 1_000  # characters
_PIECE_FORM = {"games": [_GAME_FORM], "seconds": float, "made_with": [{"code": str}]}


@dataclass
class MatchRun:
    """A match that is played piece by piece until a stopping rule is fulfilled.

    When it is made, it reads the games that there are, and finds how many of them the
    rule needs. A piece is some consecutive blocks. Pieces may be finished in any order;
    only those without a gap before them count.

    Attributes:
        match_files: the files of the match.
        match: what is played.
        notes: the notes beside its games, as they were when the run began.
        rule: when the match is over.
        games: the games from block 0 on, without a gap.
        blocks_at_start: the number of blocks in the files when the run began.
        next_block: the first block that is not being played yet.
        stopped_at: the number of blocks that fulfil the rule; None as long as there are
            too few.
        seconds_per_block: by the clock, measured on the last piece.
        piece_blocks: the number of blocks of the last piece.
        keep_error: why games could not be written to disk, in words; they are in
            `games` all the same.
        out_of_order: finished pieces behind a gap, by their first block.
        stale: the first piece in the journal of each code other than today's.
        lines: how many lines of play the games of the row are, see
            `foxkit.lab.lines_of_play`; None before `count_lines_of_play`, and where
            they cannot be counted.
    """

    match_files: MatchFiles
    rule: StoppingRule
    out_of_order: dict[int, GameBatch] = field(default_factory=dict)
    stale: dict[str, GameBatch] = field(default_factory=dict)
    journal: Journal | None = None
    seconds_per_block: float | None = None
    piece_blocks: int = 1
    keep_error: str = ""
    lines: int | None = None
    match: Match = field(init=False)
    notes: dict[str, Any] = field(init=False)
    games: GameBatch = field(init=False)
    blocks_at_start: int = field(init=False)
    next_block: int = field(init=False)
    stopped_at: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.match, self.notes = self.match_files.match, self.match_files.read_notes()
        self._repeats = self._checking_repeats = self._agrees = False
        self._begin_with_games(self.match_files.read())

    def _begin_with_games(self, games: GameBatch) -> None:
        """Begin a run with the games that are there."""
        self.games, self.next_block = games, games.blocks
        self._games_digests: dict[int, str] = {}
        self.blocks_at_start = games.blocks
        self.stopped_at = self._noted_stop() or self.rule.blocks_until_fulfilled(games)

    def _noted_stop(self) -> int | None:
        """The block at which the rule stops by the note; None if it has other games."""
        noted: dict[str, Any] = self.notes["stops"].get(str(self.rule), {})
        blocks: int = noted.get("block", 0)
        is_fulfilled = self.rule.is_fulfilled(self.games, blocks)
        return blocks if is_fulfilled and noted == self._stop_entry(blocks) else None

    def _stop_entry(self, blocks: int) -> dict[str, Any]:
        """The entry in a note which says that the rule stops after so many blocks."""
        return {
            "block": blocks,
            "games": self._games_digest(blocks),
            "method": METHOD_VERSION,
        }

    def _games_digest(self, blocks: int) -> str:
        """The digest of the games of the first blocks, by which a note knows them."""
        if blocks not in self._games_digests:
            self._games_digests[blocks] = lines_of_play.games_digest(
                self.games.first_blocks(blocks)
            )
        return self._games_digests[blocks]

    @property
    def _journal_key(self) -> str:
        """The key under which the journal has the pieces of this stream."""
        return f"stream {self.games.stream}"

    @property
    def games_used(self) -> int:
        """The number of games of which the row is made."""
        blocks = self.games.blocks if self.stopped_at is None else self.stopped_at
        return blocks * len(self.games.players)

    def row(self) -> dict[str, Any]:
        """The results of as many games as the rule asks for, one value a column."""
        used = self._used_games
        any_games = used.blocks > 0
        row = result_row(used, self.lines) if any_games else empty_row(used.players)
        return row | {"finished": self.stopped_at is not None}

    @property
    def _used_games(self) -> GameBatch:
        """The games of which the row is made."""
        if self.stopped_at is None:
            return self.games
        return self.games.first_blocks(self.stopped_at)

    def count_lines_of_play(self) -> None:
        """Count the lines of the games of the row, unless a note has their number."""
        used = self._used_games
        if not used.blocks:
            return
        noted = self.notes["lines"].get(self._games_digest(used.blocks), 0)
        self.lines = noted if 0 < noted <= self.games_used else None
        if self.lines is None:
            opening = self.match.opening
            # Rules that have changed since are found when games are played.
            # Positions that cannot be compared are not counted.
            with suppress(ValueError, TypeError):
                plies = opening.plies if opening else 0
                self.lines = lines_of_play.count_lines_of_play(
                    self.match.game, used, plies
                )

    def note_stop_and_lines(self, keep: bool) -> None:
        """Note the rule, where it stops, and how many lines its games are.

        With the rule stands how many blocks were there when it was first used: readers
        can see from it whether it was chosen before the games were known. Nothing is
        noted of games that could not be kept, or that may not repeat.

        Args:
            keep: whether the note is that beside the committed games, instead of the
                reader's.
        """
        if self.keep_error or not (self.blocks_at_start or self.is_known_to_repeat):
            return
        rule = str(self.rule)
        blocks = self.notes["rules"].get(rule, self.blocks_at_start)
        entries: dict[str, dict[str, Any]] = {"rules": {rule: blocks}}
        if self.stopped_at is not None and self.rule.to is not None:
            entries["stops"] = {rule: self._stop_entry(self.stopped_at)}
        if self.lines is not None:
            entries["lines"] = {self._games_digest(self._used_games.blocks): self.lines}
        noted = self.match_files.read_note(True) if keep else self.notes
        if any(not noted[k].items() >= entry.items() for k, entry in entries.items()):
            with suppress(OSError):  # the games can be read all the same
                self.match_files.add_to_note(keep, **entries)

    @property
    def has_few_lines_of_play(self) -> bool:
        """Whether the games of its row repeat themselves, see `count_lines_of_play`."""
        return lines_of_play.games_repeat_themselves(
            self.lines, self._used_games.blocks
        )

    @property
    def is_confirmed_by_todays_code(self) -> bool:
        """Whether today's code has played these games, or a block of them again."""
        if not self.blocks_at_start or self._agrees:
            return True
        code, makers = self.match.code_digest, {x["code"] for x in self.games.made_with}
        return makers == {code} or self._noted_agreement is True

    @property
    def _noted_agreement(self) -> bool | None:
        """Whether today's code plays the same games, by the note; None if not known."""
        checked: bool | None = self.notes["checked"].get(self.match.code_digest)
        return checked

    def _changed_games_error(self) -> ValueError:
        """The error for games that today's code would not play again."""
        return ValueError(
            f"{self.match_files.name}: today's code plays other games of this match "
            "than those that are kept. To play it anew, move its files away: "
            f"{self.match_files.path(True, '.*')}, {self.match_files.path(False, '.*')}"
        )

    def require_same_games(self, keep: bool) -> None:
        """Play a block of each other code again; ValueError if its games differ now."""
        if self._noted_agreement is False:
            raise self._changed_games_error()
        older = [
            *self.stale.values(),
            *[self.games] * (not self.is_confirmed_by_todays_code),
        ]
        if not older:
            return
        agrees = []
        for games in older:
            block = range(games.start, games.start + 1)
            today = play_blocks(self.match, games.stream, block)
            agrees.append(games.begins_with(today))
        self._agrees = all(agrees)
        self.notes["checked"] = {self.match.code_digest: self._agrees}
        with suppress(OSError):  # then it is checked the next time, too
            self.match_files.add_to_note(keep, checked=self.notes["checked"])
        if not self._agrees:
            raise self._changed_games_error()

    def resume_from_journal(self, journal: Journal | None) -> None:
        """Go on from the pieces of a journal; a damaged piece is played again.

        Games that another run finished before the journal was open are in the file of
        games, which is read again. Without a journal no piece is kept.
        """
        self.journal, self.games = journal, self.match_files.read()
        pieces = journal.pieces(self._journal_key, self.parse_piece) if journal else ()
        for start, piece in pieces:
            self.out_of_order[start] = piece
            for code in {maker["code"] for maker in piece.made_with} - {
                self.match.code_digest
            }:
                self.stale.setdefault(code, piece)
        self._begin_with_games(self._with_adjacent_pieces())

    def parse_piece(self, start: int, piece: Any) -> GameBatch:
        """The games of a piece, read from JSON data (see `piece_as_json_data`).

        Args:
            start: the number of its first block.
            piece: the data, which may be anything.

        Raises:
            ValueError: the data are no piece of this match.
        """
        if wrong := data.form_faults(piece, _PIECE_FORM):
            raise ValueError(wrong[0])
        seats = len(self.games.players)
        if not 0 <= start < _MAX_BLOCKS or not piece["games"]:
            raise ValueError("it has no games, or its first block is none")
        if len(piece["games"]) % seats:
            raise ValueError(f"{len(piece['games'])} games at {seats} seats")
        games = tuple(_finished_game(each, seats) for each in piece["games"])
        seconds, made_with = float(piece["seconds"]), tuple(piece["made_with"])
        of = self.games.players, self.games.stream
        return GameBatch(*of, start, games, seconds, made_with)

    def add_blocks(self, start: int, played: GameBatch) -> None:
        """Keep a finished piece, and count it as soon as there is no gap before it.

        A piece that was stopped before its first block ended has no games to keep.
        """
        if not played.blocks:
            return
        if self.journal is not None:
            try:
                self.journal.put_piece(
                    self._journal_key, start, piece_as_json_data(played)
                )
            except OSError as error:
                self.keep_error = data.cannot_write_message(error)
        self.out_of_order[start] = played
        self.seconds_per_block = played.clock_seconds / played.blocks
        self.games = self._with_adjacent_pieces()
        self.stopped_at = self.rule.blocks_until_fulfilled(self.games)

    def finish_repeat_check(self, played: GameBatch, keep: bool) -> None:
        """Compare the first block as it was played again; then other blocks may follow.

        Raises:
            ValueError: the games that are there begin with a different block.
        """
        if self.games.blocks and not self.games.begins_with(played):
            game_pairs = zip(self.games.finished, played.finished, strict=False)
            pairs = enumerate(game_pairs)
            rotation, pair = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
            words = difference_in_words(
                self.match, self.games.stream, (0, rotation), *pair
            )
            raise ValueError(f"{words}. {REPEATABLE_ADVICE}")
        self._repeats, self._checking_repeats = True, False
        if not self.games.blocks:
            self.note_stop_and_lines(keep)
            self.add_blocks(0, played)
        self.next_block = max(self.next_block, self.games.blocks)

    def _with_adjacent_pieces(self) -> GameBatch:
        """The games, with those pieces added that no gap separates from them."""
        games = self.games
        for start in sorted(self.out_of_order):
            if start > games.blocks:
                break
            piece = self.out_of_order.pop(start)
            if start + piece.blocks > games.blocks:
                games = games.extended_by(piece)
        return games

    @property
    def is_known_to_repeat(self) -> bool:
        """Whether the games are known to come out the same when played again.

        With a reader's code they are not, until the first block has been played again;
        before that no other piece is played (see `start_repeat_check`).
        """
        return self._repeats or not may_not_repeat(self.match_files.address_data)

    @property
    def needs_another_piece(self) -> bool:
        """Whether another piece is to be played."""
        has_blocks_left = (
            self.stopped_at is None and self.next_block < self.rule.max_blocks
        )
        return has_blocks_left and not self._checking_repeats

    def start_repeat_check(self) -> bool:
        """Begin the check that the match gives the same games when played again.

        No other piece is handed out until that is known.

        Returns:
            Whether the first block is to be played twice: where there are no games yet.
            Else it is played once, and compared with the block that is there.
        """
        self._checking_repeats = True
        return not self.games.blocks

    def next_blocks(self, seconds_left: float) -> range:
        """The blocks of the next piece: as many as take `PIECE_SECONDS`, or the rest.

        Where the clock is too coarse to say how long a block takes, a piece has twice
        as many blocks as the last one.

        Args:
            seconds_left: seconds until the run ends.
        """
        if self.seconds_per_block:
            seconds = min(PIECE_SECONDS, seconds_left)
            self.piece_blocks = max(1, int(seconds / self.seconds_per_block))
        elif self.seconds_per_block is not None:
            self.piece_blocks *= 2
        while self.next_block in self.out_of_order:
            self.next_block += self.out_of_order[self.next_block].blocks
        first = self.next_block
        self.next_block = min(self.next_block + self.piece_blocks, self.rule.max_blocks)
        return range(first, self.next_block)

    @property
    def expected_total_blocks(self) -> int:
        """The number of blocks at which the rule will probably be fulfilled.

        The width of an interval falls with the root of the number of games.
        """
        games, rule = self.games, self.rule
        if rule.to is None or not games.blocks:
            return rule.max_blocks
        now = half_width(rule.estimator(games.players)(games.payoffs))
        needed = games.blocks * (now / rule.to) ** 2
        return int(min(rule.max_blocks, max(rule.min_blocks, games.blocks, needed)))

    @property
    def progress(self) -> float:
        """The share of the expected blocks that is played, from 0 to 1."""
        return (
            1.0
            if self.stopped_at
            else min(1.0, self.games.blocks / self.expected_total_blocks)
        )

    @property
    def games_played(self) -> int:
        """The number of games that this run has added."""
        return (self.games.blocks - self.blocks_at_start) * len(self.games.players)

    @property
    def games_left(self) -> int:
        """The number of games that are probably still to play."""
        return (self.expected_total_blocks - self.games.blocks) * len(
            self.games.players
        )

    def write_if_enough(self, keep: bool) -> bool:
        """Write the games if they are enough, and forget their pieces.

        Returns:
            Whether they are enough.

        Raises:
            OSError: the committed games cannot be written.
        """
        if self.stopped_at is None:
            return False
        try:
            if self.match_files.read(keep).blocks < self.games.blocks:
                self.match_files.write(self.games, keep)
            self.keep_error = ""  # all of it is in the file
        except OSError as error:
            if keep:  # a run with --keep is useless without the committed folder
                raise
            self.keep_error = data.cannot_write_message(error)
            return True
        if self.journal is not None:
            with suppress(OSError):  # then the next run forgets them
                self.journal.forget_before(self._journal_key, self.games.blocks)
        return True


def piece_as_json_data(played: GameBatch) -> dict[str, Any]:
    """Finished games as JSON data, in the form that journals and workers use."""
    games = [x._asdict() | {"moves": x.moves.hex()} for x in played.finished]
    return {"games": games, "seconds": played.seconds, "made_with": played.made_with}


def _finished_game(game: dict[str, Any], seats: int) -> FinishedGame:
    """A game of a piece, read from JSON data; ValueError if the data are no game."""
    payoffs = tuple(game["payoffs"])
    are_numbers = {*map(type, payoffs)} <= {int, float}
    if len(payoffs) != seats or not are_numbers or max(map(abs, payoffs)) > MAX_PAYOFF:
        raise ValueError(f"a game without {seats} payoffs that are numbers")
    if not 0 <= game["turns"] < _MAX_TURNS or len(game["reason"]) > _MAX_REASON_LENGTH:
        raise ValueError("a game of no number of turns, or with a long reason")
    moves = bytes.fromhex(game["moves"])
    return FinishedGame(
        tuple(map(float, payoffs)), game["reason"], game["turns"], moves
    )
