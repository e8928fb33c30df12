"""Solved slices of Wolves Eat Sheep on disk, and the value of any position from them.

A slice is one `.npy` file of bytes, about as many as there are positions up to
symmetry; beside it stand its SHA-256 digest, as `sha256sum -c` reads it, and what it
cost, as JSON. A slice that is there is never solved again: a run that was broken off
goes on where it was.
"""

import hashlib
import json
from functools import cache
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from foxkit.rules.position import Position
from foxkit.rules.wolves import (
    ENOUGH,
    SHEEP,
    UNDECIDED,
    WOLVES,
    Wolves,
    WolvesState,
    winner,
)
from foxkit.solvers import store
from foxkit.solvers.wolves import solve_slice
from foxkit.solvers.wolves_index import SYMMETRIES, Index, flock, index_of, locate
from foxkit.solvers.wolves_slice import DRAW, Bytes, winner_of

GENERATORS = ("rules", "author", "forced")
MOST_WOLVES = 3
_SMALL = 5_000_000  # positions that are solved in a second or two
LETTERS = {WOLVES: "W", SHEEP: "S", UNDECIDED: "D"}


class Value(NamedTuple):
    """What perfect play leads to.

    Attributes:
        outcome: "W" if the wolves win, "S" if the sheep do, "D" if play is endless.
        plies: until the end, winner fastest and loser slowest; None for a draw.
    """

    outcome: str
    plies: int | None


def path_of(game: Wolves, wolves: int, sheep: int) -> Path:
    """Return the file of a slice."""
    name = f"{GENERATORS[game.generator]}-{wolves}-{sheep}.npy"
    return store.folder() / "wolves" / name


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def cost(path: Path) -> dict[str, float]:
    """Return the seconds that solving a slice took, and the process's peak memory."""
    return dict(json.loads(path.with_suffix(".json").read_text()))


def _put(path: Path, text: str) -> None:
    with store.whole(path) as part:
        part.write_text(text)


def _write(path: Path, table: Bytes, seconds: float) -> None:
    """Write a slice, but its digest and its cost before."""
    spent = {"seconds": round(seconds, 2), "peak_mib": store.peak_mib()}
    with store.whole(path) as part:
        with part.open("wb") as file:
            np.save(file, table)
        _put(path.with_suffix(".json"), json.dumps(spent) + "\n")
        _put(path.with_suffix(".sha256"), f"{digest(part)}  {path.name}\n")


@cache
def _read(path: Path) -> Bytes:
    if digest(path) != path.with_suffix(".sha256").read_text().split()[0]:
        raise ValueError(f"{path} is damaged: delete it, and it is made again")
    return np.asarray(np.load(path, mmap_mode="c"))


def table_of(game: Wolves, wolves: int, sheep: int) -> Bytes:
    """Return a slice that has been built, mapped into memory.

    Raises:
        ValueError: the file is not what was written.
        FileNotFoundError: the slice has not been built.
    """
    return _read(path_of(game, wolves, sheep))


def _below(game: Wolves, wolves: int, sheep: int) -> Bytes | None:
    return table_of(game, wolves, sheep - 1) if sheep - 1 > ENOUGH else None


def _positions(wolves: int, sheep: int) -> int:
    return 2 * len(index_of(wolves, sheep).wolves) * comb(25 - wolves, sheep)


def build(game: Wolves, wolves: int, sheep: int, threads: int = 2) -> None:
    """Solve the slices of 3 to `sheep` sheep that are missing; tell it on stderr.

    Raises:
        ValueError: more wolves than tables are made for, or more pieces than squares.
    """
    if not 1 <= wolves <= MOST_WOLVES:
        raise ValueError(f"{wolves} wolves; tables are for 1 to {MOST_WOLVES}")
    if wolves + sheep > 25:
        raise ValueError(f"{wolves} wolves and {sheep} sheep on 25 squares")
    slices = range(ENOUGH + 1, sheep + 1)
    todo = [k for k in slices if not path_of(game, wolves, k).exists()]
    total = sum(_positions(wolves, k) for k in todo)
    with tqdm(total=total, unit_scale=True, miniters=0, disable=not todo) as bar:

        def tell(wave: int) -> None:
            bar.set_postfix(wave=wave, refresh=False)
            bar.update(0)

        for k in todo:
            bar.set_description(f"{wolves} wolves, {k} sheep")
            begin, below = perf_counter(), _below(game, wolves, k)
            table = solve_slice(game, wolves, k, below, threads, tell)
            _write(path_of(game, wolves, k), table, perf_counter() - begin)
            bar.update(table.size)


@cache
def _solved(path: Path, game: Wolves, wolves: int, sheep: int) -> Bytes:
    """Return a slice, solving what is missing first.

    The file is an argument so that another data folder is another entry.
    """
    build(game, wolves, sheep)
    return _read(path)


def value_of(game: Wolves, state: WolvesState) -> Value:
    """Return the exact value of a state, from tables that are built when missing.

    Raises:
        ValueError: more wolves than tables are made for.
    """
    who = winner(state)
    if who != UNDECIDED:
        return Value(LETTERS[who], 0)
    wolves, sheep = state.wolves.bit_count(), state.sheep.bit_count()
    table = _solved(path_of(game, wolves, sheep), game, wolves, sheep)
    block, rank = locate(index_of(wolves, sheep), state.wolves, state.sheep)
    byte = int(table[state.mover, block, rank])
    who = winner_of(state.mover, byte)
    return Value(LETTERS[who], None if who == UNDECIDED else byte)


def is_at_hand(game: Wolves, state: WolvesState) -> bool:
    """Return whether the value of a state comes in a moment, or is on disk already."""
    wolves, sheep = state.wolves.bit_count(), state.sheep.bit_count()
    small = _positions(wolves, sheep) <= _SMALL
    return small or path_of(game, wolves, sheep).exists()


def worth(found: Value, mover: int) -> int:
    """Return a number that is larger the more a player likes a value."""
    if found.plies is None:
        return 0
    return 1000 - found.plies if found.outcome == "WS"[mover] else found.plies - 1000


def values_after(position: Position) -> dict[str, Value]:
    """Return the value after each legal move, best for the mover first."""
    game, mover = position.game, position.state.mover
    after = {m: value_of(game, position.play(m).state) for m in position.moves}
    return dict(sorted(after.items(), key=lambda item: -worth(item[1], mover)))


def value(position: Position) -> dict[str, Any]:
    """Return a position's exact value by the keys of `foxkit value`."""
    return value_of(position.game, position.state)._asdict()


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
            state = WolvesState(wolves, flock(index, wolves, rank), side)
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
