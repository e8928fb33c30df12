"""The stored games: whole, legal, asked for, and what the same players play today."""

import json
import math
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import fox_step
import pandas as pd
import pyarrow.parquet as pq
import pytest

from foxkit import data
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.fox_game.rules import PASTURE, FoxGame, point_set
from foxkit.games.fox_game.tables import from_text
from foxkit.games.wolves.erring import OpenedGame
from foxkit.games.wolves.rules import Wolves
from foxkit.lab import address, code, lines_of_play
from foxkit.lab.cell_outputs import CELLS_FILE
from foxkit.lab.estimators import result_row
from foxkit.lab.match import Match, game_dealt_for_block, play_blocks, replay
from foxkit.lab.match_files import MatchFiles, read_games
from foxkit.lab.match_run import MatchRun
from foxkit.lab.stopping_rule import METHOD_VERSION, StoppingRule
from foxkit.players.perfect import PerfectPlayer
from foxkit.players.standard import FunctionPlayer
from foxkit.solvers.exact import is_quick
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.stored import example_records, stored_game, stored_games

FILES = sorted((data.WORKBOOK / "games").glob("*/*.parquet"))
BY_GAME = {
    name: [path for path in FILES if path.parent.name == name]
    for name in sorted({path.parent.name for path in FILES})
}
SIZE = 25  # files a test
GROUPS = {
    f"{name} from {first}": paths[first : first + SIZE]
    for name, paths in BY_GAME.items()
    for first in range(0, len(paths), SIZE)
}
# With the scope of a module, all tests of one group come before those of the next one:
# so its files are read once. There are more files than a process keeps in memory.
EACH_GROUP = pytest.mark.parametrize(
    "paths", GROUPS.values(), ids=GROUPS, scope="module"
)
CHEAP = 0.4  # seconds a block
FEW = 64  # of so many matches that today's code is known to play, one is played again
PLAYED = {path for paths in BY_GAME.values() for path in paths[::FEW]}


@cache
def named() -> dict[str, tuple[Any, dict[str, str]]]:
    """What addresses call a class: the class, and its fields by their names there."""
    found = {}
    for subject, kind in address.addressed_classes().items():
        module, name = subject.split(":")
        own = getattr(import_module(module), name)
        found[kind.name] = own, {there: here for here, there in kind.fields.items()}
    return found


@cache
def tables() -> dict[str, Any]:
    """Return the tables that were trained, by their digests in addresses."""
    trained = (data.WORKBOOK / "kept/trained").glob("*.json")
    rows = [row for path in trained for row in json.loads(path.read_bytes())["rows"]]
    found = [from_text(row["table"]).weights for row in rows]
    return {address.as_address_data(each)["array"]: each for each in found}


def unknown(position: Position, seed: int) -> str:
    """Stand for a reader's function, of which an address has the digest alone."""
    raise AssertionError("its cell alone can make it")


def built(part: Any) -> Any:
    """Return what a part of an address describes."""
    if isinstance(part, dict) and part.keys() == {"array"}:
        return tables()[part["array"]]
    if isinstance(part, dict) and hasattr(fox_step, part.get("own", "")):
        fields = {name: built(value) for name, value in part["fields"].items()}
        return getattr(fox_step, part["own"])(**fields)
    if isinstance(part, dict) and "own" in part:
        return unknown
    if isinstance(part, list):
        return tuple(map(built, part))
    if (
        isinstance(part, dict)
        and len(part) == 1
        and (name := next(iter(part))) in (named())
    ):
        kind, fields = named()[name]
        return kind(**{fields.get(k, k): built(v) for k, v in part[name].items()})
    return float(part) if part in ("inf", "-inf") else part


def match_of(path: Path) -> Match:
    held = json.loads(noted(path)["address"])
    players = tuple(map(built, held["players"]))
    opening = built(held.get("opening"))
    return Match(built(held["game"]), players, held.get("seed"), opening=opening)


def noted(path: Path) -> dict[str, Any]:
    return json.loads(pq.read_metadata(path).metadata[b"note"])


@EACH_GROUP
@pytest.mark.slow
def test_addresses_tell_all_that_is_played(paths: list[Path]) -> None:
    """A match that is made of nothing else has the same address, and these games."""
    for path in paths:
        match = match_of(path)
        if any(getattr(each, "function", None) is unknown for each in match.players):
            continue  # a reader's function is made by its cell alone
        place = MatchFiles(match)
        assert place.path(True) == path
        assert read_games(path, place.address).blocks > 0


def has_tables() -> bool:
    """Whether the perfect player's tables were built: `foxkit solve wolves`."""
    return is_quick(Position.start(Wolves()))


@pytest.mark.slow
@EACH_GROUP
def test_a_sample_of_games_is_legal_and_ends_as_recorded(paths: list[Path]) -> None:
    """One game of each match, drawn at random."""
    for path in paths:
        rules = match_of(path).game
        if isinstance(rules, OpenedGame) and not has_tables():
            continue
        games = read_games(path)
        for row in games.games.sample(1, random_state=1).itertuples():
            assert row.seed == mix(games.stream, row.block)
            game = game_dealt_for_block(rules, row.seed)
            positions = replay(game, row.moves)
            outcome = positions[-1].outcome
            if row.reason == "endless":
                assert (outcome, row.winner) == (None, "draw")
                assert len(positions) == game.GAME_LIMIT + 1
            else:
                assert outcome is not None
                assert row.payoffs == [*outcome.values()]
                assert game.reason(positions[-1].state) == row.reason
            movers = pd.Series([position.mover for position in positions[:-1]])
            assert (movers != movers.shift()).sum() == row.turns


def is_a_readers(player: Any) -> bool:
    """Whether a player is a function of a notebook; its address has a digest alone."""
    return isinstance(player, FunctionPlayer)


def looks_up(player: Any) -> bool:
    """Whether a player reads tables, which take minutes to build."""
    return isinstance(getattr(player, "player", player), PerfectPlayer)


def is_played_again(path: Path, match: Match) -> bool:
    """Whether a first block is played: not where only a notebook, or tables, can.

    Of matches noted as checked with this very code, a few of each game are: `foxkit
    check` has played a block of each.
    """
    if any(map(is_a_readers, match.players)):
        return False  # the notebook checks it
    looked_up = isinstance(match.game, OpenedGame) or any(map(looks_up, match.players))
    if looked_up and not has_tables():
        return False
    known = MatchRun(
        MatchFiles(match), StoppingRule(max_blocks=1)
    ).is_confirmed_by_todays_code
    return path in PLAYED or not known


@pytest.mark.slow
@EACH_GROUP
def test_first_blocks_are_played_the_same_today(paths: list[Path]) -> None:
    """No games were made by older rules or by an older search."""
    columns = ["block", "rotation", "seed", "payoffs", "reason", "turns", "moves"]
    for path in paths:
        match = match_of(path)
        if not is_played_again(path, match):
            continue
        games = read_games(path)
        if games.seconds / games.blocks > CHEAP:
            continue
        today = play_blocks(match, games.stream, range(1)).games
        there = games.first_blocks(1).games[columns].to_dict("list")
        assert there == today[columns].to_dict("list")


def test_every_stored_match_is_asked_for_by_a_cell_or_a_kept_case() -> None:
    cells = json.loads(CELLS_FILE.read_text(encoding="utf-8")).values()
    asked = {x for cell in cells for call in cell["calls"] for x in call["matches"]}
    for path in (data.WORKBOOK / "kept").glob("*/*.json"):
        given = json.loads(path.read_bytes())["address"]["case"].values()
        games = [x["match"] for x in given if isinstance(x, dict) and "match" in x]
        asked |= {digest(each) for each in games}
    assert {f"{x.parent.name}/{x.stem}" for x in FILES} - asked == set()


def digest(held: dict[str, Any]) -> str:
    return f"{built(held['game']).NAME}/{code.digest(address.canonical_json(held))}"


def test_every_stored_game_can_be_opened() -> None:
    cells = stored_games(FoxGame())
    assert cells["fig10"] > 1_000
    board = Board(FoxGame())
    for row in (0, cells["fig10"] - 1):
        board.receive({"do": "open", "name": "fig10", "row": row})
        assert board.record == stored_game(FoxGame(), "fig10", row)
        end = board.record.positions[-1].outcome
        assert f"{max(end, key=end.get)} won" in board.record.title
        assert Record.parse(FoxGame(), board.record.text) == board.record
    assert board.record.start.game.sheep < 20


def test_rows_that_are_not_there() -> None:
    most = stored_games(FoxGame())["fig10"]
    for row in (most, -1, 1.5):
        with pytest.raises(ValueError, match=f"fig10 has games 0 to {most - 1}, not"):
            stored_game(FoxGame(), "fig10", row)
    with pytest.raises(ValueError, match="no games of fox-game in store by cell 'x'"):
        stored_game(FoxGame(), "x", 0)


def rows(points):
    return [point // 8 for point in range(56) if points >> point & 1]


def test_examples_show_what_their_titles_promise():
    games = example_records(FoxGame())
    sacrifice, lure, behind, sideways = games.values()
    assert "captures a fox" in sacrifice.title
    foxes = [position.state.foxes.bit_count() for position in sacrifice.positions]
    assert foxes[0] == 2 and foxes[-1] == 0
    caught = foxes.index(1)
    assert "x" in sacrifice.moves[caught - 2] and "x" in sacrifice.moves[caught - 3]
    assert "pulled out of the pasture" in lure.title
    start, end = lure.moves[-2].split("x")
    assert PASTURE & point_set([start]) and not PASTURE & point_set([end])
    assert "behind the line" in behind.title
    state = behind.positions[4].state
    assert min(rows(state.foxes)) < min(rows(state.sheep))
    reasons = [FoxGame().reason(game.positions[-1].state) for game in games.values()]
    assert all(0 in game.notes for game in games.values())
    assert reasons[:3] == ["foxes caught", "pasture filled", "too few sheep"]
    assert reasons[3] == sideways.title.removeprefix("The ")


def test_examples_of_ones_own_go_before_the_workbooks(monkeypatch, tmp_path):
    usual = example_records(FoxGame())
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    assert list(example_records(FoxGame())) == list(usual)
    (tmp_path / "examples").mkdir()
    text = next(iter(usual.values())).text.replace("# ", "# My ")
    (tmp_path / "examples" / "fox-game.txt").write_text(text)
    assert list(example_records(FoxGame())) == ["My A sacrifice that captures a fox"]


# -- what is possible ------------------------------------------------------------------

FREE = {
    "turns": "of a match in which every game is the same",
    "left": "plies of exact values, from one start",
    "strength": "of the player that all others are measured by",
    "own_change": "of scores that cannot change",
}
"""Columns that may have no width, and why."""
_SIGNED = ("payoff", "costs", "before", "lead", "sheep_minus_wolves")
_SIGNED += ("correlation", "gain", "more_before")
_FREE = ("strength", "place_change", "lead_change")
RANGES = {
    **dict.fromkeys(_SIGNED, (-1, 1)),
    **dict.fromkeys(("place", "mid", "without", "with"), (1, 4)),
    "lost": (-math.inf, 1),  # the share of victories; one may win more
    **dict.fromkeys(_FREE, (-math.inf, math.inf)),
}
"""Of columns with an interval that are no rates, and have bounds of another kind."""
COUNTED = {
    *("turns", "branching", "fox_row", "fox_row_of_two", "material_ratio", "repeats"),
    *("left", "edge", "sees", "best", "freedom_1", "freedom_2", "freedom_3"),
    *("freedom_4", "distance", "moves", "slides", "decisions", "tries", "points"),
    *("own_change", "ms", "theirs", "milliseconds", "spread"),
}
"""Columns of numbers from 0 on."""


def faults(
    row: dict[str, Any], ranges: dict[str, Any], free: dict[str, str]
) -> list[str]:
    """What is impossible in the intervals of a row."""
    found = []
    for name in [x.removesuffix("_low") for x in row if x.endswith("_low")]:
        value, ends = row[name], (row[f"{name}_low"], row[f"{name}_high"])
        low, high = ranges.get(name, (0, 1))
        if not low <= ends[0] <= value <= ends[1] <= high:
            found.append(f"{name}: {value} ({ends[0]} to {ends[1]})")
        if ends[0] == ends[1] and name not in free:
            found.append(f"{name}: {value} has no width")
    return found


def rule_of(text: str) -> StoppingRule:
    """The rule that a text of `data/cells.json` says."""
    asked = re.fullmatch(r"(?:±(\S+) of (\S+), )?(\d+) to (\d+) blocks", text)
    assert asked is not None
    to, of, least, most = asked.groups()
    return StoppingRule(of or "score", to and float(to), int(least), int(most))


@pytest.mark.slow
def test_every_row_of_stored_games_is_finished_and_possible() -> None:
    """By the rule of each cell that asks for it, and with all of its games."""
    asked: dict[str, set[str]] = {}
    for cell in json.loads(CELLS_FILE.read_text(encoding="utf-8")).values():
        for call in cell["calls"]:
            for name in call["matches"]:
                asked.setdefault(name, set()).add(call["rule"])
    wrong = []
    for path in FILES:
        name, games = f"{path.parent.name}/{path.stem}", read_games(path)
        used = {"all": games.blocks}
        stops = {
            rule: rule_of(rule).blocks_until_fulfilled(games)
            for rule in asked.get(name, ())
        }
        used |= stops
        noted = json.loads(path.with_suffix(".json").read_bytes()).get("stops", {})
        for rule, stop in noted.items():
            block = (
                stops[rule]
                if rule in stops
                else rule_of(rule).blocks_until_fulfilled(games)
            )
            right = block and {
                "block": block,
                "games": lines_of_play.games_digest(games.first_blocks(block)),
                "method": METHOD_VERSION,
            }
            wrong += [f"{name} has another stop: {rule}"] * (stop != right)
        wrong += [f"{name} is unfinished: {x}" for x, n in used.items() if n is None]
        seats = len(games.players)
        ranges = RANGES | {"turns": (0, math.inf), "rank": (1, seats)}
        for blocks in {*used.values()} - {None}:
            row = result_row(games.first_blocks(blocks))
            wrong += [f"{name}: {x}" for x in faults(row, ranges, {"turns"})]
    assert wrong == []


def test_every_kept_row_is_possible() -> None:
    wrong = []
    for path in sorted((data.WORKBOOK / "kept").glob("*/*.json")):
        ranges = RANGES | dict.fromkeys(COUNTED, (0, math.inf))
        if path.parent.name == "starting":
            ranges |= dict.fromkeys(("lead", "first", "second"), (-math.inf, math.inf))
        for row in json.loads(path.read_bytes())["rows"]:
            for fault in faults(row, ranges, FREE):
                wrong.append(f"{path.parent.name}/{path.stem}: {fault}")
    assert wrong == []
