"""Exercises in which one writes a search: each usual mistake is told in its words."""

from __future__ import annotations

import linecache
from collections import Counter
from itertools import count
from math import inf, log, sqrt
from random import Random
from typing import Any

import pytest
from building_mistakes import MISTAKES, PROGRAMS
from fresh import ROOT, answer
from toy_games import NoCounter

from foxkit import HareHounds, Position, check
from foxkit.agents.evaluations import ZeroEvaluation
from foxkit.exercises import Verdict, backwards, blackboard, building, watching
from foxkit.exercises.sitting import so_far, yours
from foxkit.exercises.small_games import OneCard, grown
from foxkit.exercises.versions import exercises_of
from foxkit.search import reference
from foxkit.site.chapters import NOTEBOOKS, Chapter
from foxkit.solvers.whole import explore, solve

STUDY = Chapter(NOTEBOOKS / "studies" / "build_a_search.ipynb", None).read()
WORKED = {each.name: each.worked for each in exercises_of(STUDY.notebook)}
_number = count()


def told(name: str, source: str) -> Verdict:
    """Return what a check says of a program, as of one that stands in a notebook."""
    file = f"<cell {next(_number)}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    scope: dict[str, Any] = {"Counter": Counter, "inf": inf, "sqrt": sqrt}
    exec("from math import log, log2, log10", scope)
    scope["Random"] = Random
    exec(compile(source, file, "exec"), scope)
    function = WORKED[name].partition("(")[0].removeprefix("def ")
    return check(name, scope[function])


def changed(name: str, changes: dict[str, str]) -> str:
    """Return a worked answer with some pieces in the places of others."""
    source = WORKED[name]
    for old, new in changes.items():
        assert old in source, old
        source = source.replace(old, new)
    return source


@pytest.mark.parametrize("name", MISTAKES)
def test_usual_mistakes_are_told_apart(name: str) -> None:
    said = []
    for changes, words in MISTAKES[name]:
        verdict = told(name, changed(name, changes))
        assert verdict.state == "wrong", changes
        assert words in verdict.words, (changes, verdict.words)
        assert len(verdict.words) < 400
        said.append(verdict.words)
    print("\n".join(said))


@pytest.mark.parametrize(("name", "source", "words"), PROGRAMS)
def test_other_programs_are_told_what_they_do(
    name: str, source: str, words: str
) -> None:
    verdict = told(name, source)
    assert verdict.state == "wrong" and words in verdict.words


@pytest.mark.slow
def test_every_slip_is_met_by_a_program() -> None:
    """No words are there that nobody ever reads, and no two are the same."""
    met = [
        told(name, changed(name, c)).words
        for name in MISTAKES
        for c, _ in MISTAKES[name]
    ]
    met += [told(name, source).words for name, source, _ in PROGRAMS]
    for search, slips in watching.SLIPS.items():
        for slip, words in slips.items():
            start = words.partition("{")[0]
            assert any(start in each for each in met), (search, slip)


@pytest.mark.parametrize("name", WORKED)
def test_what_does_not_end_is_stopped(name: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(watching, "SECONDS", 0.2)
    head = WORKED[name].partition("\n")[0]
    verdict = told(name, f"{head}\n    while True:\n        pass\n    return 0")
    assert "was stopped at `" in verdict.words
    assert "after 0.2 seconds" in verdict.words


ENDLESS = """
from foxkit.exercises import watching
from test_building import changed, told

for n in range(60):
    watching.SECONDS = 0.02 + 0.001 * n
    said = told("build-3", changed("build-3", {"depth - 1": "depth"})).words
    assert "was stopped at" in said, said
    told("build-4", changed("build-4", {"number, new = number + 1, {}": "new = {}"}))
print("true")
"""


@pytest.mark.slow
def test_a_search_that_is_stopped_in_compiled_code_ends_no_process() -> None:
    """In a process of its own: a stop at the wrong moment would end it."""
    folder = str(ROOT / "tests")
    assert answer(f"import sys\nsys.path.insert(0, {folder!r})\n{ENDLESS}")


def test_a_search_with_random_numbers_of_its_own_is_near_ours() -> None:
    own = "RANDOM = Random(5)\n\n\n" + changed(
        "build-2", {"draw(len(here.moves))": "RANDOM.randrange(len(here.moves))"}
    )
    assert told("build-2", own).right
    wrong = own.replace("here.outcome[mover]", "-here.outcome[mover]")
    assert "never calls `draw`" in told("build-2", wrong).words


def test_better_programs_are_right_as_well() -> None:
    """Fewer positions, and a tree whose first simulation plays from the root."""
    won = {"alpha >= beta": "alpha >= beta or alpha == 1"}
    assert told("build-3", changed("build-3", won)).right
    fresh = {"(node == () or visits[node])": "visits[node]"}
    assert told("build-2", changed("build-2", fresh)).right


@pytest.mark.parametrize("name", WORKED)
def test_dots_that_are_left_are_no_answer(name: str) -> None:
    lines = WORKED[name].splitlines()
    left = "\n".join([*lines[:-1], "    return ..."])
    assert told(name, left).state == "empty"


def test_the_right_searches_agree_with_others() -> None:
    start = Position.start(HareHounds())
    for place in [start, *building.decisions(5)]:
        for depth in (1, 3, 4):
            plain = reference.minimax(place, ZeroEvaluation(), place.mover, depth)
            assert blackboard.alphabeta(place, depth) == plain
    game, text = backwards.CORNER
    root = Position.parse(game, text)
    keys = explore(game, root.state).number
    board = [Position(game, type(root.state)(*key)) for key in keys]
    found, solution = blackboard.retrograde(board), solve(game, root.state)
    assert len(found) == len(board) == 313
    for each, (winner, plies) in found.items():
        value = solution.value(each.state)
        assert value.won_by(winner) and value.plies == plies
    endless = blackboard.retrograde(backwards.patient())
    solution = solve(NoCounter(), *(each.state for each in backwards.patient()))
    for each in backwards.patient():
        value, said = solution.value(each.state), endless.get(each)
        assert said is None if value.plies is None else said[1] == value.plies
    assert (len(backwards.patient()), len(endless)) == (177, 159)
    for seed in range(10):
        tree = grown(blackboard.draws(seed), 3)
        usual = reference.max_n(tree, None, inf)  # type: ignore[arg-type]
        assert blackboard.max_n(tree) == usual


def test_the_poker_of_three_cards() -> None:
    ends = {
        ("check", "check"): 1,
        ("bet", "fold"): 1,
        ("bet", "call"): 2,
        ("check", "bet", "fold"): -1,
        ("check", "bet", "call"): 2,
    }
    for line, chips in ends.items():
        place = OneCard((2, 0))
        for move in line:
            assert place.outcome is None and move in place.moves
            place = place.play(move)
        assert place.outcome == {"first": chips, "second": -chips}
    assert OneCard((2, 0)).dealt(lambda n: 0).cards == (2, 0)
    assert OneCard((2, 0)).dealt(lambda n: 1).cards == (2, 1)
    assert OneCard((2, 0), ("check",)).dealt(lambda n: 1).cards == (2, 0)


def test_what_is_written_stands_in_the_table() -> None:
    scope = {"log": log, "sqrt": sqrt, "inf": inf, "Counter": Counter}
    exec(WORKED["build-3"], scope)
    exec(WORKED["build-2"].replace("mean = ", "mean = ... or "), scope)
    assert yours(scope, "alphabeta") is scope["alphabeta"]
    assert yours(scope, "mcts") is blackboard.mcts
    rows = so_far(scope, "alphabeta", "retrograde").data
    assert [*rows["Whose"]] == ["", *["yours"] * 3, "ours"]
    assert [*rows["Regret"]][-1] == "0.0\N{NO-BREAK SPACE}%"
