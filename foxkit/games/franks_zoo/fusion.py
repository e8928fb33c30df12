"""Strategy fusion in Frank's Zoo: why averaging over deals is not knowing less.

Source: Frank & Basin, Search in games with incomplete information, Artificial
Intelligence 100 (1998). A player who averages over deals asks of each deal what a move
is worth if that deal is the one, and so believes that later moves may differ from deal
to deal. But a player sees the same in all of them, and must play the same. Here both
values are computed in full, for hands of a few cards, the others being RandomAIs.

Nobody can beat the elephant of `EXAMPLE`, and whoever plays it must go on with the fish
or the fox. Which is better depends on who sits where, which is not known:

>>> found = strategy_fusion(EXAMPLE)
>>> for move, averaged in found.averaged.items():
...     print(f"{move:12}{averaged:.3f} {found.in_truth[move]:.3f}")
1 elephant  0.812 0.708
1 fox       0.750 0.750
1 fish      0.729 0.729
"""

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from foxkit.core.entry import play
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.games.franks_zoo.cards import nth_type, number_of_cards
from foxkit.games.franks_zoo.rules import (
    FranksZoo,
    ZooState,
    hand_of,
    hand_text,
    hands_of,
    score_of,
    unseen_cards,
    with_hands,
)

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "fusion": "strategy_fusion",
        },
    )

EXAMPLE = (
    "1 elephant, 1 fox, 1 fish | 1 elephant | 1 fox | 1 seal ; opening ; 1 1 0 0000"
)
_ChanceAndState = tuple[float, ZooState]
"""A deal that may be the true one, and its chance."""


class FusionValues(NamedTuple):
    """What each move is worth to the player to move, in shares of the highest score."""

    deals: list[str]  # the other hands, every way in which they may be dealt
    chances: list[float]  # of the deals
    by_deal: dict[str, list[float]]  # by move, its value in each deal, the hands known
    averaged: dict[str, float]  # the mean of these: what a determinized search finds
    in_truth: dict[str, float]  # the most that can be had without knowing the deal


def cards_in_hands(position: Position) -> int:
    """How many cards all players hold together."""
    return sum(map(number_of_cards, hands_of(position.state)))


def strategy_fusion(text: str, game: FranksZoo = FranksZoo()) -> FusionValues:  # noqa: B008 - a value
    """What moves of Frank's Zoo are worth if the others' hands are known only together.

    It shows strategy fusion: a search that averages over deals takes a move to be worth
    more than it is. A few cards each, or it takes very long.

    Args:
        text: a position with every hand, `Position.text`; the others' hands are pooled.
        game: the rules.

    Returns:
        The possible `deals` with their `chances`, the value of each move `by_deal` and
        `averaged`, and the value `in_truth`, without knowledge of the deal. Values are
        shares of the highest score.

    Raises:
        ValueError: the text is no position, or there are too many cards.

    Examples:
        >>> hands = "1 fox, 1 fish | 1 elephant | 1 seal | 1 fox"
        >>> found = strategy_fusion(f"{hands} ; opening ; 1 1 0 0000")
        >>> len(found.deals), list(found.in_truth)
        (6, ['1 fox', '1 fish'])
    """
    if not isinstance(game, FranksZoo):
        raise ValueError(f"game is FranksZoo(…), not {quoted(game)}")
    position = Position.parse(game, text)
    me, worlds = (
        position.state.mover,
        _possible_deals_with_chances(game, position.state),
    )
    chances = [chance for chance, _ in worlds]
    by_deal, in_truth = {}, {}
    for move, code in position.moves.items():
        after = [(chance, play(game, deal, code)) for chance, deal in worlds]
        by_deal[move] = [
            _value_of_possible_states(game, [(1.0, deal)], me) for _, deal in after
        ]
        in_truth[move] = _value_of_possible_states(game, after, me)
    averaged = {
        move: sum(c * v for c, v in zip(chances, values, strict=True))
        for move, values in by_deal.items()
    }
    others = [seat for seat in range(game.players) if seat != me]
    deals = [
        " | ".join(hand_text(game.deck, hand_of(deal, seat)) for seat in others)
        for _, deal in worlds
    ]
    return FusionValues(deals, chances, by_deal, averaged, in_truth)


def _possible_deals_with_chances(
    game: FranksZoo, state: ZooState
) -> list[_ChanceAndState]:
    """All states that look the same to the mover, one a deal, each with its chance."""
    me, pool = state.mover, unseen_cards(game, state, state.mover)
    counts = Counter([(pool, ZooState._make(state))])  # cards left, what has been dealt
    for seat in range(game.players):
        if seat != me:
            counts, counts_before = Counter(), counts
            for (rest, state_so_far), number in counts_before.items():
                cards = [
                    1 << 4 * nth_type(rest, i) for i in range(number_of_cards(rest))
                ]
                held = number_of_cards(hand_of(state, seat))
                for hand in map(sum, combinations(cards, held)):
                    hands = [*hands_of(state_so_far)]
                    hands[seat] = hand
                    counts[rest - hand, with_hands(state_so_far, tuple(hands))] += (
                        number
                    )
    return [
        (number / counts.total(), state_so_far)
        for (_, state_so_far), number in counts.items()
    ]


def _value_of_possible_states(
    game: FranksZoo, worlds: list[_ChanceAndState], player: int
) -> float:
    """The most that a player can expect where any of these may be the state."""
    state = worlds[0][1]
    if hand_of(state, player) == 0 or not len(Position(game, state).codes):
        return (
            sum(chance for chance, _ in worlds) * score_of(state, player) / game.players
        )
    after: dict[int, list[_ChanceAndState]] = defaultdict(list)
    for chance, state in worlds:
        codes = Position(game, state).codes.tolist()
        share = chance if state.mover == player else chance / len(codes)
        for code in codes:
            after[code].append((share, play(game, state, code)))
    values = [_value_of_possible_states(game, each, player) for each in after.values()]
    return max(values) if worlds[0][1].mover == player else sum(values)
