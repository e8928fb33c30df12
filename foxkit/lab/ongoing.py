"""A match on its way: what is there of it, what is still to be played, by whom.

Games go on only from games that today's code would play: see `_check_unchanged`.
"""

import os
import platform
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, NamedTuple

import pandas as pd

from foxkit import __version__
from foxkit.core.caching import digest as code_digest
from foxkit.lab.experiment import Experiment, Match
from foxkit.lab.journal import Journal
from foxkit.lab.match import Played, dealt, play_blocks, replay, winner

_SAMPLE = 20  # stored games whose moves are played again after an edit


class Count(NamedTuple):
    """Games of a match: found on disk, used so far, and still to play at most."""

    found: int
    used: int
    left: int


def made_with() -> dict[str, Any]:
    """Return the versions and the machine that a result is made with."""
    return {
        "foxkit": __version__,
        "code": code_digest()[:16],
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


@dataclass
class Ongoing:
    """A match on its way.

    Pieces may be finished in any order; only those without a gap before them count,
    and only up to where the stopping rule is first fulfilled. So the games that are
    used do not depend on who finished first.
    """

    experiment: Experiment
    match: Match
    journal: Journal
    used: Played
    early: dict[int, Played] = field(default_factory=dict)
    next: int = 0  # the first block that nobody plays yet
    found: int = 0  # games found on disk
    kept: int = 0  # games that the result holds
    done: bool = False

    def __post_init__(self) -> None:
        self.key = self.experiment.key(self.match)
        self.next, self.kept = self.blocks, len(self.used.games)
        self.done = self.experiment.stop.reached(self.used.games)
        self.take_up()
        self.found = len(self.used.games)
        if self.found and not self.done:
            _check_unchanged(self.experiment, self.match, self.used)

    @property
    def blocks(self) -> int:
        """Return the number of blocks used."""
        return len(self.used.games) // len(self.match.agents)

    def add(self, start: int, played: Played) -> None:
        """Take a finished piece in, and all that waited for it."""
        self.early[start] = played
        while not self.done and self.blocks in self.early:
            self.used = self.used.followed_by(self.early.pop(self.blocks))
            self.done = self.experiment.stop.reached(self.used.games)

    def take_up(self) -> None:
        """Take in what the journal holds."""
        while not self.done and (played := self.read(self.next)):
            self.add(self.next, played)
            self.next += self.experiment.chunk

    def read(self, start: int) -> Played | None:
        """Return a piece of the journal, None for none or a damaged one (told)."""
        try:
            piece = self.journal.get(self.key, start)
        except ValueError as error:
            print(f"playing some games again: {error}", file=sys.stderr)
            return None
        if piece is None:
            return None
        games = pd.DataFrame(piece["games"])
        games["moves"] = games["moves"].map(bytes.fromhex)
        return Played(games, piece["seconds"], tuple(piece["made_with"]))

    def keep(self, start: int, played: Played) -> None:
        """Write a piece to the journal."""
        games = played.games.assign(moves=played.games["moves"].map(bytes.hex))
        piece = played._replace(games=games.to_dict("records"))
        self.journal.put(self.key, start, piece._asdict())

    def wants_more(self, ahead: int) -> bool:
        """Tell whether to start another piece, at most `ahead` before the used ones."""
        left = self.next < self.experiment.stop.most
        near = self.next < self.blocks + ahead * self.experiment.chunk
        return left and near and not self.done

    def tally(self) -> Count:
        """Count this match's games."""
        used, most = len(self.used.games), self.experiment.blocks()
        left = 0 if self.done else max(0, len(self.match.agents) * most - used)
        return Count(self.found, used, left)


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
