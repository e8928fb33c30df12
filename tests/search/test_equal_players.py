"""Equal players get equal shares: a seat may matter, who is called A may not."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from foxkit.core.rng import mix
from foxkit.games.battle_sheep.players import search_as_printed
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.franks_zoo.evaluation import RANDOM_AI
from foxkit.games.franks_zoo.players import ZooMcts
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.lab.match import game_dealt_for_block, match, play_blocks, play_game
from foxkit.players.budget import Budget
from foxkit.players.standard import Player, RandomPlayer

PASTURE = {"size": 6, "cells": 16, "sheep": 4}
GAMES: dict[str, Any] = {
    "sheep": BattleSheep(**PASTURE),
    "sheep, in teams": BattleSheep(**PASTURE, teams=1),
    "zoo": FranksZoo(),
    "zoo of five": FranksZoo(players=5),
    "zoo of six": FranksZoo(players=6),
}
THINKERS: dict[str, Player] = {
    "sheep": search_as_printed(20),
    "zoo": ZooMcts(Budget(20), policy=RANDOM_AI),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_whoever_of_equals_sits_where(name: str) -> None:
    """In every rotation, with the same deal and each seat's own randomness."""
    for player in (RandomPlayer(), THINKERS.get(name, RandomPlayer())):
        equals = match(GAMES[name], *(deepcopy(player) for _ in GAMES[name].PLAYERS))
        deal, seats = game_dealt_for_block(equals.game, 5), range(len(equals.players))
        streams = [mix(5, seat) for seat in seats]
        games = {play_game(deal, equals.players_by_seat(r), streams) for r in seats}
        assert len(games) == 1
        assert len({*next(iter(games)).payoffs}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_equal_players_get_equal_shares(name: str) -> None:
    """Of many deals, each played in every rotation; within four standard errors.

    Where a deal and a player's choices share their randomness, the shares of four equal
    players have been 19 to 25 in a hundred.
    """
    blocks, players = 80, len(GAMES[name].PLAYERS)
    games = play_blocks(match(GAMES[name], RandomPlayer()), 1, range(blocks)).games
    payoffs = np.array(games["payoffs"].to_list())[:, :players]
    seats = (np.arange(players) + games["rotation"].to_numpy()[:, None]) % players
    by_player = np.take_along_axis(payoffs, seats, axis=1)
    shares = by_player.reshape(blocks, players, players).mean(axis=1)
    beyond = shares - shares.mean(axis=1, keepdims=True)
    error = beyond.std(axis=0, ddof=1) / np.sqrt(blocks)
    assert (np.abs(beyond.mean(axis=0)) < 4 * error).all()
