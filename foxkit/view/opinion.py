"""What a player thinks of a position: the moves it weighed, with their numbers."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from foxkit.rules.position import Position
from foxkit.search.session import Child
from foxkit.view.thinker import Stopped


@dataclass(frozen=True)
class Opinion:
    """A player's view of one position.

    Attributes:
        who: the player's name.
        best: the text of the move it would play.
        children: the moves it weighed, the most visited first; empty for a player
            that does not search.
        value: mean result in [-1, 1] for the player to move, None without a search.
        simulations: how many it did.
        seconds: how long it took.
    """

    who: str
    best: str
    children: tuple[Child, ...] = ()
    value: float | None = None
    simulations: int = 0
    seconds: float = 0.0

    def weights(self) -> dict[str, float]:
        """Return each weighed move's share of the visits of the most visited."""
        top = max((child.visits for child in self.children), default=0)
        return {child.move: child.visits / top for child in self.children if top}


def ask(who: str, player: Any, position: Position, seed: int, stop: Stopped) -> Opinion:
    """Let a player think about a position, and return what it found."""
    begin, game, state = perf_counter(), position.game, position.state
    if not hasattr(player, "think"):
        move = game.format_move(state, player.choose(game, state, seed))
        return Opinion(who, move, seconds=perf_counter() - begin)
    search = player.think(game, state, seed, stop)
    while not search.simulations:  # stopped before it began: look at least once
        search.run(1)
    opinion = Opinion(
        who,
        game.format_move(state, search.best(player.choice)),
        tuple(search.children()),
        search.value,
        search.simulations,
        perf_counter() - begin,
    )
    search.release()
    return opinion
