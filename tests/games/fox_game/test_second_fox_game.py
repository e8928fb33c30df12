"""The second program of the Fox Game, which checks four studies: is it right?"""

import sys

import numpy as np
import pytest
import second_fox_game as plain
import verify_fox_budgets as budgets
import verify_fox_learned as learned
import verify_fox_rates as rates

from foxkit import FoxGame, Position, match, paper, play_blocks, replay
from foxkit.core.entry import evaluate
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.learned import learned as shipped

pytestmark = pytest.mark.slow  # the second programs are compiled anew each time


def text_of(code: int) -> str:
    """Return the points of a move, as in 4231."""
    return "".join(f"{r}{c}" for r, c in (plain.POINTS[i] for i in divmod(code, 64)))


PLIES = 8


def states_of(rng: np.random.Generator, game: FoxGame, games: int):
    """Yield positions of random games with what the second program makes of them."""
    limit = game.sideways_limit
    for _ in range(games):
        position, state = Position.start(game), plain.STARTS[game.sheep]
        while True:
            n = plain.list_moves(state, limit, plain.ROOM)
            moves = {text_of(int(code)): int(code) for code in plain.ROOM[:n]}
            yield position, state, moves
            if not n:
                break
            text = rng.choice([*position.moves])
            position = position.play(text)
            code = moves[text.replace("-", "").replace("x", "")]
            state = plain.play(state, limit, code, plain.ROOM)


@pytest.mark.parametrize("limit, sheep", [(9, 20), (10, 20), (10, 18), (16, 19)])
def test_positions_moves_ends_and_values_are_the_same(limit: int, sheep: int) -> None:
    table, seen, ends = learned.last_table(), 0, set()
    game, rng = FoxGame(sheep=sheep, sideways_limit=limit), np.random.default_rng(limit)
    for position, state, moves in states_of(rng, game, 20):
        assert {move.replace("-", "").replace("x", "") for move in position.moves} == {
            *moves
        }
        board = position.text.split()[0]
        assert plain.read(board)[:2] == state[:2]
        seen += 1
        if position.outcome:
            won = position.outcome["sheep"] > 0
            assert won == (plain.decided(state, limit) == 1)
            ends.add(won)
            continue
        for weights, own in ((plain.NO_TABLE, FoxHeuristic()), (table, shipped())):
            value = plain.value_of(state, limit, weights, plain.ROOM, sheep)
            theirs = evaluate(own, position.game, position.state)[0]
            assert value == pytest.approx(theirs, abs=1e-12)
    assert seen > 400


@pytest.mark.parametrize(("sheep", "simulations"), [(20, 50), (18, 150)])
def test_openings_lead_to_like_positions_and_rates(
    sheep: int, simulations: int
) -> None:
    """After eight plies: means of blocks, wrong by chance once in 500."""
    blocks, rng = 60, np.random.default_rng(sheep)
    of = match(FoxGame(sheep=sheep), paper(simulations), opening=PLIES)
    games = play_blocks(of, 7, range(blocks))
    ours = {"sheep win": (1 + games.payoffs[:, :, 0].mean(axis=1)) / 2}
    begun = [replay(of.game, x.moves[:PLIES])[-1] for x in games.finished[::2]]
    ours["sheep left"] = [x.text.split()[0].count("s") for x in begun]
    ours["moves left"] = [len(x.codes) for x in begun]

    def usual(state) -> int:
        return plain.search(state, 10, simulations, plain.NO_TABLE, -1, rng, sheep)

    theirs = {name: [] for name in ours}
    for _ in range(blocks):
        state = plain.opened(plain.STARTS[sheep], 10, PLIES, sheep, rng)
        won = [plain.sheep_win(10, [usual, usual], state) for _ in range(2)]
        theirs["sheep win"].append(np.mean(won))
        theirs["sheep left"].append(state[0].bit_count())
        theirs["moves left"].append(plain.list_moves(state, 10, plain.ROOM))
    for name in ours:
        a, b = (np.array(each[name], float) for each in (ours, theirs))
        error = np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / blocks)
        assert abs(a.mean() - b.mean()) <= 3.1 * error, name


@pytest.mark.parametrize(
    "program, asked",
    [
        (budgets, ["searched", "--number", "4"]),
        (learned, ["--games", "2", "--learned", "50", "--paper", "50"]),
        (rates, ["race", "--number", "1"]),
        (rates, ["choice", "--number", "1"]),
    ],
)
def test_programs_run(program, asked, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["verify", *asked])
    program.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines and all("; the study has " in line for line in lines)


def test_the_position_and_its_step_are_the_study_s() -> None:
    from fox_step import STEPS, position

    own = position(budgets.LIMIT, 1)
    assert own.text.split()[0] == budgets.BOARD
    root = budgets.read(budgets.BOARD, 1, 1)
    n = plain.list_moves(root, budgets.LIMIT, plain.ROOM)
    assert budgets.STEP in plain.ROOM[:n] and len(STEPS) == len(budgets.STEPS) == 2
