"""One position of the Fox Game's opening, and one step of a fox in it.

. . s s s . .       The foxes are to move, or stand in the mirror of this. The sheep
. . s s s . .       go to and fro meanwhile, which counts as sideways turns. The
- s s s s - s       step is 42-31 (in the mirror 44-35): the fox goes in between.
s - s s s - s
s s f - f s s
"""

from dataclasses import dataclass
from typing import Any

from foxkit import FoxGame, MctsPlayer, Position
from foxkit.games.fox_game.rules import FOXES

TEXT = "--sss--/--sss--/.ssss.s/s.sss.s/ssf.fss/--...--/--...-- f {} -"
STEP = "42-31"


def mirrored(text: str) -> str:
    """Return a position's text, left and right exchanged."""
    rows, rest = text.split(" ", 1)
    return "/".join(row[::-1] for row in rows.split("/")) + f" {rest}"


def position(limit: int, count: int) -> Position:
    """Return the position after so many sideways turns, where `limit` lose."""
    return Position.parse(FoxGame(sideways_limit=limit), TEXT.format(count))


def _boards() -> dict[tuple[int, int], str]:
    """Return sheep and foxes of the position and of its mirror, with the step."""
    found = {}
    for text, step in ((TEXT.format(1), STEP), (mirrored(TEXT.format(1)), "44-35")):
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
