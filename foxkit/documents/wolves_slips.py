"""Wolves Eat Sheep between players who slip, and with other ends: exact answers.

What was predicted before the runs:

wolves-thresholds   If the wolves win at t sheep instead of two, the sheep still win the
                    start of ten at t = 4 (so they do for smaller t), and the wolves win
                    it at t = 8; starts with fewer sheep tip earlier.
wolves-slips        Against one wolf, equal players who slip and know it are near even
                    with fewer sheep the less they slip: with a slip of 0.1 with five or
                    six. (Two wolves against three to five sheep were tried with
                    slips of 0.1 and 0.5 before this was written: they win above 99 %.
                    Ten sheep would take hours; `wolves-levels` plays those.)
wolves-importance   As meant, the wolves err most without `killed` and the sheep without
                    `ways`, and leaving out `facing` changes least for the sheep: the
                    report's order fails at `shortened` before `ways`.
"""

from foxkit.documents.wolves import flock_text
from foxkit.documents.wolves_regret import PARTIAL, importance
from foxkit.lab.experiment import Cases
from foxkit.lab.stats import Row
from foxkit.rules.wolves import Wolves
from foxkit.solvers.wolves import value_in
from foxkit.solvers.wolves_retrograde import solve_slice
from foxkit.solvers.wolves_slips import chance, slices

LAST_ROWS = {1: "00200", 2: "02020"}
SLIPS = (0.1, 0.2, 0.5)
MOST = 10  # sheep at the start


def _threshold(enough: int) -> list[Row]:
    """Return the value of each start if the wolves have won at `enough` sheep."""
    game, below, rows = Wolves(enough=enough), None, list[Row]()
    for sheep in range(enough + 1, MOST + 1):
        below = solve_slice(game, 2, sheep, below, progress=True)
        state = game.parse(flock_text(sheep, LAST_ROWS[2]))[1]
        found = value_in(below, state)._asdict()
        rows.append({"condition": f"{sheep}", "sheep": sheep, **found})
    return rows


def _slips(wolves: int, most: int, slip: float) -> list[Row]:
    """Return the wolves' chance from each start, between bounds 0.002 apart at most."""
    game, rows = Wolves(), list[Row]()
    for part in slices(game, wolves, most, slip):
        sheep = game.enough + 1 + len(rows)
        state = game.parse(flock_text(sheep, LAST_ROWS[wolves]))[1]
        low, high = chance(part, state)
        found = {"wolves_win": (low + high) / 2, "below": low, "above": high}
        rows.append({"condition": f"{sheep}", "sheep": sheep, **found})
    return rows


COMPUTED: Cases = {
    "wolves-thresholds": (_threshold, "enough", range(3, MOST)),
    "wolves-slips": (
        _slips,
        "wolves most slip",
        [*((1, 6, slip) for slip in SLIPS), (2, 4, SLIPS[0])],
    ),
    "wolves-importance": (importance, "agent", PARTIAL),
}
"""Name -> what is computed, the names of its factors, and their values."""
