"""Players that slip, think unevenly, or play what they think second best."""

from dataclasses import dataclass

from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import Jittered, MctsPlayer, SecondChoice, Sometimes
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position

GAME = FoxGame()
START = Position.start(GAME)
STRONG = MctsPlayer(Budget(500), FoxHeuristic())


@dataclass(frozen=True)
class Constant:
    """Answers with its budget instead of a move."""

    budget: Budget

    def choose(self, game, state, seed):
        return self.budget.simulations


def chosen(player, position=START, seeds=range(200)):
    return [player.choose(GAME, position.state, seed) for seed in seeds]


def test_sometimes_is_the_other_player_as_often_as_it_says():
    one, other = Constant(Budget(1)), Constant(Budget(2))
    assert set(chosen(Sometimes(one, other, 0.0))) == {1}
    assert set(chosen(Sometimes(one, other, 1.0))) == {2}
    slips = chosen(Sometimes(one, other, 0.1), seeds=range(5000)).count(2)
    assert 400 < slips < 600


def test_jittered_simulations_stay_in_their_range_and_fill_it():
    found = chosen(Jittered(Constant(Budget(100)), 0.2), seeds=range(2000))
    assert (min(found), max(found)) == (80, 120)
    assert 99 < sum(found) / len(found) < 101


def test_the_second_choice_is_the_second_most_visited():
    children = STRONG.think(GAME, START.state, 3).children()
    visits = sorted((child.visits for child in children), reverse=True)
    move = SecondChoice(STRONG).choose(GAME, START.state, 3)
    found = {START.moves[child.move]: child.visits for child in children}
    assert found[move] == visits[1]


def test_without_a_choice_the_second_choice_is_the_only_one():
    text = "--sss--/--sss--/sss.sss/s..s..s/...f.../--...--/--..f-- f 0 -"
    forced = Position.parse(GAME, text)
    assert len(forced.codes) == 1
    assert SecondChoice(STRONG).choose(GAME, forced.state, 1) == forced.codes[0]
