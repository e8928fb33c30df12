"""The traps of a tree search over imagined hands, each by name."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from toy_games import DARE, SAFE, Coin, Toss

from foxkit.core import entry
from foxkit.core.game import legal_moves
from foxkit.core.generic import compared_by_class
from foxkit.core.memory import MemoryPool
from foxkit.core.position import Position
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, heuristic
from foxkit.games.franks_zoo.players import FEWER_CARDS, FewerCardsEvaluation, ZooMcts
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.lab.match import match, play_blocks
from foxkit.players.budget import Budget
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import PolicyPlayer
from foxkit.search import tree_memory
from foxkit.search.belief import (
    PERFECT_INFORMATION,
    UNIFORM_DEALS,
    determinize,
    is_certain,
)
from foxkit.search.mcts import (
    CHILDREN,
    LISTED,
    SECOND_VISIT,
    Settings,
    select_and_expand,
)
from foxkit.search.session import CHOICES, Search
from foxkit.search.simulation import descend
from foxkit.search.trace import iter_simulations
from foxkit.search.tree_memory import WORDS_PER_NODE

GAME = FranksZoo()
IMAGINED = Settings(0.7, -1, SECOND_VISIT, policy=RANDOM_AI, belief=UNIFORM_DEALS)
START = FranksZoo(deal=3).start()


def searched(
    simulations: int, settings: Settings = IMAGINED, expected_simulations: int = 1000
) -> Search:
    search = Search(GAME, START, FEWER_CARDS, settings, 5, expected_simulations)
    return search.run(simulations)


def tossed(belief: Any) -> Search:
    settings = Settings(2.0, -1, SECOND_VISIT, belief=belief)
    return Search(Coin(), Coin().start(), ZeroEvaluation(), settings, 1).run(4000)


class Narrow(Coin):
    """One whose deals allow two moves each, and three together."""

    __slots__ = ()
    MAX_MOVES = 2


@legal_moves.register
def _narrow_moves(game: Narrow, state: Toss, moves: np.ndarray) -> int:
    if state.first == 0:
        moves[0], moves[1] = SAFE, DARE
        return 2
    moves[0], moves[1] = state.coin, 0
    return 2 if state.first == DARE and not state.second else 0


@pytest.mark.slow
def test_moves_of_all_deals_together_are_at_most_max_moves() -> None:
    settings = Settings(2.0, -1, belief=UNIFORM_DEALS)
    search = Search(Narrow(), Narrow().start(), ZeroEvaluation(), settings, 1)
    with pytest.raises(ValueError, match="more moves than MAX_MOVES, 2, if those of"):
        search.run(400)


def named(search: Search, node: int) -> str:
    return search.game.format_move(search.state, int(search.tree.move[node]))


@pytest.mark.slow
def test_strategy_fusion() -> None:
    """Who peeks, or averages over coins, dares; who cannot see the coin does not."""
    values = []
    for belief, choice in ((PERFECT_INFORMATION, "dare"), (UNIFORM_DEALS, "safe")):
        search = tossed(belief)
        values.append({child.move: child.value for child in search.children()})
        assert search.game.format_move(search.state, search.best()) == choice
        assert values[-1]["safe"] == pytest.approx(0.3)
    assert values[0]["dare"] > 0.8
    assert values[1]["dare"] < 0.1


@pytest.mark.slow
def test_what_one_deal_does_not_offer_is_passed_over() -> None:
    """`leave` is there on heads alone: on offer half of the time."""
    search = tossed(UNIFORM_DEALS)
    tree = search.tree
    first = int(tree.first_child[0])
    dare = next(n for n in (first, first + 1) if named(search, n) == "dare")
    inner = range(
        tree.first_child[dare], tree.first_child[dare] + tree.num_children[dare]
    )
    children = {named(search, child): child for child in inner}
    share = (
        tree.availability_count[children["leave"]]
        / tree.availability_count[children["heads"]]
    )
    assert share == pytest.approx(0.5, abs=0.1)
    assert sum(tree.visits[child] for child in inner) == tree.visits[dare] - 1


@pytest.mark.slow
def test_hands_that_look_the_same_give_the_same_tree() -> None:
    other = entry.resample_hidden(GAME, START, START.mover, 99)
    assert other != START
    trees = [
        Search(GAME, state, FEWER_CARDS, settings, 5).run(300).children()
        for settings in (IMAGINED, IMAGINED._replace(belief=PERFECT_INFORMATION))
        for state in (START, other)
    ]
    assert trees[0] == trees[1]
    assert trees[2] != trees[3]


@pytest.mark.slow
def test_a_tree_that_grows_is_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    # A new pool has no memory of earlier searches.
    monkeypatch.setattr(tree_memory, "POOL", MemoryPool(WORDS_PER_NODE))
    small = searched(2000, expected_simulations=1)
    assert small.children() == searched(2000, expected_simulations=2000).children()


def test_exploration_counts_the_offers() -> None:
    search = searched(500)
    tree, first = search.tree, int(search.tree.first_child[0])
    offered = {
        named(search, child): int(tree.availability_count[child])
        for child in range(first, first + tree.num_children[0])
    }
    for child in search.children():
        wanted = 0.7 * math.sqrt(math.log(offered[child.move]) / child.visits)
        assert child.exploration == pytest.approx(wanted)
    assert len({*offered.values()}) > 1


@pytest.mark.parametrize("choice", CHOICES)
def test_a_move_is_chosen(choice: str) -> None:
    search = searched(300)
    move = search.game.format_move(START, search.best(choice))
    assert move in Position(GAME, START).moves
    assert search.principal_variation() == [search.children()[0].move]


@pytest.mark.parametrize("simulations", [1, 5, 40, 400])
def test_a_settled_search_moves_as_all_its_simulations_would(simulations: int) -> None:
    for seed in range(15):
        full, settled = (Search(GAME, START, FEWER_CARDS, IMAGINED, seed) for _ in "ab")
        settled.run(simulations, stop_early=True)
        assert settled.best() == full.run(simulations).best()
        assert settled.simulations <= simulations


def test_an_evaluation_that_is_not_a_number_does_no_harm() -> None:
    settings = IMAGINED._replace(cutoff=0)
    search = Search(GAME, START, FewerCardsEvaluation(0), settings, 5).run(500)
    assert np.isfinite(search.tree.visits[:1]).all() and search.simulations == 500


@pytest.mark.parametrize(
    "settings",
    [
        IMAGINED._replace(tie_break=LISTED),
        IMAGINED._replace(parent_visits_from=CHILDREN),
    ],
)
def test_settings_that_do_not_go_with_a_belief_are_refused(settings: Settings) -> None:
    with pytest.raises(ValueError, match="tie_break and parent_visits_from must be 0"):
        searched(1, settings)


@compared_by_class
class Peeking(NamedTuple):
    """A reader's belief in the state as it is."""

    unused: int = 0


@determinize.register
def _given(
    belief: Peeking, game: Any, state: Any, player: int, moves: np.ndarray, seed: int
) -> Any:
    return state


class SaysSo(Peeking):
    """One that is certain, and leaves open how a search descends."""


class GoesDown(Peeking):
    """One that says how a search descends, and not that it is certain."""


class DoesBoth(SaysSo):
    """One that says both."""


@is_certain.register
def _says_so(belief: SaysSo) -> bool:
    return True


def _all_children(
    belief: Any, tree: Any, game: Any, state: Any, settings: Any, seed: int
) -> Any:
    return select_and_expand(tree, game, state, settings, seed)


for _kind in (GoesDown, DoesBoth):
    descend.register(_kind, _all_children)


@pytest.mark.parametrize("belief", [SaysSo(), GoesDown()])
def test_a_belief_that_registers_one_of_two_is_refused_by_name(belief: Any) -> None:
    name = type(belief).__name__
    with pytest.raises(ValueError, match=f"{name}, and the other of is_certain and"):
        Search(Coin(), Coin().start(), ZeroEvaluation(), Settings(belief=belief))


@pytest.mark.slow
def test_a_belief_that_registers_both_or_none_is_searched() -> None:
    certain, given = tossed(DoesBoth()), tossed(PERFECT_INFORMATION)
    assert certain.children() == given.children()
    assert tossed(Peeking()).best() == given.best()  # one child at a time


def test_a_line_of_hidden_moves_cannot_be_walked() -> None:
    with pytest.raises(ValueError, match="taken apart"):
        next(iter_simulations(searched(10), 1))
    with pytest.raises(ValueError, match="has not been searched"):
        searched(10).children("9 gnu")


@pytest.mark.slow
def test_it_beats_random_players() -> None:
    others = [PolicyPlayer(RANDOM_AI)] * 3
    for belief in (UNIFORM_DEALS, None):
        player = ZooMcts(Budget(100), c=0.7, policy=heuristic(0), belief=belief)
        games = play_blocks(match(GAME, player, *others), 1, range(15)).games
        first = np.mean([row.ranks[row.rotation] == 1 for row in games.itertuples()])
        assert first > 0.6
