"""Compile the searches of pages: `python -m foxkit.site.wasm.build`.

What is compiled is found by asking every agent of every board for a few moves, and
noting which search it begins with which types. It takes `wasm-ld` (Debian's package
`lld`), and a process of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import product
from typing import Any

from numba import njit, typeof, types

from foxkit.core import caching, compiled
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games import NAMES, game_named
from foxkit.players.budget import Budget
from foxkit.search.alphabeta import search_root
from foxkit.search.flat import _add_episodes
from foxkit.search.simulation import add_simulations
from foxkit.site.play.bundle import write_searches
from foxkit.site.wasm import target
from foxkit.site.wasm.games import play_game
from foxkit.view.game_view import view_of
from foxkit.view.opponents import Opponent
from foxkit.view.question import BalanceQuestion

_SEARCHES = add_simulations, search_root, _add_episodes
_PLIES_TO_TRY = 0, 4, 5  # before a move: in each phase of a game, and for each side

Types = tuple[Any, ...]


class _SearchNoted(Exception):
    """Raised instead of running a search, once its arguments' types are noted."""


def type_names(numba_types: Types) -> str:
    """The names that `foxkit.site.play.searches` has for types of arguments."""
    return f"tuple({','.join(map(_type_name, numba_types))})"


def _type_name(numba_type: Any) -> str:
    """The name of one type of numba: letters of `array`, or a tuple of names."""
    if isinstance(numba_type, types.BaseTuple):
        named = getattr(numba_type, "instance_class", tuple).__name__
        return f"{named}({','.join(map(_type_name, numba_type.types))})"
    if isinstance(numba_type, types.Array):
        return f"{_type_name(numba_type.dtype)}{numba_type.ndim}{numba_type.layout}"
    letters = {
        types.boolean: "?",
        types.int16: "h",
        types.int32: "i",
        types.int64: "q",
        types.float64: "d",
    }
    return letters[types.unliteral(numba_type)]


def _result_types(numba_type: Any) -> Any:
    """The type of a call's result: a letter, a list of letters, or None."""
    if isinstance(numba_type, types.NoneType):
        return None
    several = isinstance(numba_type, types.BaseTuple)
    return [*map(_type_name, numba_type.types)] if several else _type_name(numba_type)


def calls_to_compile() -> list[tuple[Any, Types]]:
    """The calls of searches that agents of boards make, each kind once.

    Whole games of two sides come with them.
    """
    with _noting_searches() as calls:
        for name in NAMES:
            for variant in (None, *game_named(name).VARIANTS):
                _let_agents_think(game_named(name, variant))
        games = [(play_game, kinds) for kinds in _types_of_games()]
    return [(search, kinds) for (search, _), kinds in calls.items()] + games


def _types_of_games() -> Iterator[Types]:
    """Yield the types with which the lab of a page asks for games of each kind."""
    for game in map(game_named, NAMES):
        if len(game.PLAYERS) == 2:
            first_match = BalanceQuestion(
                game, "simulations", (1,), 1, -1, 1, "usual"
            ).matches()[0]
            player: Any = first_match.players[0]
            search = player.think(game, game.start(), 0, lambda: True)
            search_args = search.game, search.state, search.evaluation, search.settings
            rest = *[types.int64] * 4, types.Array(types.int64, 1, "C")
            yield typeof(search.tree), typeof(search_args), *rest


@contextmanager
def _noting_searches() -> Iterator[dict[tuple[Any, str], Types]]:
    """In this `with`, all runs as plain Python, and searches are noted, not run."""
    types_of_calls: dict[tuple[Any, str], Types] = {}
    original_call = compiled.__call__

    def call(function: Any, *arguments: Any) -> Any:
        if function in _SEARCHES:
            kinds = tuple(map(typeof, arguments))
            types_of_calls.setdefault((function, type_names(kinds)), kinds)
            raise _SearchNoted
        return function.py_func(*arguments)

    compiled.__call__ = call  # type: ignore
    try:
        yield types_of_calls
    finally:
        compiled.__call__ = original_call  # type: ignore


def _let_agents_think(game: Any) -> None:
    """Let every agent of a game's board begin to think in a few positions."""
    game = game.with_deal(1) if hasattr(game, "with_deal") else game
    view, position = view_of(game), Position.start(game)
    known = {
        k: v for k, v in view.opponents().items() if k not in view.PERFECT_OPPONENTS
    }
    players = [each for opponent in known.values() for each in _players_of(opponent)]
    reviewer = replace(view.reviewer(), budget=Budget(10))
    for ply in range(max(_PLIES_TO_TRY) + 1):
        if ply in _PLIES_TO_TRY:
            for player in (*players, reviewer):
                with suppress(_SearchNoted):
                    player.choose(game, position.state, 1)
        moves = [*position.moves]
        position = position.play(moves[mix(1, ply) % len(moves)])


def _players_of(opponent: Opponent) -> Iterator[Any]:
    """Yield a player of an opponent for each choice of its settings with two values."""
    ways = [
        [(each.name, value) for value in each.choices]
        for each in opponent.settings
        if len(each.choices) == 2
    ]
    for chosen in product(*ways):
        yield opponent.player(dict(chosen))


def build() -> None:
    """Compile all searches, and keep them beside what pages play with."""
    calls = calls_to_compile()
    target.patch_numba()
    caching.jit = lambda function, options: njit(**options)(function)  # none is kept
    module, answers = target.module_of(
        [(search._dispatcher, kinds) for search, kinds in calls]
    )
    exports: dict[str, Any] = {}
    games = {}
    both = zip(calls, answers, strict=True)
    for number, ((search, kinds), answer) in enumerate(both):
        if search is play_game:
            games[_type_name(kinds[1])] = f"x{number}"
        else:
            known = exports.setdefault(f"{search.__module__}:{search.__name__}", [])
            known.append([type_names(kinds), f"x{number}", _result_types(answer)])
    write_searches(module, exports, games)


if __name__ == "__main__":
    build()
