"""Wolves Eat Sheep on the board: what is drawn, said and offered; perfect players."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.wolves.rules import WOLVES, Wolves
from foxkit.games.wolves.solver import solved_table
from foxkit.lab.match import play_game, replay
from foxkit.players.perfect import PerfectPlayer, share_of_mistakes
from foxkit.players.standard import RandomPlayer
from foxkit.solvers.exact import value_of, values_after
from foxkit.view import svg
from foxkit.view.game_view import view_of

GAME = Wolves()
START = Position.start(GAME)
VIEW = view_of(GAME)
SMALL = "11100/01000/00000/00000/02020 w"
FIVE_SHEEP = Wolves(
    sheep=Position.parse(GAME, "11111/00000/00000/00000/02000 w").state[1]
)


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder of their own for these tests."""
    path = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(path))
        solved_table(GAME, 2, 5)
        yield path


def parse(text: str) -> Position:
    return Position.parse(GAME, text)


def test_the_drawing() -> None:
    shown = VIEW.diagram(START.state)
    assert [point.shape for point in shown.points] == ["light", "dark"] * 12 + ["light"]
    assert [piece.kind for piece in shown.pieces] == ["sheep"] * 10 + ["wolf"] * 2
    assert shown.piece_at("41").kind == "wolf"
    assert shown.words().startswith("Wolves to move. Sheep (10) on 00, 01,")
    assert "fk-wolf" in svg.board(START, last="41-31")._repr_svg_()


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        ("41", "30", "diagonally"),
        ("10", "20", "turn of the wolves"),
        ("41", "11", "can go to 31, 40, 42"),
    ],
)
def test_illegal_tries_are_explained(start: str, end: str, said: str) -> None:
    assert said in VIEW.refusal_in_words(START.state, start, end)


def test_a_sheep_beside_a_wolf_is_safe() -> None:
    position = parse("11100/00000/00000/01000/02000 w")
    assert "an empty square must lie between" in VIEW.refusal_in_words(
        position.state, "41", "31"
    )


def test_positions_are_set_up_by_hand() -> None:
    text = VIEW.put_piece(START.text, "22", "wolf")
    text = VIEW.set_mover(VIEW.put_piece(text, "00", ""), "sheep")
    assert parse(text).text == "01111/11111/00200/00000/02020 s"


def test_moves_are_labelled_where_values_are_at_hand() -> None:
    assert VIEW.move_outcomes_in_words(START.state) == {}
    assert VIEW.exact_payoffs(START.state) is None
    found = VIEW.move_outcomes_in_words(parse(SMALL).state)
    assert VIEW.exact_payoffs(parse(SMALL).state) == (0.0, -0.0)
    assert set(found) == set(parse(SMALL).moves)
    assert VIEW.facts(parse(SMALL).state)["exact value"] == "draw"
    assert "exact value" not in VIEW.facts(START.state)


# -- perfect play --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("losing", ["resist", "tempt", "any"])
def test_a_perfect_player_never_gives_anything_away(losing: str) -> None:
    perfect = PerfectPlayer(losing)
    for seed in range(2):
        players = (perfect, RandomPlayer()) if seed % 2 else (RandomPlayer(), perfect)
        game = play_game(FIVE_SHEEP, players, (mix(seed, 1), mix(seed, 2)))
        positions = replay(FIVE_SHEEP, game.moves)
        for before, after in pairwise(positions):
            if (before.state.mover == 0) == bool(seed % 2):
                found = [value_of(p).winner for p in (before, after)]
                assert found[0] == found[1], before.text


def test_resistance_is_the_longest() -> None:
    lost = parse("00102/00010/00000/00020/00001 s")
    after = values_after(lost)
    assert all(found.winner == WOLVES for found in after.values())
    code = PerfectPlayer("resist").choose(GAME, lost.state, 3)
    longest = max(found.plies or 0 for found in after.values())
    assert after[GAME.format_move(lost.state, code)].plies == longest


def test_chances_to_err_are_shares_of_moves() -> None:
    """One answer of the sheep draws, the others lose."""
    position = parse("00102/00010/00000/00200/00001 s")
    winners = [found.winner for found in values_after(position).values()]
    assert {*winners} == {None, WOLVES}
    assert share_of_mistakes(position) == winners.count(WOLVES) / len(winners)
    assert share_of_mistakes(parse("11000/00000/00000/00000/02020 s")) == 0


def test_an_unknown_way_to_lose_is_refused() -> None:
    with pytest.raises(ValueError, match="'resist', 'tempt' or 'any', not 'cheat'"):
        PerfectPlayer("cheat")


@pytest.mark.slow
def test_an_endless_game_is_a_draw() -> None:
    perfect = PerfectPlayer()
    game = play_game(FIVE_SHEEP, (perfect, perfect), (1, 2))
    assert (game.payoffs, game.reason) == ((0.0, 0.0), "endless")
    assert len(game.moves) == 500
