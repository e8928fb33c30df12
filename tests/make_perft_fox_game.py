"""Write the Fox Game's perft table, counted by the oracle in about two minutes.

python tests/make_perft_fox_game.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fox_game_positions import TRICKY, VARIANTS
from oracle_fox_game import FoxGame, Position

PATH = Path(__file__).parents[1] / "data" / "golden" / "perft_fox_game.json"
START_DEPTH = 7  # of the recommended rules
ENOUGH = 20_000  # any other row ends with its first count from here up

OTHER_RULES = [name for name in VARIANTS if "sheep" not in name and "first" not in name]


def counts(game: FoxGame, position: Position, depth: int | None) -> list[int]:
    """Counts by depth, to a given depth or until one is large or the game over."""
    found: list[int] = []
    while len(found) < depth if depth else not found or 0 < found[-1] < ENOUGH:
        found.append(game.perft(position, len(found) + 1))
    return found


def row(name: str, variant: str, position: Position, depth: int | None) -> Any:
    """One row of the table."""
    count = counts(VARIANTS[variant], position, depth)
    return {
        "name": name,
        "variant": variant,
        "position": position.text,
        "counts": count,
    }


def rows() -> list[Any]:
    """The start in every variant, then the tricky positions in every variant."""
    table = [row("start", "recommended", FoxGame().start(), START_DEPTH)]
    for variant, game in VARIANTS.items():
        if variant != "recommended":
            table.append(row("start", variant, game.start(), None))
    for variant in OTHER_RULES:
        for name, text in TRICKY.items():
            table.append(row(name, variant, Position.parse(text), None))
    return table


def main() -> None:
    """Write the table, one row a line."""
    lines = ",\n".join(json.dumps(line) for line in rows())
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
