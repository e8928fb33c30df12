"""What a reader passes by mistake is refused at once and by name, and harms nothing.

Whole numbers of NumPy and floats that are whole are the same as ints: the same answer,
the same address, the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

import foxkit
from foxkit import (
    BattleSheep,
    Board,
    Budget,
    FoxGame,
    FoxHeuristic,
    FoxHounds,
    FranksZoo,
    FunctionPlayer,
    GreedyPlayer,
    HareHounds,
    MctsPlayer,
    Position,
    RandomPlayer,
    Replay,
    Search,
    Stepper,
    Wolves,
    check_game,
    game_named,
    iter_simulations,
    match,
    paper,
    play,
)
from foxkit.games.battle_sheep.players import SheepMcts, our_player, report_player
from foxkit.games.battle_sheep.starts import DegreesPlayer
from foxkit.games.fox_hounds.players import DocumentPlayer
from foxkit.games.franks_zoo.players import (
    LearnedHeuristicPlayer,
    MonteCarlo,
    PolicyTraining,
)
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.games.wolves.erring import FuzzyPlayer, OpenedGame
from foxkit.games.wolves.players import ReportPlayer
from foxkit.lab.match import Match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.stats import proportion
from foxkit.lab.workers import open_workers
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.perfect import PerfectPlayer
from foxkit.players.standard import (
    AlphaBetaPlayer,
    BySide,
    MixedPlayer,
    PolicyPlayer,
    SecondChoice,
)
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import Settings
from foxkit.search.perft import divide, perft
from foxkit.view.record import Record

GAME, JUDGE, ANY = FoxGame(), FoxHeuristic(), RandomPlayer()
START = Position.start(GAME)
HARE = Position.start(HareHounds())  # nothing judges it: to refuse it takes no time
SMALL = NoughtsAndCrosses()
THREE, BIG = 3, 2**63

ODD: dict[str, Any] = {
    "int64": np.int64(THREE),
    "uint8": np.uint8(THREE),
    "whole float": 3.0,
    "float32": np.float32(THREE),
    "0": 0,
    "-1": -1,
    "0.9": 0.9,
    "nan": nan,
    "inf": inf,
    "2**63": BIG,
    "10**30": 10**30,
    "1e30": 1e30,
    "text": "x",
    "None": None,
    "True": True,
    "numpy's True": np.bool_(True),
    "list": [],
    "array": np.array([3, 3]),
    "object": object(),
    "class": int,
}


@dataclass(frozen=True)
class Number:
    """An argument that is a number, and what it may be."""

    call: Callable[[Any], Any]
    least: float
    most: float
    whole: bool = True
    default: bool = False  # whether None stands for the usual value
    endless: bool = False  # whether infinity does
    above: float = -inf

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.default
        if isinstance(value, float) and value == inf:
            return self.endless
        known = int | float | np.integer | np.floating
        if isinstance(value, bool) or not isinstance(value, known):
            return False
        if value != value or (self.whole and value != value // 1):
            return False
        return bool(self.least <= value <= self.most and value > self.above)


def searched(
    seed: Any = 1,
    expected_simulations: Any = 10,
    settings: Any = Settings(),  # noqa: B008
) -> Search:
    return Search(GAME, START.state, JUDGE, settings, seed, expected_simulations)


def iterative_deepening() -> AlphaBeta:
    return AlphaBeta(SMALL, SMALL.start(), ZeroEvaluation())


def drawn(**given: Any) -> str:
    return foxkit.gallery([foxkit.board(START)] * 4, **given).title


def workers(count: Any) -> int:
    with open_workers("threads", count) as opened:
        return opened.count()


def small_perft(depth: Any, count: Any = perft) -> Any:
    return count(SMALL, SMALL.start(), depth)


M, SEED = 10**9, BIG - 1
NUMBERS: dict[str, Number] = {
    "Budget simulations": Number(Budget, 1, M),
    "Budget seconds": Number(lambda x: Budget(seconds=x), 0, 86400, False, above=0),
    "paper simulations": Number(paper, 1, M),
    "paper cutoff": Number(lambda x: paper(9, cutoff=x), -1, 2**31 - 1),
    "paper c": Number(lambda x: paper(9, c=x), 0, inf, False),
    "paper k": Number(lambda x: paper(9, k=x), 0, 1, False),
    "FoxHeuristic k": Number(lambda x: FoxHeuristic(k=x), 0, 1, False),
    "FoxHeuristic q": Number(lambda x: FoxHeuristic(q=x), 0, inf, False),
    "FoxHeuristic b": Number(lambda x: FoxHeuristic(b=x), -inf, inf, False),
    "MctsPlayer expansion": Number(lambda x: paper(9, expansion=x), 0, 1),
    "MctsPlayer tie_break": Number(lambda x: paper(9, tie_break=x), 0, 1),
    "MctsPlayer parent_visits_from": Number(
        lambda x: paper(9, parent_visits_from=x), 0, 1
    ),
    "AlphaBetaPlayer depth": Number(lambda x: AlphaBetaPlayer(JUDGE, x), 1, 1000),
    "AlphaBetaPlayer nodes": Number(
        lambda x: AlphaBetaPlayer(JUDGE, 2, x), 1, SEED, endless=True
    ),
    "MixedPlayer chance": Number(lambda x: MixedPlayer(ANY, ANY, x), 0, 1, False),
    "FuzzyPlayer fuzz": Number(lambda x: FuzzyPlayer(ANY, x), 0, 1, False),
    "DocumentPlayer fuzz": Number(DocumentPlayer, 0, 1, False),
    "DegreesPlayer factor": Number(DegreesPlayer, -inf, inf, False),
    "SheepMcts pays": Number(lambda x: SheepMcts(Budget(9), pays=x), 0, 2),
    "report_player simulations": Number(report_player, 1, M),
    "our_player simulations": Number(lambda x: our_player(9, x), 1, M),
    "MonteCarlo episodes": Number(lambda x: MonteCarlo(episodes=x), 1, M),
    "MonteCarlo criterion": Number(lambda x: MonteCarlo(criterion=x), 0, 1),
    "PolicyTraining games": Number(lambda x: PolicyTraining(games=x), 1, M),
    "PolicyTraining seed": Number(lambda x: PolicyTraining(seed=x), 0, SEED),
    "LearnedHeuristicPlayer games": Number(
        lambda x: LearnedHeuristicPlayer(x, 1), 0, M
    ),
    "LearnedHeuristicPlayer seed": Number(
        lambda x: LearnedHeuristicPlayer(1, x), 0, SEED
    ),
    "ReportPlayer depths": Number(lambda x: ReportPlayer(depths=(x, 3)), 1, 1000),
    "OpenedGame plies": Number(lambda x: OpenedGame(plies=x), 0, 1000),
    "Search seed": Number(lambda x: searched(seed=x).run(20).children()[0], 0, SEED),
    "Search expected_simulations": Number(
        lambda x: searched(expected_simulations=x).run(20).children()[0], 1, 1000
    ),
    "Search.run simulations": Number(lambda x: searched().run(x).simulations, 0, 1000),
    "Search.run_until simulations": Number(
        lambda x: searched().run_until(x, 0.1).simulations and 1, 0, M, endless=True
    ),
    "Search.run_until seconds": Number(
        lambda x: searched().run_until(3, x).simulations, 0, inf, False, endless=True
    ),
    "Settings cutoff": Number(
        lambda x: searched(settings=Settings(cutoff=x)).settings, -1, 2**31 - 1
    ),
    "iter_simulations simulations": Number(
        lambda x: len([*iter_simulations(searched(), x)]), 0, 1000
    ),
    "AlphaBeta bits": Number(
        lambda x: AlphaBeta(SMALL, SMALL.start(), ZeroEvaluation(), bits=x).nodes, 0, 26
    ),
    "AlphaBeta.search depth": Number(
        lambda x: iterative_deepening().search(SMALL.start(), x), 0, 1000
    ),
    "AlphaBeta.best depth": Number(lambda x: iterative_deepening().best(x), 1, 1000),
    "AlphaBeta.scores depth": Number(
        lambda x: iterative_deepening().scores(x), 1, 1000
    ),
    "AlphaBeta.deepened depth": Number(
        lambda x: iterative_deepening().iterative_deepening(x), 0, 1000
    ),
    "perft depth": Number(small_perft, 1, 1000),
    "divide depth": Number(lambda x: small_perft(x, divide), 1, 1000),
    "solve max_positions": Number(
        lambda x: foxkit.solve(SMALL, max_positions=x).summary(), 1, SEED
    ),
    "check_game games": Number(lambda x: check_game(SMALL, games=x), 1, 1000),
    "check_game seed": Number(lambda x: check_game(SMALL, games=1, seed=x), 0, SEED),
    "Match seed": Number(
        lambda x: MatchFiles(Match(GAME, (ANY, ANY), x)).address, 0, SEED, default=True
    ),
    "match opening": Number(
        lambda x: MatchFiles(match(GAME, ANY, opening=x)).address,
        0,
        1000,
        default=True,
    ),
    "Opening plies": Number(lambda x: foxkit.Opening(x, ANY), 0, 1000),
    "play seed": Number(lambda x: played(seed=x), 0, SEED, default=True),
    "play min_blocks": Number(lambda x: played(min_blocks=x), 1, M),
    "play max_blocks": Number(lambda x: played(max_blocks=x), 1, M),
    "play to": Number(lambda x: played(to=x), 0, inf, False, default=True, above=0),
    "play_blocks seed": Number(lambda x: blocks(x), 0, SEED),
    "proportion n": Number(lambda x: proportion(1, x), 1, SEED),
    "gallery columns": Number(lambda x: drawn(columns=x), 1, 100),
    "Replay at": Number(lambda x: Replay(Record(START), x).at, 0, 0),
    "board strongest": Number(
        lambda x: foxkit.board(START, strongest=x).title, 0, inf, False
    ),
    "Stepper simulations": Number(
        lambda x: Stepper(START, simulations=x).walkthrough.title, 0, 1000
    ),
    "Stepper seed": Number(
        lambda x: Stepper(START, simulations=2, seed=x).walkthrough.title, 0, SEED
    ),
    "Stepper depth": Number(
        lambda x: Stepper(HARE, "alpha-beta", depth=x).walkthrough.title, 1, 3
    ),
    "workers workers": Number(workers, 1, 10_000, default=True),
    "FoxGame sheep": Number(lambda x: FoxGame(sheep=x, target=1), 1, 20),
    "FoxHounds height": Number(lambda x: FoxHounds(4, x), 3, 26),
    "HareHounds stall_limit": Number(HareHounds, 2, 60),
    "FranksZoo players": Number(lambda x: FranksZoo(players=x), 4, 6),
    "BattleSheep seed": Number(lambda x: BattleSheep(seed=x), 0, SEED),
    "advise players": Number(
        lambda x: foxkit.advise("1 fox", "opening", "1 fish", "9", players=x), 4, 6
    ),
}


def played(**rule: Any) -> Any:
    """What `play` says where nothing is there, and nothing is played."""
    return play(match(GAME, ANY), **rule).to_dict("records")


def blocks(seed: Any) -> Any:
    return foxkit.play_blocks(match(SMALL, ANY), seed, range(1)).moves


@pytest.fixture(autouse=True)
def nothing_is_written(own_data: Path, at: Any) -> Iterator[None]:
    at(plays_missing=False)
    yield
    assert not [*own_data.rglob("*.parquet"), *own_data.rglob("*.journal")]


def outcome(call: Callable[[Any], Any], value: Any) -> str:
    """What a call comes to, its types among it, or what it says against a value."""
    try:
        return repr(call(value))
    except (ValueError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("door", NUMBERS)
def test_numbers_are_what_they_are_worth_or_refused_by_name(door: str) -> None:
    """Numbers so large that they would take long are not tried where they are fine."""
    number, argument = NUMBERS[door], door.split()[1]
    for name, value in ODD.items():
        if number.allows(value):
            told = outcome(number.call, value)
            plain = value if value is None or value == inf else value * 1
            if number.whole and plain is not None and plain != inf:
                plain = int(value)
            elif isinstance(plain, np.generic):
                plain = plain.item()
            assert told == outcome(number.call, plain), (door, name)
            assert f"{argument} is " not in told, (door, name)
            continue
        begun = process_time()
        with pytest.raises((ValueError, TypeError)) as caught:
            number.call(value)
        assert process_time() - begun < 2, (door, name)
        said = str(caught.value)
        assert f"{argument} is " in said and ", not " in said, (door, name, said)
        assert len(said) < 400, (door, name)


CHOICES: dict[str, tuple[Callable[[Any], Any], str, str]] = {
    "MctsPlayer choice": (lambda x: paper(9, choice=x), "mostvisited", "most visited"),
    "Search.best choice": (
        lambda x: searched().run(9).best(x),
        "highest-value",
        "highest value",
    ),
    "PerfectPlayer losing": (PerfectPlayer, "resists", "resist"),
    "ReportPlayer without": (lambda x: ReportPlayer(without=[x]), "trap", "trapped"),
    "Stepper search": (lambda x: Stepper(START, x), "alphabeta", "alpha-beta"),
    "board seen_by": (lambda x: foxkit.board(START, seen_by=x), "fox", "foxes"),
    "game_named name": (game_named, "foxgame", "fox-game"),
    "game_named variant": (
        lambda x: game_named("wolves", x),
        "3wolves",
        "three-wolves",
    ),
}


@pytest.mark.parametrize("door", CHOICES)
def test_a_choice_is_refused_with_the_closest_that_there_is(door: str) -> None:
    call, wrong, right = CHOICES[door]
    assert right in repr(call(right)) or call(right) is not None
    with pytest.raises(ValueError, match=rf"did you mean '{right}'\?"):
        call(wrong)
    for value in (3, nan, [], object(), int, {"a": 1}):
        with pytest.raises(ValueError, match=r"is|no") as caught:
            call(value)
        assert right in str(caught.value)


def shepherd(position: Position, seed: int) -> str:
    return next(iter(position.moves))


class Chooses:
    def choose(self, game: Any, state: Any, seed: int) -> int:
        return 0


class Nameless:
    PLAYERS = ("one", "other")


class Ruleless(Nameless):
    NAME, MAX_MOVES, start, format_move = "ruleless", 1, None, None


FUNCTION = r"a function: write FunctionPlayer\(shepherd\)"
POSITION = r"made by Position.start\(game\) or Position.parse"
JUDGES = {
    "x": "evaluation is a value such as",
    FoxHeuristic: r"evaluation is a value, not a class: write FoxHeuristic\(\)",
    shepherd: "write @evaluation above shepherd",
}
OBJECTS: dict[str, tuple[Callable[[Any], Any], dict[Any, str]]] = {
    "match game": (
        lambda x: match(x, ANY),
        {
            FoxGame: r"not a class: write FoxGame\(\)",
            START: "it lacks NAME",
            Nameless(): "it lacks NAME, MAX_MOVES, start, format_move",
            Ruleless(): "legal_moves is not registered for the class Ruleless",
        },
    ),
    "match player": (
        lambda x: match(GAME, x),
        {
            shepherd: FUNCTION,
            Chooses: "not a class: write Chooses",
            JUDGE: "has no choose",
            DocumentPlayer(): "DocumentPlayer is made for fox-hounds, not for fox-game",
            SheepMcts(Budget(9)): "SheepMcts is made for battle-sheep",
            MonteCarlo(): "MonteCarlo is made for franks-zoo",
            BySide((ANY, DegreesPlayer())): "DegreesPlayer is made for battle-sheep",
            MixedPlayer(ANY, ReportPlayer(), 0.5): "ReportPlayer is made for wolves",
            BySide((ANY,)): "BySide has 1 players for the 2 sides of fox-game",
        },
    ),
    "match player of another game": (
        lambda x: match(Wolves(), ANY, x),
        {
            paper(9): "FoxHeuristic is made for fox-game, not for wolves",
            SecondChoice(paper(9)): "FoxHeuristic is made for fox-game",
            GreedyPlayer(JUDGE): "FoxHeuristic is made for fox-game",
        },
    ),
    "play": (play, {FoxGame(): r"made by match\(game, player\)", "x": "'x'"}),
    "play, several": (play, {(match(GAME, ANY), 3): ", not 3"}),
    "play of": (lambda x: played(of=x), {3: "the name of a column, not 3"}),
    "games": (foxkit.games, {"x": "'x'", START: "a match is made by match"}),
    "the": (
        lambda x: foxkit.estimate(x, "score"),
        {"x": "rows are a DataFrame, as play returns"},
    ),
    "replay": (lambda x: foxkit.replay(GAME, x), {"x": "moves are the bytes"}),
    "Position.start": (Position.start, {FoxGame: "not a class", "x": "is no game"}),
    "Position.parse": (lambda x: Position.parse(x, "s"), {FoxGame: "not a class"}),
    "Position.parse text": (lambda x: Position.parse(GAME, x), {5: "is a str, not 5"}),
    "Position.play": (START.play, {5: "5 is not a legal move", FoxGame: "legal are"}),
    "Search": (
        lambda x: Search(GAME, x, JUDGE),
        {START: "write position.state", 3: r"a state is made by game.start\(\)"},
    ),
    "Search game": (lambda x: Search(x, START.state, JUDGE), {FoxGame: "not a class"}),
    "Search evaluation": (lambda x: Search(GAME, START.state, x), JUDGES),
    "Search of another game": (
        lambda x: Search(Wolves(), Wolves().start(), x),
        {JUDGE: "FoxHeuristic is made for fox-game, not for wolves"},
    ),
    "AlphaBeta of another game": (
        lambda x: AlphaBeta(Wolves(), Wolves().start(), x),
        {JUDGE: "FoxHeuristic is made for fox-game, not for wolves"},
    ),
    "Search settings": (lambda x: searched(settings=x), {3: "settings are Settings"}),
    "AlphaBeta": (lambda x: AlphaBeta(GAME, START.state, x), JUDGES),
    "AlphaBeta state": (lambda x: AlphaBeta(GAME, x, JUDGE), {START: "position.state"}),
    "MctsPlayer": (lambda x: MctsPlayer(Budget(9), x), JUDGES),
    "MctsPlayer budget": (lambda x: MctsPlayer(x, JUDGE), {9: r"budget is a Budget"}),
    "MctsPlayer settings": (
        lambda x: MctsPlayer(Budget(9), JUDGE, x),
        {0.4: r"settings are Settings\(…\), not 0.4"},
    ),
    "MctsPlayer setting": (
        lambda x: paper(9, **{x: 1}),
        {"cutof": "did you mean 'cutoff'", "order": "is called tie_break now"},
    ),
    "MctsPlayer subclass": (
        lambda x: type("Mine", (MctsPlayer,), {x: 1}),
        {"c": r"Settings = Settings\(c=…\)", "_search": "is called new_search now"},
    ),
    "MctsPlayer policy": (
        lambda x: paper(9, policy=x),
        {"x": "playout_move is registered", type(GAME): "playout_move is registered"},
    ),
    "MctsPlayer belief": (
        lambda x: paper(9, belief=x),
        {"x": "determinize is registered", 0: "determinize is registered"},
    ),
    "AlphaBetaPlayer": (lambda x: AlphaBetaPlayer(x, 2), JUDGES),
    "GreedyPlayer": (GreedyPlayer, JUDGES),
    "PolicyPlayer": (PolicyPlayer, {None: "playout_move is registered"}),
    "SecondChoice": (SecondChoice, {ANY: "player is an MctsPlayer"}),
    "MixedPlayer": (lambda x: MixedPlayer(x, ANY, 0.5), {shepherd: FUNCTION}),
    "BySide": (BySide, {3: "one for each side", (shepherd, ANY): FUNCTION}),
    "FunctionPlayer": (
        FunctionPlayer,
        {
            3: "not 3",
            Chooses: "takes a position and a seed",
            (lambda position: ""): "takes a position and a seed",
            (lambda: ""): "takes a position and a seed",
        },
    ),
    "perft": (lambda x: perft(GAME, x, 1), {START: "write position.state"}),
    "solve": (foxkit.solve, {NoughtsAndCrosses: "not a class", "x": "is no game"}),
    "solve state": (lambda x: foxkit.solve(SMALL, x), {START: "write position.state"}),
    "check_game": (check_game, {FoxGame: "not a class", "x": "is no game"}),
    "iter_simulations": (
        lambda x: [*iter_simulations(x, 3)],
        {START: "search is a Search"},
    ),
    "board": (foxkit.board, {"x": POSITION, FoxGame: POSITION, GAME: POSITION}),
    "Board": (Board, {"x": "is no game", FoxGame: "not a class"}),
    "Board players": (lambda x: Board(GAME, players={"me": x}), {shepherd: FUNCTION}),
    "Replay": (Replay, {START: "record is a Record", "x": "record is a Record"}),
    "Stepper": (Stepper, {GAME: POSITION, "x": POSITION}),
    "gallery": (foxkit.gallery, {3: "drawings are a list", "xy": "not 'x'"}),
    "starting_cells": (foxkit.starting_cells, {3: "a position's text is a str"}),
    "strategy_fusion": (foxkit.strategy_fusion, {3: "a position's text is a str"}),
    "strategy_fusion game": (
        lambda x: foxkit.strategy_fusion("x", x),
        {GAME: "game is FranksZoo"},
    ),
    "advise": (lambda x: foxkit.advise(x, "opening", "-", 0), {3: "hand is a text"}),
    "kept": (lambda x: foxkit.computed(x, []), {3: "of a function, not of 3"}),
    "kept cases": (lambda x: foxkit.computed(shepherd, x), {3: "cases are a list"}),
    "quotation": (foxkit.quotation, {3: "no published row 3"}),
    "printed": (foxkit.published, {3: "ids are a text"}),
    "claim": (
        lambda x: foxkit.claim(x, 1),
        {3: "not 3", "": "published rows"},
    ),
    "claim value": (
        lambda x: foxkit.claim("fox-t1-20-rate", x),
        {nan: "not nan", Chooses: "value is a number, a text or an estimate"},
    ),
    "ledger_rows": (foxkit.ledger_rows, {3: "document is the start of a name"}),
}


@pytest.mark.parametrize("door", OBJECTS)
def test_what_is_no_such_thing_is_refused_with_what_to_write(door: str) -> None:
    call, wrong = OBJECTS[door]
    for value, said in wrong.items():
        begun = process_time()
        with pytest.raises(ValueError, match=said):
            call(value)
        assert process_time() - begun < 2


def test_a_number_of_any_kind_is_one_address() -> None:
    players = paper(300), paper(300.0), paper(np.int64(300), c=np.float64(0.4))
    games = FoxGame(18), FoxGame(sheep=18.0), FoxGame(sheep=np.int8(18))
    matches = [match(game, player) for game in games for player in players]
    assert len({MatchFiles(each).address for each in matches}) == 1
