"""Alpha-beta against plain minimax, in games whose turns alternate and do not."""

import random
import signal
from threading import Timer
from time import monotonic
from typing import Any

import pytest
from wolves_positions import random_position

from foxkit.core.position import Position
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.rules import WOLVES, Wolves, WolvesState
from foxkit.search.deepening import AlphaBeta
from foxkit.search.reference import minimax
from foxkit.search.transposition import fingerprint

PLAIN = {"prune": False, "table": False, "killers": False}
SMALL = {"bits": 4}  # many positions share a place in the table
CHAIN = "--sss--/--sss--/s.....s/..s.s../......./--s.s--/--f.f-- f 0 -"
LOST = "00102/00010/00000/00020/00001 s"
THREATS = "20000/00000/10100/00000/00100 w"


def roots() -> list[tuple[Position, Any]]:
    rng, found = random.Random(7), []
    for game in (Wolves(), Wolves(alternate=0)):
        for _ in range(6):
            position = Position.parse(game, random_position(rng).text)
            if position.moves:
                found.append((position, heuristic(position.state, rng.randint(0, 1))))
    for text in (CHAIN, FoxGame().format(FoxGame().start())):
        found.append((Position.parse(FoxGame(), text), FoxHeuristic()))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("means", [PLAIN, PLAIN | {"table": True}, SMALL])
def test_values_are_those_of_minimax(means: dict[str, Any]) -> None:
    for position, evaluation in roots():
        search = AlphaBeta(position.game, position.state, evaluation, **means)
        for depth in (1, 2, 3):
            value = search.search(position.state, depth)
            player = position.game.PLAYERS[search.player]
            wanted = minimax(position, evaluation, player, depth)
            assert value == wanted, (position.text, depth)


def test_scores_and_best_moves_are_exact() -> None:
    for position, evaluation in roots():
        search = AlphaBeta(position.game, position.state, evaluation)
        wanted = {
            move: minimax(position.play(move), evaluation, position.mover, 2)
            for move in position.moves
        }
        assert search.scores(3) == wanted
        value, moves = search.best(3)
        assert value == max(wanted.values())
        assert set(moves) == {m for m, v in wanted.items() if v == value}


@pytest.mark.slow
def test_plain_minimax_visits_what_is_counted() -> None:
    for position, evaluation in roots():
        search = AlphaBeta(position.game, position.state, evaluation, **PLAIN)
        search.search(position.state, 3)
        assert search.nodes == search.minimax_nodes(3)
        assert search.pruned == search.hits == 0


def test_each_means_saves_nodes() -> None:
    game, state = Wolves(), Wolves().start()
    nodes = []
    for count in range(3):
        means = {"prune": count > 0, "table": count > 1, "killers": False}
        search = AlphaBeta(game, state, heuristic(state, WOLVES), **means)
        search.search(state, 6)
        nodes.append(search.nodes)
    assert nodes[0] > 10 * nodes[1] > 10 * nodes[2]


def test_deepening_wins_at_once_and_stops() -> None:
    state = Wolves().parse(THREATS)[1]
    search = AlphaBeta(Wolves(), state, heuristic(state, WOLVES))
    assert search.iterative_deepening(5) == (1.0, ["00x20"])
    assert list(search.iterate_depths(5)) == [1.0]


def test_a_lost_side_holds_out() -> None:
    """One answer keeps the third sheep for two plies more than the others."""
    state = Wolves().parse(LOST)[1]
    search = AlphaBeta(Wolves(), state, heuristic(state, WOLVES))
    sooner = {move for move, value in search.scores(2).items() if value == -1.0}
    value, moves = search.iterative_deepening(4)
    assert value == -1.0
    assert sooner and not sooner & set(moves)


def test_a_depth_below_zero_is_refused() -> None:
    state = Wolves().start()
    with pytest.raises(ValueError, match="depth is a whole number from 1 to"):
        AlphaBeta(Wolves(), state, heuristic(state, WOLVES)).scores(0)


def test_a_search_that_is_given_up_answers_with_the_depth_before() -> None:
    state = Wolves().start()
    judge = heuristic(state, WOLVES)
    counted = [AlphaBeta(Wolves(), state, judge) for _ in range(7)]
    answers = [each.iterative_deepening(plies) for plies, each in enumerate(counted)]
    for plies in (1, 3, 5):
        limit = (counted[plies].nodes + counted[plies + 1].nodes) // 2
        search = AlphaBeta(Wolves(), state, judge)
        assert search.iterative_deepening(9, limit) == answers[plies]
        assert search.nodes <= limit + 20  # one more for every move of the root


@pytest.mark.slow
def test_ctrl_c_ends_a_long_search_at_once() -> None:
    state = Wolves().start()
    search = AlphaBeta(Wolves(), state, heuristic(state, WOLVES))
    search.search(state, 6)
    Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    begin = monotonic()
    with pytest.raises(KeyboardInterrupt):
        search.search(state, 30)
    assert monotonic() - begin < 10
    assert search.search(state, 2) == AlphaBeta(
        search.game, state, search.evaluation
    ).search(state, 2)


# -- keys ---------------------------------------------------------------------------


def test_fingerprints_tell_states_apart() -> None:
    states = {
        WolvesState(w, s, m) for w in range(20) for s in range(20) for m in (0, 1)
    }
    assert len({fingerprint(state) for state in states}) == len(states)


def test_a_finished_game_is_answered_at_once() -> None:
    state = Wolves().parse("11000/00000/00000/00000/02020 s")[1]
    search = AlphaBeta(Wolves(), state, heuristic(state, WOLVES))
    assert (search.search(state, 3), search.nodes) == (-1.0, 1)
