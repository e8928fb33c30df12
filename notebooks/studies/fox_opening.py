"""One position of the Fox Game's opening, and one step of a fox in it.

. . s s s . .       The foxes are to move, or stand in the mirror of this. The sheep
. . s s s . .       go to and fro meanwhile, which counts as sideways turns. The
- s s s s - s       step is 42-31 (in the mirror 44-35): the fox goes in between.
s - s s s - s
s s f - f s s
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pandas as pd

from foxkit import FoxGame, MctsPlayer, Position, Search, paper, replay
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.core.rng import mix
from foxkit.lab.stats import Row, proportion, put
from foxkit.rules.fox_game_board import FOXES

TEXT = "--sss--/--sss--/.ssss.s/s.sss.s/ssf.fss/--...--/--...-- f {} -"
STEP = "42-31"


def _mirrored(text: str) -> str:
    rows, rest = text.split(" ", 1)
    return "/".join(row[::-1] for row in rows.split("/")) + f" {rest}"


def position(limit: int, count: int) -> Position:
    """Return the position after so many sideways turns, where `limit` lose."""
    return Position.parse(FoxGame(sideways_limit=limit), TEXT.format(count))


def _boards() -> dict[tuple[int, int], str]:
    """Return sheep and foxes of the position and of its mirror, with the step."""
    found = {}
    for text, step in ((TEXT.format(1), STEP), (_mirrored(TEXT.format(1)), "44-35")):
        state = Position.parse(FoxGame(), text).state
        found[state.sheep, state.foxes] = step
    return found


STEPS = _boards()


def step_in(state: Any) -> str | None:
    """Return the step, if the foxes are to move in the position or its mirror."""
    return STEPS.get((state.sheep, state.foxes)) if state.mover == FOXES else None


@dataclass(frozen=True)
class Told:
    """A player who always steps in, or never does; elsewhere it plays as usual."""

    player: MctsPlayer
    steps: bool

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        step = step_in(state)
        if step is None:
            return self.player.choose(game, state, seed)
        moves = Position(game, state).moves
        if self.steps:
            return moves[step]
        search = self.player.think(game, state, seed)
        best = next(child.move for child in search.children() if child.move != step)
        search.release()
        return moves[best]


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
        there.append(min(text.split()[0], _mirrored(text).split()[0]))
    counts = pd.Series(there).value_counts()
    row: Row = {"games": len(there), "different": len(counts)}
    put(row, "usual", proportion(int(counts.iloc[0]), len(there)))
    return row
