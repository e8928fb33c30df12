"""The rules of Fox & Hounds against the brute-force solver's and the document's."""

import random
from contextlib import suppress

import fox_hounds_positions as samples
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plain_fox_hounds import FOX, Board
from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.fox_hounds.rules import MAX_SQUARES, FoxHounds, squares_of_column

GAME = FoxHounds()
SIZES = [(2, 2), (2, 7), (4, 4), (4, 5), (6, 3), (6, 8), (8, 8), (12, 5), (14, 14)]


def names(board, moves):
    return [f"{board.name(source)}-{board.name(target)}" for source, target in moves]


def assert_same(board, game, position):
    """The same moves in the same order, the same positions after, the same end."""
    ours = Position.parse(game, samples.text_of(board, position))
    moves = board.moves(position)
    assert ours.text == samples.text_of(board, position)
    assert ours.mover == position[2]
    assert list(ours.moves) == names(board, moves)
    after = [board.play(position, move) for move in moves]
    texts = [samples.text_of(board, child) for child in after]
    assert [ours.play(move).text for move in ours.moves] == texts
    if not moves:
        winner = board.final(position)[0]
        assert ours.outcome[winner] == 1.0 and sum(ours.outcome.values()) == 0.0
    assert bool(game.reason(ours.state)) == (not moves)


@pytest.mark.parametrize("width, height", SIZES)
def test_starts_agree(width, height):
    board, game = Board(width, height), FoxHounds(width, height)
    start = Position.start(game)
    assert start.text == samples.text_of(board, board.start())
    assert Position.parse(GAME, start.text) == start


@pytest.mark.parametrize("safe_squares", [0, 1, 2])
@pytest.mark.parametrize("width, height", [(4, 4), (4, 3), (2, 5)])
def test_every_position_of_small_boards(width, height, safe_squares):
    board = Board(width, height, safe_squares)
    game = FoxHounds(width, height, safe_squares)
    for position in samples.every_position(board):
        assert_same(board, game, position)


@given(st.sampled_from(SIZES), st.integers(0, 2), st.integers())
def test_random_positions(size, safe_squares, seed):
    board = Board(*size, safe_squares)
    game = FoxHounds(*size, safe_squares)
    assert_same(board, game, samples.random_position(board, random.Random(seed)))


@given(st.sampled_from(SIZES), st.integers())
def test_random_games(size, seed):
    board = Board(*size)
    position = Position.start(FoxHounds(*size))
    for place, move in samples.walk(board, random.Random(seed)):
        assert position.text == samples.text_of(board, place)
        assert (move is None) == (position.outcome is not None)
        position = position.play(move) if move else position


@pytest.mark.parametrize(
    "text, reason",
    [
        (samples.TRAPPED, "the fox cannot move"),
        (samples.NO_HOUND_MOVES, "no hound can move"),
        (samples.ESCAPED, "the fox has escaped"),
        (samples.OPPOSITE, ""),
    ],
)
def test_the_documents_diagrams(text, reason):
    position = Position.parse(GAME, text)
    assert GAME.reason(position.state) == reason
    if reason:
        loser = "fox" if reason == "the fox cannot move" else "hounds"
        assert position.outcome[loser] == -1.0


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "not 2 fields but 0"),
        ("F./HH f f", "not 2 fields but 3"),
        ("F./HH x", "side to move 'x'"),
        ("F./HHH f", "2 to 3 squares"),
        ("../HH f", "0 foxes"),
        ("FF/HH f", "2 foxes"),
        ("FH/HH f", "3 hounds instead of 2"),
        ("F./H. f", "1 hounds instead of 2"),
        ("F?/HH f", "'?'"),
        ("FHH f", "height .* not 1"),
        ("/ f", "width .* not 0"),
        ("F............./HHHHHHHHHHHHHH f", "width .* not 28"),
        ("/".join(["F......H", *["........"] * 14, "HHHHHHH."]) + " f", "too large"),
    ],
)
def test_bad_texts_are_named(text, words):
    with pytest.raises(ValueError, match=words):
        Position.parse(GAME, text)


@given(st.text(alphabet="FH./ fhx1", max_size=20))
def test_a_text_is_refused_or_read_back(text):
    with suppress(ValueError):
        position = Position.parse(GAME, text)
        assert Position.parse(GAME, position.text) == position
        assert position.text == " ".join(text.split())


@pytest.mark.parametrize("width, height", [(7, 8), (0, 4), (28, 3), (8, 1), (16, 16)])
def test_unsupported_sizes(width, height):
    with pytest.raises(ValueError, match=r"is a whole number from|too large"):
        FoxHounds(width, height).start()


def test_game_is_known_by_name():
    assert game_named("fox-hounds") == GAME
    assert game_named("fox-hounds", "no-escape").safe_squares == 0
    assert FOX in GAME.PLAYERS


@pytest.mark.parametrize("k", range(1, MAX_SQUARES + 1))
def test_columns_hold_the_squares_of_whole_ranks_and_fit_an_int64(k):
    """Plain Python would grow a larger one, and NumPy refuse it on boards from 8."""
    ranks = MAX_SQUARES // k
    for j in range(k):
        squares = sum(1 << k * rank + j for rank in range(ranks))
        assert squares_of_column(k, j) == squares < 1 << 63
