"""The compiled searches against the plain ones, number by number and node by node."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from fox_game_positions import TRICKY
from oracle_mcts import AnyMcts, InformationSetMcts
from toy_games import Coin, Endless, Far, Forest, Guess
from wolves_positions import random_position

from foxkit.core.position import Position
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.franks_zoo.players import FEWER_CARDS
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.rules import WOLVES, Wolves
from foxkit.players.evaluations import CurrentPayoffs, ZeroEvaluation
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import (
    CHILDREN,
    FIRST_VISIT,
    LISTED,
    SECOND_VISIT,
    Settings,
)
from foxkit.search.reference import AlphaBetaSteps, Step, TreeNode, minimax
from foxkit.search.session import Search

WOLVES_START = Wolves().start()
TRICKY_ROOTS = {
    f"fox-game: {name}": (Position.parse(FoxGame(), text), FoxHeuristic())
    for name, text in TRICKY.items()
}
ROOTS: dict[str, tuple[Position, Any]] = {
    **TRICKY_ROOTS,
    "wolves": (Position.start(Wolves()), heuristic(WOLVES_START, WOLVES)),
    "wolves out of turn": (
        Position.start(Wolves(alternate=0)),
        heuristic(WOLVES_START, WOLVES),
    ),
    "fox-hounds": (Position.start(FoxHounds()), ZeroEvaluation()),
    "noughts-and-crosses": (Position.start(NoughtsAndCrosses()), ZeroEvaluation()),
    "battle-sheep": (
        Position.parse(BattleSheep(), ". a3 . ./b3 . . #/. . # ./c3 . . d3 | 2"),
        CurrentPayoffs(),
    ),
    "three players": (Position.start(Forest(width=5, depth=6)), Guess()),
    "many moves": (Position.start(Forest(width=300, depth=2)), Guess()),
    "out of turn": (Position.start(Forest(order=0o0210011, depth=7)), Guess()),
}
ALL_SETTINGS = [
    Settings(c, cutoff, expansion)
    for (c, cutoff), expansion in product(
        [(0.4, 0), (1.0, 2), (0.0, -1)], [FIRST_VISIT, SECOND_VISIT]
    )
] + [
    Settings(tie_break=LISTED),
    Settings(0.2, -1, tie_break=LISTED, parent_visits_from=CHILDREN),
    Settings(0.4, 2, parent_visits_from=CHILDREN),
    Settings(1.0, 1, SECOND_VISIT, tie_break=LISTED),
]
Line = tuple[tuple[str, ...], int, float, Any]


def plain_tree(
    node: TreeNode, told: str = "untried_moves", line: tuple[str, ...] = ()
) -> Iterator[Line]:
    """Every node in the order of its making: line, visits, value, moves not tried.

    Where hands are imagined it is told how often a node was on offer instead.
    """
    yield line, node.visits, node.value_sum, getattr(node, told, 0)
    for child in node.children:
        yield from plain_tree(child, told, (*line, child.move))


def compiled_tree(search: Search, told: str = "untried_moves") -> Iterator[Line]:
    tree, hidden = search.tree, told == "offered"

    def below(node: int, position: Position, line: tuple[str, ...]) -> Iterator[Line]:
        first, tried = int(tree.first_child[node]), int(tree.num_visited[node])
        moves = tree.move[first : first + int(tree.num_children[node])].tolist()
        texts = [position.game.format_move(position.state, move) for move in moves]
        offered = int(tree.availability_count[node]) if line else 0
        known = int(tree.visits[node]), float(tree.value_sum[node])
        yield line, *known, offered if hidden else texts[tried:]
        for i, text in enumerate(texts[:tried]):
            after = position if hidden else position.play(text)
            yield from below(first + i, after, (*line, text))

    return below(0, Position(search.game, search.state), ())


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOTS)
def test_trees_are_equal_node_for_node(name: str) -> None:
    """By all settings; a tricky position of the Fox Game, of many, by every third."""
    position, evaluation = ROOTS[name]
    first, step = ([*ROOTS].index(name) % 3, 3) if name in TRICKY_ROOTS else (0, 1)
    for seed, settings in enumerate(ALL_SETTINGS[first::step]):
        simulations = 40 if settings.cutoff == -1 else 150
        fast = Search(position.game, position.state, evaluation, settings, seed)
        plain = AnyMcts(evaluation, settings, seed).search(position, simulations)
        found = list(compiled_tree(fast.run(simulations)))
        assert found == list(plain_tree(plain)), settings
        assert found[0][1] == simulations and len(found) > 1


HIDDEN: dict[str, tuple[Position, Any]] = {
    "coin": (Position.start(Coin()), ZeroEvaluation()),
    "three players, nothing hidden": ROOTS["three players"],
    "cards": (Position.start(FranksZoo(deal=1)), FEWER_CARDS),
    "few cards": (
        Position.parse(
            FranksZoo(),
            "2 elephant, 1 mosquito, 1 fish | 2 fox, 1 mouse | 3 bear | 1 joker, 1 seal"
            " ; 1 perch ; 1 4 0 0000",
        ),
        FEWER_CARDS,
    ),
    "six players": (Position.start(FranksZoo(players=6, deck=3)), FEWER_CARDS),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_trees_over_imagined_hands_are_equal_node_for_node(name: str) -> None:
    position, evaluation = HIDDEN[name]
    for seed, usual in enumerate(ALL_SETTINGS[:6]):
        settings = usual._replace(belief=UNIFORM_DEALS)
        simulations = 40 if settings.cutoff == -1 else 150
        fast = Search(position.game, position.state, evaluation, settings, seed, 1)
        plain = InformationSetMcts(evaluation, settings, seed)
        found = list(compiled_tree(fast.run(simulations), "offered"))
        slow = plain_tree(plain.search(position, simulations), "offered")
        assert found == list(slow), settings
        assert found[0][1] == simulations and len(found) > 2


MEANS = [*product((False, True), repeat=2)]  # a table, killers


def plain_and_fast(
    position: Position, judge: Any, table: bool, killers: bool
) -> tuple[AlphaBetaSteps, AlphaBeta]:
    """The two searches; no two positions share a place in so large a table."""
    memory = {} if table else None, {} if killers else None
    plain = AlphaBetaSteps(judge, position.mover, *memory)
    means = {"table": table, "killers": killers, "bits": 20}
    return plain, AlphaBeta(position.game, position.state, judge, **means)


def costs(steps: Sequence[Step]) -> tuple[int, int, int]:
    """Nodes visited, moves pruned, hits of the table."""
    events = Counter(step.event for step in steps)
    pruned = sum(len(step.moves) for step in steps if step.event == "window")
    return len(steps) - events["window"] - events["closed"], pruned, events["table"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOTS)
def test_alpha_beta_visits_the_same_nodes(name: str) -> None:
    """Deeper and deeper: values, costs, and plain minimax.

    It is done by each means, or, where many moves make it slow, by none and by both.
    """
    position, evaluation = ROOTS[name]
    deepest = 1 if name == "many moves" else 2 if len(position.moves) > 20 else 3
    root = position, evaluation, position.mover
    values = [minimax(*root, depth) for depth in range(1, deepest + 1)]
    is_slow = name in TRICKY_ROOTS or name in ("battle-sheep", "fox-hounds")
    for means in MEANS[::3] if is_slow else MEANS:
        plain, fast = plain_and_fast(position, evaluation, *means)
        total = np.zeros(3, int)
        for depth, value in enumerate(values, 1):
            steps = [*plain.search(position, depth)]
            total += costs(steps)
            assert value == steps[-1].value == fast.search(position.state, depth)
            assert (fast.nodes, fast.pruned, fast.hits) == tuple(total), means


@pytest.mark.slow
@pytest.mark.parametrize("means", MEANS)
def test_answers_outside_of_a_window_are_the_same_bounds(
    means: tuple[bool, bool],
) -> None:
    rng = random.Random(3)
    for _ in range(30):
        position = Position.parse(Wolves(), random_position(rng).text)
        if not position.moves:
            continue
        judge = heuristic(position.state, position.state.mover)
        plain, fast = plain_and_fast(position, judge, *means)
        exact = minimax(position, judge, position.mover, 3)
        alpha = rng.uniform(-0.2, 0.2)
        beta = alpha + rng.uniform(0, 0.1)
        steps = [*plain.visit(position, 3, alpha, beta)]
        answer = steps[-1].value
        assert answer == fast.search(position.state, 3, alpha, beta)
        assert (fast.nodes, fast.pruned, fast.hits) == costs(steps)
        if alpha < answer < beta:
            assert answer == exact
        else:
            assert exact <= answer if answer <= alpha else exact >= answer


def test_the_steps_tell_what_happens() -> None:
    """A win at once shuts every other move after its first answer."""
    position = Position.parse(Wolves(), "20000/00000/10100/00000/00100 w")
    judge = heuristic(position.state, WOLVES)
    steps = [*AlphaBetaSteps(judge, "wolves").search(position, 2)]
    assert [step.event for step in steps[:4]] == [
        "opened",
        "finished",
        "window",
        "opened",
    ]
    assert steps[1].line == ("00x20",)
    at, leaf = next((i, s) for i, s in enumerate(steps) if s.event == "leaf")
    shut = steps[at + 1]
    assert shut.line == leaf.line[:1] and shut.alpha >= shut.beta
    after = position.play(leaf.line[0])
    assert {*shut.moves, leaf.line[1]} == set(after.moves)


@pytest.mark.slow
def test_a_playout_without_an_end_is_capped_and_judged() -> None:
    position = Position.start(Endless())
    search = Search(position.game, position.state, Far(), Settings(cutoff=-1), 5)
    plain = AnyMcts(Far(), Settings(cutoff=Endless.PLAYOUT_LIMIT), 5)
    found = list(compiled_tree(search.run(100)))
    assert found == list(plain_tree(plain.search(position, 100)))
    assert any(value for _, _, value, _ in found)
