"""Versions of a reader's code: what runs compiled is what stands in the cells now.

A reader edits a rule, a helper or a constant, and runs that cell alone. Compiled code
would go on with what it was compiled from. So whatever belongs to a reader's class
enters compiled code as a *stand-in*: a NamedTuple class of the same fields, made for
one version of the class's implementations and all that they read.

    Python                      here                              compiled
    Hunt(10, 0)      ->  still what was compiled? yes  ->  Hunt_3(10, 0)
    Hunt(10, 0)      ->  a constant is another         ->  Hunt_4(10, 0), compiled anew
    State(11, 10…)   <-  the class that stands now     <-  State_1(11, 10…)

A version is told by its content (`Reach.description`), so that running a cell again
compiles nothing. Its functions are copies with globals of their own, taken at one
moment: no name that is bound later, and no cache of numba, reaches into them. They are
compiled with bounds checks, and what they return is checked; foxkit's own games never
come here.
"""

import builtins
import re
import sys
from collections import namedtuple
from collections.abc import Iterable, Iterator
from itertools import count
from threading import RLock
from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import (
    CHECKED,
    CHECKED_INLINED,
    compiled,
    compiles,
    has_readers,
    is_inlined,
    is_readers,
)
from foxkit.core.game import Limits, is_game, limits_of
from foxkit.core.generic import GENERICS, registrations
from foxkit.core.quoting import quoted
from foxkit.core.reach import Reach

_LIBRARIES = {*sys.stdlib_module_names, "foxkit", "numba", "numpy"}
_lock = RLock()
_numbers = count(1)


class Version:
    """What some implementations for a reader's class were at one moment.

    Attributes:
        stand_in: the class under which compiled code knows it.
        limits: of a game; None for another class.
    """

    def __init__(
        self, kind: type, roots: dict[Any, Any], reach: Reach, limits: Limits | None
    ) -> None:
        self.stand_in = _new_stand_in(kind)
        self.limits = limits
        copies = _Copies(reach, {kind: self.stand_in})
        with _no_compiling():
            self._copies = {x: copies.of_root(own) for x, own in roots.items()}

    def implementation(self, generic: Any) -> Any:
        """The copy to compile for a generic function, or None for its default."""
        return self._copies.get(generic)


class _Standing(NamedTuple):
    """The version of a class that was found last, and how to see whether it stands."""

    version: Version
    reach: Reach
    registrations: int
    classes: dict[type, type]  # of the reader, by their stand-ins


_standing: dict[tuple[type, Limits | None], _Standing] = {}
_versions: dict[Any, Version] = {}  # by what they say
_stand_ins: dict[Any, type] = {}  # of classes without implementations
_of_stand_in: dict[type, Version] = {}
_dispatched: dict[type, tuple[int, bool]] = {}  # when it was looked up, and the answer


def version_of(stand_in: type) -> Version | None:
    """The version that a class stands in for, if it does."""
    return _of_stand_in.get(stand_in)


def standing(*values: Any) -> tuple[Version, ...]:
    """The versions of all readers' classes among some values, as they stand now.

    They are equal as long as nothing is edited. Empty for foxkit's own classes, and
    where nothing is compiled.
    """
    if not has_readers(values) or not compiles():
        return ()
    return tuple(_stands(each).version for each in _dispatched_in(values))


def require_unedited(then: tuple[Version, ...], *values: Any) -> None:
    """Raise ValueError where a search began with what does not stand any more."""
    if standing(*values) != then:
        names = {type(each).__name__ for each in _dispatched_in(values)}
        raise ValueError(
            f"{' or '.join(sorted(names))} was edited since this search began, and its "
            "tree holds results of before: begin a new search"
        )


def _dispatched_in(values: Iterable[Any]) -> Iterator[Any]:
    """Those of some values, and of what is in them, whose class is a reader's."""
    for value in values:
        if isinstance(value, tuple):
            kind = type(value)
            if kind is not tuple and is_readers(kind) and _is_dispatched(kind):
                yield value
            yield from _dispatched_in(value)


def _is_dispatched(kind: type) -> bool:
    """Whether a generic function has an implementation for a class or a base of it."""
    then, answer = _dispatched.get(kind, (None, False))
    if then != registrations():
        bases = {*kind.__mro__} - {object}
        answer = any(bases & each.registry.keys() for each in GENERICS)
        _dispatched[kind] = registrations(), answer
    return answer


def _stands(value: Any) -> _Standing:
    """The version of a value's class, made anew where something was edited."""
    kind = type(value)
    limits = limits_of(value) if is_game(kind) else None
    known = _standing.get((kind, limits))
    if known and known.registrations == registrations() and known.reach.still_stands():
        return known
    with _lock:
        chosen = {generic: generic.dispatch(kind) for generic in GENERICS}
        roots = {x: own for x, own in chosen.items() if own is not x.dispatch(object)}
        reach = Reach(roots.values(), _is_followed)
        reach.require_bounds()
        told = (*_label(kind), limits, tuple(map(id, roots)), reach.description)
        version = _versions.get(told)
        if version is None:
            version = _versions[told] = Version(kind, roots, reach, limits)
            _of_stand_in[version.stand_in] = version
        found = _Standing(version, reach, registrations(), _classes_in(reach))
        _standing[kind, limits] = found
        return found


def _classes_in(reach: Reach) -> dict[type, type]:
    """The reader's classes that some code makes values of, by their stand-ins."""
    found = (each for each in reach.values() if _has_stand_in(each))
    return {_plain_stand_in(each): each for each in found}


def _has_stand_in(value: Any) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, tuple)
        and hasattr(value, "_fields")
        and is_readers(value)
        and not _is_dispatched(value)
    )


def _label(kind: Any) -> tuple[Any, ...]:
    return kind.__module__, kind.__qualname__, kind._fields


def _new_stand_in(kind: Any) -> type:
    """A class of the same fields, and of a name that no other class has."""
    name = re.sub(r"\W", "_", kind.__name__)  # that of a lambda is no name
    made = namedtuple(f"{name}_{next(_numbers)}", kind._fields)  # type: ignore
    made.__module__ = kind.__module__
    return made


def _plain_stand_in(kind: type) -> type:
    """The stand-in of a class without implementations, such as that of a state."""
    with _lock:
        label = _label(kind)
        if label not in _stand_ins:
            _stand_ins[label] = _new_stand_in(kind)
        return _stand_ins[label]


def _is_followed(code: Any) -> bool:
    """Whether to look into a function or module that a reader's code uses."""
    if isinstance(code, ModuleType):
        return code.__name__.partition(".")[0] not in _LIBRARIES
    return is_inlined(code) and not code.__module__.startswith("foxkit.core.")


def _no_compiling() -> Any:
    """A lock while which numba compiles nothing: what it knows of functions changes."""
    from numba.core.compiler_lock import global_compiler_lock

    return global_compiler_lock


class _Copies:
    """Copies of functions and of what they read, for numba to compile.

    `classes` are stand-ins by the classes for which they stand.
    """

    def __init__(self, reach: Reach, classes: dict[type, type]) -> None:
        self._reach, self._classes = reach, classes
        self._made: dict[int, Any] = {}

    def of_root(self, root: Any) -> Any:
        """A copy that compiled code may call."""
        return _callable(self.of(getattr(root, "py_func", root)))

    def of(self, value: Any) -> Any:
        """A copy of a value, or the value where nobody can change it."""
        if id(value) in self._made:
            return self._made[id(value)]
        inner = getattr(value, "py_func", None)
        if inner is not None and id(inner) in self._reach.codes:
            return self._of_compiled(value)
        if id(value) in self._reach.codes:
            return self._of_function(value)
        if id(value) in self._reach.attributes:
            return self._of_module(value)
        if isinstance(value, type):
            plain = _plain_stand_in(value) if _has_stand_in(value) else value
            return self._classes.get(value, plain)
        if isinstance(value, np.ndarray):
            return self._keep(value, value.copy(order="K"))
        if isinstance(value, tuple):
            return _made_of(self.of(type(value)), map(self.of, value))
        return value

    def _keep(self, value: Any, copy: Any) -> Any:
        self._made[id(value)] = copy
        return copy

    def _of_function(self, function: FunctionType) -> FunctionType:
        code = self._reach.codes[id(function)]
        scope: dict[str, Any] = {
            "__builtins__": builtins,
            "__name__": function.__module__,
        }
        cells = tuple(CellType() for _ in code.cells)
        copy = FunctionType(function.__code__, scope, function.__name__, None, cells)
        self._keep(function, copy)
        for cell, value in zip(cells, code.cells, strict=True):
            cell.cell_contents = self.of(value)
        scope |= {name: self.of(value) for name, value in code.names.items()}
        copy.__defaults__ = function.__defaults__
        copy.__kwdefaults__ = function.__kwdefaults__
        return _callable(copy) if is_inlined(function) else copy

    def _of_compiled(self, function: Any) -> Any:
        from numba import jit

        options = getattr(function, "targetoptions", CHECKED)
        copy = jit(**{**options, "boundscheck": True})(self.of(function.py_func))
        return self._keep(function, copy)

    def _of_module(self, module: ModuleType) -> ModuleType:
        copy = self._keep(module, ModuleType(module.__name__))
        for name, value in self._reach.attributes[id(module)].items():
            setattr(copy, name, self.of(value))
        return copy


def _callable(function: Any) -> Any:
    """Let compiled code call a function of Python, with all checks."""
    from numba.extending import register_jitable

    if isinstance(function, FunctionType):
        register_jitable(**CHECKED_INLINED)(function)
    return function


def checked(version: Version, default: Any, generic: Any) -> Any:
    """What to compile for a generic function, for numba; None where there is nothing.

    `default` serves classes without an implementation; it may be None.
    """
    found = version.implementation(generic)
    if found is None and default is not None:
        code, scope = default.__code__, default.__globals__
        found = _callable(FunctionType(code, scope, default.__name__))
    if found is None or generic.checked is None:
        return found
    return generic.checked(found, version.limits)


def _made_of(kind: type, values: Iterable[Any]) -> Any:
    return tuple(values) if kind is tuple else tuple.__new__(kind, values)


def _entered(value: Any, classes: dict[type, type]) -> Any:
    """A value as compiled code takes it; note in `classes` what stands for what."""
    kind = type(value)
    if kind is int:
        if not -(1 << 63) <= value < 1 << 63:
            raise ValueError(f"{quoted(value)} is too large: numbers have 64 bits")
        return value
    if not isinstance(value, tuple):
        return value
    inner = [_entered(each, classes) for each in value]
    if kind is tuple or not is_readers(kind) or not hasattr(kind, "_fields"):
        return _made_of(kind, inner)
    if _is_dispatched(kind):
        found = _stands(value)
        classes |= {found.version.stand_in: kind}
        classes |= found.classes
        return _made_of(found.version.stand_in, inner)
    stand_in = _plain_stand_in(kind)
    classes.setdefault(stand_in, kind)
    return _made_of(stand_in, inner)


def _left(value: Any, classes: dict[type, type]) -> Any:
    """A value of compiled code as Python takes it."""
    if not isinstance(value, tuple):
        return value
    kind = type(value)
    return _made_of(classes.get(kind, kind), (_left(each, classes) for each in value))


def call(function: compiled, arguments: tuple[Any, ...]) -> Any:
    """Call a compiled function for a reader's code, as it stands now.

    ValueError, which names the position, where the reader's code goes astray.
    """
    if not compiles():
        return function._made(*arguments)
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    from foxkit.core import faults

    classes: dict[type, type] = {}
    entered = [_entered(each, classes) for each in arguments]
    target = _of_reader(function) if is_readers(function) else function._made
    try:
        result = target(*entered)
    except (NumbaError, UnsupportedBytecodeError) as error:
        if fault := faults.found_in(arguments, seconds=0):
            raise ValueError(fault) from None
        raise ValueError(faults.said_by_numba(error)) from error
    except Exception as error:
        fault = faults.found_in(arguments) or (
            f"{type(error).__name__} in compiled code: {error}; the same source as "
            "plain Python met no such position near here or in random games"
        )
        raise ValueError(fault) from None
    return _left(result, classes)


_functions: dict[int, tuple[Any, Reach, Any]] = {}  # compiled ones of readers


def _of_reader(function: compiled) -> Any:
    """What numba made of a reader's own compiled function."""
    known = _functions.get(id(function))
    if known and known[1].still_stands():
        return known[2]
    from numba import njit

    with _lock:
        reach = Reach([function.py_func], _is_followed)
        reach.require_bounds()
        made = _versions.get(reach.description)
        if made is None:
            with _no_compiling():
                made = njit(**CHECKED)(_Copies(reach, {}).of(function.py_func))
            _versions[reach.description] = made
        _functions[id(function)] = function, reach, made
        return made
