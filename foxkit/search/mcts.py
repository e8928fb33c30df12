"""Monte-Carlo tree search with UCB1, for any game and any number of players.

Source: Janshagen & Mattsson, FDG 2022, section 3. One simulation:

    1 select    from the root, follow the child with the largest UCB1 value, unvisited
                children first, until a node without children
    2 expand    create all its children and step to a random one
    3 play out  at most `cutoff` moves of a policy, then take the result or evaluate
    4 back up   add it to every node on the path, as seen by who moved into the node
                (with more players this is max^n: Luckhardt & Irani, AAAI-86)

This file holds the settings of a search and steps 1, 2 and 4; `playout` holds step 3,
`ismcts` another way to do steps 1 and 2 where something is hidden, and `simulation`
puts them together. The tree's layout is drawn in `tree`.
"""

from math import inf, sqrt
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from foxkit.core import compiled_inline
from foxkit.core.arguments import one_of, real_number, whole_number
from foxkit.core.elementary import log_of_count
from foxkit.core.former import refuses_former_names
from foxkit.core.game import legal_moves, mover, play
from foxkit.core.generic import has_implementation
from foxkit.core.quoting import quoted
from foxkit.core.rng import Seed, advance, below
from foxkit.search.belief import PERFECT_INFORMATION, determinize, is_certain
from foxkit.search.playout import UNIFORM, playout_move
from foxkit.search.tree import (
    DEPTH,
    NODES,
    Node,
    Tree,
    as_nonnegative,
    children_of,
    prefetch_children,
    reset_node,
)

Expansion = Literal[0, 1]
FIRST_VISIT: Expansion = 0
SECOND_VISIT: Expansion = 1
"""When a leaf gets its children: at its first visit (as the paper has it) or second."""
EXPANSIONS: dict[str, Expansion] = {"literal": FIRST_VISIT, "textbook": SECOND_VISIT}
"""What commands call them."""

TieBreak = Literal[0, 1]
ANY: TieBreak = 0
LISTED: TieBreak = 1
"""Which of several equals is taken, be they unvisited children or equal bounds: a
random one, or the one whose move has the smallest code. The first child of a new leaf
is always a random one."""

ParentVisitsFrom = Literal[0, 1]
OWN: ParentVisitsFrom = 0
CHILDREN: ParentVisitsFrom = 1
"""Which visits UCB1 counts as the parent's: its own, or the sum of its children's,
which is smaller by the playouts that began at the parent."""

_FORMER = {
    "LITERAL": "FIRST_VISIT",
    "TEXTBOOK": "SECOND_VISIT",
    "order": "tie_break",
    "parent": "parent_visits_from",
}
"""Names of this module and of settings that have another name now."""


if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(__name__, _FORMER)


class Settings(NamedTuple):
    """Parameters of a search.

    Attributes:
        c: weight C of UCB1's exploration term, equation (1).
        cutoff: moves of a playout before the evaluation, or -1 to play to the end (a
            game that need not end has a `PLAYOUT_LIMIT`, after which it is evaluated).
        expansion: FIRST_VISIT (0) or SECOND_VISIT (1).
        policy: makes the moves of the playouts, see `foxkit.search.playout`.
        tie_break: which of several equals is taken, ANY (0) or LISTED (1).
        parent_visits_from: which visits UCB1 counts as the parent's, its OWN (0) or
            those of its CHILDREN (1).
        belief: the states in which simulations begin, see `foxkit.search.belief`; None
            is the search's state itself, nothing being hidden. With a belief, children
            come one by one, `tie_break` and `parent_visits_from` keep their defaults,
            and `MAX_MOVES` must hold the moves of all deals together.
    """

    c: float = 0.4
    cutoff: int = 0
    expansion: Expansion = FIRST_VISIT
    policy: Any = UNIFORM
    tie_break: TieBreak = ANY
    parent_visits_from: ParentVisitsFrom = OWN
    belief: Any = None

    def changed(self, **changes: Any) -> "Settings":
        """The settings with other values; ValueError for a name that is none of them.

        >>> Settings().changed(c=1.0, cutoff=-1).cutoff
        -1
        """
        for name in changes:
            if name in _FORMER:
                raise ValueError(f"the setting {name} is called {_FORMER[name]} now")
            one_of("a setting", name, Settings._fields)
        return self._replace(**changes)

    def checked(self) -> "Settings":
        """The settings as compiled code takes them.

        Raises:
            ValueError: a value is not in its range, or of a class that has no
                implementation of what it is for.
        """
        belief = PERFECT_INFORMATION if self.belief is None else self.belief
        settings = self.with_checked_numbers()._replace(belief=belief)
        for name, generic in (("policy", playout_move), ("belief", determinize)):
            if not has_implementation(generic, value := getattr(settings, name)):
                raise ValueError(
                    f"{name} is a value for whose class {generic.__name__} is "
                    f"registered, not {quoted(value)}"
                )
        if not is_certain(belief) and (
            settings.tie_break or settings.parent_visits_from
        ):
            raise ValueError(
                "with a belief, tie_break and parent_visits_from must be 0"
            )
        return settings

    def with_checked_numbers(self) -> "Settings":
        """The settings with plain numbers; ValueError for one that is not allowed."""
        choices: dict[str, Any] = {
            name: whole_number(name, getattr(self, name), 0, 1)
            for name in ("expansion", "tie_break", "parent_visits_from")
        }
        return self._replace(
            c=float(real_number("c", self.c, 0)),
            cutoff=whole_number("cutoff", self.cutoff, -1, 2**31 - 1),
            **choices,
        )

    def for_game(self, game: Any) -> "Settings":
        """The settings with the game's own limit of plies, if they have none."""
        endless = self.cutoff == -1 and hasattr(game, "PLAYOUT_LIMIT")
        return self._replace(cutoff=game.PLAYOUT_LIMIT) if endless else self


@compiled_inline
def ucb1(
    value_sum: float, visits: float, log_parent: float, c: float
) -> tuple[float, float]:
    """The two terms of equation (1), mean and exploration, which a search adds.

    `value_sum` is the sum of a child's results, `log_parent` the natural logarithm of
    its parent's visits, and `c` the weight of exploration.
    """
    return value_sum / visits, c * sqrt(log_parent / visits)


@compiled_inline
def parent_visits(tree: Tree, node: Node, settings: Settings) -> float:
    """The visits of a node, as equation (1) counts them for its children."""
    if settings.parent_visits_from == OWN:
        return float(tree.visits[node])
    total = 0.0
    first, num_visited, _ = children_of(tree, node)
    for child in range(first, first + num_visited):
        total += tree.visits[child]
    return total


@compiled_inline
def _open_random_child(
    tree: Tree, node: Node, tie_break: TieBreak, seed: Seed
) -> tuple[Node, Seed]:
    """Make a random unvisited child a visited one; return it and the next seed."""
    seed = advance(seed)
    first, num_visited, num_children = children_of(tree, node)
    child = first + num_visited
    other = child + below(seed, num_children - num_visited)
    move = tree.move[other]
    if tie_break == LISTED:
        for i in range(other, child, -1):
            tree.move[i] = tree.move[i - 1]
    else:
        tree.move[other] = tree.move[child]
    tree.move[child] = move
    return _open_next_child(tree, node), seed


@compiled_inline
def _open_next_child(tree: Tree, node: Node) -> Node:
    """Make the first of the unvisited children a visited one; return it."""
    first, num_visited, _ = children_of(tree, node)
    child = first + num_visited
    tree.num_visited[node] += 1
    reset_node(tree, child)
    return child


@compiled_inline
def _select_child(
    tree: Tree, node: Node, settings: Settings, seed: Seed
) -> tuple[Node, Seed]:
    """Choose an unvisited child, which is opened, or that of the largest UCB1 value.

    Return it and the next seed.
    """
    tie_break = settings.tie_break
    first, num_visited, num_children = children_of(tree, node)
    if num_visited < num_children:
        if tie_break == LISTED:
            return _open_next_child(tree, node), seed
        return _open_random_child(tree, node, tie_break, seed)
    prefetch_children(tree, node)
    log_parent = log_of_count(parent_visits(tree, node, settings))
    for i in range(num_visited):  # no branch: LLVM works on several at once
        value_sum, visits = tree.value_sum[first + i], tree.visits[first + i]
        mean, exploration = ucb1(value_sum, visits, log_parent, settings.c)
        tree.ucb_scores[i] = mean + exploration
    return child_of_largest_score(tree, node, tie_break, seed)


@compiled_inline
def child_of_largest_score(
    tree: Tree, node: Node, tie_break: TieBreak, seed: Seed
) -> tuple[Node, Seed]:
    """The child of the largest of `tree.ucb_scores`, and the next seed."""
    scores = tree.ucb_scores
    first, num_visited, _ = children_of(tree, node)
    chosen, best, equal_scores = 0, -inf, 0  # chosen is in range even if all are NaN
    for i in range(num_visited):  # no branch: no processor foresees what is larger
        score = scores[i]
        equal_scores += score == best
        chosen = i if score > best else chosen
        best = score if score > best else best
    if equal_scores:  # of the largest, perhaps: hardly ever, so look again
        chosen, seed = _index_of_largest_score(tree, node, tie_break, seed)
    return as_nonnegative(first + chosen), seed


@compiled_inline
def _index_of_largest_score(
    tree: Tree, node: Node, tie_break: TieBreak, seed: Seed
) -> tuple[int, Seed]:
    """The index of the largest of `tree.ucb_scores`, ties broken; the next seed."""
    scores = tree.ucb_scores
    first, num_visited, _ = children_of(tree, node)
    chosen, best, ties = 0, -inf, 0
    for i in range(num_visited):
        if scores[i] > best:
            chosen, best, ties = i, scores[i], 1
        elif scores[i] == best and tie_break == LISTED:
            chosen = i if tree.move[first + i] < tree.move[first + chosen] else chosen
        elif scores[i] == best:
            ties += 1
            seed = advance(seed)
            if below(seed, ties) == 0:
                chosen = i
    return chosen, seed


@compiled_inline
def expands_at_this_visit(tree: Tree, node: Node, settings: Settings) -> bool:
    """Whether a leaf gets children at this visit; the root does at its first."""
    is_root = node == 0
    return settings.expansion == FIRST_VISIT or is_root or tree.visits[node] > 0


@compiled_inline
def _expand_leaf(
    tree: Tree, node: Node, game: Any, state: Any, settings: Settings
) -> bool:
    """Give a leaf its children, if it gets them at this visit; whether it has any.

    It has none when the game is over.
    """
    if not expands_at_this_visit(tree, node, settings):
        return False
    first = int(tree.size[NODES])
    n = legal_moves(game, state, tree.move[first:])
    if n:
        tree.first_child[node], tree.num_children[node] = first, n
        tree.size[NODES] = first + n
    return n > 0


@compiled_inline
def append_to_path(tree: Tree, game: Any, state: Any, child: Node) -> Any:
    """Append a child to the path and play its move in `state`; return what follows."""
    depth = as_nonnegative(tree.size[DEPTH])
    tree.path[depth], tree.movers[depth] = child, mover(game, state)
    tree.size[DEPTH] = depth + 1
    return play(game, state, int(tree.move[child]))


@compiled_inline
def select_and_expand(
    tree: Tree, game: Any, state: Any, settings: Settings, seed: Seed
) -> tuple[Any, Seed]:
    """Follow UCB1 to a leaf and expand it; return the state there and the next seed."""
    node, at_leaf = 0, False
    while not at_leaf:
        at_leaf = tree.num_children[node] == 0
        if not at_leaf:
            node, seed = _select_child(tree, node, settings, seed)
        elif _expand_leaf(tree, node, game, state, settings):
            node, seed = _open_random_child(tree, node, settings.tie_break, seed)
        else:
            break  # nothing is below this leaf, or nothing yet
        state = append_to_path(tree, game, state, node)
    return state, seed


@compiled_inline
def back_up(tree: Tree, results: Any) -> None:
    """Add each node's result, as seen by the player who moved into it."""
    tree.visits[0] += 1
    for depth in range(tree.size[DEPTH]):
        node = as_nonnegative(tree.path[depth])
        tree.visits[node] += 1
        tree.value_sum[node] += results[tree.movers[depth]]
