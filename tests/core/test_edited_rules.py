"""What a reader edits is what runs compiled: a rule, a helper or a constant alone."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from foxkit.core import contains_user_class, entry
from foxkit.core import game as plain
from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.core.versions import current_versions
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.lab import workers
from foxkit.lab.match import match, play_game, replay
from foxkit.lab.play import play
from foxkit.players.budget import Budget
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import MctsPlayer, PolicyPlayer, RandomPlayer
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import Settings
from foxkit.search.perft import perft
from foxkit.search.session import Search
from foxkit.site.chapters import NOTEBOOKS, chapter_at
from foxkit.solvers import exact
from foxkit.solvers import retrograde as whole
from foxkit.testing import check_game

CHAPTER = chapter_at(NOTEBOOKS / "07_your_own_game.ipynb").as_node()
CELLS = {cell.id: cell.source for cell in CHAPTER.notebook.cells}
Run = Callable[..., Any]


def notebook(name: str) -> tuple[ModuleType, Run]:
    """An empty notebook, and a function that runs a cell in it, with replacements."""
    module = ModuleType(name)
    sys.modules[name] = module

    def run(source: str, *changed: str) -> None:
        source = CELLS.get(f"own-{source}", source)
        for old, new in zip(changed[::2], changed[1::2], strict=True):
            assert old in source
            source = source.replace(old, new)
        file = f"<{name} {len(linecache.cache)}>"
        linecache.cache[file] = len(source), None, source.splitlines(True), file
        exec(compile(source, file, "exec"), vars(module))

    return module, run


@pytest.fixture
def hunt() -> Iterator[tuple[ModuleType, Run]]:
    """The chapter's game, as its cells define it."""
    module, run = notebook("edited_hunt")
    for each in ("first", "points", "class", "moves", "play", "text"):
        run(each)
    yield module, run
    sys.modules.pop("edited_hunt")


EDITS = {
    "moves": (
        "moves",
        "free >> end & 1:",
        "free >> end & 1 and (state.mover == 0 or end % 2 == 0):",
    ),
    "play": ("play", "return State(state.hounds, end, 0", "return State(7, end, 0"),
    "payoffs": ("play", "return 1.0, -1.0", "return 0.5, -0.5"),
    "helper": (
        "@compiled_inline\n"
        "def is_won_by_hare(game, state):\n    return state.hare < 9\n",
    ),
    "constant": ("REACH = REACH.copy()\nREACH[0, 0] = 0",),
    "constant, in place": ("REACH[0, 0] = 0",),
}


def counted(game: Any, state: Any, depth: int) -> list[int]:
    """What `perft` counts, by the rules as plain Python."""
    states, found = [state], []
    for _ in range(depth):
        moves = np.zeros(game.MAX_MOVES, np.int64)
        after = []
        for each in states:
            n = plain.legal_moves(game, each, moves)
            after += [plain.play(game, each, int(move)) for move in moves[:n]]
        states = after
        found.append(len(states))
    return found


@pytest.mark.slow
def test_an_edit_alone_is_obeyed(hunt: tuple[ModuleType, Run]) -> None:
    """And where the cell is as it was, what was compiled then serves again."""
    module, run = hunt
    game = module.Hunt()
    start, usual = game.start(), counted(game, game.start(), 4)
    kept, then, seen = Position.start(game), current_versions(game), [usual]
    for edit, cell in EDITS.items():
        assert perft(game, start, 4) == usual, edit
        run(*cell)
        assert current_versions(game) != then, edit
        now = counted(game, start, 4)
        assert (now == usual) == (edit == "payoffs")
        assert perft(game, start, 4) == now, edit
        assert len(kept.moves) == len(kept.codes) == now[0], edit
        seen.append(now)
        for each in ("points", "moves", "play"):
            run(each)
        assert current_versions(game) == then, edit
    assert usual == [7, 21, 133, 443] and [7, 7, 45, 45] in seen


@pytest.mark.slow
def test_everything_that_is_compiled_follows(hunt: tuple[ModuleType, Run]) -> None:
    module, run = hunt
    game = module.Hunt()
    kept = Position.start(game)
    searched = Search(game, game.start(), ZeroEvaluation(), Settings(cutoff=-1)).run(9)
    looked = AlphaBeta(game, game.start(), ZeroEvaluation())
    assert looked.search(game.start(), 2) == 0.0
    assert len(whole.solve(game).graph.movers) == 19_548
    assert exact.is_quick(kept)

    run(*EDITS["moves"])
    assert not exact.is_quick(kept)
    assert len(whole.solve(game).graph.movers) == 3_695
    assert check_game(game, games=2)
    for search in (lambda: searched.run(1), lambda: looked.search(game.start(), 2)):
        with pytest.raises(ValueError, match="Hunt was edited since this search began"):
            search()
    fresh = Search(game, game.start(), ZeroEvaluation(), Settings(cutoff=-1)).run(200)
    first = fresh.children()[0].move
    assert len(fresh.children(first)) == 1  # the hare has one step, of three
    players = MctsPlayer(Budget(5), ZeroEvaluation(), cutoff=-1), RandomPlayer()
    moves = play_game(game, players, (1, 2)).moves
    assert moves[1] == 0
    assert [len(each.codes) for each in replay(game, moves)[:2]] == [7, 1]


@pytest.mark.slow
def test_classes_made_anew_and_constants_of_classes(
    hunt: tuple[ModuleType, Run],
) -> None:
    module, run = hunt
    old = module.Hunt()
    before = perft(old, old.start(), 3)
    run("class")  # a second class of the name, which has no rules yet
    new = module.Hunt()
    assert current_versions(new) != current_versions(old)
    for each in ("moves", "play", "text"):
        run(each)
    assert current_versions(new) == current_versions(
        old
    )  # the same rules: nothing is compiled again
    position = Position.start(new).play("b1-c2")
    assert type(position.state) is module.State
    run("class", "self.first, 0)", "self.first, 9)")  # the start is plain Python
    for each in ("moves", "play", "text"):
        run(each)
    newest = module.Hunt()
    assert perft(newest, newest.start(), 3) != before
    assert perft(old, old.start(), 3) == before
    module.Hunt.MAX_MOVES = 6
    with pytest.raises(ValueError, match="MAX_MOVES, 6: legal_moves returns 7, in "):
        perft(newest, newest.start(), 3)


EVALUATION = """
import numpy as np
import edited_weights as weights
from foxkit.players.evaluations import evaluation
from foxkit.core import compiled_inline

SIGN, TABLE = 1.0, np.array([0.0, 0.25])

@compiled_inline
def bias(x):
    return x + weights.BIAS

@evaluation
def own(game, state):
    return SIGN * bias(TABLE[1])
"""


@pytest.mark.slow
def test_an_evaluation_and_its_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    """A global, an array edited in place, the constant of a module, a helper."""
    weights: Any = ModuleType("edited_weights")
    weights.BIAS = 0.0
    monkeypatch.setitem(sys.modules, "edited_weights", weights)
    module, run = notebook("edited_judge")
    run(EVALUATION)
    game = NoughtsAndCrosses()  # a search of it is compiled soonest

    def searched() -> Search:
        return Search(game, game.start(), module.own).run(3)

    begun = searched()
    assert (evaluate(module.own, game, game.start())[0], begun.value) == (0.25, 0.25)
    for edit, value in {
        "SIGN = -1.0": -0.25,
        "SIGN = 1.0": 0.25,
        "TABLE[1] = 0.5": 0.5,
        "weights.BIAS = 0.25": 0.75,
        "@compiled_inline\ndef bias(x):\n    return x": 0.5,
    }.items():
        run(edit)
        assert evaluate(module.own, game, game.start())[0] == value, edit
    assert searched().value == 0.5
    with pytest.raises(ValueError, match="own was edited since this search began"):
        begun.run(1)


PARTS = """
import numpy as np
from numba import njit
from numba.extending import register_jitable
from foxkit.players.evaluations import evaluation

PAIR, SIGN, PART = (np.array([0.0, 0.5]), np.array([0.0])), 1.0, 0.25

@register_jitable
def part():
    return PART

@njit
def kept():
    return SIGN

@njit
def turned():
    return -SIGN

SIGNS = kept, turned

@evaluation
def own(game, state):
    return SIGNS[0]() * (PAIR[0][1] - part())
"""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*First-class function")
def test_what_stands_in_a_tuple_or_is_known_to_numba_alone() -> None:
    module, run = notebook("edited_parts")
    run(PARTS)
    game = NoughtsAndCrosses()
    assert evaluate(module.own, game, game.start())[0] == 0.25
    for edit, value in {
        "PAIR[0][1] = 0.75": 0.5,
        "PART = 0.5": 0.25,
        "SIGN = -1.0": -0.25,
    }.items():
        run(edit)
        assert evaluate(module.own, game, game.start())[0] == value, edit
    sys.modules.pop("edited_parts")


POLICY = """
from typing import NamedTuple
from foxkit.core.generic import compared_by_class
from foxkit.search.playout import playout_move

PLACE = 0

@compared_by_class
class Fixed(NamedTuple):
    unused: int = 0

@playout_move.register
def _fixed(policy: Fixed, game: tuple, state: tuple, moves: tuple, seed: int) -> tuple:
    return int(moves[PLACE]), seed
"""
BELIEF = """
from typing import NamedTuple
from foxkit.core.game import observe, resample_hidden
from foxkit.core.rng import advance
from toy_games import Coin, Toss

SHOWN = 0

class OwnCoin(Coin):
    pass

@resample_hidden.register
def _redealt(game: OwnCoin, state: Toss, player: int, seed: int) -> Toss:
    return Toss(SHOWN, state.first, state.second)
"""


@pytest.mark.slow
def test_policies_and_hidden_states_are_followed_too() -> None:
    module, run = notebook("edited_policy")
    run(POLICY)
    player, game = PolicyPlayer(module.Fixed()), FoxGame()
    codes = Position.start(game).codes.tolist()
    assert player.choose(game, game.start(), 1) == codes[0]
    run("PLACE = 1")
    assert player.choose(game, game.start(), 1) == codes[1]
    run(BELIEF)
    coin = module.OwnCoin()
    state = coin.start()
    assert entry.resample_hidden(coin, state, 0, 1).coin == 0
    run("SHOWN = 1")
    assert entry.resample_hidden(coin, state, 0, 1).coin == 1


@pytest.mark.slow
def test_games_of_two_versions_are_not_kept(
    hunt: tuple[ModuleType, Run], own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit while threads play: nothing of it is stored under the old address."""
    module, run = hunt
    usual = workers.play_blocks

    def edited(*arguments: Any) -> Any:
        played = usual(*arguments)
        run(*EDITS["payoffs"])
        return played

    monkeypatch.setattr(workers, "play_blocks", edited)
    with pytest.raises(ValueError, match="Hunt has changed while it ran"):
        play(match(module.Hunt(), RandomPlayer()), max_blocks=25)
    assert not [*own_data.rglob("*.parquet")]


def test_the_rules_of_foxkit_stay() -> None:
    def own(game: Any, state: Any, moves: Any) -> int:
        return 0

    with pytest.raises(ValueError, match="legal_moves of FoxGame is foxkit's own"):
        plain.legal_moves.register(FoxGame, own)
    assert len(Position.start(FoxGame()).moves) == 7
    settings = Settings()
    assert not contains_user_class([FoxGame(), (FoxGame().start(), settings)])
    assert current_versions(FoxGame(), settings) == ()
