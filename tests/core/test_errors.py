"""What somebody wrote comes back in an error, but never more than can be read."""

import pytest

from foxkit import HareHounds, Position, game_named
from foxkit.core.faults import compile_error_in_words
from foxkit.games import NAMES
from foxkit.view.record import Record

LONG = (
    *("x" * 20_000, "x " * 9_000, "/" * 9_000, "x/" * 9_000, "1|" * 9_000, ";" * 9_000),
    "".join(map(chr, range(256, 20_000))),
    f"{'1' * 9_000} fox | 2 x | 1 fox | 1 fox ; {'1' * 9_000} fox ; 1 1 1 0000",
    f"1 fox | 1 fish | 1 seal | 1 seal ; opening ; 1 1 {'1' * 9_000} 0000",
    "/".join([" ".join(["x" * 99] * 15)] * 15) + " | 1",
    "/".join(["x" * 7] * 7) + " s 0 -",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_a_long_text_is_not_repeated(name, text):
    game = game_named(name)
    for reads in (Position.parse, Record.parse, Position.start(game).play):
        given = (text,) if reads.__name__ == "play" else (game, text)
        with pytest.raises(ValueError) as caught:
            reads(*given)
        assert len(str(caught.value)) < 2_000


@pytest.mark.parametrize("name", NAMES)
def test_any_word_is_answered_with_what_a_position_looks_like(name):
    with pytest.raises(ValueError, match=r"(as in|such as) '") as caught:
        Record.parse(game_named(name), "hello")
    assert ";" not in str(caught.value).replace(" ; ", "")


def test_a_game_that_still_lists_problems_is_refused():
    class Former(HareHounds):
        def problems(self, text):
            return []

    with pytest.raises(ValueError, match=r"let Former\.parse raise a ValueError"):
        Position.parse(Former(), "hh.h......r h 0")


def test_a_message_of_numba_has_no_colours(tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text("\n\nreturn state.size\n")
    bold, plain = "\x1b[1m", "\x1b[0m"
    error = Exception(
        "Failed in nopython mode pipeline (step: nopython frontend)\n"
        f"{bold}{bold}Unknown attribute 'size'\n"
        f'{bold}\nFile "{rules}", line 3:{plain}\n{bold}return state.size{plain}'
    )
    line, reason = "'return state.size'", "Unknown attribute 'size'"
    assert compile_error_in_words(error) == f"this cannot be compiled: {line}: {reason}"
