"""Sequences of moves from named positions, as independent programs counted them."""

from itertools import takewhile

import pytest
from make_perft import GAMES, counter, table

from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.search.perft import perft


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES[1:])  # the Fox Game's: test_fox_game_oracle.py
def test_counts(name: str) -> None:
    for row in table(name):
        game = game_named(name, row["variant"])
        position = Position.parse(game, row["position"])
        counts = perft(position.game, position.state, len(row["counts"]))
        assert counts == row["counts"], row["name"]


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_are_the_oracles(name: str) -> None:
    """Counted anew, as deep as a moment allows."""
    for row in table(name):
        count = counter(name, row)
        shallow = [*takewhile(lambda number: number < 500, row["counts"])]
        assert [count(depth + 1) for depth in range(len(shallow))] == shallow, row
