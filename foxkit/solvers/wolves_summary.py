"""What the tables of Wolves Eat Sheep say as a whole: counts, longest wins, lines."""

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled
from foxkit.rules.position import Position
from foxkit.rules.wolves import SHEEP, WOLVES, Wolves, WolvesState
from foxkit.solvers.wolves_index import SYMMETRIES, Index, flock, index_of
from foxkit.solvers.wolves_slice import DRAW, Bytes
from foxkit.solvers.wolves_tables import (
    LETTERS,
    cost,
    digest,
    path_of,
    table_of,
    value_of,
    values_after,
)


@compiled
def _flock(index: Index, wolves: int, rank: int) -> int:
    return flock(index, wolves, rank)


def _bytes(table: Bytes, index: Index) -> NDArray[np.int64]:
    """Return how many placements have each byte: [side to move, byte].

    A block stands for the eight images of its wolves, or fewer where some coincide.
    """
    counts = np.zeros((2, DRAW + 1), np.int64)
    for side in (WOLVES, SHEEP):
        for block, twins in enumerate(index.twins.tolist()):
            alike = np.bincount(table[side, block], minlength=DRAW + 1)
            counts[side] += SYMMETRIES // twins.bit_count() * alike
    return counts


def _outcomes(counts: NDArray[np.int64]) -> list[dict[str, int]]:
    """Return the wins, losses and draws of each side to move."""
    even, odd = counts[:, :DRAW:2].sum(axis=1), counts[:, 1:DRAW:2].sum(axis=1)
    draws, trapped = counts[:, DRAW], counts[WOLVES, 0]
    of_wolves = {"W": odd[WOLVES], "D": draws[WOLVES], "S": even[WOLVES]}
    of_sheep = {
        "W": even[SHEEP] - trapped,  # all wolves trapped, the sheep to move
        "D": draws[SHEEP],
        "S": odd[SHEEP] + trapped,
    }
    return [{k: int(n) for k, n in side.items()} for side in (of_wolves, of_sheep)]


def _longest(
    game: Wolves, index: Index, table: Bytes, counts: NDArray[np.int64], side: int
) -> dict[str, tuple[int, str]]:
    """Return the longest win of either player: plies and one such position."""
    found = {}
    for parity in (0, 1):
        plies = [b for b in range(2 - parity, DRAW, 2) if counts[side, b]]
        if plies:
            block, rank = np.argwhere(table[side] == plies[-1])[0].tolist()
            wolves = int(index.wolves[block])
            state = WolvesState(wolves, int(_flock(index, wolves, rank)), side)
            winner = LETTERS[parity ^ side ^ 1]
            found[winner] = (plies[-1], game.format(state))
    return found


def summary(game: Wolves, wolves: int, sheep: int) -> dict[str, Any]:
    """Return what a slice holds.

    `placements` counts every placement, mirrored and turned ones too; for each side to
    move, `W`, `D` and `S` say how many of them are wins of the wolves, draws and wins
    of the sheep, and `longest` gives the longest wins with an example. `solved_in`
    gives the seconds by the clock and the peak memory of making the slice.
    """
    index, table = index_of(wolves, sheep), table_of(game, wolves, sheep)
    path, counts = path_of(game, wolves, sheep), _bytes(table, index)
    outcomes = _outcomes(counts)
    return {
        "placements": comb(25, wolves) * comb(25 - wolves, sheep),
        "bytes": table.size,
        "sha256": digest(path),
        "solved_in": cost(path),
        **{
            f"{player} to move": {
                **outcomes[side],
                "longest": _longest(game, index, table, counts, side),
            }
            for side, player in enumerate(game.PLAYERS)
        },
    }


def principal_variation(position: Position) -> list[str]:
    """Return best play of both sides to the end; nothing from a drawn position."""
    line: list[str] = []
    if value_of(position.game, position.state).outcome == "D":
        return line
    while position.moves:
        line.append(next(iter(values_after(position))))
        position = position.play(line[-1])
    return line
