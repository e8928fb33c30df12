"""Agents of Battle Sheep: starting cells by the oracle, searches that find moves."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from oracle_battle_sheep import Position as Slow
from oracle_battle_sheep import chosen, degrees

from foxkit.core.entry import play
from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.battle_sheep.players import (
    ByPhase,
    SheepMcts,
    WithoutPasses,
    our_player,
    report_player,
    search_as_meant,
    search_as_printed,
)
from foxkit.games.battle_sheep.policies import NarrowFirst
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.battle_sheep.starts import FACTORS, DegreesPlayer, starting_cells
from foxkit.lab.match import play_game
from foxkit.players.budget import Budget
from foxkit.players.standard import Player, PolicyPlayer
from foxkit.search.mcts import ANY
from foxkit.search.session import HIGHEST_VALUE, MOST_VISITED

RAGGED = game_named("battle-sheep", "845")
FREE = "/".join(["# " * 6 + "#", *["#" + " ." * 5 + " #"] * 5, "# " * 6 + "#"]) + " | 1"
"""The map of the figure on degrees of freedom: 5 x 5 free cells."""
CHANGES: dict[str, dict[str, Any]] = {
    "all players in the tree": {"solitaire": False},
    "rank and score": {"pays": 2},
    "highest value": {"choice": HIGHEST_VALUE},
    "most visited": {"choice": MOST_VISITED},
    "any order": {"tie_break": ANY},
    "playouts by room": {"policy": NarrowFirst()},
}


@pytest.mark.parametrize("variant", [None, "845", "large"])
def test_freedom_and_starts_are_the_oracles(variant: str | None) -> None:
    text = Position.start(game_named("battle-sheep", variant).with_deal(1)).text
    found, slow = starting_cells(text), Slow.parse(text)
    first, second = degrees(slow)
    for array, cells in ((found.freedom_1, first), (found.freedom_2, second)):
        wanted = np.zeros_like(array)
        for cell, number in cells.items():
            wanted[cell] = number
        assert np.array_equal(array, wanted)
    for policy, factors in FACTORS.items():
        position, cells = slow, []
        for factor in factors:
            x, y = chosen(position, factor)
            cells.append((x, y))
            position = position.play(f"{x},{y}")
        assert list(found.chosen[policy]) == cells


def test_starts_keep_those_who_stand_and_refuse_what_is_no_map() -> None:
    text = "# # # # #/# . . . #/# . a16 . #/# . . . #/# # # # # | 2"
    assert all(len(cells) == 3 for cells in starting_cells(text).chosen.values())
    with pytest.raises(ValueError, match="not 2 parts"):
        starting_cells("nonsense")
    with pytest.raises(ValueError, match="no move to choose"):
        DegreesPlayer().choose(*BattleSheep().parse(". . ./. . ./. . . | 1"), 0)


LAST = "# # # # #/# a2 . . #/# . # a1 #/# . # a1 #/b1 c1 d1 # # | 1"


@pytest.mark.slow
@pytest.mark.parametrize(
    "player",
    [
        search_as_printed(200),
        search_as_meant(200),
        *(replace(search_as_printed(), **change) for change in CHANGES.values()),
        report_player(as_printed=False).moves,
        our_player(200).moves,
    ],
)
def test_every_search_joins_its_flock_with_the_last_move(player: Player) -> None:
    """East makes a region of three cells, 5 points in all; south leaves two, 4."""
    position = Position.parse(BattleSheep(), LAST)
    move = player.choose(position.game, position.state, 3)
    assert position.game.format_move(position.state, move) == "1,1:1>6"


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["845", "hidden", "teams", "large"])
def test_agents_play_every_variant_to_the_end_alike(variant: str) -> None:
    game = game_named("battle-sheep", variant).with_deal(3)
    players = [report_player(30), our_player(), report_player(30, 5.0)]
    players.append(ByPhase(DegreesPlayer(), search_as_meant(30)))
    games = [play_game(game, players, (1, 2, 3, 4)) for _ in range(2)]
    assert games[0] == games[1] and games[0].reason.startswith("scores")


@pytest.mark.slow
def test_a_search_does_not_look_at_hidden_stacks() -> None:
    game = game_named("battle-sheep", "hidden")
    one, other = (
        game.parse(f"# # # # #/# a16 . . #/# {b} . . #/# {c} . . #/# . . . # | 1")[1]
        for b, c in (("b15", "b1"), ("b1", "b15"))
    )
    for player in (search_as_printed(100), SheepMcts(Budget(100))):
        assert player.choose(game, one, 5) == player.choose(game, other, 5)


@pytest.mark.slow
def test_a_pass_and_a_start_are_searched_with_everybody() -> None:
    player = search_as_printed(50)
    stuck = Position.parse(BattleSheep(), "a1 # b2/# # ./c1 # d1 | 1")
    assert player.choose(stuck.game, stuck.state, 1) == stuck.moves["pass"]
    start = Position.start(RAGGED)
    assert player.choose(start.game, start.state, 1) in start.moves.values()


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["845", "large"])
def test_foreseen_starts_are_the_oracles(variant: str) -> None:
    """Wherever player 1 starts, the others follow as DOF has it, by the slow oracle."""
    game = game_named("battle-sheep", variant).with_deal(2)
    position = Position.start(game)
    for text in list(position.moves)[::7]:
        state = play(WithoutPasses(game, 0, 1), position.state, position.moves[text])
        slow = Slow.parse(position.text, game.sheep).play(text)
        for _ in range(3):
            x, y = chosen(slow, 0)
            slow = slow.play(f"{x},{y}")
        assert game.format(state) == slow.text


def shares(text: str, wanted: str, games: int = 400) -> float:
    position = Position.parse(BattleSheep(), text)
    player, code = PolicyPlayer(NarrowFirst()), position.moves[wanted]
    chosen = [player.choose(position.game, position.state, s) for s in range(games)]
    return chosen.count(code) / games


def test_narrow_first_leave_narrow_places_first() -> None:
    """One stack keeps no other way out, the other keeps three: 8 to 5 for a slide."""
    text = "# # # # #/# a2 . # #/# # # # a2/# # # . ./c1 d1 b1 # . | 1"
    narrow = shares(text, "1,1:1>6")
    assert abs(narrow - 8 / (8 + 7 + 7)) < 0.07


def test_narrow_first_split_as_there_is_room() -> None:
    """Nothing is left to do where the stack stands: all go but one."""
    text = "# # # # #/# a9 # # #/# . # # #/. # . # #/c1 d1 b1 # # | 1"
    assert shares(text, "1,1:8>8") == 1
    both = "# # # # #/. a9 . b9 #/# # # . #/# # # # #/c1 d1 # # # | 1"
    assert shares(both, "1,1:8>4") == 0 and shares(both, "1,1:5>6") > 0.2


def test_who_must_pass_passes_although_stacks_are_hidden():
    text = "/".join([". . . . b9 . a1", "# # # # # # #", *["# # # # # # #"] * 5])
    game = game_named("battle-sheep", "hidden")._replace(size=7)
    position = Position.parse(game, f"{text} | 1")
    assert [*position.moves] == ["pass"]
    for seed in range(20):
        move = report_player(10).choose(game, position.state, seed)
        assert game.format_move(position.state, move) == "pass"
