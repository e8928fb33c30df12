"""Solved slices of Wolves Eat Sheep on disk, and the value of any position from them.

A slice is one `.npy` file of bytes, about as many as there are positions up to
symmetry; beside it stand its SHA-256 digest, as `sha256sum -c` reads it, and what it
cost, as JSON. A slice that is there is never solved again: a run that was broken off
goes on where it was.
"""

import hashlib
import json
import os
from functools import cache
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from foxkit.core import compiled
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
from foxkit.solvers.wolves_index import Index, index_of, locate
from foxkit.solvers.wolves_slice import Bytes, winner_of

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
    """Write a small file whole or not at all."""
    part = path.with_suffix(f"{path.suffix}.{os.getpid()}.part")
    part.write_text(text)
    part.replace(path)


def _write(path: Path, table: Bytes, seconds: float) -> None:
    """Write a slice after its digest and its cost, whole or not at all.

    Another process may be doing the same: the names of unfinished files differ.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    spent = {"seconds": round(seconds, 2), "peak_mib": store.peak_mib()}
    _put(path.with_suffix(".json"), json.dumps(spent) + "\n")
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        np.save(file, table)
    _put(path.with_suffix(".sha256"), f"{digest(part)}  {path.name}\n")
    part.replace(path)


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


@compiled
def _byte_of(index: Index, table: Bytes, wolves: int, sheep: int, mover: int) -> int:
    block, rank = locate(index, wolves, sheep)
    return int(table[mover, block, rank])


@compiled
def _winner(state: WolvesState) -> int:
    return winner(state)


@cache
def _solved(path: Path, game: Wolves, wolves: int, sheep: int) -> tuple[Index, Bytes]:
    """Return a slice and its numbering, solving what is missing first.

    The file is an argument so that another data folder is another entry.
    """
    build(game, wolves, sheep)
    return index_of(wolves, sheep), _read(path)


def value_of(game: Wolves, state: WolvesState) -> Value:
    """Return the exact value of a state, from tables that are built when missing.

    Raises:
        ValueError: more wolves than tables are made for.
    """
    who = _winner(state)
    if who != UNDECIDED:
        return Value(LETTERS[who], 0)
    wolves, sheep = state.wolves.bit_count(), state.sheep.bit_count()
    index, table = _solved(path_of(game, wolves, sheep), game, wolves, sheep)
    byte = int(_byte_of(index, table, state.wolves, state.sheep, state.mover))
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
