"""The opponents on a board, their sliders, and their opinions of positions."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.core.stopping import StopSignal
from foxkit.players.budget import Budget
from foxkit.players.defaults import EVALUATIONS, default_evaluation
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import GreedyPlayer, MctsPlayer, Player, RandomPlayer
from foxkit.search.mcts import Settings
from foxkit.search.session import Child

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"standard_opponents": "opponents_of_every_game"},
    )

_SIMULATION_CHOICES = tuple(m * 10**e for e in range(1, 6) for m in (1, 2, 3, 5))
_PART_SECONDS = 0.05  # seconds of a search between two checks whether to stop
_DEFAULT_SETTINGS = Settings()
_CUTOFF_CHOICES = (-1, 0, 1, 2, 3, 5, 10, 20, 50)


@dataclass(frozen=True)
class SliderSetting:
    """A slider for a parameter of a player or a search."""

    name: str  # of the parameter
    label: str  # beside the slider on the page
    choices: tuple[float, ...]  # the values from left to right
    value: float  # at the beginning
    words: tuple[str, ...] = ()  # for the first values; the others are shown as numbers


@dataclass(frozen=True)
class Opponent:
    """A player that can take a seat; `make` builds it from the sliders' values."""

    make: Callable[..., Player]
    settings: tuple[SliderSetting, ...] = ()

    def player(self, values: Mapping[str, float]) -> Player:
        """The player with these settings; missing ones have their first values.

        ValueError for a value that its slider does not have.
        """
        chosen = {}
        for slider in self.settings:
            value = values.get(slider.name, slider.value)
            if value not in slider.choices:
                known = slider.choices
                raise ValueError(f"{slider.name} {value} is not one of {known}")
            number = slider.choices.index(value)  # a page may send 100.0 for 100
            chosen[slider.name] = slider.choices[number]
        return self.make(**chosen)


_MCTS_SLIDERS = (
    SliderSetting("simulations", "simulations", _SIMULATION_CHOICES[:-3], 10_000),
    SliderSetting(
        "cutoff", "cutoff", _CUTOFF_CHOICES, _DEFAULT_SETTINGS.cutoff, ("none",)
    ),
    SliderSetting(
        "c", "C", tuple(round(0.1 * i, 1) for i in range(21)), _DEFAULT_SETTINGS.c
    ),
    SliderSetting("seconds", "seconds instead", (0, 0.5, 1, 2, 5, 10, 30), 0, ("no",)),
)


def evaluation_or_none(
    game: Any, evaluation_of: Callable[[Any], Any] = default_evaluation
) -> Any:
    """The evaluation of a game's unfinished states, or None if it has none."""
    try:
        return evaluation_of(game)
    except ValueError:
        return None


def _mcts_maker(evaluation: Any) -> Callable[..., Player]:
    """The function that makes an MCTS player with an evaluation from its settings."""

    def made(simulations: int, c: float, seconds: float, cutoff: int = -1) -> Player:
        budget = Budget(seconds=seconds) if seconds else Budget(simulations)
        return MctsPlayer(budget, evaluation, c=c, cutoff=cutoff)

    return made


def opponents_of_every_game(game: Any) -> dict[str, Opponent]:
    """The opponents that every game has, by name.

    Without an evaluation of unfinished states, a search plays out to the end.
    """
    default_evaluation, learned = (
        evaluation_or_none(game, of) for of in EVALUATIONS.values()
    )
    opponents = {"random": Opponent(RandomPlayer)}
    if default_evaluation is not None:
        greedy = {"greedy": Opponent(lambda: GreedyPlayer(default_evaluation))}
        opponents = {
            "MCTS": Opponent(_mcts_maker(default_evaluation), _MCTS_SLIDERS),
            **greedy,
            **opponents,
        }
    elif len(game.PLAYERS) == 2:
        settings = tuple(each for each in _MCTS_SLIDERS if each.name != "cutoff")
        opponents = {
            "MCTS": Opponent(_mcts_maker(ZeroEvaluation()), settings),
            **opponents,
        }
    if learned is not None:
        opponents["MCTS, learned"] = Opponent(_mcts_maker(learned), _MCTS_SLIDERS)
    return opponents


@dataclass(frozen=True)
class Opinion:
    """A player's opinion of a position; without a search it is only a move."""

    who: str  # the player's name
    best: str  # the text of the move it would play
    children: tuple[Child, ...] = ()  # the searched moves, most visited first
    value: float | None = None  # mean result in [-1, 1] for the player to move
    simulations: int = 0
    seconds: float = 0.0

    def weights(self) -> dict[str, float]:
        """By move, its visits relative to the most visited one; 1 for a move alone."""
        top = max((child.visits for child in self.children), default=0)
        shares = {child.move: child.visits / top for child in self.children if top}
        return shares or {self.best: 1.0}

    def as_json_data(self) -> dict[str, Any]:
        """The opinion as JSON data; infinite values are None."""
        unknown = {"value": None, "exploration": None}
        children = [vars(c) | ({} if c.visits else unknown) for c in self.children]
        return vars(self) | {"children": children}


def think(
    who: str, player: Any, position: Position, seed: int, stop: StopSignal
) -> Generator[None, None, Opinion]:
    """Let a player think about a position, part by part; its opinion in the end."""
    begin_time, game, state = perf_counter(), position.game, position.state
    if not hasattr(player, "think"):
        move = game.format_move(state, player.choose(game, state, seed))
        return Opinion(who, move, seconds=perf_counter() - begin_time)
    search, budget = player.think(game, state, seed, lambda: True), player.budget
    max_simulations, end = (
        budget.simulations or inf,
        begin_time + (budget.seconds or inf),
    )
    while not search.simulations or not stop():  # it searches once at least
        seconds_left = max(0.0, end - perf_counter())  # a clock may be coarse
        search.run_until(
            max_simulations - search.simulations, min(_PART_SECONDS, seconds_left)
        )
        if search.simulations >= max_simulations or perf_counter() >= end:
            break
        yield
    opinion = Opinion(
        who,
        game.format_move(state, search.best(player.choice)),
        tuple(search.children()),
        search.value,
        search.simulations,
        perf_counter() - begin_time,
    )
    search.release()
    return opinion
