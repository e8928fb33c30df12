"""Our searches beside those of OpenSpiel and easyAI, where these are installed.

OpenSpiel has no Fox Game, so each plays a game of its own and the unit is what both
have: moves of random games, and simulations of a tree search with one random playout
each, per second of processor time. The ratio is of engines and games together. Beside
Frank's Zoo it plays crazy_eights for four, where the drawing of cards is no move.

easyAI is plain Python and searches Wolves Eat Sheep itself, by negamax with a table,
on the rules of `plain_wolves.py`; there the unit is positions visited.

    pip install open_spiel easyAI && python benchmarks/peers.py
"""

import random
from collections.abc import Callable
from importlib.util import find_spec
from time import process_time
from typing import Any

import numpy as np
import plain_wolves
from bench_fox_game import GAME, many_playouts, simulate
from bench_franks_zoo import GAME as ZOO
from bench_franks_zoo import count_plies
from bench_wolves import count_visited

from foxkit.core.rng import mix
from foxkit.games.franks_zoo.evaluation import RANDOM_AI
from foxkit.games.franks_zoo.players import FEWER_CARDS
from foxkit.lab.match import play_game
from foxkit.players.standard import RandomPlayer
from foxkit.search.mcts import SECOND_VISIT, Settings
from foxkit.search.session import Search

PEER_GAMES = ("breakthrough", "connect_four")
CARD_GAME = "crazy_eights(players=4)"
PLAYOUTS, SIMULATIONS = 2_000, 2_000
MIN_SECONDS = 0.5
"""Processor time that a measurement takes at least; clocks may have coarse steps."""


def _speed(work: Callable[[], float]) -> float:
    """Units per second of processor time; `work` returns the units that it has done.

    It is done again until `MIN_SECONDS` have passed.
    """
    begin, units = process_time(), 0.0
    while (seconds := process_time() - begin) < MIN_SECONDS:
        units += work()
    return units / seconds


def fox_game_speeds() -> tuple[float, float]:
    """Random moves and simulations per second of the Fox Game."""
    players = (RandomPlayer(), RandomPlayer())
    games = [play_game(GAME, players, (mix(1, n), mix(2, n))) for n in range(200)]
    length = sum(len(game.moves) for game in games) / len(games)
    moves = np.empty(GAME.MAX_MOVES, np.int64)

    def random_moves() -> float:
        many_playouts(moves, 20 * PLAYOUTS)
        return 20 * PLAYOUTS * length

    def simulations() -> float:
        simulate(-1, 20 * SIMULATIONS)
        return 20 * SIMULATIONS

    many_playouts(moves, 1)
    return _speed(random_moves), _speed(simulations)


def franks_zoo_speeds() -> tuple[float, float]:
    """Random moves and simulations per second of Frank's Zoo, all hands seen."""
    moves = np.empty(ZOO.MAX_MOVES, np.int64)
    settings = Settings(1.4, -1, SECOND_VISIT, policy=RANDOM_AI)
    count_plies(ZOO, RANDOM_AI, 1, moves)
    Search(ZOO, ZOO.start(), FEWER_CARDS, settings, 1, SIMULATIONS).run(1)

    def simulations() -> float:
        search = Search(ZOO, ZOO.start(), FEWER_CARDS, settings, 1, SIMULATIONS)
        search.run(SIMULATIONS)
        return SIMULATIONS

    return (
        _speed(lambda: count_plies(ZOO, RANDOM_AI, 20 * PLAYOUTS, moves)),
        _speed(simulations),
    )


def open_spiel_speeds(name: str) -> tuple[float, float]:
    """Random moves and simulations per second of a game of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng, plies = random.Random(1), 0
    for _ in range(200):
        state = _after_chance(game.new_initial_state(), rng)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            _after_chance(state, rng)
            plies += 1
    # Many playouts for each of a few simulations: the tree costs next to nothing.
    moves = _mcts_playouts_per_second(game, PLAYOUTS // 10, 10) * plies / 200
    return moves, _mcts_playouts_per_second(game, 1, SIMULATIONS)


def _after_chance(state: Any, rng: random.Random) -> Any:
    """Leave to chance what is left to chance; return the state."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    return state


def _mcts_playouts_per_second(game: Any, playouts: int, simulations: int) -> float:
    """Random playouts per second inside OpenSpiel's search from the start."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=playouts, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 1, False)
    root = _after_chance(game.new_initial_state(), random.Random(1))

    def search() -> float:
        bot.mcts_search(root)
        return playouts * simulations

    return _speed(search)


def easy_ai_speed(depth: int = 5) -> float:
    """Positions per second that easyAI's negamax visits from the start."""
    from easyAI import Negamax, TranspositionTable, TwoPlayerGame

    class Wolves(TwoPlayerGame):
        def __init__(self) -> None:
            self.plain = plain_wolves.Game(plain_wolves.START)
            self.judge = plain_wolves.Search(self.plain, depth)
            self.players, self.current_player = [None, None], 1
            self.taken: list[int] = []
            self.visited = 1

        def possible_moves(self) -> list[plain_wolves.Move]:
            return self.plain.moves()

        def make_move(self, move: plain_wolves.Move) -> None:
            self.taken.append(self.plain.play(move))
            self.visited += 1

        def unmake_move(self, move: plain_wolves.Move) -> None:
            self.plain.take_back(move, self.taken.pop())

        def is_over(self) -> bool:
            return self.plain.winner() != 0

        def scoring(self) -> float:
            won = 100_000 * self.plain.winner()
            score = won or self.judge.evaluate()
            return score if self.current_player == 1 else -score

        def ttentry(self) -> tuple[int, ...]:
            return (*self.plain.board, self.current_player)

    def search() -> float:
        game = Wolves()
        Negamax(depth, tt=TranspositionTable())(game)
        return game.visited

    return _speed(search)


def wolves_speed() -> float:
    """Positions per second of our alpha-beta."""
    count_visited()
    return _speed(count_visited)


def speeds_of_open_spiel_games() -> dict[str, tuple[float, float]]:
    """Random moves and simulations per second of OpenSpiel's games, if there."""
    if find_spec("pyspiel") is None:
        return {}
    names = (*PEER_GAMES, CARD_GAME)
    return {
        f"OpenSpiel {name.partition('(')[0]}": open_spiel_speeds(name) for name in names
    }


def all_speeds() -> dict[str, float]:
    """What is measured here, by name."""
    rows = {
        "foxkit fox-game": fox_game_speeds(),
        "foxkit franks-zoo": franks_zoo_speeds(),
    }
    found = {
        f"{name}, {unit} / s": value
        for name, values in (rows | speeds_of_open_spiel_games()).items()
        for unit, value in zip(("random moves", "simulations"), values, strict=True)
    }
    found["foxkit wolves, positions / s"] = wolves_speed()
    if find_spec("easyAI") is not None:
        found["easyAI wolves, positions / s"] = easy_ai_speed()
    return found


def main() -> None:
    """Print the speeds; without the peers, ours alone."""
    for name, value in all_speeds().items():
        print(f"{name:48}{value:16,.0f}")


if __name__ == "__main__":
    main()
