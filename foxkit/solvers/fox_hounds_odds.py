"""Players of Fox & Hounds who slip now and then, and how often they win.

A player chooses among the moves of its policy (`fox_hounds_policies`), all equally
likely. The document says that with fuzz p it picks any move at random with probability
p. Its numbers come from another rule: every legal move has weight p, every chosen move
1 - p more, and the weights are divided by their sum. Of n legal and m chosen moves a
chosen one then has the probability

    1 / (p n + (1 - p) m)           and by the document's words    p / n + (1 - p) / m

The two agree at p = 0, at p = 1 and where m = n.

A side may also know how it slips, and choose what is best with its slips to come: by
the words a single move; by the weights a set of moves, since every move that it chooses
takes weight from the slips.

The fairest p is found by the document's bisection. The side that is lost at the start
plays against the document's player with fuzz p and makes the most of it; p is fair when
it wins half of the games. Beside it stands the chance of the other side, from the
opposite position.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "What Does the Fox Play?" and "The
Fairest Fuzz Factor".
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.position import Position
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import Ints, Placements, Span
from foxkit.solvers.fox_hounds_policies import Choices, choices
from foxkit.solvers.fox_hounds_table import Table
from foxkit.solvers.sweep import sweeping

Floats = NDArray[np.float64]


class Side(NamedTuple):
    """How a side plays."""

    knows: int = 0  # 1: it knows both players, its slips too, and maximises its chance
    fuzz: float = 0.0  # p, see above; 0 for no slips, 1 for any move
    literal: int = 0  # 1 to read the fuzz by the document's words


KNOWS = Side(1)
TAKEN = -1.0
PRECISION = 1e-5


class Chances(NamedTuple):
    """The fox's chances by placement and its bit; TAKEN where a hound stands."""

    fox: Floats  # with the fox to move
    hounds: Floats  # with the hounds to move


@inlined
def _weighted(p: float, n: int, legal_sum: float, m: int, chosen_sum: float) -> float:
    """Return the mean chance of n legal moves, m of which are chosen."""
    return (p * legal_sum + (1.0 - p) * chosen_sum) / (p * n + (1.0 - p) * m)


@inlined
def _best_set(
    p: float,
    mover: int,
    n: int,
    legal_sum: float,
    best: float,
    targets: Ints,
    later: Floats,
) -> float:
    """Return the mean chance if the mover chooses among the best set of its moves.

    It holds the moves that are better than what it comes to. From the set of the single
    best move on, it is found by Dinkelbach's method, as long as it gets better.
    """
    sign = 1.0 if mover == FOX else -1.0
    found, value = -inf * sign, _weighted(p, n, legal_sum, 1, best)
    while sign * value > sign * found:
        found, m, total = value, 0, 0.0
        for target in targets:
            if 0 <= target < len(later) and later[target] >= 0.0:
                hit = sign * later[target] > sign * found
                m, total = m + hit, total + hit * later[target]
        if m:
            value = _weighted(p, n, legal_sum, m, total)
    return found


@inlined
def _chance(
    player: Side, mover: int, chosen: int, targets: Ints, later: Floats
) -> float:
    """Return the fox's chance from those at the targets of each move.

    A side without a move has lost.
    """
    n, m, legal_sum, chosen_sum = 0, 0, 0.0, 0.0
    best = 0.0 if mover == FOX else 1.0
    for move in range(len(targets)):
        target = targets[move]
        if not 0 <= target < len(later) or later[target] < 0.0:
            continue
        chance, hit = later[target], chosen >> move & 1
        n, m = n + 1, m + hit
        legal_sum, chosen_sum = legal_sum + chance, chosen_sum + hit * chance
        best = max(best, chance) if mover == FOX else min(best, chance)
    if n == 0:
        return best
    p = player.fuzz
    if player.knows and not player.literal:
        return _best_set(p, mover, n, legal_sum, best, targets, later)
    if player.knows:
        m, chosen_sum = 1, best
    if player.literal:
        return p * legal_sum / n + (1.0 - p) * chosen_sum / m
    return _weighted(p, n, legal_sum, m, chosen_sum)


@compiled
def odds_rows(
    sides: tuple[Side, Side],
    chosen: Choices,
    after: Floats,
    out: Chances,
    span: Span,
) -> None:
    """Write the fox's chances in some placements into `out`.

    `after` are those of the next layer with the fox to move.
    """
    near, parity = span.tables.near, index.fox_parity(span)
    for number in range(span.start, span.stop):
        index.unrank(span, number)
        index.neighbours(span, span.tables.up)
        hounds, fox = out.hounds[number], out.fox[number]
        free, safe = index.squares_for(span, 1 - parity)
        for q in range(len(hounds)):
            hounds[q] = 1.0 if safe >> q & 1 else TAKEN
            if (free & ~safe) >> q & 1:
                moves, later = int(chosen.hounds[number, q]), after[:, q]
                hounds[q] = _chance(sides[1], HOUNDS, moves, span.moves, later)
        free, safe = index.squares_for(span, parity)
        for p in range(len(fox)):
            fox[p] = 1.0 if safe >> p & 1 else TAKEN
            if (free & ~safe) >> p & 1:
                moves = int(chosen.fox[number, p])
                fox[p] = _chance(sides[0], FOX, moves, near[parity, p], hounds)


def new_chances(tables: Placements, layer: int) -> Chances:
    """Return room for a layer."""
    return Chances(*np.empty((2, tables.size(layer), tables.width)))


def chances(
    table: Table,
    chosen: list[Choices],
    fox: Side,
    hounds: Side,
    deadline: int | None = None,
) -> Iterator[tuple[int, Chances]]:
    """Yield each layer's number and the fox's chances in it, the last layer first.

    `chosen` is what the players choose among, from `choices`. With a deadline the fox
    has won whatever goes on to that layer.
    """
    tables, after = table.placements, np.empty((0, table.placements.width))
    with sweeping() as sweep:
        for layer in reversed(range(tables.layers)):
            out = new_chances(tables, layer)
            work = partial(odds_rows, (fox, hounds), chosen[layer], after, out)
            index.sweep_layer(sweep, work, tables, layer)
            if deadline is not None and layer >= deadline:
                out.fox[out.fox >= 0.0] = 1.0
            yield layer, out
            after = out.fox


def fox_chance(
    table: Table,
    chosen: list[Choices],
    fox: Side,
    hounds: Side,
    state: FoxHoundsState,
    deadline: int | None = None,
) -> float:
    """Return the chance that the fox wins from a state of the table's phase.

    With a deadline the fox has won when the sum of the hounds' rows comes to that: so
    the lengths of games are found.
    """
    tables = table.placements
    wanted, number = index.rank(tables, index.hound_squares(tables.k, state))
    layers = chances(table, chosen, fox, hounds, deadline)
    found = next(found for layer, found in layers if layer == wanted)
    turn = found.hounds if state.mover == HOUNDS else found.fox
    return float(turn[number, tables.bit[state.fox]])


@dataclass(frozen=True)
class Fuzz:
    """A board, the player's choices, and how its fuzz is read."""

    table: Table  # of phase 0
    literal: bool = False  # whether the fuzz is read by the document's words
    policy: str = "document"  # of the player without fuzz, one of `POLICIES`
    knows: bool = False  # whether it knows its fuzz and makes the best of it, instead
    known: dict[float, float] = field(default_factory=dict, compare=False)
    """The underdog's chances worked out so far, by p."""

    @cached_property
    def chosen(self) -> list[Choices]:
        """Return what the player chooses among on either side."""
        return choices(self.table, self.policy, self.policy)

    @cached_property
    def start(self) -> Position:
        """Return the initial position."""
        return Position.start(self.table.game)

    @cached_property
    def opposite(self) -> Position | None:
        """Return the first position, breadth first, that the underdog wins.

        It depends on the order of the moves. None if there is no such position.
        """
        queue = {self.start: None}
        while queue:
            for position in queue:
                if self.table.answer(position.state).winner == self.underdog:
                    return position
            queue = {p.play(move): None for p in queue for move in p.moves}
        return None

    @cached_property
    def underdog(self) -> int:
        """Return the side that is lost at the start."""
        return 1 - self.table.answer(self.start.state).winner

    def chance(self, side: int, position: Position, p: float) -> float:
        """Return the chance of a side that knows its opponent, the player with fuzz."""
        player = Side(int(self.knows), p, int(self.literal))
        fox, hounds = (KNOWS, player) if side == FOX else (player, KNOWS)
        won = fox_chance(self.table, self.chosen, fox, hounds, position.state)
        return won if side == FOX else 1.0 - won

    def from_start(self, p: float) -> float:
        """Return the underdog's chance from the initial position."""
        if p not in self.known:
            self.known[p] = self.chance(self.underdog, self.start, p)
        return self.known[p]

    def from_opposite(self, p: float) -> float:
        """Return the other side's chance from the opposite position.

        Raises:
            ValueError: there is none, every position has the same winner.
        """
        if self.opposite is None:
            raise ValueError("no position has another winner than the start")
        return self.chance(1 - self.underdog, self.opposite, p)

    def bisection(
        self, chance: Callable[[float], float] | None = None
    ) -> tuple[float, list[float]]:
        """Return the p of chance 1/2, and all p that the document's bisection tries.

        The chance is the underdog's, if no other is given.
        """
        low, high, tried = 0.0, 1.0, []
        while high - low >= PRECISION:
            p = (low + high) / 2
            tried.append(p)
            low, high = (p, high) if (chance or self.from_start)(p) < 0.5 else (low, p)
        return low, tried

    def rows(self, tried: Iterable[float]) -> Iterator[dict[str, float]]:
        """Yield the document's table for 0, 1 and the p that were tried, ascending."""
        names = FoxHounds.PLAYERS[self.underdog], FoxHounds.PLAYERS[1 - self.underdog]
        for p in sorted({0.0, *tried, 1.0}):
            row = {"p": p, f"{names[0]}_from_initial": self.from_start(p)}
            if self.opposite is not None:
                row[f"{names[1]}_from_opposite"] = self.from_opposite(p)
            yield row
