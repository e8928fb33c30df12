"""How sheep and foxes move and capture: each rule by a hand-made position.

Every case is put to the fast code and to the oracle.
"""

import pytest
from fox_game_engines import Engine, Fast, Slow, drawn
from oracle_fox_game import FoxGame

pytestmark = pytest.mark.parametrize("engine", [Fast, Slow])


def moves_of(position: Fast | Slow, point: str) -> set[str]:
    """The moves of the piece on a point, without that point."""
    return {move[2:] for move in position.moves if move.startswith(point)}


def row(position: Fast | Slow, number: int) -> str:
    return position.text.split("/")[number].split()[0]


def fields(position: Fast | Slow) -> str:
    """Side to move, sideways counter and chain point."""
    return position.text.split(" ", 1)[1]


def all_whole_chains(engine: Engine, drawing: str) -> list[str]:
    return drawn(engine, drawing, "f", rules=FoxGame(whole_chains=True)).moves


# -- start ---------------------------------------------------------------------------


def test_start(engine: Engine) -> None:
    start = engine(FoxGame())
    drawing = "--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f--"
    assert start.text == drawn(engine, drawing, "s").text
    assert fields(start) == "s 0 -"


def test_first_counts_from_the_start(engine: Engine) -> None:
    layer, counts = [engine(FoxGame())], []
    for _ in range(3):
        layer = [position.play(m) for position in layer for m in position.moves]
        counts.append(len(layer))
    assert counts == [7, 42, 452]


@pytest.mark.parametrize(
    ("sheep", "from_side", "row_0"),
    [
        (19, False, "--s.s--"),
        (18, False, "--.s.--"),
        (17, False, "--...--"),
        (19, True, "--.ss--"),
        (18, True, "--..s--"),
        (17, True, "--...--"),
    ],
)
def test_fewer_sheep(engine: Engine, sheep: int, from_side: bool, row_0: str) -> None:
    """Figure 9 takes sheep from the row furthest from the pasture."""
    start = engine(FoxGame(sheep=sheep, from_side=from_side))
    assert row(start, 0) == row_0
    assert start.text.count("s") == sheep + 1  # the sheep and the side to move


def test_foxes_may_begin_and_stand_elsewhere(engine: Engine) -> None:
    start = engine(FoxGame(first="f", fox_start=((4, 2), (5, 4))))
    assert (row(start, 4), row(start, 5)) == ("..f....", "--..f--")
    assert fields(start) == "f 0 -"


# -- sheep ---------------------------------------------------------------------------


def test_sheep_step_sideways_or_forward_only(engine: Engine) -> None:
    """The sheep at 33 may not go back to 23, nor slantwise to 22, 24, 42, 44."""
    drawing = "--sss--/--sss--/......./...s.../s.....s/--...--/--f.f--"
    assert moves_of(drawn(engine, drawing, "s"), "33") == {"-32", "-34", "-43"}


def test_sheep_beside_the_pasture_have_no_point_ahead(engine: Engine) -> None:
    drawing = "--sss--/--sss--/s....../......./.s...s./--...--/--f.f--"
    position = drawn(engine, drawing, "s")
    assert moves_of(position, "41") == {"-40", "-42"}
    assert moves_of(position, "45") == {"-44", "-46"}


def test_sheep_on_the_far_edge_only_go_sideways(engine: Engine) -> None:
    drawing = "--sss--/--sss--/ss...../......./......./--f.f--/--.s.--"
    assert moves_of(drawn(engine, drawing, "s"), "63") == {"-62", "-64"}


# -- foxes step ----------------------------------------------------------------------

ODD_FOXES = "--sss--/--sss--/sss..../....f../......./--f..--/--...--"
FOX_IN_THE_CENTRE = ODD_FOXES.replace("....f..", "...f...")


def test_no_diagonal_from_odd_points(engine: Engine) -> None:
    position = drawn(engine, ODD_FOXES, "f")
    assert moves_of(position, "34") == {"-24", "-33", "-35", "-44"}
    assert moves_of(position, "52") == {"-42", "-53", "-62"}


def test_eight_lines_from_even_points(engine: Engine) -> None:
    """A sheep stands on 22, with no point behind it."""
    targets = {"-23", "-24", "-32", "-34", "-42", "-43", "-44"}
    assert moves_of(drawn(engine, FOX_IN_THE_CENTRE, "f"), "33") == targets


def test_board_without_diagonals(engine: Engine) -> None:
    position = drawn(engine, FOX_IN_THE_CENTRE, "f", rules=FoxGame(diagonals="none"))
    assert moves_of(position, "33") == {"-23", "-32", "-34", "-43"}


def test_board_with_diagonals_everywhere(engine: Engine) -> None:
    position = drawn(engine, ODD_FOXES, "f", rules=FoxGame(diagonals="everywhere"))
    assert moves_of(position, "52") == {"-41", "-42", "-43", "-53", "-62", "-63"}


# -- foxes capture -------------------------------------------------------------------

ONE_CAPTURE = "--sss--/--sss--/sss..../..s..../..f..../--s..--/--..f--"


def test_capture_is_compulsory_for_the_side(engine: Engine) -> None:
    """The fox at 42 has quiet steps, the one at 64 too; none of them is legal."""
    assert drawn(engine, ONE_CAPTURE, "f").moves == ["42x62"]


def test_captures_that_are_optional_leave_the_steps(engine: Engine) -> None:
    rules = FoxGame(must_capture=False)
    position = drawn(engine, ONE_CAPTURE, "f", rules=rules)
    assert moves_of(position, "42") == {"x62", "-31", "-33", "-41", "-43", "-53"}
    assert moves_of(position, "64") == {"-53", "-54", "-63"}


def test_which_capture_is_a_free_choice(engine: Engine) -> None:
    """33x31 could go on to 13, the other two end at once: no longest-chain rule."""
    drawing = "--sss--/--...--/sss..ss/..sfs../......s/--...--/--.sf--"
    assert drawn(engine, drawing, "f").moves == ["33x31", "33x35", "64x62"]
    chains = all_whole_chains(engine, drawing)
    assert chains == ["33x31x13", "33x35", "64x62"]


DIAGONAL_CAPTURES = "--sss--/--s.s--/s...f../...s..f/.....s./--...--/--sss--"


def test_diagonal_captures_only_from_even_points(engine: Engine) -> None:
    """24 is even and takes 33; 36 is odd and cannot take 45."""
    assert drawn(engine, DIAGONAL_CAPTURES, "f").moves == ["24x42"]
    everywhere = FoxGame(diagonals="everywhere")
    position = drawn(engine, DIAGONAL_CAPTURES, "f", rules=everywhere)
    assert position.moves == ["24x42", "36x54"]
    none = drawn(engine, DIAGONAL_CAPTURES, "f", rules=FoxGame(diagonals="none"))
    assert not any("x" in move for move in none.moves)


def test_no_jump_over_a_fox(engine: Engine) -> None:
    drawing = "--sss--/--sss--/sss..../......./...f.../--.f.--/--...--"
    position = drawn(engine, drawing, "f")
    assert moves_of(position, "43") == {"-33", "-42", "-44"}
    assert "-33" not in moves_of(position, "53")


def test_no_jump_over_two_sheep_off_the_board_or_across_a_corner(
    engine: Engine,
) -> None:
    """20 faces 21 and 22, 30 and 40, and 02 behind a corner; 52 stands at the edge."""
    drawing = "--.ss--/--sss--/fss..../s....../s....../--sf.--/--...--"
    position = drawn(engine, drawing, "f")
    assert moves_of(position, "20") == {"-31"}
    assert not any("x" in move for move in position.moves)


# -- chains --------------------------------------------------------------------------

TWO_IN_A_ROW = "--sss--/--sss--/s.....s/..s..../......./--s.s--/--f.f--"


def test_the_same_fox_goes_on_and_the_counter_stays(engine: Engine) -> None:
    """The fox at 64 could capture too, but may not take over inside the chain."""
    position = drawn(engine, TWO_IN_A_ROW, "f", sideways=4)
    assert position.moves == ["62x42", "64x44"]
    inside = position.play("62x42")
    assert (fields(inside), inside.moves) == ("f 4 42", ["42x22"])
    after = inside.play("42x22")
    assert fields(after) == "s 4 -"
    assert (row(after, 2), row(after, 3)) == ("s.f...s", ".......")


def test_a_chain_that_is_optional_may_stop(engine: Engine) -> None:
    rules = FoxGame(must_continue=False)
    inside = drawn(engine, TWO_IN_A_ROW, "f", rules=rules).play("62x42")
    assert inside.moves == ["42x22", "stop"]
    after = inside.play("stop")
    assert (fields(after), row(after, 4)) == ("s 0 -", "..f....")


def test_a_chain_once_begun_goes_on_where_only_captures_are_optional(
    engine: Engine,
) -> None:
    rules = FoxGame(must_capture=False)
    inside = drawn(engine, TWO_IN_A_ROW, "f", rules=rules).play("62x42")
    assert inside.moves == ["42x22"]


BRANCHES = "--sss--/--sss--/s.....s/...ss../......./--.s.--/--f.f--"


def test_a_chain_branches(engine: Engine) -> None:
    inside = drawn(engine, BRANCHES, "f").play("62x44")
    assert inside.moves == ["44x22", "44x24"]
    chains = ["62x44x22", "62x44x24x42", "64x42x24x44"]
    assert all_whole_chains(engine, BRANCHES) == chains


def test_whole_chains_that_are_optional_offer_each_part(engine: Engine) -> None:
    rules = FoxGame(whole_chains=True, must_continue=False)
    parts = drawn(engine, BRANCHES, "f", rules=rules).moves
    assert [move for move in parts if move.startswith("62")] == [
        "62x44",
        "62x44x22",
        "62x44x24",
        "62x44x24x42",
    ]


def test_a_captured_sheep_is_gone_at_once(engine: Engine) -> None:
    """From 44 the fox cannot jump back over 43."""
    drawing = "--sss--/--sss--/s.....s/....s../..fs.../--...--/--..f--"
    inside = drawn(engine, drawing, "f").play("42x44")
    assert (row(inside, 4), inside.moves) == ("....f..", ["44x24"])


LOOP = "--sss--/--sss--/ss...ss/..s..../..fs..f/--s.s--/--.s.--"


def test_a_chain_returns_to_its_start_point_and_crosses_it(engine: Engine) -> None:
    position = drawn(engine, LOOP, "f")
    for move in ("42x44", "44x64", "64x62", "62x42", "42x22"):
        assert move in position.moves
        position = position.play(move)
    assert fields(position) == "s 0 -"
    assert row(position, 2) == "ssf..ss"
    chains = ["42x22", "42x44x64x62x42x22", "42x62x64x44x42x22"]
    assert all_whole_chains(engine, LOOP) == chains


def test_a_whole_chain_is_one_move(engine: Engine) -> None:
    position = drawn(engine, LOOP, "f", rules=FoxGame(whole_chains=True))
    after = position.play("42x62x64x44x42x22")
    assert after.text == "--sss--/--sss--/ssf..ss/......./......f/--...--/--...-- s 0 -"
