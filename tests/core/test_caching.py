"""The disk cache: never an old answer, nothing compiled twice, nobody else's code."""

import os
import pickle
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from fresh import COUNTED, ROOT, answer

from foxkit.core import compiled
from foxkit.core.generic import compared_by_class, generic

SEARCH = (
    COUNTED
    + """
import json
from foxkit.games.fox_game.rules import FoxGame
from foxkit.search.perft import perft

counts = perft(FoxGame(), FoxGame().start(), 2)
print(json.dumps({"counts": counts, "compiled": Compiled.names}))
"""
)
"""The smallest search, which is compiled in seconds."""

ONLY_THE_FIRST_MOVE = """

from foxkit.core import compiled_inline

_all_moves = compiled_inline(_legal_moves)


@legal_moves.register
def _first_move(game: FoxGame, state: FoxState, moves: np.ndarray) -> int:
    return min(1, _all_moves(game, state, moves))
"""


@pytest.mark.slow
def test_an_edited_rule_is_obeyed_at_once(tmp_path: Path) -> None:
    """numba alone would answer from the old rule: it watches the search's file only."""
    package = tmp_path / "foxkit"
    shutil.copytree(ROOT / "foxkit", package, ignore=shutil.ignore_patterns("__py*"))
    first = answer(SEARCH, tmp_path)
    assert first["counts"] == [7, 42]
    assert "_count_sequences" in first["compiled"]

    for path in package.rglob("*.py"):
        os.utime(path, (1, 1))
    append(package / "view" / "theme.py", "\n# no part of any search\n")
    append(package / "games" / "fox_game" / "board.py", "\n# nor is a board\n")
    assert answer(SEARCH, tmp_path) == {**first, "compiled": []}

    append(package / "games" / "fox_game" / "rules.py", ONLY_THE_FIRST_MOVE)
    edited = answer(SEARCH, tmp_path)
    assert edited["counts"] == [1, 1]
    assert "_count_sequences" in edited["compiled"]


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


def test_compiled_code_never_mixes_up_two_classes_of_one_name() -> None:
    """numba tells NamedTuples apart by the names of the class and of its fields."""

    size = generic(lambda first: 0)
    kinds = [compared_by_class(namedtuple("Board", ["field"])) for _ in range(2)]
    size.register(kinds[0])(lambda first: 1)
    size.register(kinds[0])(lambda first: 2)
    size.register(kinds[1])(lambda first: 3)
    asked = compiled(lambda board: size(board))
    assert [size(kind(0)) for kind in kinds] == [2, 3]
    assert [asked(kind(0)) for kind in kinds] == [2, 3]


COMMANDS = """
import io, json, sys
from foxkit.cli import main
from foxkit.games.fox_game.rules import FoxGame
from foxkit.core.position import Position

for command in (
    "moves fox-game",
    "perft fox-game --depth 2 --divide",
    "search fox-game --simulations 20 --seed 1",
    "search fox-game --simulations 20 --cutoff 5 --expansion textbook",
    "moves fox-game --variant whole-chains",
    "moves wolves",
    "perft wolves --depth 2",
):
    game = FoxGame() if "fox-game" in command else None
    text = Position.start(game).text if game else "11111/11111/00000/00000/02020 w"
    sys.stdin = io.StringIO(text)
    assert main(command.split()) == 0
"""

PLAYERS = """
import json
from foxkit.players.budget import Budget
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.players.standard import GreedyPlayer, MctsPlayer, RandomPlayer
from foxkit.lab.match import match, play_blocks
from foxkit.games.fox_game.rules import FoxGame

greedy = GreedyPlayer(FoxHeuristic())
for other in (RandomPlayer(), MctsPlayer(Budget(10), FoxHeuristic())):
    play_blocks(match(FoxGame(), greedy, other), 1, range(1))
print(json.dumps(Compiled.names))
"""


@pytest.mark.slow
def test_a_second_process_compiles_nothing() -> None:
    """Neither the commands nor the players; counted, since seconds depend on load."""
    answer(COUNTED + COMMANDS + PLAYERS)
    assert answer(COUNTED + COMMANDS + PLAYERS) == []


OWN_EVALUATION = """
import json
from foxkit.players.evaluations import evaluation
from foxkit.core.entry import evaluate
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.search.perft import perft
from foxkit.search.session import Search

game, value = NoughtsAndCrosses(), 0.25
perft(game, game.start(), 1)

@evaluation
def own(game, state):
    return value

search = Search(game, game.start(), own).run(5)
print(json.dumps([evaluate(own, game, game.start())[0], search.value]))
"""


@pytest.mark.slow
def test_a_readers_evaluation_is_never_kept(tmp_path: Path) -> None:
    """It may be another one next time; nothing that depends on it goes to disk."""
    folder = tmp_path / "cache"
    found = answer(OWN_EVALUATION, NUMBA_CACHE_DIR=str(folder))
    assert found == [0.25, 0.25]
    kept = {path.name.partition("-")[0] for path in folder.rglob("*.nbi")}
    assert "perft._count_sequences" in kept
    assert not kept & {"simulation.add_simulations", "entry.lambda"}


OWN_POLICY = """
import json
from typing import NamedTuple
from foxkit.core.generic import compared_by_class
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.search.mcts import Settings
from foxkit.search.perft import perft
from foxkit.search.playout import playout_move
from foxkit.search.session import Search

@compared_by_class
class First(NamedTuple):
    unused: int = 0

@playout_move.register
def _first(policy: First, game: tuple, state: tuple, moves: tuple, seed: int) -> tuple:
    return int(moves[0]), seed

settings, game = Settings(cutoff=3, policy=First()), NoughtsAndCrosses()
perft(game, game.start(), 1)
print(json.dumps(Search(game, game.start(), ZeroEvaluation(), settings).run(5).value))
"""


@pytest.mark.slow
def test_a_readers_policy_is_never_kept(tmp_path: Path) -> None:
    """Though it is inside of settings, which are the package's own."""
    answer(OWN_POLICY, NUMBA_CACHE_DIR=str(tmp_path))
    kept = {path.name.partition("-")[0] for path in tmp_path.rglob("*.nbi")}
    assert "perft._count_sequences" in kept and "simulation.add_simulations" not in kept


OWN_GAME = """
from foxkit.core.game import mover
from foxkit.games.fox_game.rules import FoxGame

class Own(FoxGame):
    pass

@mover.register
def _mover(game: Own, state: tuple) -> int:
    return {mover}
"""
ASK = """
import json
from foxkit.core import entry
from {module} import {kind}
print(json.dumps(entry.mover({kind}(), {kind}().start())))
"""


@pytest.mark.slow
def test_a_readers_game_is_never_kept(tmp_path: Path) -> None:
    """Its edits are obeyed, and a process that cannot import it is not disturbed."""
    own = tmp_path / "own.py"
    ask = ASK.format(module="own", kind="Own")
    for expected in (1, 0):
        own.write_text(OWN_GAME.format(mover=expected))
        path = os.pathsep.join((str(tmp_path), str(ROOT)))
        assert answer(ask, PYTHONPATH=path) == expected
    assert answer(ASK.format(module="foxkit.games.fox_game.rules", kind="FoxGame")) == 0


REPLACED = """
import json
from foxkit.core import compiled_inline
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.search import mcts
from foxkit.search.session import Search

@compiled_inline
def flat(value_sum, visits, log_parent, c):
    return 0.0, 0.0 * visits

if {replaced}:
    mcts.ucb1 = flat
game = NoughtsAndCrosses()
children = Search(game, game.start(), ZeroEvaluation()).run(300).children()
print(json.dumps([each.visits for each in children]))
"""


@pytest.mark.slow
def test_where_a_function_is_replaced_nothing_is_kept_and_nothing_read(
    tmp_path: Path,
) -> None:
    def visits(replaced: bool) -> list[int]:
        return answer(REPLACED.format(replaced=replaced), NUMBA_CACHE_DIR=str(tmp_path))

    usual = visits(replaced=False)
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.nb?")}
    assert any("add_simulations" in path.name for path in kept)
    assert visits(replaced=True) != usual
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.nb?")} == kept


# -- edits and damage ----------------------------------------------------------------

EDITED_MEANWHILE = """
import json, pathlib
import foxkit
from foxkit.core import entry
from foxkit.games.fox_game.rules import FoxGame

rules = pathlib.Path(foxkit.__file__).parent / "games" / "fox_game" / "rules.py"
rules.write_text(rules.read_text() + "\\n# an edit after the import\\n")
game = FoxGame()
print(json.dumps(entry.mover(game, game.start())))
"""


@pytest.mark.slow
def test_a_process_that_outlives_an_edit_keeps_nothing(tmp_path: Path) -> None:
    package, kept = tmp_path / "foxkit", tmp_path / "cache"
    shutil.copytree(ROOT / "foxkit", package, ignore=shutil.ignore_patterns("__py*"))
    for _ in range(2):  # the text that is there when a process begins makes no odds
        assert answer(EDITED_MEANWHILE, tmp_path, NUMBA_CACHE_DIR=str(kept)) == 0
        assert not [path for path in kept.rglob("*") if path.suffix in (".nbi", ".nbc")]


MOVER = (
    COUNTED
    + """
import json
from foxkit.core import entry
from foxkit.games.fox_game.rules import FoxGame
print(json.dumps([entry.mover(FoxGame(), FoxGame().start()), Compiled.names]))
"""
)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE = {
    "cut in half": truncate,
    "garbage": lambda path: path.write_bytes(bytes(range(256)) * 9),
    "another pickle": lambda path: path.write_bytes(pickle.dumps("0.68.1") * 2),
    "a folder": make_folder,
}
MOVER_AND_PAYOFFS = (
    MOVER
    + """
before = len(Compiled.names)
payoffs = entry.payoffs(FoxGame(), FoxGame().start())
print(json.dumps([payoffs, Compiled.names[:before], Compiled.names[before:]]))
"""
)


@pytest.mark.slow
def test_a_damaged_file_counts_as_missing(tmp_path: Path) -> None:
    """Of one function the index is damaged, of another one the code."""

    def compiled_again() -> list[bool]:
        said = answer(MOVER_AND_PAYOFFS, NUMBA_CACHE_DIR=str(tmp_path))
        assert said[0] == [-1.0, 1.0]
        return [*map(bool, said[1:])]

    assert compiled_again() == [True, True]
    index, other = sorted(tmp_path.rglob("*.nbi"))
    [code] = tmp_path.rglob(f"{other.stem}.*.nbc")
    assert compiled_again() == [False, False]
    for kind, damage in DAMAGE.items():
        for path in (index, code):
            damage(path)
        assert compiled_again() == [True, True], kind


@pytest.mark.slow
def test_where_nothing_can_be_written_all_goes_on(tmp_path: Path) -> None:
    package, nowhere = tmp_path / "foxkit", tmp_path / "nowhere"
    shutil.copytree(ROOT / "foxkit", package, ignore=shutil.ignore_patterns("__py*"))
    for path in (nowhere, package / "__pycache__"):
        path.write_text("a file, not a folder")
    found = answer(MOVER, tmp_path, NUMBA_CACHE_DIR=str(nowhere), HOME=str(nowhere))
    assert found[0] == 0 and found[1]
    assert not [*tmp_path.rglob("*.nbi")]


@pytest.mark.slow
def test_folders_of_older_versions_go(tmp_path: Path) -> None:
    for age in range(1, 6):
        folder = tmp_path / f"compiled-{age:016x}"
        folder.mkdir()
        (folder / "some.nbc").touch()
        os.utime(folder, (10**9 - age, 10**9 - age))
    (tmp_path / "compiled-by-hand").mkdir()
    answer(MOVER, NUMBA_CACHE_DIR=str(tmp_path))
    left = {path.name for path in tmp_path.iterdir()}
    gone = {f"compiled-{age:016x}" for age in (3, 4, 5)}
    assert len(left) == 4 and not left & gone and "compiled-by-hand" in left
