"""Who can be played against on the board, and the sliders each of them has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from foxkit.agents.budget import Budget
from foxkit.agents.players import GreedyPlayer, MctsPlayer, Player, RandomPlayer
from foxkit.view.hooks import evaluation

_SIMULATIONS = tuple(m * 10**e for e in range(1, 6) for m in (1, 2, 3, 5))


@dataclass(frozen=True)
class Setting:
    """A slider: its name, what it is called, its values from left to right."""

    name: str
    label: str
    choices: tuple[float, ...]
    value: float

    def __post_init__(self) -> None:
        if self.value not in self.choices:
            raise ValueError(f"{self.name} {self.value} is not one of {self.choices}")


@dataclass(frozen=True)
class Opponent:
    """A player that can take a seat; `make` builds it from the sliders' values."""

    make: Callable[..., Player]
    settings: tuple[Setting, ...] = ()

    def player(self, values: Mapping[str, float]) -> Player:
        """Return the player with these settings, the usual ones where none is given.

        ValueError for a value that its slider does not have.
        """
        checked = {
            s.name: Setting(s.name, s.label, s.choices, values.get(s.name, s.value))
            for s in self.settings
        }
        return self.make(**{name: setting.value for name, setting in checked.items()})


MCTS_SETTINGS = (
    Setting("simulations", "simulations", _SIMULATIONS[:-3], 10_000),
    Setting("cutoff", "cutoff (-1: none)", (-1, 0, 1, 2, 3, 5, 10, 20, 50), 0),
    Setting("c", "C", tuple(round(0.1 * i, 1) for i in range(21)), 0.4),
    Setting("seconds", "seconds (0: by simulations)", (0, 0.5, 1, 2, 5, 10, 30), 0),
)


@singledispatch
def opponents(game: Any) -> dict[str, Opponent]:
    """Return the players of the house for a game, by name."""
    own = evaluation(game)
    if own is None:
        return {"random": Opponent(RandomPlayer)}

    def mcts(simulations: float, cutoff: float, c: float, seconds: float) -> Player:
        budget = (
            Budget(seconds=seconds) if seconds else Budget(simulations=int(simulations))
        )
        return MctsPlayer(budget, own, c, int(cutoff))

    return {
        "MCTS": Opponent(mcts, MCTS_SETTINGS),
        "greedy": Opponent(lambda: GreedyPlayer(own)),
        "random": Opponent(RandomPlayer),
    }
