"""An evaluation of the Fox Game that is learned: generations of self-play.

    the paper's agent --> games --> table 1 --> games --> table 2 --> ...

A generation is so many games of a search with itself, of 17 to 20 sheep by turns. What
a position is worth is learned from how its game ended and, but for the first games,
from what the search thought of it, half and half: equation (3) is no chance to win, a
learned table's is. Each table begins at zero and is fitted to the last three
generations' positions and their mirror images.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from foxkit import FoxGame, FoxHeuristic, MctsPlayer, Position, RandomPlayer
from foxkit.core import compiled, compiled_inline
from foxkit.core.elementary import tanh
from foxkit.core.rng import advance, below, mix, salt
from foxkit.games.fox_game.rules import FoxState
from foxkit.games.fox_game.tables import (
    NUM_TUPLES,
    NUM_WEIGHTS,
    WEIGHT_SCALE,
    fox_tables,
    to_text,
    weight_index,
)
from foxkit.lab.stats import Row
from foxkit.players.budget import Budget

SHEEP = (20, 19, 18, 17)
OPENING = 10  # random moves that a game begins with, or fewer
LEARNT_FROM = 3  # generations
PASSES, STEP = 2, 0.03
RARE = 32  # times, mirror images too; what was seen less often is worth nothing
_OPENING, _ORDER = salt("opening"), salt("order")
_COLUMNS = sum(1 << 8 * row for row in range(7))


class Seen(NamedTuple):
    """Positions of games, an entry each, and what they were worth to the sheep."""

    states: np.ndarray  # int64: sheep, foxes, mover, sideways
    thought: np.ndarray  # mean result of the search, in [-1, 1]
    result: np.ndarray  # how the game ended, -1 or 1


def self_play(evaluation: Any, simulations: int, seed: int, number: int) -> Seen:
    """Play a game of a search with itself; return the positions that it thought of."""
    game, seed = FoxGame(sheep=SHEEP[number % len(SHEEP)]), mix(seed, number)
    player = MctsPlayer(Budget(simulations), evaluation)
    position, opening = Position.start(game), below(mix(seed, _OPENING), OPENING + 1)
    states, thought = [], []
    for ply in count():
        codes, state = position.codes, position.state
        if len(codes) < 2 or ply < opening:
            if not len(codes):
                break
            move = RandomPlayer().choose(game, state, mix(mix(seed, _OPENING), ply))
        else:
            search = player.think(game, state, mix(seed, ply))
            states.append(state[:4])
            thought.append(search.value * (1 if state.mover == 0 else -1))
            move = search.best()
            search.release()
        position = position.play(game.format_move(state, move))
    won = (position.outcome or {})["sheep"]
    return Seen(
        np.array(states, np.int64), np.array(thought), np.full(len(states), won)
    )


def generation(evaluation: Any, games: int, simulations: int, seed: int) -> Seen:
    """Play the games of a generation, on so many threads as there are processors."""
    one = partial(self_play, evaluation, simulations, seed)
    with ThreadPoolExecutor() as threads:
        return joined([*threads.map(one, range(games))])


def joined(parts: list[Seen]) -> Seen:
    """Return the positions of several as one."""
    return Seen(*map(np.concatenate, zip(*parts, strict=True)))


@compiled_inline
def _mirrored(points: int) -> int:
    """Return a set of points with left and right exchanged."""
    found = 0
    for column in range(7):
        found |= (points >> column & _COLUMNS) << (6 - column)
    return found


@compiled
def _see(game: FoxGame, states: np.ndarray, places: np.ndarray) -> None:
    """Write the places of each position's weights, and of its mirror image's."""
    for i in range(len(states)):
        sheep, foxes, mover, sideways = states[i]
        plain = FoxState(sheep, foxes, mover, sideways, -1)
        turned = FoxState(_mirrored(sheep), _mirrored(foxes), mover, sideways, -1)
        for number in range(NUM_TUPLES):
            places[2 * i, number] = mover * NUM_WEIGHTS + weight_index(
                game, plain, number
            )
            places[2 * i + 1, number] = mover * NUM_WEIGHTS + weight_index(
                game, turned, number
            )


@compiled
def _pass(
    places: np.ndarray,
    worth: np.ndarray,
    order: np.ndarray,
    weights: np.ndarray,
    squares: np.ndarray,
    seed: int,
) -> int:
    """Take each position once, in a new order; return the next seed.

    AdaGrad: a step is smaller the more errors a weight has seen, whose `squares` it
    adds up.
    """
    for i in range(len(order) - 1, 0, -1):
        seed = advance(seed)
        j = below(seed, i + 1)
        order[i], order[j] = order[j], order[i]
    for i in order:
        total = 0.0
        for at in places[i]:
            total += weights[at]
        error = worth[i] - tanh(total)
        for at in places[i]:
            squares[at] += error * error
            weights[at] += STEP * error / np.sqrt(squares[at])
    return seed


def fitted(seen: Seen, worth: np.ndarray, seed: int) -> np.ndarray:
    """Return weights by which positions come near to what they were worth."""
    places = np.zeros((2 * len(worth), NUM_TUPLES), np.int64)
    _see(FoxGame(), seen.states, places)
    weights, squares = np.zeros(2 * NUM_WEIGHTS), np.full(2 * NUM_WEIGHTS, 1e-3)
    order, both, seed = np.arange(len(places)), np.repeat(worth, 2), mix(seed, _ORDER)
    for _ in range(PASSES):
        seed = _pass(places, both, order, weights, squares, seed)
    weights[np.bincount(places.ravel(), minlength=len(weights)) < RARE] = 0.0
    return np.round(WEIGHT_SCALE * weights).astype(np.int16).reshape(2, NUM_WEIGHTS)


def trained(generations: int, games: int, simulations: int, seed: int) -> list[Row]:
    """Return a row for each generation's table, which the row has as a text."""
    evaluation: Any = FoxHeuristic()
    played: list[Seen] = []
    worths: list[np.ndarray] = []
    rows: list[Row] = []
    for number in range(1, generations + 1):
        seen = generation(evaluation, games, simulations, mix(seed, number))
        believed = seen.result if number == 1 else seen.thought
        played, worths = [*played, seen], [*worths, (seen.result + believed) / 2]
        last = slice(-LEARNT_FROM, None)
        worth = np.concatenate(worths[last])
        weights = fitted(joined(played[last]), worth, mix(seed, number))
        evaluation = fox_tables(weights)
        row: Row = {"generation": number, "positions": len(seen.result)}
        row["weights"] = int(np.count_nonzero(weights))
        rows.append({**row, "table": to_text(weights)})
    return rows
