"""Battle Sheep between two flocks, solved in plain Python from the rules alone.

    python tests/verify_sheep_exact.py

Nothing is shared with the package. A field is a set of cells (x, y) in an array with
obstacles all round; a position is a dictionary from cells to sheep, above 0 for the
first player's and below for the second's, 0 where nobody is.
"""

from __future__ import annotations

from math import inf

Cell = tuple[int, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


class Field:
    """The game of two flocks for the lead on a field."""

    def __init__(self, cells: set[Cell], sheep: int) -> None:
        self.cells, self.sheep = sorted(cells), sheep
        self.at = {cell: i for i, cell in enumerate(self.cells)}
        self.rays = [[self._ray(cell, way) for way in AROUND] for cell in self.cells]
        self.beside = [
            [self.at[x + a, y + b] for a, b in SIDES if (x + a, y + b) in self.at]
            for x, y in self.cells
        ]
        self.known: dict[tuple[tuple[int, ...], int], tuple[float, float]] = {}

    def _ray(self, cell: Cell, way: Cell) -> list[int]:
        found: list[int] = []
        while (cell := (cell[0] + way[0], cell[1] + way[1])) in self.at:
            found.append(self.at[cell])
        return found

    def starts(self, stacks: tuple[int, ...]) -> list[int]:
        """List the cells on which a flock may begin: free, an obstacle at a side.

        The array is larger than the field: all that is outside is an obstacle. A cell
        that is taken is none.
        """
        free = (i for i, sheep in enumerate(stacks) if not sheep)
        return [i for i in free if len(self.beside[i]) < 4]

    def slides(self, stacks: tuple[int, ...], who: int) -> list[tuple[int, ...]]:
        """List the positions after a player's slides; who is 1 or -1."""
        found = []
        for i, there in enumerate(stacks):
            for ray in self.rays[i] if there * who > 1 else ():
                end = -1
                for j in ray:
                    if stacks[j]:
                        break
                    end = j
                for part in range(1, abs(there)) if end >= 0 else ():
                    after = [*stacks]
                    after[i], after[end] = there - part * who, part * who
                    found.append(tuple(after))
        return found

    def points(self, stacks: tuple[int, ...], who: int) -> int:
        """Return a player's score: regions joined by sides, each to the power 1.25."""
        own, total = {i for i, there in enumerate(stacks) if there * who > 0}, 0.0
        while own:
            region, queue = 0, [own.pop()]
            while queue:
                region += 1
                near = [j for j in self.beside[queue.pop()] if j in own]
                own -= {*near}
                queue += near
            total += region**1.25
        return round(total)

    def lead(
        self, stacks: tuple[int, ...], who: int, low: float = -inf, high: float = inf
    ) -> float:
        """Return what `who`, to move, leads by in the end, if it is in the window."""
        low_known, high_known = self.known.get((stacks, who), (-inf, inf))
        if low_known >= high or low_known == high_known:
            return low_known
        if high_known <= low:
            return high_known
        best, alpha = -inf, low
        moves = self.slides(stacks, who)
        if not moves and not self.slides(stacks, -who):
            best = self.points(stacks, who) - self.points(stacks, -who)
            self.known[stacks, who] = best, best
            return best
        for after in moves or [stacks]:
            best = max(best, -self.lead(after, -who, -high, -alpha))
            alpha = max(alpha, best)
            if alpha >= high:
                break
        if best > low:
            low_known = best
        if best < high:
            high_known = best
        self.known[stacks, who] = low_known, high_known
        return best

    def from_starts(self) -> dict[Cell, float]:
        """Return what the first player can lead by from each starting cell."""
        empty, found = (0,) * len(self.cells), {}
        for i in self.starts(empty):
            one = tuple(self.sheep * (j == i) for j in range(len(empty)))
            replies = []
            for k in self.starts(one):
                both = tuple(-self.sheep * (j == k) + n for j, n in enumerate(one))
                replies.append(self.lead(both, 1))
            found[self.cells[i]] = min(replies)
        return found


def main() -> None:
    for cells in (6, 8, 9):
        line = Field({(x, 0) for x in range(cells)}, cells // 2)
        print(f"a line of {cells} cells:", line.from_starts())
    square = Field({(x, y) for x in range(3) for y in range(3)}, 4)
    print("3 x 3 cells, the middle is no border:", square.from_starts())


if __name__ == "__main__":
    main()
