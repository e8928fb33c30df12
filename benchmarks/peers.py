"""Our search beside the C++ search of OpenSpiel, where that package is installed.

OpenSpiel has no Fox Game, so each plays a game of its own and the unit is what both
have: moves of random games, and simulations of a tree search with one random playout
each, per second of processor time. The ratio is of engines and games together.

    pip install open_spiel && python benchmarks/peers.py
"""

import random
from time import process_time
from typing import Any

import numpy as np
from bench_fox_game import GAME, many_playouts, simulate

from foxkit.agents.players import RandomPlayer
from foxkit.core.rng import mix
from foxkit.lab.match import play_game

PEER_GAMES = ("breakthrough", "connect_four")
PLAYOUTS, SIMULATIONS = 2_000, 2_000


def _per_second(units: float, begin: float) -> float:
    return units / (process_time() - begin)


def fox_game() -> tuple[float, float]:
    """Return random moves and simulations per second of the Fox Game."""
    players = (RandomPlayer(), RandomPlayer())
    games = [play_game(GAME, players, (mix(1, n), mix(2, n))) for n in range(200)]
    length = sum(len(game.moves) for game in games) / len(games)
    moves = np.empty(GAME.MAX_MOVES, np.int64)
    many_playouts(moves, 1)
    begin = process_time()
    many_playouts(moves, 20 * PLAYOUTS)
    plies = _per_second(20 * PLAYOUTS * length, begin)
    begin = process_time()
    simulate(-1, 20 * SIMULATIONS)
    return plies, _per_second(20 * SIMULATIONS, begin)


def open_spiel(name: str) -> tuple[float, float]:
    """Return random moves and simulations per second of a game of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng, plies = random.Random(1), 0
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    # Many playouts for each of a few simulations: the tree costs next to nothing.
    moves = _bot(game, PLAYOUTS // 10, 10) * plies / 200
    return moves, _bot(game, 1, SIMULATIONS)


def _bot(game: Any, playouts: int, simulations: int) -> float:
    """Return random playouts per second inside OpenSpiel's search from the start."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=playouts, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 1, False)
    begin = process_time()
    bot.mcts_search(game.new_initial_state())
    return _per_second(playouts * simulations, begin)


def main() -> None:
    """Print the table; without OpenSpiel, our row alone."""
    print(f"{'game':24}{'random moves / s':>20}{'simulations / s':>20}")
    rows = {"foxkit fox-game": fox_game()}
    try:
        rows |= {f"OpenSpiel {name}": open_spiel(name) for name in PEER_GAMES}
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel")
    for name, (moves, simulations) in rows.items():
        print(f"{name:24}{moves:20,.0f}{simulations:20,.0f}")


if __name__ == "__main__":
    main()
