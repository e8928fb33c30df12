"""HeuristicAI: its four steps against the oracle, in text and inside games."""

from collections import Counter

import oracle_franks_zoo as oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.franks_zoo.cards import type_numbers
from foxkit.games.franks_zoo.evaluation import (
    RANDOM_AI,
    TABLE_3,
    Heuristic,
    TypeFirst,
    advise,
    heuristic,
    printed_weights,
)
from foxkit.games.franks_zoo.rules import ALWAYS, FranksZoo, read_cards
from foxkit.games.franks_zoo.sequences import (
    can_play_winning_sequence,
    is_undefeatable,
    largest_move_sizes,
)
from foxkit.players.standard import PolicyPlayer, RandomPlayer

CARDS = [name for name, n in oracle.DECK.items() for _ in range(n)]


def text(cards: Counter[str]) -> str:
    return ", ".join(f"{n} {name}" for name, n in cards.items()) or "-"


@st.composite
def situations(draw: st.DrawFn) -> tuple[Counter[str], Counter[str]]:
    """A hand of up to seven cards, elephants and mosquitos often, and a pool."""
    special = ["elephant"] * 5 + ["mosquito"] * 4 + ["joker"]
    first = draw(st.permutations(special))[: draw(st.integers(0, 5))]
    rest = list((Counter(CARDS) - Counter(first)).elements())
    order = draw(st.permutations(rest))
    more, others = draw(st.integers(0, 3)), draw(st.integers(1, 14))
    hand = Counter([*first, *order[: more + (not first and not more)]])
    return hand, Counter(order[20 : 20 + others])


@pytest.mark.slow
@given(situations())
@settings(max_examples=300, deadline=None)
def test_winning_sequences_are_those_of_brute_force(
    dealt: tuple[Counter[str], Counter[str]],
) -> None:
    hand, pool = dealt
    sizes = largest_move_sizes(read_cards(0, text(pool)))
    wanted = oracle.is_winning_sequence(hand, pool)
    assert can_play_winning_sequence(0, sizes, read_cards(0, text(hand))) == wanted
    for move in oracle.legal_combinations(hand):
        kind = type_numbers(0)[move.kind]
        found = is_undefeatable(0, sizes, kind, move.total)
        assert found == oracle.is_undefeatable(move, pool)


@pytest.mark.slow
@given(situations(), st.integers(0, 60), st.integers(4, 6), st.data())
@settings(max_examples=300, deadline=None)
@example((Counter(joker=1), Counter(fox=1)), 3, 4, None)
def test_advice_is_the_oracles(
    dealt: tuple[Counter[str], Counter[str]],
    played: int,
    players: int,
    data: st.DataObject | None,
) -> None:
    hand, pool = dealt
    kinds = st.sampled_from([name for name in oracle.DECK if name != "joker"])
    tables = st.none() | st.tuples(kinds, st.integers(1, 4))
    table = data.draw(tables) if data else None
    lying = f"{table[1]} {table[0]}" if table else "opening"
    found = advise(text(hand), lying, text(pool), played, players=players)
    wanted = oracle.advise(hand, table, pool, played, players)
    assert found.step == wanted.step
    assert sorted(found.moves) == sorted(wanted.moves)
    assert found.lower == pytest.approx(15 - played * players / 10)
    assert found.upper == pytest.approx(30 - played * players / 5)
    for move in oracle.legal_combinations(hand):
        if str(move) in found.weights:
            assert found.weights[str(move)] == oracle.weight(move, hand)


def test_the_tables() -> None:
    assert {**oracle.WEIGHTS, "joker": 0} == TABLE_3
    assert printed_weights(0)[type_numbers(0)["fish"]] == 84
    assert printed_weights(9)[:9] == (47, 41, 25, 25, 0, 7, 7, 2, 2)


def test_each_step_can_be_switched_off() -> None:
    hand = ("2 fox, 1 fish", "2 hedgehog", "1 elephant", 40)
    assert advise(*hand, Heuristic(sequences=1)).step == "winning sequence"
    assert advise(*hand, Heuristic(sequences=0)).step == "preferred"
    assert advise("2 fox", "opening", "-", 40, Heuristic(wins=0)).step != "winning move"
    losing = ("1 fox, 1 joker", "1 hedgehog", "1 elephant", 40)
    assert advise(*losing).moves == ["pass"]
    assert "1 fox" in advise(*losing, Heuristic(avoids=0)).moves
    free = advise("1 whale, 2 fox", "1 perch", "2 whale", 0, Heuristic(weighs=0))
    assert (free.step, free.moves) == ("random candidate", ["1 whale", "pass"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("1 cow", "opening", "-", 3), "1 cow"),
        (("1 fox", "opening", "2 bee", 3), "2 bee"),
        (("1 fox", "opening", "-", 61), "61 cards played instead of 60"),
        (("1 fox", "opening", "-", "1 gnu"), "1 gnu"),
    ],
)
def test_bad_texts_are_named(asked: tuple[str, str, str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        advise(*asked)


def test_it_plays_in_games_what_it_says_in_text() -> None:
    rules, player = FranksZoo(passing=ALWAYS), PolicyPlayer(heuristic(0))
    steps = Counter[str]()
    for deal in range(6):
        position = Position.start(rules.with_deal(mix(deal, 0)))
        while position.outcome is None:
            hands, table, turn = position.text.split(" ; ")
            cards = [oracle.read_cards(hand) for hand in hands.split(" | ")]
            own = cards.pop(seat := int(turn.split()[0]) - 1)
            pool = sum(cards, Counter())
            played = 60 - sum(own.values()) - sum(pool.values())
            found = advise(text(own), table, text(pool), played)
            code = player.choose(position.game, position.state, deal)
            move = position.game.format_move(position.state, code)
            assert move in found.moves
            if found.step not in ("random candidate", "only move"):
                assert move == found.moves[0]
            steps[found.step] += 1
            position = position.play(move)
            assert seat >= 0
    assert min(steps[step] for step in ("preferred", "winning sequence")) > 0


def test_random_players_do_not_pass_when_opening() -> None:
    rules = FranksZoo(passing=ALWAYS)
    state = rules.start()
    moves = {PolicyPlayer(RANDOM_AI).choose(rules, state, seed) for seed in range(400)}
    assert moves == {
        RandomPlayer().choose(FranksZoo(), state, seed) for seed in range(400)
    }


def test_a_type_may_be_chosen_first() -> None:
    """Three foxes are as likely as one fish: the type is chosen, then the number."""
    position = Position.parse(FranksZoo(), "3 fox, 1 fish ; opening")
    player = PolicyPlayer(TypeFirst())
    found = Counter(
        position.game.format_move(position.state, code)
        for code in (
            player.choose(position.game, position.state, seed) for seed in range(3000)
        )
    )
    assert 1400 < found["1 fish"] < 1600
    assert all(400 < found[f"{n} fox"] < 600 for n in (1, 2, 3))
    answer = Position.parse(FranksZoo(), "3 fox ; 1 hedgehog")
    passes = [
        player.choose(answer.game, answer.state, seed) == 0 for seed in range(1000)
    ]
    assert 430 < sum(passes) < 570
