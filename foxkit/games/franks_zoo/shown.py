"""A belief of Frank's Zoo in which some of the others' hands lie open.

hands 0     any deal of the unseen cards
hands 1     the next player's hand is seen, the others' are dealt anew
hands 2, 3  with four players nothing is hidden: the last hand is what is left
"""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.former import refuses_former_names
from foxkit.core.game import resample_hidden
from foxkit.core.generic import compared_by_class
from foxkit.games.franks_zoo.rules import (
    NUM_SEATS,
    FranksZoo,
    ZooState,
    drop_first_append_hand,
    hand_of,
    hands_of,
    with_hands,
    with_played,
)
from foxkit.search.belief import determinize

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "Shown": "NextHandsShown",
        },
    )

SeatSet: TypeAlias = int
"""A set of seats as bits."""


@compared_by_class
class NextHandsShown(NamedTuple):
    """A belief: the hands of so many next players, of those with cards, are seen."""

    hands: int


@compiled_inline
def _seats_seen_by(
    game: FranksZoo, state: ZooState, player: int, num_hands: int
) -> SeatSet:
    """The seats whose hands are seen, as bits."""
    seen, seat = 0, player
    for _ in range(game.players - 1):
        seat = seat + 1 if seat + 1 < game.players else 0
        if num_hands > 0 and hand_of(state, seat) != 0:
            seen |= 1 << seat
            num_hands -= 1
    return seen


@compiled_inline
def _with_hands_of_seats(
    state: ZooState, hands_from: ZooState, seats: SeatSet, played: int
) -> ZooState:
    """The state with other hands on some seats, given as bits, and what was played."""
    hands = hands_of(state)
    for seat in range(NUM_SEATS):
        hand = hand_of(hands_from if seats >> seat & 1 else state, seat)
        hands = drop_first_append_hand(hands, hand)
    return with_played(with_hands(state, hands), played)


@determinize.register
def _determinize_unseen_hands(
    belief: NextHandsShown,
    game: FranksZoo,
    state: ZooState,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> ZooState:
    """Deal the hands that are not seen, as if the seen ones had been played."""
    seen, gone = _seats_seen_by(game, state, player, belief.hands), state.played
    for seat in range(NUM_SEATS):
        gone += hand_of(state, seat) if seen >> seat & 1 else 0
    no_hands = with_hands(state, (0, 0, 0, 0, 0, 0))
    dealt = resample_hidden(
        game, _with_hands_of_seats(state, no_hands, seen, gone), player, seed
    )
    return _with_hands_of_seats(dealt, state, seen, state.played)
