"""Games of Frank's Zoo between random players, and between HeuristicAIs."""

from typing import Any
from zlib import crc32

import numpy as np
import plain_franks_zoo
from bench import Measurement, median_speed, per_second
from bench import ratio as speed_ratio

from foxkit.core import compiled
from foxkit.core.game import legal_moves, play
from foxkit.core.rng import mix
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, heuristic
from foxkit.games.franks_zoo.players import FEWER_CARDS, MonteCarlo
from foxkit.games.franks_zoo.rules import ALWAYS, FranksZoo, dealt_state
from foxkit.games.franks_zoo.training import count_moves
from foxkit.lab.match import match, play_blocks
from foxkit.players.standard import PolicyPlayer
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.mcts import Settings
from foxkit.search.playout import playout_move
from foxkit.search.session import Search

GAME = FranksZoo(passing=ALWAYS)
GAMES = 40_000
POLICIES = {"random": RANDOM_AI, "heuristic": heuristic(GAME.deck)}
_MOVES = np.empty(GAME.MAX_MOVES, np.int64)


@compiled
def count_plies(game: Any, policy: Any, games: int, moves: np.ndarray) -> int:
    """Play games between copies of a policy; return how many plies they took."""
    plies = 0
    for number in range(games):
        seed = mix(1, number)
        state = dealt_state(game, seed)
        n = legal_moves(game, state, moves)
        while n:
            move, seed = playout_move(policy, game, state, moves[:n], seed)
            state = play(game, state, move)
            n = legal_moves(game, state, moves)
            plies += 1
    return plies


def signature() -> dict[str, int]:
    """One integer for games of policies, for Monte Carlo's, and for a tree."""
    found = [count_moves(GAME, policy, 500, 1).plays for policy in POLICIES.values()]
    judge, other = MonteCarlo(POLICIES["heuristic"], 10), PolicyPlayer(RANDOM_AI)
    zoo = match(GAME, judge, other)
    games = play_blocks(zoo, 1, range(1)).games
    imagines = Settings(1.4, -1, policy=POLICIES["heuristic"], belief=UNIFORM_DEALS)
    search = Search(GAME, GAME.start(), FEWER_CARDS, imagines, 1).run(300)
    return {
        "franks-zoo-policies": crc32(np.stack(found)),
        "franks-zoo-monte-carlo": crc32(b"".join(games["moves"])),
        "franks-zoo-ismcts": crc32(repr(search.children()).encode()),
    }


def speed() -> dict[str, Measurement]:
    """Games per second of processor time."""

    def of(policy: Any) -> Measurement:
        return lambda: median_speed(
            GAMES, lambda: count_plies(GAME, policy, GAMES, _MOVES)
        )

    return {f"franks-zoo-{name}": of(policy) for name, policy in POLICIES.items()}


def ratio() -> dict[str, Measurement]:
    """How many times faster than plain Python, in the same run."""

    def ours() -> float:
        return per_second(GAMES, lambda: count_plies(GAME, RANDOM_AI, GAMES, _MOVES))

    def theirs() -> float:
        return plain_franks_zoo.games_per_second(1000)

    return {"franks-zoo-random": lambda: speed_ratio(ours, theirs)}
