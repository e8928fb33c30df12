"""Battle Sheep between four alike, played by a second program: what does a seat cost?

    python tests/verify_sheep_strength.py report   # the report's player
    python tests/verify_sheep_strength.py ours     # the study's own

Nothing is shared with the package. The report's player is written from its listing; the
study's from what is said of it: everybody moves in its tree, a result is three parts
rank and one score, C is 0.3, and playouts leave narrow places first. Beside each number
stands that of `sheep_strength.ipynb`.
"""

from __future__ import annotations

import argparse
from math import log, log10, sqrt
from random import Random

import numpy as np
from numba import njit
from plain_battle_sheep import (
    any_move,
    can_slide,
    freest,
    laid_out,
    list_moves,
    make,
    next_player,
    nobody,
    points,
    ragged,
)
from plain_rates import Found, mean, tell

REPORT, OURS = 0, 1


@njit(cache=True)
def finished(near, border, board, who, me, kind, rng):
    """Play on by chance; return what each player gets."""
    if kind == REPORT:
        while can_slide(near, board, me):
            make(near, board, me, any_move(near, board, me, False, rng))
            for other in range(4):
                if other != me and can_slide(near, board, other):
                    make(near, board, other, any_move(near, board, other, False, rng))
        return points(near, board)
    room = np.empty(64, np.int64)
    while who >= 0:
        if board[2][who, 0] == 0:
            n = list_moves(near, border, board, who, room)
            move = room[int(rng.random() * n)]
        else:
            move = any_move(near, board, who, True, rng)
        make(near, board, who, move)
        who = next_player(near, board, who)
    got = points(near, board)
    ranks = np.array([np.sign(own - got).sum() / 3 for own in got])
    return 0.75 * ranks + 0.25 * np.minimum(1.0, got / 16 - 1)


@njit(cache=True)
def bound(value, visits, parent, kind):
    """Return UCB1; the report's results are raw scores."""
    return value / visits + (1.44 if kind == REPORT else 0.3) * sqrt(parent / visits)


@njit(cache=True)
def best_child(node, tree, kind, rng):
    """Return the child to follow: an untried one, or that of the largest UCB1.

    Of equals the report takes the first, ours any. The report's parent counts what its
    children were visited, one less than itself but at the root.
    """
    first, number, _, visits, value = tree
    best, chosen, equal = -1e9, -1, 0
    parent = log(max(1.0, visits[node] - (kind == REPORT and node > 0)))
    for child in range(first[node], first[node] + number[node]):
        own = 1e9
        if visits[child]:
            own = bound(value[child], visits[child], parent, kind)
        if own > best:
            best, chosen, equal = own, child, 1
        elif own == best and kind == OURS:
            equal += 1
            chosen = child if rng.random() * equal < 1 else chosen
    return chosen


@njit(cache=True)
def search(near, border, root, me, iterations, kind, rng):
    """Return the move that a search would make."""
    owner, sheep, cells = root[0].copy(), root[1].copy(), root[2].copy()
    board, room = (owner, sheep, cells), 122 * iterations + 1
    first, number = np.empty(room, np.int32), np.empty(room, np.int32)
    move, visits, value = np.empty(room, np.int32), np.empty(room), np.empty(room)
    tree, moves = (first, number, move, visits, value), np.empty(136, np.int64)
    path, whose = np.zeros(80, np.int64), np.zeros(80, np.int64)
    size, number[0], visits[0] = 1, 0, 0
    for _ in range(iterations):
        owner[:], sheep[:], cells[:] = root
        node, who, depth, leaf = 0, me, 1, False
        while not leaf and who >= 0:
            if number[node] == 0:
                leaf, n = True, list_moves(near, border, board, who, moves)
                if n == 0:
                    break
                first[node], number[node] = size, n
                move[size : size + n] = moves[:n]
                number[size : size + n] = 0
                visits[size : size + n] = value[size : size + n] = 0
                node, size = size + int(rng.random() * n), size + n
            else:
                node = best_child(node, tree, kind, rng)
            make(near, board, who, move[node])
            path[depth], whose[depth], depth = node, who, depth + 1
            who = me if kind == REPORT else next_player(near, board, who)
        got = finished(near, border, board, who, me, kind, rng)
        for i in range(depth):
            visits[path[i]] += 1
            value[path[i]] += got[whose[i]]
    best, most, parent = -1, -1.0, log(iterations)
    for child in range(1, 1 + number[0]):
        mark = visits[child]
        if kind == REPORT and mark:
            mark = bound(value[child], mark, parent, kind)
        if mark > most:
            best, most = child, mark
    return move[best]


@njit(cache=True)
def played(near, border, board, iterations, kind, rng):
    """Play a game; return the scores."""
    who = 0
    while who >= 0:
        starts = board[2][who, 0] == 0
        if starts and kind == REPORT:
            move = freest(near, border, board[0])
        else:
            n = 4 * iterations if starts else iterations
            move = search(near, border, board, who, n, kind, rng)
        make(near, board, who, move)
        who = next_player(near, board, who)
    return points(near, board)


STUDY = {
    "report": ({50: (0.1, -0.1, 0.3), 500: (0.3, 0.2, 0.4), 5_000: (0.6, 0.2, 0.9)}),
    "ours": ({50: (0.3, 0.2, 0.5), 500: (0.9, 0.8, 1.0), 5_000: (1.5, 1.3, 1.8)}),
}
"""Player 4's mean rank less player 1's in the study, by iterations a move."""
SLOPES = {"report": Found(0.20, 0.04, 0.37), "ours": Found(0.64, 0.53, 0.76)}
"""What ten times as many iterations add to it in the study."""
GAMES = {50: 600, 500: 300, 5_000: 100}
"""One on each map."""


def gap(who: str, iterations: int, games: int, seed: int) -> Found:
    """Return player 4's mean rank less player 1's, those who tie share the middle."""
    maps, rng = Random(seed), np.random.default_rng(seed)
    gaps = []
    for _ in range(games):
        near, border = laid_out(ragged(maps))
        kind = REPORT if who == "report" else OURS
        got = played(near, border, nobody(64), iterations, kind, rng)
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
    parser.add_argument("--part", type=float, default=1, help="of the usual games")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    gaps = {}
    for n, games in GAMES.items():
        gaps[n] = gap(asked.who, n, max(3, round(games * asked.part)), asked.seed + n)
        study = Found(*STUDY[asked.who][n])
        tell(f"{n:,} iterations, the last seat's gap", gaps[n], study, ".2f")
    tell("ten times as many add", slope(gaps), SLOPES[asked.who], ".2f")


if __name__ == "__main__":
    main()
