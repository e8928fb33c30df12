"""How often a move that the pooled cards could beat cannot be beaten all the same.

Source: section 3.3 of the Frank's Zoo report and its footnote 3. HeuristicAI takes a
move for undefeatable if the shared collection of the others' cards cannot beat it. It
may be that no single hand can, and that the numbers of cards in the hands show it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.agents.franks_zoo_heuristic import longest_hand
from foxkit.agents.franks_zoo_sequences import is_undefeatable, limited, reach
from foxkit.core import compiled, inlined
from foxkit.core.game import legal_moves, play
from foxkit.core.rng import mix
from foxkit.rules.franks_zoo import SEATS, FranksZoo, ZooState, first_deal, unseen
from foxkit.rules.franks_zoo_moves import PASS, table_after
from foxkit.search.playout import playout_move


class Undefeatable(NamedTuple):
    """Moves that were legal in some games, an entry a game.

    Attributes:
        moves: all of them but passes, of players who had a choice.
        pooled: those that the others' pooled cards cannot beat (Definition 8).
        known: others that nobody holds enough cards to beat, as everybody can see.
        in_truth: others that no hand can beat, `known` or not.
        decisions: choices between moves.
        with_known: decisions that had a move among `known`.
        with_truth: decisions that had one among `in_truth`.
    """

    moves: Any
    pooled: Any
    known: Any
    in_truth: Any
    decisions: Any
    with_known: Any
    with_truth: Any


@inlined
def _nobody_beats(game: FranksZoo, state: ZooState, kind: int, n: int) -> bool:
    """Tell whether no hand by itself beats `n` cards of a type."""
    for seat in range(SEATS):
        sizes = reach(state[seat]) if seat != state.mover else 0
        if not is_undefeatable(game.deck, sizes, kind, n):
            return False
    return True


@inlined
def _look(
    game: FranksZoo, state: ZooState, moves: np.ndarray, tally: np.ndarray
) -> None:
    """Add the moves of one decision to the tally of its game."""
    sizes = reach(unseen(game, state, state.mover))
    seen = limited(sizes, longest_hand(state, state.mover))
    known, in_truth = 0, 0
    for move in moves:
        if move == PASS:
            continue
        table = table_after(move)
        kind, n = table & 15, table >> 4
        pooled = is_undefeatable(game.deck, sizes, kind, n)
        tally[0] += 1
        tally[1] += pooled
        known += not pooled and is_undefeatable(game.deck, seen, kind, n)
        in_truth += not pooled and _nobody_beats(game, state, kind, n)
    tally[2] += known
    tally[3] += in_truth
    tally[4] += 1
    tally[5] += known > 0
    tally[6] += in_truth > 0


@compiled
def _count(
    game: FranksZoo, policy: Any, seed: int, tally: np.ndarray, moves: np.ndarray
) -> None:
    for number in range(len(tally)):
        here = mix(seed, number)
        state = first_deal(game, here)
        n = legal_moves(game, state, moves)
        while n:
            if n > 1:
                _look(game, state, moves[:n], tally[number])
            move, here = playout_move(policy, game, state, moves[:n], here)
            state = play(game, state, move)
            n = legal_moves(game, state, moves)


def undefeatable(game: FranksZoo, policy: Any, games: int, seed: int) -> Undefeatable:
    """Count the undefeatable moves in games between copies of a policy."""
    tally: NDArray[np.int64] = np.zeros((games, len(Undefeatable._fields)), np.int64)
    _count(game, policy, mix(seed, 0), tally, np.empty(game.MAX_MOVES, np.int64))
    return Undefeatable(*tally.T)
