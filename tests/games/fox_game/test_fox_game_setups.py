"""The Fox Game with other foxes, flocks and pastures, beyond its rules alone."""

import pytest

from foxkit.games.fox_game.evaluation import paper
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.match import match
from foxkit.lab.play import play
from foxkit.view.game_view import view_of

FRONT = FoxGame(pasture="42 43 44 45", target=3, fox_start="52 53 54")


def test_a_pasture_that_a_step_leaves_is_not_judged() -> None:
    """Equation (3) would value the step from 43 to 53 no less than staying."""
    view, state = view_of(FRONT), FRONT.start()
    assert view.diagram_of(state).regions[0].points == ("42", "43", "44", "45")
    assert "not known" in view.facts(state)["H, equation (3): above 0 for the foxes"]
    assert [*view.opponents()] == ["MCTS", "random"]
    with pytest.raises(ValueError, match="what a pasture is worth"):
        paper(10).choose(FRONT, state, 1)
    assert paper(10, cutoff=-1).choose(FRONT, state, 1)


def test_positions_have_as_many_foxes_as_the_rules() -> None:
    text = "--sss--/--sss--/sssssss/sssssss/...f.../--...--/--fff-- s 0 -"
    for game, most in ((FoxGame(), 2), (FRONT, 3)):
        with pytest.raises(ValueError, match=f"^4 foxes instead of at most {most}$"):
            game.parse(text)
    four = FoxGame(fox_start="43 62 63 64")
    assert four.parse(text) == (four, four.start())


def test_three_foxes_and_six_to_fill_take_one_cell(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    game = FoxGame(fox_start=["62", "63", "64"], target=6)
    (row,) = play([match(game, paper(30))], max_blocks=5).to_dict("records")
    assert (row["fox_start"], row["target"], row["blocks"]) == ("62 63 64", 6, 5)
