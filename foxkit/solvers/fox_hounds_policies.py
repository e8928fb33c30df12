"""Policies of Fox & Hounds: which moves a player chooses among, by what they lead to.

A policy gives each move a worth, from the answers after it; the player chooses among
the moves of the greatest worth, all equally likely.

Source: J. Leslie-Hurd, "Fox & Hounds", section "What Does the Fox Play?".
"""

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.rules.fox_hounds import FOX, HOUNDS, TARGET
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_index import Piece, pieces
from foxkit.solvers.fox_hounds_table import (
    FOX_WINS,
    HOUND_CODES,
    NOBODY,
    Answer,
    Answers,
    Table,
    new_layer,
    solve_hounds,
)
from foxkit.solvers.sweep import sweeping

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
_KEEPS = 1 << 20  # more than every other worth
_NOTHING = -_KEEPS  # and what is no move has less than any


class Choices(NamedTuple):
    """The sets of moves that a policy chooses among, by placement and the fox's bit."""

    fox: NDArray[np.uint8]  # sets of ways, the columns of `Placements.near`
    hounds: NDArray[np.uint32]  # sets of `2 * hound + side`


def worth(policy: str, mover: int, answers: Sequence[Any]) -> Any:
    """Return the worth of moves by the answers after them: value, B and largest B.

    For the document's player, moves that keep the mover's win come before all others;
    fox wins are better the later they come, hounds' wins the larger the pair. What is
    no move is worth nothing. The cautious add `_row_worth`.
    """
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; there are {', '.join(POLICIES)}")
    code, box, pair = (np.asarray(kind, np.int32) for kind in answers)
    sign = 1 if mover == FOX else -1
    if policy.startswith("document"):
        trouble = pair if policy == "document" else pair >> 8
        fox_wins = FOX_WINS - code + _KEEPS * (mover == FOX)
        hounds_win = trouble + _KEEPS * (mover == HOUNDS)
        found = np.where(code > HOUND_CODES, fox_wins, hounds_win)
    else:
        simple = {"FoxBox": sign * box, "perfect": sign * code}
        found = simple.get(policy, np.zeros_like(code))
    return np.where(code == (0 if mover == FOX else NOBODY), _NOTHING, found)


def _row_worth(policy: str, mover: int, row: Any) -> Any:
    """Return what the row is worth that the fox goes to or a hound leaves."""
    return (row if mover == FOX else -row) * (policy == "cautious")


def _best(worths: list[Any]) -> Any:
    """Return the sets of the moves of the greatest worth."""
    most = np.maximum.reduce(worths)
    most[most < _NOTHING // 2] = -_NOTHING  # no move at all, and none is as good
    return reduce(np.bitwise_or, [(x == most) << i for i, x in enumerate(worths)])


def _choose(
    policies: tuple[str, str],
    winning_boxes: bool,
    later: tuple[Answers, Any],
    out: Choices,
    piece: Piece,
) -> None:
    """Write what the players choose among in a piece, by the next layer's answers.

    `later` are these and, for the hounds, their worth.
    """
    k, near, (by_fox, by_hounds) = piece.tables.k, piece.tables.near, policies
    fox = worth(by_fox, FOX, solve_hounds(piece, winning_boxes, later[0]))
    worths = [
        fox[:, to] + _row_worth(by_fox, FOX, 2 * (to // k) + 1 - piece.parity)
        for to in near[piece.parity].T
    ]
    out.fox[piece.rows] = _best(worths)
    worths = []
    for move, to in enumerate(piece.after):
        row = piece.tables.row[piece.hounds[move // 2]]
        worths.append(later[1][to] + _row_worth(by_hounds, HOUNDS, row[:, None]))
    out.hounds[piece.rows] = _best(worths)


def chosen_moves(
    position: Position, after: Mapping[str, Answer], policy: str
) -> list[str]:
    """Return the moves that `worth` likes best, by the answer after each legal move."""
    worths, k, mover = {}, position.game.k, position.state.mover
    for move, code in position.moves.items():
        square = code >> TARGET if mover == FOX else code & (1 << TARGET) - 1
        own = _row_worth(policy, mover, square // k)
        worths[move] = own + int(worth(policy, mover, after[move][:3]))
    return [move for move in worths if worths[move] == max(worths.values())]


def choices(
    table: Table, fox: str = "document", hounds: str = "document"
) -> list[Choices]:
    """Return what the players of these policies choose among, for each layer."""
    tables, found = table.placements, []
    with sweeping() as sweep:
        for layer in range(tables.layers):
            size = tables.size(layer)
            later = new_layer(tables.size(layer + 1), tables.width)
            for kept, solved in zip(later, table.layer(layer + 1), strict=True):
                kept[:-1] = solved
            shape = size, tables.width
            out = Choices(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            both = later, worth(hounds, HOUNDS, later)
            work = partial(_choose, (fox, hounds), table.winning_boxes, both, out)
            sweep(work, pieces(tables, layer), size)
            found.append(out)
    return found
