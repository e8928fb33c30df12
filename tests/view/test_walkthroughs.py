"""Tapes: what they tell of a search is what the compiled search does."""

from __future__ import annotations

import base64
import json
import zlib
from functools import reduce
from typing import Any

import pytest

from foxkit.core.position import Position
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.franks_zoo.fusion import EXAMPLE, strategy_fusion
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.rules import Wolves, WolvesCorner
from foxkit.lab.numbers import signed_number
from foxkit.players.defaults import default_evaluation
from foxkit.players.evaluations import CurrentPayoffs
from foxkit.search import reference
from foxkit.search.deepening import AlphaBeta
from foxkit.search.flat import mean_results
from foxkit.search.mcts import Settings
from foxkit.search.playout import UNIFORM
from foxkit.search.session import Search
from foxkit.solvers import brute_force, exact
from foxkit.view.steps.alphabeta import AlphaBetaWalkthrough
from foxkit.view.steps.deals import DealsWalkthrough, FusionWalkthrough
from foxkit.view.steps.max_n import MaxNWalkthrough
from foxkit.view.steps.mcts import MctsWalkthrough
from foxkit.view.steps.retrograde import ROUNDS, WAVES, RetrogradeWalkthrough
from foxkit.view.steps.walkthrough import SearchWalkthrough, names_in_words

FOX = Position.start(FoxGame())
CROWDED = Position.parse(Wolves(), "21100/11100/02100/00000/00000 s")
CORNER = Position.parse(WolvesCorner(), "11100/10000/02200/00000/00000 w")
SMALL = Position.parse(BattleSheep(), "b2 a2 c2/. . c2/d1 . a2 | 1")
HANDS = Position.parse(
    FranksZoo(),
    "1 crocodile, 1 lion, 1 mouse | 1 bear, 1 fish | 1 whale, 1 mouse, 1 perch"
    " | 1 elephant, 1 fish ; opening ; 1 1 0 0000",
)
Rows = dict[tuple[str, ...], list[Any]]


def judge(position: Position) -> Any:
    return heuristic(position.state, position.state.mover)


def rows_of(log: SearchWalkthrough) -> list[Rows]:
    """Return the rows at every step, from what the page is sent."""
    data = json.loads(zlib.decompress(base64.b64decode(log.compressed_text())))
    rows: Rows = {}
    found = []
    for step in data["steps"]:
        for line, row in step["rows"]:
            if row is None:
                del rows[tuple(line)]
            else:
                rows[tuple(line)] = row
        found.append(dict(rows))
    return found


def number(text: str) -> float:
    return float(text.lstrip("≤≥ ").replace("−", "-").replace(",", ""))


def asked(log: SearchWalkthrough) -> list[tuple[int, dict[str, Any]]]:
    steps = enumerate(log.steps)
    return [(at, step["question"]) for at, step in steps if "question" in step]


# -- Monte-Carlo tree search -------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "c", "cutoff", "seed"),
    [(FOX, 0.4, 0, 1), (FOX, 2.0, 5, 2), (CROWDED, 0.1, 0, 3)],
)
def test_the_tree_is_that_of_the_compiled_search(position, c, cutoff, seed) -> None:
    log = MctsWalkthrough(position, c=c, cutoff=cutoff, seed=seed, simulations=500)
    evaluation = default_evaluation(position.game)
    search = Search(
        position.game, position.state, evaluation, Settings(c, cutoff), seed
    )
    checked = 0
    for step, rows in zip(log.steps, rows_of(log), strict=True):
        wanted = step["counters"]["simulations"]
        if step["phase"] != "back up":
            continue
        search.run(wanted - search.simulations)
        for line, (cells, *_) in rows.items():
            if line:
                children = {child.move: child for child in search.children(*line[:-1])}
                child = children[line[-1]]
                assert cells[0] == f"{child.visits:,}"
                assert cells[1] == signed_number(child.value)
                checked += 1
    assert search.simulations == 500 and checked > 200


def test_every_node_that_joins_the_tree_is_announced() -> None:
    log = MctsWalkthrough(FOX, simulations=17)
    nodes = 1
    for step in log.steps:
        words, before = step["words"], nodes
        nodes = step["counters"]["nodes"]
        told = words.count("joins the tree")
        if " follows " in words:
            told = int(words.split(", with ")[1].split()[0])
        assert nodes - before == told
    second = next(s["words"] for s in log.steps if "Simulation 2 " in s["words"])
    assert "6 moves have no visit yet" in second and "chance picks 35-45" in second


def test_a_selection_is_asked_for_before_it_is_told() -> None:
    log, rows = (
        MctsWalkthrough(FOX, simulations=40),
        rows_of(MctsWalkthrough(FOX, simulations=40)),
    )
    questions = [(at, q) for at, q in asked(log) if q["ask"].startswith("Which")]
    assert len(questions) == 4
    for at, question in questions:
        answer = question["choices"][question["answer"]]
        told = log.steps[at + 1]["words"]
        assert f"selects: {answer} has the largest sum" in told
        assert all(cells[2] == "" for cells, *_ in rows[at].values())  # no UCB1 yet
        assert answer not in log.steps[at]["words"]
        bars = {line: row[4] for line, row in rows[at + 1].items() if len(line) == 1}
        assert max(bars.values(), key=lambda bar: bar[1]) == bars[answer,]


def test_the_sign_of_a_result_is_asked_for() -> None:
    log = MctsWalkthrough(FOX, simulations=40)
    rows = rows_of(log)
    signs = [(at, q) for at, q in asked(log) if q["ask"].startswith("What")]
    assert signs
    for at, question in signs:
        move = question["ask"].partition(",")[0].split()[-1]
        (line,) = (line for line in rows[at + 1] if line and line[-1] == move)
        assert rows[at + 1][line][2] == question["choices"][question["answer"]]


def test_a_finished_game_has_nothing_to_search() -> None:
    lost = Position.parse(Wolves(), "11000/00000/00000/00000/02020 s")
    assert len(MctsWalkthrough(lost).steps) == 1
    assert len(AlphaBetaWalkthrough(lost).steps) == 1


# -- alpha-beta --------------------------------------------------------------------


def test_values_and_bounds_agree_with_minimax_beside_them() -> None:
    log = AlphaBetaWalkthrough(CROWDED, judge(CROWDED), depth=3, unit=100_000)
    signs = {"≤": 0, "≥": 0, "": 0}
    for rows in rows_of(log):
        for cells, mark, *_ in rows.values():
            if cells[1] and mark != "cut":
                sign, value, plain = cells[1][:1], number(cells[1]), number(cells[2])
                sign = sign if sign in signs else ""
                signs[sign] += 1
                assert {"≤": plain <= value, "≥": plain >= value, "": plain == value}[
                    sign
                ]
    assert all(signs.values())


def test_what_is_pruned_is_asked_for_before_it_is_told() -> None:
    log = AlphaBetaWalkthrough(CROWDED, judge(CROWDED), depth=2, unit=100_000)
    rows, answers = rows_of(log), set()
    for at, question in asked(log):
        answer = question["choices"][question["answer"]]
        answers.add(answer)
        cut = [
            sum(row[1] == "cut" for row in each.values()) for each in rows[at : at + 2]
        ]
        assert (cut[1] > cut[0]) == (answer == "pruned")
    assert answers == {"searched", "pruned"}


# -- max^n -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_max_n_and_paranoid_agree_with_the_searches(depth: int) -> None:
    values = reference.max_n(SMALL, CurrentPayoffs(), depth)
    paranoid = AlphaBeta(SMALL.game, SMALL.state, CurrentPayoffs())
    prudent = paranoid.search(SMALL.state, depth)
    cells = rows_of(MaxNWalkthrough(SMALL, CurrentPayoffs(), depth=depth))[-1][()][0]
    assert cells == [signed_number(x, 2) for x in (*values.values(), prudent)]


def test_the_choice_is_asked_for_and_then_told() -> None:
    log = MaxNWalkthrough(SMALL)
    for at, question in asked(log):
        answer = question["choices"][question["answer"]]
        assert f"chooses {answer}:" in log.steps[at + 1]["words"]
        assert answer not in log.steps[at]["words"]
    last = log.steps[-1]["words"]
    assert "chooses 1,0:1>8" in last and "are against them plays 1,0:1>7" in last


# -- retrograde analysis -----------------------------------------------------------


def solved_slowly(start: Position) -> dict[Position, float]:
    """Say who wins every position, asking all again until nothing changes."""
    every = brute_force.reachable(start)
    first = start.game.PLAYERS[0]
    value = {p: p.outcome[first] for p in every if p.outcome is not None}
    while True:
        found = {}
        for position in (p for p in every if p not in value):
            win = 1.0 if position.mover == first else -1.0
            after = [value.get(position.play(move)) for move in position.moves]
            if win in after or all(each == -win for each in after):
                found[position] = win if win in after else -win
        if not found:
            return value
        value |= found


@pytest.mark.slow
def test_waves_solve_a_game_in_which_play_comes_back() -> None:
    small = Position.parse(WolvesCorner(), "11000/10000/02200/00000/00000 w")
    known = {
        p: value for each in brute_force.by_distance(small) for p, value in each.items()
    }
    payoffs = {p: 2 * exact.result_for(value, 0) - 1 for p, value in known.items()}
    assert payoffs == solved_slowly(small)
    assert 0 < len(known) < len(brute_force.reachable(small))
    for plies, each in enumerate(brute_force.by_distance(small)):
        assert {value.plies for value in each.values()} == {plies}
    for position, (winner, plies) in known.items():
        after = [known.get(position.play(move)) for move in position.moves]
        if plies:
            assert (winner, plies - 1) in after


def test_waves_agree_with_rounds_and_with_the_solver() -> None:
    start = Position.start(FoxHounds(4, 4))
    known = {
        p: value for each in brute_force.by_distance(start) for p, value in each.items()
    }
    assert known == brute_force.values(start)
    assert all(exact.value_of(p) == found for p, found in known.items())


def test_nobody_leaves_the_corner() -> None:
    whole = Position(Wolves(), CORNER.state)
    inside = [m for m in whole.moves if m[3] < "3" and m[4] < "3"]
    assert [*CORNER.moves] == inside and len(inside) < len(whole.moves)
    eaten = reduce(Position.play, ("21x01",), CORNER)
    assert eaten.mover == "sheep" and eaten.text.count("1") == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "by"), [(CORNER, WAVES), (Position.start(FoxHounds(4, 4)), ROUNDS)]
)
def test_the_tape_tells_the_values_of_the_rounds(start: Position, by: str) -> None:
    log = RetrogradeWalkthrough(start, by=by)
    found = (
        brute_force.by_distance(start) if by == WAVES else brute_force.bottom_up(start)
    )
    sizes = [len(each) for each in found]
    for step, rows in zip(log.steps, rows_of(log), strict=True):
        costs = step["counters"]
        if step["phase"] == "known" and "became known" in step["words"]:
            assert costs["known"] == sum(sizes[: costs["round"] + 1])
            assert f"{sizes[costs['round']]} position" in step["words"]
        if step["phase"] == "round" and "question" in step:
            (name,) = (line for line in rows if len(line) == 1)
            assert rows[name][0] == ["not known yet"]
    for at, question in asked(log):
        answer = question["choices"][question["answer"]]
        assert log.steps[at + 1]["words"].lower().startswith(answer)
        assert " to choose. " in question["hint"]  # a fox chooses, hounds choose
    left = len(brute_force.reachable(start)) - sum(sizes)
    assert ("drawn" in log.steps[-1]["words"]) == (left > 0)


# -- deals -------------------------------------------------------------------------


def test_means_are_those_of_flat_monte_carlo() -> None:
    log, own = (
        DealsWalkthrough(HANDS, episodes=100, seed=4),
        default_evaluation(HANDS.game),
    )
    for step, rows in zip(log.steps, rows_of(log), strict=True):
        if step["phase"] in ("average", "choose"):
            number_ = step["counters"]["deals"]
            asked_ = HANDS.codes, own, UNIFORM, number_, 4
            means = mean_results(HANDS.game, HANDS.state, *asked_)
            assert [row[0][1] for row in rows.values()] == [
                signed_number(x) for x in means
            ]
    assert log.steps[-1]["counters"]["deals"] == 100


def deal_values(log: SearchWalkthrough) -> list[dict[str, float]]:
    """Return what each move brings in each deal that is looked at."""
    steps = zip(log.steps, rows_of(log), strict=True)
    return [
        {line[0]: number(row[0][0]) for line, row in rows.items()}
        for step, rows in steps
        if step["phase"] == "try"
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_deals_in_which_another_move_was_better_are_counted_by_the_steps(seed) -> None:
    log = DealsWalkthrough(HANDS, episodes=300, seed=seed)
    (played,) = {s["words"].split(" is played")[0] for s in log.steps[-2:-1]}
    values = deal_values(log)
    other = sum(each[played] < max(each.values()) for each in values)
    assert f"In {other} of the first 6 deals another move" in log.steps[-1]["words"]
    question = log.steps[-2]["question"]
    assert question["choices"][question["answer"]] == f"{other}"


def test_moves_with_the_same_mean_are_all_named() -> None:
    log, ties = DealsWalkthrough(HANDS, episodes=1000), 0
    for step, rows in zip(log.steps, rows_of(log), strict=True):
        if "best mean" not in step["words"] or "question" in step:
            continue
        means = {line[0]: number(row[0][1]) for line, row in rows.items()}
        best = [move for move, mean in means.items() if mean == max(means.values())]
        have = "have" if best[1:] else "has"
        assert f"{names_in_words(best)} {have} the best mean" in step["words"]
        assert [m for (m,), row in rows.items() if row[1] == "good"] == best
        ties += len(best) > 1
    assert ties == 1  # after 10 deals


def test_what_a_deal_does_to_the_means_is_asked_before_it_is_told() -> None:
    log = DealsWalkthrough(HANDS, episodes=10)
    rows = rows_of(log)
    leads = [(at, q) for at, q in asked(log) if q["ask"].startswith("Which move")]
    assert len(leads) == 5 and len(asked(log)) == 7
    assert leads[0][1]["hint"].startswith("A mean stands for 1 deal, ")
    for at, question in leads:
        answer = question["choices"][question["answer"]]
        good = [line[0] for line, row in rows[at + 1].items() if row[1] == "good"]
        assert answer == (good[0] if len(good) == 1 else "several alike")
        now, then = ([row[0][1] for row in each.values()] for each in rows[at - 2 : at])
        assert now == then == [row[0][1] for row in rows[at].values()]  # as they were
        assert "best mean" not in log.steps[at]["words"]
        assert not any(row[1] for row in rows[at].values())


def test_a_hand_is_told_in_plain_words() -> None:
    first = DealsWalkthrough(HANDS, episodes=10).steps[0]["words"]
    assert first == (
        "You are player 1. You hold 1 crocodile, 1 lion and 1 mouse; "
        "the others hold 2, 3 and 2 cards."
    )
    first = FusionWalkthrough(Position.parse(FranksZoo(), EXAMPLE)).steps[0]["words"]
    assert first.endswith("1 fox and 1 fish; the others hold 1, 1 and 1 card.")


def test_what_the_player_cannot_see_is_not_told_before_a_deal() -> None:
    open_hands = Position.parse(FranksZoo(), EXAMPLE)
    for log, hidden in (
        (DealsWalkthrough(HANDS, episodes=10), "bear"),
        (FusionWalkthrough(open_hands), "seal"),
    ):
        boards = log.data()["boards"]
        looks = [s for s in log.steps if s["phase"] in ("look", "choose", "truth")]
        assert len(looks) > 1
        for step in looks:
            board = boards[step["board"]]
            assert hidden not in f"{step['words']} {board['words']} {board['pieces']}"
            assert board["text"] == ""


def test_strategy_fusion_is_told_as_it_is_computed() -> None:
    found = strategy_fusion(EXAMPLE)
    log = FusionWalkthrough(Position.parse(FranksZoo(), EXAMPLE))
    last = rows_of(log)[-1]
    for move, average in found.averaged.items():
        told = [f"{average:.3f}", f"{found.in_truth[move]:.3f}"]
        assert last[move,][0][1:] == told
    assert last["1 fox",][1] == "good" and last["1 elephant",][2] == "hoped for"
    assert asked(log)[-1][1]["answer"] == 1  # less


# -- words -------------------------------------------------------------------------
