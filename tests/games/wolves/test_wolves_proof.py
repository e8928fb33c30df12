"""Sheep by a proof and by wishes: checkers that can fail, and slower ways to count."""

import json
import random
from graphlib import CycleError
from pathlib import Path

import pytest
import verify_wolves_proof as slow
import wolves_proof as proof
from verify_wolves_proof import check, read
from wolves_wishes import SEEN, Flock, see

START = "22001/01100/01000/00000/00000 w"
DIGITS = "0570750507030542"
KEPT = Path(__file__).parents[3] / "data" / "kept" / "certificate_of_sheep"


def placed(sheep: int, rng: random.Random) -> proof.Board:
    """Return a random board on which the wolves can move."""
    squares = rng.sample(range(25), sheep + 2)
    found = tuple(sum(1 << x for x in each) for each in (squares[:2], squares[2:]))
    return found if [*proof.after_wolves(found)] else placed(sheep, rng)


def test_a_proof_holds():
    assert check(read(START), DIGITS) == (16, 8)


@pytest.mark.parametrize("spoilt", [DIGITS[:-1], DIGITS + "0", "1" + DIGITS[1:]])
def test_a_spoilt_proof_fails(spoilt):
    with pytest.raises((AssertionError, IndexError)):
        check(read(START), spoilt)


def test_going_round_in_circles_is_no_proof():
    with pytest.raises(CycleError):
        check(read("20012/11111/11111/01111/11101 w"), "11")


def test_the_solver_writes_a_proof_that_holds(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    found = proof.certificate_of_sheep(START)
    assert (found["boards"], slow.unpacked(found["packed"])) == (len(DIGITS), DIGITS)
    with pytest.raises(ValueError, match="do not win"):
        proof.certificate_of_sheep("20000/00000/00000/00111/00002 w")


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_the_stored_proof_holds():
    (path,) = KEPT.glob("*.json")
    found = json.loads(path.read_text())
    start, row = found["address"]["case"]["start"], found["rows"][0]
    boards, _plies = check(read(start), slow.unpacked(row["packed"]))
    assert boards == row["boards"]


def test_what_is_seen_on_a_board():
    rng = random.Random(1)
    for sheep in (3, 6, 10, 10):
        wolves, flock = own = placed(sheep, rng)
        seen = dict(zip(SEEN, see(own), strict=True))

        def in_danger(each):
            return len({each[1] & ~x[1] for x in proof.after_wolves(each)} - {0})

        assert seen["danger"] == in_danger(own)
        after = [(x, flock != x[1]) for x in proof.after_wolves(own)]
        assert seen["danger_next"] == max(in_danger(x) + 2 * eats for x, eats in after)
        apart = [
            [(abs(a // 5 - b // 5), abs(a % 5 - b % 5)) for b in proof.squares(wolves)]
            for a in proof.squares(flock)
        ]
        assert seen["distance"] == sum(sum(map(sum, each)) for each in apart)
        assert seen["nearest"] == sum(min(map(sum, each)) for each in apart)
        assert seen["corners"] == sum(each.count((1, 1)) for each in apart)
        assert seen["above"] == sum(4 - a // 5 for a in proof.squares(flock))


def test_winning_against_every_play_is_what_plain_recursion_finds():
    flock, rng = Flock([{"distance": 1}, {"danger": 1}]), random.Random(2)

    def wins(each, way):
        if each in way or each[1].bit_count() <= 2:
            return False
        plays = proof.after_wolves(flock.answer(each))
        return all(wins(x, {*way, each}) for x in plays)

    boards = [placed(14, rng) for _ in range(60)]
    found = [wins(each, set()) for each in boards]
    assert set(found) == {True, False}
    assert [flock.wins(each) for each in boards] == found
