"""Check a proof that the hounds win Fox & Hounds, by the rules alone.

    python tests/verify_hounds_proof.py [FILE ...]

It visits every position that play can reach from the start when the fox does whatever
it may and the hounds do as the proof says: a digit to base 36 for each position with
the hounds to move, turn by turn, in the order of the hounds' squares and the fox's. A
digit is twice the number of the hound that steps, plus one if it steps to the right.
Nothing of this workbook is imported, and no search is made: if each digit is a legal
move, if the fox escapes nowhere, and if every line of play ends with a fox that cannot
move, the hounds have won. (Each of their moves leads up, so that play comes to an end.)
"""

import json
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

Square = tuple[int, int]  # rank and file, from 0; pieces stand where their sum is odd
Position = tuple[tuple[Square, ...], Square]  # the hounds in ascending order, the fox


def steps(size: int, square: Square, ranks: tuple[int, ...]) -> Iterator[Square]:
    """Yield the squares of the board diagonally beside one, in the named directions."""
    for up in ranks:
        for right in (-1, 1):
            rank, file = square[0] + up, square[1] + right
            if 0 <= rank < size and 0 <= file < size:
                yield rank, file


@cache
def reach(size: int, hounds: tuple[Square, ...]) -> set[Square]:
    """Return all squares that hounds could come to, whatever stands in their way."""
    found, new = set(hounds), set(hounds)
    while new:
        new = {to for square in new for to in steps(size, square, (1,))} - found
        found |= new
    return found


def escaped(size: int, position: Position) -> bool:
    """Tell whether the fox is where no hound can come, with room for a step."""
    hounds, fox = position
    area = reach(size, hounds)
    return fox not in area and any(x not in area for x in steps(size, fox, (-1, 1)))


def after_fox(size: int, positions: set[Position]) -> set[Position]:
    """Return what all moves of the fox lead to; where it has none the hounds won."""
    found = set()
    for hounds, fox in positions:
        assert not escaped(size, (hounds, fox)), f"the fox escapes: {hounds}, {fox}"
        for to in steps(size, fox, (-1, 1)):
            if to not in hounds:
                found.add((hounds, to))
    return found


def after_hounds(size: int, position: Position, digit: str) -> Position:
    """Return what the hounds' move leads to; AssertionError where it is not legal."""
    hounds, fox = position
    assert not escaped(size, position), f"the fox escapes: {position}"
    number, right = divmod(int(digit, 36), 2)
    rank, file = hounds[number]
    to = rank + 1, file + 2 * right - 1
    assert to in steps(size, hounds[number], (1,)), f"off the board: {position}"
    assert to != fox and to not in hounds, f"{to} is taken: {position}"
    return tuple(sorted({*hounds, to} - {hounds[number]})), fox


def check(size: int, digits: str) -> tuple[int, int]:
    """Count the positions with the hounds to move, and the plies of the longest line.

    AssertionError where the proof fails.
    """
    hounds = tuple((0, file) for file in range(1, size, 2))
    fox = size - 1, 2 * (size // 4)
    moves, visited, plies = iter(digits), 0, 0
    to_move: set[Position] = {(hounds, fox)}
    while turn := sorted(after_fox(size, to_move)):
        to_move = {after_hounds(size, position, next(moves)) for position in turn}
        visited, plies = visited + len(turn), plies + 2
    assert next(moves, None) is None, "there are digits left"
    return visited, plies


def main(files: list[str]) -> None:
    """Check proofs in files of `kept`; by default all that came with the workbook."""
    folder = Path(__file__).parents[1] / "data" / "kept" / "certificate"
    for path in [Path(name) for name in files] or sorted(folder.glob("*.json")):
        found = json.loads(path.read_text())
        size, digits = found["address"]["case"]["size"], found["rows"][0]["digits"]
        begun = time.perf_counter()
        visited, plies = check(size, digits)
        took = time.perf_counter() - begun
        print(f"{size} x {size}: the hounds win in at most {plies} plies;", end=" ")
        print(f"{visited:,} positions, {took:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
