"""Players: anything with `choose(game, state, seed) -> move`.

A reader's player is a plain function of a `Position` and a seed that returns the text
of a move; `FunctionPlayer(function)` makes it a player for any match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from inspect import signature
from math import inf
from typing import Any, Protocol, TypeVar

import numpy as np

from foxkit.core.arguments import (
    is_infinite,
    one_of,
    real_number,
    set_frozen_fields,
    whole_number,
)
from foxkit.core.entry import evaluate, mover, payoffs, play
from foxkit.core.generic import has_implementation
from foxkit.core.position import Position, require_unfinished
from foxkit.core.quoting import as_call, quoted
from foxkit.core.rng import advance, below, mix, salt
from foxkit.players.budget import Budget
from foxkit.search.deepening import AlphaBeta
from foxkit.search.evaluating import require_evaluation
from foxkit.search.mcts import Settings
from foxkit.search.perft import MAX_DEPTH
from foxkit.search.playout import UNIFORM, playout_move, policy_move
from foxkit.search.session import CHOICES, MOST_VISITED, FinalChoice, Search

Move = TypeVar("Move")
_WHAT_A_FUNCTION_DOES = (
    "function takes a position and a seed, and returns a move's text"
)
_PACKAGE = __name__.partition(".")[0]


def random_one_of(moves: Sequence[Move], seed: int) -> Move:
    """A random one of some moves."""
    return moves[below(advance(mix(seed, 0)), len(moves))]


def random_best_of(moves: Sequence[Move], values: Sequence[Any], seed: int) -> Move:
    """A random one of the moves of the largest value."""
    largest = max(values)
    return random_one_of(
        [m for m, v in zip(moves, values, strict=True) if v == largest], seed
    )


class Player(Protocol):
    """Anything that can choose a move."""

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move; the same seed gives the same move."""


def require_player(player: Any, name: str = "player") -> None:
    """Raise ValueError for what cannot choose a move; say what to write instead."""
    if isinstance(player, type):
        raise ValueError(f"{name} is a value, not a class: write {player.__name__}(…)")
    if callable(getattr(player, "choose", None)):
        return
    if callable(player):
        function = getattr(player, "__name__", "function")
        shown = function if function.isidentifier() else "function"  # no <lambda>
        raise ValueError(f"{name} is a function: write FunctionPlayer({shown})")
    raise ValueError(f"{name} {quoted(player)} has no choose(game, state, seed)")


def legal_move_index(position: Position, player: Any, move: Any) -> int:
    """The index of a player's move in the list of legal moves.

    Raises:
        ValueError: it is not among them; the message names the player.
    """
    numbers = np.flatnonzero(position.codes == move)
    if not len(numbers):
        name, legal = type(player).__name__, position.codes.tolist()
        raise ValueError(
            f"{name} chose {quoted(move)}; codes of legal moves are {quoted(legal)}"
        )
    return int(numbers[0])


@dataclass(frozen=True)
class RandomPlayer:
    """A player for whom every legal move is equally likely.

    Examples:
        >>> position = Position.start(HareHounds())
        >>> code = RandomPlayer().choose(position.game, position.state, seed=1)
        >>> code in position.moves.values()
        True
    """

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move."""
        return random_one_of(require_unfinished(game, state).codes.tolist(), seed)


@dataclass(frozen=True)
class PolicyPlayer:
    """Play the moves of a policy for playouts, see `foxkit.search.playout`."""

    policy: Any

    def __post_init__(self) -> None:
        """Check the policy; ValueError for another value."""
        _require_policy(self.policy)

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move."""
        moves = require_unfinished(game, state).codes.copy()
        return int(policy_move(self.policy, game, state, moves, mix(seed, 0)))


def _require_policy(policy: Any) -> None:
    """Raise ValueError for a value that is no policy, and cannot be trained to one."""
    trained = callable(getattr(policy, "policy", None)) and not isinstance(policy, type)
    if not trained and not has_implementation(playout_move, policy):
        raise ValueError(
            "policy is a value for whose class playout_move is registered, such as "
            f"{UNIFORM}, not {quoted(policy)}"
        )


@dataclass(frozen=True)
class GreedyPlayer:
    """A player that looks one move ahead and takes the highest value, ties at random.

    Attributes:
        evaluation: estimates the value of each state, such as `FoxHeuristic()`.

    Raises:
        ValueError: it is no evaluation.

    Examples:
        >>> position = Position.start(FoxGame())
        >>> code = GreedyPlayer(FoxHeuristic()).choose(position.game, position.state, 0)
        >>> code in position.moves.values()
        True
    """

    evaluation: Any

    def __post_init__(self) -> None:
        """Check the evaluation; ValueError for another value."""
        require_evaluation(self.evaluation)

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move."""
        codes = require_unfinished(game, state).codes.tolist()
        player = mover(game, state)

        def value(after: Any) -> float:
            if len(Position(game, after).codes):
                return evaluate(self.evaluation, game, after)[player]
            return float(payoffs(game, after)[player])

        return random_best_of(codes, [value(play(game, state, m)) for m in codes], seed)


def _settings_property(name: str) -> Any:
    """A property of a player that reads one of its `settings`."""
    return property(lambda player: getattr(player.settings, name))


@dataclass(frozen=True, init=False)
class MctsPlayer:
    """A player that chooses by Monte-Carlo tree search with UCB1.

    The defaults are those of the Fox Game's paper, section 3 and equation (4), whose
    player `paper` makes. Each setting, from `c` to `belief`, is a keyword argument.

    Attributes:
        budget: simulations or seconds for each move.
        evaluation: estimates the values of states where playouts are cut off.
        settings: all settings of the search together, see
            `foxkit.search.mcts.Settings`. A policy or a belief that is still to be
            trained for a game is made ready by `new_search`.
        choice: the move that is played after a search: `most visited`, `highest value`
            or `highest bound`.
        c: weight of UCB1's exploration term, 0 or more.
        cutoff: moves of a playout before it is evaluated; -1 plays to the end.
        expansion: a leaf gets its children at its first visit (0) or its second (1).
        policy: makes the moves of the playouts; uniformly random ones by default.
        tie_break: of several equals a random one is taken (0), or the one whose move
            has the smallest code (1).
        parent_visits_from: UCB1 counts the parent's own visits (0), or the sum of its
            children's (1).
        belief: the states in which simulations begin, where something is hidden; None
            is the state itself.

    Raises:
        ValueError: an argument is not in its range, or there is no such setting.

    Examples:
        Fifty simulations a move, each played to the end of the game, so that the
        evaluation is never needed:

        >>> from foxkit.players.evaluations import ZeroEvaluation
        >>> player = MctsPlayer(Budget(simulations=50), ZeroEvaluation(), cutoff=-1)
        >>> player
        MctsPlayer(Budget(simulations=50), ZeroEvaluation(unused=0), cutoff=-1)
        >>> position = Position.start(HareHounds())
        >>> player.choose(position.game, position.state, 0) in position.moves.values()
        True
    """

    budget: Budget
    evaluation: Any
    settings: Settings = field(default=Settings(), metadata={"flat": True})
    choice: FinalChoice = MOST_VISITED

    c = _settings_property("c")
    cutoff = _settings_property("cutoff")
    expansion = _settings_property("expansion")
    policy = _settings_property("policy")
    tie_break = _settings_property("tie_break")
    parent_visits_from = _settings_property("parent_visits_from")
    belief = _settings_property("belief")

    def __init_subclass__(cls) -> None:
        """Refuse a subclass that declares what nothing would read."""
        if "_search" in vars(cls):
            raise ValueError(f"_search of {cls.__name__} is called new_search now")
        for name in Settings._fields:
            if name in vars(cls):
                raise ValueError(
                    f"{name} of {cls.__name__} is a setting: write "
                    f"settings: Settings = Settings({name}=…)"
                )

    def __init__(
        self,
        budget: Budget,
        evaluation: Any,
        settings: Settings | None = None,
        choice: FinalChoice = MOST_VISITED,
        **changes: Any,
    ) -> None:
        """Without settings they are the default of the class, with some changes."""
        settings = type(self).settings if settings is None else settings
        _require_settings(settings)
        settings = settings.changed(**changes)
        fields = {"budget": budget, "evaluation": evaluation, "settings": settings}
        set_frozen_fields(self, **fields, choice=choice)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        if not isinstance(self.budget, Budget):
            example = "such as Budget(simulations=1000)"
            raise ValueError(
                f"budget is a Budget, {example}, not {quoted(self.budget)}"
            )
        require_evaluation(self.evaluation)
        _require_settings(self.settings)
        _require_policy(self.policy)
        self.settings._replace(policy=UNIFORM).checked()
        choice = one_of("choice", self.choice, CHOICES)
        set_frozen_fields(
            self, settings=self.settings.with_checked_numbers(), choice=choice
        )

    def __repr__(self) -> str:
        """The call that makes it, without what has its default value."""
        default: Any = type(self).settings
        pairs = zip(Settings._fields, self.settings, default, strict=True)
        changes = {
            name: value
            for name, value, usual in pairs
            if value != usual or type(value) is not type(usual)
        }
        for each in fields(self)[3:]:  # after budget, evaluation and settings
            if (value := getattr(self, each.name)) != each.default:
                changes[each.name] = value
        return as_call(type(self).__name__, self.budget, self.evaluation, **changes)

    @property
    def expected_simulations(self) -> int:
        """For how many simulations a new search of this player has memory at first."""
        return self.budget.simulations or 1000

    def new_search(self, game: Any, state: Any, seed: int) -> Search:
        """A search of this player that has not begun.

        A player that searches another game or state, or prepares its settings for a
        game, overrides this method alone.
        """
        expected = self.expected_simulations
        return Search(game, state, self.evaluation, self.settings, seed, expected)

    def think(
        self,
        game: Any,
        state: Any,
        seed: int,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Search:
        """A finished search, or what there was of it when `stopped()` was true."""
        max_simulations = self.budget.simulations or inf, self.budget.seconds or inf
        return self.new_search(game, state, seed).run_until(*max_simulations, stopped)

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move, without simulations that cannot matter."""
        if simulations := self.budget.simulations:
            search = self.new_search(game, state, seed)
            search.run(simulations, stop_early=self.choice == MOST_VISITED)
        else:
            search = self.think(game, state, seed)
        move = search.best(self.choice)
        search.release()
        return move


def _require_settings(settings: Any) -> None:
    """Raise ValueError for anything but `Settings`."""
    if not isinstance(settings, Settings):
        raise ValueError(f"settings are Settings(…), not {quoted(settings)}")


@dataclass(frozen=True)
class SecondChoice:
    """Play the move that a search visits second most, if there is a choice."""

    player: MctsPlayer

    def __post_init__(self) -> None:
        """Check the player; ValueError unless it searches a tree."""
        require_player(self.player)
        if not callable(getattr(self.player, "think", None)):
            raise ValueError(f"player is an MctsPlayer, not {quoted(self.player)}")

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move."""
        position = require_unfinished(game, state)
        search = self.player.think(game, state, seed)
        children = sorted(search.children(), key=lambda child: -child.visits)
        move = position.moves[children[:2][-1].move]
        search.release()
        return move


def seed_for_inner_player(player: Any, seed: int) -> int:
    """The seed for a player to which another one leaves a move after a random draw.

    It begins another stream: a mixed player within a mixed player would otherwise draw
    the same number, and one of its players would never move. Only a player of the
    workbook that leaves no moves to others gets the same seed, as in all stored games.
    That does no harm, since such a player does not use the salt (2) of mixed players.
    """
    if isinstance(player, SecondChoice):  # it draws no random numbers itself
        return seed
    if type(player).__module__.startswith(f"{_PACKAGE}.") and not _delegates_moves(
        player
    ):
        return seed
    return mix(seed, salt("asked player"))


def _delegates_moves(player: Any) -> bool:
    """Whether a player of the workbook leaves moves to players or functions in it."""
    if isinstance(player, FunctionPlayer):
        return True
    fields = vars(player).values()
    inner = [x for each in fields for x in (each if type(each) is tuple else (each,))]
    return any(hasattr(each, "choose") for each in inner)


@dataclass(frozen=True)
class MixedPlayer:
    """Play as one player, but with some probability at each move as another."""

    usual: Player
    other: Player
    chance: float  # the probability of `other`

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        require_player(self.usual, "usual")
        require_player(self.other, "other")
        set_frozen_fields(self, chance=real_number("chance", self.chance, 0, 1))

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move."""
        drawn = below(advance(mix(seed, 2)), 1_000_000)
        player = self.other if drawn < self.chance * 1_000_000 else self.usual
        return player.choose(game, state, seed_for_inner_player(player, seed))


@dataclass(frozen=True)
class AlphaBetaPlayer:
    """Alpha-beta search by iterative deepening; it wins early and loses late."""

    evaluation: Any  # estimates the values of states at the full depth
    depth: int  # plies to look ahead
    nodes: float = inf  # after so many it plays the best move of the last full depth

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        require_evaluation(self.evaluation)
        depth = whole_number("depth", self.depth, 1, MAX_DEPTH)
        set_frozen_fields(self, depth=depth)
        if not is_infinite(self.nodes):
            set_frozen_fields(self, nodes=whole_number("nodes", self.nodes, 1))

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move, any of those that it thinks best."""
        position = require_unfinished(game, state)
        search = AlphaBeta(game, state, self.evaluation)
        _, moves = search.iterative_deepening(self.depth, self.nodes)
        return position.moves[random_one_of(moves, seed)]


@dataclass(frozen=True)
class BySide:
    """A player made of one player for each side, in the order of the game's players.

    Each of them gets the same seed.
    """

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        """Check the players; ValueError for a value that is none."""
        if not isinstance(self.players, tuple | list) or not self.players:
            players = quoted(self.players)
            raise ValueError(f"players are a tuple, one for each side, not {players}")
        for player in self.players:
            require_player(player)
        set_frozen_fields(self, players=tuple(self.players))

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of the move that the player of this side chooses."""
        return self.players[mover(game, state)].choose(game, state, seed)


@dataclass(frozen=True)
class FunctionPlayer:
    """A player that plays what a function of yours says.

    Attributes:
        function: takes a `Position` and a seed, a whole number for its random choices,
            and returns the text of a legal move.

    Raises:
        ValueError: it is no function of a position and a seed.

    Examples:
        >>> def first_move(position, seed):
        ...     return list(position.moves)[0]
        >>> match(HareHounds(), FunctionPlayer(first_move), RandomPlayer())
        match(HareHounds(), FunctionPlayer(first_move), RandomPlayer())
    """

    function: Callable[[Position, int], str]

    def __post_init__(self) -> None:
        """Check the function; ValueError unless it takes a position and a seed."""
        if not callable(self.function) or isinstance(self.function, type):
            raise ValueError(
                f"{_WHAT_A_FUNCTION_DOES}; it is not {quoted(self.function)}"
            )
        try:
            arguments = signature(self.function, follow_wrapped=False)
        except Exception:  # a function of C does not say, and a class may do anything
            return
        try:
            arguments.bind(None, 0)
        except TypeError as error:
            raise ValueError(f"{_WHAT_A_FUNCTION_DOES}: {error}") from None

    def __repr__(self) -> str:
        """The call that makes it, with the function's name."""
        name = getattr(self.function, "__name__", "")
        called = name if name.isidentifier() else repr(self.function)  # no <lambda>
        return f"FunctionPlayer({called})"

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of the function's move; ValueError if it is not legal."""
        position = require_unfinished(game, state)
        move = self.function(position, seed)
        if not isinstance(move, str) or move not in position.moves:
            name = getattr(self.function, "__name__", type(self.function).__name__)
            legal = ", ".join(position.moves)
            raise ValueError(f"{name} chose {quoted(move)}; legal moves are {legal}")
        return position.moves[move]
