"""The second program of Battle Sheep, by which a study is checked: is it right?"""

import sys

import numpy as np
import pytest
import second_battle_sheep as plain
import verify_sheep_strength as strength

from foxkit import BattleSheep, Position
from foxkit.games.battle_sheep.geometry import cells_of
from foxkit.games.battle_sheep.rules import scores
from foxkit.games.battle_sheep.starts import best_start_coordinates

pytestmark = pytest.mark.slow  # the second programs are compiled anew each time
CODES = (1, 2, 3, 4, 6, 7, 8, 9)


@pytest.mark.parametrize("seed", range(6))
def test_moves_starts_and_scores_are_the_same(seed: int) -> None:
    """Games by chance, from starts by DOF and any others, to the end."""
    rng = np.random.default_rng(seed)
    game = BattleSheep(neighbours=8, percent=45, seed=seed)
    position = Position.start(game)
    field = sorted(cells_of(position.state.free))
    near, border = strength.laid_out({*field})
    board, room, who = strength.nobody(64), np.empty(136, np.int64), 0
    while who >= 0:
        n = plain.list_moves(near, border, board, who, room)
        moves = {}
        for move in room[:n]:
            (x, y), part = field[move >> 10], move & 63
            slides = f":{part}>{CODES[move >> 6 & 15]}" if part else ""
            moves[f"{x},{y}{slides}"] = int(move)
        assert [*moves] == [*position.moves]
        if not board[2][who, 0]:
            dof = strength.freest(near, border, board[0])
            assert field[dof >> 10] == best_start_coordinates(game, position.state, 0.0)
        if rng.random() < 0.5 and board[2][who, 0]:
            narrow = bool(rng.random() < 0.5)
            drawn = int(plain.any_move(near, board, who, narrow, rng))
            text = next(text for text, code in moves.items() if code == drawn)
        else:
            text = str(rng.choice([*moves]))
        plain.make(near, board, who, moves[text])
        position, who = position.play(text), plain.next_player(near, board, who)
        while [*position.moves] == ["pass"]:
            position = position.play("pass")
        assert who < 0 or who == position.state.mover
    assert position.outcome is not None
    assert (*map(int, plain.points(near, board)),) == scores(position.state)


@pytest.mark.parametrize("who", ["report", "ours"])
def test_the_program_runs(who, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["verify", who, "--times", "1"])
    monkeypatch.setattr(strength, "GAMES", {5: 4, 50: 3})
    monkeypatch.setitem(
        strength.STUDY, who, {5: (0.0, -9.0, 9.0), 50: (0.0, -9.0, 9.0)}
    )
    strength.main()
    assert capsys.readouterr().out.count("; the study has ") == 3
