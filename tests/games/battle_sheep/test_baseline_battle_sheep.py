"""The plain-Python search of the report grows the same tree as the compiled one."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

import plain_battle_sheep
from bench_battle_sheep import GAME, positions

from foxkit.core.rng import mix
from foxkit.games.battle_sheep.players import report_c, search_as_printed


def plain_tree(text: str, seed: int, iterations: int) -> dict[str, tuple[int, float]]:
    search = plain_battle_sheep.Search(text, mix(seed, 0)).run(iterations)
    steps = dict(zip(plain_battle_sheep.STEPS, (1, 2, 3, 4, 6, 7, 8, 9), strict=True))
    found = {}
    for child in search.root.children.values():
        cell, step, sheep = child.move
        x, y = divmod(cell, plain_battle_sheep.WIDTH)
        name = f"{x - 1},{y - 1}:{sheep}>{steps[step]}"
        found[name] = (child.visits, child.score)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_listing_and_its_switches_grow_the_same_tree(seed: int) -> None:
    for text in positions()[:5]:
        state = GAME.parse(text)[1]
        fast = search_as_printed(500).think(GAME, state, seed)
        found = {
            child.move: (child.visits, round(16 * (child.value + 1) * child.visits))
            for child in fast.children()
            if child.visits
        }
        assert found == plain_tree(text, seed, 500)


def test_exploration_is_the_listings() -> None:
    assert report_c() == 1.44 / 16
