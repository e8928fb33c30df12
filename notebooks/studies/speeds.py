"""How long searches and players take, in processor time: on one machine, on one day.

Each function returns rows for `kept`; measured again they are others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from time import thread_time
from typing import Any

import pandas as pd

from foxkit import BattleSheep, FoxGame, FoxHeuristic, FranksZoo, Search
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.battle_sheep.players import report_player
from foxkit.games.franks_zoo.evaluation import heuristic
from foxkit.games.franks_zoo.rules import ALWAYS
from foxkit.lab.match import play_game, replay
from foxkit.lab.stats import Row, means
from foxkit.players.budget import Budget
from foxkit.players.standard import MctsPlayer, Player, PolicyPlayer
from foxkit.search.mcts import Settings

CUTOFFS = (0, 1, 2, 3, 5, 10, 20, -1)


@dataclass
class Timed:
    """A player, and the processor seconds that its choices took."""

    player: Player
    seconds: float = 0.0

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the player's move."""
        begun = thread_time()
        move = self.player.choose(game, state, seed)
        self.seconds += thread_time() - begun
        return move


def decisions(game: Any, player: Player, seeds: Sequence[int]) -> list[Position]:
    """Return the positions of a game between copies of a player that have a choice."""
    moves = play_game(game, [player] * len(seeds), seeds).moves
    return [each for each in replay(game, moves) if len(each.codes) > 1]


def _seconds(positions: list[Position], simulations: int, cutoff: int) -> float:
    """Return the seconds of a search of the Fox Game, the mean over positions."""
    begun = thread_time()
    for seed, each in enumerate(positions):
        settings, room = Settings(cutoff=cutoff), simulations
        search = Search(each.game, each.state, FoxHeuristic(), settings, seed, room)
        search.run(simulations).release()
    return (thread_time() - begun) / len(positions)


def of_cutoffs(rounds: int) -> list[Row]:
    """Time searches of the Fox Game by cutoff, the cutoffs in turn.

    `pace` is simulations a second, 3,000 a search; `seconds` what 10,000 take; and
    `share` the part of the time that cutoff 0 would save. The median round counts.
    """
    player = MctsPlayer(Budget(1_000), FoxHeuristic())
    positions = decisions(FoxGame(), player, (1, 2))[::8]
    asked = [*product(CUTOFFS, (3_000, 10_000))]
    times = pd.DataFrame(
        {(x, n): _seconds(positions, n, x) for x, n in asked} for _ in range(rounds)
    ).median()
    rows = []
    for x in CUTOFFS:
        row: Row = {"cutoff": x, "pace": 3_000 / times[x, 3_000]}
        row["seconds"] = times[x, 10_000]
        rows.append(row | {"share": 1 - times[0, 3_000] / times[x, 3_000]})
    return rows


def of_sheep(agent: str, player: Player, games: int) -> Row:
    """Time games of Battle Sheep of a player against three of the report's agents.

    `ms` is the player's time for a game, and `theirs` that of one of the report's. The
    first game compiles, and is not counted.
    """
    ragged, rows = BattleSheep(neighbours=8, percent=45, pays=1), []
    for seed in range(games + 1):
        own, report = Timed(player), Timed(report_player())
        agents = [own, report, report, report]
        seats = [agents[(seat - seed) % 4] for seat in range(4)]
        play_game(ragged.with_deal(mix(7, seed)), seats, range(4))
        rows.append((1000 * own.seconds, 1000 * report.seconds / 3))
    ms, theirs = map(pd.Series, zip(*rows[1:], strict=True))
    return means({"ms": ms, "theirs": theirs})


def of_player(agent: str, player: Player) -> Row:
    """Time a player's decisions in eight games of HeuristicAIs at Frank's Zoo."""
    rules, where = PolicyPlayer(heuristic(0)), []
    for deal in range(8):
        game = FranksZoo(passing=ALWAYS).with_deal(deal)
        where += decisions(game, rules, range(4 * deal, 4 * deal + 4))
    timed = Timed(player)
    timed.choose(where[0].game, where[0].state, 1)  # compile, train
    timed.seconds = 0.0
    for seed, each in enumerate(where):
        timed.choose(each.game, each.state, seed)
    spent = 1000 * timed.seconds / len(where)
    return {"milliseconds": spent, "decisions": len(where)}
