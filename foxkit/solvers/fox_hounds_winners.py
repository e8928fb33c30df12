"""The mask solver of Fox & Hounds at work: layer by layer, in threads, with resume.

With a deadline, every game that goes on beyond a layer counts as won by the fox. The
least deadline that the hounds can meet gives the length of the game without a table of
distances: the hounds' wins take two plies for each of their moves.
"""

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState, bit_of
from foxkit.solvers import store
from foxkit.solvers.fox_hounds_masks import new_block, solve_words
from foxkit.solvers.fox_hounds_placements import Ints, Placements, placements
from foxkit.solvers.parallel import workers

SAVE_EVERY = 240.0
"""Seconds of work between two files to resume from."""
MOST_BYTES = 16 << 30
"""The largest two layers of words that are kept in memory."""

Won = dict[int, tuple[int, int]]
"""By layer, with the fox to move: placements that the hounds win, and all of them."""


@dataclass(frozen=True)
class Winners:
    """Who wins from each of the fox's squares, with the hounds on their lowest rank.

    Attributes:
        game: the board and its escape rule.
        phase: 0 for starts of the usual parity, 1 for the others.
        fox_to_move: the fox's squares from which it wins when it moves first, a set of
            its rank's parity.
        hounds_to_move: the same for when the hounds move first.
        won: how many placements the hounds win.
    """

    game: FoxHounds
    phase: int
    fox_to_move: int
    hounds_to_move: int
    won: Won

    def fox_wins(self, state: FoxHoundsState) -> bool:
        """Return whether the fox wins from a start of this phase."""
        word = self.hounds_to_move if state.mover else self.fox_to_move
        return bool(word >> bit_of(self.game.k, state.fox) & 1)


def _path(game: FoxHounds, phase: int, deadline: int | None) -> Path:
    size = f"{game.width}x{game.height}-{game.safe_squares}-{phase}"
    end = "" if deadline is None else f"-{deadline}"
    return store.folder() / f"words-{size}{end}.npz"


def _save(path: Path, layer: int, words: Ints, won: Won) -> None:
    """Write the words of a layer that is done, and what was counted up to it."""
    counted = np.array([(layer, *found) for layer, found in won.items()])
    store.write(path, compressed=False, layer=layer, words=words, won=counted)


def _saved(path: Path) -> tuple[int, Ints, Won] | None:
    """Return what an interrupted run has saved, if there is such a file and sound."""
    try:
        found = store.read(path)
    except ValueError:
        return None
    won = {layer: (lost, placed) for layer, lost, placed in found["won"].tolist()}
    return int(found["layer"]), found["words"], won


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
    game: FoxHounds, phase: int = 0, deadline: int | None = None, progress: bool = False
) -> Winners:
    """Find out who wins from every start of a phase; go on where a run was cut off.

    The phase is that of `Placements`; the deadline is the sum of the hounds' ranks by
    which they must have won; `progress` shows a bar on stderr.

    Raises:
        ValueError: the board has one hound only, or is too large.
    """
    tables = placements(game, phase)
    _check(tables)
    last = tables.layers - 1 if deadline is None else min(deadline, tables.layers - 1)
    sizes = [tables.size(layer) for layer in range(last + 1)]
    path, saved, word = _path(game, phase, deadline), time.monotonic(), 0
    above, words, won = _saved(path) or (last + 1, np.empty(0, np.int64), Won())
    buffers, label = (
        np.empty((2, max(sizes)), np.int64),
        f"{game.width} x {game.height}",
    )
    with workers(sum(sizes[:above]), label, progress) as share:
        for layer in reversed(range(above)):
            out = buffers[layer % 2, : sizes[layer]]
            work = partial(solve_words, int(layer == deadline), words, out)
            blocks = share(work, tables, layer, new_block)
            lost, placed = sum(block.tally for block in blocks)
            won[layer], words, word = (int(lost), int(placed)), out, blocks[0].words[0]
            if layer and time.monotonic() - saved > SAVE_EVERY:
                _save(path, layer, words, won)
                saved = time.monotonic()
    path.unlink(missing_ok=True)
    return Winners(game, phase, int(words[0]), int(word), won)


def hounds_plies(
    game: FoxHounds, state: FoxHoundsState, progress: bool = False
) -> int | None:
    """Return in how many plies the hounds win from a usual start; None if they do not.

    Found by bisection over the deadline, in steps of 1, 2, 4 ... from where it mostly
    is until there is a bound on either side.
    """
    early, late = -1, placements(game).layers  # cannot be met, and can (or is no limit)
    deadline, stride = 3 * late // 4, 1
    while late - early > 1:
        if winners(game, 0, deadline, progress).fox_wins(state):
            early = deadline
            deadline = min(early + stride, (early + late) // 2)
        else:
            late = deadline
            deadline = max(late - stride, (early + late) // 2)
        stride *= 2
    return None if late == placements(game).layers else 2 * late - state.mover
