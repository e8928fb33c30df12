"""Monte-Carlo tree search as a walkthrough, by the text of `foxkit.search.reference`.

The first simulations, and the first ones that are certain where to go, are taken apart
into their phases and begin with a question; then a step is a simulation, then many.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import Any

from foxkit.core.arguments import seed_number, whole_number
from foxkit.core.position import Position
from foxkit.lab.numbers import count_in_words, signed_number
from foxkit.players.defaults import default_evaluation
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.search.mcts import Settings
from foxkit.search.reference import Line, Mcts, TreeNode, payoffs_or_estimate
from foxkit.view.diagram import player_name
from foxkit.view.steps.walkthrough import (
    MILESTONES,
    Question,
    SearchWalkthrough,
    TreeRow,
    names_in_words,
)

_NODES_SHOWN_BY_DEPTH = (12, 2, 1)  # children that are shown at most, level by level
_MAX_SIMULATIONS = 1_000_000  # simulations, which plain Python does in some minutes
_DETAILED_SIMULATIONS = 6  # simulations in all their phases
_PLAYOUT_MOVES_SHOWN = 10  # random moves of a playout that are shown one by one
_ONE_BY_ONE = 12  # simulations of one step each once every move was tried
Path = list[TreeNode]


class MctsWalkthrough(SearchWalkthrough):
    """The steps of a Monte-Carlo tree search; ValueError for bad settings."""

    def __init__(
        self,
        position: Position,
        evaluation: Any = None,
        *,
        c: float = 0.4,
        cutoff: int = 0,
        seed: int = 1,
        simulations: int = 1000,
    ) -> None:
        seed = seed_number(seed)
        simulations = whole_number("simulations", simulations, 0, _MAX_SIMULATIONS)
        settings = Settings(c, cutoff).checked().for_game(position.game)
        title = f"Monte-Carlo tree search: C = {c:g}, cutoff {cutoff}, seed {seed}"
        phases = ("select", "expand", "play out", "back up")
        columns = ("Move", "Visits", "Mean", "UCB1: mean ■ + bonus ▨")
        super().__init__(title, position, phases, columns)
        whole = ZeroEvaluation() if cutoff == -1 else None
        judge = evaluation or whole or default_evaluation(position.game)
        self.search = Mcts(judge, settings, seed)
        self.root = self.search.new_root(position)
        self.counters = {"simulations": 0, "nodes": 1, "random moves": 0}
        words = "Nobody can move here: there is nothing to search."
        if moves := len(position.moves):
            who = player_name(position.mover)
            words = (
                f"{who[0].upper()}{who[1:]} to move, {count_in_words(moves, 'move')}. "
            )
            words += "The tree is the root alone."
        self._tell_step("select", words, [self.root])
        self._run_simulations(simulations if moves else 0)

    def _run_simulations(self, simulations: int) -> None:
        """Run simulations, the first ones and those with a question in all phases."""
        details, moves = _DETAILED_SIMULATIONS, len(self.start.moves)
        for number in range(1, simulations + 1):
            question = self._selection_question()
            if details and (number < 3 or question):
                details -= 1
                self._tell_phases(number, question)
                continue
            path = self.search.select(self.root)
            self.search.expand(path)
            line = self.search.play_out(path[-1].position)
            new, who = _count_new_nodes(path), path[-1].moved_by
            self.counters["nodes"] += new
            result = self._back_up(path, line)
            if number <= moves + _ONE_BY_ONE:
                followed = names_in_words(_moves_along(path))
                words = f"Simulation {number} follows {followed}, with "
                words += (
                    f"{count_in_words(new, 'new node')}: {signed_number(result[who])}"
                )
                self._tell_step(
                    "back up",
                    f"{words} for {player_name(who)}.",
                    path,
                    shows_siblings=False,
                )
            elif number in (*MILESTONES[2:], simulations):  # from 30 on
                self._tell_many(number)

    def _tell_phases(self, number: int, question: Question | None) -> None:
        """Run a simulation and tell of each of its phases."""
        nodes = self.counters["nodes"]
        if question:
            words = f"Simulation {number} is at the root; every move was tried."
            self._tell_step("select", words, [self.root], question=question)
        path = self.search.select(self.root)
        leaf, moves = path[-1], _moves_along(path)
        self.counters["nodes"] = nodes + _count_new_nodes(path)
        looks: Any = {"bars": True, "mark_of_last": "on" if leaf.visits else "new"}
        self._tell_step(
            "select", self._reasons_in_words(number, path), path, moves, **looks
        )
        self.search.expand(path)
        child, moves = path[-1], _moves_along(path)
        self.counters["nodes"] = nodes + _count_new_nodes(path)
        words, mark = "The game is over here: there is nothing to expand.", "on"
        if child is not leaf:
            words = (
                f"The leaf has {count_in_words(len(leaf.position.moves), 'move')}; a "
            )
            words += f"random one, {child.move}, joins the tree."
            mark = "new"
        self._tell_step("expand", words, path, moves, mark_of_last=mark)
        line = self.search.play_out(child.position)
        self._tell_playout(path, line)
        result = self._back_up(path, line)
        backed_up = (
            f"{n.move} by {player_name(n.moved_by)} {signed_number(result[n.moved_by])}"
            for n in path[1:]
        )
        words = (
            f"To each node the result for whoever moved there: {'; '.join(backed_up)}."
        )
        self._tell_step("back up", words, path, result=result)

    def _back_up(self, path: Path, line: list[Position]) -> dict[str, float]:
        """Add a playout's result to the path; return it by player."""
        result = payoffs_or_estimate(line[-1], self.search.evaluation)
        self.search.back_up(path, result)
        self.counters["random moves"] += len(line) - 1
        self.counters["simulations"] += 1
        return result

    def _tell_playout(self, path: Path, line: list[Position]) -> None:
        """Show the first moves of a playout on the board, and how its end is judged."""
        moves, number = _moves_along(path), len(line) - 1
        for i, (before, after) in enumerate(
            pairwise(line[: _PLAYOUT_MOVES_SHOWN + 1]), 1
        ):
            move = next(text for text in before.moves if before.play(text) == after)
            moves = (*moves, move)
            words = f"Random move {i} of {number}: {player_name(before.mover)} {move}."
            self._tell_step("play out", words, path, moves)
        result = payoffs_or_estimate(line[-1], self.search.evaluation)
        in_numbers = [
            f"{signed_number(value)} for {player_name(who)}"
            for who, value in result.items()
        ]
        if len(in_numbers) == 2:  # the other's is minus that
            del in_numbers[1]
        judge = "the game is over" if line[-1].outcome else "the evaluation judges"
        words = f"{count_in_words(number, 'random move').capitalize()}, then {judge}: "
        question = self._sign_question(path, result)
        result_in_words = f"{words}{names_in_words(in_numbers)}."
        self._tell_step(
            "play out", result_in_words, path, at=line[-1], question=question
        )

    def _tell_many(self, number: int) -> None:
        """Show the tree after so many simulations, and the move to be played."""
        best = max(self.root.children, key=lambda node: node.visits)
        words = f"After {number:,} simulations {best.move} has the most visits, "
        words += f"{best.visits:,}: now it would be played."
        arrows = {node.move: node.visits / best.visits for node in self.root.children}
        looks: Any = {
            "bars": True,
            "best_child": best,
            "shows_siblings": False,
            "arrows": arrows,
        }
        self._tell_step("back up", words, [self.root], **looks)

    # -- rows --------------------------------------------------------------------------

    def _tell_step(
        self,
        phase: str,
        words: str,
        path: Path,
        line: Line = (),
        *,
        bars: bool = False,
        mark_of_last: str = "on",
        best_child: TreeNode | None = None,
        result: dict[str, float] | None = None,
        shows_siblings: bool = True,
        **step_options: Any,
    ) -> None:
        """Take a step, with the nodes beside a path, or else the most visited ones."""
        path_ids, parents = {id(node) for node in path}, path[:-1] or path
        self.rows = {(): TreeRow([f"{self.root.visits:,}", "", ""], "on", size=1)}
        for line_to_node, node, parent in self._drawn_nodes(
            self.root, path_ids, shows_siblings
        ):
            visits, is_on_path = node.visits, id(node) in path_ids
            mean = signed_number(node.value_sum / visits) if visits else ""
            bar, ucb1 = None, ""
            if bars and any(parent is each for each in parents):
                bar, ucb1 = self._bar_and_ucb1(node, parent)
            row_mark = "good" * (node is best_child)
            if is_on_path:
                row_mark = mark_of_last if node is path[-1] else "on"
            tag = signed_number(result[node.moved_by]) if result and is_on_path else ""
            size = round(sqrt(visits / max(1, self.root.visits)), 2)
            cells = [f"{visits:,}", mean, ucb1]
            self.rows[line_to_node] = TreeRow(cells, row_mark, tag, size, bar)
        self.step(phase, words, line, **step_options)

    def _drawn_nodes(
        self, node: TreeNode, path_ids: set[int], shows_siblings: bool, line: Line = ()
    ) -> Iterator[tuple[Line, TreeNode, TreeNode]]:
        """The nodes that are drawn below a node: line of moves, node and parent.

        They are the most visited ones, fewer at each depth, and those in `path_ids`.
        """
        wanted = dict(enumerate(_NODES_SHOWN_BY_DEPTH)).get(len(line), 0)
        if shows_siblings:
            wanted = _NODES_SHOWN_BY_DEPTH[0] if id(node) in path_ids else 0
        ranked = sorted(node.children, key=lambda child: -child.visits)
        few = {id(child) for child in ranked[:wanted]} | path_ids
        for child in (each for each in node.children if id(each) in few):
            yield (*line, child.move), child, node
            yield from self._drawn_nodes(
                child, path_ids, shows_siblings, (*line, child.move)
            )

    def _bar_and_ucb1(
        self, node: TreeNode, parent: TreeNode
    ) -> tuple[tuple[float, float], str]:
        """A bar that begins at 0 or the least mean, and UCB1 as text."""
        if not node.visits:
            return (0.0, 1.0), "∞: not tried yet"
        tried = (each for each in parent.children if each.visits)
        terms = [self.search.ucb1_terms(each, parent) for each in tried]
        mean, bonus = self.search.ucb1_terms(node, parent)
        low = min(0.0, *(each for each, _ in terms), mean)
        top = max(low + 1e-9, *(sum(each) for each in terms), mean)
        ends = ((end - low) / (top - low) for end in (mean, mean + bonus))
        first, second = (round(end, 3) for end in ends)
        return (first, second), signed_number(mean + bonus)

    # -- words and questions -----------------------------------------------------------

    def _reasons_in_words(self, number: int, path: Path) -> str:
        """The reason why each node of a path was chosen."""
        if len(path) == 1:
            return f"Simulation {number} starts at the root, which has no children yet."
        reasons = []
        for parent, node in pairwise(path):
            if node.visits:
                mean, bonus = self.search.ucb1_terms(node, parent)
                terms = f"{signed_number(mean)} + {bonus:.3f}"
                total = f"{terms} = {signed_number(mean + bonus)}"
                reasons.append(f"{node.move} has the largest sum, {total}")
                continue
            some = "only one move has no visit yet and so comes first,"
            if others := len(parent.untried_moves):
                some = f"{others + 1} moves have no visit yet and so come first; "
                some += "chance picks"
            reasons.append(f"{some} {node.move}: it joins the tree")
        return f"Simulation {number} selects: {'; '.join(reasons)}."

    def _selection_question(self) -> Question | None:
        """The question where the next simulation goes, if that is certain."""
        tried = [node for node in self.root.children if node.visits]
        total = {
            each.move: sum(self.search.ucb1_terms(each, self.root)) for each in tried
        }
        order = sorted(total, key=lambda move: -total[move])
        untried = self.root.untried_moves or len(order) < 2
        if untried or total[order[0]] == total[order[1]]:
            return None
        best = max(tried, key=lambda node: node.value_sum / node.visits)
        some = [*dict.fromkeys([order[0], best.move, *order[1:]])][:4]
        hint = "The mean alone does not decide. Add to each its bonus, "
        hint += f"{self.search.settings.c:g} × √(ln {self.root.visits} / visits)."
        return Question("Which move is selected?", sorted(some), order[0], hint)

    def _sign_question(self, path: Path, result: dict[str, float]) -> Question | None:
        """The question what a result is to a player other than the first."""
        first = self.start.game.PLAYERS[0]
        node = next((each for each in path[1:] if each.moved_by != first), None)
        if node is None or not result[node.moved_by]:
            return None
        value, who = result[node.moved_by], player_name(node.moved_by)
        hint = f"{node.move} is a move of {who}: is it good for them?"
        choices = [signed_number(abs(value)), signed_number(-abs(value))]
        ask = f"What will be added to {node.move}, a move of {who}?"
        return Question(ask, choices, signed_number(value), hint)


def _count_new_nodes(path: Path) -> int:
    """Count the nodes of a path that the simulation at hand has made."""
    return sum(not node.visits for node in path[1:])


def _moves_along(path: Path) -> Line:
    """The moves along a path of nodes."""
    return tuple(node.move for node in path[1:])
