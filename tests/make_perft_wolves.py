"""Write the perft table of Wolves Eat Sheep, counted by the oracle.

python tests/make_perft_wolves.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from oracle_wolves import Position, Wolves
from wolves_positions import TRICKY

PATH = Path(__file__).parents[1] / "data" / "golden" / "perft_wolves.json"
ENOUGH = 20_000  # a row ends with its first count from here up


def row(name: str, variant: str) -> dict[str, Any]:
    """One row of the table."""
    game, position = Wolves(variant), Position.parse(TRICKY[name])
    counts: list[int] = []
    while not counts or 0 < counts[-1] < ENOUGH:
        counts.append(game.perft(position, len(counts) + 1))
    return {
        "name": name,
        "variant": variant,
        "position": position.text,
        "counts": counts,
    }


def main() -> None:
    """Write the table, one row a line."""
    rows = [row(name, v) for name in TRICKY for v in ("rules", "author", "forced")]
    lines = ",\n".join(json.dumps(line) for line in rows)
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
