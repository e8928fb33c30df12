"""Battle Sheep by the report's players on scattered maps, in plain Python.

    python tests/verify_sheep_maps.py [games]

Nothing is shared with the package: rules, starting cells, search, the way a map grows
and the random numbers are written again. It prints what four players score in the
report's experiments A and C, beside what is stored of the same experiments, and how far
apart the two are in standard errors.
"""

from __future__ import annotations

import json
import sys
from math import dist, inf, log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

Cell = tuple[int, int]
STEPS = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]  # keys 1 to 9
SIDES = [(0, -1), (-1, 0), (1, 0), (0, 1)]
ITERATIONS = 500
KEPT = Path(__file__).parents[1] / "data" / "kept" / "met"


def piece(field: set[Cell], cell: Cell) -> set[Cell]:
    """Return what hangs together with a cell by sides or corners."""
    queue, left = [cell], field - {cell}
    for x, y in queue:
        near = {(x + a, y + b) for a, b in STEPS} & left
        left -= near
        queue += near
    return set(queue)


def grown(chance: Random) -> set[Cell]:
    """Toss a coin for each of 12 x 12 cells; thin the largest piece to 64 cells."""
    field: set[Cell] = set()
    while len(field) < 64:
        whole = [(x, y) for x in range(12) for y in range(12)]
        tossed = {cell for cell in whole if chance.random() < 0.5}
        field = max((piece(tossed, cell) for cell in tossed), key=len)
    while len(field) > 64:
        less = field - {chance.choice(sorted(field))}
        if len(piece(less, min(less))) == len(less):
            field = less
    return field


class Map:
    """A field: rays and sides of its cells, numbered with x outer and y inner."""

    def __init__(self, field: set[Cell]) -> None:
        self.cells = sorted(field)
        at = {cell: i for i, cell in enumerate(self.cells)}
        self.rays = [
            [ray for step in STEPS if (ray := self._ray(cell, step, at))]
            for cell in self.cells
        ]
        self.ways = [[(ray, 1 << ray[0]) for ray in rays] for rays in self.rays]
        beside = [[(x + a, y + b) for a, b in SIDES] for x, y in self.cells]
        self.beside = [[at[c] for c in cells if c in at] for cells in beside]
        self.is_border = [
            any(c not in at and min(c) >= 0 and max(c) < 12 for c in cells)
            for cells in beside
        ]

    def _ray(self, cell: Cell, step: Cell, at: dict[Cell, int]) -> list[int]:
        found: list[int] = []
        while (cell := (cell[0] + step[0], cell[1] + step[1])) in at:
            found.append(at[cell])
        return found

    def seen(self, free: int, i: int) -> list[int]:
        """List the free cells on the rays of one."""
        found = []
        for ray in self.rays[i]:
            for j in ray:
                if not free >> j & 1:
                    break
                found.append(j)
        return found

    def start(self, taken: list[int], factor: float) -> int:
        """Return the border cell of most distance and freedom, the first of equals."""
        free = (1 << len(self.cells)) - 1
        for i in taken:
            free ^= 1 << i
        best, most = -1, 0.0
        for i, border in enumerate(self.is_border):
            if border and free >> i & 1:
                near = self.seen(free, i)
                worth = len(near) + sum(len(self.seen(free, j)) for j in near)
                away = sum(dist(self.cells[i], self.cells[j]) for j in taken)
                if worth and worth + factor * away > most:
                    best, most = i, worth + factor * away
        return best

    def score(self, own: dict[int, int]) -> int:
        """Return the score of a player's cells."""
        left, total = set(own), 0.0
        while left:
            queue = [left.pop()]
            for i in queue:
                for j in self.beside[i]:
                    if j in left:
                        left.remove(j)
                        queue.append(j)
            total += len(queue) ** 1.25
        return round(total)


class Board:
    """Free cells as bits, and each player's stacks."""

    def __init__(self, map_: Map, free: int, stacks: list[dict[int, int]]) -> None:
        self.map, self.free, self.stacks = map_, free, stacks

    def slides(self, player: int) -> list[tuple[int, list[int], int]]:
        """List a player's ways out, each with the most sheep that can go."""
        free, ways = self.free, self.map.ways
        return [
            (i, ray, sheep - 1)
            for i, sheep in self.stacks[player].items()
            if sheep > 1
            for ray, first in ways[i]
            if free & first
        ]

    def play(self, player: int, i: int, ray: list[int], sheep: int) -> None:
        """Slide some sheep as far as they go."""
        end = ray[0]
        for j in ray:
            if not self.free >> j & 1:
                break
            end = j
        self.free ^= 1 << end
        own = self.stacks[player]
        own[i] -= sheep
        own[end] = sheep

    def at_random(self, player: int, chance: Random) -> bool:
        """Make a random move; tell whether there was one."""
        found = self.slides(player)
        if not found:
            return False
        left = int(chance.random() * sum([most for *_, most in found]))
        for i, ray, most in found:
            if left < most:
                self.play(player, i, ray, left + 1)
                return True
            left -= most
        raise AssertionError

    def copy(self) -> Board:
        """Return one that can be changed alone."""
        return Board(self.map, self.free, [dict(each) for each in self.stacks])


class Node:
    """A move of the player who thinks, and what came of it."""

    def __init__(self, move: tuple[int, list[int], int] | None) -> None:
        self.move, self.visits, self.score = move, 0, 0
        self.children: list[Node] = []
        self.tried = 0  # children before this one have been visited

    def best(self) -> Node:
        """Return the first child without a visit, or the first of the largest bound."""
        children = self.children
        while self.tried < len(children) and children[self.tried].visits:
            self.tried += 1
        if self.tried < len(children):
            return children[self.tried]
        return max(children, key=self.bound())

    def bound(self):  # type: ignore[no-untyped-def]
        """Return what gives a child's bound, 0 without a visit."""
        total = log(sum([child.visits for child in self.children]))

        def of(child: Node) -> float:
            n = child.visits
            return child.score / n + 1.44 * sqrt(total / n) if n else 0.0

        return of


def thought(board: Board, me: int, chance: Random) -> tuple[int, list[int], int]:
    """Return the move of the report's search: its own moves alone are in the tree."""
    root, others = Node(None), [player for player in range(4) if player != me]
    for _ in range(ITERATIONS):
        node, now, path = root, board.copy(), []
        while node.children:
            node = node.best()
            path.append(node)
            now.play(me, *node.move)  # type: ignore[misc]
        ways = sorted(now.slides(me), key=lambda way: way[0])
        node.children = [Node((i, r, n)) for i, r, k in ways for n in range(1, k + 1)]
        if node.children:
            node = chance.choice(node.children)
            path.append(node)
            now.play(me, *node.move)  # type: ignore[misc]
            while now.at_random(me, chance):
                for other in others:
                    now.at_random(other, chance)
        points = now.map.score(now.stacks[me])
        for each in path:
            each.visits += 1
            each.score += points
    best = max(root.children, key=root.bound())
    assert best.move
    return best.move


def game(field: set[Cell], factors: tuple[float, ...], chance: Random) -> list[int]:
    """Play a game; return the four scores."""
    map_, taken = Map(field), list[int]()
    for factor in factors:
        taken.append(map_.start(taken, factor))
    free = (1 << len(map_.cells)) - 1 - sum(1 << i for i in taken)
    board = Board(map_, free, [{i: 16} for i in taken])
    while any(map(board.slides, range(4))):
        for player in range(4):
            if board.slides(player):
                board.play(player, *thought(board, player, chance))
    return [map_.score(own) for own in board.stacks]


def stored(rule: str, table: str, first: int) -> list[list[int]]:
    """Return the scores that are kept."""
    for path in KEPT.glob("*.json"):
        held = json.loads(path.read_text(encoding="utf-8"))
        case = held["address"]["case"]
        if (case["rule"], case["table"], case["first"]) == (rule, table, first):
            found = held["rows"][0]["scores"].split(", ")
            return [[int(n) for n in each.split()] for each in found]
    raise ValueError(f"nothing is kept of {rule}, {table}")


def told(name: str, ours: list[float], theirs: list[float]) -> float:
    """Print two means; return how far apart they are in standard errors."""
    errors = [stdev(each) / sqrt(len(each)) for each in (ours, theirs)]
    apart = (fmean(ours) - fmean(theirs)) / sqrt(sum(e * e for e in errors))
    here, there = (
        f"{fmean(each):.2f} ± {1.96 * e:.2f}"
        for each, e in zip((ours, theirs), errors, strict=True)
    )
    print(f"{name}: {here} here, {there} stored, {apart:+.1f} standard errors apart")
    return apart


def lead(points: list[int]) -> float:
    """Return player 4's score less the mean of the others."""
    return points[3] - fmean(points[:3])


def main(games: int = 15) -> float:
    """Play both experiments; return the largest distance, in standard errors."""
    chance, most = Random(2026), -inf
    for table, factors in {"A": (0,) * 4, "C, fourth": (0, 0, 0, 15)}.items():
        own = [game(grown(chance), factors, chance) for _ in range(games)]
        kept = stored("scattered", table, 1000)
        sums = [[float(sum(each)) for each in some] for some in (own, kept)]
        leads = [[lead(each) for each in some] for some in (own, kept)]
        most = max(most, abs(told(f"{table}, all four scores", *sums)))
        most = max(most, abs(told(f"{table}, player 4's lead", *leads)))
    return most


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
