"""Games of hidden hands as walkthroughs, whatever the mover cannot see dealt anew.

Monte Carlo over deals, by `foxkit.search.flat`, tries all moves in each deal and judges
a move by its mean. Strategy fusion is what such means promise and nobody can have.
"""

from collections.abc import Sequence
from typing import Any

from foxkit.core.arguments import seed_number, whole_number
from foxkit.core.entry import resample_hidden
from foxkit.core.game import mover
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games import part_of
from foxkit.lab.numbers import count_in_words, signed_number
from foxkit.players.defaults import default_evaluation
from foxkit.search.flat import mean_results
from foxkit.search.playout import UNIFORM
from foxkit.search.session import MAX_SIMULATIONS
from foxkit.view.diagram import player_name
from foxkit.view.game_view import view_of
from foxkit.view.steps.walkthrough import (
    MILESTONES,
    Question,
    SearchWalkthrough,
    names_in_words,
)

SHOWN_DEALS = 6
"""The deals that are looked at one by one."""
ALIKE = "several alike"
"""The answer where no move alone is the best."""
_CHOICES = 4  # moves that a question offers


class _HandsWalkthrough(SearchWalkthrough):
    """A walkthrough that begins with what the mover sees, and with a question."""

    def __init__(self, title: str, start: Position, phases: str, columns: str) -> None:
        self.who, self.moves = player_name(start.mover), [*start.moves]
        title = f"{title}, seen by {self.who}"
        super().__init__(title, start, phases.split(), columns.split(","))
        self.counters = {"deals": 0, "playouts": 0}
        for move in self.moves:
            self.set_row((move,), ["", "", ""])
        holding = view_of(start.game, start.mover).hands_in_words(start.state)
        rest = f"those that {self.who} cannot see"
        hint = f"The search may use all that {self.who} knows, and nothing else."
        choices = [f"those of {self.who}", rest, "all"]
        question = Question("Which hands will be dealt anew?", choices, rest, hint)
        self.observer_step("look", f"You are {self.who}. {holding}", question)

    def observer_step(
        self, phase: str, words: str, question: Question | None = None
    ) -> None:
        """Take a step that shows what the mover sees."""
        self.step(phase, words, question=question, seen_by=self.start.mover)


class DealsWalkthrough(_HandsWalkthrough):
    """The steps of flat Monte Carlo."""

    def __init__(
        self,
        position: Position,
        evaluation: Any = None,
        *,
        seed: int = 1,
        episodes: int = 300,
    ) -> None:
        seed = seed_number(seed)
        episodes = whole_number("episodes", episodes, 1, MAX_SIMULATIONS)
        phases = "look deal try average choose"
        columns = "Move,In this deal,Mean of the deals,"
        super().__init__("Monte Carlo over deals", position, phases, columns)
        self.title = self._head["title"] = f"{self.title}, seed {seed}"
        self.judge, self.seed = evaluation or default_evaluation(position.game), seed
        self._bests: list[list[str]] = []  # of each deal that was looked at
        means = [0.0] * len(self.moves)
        for number in range(1, min(SHOWN_DEALS, episodes) + 1):
            means = self._show_deal(number, means)
        for number in (n for n in MILESTONES if SHOWN_DEALS < n <= episodes):
            means = self._mean_results(number)
            self._note_results(None, means)
            self.observer_step("choose", self._leaders_in_words(number, means))
        self._tell_choice(means)

    def _mean_results(self, number: int) -> list[float]:
        """The mean result of each move in the first deals, by the search itself."""
        self.counters = {"deals": number, "playouts": number * len(self.moves)}
        game, state, codes = self.start.game, self.start.state, self.start.codes
        judge, seed = self.judge, self.seed
        results = mean_results(game, state, codes, judge, UNIFORM, number, seed)
        return [*map(float, results)]

    def _show_deal(self, number: int, before: list[float]) -> list[float]:
        """Show a deal, what the moves bring in it, and then their means with it."""
        game, state = self.start.game, self.start.state
        seed = mix(mix(self.seed, 0), number - 1)
        dealt = Position(
            game, resample_hidden(game, state, int(mover(game, state)), seed)
        )
        words_of_deal = f"Deal {number}: what {self.who} cannot see is dealt anew."
        self.step("deal", words_of_deal, at=dealt)
        means = self._mean_results(number)
        both = zip(means, before, strict=True)
        one = [round(number * now - (number - 1) * then, 9) for now, then in both]
        self._bests.append(self._best_moves(one))
        self._note_results(one, before if number > 1 else None)
        self.rows = {line: row._replace(mark="") for line, row in self.rows.items()}
        words = f"Best in this deal: {names_in_words(self._bests[-1])}."
        question = self._leader_question(number, before, means) if number > 1 else None
        self.step("try", words, at=dealt, question=question)
        self._note_results(one, means)
        self.step("average", self._leaders_in_words(number, means), at=dealt)
        return means

    def _note_results(
        self, one: Sequence[float] | None, means: Sequence[float] | None
    ) -> None:
        """Show each move's result in a deal, and its mean as a bar, where known."""
        low = 0.0 if means is None else min(0.0, *means)
        span = 1.0 if means is None else max(1e-9, max(means) - low)
        lead = [] if means is None else self._best_moves(means)
        for i, move in enumerate(self.moves):
            cells, looks = ["" if one is None else signed_number(one[i], 2), "", ""], {}
            if means is not None:
                cells[1] = signed_number(means[i])
                end = round((means[i] - low) / span, 3)
                looks = {"bar": (end, end)}
            self.set_row((move,), cells, mark="good" * (move in lead), **looks)

    def _best_moves(self, values: Sequence[float]) -> list[str]:
        """The moves of the largest value."""
        largest = max(values) - 1e-9
        both = zip(self.moves, values, strict=True)
        return [move for move, value in both if value >= largest]

    def _leaders_in_words(self, number: int, means: Sequence[float]) -> str:
        """Say which moves have the best mean after some deals."""
        best = self._best_moves(means)
        have = "has" if len(best) == 1 else "have"
        leaders = f"{names_in_words(best)} {have} the best mean."
        return f"After {count_in_words(number, 'deal')} {leaders}"

    def _leader_question(
        self, number: int, before: Sequence[float], means: Sequence[float]
    ) -> Question:
        """The question which move leads with one deal more."""
        lead = self._best_moves(means)
        order = sorted(self.moves, key=lambda m: -means[self.moves.index(m)])
        some = [lead[0], self._best_moves(before)[0], self._bests[-1][0], *order]
        few = [*dict.fromkeys(some)][:_CHOICES]
        choices = [*(move for move in self.moves if move in few), ALIKE]
        ask = f"Which move has the best mean of the {number} deals so far?"
        deals = count_in_words(number - 1, "deal")
        hint = f"A mean stands for {deals}, this deal for one; all share {number}."
        return Question(ask, choices, lead[0] if len(lead) == 1 else ALIKE, hint)

    def _tell_choice(self, means: Sequence[float]) -> None:
        """Ask how often another move was better than the one played, and tell."""
        best, deals = self._best_moves(means), len(self._bests)
        played = best[0]
        other = sum(played not in each for each in self._bests)
        words = f"{played} is played, by its mean"
        words += f", as the first of {len(best)} alike." if best[1:] else "."
        ask = f"In how many of the first {deals} deals was another move better?"
        hint = f"Go back: in which of them is {played} not among the best?"
        choices = [f"{n}" for n in range(deals + 1)]
        self.observer_step("choose", words, Question(ask, choices, f"{other}", hint))
        words = f"In {other} of the first {deals} deals another move was better than "
        self.observer_step(
            "choose", f"{words}{played}; but nobody sees which deal it is."
        )


class FusionWalkthrough(_HandsWalkthrough):
    """The steps of strategy fusion, for hands of a few cards of Frank's Zoo.

    Averaging asks what a move is worth in each deal, as if later moves could depend on
    the deal; the game's own `fusion.py` also says what can be had in truth.
    """

    def __init__(self, position: Position, _: Any = None) -> None:
        columns = "Move,In this deal,Averaged,In truth"
        fusing = part_of(position.game, "fusion")
        if fusing is None:
            raise ValueError(f"{position.game.NAME} has no strategy fusion to look at")
        super().__init__("Strategy fusion", position, "look deal truth", columns)
        self.found = found = fusing.strategy_fusion(position.text, position.game)
        seat, weight = int(position.state.mover), 0.0
        sums = dict.fromkeys(found.by_deal, 0.0)
        own_hand = position.text.split(" | ")[seat]
        table = position.text.partition(" ; ")[2]
        words = f"If {self.who} knew that this is the deal, the moves were worth this."
        known = zip(found.deals, found.chances, strict=True)
        for number, (others, chance) in enumerate(known):
            hands = others.split(" | ")
            hands.insert(seat, own_hand)
            dealt = Position.parse(position.game, f"{' | '.join(hands)} ; {table}")
            weight += chance
            for move, values in found.by_deal.items():
                sums[move] += chance * values[number]
                values_in_deal, mean = values[number], sums[move] / weight
                self.set_row((move,), [f"{values_in_deal:.3f}", f"{mean:.3f}", ""])
            self.counters = {"deals": number + 1, "of all": len(found.deals)}
            self.step("deal", words, at=dealt)
        self._ask_about_averaging()

    def _ask_about_averaging(self) -> None:
        """Ask whether what averaging promises can be had, and tell."""
        averaged, in_truth = self.found.averaged, self.found.in_truth
        hoped = max(averaged, key=lambda move: averaged[move])
        best = max(in_truth, key=lambda move: in_truth[move])
        for move, average in averaged.items():
            self.set_row(
                (move,), ["", f"{average:.3f}", ""], mark="good" * (move == hoped)
            )
        hint = f"Later {self.who} sees the same in several deals. Can the moves differ "
        hint += "there?"
        choices = ["as much", "less"]
        answer = choices[in_truth[hoped] < averaged[hoped] - 1e-9]
        question = Question("What is it worth in truth?", choices, answer, hint)
        words = f"By averages {hoped} is best, {averaged[hoped]:.3f}. But {self.who} "
        self.observer_step("truth", f"{words}never sees the deal.", question)
        for move, value in in_truth.items():
            mark, tag = "good" * (move == best), "hoped for" * (move == hoped != best)
            cells = [*self.rows[move,].cells[:2], f"{value:.3f}"]
            self.set_row((move,), cells, mark=mark, tag=tag)
        words = "Who must play alike where all looks alike gets "
        words += f"{in_truth[hoped]:.3f} with {hoped}; {best} gives "
        words += f"{in_truth[best]:.3f}, the most. Averaging fused the plans of "
        self.observer_step(
            "truth", f"{words}different deals into one that nobody can follow."
        )
