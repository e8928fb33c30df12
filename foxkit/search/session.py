"""One search over one position: run it, stop it, look into its tree."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import local
from time import perf_counter
from typing import Any

import numpy as np

from foxkit.core.elementary import log
from foxkit.core.entry import play, require_room
from foxkit.core.game import SPARE
from foxkit.core.rng import advance, below, mix
from foxkit.rules.position import Position
from foxkit.search.belief import is_certain
from foxkit.search.mcts import LISTED, Settings, exploration, parent_visits, search
from foxkit.search.tree import Tree, clear, grown, new_tree

MOST_VISITED, HIGHEST_VALUE = "most visited", "highest value"
"""The two final choices that section 3 of the Fox Game paper names."""
HIGHEST_BOUND = "highest bound"
"""The final choice by UCB1, exploration and all: that of the Battle Sheep report."""
CHOICES = (MOST_VISITED, HIGHEST_VALUE, HIGHEST_BOUND)
_SLICE = 0.02  # seconds between two looks at the clock and at the stop signal
_spare = local()  # a tree that this thread is done with: fresh memory is slow at first


@dataclass(frozen=True)
class Child:
    """A move and what a search knows of it, as seen by the player who makes it."""

    move: str  # its text
    visits: int  # simulations that went through it
    value: float  # mean result in [-1, 1], UCB1's first term; 0 without visits
    exploration: float  # UCB1's second term; infinite without visits

    @property
    def ucb1(self) -> float:
        """Return the UCB1 value, equation (1)."""
        return self.value + self.exploration


class Search:
    """A Monte-Carlo tree search over one position, its tree open to inspection.

    Args:
        game: the rules.
        state: the root.
        evaluation: judges the states where playouts are cut off.
        settings: the search's parameters.
        seed: the randomness; the same seed gives the same tree.
        room: simulations to make room for at first; the tree grows when it must.

    Raises:
        ValueError: the settings are not in their ranges.
    """

    def __init__(
        self,
        game: Any,
        state: Any,
        evaluation: Any,
        settings: Settings = Settings(),  # noqa: B008 - an immutable value
        seed: int = 0,
        room: int = 1000,
    ) -> None:
        self.game, self.state = game, state
        self.evaluation = evaluation
        self.settings = settings.checked().for_game(game)
        self._seed = mix(seed, 0)
        self.tree = _tree(game, room)

    @property
    def simulations(self) -> int:
        """Return the number of simulations done."""
        return int(self.tree.visits[0])

    def run(self, simulations: int, until_settled: bool = False) -> "Search":
        """Add simulations, growing the tree when it is full; return the search.

        If `until_settled`, those that can no longer change the most visited move are
        left out.
        """
        given = self.game, self.state, self.evaluation, self.settings
        while simulations:
            self._seed, simulations = search(
                self.tree, *given, simulations, until_settled, self._seed
            )
            require_room(self.game, self.tree.scratch)
            if simulations:
                self.tree = grown(self.tree)
        return self

    def run_until(
        self,
        simulations: float = inf,
        seconds: float = inf,
        stopped: Callable[[], bool] = lambda: False,
    ) -> "Search":
        """Search until a limit is reached or `stopped()`, asked every 20 ms or so."""
        begin, total, pace = perf_counter(), 0, 100
        while total < simulations and not stopped():
            part = int(min(pace, simulations - total))
            self.run(part)
            total += part
            elapsed = perf_counter() - begin
            if elapsed >= seconds:
                break
            pace = max(1, int(min(_SLICE, seconds - elapsed) * total / elapsed))
        return self

    def release(self) -> None:
        """Give the tree's memory to this thread's next search; this one is over."""
        _spare.tree = self.tree

    def children(self, *line: str) -> list[Child]:
        """Return the children at the end of a line of moves, most visited first."""
        node, state = self._walk(line)
        found = children_of(self.tree, node, self.game, state, self.settings)
        return sorted(found, key=lambda child: -child.visits)

    def principal_variation(self) -> list[str]:
        """Return the line of most visited moves; only one if hands are imagined."""
        line: list[str] = []
        while (below_here := self.children(*line)) and below_here[0].visits:
            line.append(below_here[0].move)
            if not is_certain(self.settings.belief):
                break  # what the others can answer is not known
        return line

    @property
    def value(self) -> float:
        """Return the mean result in [-1, 1] for the player to move at the root."""
        total = float(self.tree.value[_tried(self.tree, 0)].sum())
        return total / max(1, self.simulations)

    def best(self, choice: str = MOST_VISITED) -> int:
        """Return the code of the move to play; ties are broken as in the search.

        Raises:
            ValueError: for an unknown choice, or when nothing has been searched.
        """
        if choice not in CHOICES:
            allowed = " or ".join(map(repr, CHOICES))
            raise ValueError(f"final choice {choice!r} is not {allowed}")
        root = _tried(self.tree, 0)
        visits, moves = self.tree.visits[root], self.tree.move[root]
        if not len(visits):
            raise ValueError("no move to choose: the game is over or nothing searched")
        score = visits if choice == MOST_VISITED else self.tree.value[root] / visits
        if choice == HIGHEST_BOUND:
            score = score + _explorations(self.tree, 0, self.settings)
        best = moves[score == score.max()]
        if self.settings.order == LISTED:
            return int(best.min())
        return int(best[below(advance(self._seed), len(best))])

    def _walk(self, line: tuple[str, ...]) -> tuple[int, Any]:
        node, state = 0, self.state
        for text in line:
            tried = _tried(self.tree, node)
            codes = self.tree.move[tried].tolist()
            texts = [self.game.format_move(state, code) for code in codes]
            if text not in texts or text not in Position(self.game, state).moves:
                raise ValueError(f"{text!r} has not been searched after {line}")
            i = texts.index(text)
            node, state = tried.start + i, play(self.game, state, codes[i])
        return node, state


def children_of(
    tree: Tree, node: int, game: Any, state: Any, settings: Settings
) -> list[Child]:
    """Return what a tree knows of a node's children, in the tree's order."""
    tried, found = _tried(tree, node), []
    terms = _explorations(tree, node, settings)
    for child in range(tried.start, tried.start + int(tree.children[node])):
        move = game.format_move(state, int(tree.move[child]))
        visits = int(tree.visits[child]) if child < tried.stop else 0
        mean = float(tree.value[child]) / visits if visits else 0.0
        found.append(Child(move, visits, mean, terms.pop(0) if visits else inf))
    return found


def _explorations(tree: Tree, node: int, settings: Settings) -> list[float]:
    """Return UCB1's second terms of a node's visited children, as the search has them.

    Where hands are imagined, a parent's visits are those with the child on offer.
    """
    tried = _tried(tree, node)
    tries = tree.offered[tried]
    if is_certain(settings.belief):
        tries = np.full(len(tries), parent_visits(tree, node, settings))
    pairs = zip(tries.tolist(), tree.visits[tried].tolist(), strict=True)
    return [exploration(settings.c, log(parent), visits) for parent, visits in pairs]


def _tried(tree: Tree, node: int) -> slice:
    first = int(tree.first[node])
    return slice(first, first + int(tree.tried[node]))


def _tree(game: Any, room: int) -> Tree:
    """Return an empty tree: this thread's spare one if it is large enough."""
    spare = _spare.__dict__.pop("tree", None)
    fits = spare is not None and len(spare.scratch) == game.MAX_MOVES + SPARE
    if fits and len(spare.move) >= 16 * room:
        clear(spare)
        return spare
    return new_tree(game, room)
