"""A reader's rules that go astray damage nothing: an error says what, and where."""

import json
import sys
from typing import Any, NamedTuple

import pytest
import unsafe_rules
from fresh import run
from unsafe_rules import DOORS, FAULTS, Heap, Unsafe

from foxkit.core import entry
from foxkit.rules.position import Position
from foxkit.search.perft import perft
from foxkit.solvers.whole import solve
from foxkit.testing import check_game

TOO_MANY = "unsafe: Unsafe has positions of more moves than MAX_MOVES, 9: legal_moves"
SAID = {
    "300 moves": f"{TOO_MANY} returns 300, in 5 ",
    "20,000 moves": f"{TOO_MANY} returns 20,000, in 5 ",
    "15,000,000 claimed": f"{TOO_MANY} returns 15,000,000, in 5 ",
    "-5 claimed": "unsafe: legal_moves returns -5 instead of a number of moves, in 5 ",
    "a move below 0": "unsafe: moves are numbers from 0 up, not [1, -1, 3], in 5 ",
    "play reads behind": "unsafe: play fails: IndexError: index 1099511627776 is out",
    "play reads before": "unsafe: play fails: IndexError: index -1099511627776 is out",
    "play divides": "unsafe: play fails: ZeroDivisionError: ",
    "mover": "unsafe: player 2 is to move, and there are 0 to 1, in 5 ",
    "payoffs": "unsafe: payoffs fails: IndexError: index 1099511627776 is out",
}
FINE = {  # what a door does not ask
    **dict.fromkeys(("perft", "divide"), ("mover", "payoffs")),
    **dict.fromkeys(("flat", "search with a belief"), ("mover",)),
    "moves": FAULTS[6:],
}
OTHERS = {
    "evaluation": "evaluation reads_behind fails in 7 first: IndexError: index 769",
    "evaluation of foxkit's game": "fox-game: reads_behind fails: AttributeError: ",
    "policy": "fox-game: Astray makes move 1099511627776, which is not among [2072,",
    "policy as a player": "fox-game: Astray makes move 1099511627776, which is not",
}


@pytest.mark.slow
def test_no_fault_ends_the_process_and_each_is_named() -> None:
    """All in a process of their own: each of many faults has ended one before."""
    done = run([sys.executable, unsafe_rules.__file__])
    assert done.returncode == 0, f"the process died: {done.stderr[-2000:]}"
    found: dict[str, dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    sound = found["none"]
    assert sound["perft"] == [3, 9, 23, 31, 21, 7] and sound["solve"] == "first"
    for fault, sentence in SAID.items():
        for door in DOORS:
            answer = found[fault][door]
            if fault in FINE.get(door, ()):
                assert answer == sound[door], (fault, door)
            else:
                assert str(answer).startswith(sentence), (fault, door)
    for name, sentence in OTHERS.items():
        assert str(found["others"][name]).startswith(sentence), name


class Sized(Unsafe):
    """The rules of a game whose size a test changes."""


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("MAX_MOVES", 0, "MAX_MOVES of Sized is 0 instead of a whole number from 1 to"),
        ("MAX_MOVES", -9, "MAX_MOVES of Sized is -9 instead"),
        ("MAX_MOVES", 10**12, "MAX_MOVES of Sized is 1000000000000 instead"),
        ("MAX_MOVES", 9.0, "MAX_MOVES of Sized is 9.0 instead"),
        ("MAX_MOVES", "9", "MAX_MOVES of Sized is '9' instead"),
        ("MAX_MOVES", None, "MAX_MOVES of Sized is None instead"),
        ("PLAYERS", (), "PLAYERS of Sized is () instead of a tuple of one or more"),
        ("PLAYERS", "ab", "PLAYERS of Sized is 'ab' instead of a tuple"),
        ("PLAYERS", 2, "PLAYERS of Sized is 2 instead of a tuple"),
    ],
)
def test_impossible_sizes_are_refused(
    name: str, value: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sized, name, value)
    for door in (
        lambda: check_game(Sized()),
        lambda: Position(Sized(), Heap(5, 0)).codes,
        lambda: perft(Sized(), Heap(5, 0), 2),
    ):
        with pytest.raises(ValueError) as raised:
            door()
        assert str(raised.value).startswith(fault)


class Odd(NamedTuple):
    stones: float
    mover: int


@pytest.mark.slow
def test_numbers_that_compiled_code_cannot_hold_are_refused() -> None:
    game = Unsafe()
    for ask in (
        lambda: entry.play(game, Heap(1 << 63, 0), 1),
        lambda: entry.play(game, Heap(7, 0), 1 << 64),
        lambda: Position(game, Heap(-(1 << 64), 0)).codes,
    ):
        with pytest.raises(ValueError, match="is too large: numbers have 64 bits"):
            ask()
    with pytest.raises(ValueError, match=r"ints alone, not stones = 7\.5"):
        solve(game, Odd(7.5, 0))
