"""Exercises in which one writes a search: each usual mistake is told in its words."""

from __future__ import annotations

import ast
import linecache
from collections import Counter
from inspect import getsource
from itertools import count
from math import comb, inf, log, sqrt
from random import Random
from typing import Any

import pytest
from building_mistakes import MISTAKES, PLAIN
from sitting import so_far, yours
from toy_games import NoCounter

from foxkit import HareHounds, Position, check
from foxkit.exercises import Verdict, building, sandbox, small_games, solutions
from foxkit.exercises.handouts import exercises_of
from foxkit.exercises.mistakes import MISTAKES as USUAL_MISTAKES
from foxkit.exercises.mistakes import search_with_mistakes
from foxkit.exercises.questions import random_draws
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.search import reference
from foxkit.site.chapters import NOTEBOOKS, chapter_at
from foxkit.solvers.retrograde import solve

STUDY = chapter_at(NOTEBOOKS / "08_build_a_search.ipynb").as_node()
OTHERS = [
    chapter_at(NOTEBOOKS / f"{name}.ipynb").as_node()
    for name in ("05_battle_sheep", "06_franks_zoo")
]
WORKED = {each.name: each.worked_code for each in exercises_of(STUDY.notebook)}
WORKED |= {
    each.name: each.worked_code
    for chapter in OTHERS
    for each in exercises_of(chapter.notebook)
    if each.name in ("sheep-4", "zoo-4")
}
SEARCHES = ("ucb1", "mcts", "alphabeta", "retrograde", "max_n", "determinised")
SEARCHES += ("paranoid", "at_least")
NAMES = dict(zip(SEARCHES, WORKED, strict=True))
_number = count()


def told(name: str, source: str) -> Verdict:
    """Return what a check says of a program, as of one that stands in a notebook."""
    file = f"<search {next(_number)}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    scope: dict[str, Any] = {"Counter": Counter, "inf": inf, "sqrt": sqrt, "log": log}
    scope["Random"], scope["comb"] = Random, comb
    exec(compile(source, file, "exec"), scope)
    return check(name[:7], next(scope[each] for each in SEARCHES if each in scope))


@pytest.mark.parametrize("search", SEARCHES)
def test_mistakes_are_made_from_the_worked_answers(search: str) -> None:
    ours, shown = getsource(vars(solutions)[search]), WORKED[NAMES[search]]
    bodies = [
        ast.dump(ast.Module(ast.parse(x).body[0].body, [])) for x in (ours, shown)
    ]
    assert bodies[0] == bodies[1]


@pytest.mark.slow
@pytest.mark.parametrize("search", USUAL_MISTAKES)
def test_each_slip_is_told_in_its_own_words(search: str) -> None:
    name = NAMES[search.partition(",")[0]]
    for mistake in USUAL_MISTAKES[search]:
        verdict = check(name, search_with_mistakes(search, mistake))
        assert verdict.right == (mistake.words == "right"), mistake
        assert verdict.right or verdict.words == mistake.words
        assert len(mistake.words) < 400


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_usual_mistakes_in_other_programs(name: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(sandbox, "TIME_LIMIT_SECONDS", 1.0)
    assert told(name, PLAIN[name]).right
    for ours, theirs, words in MISTAKES[name]:
        assert ours in PLAIN[name], ours
        verdict = told(name, PLAIN[name].replace(ours, theirs))
        assert verdict.state == "wrong" and words in verdict.words, (ours, verdict)
        assert len(verdict.words) < 400


@pytest.mark.parametrize("name", WORKED)
def test_what_does_not_end_is_stopped_and_dots_are_no_answer(
    name: str, monkeypatch: Any
) -> None:
    monkeypatch.setattr(sandbox, "TIME_LIMIT_SECONDS", 0.2)
    head = WORKED[name].partition("\n")[0]
    endless = "def on():\n    while True:\n        pass\n"
    for loop in ("while True:\n        pass", "on()"):
        verdict = told(name, f"{endless}\n\n{head}\n    {loop}\n    return 0")
        assert "was stopped at `" in verdict.words
        assert "after 0.2 seconds" in verdict.words
    dots = "\n".join([*WORKED[name].splitlines()[:-1], "    return ..."])
    assert told(name, dots).state == "empty"


def test_a_search_with_random_numbers_of_its_own_cannot_be_compared() -> None:
    own = PLAIN["build-2"].replace("draw(len(moves))", "RANDOM.randrange(len(moves))")
    verdict = told("build-2", f"RANDOM = Random(5)\n\n{own}")
    assert not verdict.right and "never calls `draw`" in verdict.words


@pytest.mark.slow
def test_better_programs_are_right_as_well() -> None:
    """Fewer positions; a child that nobody has visited is taken without `ucb1`."""
    won = PLAIN["build-3"].replace("alpha >= beta", "alpha >= beta or alpha == 1")
    assert told("build-3", won).right
    own = PLAIN["build-2"].replace("ucb1(kid.w", "inf if not kid.n else ucb1(kid.w")
    assert told("build-2", own).right


def test_the_right_searches_agree_with_others() -> None:
    start = Position.start(HareHounds())
    for place in [start, *building.critical_positions(5)]:
        for depth in (1, 3, 4):
            plain = reference.minimax(place, ZeroEvaluation(), place.mover, depth)
            assert solutions.alphabeta(place, depth) == plain
    counted, patient = building.corner_positions()
    for board, game in ((counted, building.CORNER_POSITION[0]), (patient, NoCounter())):
        found, solution = solutions.retrograde(board, inf), solve(game, board[0].state)
        assert len(solution.winners) == len(board)
        for each in board:
            value, said = solution.value(each.state), found.get(each)
            assert said == (None if said is None else (said[0], value.plies))
            who = None if said is None else game.PLAYERS.index(said[0])
            assert value.winner == who
    assert (len(counted), len(patient), len(found)) == (313, 177, 159)
    for seed in range(10):
        tree = small_games._random_tree(random_draws(seed), 3)
        usual = reference.max_n(tree, None, inf)  # type: ignore[arg-type]
        assert solutions.max_n(tree) == usual


def test_the_poker_of_three_cards() -> None:
    ends = {
        ("check", "check"): 1,
        ("bet", "fold"): 1,
        ("bet", "call"): 2,
        ("check", "bet", "fold"): -1,
        ("check", "bet", "call"): 2,
    }
    for line, chips in ends.items():
        place = small_games.OneCard((2, 0))
        for move in line:
            assert place.outcome is None and move in place.moves
            place = place.play(move)
        assert place.outcome == {"first": chips, "second": -chips}
    start = small_games.OneCard((2, 0))
    assert [start.with_other_card_redrawn(lambda n, i=i: i).cards for i in (0, 1)] == [
        (2, 0),
        (2, 1),
    ]
    assert start.play("check").with_other_card_redrawn(lambda n: 1).cards == (2, 0)


def test_what_is_written_stands_in_the_table() -> None:
    scope = {"log": log, "sqrt": sqrt, "inf": inf, "Counter": Counter}
    exec(WORKED["build-3"], scope)
    exec(WORKED["build-2"].replace("mean = ", "mean = ... or "), scope)
    assert yours(scope, "alphabeta") is scope["alphabeta"]
    assert yours(scope, "mcts") is solutions.mcts
    rows = so_far(scope, "alphabeta", "retrograde").data
    assert [*rows["Whose"]] == ["", "ours", "yours", "yours", "ours"]
    assert [*rows["Errors"]][-1].startswith("0.0\N{NO-BREAK SPACE}%")
    assert [*rows["Work beforehand"]] == ["none"] * 4 + ["all positions, once"]
