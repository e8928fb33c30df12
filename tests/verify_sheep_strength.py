"""Battle Sheep between four alike, played by a second program: what does a seat cost?

    python tests/verify_sheep_strength.py report   # the report's player
    python tests/verify_sheep_strength.py ours     # the study's own

Beside each number stands that of `sheep_strength.ipynb`, which has other code.
"""

from __future__ import annotations

import argparse
from math import log10, sqrt
from random import Random

import numpy as np
from second_battle_sheep import (
    FREE,
    OURS,
    REPORT,
    SIDES,
    WAYS,
    make,
    next_player,
    points,
    search,
)
from second_rates import Found, mean, tell

STUDY = {
    "report": ({50: (0.1, -0.1, 0.3), 500: (0.3, 0.2, 0.4), 5_000: (0.6, 0.2, 0.9)}),
    "ours": ({50: (0.3, 0.2, 0.5), 500: (0.9, 0.8, 1.0), 5_000: (1.5, 1.3, 1.8)}),
}
"""Player 4's mean rank less player 1's in the study, by iterations a move."""
SLOPES = {"report": Found(0.20, 0.04, 0.37), "ours": Found(0.64, 0.53, 0.76)}
"""What ten times as many iterations add to it in the study."""
GAMES = {50: 60, 500: 30, 5_000: 10}
"""One on each map, to be played so many times."""


def ragged(rng: Random) -> set[tuple[int, int]]:
    """Grow a field of 64 cells: each of a cell's neighbours joins with chance 45 %."""
    while True:
        field, active, decided = {(6, 6)}, [(6, 6)], {(6, 6)}
        while active and len(field) < 64:
            x, y = active.pop(rng.randrange(len(active)))
            for dx, dy in WAYS:
                cell = (x + dx, y + dy)
                if cell in decided or not {*cell} <= {*range(12)} or len(field) == 64:
                    continue
                decided.add(cell)
                if rng.random() < 0.45:
                    field.add(cell)
                    active.append(cell)
        if len(field) == 64:
            return field


def laid_out(field: set[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return the cell each way from each, or -1, and which have an obstacle beside."""
    at = {cell: i for i, cell in enumerate(sorted(field))}
    near = np.array([[at.get((x + a, y + b), -1) for a, b in WAYS] for x, y in at])
    inside = [[{x + a, y + b} <= {*range(12)} for a, b in WAYS] for x, y in at]
    return near, ((near < 0) & inside)[:, SIDES].any(axis=1)


def nobody(cells: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a board on which nobody stands."""
    return np.full(cells, FREE), np.zeros(cells, int), np.zeros((4, 18), int)


def freest(near: np.ndarray, border: np.ndarray, owner: np.ndarray) -> int:
    """Return the start by DOF: the first cell of the largest L2."""
    seen: list[list[int]] = [[] for _ in owner]
    for cell, way in np.ndindex(near.shape):
        to = near[cell, way]
        while owner[cell] == FREE and to >= 0 and owner[to] == FREE:
            seen[cell].append(to)
            to = near[to, way]
    l2 = [len(own) + sum(len(seen[to]) for to in own) for own in seen]
    starts = [i for i, there in enumerate(owner) if there == FREE and border[i]]
    return 1024 * max(starts, key=lambda cell: l2[cell])


def played(
    near: np.ndarray,
    border: np.ndarray,
    iterations: int,
    kind: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """Play a game; return the scores."""
    board, who = nobody(len(near)), 0
    while who >= 0:
        starts = not board[2][who, 0]
        if starts and kind == REPORT:
            move = freest(near, border, board[0])
        else:
            n = 4 * iterations if starts else iterations
            move = search(near, border, board, who, n, kind, rng)
        make(near, board, who, move)
        who = next_player(near, board, who)
    return points(near, board)


def gap(who: str, iterations: int, games: int, seed: int) -> Found:
    """Return player 4's mean rank less player 1's, those who tie share the middle."""
    maps, rng = Random(seed), np.random.default_rng(seed)
    gaps = []
    for _ in range(games):
        near, border = laid_out(ragged(maps))
        kind = REPORT if who == "report" else OURS
        got = played(near, border, iterations, kind, rng)
        one, four = (float(np.sign(got - got[seat]).sum()) / 2 for seat in (0, 3))
        gaps.append(four - one)
    return mean(gaps)


def slope(gaps: dict[int, Found]) -> Found:
    """Return that of the straight line along the logarithm of the iterations."""
    x = np.array([log10(n) for n in gaps])
    y, error = np.array([[g.middle, (g.high - g.low) / 4] for g in gaps.values()]).T
    weight = error**-2.0
    away = x - (weight @ x) / weight.sum()
    spread = weight @ away**2
    middle, reach = (weight * away) @ y / spread, 2 / sqrt(spread)
    return Found(middle, middle - reach, middle + reach)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("who", choices=[*STUDY])
    parser.add_argument("--times", type=int, default=6, help="60, 30 and 10 games")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    gaps = {}
    for n, games in GAMES.items():
        gaps[n] = gap(asked.who, n, games * asked.times, asked.seed + n)
        study = Found(*STUDY[asked.who][n])
        tell(f"{n:,} iterations, the last seat's gap", gaps[n], study, ".2f")
    tell("ten times as many add", slope(gaps), SLOPES[asked.who], ".2f")


if __name__ == "__main__":
    main()
