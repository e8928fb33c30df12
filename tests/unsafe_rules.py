"""Rules that go astray in every way we know, and what each door says of them.

Run as a program it prints the answers as JSON, so that a process that dies is seen.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import compiled_inline, entry
from foxkit.core import game as rules_of
from foxkit.core.generic import compared_by_class
from foxkit.core.position import Position
from foxkit.games.fox_game.rules import FoxGame
from foxkit.players.evaluations import ZeroEvaluation, evaluation
from foxkit.players.standard import PolicyPlayer
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.deepening import AlphaBeta
from foxkit.search.flat import mean_results
from foxkit.search.mcts import Settings
from foxkit.search.perft import divide, perft
from foxkit.search.playout import UNIFORM, playout_move
from foxkit.search.session import Search
from foxkit.solvers.retrograde import solve
from foxkit.testing import check_game

FAULTS = (
    *("none", "300 moves", "20,000 moves", "15,000,000 claimed", "-5 claimed"),
    *("a move below 0", "play reads behind", "play reads before", "play divides"),
    *("mover", "payoffs"),
)
NONE, MANY, MORE, CLAIMED, BELOW, SIGNED, BEHIND, BEFORE, DIVIDES, MOVER, PAYS = range(
    len(FAULTS)
)
TABLE = np.array([1, 2, 3])


class Heap(NamedTuple):
    stones: int
    mover: int


@compared_by_class
class Unsafe(NamedTuple):
    """Take one to three stones; whoever takes the last one wins."""

    fault: int = NONE
    NAME, PLAYERS, MAX_MOVES = "unsafe", ("first", "second"), 9

    def start(self):
        return Heap(7, 0)

    def format(self, state):
        return f"{state.stones} {self.PLAYERS[state.mover]}"

    def format_move(self, state, move):
        return f"take {move}"


@compiled_inline
def read(place):
    return TABLE[place]


@rules_of.legal_moves.register
def _legal_moves(game: Unsafe, state, moves):
    n = min(3, state.stones)
    if state.stones == 5 and game.fault == MANY:
        n = 300
    if state.stones == 5 and game.fault == MORE:
        n = 20_000
    for i in range(n):
        moves[i] = i + 1
    if state.stones == 5 and game.fault == SIGNED:
        moves[1] = -1
    if state.stones == 5 and game.fault == CLAIMED:
        return 15_000_000
    if state.stones == 5 and game.fault == BELOW:
        return -5
    return n


@rules_of.mover.register
def _mover(game: Unsafe, state):
    return 2 if state.stones == 5 and game.fault == MOVER else state.mover


@rules_of.play.register
def _play(game: Unsafe, state, move):
    lost = 0
    if state.stones == 5 and game.fault == BEHIND:
        lost = read(1 << 40) * 0
    if state.stones == 5 and game.fault == BEFORE:
        lost = read(-(1 << 40)) * 0
    if state.stones == 5 and game.fault == DIVIDES:
        lost = 1 // (state.stones - 5)
    return Heap(state.stones - move + lost, 1 - state.mover)


@rules_of.payoffs.register
def _payoffs(game: Unsafe, state):
    if game.fault == PAYS:
        return (0.0 * read(1 << 40), 0.0)
    return (-1.0, 1.0) if state.mover == 0 else (1.0, -1.0)


@evaluation
def reads_behind(game, state):
    return 0.1 * read(state.stones << 40)


@compared_by_class
class Astray(NamedTuple):
    """A policy that makes a move of its own invention."""

    move: int = 1 << 40


@playout_move.register
def _astray(policy: Astray, game: Any, state: Any, moves: Any, seed: int) -> Any:
    return policy.move, seed


def search_of(game: Any, evaluation: Any = ZeroEvaluation(), **settings: Any) -> Any:  # noqa: B008
    found = Search(game, game.start(), evaluation, Settings(cutoff=-1, **settings))
    return found.run(300).value


def _flat(game: Any) -> list[float]:
    state, moves = game.start(), np.array([1, 2, 3])
    means = mean_results(game, state, moves, ZeroEvaluation(), UNIFORM, 20, 1)
    return [float(each) for each in means]


DOORS: dict[str, Callable[[Any], Any]] = {
    "moves": lambda game: Position(game, Heap(5, 0)).codes.tolist(),
    "perft": lambda game: perft(game, game.start(), 6),
    "divide": lambda game: divide(game, game.start(), 6),
    "search": search_of,
    "search with a belief": lambda game: search_of(game, belief=UNIFORM_DEALS),
    "alpha-beta": lambda game: AlphaBeta(
        game, game.start(), ZeroEvaluation(), table=False
    ).search(game.start(), 7),
    "flat": _flat,
    "solve": lambda game: solve(game).summary()["winner"],
    "check_game": check_game,
}


def said(ask: Callable[[], Any]) -> Any:
    """What a door answers, or the sentence of its ValueError."""
    try:
        return ask()
    except ValueError as error:
        return str(error)


def answers() -> dict[str, dict[str, Any]]:
    """What each door answers for each fault."""
    found = {
        name: {door: said(lambda: ask(Unsafe(fault))) for door, ask in DOORS.items()}  # noqa: B023
        for fault, name in enumerate(FAULTS)
    }
    game = Unsafe()
    fox = FoxGame()
    found["others"] = {
        "evaluation": said(
            lambda: AlphaBeta(game, game.start(), reads_behind).search(game.start(), 2)
        ),
        "evaluation of foxkit's game": said(
            lambda: entry.evaluate(reads_behind, fox, fox.start())
        ),
        "policy": said(lambda: search_of(fox, policy=Astray())),
        "policy as a player": said(
            lambda: PolicyPlayer(Astray()).choose(fox, fox.start(), 1)
        ),
    }
    return found


if __name__ == "__main__":
    print(json.dumps(answers()))
