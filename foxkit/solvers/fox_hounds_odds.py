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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.position import Position
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import Bools, Piece, pieces
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
"""Stands for the fox's chance where a hound stands; no move leads there."""
PRECISION = 1e-5


def _sums(later: list[Floats], among: Iterable[Bools]) -> tuple[Any, Floats]:
    """Return of how many moves, and the sum of the chances after them."""
    n, total = np.zeros(later[0].shape, np.int8), np.zeros(later[0].shape)
    for chance, each in zip(later, among, strict=True):
        n += each
        total += np.where(each, chance, 0.0)
    return n, total


def _mean(side: Side, n: Any, total: Floats, m: Any, chosen_total: Floats) -> Floats:
    """Return the mean chances of n legal moves, m of which are chosen."""
    p = side.fuzz
    with np.errstate(invalid="ignore", divide="ignore"):  # where there is no move
        if side.literal:
            return p * total / n + (1.0 - p) * chosen_total / m
        return (p * total + (1.0 - p) * chosen_total) / (p * n + (1.0 - p) * m)


def _best_sets(
    side: Side, sign: int, n: Any, total: Floats, best: Floats, later: list[Floats]
) -> Floats:
    """Return the mean chances if the mover chooses among the best sets of its moves.

    A set holds the moves that are better than what it comes to. From the set of the
    single best move on, it is found by Dinkelbach's method, as long as it gets better.
    """
    found, value = np.full_like(best, -inf * sign), _mean(side, n, total, 1, best)
    while (better := sign * value > sign * found).any():
        found = np.where(better, value, found)
        among = ((x >= 0.0) & (sign * x > sign * found) for x in later)
        m, chosen_total = _sums(later, among)
        value = np.where(m, _mean(side, n, total, m, chosen_total), value)
    return found


def _chance(side: Side, mover: int, chosen: Any, later: list[Floats]) -> Floats:
    """Return the fox's chances from those after each move; none leads to `TAKEN`.

    `chosen` are the sets of moves that the mover chooses among. A side without a move
    has lost.
    """
    legal, sign = [x >= 0.0 for x in later], 1 if mover == FOX else -1
    lost = 0.0 if mover == FOX else 1.0
    each = (np.where(ok, x, lost) for ok, x in zip(legal, later, strict=True))
    best = reduce(np.maximum if mover == FOX else np.minimum, each)
    if side.knows and side.fuzz == 0.0:
        return best
    n, total = _sums(later, legal)
    if not side.knows:
        hits = (ok & (chosen >> i & 1 > 0) for i, ok in enumerate(legal))
        found = _mean(side, n, total, *_sums(later, hits))
    elif side.literal:
        found = _mean(side, n, total, 1, best)
    else:
        found = _best_sets(side, sign, n, total, best, later)
    return np.where(n, found, lost)


def _write_chances(
    sides: tuple[Side, Side],
    chosen: Choices,
    after: Floats,
    out: Floats,
    piece: Piece,
) -> None:
    """Write a piece's chances by who moves, FOX or HOUNDS.

    `after` are those of the next layer with the fox to move.
    """

    def placed(found: Floats, parity: int) -> Floats:
        free = np.where(piece.free[parity], found, TAKEN)
        return np.where(piece.safe[parity], 1.0, free)

    rows, parity = piece.rows, piece.parity
    later = [after[to] for to in piece.after]
    found = _chance(sides[HOUNDS], HOUNDS, chosen.hounds[rows], later)
    out[HOUNDS][rows] = placed(found, 1 - parity)
    beside = np.pad(out[HOUNDS][rows], ((0, 0), (0, 1)), constant_values=TAKEN)
    later = [beside[:, to] for to in piece.tables.near[parity].T]
    out[FOX][rows] = placed(_chance(sides[FOX], FOX, chosen.fox[rows], later), parity)


def fox_chance(
    table: Table,
    chosen: list[Choices],
    fox: Side,
    hounds: Side,
    state: FoxHoundsState,
    deadline: int | None = None,
) -> float:
    """Return the chance that the fox wins from a state of the table's phase.

    `chosen` is from `choices`. With a deadline the fox has won when the sum of the
    hounds' rows comes to that: so the lengths of games are found.
    """
    tables = table.placements
    wanted, number = index.rank(tables, index.hound_squares(tables.k, state))
    after = np.full((1, tables.width), TAKEN)
    with sweeping() as sweep:
        for layer in reversed(range(wanted, tables.layers)):
            size = tables.size(layer)
            out = np.full((2, size + 1, tables.width), TAKEN)
            work = partial(_write_chances, (fox, hounds), chosen[layer], after, out)
            sweep(work, pieces(tables, layer), size)
            after = out[FOX]
            if deadline is not None and layer >= deadline:
                after[after >= 0.0] = 1.0
    return float(out[state.mover][number, tables.bit[state.fox]])


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

    @property
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
        """Return the other side's chance from the opposite position; see `opposite`."""
        if self.opposite is None:
            raise ValueError("no position has another winner than the start")
        return self.chance(1 - self.underdog, self.opposite, p)

    def bisection(self) -> tuple[float, list[float]]:
        """Return the p of chance 1/2, and all p that the document's bisection tries."""
        low, high, tried = 0.0, 1.0, []
        while high - low >= PRECISION:
            p = (low + high) / 2
            tried.append(p)
            low, high = (p, high) if self.from_start(p) < 0.5 else (low, p)
        return low, tried

    def rows(self, tried: Iterable[float]) -> Iterator[dict[str, float]]:
        """Yield the document's table for 0, 1 and the p that were tried, ascending."""
        names = FoxHounds.PLAYERS[self.underdog], FoxHounds.PLAYERS[1 - self.underdog]
        for p in sorted({0.0, *tried, 1.0}):
            row = {"p": p, f"{names[0]}_from_initial": self.from_start(p)}
            if self.opposite is not None:
                row[f"{names[1]}_from_opposite"] = self.from_opposite(p)
            yield row
