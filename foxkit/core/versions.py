"""Versions of a reader's code: compiled code is always that of the cells as they are.

A reader edits a rule, a helper or a constant, and runs that cell alone. Compiled code
would go on with the old source. So a value of a reader's class enters compiled code as
a value of a *stand-in*: a NamedTuple class of the same fields, made for one version of
the class's implementations and of everything that they read.

    Python                      here                              compiled
    Hunt(10, 0)      ->  still what was compiled? yes  ->  Hunt_3(10, 0)
    Hunt(10, 0)      ->  a constant is another         ->  Hunt_4(10, 0), compiled anew
    State(11, 10…)   <-  the class that stands now     <-  State_1(11, 10…)

A version is identified by its content (`CodeDependencies.description`), so that running
a cell again compiles nothing. Its functions are copies with their own globals, taken at
one moment: names that are bound later, and numba's caches, do not change them. They are
compiled with bounds checks, and their results are checked. All this is for readers'
classes; those of foxkit are compiled as they are.
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
    contains_user_class,
    is_compiled_inline,
    is_user_code,
    load_numba,
)
from foxkit.core.game import GameLimits, is_game, limits_of
from foxkit.core.generic import GENERICS, registration_count
from foxkit.core.quoting import quoted
from foxkit.core.reach import CodeDependencies

_LIBRARIES = {*sys.stdlib_module_names, "foxkit", "numba", "numpy"}
_lock = RLock()
_stand_in_numbers = count(1)


class ClassVersion:
    """The implementations for a reader's class, as they were at one moment.

    Attributes:
        stand_in: the class that compiled code has instead of the reader's.
        limits: of a game; None for another class.
    """

    def __init__(
        self,
        cls: type,
        roots: dict[Any, Any],
        dependencies: CodeDependencies,
        limits: GameLimits | None,
    ) -> None:
        """Copy the roots, a class's implementations by their generic functions."""
        self.stand_in = _new_stand_in(cls)
        self.limits = limits
        copier = _CodeCopier(dependencies, {cls: self.stand_in})
        with _compiler_lock():
            self._copies = {
                generic: copier.copy_of_root(root) for generic, root in roots.items()
            }

    def implementation(self, generic: Any) -> Any:
        """The copy to compile for a generic function, or None for its default."""
        return self._copies.get(generic)


class _CurrentVersion(NamedTuple):
    """The newest version of a class, and what shows whether it is still current."""

    version: ClassVersion
    dependencies: CodeDependencies
    registrations: int  # of all generic functions, when it was made
    classes: dict[type, type]  # of the reader, by their stand-ins


_current_by_class: dict[tuple[type, GameLimits | None], _CurrentVersion] = {}
_versions_by_content: dict[Any, ClassVersion] = {}  # by their content
_stand_ins_by_class_key: dict[Any, type] = {}  # of classes without implementations
_versions_by_stand_in: dict[type, ClassVersion] = {}
_cached_has_implementations: dict[type, tuple[int, bool]] = {}
"""Class -> the number of registrations when it was looked up, and the answer."""


def version_of_stand_in(stand_in: type) -> ClassVersion | None:
    """The version that a class stands in for, if it does."""
    return _versions_by_stand_in.get(stand_in)


def current_versions(*values: Any) -> tuple[ClassVersion, ...]:
    """The current versions of all readers' classes among some values.

    They are equal as long as nothing is edited. There are none of foxkit's classes, nor
    where nothing is compiled.
    """
    if not contains_user_class(values) or not load_numba():
        return ()
    return tuple(
        _current_version(each).version for each in _values_with_implementations(values)
    )


def require_unedited(versions: tuple[ClassVersion, ...], *values: Any) -> None:
    """Raise ValueError where code was edited since a search began."""
    if current_versions(*values) != versions:
        names = {type(each).__name__ for each in _values_with_implementations(values)}
        raise ValueError(
            f"{' or '.join(sorted(names))} was edited since this search began, and its "
            "tree holds results of before: begin a new search"
        )


def _values_with_implementations(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the values, nested ones too, of readers' classes with implementations."""
    for value in values:
        if isinstance(value, tuple):
            cls = type(value)
            if cls is not tuple and is_user_code(cls) and _has_implementations(cls):
                yield value
            yield from _values_with_implementations(value)


def _has_implementations(cls: type) -> bool:
    """Whether a generic function has an implementation for a class or a base of it."""
    counted_at, answer = _cached_has_implementations.get(cls, (None, False))
    if counted_at != registration_count():
        bases = {*cls.__mro__} - {object}
        answer = any(bases & generic.registry.keys() for generic in GENERICS)
        _cached_has_implementations[cls] = registration_count(), answer
    return answer


def _current_version(value: Any) -> _CurrentVersion:
    """The current version of a value's class, made anew where something was edited."""
    cls = type(value)
    limits = limits_of(value) if is_game(cls) else None
    cached = _current_by_class.get((cls, limits))
    if (
        cached
        and cached.registrations == registration_count()
        and cached.dependencies.is_current()
    ):
        return cached
    with _lock:
        implementations = {generic: generic.dispatch(cls) for generic in GENERICS}
        roots = {
            generic: implementation
            for generic, implementation in implementations.items()
            if implementation is not generic.dispatch(object)
        }
        dependencies = CodeDependencies(roots.values(), _is_read_too)
        dependencies.refuse_arrays_without_bounds()
        content_key = (
            *_class_key(cls),
            limits,
            tuple(map(id, roots)),
            dependencies.description,
        )
        version = _versions_by_content.get(content_key)
        if version is None:
            version = _versions_by_content[content_key] = ClassVersion(
                cls, roots, dependencies, limits
            )
            _versions_by_stand_in[version.stand_in] = version
        current = _CurrentVersion(
            version, dependencies, registration_count(), _classes_made_by(dependencies)
        )
        _current_by_class[cls, limits] = current
        return current


def _classes_made_by(dependencies: CodeDependencies) -> dict[type, type]:
    """The reader's classes of which some code makes values, by their stand-ins."""
    classes = (value for value in dependencies.values() if _is_plain_user_class(value))
    return {_stand_in_for_plain_class(cls): cls for cls in classes}


def _is_plain_user_class(value: Any) -> bool:
    """Whether it is a reader's class of states, say, that compiled code replaces."""
    return (
        isinstance(value, type)
        and issubclass(value, tuple)
        and hasattr(value, "_fields")
        and is_user_code(value)
        and not _has_implementations(value)
    )


def _class_key(cls: Any) -> tuple[Any, ...]:
    """A NamedTuple class by its place, its name and its fields."""
    return cls.__module__, cls.__qualname__, cls._fields


def _new_stand_in(cls: Any) -> type:
    """A class of the same fields, and of a name that no other class has."""
    name = re.sub(r"\W", "_", cls.__name__)  # that of a lambda is no name
    stand_in = namedtuple(f"{name}_{next(_stand_in_numbers)}", cls._fields)  # type: ignore
    stand_in.__module__ = cls.__module__
    return stand_in


def _stand_in_for_plain_class(cls: type) -> type:
    """The stand-in of a class without implementations, such as that of a state."""
    with _lock:
        label = _class_key(cls)
        if label not in _stand_ins_by_class_key:
            _stand_ins_by_class_key[label] = _new_stand_in(cls)
        return _stand_ins_by_class_key[label]


def _is_read_too(code: Any) -> bool:
    """Whether to look into a function or module that a reader's code uses.

    Implementations of a generic function are found by the class that they serve.
    """
    if code in GENERICS:
        return False
    if is_compiled_inline(code):
        return not code.__module__.startswith("foxkit.core.")
    name = code.__name__ if isinstance(code, ModuleType) else code.__module__ or ""
    if name.partition(".")[0] in _LIBRARIES:
        return False
    return isinstance(code, ModuleType) or _is_known_to_numba(code)


def _is_known_to_numba(function: FunctionType) -> bool:
    """Whether numba lets compiled code call a function, as after `register_jitable`."""
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    try:
        return cpu_target.typing_context.resolve_value_type(function) is not None
    except ValueError:
        return False


def _compiler_lock() -> Any:
    """A lock under which numba compiles nothing, while functions are added to it."""
    from numba.core.compiler_lock import global_compiler_lock

    return global_compiler_lock


class _CodeCopier:
    """Copies of functions and of what they read, for numba to compile.

    `classes` are stand-ins by the classes for which they stand.
    """

    def __init__(
        self, dependencies: CodeDependencies, classes: dict[type, type]
    ) -> None:
        """Nothing is copied yet."""
        self._dependencies, self._classes = dependencies, classes
        self._copies_by_id: dict[int, Any] = {}

    def copy_of_root(self, root: Any) -> Any:
        """A copy that compiled code may call."""
        return _callable_from_compiled(self.copy_of(getattr(root, "py_func", root)))

    def copy_of(self, value: Any) -> Any:
        """A copy of a value, or the value itself where it cannot change."""
        if id(value) in self._copies_by_id:
            return self._copies_by_id[id(value)]
        inner = getattr(value, "py_func", None)
        if inner is not None and id(inner) in self._dependencies.codes:
            return self._copy_compiled(value)
        if id(value) in self._dependencies.codes:
            return self._copy_function(value)
        if id(value) in self._dependencies.attributes:
            return self._copy_module(value)
        if isinstance(value, type):
            plain = (
                _stand_in_for_plain_class(value)
                if _is_plain_user_class(value)
                else value
            )
            return self._classes.get(value, plain)
        if isinstance(value, np.ndarray):
            return self._remember(value, value.copy(order="K"))
        if isinstance(value, tuple):
            return _tuple_of(self.copy_of(type(value)), map(self.copy_of, value))
        return value

    def _remember(self, value: Any, copy: Any) -> Any:
        """Note a copy, so that each value is copied once; return the copy."""
        self._copies_by_id[id(value)] = copy
        return copy

    def _copy_function(self, function: FunctionType) -> FunctionType:
        """A copy of a function, whose globals and closure are copies as well."""
        code = self._dependencies.codes[id(function)]
        scope: dict[str, Any] = {
            "__builtins__": builtins,
            "__name__": function.__module__,
        }
        cells = tuple(CellType() for _ in code.cells)
        copy = FunctionType(function.__code__, scope, function.__name__, None, cells)
        self._remember(function, copy)
        for cell, value in zip(cells, code.cells, strict=True):
            cell.cell_contents = self.copy_of(value)
        scope |= {name: self.copy_of(value) for name, value in code.names.items()}
        copy.__defaults__ = function.__defaults__
        copy.__kwdefaults__ = function.__kwdefaults__
        return _callable_from_compiled(copy) if _is_read_too(function) else copy

    def _copy_compiled(self, function: Any) -> Any:
        """A compiled function, compiled anew from a copy of its source."""
        from numba import jit

        options = getattr(function, "targetoptions", CHECKED)
        copy = jit(**{**options, "boundscheck": True})(self.copy_of(function.py_func))
        return self._remember(function, copy)

    def _copy_module(self, module: ModuleType) -> ModuleType:
        """A module that has copies of what the functions read of a module."""
        copy = self._remember(module, ModuleType(module.__name__))
        for name, value in self._dependencies.attributes[id(module)].items():
            setattr(copy, name, self.copy_of(value))
        return copy


def _callable_from_compiled(function: Any) -> Any:
    """Let compiled code call a function of Python, compiled with all checks."""
    from numba.extending import register_jitable

    if isinstance(function, FunctionType):
        register_jitable(**CHECKED_INLINED)(function)
    return function


def checked_implementation(version: ClassVersion, default: Any, generic: Any) -> Any:
    """The function that numba compiles for a generic one, or None if there is none.

    `default` serves classes without an implementation; it may be None.
    """
    function = version.implementation(generic)
    if function is None and default is not None:
        code, scope = default.__code__, default.__globals__
        function = _callable_from_compiled(FunctionType(code, scope, default.__name__))
    if function is None or generic.checked is None:
        return function
    return generic.checked(function, version.limits)


def _tuple_of(cls: type, values: Iterable[Any]) -> Any:
    """A tuple, or NamedTuple of a class, of some values, which are not checked."""
    return tuple(values) if cls is tuple else tuple.__new__(cls, values)


def _to_compiled(value: Any, classes: dict[type, type]) -> Any:
    """A value as compiled code takes it; adds its reader's classes to `classes`."""
    cls = type(value)
    if cls is int:
        if not -(1 << 63) <= value < 1 << 63:
            raise ValueError(f"{quoted(value)} is too large: numbers have 64 bits")
        return value
    if not isinstance(value, tuple):
        return value
    inner = [_to_compiled(each, classes) for each in value]
    if cls is tuple or not is_user_code(cls) or not hasattr(cls, "_fields"):
        return _tuple_of(cls, inner)
    if _has_implementations(cls):
        current = _current_version(value)
        classes |= {current.version.stand_in: cls}
        classes |= current.classes
        return _tuple_of(current.version.stand_in, inner)
    stand_in = _stand_in_for_plain_class(cls)
    classes.setdefault(stand_in, cls)
    return _tuple_of(stand_in, inner)


def _to_python(value: Any, classes: dict[type, type]) -> Any:
    """A value that compiled code returned, with the reader's own classes."""
    if not isinstance(value, tuple):
        return value
    cls = type(value)
    return _tuple_of(
        classes.get(cls, cls), (_to_python(each, classes) for each in value)
    )


def call_with_current_code(function: compiled, arguments: tuple[Any, ...]) -> Any:
    """Call a compiled function with values of a reader's classes as they are now.

    ValueError, which names the position, where the reader's code fails.
    """
    if not load_numba():
        return function._dispatcher(*arguments)
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    from foxkit.core import faults

    classes: dict[type, type] = {}
    compiled_arguments = [_to_compiled(each, classes) for each in arguments]
    compilation = (
        _compiled_from_current_source(function)
        if is_user_code(function)
        else function._dispatcher
    )
    try:
        result = compilation(*compiled_arguments)
    except (NumbaError, UnsupportedBytecodeError) as error:
        if fault := faults.fault_in_reachable_states(arguments, seconds=0):
            raise ValueError(fault) from None
        raise ValueError(faults.compile_error_in_words(error)) from error
    except Exception as error:
        fault = faults.fault_in_reachable_states(arguments) or (
            f"{type(error).__name__} in compiled code: {error}; the same source as "
            "plain Python met no such position near here or in random games"
        )
        raise ValueError(fault) from None
    return _to_python(result, classes)


class _Compilation(NamedTuple):
    """A reader's `compiled` function as numba has compiled it last."""

    function: compiled  # kept, so that no other gets its id
    dependencies: CodeDependencies
    result: Any


_compilations_by_id: dict[int, _Compilation] = {}


def _compiled_from_current_source(function: compiled) -> Any:
    """A reader's `compiled` function, compiled from its source as it is now."""
    cached = _compilations_by_id.get(id(function))
    if cached and cached.dependencies.is_current():
        return cached.result
    from numba import njit

    with _lock:
        dependencies = CodeDependencies([function.py_func], _is_read_too)
        dependencies.refuse_arrays_without_bounds()
        compilation = _versions_by_content.get(dependencies.description)
        if compilation is None:
            with _compiler_lock():
                compilation = njit(**CHECKED)(
                    _CodeCopier(dependencies, {}).copy_of(function.py_func)
                )
            _versions_by_content[dependencies.description] = compilation
        _compilations_by_id[id(function)] = _Compilation(
            function, dependencies, compilation
        )
        return compilation
