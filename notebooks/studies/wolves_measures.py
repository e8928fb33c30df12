"""How often do players of Wolves Eat Sheep throw the exact value away?

The measure is taken at decisions that matter: the player to move has not lost yet, and
some moves give away part of the result while others do not. They come from games
between two players of the report who move at random one time in four. The tables of
exact values are made where they are missing, which takes minutes.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count, islice, pairwise

import numpy as np

from foxkit import Position, Search, Wolves
from foxkit.core.rng import below, mix, salt
from foxkit.games.wolves.evaluation import (
    AS_MEANT,
    AS_PRINTED,
    TERMS,
    WEIGHTS,
    ReportBugs,
    heuristic,
)
from foxkit.games.wolves.players import ReportPlayer, score_moves
from foxkit.lab.stats import Floats, Row, mean_score, means, proportion, put_estimate
from foxkit.players.defaults import default_evaluation
from foxkit.players.standard import random_one_of
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import Settings
from foxkit.solvers.exact import regrets, result_for, value_of

READINGS = {"as meant": AS_MEANT, "as printed": AS_PRINTED}
"""The report's program with its bugs repaired, and as it stands on its pages."""
NAMES = {"as meant": "mended", "as printed": "as printed"}
"""What a chapter calls a program, by its name in stored results."""
STATED = (
    ("killed", "facing", "shortened"),
    ("killed", "trapped", "shortened", "ways", "facing"),
)
"""The report's order of importance for the wolves (2.2.1) and for the sheep (2.2.2)."""
PLIES = 150
OF_A_GAME = 10
"""Decisions of a side that are taken from one game at most."""
Choice = tuple[str, int]
"""A move, and how many positions were looked at to find it."""


def _matters(position: Position) -> bool:
    if result_for(value_of(position), position.state.mover) == 0:
        return False
    return any(regrets(position).values())


def _game(seed: int) -> list[Position]:
    """Return the positions of a game between forgetful players of the report."""
    player, position = ReportPlayer(), Position.start(Wolves())
    found: list[Position] = []
    while position.moves and len(found) < PLIES:
        found.append(position)
        draw = mix(seed, len(found))
        if below(draw, 4) == 0:
            move = random_one_of(list(position.moves), draw)
        else:
            code = player.choose(position.game, position.state, draw)
            move = position.game.format_move(position.state, code)
        position = position.play(move)
    return found


def _of_games(side: int, first: int) -> Iterator[tuple[int, list[Position]]]:
    """Yield seed and decisions of a side that matter, of games that have any."""
    for seed in count(first):
        if there := [p for p in _game(seed) if p.state.mover == side and _matters(p)]:
            yield seed, there


@cache
def decisions(side: int, number: int) -> list[tuple[Position, dict[str, float]]]:
    """Return decisions of a side, each from a game of its own, and each move's regret.

    A move's regret is the part of the result that it gives away: 0, 1/2 or 1.
    """
    games = islice(_of_games(side, side << 32), number)
    chosen = [there[below(mix(seed, -1), len(there))] for seed, there in games]
    return [(position, regrets(position)) for position in chosen]


def _random(position: Position, seed: int) -> Choice:
    return random_one_of(list(position.moves), seed), 1


def _report(position: Position, seed: int, switches: ReportBugs) -> Choice:
    found = score_moves(position.text, switches)
    return random_one_of(found.chosen, seed), found.nodes


def _alphabeta(position: Position, seed: int, depth: int) -> Choice:
    state = position.state
    search = AlphaBeta(position.game, state, heuristic(state, state.mover))
    moves = search.iterative_deepening(depth)[1]
    return random_one_of(moves, seed), search.nodes


def _mcts(position: Position, seed: int, simulations: int, cutoff: int) -> Choice:
    game, settings = position.game, Settings(cutoff=cutoff)
    judge = default_evaluation(game)
    search = Search(game, position.state, judge, settings, seed, simulations)
    move = game.format_move(position.state, search.run(simulations).best())
    search.release()
    return move, simulations


def _agent(kind: str, effort: int) -> Callable[[Position, int], Choice]:
    """Return who is asked, by the words of `regret`."""
    if kind == "random":
        return _random
    if kind == "alpha-beta":
        return partial(_alphabeta, depth=effort)
    if kind in ("MCTS", "playouts"):
        return partial(_mcts, simulations=effort, cutoff=0 if kind == "MCTS" else -1)
    only = AS_MEANT._replace(**{kind: True}) if kind in ReportBugs._fields else None
    return partial(_report, switches=only or READINGS[kind])


def regret(kind: str, effort: int, number: int) -> list[Row]:
    """Return how a player decides where it matters, as wolves and as sheep.

    `errors` is the share of decisions that give away part of the result, `lost` how
    much on average (a game is worth 1), `nodes` the positions looked at for a move.

    Args:
        kind: `random`; `alpha-beta`, so many plies deep; `MCTS`, which evaluates at
            once, or `playouts` to the end, of so many simulations; or the report's
            player: `as meant`, `as printed`, or with one of its slips.
        effort: plies or simulations; of no account for others.
        number: decisions of each side.
    """
    agent, rows = _agent(kind, effort), []
    for side, name in enumerate(Wolves.PLAYERS):
        nodes, losses = 0, []
        for seed, (position, lost) in enumerate(decisions(side, number)):
            move, looked_at = agent(position, mix(seed, salt("asked")))
            nodes += looked_at
            losses.append(lost[move])
        row: Row = {"side": name, "nodes": nodes / number}
        put_estimate(
            row, "errors", proportion(sum(loss > 0 for loss in losses), number)
        )
        put_estimate(row, "lost", mean_score(losses))
        rows.append(row)
    return rows


@cache
def _from_games(side: int, number: int) -> list[list[tuple[str, dict[str, float]]]]:
    """Return, by game, decisions of a side that matter: text and regret of each move.

    Games without any are left out.
    """
    found = []
    for seed, there in islice(_of_games(side, (side + 2) << 32), number):
        order = sorted(range(len(there)), key=lambda i: mix(seed, -1 - i))
        chosen = [there[i] for i in order[:OF_A_GAME]]
        found.append([(p.text, regrets(p)) for p in chosen])
    return found


def _lost(reading: str, without: tuple[str, ...], side: int, games: int) -> Floats:
    """Return what a player gives away on average in each game's decisions."""
    means = []
    for number, asked in enumerate(_from_games(side, games)):
        losses = []
        for text, regret_of in asked:
            best = score_moves(text, READINGS[reading], without=without).chosen
            losses.append(regret_of[random_one_of(best, mix(number, 1))])
        means.append(np.mean(losses))
    return np.array(means)


def importance(reading: str, games: int) -> list[Row]:
    """Return what the report's players lose by the exact values without each term.

    `costs` is how much more a player without a term gives away at a decision than the
    whole one. For neighbours in the report's order, `before` is what it loses without
    the first of them less what it loses without the second: above 0 where the order is
    right. The game is the unit.
    """
    rows: list[Row] = []
    for side, name in enumerate(Wolves.PLAYERS):
        weighty = [t for t, w in zip(TERMS, WEIGHTS[side], strict=True) if w]
        lost = {t: _lost(reading, (t,), side, games) for t in weighty}
        whole = _lost(reading, (), side, games)
        for term, own in lost.items():
            found = means({"costs": own - whole}, within=(-1, 1))
            rows.append({"side": name, "without": term, **found})
        for first, second in pairwise(STATED[side]):
            found = means({"before": lost[first] - lost[second]}, within=(-1, 1))
            rows.append({"side": name, "link": f"{first} before {second}", **found})
    return rows
