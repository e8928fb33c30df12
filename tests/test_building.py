"""Exercises in which one writes a search: each usual mistake is told in its words."""

from __future__ import annotations

import linecache
from collections import Counter
from itertools import count
from math import inf, log, sqrt
from random import Random
from typing import Any

import pytest
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

BOTH = "known[here] = new[here] = "
VISITS = "    visits, total = Counter(), Counter()"
OWN = "position, simulations, ucb1, draw"
VALUE = "-alphabeta(position.play(move), depth - 1, -beta, -alpha)"
LOST = "len(winners) == len(after[here])"
WON = "if here.mover in winners:"
WORTH = "worth[position.mover]"
OTHER = '{"hounds": "hare", "hare": "hounds"}[here.mover]'
LOST_LEFT = f"{{here: known.get(here, ({OTHER}, 0)) for here in after}}"
"""Pieces of the worked answers, and what stands in their places."""
MISTAKES: dict[str, list[tuple[dict[str, str], str]]] = {
    "build-1": [
        ({"visits == 0": "visits == -1"}, "ZeroDivisionError"),
        ({"return inf": "return 0"}, "With 0 visits it returns 0"),
        ({"log(parent_visits)": "log(visits)"}, "visits of the parent, not"),
        ({"log(parent_visits) / visits": "log(visits) / parent_visits"}, "changed"),
        ({"log(": "log10("}, "logarithm to base 10"),
        ({"log(": "log2("}, "logarithm to base 2"),
        ({"log(parent_visits)": "parent_visits"}, "logarithm of the parent's visits"),
        ({"sqrt(": "("}, "The root of the bonus"),
        ({"sqrt(log(parent_visits) /": "(sqrt(log(parent_visits)) /"}, "the whole"),
        ({"c * sqrt(log": "sqrt(c * log"}, "`c` stands under the root"),
        ({"c * ": ""}, "multiplied by `c`"),
        ({"log(parent": "2 * log(parent"}, "With the 2"),
        ({"mean + c": "mean - c"}, "to be added"),
        ({" + c * sqrt(log(parent_visits) / visits)": ""}, "the mean alone"),
        ({"mean + c": "c"}, "the bonus alone"),
        ({"mean + c": "mean / visits + c"}, "divided already"),
        ({"log(parent_visits)": "log(parent_visits + 1)"}, "and yours is"),
    ],
    "build-2": [
        ({"here.outcome[mover]": "here.outcome[position.mover]"}, "does not flip"),
        ({"here.outcome[mover]": "-here.outcome[mover]"}, "who is to move at a node"),
        (
            {"here.outcome[mover]": "(-1 if here.mover == mover else 1)"},
            "It takes an end for a loss",
        ),
        (
            {"visits[child], visits[node])": "visits[child], visits[child])"},
            "where the visits of the parent belong",
        ),
        ({"child], visits[node])": "child], visits[()])"}, "visits of the root"),
        (
            {"(mean, visits[child]": "(mean, max(1, visits[child])"},
            "does not come first",
        ),
        ({" / max(1, visits[child])": ""}, "that is the sum"),
        ({"visits[child], visits[node])": "visits[node], visits[child])"}, "places?"),
        ({"= max(children": "= min(children"}, "was never tried"),
        ({"max(children": "max(children[::-1]"}, "takes the last"),
        ({"(node == () or visits[node])": "node == ()"}, "at the root alone"),
        ({"mover in line:": "mover in line[-1:]:"}, "The visits add up to"),
        ({OWN: f"{OWN}, visits=Counter(), total=Counter()", VISITS: "    #"}, "again"),
        ({"[*here.moves][draw(": "[*here.moves][-1 + draw("}, "Its visits are not"),
        ({"outcome[mover]": "outcome[mver]"}, "at `total[node] += here.outcome[mver]`"),
        ({"visits[move,] for": "total[move,] for"}, "The visits add up to"),
        ({"return {move: visits[move,] ": "return {move[0]: 1 "}, "with other keys"),
    ],
    "build-3": [
        ({VALUE: VALUE[1:]}, "sign does not flip"),
        (
            {"max(alpha, value)": "min(alpha, value)"},
            "Who is to move takes the largest",
        ),
        (
            {"return position.outcome[position.mover]": "return -1"},
            "every end for a loss",
        ),
        ({"outcome[position.mover]": 'outcome["hounds"]'}, ""),
        ({"return position.out": "return -position.out"}, "from the wrong side"),
        ({"return 0": "return -1"}, "cannot see for a loss"),
        ({"-beta, -alpha": "alpha, beta"}, "hands its window on"),
        ({"-beta, -alpha": "-alpha, -beta"}, "change places"),
        ({"alpha >= beta": "alpha <= beta"}, "turned round"),
        ({"depth == 0": "depth == 1"}, "has gone 0 deep"),
        ({"depth == 0": "depth == -1"}, "has gone 2 deep"),
        ({"alpha >= beta": "alpha > beta"}, "When they are equal"),
        ({"if alpha >= beta": "if False"}, "nothing is cut off"),
        ({", -beta, -alpha": ""}, "nothing is cut off"),
        ({"return alpha": "return position"}, "to be a number"),
        ({"outcome[position.mover]": "outcome[0]"}, "at `return position.outcome[0]`"),
    ],
    "build-4": [
        ({"new[here] = ": BOTH}, "what round n itself has found"),
        ({LOST: "winners"}, "as soon as one of its moves loses"),
        ({LOST: "True", "winners[0], number": f"{OTHER}, number"}, "What is not"),
        (
            {WON: f"if {OTHER} in winners:", "here.mover, number": f"{OTHER}, number"},
            "",
        ),
        (
            {"max(end.outcome, key=end.outcome.get)": OTHER.replace("here", "end")},
            "end",
        ),
        (
            {"return known": "return {p: (w, n + 1) for p, (w, n) in known.items()}"},
            "one",
        ),
        ({"return known": "positions.clear()\n    return known"}, "changes the list"),
        ({"number < rounds and ": ""}, "After one round"),
        (
            {"return known": f"return {LOST_LEFT}"},
            "All that it decides by rounds is right",
        ),
        (
            {"return known": f"return known if new else {LOST_LEFT}"},
            "Where nobody counts stalled moves",
        ),
        ({"return known": "return [*known]"}, "a dictionary, and returns a list"),
        ({"new[here] = here.mover, number": "new[here] = here.mover"}, "After one"),
    ],
    "build-5": [
        ({"return max(": "return min("}, "worst for them"),
        ({"worth[position.mover]": 'worth["A"]'}, "what is best for A"),
        ({"worth[position.mover]": "sum(worth.values())"}, "make the sum largest"),
        ({"worth[position.mover]": f"2 * {WORTH} - sum(worth.values())"}, "ahead of"),
        ({"max(after": "max(after[::-1]"}, "Of equal moves it takes the last"),
        ({"return position.outcome": "return 0"}, "returns a int"),
        ({"worth[position.mover]": "-worth['C']"}, "In the tree"),
    ],
    "build-6": [
        ({"world = deal(position)": "world = position"}, "from the hands as they are"),
        ({"value(world.": "value(deal(position)."}, "its deals are 60"),
        (
            {
                "    for _ in": "    world = deal(position)\n    for _ in",
                "        world = deal(position)\n": "",
            },
            "its deals are 1,",
        ),
        ({"each / worlds": "each"}, "the sum over the deals"),
        ({"[position.mover]": "[world.play(move).mover]"}, "not to who makes it"),
        ({"return {": "return [0] or {"}, "returns a list"),
        ({"value(world.play(move))": "value(world)"}, "With the"),
    ],
}
PARANOID = """
def max_n(position, root=None):
    root = root or position.mover
    if position.outcome is not None:
        return position.outcome
    after = [max_n(position.play(move), root) for move in position.moves]
    best = max if position.mover == root else min
    return best(after, key=lambda worth: worth[root])
"""
SMALLEST = """
def alphabeta(position, depth, alpha=-inf, beta=inf):
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    best = inf
    for move in position.moves:
        best = min(best, -alphabeta(position.play(move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
HOUNDS = """
def alphabeta(position, depth):
    if position.outcome is not None:
        return position.outcome["hounds"]
    if depth == 0:
        return 0
    best = max if position.mover == "hounds" else min
    return best(alphabeta(position.play(move), depth - 1) for move in position.moves)
"""
STAYS = """
def alphabeta(position, depth, alpha=-inf, beta=inf):
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    best = -inf
    for move in position.moves:
        best = max(best, -alphabeta(position.play(move), depth - 1, -beta, -alpha))
        if best >= beta:
            break
    return best
"""
TABLE = """
seen = {}


def alphabeta(position, depth):
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    if position not in seen:
        after = map(position.play, position.moves)
        seen[position] = max(-alphabeta(each, depth - 1) for each in after)
    return seen[position]
"""
VOTES = """
def determinised(position, worlds, deal, value):
    votes = dict.fromkeys(position.moves, 0)
    for _ in range(worlds):
        world = deal(position)
        worth = {move: value(world.play(move))[position.mover] for move in votes}
        for move in votes:
            votes[move] += worth[move] == max(worth.values())
    return {move: each / worlds for move, each in votes.items()}
"""
PROGRAMS = [
    ("build-6", VOTES, "in how many deals a move is best"),
    ("build-5", PARANOID, "paranoid"),
    ("build-5", PARANOID.replace("else min", "else max"), "the player at the root"),
    ("build-3", SMALLEST, "wrong side minimises"),
    ("build-3", HOUNDS, "worth to the hounds"),
    ("build-3", STAYS, "nothing is cut off"),
    ("build-3", TABLE, "how deep it has looked"),
]
"""Other programs than the worked ones with a line changed."""


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
