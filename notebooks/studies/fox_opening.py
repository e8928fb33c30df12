"""What is counted and searched of one position of the Fox Game, see `fox_step`."""

from itertools import pairwise

import pandas as pd
from fox_step import STEP, mirrored, position, step_in

from foxkit import FoxGame, Search, paper, replay
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.core.rng import mix
from foxkit.lab.stats import Row, proportion, put


def found(simulations: int, limit: int, count: int, searches: int = 200) -> Row:
    """Tell how often a search of the position, with seeds of its own, steps in."""
    there, stepped = position(limit, count), 0
    for number in range(searches):
        seed = mix(mix(simulations, count), number)
        settings = paper(simulations).settings
        search = Search(
            there.game, there.state, FoxHeuristic(), settings, seed, simulations
        )
        stepped += search.run(simulations).best() == there.moves[STEP]
        search.release()
    row: Row = {"searches": searches}
    put(row, "stepped", proportion(stepped, searches))
    return row


def waited(played: pd.DataFrame, limit: int) -> list[Row]:
    """Count games by what the foxes do in the position: `foxes` names it.

    `games` is their number, `share` that of all, `sheep_rate` what the sheep win of
    them; equal players, so each game is a unit.
    """
    told = []
    for moves in played["moves"]:
        line = replay(FoxGame(sideways_limit=limit), moves)
        met = [
            after.state.foxes == before.play(step).state.foxes
            for before, after in pairwise(line)
            if (step := step_in(before.state))
        ]
        kind = "step in whenever they can" if all(met) else "do not, once or more"
        told.append(kind if met else "never come there")
    table = pd.DataFrame({"foxes": told, "won": [p[0] > 0 for p in played["payoffs"]]})
    rows = []
    for kind, own in table.groupby("foxes"):
        row: Row = {"foxes": str(kind), "games": len(own)}
        put(row, "share", proportion(len(own), len(table)))
        put(row, "sheep_rate", proportion(int(own.won.sum()), len(own)))
        rows.append(row)
    return rows


def openings(played: pd.DataFrame, limit: int, ply: int, games: int) -> Row:
    """Count the positions in which games stand after `ply` moves.

    A position and its mirror are one, the counter of sideways turns is none of it.
    `different` is their number, `usual` the share of games in the most frequent.
    """
    game, there = FoxGame(sideways_limit=limit), []
    for moves in played["moves"][:games]:
        line = replay(game, moves)
        text = game.format(line[min(ply, len(line) - 1)].state)
        there.append(min(text.split()[0], mirrored(text).split()[0]))
    counts = pd.Series(there).value_counts()
    row: Row = {"games": len(there), "different": len(counts)}
    put(row, "usual", proportion(int(counts.iloc[0]), len(there)))
    return row
