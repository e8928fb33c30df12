"""Write the perft table of Frank's Zoo, counted by the oracle.

python tests/make_perft_franks_zoo.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from oracle_franks_zoo import Zoo

PATH = Path(__file__).parents[1] / "data" / "golden" / "perft_franks_zoo.json"
ENOUGH = 20_000  # a row ends with its first count from here up
POSITIONS = {
    "many specials": (
        None,
        "2 elephant, 2 mosquito, 1 joker | 2 fox, 3 mouse | 1 whale, 2 perch | "
        "3 elephant, 1 mosquito ; 2 fox ; 1 3 0 0000",
    ),
    "the last move's maker is out": (
        None,
        "1 joker, 1 fish | 2 seal, 1 fox | - | 2 bear, 1 whale ; 1 perch ; 4 3 0 0040",
    ),
    "a joker alone": (
        None,
        "1 joker | 2 seal, 1 fox | - | 1 bear ; opening ; 1 1 0 0040",
    ),
    "five players": (
        "players-5",
        "1 fox, 1 joker | 2 seal | 1 fish | 2 mouse | 1 whale ; opening ; 5 1 0 00000",
    ),
    "three types": (
        "deck-3",
        "2 id1, 1 id3 | 1 id1, 2 id2 | 2 id2, 1 id3 | 1 id1, 2 id3 ; opening ; "
        "2 1 0 0000",
    ),
    "opening passes": (
        "pass-always",
        "2 fox, 1 joker | 1 fish, 1 perch | - | 1 bear ; opening ; 1 1 0 0040",
    ),
}


def row(name: str, variant: str | None, text: str) -> dict[str, Any]:
    """One row of the table."""
    position = Zoo.parse(text, variant == "pass-always")
    counts: list[int] = []
    while len(counts) < 12 and (not counts or 0 < counts[-1] < ENOUGH):
        counts.append(position.perft(len(counts) + 1))
    return {"name": name, "variant": variant, "position": text, "counts": counts}


def main() -> None:
    """Write the table, one row a line."""
    rows = [row(name, *case) for name, case in POSITIONS.items()]
    lines = ",\n".join(json.dumps(line) for line in rows)
    PATH.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
