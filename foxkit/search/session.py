"""A Monte-Carlo tree search of one position: run it, stop it, look into its tree."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, get_args

import numpy as np

from foxkit.core import is_user_code
from foxkit.core.arguments import (
    is_infinite,
    one_of,
    real_number,
    seed_number,
    whole_number,
)
from foxkit.core.elementary import log
from foxkit.core.entry import play
from foxkit.core.position import NO_MOVE, Position, require_state
from foxkit.core.quoting import quoted
from foxkit.core.rng import advance, below, mix
from foxkit.core.stopping import raise_if_stopped
from foxkit.core.versions import current_versions, require_unedited
from foxkit.search.belief import is_certain
from foxkit.search.evaluating import (
    ALLOWED_VALUES_IN_WORDS,
    check_evaluation,
    evaluation_name,
    require_evaluation,
)
from foxkit.search.mcts import LISTED, Settings, parent_visits, ucb1
from foxkit.search.pace import BatchPacer
from foxkit.search.simulation import add_simulations, require_complete_belief
from foxkit.search.tree import OVERFLOW, Node, has_room_for_simulation
from foxkit.search.tree_memory import enlarged, new_tree, require_memory

FinalChoice = Literal["most visited", "highest value", "highest bound"]
"""Which move of a finished search is played.

Section 3 of the Fox Game paper names the first two. The third, by UCB1 with its
exploration, is that of the Battle Sheep report.
"""
MOST_VISITED: FinalChoice = "most visited"
HIGHEST_VALUE: FinalChoice = "highest value"
HIGHEST_BOUND: FinalChoice = "highest bound"
CHOICES: tuple[FinalChoice, ...] = get_args(FinalChoice)
MAX_SIMULATIONS = 1_000_000_000
"""Simulations of one search: its tree has a node for each."""
_FIRST_BATCH = 1000  # simulations before the first look at a clock and a stop signal
_FIRST_BATCH_ON_CLOCK = 100  # the same where seconds count


@dataclass(frozen=True)
class Child:
    """A move of a searched position; values are those of the player who makes it."""

    move: str  # its text
    visits: int  # simulations that went through it
    value: float  # mean result in [-1, 1], UCB1's first term; 0 without visits
    exploration: float  # UCB1's second term; infinite without visits

    @property
    def ucb1(self) -> float:
        """The UCB1 value, equation (1)."""
        return self.value + self.exploration


class Search:
    """A Monte-Carlo tree search of one position, whose tree can be looked at.

    `MctsPlayer` makes one for each move; this is for a look at what it finds.

    Args:
        game: the rules.
        state: the root, such as `position.state`.
        evaluation: estimates the values of states where playouts are cut off.
        settings: the search's parameters, `foxkit.search.mcts.Settings`.
        seed: the randomness, a whole number; the same seed gives the same tree.
        expected_simulations: the tree has memory for these at first, and grows when it
            must.

    Raises:
        ValueError: an argument is not in its range, or a reader's evaluation gives
            values that are not inside (-1, 1).

    Examples:
        >>> game = FoxGame()
        >>> search = Search(game, game.start(), FoxHeuristic(), seed=1)
        >>> search.run(200).simulations
        200
        >>> best = search.children()[0]
        >>> best.move == search.principal_variation()[0]
        True
        >>> best.visits, round(best.value, 3)
        (30, 0.037)
    """

    def __init__(
        self,
        game: Any,
        state: Any,
        evaluation: Any,
        settings: Settings = Settings(),  # noqa: B008 - an immutable value
        seed: int = 0,
        expected_simulations: int = 1000,
    ) -> None:
        """Make an empty tree, with memory for the expected simulations."""
        self.game, self.state = game, state
        self.evaluation = evaluation
        require_state(game, state)
        if not isinstance(settings, Settings):
            raise ValueError(f"settings are Settings(…), not {quoted(settings)}")
        require_evaluation(evaluation)
        self.settings = settings.checked().for_game(game)
        require_complete_belief(self.settings.belief)
        self._versions = current_versions(game, evaluation, self.settings)
        self._seed = mix(seed_number(seed), 0)
        check_evaluation(evaluation, game, state)
        max_simulations = MAX_SIMULATIONS
        expected = whole_number(
            "expected_simulations", expected_simulations, 1, max_simulations
        )
        self._expected = expected
        self.tree = new_tree(game, expected)

    @property
    def simulations(self) -> int:
        """The number of simulations that were run."""
        return int(self.tree.visits[0])

    def run(self, simulations: int, stop_early: bool = False) -> "Search":
        """Add simulations, growing the tree when it is full; return the search.

        If `stop_early`, those that can no longer change the most visited move are left
        out.

        Raises:
            ValueError: a reader's rules or evaluation were edited since the search
                began.
            MemoryError: the tree cannot grow.
            Stopped: the work is to be broken off (`foxkit.core.stopping`); the search
                looks every few milliseconds.
        """
        simulations = whole_number("simulations", simulations, 0, MAX_SIMULATIONS)
        search_args = self.game, self.state, self.evaluation, self.settings
        require_unedited(self._versions, self.game, self.evaluation, self.settings)
        self._enlarge_empty_tree(simulations)
        pace, remaining = BatchPacer(_FIRST_BATCH), simulations
        while remaining:
            before = remaining
            try:
                self._seed, remaining = add_simulations(
                    self.tree,
                    search_args,
                    before,
                    pace.batch_size,
                    bool(stop_early),
                    self._seed,
                )
            except Exception:  # of an evaluation: a simulation was broken off midway
                self.tree = new_tree(self.game, self._expected)
                raise
            if self.tree.size[OVERFLOW]:
                name, max_moves = type(self.game).__name__, self.game.MAX_MOVES
                raise ValueError(
                    f"{name} has positions of more moves than MAX_MOVES, {max_moves}, "
                    "if those of all deals are counted together"
                )
            if remaining and not has_room_for_simulation(self.tree):
                self.tree = enlarged(self.tree, remaining)
            if remaining:
                pace.note_batch(before - remaining)
                raise_if_stopped()
                require_memory(self.tree)
        return self

    def _enlarge_empty_tree(self, simulations: int) -> None:
        """Begin with a larger tree where more simulations come than were expected.

        Growing later would copy the tree into memory that no cache holds.
        """
        if simulations > self._expected and not self.simulations:
            self._expected = simulations
            del self.tree  # whose memory may be enough
            self.tree = new_tree(self.game, simulations)

    def run_until(
        self,
        simulations: float = inf,
        seconds: float = inf,
        stopped: Callable[[], bool] = lambda: False,
    ) -> "Search":
        """Search until a limit is reached, or `stopped()`, looking every 20 ms."""
        if not is_infinite(simulations):
            simulations = whole_number("simulations", simulations, 0, MAX_SIMULATIONS)
        if not is_infinite(seconds):
            seconds = real_number("seconds", seconds, 0)
        pace, total = BatchPacer(_FIRST_BATCH_ON_CLOCK), 0
        while total < simulations and not stopped():
            batch = int(min(pace.batch_size, simulations - total))
            self.run(batch)
            raise_if_stopped()
            total += batch
            pace.note_batch(batch, seconds)
            if pace.elapsed >= seconds:
                break
        return self

    def release(self) -> None:
        """Give the tree's memory to a later search; this one is over.

        That also happens when nothing refers to the search any more. An array of the
        tree that is still referred to keeps it.
        """
        del self.tree

    def children(self, *line: str) -> list[Child]:
        """The children at the end of a line of moves, most visited first."""
        node, state = self._node_and_state_after(line)
        tree = self.tree
        visited = self._visited_children(node)
        terms = self._ucb1_terms(node)
        codes = tree.move[visited.start : visited.start + int(tree.num_children[node])]
        moves = [self.game.format_move(state, code) for code in codes.tolist()]
        counts = tree.visits[visited].tolist()
        children = [
            Child(move, int(visits), value, exploration)
            for move, visits, (value, exploration) in zip(
                moves, counts, terms, strict=False
            )
        ]
        children += [Child(move, 0, 0.0, inf) for move in moves[len(children) :]]
        return sorted(children, key=lambda child: -child.visits)

    def _visited_children(self, node: Node) -> slice:
        """The indices of a node's visited children in the tree's arrays."""
        first = int(self.tree.first_child[node])
        return slice(first, first + int(self.tree.num_visited[node]))

    def _ucb1_terms(self, node: Node) -> list[tuple[float, float]]:
        """Both terms of UCB1 for a node's visited children, as the search has them.

        With a belief, the parent's visits are those in which the child was available.
        """
        tree, settings, here = self.tree, self.settings, self._visited_children(node)
        values, visits = tree.value_sum[here].tolist(), tree.visits[here].tolist()
        if is_certain(settings.belief):
            logs = [log(parent_visits(tree, node, settings))] * len(visits)
        else:
            logs = [log(count) for count in tree.availability_count[here].tolist()]
        children = zip(values, visits, logs, strict=True)
        return [ucb1(*child, settings.c) for child in children]

    def principal_variation(self) -> list[str]:
        """The line of most visited moves; with a belief, its first move alone."""
        line: list[str] = []
        while (below_here := self.children(*line)) and below_here[0].visits:
            line.append(below_here[0].move)
            if not is_certain(self.settings.belief):
                break  # the answers of others depend on the deal
        return line

    @property
    def value(self) -> float:
        """The mean result in [-1, 1] for the player to move at the root."""
        total = float(self.tree.value_sum[self._visited_children(0)].sum())
        return total / max(1, self.simulations)

    def best(self, choice: FinalChoice = MOST_VISITED) -> int:
        """The code of the move to play; ties are broken as in the search.

        Raises:
            ValueError: for an unknown choice, when nothing has been searched, or when
                values came from a reader's evaluation that are not inside (-1, 1).
        """
        one_of("choice", choice, CHOICES)
        root = self._visited_children(0)
        visits, moves = self.tree.visits[root], self.tree.move[root]
        if not self.simulations:
            raise ValueError(
                "nothing has been searched yet: run(simulations) comes first"
            )
        if not len(visits):
            raise ValueError(NO_MOVE)
        means = self.tree.value_sum[root] / visits
        if is_user_code(type(self.evaluation)) and not (abs(means) <= 1).all():
            name = evaluation_name(self.evaluation)
            raise ValueError(
                f"evaluation {name} gave others than {ALLOWED_VALUES_IN_WORDS}"
            )
        score = visits if choice == MOST_VISITED else means
        if choice == HIGHEST_BOUND:
            score = np.array([sum(terms) for terms in self._ucb1_terms(0)])
        best = moves[score == score.max()]
        if self.settings.tie_break == LISTED:
            return int(best.min())
        return int(best[below(advance(self._seed), len(best))])

    def _node_and_state_after(self, line: tuple[str, ...]) -> tuple[Node, Any]:
        """The node at the end of a line of moves, and its state."""
        node, state = 0, self.state
        for text in line:
            visited = self._visited_children(node)
            codes = self.tree.move[visited].tolist()
            texts = [self.game.format_move(state, code) for code in codes]
            if text not in texts or text not in Position(self.game, state).moves:
                raise ValueError(f"{text!r} has not been searched after {line}")
            i = texts.index(text)
            node, state = visited.start + i, play(self.game, state, codes[i])
        return node, state
