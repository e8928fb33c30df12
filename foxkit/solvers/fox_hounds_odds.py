"""Players of Fox & Hounds who choose at random among moves, and how often they win.

A policy gives each move a worth, from the answers after it; the player chooses among
the moves of the greatest worth, all equally likely. The document says that with fuzz p
it picks any move at random with probability p. Its numbers come from another rule:
every legal move has weight p, every chosen move 1 - p more, and the weights are divided
by their sum. Of n legal and m chosen moves a chosen one then has the probability

    1 / (p n + (1 - p) m)           and by the document's words    p / n + (1 - p) / m

The two agree at p = 0, at p = 1 and where m = n.

The fairest p is found by the document's bisection. The side that is lost at the start
plays against the document's player with fuzz p and makes the most of it; p is fair when
it wins half of the games. Beside it stands the chance of the other side, from the
opposite position.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "What Does the Fox Play?" and "The
Fairest Fuzz Factor".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, TARGET, FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState, boxes
from foxkit.rules.position import Position
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import Ints, Span
from foxkit.solvers.fox_hounds_table import (
    FOX_WINS,
    HOUND_CODES,
    NOBODY,
    Answer,
    Layer,
    Table,
    Triple,
    answers_at,
    new_row,
    solve_hounds,
)
from foxkit.solvers.sweep import sweeping

Floats = NDArray[np.float64]

POLICIES = "random", "cautious", "FoxBox", "perfect", "document", "document without k"
"""The players:

* random: any move;
* cautious: the fox keeps to the highest ranks, the hounds move the one farthest behind;
* FoxBox: the hounds make B small and the fox makes it large, and nothing else;
* perfect: the winner hurries, the loser delays;
* document: its AI player without fuzz; see `worth`;
* document without k: the same, but among equal largest B any will do.
"""
_RANDOM, _CAUTIOUS, _BOXING, _PERFECT, _DOCUMENT, _WITHOUT_K = range(len(POLICIES))
_KEEPS = 1 << 20  # more than every other worth


class Choices(NamedTuple):
    """The moves that a policy chooses among, as sets, by placement and the fox's bit.

    Attributes:
        fox: with the fox to move, sets of ways (the columns of `Placements.near`).
        hounds: with the hounds to move, sets of `2 * hound + side`.
    """

    fox: NDArray[np.uint8]
    hounds: NDArray[np.uint32]


@inlined
def worth(policy: int, answers: Triple, y: int, fox_to_move: int) -> int:
    """Return a move's worth: `y` is the row that the fox goes to or the hound leaves.

    For the document's player, moves that keep the mover's win come before all others;
    fox wins are better the later they come, hounds' wins the larger the pair.
    """
    code, box, pair = answers
    if policy < _DOCUMENT:
        for_fox = 0
        if policy == _CAUTIOUS:
            for_fox = y
        elif policy == _BOXING:
            for_fox = box
        elif policy == _PERFECT:
            for_fox = code
        return for_fox if fox_to_move else -for_fox
    if code > HOUND_CODES:
        return FOX_WINS - code + _KEEPS * fox_to_move
    trouble = pair if policy == _DOCUMENT else pair >> 8
    return trouble + _KEEPS * (1 - fox_to_move)


@inlined
def _chosen(span: Span, policy: int, mover: int, targets: Ints, later: Layer) -> int:
    """Return the set of the best moves, by the answers at their targets."""
    tables, parity = span.tables, index.fox_parity(span)
    chosen, best, none = 0, -_KEEPS, NOBODY if mover == HOUNDS else 0
    for move in range(len(targets)):
        target = targets[move]
        if target < 0 or later.values[target] == none:
            continue
        y = 2 * (target // tables.k) + 1 - parity
        if mover == HOUNDS:
            y = tables.row[span.hounds[move >> 1]]
        own = worth(policy, answers_at(later, target), y, 1 - mover)
        if own > best:
            best, chosen = own, 0
        chosen |= (own == best) << move
    return chosen


@compiled
def _choose_rows(
    policies: tuple[int, int],
    winning_boxes: int,
    after: Layer,
    out: Choices,
    span: Span,
    row: Layer,
) -> None:
    tables, parity = span.tables, index.fox_parity(span)
    for number in range(span.start, span.stop):
        index.unrank(span, number)
        boxed = boxes(tables.k, tables.height, *index.union(span, tables.own))
        solve_hounds(span, winning_boxes, boxed, after, row)
        for bit in range(out.fox.shape[1]):
            near, fox, hounds = tables.near[parity, bit], policies[0], policies[1]
            below = Layer(
                after.values[:, bit], after.boxes[:, bit], after.pairs[:, bit]
            )
            out.fox[number, bit] = _chosen(span, fox, FOX, near, row)
            out.hounds[number, bit] = _chosen(span, hounds, HOUNDS, span.moves, below)


def _number_of(policy: str) -> int:
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; there are {', '.join(POLICIES)}")
    return POLICIES.index(policy)


def chosen_moves(
    position: Position, after: Mapping[str, Answer], policy: str
) -> list[str]:
    """Return the moves among which a player of a policy chooses in a position.

    Args:
        position: where the player is to move.
        after: the answer after each legal move.
        policy: one of `POLICIES`.

    Raises:
        ValueError: there is no such policy.
    """
    number, k, by_fox = _number_of(policy), position.game.k, position.state.mover == FOX
    worths = {}
    for move, code in position.moves.items():
        square = code >> TARGET if by_fox else code & (1 << TARGET) - 1
        worths[move] = worth(number, after[move][:3], square // k, by_fox)
    return [move for move in worths if worths[move] == max(worths.values())]


def choices(
    table: Table, fox: str = "document", hounds: str = "document"
) -> list[Choices]:
    """Return what the players of these policies choose among, for each layer.

    Raises:
        ValueError: there is no such policy.
    """
    tables, found = table.placements, []
    rules = (_number_of(fox), _number_of(hounds)), int(table.winning_boxes)
    with sweeping() as sweep:
        for layer in range(tables.layers):
            shape = tables.size(layer), tables.width
            out = Choices(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            work = partial(_choose_rows, *rules, table.layer(layer + 1), out)
            index.sweep_layer(sweep, work, tables, layer, new_row)
            found.append(out)
    return found


class Side(NamedTuple):
    """How a side plays.

    Attributes:
        knows: 1 if it knows the other side's player and maximises its own chance; then
            the other fields do not matter.
        fuzz: p, see above; 0 for the policy alone, 1 for any move.
        literal: 1 to read the fuzz by the document's words.
    """

    knows: int = 0
    fuzz: float = 0.0
    literal: int = 0


KNOWS = Side(1)
TAKEN = -1.0
PRECISION = 1e-5


class Chances(NamedTuple):
    """The fox's chances in a layer, by placement and the fox's bit.

    Attributes:
        fox: with the fox to move; TAKEN where a hound stands.
        hounds: with the hounds to move, likewise.
    """

    fox: Floats
    hounds: Floats


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
    if n == 0 or player.knows:
        return best
    p = player.fuzz
    if player.literal:
        return p * legal_sum / n + (1.0 - p) * chosen_sum / m
    return (p * legal_sum + (1.0 - p) * chosen_sum) / (p * n + (1.0 - p) * m)


@compiled
def _odds_rows(
    sides: tuple[Side, Side], chosen: Choices, after: Floats, out: Chances, span: Span
) -> None:
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


def chances(
    table: Table, chosen: list[Choices], fox: Side, hounds: Side
) -> Iterator[tuple[int, Chances]]:
    """Yield each layer's number and the fox's chances in it, the last layer first.

    `chosen` is what the players choose among, from `choices`.
    """
    tables, after = table.placements, np.empty((0, table.placements.width))
    with sweeping() as sweep:
        for layer in reversed(range(tables.layers)):
            out = Chances(*np.empty((2, tables.size(layer), tables.width)))
            work = partial(_odds_rows, (fox, hounds), chosen[layer], after, out)
            index.sweep_layer(sweep, work, tables, layer)
            yield layer, out
            after = out.fox


def fox_chance(
    table: Table,
    chosen: list[Choices],
    fox: Side,
    hounds: Side,
    state: FoxHoundsState,
) -> float:
    """Return the chance that the fox wins from a state of the table's phase."""
    tables = table.placements
    wanted, number = index.rank(tables, index.hound_squares(tables.k, state))
    layers = chances(table, chosen, fox, hounds)
    found = next(found for layer, found in layers if layer == wanted)
    turn = found.hounds if state.mover == HOUNDS else found.fox
    return float(turn[number, tables.bit[state.fox]])


@dataclass(frozen=True)
class Fuzz:
    """A board, the player's choices, and how its fuzz is read.

    Attributes:
        table: the board's answers, of phase 0.
        literal: whether the fuzz is read by the document's words.
        policy: the player's policy without fuzz, one of `POLICIES`.
        known: the underdog's chances worked out so far, by p.
    """

    table: Table
    literal: bool = False
    policy: str = "document"
    known: dict[float, float] = field(default_factory=dict, compare=False)

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
        player = Side(0, p, int(self.literal))
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
        """Return the fairest p, and all p that the document's bisection tries.

        Args:
            chance: what is to be one half; by default the underdog's chance.
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
