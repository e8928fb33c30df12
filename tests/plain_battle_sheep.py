"""Battle Sheep once more, for a program that checks a study.

Written from the rules and the listing of the report alone; nothing is shared with the
package. A cell of the field is its number in the listing's scan, x outer and y inner; a
move is 1024 * cell + 64 * way + sheep, and one without sheep is a start. A board is
three arrays: who owns each cell, how many sheep stand there, and for each player how
many cells are its own, then which.
"""

from __future__ import annotations

from random import Random

import numpy as np
from numba import njit

FREE, FLOCK = -1, 16
WAYS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
SIDES = (1, 3, 4, 6)
WORTH = np.arange(65) ** 1.25


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


@njit(cache=True)
def ways_out(near, owner, cell):
    n = 0
    for to in near[cell]:
        n += to >= 0 and owner[to] == FREE
    return n


@njit(cache=True)
def slide(near, owner, cell, way):
    """Return where a slide ends, the cell itself if it cannot begin."""
    while near[cell, way] >= 0 and owner[near[cell, way]] == FREE:
        cell = near[cell, way]
    return cell


@njit(cache=True)
def list_moves(near, border, board, who, moves):
    """Write a player's moves in the order of the listing; return how many."""
    owner, sheep, cells = board
    n = 0
    for cell in range(len(owner)):
        if cells[who, 0] == 0:
            if owner[cell] == FREE and border[cell]:
                moves[n], n = 1024 * cell, n + 1
        elif owner[cell] == who and sheep[cell] > 1:
            for way in range(8):
                to = near[cell, way]
                if to >= 0 and owner[to] == FREE:
                    for part in range(1, sheep[cell]):
                        moves[n], n = 1024 * cell + 64 * way + part, n + 1
    return n


@njit(cache=True)
def make(near, board, who, move):
    owner, sheep, cells = board
    cell, way, part = move >> 10, move >> 6 & 15, move & 63
    if part:
        sheep[cell] -= part
        cell = slide(near, owner, cell, way)
    owner[cell], sheep[cell] = who, part or FLOCK
    cells[who, 0] += 1
    cells[who, cells[who, 0]] = cell


@njit(cache=True)
def can_slide(near, board, who):
    owner, sheep, cells = board
    for cell in cells[who, 1 : cells[who, 0] + 1]:
        if sheep[cell] > 1 and ways_out(near, owner, cell):
            return True
    return False


@njit(cache=True)
def next_player(near, board, who):
    """Return the next who has to start or can slide, or -1."""
    for other in range(who + 1, who + 5):
        if board[2][other & 3, 0] == 0 or can_slide(near, board, other & 3):
            return other & 3
    return -1


@njit(cache=True)
def any_move(near, board, who, narrow, rng):
    """Return a slide by chance: any, or `narrow` places first and parts by room."""
    owner, sheep, cells = board
    codes, upto, n, total = np.empty(136, np.int64), np.empty(136), 0, 0.0
    for cell in cells[who, 1 : cells[who, 0] + 1]:
        if sheep[cell] > 1:
            open_ways = ways_out(near, owner, cell)
            for way in range(8 if open_ways else 0):
                to = near[cell, way]
                if to >= 0 and owner[to] == FREE:
                    stays = slide(near, owner, to, way) == to
                    total += 8 - open_ways + stays if narrow else sheep[cell] - 1
                    codes[n], upto[n], n = 1024 * cell + 64 * way, total, n + 1
    drawn, i = rng.random() * total, 0
    while i < n - 1 and upto[i] <= drawn:
        i += 1
    cell, way = codes[i] >> 10, codes[i] >> 6 & 15
    there = sheep[cell]
    if not narrow:
        return codes[i] + 1 + int(rng.random() * (there - 1))
    end = slide(near, owner, cell, way)
    owner[end] = who
    left, room = ways_out(near, owner, cell), ways_out(near, owner, end)
    owner[end] = FREE
    both = max(1, left + room)
    part = (there * room + int(rng.random() * both)) // both
    return codes[i] + min(max(part, 1), there - 1)


@njit(cache=True)
def points(near, board):
    """Return the scores: regions joined by sides, each to the power 1.25, rounded."""
    owner, _, cells = board
    found, seen, queue = (
        np.zeros(4),
        np.zeros(len(owner), np.bool_),
        np.empty(80, np.int64),
    )
    for who in range(4):
        for start in cells[who, 1 : cells[who, 0] + 1]:
            size, n, queue[0] = 0, 0 if seen[start] else 1, start
            seen[start] = True
            while n:
                n, size = n - 1, size + 1
                here = queue[n]
                for way in SIDES:
                    to = near[here, way]
                    if to >= 0 and owner[to] == who and not seen[to]:
                        seen[to], queue[n], n = True, to, n + 1
            found[who] += WORTH[size]
    return np.floor(found + 0.5)


@njit(cache=True)
def freest(near, border, owner):
    """Return the start by DOF: the first cell of the largest L2."""
    l1, best, most = np.zeros(len(owner)), -1, -1.0
    for twice in (False, True):
        for cell in range(len(owner)):
            l2 = l1[cell]
            for way in range(8 if owner[cell] == FREE else 0):
                to = near[cell, way]
                while to >= 0 and owner[to] == FREE:
                    l2 += l1[to] if twice else 1
                    to = near[to, way]
            if not twice:
                l1[cell] = l2
            elif owner[cell] == FREE and border[cell] and l2 > most:
                best, most = cell, l2
    return 1024 * best
