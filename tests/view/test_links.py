"""Links of strangers: bounded before they are unpacked, looked up in tables, refused.

What a page does with them is in `test_strange_pages_browser.py`.
"""

import base64
import json
import re
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from foxkit import (
    BattleSheep,
    FoxGame,
    FranksZoo,
    FunctionPlayer,
    HareHounds,
    Position,
    RandomPlayer,
    curve,
    games,
    match,
    paper,
    play,
)
from foxkit.games.wolves.rules import Wolves
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.replay import Replay
from foxkit.view.share import read_search_token, read_token, share_token
from foxkit.view.stepper import Stepper
from foxkit.view.stored import share_token_of_match

START = Position.start(FoxGame())
FIELDS = [*FoxGame()]
FOX = "foxkit.rules.fox_game:FoxGame"
GAME = Record(START).text


def letters(content: Any) -> str:
    plain = content if isinstance(content, bytes) else json.dumps(content).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def search(
    settings: Any = None,
    kind: Any = "MCTS",
    names: Any = (FOX,),
    fields: Any = FIELDS,
    text: Any = START.text,
) -> str:
    return letters([text, kind, {} if settings is None else settings, fields, *names])


ZOO = "foxkit.rules.franks_zoo:FranksZoo"
BOARD = "foxkit.rules.battle_sheep:BattleSheep"
SHEEP = Position.start(BattleSheep())
BOMB = letters(b"[" + b" " * (1 << 24) + b"]")  # few letters, and many bytes
GAMES = {
    "no letters": "",
    "other letters": "!" * 40,
    "half": letters([GAME, 0, {}])[:-9],
    "more behind": base64.urlsafe_b64encode(zlib.compress(b"[]") + b"x").decode(),
    "a bomb": BOMB,
    "a million letters": "A" * 1_500_000,
    "a number": letters(5),
    "moves that are no numbers": letters([GAME, 0, {}, "33-43"]),
    "a move that is not legal": letters([GAME, 0, {}, "/w=="]),
    "moves that are a list": letters([GAME, 0, {}, [1]]),
    "too many numbers": letters([GAME, 0, {}, "AAAA" * 2_000]),
    "a place that is text": letters([GAME, "x", {}]),
    "a place that is none": letters([GAME, 0.5, {}]),
    "a place that is true": letters([GAME, True, {}]),
    "a place of 5,000 digits": letters(
        f"[{json.dumps(GAME)},{'9' * 5000},{{}}]".encode()
    ),
    "deep": letters(b"[" * 100_000),
    "no text": letters(["", 0, {}]),
    "only a title": letters(["# a", 0, {}]),
    "another game": letters(["chess\n8/8", 0, {}]),
    "a game with no position": letters(["fox-game", 0, {}]),
    "too many moves as text": letters([f"{GAME}\n{'30-40 ' * 30_000}", 0, {}]),
    "a long position": letters([f"fox-game\n{'s' * 200_000}", 0, {}]),
    "seats of numbers": letters([GAME, 0, {"sheep": 5}]),
    "seats with lists": letters([GAME, 0, {"sheep": ["MCTS", {"c": [1]}]}]),
    "twice the same": letters(b'["a", 0, {"a": 1, "a": 2}]'),
}
SEARCHES = {
    "a bomb": BOMB,
    "a billion simulations": search({"simulations": 10**9}),
    "no simulations": search({"simulations": -1}),
    "parts of simulations": search({"simulations": 10.5}),
    "simulations as text": search({"simulations": "9" * 10}),
    "a large C": search({"c": 1e300}),
    "an unknown setting": search({"position": 1}),
    "settings that are a list": search([]),
    "an unknown search": search(kind="A*"),
    "a search that is a list": search(kind=[]),
    "a deep search": search({"depth": 40}, "alpha-beta"),
    "a function as game": search(names=["foxkit.data:write_whole"], fields=["x", "y"]),
    "a command as game": search(names=["foxkit.cli:main"], fields=[]),
    "a module as game": search(names=["foxkit.rules.fox_game:np"]),
    "another module": search(names=["os:system"], fields=["true"]),
    "a function as evaluation": search(names=[FOX, "foxkit.data:read_file"]),
    "more names": search(names=[FOX, "foxkit.games.wolves.board:report_score", FOX]),
    "fields of text": search(fields=["20"]),
    "fields that are true": search(fields=[True]),
    "too many fields": search(fields=[*FIELDS, 1]),
    "no such rules": search(fields=[10**30]),
    "another position": search(text="-"),
}


def full_hands() -> str:
    dealt = Position.start(FranksZoo().with_deal(3))  # which is compiled first
    return search({}, "strategy fusion", [ZOO], [*dealt.game], dealt.text)


LONG: dict[str, Callable[[], str]] = {
    "an endless tree": lambda: search({"depth": 6, "table": 1}, "alpha-beta"),
    "a wide tree": lambda: search(
        {"depth": 3}, "alpha-beta", [BOARD], [*SHEEP.game], SHEEP.text
    ),
    "a tree for many": lambda: search(
        {"depth": 4}, "max^n", [BOARD], [*SHEEP.game], SHEEP.text
    ),
    "long playouts": lambda: search({"simulations": 10_000, "cutoff": -1}),
    "long cutoffs": lambda: search({"simulations": 10_000, "cutoff": 1_000}),
    "full hands": full_hands,
}
"""What is allowed each for itself, and takes minutes or more together."""


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_s_letters_are_data_or_refused(kind: str) -> None:
    check(lambda: read_token(GAMES[kind]))


def test_a_match_has_a_short_token_of_its_rules_its_players_and_a_game() -> None:
    """The players whom no board offers are left out; so are games of nobody."""
    rules = FoxGame(sheep=18)
    one = match(rules, paper(30), RandomPlayer())
    play(one, min_blocks=25, max_blocks=25)
    token = share_token_of_match(one)
    record, at, seats = read_token(token)
    moves = games(one)["moves"][0]
    assert record.start == Position.start(rules) and at == 0
    assert record.moves == Record.from_stored_moves(rules, moves).moves
    assert seats == {"sheep": ["MCTS", {"simulations": 30}], "foxes": ["random", {}]}
    assert len(token) < 0.6 * len(share_token(record, 0, seats))
    assert Replay.from_token(token) == Replay(record)
    board = Board.from_token(token, at=0)  # where the reader plays, too
    who = {side: seat.who for side, seat in board.session.seats.items()}
    assert who == {"sheep": "you", "foxes": "random"} and board.record == record
    odd = match(rules, FunctionPlayer(lambda position, seed: min(position.moves)))
    assert share_token_of_match(odd) == ""


def test_points_of_a_plot_carry_their_matches_through_a_table() -> None:
    """Rows may be sorted, chosen, put together, and mixed with a document's."""
    rules = [HareHounds(stall_limit=n) for n in (10, 5)]
    rows = play([match(x, RandomPlayer()) for x in rules], max_blocks=25, min_blocks=25)
    assert "match" in rows and "match" not in repr(rows)
    mixed = pd.concat([rows[rows.index > 0], rows[:1], rows[:1].assign(match=None)])
    drawn = str(curve(mixed, "stall_limit", "hounds_rate", title="Limits"))
    tokens = re.findall(r'data-games="([\w-]+)"', drawn)
    found = [read_token(token)[0].start.game.stall_limit for token in tokens]
    assert found == [5, 10]


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_s_letters_are_data_or_refused(kind: str) -> None:
    check(lambda: Stepper.from_token(SEARCHES[kind], waits=True))


@pytest.mark.parametrize("kind", LONG)
def test_a_long_search_is_refused_when_it_is_to_begin(kind: str) -> None:
    stepper = Stepper.from_token(LONG[kind](), waits=True)
    begin = time.thread_time()
    stepper.receive({"name": "begin"})
    assert len(stepper.walkthrough.steps) == 1 and "link" in stepper.shown["said"][1]
    assert time.thread_time() - begin < 60  # some of it for compiling


def check(opened: Any) -> None:
    """It is refused in a sentence, at once, and without much memory."""
    begin = time.thread_time()
    tracemalloc.start()
    with pytest.raises(ValueError) as refused:
        opened()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 10 < len(str(refused.value)) < 1_000
    assert time.thread_time() - begin < 3 and most < 1 << 24


@pytest.mark.slow
def test_letters_that_people_have_shared_still_open() -> None:
    """Those of committed chapters, and as they were before links were bounded."""
    notebooks = Path(__file__).parents[2] / "notebooks"
    texts = [path.read_text("utf-8") for path in notebooks.rglob("*.ipynb")]
    shared = {x for text in texts for x in re.findall(r'data-steps=\\"([\w-]+)', text)}
    games = {x for text in texts for x in re.findall(r'data-play=\\"([\w-]+)', text)}
    assert len(shared) >= 8 and len(games) >= 50
    for place in shared:
        stepper = Stepper.from_token(place, waits=True)
        assert read_search_token(stepper.token())[1:] == read_search_token(place)[1:]
    for place in games:
        record, at, _ = read_token(place)
        assert 0 <= at <= len(record)


def test_a_link_with_a_rule_that_has_left_opens_where_it_had_its_default() -> None:
    fields: list[Any] = [*Wolves()]
    text, name = Position.start(Wolves()).text, ("foxkit.rules.wolves:Wolves",)
    older = [[*fields[:4], sheep_left, *fields[4:]] for sheep_left in (2, 3)]
    first, other = (
        search({"depth": 1}, "alpha-beta", name, each, text) for each in older
    )
    assert read_search_token(first)[0].game == Wolves()
    with pytest.raises(ValueError, match="the address has other rules than wolves"):
        read_search_token(other)


def test_a_search_of_a_link_begins_when_the_reader_says_so() -> None:
    stepper = Stepper.from_token(search({"simulations": 30}), waits=True)
    assert len(stepper.walkthrough.steps) == 1 and stepper.shown["waits"]
    assert stepper.shown["position"] == START.text
    stepper.receive({"name": "begin", "value": None})
    assert len(stepper.walkthrough.steps) > 10 and not stepper.shown["waits"]


def test_a_search_of_too_many_steps_is_refused_while_it_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("foxkit.view.steps.walkthrough.MAX_STEPS", 50)
    with pytest.raises(ValueError, match="more than 50 steps"):
        Stepper(Position.start(Wolves()), "max^n", depth=3)


SAID: list[Any] = [
    *(None, 5, "new", [], [["do", "new"]], b"new", {5: 6}, {None: "do"}, {"do": None}),
    {},
    {"do": "go", "to": 0, 5: 6},
    {"do": "go", "to": float("nan")},
    {"do": "move", "move": "30-40", "at": float("inf")},
    {"do": ["new"]},
    {"do": "__init__"},
    {"do": "close"},
    {"do": "_begin", "record": 1},
    {"do": "go", "to": 0.5},
    {"do": "go", "to": "1"},
    {"do": "go", "to": True},
    {"do": "go", "to": 10**4000},
    {"do": "step", "by": 1e300},
    {"do": "move", "move": 5},
    {"do": "move", "move": "x" * 10**6},
    {"do": "move", "move": "30-40", "at": "x"},
    {"do": "new", "variant": "none such"},
    {"do": "new", "variant": []},
    {"do": "open", "name": [], "row": 0},
    {"do": "open", "name": "none such", "row": -5},
    {"do": "load", "text": "s" * 10**6},
    {"do": "load", "text": {"a": 1}},
    {"do": "sit", "player": "sheep", "who": "MCTS", "settings": {"c": [0]}},
    {"do": "sit", "player": "sheep", "who": "MCTS", "settings": {"simulations": 10**9}},
    {"do": "sit", "player": "sheep", "who": "MCTS", "settings": 5},
    {"do": "ask", "who": "nobody", "settings": {}},
    {"do": "ask", "who": "MCTS", "settings": {"seconds": 1e9}},
    {"do": "why", "from": "x", "to": "y"},
    {"do": "why"},
    {"do": "open_reviewed", "at": -(10**30), "sit": 1},
    {"do": "put", "point": "none such", "kind": "none such"},
    {"do": "turn", "player": "none such"},
    {"do": "draft", "text": "\0"},
    {"do": "look", "arrows": "x", "heat": "none such"},
    {"do": "look", "arrows": True, "heat": "none such"},
]


def test_whatever_a_front_end_says_the_board_can_be_played_on() -> None:
    """Widgets hear from any script of a notebook's page; drafts are set up as well."""
    board = Board(FoxGame())
    for drafting in (False, True):
        board.receive({"do": "setup", "on": drafting})
        for message in SAID:
            board.receive(message)
            json.dumps(board.shown)
    board.receive({"do": "setup", "on": False})
    board.receive({"do": "go", "to": 0})
    move = next(iter(board.position.moves))
    board.receive({"do": "move", "move": move, "at": 0})
    assert len(board.record) == 1


@pytest.mark.parametrize(
    "message",
    [
        *(None, 5, "begin", [], [["name", "c"]], {5: 6}),
        {"name": "c", "value": float("nan")},
        {"name": "c", "value": {}},
        {},
        {"name": "simulations", "value": 10**9},
        {"name": "c", "value": 0.123},
        {"name": "c", "value": [0.4]},
        {"name": ["c"], "value": 0.4},
        {"name": "position", "value": 5},
        {"name": "position", "value": "s" * 10**6},
        {"name": "evaluation", "value": "x"},
    ],
)
def test_a_stepper_is_set_only_as_its_sliders_can(message: Any) -> None:
    stepper = Stepper(START, simulations=20)
    before = stepper.shown["log"]
    stepper.receive(message)
    assert stepper.shown["log"] == before
    assert 10 < len(stepper.shown["said"][1]) < 2_000
