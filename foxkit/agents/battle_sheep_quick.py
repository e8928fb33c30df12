"""A Battle Sheep agent for little time: fewer moves to tell apart, fewer starts.

Our other agent (`battle_sheep_players.our_player`) tells 15 ways to split a stack of 16
apart in each direction, and plays from each of some fifty starting cells with equal
care. Here a slide decides how its stack is split, and the start is a knock-out:

    cells by L2    all -> the freest 32 -> 16 -> 8 -> 4 -> 2 -> 1
    playouts each            2             5   10   20   40       of 400 in all

Source of the knock-out: sequential halving, Karnin, Koren & Somekh (2013), ICML, 1238-
1246.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from foxkit.agents.battle_sheep_players import Brisk, SheepMcts, Shepherd
from foxkit.agents.battle_sheep_policies import Flock, ways_out
from foxkit.agents.battle_sheep_starts import freedom
from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import Standing
from foxkit.core import compiled, entry, inlined
from foxkit.core.game import legal_moves, play
from foxkit.core.rng import mix
from foxkit.rules.battle_sheep import BOTH, BattleSheep
from foxkit.rules.battle_sheep_state import SheepState, sheep_on, splits
from foxkit.search.playout import playout


class Slides(Brisk):
    """The game in which a slide decides how its stack is split, see `split`.

    A move's code lacks the number of sheep; passes are left out.
    """

    __slots__ = ()


@inlined
def split(state: SheepState, move: int) -> int:
    """Return a slide with the number of sheep that go; other moves as they are.

    The stack is divided as the ways out of both ends are to each other, to the nearest
    whole number, and at least one sheep stays and one goes.
    """
    if not move >> 6 & 15:
        return move
    sheep = sheep_on(state, move >> 10)
    left, there = ways_out(state, move)
    both = max(1, left + there)
    part = (2 * sheep * there + both) // (2 * both)
    return move | min(max(part, 1), sheep - 1)


@legal_moves.register
def _slides(game: Slides, state: SheepState, moves: np.ndarray) -> int:
    n = splits(state, moves, 1)
    return n if n else legal_moves(game.rules, state, moves)


@play.register
def _play(game: Slides, state: SheepState, move: int) -> SheepState:
    brisk = Brisk(game.rules, game.me, game.foresees)
    return play(brisk, state, split(state, move))


@dataclass(frozen=True)
class SlidesMcts(SheepMcts):
    """Monte-Carlo tree search in the game of `Slides`."""

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        return int(split(state, super().choose(game, state, seed)))

    def _imagined(self, game: Any, state: Any) -> Any:
        return Slides(game, state.mover, int(self.foresees))


@compiled
def _gain(
    game: Slides,
    state: SheepState,
    policy: Flock,
    standing: Standing,
    scratch: np.ndarray,
    episodes: int,
    seed: int,
) -> float:
    """Return what the player who thinks gets in some playouts, added up."""
    total = 0.0
    for episode in range(episodes):
        here = mix(seed, episode)
        results, _ = playout(game, state, standing, policy, -1, scratch, here)
        total += results[game.me]
    return total


@dataclass(frozen=True)
class Scout:
    """Choose a starting cell by playouts in a knock-out of the freest cells.

    All rounds have the same share of the playouts. Where it is smaller than the number
    of cells left, none is played: before the first playouts freedom alone decides.

    Attributes:
        playouts: at most, in all.
        cells: how many of the freest cells (by L2) take part.
        foresees: take it that the others start by DOF, as the report's agents do.
    """

    playouts: int = 400
    cells: int = 32
    foresees: bool = True

    def choose(self, game: BattleSheep, state: SheepState, seed: int) -> int:
        """Return the code of the move to the cell that is left."""
        game = game._replace(pays=BOTH)
        scratch = np.empty(game.MAX_MOVES, np.int64)
        starts = scratch[: entry.legal_moves(game, state, scratch)].copy()
        order = np.argsort(-freedom(state.free, starts), kind="stable")
        left = [int(move) for move in starts[order][: self.cells]]
        slides = Slides(game, state.mover, int(self.foresees))
        after = {move: entry.play(slides, state, move) for move in left}
        how = Flock(), Standing(), scratch
        gains, rounds = dict.fromkeys(left, 0.0), (len(left) - 1).bit_length()
        for number in range(rounds):
            each, here = self.playouts // rounds // len(left), mix(seed, number)
            for move in left:
                gains[move] += _gain(slides, after[move], *how, each, here)
            left.sort(key=lambda move: -gains[move])
            del left[(len(left) + 1) // 2 :]
        return left[0]


def quick_player(
    iterations: int = 150, playouts: int = 400, *, foresees: bool = True
) -> Shepherd:
    """Return our agent for the time that the report's agent takes for a game.

    The arguments are those of `our_player`.
    """
    moves = SlidesMcts(Budget(iterations), c=0.6, brisk=True)
    return Shepherd(Scout(playouts, foresees=foresees), moves)
