"""Everything that code reads besides its arguments, found without running it.

Compiled code freezes the globals, closures and defaults that it reads at the moment of
its compilation. `CodeDependencies` hold all of them for some functions and for the
functions that these call, so that an edit can be noticed, and so that code that is
compiled later has the values of one moment:

    reader's function --> globals, attributes of the reader's modules, cells, defaults
    one that it calls --> the same, and so on
    foxkit's function --> the same, but foxkit is not expected to change
    all other things  --> themselves
"""

from collections.abc import Callable, Collection, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import is_user_code

_NO_VALUE = object()  # the value of a name that is not defined
_SCALAR_TYPES = (bool, int, float, complex, str, bytes, type(None))
_MUTABLE_TYPES = (np.ndarray, list, dict, set)
_FUNCTIONS_WITHOUT_BOUNDS = {"as_strided", "carray", "farray"}
"""Functions of NumPy and numba whose arrays reach wherever their caller says."""


class FunctionReads(NamedTuple):
    """One function, and the values that it reads besides its arguments."""

    function: FunctionType
    names: dict[str, Any]  # of globals that are defined
    cells: tuple[Any, ...]  # contents of the closure
    defaults: tuple[Any, ...]


class CodeDependencies:
    """Everything that some functions read, directly and through other functions.

    Args:
        roots: the functions.
        follows: whether to look into a function or module that is read.

    Attributes:
        codes: each function that was looked into, by its id, the roots first.
        attributes: for each module that was looked into, by its id, what is read of it.
        description: plain data that is equal for equal code that reads equal values.
    """

    def __init__(self, roots: Collection[Any], follows: Callable[[Any], bool]) -> None:
        """Read the roots, and all that they read."""
        self.codes: dict[int, FunctionReads] = {}
        self.attributes: dict[int, dict[str, Any]] = {}
        self._kept_alive: list[Any] = []  # keeps ids from being used again
        self._follows = follows
        self._names: list[tuple[dict[str, Any], str, Any]] = []
        self._cells: list[tuple[Any, Any]] = []
        self._functions: list[tuple[Any, Any, Any, Any]] = []
        self._contents: list[tuple[Any, Any]] = []
        self._roots = {id(getattr(root, "py_func", root)) for root in roots}
        descriptions = [self._describe(root) for root in roots]
        described: list[Any] = []
        while len(described) < len(self.codes):  # describing may find more
            described.append(
                self._describe_code([*self.codes.values()][len(described)])
            )
        self.description = tuple(descriptions), tuple(described)

    def is_current(self) -> bool:
        """Whether nothing that was read has changed; it takes microseconds."""
        return (
            all(
                names.get(name, _NO_VALUE) is value
                for names, name, value in self._names
            )
            and all(_closure_cell_content(cell) is value for cell, value in self._cells)
            and all(
                (function.__code__, function.__defaults__, function.__kwdefaults__)
                == (code, defaults, keywords)
                for function, code, defaults, keywords in self._functions
            )
            and all(comparable_content(value) == then for value, then in self._contents)
        )

    def refuse_arrays_without_bounds(self) -> None:
        """Raise ValueError where a reader's function makes arrays without bounds."""
        for function, *_ in self.codes.values():
            used = {
                name
                for part in nested_codes(function.__code__)
                for name in part.co_names
            }
            if is_user_code(function) and (unsafe := used & _FUNCTIONS_WITHOUT_BOUNDS):
                raise ValueError(
                    f"{function.__name__} uses {min(unsafe)}, which looks at no "
                    "bounds: index the array itself"
                )

    def values(self) -> Iterator[Any]:
        """Every value that is read by name or from a closure."""
        for code in self.codes.values():
            yield from (*code.names.values(), *code.cells)
        for attributes in self.attributes.values():
            yield from attributes.values()

    def _describe(self, value: Any, read: frozenset[str] = frozenset()) -> Any:
        """Plain data for a value; `read` are the attributes that its reader names."""
        inner = getattr(value, "py_func", value)
        if isinstance(inner, FunctionType) and self._is_followed(value, inner):
            if id(inner) not in self.codes:
                self.codes[id(inner)] = self._read_function(inner)
            return "function", [*self.codes].index(id(inner))
        if isinstance(value, ModuleType) and self._follows(value):
            return self._describe_module(value, read)
        if isinstance(value, type) and hasattr(value, "_fields"):
            return "class", value.__module__, value.__qualname__, value._fields
        if isinstance(value, tuple):  # it may hold arrays and functions
            self._kept_alive.append(value)
            parts = tuple(self._describe(each, read) for each in value)
            return type(value).__qualname__, parts
        content = comparable_content(value)
        if isinstance(value, _MUTABLE_TYPES):
            self._contents.append((value, content))
        self._kept_alive.append(value)
        return content

    def _is_followed(self, value: Any, function: FunctionType) -> bool:
        """Whether to describe a function by its code instead of its id."""
        is_compiled = value is not function and is_user_code(function)
        return is_compiled or id(function) in self._roots or self._follows(function)

    def _read_function(self, function: FunctionType) -> FunctionReads:
        """A function with the values that it reads, which `is_current` then watches."""
        scope, names = function.__globals__, {}
        for name in sorted(_global_names(function.__code__)):
            value = scope.get(name, _NO_VALUE)
            if value is not _NO_VALUE:
                names[name] = value
            if is_user_code(function):
                self._names.append((scope, name, value))
        cells = function.__closure__ or ()
        self._cells += [(cell, _closure_cell_content(cell)) for cell in cells]
        keywords, code = function.__kwdefaults__, function.__code__
        self._functions.append((function, code, function.__defaults__, keywords))
        defaults = (*(function.__defaults__ or ()), *(keywords or {}).values())
        return FunctionReads(
            function, names, tuple(map(_closure_cell_content, cells)), defaults
        )

    def _describe_code(self, code: FunctionReads) -> Any:
        """Plain data for a function's code and for all values that it reads."""
        read = frozenset(_attribute_names(code.function.__code__))
        return (
            _code_as_plain_data(code.function.__code__),
            tuple((name, self._describe(x, read)) for name, x in code.names.items()),
            tuple(self._describe(each, read) for each in code.cells),
            tuple(self._describe(each, read) for each in code.defaults),
        )

    def _describe_module(self, module: ModuleType, read: frozenset[str]) -> Any:
        """Plain data for those attributes of a module that are read."""
        scope = vars(module)
        values = self.attributes.setdefault(id(module), {})
        self._kept_alive.append(module)
        described = []
        for name in sorted(read):
            value = scope.get(name, _NO_VALUE)
            self._names.append((scope, name, value))
            if value is not _NO_VALUE:
                values[name] = value
                described.append((name, self._describe(value, read)))
        return "module", module.__name__, tuple(described)


def comparable_content(value: Any) -> Any:
    """Plain data that is equal for equal values; other things stand for themselves."""
    cls = type(value)
    if cls in _SCALAR_TYPES:
        return cls.__name__, repr(value)
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, tuple | list):
        return cls.__qualname__, tuple(map(comparable_content, value))
    if isinstance(value, dict):
        items = tuple(
            (comparable_content(k), comparable_content(v)) for k, v in value.items()
        )
        return cls.__qualname__, items
    if isinstance(value, set | frozenset):
        return cls.__qualname__, tuple(
            sorted(map(repr, map(comparable_content, value)))
        )
    return "object", id(value)


def _closure_cell_content(cell: Any) -> Any:
    """The value in a closure's cell; `_NO_VALUE` where it has none yet."""
    try:
        return cell.cell_contents
    except ValueError:  # a function that is not defined yet
        return _NO_VALUE


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those of the functions inside of it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from nested_codes(inner)


def _global_names(code: CodeType) -> set[str]:
    """The names of the globals that a code object and those inside it read."""
    return _names_loaded(code, ("LOAD_GLOBAL", "LOAD_NAME"))


def _attribute_names(code: CodeType) -> set[str]:
    """The names of the attributes that they read."""
    return _names_loaded(code, ("LOAD_ATTR", "LOAD_METHOD"))


def _names_loaded(code: CodeType, instructions: tuple[str, ...]) -> set[str]:
    """The names that some kinds of bytecode instructions read."""
    from dis import get_instructions

    return {
        each.argval
        for part in nested_codes(code)
        for each in get_instructions(part)
        if each.opname in instructions
    }


def _code_as_plain_data(code: CodeType) -> Any:
    """A code object as plain data, without line numbers."""
    consts = (
        _code_as_plain_data(each)
        if isinstance(each, CodeType)
        else comparable_content(each)
        for each in code.co_consts
    )
    return (
        code.co_code,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        (code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount),
        code.co_flags,
        tuple(consts),
    )
