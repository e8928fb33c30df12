"""Whole simulations, of a tree search with or without hidden information."""

from functools import partial
from typing import Any

from foxkit.core import compiled, compiled_inline
from foxkit.core.game import mover
from foxkit.core.generic import generic, has_implementation
from foxkit.core.rng import Seed, advance
from foxkit.search.belief import PerfectInformation, determinize, is_certain
from foxkit.search.ismcts import select_and_expand_available
from foxkit.search.mcts import Settings, back_up, select_and_expand
from foxkit.search.playout import playout
from foxkit.search.tree import DEPTH, Tree, has_room_for_simulation


@partial(generic, has_default=True)
def descend(
    belief: Any, tree: Tree, game: Any, state: Any, settings: Settings, seed: Seed
) -> tuple[Any, Seed]:
    """Follow the tree to a leaf and add to it; return the state there and a seed.

    Dispatched on the class of the belief, so that one of the two ways is compiled.
    """
    seed, player = advance(seed), mover(game, state)
    state = determinize(belief, game, state, player, tree.scratch, seed)
    return select_and_expand_available(tree, game, state, settings, seed)


@descend.register
def _descend_in_one_state(
    belief: PerfectInformation,
    tree: Tree,
    game: Any,
    state: Any,
    settings: Settings,
    seed: Seed,
) -> tuple[Any, Seed]:
    """Nothing is drawn, and a leaf gets all its children at once."""
    return select_and_expand(tree, game, state, settings, seed)


def require_complete_belief(belief: Any) -> None:
    """Raise ValueError for a belief with one of `is_certain` and `descend` alone.

    `descend` decides whether a leaf gets its children at once or one by one, and
    `is_certain` tells all others which of the two it is. Their defaults fit together.
    """
    alone = [x for x in (is_certain, descend) if has_implementation(x, belief)]
    if len(alone) == 1:
        name = type(belief).__name__
        raise ValueError(
            f"{alone[0].__name__} is registered for {name}, and the other of "
            "is_certain and descend is not: register both, or none"
        )


@compiled_inline
def simulate(
    tree: Tree, game: Any, state: Any, evaluation: Any, settings: Settings, seed: Seed
) -> Seed:
    """Run one simulation from the root's `state`; return the next seed."""
    tree.size[DEPTH] = 0
    state, seed = descend(settings.belief, tree, game, state, settings, seed)
    policy, cutoff = settings.policy, settings.cutoff
    results, seed = playout(game, state, evaluation, policy, cutoff, tree.scratch, seed)
    back_up(tree, results)
    return seed


@compiled_inline
def _fewest_until_settled(tree: Tree, settings: Settings, remaining: int) -> int:
    """The fewest of the remaining simulations that can settle the most visited move.

    It is settled once no other move can catch up in what remains (STOP of Baier &
    Winands, IEEE T-CIAIG 8 (2016), 301-314).
    """
    children = tree.num_children[0]
    if is_certain(settings.belief) and children < 2:  # else they come one by one
        return min(remaining, 1 - children)  # nothing to choose from, or nothing yet
    most_visits, second_most_visits = 0, 0
    for child in range(tree.first_child[0], tree.first_child[0] + tree.num_visited[0]):
        visits = tree.visits[child]
        most_visits, second_most_visits = (
            max(most_visits, visits),
            max(second_most_visits, min(most_visits, visits)),
        )
    lead = most_visits - second_most_visits
    return 0 if lead > remaining else min(remaining, (remaining - lead) // 2 + 1)


@compiled
def add_simulations(
    tree: Tree,
    search_args: Any,
    remaining: int,
    batch_size: int,
    stop_early: bool,
    seed: Seed,
) -> tuple[Seed, int]:
    """Add `batch_size` of the remaining simulations; fewer if the tree is full.

    `search_args` are the arguments of `simulate` after the tree, but for the seed.
    Return the next seed, and the simulations still to do. How they are divided into
    calls changes nothing: until the move is settled, each look at the tree comes at or
    before the simulation that settles it.
    """
    game, state, evaluation, settings = search_args
    last = remaining - batch_size
    part = _fewest_until_settled(tree, settings, remaining) if stop_early else remaining
    while part > 0 and remaining > last and has_room_for_simulation(tree):
        seed = simulate(tree, game, state, evaluation, settings, seed)
        remaining -= 1
        part -= 1
        if stop_early and part == 0:
            part = _fewest_until_settled(tree, settings, remaining)
    return seed, remaining if part else 0
