"""The exact answers of Fox & Hounds against brute force and the document."""

import random
from collections import Counter

import fox_hounds_positions as samples
import pytest

from benchmarks import plain_fox_hounds as plain
from foxkit.rules.fox_hounds import FoxHounds, is_foxbox
from foxkit.rules.position import Position
from foxkit.solvers import fox_hounds_table as tables
from foxkit.solvers.fox_hounds import value
from foxkit.solvers.fox_hounds_counts import count

GAME = FoxHounds()


@pytest.fixture(autouse=True, scope="module")
def empty_folder(tmp_path_factory):
    """Make every table anew, away from the workbook's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(tmp_path_factory.mktemp("data")))
        tables.table.cache_clear()
        yield
    tables.table.cache_clear()


def expected_value(solver, position):
    """Everything `foxkit value` says, by brute force."""
    board = solver.board
    winner, plies = solver.value(position)
    b, pair = solver.b(position), solver.max_b(position)
    lists = (solver.keeping(position), solver.best(position), solver.ai(position))
    names = [[f"{board.name(a)}-{board.name(b)}" for a, b in moves] for moves in lists]
    return {
        "winner": winner,
        "plies": plies,
        "foxbox": board.is_foxbox(position),
        "B": None if b == plain.NEVER else b,
        "max_B": None if pair[0] == plain.NEVER else list(pair),
        "keeping_moves": names[0],
        "best_moves": names[1],
        "ai_moves": names[2],
    }


def check(solver, game, position):
    text = samples.text_of(solver.board, position)
    assert value(Position.parse(game, text)) == expected_value(solver, position), text


SMALL = [(2, 2), (2, 5), (4, 2), (4, 3), (4, 4), (6, 3)]


@pytest.mark.parametrize("safe_squares", [2, 1, 0])
@pytest.mark.parametrize("width, height", SMALL)
def test_every_position_of_small_boards(width, height, safe_squares):
    solver = plain.Solver(plain.Board(width, height, safe_squares))
    game = FoxHounds(width, height, safe_squares)
    for position in samples.every_position(solver.board):
        check(solver, game, position)


@pytest.mark.parametrize("width, height", [(4, 7), (6, 5), (6, 6), (8, 3), (8, 4)])
def test_random_positions_of_larger_boards(width, height):
    rng = random.Random(width * height)
    solver = plain.Solver(plain.Board(width, height))
    for _ in range(150):
        position = samples.random_position(solver.board, rng)
        check(solver, FoxHounds(width, height), position)


@pytest.mark.parametrize(
    "width, height", [(2, 2), (2, 6), (4, 4), (4, 5), (6, 4), (6, 6), (6, 7), (8, 3)]
)
@pytest.mark.parametrize("safe_squares", [2, 1, 0])
def test_counts(width, height, safe_squares):
    solver = plain.Solver(plain.Board(width, height, safe_squares))
    reachable, games, _ = count(FoxHounds(width, height, safe_squares))
    assert reachable == len(solver.reachable())
    assert games == solver.games(solver.board.start())


def test_the_standard_board():
    assert count(GAME)[:2] == (709_868, 360_552_037_329_667_882_019_232_833_884)
    start = value(Position.start(GAME))
    assert (start["winner"], start["plies"]) == ("hounds", 44)
    assert (start["B"], start["max_B"], start["foxbox"]) == (0, [6, 6], True)
    opposite = value(Position.parse(GAME, samples.OPPOSITE))
    assert (opposite["winner"], opposite["plies"]) == ("fox", 29)
    assert opposite["B"] is None and opposite["max_B"] is None


@pytest.mark.parametrize("text", samples.BOXES)
def test_the_documents_foxboxes(text):
    assert is_foxbox(*GAME.parse(text))


def test_lengths_of_the_games_that_the_hounds_win():
    board = plain.Board(4, 5)

    def lengths(position, plies):
        children = board.children(position)
        if not children and board.final(position)[0] == plain.HOUNDS:
            yield plies
        for child in children:
            yield from lengths(child, plies + 1)

    expected = Counter(lengths(board.start(), 0))
    assert count(FoxHounds(4, 5)).lengths == expected


@pytest.mark.parametrize("safe_squares, reachable", [(0, 957_529), (1, 701_218)])
def test_other_escape_rules_on_the_standard_board(safe_squares, reachable):
    game = FoxHounds(safe_squares=safe_squares)
    assert count(game, with_games=False).reachable == reachable


def test_b_without_the_winning_condition():
    solver = plain.Solver(plain.Board(6, 6), winning_boxes=False)
    table = tables.solve_table(FoxHounds(6, 6), winning_boxes=False)
    start = FoxHounds(6, 6).start()
    assert table.answer(start).b == 0 == solver.b(solver.board.start())
    for position in list(solver.reachable())[::40]:
        _, state = GAME.parse(samples.text_of(solver.board, position))
        b, (v, k) = solver.b(position), solver.max_b(position)
        found = table.answer(state)
        assert found.b == (None if b == plain.NEVER else b)
        assert found.max_b == (None if v == plain.NEVER else (v, k))


def test_a_damaged_table_is_solved_again(capsys):
    game = FoxHounds(4, 4)
    tables.table.cache_clear()
    expected = tables.table(game).answer(game.start())
    path = tables.path_of(game, 0)
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 0xFF
    path.write_bytes(bytes(content))
    with pytest.raises(ValueError, match="damaged"):
        tables.read_table(game, 0)
    tables.table.cache_clear()
    assert tables.table(game).answer(game.start()) == expected
    assert "damaged" in capsys.readouterr().err


def test_tables_too_large_are_refused():
    with pytest.raises(ValueError, match="GiB"):
        tables.solve_table(FoxHounds(12, 12))
