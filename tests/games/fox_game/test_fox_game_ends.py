"""How foxes are caught and how the game ends: each rule by a hand-made position.

Every case is put to the fast code and to the oracle.
"""

import pytest
from fox_game_engines import Engine, Fast, Slow, drawn
from oracle_fox_game import FoxGame

pytestmark = pytest.mark.parametrize("engine", [Fast, Slow])


def row(position: Fast | Slow, number: int) -> str:
    return position.text.split("/")[number].split()[0]


def is_over(position: Fast | Slow, winner: str) -> bool:
    return position.moves == [] and position.winner == winner


# -- immobile foxes ------------------------------------------------------------------

NEARLY_CAUGHT = "--sss--/--sss--/s....../ss...../fss..../--...--/--..f--"


def test_an_immobile_fox_is_removed_and_the_other_moves_at_once(
    engine: Engine,
) -> None:
    """40 could only capture 31, until a sheep fills 22 behind it."""
    after = drawn(engine, NEARLY_CAUGHT, "s").play("12-22")
    assert row(after, 4) == ".ss...."
    assert after.moves == ["64-53", "64-54", "64-63"]


def test_a_fox_that_can_only_capture_is_not_immobile(engine: Engine) -> None:
    after = drawn(engine, NEARLY_CAUGHT, "s").play("14-24")
    assert (row(after, 4), after.moves) == ("fss....", ["40x22"])


def test_foxes_that_cannot_be_caught_stay(engine: Engine) -> None:
    rules = FoxGame(catchable=False)
    after = drawn(engine, NEARLY_CAUGHT, "s", rules=rules).play("12-22")
    assert row(after, 4) == "fss...."
    assert after.moves == ["64-53", "64-54", "64-63"]


def test_a_fox_held_up_by_the_other_foxs_capture_is_not_immobile(
    engine: Engine,
) -> None:
    drawing = "--sss--/--sss--/sss..../..s..../......./--f..--/--..f--"
    after = drawn(engine, drawing, "s").play("32-42")
    assert (row(after, 6), after.moves) == ("--..f--", ["52x32"])


NEARLY_BOTH_CAUGHT = "--sss--/--sss--/......./....s../..s..../--sss--/--fsf--"


def test_when_both_foxes_are_immobile_the_sheep_win(engine: Engine) -> None:
    after = drawn(engine, NEARLY_BOTH_CAUGHT, "s").play("34-44")
    assert row(after, 6) == "--.s.--"
    assert is_over(after, "sheep")


def test_foxes_that_stay_but_cannot_move_have_lost(engine: Engine) -> None:
    rules = FoxGame(catchable=False)
    after = drawn(engine, NEARLY_BOTH_CAUGHT, "s", rules=rules).play("34-44")
    assert row(after, 6) == "--fsf--"
    assert is_over(after, "sheep")


BLOCKING_EACH_OTHER = "--sss--/--sss--/......./..s..../...ss../--.ss--/--sff--"


def test_foxes_that_block_each_other_are_removed_together(engine: Engine) -> None:
    """Taken away one after the other, 63 would make room for 64."""
    after = drawn(engine, BLOCKING_EACH_OTHER, "s").play("32-42")
    assert row(after, 6) == "--s..--"
    assert is_over(after, "sheep")


def test_a_fox_taken_off_first_may_make_room_for_the_other(engine: Engine) -> None:
    rules = FoxGame(one_by_one=True)
    after = drawn(engine, BLOCKING_EACH_OTHER, "s", rules=rules).play("32-42")
    assert (row(after, 6), after.moves) == ("--s.f--", ["64-63"])


def test_taking_a_fox_off_may_be_the_foxes_turn(engine: Engine) -> None:
    rules = FoxGame(removal_is_turn=True)
    after = drawn(engine, NEARLY_CAUGHT, "s", rules=rules).play("12-22")
    assert row(after, 4) == ".ss...."
    assert "02-12" in after.moves
    assert after.play("02-12").text.split()[1] == "f"


def test_the_last_fox_taken_off_ends_the_game_all_the_same(engine: Engine) -> None:
    rules = FoxGame(removal_is_turn=True)
    after = drawn(engine, NEARLY_BOTH_CAUGHT, "s", rules=rules).play("34-44")
    assert is_over(after, "sheep")


BESIDE_AN_IMMOBILE_FOX = "--sss--/--.ss--/s.s..../ss..s../fss..../--.s.--/--f..--"


def test_a_given_position_is_taken_as_it_stands(engine: Engine) -> None:
    """It was judged when the turn passed: the fox at 40 stays."""
    position = drawn(engine, BESIDE_AN_IMMOBILE_FOX, "f")
    assert (row(position, 4), position.moves) == ("fss....", ["62x44"])


def test_no_fox_is_removed_inside_a_chain_or_at_its_end(engine: Engine) -> None:
    """The fox at 40 stays until a sheep's step passes the turn."""
    inside = drawn(engine, BESIDE_AN_IMMOBILE_FOX, "f").play("62x44")
    assert (row(inside, 4), inside.moves) == ("fss.f..", ["44x24"])
    after = inside.play("44x24")
    assert row(after, 4) == "fss...."
    assert row(after.play("13-12"), 4) == ".ss...."


def test_a_given_position_whose_foxes_cannot_move_is_won(engine: Engine) -> None:
    drawing = "--sss--/--sss--/......./......./..s.s../--sss--/--fsf--"
    assert is_over(drawn(engine, drawing, "f"), "sheep")


# -- ends ----------------------------------------------------------------------------


NEARLY_HOME = "--s.s--/--...--/f.....f/...s.../..s.s../--sss--/--sss--"


def test_the_ninth_sheep_in_the_pasture_wins(engine: Engine) -> None:
    position = drawn(engine, NEARLY_HOME, "s")
    assert position.winner is None
    assert is_over(position.play("33-43"), "sheep")


def test_fewer_sheep_may_be_needed_in_the_pasture(engine: Engine) -> None:
    rules = FoxGame(target=8)
    assert is_over(drawn(engine, NEARLY_HOME, "s", rules=rules), "sheep")


NINE_SHEEP = "--sss--/--sss--/s....../....s../..fs.../--...--/--..f--"


def test_eight_sheep_left_lose_even_inside_a_chain(engine: Engine) -> None:
    """The fox could go on from 44 over 34."""
    position = drawn(engine, NINE_SHEEP, "f")
    assert position.winner is None
    assert is_over(position.play("42x44"), "foxes")


def test_a_whole_chain_is_finished_before_the_sheep_are_counted(
    engine: Engine,
) -> None:
    position = drawn(engine, NINE_SHEEP, "f", rules=FoxGame(whole_chains=True))
    assert position.moves == ["42x44x24"]
    after = position.play("42x44x24")
    assert row(after, 3) == "......."
    assert is_over(after, "foxes")


def test_fewer_sheep_lose_where_fewer_are_needed(engine: Engine) -> None:
    rules = FoxGame(target=8)
    inside = drawn(engine, NINE_SHEEP, "f", rules=rules).play("42x44")
    assert inside.moves == ["44x24"]
    assert is_over(inside.play("44x24"), "foxes")


def test_a_few_sheep_play_on_where_the_last_one_counts(engine: Engine) -> None:
    rules = FoxGame(last_sheep=True)
    inside = drawn(engine, NINE_SHEEP, "f", rules=rules).play("42x44")
    after = inside.play("44x24")
    assert after.winner is None
    assert after.moves


def test_the_last_sheep_ends_the_game(engine: Engine) -> None:
    drawing = "--...--/--...--/......./......./..fs.../--...--/--..f--"
    rules = FoxGame(last_sheep=True)
    position = drawn(engine, drawing, "f", rules=rules)
    assert is_over(position.play("42x44"), "foxes")


def test_sheep_without_a_move_lose(engine: Engine) -> None:
    """The fox steps to 44 and shuts in all ten sheep."""
    drawing = "--f..--/--...--/......./....f../ssss.../--sss--/--sss--"
    assert is_over(drawn(engine, drawing, "f").play("34-44"), "foxes")


ON_THE_WAY = "--sss--/--sss--/sss..../...s.../......./--...--/--f.f--"


def test_the_tenth_turn_without_a_forward_step_loses(engine: Engine) -> None:
    eighth = drawn(engine, ON_THE_WAY, "s", sideways=8)
    ninth = eighth.play("33-34")
    assert ninth.text.endswith(" f 9 -")
    assert ninth.winner is None
    tenth = drawn(engine, ON_THE_WAY, "s", sideways=9).play("33-34")
    assert tenth.text.endswith(" f 10 -")
    assert is_over(tenth, "foxes")


def test_a_forward_step_sets_the_counter_to_zero(engine: Engine) -> None:
    after = drawn(engine, ON_THE_WAY, "s", sideways=9).play("33-43")
    assert after.text.endswith(" f 0 -")


def test_a_foxs_step_leaves_the_counter(engine: Engine) -> None:
    after = drawn(engine, ON_THE_WAY, "f", sideways=7).play("62-52")
    assert after.text.endswith(" s 7 -")


def test_another_limit(engine: Engine) -> None:
    rules = FoxGame(sideways_limit=3)
    position = drawn(engine, ON_THE_WAY, "s", sideways=2, rules=rules)
    assert is_over(position.play("33-32"), "foxes")
