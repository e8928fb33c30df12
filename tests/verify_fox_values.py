"""Positions of the Fox Game's endings, solved once more by a program of its own.

    python tests/verify_fox_values.py [--number 200] [--seed 1] [--most 67108864]

Random positions of the solved class that are not over, as many with each of 9 to 19
sheep (20 fill the pasture and have won), with one fox or two, either side to move and
0 to 9 sideways turns taken. A depth-first search of all lines of play says who wins,
and so does `foxkit value`. The rules are those of `second_fox_game.py`, which shares no
code with foxkit. The search remembers positions and the best move of each, takes mirror
images for the same, and uses that sheep who win also win with more sideways turns left,
by the same moves: it asks first whether they do when one turn loses, two, or four.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from numba import njit
from second_fox_game import (
    AT,
    FOX_ENDS,
    POINTS,
    ROOM,
    add_captures,
    add_steps,
    decided,
    list_moves,
    play,
    sums,
    total,
)

FAR = [i for (row, _), i in AT.items() if row > 2]
MIRROR = sums([1 << AT[row, 6 - column] for row, column in POINTS])
MIRRORED = np.array([AT[row, 6 - column] for row, column in POINTS])
UNKNOWN, GIVEN_UP = -1, -2


@njit(cache=True)
def place_of(state, memory):
    """Return a position's place, its key, and whether it stands there mirrored."""
    sheep, foxes, turn, _, _ = state
    own = foxes << 20 | sheep >> 13
    other = total(MIRROR, foxes) << 20 | total(MIRROR, sheep) >> 13
    key = min(own, other) << 1 | turn
    place = (key * 0x1E3779B97F4A7C15 >> 20) & len(memory) - 1
    while memory[place] and memory[place] >> 8 != key:
        place = place + 1 & len(memory) - 1
    return place, key, other < own


@njit(cache=True)
def known(state, limit, memory):
    """Return 1 if the sheep win, 0 if the foxes, as far as board or memory tell."""
    won = decided(state, limit)
    if won:
        return int(won > 0)
    if state[4] >= 0:  # in a chain: only whole turns are remembered
        return UNKNOWN
    place, _, _ = place_of(state, memory)
    left, wins, loses = limit - state[3], memory[place] >> 4 & 15, memory[place] & 15
    if wins and left >= wins:
        return 1
    return 0 if left <= loses else UNKNOWN


@njit(cache=True)
def as_stored(move, mirrored):
    """Return a move, or its mirror image."""
    return MIRRORED[move >> 6] << 6 | MIRRORED[move & 63] if mirrored else move


@njit(cache=True)
def remember(state, limit, won, move, memory, best):
    """Write what is known of a position, by its sideways turns left; tell if it is new.

    With so many left the sheep win, or with so many they do not; `move` is -1 where all
    moves lose.
    """
    place, key, mirrored = place_of(state, memory)
    new, left = memory[place] == 0, limit - state[3]
    wins, loses = memory[place] >> 4 & 15, memory[place] & 15
    if won:
        wins = min(wins, left) if wins else left
    else:
        loses = max(loses, left)
    memory[place] = key << 8 | wins << 4 | loses
    if move >= 0:
        best[place] = as_stored(move, mirrored)
    return new


@njit(cache=True)
def sort_moves(state, limit, moves, n, spare):
    """Sort n moves: foxes threaten as much as they can, sheep step where it is safe."""
    worth = np.empty(n, np.int64)
    for i in range(n):
        sheep, foxes, _, sideways, _ = play(state, limit, moves[i], spare)
        threats = 0
        for fox in range(33):
            if foxes >> fox & 1:
                threats += add_captures(fox, sheep, foxes, spare, 0)
        worth[i] = -threats if state[2] else 2 * threats + (sideways > 0)
    moves[:n] = moves[:n][np.argsort(worth, kind="mergesort")]


@njit(cache=True)
def best_first(state, memory, best, moves, n):
    """Put the move that was best when fewer turns lost before the others."""
    place, key, mirrored = place_of(state, memory)
    if state[4] < 0 and memory[place] >> 8 == key:
        move = as_stored(best[place], mirrored)
        for i in range(n):
            if moves[i] == move:
                moves[1 : i + 1] = moves[:i].copy()
                moves[0] = move
                break


@njit
def winner(state, limit, room, depth):
    """Return 1 if the sheep win, 0 if the foxes; or GIVEN_UP where too much is new."""
    memory, best, moves, spare, left = room
    found = known(state, limit, memory)
    if found != UNKNOWN or left.min() <= 0:
        return GIVEN_UP if found == UNKNOWN else found
    left[1] -= 1
    own, n, chosen = 1 - state[2], list_moves(state, limit, moves[depth]), -1
    for i in range(n):
        if known(play(state, limit, moves[depth, i], spare), limit, memory) == own:
            chosen, n = moves[depth, i], 0
            break
    sort_moves(state, limit, moves[depth], n, spare)
    best_first(state, memory, best, moves[depth], n)
    for i in range(n):
        after = play(state, limit, moves[depth, i], spare)
        value = winner(after, limit, room, depth + 1)
        if value == GIVEN_UP:
            return value
        if value == own:
            chosen = moves[depth, i]
            break
    found = own if chosen >= 0 else 1 - own
    if state[4] < 0 and remember(state, limit, found, chosen, memory, best):
        left[0] -= 1
    return found


def solved(state: tuple[int, ...], limit: int, budget: int) -> int:
    """Return 1 if the sheep win, 0 if the foxes; GIVEN_UP beyond so many positions."""
    places = 1 << budget.bit_length()
    memory, best = np.zeros(places, np.int64), np.zeros(places, np.int16)
    moves, left = np.empty((2_000, 80), np.int64), np.array([budget, 0])
    taken = state[3]
    for tight in sorted({1, 2, 4, limit}):
        memory &= ~15  # who loses when so many turns lose may win when more do
        left[1] = budget if tight == limit else budget // 8
        state = (*state[:3], max(tight - limit + taken, 0), -1)
        value = int(winner(state, tight, (memory, best, moves, ROOM, left), 0))
        if value == 1:
            break
    return value


def all_solved(positions: list, limit: int, most: int) -> list[int]:
    """Solve positions with more and more memory, until none is left or `most`."""
    found, budget = [GIVEN_UP] * len(positions), 1 << 14
    while GIVEN_UP in found and budget <= most:
        for nth, state in enumerate(positions):
            if found[nth] == GIVEN_UP:
                found[nth] = solved(state, limit, budget)
            said = f"{budget:,} positions: {nth + 1} of {len(positions)}"
            print(f"\r{said:40}", end="", file=sys.stderr, flush=True)
        budget *= 8
    print("\r", end="", file=sys.stderr)
    return found


def drawn(nth: int, limit: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Draw a position that is not over; on their turn all foxes can move."""
    flock, pack = 9 + nth % 11, 1 + int(rng.integers(2))
    while True:
        there = rng.choice(FAR, flock, replace=False)
        free = sorted({*range(len(POINTS))} - {*there.tolist()})
        groups = there, rng.choice(free, pack, replace=False)
        sheep, foxes = (sum(1 << int(point) for point in group) for group in groups)
        turn, sideways = int(rng.integers(2)), int(rng.integers(limit))
        stuck = any(
            add_captures(fox, sheep, foxes, ROOM, 0) == 0
            and add_steps(fox, FOX_ENDS, sheep | foxes, ROOM, 0) == 0
            for fox in groups[1]
        )
        state = (sheep, foxes, turn, sideways, -1)
        if decided(state, limit) == 0 and not (turn and stuck):
            return state


def text(state: tuple[int, ...]) -> str:
    """Return a position as `foxkit value` reads it."""
    sheep, foxes, turn, sideways, _ = state
    rows = [["-"] * 7 for _ in range(7)]
    for (row, column), i in AT.items():
        rows[row][column] = ".sf"[(sheep >> i & 1) + 2 * (foxes >> i & 1)]
    return f"{'/'.join(map(''.join, rows))} {'sf'[turn]} {sideways} -"


def answers(positions: list[tuple[int, ...]]) -> list[int]:
    """Return 1 where the command says that the sheep win, 0 where the foxes do."""
    command = [sys.executable, "-m", "foxkit", "value", "fox-game"]
    done = subprocess.run(
        command,
        input="\n".join(map(text, positions)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    said = [json.loads(line)["winner"] for line in done.stdout.splitlines()]
    return [["foxes", "sheep"].index(winner) for winner in said]


def tell(what: str, found: list[int]) -> None:
    """Print how many positions each side wins."""
    won, lost, left = (found.count(x) for x in (1, 0, GIVEN_UP))
    print(f"{what:8}: {won:3} won by the sheep, {lost:3} by the foxes, {left} given up")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=1 << 26, help="positions to hold")
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    positions = [drawn(nth, 10, rng) for nth in range(asked.number)]
    found = all_solved(positions, 10, asked.most)
    said = answers(positions)
    for state, ours, theirs in zip(positions, found, said, strict=True):
        if ours not in (theirs, GIVEN_UP):
            print(f"{text(state)}: foxkit says {theirs}, this program {ours}")
    sizes = [state[0].bit_count() for state in positions]
    for size in range(9, 20):
        tell(
            f"{size} sheep", [x for x, n in zip(found, sizes, strict=True) if n == size]
        )
    tell("in all", found)
    same = sum(map(int.__eq__, found, said))
    print(f"{same} of {len(found)} as foxkit value; {time.process_time():.0f} s")


if __name__ == "__main__":
    main()
