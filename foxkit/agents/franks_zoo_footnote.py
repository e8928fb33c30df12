"""How often a move that the pooled cards could beat cannot be beaten all the same.

Source: section 3.3 of the Frank's Zoo report and its footnote 3. HeuristicAI takes a
move for undefeatable if the shared collection of the others' cards cannot beat it. It
may be that no single hand can, and that the numbers of cards in the hands show it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.agents.franks_zoo_heuristic import longest_hand
from foxkit.agents.franks_zoo_rounds import play_alike, see_turn
from foxkit.agents.franks_zoo_sequences import is_undefeatable, largest_moves, limited
from foxkit.core import entry, inlined
from foxkit.core.game import legal_moves
from foxkit.core.rng import mix
from foxkit.rules.franks_zoo import SEATS, FranksZoo, ZooState, unseen
from foxkit.rules.franks_zoo_moves import PASS, table_after


class UndefeatableCounts(NamedTuple):
    """Moves that were legal in some games, an entry a game.

    Attributes:
        moves: all of them but passes, of players who had a choice.
        pooled: those that the others' pooled cards cannot beat (Definition 8).
        in_truth: others that no hand can beat.
        decisions: choices between moves.
        with_known: decisions that had a move among these others that nobody holds
            enough cards to beat, as everybody can see.
    """

    moves: Any
    pooled: Any
    in_truth: Any
    decisions: Any
    with_known: Any


@inlined
def _nobody_beats(game: FranksZoo, state: ZooState, kind: int, n: int) -> bool:
    """Tell whether no hand by itself beats `n` cards of a type."""
    for seat in range(SEATS):
        sizes = largest_moves(state[seat]) if seat != state.mover else 0
        if not is_undefeatable(game.deck, sizes, kind, n):
            return False
    return True


class _Tally(NamedTuple):
    """A row for each game, as `UndefeatableCounts`, and room for a list of moves."""

    rows: NDArray[np.int64]
    moves: NDArray[np.int64]


@see_turn.register
def _add_decision(
    tally: _Tally, game: FranksZoo, state: ZooState, number: int, move: int
) -> None:
    n, row = legal_moves(game, state, tally.moves), tally.rows[number]
    if n == 1:
        return
    sizes = largest_moves(unseen(game, state, state.mover))
    seen = limited(sizes, longest_hand(state, state.mover))
    known = 0
    for each in tally.moves[:n]:
        if each == PASS:
            continue
        table = table_after(each)
        kind, cards = table & 15, table >> 4
        pooled = is_undefeatable(game.deck, sizes, kind, cards)
        row[0] += 1
        row[1] += pooled
        row[2] += not pooled and _nobody_beats(game, state, kind, cards)
        known |= not pooled and is_undefeatable(game.deck, seen, kind, cards)
    row[3] += 1
    row[4] += known


def undefeatable(
    game: FranksZoo, policy: Any, games: int, seed: int
) -> UndefeatableCounts:
    """Count the undefeatable moves in games between copies of a policy."""
    rows = np.zeros((games, len(UndefeatableCounts._fields)), np.int64)
    moves, listed = entry.room(game, 2)
    play_alike(game, policy, _Tally(rows, listed), 0, games, mix(seed, 0), moves)
    return UndefeatableCounts(*rows.T)
