"""The solved slices of Wolves Eat Sheep: the oracle, the verifier, the files."""

import random
from collections.abc import Iterator
from math import comb
from pathlib import Path

import numpy as np
import pytest
from oracle_wolves import Position as SlowPosition
from oracle_wolves import Wolves as SlowWolves
from verify_wolves import count_wrong, verify

from foxkit.cli import main
from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.wolves import solver as tables
from foxkit.games.wolves.retrograde import solve_placements
from foxkit.games.wolves.rules import Wolves
from foxkit.games.wolves.solver import summary
from foxkit.solvers import exact, retrograde
from foxkit.solvers.exact import (
    Value,
    best_moves,
    in_words,
    is_quick,
    payoffs,
    preference,
    principal_variation,
    regrets,
    value_of,
    values_after,
)

MAX_SHEEP = {1: 6, 2: 5, 3: 4}
GENERATORS = ("rules", "author", "forced")


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder of their own for these tests."""
    path = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(path))
        yield path / "tables" / "wolves"


def placed(wolves: int, sheep: int, rng: random.Random) -> str:
    """The text of a random placement, with a random side to move."""
    cells = list("2" * wolves + "1" * sheep + "0" * (25 - wolves - sheep))
    rng.shuffle(cells)
    rows = "/".join("".join(cells[i : i + 5]) for i in range(0, 25, 5))
    return f"{rows} {rng.choice('ws')}"


def value(text: str, generator: str = "rules") -> Value:
    game = game_named("wolves", generator)
    return tables.value_of(game, Position.parse(game, text).state)


def implied(text: str, generator: str) -> Value:
    """The value that follows from the values after each move of the oracle."""
    game, position = SlowWolves(generator), SlowPosition.parse(text)
    if winner := game.winner(position):
        return Value(Wolves.PLAYERS.index(winner), 0)
    found = [
        value(game.play(position, move).text, generator)
        for move in game.moves(position)
    ]
    mine = "ws".index(position.mover)
    if wins := [v.plies for v in found if v.winner == mine]:
        return Value(mine, min(wins) + 1)
    if any(v.winner is None for v in found):
        return Value(None, None)
    return Value(1 - mine, max(v.plies for v in found) + 1)


@pytest.mark.slow
@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("wolves", MAX_SHEEP)
def test_values_follow_from_the_oracles_moves(wolves: int, generator: str) -> None:
    rng = random.Random(f"{wolves} {generator}")
    for _ in range(80):
        text = placed(wolves, rng.randint(1, MAX_SHEEP[wolves]), rng)
        assert value(text, generator) == implied(text, generator), text


@pytest.mark.slow
def test_lost_and_won_positions_that_are_rare_follow_too() -> None:
    """Random placements are mostly draws: walk along the longest wins instead."""
    for wolves, sheep in MAX_SHEEP.items():
        tables.solved_table(Wolves(), wolves, sheep)
        for side in ("wolves to move", "sheep to move"):
            for plies, text in summary(Wolves(), wolves, sheep)[side][
                "longest"
            ].values():
                assert value(text).plies == plies
                assert implied(text, "rules") == value(text), text


@pytest.mark.slow
@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("wolves", MAX_SHEEP)
def test_the_verifier_finds_nothing_wrong(wolves: int, generator: str) -> None:
    game = game_named("wolves", generator)
    tables.solved_table(game, wolves, MAX_SHEEP[wolves])
    assert verify(game, wolves, MAX_SHEEP[wolves]) == 0


@pytest.mark.slow
def test_the_verifier_finds_every_kind_of_error() -> None:
    game = Wolves()
    tables.solved_table(game, 2, 4)
    below, table = tables.solved_table(game, 2, 3), tables.solved_table(game, 2, 4)
    for side in (0, 1):
        for byte in (0, 1, 2, 255):
            where = np.argwhere(table[side] == byte)
            if len(where):
                for wrong in {0, byte ^ 2, byte ^ 1, 255} - {byte}:
                    damaged = table.copy()
                    damaged[side, *where[len(where) // 2]] = wrong
                    assert count_wrong(game, 2, 4, damaged, below) > 0


def test_threads_change_nothing() -> None:
    game = Wolves(generator=1)
    one, three = (solve_placements(game, 2, 3, threads=n) for n in (1, 3))
    assert (one == three).all()


@pytest.mark.parametrize(
    "wolves, sheep, said",
    [
        (0, 5, "0 wolves; tables are for 1 to 3"),
        (2, -5, "-5 sheep; tables beside 2 wolves are for 3 to 23"),
        (2, 2, "2 sheep; tables"),
        (3, 23, "23 sheep; tables beside 3 wolves are for 3 to 22"),
    ],
)
def test_slices_that_cannot_be_are_refused(
    wolves: int, sheep: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=said):
        tables.solved_table(Wolves(), wolves, sheep)
    assert main(["solve", "wolves", f"--wolves={wolves}", f"--sheep={sheep}"]) == 2
    printed = capsys.readouterr()
    assert not printed.out and said in printed.err


def test_wolves_who_move_twice_have_no_tables() -> None:
    position = Position.start(Wolves(alternate=0))
    assert not is_quick(position)
    with pytest.raises(ValueError, match="players who alternate"):
        value_of(position)


def test_what_can_be_asked_of_a_solved_game() -> None:
    position = Position.parse(Wolves(), "00102/00010/00000/00200/00001 s")
    assert value_of(position) == Value(None, None)
    assert principal_variation(position) == []
    after, lost = values_after(position), regrets(position)
    assert {lost[m] for m, v in after.items() if v.winner is None} == {0.0}
    assert {lost[m] for m, v in after.items() if v.winner == 0} == {0.5}
    assert [m for m in after if after[m].winner is None] == best_moves(position)
    assert preference(Value(1, 3), 1) > preference(Value(1, 5), 1) > 0
    assert preference(Value(1, 3), 0) < preference(Value(1, 5), 0) < 0
    assert in_words(Wolves(), Value(1, 54)) == "sheep win in 54"
    assert in_words(FoxHounds(), Value(0, 29)) == "fox wins in 29"
    assert in_words(Wolves(), Value(None, None)) == "draw"
    assert payoffs(Wolves(), Value(1, 54)) == (-1.0, 1.0)
    assert payoffs(Wolves(), Value(None, None)) == (0.0, 0.0)


def test_a_game_without_a_solver_of_its_own_is_solved_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact, "part_of", lambda game, part: None)
    monkeypatch.setattr(retrograde, "_solutions", {})  # whatever other tests asked for
    position = Position.start(HareHounds(stall_limit=3))
    assert not is_quick(position)
    assert value_of(position).winner == 1
    assert is_quick(position)


def test_a_summary_counts_every_placement() -> None:
    for wolves, sheep in {1: 5, 2: 4, 3: 3}.items():
        tables.solved_table(Wolves(), wolves, sheep)
        found = summary(Wolves(), wolves, sheep)
        placements = comb(25, wolves) * comb(25 - wolves, sheep)
        assert found["placements"] == placements
        for side in ("wolves to move", "sheep to move"):
            assert sum(found[side][letter] for letter in "WDS") == placements
