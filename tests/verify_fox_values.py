"""Positions of the Fox Game's endings, solved once more by a program of its own.

    python tests/verify_fox_values.py [--number 200] [--seed 1] [--budget 2000000]

Random positions of the solved class that are not over, as many with each of 9 to 19
sheep (20 fill the pasture and have won), with one fox or two, either side to move and
0 to 9 sideways turns taken. A depth-first search of all lines of play says who wins,
and so does `foxkit value`. The rules are those of `second_fox_game.py`, which shares no
code with foxkit. The search remembers positions, takes mirror images for the same, and
uses that sheep who win also win with more sideways turns left, by the same moves: it
asks first whether they do when one turn, two or four lose.
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
UNKNOWN, GIVEN_UP = -1, -2
PLACES = 1 << 26
"""For positions, a power of two: each place holds one, and what is known of it."""


@njit(cache=True)
def place_of(state, memory):
    """Return where a position or its mirror image stands, or would, and its key."""
    sheep, foxes, turn, _, _ = state
    mirrored = total(MIRROR, foxes) << 20 | total(MIRROR, sheep) >> 13
    key = min(foxes << 20 | sheep >> 13, mirrored) << 1 | turn
    place = (key * 0x1E3779B97F4A7C15 >> 20) & len(memory) - 1
    while memory[place] and memory[place] >> 8 != key:
        place = place + 1 & len(memory) - 1
    return place, key


@njit(cache=True)
def known(state, limit, memory):
    """Return 1 if the sheep win, 0 if the foxes, as far as board or memory tell."""
    won = decided(state, limit)
    if won:
        return int(won > 0)
    if state[4] >= 0:  # in a chain: only whole turns are remembered
        return UNKNOWN
    place, _ = place_of(state, memory)
    left, wins, loses = limit - state[3], memory[place] >> 4 & 15, memory[place] & 15
    if wins and left >= wins:
        return 1
    return 0 if left <= loses else UNKNOWN


@njit(cache=True)
def remember(state, limit, won, memory):
    """Write with how few sideways turns left the sheep win, or with how many not."""
    place, key = place_of(state, memory)
    left, wins, loses = limit - state[3], memory[place] >> 4 & 15, memory[place] & 15
    if won:
        wins = min(wins, left) if wins else left
    else:
        loses = max(loses, left)
    memory[place] = key << 8 | wins << 4 | loses


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


@njit
def winner(state, limit, room, depth):
    """Return 1 if the sheep win, 0 if the foxes; or GIVEN_UP where too much is new."""
    memory, moves, spare, left = room
    found = known(state, limit, memory)
    if found != UNKNOWN or left[0] == 0:
        return GIVEN_UP if found == UNKNOWN else found
    left[0] -= 1
    own, n = 1 - state[2], list_moves(state, limit, moves[depth])
    found = 1 - own  # if no move leads to what is best for who moves
    for i in range(n):
        if known(play(state, limit, moves[depth, i], spare), limit, memory) == own:
            found, n = own, 0
            break
    sort_moves(state, limit, moves[depth], n, spare)
    for i in range(n):
        after = play(state, limit, moves[depth, i], spare)
        value = winner(after, limit, room, depth + 1)
        if value != 1 - own:  # what the side wants, or given up
            found = value
            break
    if found != GIVEN_UP and state[4] < 0:
        remember(state, limit, found, memory)
    return found


def solved(positions: list, limit: int, budget: int, places: int = PLACES) -> list[int]:
    """Return 1 where the sheep win, 0 where the foxes do, GIVEN_UP beyond a budget."""
    memory, used, found = np.zeros(places, np.int64), 0, [GIVEN_UP] * len(positions)
    moves = np.empty((2_000, 80), np.int64)
    for tight in sorted(n for n in {1, 2, 4, limit} if n <= limit):
        memory &= ~15  # who loses when so many turns lose may win when more do
        most = budget if tight == limit else budget // 10
        for nth, state in enumerate(positions):
            if found[nth] == 1:
                continue
            if used + most > places * 3 // 4:
                memory[:], used = 0, 0
            left, taken = np.array([most]), tight - min(tight, limit - state[3])
            room, state = (memory, moves, ROOM, left), (*state[:3], taken, -1)
            value = int(winner(state, tight, room, 0))
            if value == 1 or tight == limit:
                found[nth] = value
            used += most - int(left[0])
            said = f"{tight} turns lose: {nth + 1} of {len(positions)}"
            print(f"\r{said:40}", end="", file=sys.stderr, flush=True)
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
    parser.add_argument("--budget", type=int, default=2_000_000, help="new positions")
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    positions = [drawn(nth, 10, rng) for nth in range(asked.number)]
    found = solved(positions, 10, asked.budget)
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
