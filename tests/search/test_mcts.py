"""What holds for every tree of Monte-Carlo tree search, whatever is searched."""

from math import log, sqrt

import pytest
import scipy
from fox_game_engines import fast_rules
from fox_game_positions import TRICKY
from hypothesis import given
from hypothesis import strategies as st
from oracle_fox_game import FoxGame

from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.search import tree_memory
from foxkit.search.belief import PERFECT_INFORMATION
from foxkit.search.mcts import (
    ANY,
    CHILDREN,
    FIRST_VISIT,
    LISTED,
    OWN,
    SECOND_VISIT,
    Settings,
)
from foxkit.search.playout import UNIFORM
from foxkit.search.session import Child, Search
from foxkit.search.tree import NODES

RULES = FoxGame()
START = RULES.start().text
ANY_POSITION = st.sampled_from(list(TRICKY.values()))
ANY_SETTINGS = st.builds(
    Settings,
    c=st.floats(0.0, 2.0),
    cutoff=st.integers(-1, 4),
    expansion=st.sampled_from([FIRST_VISIT, SECOND_VISIT]),
    policy=st.just(UNIFORM),
    tie_break=st.sampled_from([ANY, LISTED]),
    parent_visits_from=st.just(OWN),
    belief=st.just(PERFECT_INFORMATION),
)


def fast_search(text: str, settings: Settings, simulations: int, seed: int) -> Search:
    game, state = fast_rules(RULES).parse(text)
    return Search(game, state, FoxHeuristic(), settings, seed).run(simulations)


@given(ANY_POSITION, ANY_SETTINGS, st.integers(1, 300), st.integers(0, 10**9))
def test_children_share_the_simulations(
    text: str, settings: Settings, simulations: int, seed: int
) -> None:
    search = fast_search(text, settings, simulations, seed)
    children = search.children()
    assert search.simulations == simulations
    assert sum(child.visits for child in children) == simulations
    assert all(-1 <= child.value <= 1 for child in children)
    mean = sum(child.visits * child.value for child in children) / simulations
    assert search.value == pytest.approx(mean)


def own_results(search: Search) -> list[int]:
    """For each node with children below the root: visits that are not a child's."""
    tree, owns, open_nodes = search.tree, [], [0]
    while open_nodes:
        node = open_nodes.pop()
        first, tried = int(tree.first_child[node]), int(tree.num_visited[node])
        children = range(first, first + tried)
        if tried:
            below = sum(int(tree.visits[child]) for child in children)
            owns.append(int(tree.visits[node]) - below)
            open_nodes += children
    assert owns[0] == 0, "the root is never judged itself"
    return owns[1:]


def test_textbook_nodes_are_judged_once_themselves() -> None:
    """A node is played out at its first visit; later visits go to its children."""
    search = fast_search(START, Settings(expansion=SECOND_VISIT), 2000, 1)
    assert set(own_results(search)) == {1}


def test_literal_nodes_are_judged_only_as_a_random_child() -> None:
    """Nodes reached by selection hand all visits on; random children keep one."""
    search = fast_search(START, Settings(), 2000, 1)
    assert set(own_results(search)) == {0, 1}


@pytest.mark.parametrize(
    "expansion", [FIRST_VISIT, SECOND_VISIT], ids=["literal", "textbook"]
)
def test_the_first_simulation_visits_a_random_child(expansion: int) -> None:
    game, state = fast_rules(RULES).parse(START)
    counts: dict[str, int] = {}
    for seed in range(1400):
        settings = Settings(expansion=expansion)
        search = Search(
            game, state, FoxHeuristic(), settings, seed, expected_simulations=10
        ).run(1)
        [child] = [child for child in search.children() if child.visits]
        counts[child.move] = counts.get(child.move, 0) + 1
    assert len(counts) == 7
    assert scipy.stats.chisquare(list(counts.values())).pvalue > 0.001


def test_cutoff_0_judges_a_random_child_of_the_leaf() -> None:
    """The first value backed up is equation 3 one move below the root, not at it."""
    for seed in range(20):
        [child] = visited(fast_search(START, Settings(), 1, seed))
        after = RULES.play(RULES.start(), child.move)
        assert child.value == pytest.approx(-RULES.heuristic(after))


def test_without_a_cutoff_games_are_played_to_the_end() -> None:
    for seed in range(20):
        search = fast_search(START, Settings(cutoff=-1), 1, seed)
        assert visited(search)[0].value in (-1.0, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("parent", [OWN, CHILDREN])
def test_the_ucb1_that_is_shown_is_the_one_that_is_used(parent: int) -> None:
    """Equation (1) of every node that was passed through, by hand."""
    search = fast_search(START, Settings(parent_visits_from=parent), 2000, 1)
    lines, differ = [((), search.simulations)], 0
    for line, visits in lines:
        children = [child for child in search.children(*line) if child.visits]
        total = sum(child.visits for child in children)
        differ += total != visits
        trials = total if parent == CHILDREN else visits
        for child in children:
            bonus = 0.4 * sqrt(log(trials) / child.visits)
            assert child.ucb1 == pytest.approx(child.value + bonus, abs=1e-12)
            lines.append(((*line, child.move), child.visits))
    assert differ > 20


def visited(search: Search) -> list[Child]:
    return [child for child in search.children() if child.visits]


def test_a_search_in_parts_is_the_same_search() -> None:
    whole = fast_search(START, Settings(), 500, 3)
    parts = fast_search(START, Settings(), 1, 3).run(199).run(300)
    assert whole.children() == parts.children()


def test_a_search_of_very_many_simulations_begins_small() -> None:
    """And it is the search that it would be with less room at first."""
    game, state = fast_rules(RULES).parse(START)
    searches = [
        Search(game, state, FoxHeuristic(), seed=1, expected_simulations=room)
        for room in (60_000_000, 1_000_000_000, 10)
    ]
    assert max(each.tree.move.nbytes for each in searches) < 2**25
    assert len({tuple(each.run(200).children()) for each in searches}) == 1


def test_a_tree_that_grows_large_is_copied_once_and_gets_all_that_is_expected() -> None:
    """A copy of a large tree would need the memory of two."""
    game, state = fast_rules(RULES).parse(START)
    search = Search(game, state, FoxHeuristic(), seed=1, expected_simulations=10)
    first = tree_memory.enlarged(search.run(10).tree, 10_000_000)
    assert len(first.move) > 10_000_000
    assert first.size[NODES] == search.tree.size[NODES]


def test_a_large_search_ends_where_other_programs_took_its_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, state = fast_rules(RULES).parse(START)
    search = Search(game, state, FoxHeuristic(), seed=1, expected_simulations=10)
    tree_memory.require_memory(search.tree)
    search.tree = tree_memory.enlarged(search.run(10).tree, 10_000_000)
    monkeypatch.setattr(
        tree_memory, "free_memory_bytes", lambda: tree_memory._BYTES_LEFT_FREE - 1
    )
    with pytest.raises(MemoryError, match="stop other programs"):
        search.run(1_000_000)
    assert search.simulations > 10


def test_where_memory_ends_a_search_says_how_many_simulations_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, state = fast_rules(RULES).parse(START)
    search = Search(game, state, FoxHeuristic(), seed=1, expected_simulations=10)
    monkeypatch.setattr(
        tree_memory,
        "free_memory_bytes",
        lambda: tree_memory._BYTES_LEFT_FREE + 2**17,
    )
    with pytest.raises(MemoryError, match=r"for some [1-9][0-9,]* simulations"):
        search.run(1_000_000)
    assert 10 < sum(child.visits for child in search.children()) == search.simulations
    assert search.best()
    monkeypatch.undo()
    assert search.run(1_000).simulations > 1_000  # it goes on where there is more
