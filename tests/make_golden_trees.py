"""Write whole small search trees of the Fox Game, each with how it was made.

python tests/make_golden_trees.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.search.mcts import EXPANSIONS, Settings
from foxkit.search.session import Search

PATH = Path(__file__).parents[1] / "data" / "golden" / "trees_fox_game.json"
MIDDLE = "--s.s--/--...--/f...s../..ss.../s..s..s/--sss--/--.ss-- s 2 -"
CAPTURES = "--sss--/--...--/....s../..sfs../s..ss.s/--...--/--s.f-- f 1 -"
USUAL = {
    "variant": None,
    "position": None,
    "simulations": 200,
    "seed": 1,
    "cutoff": 0,
    "expansion": "literal",
    "c": 0.4,
}
CHANGES: list[dict[str, Any]] = [
    {},
    {"seed": 2, "expansion": "textbook"},
    {"cutoff": 2},
    {"cutoff": 5, "expansion": "textbook", "c": 1.0},
    {"cutoff": -1, "simulations": 80},
    {"position": MIDDLE},
    {"position": MIDDLE, "cutoff": -1, "expansion": "textbook", "simulations": 80},
    {"position": CAPTURES},
    {"position": CAPTURES, "cutoff": 2, "variant": "optional-captures"},
    {"position": CAPTURES, "variant": "whole-chains"},
    {"position": CAPTURES, "variant": "no-diagonals", "c": 0.0},
    {"variant": "foxes-first", "seed": 3},
]


def configurations() -> list[dict[str, Any]]:
    """Every search, complete, whatever the defaults are."""
    return [{**USUAL, **changes} for changes in CHANGES]


def searched(configuration: dict[str, Any]) -> Search:
    game = game_named("fox-game", configuration["variant"])
    text = configuration["position"]
    root = Position.parse(game, text) if text else Position.start(game)
    settings = Settings(
        configuration["c"],
        configuration["cutoff"],
        EXPANSIONS[configuration["expansion"]],
    )
    search = Search(game, root.state, FoxHeuristic(), settings, configuration["seed"])
    return search.run(configuration["simulations"])


def nodes(
    search: Search, node: int, position: Position, line: str
) -> Iterator[tuple[str, tuple[int, float]]]:
    """Every visited node below one: the line of moves, its visits, its value."""
    tree, moves = search.tree, {code: move for move, code in position.moves.items()}
    for child in range(
        tree.first_child[node], tree.first_child[node] + tree.num_visited[node]
    ):
        move = moves[int(tree.move[child])]
        path = f"{line} {move}".strip()
        yield path, (int(tree.visits[child]), float(tree.value_sum[child]))
        yield from nodes(search, child, position.play(move), path)


def tree(configuration: dict[str, Any]) -> dict[str, tuple[int, float]]:
    """The whole tree of a configuration by lines of moves, without the root."""
    search = searched(configuration)
    return dict(nodes(search, 0, Position(search.game, search.state), ""))


def main() -> None:
    lines = ",\n".join(json.dumps(c | {"tree": tree(c)}) for c in configurations())
    PATH.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
