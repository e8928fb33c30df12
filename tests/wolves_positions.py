"""Wolves Eat Sheep positions for the tests: tricky ones and random ones."""

from __future__ import annotations

import random

from oracle_wolves import EMPTY, SHEEP, START, WOLF, Position

TRICKY = {
    "start": START,
    "three wolves": "11111/11111/11111/00000/02220 w",
    "twelve sheep": "11111/11111/01010/00000/02020 w",
    "one wolf trapped": "21000/10111/11111/00000/00002 w",
    "many meals": "10101/00000/12121/00000/10101 w",
    "a sheep move traps": "21111/11110/00000/00001/01012 s",
    "meals only": "20111/01111/11111/11111/11112 w",
    "three sheep": "10001/00000/00200/00000/20001 w",
    "one wolf": "11011/00000/00200/00000/11011 w",
    "stuck sheep": "11200/12000/20000/00000/00000 s",
    "many wolves": "22222/00000/11111/00000/22222 w",
}


def random_position(rng: random.Random) -> Position:
    """A well-formed position that play may never reach."""
    wolves, sheep = rng.choice([1, 2, 2, 2, 3, 4]), rng.randint(1, 17)
    squares = rng.sample(range(25), wolves + sheep)
    cells = [EMPTY] * 25
    for i, square in enumerate(squares):
        cells[square] = WOLF if i < wolves else SHEEP
    return Position([cells[i : i + 5] for i in range(0, 25, 5)], rng.choice("ws"))
