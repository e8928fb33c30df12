"""A match on its way: what is there of it, what is still to be played, by whom.

Games go on only from games that today's code would play: see `_check_unchanged`.
"""

import sys
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pandas as pd

from foxkit.lab.experiment import Experiment
from foxkit.lab.journal import Journal
from foxkit.lab.match import (
    Match,
    Played,
    dealt,
    made_with,
    play_blocks,
    replay,
    winner,
)
from foxkit.lab.store import MAKER

_SAMPLE = 20  # stored games whose moves are played again after an edit
_SECONDS = 5.0  # from handing a piece out to having it
_GAME = {
    **dict.fromkeys(("block", "rotation", "seed", "turns"), int),
    **dict.fromkeys(("condition", "winner", "reason", "hash", "moves"), str),
    **dict.fromkeys(("agents", "payoffs", "ranks"), list),
}
_PIECE = {"games": [_GAME], "seconds": float, "made_with": [MAKER]}
"""The form of a piece in the journal."""


class Count(NamedTuple):
    """Games of a match: found on disk, there by now, and still to play at most."""

    found: int
    used: int
    left: int


@dataclass
class Ongoing:
    """A match on its way.

    Pieces, some blocks each, may be finished in any order. Only whole chunks without a
    gap count, and only up to where the stopping rule, which looks at the end of each
    chunk, is first fulfilled. So the games that are used depend neither on who finished
    first nor on the size of the pieces, which is measured.
    """

    experiment: Experiment
    match: Match
    journal: Journal
    used: Played
    early: dict[int, Played] = field(default_factory=dict)  # by the first block
    next: int = 0  # the first block that nobody plays yet
    fits: int = 1  # blocks that take a piece's time
    found: int = 0  # games found on disk
    kept: int = 0  # games that the result holds
    done: bool = False

    def __post_init__(self) -> None:
        self.key, self.chunk = self.experiment.key(self.match), self.experiment.chunk
        left = max(0, self.experiment.stop.most - self.blocks)
        self.end = self.blocks + -(-left // self.chunk) * self.chunk
        self.kept = len(self.used.games)
        self.done = self.experiment.stop.reached(self.used.games)
        self._take_up()
        self.found = self.there
        if self.found and not self.done:
            _check_unchanged(self.experiment, self.match, self.played)

    @property
    def blocks(self) -> int:
        """Return the number of blocks used."""
        return self._size(self.used)

    @property
    def played(self) -> Played:
        """Return all games that are there, used or waiting for their chunk."""
        return self.used.followed_by(*self.early.values())

    @property
    def there(self) -> int:
        """Return the number of these games."""
        return sum(len(each.games) for each in (self.used, *self.early.values()))

    def _size(self, played: Played) -> int:
        return len(played.games) // len(self.match.agents)

    def _chunk_end(self, block: int) -> int:
        return block + self.chunk - (block - self.blocks) % self.chunk

    def add(self, start: int, played: Played) -> None:
        """Take a finished piece in, and the chunks that waited for it."""
        self.early[start] = played
        while not self.done and (pieces := self._next_chunk()):
            self.used = self.used.followed_by(*pieces)
            self.done = self.experiment.stop.reached(self.used.games)
        if self.done:
            self.early.clear()

    def _next_chunk(self) -> list[Played]:
        """Take the next whole chunk out of the early pieces; nothing if one lacks."""
        starts, block = [], self.blocks
        while block < self.blocks + self.chunk:
            if block not in self.early:
                return []
            starts.append(block)
            block += self._size(self.early[block])
        return [self.early.pop(start) for start in starts]

    def _take_up(self) -> None:
        """Take in what the journal holds."""
        block = self.blocks
        for start in self.journal.starts(self.key):
            if self.done or start >= self.end:
                break
            if start >= block and (played := self._read(start)):
                block = start + self._size(played)
                self.add(start, played)
        self.next = self.blocks

    def _read(self, start: int) -> Played | None:
        """Return a piece of the journal, up to the end of its chunk; tell of damage."""
        try:
            piece = self.journal.get(self.key, start, _PIECE)
        except ValueError as error:
            print(f"playing some games again: {error}", file=sys.stderr)
            return None
        if piece is None:
            return None
        most = (self._chunk_end(start) - start) * len(self.match.agents)
        games = pd.DataFrame(piece["games"][:most])
        games["moves"] = games["moves"].map(bytes.fromhex)
        return Played(games, piece["seconds"], tuple(piece["made_with"]))

    def keep(self, start: int, played: Played) -> None:
        """Write a piece to the journal."""
        games = played.games.assign(moves=played.games["moves"].map(bytes.hex))
        piece = played._replace(games=games.to_dict("records"))
        self.journal.put(self.key, start, piece._asdict())

    def hand_out(self, ahead: int) -> range:
        """Return the blocks of another piece, at most `ahead` chunks before those used.

        There are none where all are handed out. A piece takes seconds, as far as one
        block can; the first has one.
        """
        while self.next in self.early:
            self.next += self._size(self.early[self.next])
        start, most = self.next, min(self.end, self.blocks + ahead * self.chunk)
        if self.done or start >= most:
            return range(0)
        others = (each for each in self.early if each > start)
        self.next = min(start + self.fits, self._chunk_end(start), *others)
        return range(start, self.next)

    def measure(self, blocks: range, seconds: float) -> None:
        """Learn how many blocks a piece should have from what one took."""
        self.fits = max(1, int(len(blocks) * _SECONDS / max(seconds, 0.001)))

    def tally(self) -> Count:
        """Count this match's games."""
        there, most = self.there, self.experiment.blocks()
        left = 0 if self.done else max(0, len(self.match.agents) * most - there)
        return Count(self.found, there, left)


def _check_unchanged(experiment: Experiment, match: Match, stored: Played) -> None:
    """Refuse to go on from games that today's rules, search or players would not play.

    Where no file of theirs was edited there is nothing to check. Else the first block
    is played again, and the moves of some games are; so an edit that changes nothing
    here throws no game away.
    """
    if {maker["code"] for maker in stored.made_with} == {made_with()["code"]}:
        return
    seed = experiment.match_seed(match)
    block = int(stored.games["block"].iloc[0])
    again = play_blocks(match, seed, range(block, block + 1)).games
    same = stored.games.iloc[: len(again)]["hash"].tolist() == again["hash"].tolist()
    sample = stored.games.iloc[:: max(1, len(stored.games) // _SAMPLE)]
    if not (same and all(_still_legal(match, game) for game in sample.itertuples())):
        raise ValueError(
            f"{experiment.name}, {match.condition}: the code has changed since its "
            "games were played, and plays them otherwise now. Move its files away, or "
            "give --to another folder, to begin anew"
        )


def _still_legal(match: Match, game: Any) -> bool:
    """Tell whether a stored game's moves lead to the stored end."""
    try:
        last = replay(dealt(match.game, game.seed), game.moves)[-1]
    except ValueError:
        return False
    payoffs = [*(last.outcome or dict.fromkeys(game.payoffs, 0.0)).values()]
    return winner(match.game.PLAYERS, payoffs or [0.0]) == game.winner
