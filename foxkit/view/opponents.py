"""Who can be played against on the board, their sliders, and what they think."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

from foxkit.core.position import Position
from foxkit.players.budget import Budget
from foxkit.players.defaults import EVALUATIONS, default_evaluation
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import GreedyPlayer, MctsPlayer, Player, RandomPlayer
from foxkit.search.mcts import Settings
from foxkit.search.session import Child
from foxkit.view.job import Halted

_SIMULATIONS = tuple(m * 10**e for e in range(1, 6) for m in (1, 2, 3, 5))
_PART = 0.05  # seconds of a search between two looks at whether it is to stop
_DEFAULT = Settings()
_CUTOFFS = (-1, 0, 1, 2, 3, 5, 10, 20, 50)


@dataclass(frozen=True)
class Setting:
    """A slider."""

    name: str  # of the parameter that it sets
    label: str  # what it is called on the page
    choices: tuple[float, ...]  # its values from left to right
    value: float  # the one it begins with
    words: tuple[str, ...] = ()  # for the first values; the others are shown as numbers


@dataclass(frozen=True)
class Opponent:
    """A player that can take a seat; `make` builds it from the sliders' values."""

    make: Callable[..., Player]
    settings: tuple[Setting, ...] = ()

    def player(self, values: Mapping[str, float]) -> Player:
        """Return the player with these settings, the usual ones where none is given.

        ValueError for a value that its slider does not have.
        """
        chosen = {}
        for slider in self.settings:
            value = values.get(slider.name, slider.value)
            if value not in slider.choices:
                said = f"{slider.name} {value} is not one of {slider.choices}"
                raise ValueError(said)
            own = slider.choices.index(value)  # a page may say 100.0 for 100
            chosen[slider.name] = slider.choices[own]
        return self.make(**chosen)


_MCTS = (
    Setting("simulations", "simulations", _SIMULATIONS[:-3], 10_000),
    Setting("cutoff", "cutoff", _CUTOFFS, _DEFAULT.cutoff, ("none",)),
    Setting("c", "C", tuple(round(0.1 * i, 1) for i in range(21)), _DEFAULT.c),
    Setting("seconds", "seconds instead", (0, 0.5, 1, 2, 5, 10, 30), 0, ("no",)),
)


def known_evaluation(game: Any, of: Callable[[Any], Any] = default_evaluation) -> Any:
    """Return what judges unfinished states of a game on the board, or None."""
    try:
        return of(game)
    except ValueError:
        return None


def _mcts(evaluation: Any) -> Callable[..., Player]:
    """Return what makes a search of some settings that judges by an evaluation."""

    def made(simulations: int, c: float, seconds: float, cutoff: int = -1) -> Player:
        budget = Budget(seconds=seconds) if seconds else Budget(simulations)
        return MctsPlayer(budget, evaluation, c=c, cutoff=cutoff)

    return made


def house(game: Any) -> dict[str, Opponent]:
    """Return the players that every game has, by name.

    Where nothing judges unfinished states, a search plays out to the end.
    """
    own, learned = (known_evaluation(game, of) for of in EVALUATIONS.values())
    found = {"random": Opponent(RandomPlayer)}
    if own is not None:
        greedy = {"greedy": Opponent(lambda: GreedyPlayer(own))}
        found = {"MCTS": Opponent(_mcts(own), _MCTS), **greedy, **found}
    elif len(game.PLAYERS) == 2:
        settings = tuple(each for each in _MCTS if each.name != "cutoff")
        found = {"MCTS": Opponent(_mcts(ZeroEvaluation()), settings), **found}
    if learned is not None:
        found["MCTS, learned"] = Opponent(_mcts(learned), _MCTS)
    return found


@dataclass(frozen=True)
class Opinion:
    """A player's view of one position; one that does not search only names a move."""

    who: str  # the player's name
    best: str  # the text of the move it would play
    children: tuple[Child, ...] = ()  # the moves it weighed, the most visited first
    value: float | None = None  # mean result in [-1, 1] for the player to move
    simulations: int = 0
    seconds: float = 0.0

    def weights(self) -> dict[str, float]:
        """Return each weighed move's share of the most visits; 1 for one just named."""
        top = max((child.visits for child in self.children), default=0)
        shares = {child.move: child.visits / top for child in self.children if top}
        return shares or {self.best: 1.0}

    def plain(self) -> dict[str, Any]:
        """Return it as JSON; what is infinite is None."""
        unknown = {"value": None, "exploration": None}
        children = [vars(c) | ({} if c.visits else unknown) for c in self.children]
        return vars(self) | {"children": children}


def think(
    who: str, player: Any, position: Position, seed: int, stop: Halted
) -> Generator[None, None, Opinion]:
    """Let a player think about a position, part by part; return what it found."""
    begin, game, state = perf_counter(), position.game, position.state
    if not hasattr(player, "think"):
        move = game.format_move(state, player.choose(game, state, seed))
        return Opinion(who, move, seconds=perf_counter() - begin)
    search, budget = player.think(game, state, seed, lambda: True), player.budget
    most, end = budget.simulations or inf, begin + (budget.seconds or inf)
    while not search.simulations or not stop():  # it looks once at least
        left = max(0.0, end - perf_counter())  # a clock may go in steps
        search.run_until(most - search.simulations, min(_PART, left))
        if search.simulations >= most or perf_counter() >= end:
            break
        yield
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
