"""The Fox Game's evaluation by tables that were learned: an n-tuple network.

Source of the form: Lucas, Learning to Play Othello with N-Tuple Systems, Australian
Journal of Intelligent Information Processing Systems 9 (2008). A position is looked at
through eleven windows, what is seen in each names a weight, and the weights are added:

    nine squares of 3 x 3 points, all that lie on the board: empty, sheep or fox
    how many sheep are in the pasture, how many there are, how many foxes
    how many sideways turns are left, how many sheep there are, how many foxes

Each side to move has weights of its own. How they are learned is no matter of this
file: see `notebooks/studies/fox_learned.py`.
"""

import zlib
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import popcount
from foxkit.core.elementary import tanh
from foxkit.core.former import refuses_former_names
from foxkit.core.game import evaluate
from foxkit.core.generic import compared_by_class
from foxkit.games.fox_game.rules import FoxGame, FoxState, point_index

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "ONE": "WEIGHT_SCALE",
            "SQUARES": "SQUARE_CORNERS",
            "WEIGHTS": "NUM_WEIGHTS",
            "TUPLES": "NUM_TUPLES",
        },
    )

SQUARE_CORNERS = ("02", "12", "20", "21", "22", "23", "24", "32", "42")
"""The first points of the nine squares."""
_CORNER_POINTS = np.array([point_index(point) for point in SQUARE_CORNERS])
_TERNARY_OF_BITS = np.array([int(f"{seen:b}", 3) for seen in range(512)])
"""A set of nine points as a number whose digits are 0 and 1 in base 3."""
_PATTERNS_PER_SQUARE = 3**9
_MAX_TURNS_LEFT = 10  # sideways turns left that are told apart
_FIRST_COUNT_WEIGHT = (
    len(SQUARE_CORNERS) * _PATTERNS_PER_SQUARE
)  # where the weights of numbers begin
_PIECE_COUNTS = 3 * 21  # of foxes and sheep
NUM_WEIGHTS = _FIRST_COUNT_WEIGHT + (10 + _MAX_TURNS_LEFT + 1) * _PIECE_COUNTS
"""Weights of one side to move."""
NUM_TUPLES = len(SQUARE_CORNERS) + 2
WEIGHT_SCALE = 128
"""Weights are whole numbers, so that their sum depends on no order; this is 1."""


@compared_by_class
class FoxTables(NamedTuple):
    """Weights of both sides to move, added and squashed into (-1, 1) for the sheep."""

    weights: np.ndarray  # int16, 2 x NUM_WEIGHTS: the sheep's turn, the foxes' turn


def fox_tables(weights: np.ndarray) -> FoxTables:
    """The evaluation with these weights; ValueError if their type or shape is wrong."""
    type_name, shape = weights.dtype.name, weights.shape
    if (type_name, shape) != ("int16", (2, NUM_WEIGHTS)):
        raise ValueError(
            f"weights of FoxTables are int16 of shape {(2, NUM_WEIGHTS)}, not "
            f"{type_name} of shape {shape}"
        )
    return FoxTables(weights)


@compiled_inline
def _bits_in_square(points: int, corner: int) -> int:
    """Which points of a 3 x 3 square are in a set, as nine bits."""
    seen = points >> corner
    return (seen & 7) | (seen >> 5 & 56) | (seen >> 10 & 448)


@compiled_inline
def weight_index(game: FoxGame, state: FoxState, window: int) -> int:
    """The index of the weight that a position has in a window, from 0 to 10."""
    if window < len(_CORNER_POINTS):
        corner = _CORNER_POINTS[window]
        sheep = _TERNARY_OF_BITS[_bits_in_square(state.sheep, corner)]
        foxes = _TERNARY_OF_BITS[_bits_in_square(state.foxes, corner)]
        return window * _PATTERNS_PER_SQUARE + sheep + 2 * foxes
    if window == len(_CORNER_POINTS):
        row = min(popcount(state.sheep & game.pasture), 9)
    else:
        row = 10 + min(game.sideways_limit - state.sideways, _MAX_TURNS_LEFT)
    pieces = 21 * min(popcount(state.foxes), 2) + popcount(state.sheep)
    return _FIRST_COUNT_WEIGHT + row * _PIECE_COUNTS + pieces


@compiled_inline
def weight_sum(tables: FoxTables, game: FoxGame, state: FoxState) -> int:
    """The sum of the weights that a position has, for the sheep."""
    total = 0
    for number in range(NUM_TUPLES):
        total += int(tables.weights[state.mover, weight_index(game, state, number)])
    return total


@evaluate.register
def _evaluate(tables: FoxTables, game: FoxGame, state: FoxState) -> tuple[float, float]:
    """The weights' sum, squashed, for the sheep and, negated, for the foxes."""
    value = tanh(weight_sum(tables, game, state) / WEIGHT_SCALE)
    return value, -value


def to_text(weights: np.ndarray) -> str:
    """Weights as a compressed text, which `from_text` reads back."""
    return b64encode(zlib.compress(weights.tobytes(), 9)).decode()


def from_text(text: str) -> FoxTables:
    """The evaluation whose weights are packed in a text."""
    held = zlib.decompress(b64decode(text))
    return fox_tables(np.frombuffer(held, np.int16).reshape(2, -1))
