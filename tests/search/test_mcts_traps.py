"""The known traps of Monte-Carlo tree search, each by name on a small position."""

import math
from itertools import product

import numpy as np
import pytest
import scipy
from fox_game_engines import fast_rules
from oracle_fox_game import FoxGame

from foxkit.core.memory import MemoryPool
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.search import tree_memory
from foxkit.search.mcts import FIRST_VISIT, SECOND_VISIT, Settings
from foxkit.search.session import HIGHEST_VALUE, MOST_VISITED, Search
from foxkit.search.tree import NUM_NODE_ARRAYS
from foxkit.search.tree_memory import WORDS_PER_NODE

RULES = FoxGame()
EQUATION_3 = FoxHeuristic()
ALL_EQUAL = FoxHeuristic(b=0.0)  # every unfinished position is worth 0
BOTH_EXPANSIONS = pytest.mark.parametrize("expansion", [FIRST_VISIT, SECOND_VISIT])

NINTH_SHEEP_NEXT = "--s.s--/--...--/f.....f/...s.../..s.s../--sss--/--sss-- s 0 -"
SHUT_IN_NEXT = "--f..--/--...--/......./....f../ssss.../--sss--/--sss-- f 0 -"
TENTH_SIDEWAYS_NEXT = "--sss--/--sss--/sss..../......./......./--f..--/--..f-- s 9 -"
EIGHT_LEFT_IN_TWO = "--sss--/--sss--/s....../..s..../......./--s.s--/--f.f-- f 0 -"
EIGHT_LEFT = "--sss--/--sss--/s....../....s../....f../--...--/--..f-- f 0 -"
ONE_MOVE = "--sss--/--sss--/sss..../..s..../..f..../--s..--/--..f-- f 0 -"


def searched(
    text: str,
    simulations: int,
    seed: int = 0,
    expansion: int = FIRST_VISIT,
    evaluation: FoxHeuristic = EQUATION_3,
    cutoff: int = 0,
) -> Search:
    game, state = fast_rules(RULES).parse(text)
    settings = Settings(cutoff=cutoff, expansion=expansion)
    return Search(game, state, evaluation, settings, seed).run(simulations)


def best_move(search: Search, choice: str = MOST_VISITED) -> str:
    return search.game.format_move(search.state, search.best(choice))


# -- sign with the side to move --------------------------------------------------------


@BOTH_EXPANSIONS
@pytest.mark.parametrize(
    ("text", "move"), [(NINTH_SHEEP_NEXT, "33-43"), (SHUT_IN_NEXT, "34-44")]
)
def test_a_winning_move_is_worth_1_to_whoever_makes_it(
    text: str, move: str, expansion: int
) -> None:
    """Sheep win by the ninth sheep, foxes by shutting all sheep in."""
    search = searched(text, 300, expansion=expansion)
    values = {child.move: child.value for child in search.children()}
    assert values[move] == 1.0
    assert best_move(search) == move
    assert search.value > 0.8


@BOTH_EXPANSIONS
def test_a_losing_move_is_worth_minus_1_to_whoever_makes_it(expansion: int) -> None:
    """The tenth turn without a forward step loses."""
    search = searched(TENTH_SIDEWAYS_NEXT, 300, expansion=expansion)
    values = {child.move: child.value for child in search.children()}
    assert values["22-23"] == -1.0
    assert values["22-32"] > -1.0


# -- several steps by one mover --------------------------------------------------------


@BOTH_EXPANSIONS
def test_a_chain_is_good_for_the_fox_at_each_of_its_steps(expansion: int) -> None:
    """62x42 must go on with 42x22, the win: two steps by the same player."""
    search = searched(EIGHT_LEFT_IN_TWO, 200, expansion=expansion)
    assert search.principal_variation() == ["62x42", "42x22"]
    values = {child.move: child.value for child in search.children()}
    assert values["62x42"] > 0.9
    assert search.children("62x42")[0].value == 1.0


# -- ties ------------------------------------------------------------------------------


def test_unvisited_children_come_before_any_other() -> None:
    text = RULES.start().text
    for seed in range(50):
        visits = [child.visits for child in searched(text, 7, seed).children()]
        assert visits == [1] * 7


def test_equal_ucb1_values_are_chosen_at_random() -> None:
    """After one visit each all seven are equal: the eighth visit is anyone's.

    Counted by the order of the first visits, which must not matter.
    """
    counts = np.zeros(7, int)
    for seed in range(700):
        tree = searched(RULES.start().text, 8, seed, evaluation=ALL_EQUAL).tree
        counts += tree.visits[tree.first_child[0] :][:7] == 2
    assert counts.sum() == 700
    assert scipy.stats.chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize("choice", [MOST_VISITED, HIGHEST_VALUE])
def test_equal_final_choices_are_made_at_random(choice: str) -> None:
    counts: dict[str, int] = {}
    for seed in range(700):
        search = searched(RULES.start().text, 7, seed, evaluation=ALL_EQUAL)
        move = best_move(search, choice)
        counts[move] = counts.get(move, 0) + 1
    assert len(counts) == 7
    assert scipy.stats.chisquare(list(counts.values())).pvalue > 0.001


# -- log(0) ----------------------------------------------------------------------------


@BOTH_EXPANSIONS
@pytest.mark.parametrize("text", [RULES.start().text, ONE_MOVE])
def test_no_logarithm_of_zero_visits(text: str, expansion: int) -> None:
    """From the first simulation on: finite terms for the visited, infinite others."""
    for simulations in range(1, 30):
        search = searched(text, simulations, expansion=expansion)
        for child in search.children():
            assert math.isfinite(child.ucb1) == (child.visits > 0)


def test_a_search_without_simulations_has_no_children() -> None:
    search = searched(RULES.start().text, 0)
    assert search.children() == []
    assert search.value == 0.0
    with pytest.raises(ValueError, match="nothing has been searched yet"):
        search.best()


@BOTH_EXPANSIONS
def test_a_finished_game_can_be_searched(expansion: int) -> None:
    search = searched(EIGHT_LEFT, 50, expansion=expansion)
    assert (search.simulations, search.children()) == (50, [])


# -- visits or value -------------------------------------------------------------------


def test_the_most_visited_child_moves_not_the_one_of_highest_value() -> None:
    """With few simulations the two differ now and then; visits decide."""
    differed = 0
    for seed in range(60):
        search = searched(RULES.start().text, 40, seed, cutoff=20)
        by_move = {child.move: child for child in search.children()}
        chosen, valued = best_move(search), best_move(search, HIGHEST_VALUE)
        assert by_move[chosen].visits == max(c.visits for c in by_move.values())
        assert by_move[valued].value == max(c.value for c in by_move.values())
        differed += by_move[valued].visits < by_move[chosen].visits
    assert differed > 0


def test_an_unknown_final_choice_is_refused() -> None:
    with pytest.raises(ValueError, match="most visited"):
        searched(RULES.start().text, 10).best("largest")


# -- stopping where it is settled ------------------------------------------------------


@BOTH_EXPANSIONS
@pytest.mark.parametrize("simulations", [1, 2, 3, 17, 100, 999])
def test_a_settled_search_moves_as_all_its_simulations_would(
    simulations: int, expansion: int
) -> None:
    done = 0
    texts = (RULES.start().text, NINTH_SHEEP_NEXT, SHUT_IN_NEXT, EIGHT_LEFT_IN_TWO)
    for text, seed in product(texts, range(25)):
        full = searched(text, simulations, seed, expansion)
        settled = searched(text, 0, seed, expansion).run(simulations, stop_early=True)
        assert settled.best() == full.best()
        done += settled.simulations
    assert done <= 100 * simulations
    assert simulations < 100 or done < 90 * simulations


def test_a_forced_move_needs_one_simulation() -> None:
    assert searched(ONE_MOVE, 0).run(5000, stop_early=True).simulations == 1


# -- numbers that are none -------------------------------------------------------------


@pytest.mark.parametrize(
    "settings", [Settings(c=math.nan), Settings(c=-0.1), Settings(cutoff=-2)]
)
def test_a_setting_out_of_range_is_refused(settings: Settings) -> None:
    game, state = fast_rules(RULES).parse(RULES.start().text)
    with pytest.raises(ValueError, match=r"is a .*number from .*, not (nan|-0.1|-2)"):
        Search(game, state, EQUATION_3, settings)


@BOTH_EXPANSIONS
def test_an_evaluation_that_is_not_a_number_does_no_harm(expansion: int) -> None:
    """No UCB1 value is then the largest; the search must stay inside its tree."""
    search = searched(
        RULES.start().text,
        300,
        expansion=expansion,
        evaluation=tuple.__new__(FoxHeuristic, (0.8, 12.0, math.nan)),
    )
    assert sum(child.visits for child in search.children()) == 300


# -- leaks between searches ------------------------------------------------------------


def test_nothing_leaks_from_one_search_into_the_next() -> None:
    """A released tree's memory serves the next search, its contents must not."""
    fresh = searched(RULES.start().text, 300, 5).children()
    searched(NINTH_SHEEP_NEXT, 900, 6).release()
    assert searched(RULES.start().text, 300, 5).children() == fresh


def test_memory_serves_one_other_search_once_nothing_refers_to_it() -> None:
    first = searched(RULES.start().text, 300, 5)
    move, visits = best_move(first), first.tree.visits
    place, looked_at = visits.ctypes.data, visits[:300].tolist()
    del first
    other = searched(RULES.start().text, 300, 5)
    assert other.tree.visits.ctypes.data != place
    assert visits[:300].tolist() == looked_at
    del visits
    again, third = (searched(RULES.start().text, 300, 5) for _ in range(2))
    assert again.tree.visits.ctypes.data == place != third.tree.visits.ctypes.data
    assert best_move(again) == best_move(other) == best_move(third) == move


def test_a_tree_that_grows_is_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new pool has no memory of earlier searches, which might be enough."""
    monkeypatch.setattr(tree_memory, "POOL", MemoryPool(WORDS_PER_NODE))
    game, state = fast_rules(RULES).parse(RULES.start().text)
    grown = Search(game, state, EQUATION_3, seed=9, expected_simulations=1).run(1)
    nodes = len(grown.tree.move)
    assert len(grown.run(2999).tree.move) > nodes
    large = Search(game, state, EQUATION_3, seed=9, expected_simulations=3000).run(3000)
    assert grown.children() == large.children()


def test_a_block_of_memory_has_just_the_arrays_of_its_nodes() -> None:
    tree = searched(RULES.start().text, 10, 5).tree
    arrays = tree[:NUM_NODE_ARRAYS]
    assert sum(array.itemsize for array in arrays) == 8 * WORDS_PER_NODE
    assert {len(array) for array in arrays} == {len(tree.path)}
    ends = [array.ctypes.data + array.nbytes for array in arrays]
    assert ends[:-1] == [array.ctypes.data for array in arrays[1:]]
