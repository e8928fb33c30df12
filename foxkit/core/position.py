"""Positions, a game and a state together, with texts for both."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from foxkit.core import game as rules
from foxkit.core import is_user_code
from foxkit.core.entry import legal_move_codes, mover, payoffs, play
from foxkit.core.generic import has_implementation
from foxkit.core.quoting import as_call, quoted
from foxkit.core.versions import current_versions


def winner_or_draw_names(players: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the winner in tables, by the player's number; the last is for a draw."""
    return *players, "no winner" if "draw" in players else "draw"


def require_readable_player_names(game: Any) -> None:
    """Raise ValueError where two players share a name, or one cannot be read."""
    rules.limits_of(game)
    names = list(game.PLAYERS)
    if odd := [name for name in names if not name.strip() or not name.isprintable()]:
        requirement = "a player's name is made of letters that can be seen"
        raise ValueError(f"{game.NAME}: {requirement}, not {quoted(odd[0])}")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{game.NAME}: two players are called {twice[0]!r}")


class Game(Protocol):
    """The rules of a game as a value: a NamedTuple of ints with these members.

    Some have more: `conflicts` lists what cannot stand together, `with_deal(seed)` is
    the game of a block, and `rule_columns` are the rules as columns of a table.
    """

    NAME: ClassVar[str]
    PLAYERS: ClassVar[tuple[str, ...]]
    MAX_MOVES: ClassVar[int]
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]]

    def start(self) -> Any:
        """The state in which play begins."""

    def parse(self, text: str) -> tuple["Game", Any]:
        """The game and the state of a position's text, which may fix a board's size.

        Raises:
            ValueError: names the first fault of the text, and what is allowed there.
        """

    def format(self, state: Any) -> str:
        """The one-line text of a state."""

    def reason(self, state: Any) -> str:
        """How a finished game ended, in a few words."""

    def format_move(self, state: Any, move: int) -> str:
        """The text of a move that is legal in `state`."""


NO_MOVE = "there is no move to choose: the game is over"
"""The message of every player for a finished game."""
_MEMBERS_OF_GAME = ("NAME", "PLAYERS", "MAX_MOVES", "start", "format_move")


def require_game(game: Any) -> None:
    """Raise ValueError for what is no game, and name what it lacks."""
    if isinstance(game, type):
        raise ValueError(f"a game is a value, not a class: write {game.__name__}()")
    deals = hasattr(game, "with_deal")  # another value, perhaps of another class
    members = _MEMBERS_OF_GAME[:3] if deals else _MEMBERS_OF_GAME
    if missing := [name for name in members if not hasattr(game, name)]:
        raise ValueError(f"{quoted(game)} is no game: it lacks {', '.join(missing)}")
    if not deals:
        for function in (rules.legal_moves, rules.play, rules.payoffs):
            if not has_implementation(function, game):
                name, class_name = function.__name__, type(game).__name__
                raise ValueError(f"{name} is not registered for the class {class_name}")


def require_state(game: Any, state: Any) -> None:
    """Raise ValueError for what is no game that can be searched, or no state of one."""
    if isinstance(game, type) or not has_implementation(rules.legal_moves, game):
        require_game(game)
    if isinstance(state, Position):
        raise ValueError("a state is wanted, not a Position: write position.state")
    if not isinstance(state, tuple) or not hasattr(state, "_fields"):
        origin = "made by game.start() or stands in position.state"
        raise ValueError(f"a state is {origin}, not {quoted(state)}")


def require_position(position: Any) -> None:
    """Raise ValueError for what is no position."""
    if not isinstance(position, Position):
        raise ValueError(
            "a position is made by Position.start(game) or Position.parse(game, text), "
            f"not {quoted(position)}"
        )


def require_unfinished(game: Any, state: Any) -> "Position":
    """The position of a state in which there is a move to choose, or a ValueError."""
    position = Position(game, state)
    if not len(position.codes):
        raise ValueError(NO_MOVE)
    return position


class Moves(dict[str, int]):
    """Legal moves by text, each with its code; a KeyError says that keys are texts."""

    def __missing__(self, key: object) -> int:
        """Raise KeyError for a key that is not the text of a legal move."""
        message = (
            f": moves go by their texts, which lead to their codes; "
            f"list(position.moves)[{key}] is a text"
        )
        raise KeyError(key if isinstance(key, str) else f"{key}{message}")


class _cached_until_edit(cached_property[Any]):
    """A property that is computed once; under a reader's rules, once for each edit."""

    def __get__(self, position: Any, owner: Any = None) -> Any:
        """The value, computed anew where a reader's rules were edited."""
        if position is None or not is_user_code(type(position.game)):
            return super().__get__(position, owner)
        game, name_of_cached_versions = position.game, f"_{self.attrname}_then"
        versions = current_versions(game), getattr(type(game), "format_move", None)
        cached_versions, value = position.__dict__.get(
            name_of_cached_versions, (None, None)
        )
        if cached_versions != versions:
            value = self.func(position)
            position.__dict__[name_of_cached_versions] = versions, value
        return value


@dataclass(frozen=True)
class Position:
    """A position of a game, which plays moves and draws itself; it never changes.

    It is a state together with the rules. `Position.start` and `Position.parse` make
    it, and a notebook shows it as a picture.

    Attributes:
        game: the rules.
        state: the state, a NamedTuple of the game's module.

    Examples:
        >>> start = Position.start(FoxGame())
        >>> start.mover, list(start.moves)[:3]
        ('sheep', ['30-40', '31-41', '32-42'])
        >>> after = start.play("30-40")
        >>> after.text
        '--sss--/--sss--/sssssss/.ssssss/s....../--...--/--f.f-- f 0 -'
        >>> Position.parse(FoxGame(), after.text) == after
        True
        >>> print(after.outcome)
        None
    """

    game: Any
    state: Any

    @classmethod
    def start(cls, game: Any) -> "Position":
        """The position in which play begins."""
        if isinstance(game, type) or not hasattr(game, "start"):
            require_game(game)
        return cls(game, game.start())

    @classmethod
    def parse(cls, game: Any, text: str) -> "Position":
        """The position of a text; ValueError names its first fault."""
        if isinstance(game, type) or not hasattr(game, "parse"):
            require_game(game)
            raise ValueError(f"{type(game).__name__} reads no texts: it lacks parse")
        if hasattr(game, "problems"):  # as games had before parse named the faults
            raise ValueError(
                f"problems is a part of parse now: let {type(game).__name__}.parse "
                "raise a ValueError that names the first fault, and drop problems"
            )
        if not isinstance(text, str):
            raise ValueError(f"a position's text is a str, not {quoted(text)}")
        return cls(*game.parse(text))

    @property
    def text(self) -> str:
        """The one-line text, which `parse` reads back."""
        return self.game.format(self.state)

    @property
    def mover(self) -> str:
        """The name of the player to move."""
        return self.game.PLAYERS[mover(self.game, self.state)]

    @property
    def is_partial(self) -> bool:
        """Whether something is hidden in the state, so that it has no next states."""
        hides = getattr(self.game, "is_partial", None)
        return hides is not None and hides(self.state)

    @_cached_until_edit
    def codes(self) -> NDArray[np.int64]:
        """The codes of the legal moves, in the rules' own order; read only."""
        move_codes = legal_move_codes(self.game, self.state)
        move_codes.flags.writeable = False
        return move_codes

    @_cached_until_edit
    def moves(self) -> dict[str, int]:
        """The legal moves: each text with its code. Empty when the game is over."""
        text, state = self.game.format_move, self.state
        return Moves({text(state, code): code for code in self.codes.tolist()})

    def play(self, move: str) -> "Position":
        """The position after a move, given as text; ValueError if it is not legal."""
        if self.is_partial:
            raise ValueError(f"nobody can play on where hands are hidden: {self.text}")
        if not isinstance(move, str) or move not in self.moves:
            legal = ", ".join(self.moves) or "none, the game is over"
            raise ValueError(f"{quoted(move)} is not a legal move; legal are {legal}")
        return Position(self.game, play(self.game, self.state, self.moves[move]))

    @property
    def outcome(self) -> dict[str, float] | None:
        """Each player's payoff in [-1, 1], or None while the game goes on.

        Rules for several numbers of players give payoffs for the largest of them.
        """
        if len(self.codes):
            return None
        results = payoffs(self.game, self.state)
        return dict(zip(self.game.PLAYERS, map(float, results), strict=False))

    def __repr__(self) -> str:
        """The call of `parse` that makes it; a game without texts gives the state."""
        try:
            return as_call("Position.parse", self.game, self.text)
        except Exception:  # a reader's rules may lack texts, or fail
            return as_call("Position", self.game, self.state)

    def _repr_svg_(self) -> str:
        """The board as SVG, for notebooks."""
        from foxkit.view import svg  # drawing is a layer above: import it when asked

        return svg.board(self)._repr_svg_()
