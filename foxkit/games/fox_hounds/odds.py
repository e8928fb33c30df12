"""Players of Fox & Hounds: which moves they choose among, and how often they win.

A policy gives each move a worth, from the answers after it; the player chooses among
the moves of the greatest worth, all equally likely. The document says that with fuzz p
it picks any move at random with probability p. Its numbers come from another rule:
every legal move has weight p, every chosen move 1 - p more, and the weights are divided
by their sum. Of n legal and m chosen moves a chosen one then has the probability

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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core.position import Position
from foxkit.games.fox_hounds import ranking
from foxkit.games.fox_hounds.ranking import Bools, LayerPiece, layer_pieces
from foxkit.games.fox_hounds.rules import (
    FOX,
    HOUNDS,
    TARGET_SHIFT,
    FoxHounds,
    FoxHoundsState,
)
from foxkit.games.fox_hounds.table import (
    FOX_WINS,
    HOUND_CODES,
    NO_FOX,
    Answer,
    Answers,
    Table,
    answers_with_hounds_to_move,
    empty_layer,
)
from foxkit.solvers.sweep import sweep_in_threads

Floats = NDArray[np.float64]

POLICIES = "random", "cautious", "FoxBox", "perfect", "document", "document without k"
"""The players:

* random: any move;
* cautious: the fox keeps to the highest ranks, the hounds move the one farthest behind;
* FoxBox: the hounds make B small and the fox makes it large, and nothing else; by a
  table whose B counts any FoxBox these are the hounds of the document's "simple
  strategy";
* perfect: the winner hurries, the loser delays;
* document: its AI player without fuzz; see `worth`;
* document without k: the same, but among equal largest B any will do.
"""
_WIN_KEPT = 1 << 20  # more than every other worth
_NO_MOVE = -_WIN_KEPT  # and what is no move has less than any


class ChosenMoves(NamedTuple):
    """The sets of moves that a policy chooses among, by placement and the fox's bit."""

    fox: NDArray[np.uint8]  # sets of ways, the columns of `Numbering.near`
    hounds: NDArray[np.uint32]  # sets of `2 * hound + side`


def move_worth(policy: str, mover: int, answers_after: Sequence[Any]) -> Any:
    """The worth of moves by the answers after them: value, B and largest B.

    For the document's player, moves that keep the mover's win come before all others;
    fox wins are better the later they come, hounds' wins the larger the pair. What is
    no move is worth nothing. The cautious add `_cautious_worth`.
    """
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; there are {', '.join(POLICIES)}")
    code, box, pair = (np.asarray(array, np.int32) for array in answers_after)
    sign = 1 if mover == FOX else -1
    if policy.startswith("document"):
        trouble = pair if policy == "document" else pair >> 8
        fox_wins = FOX_WINS - code + _WIN_KEPT * (mover == FOX)
        hounds_win = trouble + _WIN_KEPT * (mover == HOUNDS)
        value = np.where(code > HOUND_CODES, fox_wins, hounds_win)
    else:
        simple = {"FoxBox": sign * box, "perfect": sign * code}
        value = simple.get(policy, np.zeros_like(code))
    return np.where(code == (0 if mover == FOX else NO_FOX), _NO_MOVE, value)


def _cautious_worth(policy: str, mover: int, rank_index: Any) -> Any:
    """The worth of the row that the fox goes to or a hound leaves, for the cautious."""
    return (rank_index if mover == FOX else -rank_index) * (policy == "cautious")


def _moves_of_largest_worth(worths: list[Any]) -> Any:
    """The moves of the greatest worth, as sets of bits: [placement, fox's bit]."""
    largest = np.maximum.reduce(worths)
    largest[largest < _NO_MOVE // 2] = -_NO_MOVE  # no move at all, and none is as good
    return reduce(np.bitwise_or, [(x == largest) << i for i, x in enumerate(worths)])


def _write_chosen_moves(
    policies: tuple[str, str],
    winning_boxes: bool,
    later: tuple[Answers, Any],
    out: ChosenMoves,
    piece: LayerPiece,
) -> None:
    """Write what the players choose among in a piece, by the next layer's answers.

    `later` are these and, for the hounds, their worth.
    """
    per_rank = piece.numbering.per_rank
    near = piece.numbering.near
    (by_fox, by_hounds) = policies
    fox = move_worth(
        by_fox, FOX, answers_with_hounds_to_move(piece, winning_boxes, later[0])
    )
    worths = [
        fox[:, to]
        + _cautious_worth(by_fox, FOX, 2 * (to // per_rank) + 1 - piece.fox_rank_parity)
        for to in near[piece.fox_rank_parity].T
    ]
    out.fox[piece.rows] = _moves_of_largest_worth(worths)
    worths = []
    for move, to in enumerate(piece.next_placements):
        row = piece.numbering.row[piece.hounds[move // 2]]
        worths.append(later[1][to] + _cautious_worth(by_hounds, HOUNDS, row[:, None]))
    out.hounds[piece.rows] = _moves_of_largest_worth(worths)


def chosen_moves(
    position: Position, after: Mapping[str, Answer], policy: str
) -> list[str]:
    """A policy's choice of moves, by the answer after each legal one."""
    worths, per_rank, mover = {}, position.game.per_rank, position.state.mover
    for move, code in position.moves.items():
        square = (
            code >> TARGET_SHIFT if mover == FOX else code & (1 << TARGET_SHIFT) - 1
        )
        row_worth = _cautious_worth(policy, mover, square // per_rank)
        worths[move] = row_worth + int(move_worth(policy, mover, after[move][:3]))
    return [move for move in worths if worths[move] == max(worths.values())]


def choose_by_layer(
    table: Table, fox: str = "document", hounds: str = "document"
) -> list[ChosenMoves]:
    """The moves that the players of these policies choose among, for each layer."""
    numbering, chosen = table.numbering, []
    with sweep_in_threads() as sweep:
        for layer in range(numbering.layers):
            size = numbering.layer_size(layer)
            later = empty_layer(
                numbering.layer_size(layer + 1), numbering.squares_per_parity
            )
            for kept, solved in zip(
                later, table.answers_in_layer(layer + 1), strict=True
            ):
                kept[:-1] = solved
            shape = size, numbering.squares_per_parity
            out = ChosenMoves(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            both = later, move_worth(hounds, HOUNDS, later)
            work = partial(
                _write_chosen_moves, (fox, hounds), table.winning_boxes, both, out
            )
            sweep(work, layer_pieces(numbering, layer), size)
            chosen.append(out)
    return chosen


class PlayStyle(NamedTuple):
    """How one side plays: by a policy with slips, or making the best of everything."""

    knows: int = 0  # 1: it knows both players, its slips too, and maximises its chance
    fuzz: float = 0.0  # p, see above; 0 for no slips, 1 for any move
    literal: int = 0  # 1 to read the fuzz by the document's words


BEST_RESPONSE = PlayStyle(1)
HOUND_THERE = -1.0
"""Stands for the fox's chance where a hound stands; no move leads there."""
PRECISION = 1e-5


def _count_and_sum_chances(
    chances: list[Floats], members: Iterable[Bools]
) -> tuple[Any, Floats]:
    """How many moves are in a set, and the sum of the chances after them."""
    n, total = np.zeros(chances[0].shape, np.int8), np.zeros(chances[0].shape)
    for chance, each in zip(chances, members, strict=True):
        n += each
        total += np.where(each, chance, 0.0)
    return n, total


def _mean_chance(
    side: PlayStyle,
    num_legal: Any,
    legal_sum: Floats,
    num_chosen: Any,
    chosen_sum: Floats,
) -> Floats:
    """The fox's mean chances if a side moves: arrays by placement and bit.

    Args:
        side: says how likely it slips.
        num_legal, legal_sum: the legal moves, and the sum of the chances after them.
        num_chosen, chosen_sum: the same for the moves that its policy chooses among.
    """
    p = side.fuzz
    with np.errstate(invalid="ignore", divide="ignore"):  # where there is no move
        if side.literal:
            return p * legal_sum / num_legal + (1.0 - p) * chosen_sum / num_chosen
        return (p * legal_sum + (1.0 - p) * chosen_sum) / (
            p * num_legal + (1.0 - p) * num_chosen
        )


def _chances_with_best_sets(
    side: PlayStyle,
    sign: int,
    num_legal: Any,
    legal_sum: Floats,
    best_chance: Floats,
    chances: list[Floats],
) -> Floats:
    """The mean chances if the mover chooses its best set of moves, at each placement.

    A set holds the moves that are better than what it comes to. From the set of the
    single best move on, it is found by Dinkelbach's method, as long as it gets better.
    """
    best = np.full_like(best_chance, -inf * sign)
    value = _mean_chance(side, num_legal, legal_sum, 1, best_chance)
    while (better := sign * value > sign * best).any():
        best = np.where(better, value, best)
        among = ((x >= 0.0) & (sign * x > sign * best) for x in chances)
        m, chosen_total = _count_and_sum_chances(chances, among)
        value = np.where(
            m, _mean_chance(side, num_legal, legal_sum, m, chosen_total), value
        )
    return best


def _chances_before_move(
    side: PlayStyle, mover: int, chosen: Any, chances: list[Floats]
) -> Floats:
    """The fox's chances before a move, from those after each; no move: `HOUND_THERE`.

    `chosen` are the sets of moves that the mover chooses among. A side without a move
    has lost.
    """
    legal, sign = [x >= 0.0 for x in chances], 1 if mover == FOX else -1
    lost = 0.0 if mover == FOX else 1.0
    each = (np.where(ok, x, lost) for ok, x in zip(legal, chances, strict=True))
    best = reduce(np.maximum if mover == FOX else np.minimum, each)
    if side.knows and side.fuzz == 0.0:
        return best
    n, total = _count_and_sum_chances(chances, legal)
    if not side.knows:
        hits = (ok & (chosen >> i & 1 > 0) for i, ok in enumerate(legal))
        chance = _mean_chance(side, n, total, *_count_and_sum_chances(chances, hits))
    elif side.literal:
        chance = _mean_chance(side, n, total, 1, best)
    else:
        chance = _chances_with_best_sets(side, sign, n, total, best, chances)
    return np.where(n, chance, lost)


def _write_chances(
    sides: tuple[PlayStyle, PlayStyle],
    chosen: ChosenMoves,
    after: Floats,
    out: Floats,
    piece: LayerPiece,
) -> None:
    """Write a piece's chances by who moves, FOX or HOUNDS.

    `after` are those of the next layer with the fox to move.
    """

    def placed(chances: Floats, parity: int) -> Floats:
        free = np.where(piece.free_squares[parity], chances, HOUND_THERE)
        return np.where(piece.safe_squares[parity], 1.0, free)

    rows, parity = piece.rows, piece.fox_rank_parity
    later = [after[to] for to in piece.next_placements]
    chances_before = _chances_before_move(
        sides[HOUNDS], HOUNDS, chosen.hounds[rows], later
    )
    out[HOUNDS][rows] = placed(chances_before, 1 - parity)
    beside = np.pad(out[HOUNDS][rows], ((0, 0), (0, 1)), constant_values=HOUND_THERE)
    later = [beside[:, to] for to in piece.numbering.near[parity].T]
    out[FOX][rows] = placed(
        _chances_before_move(sides[FOX], FOX, chosen.fox[rows], later), parity
    )


def fox_chance(
    table: Table,
    chosen: list[ChosenMoves],
    fox: PlayStyle,
    hounds: PlayStyle,
    state: FoxHoundsState,
    deadline: int | None = None,
) -> float:
    """The chance that the fox wins from a state of the table's phase.

    `chosen` is from `choose_by_layer`. With a deadline the fox has won when the sum of
    the hounds' rows comes to that: so the lengths of games are found.
    """
    numbering = table.numbering
    wanted, number = ranking.rank(
        numbering, ranking.hound_squares(numbering.per_rank, state)
    )
    after = np.full((1, numbering.squares_per_parity), HOUND_THERE)
    with sweep_in_threads() as sweep:
        for layer in reversed(range(wanted, numbering.layers)):
            size = numbering.layer_size(layer)
            out = np.full((2, size + 1, numbering.squares_per_parity), HOUND_THERE)
            work = partial(_write_chances, (fox, hounds), chosen[layer], after, out)
            sweep(work, layer_pieces(numbering, layer), size)
            after = out[FOX]
            if deadline is not None and layer >= deadline:
                after[after >= 0.0] = 1.0
    return float(out[state.mover][number, numbering.bit[state.fox]])


@dataclass(frozen=True)
class FairestFuzz:
    """The search for the fuzz at which a board is fair, and the document's table."""

    table: Table  # of phase 0
    literal: bool = False  # whether the fuzz is read by the document's words
    policy: str = "document"  # of the player without fuzz, one of `POLICIES`
    knows: bool = False  # whether it knows its fuzz and makes the best of it, instead
    chances: dict[float, float] = field(default_factory=dict, compare=False)
    """The underdog's chances worked out so far, by p."""

    @cached_property
    def chosen(self) -> list[ChosenMoves]:
        """The moves that the player chooses among on either side, by layer."""
        return choose_by_layer(self.table, self.policy, self.policy)

    @property
    def start(self) -> Position:
        """The initial position."""
        return Position.start(self.table.game)

    @cached_property
    def opposite(self) -> Position | None:
        """The first position, breadth first, that the underdog wins.

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
        """The side that is lost at the start."""
        return 1 - self.table.answer(self.start.state).winner

    def chance(self, side: int, position: Position, fuzz: float) -> float:
        """The chance of a side that knows its opponent, the player with fuzz."""
        player = PlayStyle(int(self.knows), fuzz, int(self.literal))
        fox, hounds = (
            (BEST_RESPONSE, player) if side == FOX else (player, BEST_RESPONSE)
        )
        won = fox_chance(self.table, self.chosen, fox, hounds, position.state)
        return won if side == FOX else 1.0 - won

    def from_start(self, fuzz: float) -> float:
        """The underdog's chance from the initial position, against fuzz p."""
        if fuzz not in self.chances:
            self.chances[fuzz] = self.chance(self.underdog, self.start, fuzz)
        return self.chances[fuzz]

    def from_opposite(self, fuzz: float) -> float:
        """The other side's chance from the `opposite` position, against fuzz p."""
        if self.opposite is None:
            raise ValueError("no position has another winner than the start")
        return self.chance(1 - self.underdog, self.opposite, fuzz)

    def bisection(self) -> tuple[float, list[float]]:
        """The p of chance 1/2, and all p that the document's bisection tries."""
        low, high, tried = 0.0, 1.0, []
        while high - low >= PRECISION:
            p = (low + high) / 2
            tried.append(p)
            low, high = (p, high) if self.from_start(p) < 0.5 else (low, p)
        return low, tried

    def rows(self, tried: Iterable[float]) -> Iterator[dict[str, float]]:
        """The document's table for 0, 1 and the p that were tried, ascending."""
        names = FoxHounds.PLAYERS[self.underdog], FoxHounds.PLAYERS[1 - self.underdog]
        for p in sorted({0.0, *tried, 1.0}):
            row = {"p": p, f"{names[0]}_from_initial": self.from_start(p)}
            if self.opposite is not None:
                row[f"{names[1]}_from_opposite"] = self.from_opposite(p)
            yield row
