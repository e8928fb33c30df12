"""How often do agents throw the exact value of Wolves Eat Sheep away?

The measure is taken at decisions that matter: the player to move has not lost yet, and
some moves give away part of the result while others do not. Each comes from another
game between two players of the report, who move at random one time in four. For the
order of importance up to ten of each side come from one game, and the game is the unit.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count, islice, pairwise
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from foxkit.agents.defaults import default_evaluation
from foxkit.agents.players import any_of
from foxkit.agents.wolves_heuristic import (
    AS_MEANT,
    AS_PRINTED,
    TERMS,
    WEIGHTS,
    Switches,
    heuristic,
)
from foxkit.agents.wolves_players import ReportPlayer, analysis
from foxkit.core.rng import below, mix, salt
from foxkit.lab.stats import Row, mean_score, means, proportion, put
from foxkit.rules.position import Position
from foxkit.rules.wolves import SHEEP, WOLVES, Wolves
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import Settings
from foxkit.search.session import Search
from foxkit.solvers.exact import regrets, share, value_of

DECISIONS = 400
"""Decisions of each side."""
DEPTHS = tuple(range(1, 11))
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
PARTIAL = {"meant": AS_MEANT, "printed": AS_PRINTED}
STATED = (
    ("killed", "facing", "shortened"),
    ("killed", "trapped", "shortened", "ways", "facing"),
)
"""The report's order of importance for the wolves (2.2.1) and for the sheep (2.2.2)."""
GAMES, OF_A_GAME = 1_000, 10
"""Games from which the order is judged, and decisions of each side at most."""
_GAME = Wolves()
_PLIES = 150

Floats = NDArray[np.float64]
Choice = tuple[str, int]
"""A move, and how many positions were looked at to find it."""


def _matters(position: Position) -> bool:
    if share(value_of(position), position.mover) == 0:
        return False
    return any(regrets(position).values())


def _game(seed: int) -> list[Position]:
    """Return the positions of a game between forgetful players of the report."""
    player, position = ReportPlayer(), Position.start(_GAME)
    found: list[Position] = []
    while position.moves and len(found) < _PLIES:
        found.append(position)
        draw = mix(seed, len(found))
        if below(draw, 4) == 0:
            move = any_of(list(position.moves), draw)
        else:
            code = player.choose(_GAME, position.state, draw)
            move = _GAME.format_move(position.state, code)
        position = position.play(move)
    return found


def _of_games(side: int, first: int) -> Iterator[tuple[int, list[Position]]]:
    """Yield seed and decisions of a side that matter, of games that have any."""
    for seed in count(first):
        if there := [p for p in _game(seed) if p.state.mover == side and _matters(p)]:
            yield seed, there


@cache
def decisions(side: int, number: int = DECISIONS) -> list[Position]:
    """Return decisions of a side that matter, each from a game of its own."""
    games = islice(_of_games(side, side << 32), number)
    return [there[below(mix(seed, -1), len(there))] for seed, there in games]


def _random(position: Position, seed: int) -> Choice:
    return any_of(list(position.moves), seed), 1


def _report(
    switches: Switches, without: tuple[str, ...], position: Position, seed: int
) -> Choice:
    found = analysis(position.text, switches, without=without)
    return any_of(found.chosen, seed), found.nodes


def _alphabeta(depth: int, position: Position, seed: int) -> Choice:
    state = position.state
    search = AlphaBeta(_GAME, state, heuristic(state, state.mover))
    moves = search.deepened(depth)[1]
    return any_of(moves, seed), search.nodes


def _mcts(cutoff: int, simulations: int, position: Position, seed: int) -> Choice:
    judge, settings = default_evaluation(_GAME), Settings(cutoff=cutoff)
    search = Search(_GAME, position.state, judge, settings, seed, simulations)
    move = _GAME.format_move(position.state, search.run(simulations).best())
    search.release()
    return move, simulations


def only(switch: str) -> Switches:
    """Return the switches with a single deviation on."""
    return AS_MEANT._replace(**{switch: True})


AGENTS: dict[str, Callable[[Position, int], Choice]] = {
    "random": _random,
    "printed": partial(_report, AS_PRINTED, ()),
    "meant": partial(_report, AS_MEANT, ()),
    **{f"without {t}": partial(_report, AS_MEANT, (t,)) for t in TERMS},
    **{f"only {s}": partial(_report, only(s), ()) for s in Switches._fields[:4]},
    **{f"depth {d}": partial(_alphabeta, d) for d in DEPTHS},
    **{f"MCTS {n}": partial(_mcts, 0, n) for n in SIMULATIONS},
    **{f"playouts {n}": partial(_mcts, -1, n) for n in SIMULATIONS[:6]},
}
"""Who is asked: name -> function of a position and a seed. The report's players are
as meant where nothing else is said; MCTS evaluates at once, or plays out to the end."""


def _asked(agent: Callable[[Position, int], Choice], side: int) -> Row:
    """Return how an agent decides for one side."""
    begin, nodes, losses = thread_time(), 0, []
    for seed, position in enumerate(decisions(side)):
        move, looked_at = agent(position, mix(seed, salt("asked")))
        nodes += looked_at
        losses.append(regrets(position)[move])
    row: Row = {"decisions": len(losses), "nodes": nodes / len(losses)}
    put(row, "errors", proportion(sum(loss > 0 for loss in losses), len(losses)))
    put(row, "lost", mean_score(losses))
    return row | {"seconds": (thread_time() - begin) / len(losses)}


def regret(agent: str) -> list[Row]:
    """Return how an agent decides where it matters, as wolves and as sheep.

    `errors` is the share of decisions that give away part of the result, `lost` how
    much on average (a game is worth 1); `nodes` are the positions looked at for a move
    (for MCTS its simulations), `seconds` of processor time.
    """
    rows = []
    for side in (WOLVES, SHEEP):
        decisions(side)  # not part of the time
        name = _GAME.PLAYERS[side]
        found = _asked(AGENTS[agent], side)
        rows.append({"condition": name, "side": name, **found})
    return rows


@cache
def _from_games(side: int) -> list[list[tuple[str, dict[str, float]]]]:
    """Return, by game, decisions of a side that matter: text and regret of each move.

    Games without any are left out, so that there are `GAMES` of them.
    """
    found = []
    for seed, there in islice(_of_games(side, (side + 2) << 32), GAMES):
        order = sorted(range(len(there)), key=lambda i: mix(seed, -1 - i))
        chosen = [there[i] for i in order[:OF_A_GAME]]
        found.append([(p.text, regrets(p)) for p in chosen])
    return found


def _lost(switches: Switches, without: tuple[str, ...], side: int) -> Floats:
    """Return what a player gives away on average in each game's decisions."""
    means = []
    for number, asked in enumerate(_from_games(side)):
        losses = []
        for text, regret_of in asked:
            best = analysis(text, switches, without=without).chosen
            losses.append(regret_of[any_of(best, mix(number, 1))])
        means.append(np.mean(losses))
    return np.array(means)


def importance(agent: str) -> list[Row]:
    """Return what the report's players lose by the exact values without each term.

    `lost` is what a player gives away at a decision that matters (a game is worth 1);
    `costs` how much more than the whole player at the same decisions. For neighbours in
    the report's order, `before` is what it loses without the first of them less what it
    loses without the second: above 0 where the order is right.
    """
    rows: list[Row] = []
    for side, name in enumerate(_GAME.PLAYERS):
        weighty = [t for t, w in zip(TERMS, WEIGHTS[side], strict=True) if w]
        lost = {t: _lost(PARTIAL[agent], (t,), side) for t in weighty}
        whole = _lost(PARTIAL[agent], (), side)
        number = sum(map(len, _from_games(side)))
        shared: Row = {"side": name, "decisions": number, "games": len(whole)}
        for term, own in {"": whole, **lost}.items():
            label = f"{name} without {term}" if term else f"{name} whole"
            found = means({"lost": own, "costs": own - whole})
            rows.append({"condition": label, **shared, "without": term, **found})
        for first, second in pairwise(STATED[side]):
            label = f"{name} {first} before {second}"
            found = means({"before": lost[first] - lost[second]})
            rows.append({"condition": label, **shared, **found})
    return rows
