"""Wolves Eat Sheep, exactly: the value of any position, from slices kept on disk.

A slice holds about as many bytes as there are positions of so many wolves and sheep up
to symmetry. One that is there is never solved again: a run that was broken off goes on
where it was. `retrograde.py` numbers the placements, and solves a slice from the
one below it.
"""

from hashlib import sha256
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core.position import Position
from foxkit.games.wolves.retrograde import (
    DRAWN,
    SYMMETRIES,
    Bytes,
    Numbering,
    block_and_rank,
    numbering_of,
    sheep_of_rank,
    solve_placements,
    winner_of,
)
from foxkit.games.wolves.rules import (
    SHEEP,
    TOO_FEW_SHEEP,
    UNDECIDED,
    WOLVES,
    Wolves,
    WolvesState,
    winner,
)
from foxkit.solvers.exact import Value
from foxkit.solvers.store import TableStore
from foxkit.solvers.sweep import THREADS

STORE = TableStore(Wolves.NAME, "wolves")
GENERATORS = ("rules", "author", "forced")
MAX_WOLVES = 3
_QUICK_POSITIONS = 5_000_000  # positions that are solved in a second or two
LETTERS = {WOLVES: "W", SHEEP: "S", UNDECIDED: "D"}


def table_name(game: Wolves, wolves: int, sheep: int) -> str:
    """The name of the table of so many wolves and sheep in the store."""
    return f"{GENERATORS[game.generator]}-{wolves}-{sheep}"


def _require_solvable(game: Wolves, wolves: int, sheep: int, threads: int = 1) -> None:
    """Raise ValueError for rules or numbers of pieces that cannot be solved."""
    if not game.alternate or game.pair_ends:
        raise ValueError("tables are for players who alternate and trap all wolves")
    if not 1 <= wolves <= MAX_WOLVES:
        raise ValueError(f"{wolves} wolves; tables are for 1 to {MAX_WOLVES}")
    if not TOO_FEW_SHEEP < sheep <= 25 - wolves:
        raise ValueError(
            f"{sheep} sheep; tables beside {wolves} wolves are for "
            f"{TOO_FEW_SHEEP + 1} to {25 - wolves}"
        )
    if threads < 1:
        raise ValueError(f"{threads} threads; there must be 1 or more")


def solved_table(
    game: Wolves, wolves: int, sheep: int, threads: int = THREADS
) -> Bytes:
    """The table of so many wolves and sheep, mapped into memory; solved if missing.

    ValueError where wolves, sheep or threads are too few or too many.
    """
    _require_solvable(game, wolves, sheep, threads)

    def make() -> Bytes:
        lowest = sheep == TOO_FEW_SHEEP + 1
        below = None if lowest else solved_table(game, wolves, sheep - 1, threads)
        return solve_placements(game, wolves, sheep, below, threads, progress=True)

    index = numbering_of(wolves, sheep)
    shape = 2, len(index.wolves), len(index.flocks)
    return STORE.get(table_name(game, wolves, sheep), make, shape)


def value_of(game: Wolves, state: WolvesState) -> Value:
    """The exact value of a state; ValueError where there are no tables."""
    who = winner(game, state)
    if who != UNDECIDED:
        return Value(who, 0)
    wolves, sheep = state.wolves.bit_count(), state.sheep.bit_count()
    block, rank = block_and_rank(numbering_of(wolves, sheep), state.wolves, state.sheep)
    byte = int(solved_table(game, wolves, sheep)[state.mover, block, rank])
    who = winner_of(state.mover, byte)
    return Value(None, None) if who == UNDECIDED else Value(who, byte)


def is_quick(game: Wolves, state: WolvesState) -> bool:
    """Whether a state's table is on disk, or made in a moment."""
    wolves, sheep = state.wolves.bit_count(), state.sheep.bit_count()
    try:
        _require_solvable(game, wolves, sheep)
    except ValueError:
        return winner(game, state) != UNDECIDED
    positions = 2 * len(numbering_of(wolves, sheep).wolves) * comb(25 - wolves, sheep)
    return positions <= _QUICK_POSITIONS or STORE.has(table_name(game, wolves, sheep))


def value(position: Position) -> dict[str, Any]:
    """A position's exact value by the keys of `foxkit value`."""
    result = value_of(position.game, position.state)
    who = UNDECIDED if result.winner is None else result.winner
    return {"outcome": LETTERS[who], "plies": result.plies}


def _outcome_counts(
    game: Wolves,
    numbering: Numbering,
    table: Bytes,
    plies_counts: NDArray[np.int64],
    side: int,
) -> dict[str, Any]:
    """Wins and draws with a side to move, and the longest win of either."""
    counts, longest = {"W": 0, "D": int(plies_counts[side, DRAWN]), "S": 0}, {}
    for parity in (0, 1):
        letter = LETTERS[parity ^ side ^ 1]
        counts[letter] = int(plies_counts[side, parity:DRAWN:2].sum())
        plies = [b for b in range(2 - parity, DRAWN, 2) if plies_counts[side, b]]
        if plies:
            block, rank = np.argwhere(table[side] == plies[-1])[0].tolist()
            wolves = int(numbering.wolves[block])
            state = WolvesState(wolves, sheep_of_rank(numbering, wolves, rank), side)
            longest[letter] = plies[-1], game.format(state)
    if side == SHEEP:  # all wolves trapped, the sheep to move
        trapped = int(plies_counts[WOLVES, 0])
        counts |= {"W": counts["W"] - trapped, "S": counts["S"] + trapped}
    return {**counts, "longest": longest}


def summary(game: Wolves, wolves: int, sheep: int) -> dict[str, Any]:
    """The numbers of wins and draws in a table, and its longest wins.

    `placements` counts every placement, mirrored and turned ones too; for each side to
    move, `W`, `D` and `S` say how many of them are wins of the wolves, draws and wins
    of the sheep, and `longest` gives the longest wins with an example.
    """
    index, table = numbering_of(wolves, sheep), solved_table(game, wolves, sheep)
    counts = np.zeros((2, DRAWN + 1), np.int64)
    for side, (block, twins) in product((0, 1), enumerate(index.twins.tolist())):
        images = SYMMETRIES // twins.bit_count()  # of its wolves: some may coincide
        counts[side] += images * np.bincount(table[side, block], minlength=DRAWN + 1)
    return {
        "placements": comb(25, wolves) * comb(25 - wolves, sheep),
        "bytes": table.size,
        "sha256": sha256(table.data).hexdigest(),
        **{
            f"{player} to move": _outcome_counts(game, index, table, counts, side)
            for side, player in enumerate(game.PLAYERS)
        },
    }
