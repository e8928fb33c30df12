"""A game that a reader writes in cells: the chapter's own class in every room."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import sleep
from types import ModuleType
from typing import Any, NamedTuple

import oracle_hare_hounds as oracle
import pytest

from foxkit.core.game import legal_moves
from foxkit.core.generic import compared_by_class
from foxkit.core.position import Position
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.lab.address import address_of, canonical_json
from foxkit.lab.match import match
from foxkit.players.perfect import PerfectPlayer
from foxkit.search.perft import perft
from foxkit.site.chapters import NOTEBOOKS, chapter_at
from foxkit.solvers import exact
from foxkit.solvers import retrograde as whole
from foxkit.view.balance_lab import BalanceLab
from foxkit.view.board import Board
from foxkit.view.stepper import Stepper

CHAPTER = chapter_at(NOTEBOOKS / "07_your_own_game.ipynb").as_node()
CELLS = {cell.id: cell.source for cell in CHAPTER.notebook.cells}
RULES = ("first", "points", "class", "moves", "play", "text", "view")


def defined(name: str, changed: tuple[str, ...] = ("", "")) -> Any:
    """Return the class that the chapter's cells define, in a module of this name."""
    module = ModuleType(name)
    sys.modules[name] = module
    for each in RULES:
        source, file = CELLS[f"own-{each}"].replace(*changed), f"<{name} {each}>"
        linecache.cache[file] = len(source), None, source.splitlines(True), file
        exec(compile(source, file, "exec"), vars(module))
    return module.Hunt


@pytest.fixture(scope="module")
def kind() -> Iterator[Any]:
    yield defined("own_hunt")
    sys.modules.pop("own_hunt")


@pytest.mark.slow
def test_it_is_the_game_that_ships(kind: Any) -> None:
    game, ours = kind(), HareHounds()
    assert perft(game, game.start(), 7) == perft(ours, ours.start(), 7)
    for board in oracle.every_placement():
        text = f"{board} r 3"
        own, other = Position.parse(game, text), Position.parse(ours, text)
        assert ([*own.moves], own.outcome) == ([*other.moves], other.outcome)


def test_it_is_solved_when_somebody_asks(kind: Any) -> None:
    start = Position.start(kind())
    assert not exact.is_quick(start)
    found, ours = whole.solve(kind()), whole.solve(HareHounds())
    assert found.summary() == ours.summary()
    assert "perfect" in Board(start).shown["tools"]["opponents"]
    assert PerfectPlayer().choose(start.game, start.state, 1) in start.codes


@pytest.mark.slow
def test_a_board_a_stepper_and_the_balance_lab_take_it(
    kind: Any, own_data: Path
) -> None:
    board = Board(kind(), seats={"hare": ("MCTS", {"simulations": 10})})
    assert board.shown["frame"]["status"] == "hounds to move"
    assert Stepper(Position.start(kind()), cutoff=-1, simulations=20).walkthrough
    lab = BalanceLab(kind(), workers=1)
    rules = {rule["name"]: rule["value"] for rule in lab.shown["setup"]["rules"]}
    asked = {"axis": "simulations", "values": [30], "rules": rules, "pairs": 25}
    asked |= {"simulations": 30, "cutoff": -1, "judge": "usual"}
    lab.receive({"do": "play", "asked": asked})
    while lab.shown["run"]["playing"]:
        sleep(0.05)
    (point,) = lab.shown["curve"]["points"]
    assert point["games"] == 50 and lab.shown["run"]["words"] == ""


def test_other_rules_have_other_games() -> None:
    def told(*changed: str) -> str:
        own = defined("own_hunt", changed or ("", ""))
        return canonical_json(address_of(match(own(), PerfectPlayer())))

    usual = told()
    assert told() == usual  # the cells were run again
    assert told('"stall limit"', '"the limit"') == usual
    assert told("COLUMN[end] >", "COLUMN[end] >=") != usual
    assert told("rule(10,", "rule(9,") != usual


@pytest.mark.parametrize(
    ("former", "name"),
    [
        ("MOST_PLIES", "GAME_LIMIT"),
        ("dealt", "with_deal"),
        ("factors", "rule_columns"),
    ],
)
def test_an_attribute_under_its_former_name_is_refused(former: str, name: str) -> None:
    class Old(NamedTuple):
        first: int = 0

    setattr(Old, former, 5)
    with pytest.raises(ValueError, match=f"{former} is called {name} now"):
        legal_moves.register(Old, lambda game, state, moves: 0)


def test_rules_are_registered_for_classes_that_are_compared_by_class() -> None:
    class Plain(NamedTuple):
        first: int = 0

    @compared_by_class
    class First(NamedTuple):
        first: int = 0

    class Second(First):
        pass

    with pytest.raises(ValueError, match="Plain equal any tuple"):
        legal_moves.register(Plain, lambda game, state, moves: 0)
    legal_moves.register(First, lambda game, state, moves: 0)
    legal_moves.register(Second, lambda game, state, moves: 1)
    assert First() == First() != Second() == Second()
    assert {First(): 1, Second(): 2}[First()] == 1 and First() != (0,)


def test_a_public_name_that_left_says_what_it_is_called_now() -> None:
    with pytest.raises(ImportError, match="the of foxkit is called estimate now"):
        getattr(import_module("foxkit"), "the")  # noqa: B009
