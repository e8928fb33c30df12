"""The check of a game's rules: all of ours pass, and each kind of mistake is named."""

from typing import Any, ClassVar

import numpy as np
import pytest
from toy_games import DARE, Coin, Endless, NoCounter, Toss

from foxkit.core.game import is_over, payoffs, play, resample_hidden
from foxkit.games import NAMES, game_named
from foxkit.games.hare_hounds.rules import HareHounds, HareHoundsState
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.testing import check_game


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_our_games_pass(name: str) -> None:
    assert check_game(game_named(name), games=2) > 30


@pytest.mark.parametrize("game", [NoughtsAndCrosses(), NoCounter(), Coin()])
def test_toys_pass(game: Any) -> None:
    assert check_game(game, games=3) > 3


class Crowded(HareHounds):
    MAX_MOVES = 5


class Forgetful(HareHounds):
    def format(self, state):
        return super().format(state._replace(stalled=0))


class Strict(HareHounds):
    def parse(self, text):
        raise ValueError("never sound")


class Twins(HareHounds):
    def format_move(self, state, move):
        return super().format_move(state, move)[:2]


class Unknown(HareHounds):
    VARIANTS: ClassVar = {"night": {"moon": 1}}


class Generous(HareHounds):
    pass


class Silent(HareHounds):
    def reason(self, state):
        return ""


class Tired(HareHounds):
    pass


class Wide(HareHounds):
    pass


class Leaky(Coin):
    pass


class Loose(HareHounds):
    def start(self):
        return super().start()._replace(stalled=0.5)


@payoffs.register
def _generous(game: Generous, state: HareHoundsState) -> tuple[float, float]:
    return 2.0, -2.0


@is_over.register
def _tired(game: Tired, state: HareHoundsState, moves: np.ndarray) -> bool:
    return False


@play.register
def _wide(game: Wide, state: HareHoundsState, move: int) -> HareHoundsState:
    lost = (state.stalled + 1 << 62) * 2  # 64 bits have no room for it
    return HareHoundsState(state.hounds, state.hare, 1 - state.mover, lost >> 62)


@resample_hidden.register
def _leaky(game: Leaky, state: Toss, player: int, seed: int) -> Toss:
    return Toss(state.coin, DARE, state.second)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (Crowded(), "more moves than MAX_MOVES, 5"),
        (Forgetful(), r"the text '.*' is read as .*, not .*, in "),
        (Strict(), "parse refuses .* of a position: never sound"),
        (Twins(), "two moves have one text among"),
        (Unknown(), "variant night changes moon: no field of Unknown"),
        (Generous(), r"an end pays each player from -1 to 1, not \(2.0, -2.0\)"),
        (Silent(), "the game is over, and reason does not say why"),
        (Tired(), "is_over contradicts legal_moves, which finds 0"),
        (Wide(), "compiled, .* leads to .*, and in plain Python to"),
        (Loose(), "a state is made of ints, not stalled = 0.5"),
        (Leaky(), "player sees a redealt state as another"),
        (Endless(), "a random game had no end after 10,000 plies"),
        (3, "3 is no game: it lacks NAME, PLAYERS, MAX_MOVES, start, format_move"),
    ],
)
def test_mistakes_are_named(game: Any, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        check_game(game, games=3)
