"""Frank's Zoo: the rules against the oracle, the text form, and what is hidden."""

import json
from collections import Counter
from io import StringIO
from typing import Any

import oracle_franks_zoo as oracle
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from foxkit.cli import main
from foxkit.core import entry, game
from foxkit.core.position import Position
from foxkit.core.rng import advance, below, mix
from foxkit.games.franks_zoo.cards import (
    CARDS_BY_DECK,
    DECKS,
    number_of_cards,
    predators,
)
from foxkit.games.franks_zoo.rules import ALWAYS, NOBODY, NUM_SEATS, FranksZoo

GAMES = [FranksZoo(), FranksZoo(5), FranksZoo(6), FranksZoo(passing=ALWAYS)]
GAMES += [FranksZoo(deck=deck, passing=deck % 2) for deck in DECKS[1:]]


def walk(rules: FranksZoo, seed: int) -> list[Position]:
    positions = [Position.start(rules.with_deal(mix(seed, 0)))]
    while moves := list(positions[-1].moves):
        seed = advance(mix(seed, len(positions)))
        positions.append(positions[-1].play(moves[below(seed, len(moves))]))
    return positions


def twin(position: Position) -> oracle.Zoo:
    return oracle.Zoo.parse(position.text, position.game.passing == ALWAYS)


def test_table_1() -> None:
    """Who beats whom, 29 relations, and the cards."""
    pairs = {(hunter, prey) for prey, h in predators(0).items() for hunter in h}
    assert pairs == oracle.EATS and len(pairs) == 29
    assert number_of_cards(int(CARDS_BY_DECK[0])) == 60
    for deck in DECKS:
        text = Position.start(FranksZoo(deck=deck)).text.partition(";")[0]
        held = sum(map(oracle.read_cards, text.split("|")), Counter())
        assert held == oracle.deck(deck)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_random_games_follow_the_oracle(rules: FranksZoo) -> None:
    for seed in range(4):
        positions = walk(rules, seed)
        for position in positions:
            mirror = twin(position)
            moves = {str(move): move for move in mirror.moves()}
            assert set(position.moves) == set(moves)
            assert len(moves) == len(position.codes)
            for text, move in moves.items():
                assert twin(position.play(text)) == mirror.play(move), position.text
        points = twin(positions[-1]).points
        wanted = [0, *range(2, rules.players + 1)]
        assert sorted(points) == wanted
        paid = [2 * p / rules.players - 1 for p in points]
        assert list((positions[-1].outcome or {}).values()) == paid


@given(st.integers(0, 1 << 60), st.sampled_from(GAMES), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_texts_and_deals(seed: int, rules: FranksZoo, ply: int) -> None:
    positions = walk(rules, seed)
    position = positions[min(ply, len(positions) - 1)]
    assert Position.parse(rules, position.text).text == position.text
    state = position.state
    if position.outcome is None:
        parsed = Position.parse(position.game, position.text).state
        assert tuple(parsed) == tuple(map(int, state))
    for player in (*range(rules.players), NOBODY):
        seen = entry.observe(rules, state, player)
        assert seen == game.observe(rules, state, player)
        again = entry.resample_hidden(rules, state, player, seed)
        assert again == entry.resample_hidden(rules, seen, player, seed)
        assert again == game.resample_hidden(rules, seen, player, seed)
        assert entry.observe(rules, again, player) == seen
        if player != NOBODY:
            assert again[player] == state[player]
        assert [number_of_cards(h) for h in again[:NUM_SEATS]] == [
            number_of_cards(h) for h in state[:NUM_SEATS]
        ]
        assert sum(again[:NUM_SEATS]) + again.played == int(CARDS_BY_DECK[rules.deck])


def test_every_deal_is_as_likely() -> None:
    """Where one of three cards is the joker's, each seat gets it in a third."""
    rules = FranksZoo()
    text = "1 whale | 1 fox | 1 fish | 1 joker ; opening ; 1 1 0 0000"
    state = Position.parse(rules, text).state
    found = Counter(
        next(
            seat
            for seat, hand in enumerate(
                entry.resample_hidden(rules, state, 0, seed)[:4]
            )
            if hand >> 56
        )
        for seed in range(3000)
    )
    assert sorted(found) == [1, 2, 3]
    assert all(900 < n < 1100 for n in found.values())


def test_any_seat_opens_and_deals_follow_from_their_number() -> None:
    starts = [FranksZoo().with_deal(seed).start() for seed in range(400)]
    seats = Counter(int(state.mover) for state in starts)
    assert all(70 < seats[seat] < 130 for seat in range(4))
    assert len({tuple(state) for state in starts}) == 400
    assert FranksZoo(deal=7).start() == FranksZoo().with_deal(7).start()


def situation(text: str) -> list[str]:
    return list(Position.parse(FranksZoo(), text).moves)


def test_elephants_mosquitos_and_the_joker() -> None:
    hand = "2 elephant, 2 mosquito, 1 joker"
    assert set(situation(f"{hand} ; 3 fox")) == {
        *("2 elephant + mosquito", "2 elephant + joker", "pass"),
        "1 elephant + mosquito + joker",
    }
    assert set(situation("4 mosquito, 1 joker ; 4 mosquito")) == {
        *("4 mosquito + joker", "pass"),
    }
    assert situation("1 joker ; opening") == situation("1 joker ; 1 fox") == ["pass"]
    assert situation("5 whale, 1 joker ; 5 whale") == ["5 whale + joker", "pass"]
    seven = "5 elephant, 4 mosquito, 1 joker ; 7 elephant"
    assert situation(seven) == ["pass"]


def test_who_opens_after_somebody_has_gone_out() -> None:
    """Seat 2 goes out; the others pass; the seat to its left opens."""
    text = "2 fish, 1 fox | 5 whale | 1 mouse | 1 perch ; 1 seal ; 2 1 0 0000"
    position = Position.parse(FranksZoo(), text)
    assert list(position.moves) == ["1 whale", "pass"]
    text = "2 fish, 1 fox | 1 whale | 1 mouse, 2 seal | 1 perch ; 1 seal ; 2 1 0 0000"
    position = Position.parse(FranksZoo(), text).play("1 whale")
    for seat in ("3", "4", "1"):
        assert position.mover == seat
        position = position.play("pass")
    assert (position.mover, position.text.split(" ; ")[1]) == ("3", "opening")
    assert position.text.endswith("0400")


def test_nobody_can_pass_for_ever() -> None:
    rules = FranksZoo(passing=ALWAYS)
    position = Position.parse(
        rules, "1 fish | 1 fox | 1 joker | - ; opening ; 1 1 0 0004"
    )
    for _ in range(3):
        position = position.play("pass")
    assert position.mover == "1" and list(position.moves) == ["1 fish"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 fox", "not 'HAND ; TABLE'"),
        ("6 fox ; opening", "'6' cards of fox instead of 1 to 5"),
        ("1 cow ; 2 bee", "'1 cow' is no number and card; cards are whale"),
        ("1 fox ; 2 bee", "table '2 bee' is neither"),
        ("1 fox, 1 fox ; opening", "fox stands twice"),
        ("1 fox ; 7 fox", "'7' fox on the table instead of 1 to 6"),
        ("1 fox ; 1 joker", "is neither 'opening' nor"),
        ("- ; opening", "a hand of 0 cards"),
        ("3 fox | 3 fox | - | - ; opening ; 1 1 0 0000", "6 cards of fox in all"),
        ("3 fox | - | - | 1 fish ; opening ; 2 1 0 0000", "seat 2 is to move and has"),
        ("3 fox | - | - | 1 fish ; opening ; 9 1 99 00", "seat 9 instead of 1 to 4"),
        ("3 fox | - | - | 1 fish ; opening ; 1 1 99 0000", "99 passes instead of 3"),
        ("3 fox | - | - | 1 fish ; 1 fox ; 4 1 3 4300", "3 passes instead of 0"),
        ("3 fox | - | - | 1 fish ; 1 fox ; 1 1 0 0430", "answer its own move"),
        ("3 fox | - | - | 1 fish ; opening ; 1 1 0 0440", "each once, 4, 3"),
        ("3 fox | - | 1 dog | 1 fish ; opening ; 1 1 0 0400", "'1 dog' is no"),
        ("3 fox | - | 1 seal | 1 fish ; opening ; 1 1 0 4000", "points 4000"),
        ("3 fox | 1 bear | 1 seal | 1 fish ; opening ; 1 1 0 0020", "once, none"),
        ("3 fox | - | - | 1 fish ; opening ; 1 1 0 00", "points 00 instead of 4"),
        ("3 fox | - | - | 1 fish ; opening ; 1 1 0", "instead of seat to move"),
    ],
)
def test_bad_texts(text: str, said: str) -> None:
    with pytest.raises(ValueError) as raised:
        Position.parse(FranksZoo(), text)
    assert said in str(raised.value)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=200)
def test_after_a_legal_move_a_sound_text_is_sound(data: st.DataObject) -> None:
    """Whatever stands there, not only what play can reach."""
    rules = data.draw(st.sampled_from(GAMES[:4]))
    cards = st.sampled_from(["-", "1 fox", "2 seal", "1 joker", "1 fish, 1 mouse"])
    seats = st.integers(1, rules.players)
    hands = " | ".join(data.draw(cards) for _ in range(rules.players))
    out = hands.split(" | ").count("-")
    score = iter(data.draw(st.permutations(range(rules.players - out + 1, 7)[:out])))
    points = "".join(f"{next(score)}" if h == "-" else "0" for h in hands.split(" | "))
    table = data.draw(st.sampled_from(["opening", "1 fox", "1 perch"]))
    turn = f"{data.draw(seats)} {data.draw(seats)} {data.draw(st.integers(0, 7))}"
    text = f"{hands} ; {table} ; {turn} {points}"
    try:
        position = Position.parse(rules, text)
    except ValueError:
        reject()
    for move in position.moves:
        assert Position.parse(rules, position.play(move).text)


@pytest.mark.slow
def test_the_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whale cannot be beaten, so that it wins; a hand alone is not searched."""

    def answers(lines: str, *command: str, code: int = 0) -> list[dict[str, Any]]:
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        assert main([*command]) == code
        return [*map(json.loads, capsys.readouterr().out.splitlines())]

    alone = "1 fox, 1 joker ; 2 hedgehog"
    lines = f"{alone}\n1 fox | 1 fish | - | - ; opening ; 1 1 0 0034"
    seen, whole = answers(lines, "moves", "franks-zoo")
    assert seen["moves"] == ["1 fox + joker", "pass"] and "after" not in seen
    assert (seen["mover"], seen["outcome"]) == ("1", None)
    assert whole["after"] == {"1 fox": "- | 1 fish | - | - ; 1 fox ; 2 1 0 2034"}
    assert main(["perft", "franks-zoo", "--depth", "2", "--position", alone]) == 2
    assert "every hand is needed" in capsys.readouterr().err
    with pytest.raises(ValueError, match="nobody can play on"):
        Position.parse(FranksZoo(), "1 fox ; opening").play("1 fox")
    lines = f"1 whale, 1 fish | 2 fox, 1 seal | - | - ; opening ; 1 1 0 0043\n{alone}"
    command = ["search", "franks-zoo", "--simulations", "300", "--cutoff", "-1"]
    whole, refused = answers(lines, *command, code=2)
    values = {move: found["value"] for move, found in whole["children"].items()}
    assert max(values, key=values.__getitem__) == "1 whale" and values["1 whale"] == 0
    assert "every hand is needed" in refused["error"]
