"""A reader's rules that go astray damage nothing: an error says what, and where."""

import json
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
import unsafe_rules
from fresh import run
from unsafe_rules import DOORS, FAULTS, Heap, Unsafe, search_of

from foxkit import RandomPlayer, match
from foxkit.core import entry
from foxkit.core import game as rules_of
from foxkit.core.position import Position
from foxkit.search.perft import perft
from foxkit.solvers.retrograde import solve
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


TWO = np.array([1, 2])
TEXTS = np.array([1, 2], object)
LAST = np.array([1.0, -1.0])


def outside(game: Any, state: Any, moves: Any) -> Any:
    part = moves[5:]
    part[9] = part[-9] = 1
    return 1


def too_long(game: Any, state: Any, moves: Any) -> Any:
    moves[5:300] = np.arange(295)
    return 1


def endless(game: Any, state: Any, moves: Any) -> Any:
    return endless(game, state, moves)


def a_half(game: Any, state: Any, moves: Any) -> Any:
    return state.stones / 2


def in_a_list(game: Any, state: Any, moves: Any) -> Any:
    found = [1]
    found.append(2)
    moves[0] = found[-1]
    return 1


def counted(game: Any, state: Any, moves: Any) -> Any:
    TWO[0] += 1
    return 1


def one_by_one(game: Any, state: Any, moves: Any) -> Any:
    for i, move in enumerate(x for x in (1, 2)):
        moves[i] = move
    return 2


def stored(game: Any, state: Any, moves: Any) -> Any:
    global seen
    seen = 1
    return 1


def strided(game: Any, state: Any, moves: Any) -> Any:
    np.lib.stride_tricks.as_strided(moves, (9_000,))[:] = 1
    return 1


def nothing(game: Any, state: Any, move: int) -> Any:
    return None


def as_tuple(game: Any, state: Any, move: int) -> Any:
    return state.stones - move, 1 - state.mover


def parts(game: Any, state: Any, move: int) -> Any:
    return Heap(state.stones - LAST[0], 1 - state.mover)


def truth(game: Any, state: Any, move: int) -> Any:
    return Heap(state.stones - move, not state.mover)


def of_texts(game: Any, state: Any, move: int) -> Any:
    return Heap(state.stones - TEXTS[0], 1 - state.mover)


STRANGE: list[tuple[Any, Any, str]] = [
    (rules_of.legal_moves, outside, "unsafe: legal_moves uses a place outside of its "),
    (rules_of.legal_moves, too_long, "unsafe: legal_moves fails: ValueError: could "),
    (rules_of.legal_moves, endless, "unsafe: legal_moves fails: RecursionError: "),
    (rules_of.legal_moves, a_half, "unsafe: legal_moves returns 3.5 instead of a "),
    (
        rules_of.legal_moves,
        in_a_list,
        "this cannot be compiled: 'found = [1]': compiled ",
    ),
    (rules_of.legal_moves, counted, "this cannot be compiled: 'TWO[0] += 1': Cannot "),
    (rules_of.legal_moves, one_by_one, "this cannot be compiled: 'for i, move in enum"),
    (rules_of.legal_moves, stored, "this cannot be compiled: 'seen = 1': Use of "),
    (
        rules_of.legal_moves,
        strided,
        "strided uses as_strided, which looks at no bounds",
    ),
    (rules_of.play, nothing, "unsafe: play returns None instead of a Heap, in 7 first"),
    (rules_of.play, as_tuple, "unsafe: play returns (6, 1) instead of a Heap, in 7 "),
    (rules_of.play, parts, "unsafe: play returns a state of other things than ints: "),
    (rules_of.play, truth, "unsafe: play returns a state of other things than ints: "),
    (rules_of.play, of_texts, "this cannot be compiled: 'return Heap(state.stones - "),
    (
        rules_of.payoffs,
        lambda *_: [1, -1],
        "unsafe: payoffs returns [1, -1] instead of",
    ),
    (rules_of.payoffs, lambda *_: LAST, "unsafe: payoffs returns array([ 1., -1.]) "),
    (rules_of.payoffs, lambda *_: 1.0, "unsafe: payoffs returns 1.0 instead of a tup"),
    (rules_of.payoffs, lambda *_: (1,), "unsafe: an end pays (1,), and there are 2 pl"),
    (rules_of.payoffs, lambda *_: (5, -5), "unsafe: an end pays each player from -1 "),
    (rules_of.payoffs, lambda *_: (np.nan, 0), "unsafe: an end pays each player from"),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(STRANGE)))
def test_strange_rules_are_refused_in_a_sentence(number: int) -> None:
    """By the check and by a solver; now and then by a search, which compiles longer."""
    generic, own, fault = STRANGE[number]

    class Strange(Unsafe):
        pass

    generic.register(Strange)(own)
    game = Strange()
    with pytest.raises(ValueError) as raised:
        check_game(game)
    assert str(raised.value).startswith(fault)
    with pytest.raises(ValueError) as raised:
        (solve if number % 6 else search_of)(game)
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize(
    "players",
    [
        *(("a", 1), {"a", "b"}, {"a": 1, "b": 2}, (x for x in "ab"), None, "ab"),
        *(("a", "a"), ("", "b"), (" ", "b"), ("a\x1b[2J", "b\n"), ("\ud800", "b")),
    ],
)
def test_players_have_names_of_their_own(
    players: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sized, "PLAYERS", players)
    for door in (
        lambda: check_game(Sized()),
        lambda: match(Sized(), RandomPlayer(), RandomPlayer()),
    ):
        with pytest.raises(ValueError, match=r"PLAYERS of Sized|unsafe: .*player"):
            door()


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
