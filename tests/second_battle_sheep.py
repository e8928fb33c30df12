"""Battle Sheep once more, for a program that checks a study.

Written from the rules and the listing of the report alone; nothing is shared with the
package. A cell of the field is its number in the listing's scan, x outer and y inner; a
move is 1024 * cell + 64 * way + sheep, and one without sheep is a start. A board is
three arrays: who owns each cell, how many sheep stand there, and for each player how
many cells are its own, then which.

Two players search. The report's is written from its listing. The study's is written
from what is said of it: everybody moves in its tree, a result is three parts rank and
one score, C is 0.3, and playouts leave narrow places first.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numba import njit

REPORT, OURS = 0, 1
FREE, FLOCK = -1, 16
WAYS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
SIDES = (1, 3, 4, 6)
WORTH = np.arange(65) ** 1.25


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
