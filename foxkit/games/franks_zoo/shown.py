"""A belief of Frank's Zoo in which some of the others' hands lie open.

hands 0     any deal of the unseen cards
hands 1     the next player's hand is seen, the others' are dealt anew
hands 2, 3  with four players nothing is hidden: the last hand is what is left
"""

from typing import NamedTuple

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.game import resample_hidden
from foxkit.core.generic import compared_by_class
from foxkit.games.franks_zoo.rules import (
    SEATS,
    FranksZoo,
    ZooState,
    hand_of,
    hands_of,
    shifted_in,
    with_hands,
    with_played,
)
from foxkit.search.belief import determinize


@compared_by_class
class Shown(NamedTuple):
    """The hands of the next players with cards lie open, of so many."""

    hands: int


@compiled_inline
def _seen_by(game: FranksZoo, state: ZooState, player: int, hands: int) -> int:
    """The seats whose hands are seen, as bits."""
    seen, seat = 0, player
    for _ in range(game.players - 1):
        seat = seat + 1 if seat + 1 < game.players else 0
        if hands > 0 and hand_of(state, seat) != 0:
            seen |= 1 << seat
            hands -= 1
    return seen


@compiled_inline
def _with_seen_hands(
    state: ZooState, other: ZooState, seen: int, played: int
) -> ZooState:
    """A state with the other's hands on some seats, and what was played."""
    hands = hands_of(state)
    for seat in range(SEATS):
        hand = hand_of(other if seen >> seat & 1 else state, seat)
        hands = shifted_in(hands, hand)
    return with_played(with_hands(state, hands), played)


@determinize.register
def _partly_seen(
    belief: Shown,
    game: FranksZoo,
    state: ZooState,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> ZooState:
    """Deal the hands that are not seen, as if the seen ones had been played."""
    seen, gone = _seen_by(game, state, player, belief.hands), state.played
    for seat in range(SEATS):
        gone += hand_of(state, seat) if seen >> seat & 1 else 0
    no_hands = with_hands(state, (0, 0, 0, 0, 0, 0))
    dealt = resample_hidden(
        game, _with_seen_hands(state, no_hands, seen, gone), player, seed
    )
    return _with_seen_hands(dealt, state, seen, state.played)
