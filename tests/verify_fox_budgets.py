"""One step of a fox, searched and played by a second program.

    python tests/verify_fox_budgets.py searched   # how often a search steps in
    python tests/verify_fox_budgets.py played     # what the sheep win without the step
    python tests/verify_fox_budgets.py crossed    # and where budgets differ

Beside each number stands that of `fox_budgets.ipynb`, which shares no code with this.
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np
from second_fox_game import AT, NO_TABLE, read, search, sheep_win
from second_rates import Found, rate, rate_of, tell

LIMIT = 9
BOARD = "--sss--/--sss--/.ssss.s/s.sss.s/ssf.fss/--...--/--...--"
STEP, MIRRORED = 64 * AT[4, 2] + AT[3, 1], 64 * AT[4, 4] + AT[3, 5]
MIRROR = "/".join(row[::-1] for row in BOARD.split("/"))
STEPS = {read(BOARD)[:2]: STEP, read(MIRROR)[:2]: MIRRORED}
STEPPED = {(1, 7_000): 1, (1, 8_000): 40, (1, 9_000): 137, (1, 10_000): 175}
STEPPED |= {(3, 7_000): 0, (3, 10_000): 173, (5, 7_000): 20, (5, 10_000): 159}
"""Sideways turns taken and simulations -> how many of the study's 200 step."""
WON = {True: rate(98, 100), False: Found(0.644, 0.602, 0.682)}
"""Whether foxes of 10,000 simulations never step in -> what the study's sheep win."""
CROSSED = {(5_000, 5_000): Found(0.785, 0.722, 0.833), (5_000, 7_000): rate(94, 100)}
CROSSED |= {(7_000, 15_000): rate(57, 100), (15_000, 7_000): rate(98, 100)}
"""Simulations of the sheep and of the foxes -> what the study's sheep win."""


def searched(n: int, seed: int) -> None:
    """Search the position so many times with each number of simulations."""
    rng = np.random.default_rng(seed)
    for (taken, simulations), known in STEPPED.items():
        root = read(BOARD, 1, taken)
        found = [search(root, LIMIT, simulations, NO_TABLE, -1, rng) for _ in range(n)]
        what = f"{taken} sideways turns taken, {simulations:,} simulations, step in"
        tell(what, rate(found.count(STEP), n), rate(known, 200))


def played(n: int, seed: int, simulations: int = 10_000) -> None:
    """Play so many games with foxes that never step in, and as many others."""

    def usual(state: tuple[int, ...]) -> int:
        return search(state, LIMIT, simulations, NO_TABLE, -1, rng)

    def never(state: tuple[int, ...]) -> int:
        forbidden = STEPS.get(state[:2], -1)
        return search(state, LIMIT, simulations, NO_TABLE, forbidden, rng)

    for foxes, words in ((never, "never step in"), (usual, "do as they like")):
        rng = np.random.default_rng(seed)
        won = rate_of(partial(sheep_win, LIMIT, [usual, foxes]), n)
        tell(f"foxes {words}, the sheep win", won, WON[foxes is never])


def crossed(n: int, seed: int) -> None:
    """Play so many games of each pair of budgets."""
    for budgets, known in CROSSED.items():
        rng = np.random.default_rng(seed)
        sides = [
            lambda state, own=own, rng=rng: search(state, LIMIT, own, NO_TABLE, -1, rng)
            for own in budgets
        ]
        won = rate_of(partial(sheep_win, LIMIT, sides), n)
        words = "sheep of {:,} against foxes of {:,} win".format(*budgets)
        tell(words, won, known)


RUNS = {"searched": (searched, 200), "played": (played, 100), "crossed": (crossed, 200)}
"""What can be asked -> who does it, and how many searches or games it takes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*RUNS])
    parser.add_argument("--number", type=int, help="of searches or games")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    run, usual = RUNS[asked.what]
    run(asked.number or usual, asked.seed)


if __name__ == "__main__":
    main()
