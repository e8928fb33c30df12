"""The exact answers of Fox & Hounds against brute force and the document."""

import random
from collections import Counter
from itertools import product

import fox_hounds_positions as samples
import pytest

from benchmarks import plain_fox_hounds as plain
from foxkit.core.position import Position
from foxkit.games.fox_hounds import table as tables
from foxkit.games.fox_hounds.odds import POLICIES, choose_by_layer, chosen_moves
from foxkit.games.fox_hounds.ranking import hound_squares, rank
from foxkit.games.fox_hounds.rules import FOX, HOUNDS, FoxHounds, is_foxbox
from foxkit.games.fox_hounds.solver import answers_after, count_games, value
from foxkit.games.fox_hounds.table import NEVER, answer_of
from foxkit.solvers import exact

GAME = FoxHounds()


@pytest.fixture(autouse=True, scope="module")
def empty_folder(tmp_path_factory):
    """Make every table anew, away from the workbook's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(tmp_path_factory.mktemp("data")))
        yield


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


SMALL = [*product((2, 4), (2, 4, 5), (2, 1, 0)), (6, 3, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("width, height, safe_squares", SMALL)
def test_every_position_of_small_boards(width, height, safe_squares):
    solver = plain.Solver(plain.Board(width, height, safe_squares))
    game = FoxHounds(width, height, safe_squares)
    for position in samples.every_position(solver.board):
        check(solver, game, position)


@pytest.mark.parametrize("width, height", [(4, 7), (6, 6), (8, 4)])
def test_random_positions_of_larger_boards(width, height):
    rng = random.Random(width * height)
    solver = plain.Solver(plain.Board(width, height))
    for _ in range(100):
        position = samples.random_position(solver.board, rng)
        check(solver, FoxHounds(width, height), position)


def derived(position, after):
    """Winner, plies, B and largest B, from the answers after each move."""
    of_fox = position.mover == "fox"
    best = max if of_fox else min
    win = [a for a in after if a.winner == (FOX if of_fox else HOUNDS)]
    plies = min(a.plies for a in win) if win else max(a.plies for a in after)
    winner = (win or after)[0].winner
    boxed = winner == HOUNDS and is_foxbox(position.game, position.state)
    b = 0 if boxed else min(NEVER, 1 + best(a.box for a in after))
    pair = max(b << 8 | 255, max(1, best(a.pair for a in after)) - 1)
    return winner, plies + 1, b, pair


@pytest.mark.parametrize("rules", [(6, 6), (6, 7, 1), (8, 8)])
def test_answers_follow_from_those_after_each_move(rules):
    """Any placements of a whole board, in both phases: by induction all are right."""
    game, board, rng = FoxHounds(*rules), plain.Board(*rules), random.Random(7)
    checked = 0
    while checked < 300:
        text = samples.text_of(board, samples.random_position(board, rng))
        position = Position.parse(game, text)
        if position.moves and position.outcome is None:
            found, after = answer_of(game, position.state), answers_after(position)
            wanted = derived(position, list(after.values()))
            assert (found.winner, found.plies, found.box, found.pair) == wanted, text
            checked += 1


@pytest.mark.parametrize(
    "width, height, safe_squares",
    [(2, 2, 2), (2, 6, 0), (4, 4, 1), (4, 5, 2), (6, 4, 0), (6, 6, 2), (8, 3, 1)],
)
def test_counts(width, height, safe_squares):
    solver = plain.Solver(plain.Board(width, height, safe_squares))
    reachable, games, _ = count_games(FoxHounds(width, height, safe_squares))
    assert reachable == len(solver.reachable())
    assert games == solver.games(solver.board.start())


def test_the_standard_board():
    assert count_games(GAME)[:2] == (709_868, 360_552_037_329_667_882_019_232_833_884)
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
    assert count_games(FoxHounds(4, 5)).lengths == expected


@pytest.mark.parametrize("safe_squares, reachable", [(0, 957_529), (1, 701_218)])
def test_other_escape_rules_on_the_standard_board(safe_squares, reachable):
    game = FoxHounds(safe_squares=safe_squares)
    assert count_games(game, with_games=False).reachable == reachable


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


def test_the_principal_variation_is_as_long_as_the_win():
    for text in (Position.start(GAME).text, samples.OPPOSITE):
        position = Position.parse(GAME, text)
        plies = exact.value_of(position).plies
        line = exact.principal_variation(position)
        assert len(line) == plies
        for move in line:
            assert move in value(position)["best_moves"]
            assert exact.regrets(position)[move] == 0.0
            position = position.play(move)
        assert position.outcome


def test_regret_is_one_for_the_moves_that_lose_a_win():
    position = Position.start(GAME).play("e8-d7")
    kept = value(position)["keeping_moves"]
    assert 0 < len(kept) < len(position.moves)
    for move, lost in exact.regrets(position).items():
        assert lost == float(move not in kept)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_player_chooses_by_the_position_as_the_sweep_does(policy):
    table, rng = tables.solved_table(FoxHounds(4, 5)), random.Random(policy)
    chosen = choose_by_layer(table, policy, policy)
    board = plain.Board(4, 5)
    for _ in range(60):
        *_, (position, _move) = [*samples.walk(board, rng)][: rng.randint(1, 9)]
        found = Position.parse(table.game, samples.text_of(board, position))
        if found.outcome:
            continue  # nobody chooses there
        after = answers_after(found)
        moves = chosen_moves(found, after, policy)
        layer, number = rank(table.numbering, hound_squares(2, found.state))
        bit = int(table.numbering.bit[found.state.fox])
        sets = chosen[layer].fox if found.mover == "fox" else chosen[layer].hounds
        assert len(moves) == int(sets[number, bit]).bit_count()
