"""The Fox Game's text form: sound texts read back, others are refused in words."""

import re

import numpy as np
import pytest
from fox_game_positions import TRICKY
from hypothesis import example, given
from hypothesis import strategies as st

from foxkit.core.position import Position
from foxkit.games.fox_game.rules import FoxGame

GAME = FoxGame()
START = "--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -"
TEXTS = [START, *TRICKY.values()]


def check_clean_error_or_fixed_point(text: str) -> None:
    try:
        position = Position.parse(GAME, text)
    except ValueError as error:
        assert str(error)
    else:
        once = position.text
        assert Position.parse(GAME, once) == position
        assert Position.parse(GAME, once).text == once
        assert (position.outcome is None) == bool(position.moves)


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """A sound text after a few characters were put in, taken out or replaced."""
    characters = list(draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(characters) - 1))
        width = draw(st.integers(0, 1))
        new = draw(st.sampled_from("-.sf/ 0123456789x\t") | st.characters())
        characters[at : at + width] = draw(st.sampled_from(["", new]))
    return "".join(characters)


@st.composite
def boards(draw: st.DrawFn) -> str:
    """Any pieces on the points, any side, counter and chain point."""
    drawn = "".join(
        draw(st.sampled_from("..ssf")) if piece in ".sf" else piece
        for piece in START.split()[0]
    )
    chain = draw(st.sampled_from(["-", "33", "42", "44", "24", "00", "77"]))
    return f"{drawn} {draw(st.sampled_from('sf'))} {draw(st.integers(0, 11))} {chain}"


@given(st.text())
@example("")
@example(START.replace(" 0 ", f" {'9' * 5000} "))
@example(START.replace(" 0 ", " ² "))
@example(START.replace(" 0 ", " 00 "))
@example(START.replace(" 0 -", " 0 ss"))
def test_any_text(text: str) -> None:
    check_clean_error_or_fixed_point(text)


@given(damaged_texts())
def test_damaged_texts(text: str) -> None:
    check_clean_error_or_fixed_point(text)


@given(boards())
def test_any_board(text: str) -> None:
    check_clean_error_or_fixed_point(text)


@pytest.mark.parametrize("text", TEXTS)
def test_sound_texts_read_back(text: str) -> None:
    assert Position.parse(GAME, text).text == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not 4 fields but 0"),
        (START.replace("--sss--/", "", 1), "rows of 7, 7, 7, 7, 7, 7 characters"),
        (START.replace("/.......", "/......"), "rows of 7, 7, 7, 7, 6, 7, 7"),
        (START.replace("--sss--", "s-sss--", 1), "'s' at 00"),
        (START.replace("/.......", "/...x..."), "'x' at 43"),
        (START.replace("/.......", "/...f..."), "3 foxes instead of at most 2"),
        (START.replace(" s ", " b "), "side to move 'b'"),
        (START.replace(" 0 ", " -1 "), "'-1' is no number"),
        (START.replace(" 0 ", " 11 "), "counter 11 above the limit 10"),
        (START.replace(" 0 -", " 0 99"), "'99' is not on the board"),
        (START.replace(" 0 -", " 0 62"), "the sheep are to move"),
        (START.replace(" s 0 -", " f 0 33"), "no fox at the chain point 33"),
        (START.replace(" s 0 -", " f 0 62"), "the chain point 62 cannot capture"),
    ],
)
def test_the_first_fault_is_named(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Position.parse(GAME, text)


@pytest.mark.parametrize("number", [0, np.int64(0)])
def test_moves_asked_for_by_a_number_say_what_they_are(number: int) -> None:
    moves = Position.start(FoxGame()).moves
    with pytest.raises(KeyError, match=r"list\(position.moves\)\[0\] is a text"):
        moves[number]  # type: ignore[call-overload, unused-ignore]
    with pytest.raises(KeyError, match="'33-99'"):
        moves["33-99"]
    assert moves.get(number) is None  # type: ignore[call-overload, unused-ignore]
