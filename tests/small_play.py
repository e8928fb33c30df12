"""A match of weak players on a small board, and what was played of it."""

from typing import Any

from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.lab import match_run as task
from foxkit.lab.match import GameBatch, Match, match, play_blocks
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.play import games
from foxkit.players.standard import RandomPlayer

SMALL = FoxHounds(4, 4)
CHANCE = match(SMALL, RandomPlayer())
COLUMNS = ["block", "rotation", "payoffs", "reason", "turns", "moves", "seed"]


def undisturbed(blocks: int, of: Match = CHANCE) -> GameBatch:
    """Play a match as a run does that nothing disturbs."""
    return play_blocks(of, MatchFiles(of).default_seed_stream, range(blocks))


def same_as_ever(
    blocks: int, of: Match = CHANCE, played: GameBatch | None = None
) -> None:
    """Assert that the games that are there are those of an undisturbed run.

    Such a run may have been played before.
    """
    again = (played or undisturbed(blocks, of)).first_blocks(blocks).games
    assert games(of)[COLUMNS].to_dict("list") == again[COLUMNS].to_dict("list")


def piece(start: int, blocks: int = 2, **changes: Any) -> dict[str, Any]:
    """Return some blocks as a journal holds them, each game changed as told."""
    played = play_blocks(
        CHANCE, MatchFiles(CHANCE).default_seed_stream, range(start, start + blocks)
    )
    made = task.piece_as_json_data(played)
    made["games"] = [game | changes for game in made["games"]]
    return made


def leave(start: int, content: dict[str, Any], of: Match = CHANCE) -> MatchFiles:
    """Leave a piece in the journal, as a run that was killed does."""
    place = MatchFiles(of)
    with place.journal() as journal:
        journal.put_piece(f"stream {place.default_seed_stream}", start, content)
    return place
