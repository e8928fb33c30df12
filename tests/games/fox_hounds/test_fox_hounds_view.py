"""Fox & Hounds on the board: what is drawn, said and offered; and its players."""

import fox_hounds_positions as samples
import pytest

from foxkit.core.position import Position
from foxkit.games.fox_hounds.players import DocumentPlayer
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.fox_hounds.solver import value
from foxkit.view.game_view import view_of

GAME = FoxHounds()
START = Position.start(GAME)
VIEW = view_of(GAME)


@pytest.fixture(autouse=True, scope="module")
def empty_folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def shown_of(text):
    game, state = GAME.parse(text)
    return view_of(game).diagram(state)


def regions(text):
    shown = shown_of(text)
    return {region.label: set(region.points) for region in shown.regions}


def test_areas_of_the_board():
    found = regions(samples.ESCAPED)
    assert "b3" in found["where a fox has escaped"]
    assert "FoxBox" not in found
    assert found["within the hounds' reach"] >= {"b5", "f5", "d3", "f3", "a6", "h7"}
    assert regions(samples.BOXES[2])["FoxBox"] == {"g8", "h7"}
    assert len(regions(START.text)["FoxBox"]) == 28


@pytest.mark.parametrize("size", [(2, 2), (6, 5), (10, 3)])
def test_every_size_is_drawn(size):
    start = Position.start(FoxHounds(*size))
    assert (
        len(view_of(start.game).diagram(start.state).points) == size[0] * size[1] // 2
    )
    assert "<svg" in start._repr_svg_()


@pytest.mark.parametrize(
    "text, start, end, words",
    [
        (START.text, "e8", "e6", "one step diagonally"),
        (START.text, "b1", "a2", "turn of the fox"),
        (START.text, "c7", "b6", "no piece on c7"),
        (START.play("e8-d7").text, "b1", "d3", "one step diagonally"),
        (samples.ESCAPED, "b5", "a4", "game is over"),
        (samples.OPPOSITE[:-1] + "h", "g2", "f1", "only move up"),
        (samples.OPPOSITE[:-1] + "h", "h1", "g2", "no legal move"),
    ],
)
def test_illegal_moves_are_explained(text, start, end, words):
    game, state = GAME.parse(text)
    assert words in view_of(game).refusal_in_words(state, start, end)


def test_positions_are_set_up_by_hand():
    text = VIEW.put_piece(START.text, "d5", "hound")
    text = VIEW.set_mover(VIEW.put_piece(text, "b1", ""), "hounds")
    position = Position.parse(GAME, text)
    assert position.text == "..F./..../..../.H../..../..../..../.HHH h"


def test_moves_are_labelled_with_values():
    opposite = Position.parse(GAME, samples.OPPOSITE)
    found = VIEW.move_outcomes_in_words(opposite.state)
    assert set(found) == set(opposite.moves)
    assert next(iter(found.values())) == "fox wins in 28"  # the best move first
    assert VIEW.exact_payoffs(opposite.state) == (1.0, -1.0)
    assert VIEW.facts(START.state)["value"] == "hounds in 44"
    heat = VIEW.quantities(START.state)["who wins with the fox there"]
    assert heat["e8"] == -1.0 and len(heat) == 16


def test_large_boards_are_played_without_a_table():
    large = FoxHounds(12, 12)
    assert list(view_of(large).opponents()) == ["MCTS", "random"]
    assert view_of(large).move_outcomes_in_words(large.start()) == {}
    assert view_of(large).exact_payoffs(large.start()) is None
    assert view_of(large).facts(large.start()) == {"FoxBox": "yes"}


def test_the_documents_player_weighs_moves():
    now = value(START.play("e8-d7"))
    weights = DocumentPlayer(0.25).weights(START.play("e8-d7"))
    assert {m for m, w in weights.items() if w == 1.0} == set(now["ai_moves"])
    assert set(weights.values()) == {0.25, 1.0}
    assert len(set(DocumentPlayer(1.0).weights(START).values())) == 1


def test_players_choose_by_their_weights():
    position = START.play("e8-d7")
    codes = {
        DocumentPlayer(0.0).choose(GAME, position.state, seed) for seed in range(40)
    }
    chosen = value(position)["ai_moves"]
    assert {GAME.format_move(position.state, code) for code in codes} <= set(chosen)
    codes = [
        DocumentPlayer(1.0).choose(GAME, position.state, seed) for seed in range(200)
    ]
    assert set(codes) == set(position.moves.values())
