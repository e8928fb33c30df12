"""Maps of Battle Sheep by twelve rules, and how near games come to a table."""

from importlib import import_module
from types import ModuleType

import numpy as np
import pytest
import sheep_maps as maps
from verify_sheep_maps import Map

from foxkit.core.entry import play
from foxkit.games.battle_sheep.geometry import cells_of
from foxkit.games.battle_sheep.rules import scores
from foxkit.games.battle_sheep.starts import DegreesPlayer


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    """Return what takes a second to import: it uses statistics of SciPy."""
    return import_module("sheep_tables")


each_rule = pytest.mark.parametrize("rule", maps.RULES)


@each_rule
def test_a_map_has_64_cells_in_one_piece_and_comes_again(rule: str) -> None:
    steps = maps.AROUND if rule in ("corners", "scattered") else maps.SIDES
    for seed in range(3):
        field = maps.RULES[rule](maps.Chance(seed))
        assert len(field) == 64
        assert {n for cell in field for n in cell} <= {*range(12)}
        assert maps.piece_of(field, min(field), steps) == field
        assert field == maps.RULES[rule](maps.Chance(seed))


@each_rule
def test_a_plain_program_starts_on_the_same_cells(rule: str) -> None:
    for number, factor in enumerate((0.0, 5.0, 15.0)):
        start = maps.started(rule, number)
        plain, taken = Map({*cells_of(start.state.free)}), list[int]()
        state = start.state
        for _ in range(4):
            move = DegreesPlayer(factor).choose(start.game, state, 0)
            state = play(start.game, state, move)
            taken.append(plain.start(taken, factor))
            x, y = plain.cells[taken[-1]]
            assert start.game.format_move(state, move) == f"{x},{y}"


def test_a_plain_program_counts_the_same_scores() -> None:
    position, steps = maps.started("rooms", 0), 0
    while position.outcome is None:
        moves = [*position.moves]
        position = position.play(moves[steps * 7 % len(moves)])
        steps += 1
    plain = Map({*cells_of(maps.started("rooms", 0).state.free)})
    at = {cell: i for i, cell in enumerate(plain.cells)}
    own = [{at[cell]: 1 for cell in cells_of(o)} for o in position.state.owned]
    assert tuple(map(plain.score, own)) == scores(position.state)


def test_a_report_from_the_same_games_is_near_and_another_is_far(
    tables: ModuleType,
) -> None:
    chance = np.random.default_rng(1)
    points = chance.normal((22, 21, 21, 18), 6, (2_000, 1, 4)).round()
    mine = tables.ours(points[:250], "A")
    p = []
    for i in range(200):
        own = tables.lines_of(points[250 + 8 * i :][:30])
        theirs = {line: each.mean(axis=(0, 1)) for line, each in own.items()}
        p.append(tables.worst(tables.gaps(mine, theirs)))
    assert np.mean(np.array(p) < 0.05) < 0.15
    assert tables.worst(tables.gaps(mine, tables.told("C, all"))) < 1e-4
    assert tables.told("A")["rank"].sum() == pytest.approx(10)
    assert (tables.lines_of(points)["rank"].sum(axis=-1) == 10).all()


def test_a_leads_tables_and_a_games_numbers(tables: ModuleType) -> None:
    points = tables.points_of("22 21 20 24, 10 12 14 9")
    assert points.shape == (2, 1, 4)
    assert tables.lead(points).ravel() == pytest.approx([3, -3])
