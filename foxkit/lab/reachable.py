"""One digest of a reader's code: of all that is reachable from a function or class.

    the function --> its syntax (`syntax`), in which each name that is not local gives
                     way to what it means, a number for each thing that is met
    the things   --> told in their turn, until nothing new is met

A thing is told by what it does, wherever it stands and whatever imports it: a reader's
functions and classes by their syntax and members, constants by their values, a wrapper
by what it wraps. What is foxkit's or a library's is told by name; foxkit's names stay
what they were when things move (`data/names.json`, see `data/README.md`).

What is read is what stands there when somebody asks. A global, a default or an
attribute that a player changes while it plays is part of what it is, so such a player
is refused when its games are to be kept (see `foxkit.lab.match_files`); what
`functools.cache` and `cached_property` remember is not.
"""

import abc
import builtins
import functools
import importlib
import json
import linecache
import operator
import re
import sys
import types
import typing
from abc import ABCMeta
from ast import Attribute, Import, ImportFrom, Load, Name
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING
from enum import Enum
from functools import cache, lru_cache
from logging import Logger
from pathlib import Path, PurePath
from threading import Lock, RLock
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from foxkit.core import generic as dispatching
from foxkit.core.caching import PACKAGE
from foxkit.core.generic import GENERICS
from foxkit.lab import code
from foxkit.lab.code import digest, has_fields, named, origin, patches
from foxkit.lab.syntax import (
    Normal,
    Place,
    Scopes,
    functions_in,
    node_of,
    parse,
    plain,
)

_LOADS = "load", "loads"
_REFUSED = {
    *(f"builtins:{name}" for name in ("eval", "exec", "globals", "__import__")),
    *(f"importlib:{name}" for name in ("import_module", "__import__", "reload")),
    *("runpy:run_path", "runpy:run_module", "sys:_getframe", "sys:modules"),
    *("inspect:currentframe", "inspect:stack", "gc:get_objects", "gc:get_referrers"),
    *(f"{module}:{name}" for module in ("_pickle", "marshal") for name in _LOADS),
    "importlib.util:spec_from_file_location",
    *(f"inspect:{name}" for name in ("getsource", "getsourcelines", "getdoc")),
    *("inspect:getcomments", "inspect:get_annotations", "typing:get_type_hints"),
}
"""What reaches code that no syntax names, or what digests leave out."""
_REFUSED_ATTRIBUTES = {"__globals__", "__subclasses__", "f_globals", "f_back"}
_REFUSED_ATTRIBUTES |= {"__doc__", "__annotations__", "co_firstlineno"}
_MADE = {
    *("__module__", "__doc__", "__dict__", "__weakref__"),
    *("__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__"),
    *("__firstlineno__", "__static_attributes__", "__abstractmethods__", "__slots__"),
    *("__orig_bases__", "__parameters__", "__type_params__", "__slotnames__"),
    *("__dataclass_fields__", "__dataclass_params__", "__conditional_annotations__"),
    *("_abc_impl", "_fields", "_field_defaults", "_field_types", "FIELDS"),
    *("_is_protocol", "_is_runtime_protocol", "__protocol_attrs__"),
    *("__non_callable_proto_members__", "__orig_class__", "__qualname__"),
}
"""Members of a class that Python or a decorator makes of what is told otherwise."""
_MAKERS = {
    *("collections", "typing", "dataclasses", "enum", "abc", "reprlib"),
    dispatching.__name__,
}
_BY_DATACLASS = {
    f"__{x}__"
    for x in ["init", "repr", "eq", "lt", "le", "gt", "ge", "hash", "replace"]
}
_BY_DATACLASS |= {"__setattr__", "__delattr__", "__getstate__", "__setstate__"}
_SLOT_KINDS = (
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
    type(type("_", (), {"__slots__": "_"})._),  # type: ignore[attr-defined]
)
_OF_CLASSES = (
    *(types.MethodDescriptorType, types.WrapperDescriptorType),
    *(types.ClassMethodDescriptorType, *_SLOT_KINDS),
)
_PARTS: dict[type, Callable[[Any], Any]] = {
    list: list.__iter__,
    dict: dict.items,
    bytearray: lambda it: [bytes(it)],
    deque: lambda it: [it.maxlen, *it],
    defaultdict: lambda it: [it.default_factory, *dict.items(it)],
    OrderedDict: dict.items,
    Counter: dict.items,
    types.MappingProxyType: lambda it: it.items(),
    types.SimpleNamespace: lambda it: vars(it).items(),
    range: lambda it: [it.start, it.stop, it.step],
    slice: lambda it: [it.start, it.stop, it.step],
    re.Pattern: lambda it: [it.pattern, it.flags],
    np.dtype: lambda it: [str(it)],
    functools.partial: lambda it: [it.func, it.args, *it.keywords.items(), vars(it)],
    functools.partialmethod: lambda it: [it.func, it.args, *it.keywords.items()],
    functools.cached_property: lambda it: [it.func],
    functools.singledispatchmethod: lambda it: [it.func, it.dispatcher],
    property: lambda it: [it.fget, it.fset, it.fdel],
    staticmethod: lambda it: [it.__func__],
    classmethod: lambda it: [it.__func__],
    MethodType: lambda it: [it.__func__, it.__self__],
    operator.attrgetter: lambda it: it.__reduce__(),
    operator.itemgetter: lambda it: it.__reduce__(),
    operator.methodcaller: lambda it: it.__reduce__(),
    type(functools.lru_cache(int)): lambda it: [it.__wrapped__],
}
"""What tells values of Python's own classes from others of their kind."""
_VALUES = {range, slice, re.Pattern, np.dtype, MethodType}
_CONTENT = set, frozenset, tuple, int, float, complex, str, bytes
_SPELT = {
    *("datetime:date", "datetime:datetime", "datetime:time", "datetime:timedelta"),
    *("decimal:Decimal", "fractions:Fraction", "uuid:UUID"),
}
"""Classes whose values are told by their `repr`."""


_IDLE = Logger, type(Lock()), type(RLock())
"""Classes whose values decide nothing, whatever happens to them."""


class Table(typing.NamedTuple):
    """What digests call things, see `data/names.json` in `data/README.md`.

    Attributes:
        names: where each thing of foxkit stands today, by its name in digests.
        spellings: attributes and arguments, by what the code calls them today.
        digests: those of committed games and results.
    """

    names: dict[str, str]
    spellings: dict[str, str]
    digests: frozenset[str]

    def name(self, place: str) -> str:
        """Return what digests call the thing that stands at a place today."""
        for name, today in self.names.items():
            if today == place:
                return name
        # Another thing stands where one of this name stood.
        return f"{place} today" if place in self.names else place


@cache
def table() -> Table:
    """Return the committed table."""
    held = json.loads(code.NAMES.read_text(encoding="utf-8"))
    return Table(held["names"], held["spellings"], frozenset(held["digests"]))


def untold(value: Any, user: str = "") -> ValueError:
    """Return the error for a value that cannot be told from others of its kind."""
    text = repr(value)
    text = text if len(text) <= 200 else f"{text[:200]}..."
    used = f", which {user} uses," if user else ""
    return ValueError(
        f"{text}{used} cannot be told from others of its kind, so games with it "
        "cannot be kept: use numbers, texts, functions, or a frozen dataclass"
    )


def place_of(value: Any) -> str | None:
    """Return what digests call a thing of foxkit or a library; None for any other.

    It must be found under its own name: what a function of foxkit returns, or a class
    that a call makes, is told by what it is made of.
    """
    if isinstance(value, ModuleType):
        return None if code.is_own(value) else table().name(value.__name__)
    if isinstance(value, Enum):
        kind = place_of(type(value))
        return kind and f"{kind}.{value.name}"
    if code.is_own(value):
        return None
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    for module in _modules_of(value):
        for found in (name, getattr(value, "__name__", None), *_aliases(module, value)):
            if isinstance(found, str) and _stands_at(module, found, value):
                return table().name(f"{module}:{found}")
    return None


def _modules_of(value: Any) -> list[str]:
    """Return the modules in which a thing may stand."""
    hidden = getattr(value, "__self__", None)  # of `random.random`, say
    owner = None if hidden is None or isinstance(hidden, ModuleType) else type(hidden)
    found = [getattr(value, "__module__", None), origin(value)]
    found += [getattr(owner, "__module__", None)]
    found += ["numpy", "scipy.special"] if isinstance(value, np.ufunc) else []
    return [x for x in dict.fromkeys(found) if isinstance(x, str) and x in sys.modules]


def _aliases(module: str, value: Any) -> Iterator[str]:
    """Yield the names that a module has for a thing which lacks one of its own."""
    if getattr(value, "__name__", "") == "<lambda>":
        for name, each in [*vars(sys.modules[module]).items()]:
            if each is value:
                yield name


def _stands_at(module: str, name: str, value: Any) -> bool:
    found: Any = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, "__dict__", {}).get(part)
    if found is value:
        return True
    bound = isinstance(value, MethodType | types.BuiltinMethodType)
    return bound and type(found) is type(value) and found == value


def state_of(value: Any) -> dict[str, Any]:
    """Return the attributes of a reader's value that count, by name.

    These are all but fields that its dataclass leaves out of comparisons, and what
    a `cached_property` remembers.
    """
    kind: Any = type(value)
    own = dict(value._asdict()) if hasattr(kind, "_asdict") else {}
    names = [*_attribute(value, "__dict__", {})]
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        mangle = Scopes(within=base.__name__).mangled
        names += map(mangle, [slots] if isinstance(slots, str) else slots)
    fields = getattr(kind, "__dataclass_fields__", {})
    left = {"__dict__", "__weakref__"}
    left |= {name for name, each in fields.items() if not each.compare}
    found = {name: _attribute(value, name, MISSING) for name in sorted({*names} - left)}
    return own | {
        name: each
        for name, each in found.items()
        if each is not MISSING
        and not isinstance(vars_of(kind, name), functools.cached_property)
    }


def _attribute(value: Any, name: str, otherwise: Any) -> Any:
    """Return an attribute, without asking a reader's `__getattr__`."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return otherwise


def vars_of(kind: type, name: str) -> Any:
    """Return what a class has under a name, as it stands there."""
    return next((vars(x)[name] for x in kind.__mro__ if name in vars(x)), None)


Fields = Callable[[Any], tuple[str, dict[str, Any]]]
"""What addresses call the class of a value of foxkit, and its fields that are not as
usual; no name, and all fields, where they do not know it."""


def own_code(value: Any, fields_of: Fields) -> str:
    """Return the digest of all that is reachable from a reader's function or class.

    Args:
        value: it may be wrapped.
        fields_of: asked for values of foxkit's classes.

    Raises:
        ValueError: something of it cannot be told from others of its kind, its source
            cannot be read, or was edited since it was loaded.
    """
    found = Reader(fields_of).digest(value)
    if table().spellings and found not in table().digests:
        older = Reader(fields_of, table().spellings).digest(value)
        return older if older in table().digests else found
    return found


class Reader:
    """One reading of what is reachable: each thing is told once, then by its number.

    Attributes:
        names: what digests call those things of foxkit and of libraries that were met.
    """

    def __init__(
        self,
        fields_of: Fields,
        spelling: dict[str, str] | None = None,
    ) -> None:
        self._fields_of, self._spelling = fields_of, spelling or {}
        self._numbers: dict[int, int] = {}
        self._met: list[Any] = []  # held, so that no other takes a thing's id
        self._user = ""
        self.names = set[str]()

    def digest(self, value: Any) -> str:
        """Return the digest of a thing and all that is reachable from it."""
        return digest(json.dumps(self.all(value), separators=(",", ":")))

    def all(self, value: Any) -> list[Any]:
        """Return what a thing is told by, then each that is met, as plain data."""
        try:
            found = [self.told(value)]
            for each in self._met:  # which grows meanwhile
                self._user = getattr(each, "__qualname__", "")
                found.append(self._thing(each))
        except RecursionError:
            raise untold(value) from None
        return found

    def told(self, value: Any) -> Any:
        """Return what a value is told by: itself, its name, or its number here."""
        kind = type(value)
        if value is None or kind in (bool, int, float, complex, str, bytes):
            return plain(value)
        if value is Ellipsis or value is NotImplemented:
            return ["name", repr(value)]
        if isinstance(value, np.generic):
            return [value.dtype.str, self.told(value.item())]
        if kind is tuple:
            return ["tuple", *map(self.told, value)]
        if kind is frozenset:
            return ["frozenset", *self._sorted(value)]
        if f"{kind.__module__}:{kind.__qualname__}" in _SPELT:
            return ["repr", repr(value)]
        if (name := place_of(value)) is not None:
            return self._named(name, value)
        if kind in _VALUES:
            return [kind.__name__, *self._each(_PARTS[kind](value))]
        if isinstance(value, types.BuiltinMethodType | types.MethodWrapperType):
            return ["method", self.told(value.__self__), value.__name__]
        if has_fields(value) and _is_frozen(kind):
            return self._value(value)
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._met)
            self._met.append(value)
        return ["number", self._numbers[id(value)]]

    def _named(self, name: str, value: Any) -> Any:
        if name in _REFUSED:
            raise untold(value, self._user)
        self.names.add(name)
        put: list[Any] = patches(value) if isinstance(value, type) else []
        put += [each for each in _registered(value) if code.is_own(each)]
        return ["name", name, *self.told(tuple(put))[1:]]

    def _sorted(self, values: Any) -> list[Any]:
        """Return what a set is told by, in an order that is the same everywhere."""
        keys: list[tuple[str, Any]] = []
        for each in values:
            inner = Reader(self._fields_of, self._spelling)
            name = getattr(each, "__qualname__", None)
            keys.append((name or json.dumps(inner.told(each)), each))
        if len({key for key, _ in keys}) < len(keys):
            raise untold(values, self._user)
        return [self.told(each) for _, each in sorted(keys, key=lambda pair: pair[0])]

    def _thing(self, value: Any) -> Any:
        """Return what a thing that has a number is told by."""
        kind = type(value)
        if isinstance(value, ModuleType):
            names = sorted(x for x in vars(value) if not x.startswith("__"))
            names += ["__getattr__"] if "__getattr__" in vars(value) else []
            own = [] if kind is ModuleType else [self.told(kind)]
            return ["module", *own, *([x, self.told(vars(value)[x])] for x in names)]
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, FunctionType):
            if origin(value) == "functools" and hasattr(value, "registry"):
                return ["singledispatch", self._registry(value.registry)]
            return self._function(value)
        if isinstance(value, Enum):
            return ["member", self.told(kind), value.name]
        if not code.is_own(kind) and hasattr(value, "py_func"):  # compiled
            options = getattr(value, "targetoptions", {})
            told = [[x, self.told(options[x])] for x in sorted(options)]
            return ["compiled", self.told(value.py_func), told]
        if kind is set:
            return ["set", *self._sorted(value)]
        if isinstance(value, _OF_CLASSES):
            return ["of class", self.told(value.__objclass__), value.__name__]
        if isinstance(value, np.ndarray) and kind is np.ndarray:
            return self._array(value)
        if kind in _PARTS:
            return [kind.__name__, self._each(_PARTS[kind](value))]
        return self._value(value)

    def _value(self, value: Any) -> Any:
        """Return what a value of some class is told by."""
        kind = type(value)
        made = place_of(kind) is None and _is_made_by_python(kind)
        own = code.is_own(kind) or made
        return self._instance(value) if own else self._of_library(value)

    def _each(self, values: Iterable[Any]) -> list[Any]:
        return [self.told(each) for each in values]

    def _pairs(self, values: Mapping[str, Any]) -> list[Any]:
        return [[name, self.told(each)] for name, each in values.items()]

    def _instance(self, value: Any) -> Any:
        """Return what a value of a reader's class is told by: class, content, state."""
        kind, content = type(value), []
        if isinstance(value, BaseException):
            content = self._each(value.args)
        elif isinstance(value, np.ndarray):
            content = self._array(np.asarray(value))
        elif not has_fields(value) and is_opaque(kind):
            base = next((x for x in kind.__mro__ if x in _PARTS or x in _CONTENT), None)
            if base is None:
                raise untold(value, self._user)
            parts = _PARTS.get(base, lambda it: [base(it)])
            content = self._each(parts(value))
        return ["value", self.told(kind), content, self._pairs(state_of(value))]

    def _of_library(self, value: Any) -> Any:
        """Return what a value of a class of foxkit or a library is told by."""
        kind, name = type(value), place_of(type(value)) or ""
        if has_fields(value):
            of_foxkit = _top(origin(kind) or "") == PACKAGE.name
            if of_foxkit and {"default", "label"} <= named(value).keys():
                return ["rule", self.told(value.default)]  # its words decide nothing
            known, own = self._fields_of(value) if of_foxkit else ("", named(value))
            if not known:
                self.names.add(name)
            return ["value", known or name, self._pairs(own)]
        if isinstance(value, PurePath):
            return ["path", value.as_posix()]
        if isinstance(value, _IDLE):
            return ["name", kind.__name__]
        if name == "array:array":
            return [name, value.typecode, value.tobytes().hex()]
        if kind is np.vectorize:
            of = value.pyfunc, value.otypes, value.signature, value.excluded
            return ["vectorize", self._each(of)]
        if name.startswith("pandas"):
            return self._of_pandas(value)
        if origin_of_alias := typing.get_origin(value):
            args = typing.get_args(value)
            return ["alias", self.told(origin_of_alias), self._each(args)]
        if type(value).__module__ == "typing":
            return ["typing", getattr(value, "__name__", None) or str(value)]
        raise untold(value, self._user)

    def _of_pandas(self, value: Any) -> Any:
        """Return what a table, a column or an index is told by."""
        name = type(value).__name__
        if name == "DataFrame":
            columns = [self._of_pandas(value.iloc[:, i]) for i in range(value.shape[1])]
            return [name, self._of_pandas(value.index), columns]
        if name == "Series":
            own = self._each(value.tolist())
            label = self.told(value.name)
            return [name, label, str(value.dtype), own, self._of_pandas(value.index)]
        if name.endswith("Index"):
            return [name, self._each(value.names), self._each(value.tolist())]
        raise untold(value, self._user)

    def _array(self, value: Any) -> Any:
        held = self._each(value.ravel().tolist()) if value.dtype.hasobject else []
        content = held if value.dtype.hasobject else digest(value.tobytes())
        return ["array", str(value.dtype), [*value.shape], content]

    def _function(self, function: FunctionType) -> Any:
        """Return a function's syntax and defaults.

        One of foxkit or a library that a call made is told by the name of its code, and
        what it closes over.
        """
        own = {k: v for k, v in vars(function).items() if not k.startswith("__")}
        told = [self.told(function.__defaults__), self._pairs(own)]
        told.append(self._pairs(function.__kwdefaults__ or {}))
        closed = _closure(function)
        if not code.is_own(function):
            place = f"{origin(function)}:{function.__code__.co_qualname}"
            self.names.add(name := table().name(place))
            cells = [self.told(closed[x]) for x in sorted(closed)]
            return ["made by", name, cells, told]
        node, within = _node(function)
        scope = function.__globals__
        sources = closed, scope, _builtins_of(scope)
        resolve = _Names(self, sources, scope)
        normal = Normal(resolve.of, resolve.imported, self.told, self._spelling)
        found = normal.function(node, Scopes(within=within))
        wrapped = vars(function).get("__wrapped__")
        of_class = closed.get("__class__")  # which `super()` asks for
        return ["function", found, told, self.told(wrapped), self.told(of_class)]

    def _registry(self, registry: Any) -> list[Any]:
        """Return what a function does for each class, in order of their names."""
        names = {kind: place_of(kind) or kind.__qualname__ for kind in registry}
        ordered = sorted(registry, key=lambda kind: names[kind])
        return [[self.told(kind), self.told(registry[kind])] for kind in ordered]

    def _class(self, kind: Any) -> Any:
        """Return a class's bases, fields, members, and rules.

        What is registered for a game's class, as its moves are, belongs to it.
        """
        name = kind.__qualname__.rpartition(".")[2]
        maker = type(kind)
        found = [name, self.told(maker) if code.is_own(maker) else []]
        found.append([self.told(base) for base in kind.__bases__])
        if issubclass(kind, Enum):
            each = kind.__members__.items()
            found.append([[k, x.name, self.told(x.value)] for k, x in each])
        found.append(self._declared(kind))
        members = [
            [key, self.told(value)]
            for key, value in sorted(vars(kind).items())
            if not _is_made(kind, key, value)
        ]
        if registered := _registered(kind):
            members.append(["register", self._each(registered)])
        rules = [x for x in GENERICS if kind in x.registry]
        told = [[place_of(x) or "", self.told(x.registry[kind])] for x in rules]
        return ["class", *found, members, sorted(told, key=lambda pair: pair[0])]

    def _declared(self, kind: Any) -> list[Any]:
        """Return the fields that a class declares, with what they are by default."""
        if "__dataclass_fields__" in vars(kind):
            flags = kind.__dataclass_params__
            fields: list[Any] = [
                [
                    *(each.name, each.init, each.compare, bool(each.kw_only)),
                    self._default(each.default),
                    self._default(each.default_factory),
                    *([] if each.repr else ["not in repr"]),
                    *([self.told(dict(each.metadata))] if each.metadata else []),
                ]
                for each in kind.__dataclass_fields__.values()
            ]
            unsaid = [] if flags.repr else ["no repr"]
            return [flags.eq, flags.order, flags.frozen, fields, *unsaid]
        if "_field_defaults" in vars(kind):
            return [[*kind._fields], self._pairs(kind._field_defaults)]
        return []

    def _default(self, value: Any) -> Any:
        return [] if value is MISSING else self.told(value)


class _Names:
    """What the names in a function mean, and the attributes of modules in it."""

    def __init__(
        self, reader: Reader, sources: tuple[Any, ...], scope: dict[str, Any]
    ) -> None:
        self._reader, self._sources, self._scope = reader, sources, scope

    def of(self, node: Any, scopes: Scopes) -> Any:
        """Return what stands for a name or attribute; None where its syntax does."""
        path: list[str] = []
        root = node
        if isinstance(node, Attribute) and node.attr in _REFUSED_ATTRIBUTES:
            raise untold(node.attr, self._reader._user)
        while isinstance(root, Attribute):
            path.insert(0, root.attr)
            root = root.value
        if not isinstance(root, Name):
            return None
        found = self._looked_up(root.id, scopes)
        if not found:
            return None
        (value,) = found
        if not path:
            return self._name(node, value, scopes)
        if not isinstance(value, ModuleType) or not isinstance(node.ctx, Load):
            return None
        told = self._attribute(value, path)
        return told

    def _looked_up(self, name: str, scopes: Scopes) -> tuple[Any] | None:
        """Return what a name means outside of the function, in a tuple."""
        if name in scopes.imported:
            return (scopes.imported[name],)
        if scopes.binds(name) and not scopes.in_class_body(name):
            return None
        key = scopes.mangled(name)
        if key == "__builtins__":
            raise untold(builtins, self._reader._user)
        return next(((x[key],) for x in self._sources if key in x), None)

    def _name(self, node: Any, value: Any, scopes: Scopes) -> Any:
        if node.id == "__file__":
            return ["name", "__file__"]
        told = self._reader.told(value)
        if scopes.in_class_body(node.id) or not isinstance(node.ctx, Load):
            return ["Name", node.id, told]
        return told

    def _attribute(self, value: Any, path: list[str]) -> Any:
        """Return what an attribute of a module means, and the syntax of the rest."""
        tell, rest = self._reader.told, [*path]
        told: Any = None
        while rest and isinstance(value, ModuleType) and not rest[0].startswith("__"):
            name, module = rest.pop(0), value
            if code.is_own(module) and name not in vars(module):
                told, rest = tell(module), [name, *rest]  # its `__getattr__` may know
                break
            value = getattr(module, name, MISSING)
            told = self._of_module(module, name, value)
        else:
            told = (
                tell(value) if told is None or isinstance(value, ModuleType) else told
            )
        spelling = self._reader._spelling
        for name in rest:
            name = spelling.get(name, name)
            told = ["Attribute", ["attr", ["str", name]], ["value", told]]
        return told

    def _of_module(self, module: ModuleType, name: str, value: Any) -> Any:
        """Return what stands in a module; of a library's, its name if need be."""
        if isinstance(value, ModuleType):
            return None
        if code.is_own(module):
            return self._reader.told(value)
        place = f"{module.__name__}:{name}"
        if place in _REFUSED:
            raise untold(value, self._reader._user)
        simple = isinstance(value, bool | int | float | str | bytes | None | tuple)
        of_foxkit = module.__name__.partition(".")[0] == PACKAGE.name
        if (
            simple
            or code.is_own(value)
            or place_of(value) is not None
            or (of_foxkit and value is not MISSING)
        ):
            return self._reader.told(value)
        self._reader.names.add(named_so := table().name(place))
        return ["name", named_so]

    def imported(self, node: Import | ImportFrom, alias: Any) -> tuple[Any] | None:
        """Return what an import in a function brings, in a tuple; None if nothing."""
        try:
            if isinstance(node, Import):
                module = importlib.import_module(alias.name)
                return (module if alias.asname else sys.modules[_top(alias.name)],)
            name = "." * node.level + (node.module or "")
            module = importlib.import_module(name, self._scope.get("__package__"))
            if not hasattr(module, alias.name):
                return (importlib.import_module(f"{module.__name__}.{alias.name}"),)
            return (getattr(module, alias.name),)
        except (ImportError, TypeError, KeyError):
            return None


def _top(name: str) -> str:
    return name.partition(".")[0]


def _closure(function: FunctionType) -> dict[str, Any]:
    """Return what a function closes over; what is not bound yet is left out."""
    found = {}
    names = function.__code__.co_freevars
    for name, cell in zip(names, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def _builtins_of(scope: dict[str, Any]) -> dict[str, Any]:
    found = scope.get("__builtins__", builtins)
    return vars(found) if isinstance(found, ModuleType) else found


def _is_made(kind: Any, name: str, value: Any) -> bool:
    """Tell whether Python or a decorator made a member of what is told otherwise."""
    if name in _MADE or isinstance(value, _SLOT_KINDS):
        return True
    if name == "__match_args__":
        return bool(value == _fields_to_match(kind))
    if type(value).__name__ == "_tuplegetter" or (name == "__hash__" and value is None):
        return True
    if issubclass(kind, Enum):
        written = getattr(value, "__func__", value)  # `_missing_` is a class method
        hidden = name.startswith("_") and not isinstance(written, FunctionType)
        if hidden or name in kind.__members__:
            return True
    function = getattr(value, "__func__", value)
    if not isinstance(function, FunctionType):
        return False
    maker = origin(function) or ""
    if maker in _MAKERS or maker.startswith("namedtuple_"):
        return True
    if _top(maker) == PACKAGE.name and name in ("__new__", "_make"):
        return True  # by `checked` of the rules, which holds a game to its fields
    is_dataclass = "__dataclass_fields__" in vars(kind) and name in _BY_DATACLASS
    return is_dataclass and function.__code__.co_filename == "<string>"


def _registered(kind: Any) -> list[Any]:
    """Return what was registered with an abstract class, in order of the names.

    Of several of one name, as after a cell ran twice, it is the one that stands.
    """
    if not isinstance(kind, ABCMeta) or not hasattr(abc, "_get_dump"):
        return []
    found: dict[tuple[str, str], list[Any]] = {}
    for each in (reference() for reference in abc._get_dump(kind)[0]):
        if each is not None:
            found.setdefault((each.__module__, each.__qualname__), []).append(each)
    return [
        each
        for place, named_so in sorted(found.items())
        for each in named_so
        if len(named_so) == 1 or _stands_at(*place, each)
    ]


def _fields_to_match(kind: Any) -> tuple[str, ...] | None:
    """Return the fields that patterns name by place, where a class declares some."""
    fields = vars(kind).get("__dataclass_fields__")
    if fields is None:
        return vars(kind).get("_fields")
    return tuple(x.name for x in fields.values() if x.init and not x.kw_only)


def has_name(value: Any) -> bool:
    """Tell whether a callable has a name of its own, as functions and classes do."""
    if code.is_own(type(value)):  # whose `__getattr__` may answer to any
        return "__qualname__" in _attribute(value, "__dict__", {})
    return hasattr(value, "__qualname__")


def _is_frozen(kind: Any) -> bool:
    """Tell whether a class with fields has values that stay as they are."""
    is_dataclass = hasattr(kind, "__dataclass_params__")
    return bool(kind.__dataclass_params__.frozen) if is_dataclass else True


def _is_made_by_python(kind: type) -> bool:
    """Tell whether a class was made by a class statement, and not written in C."""
    signs = {"__dict__", "__weakref__", "__slots__"}
    return any(signs & vars(base).keys() for base in kind.__mro__[:-1])


def is_opaque(kind: type) -> bool:
    """Tell whether a class holds what no attribute says, as those written in C do."""
    return any(
        base is not object
        and isinstance(vars(base).get("__new__"), types.BuiltinFunctionType)
        for base in kind.__mro__
    )


def _node(function: FunctionType) -> Place:
    """Return a function's syntax, and the class that mangles its private names."""
    compiled, name = function.__code__, function.__qualname__
    linecache.checkcache(compiled.co_filename)
    lines = linecache.getlines(compiled.co_filename, function.__globals__)
    if not lines:
        raise ValueError(
            f"the source of {name} cannot be read, so games with it "
            "cannot be kept: write it in a notebook's cell or in a file"
        )
    source = "".join(lines)
    edited = f"the source of {name} was edited: run it again"
    try:
        functions, there = _parsed(source, compiled.co_filename)
    except SyntaxError:
        raise ValueError(edited) from None
    if _is_file(function) and compiled not in there:
        file = Path(compiled.co_filename).name
        raise ValueError(
            f"{file} was edited since it was imported: "
            "start the kernel anew, or import it again with importlib.reload"
        )
    found = node_of(compiled, functions)
    if found is None:
        raise ValueError(edited)
    return found


def _is_file(function: FunctionType) -> bool:
    """Tell whether a function's code is what Python makes of a file, as it stands.

    Cells are no files, and pytest rewrites its tests' asserts.
    """
    loader = function.__globals__.get("__loader__")
    is_plain = loader is None or type(loader).__name__ == "SourceFileLoader"
    return is_plain and Path(function.__code__.co_filename).is_file()


@lru_cache(maxsize=256)
def _parsed(source: str, file: str) -> tuple[list[Place], frozenset[CodeType]]:
    """Return the functions in a source, and all that it is compiled to."""
    whole = compile(source, file, "exec", dont_inherit=True)
    return [*functions_in(parse(source))], frozenset(_codes(whole))


def _codes(outer: CodeType) -> Iterator[CodeType]:
    yield outer
    for inner in outer.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)
