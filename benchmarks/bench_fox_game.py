"""The Fox Game's search against the same search in plain Python."""

from functools import partial
from types import ModuleType
from zlib import crc32

import numpy as np
import paper_style_fox_game
import plain_fox_game
from bench import Measurement, fingerprint, median_speed, per_second
from bench import ratio as speed_ratio

from foxkit.core import compiled
from foxkit.core.rng import mix
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.match import play_game, replay
from foxkit.players.budget import Budget
from foxkit.players.standard import MctsPlayer
from foxkit.search.mcts import Settings
from foxkit.search.playout import UNIFORM, playout
from foxkit.search.session import Search

GAME, EVALUATION = FoxGame(), FoxHeuristic()
SIMULATIONS = 10_000
CUTOFFS = {"cutoff-0": 0, "cutoff-2": 2, "cutoff-5": 5, "random-playouts": -1}


def signature() -> dict[str, int]:
    """One integer for searches, and one for whole games."""
    player = MctsPlayer(Budget(200), EVALUATION)
    game = play_game(GAME, (player, player), (1, 2))
    visits = []
    for cutoff in (0, 2, -1):
        for position in replay(GAME, game.moves)[:60:15]:
            search = Search(GAME, position.state, EVALUATION, Settings(0.4, cutoff), 7)
            children = search.run(500).children()
            visits += [(child.move, child.visits) for child in children]
    return {
        "fox-game-mcts": crc32(repr(sorted(visits)).encode()),
        "fox-game-games": fingerprint(game.moves),
    }


def simulate(cutoff: int, simulations: int = SIMULATIONS) -> None:
    """Run one search from the start."""
    settings = Settings(0.4, cutoff)
    search = Search(GAME, GAME.start(), EVALUATION, settings, 1, simulations)
    search.run(simulations)
    search.release()


@compiled
def many_playouts(moves: np.ndarray, n: int) -> None:
    """Play random games from the start to the end."""
    seed = mix(1, 0)
    for _ in range(n):
        _result, seed = playout(GAME, START, EVALUATION, UNIFORM, -1, moves, seed)


START = GAME.start()


def speed() -> dict[str, Measurement]:
    """Simulations and random games per second of processor time."""
    moves = np.empty(GAME.MAX_MOVES, np.int64)

    def of(cutoff: int) -> Measurement:
        return lambda: median_speed(SIMULATIONS, lambda: simulate(cutoff))

    def games() -> float:
        return median_speed(20_000, lambda: many_playouts(moves, 20_000))

    found = {f"fox-game-mcts-{name}": of(cutoff) for name, cutoff in CUTOFFS.items()}
    return found | {"fox-game-random-games": games}


def ratio() -> dict[str, Measurement]:
    """How many times faster than plain Python, at 10,000 simulations.

    `fox-game-mcts` is cutoff 0 against somebody who tunes; the others are against
    plain Python in the style of the paper, by cutoff.
    """
    found = {"fox-game-mcts": _ratio_to_baseline(plain_fox_game, 0)}
    for name, cutoff in CUTOFFS.items():
        found[f"fox-game-mcts-paper-{name}"] = _ratio_to_baseline(
            paper_style_fox_game, cutoff
        )
    return found


def _ratio_to_baseline(baseline: ModuleType, cutoff: int) -> Measurement:
    """The measurement of how many times faster this code is than a baseline."""

    def ours() -> float:
        rounds = range(50)  # long enough for the clock
        return per_second(
            len(rounds) * SIMULATIONS, lambda: [simulate(cutoff) for _ in rounds]
        )

    # A random playout of plain Python takes a thousand times as long as one move.
    theirs, plies = (SIMULATIONS, cutoff) if cutoff >= 0 else (300, 10**6)
    plain = partial(baseline.simulations_per_second, theirs, plies)
    return lambda: speed_ratio(ours, plain)
