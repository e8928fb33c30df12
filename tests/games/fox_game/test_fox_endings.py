"""The Fox Game's endings: the table against the rules, one ply deep, and by name."""

import numpy as np
import pytest
from verify_fox_endings import verify
from verify_fox_values import GIVEN_UP, all_solved, drawn, text

from foxkit import FoxGame, Position
from foxkit.games.fox_game import solver as endings
from foxkit.solvers.exact import in_words, is_quick, value_of

LIMIT = 2  # the more, the longer the table takes


@pytest.fixture(scope="module")
def table():
    """Return the table of a game in which two sideways turns lose."""
    return endings.solve(limit=LIMIT, progress=False)


@pytest.mark.slow
def test_every_byte_follows_from_the_moves(table):
    looked, faults = verify(FoxGame(sideways_limit=LIMIT), table, every=512)
    assert looked > 1_500 and faults == 0


ONE_STEP = "--f..--/--...--/......./...s.../..s.s../--sss--/--sss-- s 0 -"
IN_THE_WAY = "--...--/--...--/......./...s.../..sfs../--sss--/--sss-- s 0 -"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "winner"), [(ONE_STEP, "sheep"), (IN_THE_WAY, "foxes")]
)
def test_values_have_names(table, monkeypatch, text, winner):
    """A step fills the pasture; or a fox stands there, and captures one of nine."""
    monkeypatch.setattr(endings, "endings_table", lambda game: table)
    position = Position.parse(FoxGame(sideways_limit=LIMIT), text)
    assert FoxGame.PLAYERS[value_of(position).winner] == winner
    assert endings.value(position) == {"winner": winner}
    assert in_words(position.game, value_of(position)) == f"{winner} win"


@pytest.mark.slow
def test_a_second_program_finds_the_same_winners(table, monkeypatch):
    monkeypatch.setattr(endings, "endings_table", lambda game: table)
    rng, game = np.random.default_rng(3), FoxGame(sideways_limit=LIMIT)
    states = [drawn(nth, LIMIT, rng) for nth in range(33)]
    found = all_solved(states, LIMIT, 1 << 17)
    values = [endings.value(Position.parse(game, text(each))) for each in states]
    said = [["foxes", "sheep"].index(each["winner"]) for each in values]
    easy = [n for n, own in enumerate(found) if own != GIVEN_UP]
    assert len(easy) > 16 and {found[n] for n in easy} == {0, 1}
    assert all(found[n] == said[n] for n in easy)


def test_other_positions_and_rules_are_outside():
    start = Position.start(FoxGame())
    assert not is_quick(start) and endings.value(start) == {"winner": None}
    with pytest.raises(ValueError, match="rows 3 to 6"):
        value_of(start)
    other = Position.parse(FoxGame(must_capture=0), IN_THE_WAY)
    assert endings.value(other) == {"winner": None}


@pytest.mark.slow
def test_the_numbering_has_each_placement_once():
    numbers = endings.numbering_of_endings(0)
    assert len(np.unique(numbers.flocks)) == len(numbers.flocks) == 784_626
    assert all(
        numbers.rows[endings.sheep_bits_on_rows_3_to_6(each)] == row
        for row, each in enumerate(map(int, numbers.flocks[:2_000]))
    )
    assert len(np.unique(numbers.foxes)) == len(numbers.foxes) == 561
