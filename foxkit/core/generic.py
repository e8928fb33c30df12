"""Functions that are dispatched on a class, in plain Python and in compiled code.

    legal_moves(game, state, moves)          one name, written once in a search
          |
          +-- class of `game` is FoxGame --> the Fox Game's implementation
          +-- class of `game` is ...     --> another game's

`functools.singledispatch` makes the choice in Python; `numba.extending.overload` reads
the same table at compilation, so that a search is compiled once for each game, calls
nothing through a pointer, and can be cached on disk.
"""

from collections.abc import Callable
from functools import partial, singledispatch, update_wrapper
from typing import Any, TypeVar, get_type_hints

from foxkit.core import CHECKED_INLINED, INLINED, is_user_code, when_numba_loads

_registration_counter = [0]
_Kind = TypeVar("_Kind", bound=type)
_FORMER = {
    "MAX_PLIES": "PLAYOUT_LIMIT",
    "MOST_PLIES": "GAME_LIMIT",
    "dealt": "with_deal",
    "factors": "rule_columns",
}
"""Attributes of a game that have another name now."""
GENERICS: list[Any] = []
"""Every generic function, so that the implementations for a class can be found."""


def compared_by_class(decorated: _Kind) -> _Kind:
    """Make values of a NamedTuple class equal to values of the same class only.

    A generic function chooses what a value does by its class. Tuples are equal wherever
    their fields are, so that without this decorator two policies without parameters
    would be one entry of a dict or a cache. Subclasses inherit it.

    >>> from typing import NamedTuple
    >>> @compared_by_class
    ... class Eager(NamedTuple):
    ...     patience: int = 0
    >>> @compared_by_class
    ... class Lazy(NamedTuple):
    ...     patience: int = 0
    >>> Eager() == Eager(), Eager() == Lazy()
    (True, False)
    """
    cls: Any = decorated
    cls.__eq__ = lambda value, other: (
        type(value) is type(other) and tuple.__eq__(value, other)
    )
    cls.__ne__ = object.__ne__
    cls.__hash__ = lambda value: hash((type(value), *value))
    return decorated


def generic(
    declaration: Callable[..., Any],
    *,
    has_default: bool = False,
    checked: Callable[..., Any] | None = None,
) -> Any:
    """Make `declaration` dispatch on the class of its first argument, a NamedTuple.

    Args:
        declaration: has the documentation, and perhaps a default implementation.
        has_default: whether the declaration serves classes without an implementation.
        checked: from a reader's implementation and the `GameLimits` of the class (None
            where it is no game) to a function that also checks the returned value. It
            is used in compiled code, and never for foxkit's own classes.

    Returns:
        A `functools.singledispatch` function, callable from compiled code too;
        `@function.register` adds an implementation, annotated with its class, which is
        `compared_by_class`.
    """

    def missing(first: Any, *rest: Any) -> Any:
        name, class_name = declaration.__name__, type(first).__name__
        raise NotImplementedError(f"{name} is not defined for {class_name}")

    dispatcher = singledispatch(
        declaration if has_default else update_wrapper(missing, declaration)
    )
    dispatcher.register = _register_with_checks(dispatcher)  # type: ignore[method-assign]
    dispatcher.checked = checked  # type: ignore[attr-defined]
    GENERICS.append(dispatcher)

    @when_numba_loads
    def extend() -> None:
        from numba import types
        from numba.extending import overload

        @overload(dispatcher, strict=False, jit_options=INLINED)
        def choose(first: Any, *rest: Any) -> Callable[..., Any] | None:
            if not isinstance(first, types.BaseNamedTuple):
                return None
            if is_user_code(first.instance_class):
                return None
            implementation = dispatcher.dispatch(first.instance_class)
            return None if implementation is missing else implementation

        @overload(dispatcher, strict=False, jit_options=CHECKED_INLINED)
        def choose_checked(first: Any, *rest: Any) -> Callable[..., Any] | None:
            from foxkit.core import versions

            if not isinstance(first, types.BaseNamedTuple):
                return None
            version = versions.version_of_stand_in(first.instance_class)
            default = declaration if has_default else None
            return (
                versions.checked_implementation(version, default, dispatcher)
                if version
                else None
            )

    return dispatcher


def registration_count() -> int:
    """How many implementations were registered so far, in any generic function."""
    return _registration_counter[0]


def has_implementation(dispatcher: Any, value: Any) -> bool:
    """Whether a generic function has an implementation for a value's class."""
    return bool(dispatcher.dispatch(type(value)) is not dispatcher.dispatch(object))


def _register_with_checks(dispatcher: Any) -> Callable[..., Any]:
    """The `register` of a generic function, which refuses what cannot be right."""
    unchecked = dispatcher.register

    def register(cls: Any, implementation: Any = None) -> Any:
        """Add an implementation for a class.

        Raises:
            ValueError: the implementation of a class of foxkit is not to be changed,
                an attribute of the class has another name now, or the class lacks
                `compared_by_class`.
        """
        if implementation is None and isinstance(cls, type):
            return partial(register, cls)
        if implementation is None:
            cls, implementation = next(iter(get_type_hints(cls).values())), cls
        code = getattr(implementation, "py_func", implementation)
        if (
            not is_user_code(cls)
            and is_user_code(code)
            and not is_user_code(dispatcher)
        ):
            name = cls.__name__
            raise ValueError(
                f"{dispatcher.__name__} of {name} is foxkit's own, and stays: write "
                f"`class Mine({name}): pass`, and register yours for that class"
            )
        for name in _FORMER.keys() & {*dir(cls)}:
            raise ValueError(
                f"{name} is called {_FORMER[name]} now: rename it in {cls.__name__}"
            )
        if cls.__eq__ is tuple.__eq__:
            raise ValueError(
                f"values of {cls.__name__} equal any tuple with the same fields: write "
                "@compared_by_class, which is in foxkit.core.generic, above the class"
            )
        added = unchecked(cls, implementation)
        _registration_counter[0] += 1
        return added

    return register
