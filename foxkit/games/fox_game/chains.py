"""Whole chains of captures as single moves of the Fox Game.

A chain's code is `CHAIN | path << 2 | which`: `which` counts the up to four foxes from
the lowest point; `path` is a leading 1 and then three bits for each capture, an index
into `DIRECTIONS`. Nineteen captures, all that the board allows, need 58 bits.
"""

import numpy as np

from foxkit.core import inlined
from foxkit.core.bits import ctz, popcount
from foxkit.games.fox_game.geometry import DIRECTIONS, SHEEP, FoxState, landings

CHAIN = 1 << 62
_DIGIT = np.zeros(19, np.int64)  # _DIGIT[direction + 9] is its index in DIRECTIONS
for _i in range(8):
    _DIGIT[DIRECTIONS[_i] + 9] = _i


@inlined
def _path(chain: int) -> int:
    return (chain & ~CHAIN) >> 2


@inlined
def _start(foxes: int, chain: int) -> int:
    """Return the point from which the chain's fox sets out."""
    for _ in range(chain & 3):
        foxes &= foxes - 1
    return ctz(foxes)


@inlined
def _walk(state: FoxState, chain: int) -> tuple[int, int, int]:
    """Return sheep, the other foxes and the chain's fox's point after a chain."""
    point, sheep = _start(state.foxes, chain), state.sheep
    other, captures = state.foxes & ~(1 << point), 0
    while _path(chain) >> 3 * captures > 1:
        captures += 1
    for i in range(captures - 1, -1, -1):
        direction = int(DIRECTIONS[_path(chain) >> 3 * i & 7])
        sheep &= ~(1 << (point + direction))
        point += 2 * direction
    return sheep, other, point


@inlined
def whole_chains(
    diagonals: int, must_continue: int, state: FoxState, foxes: int, moves: np.ndarray
) -> int:
    """Write the chains of some foxes that may end where they do; return how many.

    `moves` is a queue of chains to lengthen, shortest first; the finished ones are
    written over those already taken out of it.
    """
    n, head, tail = 0, 0, 0
    for which in range(popcount(state.foxes)):
        if 1 << _start(state.foxes, which) & foxes:
            moves[tail] = CHAIN | 4 | which
            tail += 1
    while head < tail:
        chain = int(moves[head])
        head += 1
        sheep, other, point = _walk(state, chain)
        targets = landings(diagonals, sheep, other | 1 << point, point)
        if _path(chain) > 1 and (targets == 0 or not must_continue):
            moves[n] = chain
            n += 1
        if tail + 8 > len(moves):
            raise ValueError("more chains of captures than a list of moves can hold")
        while targets:
            digit = int(_DIGIT[((ctz(targets) - point) >> 1) + 9])
            moves[tail] = CHAIN | (_path(chain) << 3 | digit) << 2 | chain & 3
            tail += 1
            targets &= targets - 1
    return n


@inlined
def after_chain(state: FoxState, chain: int) -> FoxState:
    sheep, other, point = _walk(state, chain)
    return FoxState(sheep, other | 1 << point, SHEEP, state.sideways, -1)


def visited(state: FoxState, chain: int) -> list[int]:
    """Return the points that the fox visits, its start included."""
    points = [_start(state.foxes, chain)]
    for digit in f"{_path(chain):o}"[1:]:
        points.append(points[-1] + 2 * int(DIRECTIONS[int(digit)]))
    return points
