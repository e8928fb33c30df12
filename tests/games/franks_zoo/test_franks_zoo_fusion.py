"""Strategy fusion: both values by brute force over all that a player could do."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import oracle_franks_zoo as oracle
import pytest

from foxkit.games.franks_zoo.fusion import EXAMPLE, strategy_fusion

TWO_EACH = (
    "1 whale, 1 elephant, 1 mouse | 1 mosquito, 1 whale | 1 elephant, 1 whale | - ; "
    "opening ; 1 1 0 0004"
)
ANSWER = (
    "1 mosquito, 2 lion | 1 elephant | 1 hedgehog | 1 elephant ; 1 mouse ; 1 3 0 0000"
)
Strategy = dict[Any, str]


def deals(zoo: oracle.Zoo) -> list[oracle.Zoo]:
    """Every order of the others' cards, dealt to them; equal ones as often."""
    pool = [card for hand in zoo.hands[1:] for card in hand.elements()]
    found = []
    for order in permutations(pool):
        cards, hands = list(order), [zoo.hands[0]]
        for hand in zoo.hands[1:]:
            n = sum(hand.values())
            hands.append(Counter(cards[:n]))
            cards = cards[n:]
        found.append(oracle.replace(zoo, hands=tuple(hands)))
    return found


def value(zoo: oracle.Zoo, seen: tuple[str, ...], plan: Strategy) -> float:
    """What the first player gets who plays by a plan, the others at random."""
    moves = zoo.moves()
    if not moves or not zoo.hands[0]:
        return zoo.points[0] / 4
    if zoo.seat == 0:
        moves = [move for move in moves if str(move) == plan[seen]]
    after = [value(zoo.play(move), (*seen, str(move)), plan) for move in moves]
    return sum(after) / len(after)


def questions(
    zoo: oracle.Zoo, seen: tuple[str, ...], found: dict[Any, set[str]]
) -> None:
    """Note what the first player may see, and the moves that there are then."""
    if not zoo.moves() or not zoo.hands[0]:
        return
    if zoo.seat == 0:
        found.setdefault(seen, set()).update(map(str, zoo.moves()))
    for move in zoo.moves():
        questions(zoo.play(move), (*seen, str(move)), found)


def best(worlds: list[oracle.Zoo], seen: tuple[str, ...]) -> float:
    """The best mean of all plans, each tried in all worlds."""
    asked: dict[Any, set[str]] = {}
    for zoo in worlds:
        questions(zoo, seen, asked)
    most = 0.0
    for answers in product(*asked.values()):
        plan = dict(zip(asked, answers, strict=True))
        most = max(most, sum(value(zoo, seen, plan) for zoo in worlds) / len(worlds))
    return most


@pytest.mark.slow
@pytest.mark.parametrize("text", [EXAMPLE])
def test_values_are_those_of_every_plan(text: str) -> None:
    zoo, found = oracle.Zoo.parse(text), strategy_fusion(text)
    for move in zoo.moves():
        after = [deal.play(move) for deal in deals(zoo)]
        name = str(move)
        assert found.in_truth[name] == pytest.approx(best(after, (name,)))
        alone = [best([deal], (name,)) for deal in after]
        assert found.averaged[name] == pytest.approx(sum(alone) / len(alone))


@pytest.mark.parametrize("text", [EXAMPLE, ANSWER, TWO_EACH])
def test_averaging_hopes_for_more_and_chooses_worse(text: str) -> None:
    found = strategy_fusion(text)
    assert sum(found.chances) == pytest.approx(1)
    for move, values in found.by_deal.items():
        assert len(values) == len(found.deals)
        assert found.in_truth[move] <= found.averaged[move] + 1e-12
    hoped, wise = (
        max(values, key=values.__getitem__)
        for values in (found.averaged, found.in_truth)
    )
    assert found.in_truth[hoped] < found.in_truth[wise] - 0.02


def test_hands_that_are_known_leave_nothing_to_fuse() -> None:
    """A single opponent holds the pool."""
    found = strategy_fusion(
        "1 fox, 1 fish | 1 lion, 1 seal | - | - ; opening ; 1 1 0 0034"
    )
    assert found.deals == ["1 lion, 1 seal | - | -"]
    assert found.averaged == found.in_truth


def test_a_bad_text_is_refused() -> None:
    with pytest.raises(ValueError, match="not 'HAND ; TABLE'"):
        strategy_fusion("1 fox | 1 fish")
