"""Functions that are dispatched on a class, in plain Python and in compiled code.

    legal_moves(game, state, moves)          one name, written once in a search
          |
          +-- class of `game` is FoxGame --> the Fox Game's implementation
          +-- class of `game` is ...     --> another game's

`functools.singledispatch` makes the choice in Python; `numba.extending.overload` asks
the same table when it compiles, so a search costs one specialisation per game and no
call through a pointer, and can be cached on disk.
"""

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from numba import types
from numba.extending import overload

from foxkit.core import INLINED


def generic(declaration: Callable[..., Any]) -> Any:
    """Make `declaration` dispatch on the class of its first argument, a NamedTuple.

    Args:
        declaration: the function to call for a class without an implementation.

    Returns:
        A `functools.singledispatch` function, callable from compiled code too;
        `@function.register` adds an implementation, annotated with its class.
    """
    dispatcher = singledispatch(declaration)

    @overload(dispatcher, strict=False, jit_options=INLINED)
    def choose(first: Any, *rest: Any) -> Callable[..., Any] | None:
        if not isinstance(first, types.BaseNamedTuple):
            return None
        implementation = dispatcher.dispatch(first.instance_class)
        return None if implementation is declaration else implementation

    return dispatcher
