"""A game looked back on: what each move gave away, and which one was better.

    Review.next --> look, in the board's job --> take --> plain, for the page

A move costs what the mover's best one was worth beyond it, in points: 100 for the best
result that there is, 0 for the worst. In a solved position that is exact. Elsewhere
both are means of the same few searches, each with dice of its own, and ± is the 95 %
interval of such a mean: what other dice might say, and not whether a search is right.
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
from foxkit.players.budget import Budget
from foxkit.solvers import exact
from foxkit.view.diagram import called
from foxkit.view.game_view import GameView
from foxkit.view.job import Halted
from foxkit.view.opponents import think
from foxkit.view.record import Record

SEARCHES, SIMULATIONS, SECONDS = 4, 2500, 0.25
"""Searches of a position, and when each of them ends: at whichever comes first."""
_STUDENT = {2: 12.71, 3: 4.30, 4: 3.18}  # number of searches -> t for 95 %
_LISTED, _LEAST = 3, 2.0  # moves that are named; points that they cost at least


class Look(NamedTuple):
    """What one search of a position found, or its table."""

    points: Mapping[str, float]  # move -> what it leads to, for the mover
    visits: Mapping[str, int]
    simulations: int  # 0 if it is solved


class Mean(NamedTuple):
    """A mean of searches; `half` of its interval is None for one search alone."""

    points: float
    half: float | None

    @classmethod
    def of(cls, looks: Sequence[Look], values: Sequence[float]) -> "Mean":
        """Return the mean of what some looks found."""
        n, mean = len(values), _mean(values)
        if n == 1:
            return cls(mean, None if looks[0].simulations else 0.0)
        spread = sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
        return cls(mean, _STUDENT[n] * spread / sqrt(n))

    def __str__(self) -> str:
        shown = f"{self.points:.0f}"
        return f"{shown} ± {max(self.half, 1):.0f}" if self.half else shown


@dataclass(frozen=True)
class Costly:
    """A move that was not the best."""

    at: int  # moves before it
    move: str
    better: str
    cost: Mean
    instead: tuple[float, float]  # points after the better move, and after this one

    @property
    def surely(self) -> float:
        """Return what it costs at least; after one search that is not known."""
        return self.cost.points - (inf if self.cost.half is None else self.cost.half)


class Review:
    """A record, and what was found of its positions so far.

    Left out are forced moves, and those of hands that are hidden from the observer.
    """

    def __init__(self, record: Record, view: GameView) -> None:
        self.record, self.view = record, view
        self.looks: dict[int, list[Look]] = {
            at: []
            for at, position in enumerate(record.positions[:-1])
            if len(position.moves) > 1 and view.knows(position.state)
        }

    @property
    def next(self) -> int | None:
        """Return which position to look at: each once, then each again, then none."""
        left = (at for at, looks in self.looks.items() if not _is_done(looks))
        return min(left, key=lambda at: len(self.looks[at]), default=None)

    def look(self, at: int, stopped: Halted) -> Generator[None, None, Look]:
        """Look at the position after `at` moves, as its mover can, part by part."""
        position = self.record.positions[at]
        if self.view.is_solved(position.state):
            after = exact.values_after(position)
            player = mover(position.game, position.state)
            shares = {m: exact.result_for(v, player) for m, v in after.items()}
            return Look(
                {m: 100 * x for m, x in shares.items()}, {next(iter(after)): 1}, 0
            )
        player = replace(self.view.reviewer(), budget=Budget(SIMULATIONS))
        # Not the seeds of the board's agents, which count games and plies likewise.
        seed = mix(mix(at, salt("review")), len(self.looks[at]))
        found = yield from think("", player, position, seed, _within(SECONDS, stopped))
        seen = [child for child in found.children if child.visits]
        points = {child.move: 50 * (child.value + 1) for child in seen}
        return Look(points, {c.move: c.visits for c in seen}, found.simulations)

    def better(self, at: int) -> str:
        """Return the best move, which is the most visited; "" if nothing is known."""
        visits: Counter[str] = Counter()
        for look in self.looks.get(at, ()):
            visits.update(look.visits)
        return max(visits, key=lambda move: visits[move], default="")

    def worth(self, at: int) -> Mean:
        """Return the points of a position's best move, for the mover."""
        best = self.better(at)
        looks = [look for look in self.looks[at] if best in look.points]
        return Mean.of(looks, [look.points[best] for look in looks])

    def costly(self, view: GameView) -> list[Costly]:
        """Return the moves that surely cost the most, the costliest first."""
        found = (self._cost(at) for at in self._known(view))
        dear = [each for each in found if each and each.surely >= _LEAST]
        return sorted(dear, key=lambda each: -each.surely)[:_LISTED]

    def _cost(self, at: int) -> Costly | None:
        played, best = self.record.moves[at], self.better(at)
        looks = [x for x in self.looks[at] if {played, best} <= x.points.keys()]
        if not looks or played == best:
            return None
        instead = [tuple(look.points[m] for m in (best, played)) for look in looks]
        cost = Mean.of(looks, [one - other for one, other in instead])
        high, low = map(_mean, zip(*instead, strict=True))
        return Costly(at, played, best, cost, (high, low))

    def _known(self, view: GameView) -> Iterator[int]:
        """Yield the positions looked at of which this observer may know."""
        for at, looks in self.looks.items():
            if looks and view.knows(self.record.positions[at].state):
                yield at

    def lines(self, view: GameView) -> list[list[tuple[int, float, float]]]:
        """Return each player's positions, points and half intervals, to be drawn.

        Of two players there is the first one's line alone: the other's mirrors it.
        """
        names, end = self.record.start.game.PLAYERS, self.record.positions[-1].outcome
        lines: dict[str, list[tuple[int, float, float]]] = {name: [] for name in names}
        for at in self._known(view):
            mover, worth = self.record.positions[at].mover, self.worth(at)
            points, half = round(worth.points, 1), round(worth.half or 0, 1)
            if len(names) == 2 and mover == names[1]:
                mover, points = names[0], 100 - points
            lines[mover].append((at, points, half))
        for name, line in lines.items():
            if end and line:
                line.append((len(self.record), 50 * (end[name] + 1), 0))
        return [*lines.values()]

    def plain(self, view: GameView) -> dict[str, Any]:
        """Return it for the page of an observer."""
        return {
            "progress": self._progress(),
            "lines": self.lines(view),
            "end": len(self.record),
            "costly": [self._told(each) for each in self.costly(view)],
            "note": self._note(),
        }

    def _progress(self) -> str:
        """Say how far it has come, while it has not come to its end."""
        done = sum(map(_is_done, self.looks.values()))
        begun = f"{sum(map(bool, self.looks.values()))} of {len(self.looks)} positions"
        return "" if done == len(self.looks) else f"{begun}, {done} as often as meant"

    def _told(self, costly: Costly) -> dict[str, Any]:
        position, (high, low) = self.record.positions[costly.at], costly.instead
        who = called(position.mover).capitalize()
        move, better = (
            self.view.said(position.state, each)
            for each in (costly.move, costly.better)
        )
        cost = f"costs {costly.cost} points, {low:.0f} instead of {high:.0f}."
        name = f"{costly.at + 1}. {who}: {move}"
        return {"at": costly.at, "move": name, "cost": cost, "better": better}

    def _note(self) -> str:
        """Say what the values are, and how far they can be believed."""
        looks = [*chain.from_iterable(self.looks.values())]
        tries = [look.simulations for look in looks if look.simulations]
        said = ["100 points are the best result that there is, 0 the worst."] * any(
            looks
        )
        if solved := len(looks) - len(tries):
            said.append(f"{solved} positions are solved, and their values exact.")
        if tries:
            span = " to ".join(f"{n:,}" for n in sorted({min(tries), max(tries)}))
            said.append(
                f"Searched is each {SEARCHES} times, with {span} simulations: ± is the "
                "95 % interval that other dice leave, and a search can be wrong. Its "
                "points are an evaluation, not a chance of winning."
            )
        return " ".join(said)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _is_done(looks: Sequence[Look]) -> bool:
    return len(looks) == SEARCHES or any(not look.simulations for look in looks)


def _within(seconds: float, stopped: Halted) -> Halted:
    """Return a signal that time is up, but for the first simulations: they compile."""
    asked: list[float] = []

    def over() -> bool:
        asked.append(perf_counter())
        return stopped() or asked[-1] - asked[:2][-1] >= seconds

    return over
