"""Hare and Hounds in words, written to be read: the oracle of the tests.

It shares no code with `foxkit.games.hare_hounds.rules`. A position is a text, such as
`hh.h......r h 0`; a line joins two points one step apart, and a diagonal one touches
a2, c2 or e2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

POINTS = ["a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2"]


def joined(one: str, other: str) -> bool:
    across = abs(ord(one[0]) - ord(other[0]))
    down = abs(int(one[1]) - int(other[1]))
    diagonal = across == down == 1 and {one, other} & {"a2", "c2", "e2"}
    return across + down == 1 or bool(diagonal)


def where(text: str, piece: str) -> list[str]:
    board = text.split()[0]
    return [p for p, there in zip(POINTS, board, strict=True) if there == piece]


def steps(text: str) -> list[str]:
    """The steps that whoever is to move could take, if the game were not over."""
    mover, free = text.split()[1], where(text, ".")
    return [
        f"{start}-{end}"
        for start in where(text, mover)
        for end in free
        if joined(start, end) and (mover == "r" or end[0] >= start[0])
    ]


def end(text: str, limit: int) -> tuple[str, str] | None:
    (hare,), hindmost = where(text, "r"), min(p[0] for p in where(text, "h"))
    _, mover, stalled = text.split()
    if hare[0] <= hindmost:
        return "hare", "the hare has slipped past"
    if int(stalled) >= limit:
        return "hare", "stall limit"
    if steps(text):
        return None
    shut_in = mover == "r"
    return (
        ("hounds", "the hare is shut in") if shut_in else ("hare", "no hound can move")
    )


def moves(text: str, limit: int) -> list[str]:
    return [] if end(text, limit) else steps(text)


def after(text: str, move: str) -> str:
    board, mover, stalled = text.split()
    start, to = move.split("-")
    there = dict(zip(POINTS, board, strict=True))
    there[start], there[to] = ".", mover
    if mover == "h":
        stalled = "0" if to[0] > start[0] else str(int(stalled) + 1)
    return f"{''.join(there.values())} {'r' if mover == 'h' else 'h'} {stalled}"


@cache
def perft(text: str, depth: int, limit: int = 10) -> int:
    if depth == 0:
        return 1
    return sum(
        perft(after(text, move), depth - 1, limit) for move in moves(text, limit)
    )


def every_placement() -> Iterator[str]:
    """Every board, whether play can reach it or not."""
    for hounds in combinations(range(11), 3):
        for hare in {*range(11)} - {*hounds}:
            letters = (
                "h" if i in hounds else "r" if i == hare else "." for i in range(11)
            )
            yield "".join(letters)
