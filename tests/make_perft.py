"""Count the sequences of moves in data/golden/perft_GAME.json again, by the oracles.

python tests/make_perft.py             all games, in some minutes
python tests/make_perft.py wolves      one of them

A row that is new there has the counts `[]`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import fox_game_positions
import oracle_battle_sheep
import oracle_fox_game
import oracle_franks_zoo
import oracle_wolves

from foxkit.games import game_named

GAMES = ("fox-game", "wolves", "franks-zoo", "battle-sheep")
ENOUGH = 20_000  # a row ends with its first count from here up
MOST = 12  # counts of a new row


def path(game: str) -> Path:
    name = f"perft_{game.replace('-', '_')}.json"
    return Path(__file__).parents[1] / "data" / "golden" / name


def table(game: str) -> list[dict[str, Any]]:
    return json.loads(path(game).read_text())  # type: ignore[no-any-return]


def counter(game: str, row: dict[str, Any]) -> Callable[[int], int]:
    """What counts the sequences of so many plies in a row's position."""
    variant, text = row["variant"], row["position"]
    if game == "fox-game":
        rules = fox_game_positions.VARIANTS[variant]
        return partial(rules.perft, oracle_fox_game.Position.parse(text))
    if game == "wolves":
        position = oracle_wolves.Position.parse(text)
        return partial(oracle_wolves.Wolves(variant).perft, position)
    if game == "franks-zoo":
        return oracle_franks_zoo.Zoo.parse(text, variant == "pass-always").perft
    sheep = game_named(game, variant).sheep
    return oracle_battle_sheep.Position.parse(text, sheep).perft


def counted(game: str, row: dict[str, Any]) -> dict[str, Any]:
    found, count = [], counter(game, row)
    while len(found) < len(row["counts"]) or (
        not found or (0 < found[-1] < ENOUGH and len(found) < MOST)
    ):
        found.append(count(len(found) + 1))
    return row | {"counts": found}


def main(games: list[str]) -> None:
    for game in games or GAMES:
        rows = (json.dumps(counted(game, row)) for row in table(game))
        lines = ",\n".join(rows)
        path(game).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(sys.argv[1:])
