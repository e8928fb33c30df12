"""The Fox Game's learned table against equation (3), played by a second program.

    python tests/verify_fox_learned.py [--games 150]

The last table is decoded from its kept text and valued by a program that shares no code
with the package. Beside each number stands that of `fox_learned.ipynb`.
"""

from __future__ import annotations

import argparse
import json
import zlib
from base64 import b64decode
from functools import partial
from pathlib import Path

import numpy as np
from second_fox_game import NO_TABLE, search, sheep_win
from second_rates import Found, half_of_each, rate, rate_of, tell

KEPT = Path(__file__).parents[1] / "data" / "kept" / "trained"
LIMIT = 10
SCORE = Found(0.519, 0.510, 0.530)
SHEEP, FOXES = rate(400, 400), rate(15, 400)
"""What the study's table wins as sheep and as foxes."""


def last_table() -> np.ndarray:
    """Return the weights that the last generation left: a row for each side's turn.

    Nine squares of nine points come first, then 21 rows of numbers: up to nine sheep in
    the pasture, up to ten turns left; in each row the pieces, 3 packs by 21 flocks.
    """
    (file,) = KEPT.glob("*.json")
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    text = max(rows, key=lambda row: row["generation"])["table"]
    held = np.frombuffer(zlib.decompress(b64decode(text)), "<i2")
    return held.reshape(2, 9 * 3**9 + 21 * 3 * 21)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="of either side")
    parser.add_argument("--learned", type=int, default=8_800, help="simulations")
    parser.add_argument("--paper", type=int, default=10_000, help="simulations")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    table = last_table()

    def learned(state: tuple[int, ...]) -> int:
        return search(state, LIMIT, asked.learned, table, -1, rng)

    def paper(state: tuple[int, ...]) -> int:
        return search(state, LIMIT, asked.paper, NO_TABLE, -1, rng)

    rng = np.random.default_rng(asked.seed)
    as_sheep = rate_of(partial(sheep_win, LIMIT, [learned, paper]), asked.games)
    tell("its sheep win", as_sheep, SHEEP)
    rng = np.random.default_rng(asked.seed)
    as_foxes = rate_of(lambda: not sheep_win(LIMIT, [paper, learned]), asked.games)
    tell("its foxes win", as_foxes, FOXES)
    tell("its score", half_of_each(as_sheep, as_foxes), SCORE)


if __name__ == "__main__":
    main()
