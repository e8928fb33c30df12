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
from functools import partial, singledispatch, update_wrapper
from itertools import count
from typing import Any, get_type_hints

from foxkit.core import INLINED, with_numba

_numbers = count(1)
GENERICS: list[Any] = []
"""Every function that `generic` made, so that what is known of a class can be found."""


def generic(declaration: Callable[..., Any], *, usable: bool = False) -> Any:
    """Make `declaration` dispatch on the class of its first argument, a NamedTuple.

    Args:
        declaration: says what implementations do.
        usable: whether it serves classes that have none itself.

    Returns:
        A `functools.singledispatch` function, callable from compiled code too;
        `@function.register` adds an implementation, annotated with its class.
    """

    def missing(first: Any, *rest: Any) -> Any:
        name, kind = declaration.__name__, type(first).__name__
        raise NotImplementedError(f"{name} is not defined for {kind}")

    dispatcher = singledispatch(
        declaration if usable else update_wrapper(missing, declaration)
    )
    dispatcher.register = _guarded(dispatcher)  # type: ignore[method-assign]
    GENERICS.append(dispatcher)

    @with_numba
    def tell() -> None:
        from numba import types
        from numba.extending import overload

        @overload(dispatcher, strict=False, jit_options=INLINED)
        def choose(first: Any, *rest: Any) -> Callable[..., Any] | None:
            if not isinstance(first, types.BaseNamedTuple):
                return None
            implementation = dispatcher.dispatch(first.instance_class)
            return None if implementation is missing else implementation

    return dispatcher


def has_implementation(dispatcher: Any, value: Any) -> bool:
    """Tell whether a generic function has an implementation for a value's class."""
    return bool(dispatcher.dispatch(type(value)) is not dispatcher.dispatch(object))


def _guarded(dispatcher: Any) -> Callable[..., Any]:
    unguarded = dispatcher.register

    def register(kind: Any, implementation: Any = None) -> Any:
        """Add an implementation; a second class of the same name gets another.

        Compiled code takes classes of one name for the same, and a notebook's cell that
        is run again makes its class anew.
        """
        if implementation is None and isinstance(kind, type):
            return partial(register, kind)
        if implementation is None:
            kind, implementation = next(iter(get_type_hints(kind).values())), kind
        others = {other.__name__ for other in dispatcher.registry if other is not kind}
        if kind.__name__ in others:
            kind.__name__ = f"{kind.__name__}_{next(_numbers)}"
        # Values equal those of their own class only, which decides what they do.
        kind.__eq__ = lambda own, other: (
            type(own) is type(other) and tuple.__eq__(own, other)
        )
        kind.__ne__ = object.__ne__
        kind.__hash__ = lambda own: hash((type(own), *own))
        return unguarded(kind, implementation)

    return register
