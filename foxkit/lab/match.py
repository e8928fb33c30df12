"""Games between players, in pairs: the same seed, then the sides swapped."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from math import inf
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from foxkit.agents.players import Player
from foxkit.core.entry import mover, play
from foxkit.core.rng import mix
from foxkit.rules.position import Position


class Stopped(Exception):
    """A game was broken off because somebody asked for it."""


@dataclass(frozen=True)
class Entrant:
    """A player under a name.

    Attributes:
        name: short, unique within a match, e.g. "1000".
        player: who chooses the moves.
    """

    name: str
    player: Player


@dataclass(frozen=True)
class Match:
    """Two entrants who meet in a game; A plays the first side, then the second.

    Attributes:
        cell: the match's name within its experiment.
        game: the rules.
        a: agent A, whose score the match asks for.
        b: agent B.
    """

    cell: str
    game: Any
    a: Entrant
    b: Entrant


@dataclass(frozen=True)
class Game:
    """A finished game.

    Attributes:
        winner: the player who won, or "draw".
        reason: how it ended, in a few words.
        turns: runs of moves by one side; a chain of captures is one turn.
        moves: for each ply, the index of the move in the list of legal moves, one
            byte each (two where a list may be longer than 256).
    """

    winner: str
    reason: str
    turns: int
    moves: bytes

    @property
    def hash(self) -> str:
        """Return eight bytes in hexadecimal that tell games with other moves apart."""
        return blake2b(self.moves, digest_size=8).hexdigest()


class TimedGames(NamedTuple):
    """Games, one row each, the processor seconds that they took, and who made them.

    `made_with` holds the versions and machines that had a hand in it, each once.
    """

    games: pd.DataFrame
    seconds: float
    made_with: tuple[dict[str, Any], ...] = ()

    def followed_by(self, more: "TimedGames") -> "TimedGames":
        """Return these games and then others."""
        new = (each for each in more.made_with if each not in self.made_with)
        return TimedGames(
            pd.concat([self.games, more.games], ignore_index=True),
            self.seconds + more.seconds,
            (*self.made_with, *new),
        )


def _dtype(game: Any) -> type:
    return np.uint8 if game.MAX_MOVES <= 256 else np.uint16


def play_game(
    game: Any,
    players: tuple[Player, Player],
    seeds: tuple[int, int],
    stopped: Callable[[], bool] = lambda: False,
) -> Game:
    """Play one game from the start.

    A game without an end of its own is drawn after `game.MOST_PLIES` plies.

    Args:
        game: the rules.
        players: who plays the game's first player, and its second.
        seeds: the randomness of each of them.
        stopped: asked before every move.

    Raises:
        Stopped: as soon as `stopped()`.
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
    return Game(
        winner=_winner(position),
        reason=game.reason(position.state) or "endless",
        turns=1 + int(np.count_nonzero(np.diff(movers))) if movers else 0,
        moves=np.array(indices, _dtype(game)).tobytes(),
    )


def _winner(position: Position) -> str:
    outcome = position.outcome or {"nobody": 0.0}
    best = max(outcome, key=lambda player: outcome[player])
    return best if outcome[best] > 0 else "draw"


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


def play_pairs(
    match: Match,
    seed: int,
    pairs: range,
    stopped: Callable[[], bool] = lambda: False,
) -> TimedGames:
    """Play some pairs of a match; return one row a game (`data/README.md`).

    The seed of a pair depends on `seed` and the pair's number only; each agent has a
    stream of its own, so that an agent and its copy do not play one game twice.
    """
    begin, rows = thread_time(), []
    for pair in pairs:
        of_pair = mix(seed, pair)
        for side in (0, 1):
            rows.append(_row(match, of_pair, side, stopped) | {"pair": pair})
    return TimedGames(pd.DataFrame(rows), thread_time() - begin)


def _row(
    match: Match, seed: int, side: int, stopped: Callable[[], bool]
) -> dict[str, Any]:
    """Play the game of a pair in which A is the player number `side`."""
    order = (match.a, match.b) if side == 0 else (match.b, match.a)
    streams = (mix(seed, side), mix(seed, 1 - side))
    players = (order[0].player, order[1].player)
    game = play_game(match.game, players, streams, stopped)
    return {
        "cell": match.cell,
        "seed": seed,
        "agent_a": match.a.name,
        "agent_b": match.b.name,
        "side_a": match.game.PLAYERS[side],
        "winner": game.winner,
        "reason": game.reason,
        "turns": game.turns,
        "hash": game.hash,
        "moves": game.moves,
    }
