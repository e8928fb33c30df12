"""Monte Carlo over deals as a tape, by `foxkit.search.flat`.

For every episode the hands that the mover cannot see are dealt anew; all moves are
tried in that deal, and each is judged by its mean over the deals.
"""

from typing import Any

import numpy as np

from foxkit.agents.defaults import default_evaluation
from foxkit.agents.franks_zoo_fusion import FusionValues, fusion
from foxkit.core.entry import redeal
from foxkit.core.game import mover
from foxkit.core.rng import mix
from foxkit.rules.position import Position
from foxkit.search.flat import mean_results
from foxkit.search.playout import UNIFORM
from foxkit.search.reference import Line
from foxkit.view.diagram import called
from foxkit.view.game_view import view_of
from foxkit.view.tapes.tape import (
    MILESTONES,
    Question,
    Tape,
    TreeRow,
    counted,
    in_words,
    signed,
)

CLOSELY = 6
"""The deals that are looked at one by one."""
ALIKE = "several alike"
"""The answer where no move alone is the best."""
_CHOICES = 4  # moves that a question offers


class _DealsTape(Tape):
    def __init__(self, title: str, start: Position, judge: Any, policy: Any, seed: int):
        phases = ("look", "deal", "try", "average", "choose")
        columns = ("Move", "In this deal", "Mean of the deals", "")
        super().__init__(title, start, phases, columns)
        self.asked, self.seed = (judge, policy), seed
        self.who, self.moves = called(start.mover), [*start.moves]
        self._bests: list[list[str]] = []  # of each deal that was looked at

    def run(self, episodes: int) -> Tape:
        _look(self)
        means = np.zeros(len(self.moves))
        for number in range(1, min(CLOSELY, episodes) + 1):
            means = self._closely(number, means)
        for number in (n for n in MILESTONES if CLOSELY < n <= episodes):
            means = self._means(number)
            self.rows = _tried(self.moves, None, means)
            said = self._lead(number, means)
            self.step("choose", said, seen_by=self.start.mover)
        self._choose(means)
        return self

    def _means(self, number: int) -> Any:
        """Count some deals, and return the mean of each move over them."""
        self.counters = {"deals": number, "playouts": number * len(self.moves)}
        asked = self.start.codes, *self.asked, number, self.seed
        return mean_results(self.start.game, self.start.state, *asked)

    def _closely(self, number: int, before: Any) -> Any:
        """Show a deal, what the moves bring in it, and then their means with it."""
        dealt = _dealt(self.start, mix(mix(self.seed, 0), number - 1))
        told = f"Deal {number}: what {self.who} cannot see is dealt anew."
        self.step("deal", told, at=dealt)
        means = self._means(number)
        one = (number * means - (number - 1) * before).round(9)
        self._bests.append(_largest(self.moves, one))
        rows = _tried(self.moves, one, before if number > 1 else None)
        self.rows = {line: row._replace(mark="") for line, row in rows.items()}
        words = f"Best in this deal: {in_words(self._bests[-1])}."
        question = self._ask(number, before, means) if number > 1 else None
        self.step("try", words, at=dealt, question=question)
        self.rows = _tried(self.moves, one, means)
        self.step("average", self._lead(number, means), at=dealt)
        return means

    def _lead(self, number: int, means: Any) -> str:
        """Say which moves have the best mean after some deals."""
        best = _largest(self.moves, means)
        have = "has" if len(best) == 1 else "have"
        return f"After {counted(number, 'deal')} {in_words(best)} {have} the best mean."

    def _ask(self, number: int, before: Any, means: Any) -> Question | None:
        """Return the question which move leads with one deal more."""
        lead = _largest(self.moves, means)
        order = sorted(self.moves, key=lambda m: -means[self.moves.index(m)])
        some = [lead[0], _largest(self.moves, before)[0], self._bests[-1][0], *order]
        few = [*dict.fromkeys(some)][:_CHOICES]
        choices = [*(move for move in self.moves if move in few), ALIKE]
        ask = f"Which move has the best mean of the {number} deals so far?"
        deals = counted(number - 1, "deal")
        hint = f"A mean stands for {deals}, this deal for one; all share {number}."
        return Question(ask, choices, lead[0] if len(lead) == 1 else ALIKE, hint)

    def _choose(self, means: Any) -> None:
        """Ask how often another move was better than the one played, and tell."""
        best, deals = _largest(self.moves, means), len(self._bests)
        played, mover = best[0], self.start.mover
        other = sum(played not in each for each in self._bests)
        words = f"{played} is played, by its mean"
        words += f", as the first of {len(best)} alike." if best[1:] else "."
        ask = f"In how many of the first {deals} deals was another move better?"
        hint = f"Go back: in which of them is {played} not among the best?"
        choices = [f"{n}" for n in range(deals + 1)]
        question = Question(ask, choices, f"{other}", hint)
        self.step("choose", words, seen_by=mover, question=question)
        words = f"In {other} of the first {deals} deals another move was better than "
        words += f"{played}; but nobody sees which deal it is."
        self.step("choose", words, seen_by=mover)


def _largest(moves: list[str], values: Any) -> list[str]:
    """Return the moves of the largest value."""
    most = values.max() - 1e-9
    return [move for move, value in zip(moves, values, strict=True) if value >= most]


def deals_tape(
    position: Position,
    evaluation: Any = None,
    *,
    policy: Any = UNIFORM,
    seed: int = 1,
    episodes: int = 300,
) -> Tape:
    """Return the tape of flat Monte Carlo; all moves of playouts are by `policy`."""
    judge, who = evaluation or default_evaluation(position.game), called(position.mover)
    title = f"Monte Carlo over deals, seen by {who}, seed {seed}"
    return _DealsTape(title, position, judge, policy, seed).run(episodes)


def _look(tape: Tape) -> None:
    """Begin with what the mover sees, and ask what a deal may change."""
    mover = tape.start.mover
    who = called(mover)
    tape.counters = {"deals": 0, "playouts": 0}
    tape.rows = {(move,): TreeRow(["", "", ""]) for move in tape.start.moves}
    holding = view_of(tape.start.game, mover).holding(tape.start.state)
    own, rest, every = f"those of {who}", f"those that {who} cannot see", "all"
    hint = f"The search may use all that {who} knows, and nothing else."
    ask = "Which hands will be dealt anew?"
    question = Question(ask, [own, rest, every], rest, hint)
    words = f"You are {who}. {holding}"
    tape.step("look", words, question=question, seen_by=mover)


def _dealt(position: Position, seed: int) -> Position:
    """Return the position with what the mover cannot see dealt anew."""
    game, state = position.game, position.state
    return Position(game, redeal(game, state, int(mover(game, state)), seed))


def _tried(moves: list[str], one: Any, means: Any) -> dict[Line, TreeRow]:
    """Return a row for each move: its result in a deal, and its mean as a bar.

    Either may be None, where it is not known yet.
    """
    if means is None:
        return {
            (m,): TreeRow([signed(x, 2), "", ""])
            for m, x in zip(moves, one, strict=True)
        }
    low = min(0.0, float(means.min()))
    span = max(1e-9, float(means.max()) - low)
    lead, rows = _largest(moves, means), dict[Line, TreeRow]()
    for i, move in enumerate(moves):
        cells = ["" if one is None else signed(one[i], 2), signed(means[i]), ""]
        end = round((float(means[i]) - low) / span, 3)
        rows[move,] = TreeRow(cells, "good" if move in lead else "", bar=(end, end))
    return rows


def fusion_tape(position: Position, _: Any = None) -> Tape:
    """Return the tape of strategy fusion, for hands of a few cards of Frank's Zoo.

    Averaging asks what a move is worth in each deal, as if later moves could depend on
    the deal; `foxkit.agents.franks_zoo_fusion` also says what can be had in truth.
    """
    found, who = fusion(position.text, position.game), called(position.mover)
    columns = ("Move", "In this deal", "Averaged", "In truth")
    phases = ("look", "deal", "truth")
    tape = Tape(f"Strategy fusion, seen by {who}", position, phases, columns)
    _look(tape)
    seat, weight = int(position.state.mover), 0.0
    sums = dict.fromkeys(found.by_deal, 0.0)
    own, table = position.text.split(" | ")[seat], position.text.partition(" ; ")[2]
    known = zip(found.deals, found.chances, strict=True)
    for number, (others, chance) in enumerate(known):
        hands = others.split(" | ")
        hands.insert(seat, own)
        dealt = Position.parse(position.game, f"{' | '.join(hands)} ; {table}")
        weight += chance
        for move, values in found.by_deal.items():
            sums[move] += chance * values[number]
            cells = [f"{values[number]:.3f}", f"{sums[move] / weight:.3f}", ""]
            tape.rows[move,] = TreeRow(cells)
        tape.counters = {"deals": number + 1, "of all": len(found.deals)}
        words = f"If {who} knew that this is the deal, the moves were worth this."
        tape.step("deal", words, at=dealt)
    _unmask(tape, found)
    return tape


def _unmask(tape: Tape, found: FusionValues) -> None:
    """Ask whether what averaging promises can be had, and tell."""
    hoped = max(found.averaged, key=lambda move: found.averaged[move])
    best = max(found.in_truth, key=lambda move: found.in_truth[move])
    mover, at = tape.start.mover, found.averaged[hoped]
    for move, average in found.averaged.items():
        tape.rows[move,] = TreeRow(["", f"{average:.3f}", ""], "good" * (move == hoped))
    less = found.in_truth[hoped] < at - 1e-9
    hint = (
        f"Later {called(mover)} sees the same in several deals. Can the moves differ "
    )
    hint += "there?"
    choices = ["as much", "less"]
    question = Question("What is it worth in truth?", choices, choices[less], hint)
    words = f"By averages {hoped} is best, {at:.3f}. But {called(mover)} never sees "
    tape.step("truth", f"{words}the deal.", question=question, seen_by=mover)
    for move, worth in found.in_truth.items():
        row, mark = tape.rows[move,], "good" * (move == best)
        tag = "hoped for" * (move == hoped != best)
        cells = [*row.cells[:2], f"{worth:.3f}"]
        tape.rows[move,] = row._replace(cells=cells, mark=mark, tag=tag)
    gets, most = found.in_truth[hoped], found.in_truth[best]
    words = f"Who must play alike where all looks alike gets {gets:.3f} with {hoped}; "
    words += f"{best} gives {most:.3f}, the most. Averaging fused the plans of "
    words += "different deals into one that nobody can follow."
    tape.step("truth", words, seen_by=mover)
