"""The review of a game: what each move gave away, and which move was better.

    Review.next_position --> search_position, in the board's job --> `searches`
                                                                        |
    the page <-- as_json_data <-----------------------------------------+

The cost of a move is the value of the mover's best move less its own, in points: 100
for the best possible result, 0 for the worst. In a solved position it is exact.
Elsewhere both are means of the same few searches with different seeds, and ± is the
95 % interval of such a mean: what other seeds might give, not whether a search is
right.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf, sqrt
from time import perf_counter
from typing import Any, NamedTuple

from foxkit.core.entry import mover
from foxkit.core.rng import mix, salt
from foxkit.core.stopping import StopSignal
from foxkit.players.budget import Budget
from foxkit.solvers import exact
from foxkit.view.diagram import player_name
from foxkit.view.game_view import GameView
from foxkit.view.opponents import think
from foxkit.view.record import Record

SEARCHES_PER_POSITION = 4
SIMULATIONS, SECONDS = 2500, 0.25
"""A search of a position ends after so many simulations or seconds."""
_STUDENT_QUANTILES = {2: 12.71, 3: 4.30, 4: 3.18}
"""Student's t for a two-sided 95 % interval, by the number of searches."""
_MAX_MOVES_LISTED = 3
_MIN_COST = 2.0  # points that a move costs to be listed


class PositionSearch(NamedTuple):
    """The result of one search of a position, or its exact values."""

    points: Mapping[str, float]  # by move, its value for the mover
    visits: Mapping[str, int]
    simulations: int  # 0 if it is solved


class MeanPoints(NamedTuple):
    """The mean of several searches, with half the length of its 95 % interval.

    `half_width` is None for one search alone.
    """

    points: float
    half_width: float | None

    @classmethod
    def of_searches(
        cls, searches: Sequence[PositionSearch], values: Sequence[float]
    ) -> "MeanPoints":
        """The mean of one value of each search, with its interval."""
        n, mean = len(values), _mean(values)
        if n == 1:
            return cls(mean, None if searches[0].simulations else 0.0)
        spread = sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
        return cls(mean, _STUDENT_QUANTILES[n] * spread / sqrt(n))

    def __str__(self) -> str:
        shown = f"{self.points:.0f}"
        return f"{shown} ± {max(self.half_width, 1):.0f}" if self.half_width else shown


@dataclass(frozen=True)
class SuboptimalMove:
    """A move that was not the best one."""

    at: int  # the number of moves before it
    move: str
    better: str
    cost: MeanPoints
    points_after: tuple[float, float]  # of the better move, and of this one

    @property
    def min_cost(self) -> float:
        """The lower end of the interval of the cost; -inf after one search alone."""
        half_width = self.cost.half_width
        return self.cost.points - (inf if half_width is None else half_width)


class Review:
    """A record, and the searches of its positions so far.

    Forced moves are left out, and so are moves of hands that the observer cannot see.

    Attributes:
        searches: those of each position, by the number of moves before it.
    """

    def __init__(self, record: Record, view: GameView) -> None:
        self.record, self.view = record, view
        self.searches: dict[int, list[PositionSearch]] = {
            at: []
            for at, position in enumerate(record.positions[:-1])
            if len(position.moves) > 1 and view.may_see_moves(position.state)
        }

    @property
    def next_position(self) -> int | None:
        """The position to search next: each once, then each again; None at the end."""
        unfinished = (
            at for at, searches in self.searches.items() if not _is_done(searches)
        )
        return min(unfinished, key=lambda at: len(self.searches[at]), default=None)

    def search_position(
        self, at: int, stopped: StopSignal
    ) -> Generator[None, None, PositionSearch]:
        """Search the position after `at` moves, as its mover can, part by part."""
        position = self.record.positions[at]
        if self.view.is_solved(position.state):
            values = exact.values_after(position)
            mover_number = mover(position.game, position.state)
            exact_points = {
                move: 100 * exact.result_for(value, mover_number)
                for move, value in values.items()
            }
            best_move = next(iter(values))
            return PositionSearch(exact_points, {best_move: 1}, 0)
        player = replace(self.view.reviewer(), budget=Budget(SIMULATIONS))
        # Different seeds than those of the board's agents.
        seed = mix(mix(at, salt("review")), len(self.searches[at]))
        opinion = yield from think(
            "", player, position, seed, _stops_after(SECONDS, stopped)
        )
        visited = [child for child in opinion.children if child.visits]
        points = {child.move: 50 * (child.value + 1) for child in visited}
        visits = {child.move: child.visits for child in visited}
        return PositionSearch(points, visits, opinion.simulations)

    def best_move(self, at: int) -> str:
        """The best move, which is the most visited one; "" before any search."""
        visits: Counter[str] = Counter()
        for search in self.searches.get(at, ()):
            visits.update(search.visits)
        return max(visits, key=lambda move: visits[move], default="")

    def value_of_best(self, at: int) -> MeanPoints:
        """The points of a position's best move, for the mover."""
        best = self.best_move(at)
        searches = [search for search in self.searches[at] if best in search.points]
        values = [search.points[best] for search in searches]
        return MeanPoints.of_searches(searches, values)

    def costly_moves(self, view: GameView) -> list[SuboptimalMove]:
        """The moves whose cost is surely the largest, the costliest first."""
        costs = (self._cost(at) for at in self._known_positions(view))
        costly = [move for move in costs if move and move.min_cost >= _MIN_COST]
        return sorted(costly, key=lambda move: -move.min_cost)[:_MAX_MOVES_LISTED]

    def _cost(self, at: int) -> SuboptimalMove | None:
        """The move played after `at` moves if it was not the best one, and its cost."""
        played, best = self.record.moves[at], self.best_move(at)
        searches = [
            search
            for search in self.searches[at]
            if {played, best} <= search.points.keys()
        ]
        if not searches or played == best:
            return None
        points_of_best = [search.points[best] for search in searches]
        points_of_played = [search.points[played] for search in searches]
        differences = [
            one - other
            for one, other in zip(points_of_best, points_of_played, strict=True)
        ]
        cost = MeanPoints.of_searches(searches, differences)
        means = _mean(points_of_best), _mean(points_of_played)
        return SuboptimalMove(at, played, best, cost, means)

    def _known_positions(self, view: GameView) -> Iterator[int]:
        """Yield the positions with searches that this observer may know."""
        for at, searches in self.searches.items():
            if searches and view.may_see_moves(self.record.positions[at].state):
                yield at

    def value_curves(self, view: GameView) -> list[list[tuple[int, float, float]]]:
        """The line of each player, to be drawn: positions, points and half intervals.

        Of two players only the first one has a line, which the other's would mirror.
        """
        names = self.record.start.game.PLAYERS
        outcome = self.record.positions[-1].outcome
        lines: dict[str, list[tuple[int, float, float]]] = {name: [] for name in names}
        for at in self._known_positions(view):
            name, value = self.record.positions[at].mover, self.value_of_best(at)
            points, half_width = round(value.points, 1), round(value.half_width or 0, 1)
            if len(names) == 2 and name == names[1]:
                name, points = names[0], 100 - points
            lines[name].append((at, points, half_width))
        for name, line in lines.items():
            if outcome and line:
                line.append((len(self.record), 50 * (outcome[name] + 1), 0))
        return [*lines.values()]

    def as_json_data(self, view: GameView) -> dict[str, Any]:
        """The review as JSON data, for the page of an observer."""
        return {
            "progress": self._progress(),
            "lines": self.value_curves(view),
            "end": len(self.record),
            "costly": [self._move_data(move) for move in self.costly_moves(view)],
            "note": self._note_on_values(),
        }

    def _progress(self) -> str:
        """The progress of a review that is not finished, in words; else empty."""
        num_finished = sum(map(_is_done, self.searches.values()))
        num_begun = sum(map(bool, self.searches.values()))
        total = len(self.searches)
        words = f"looked at {num_begun} of {total} positions, finished {num_finished}"
        return "" if num_finished == total else words

    def _move_data(self, costly: SuboptimalMove) -> dict[str, Any]:
        """A suboptimal move as JSON data."""
        position, (high, low) = self.record.positions[costly.at], costly.points_after
        who = player_name(position.mover).capitalize()
        move, better = (
            self.view.spoken_move(position.state, text)
            for text in (costly.move, costly.better)
        )
        cost = f"costs {costly.cost} points, {low:.0f} instead of {high:.0f}."
        name = f"{costly.at + 1}. {who}: {move}"
        return {"at": costly.at, "move": name, "cost": cost, "better": better}

    def _note_on_values(self) -> str:
        """A note on what the values mean, and how far they can be trusted."""
        searches = [*chain.from_iterable(self.searches.values())]
        simulations = [x.simulations for x in searches if x.simulations]
        sentences = []
        if searches:
            best_and_worst = (
                "100 points are the best result that there is, 0 the worst."
            )
            sentences.append(best_and_worst)
        if solved := len(searches) - len(simulations):
            sentences.append(f"{solved} positions are solved, and their values exact.")
        if simulations:
            fewest_and_most = sorted({min(simulations), max(simulations)})
            numbers = " to ".join(f"{n:,}" for n in fewest_and_most)
            sentences.append(
                f"Each is searched {SEARCHES_PER_POSITION} times, with {numbers} "
                "simulations: ± is the 95 % interval that other seeds leave, and a "
                "search can be wrong. Its points are an evaluation, not a chance of "
                "winning."
            )
        return " ".join(sentences)


def _mean(values: Sequence[float]) -> float:
    """The mean of some numbers, at least one."""
    return sum(values) / len(values)


def _is_done(searches: Sequence[PositionSearch]) -> bool:
    """Whether a position has been searched often enough, or is solved."""
    return len(searches) == SEARCHES_PER_POSITION or any(
        not search.simulations for search in searches
    )


def _stops_after(seconds: float, stopped: StopSignal) -> StopSignal:
    """A signal that is true after some seconds, counted from its first call.

    The first simulations, which compile, do not count.
    """
    times: list[float] = []  # of the calls

    def is_over() -> bool:
        times.append(perf_counter())
        begin = times[1] if len(times) > 1 else times[0]
        return stopped() or times[-1] - begin >= seconds

    return is_over
