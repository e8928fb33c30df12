"""Trees and games of many kinds, to be made twice: compiled and in plain Python."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from make_golden_trees import configurations, searched
from make_playthroughs import all_games, playthrough

from benchmarks.bench import digest
from foxkit.core.entry import play
from foxkit.core.position import Position
from foxkit.games import NAMES, game_named
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.odds import PlayStyle, choose_by_layer, fox_chance
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.fox_hounds.solver import count_games
from foxkit.games.fox_hounds.table import solve_table
from foxkit.games.fox_hounds.winners import plies_to_hounds_win, solve_winners
from foxkit.games.franks_zoo.evaluation import heuristic
from foxkit.games.franks_zoo.players import FEWER_CARDS, ConsistentDeals, MonteCarlo
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.lab.match import match, play_blocks
from foxkit.players.budget import Budget
from foxkit.players.standard import GreedyPlayer, MctsPlayer, Player, RandomPlayer
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import SECOND_VISIT, Settings
from foxkit.search.perft import perft
from foxkit.search.session import HIGHEST_VALUE, Search

JUDGE = FoxHeuristic()
PLAYERS: dict[str, Player] = {
    "paper": MctsPlayer(Budget(20), JUDGE),
    "textbook": MctsPlayer(Budget(20), JUDGE, cutoff=2, expansion=SECOND_VISIT),
    "by value": MctsPlayer(Budget(20), JUDGE, c=1.0, choice=HIGHEST_VALUE),
    "to the end": MctsPlayer(Budget(2), JUDGE, cutoff=-1),
    "greedy": GreedyPlayer(JUDGE),
    "random": RandomPlayer(),
}


def arrays(search: Search) -> dict[str, list[Any]]:
    """All parts in use of a search's tree, node by node.

    A node that was not visited yet has a move and nothing else.
    """
    tree = search.tree
    size, length = map(int, tree.size[:2])
    first, tried = tree.first_child[:size], tree.num_visited[:size]
    opened, queue = [0], [0]
    while queue:
        node = queue.pop()
        children = range(first[node], first[node] + tried[node])
        opened += children
        queue += children
    found = {"move": tree.move[1:size], "path": tree.path[:length]}
    for name in ("visits", "value_sum", "first_child", "num_children", "num_visited"):
        found[name] = getattr(tree, name)[np.array(opened)]
    return {name: array.tolist() for name, array in found.items()}


def trees() -> list[dict[str, list[Any]]]:
    return [arrays(searched(configuration)) for configuration in configurations()]


def beliefs() -> list[Any]:
    """Trees over imagined hands, and moves of the players that use them."""
    game, policy = FranksZoo(deal=2), heuristic(0)
    state, settings = (
        game.start(),
        Settings(0.7, -1, policy=policy, belief=UNIFORM_DEALS),
    )
    found: list[Any] = []
    for believed in (UNIFORM_DEALS, ConsistentDeals(policy)):
        chosen = settings._replace(belief=believed)
        search = Search(game, state, FEWER_CARDS, chosen, 3).run(60)
        tree = arrays(search)  # between its nodes are places that are empty
        found.append({name: tree[name] for name in tree if name != "move"})
        found.append([child.move for child in search.children()])
        player = MonteCarlo(policy, 5, belief=believed)
        table = Position(game, state).codes.max()
        answering = play(game, state, int(table))
        found.append(player.choose(game, answering, 4))
    return found


def games() -> dict[str, list[str]]:
    """Both games of a pair in every variant, everybody against the next one."""
    variants, names, played = [None, *FoxGame.VARIANTS], [*PLAYERS], {}
    for number, variant in enumerate(variants):
        a, b = names[number % len(names)], names[(number + 1) % len(names)]
        one = match(game_named("fox-game", variant), PLAYERS[a], PLAYERS[b])
        rows = play_blocks(one, number, range(1)).games
        played[f"{variant}: {a}, {b}"] = [moves.hex() for moves in rows["moves"]]
    return played


def playthroughs() -> list[str]:
    """A random game of every game and variant, with all that the rules say."""
    return [playthrough(*each) for each in all_games()]


def perfts() -> list[list[int]]:
    """The move sequences of every game, two plies deep."""
    games = map(game_named, NAMES)
    return [perft(game, game.start(), 2) for game in games]


def alpha_beta() -> list[float]:
    """What a search of the Fox Game finds, and what it takes."""
    state = FoxGame().start()
    search = AlphaBeta(FoxGame(), state, JUDGE)
    return [search.search(state, 4), search.nodes, search.pruned, search.hits]


def hounds() -> list[dict[str, Any]]:
    """What every solver of Fox & Hounds finds on small boards, phase by phase."""
    return [
        solved_hounds(FoxHounds(*rules), phase)
        for rules in ((4, 4), (4, 5, 1), (6, 3), (6, 4, 0), (6, 6), (8, 3))
        for phase in (0, 1)
    ]


def solved_hounds(game: FoxHounds, phase: int) -> dict[str, Any]:
    """Digests of a table and of chances, and the counts and winners of a board."""
    table = solve_table(game, phase)
    chosen, sides = choose_by_layer(table), (PlayStyle(0, 0.1), PlayStyle(0, 0.2, 1))
    state = game.start()._replace(mover=phase)
    odds = [fox_chance(table, chosen, *sides, state, end) for end in (None, 3)]
    return {
        "table": digest(table.answers._asdict()),
        "choices": [digest(layer._asdict()) for layer in chosen],
        "odds": odds,
        "count": repr(count_games(game)),
        "winners": repr(solve_winners(game, phase)),
        "plies": plies_to_hounds_win(game, game.start()),
    }


def compiled() -> bool:
    return sys.modules.get("numba") is not None


def sample() -> dict[str, Any]:
    return {
        "compiled": compiled(),
        "trees": trees(),
        "beliefs": beliefs(),
        "games": games(),
        "playthroughs": playthroughs(),
        "perft": perfts(),
        "alpha-beta": alpha_beta(),
        "hounds": hounds(),
    }


if __name__ == "__main__":
    print(json.dumps(sample()))
