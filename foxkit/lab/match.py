"""Games between players at any number of seats, in blocks.

A block is one seed (one deal, one map) that is played once in every rotation of the
agents, so that no agent owes its score to a seat; with two seats it is a pair.

    block 7     seat 1   seat 2   seat 3
    rotation 0    A        B        C
    rotation 1    C        A        B
    rotation 2    B        C        A
"""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib.metadata import version
from math import inf
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from foxkit import __version__
from foxkit.agents.players import Player
from foxkit.core.entry import mover, play
from foxkit.core.rng import mix
from foxkit.lab.code import code_of
from foxkit.rules.position import Position


class Stopped(Exception):
    """A game was broken off because somebody asked for it."""


@dataclass(frozen=True)
class Match:
    """Players who meet in a game; player A, the first of them, is whom it is about.

    Attributes:
        game: the rules. One with a method `dealt(seed)` is dealt anew for each block.
        players: one for each seat; in rotation r, seat s has player s - r.
        seed: None for the match's own stream of games; a number for another, which all
            matches of that number share.
        labels: columns of its row, for what neither rules nor players tell; they
            decide no game.
    """

    game: Any
    players: tuple[Player, ...]
    seed: int | None = None
    labels: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        seats, players = len(self.game.PLAYERS), len(self.players)
        if players != seats:
            name = self.game.NAME
            raise ValueError(f"{players} players for the {seats} seats of {name}")

    @property
    def code(self) -> str:
        """The digest of the package's code that plays it."""
        return code_of(self.game, *self.players)

    def seated(self, rotation: int) -> list[Player]:
        """Return the players by seat."""
        seats = len(self.players)
        return [self.players[(seat - rotation) % seats] for seat in range(seats)]


def match(game: Any, *players: Player, **labels: Any) -> Match:
    """Return a match of some players; copies of the last one take the seats left.

    Args:
        game: the rules.
        players: A, B, ...: one alone plays against copies of itself.
        labels: columns of the match's row.

    Raises:
        ValueError: no player, or more of them than seats.
    """
    if not players or not hasattr(game, "PLAYERS"):
        raise ValueError("a match is of a game and its players: match(game, player)")
    left = len(game.PLAYERS) - len(players)
    return Match(game, (*players, *players[-1:] * left), labels=labels)


class Game(NamedTuple):
    """A finished game.

    Attributes:
        payoffs: of each player, in [-1, 1].
        reason: how it ended, in a few words.
        turns: runs of moves by one player; a chain of captures is one turn.
        moves: for each ply, the index of the move in the list of legal moves, one
            byte each (two where a list may be longer than 256).
    """

    payoffs: tuple[float, ...]
    reason: str
    turns: int
    moves: bytes


class Played(NamedTuple):
    """Games, one row each, the processor seconds that they took, and who made them.

    `made_with` holds the versions and machines that had a hand in it, each once.
    """

    games: pd.DataFrame
    seconds: float = 0.0
    made_with: tuple[dict[str, Any], ...] = ()


def made_with(code: str) -> dict[str, Any]:
    """Return the versions and the machine that a result is made with."""
    return {
        "foxkit": __version__,
        "code": code,
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def _dtype(game: Any) -> type:
    return np.uint8 if game.MAX_MOVES <= 256 else np.uint16


def play_game(
    game: Any,
    players: Sequence[Player],
    seeds: Sequence[int],
    stopped: Callable[[], bool] = lambda: False,
) -> Game:
    """Play one game from the start; players and their seeds stand seat by seat.

    A game without an end of its own is drawn after `game.MOST_PLIES` plies.

    Raises:
        Stopped: as soon as `stopped()`, which is asked before every move.
    """
    position = Position.start(game)
    indices: list[int] = []
    movers: list[int] = []
    most = getattr(game, "MOST_PLIES", inf)
    while len(position.codes) and len(indices) < most:
        if stopped():
            raise Stopped
        who = int(mover(game, position.state))
        seed = mix(seeds[who], len(indices))
        move = players[who].choose(game, position.state, seed)
        indices.append(int(np.flatnonzero(position.codes == move)[0]))
        movers.append(who)
        position = Position(game, play(game, position.state, move))
    outcome = position.outcome or dict.fromkeys(game.PLAYERS, 0.0)
    return Game(
        payoffs=tuple(outcome.values()),
        reason=_reason(game, position),
        turns=1 + int(np.count_nonzero(np.diff(movers))) if movers else 0,
        moves=np.array(indices, _dtype(game)).tobytes(),
    )


def _reason(game: Any, last: Position) -> str:
    """Return how a game ended; a reader's own need not say it."""
    if len(last.codes):
        return "endless"
    return game.reason(last.state) if hasattr(game, "reason") else "over"


def replay(game: Any, moves: bytes) -> list[Position]:
    """Return the positions of a stored game, from the start to the end."""
    positions = [Position.start(game)]
    for index in np.frombuffer(moves, _dtype(game)):
        last = positions[-1]
        if index >= len(last.codes):
            raise ValueError(f"no legal move number {index} in {last.text}")
        state = play(game, last.state, int(last.codes[index]))
        positions.append(Position(game, state))
    return positions


def dealt(game: Any, seed: int) -> Any:
    """Return the game of a block: dealt from its seed, if it is dealt at all."""
    return game.dealt(seed) if hasattr(game, "dealt") else game


def play_blocks(
    match: Match, seed: int, blocks: range, stopped: Callable[[], bool] = lambda: False
) -> Played:
    """Play some blocks of a match; return one row a game (`data/README.md`).

    The seed of a block depends on `seed` and the block's number only; each player has a
    stream of its own, so that a player and its copy do not play one game twice.
    """
    begin = thread_time()
    rows = [
        _row(match, mix(seed, block), rotation, stopped) | {"block": block}
        for block in blocks
        for rotation in range(len(match.players))
    ]
    return Played(pd.DataFrame(rows), thread_time() - begin, (made_with(match.code),))


def winner(players: Sequence[str], payoffs: Sequence[float]) -> str:
    """Return the player who alone has the best payoff, above 0, or `draw`."""
    best = max(payoffs)
    alone = best > 0 and list(payoffs).count(best) == 1
    return players[list(payoffs).index(best)] if alone else "draw"


def ranks(payoffs: Sequence[float]) -> list[float]:
    """Return each player's rank, 1 the best; ties share the mean of their ranks."""
    got = [*payoffs]
    return [sum(x > own for x in got) + (1 + got.count(own)) / 2 for own in got]


def _row(
    match: Match, seed: int, rotation: int, stopped: Callable[[], bool]
) -> dict[str, Any]:
    """Play the game of a block in which player A sits on seat number `rotation`."""
    seats, game = len(match.players), dealt(match.game, seed)
    streams = [mix(seed, (seat - rotation) % seats) for seat in range(seats)]
    found = play_game(game, match.seated(rotation), streams, stopped)
    return {
        "rotation": rotation,
        "seed": seed,
        "payoffs": list(found.payoffs),
        "ranks": ranks(found.payoffs),
        "winner": winner(game.PLAYERS, found.payoffs),
        "reason": found.reason,
        "turns": found.turns,
        "hash": blake2b(found.moves, digest_size=8).hexdigest(),
        "moves": found.moves,
    }
