"""Strategy fusion in Frank's Zoo: why averaging over deals is not knowing less.

Source: Frank & Basin, Search in games with incomplete information, Artificial
Intelligence 100 (1998). A player who averages over deals asks of each deal what a move
is worth if that deal is the one, and so believes that later moves may differ from deal
to deal. But a player sees the same in all of them, and must play the same. Here both
values are computed in full, for hands of a few cards, the others being RandomAIs.

Nobody can beat the elephant of `EXAMPLE`, and whoever plays it must go on with the fish
or the fox. Which is better depends on who sits where, which is not known:

>>> found = fusion(EXAMPLE)
>>> for move, averaged in found.averaged.items():
...     print(f"{move:12}{averaged:.3f} {found.in_truth[move]:.3f}")
1 elephant  0.812 0.708
1 fox       0.750 0.750
1 fish      0.729 0.729
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from foxkit.core.entry import play
from foxkit.rules import franks_zoo_text as text_form
from foxkit.rules.franks_zoo import FranksZoo, ZooState, unseen
from foxkit.rules.franks_zoo_cards import nth_type, size
from foxkit.rules.position import Position

EXAMPLE = (
    "1 elephant, 1 fox, 1 fish | 1 elephant | 1 fox | 1 seal ; opening ; 1 1 0 0000"
)
_World = tuple[float, ZooState]
"""A deal that may be the true one, and its chance."""


class FusionValues(NamedTuple):
    """What each move is worth to the player to move, in shares of the highest score.

    Attributes:
        deals: the other hands, every way in which they may be dealt.
        chances: of the deals.
        by_deal: of each move, its value in each deal if the hands were known.
        averaged: of each move, the mean of these: what a determinised search finds.
        in_truth: of each move, the most that can be had without knowing the deal.
    """

    deals: list[str]
    chances: list[float]
    by_deal: dict[str, list[float]]
    averaged: dict[str, float]
    in_truth: dict[str, float]


def fusion(text: str, game: FranksZoo = FranksZoo()) -> FusionValues:  # noqa: B008 - a value
    """Return what moves are worth where the others' hands are known only together.

    Args:
        text: a position with every hand, of which only the pooled cards are used; a
            few cards each, or this takes for ever.
        game: the rules.

    Raises:
        PositionError: the text is no position.
    """
    position = Position.parse(game, text)
    me, worlds = position.state.mover, _worlds(game, position.state)
    chances = [chance for chance, _ in worlds]
    by_deal, in_truth = {}, {}
    for move, code in position.moves.items():
        after = [(chance, play(game, deal, code)) for chance, deal in worlds]
        by_deal[move] = [_value(game, [(1.0, deal)], me) for _, deal in after]
        in_truth[move] = _value(game, after, me)
    averaged = {
        move: sum(c * v for c, v in zip(chances, values, strict=True))
        for move, values in by_deal.items()
    }
    others = [seat for seat in range(game.players) if seat != me]
    deals = [
        " | ".join(text_form.hand_text(game.deck, deal[seat]) for seat in others)
        for _, deal in worlds
    ]
    return FusionValues(deals, chances, by_deal, averaged, in_truth)


def _worlds(game: FranksZoo, state: ZooState) -> list[_World]:
    """Return every deal that looks the same to the mover."""
    me, pool = state.mover, unseen(game, state, state.mover)
    cards = tuple(1 << 4 * nth_type(pool, i) for i in range(size(pool)))
    others = [seat for seat in range(game.players) if seat != me]
    found = Counter(_dealt(cards, [size(state[seat]) for seat in others]))
    worlds = []
    for hands, ways in found.items():
        dealt = dict(zip(others, hands, strict=True))
        deal = [dealt.get(seat, hand) for seat, hand in enumerate(state)]
        worlds.append((ways / found.total(), ZooState._make(deal)))
    return worlds


def _dealt(cards: tuple[int, ...], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the hands of every way to deal cards, each of which is told apart."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for i, card in enumerate(cards) if i not in chosen)
        for others in _dealt(rest, sizes[1:]):
            yield (sum(cards[i] for i in chosen), *others)


def _value(game: FranksZoo, worlds: list[_World], me: int) -> float:
    """Return the most that a player can expect of worlds that look the same."""
    state = worlds[0][1]
    if state[me] == 0 or not len(Position(game, state).codes):
        points = state.points >> 4 * me & 15
        return sum(chance for chance, _ in worlds) * points / game.players
    after: dict[int, list[_World]] = defaultdict(list)
    for chance, state in worlds:
        codes = Position(game, state).codes.tolist()
        share = chance if state.mover == me else chance / len(codes)
        for code in codes:
            after[code].append((share, play(game, state, code)))
    values = [_value(game, each, me) for each in after.values()]
    return max(values) if worlds[0][1].mover == me else sum(values)
