"""The Fox Game and its tree search once more, for programs that check the studies.

Written from the rules and the paper (Janshagen & Mattsson, FDG 2022) alone; nothing is
shared with the package. A set of points is an int with a bit for each of 33 points in
reading order, and a move is 64 * from + to. A state is five ints: sheep, foxes, whose
turn it is (0: the sheep's), sideways turns, and where a chain of captures stands or -1.
"""

from __future__ import annotations

from math import log, sqrt, tanh

import numpy as np
from numba import njit

C, K, Q, FLOCK, FIRST_V = 0.4, 0.8, 12, 20, 38
POINTS = [(r, c) for r in range(7) for c in range(7) if 1 < r < 5 or 1 < c < 5]
AT = {point: i for i, point in enumerate(POINTS)}
WAYS = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1)]
SQUARES = ((0, 2), (1, 2), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 2))


def ends(steps: int, ways: int) -> np.ndarray:
    """Return the point so many steps each way from each point, or -1."""
    found = np.full((33, ways), -1)
    for (r, c), i in AT.items():
        for d, (y, x) in enumerate(WAYS[: ways if (r + c) % 2 == 0 else min(ways, 4)]):
            found[i, d] = AT.get((r + steps * y, c + steps * x), -1)
    return found


def sums(worth: list[int]) -> np.ndarray:
    """Return what sets of points are worth together, for each 11 points of a set."""
    sets = np.arange(2048)[:, None] >> np.arange(11) & 1
    return np.array([sets @ worth[n : n + 11] for n in (0, 11, 22)])


def in_square(point: tuple[int, int], first: tuple[int, int]) -> int:
    """Return what a point counts in a square: 1, 3, 9, ... in reading order, or 0."""
    y, x = point[0] - first[0], point[1] - first[1]
    return int(3 ** (3 * y + x)) if 0 <= y < 3 and 0 <= x < 3 else 0


SHEEP_ENDS, FOX_ENDS, LANDINGS = ends(1, 3), ends(1, 8), ends(2, 8)
COUNT, IN_PASTURE = sums([1] * 33), [int(r > 3 and 1 < c < 5) for r, c in POINTS]
PASTURE = sums(IN_PASTURE)
VALUE = sums([r + more for (r, _), more in zip(POINTS, IN_PASTURE, strict=True)])
SEEN = np.array([sums([in_square(p, first) for p in POINTS]) for first in SQUARES])
NO_TABLE = np.zeros((2, 0), np.int16)
"""Stands for equation (3)."""


@njit(cache=True)
def total(sums, points):
    return sums[0, points & 2047] + sums[1, points >> 11 & 2047] + sums[2, points >> 22]


@njit(cache=True)
def add_steps(piece, ends, taken, moves, n):
    """List a piece's steps from place n on; return where the list ends."""
    for end in ends[piece]:
        if end >= 0 and not taken >> end & 1:
            moves[n], n = 64 * piece + end, n + 1
    return n


@njit(cache=True)
def add_captures(fox, sheep, foxes, moves, n):
    """List a fox's captures from place n on; return where the list ends."""
    for d in range(8):
        over, end = FOX_ENDS[fox, d], LANDINGS[fox, d]
        if end >= 0 and sheep >> over & 1 and not (sheep | foxes) >> end & 1:
            moves[n], n = 64 * fox + end, n + 1
    return n


@njit(cache=True)
def decided(state, limit):
    """Return 1 if the sheep have won, -1 if the foxes, and 0 if moves must tell."""
    if total(PASTURE, state[0]) == 9:
        return 1
    if state[3] >= limit:
        return -1
    if state[1] == 0:
        return 1
    return -1 if total(COUNT, state[0]) < 9 else 0


@njit(cache=True)
def list_moves(state, limit, moves):
    """Write the legal moves; return how many: 0 if the game is over."""
    sheep, foxes, turn, _, chain = state
    if decided(state, limit):
        return 0
    if chain >= 0:
        return add_captures(chain, sheep, foxes, moves, 0)
    n = 0
    if turn:
        for fox in range(33):
            if foxes >> fox & 1:
                n = add_captures(fox, sheep, foxes, moves, n)
    own, ends = (foxes, FOX_ENDS) if turn else (sheep, SHEEP_ENDS)
    for piece in range(33 if n == 0 else 0):
        if own >> piece & 1:
            n = add_steps(piece, ends, sheep | foxes, moves, n)
    return n


@njit(cache=True)
def play(state, limit, move, moves):
    """Return the state after a move; what stands in `moves` is lost."""
    sheep, foxes, turn, sideways, _ = state
    start, end = move >> 6, move & 63
    if turn == 0:
        sheep ^= 1 << start | 1 << end
        sideways = 0 if end == SHEEP_ENDS[start, 2] else sideways + 1
        free = foxes
        if decided((sheep, foxes, 1, sideways, -1), limit) == 0:
            for fox in range(33):
                if foxes >> fox & 1:
                    n = add_steps(fox, FOX_ENDS, sheep | foxes, moves, 0)
                    if add_captures(fox, sheep, foxes, moves, n) == 0:
                        free ^= 1 << fox
        return (sheep, free, 1, sideways, -1)
    foxes ^= 1 << start | 1 << end
    for d in range(8):
        if LANDINGS[start, d] == end:
            sheep ^= 1 << FOX_ENDS[start, d]
            if add_captures(end, sheep, foxes, moves, 0):
                return (sheep, foxes, 1, sideways, end)
    return (sheep, foxes, 0, sideways, -1)


@njit(cache=True)
def value_of(state, limit, weights, moves, first_flock=FLOCK):
    """Return the sheep's result, or what equation (3) or a table says of the state."""
    sheep, foxes, turn, sideways, _ = state
    if list_moves(state, limit, moves) == 0:
        return 1.0 if decided(state, limit) == 1 else -1.0
    flock, pack = total(COUNT, sheep), total(COUNT, foxes)
    if weights.shape[1] == 0:
        material = (Q * (pack - 2) - (flock - first_flock)) / (1 + Q)
        return -tanh(K * material - (1 - K) * 0.1 * (total(VALUE, sheep) - FIRST_V))
    found = 0
    for k in range(9):
        seen = total(SEEN[k], sheep) + 2 * total(SEEN[k], foxes)
        found += weights[turn, 3**9 * k + seen]
    for row in (min(total(PASTURE, sheep), 9), 10 + min(limit - sideways, 10)):
        found += weights[turn, 3**9 * 9 + 63 * row + 21 * pack + flock]
    return tanh(found / 128)


@njit(cache=True)
def largest(node, first, number, visits, value, rng):
    """Return the child of the largest UCB1 value, equal ones at random."""
    best, chosen, equal, parent = -1e9, -1, 0, log(visits[node])
    for child in range(first[node], first[node] + number[node]):
        bound = value[child] / visits[child] + C * sqrt(parent / visits[child])
        if bound > best:
            best, chosen, equal = bound, child, 1
        elif bound == best:
            equal += 1
            chosen = child if rng.random() * equal < 1 else chosen
    return chosen


@njit(cache=True)
def searched(root, limit, simulations, weights, rng, flock=FLOCK):
    """Return the moves of a position, their visits and the sums of their results.

    Equation (3) counts what is lost of `flock` sheep.
    """
    room = 62 * simulations
    first, number = np.empty(room, np.int32), np.empty(room, np.int32)
    tried, move = np.empty(room, np.int32), np.empty(room, np.int64)
    visits, value = np.empty(room), np.empty(room)
    moves, path, side = np.empty(80, np.int64), np.zeros(2000, np.int64), np.zeros(2000)
    size, number[0], tried[0], visits[0] = 1, 0, 0, 0
    for _ in range(simulations):
        node, state, depth, leaf = 0, root, 1, False
        while not leaf:
            if number[node] == 0:
                n, leaf = list_moves(state, limit, moves), True
                if n == 0:
                    break
                first[node], number[node] = size, n
                new, size = slice(size, size + n), size + n
                move[new], number[new], tried[new] = moves[:n], 0, 0
                visits[new], value[new] = 0, 0
            if tried[node] < number[node]:
                child = first[node] + tried[node]
                other = child + int(rng.random() * (number[node] - tried[node]))
                move[child], move[other] = move[other], move[child]
                tried[node] += 1
            else:
                child = largest(node, first, number, visits, value, rng)
            path[depth], side[depth] = child, 1.0 - 2.0 * state[2]
            state = play(state, limit, move[child], moves)
            node, depth = child, depth + 1
        result = value_of(state, limit, weights, moves, flock)
        for i in range(depth):
            visits[path[i]] += 1
            value[path[i]] += side[i] * result
    there = slice(1, 1 + number[0])
    return move[there].copy(), visits[there].copy(), value[there].copy()


@njit(cache=True)
def search(
    root, limit, simulations, weights, forbidden, rng, flock=FLOCK, by_mean=False
):
    """Return the move most visited, or of highest mean, but for one that is forbidden.

    Equation (3) counts what is lost of `flock` sheep.
    """
    move, visits, value = searched(root, limit, simulations, weights, rng, flock)
    best, most = -1, -1e9
    for child in range(len(move)):
        if move[child] != forbidden and visits[child] > 0:
            liked = value[child] / visits[child] if by_mean else visits[child]
            if liked > most:
                best, most = child, liked
    return move[best]


def read(board: str, turn: int = 0, sideways: int = 0) -> tuple[int, ...]:
    """Return the state of a board's text, rows joined by slashes."""
    pieces = [piece for piece in board if piece not in "-/"]
    sheep, foxes = (
        sum(1 << i for i, piece in enumerate(pieces) if piece == own) for own in "sf"
    )
    return sheep, foxes, turn, sideways, -1


START = read("--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f--")
STARTS = {
    20: START,
    19: read("--s.s--/--sss--/sssssss/sssssss/......./--...--/--f.f--"),
    18: read("--.s.--/--sss--/sssssss/sssssss/......./--...--/--f.f--"),
}
"""The start by the number of sheep."""
ROOM = np.empty(80, np.int64)


def opened(
    state: tuple[int, ...],
    limit: int,
    plies: int,
    flock: int,
    rng: np.random.Generator,
    simulations: int = 300,
) -> tuple[int, ...]:
    """Return the state after an opening, each ply drawn by the visits of a search.

    It is drawn again where the game is over after it, or leaves one move.
    """
    for _ in range(100):
        after = state
        for _ in range(plies):
            if not list_moves(after, limit, ROOM):
                break
            moves, visits, _ = searched(after, limit, simulations, NO_TABLE, rng, flock)
            move = int(rng.choice(moves, p=visits / visits.sum()))
            after = play(after, limit, move, ROOM)
        if list_moves(after, limit, ROOM) > 1:
            return after
    raise ValueError("no opening leaves a choice")


def sheep_win(limit: int, choose: list, state: tuple[int, ...] = START) -> bool:
    """Play a game; what the sheep and what the foxes choose by are functions."""
    while n := list_moves(state, limit, ROOM):
        move = choose[state[2]](state) if n > 1 else ROOM[0]
        state = play(state, limit, move, ROOM)
    return decided(state, limit) == 1
