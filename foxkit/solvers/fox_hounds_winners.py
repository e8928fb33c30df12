"""The mask solver of Fox & Hounds at work: layer by layer, in threads, with resume.

With a deadline, every game that goes on beyond a layer counts as won by the fox. The
least deadline that the hounds can meet gives the length of the game without a table of
distances: the hounds' wins take two plies for each of their moves.
"""

import json
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from zlib import crc32

import numpy as np

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.solvers import store
from foxkit.solvers.fox_hounds_layers import fox_parity
from foxkit.solvers.fox_hounds_masks import new_block, solve_words
from foxkit.solvers.fox_hounds_placements import Ints, Placements, placements
from foxkit.solvers.parallel import bar, in_parallel, workers

SAVE_EVERY = 240.0
"""Seconds of work between two files to resume from."""
MOST_BYTES = 16 << 30
"""The largest two layers of words that are kept in memory."""


@dataclass(frozen=True)
class Winners:
    """Who wins from each of the fox's squares, with the hounds on their lowest rank.

    Attributes:
        game: the board and its escape rule.
        phase: 0 for starts of the usual parity, 1 for the others.
        fox_to_move: the fox's squares from which it wins when it moves first, a set of
            its rank's parity.
        hounds_to_move: the same for when the hounds move first.
        won: for each layer, the placements with the fox to move that the hounds win,
            and all placements.
    """

    game: FoxHounds
    phase: int
    fox_to_move: int
    hounds_to_move: int
    won: dict[int, tuple[int, int]]

    def fox_wins(self, state: FoxHoundsState) -> bool:
        """Return whether the fox wins from a start of this phase."""
        k = self.game.k
        bit = k * (state.fox // k // 2) + state.fox % k
        return bool(
            (self.hounds_to_move if state.mover else self.fox_to_move) >> bit & 1
        )


@dataclass
class _Progress:
    """The words of the last layer that is done, and how to go on from it."""

    path: Path
    words: Ints
    layer: int
    won: dict[int, tuple[int, int]] = field(default_factory=dict)
    saved: float = field(default_factory=time.monotonic)

    def save(self) -> None:
        """Write the layer, whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        with part.open("wb") as file:
            self.words.tofile(file)
        note = {"layer": self.layer, "crc32": crc32(self.words.data), "won": self.won}
        part.replace(self.path)
        self.path.with_suffix(".json").write_text(json.dumps(note))
        self.saved = time.monotonic()

    def resume(self, buffer: Ints) -> None:
        """Read what an interrupted run has left, if it is sound."""
        note = self.path.with_suffix(".json")
        if not (note.exists() and self.path.exists()):
            return
        told = json.loads(note.read_text())
        words = buffer[: self.path.stat().st_size // 8]
        with self.path.open("rb") as file:
            file.readinto(words.data)
        if crc32(words.data) == told["crc32"]:
            self.words, self.layer = words, told["layer"]
            self.won = {int(s): (n, of) for s, (n, of) in told["won"].items()}

    def forget(self) -> None:
        """Remove the files."""
        self.path.unlink(missing_ok=True)
        self.path.with_suffix(".json").unlink(missing_ok=True)


def _path(game: FoxHounds, phase: int, deadline: int | None) -> Path:
    size = f"{game.width}x{game.height}-{game.safe_squares}-{phase}"
    end = "" if deadline is None else f"-{deadline}"
    return store.folder() / f"words-{size}{end}.bin"


def _check(tables: Placements) -> None:
    """Raise ValueError where the mask solver does not apply."""
    if tables.k < 2:
        raise ValueError("the mask solver needs boards of width 4 or more")
    needed = 16 * max(map(tables.size, range(tables.layers)))
    if needed > MOST_BYTES:
        raise ValueError(
            f"words of {2 * tables.k} x {tables.height} need {needed >> 30} GiB, more "
            f"than {MOST_BYTES >> 30}; boards up to 14 x 14 fit"
        )


def winners(
    game: FoxHounds,
    phase: int = 0,
    deadline: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> Winners:
    """Find out who wins from every start of a phase; go on where a run was cut off.

    Args:
        game: the board and its escape rule.
        phase: 0 for starts of the usual parity, 1 for the others.
        deadline: the sum of the hounds' ranks by which they must have won.
        threads: how many at once; by default as many as there are processors.
        progress: whether to show a bar on stderr.

    Raises:
        ValueError: the board has one hound only, or is too large.
    """
    tables = placements(game)
    _check(tables)
    last = tables.layers - 1 if deadline is None else min(deadline, tables.layers - 1)
    sizes = [tables.size(layer) for layer in range(last + 1)]
    buffers = np.empty((2, max(sizes)), np.int64)
    state = _Progress(_path(game, phase, deadline), buffers[0, :0], last + 1)
    state.resume(buffers[0])
    word, spare, label = 0, 0, f"{game.width} x {game.height}"
    with workers(threads) as pool, bar(sum(sizes), label, progress) as done:
        done.update(sum(sizes[state.layer :]))
        for layer in reversed(range(state.layer)):
            spare = 1 - spare
            out = buffers[spare, : sizes[layer]]
            parity = fox_parity(tables.height, layer, phase)
            rules = tables, layer, parity, int(layer == deadline)
            work = partial(solve_words, *rules, state.words, out)
            parts = in_parallel(pool, work, sizes[layer], partial(new_block, tables))
            won, placed = (int(sum(part[i] for part in parts)) for i in range(2))
            state.won[layer], word = (won, placed), int(parts[0][2])
            state.words, state.layer = out, layer
            done.update(sizes[layer])
            if time.monotonic() - state.saved > SAVE_EVERY:
                state.save()
    state.forget()
    return Winners(game, phase, int(state.words[0]), word, state.won)


def hounds_plies(
    game: FoxHounds,
    state: FoxHoundsState,
    phase: int = 0,
    progress: bool = False,
) -> int | None:
    """Return in how many plies the hounds win from a start; None if they do not.

    Found by bisection over the deadline, in steps of 1, 2, 4 ... from where it mostly
    is until there is a bound on either side.
    """
    early, late = -1, placements(game).layers  # cannot be met, and can (or is no limit)
    deadline, stride = 3 * late // 4, 1
    while late - early > 1:
        if winners(game, phase, deadline, progress=progress).fox_wins(state):
            early = deadline
            deadline = min(early + stride, (early + late) // 2)
        else:
            late = deadline
            deadline = max(late - stride, (early + late) // 2)
        stride *= 2
    return None if late == placements(game).layers else 2 * late - state.mover
