"""Write the perft table of Battle Sheep, counted by the oracle.

python tests/make_perft_battle_sheep.py
"""

from __future__ import annotations

import json
from pathlib import Path

from oracle_battle_sheep import Position

from foxkit.rules.games import game_named

PATH = Path(__file__).parents[1] / "data" / "golden" / "perft_battle_sheep.json"
ENOUGH = 20_000  # a row ends with its first count from here up


def dealt(variant: str | None, seed: int) -> str:
    game = game_named("battle-sheep", variant).dealt(seed)
    return str(game.format(game.start()))


RICH = (
    ("start", None, dealt(None, 0)),
    ("ragged start", "845", dealt("845", 0)),
    ("large start", "large", dealt("large", 0)),
    ("small", None, "# # # #/# a6 . #/# . . b2/# . # c1 | 1"),
    ("passes", None, "a1 # b2/# # ./c4 . d1 | 1"),
    ("room", None, ". a3 . ./b3 . . #/. . # ./c3 . . d3 | 2"),
    ("corners", None, "a4 # . #/# . # ./. # b4 #/# . # . | 1"),
    ("placing", None, "# . #/. . ./# . # | 1"),
    ("large stacks", "large", "# # # #/# a32 . #/# . . b3/# . # c1 | 1"),
)


def perft(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.moves)
    return sum(perft(position.play(move), depth - 1) for move in position.moves)


def main() -> None:
    """Write the table, one row a line."""
    rows = []
    for name, variant, text in RICH:
        sheep = game_named("battle-sheep", variant).sheep
        position, counts = Position.parse(text, sheep), list[int]()
        while not counts or 0 < counts[-1] < ENOUGH:
            counts.append(perft(position, len(counts) + 1))
        rows.append(
            {"name": name, "variant": variant, "position": text, "counts": counts}
        )
    lines = ",\n".join(json.dumps(line) for line in rows)
    PATH.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
