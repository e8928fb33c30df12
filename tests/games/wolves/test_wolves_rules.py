"""The rules of Wolves Eat Sheep: hand-made cases, the oracle, and the golden counts."""

import random
import re

import pytest
from oracle_wolves import Position as SlowPosition
from oracle_wolves import Wolves as SlowWolves
from wolves_positions import TRICKY, random_position

from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.wolves.rules import Wolves

VARIANTS = ("rules", "author", "forced")


def parse(text: str, variant: str = "rules") -> Position:
    return Position.parse(game_named("wolves", variant), text)


def moves(text: str, variant: str = "rules") -> set[str]:
    return set(parse(text, variant).moves)


def test_start() -> None:
    start = Position.start(Wolves())
    assert start.text == "11111/11111/00000/00000/02020 w"
    assert set(start.moves) == {
        *("41-31", "41-40", "41-42"),
        *("43-33", "43-42", "43-44"),
    }


def test_sheep_step_in_all_four_directions() -> None:
    text = "11000/00000/00100/00000/00022 s"
    assert {m for m in moves(text) if m.startswith("22")} == {
        *("22-12", "22-32", "22-21", "22-23"),
    }


EATING = "01100/00000/12001/01000/00002 w"


def test_eating_needs_an_empty_square_between() -> None:
    """21 has 20 beside it, 01 two squares above, 31 below; 24 stands beyond two."""
    assert {m for m in moves(EATING) if m.startswith("21")} == {
        *("21x01", "21-11", "21-22"),
    }


def test_the_three_generators() -> None:
    assert moves(EATING) >= {"21x01", "21-11", "21-22", "44x24", "44-34", "44-43"}
    assert moves(EATING, "author") == {"21x01", "21-22", "44x24", "44-43"}
    assert moves(EATING, "forced") == {"21x01", "44x24"}


def test_an_eaten_sheep_is_gone_and_the_turn_passes() -> None:
    after = parse(EATING).play("21x01")
    assert after.text == "02100/00000/10001/01000/00002 s"


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("11000/00000/00000/00000/02020 s", "wolves", "two sheep left"),
        ("21000/10000/00000/00000/00000 w", "wolves", "two sheep left"),
        ("21000/11000/00000/00011/00012 w", "sheep", "wolves trapped"),
        ("21000/11000/00000/00011/00012 s", "sheep", "wolves trapped"),
        ("11200/12000/20000/00000/00000 s", "wolves", "sheep stuck"),
    ],
)
def test_ends(text: str, winner: str, reason: str) -> None:
    end = parse(text)
    assert end.moves == {}
    assert end.outcome == {"wolves": -1.0, "sheep": -1.0, winner: 1.0}
    assert end.game.reason(end.state) == reason


def test_there_is_no_reason_while_play_goes_on() -> None:
    for text in TRICKY.values():
        position = parse(text)
        assert bool(position.game.reason(position.state)) == bool(position.outcome)


def test_a_single_trapped_wolf_stays() -> None:
    text = "21000/10111/11111/00000/00002 w"
    assert parse(text).outcome is None
    assert moves(text) == {"44-43", "44x24", "44-34"}


def test_the_reports_search_gives_every_next_turn_to_the_wolves() -> None:
    position = Position.start(Wolves(alternate=0)).play("41-31")
    assert position.mover == "wolves"
    text = position.text.replace("w", "s")
    assert Position.parse(Wolves(alternate=0), text).play("10-20").mover == "wolves"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("11111/11111/00000/00000/02020", "not 2 fields but 1"),
        ("1111/11111/00000/00000/02020 w", "rows of 4, 5, 5, 5, 5 characters"),
        ("11111/11111/00000/00000/00000 w", "no wolf on the board"),
        ("11111/1f111/00000/00000/02020 w", "'f' at 11 instead of 0 (empty)"),
        ("11111/11111/00000/00000/02020 x", "side to move 'x'"),
    ],
)
def test_problems(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        parse(text)


def compare(slow: SlowWolves, fast: Wolves, position: SlowPosition) -> None:
    here = Position.parse(fast, position.text)
    assert sorted(here.moves) == sorted(slow.moves(position)), position.text
    winner = slow.winner(position)
    won = here.outcome and max(here.outcome, key=here.outcome.__getitem__)
    assert won == winner, position.text


@pytest.mark.slow
@pytest.mark.parametrize("always", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree_with_the_oracle(variant: str, always: bool) -> None:
    slow = SlowWolves(variant, always)
    fast = game_named("wolves", variant)._replace(alternate=int(not always))
    rng = random.Random(variant)
    for _ in range(40):
        position = random_position(rng)
        for _ in range(30):
            compare(slow, fast, position)
            choices = slow.moves(position)
            if not choices:
                break
            move = rng.choice(choices)
            played = Position.parse(fast, position.text).play(move)
            position = slow.play(position, move)
            assert played.text == position.text
