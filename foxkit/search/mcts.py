"""Monte-Carlo tree search with UCB1, for any game and any number of players.

Source: Janshagen & Mattsson, FDG 2022, section 3. One simulation:

    1 select    from the root, follow the child of the largest UCB1 value, unvisited
                children first, until a node without children
    2 expand    create all its children and step to a random one
    3 play out  at most `cutoff` moves of a policy, then the result or the evaluation
    4 back up   add it to every node on the path, as seen by who moved into the node
                (with more players max^n: Luckhardt & Irani, AAAI-86)

Where something is hidden, each simulation begins in a state that a belief imagines, and
children are found by their moves: a node stands for all that its path leaves open
(SO-ISMCTS: Cowling, Powley & Whitehouse, IEEE T-CIAIG 4 (2012), algorithm 1). What one
deal does not allow is passed over there, and UCB1's term of the parent counts how often
the child was offered.

The tree's layout is drawn in `foxkit.search.tree`.
"""

from math import inf, nan, sqrt
from typing import Any, NamedTuple

from foxkit.core import compiled, compiled_inline
from foxkit.core.arguments import real_number, whole_number
from foxkit.core.elementary import log
from foxkit.core.game import OVERFLOW_SLACK, legal_moves, mover, play
from foxkit.core.generic import has_implementation
from foxkit.core.quoting import quoted
from foxkit.core.rng import advance, below
from foxkit.search.belief import PERFECT_INFORMATION, determinize, is_certain
from foxkit.search.playout import UNIFORM, playout, playout_move
from foxkit.search.tree import (
    DEPTH,
    NODES,
    Tree,
    add_child,
    flag_overflow,
    has_room,
    open_node,
)

LITERAL, TEXTBOOK = 0, 1
"""When a leaf gets its children: at its first visit (the paper), or its second."""
EXPANSIONS = {"literal": LITERAL, "textbook": TEXTBOOK}
ANY, LISTED = 0, 1
"""Which of equals comes first, untried children and equal bounds: any, or by move. The
first of a new leaf's children is any of them, always."""
OWN, CHILDREN = 0, 1
"""The visits of a parent in UCB1: its own, or the sum of its children's, which is less
by the playouts that began at the parent."""


_LEAST = -1e300  # stands for the bound of a child whose value is no number


class Settings(NamedTuple):
    """Parameters of a search.

    Attributes:
        c: weight C of UCB1's exploration term, equation (1).
        cutoff: moves of a playout before the evaluation, or -1 to play to the end (a
            game that need not end has a `PLAYOUT_LIMIT`, after which it is evaluated).
        expansion: LITERAL (0) or TEXTBOOK (1).
        policy: makes the moves of the playouts, see `foxkit.search.playout`.
        order: of equals, ANY (0) or LISTED (1) by the codes of their moves.
        parent: whose visits count as the parent's, its OWN (0) or CHILDREN's (1).
        belief: where each simulation begins, see `foxkit.search.belief`. If it is not
            certain, children come one by one, `order` and `parent` must be as usual,
            and `MAX_MOVES` must hold the moves of all deals together.
    """

    c: float = 0.4
    cutoff: int = 0
    expansion: int = LITERAL
    policy: Any = UNIFORM
    order: int = ANY
    parent: int = OWN
    belief: Any = PERFECT_INFORMATION

    def checked(self) -> "Settings":
        """Return the settings; raise ValueError where compiled code would go astray."""
        settings = self._replace(
            c=float(real_number("c", self.c, 0)),
            cutoff=whole_number("cutoff", self.cutoff, -1, 2**31 - 1),
            expansion=whole_number("expansion", self.expansion, 0, 1),
            order=whole_number("order", self.order, 0, 1),
            parent=whole_number("parent", self.parent, 0, 1),
        )
        for name, generic in (("policy", playout_move), ("belief", determinize)):
            if not has_implementation(generic, own := getattr(self, name)):
                raise ValueError(
                    f"{name} is a value for whose class {generic.__name__} is "
                    f"registered, not {quoted(own)}"
                )
        if not is_certain(self.belief) and (settings.order or settings.parent):
            raise ValueError("with a belief, order and parent must be 0")
        return settings

    def for_game(self, game: Any) -> "Settings":
        """Return the settings with the game's own limit of plies, if they have none."""
        endless = self.cutoff == -1 and hasattr(game, "PLAYOUT_LIMIT")
        return self._replace(cutoff=game.PLAYOUT_LIMIT) if endless else self


@compiled_inline
def ucb1(
    value: float, visits: float, log_parent: float, c: float
) -> tuple[float, float]:
    """Return the two terms of equation (1), which a search adds: mean and exploration.

    `value` is the sum of a child's results, `log_parent` the natural logarithm of its
    parent's visits, and `c` the weight of exploration.
    """
    return value / visits, c * sqrt(log_parent / visits)


@compiled_inline
def parent_visits(tree: Tree, node: int, settings: Settings) -> float:
    """Return what equation (1) calls the visits of the parent."""
    if settings.parent == OWN:
        return float(tree.visits[node])
    total, first = 0.0, tree.first[node]
    for child in range(first, first + tree.num_visited[node]):
        total += tree.visits[child]
    return total


@compiled_inline
def _open_random_child(tree: Tree, node: int, order: int, seed: int) -> tuple[int, int]:
    """Open a random unvisited child; return it and the next seed."""
    seed = advance(seed)
    child = int(tree.first[node] + tree.num_visited[node])
    other = child + below(seed, int(tree.children[node]) - tree.num_visited[node])
    move = tree.move[other]
    if order == LISTED:
        for i in range(other, child, -1):
            tree.move[i] = tree.move[i - 1]
    else:
        tree.move[other] = tree.move[child]
    tree.move[child] = move
    return _next_untried(tree, node), seed


@compiled_inline
def _next_untried(tree: Tree, node: int) -> int:
    child = int(tree.first[node] + tree.num_visited[node])
    tree.num_visited[node] += 1
    open_node(tree, child)
    return child


@compiled_inline
def _select(tree: Tree, node: int, settings: Settings, seed: int) -> tuple[int, int]:
    """Return an untried child or that of the largest UCB1 value, and the next seed."""
    order = settings.order
    if tree.num_visited[node] < tree.children[node]:
        if order == LISTED:
            return _next_untried(tree, node), seed
        return _open_random_child(tree, node, order, seed)
    log_parent, first = log(parent_visits(tree, node, settings)), tree.first[node]
    visits, value_sum, c = tree.visits, tree.value_sum, settings.c
    scores = tree.ucb_scores
    for i in range(tree.num_visited[node]):  # no branch: LLVM works on several at once
        child = first + i
        mean, explore = ucb1(value_sum[child], visits[child], log_parent, c)
        scores[i] = mean + explore
    return _largest(tree, node, order, seed)


@compiled_inline
def _largest(tree: Tree, node: int, order: int, seed: int) -> tuple[int, int]:
    """Return the child of the largest of `tree.ucb_scores`, and the next seed."""
    moves = tree.move[tree.first[node] :]
    chosen, best, ties = 0, -inf, 0  # never -1, should an evaluation give NaN
    for i in range(tree.num_visited[node]):
        if tree.ucb_scores[i] > best:
            chosen, best, ties = i, tree.ucb_scores[i], 1
        elif tree.ucb_scores[i] == best and order == LISTED:
            chosen = i if moves[i] < moves[chosen] else chosen
        elif tree.ucb_scores[i] == best:
            ties += 1
            seed = advance(seed)
            if below(seed, ties) == 0:
                chosen = i
    return int(tree.first[node]) + chosen, seed


@compiled_inline
def _expand(tree: Tree, node: int, game: Any, state: Any) -> int:
    """Give a leaf its children; return how many, 0 when the game is over."""
    first = int(tree.size[NODES])
    n = legal_moves(game, state, tree.move[first:])
    flag_overflow(tree, n)
    if n:
        tree.first[node], tree.children[node] = first, n
        tree.size[NODES] = first + n
    return n


@compiled_inline
def _follow(tree: Tree, game: Any, state: Any, child: int) -> Any:
    """Append a child of the node at hand to the path; return its state."""
    depth = tree.size[DEPTH]
    tree.path[depth], tree.movers[depth] = child, mover(game, state)
    tree.size[DEPTH] = depth + 1
    return play(game, state, int(tree.move[child]))


@compiled_inline
def _offer(tree: Tree, node: int, n: int, c: float) -> int:
    """Match a node's children with the `n` moves of the deal at hand, in `scratch`.

    Moves that have a child become -1, and its UCB1 value stands in `tree.ucb_scores`;
    that of a child not on offer is nan, which no comparison prefers. Return how many
    are new.
    """
    moves, first, new = tree.scratch, tree.first[node], n
    for k in range(tree.children[node]):
        child, i = first + k, 0
        while i < n and moves[i] != tree.move[child]:
            i += 1
        if i == n:
            tree.ucb_scores[k] = nan
            continue
        tries, visits = tree.availability_count[child], tree.visits[child]
        mean, explore = ucb1(tree.value_sum[child], visits, log(tries), c)
        tree.ucb_scores[k] = mean + explore if mean + explore > _LEAST else _LEAST
        tree.availability_count[child], moves[i], new = tries + 1, -1, new - 1
    return new


@compiled_inline
def _offered(tree: Tree, node: int, n: int, c: float, seed: int) -> tuple[int, int]:
    """Return a random new child, or of those offered that of the largest bound."""
    new = _offer(tree, node, n, c)
    if new == 0:
        return _largest(tree, node, ANY, seed)
    seed = advance(seed)
    k, i = below(seed, new), 0
    while k > 0 or tree.scratch[i] < 0:
        k -= tree.scratch[i] >= 0
        i += 1
    child = add_child(tree, node, int(tree.scratch[i]))
    tree.availability_count[child] = 1
    return child, seed


@compiled_inline
def _descend(tree: Tree, game: Any, state: Any, settings: Settings, seed: int) -> Any:
    """Follow and lengthen a path that a deal allows; return its end, and a seed."""
    node, leaf = 0, False
    while not leaf:
        leaf = tree.children[node] == 0
        if leaf and not _expands_now(tree, node, settings):
            break
        n = legal_moves(game, state, tree.scratch)
        if n == 0 or n > len(tree.scratch) - OVERFLOW_SLACK:
            break
        node, seed = _offered(tree, node, n, settings.c, seed)
        state = _follow(tree, game, state, node)
    return state, seed


@compiled_inline
def _expands_now(tree: Tree, node: int, settings: Settings) -> bool:
    return settings.expansion == LITERAL or node == 0 or tree.visits[node] > 0


@compiled_inline
def _back_up(tree: Tree, results: Any) -> None:
    """Add each node's result, as seen by the player who moved into it."""
    tree.visits[0] += 1
    for depth in range(tree.size[DEPTH]):
        node = tree.path[depth]
        tree.visits[node] += 1
        tree.value_sum[node] += results[tree.movers[depth]]


@compiled_inline
def _select_and_expand(
    tree: Tree, game: Any, state: Any, settings: Settings, seed: int
) -> Any:
    """Follow UCB1 to a leaf and expand it; return the state there and a seed."""
    node = 0
    while tree.children[node]:
        node, seed = _select(tree, node, settings, seed)
        state = _follow(tree, game, state, node)
    if _expands_now(tree, node, settings) and _expand(tree, node, game, state):
        child, seed = _open_random_child(tree, node, settings.order, seed)
        state = _follow(tree, game, state, child)
    return state, seed


@compiled_inline
def simulate(
    tree: Tree, game: Any, state: Any, evaluation: Any, settings: Settings, seed: int
) -> int:
    """Run one simulation from the root's `state`; return the next seed."""
    tree.size[DEPTH] = 0
    if is_certain(settings.belief):
        state, seed = _select_and_expand(tree, game, state, settings, seed)
    else:
        seed, player = advance(seed), mover(game, state)
        state = determinize(settings.belief, game, state, player, tree.scratch, seed)
        state, seed = _descend(tree, game, state, settings, seed)
    policy, cutoff = settings.policy, settings.cutoff
    results, seed = playout(game, state, evaluation, policy, cutoff, tree.scratch, seed)
    _back_up(tree, results)
    return seed


@compiled_inline
def _unsettled(tree: Tree, settings: Settings, left: int) -> int:
    """Return the fewest of those `left` that can settle the most visited move.

    That is certain once no other can catch up in what is left (STOP of Baier & Winands,
    IEEE T-CIAIG 8 (2016), 301-314).
    """
    children = tree.children[0]
    if is_certain(settings.belief) and children < 2:  # else they come one by one
        return min(left, 1 - children)  # nothing to choose from, or nothing yet
    most, second = 0, 0
    for child in range(tree.first[0], tree.first[0] + tree.num_visited[0]):
        visits = tree.visits[child]
        most, second = max(most, visits), max(second, min(most, visits))
    lead = most - second
    return 0 if lead > left else min(left, (left - lead) // 2 + 1)


@compiled
def add_simulations(
    tree: Tree,
    search_args: Any,
    simulations: int,
    most: int,
    stop_early: bool,
    seed: int,
) -> tuple[int, int]:
    """Add simulations to a tree, `most` of them now; fewer if the tree is full.

    `search_args` are the arguments of `simulate` after the tree, but for the seed.
    Return the next seed, and the simulations still to do. How they are divided into
    calls changes nothing: until it is settled, each look at the tree is at or before
    the simulation that settles it.
    """
    game, state, evaluation, settings = search_args
    last = simulations - most
    part = _unsettled(tree, settings, simulations) if stop_early else simulations
    while part > 0 and simulations > last and has_room(tree):
        seed = simulate(tree, game, state, evaluation, settings, seed)
        simulations -= 1
        part -= 1
        if stop_early and part == 0:
            part = _unsettled(tree, settings, simulations)
    return seed, simulations if part else 0
