"""Fox & Hounds positions for the tests: every placement, walks, and the document's."""

import random
from collections.abc import Iterator
from itertools import combinations

from benchmarks.plain_fox_hounds import FOX, HOUNDS, Board, Position


def text_of(board: Board, position: Position) -> str:
    fox, hounds, to_move = position
    rows = [""] * board.height
    for square, (_, y) in enumerate(board.squares):  # file by file: left to right
        rows[y] += "F" if square == fox else "H" if square in hounds else "."
    return f"{'/'.join(reversed(rows))} {to_move[0]}"


def every_position(board: Board) -> Iterator[Position]:
    """All placements with either side to move, whether play can reach them or not."""
    squares = range(len(board.squares))
    for hounds in combinations(squares, board.width // 2):
        for fox in squares:
            if fox not in hounds:
                yield fox, hounds, FOX
                yield fox, hounds, HOUNDS


def random_position(board: Board, rng: random.Random) -> Position:
    fox, *hounds = rng.sample(range(len(board.squares)), board.width // 2 + 1)
    return fox, tuple(sorted(hounds)), rng.choice([FOX, HOUNDS])


def walk(board: Board, rng: random.Random) -> Iterator[tuple[Position, str | None]]:
    """Each position of a random game with the move that is played in it."""
    position = board.start()
    while moves := board.moves(position):
        source, target = rng.choice(moves)
        yield position, f"{board.name(source)}-{board.name(target)}"
        position = board.play(position, (source, target))
    yield position, None


def drawn(*rows: str, to_move: str = "f") -> str:
    """The text of a board as the document draws it, `*` for an empty light square."""
    squares = "/".join("".join(row.split()).replace("*", ".") for row in rows)
    return f"{squares} {to_move}"


EMPTY = "* * * *"
TRAPPED = drawn("* F H *", "H H * *", "* * H *", *[EMPTY] * 5)
NO_HOUND_MOVES = drawn(
    "H * H H", *[EMPTY] * 3, "* * * F", "* * * H", EMPTY, EMPTY, to_move="h"
)
ESCAPED = drawn(
    EMPTY, EMPTY, EMPTY, "H * H *", EMPTY, "F H H *", EMPTY, EMPTY, to_move="h"
)
OPPOSITE = drawn(EMPTY, "* F * *", *[EMPTY] * 4, "* * * H", "H H * H")
BOXES = (
    drawn(EMPTY, "* F * *", EMPTY, EMPTY, "* * H H", "H H * *", EMPTY, EMPTY),
    drawn("* * H *", "F * * *", "* * H *", "H H * *", *[EMPTY] * 4),
    drawn("H * H F", "* * H *", "* * * H", *[EMPTY] * 5),
)
"""The document's diagrams."""
