"""Fuzz and chances in Fox & Hounds against brute force and the document's table."""

from functools import cache
from itertools import combinations

import fox_hounds_positions as samples
import pytest

from benchmarks import plain_fox_hounds as plain
from foxkit.core.position import Position
from foxkit.games.fox_hounds.odds import (
    POLICIES,
    FairestFuzz,
    PlayStyle,
    choose_by_layer,
    fox_chance,
)
from foxkit.games.fox_hounds.rules import FOX, FoxHounds
from foxkit.games.fox_hounds.table import solve_table

DOCUMENT = """
0.000000 0.000 0.000
0.003906 0.326 0.150
0.005859 0.444 0.215
0.006836 0.495 0.245
0.006897 0.498 0.247
0.006927 0.499 0.248
0.006935 0.500 0.248
0.006943 0.500 0.249
0.006958 0.501 0.249
0.007080 0.507 0.253
0.007324 0.518 0.260
0.007812 0.541 0.275
0.015625 0.780 0.466
0.031250 0.943 0.696
0.062500 0.995 0.890
0.125000 1.000 0.979
0.250000 1.000 0.997
0.500000 1.000 0.998
1.000000 1.000 0.999
"""


@pytest.fixture(scope="module")
def standard():
    return FairestFuzz(solve_table(FoxHounds()))


@pytest.mark.slow
def test_the_documents_table(standard):
    fair, tried = standard.bisection()
    assert fair == 909 / 131072 == pytest.approx(0.006935, abs=5e-7)
    rows = list(standard.rows(tried))
    assert list(rows[0]) == ["p", "fox_from_initial", "hounds_from_opposite"]
    printed = ["{:.6f} {:.3f} {:.3f}".format(*row.values()) for row in rows]
    assert printed == DOCUMENT.split("\n")[1:-1]


def test_the_tie_break_matters(standard):
    without = FairestFuzz(standard.table, policy="document without k")
    assert f"{without.bisection()[0]:.6f}" == "0.006729"


@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("with_k", [True, False])
@pytest.mark.parametrize("width, height", [(2, 5), (4, 5), (6, 4)])
def test_chances_agree_with_brute_force(width, height, with_k, literal):
    game, board = FoxHounds(width, height), plain.Board(width, height)
    policy = "document" if with_k else "document without k"
    fuzz, solver = FairestFuzz(solve_table(game), literal, policy), plain.Solver(board)
    for p in (0.0, 0.01, 0.4, 1.0):
        fox = plain.Odds(solver, plain.HOUNDS, p, literal, with_k)
        expected = fox.fox_wins(board.start())
        assert fuzz.chance(0, fuzz.start, p) == pytest.approx(expected)
        hounds = plain.Odds(solver, plain.FOX, p, literal, with_k)
        expected = 1 - hounds.fox_wins(board.start())
        assert fuzz.chance(1, fuzz.start, p) == pytest.approx(expected)


@pytest.mark.parametrize("width, height", [(4, 5), (6, 4), (6, 6)])
def test_opposite_positions(width, height):
    fuzz = FairestFuzz(solve_table(FoxHounds(width, height)))
    expected = plain.Solver(board := plain.Board(width, height)).opposite()
    assert fuzz.opposite.text == samples.text_of(board, expected)


@pytest.mark.parametrize("policy", list(POLICIES))
def test_policies_choose_legal_moves_and_complete_fuzz_forgets_them(policy):
    table = solve_table(FoxHounds(4, 5))
    chosen = choose_by_layer(table, policy, policy)
    start, noise = table.game.start(), PlayStyle(0, 1.0)
    board = plain.Board(4, 5)

    def both_random(position):
        children = board.children(position)
        if not children:
            return float(board.final(position)[0] == plain.FOX)
        return sum(map(both_random, children)) / len(children)

    chance = fox_chance(table, chosen, noise, noise, start)
    assert chance == pytest.approx(both_random(board.start()))


def test_unknown_policies_are_named():
    with pytest.raises(ValueError, match="FoxBox"):
        choose_by_layer(solve_table(FoxHounds(2, 2)), "brave", "random")


def best_of_sets(chances: list[float], p: float, better=min) -> float:
    """By every set of moves that could be chosen, by the rule of the weights."""
    sets = (s for m in range(1, len(chances) + 1) for s in combinations(chances, m))
    n = len(chances)
    return better(
        (p * sum(chances) + (1 - p) * sum(s)) / (p * n + (1 - p) * len(s)) for s in sets
    )


def knowing(game: FoxHounds, p: float, literal: bool) -> float:
    """The fox's best chance against hounds that know their slips, by recursion."""

    @cache
    def chance(position: Position) -> float:
        if position.outcome:
            return float(position.outcome["fox"] > 0)
        after = [chance(position.play(move)) for move in position.moves]
        if position.mover == "fox":
            return max(after)
        if literal:
            return p * sum(after) / len(after) + (1 - p) * min(after)
        return best_of_sets(after, p)

    return chance(Position.start(game))


@pytest.mark.parametrize("p", [0.0, 0.2, 1.0])
@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("size", [(4, 5), (6, 4)])
def test_hounds_that_know_their_slips_agree_with_recursion(p, literal, size):
    table = solve_table(FoxHounds(*size))
    fuzz = FairestFuzz(table, literal, knows=True)
    found = fuzz.chance(FOX, fuzz.start, p)
    assert found == pytest.approx(knowing(table.game, p, literal), abs=1e-12)


def test_with_a_deadline_the_fox_has_won_in_time():
    table = solve_table(FoxHounds(4, 4))
    chosen, start = choose_by_layer(table, "perfect", "perfect"), table.game.start()
    won = [
        fox_chance(table, chosen, PlayStyle(), PlayStyle(), start, deadline)
        for deadline in range(6)
    ]
    assert won == [1] * 5 + [0]  # the hounds win with their fourth move
