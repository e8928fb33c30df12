"""The learned evaluation of the Fox Game: its sums, its training, its address."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from foxkit import data
from foxkit.core.elementary import tanh
from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.games.fox_game.learned import learned
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_game.tables import (
    NUM_WEIGHTS,
    SQUARE_CORNERS,
    WEIGHT_SCALE,
    fox_tables,
    from_text,
    to_text,
)
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.lab.address import address_of
from foxkit.lab.match import Match, match
from foxkit.players.budget import Budget
from foxkit.players.standard import MctsPlayer
from foxkit.view.opponents import opponents_of_every_game

GAME = FoxGame()
TEXTS = (
    "--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -",
    "--sss--/--s.s--/ss.ssss/sssssss/..s.f../--...--/--f..-- f 1 -",
    "--...--/--...--/....fs./.ssss../..sss../--ss.--/--..f-- s 9 -",
    "--...--/--...--/.....s./.ssss../..sss../--ss.--/--f..-- f 0 -",
    "--...--/--.f.--/....s../.s.ss../..sss../--ss.--/--...-- f 3 13",
)


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> Any:
    folder = Path(__file__).parents[3] / "notebooks/studies"
    monkeypatch.syspath_prepend(str(folder))
    import fox_learned

    yield fox_learned
    del sys.modules["fox_learned"]


def weights(seed: int) -> np.ndarray:
    drawn = np.random.default_rng(seed).integers(-99, 100, (2, NUM_WEIGHTS))
    return drawn.astype(np.int16)


def slowly(table: np.ndarray, position: Position) -> float:
    """Add the weights up window by window, from the position's text alone."""
    rows, mover, sideways, _ = position.text.split()
    rows = rows.split("/")
    row, total, at = table["sf".index(mover)], 0, 0
    for point in SQUARE_CORNERS:
        r, c = map(int, point)
        seen = "".join(rows[r + i][c + j] for i in range(3) for j in range(3))
        total += int(row[at + sum(".sf".index(x) * 3**i for i, x in enumerate(seen))])
        at += 3**9
    sheep, foxes = ("".join(rows).count(x) for x in "sf")
    home = "".join(each[2:5] for each in rows[4:]).count("s")
    for number in (home, 10 + 10 - int(sideways)):
        total += int(row[at + number * 63 + 21 * foxes + sheep])
    return tanh(total / WEIGHT_SCALE)


@pytest.mark.parametrize("text", TEXTS)
def test_a_value_is_the_sum_of_what_eleven_windows_see(text: str) -> None:
    position = Position.parse(GAME, text)
    for seed in range(5):
        own = evaluate(fox_tables(weights(seed)), GAME, position.state)
        assert own == (pytest.approx(slowly(weights(seed), position)), -own[0])


def test_other_rules_stay_within_the_tables() -> None:
    """Four foxes count as two, fifty sideways turns as ten."""
    table = np.zeros((2, NUM_WEIGHTS), np.int16)
    table[0, -1] = WEIGHT_SCALE  # ten turns left, two foxes, twenty sheep
    four = sum(1 << 8 * 6 + column for column in (2, 3, 4)) | 1 << 8 * 5 + 3
    game = FoxGame(fox_start=four, sideways_limit=50)
    assert evaluate(fox_tables(table), game, game.start())[0] == tanh(1.0)


def test_a_table_comes_back_from_its_text_and_a_foreign_one_is_refused() -> None:
    own = weights(1)
    assert np.array_equal(from_text(to_text(own)).weights, own)
    for foreign in (own[:, 1:], own.astype(np.int32), own[0]):
        with pytest.raises(ValueError, match="weights of FoxTables are int16 of shape"):
            fox_tables(foreign)


def test_a_player_is_in_an_address_by_the_digest_of_its_table() -> None:
    def of(table: np.ndarray) -> Match:
        return match(GAME, MctsPlayer(Budget(10), fox_tables(table)))

    one, same, other = (address_of(of(weights(seed))) for seed in (1, 1, 2))
    assert one == same != other
    assert set(one["players"][0]["MctsPlayer"]["evaluation"]) == {"FoxTables"}


@pytest.mark.slow
def test_the_same_seed_is_the_same_table_however_many_threads_play(
    training: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "RARE", 1)
    one, other = (training.trained(2, 3, 20, seed) for seed in (1, 2))
    threads = training.ThreadPoolExecutor
    monkeypatch.setattr(training, "ThreadPoolExecutor", lambda: threads(1))
    assert training.trained(2, 3, 20, 1) == one != other
    assert [row["generation"] for row in one] == [1, 2]


def test_what_is_learned_knows_who_won(training: Any) -> None:
    """Of positions seen often, a table says how they ended, mirrored or not."""
    start = Position.parse(GAME, TEXTS[0]).state[:4]
    late = Position.parse(GAME, TEXTS[2]).state[:4]
    states = np.array([start, late] * 100, np.int64)
    worth = np.array([-1.0, 1.0] * 100)
    table = fox_tables(training.fitted(training.Seen(states, worth, worth), worth, 1))
    texts = [TEXTS[0], TEXTS[2]]
    texts.append(
        "/".join(row[::-1] for row in TEXTS[2].split()[0].split("/")) + " s 9 -"
    )
    told = [
        evaluate(table, GAME, Position.parse(GAME, text).state)[0] for text in texts
    ]
    assert told[0] < -0.8 and min(told[1:]) > 0.8


def test_the_players_of_boards_have_the_table_that_the_training_ended_with() -> None:
    (path,) = (data.WORKBOOK / "kept/trained").glob("*.json")
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    assert np.array_equal(learned().weights, from_text(rows[-1]["table"]).weights)
    for rules in (GAME, FoxGame(sheep=18)):
        player = opponents_of_every_game(rules)["MCTS, learned"].player(
            {"simulations": 100}
        )
        assert isinstance(player, MctsPlayer) and player.evaluation is learned()
    assert "MCTS, learned" not in opponents_of_every_game(FoxHounds())
