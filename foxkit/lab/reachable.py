"""One digest of a reader's code: of everything that a function or class can reach.

    the function --> its syntax (`foxkit.lab.syntax`), in which each name that is not
                     local is replaced by what it means; a thing by a number
    the things   --> are encoded in turn, until no new one appears

A thing is encoded by what it does, wherever it is written and whatever imports it: a
reader's functions and classes by their syntax and members, constants by their values, a
wrapper by what it wraps. A thing of foxkit or of a library is encoded by its name;
names of foxkit remain the same when things move (`data/names.json`, see
`data/README.md`).

The state at the moment counts. A global, a default or an attribute that a player
changes while it plays is part of its digest, so such a player is refused when its games
are to be kept (see `foxkit.lab.match_files`). What `functools.cache` and
`cached_property` remember does not count.
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
from foxkit.core.reach import nested_codes
from foxkit.lab import code
from foxkit.lab.code import (
    digest,
    field_values,
    has_fields,
    module_of_origin,
    readers_patches,
)
from foxkit.lab.syntax import (
    FunctionInClass,
    Normalizer,
    Scopes,
    constant_as_data,
    function_of_code,
    functions_in,
    parse,
)

_LOADING_FUNCTIONS = "load", "loads"
_REFUSED_FUNCTIONS = {
    *(f"builtins:{name}" for name in ("eval", "exec", "globals", "__import__")),
    *(f"importlib:{name}" for name in ("import_module", "__import__", "reload")),
    *("runpy:run_path", "runpy:run_module", "sys:_getframe", "sys:modules"),
    *("inspect:currentframe", "inspect:stack", "gc:get_objects", "gc:get_referrers"),
    *(
        f"{module}:{name}"
        for module in ("_pickle", "marshal")
        for name in _LOADING_FUNCTIONS
    ),
    "importlib.util:spec_from_file_location",
    *(f"inspect:{name}" for name in ("getsource", "getsourcelines", "getdoc")),
    *("inspect:getcomments", "inspect:get_annotations", "typing:get_type_hints"),
}
"""Functions that reach code which no syntax names, or what digests leave out."""
_REFUSED_MODULES = {"importlib", "runpy", "inspect", "gc", "pickle", "marshal"}
"""Modules of Python that have such functions: as values, they may reach anything."""
_READING_MODULES = {
    *("asyncio", "dbm", "fileinput", "ftplib", "getpass", "glob", "http", "httpx"),
    *("imaplib", "linecache", "mmap", "pkgutil", "requests", "shelve", "shutil"),
    *("smtplib", "socket", "sqlite3", "subprocess", "urllib3", "zipfile", "tarfile"),
    *("importlib.resources", "importlib.metadata", "urllib.request", "xmlrpc"),
}
"""Modules of which every function or class reads what no digest sees."""
_READING_FUNCTIONS = {
    *(f"{module}:open" for module in ("_io", "io", "_pyio", "os", "posix", "nt")),
    *(f"{module}:open" for module in ("gzip", "bz2", "lzma", "codecs", "tokenize")),
    *("gzip:GzipFile", "bz2:BZ2File", "lzma:LZMAFile", "io:open_code", "_io:open_code"),
    *("_io:FileIO", "io:FileIO", "builtins:input", "builtins:open", "sys:stdin"),
    *(
        f"{module}:{name}"
        for module in ("os", "posix", "nt")
        for name in (
            *("environ", "environb", "getenv", "getenvb", "popen", "system", "read"),
            *("listdir", "scandir", "walk", "stat", "lstat", "access", "getcwd"),
            *("getpid", "getppid", "cpu_count", "getloadavg", "uname", "times"),
            *("getlogin", "readlink", "statvfs", "fdopen"),
        )
    ),
    *(
        f"{module}:{name}"
        for module in ("posixpath", "ntpath", "genericpath", "os.path")
        for name in (
            *("exists", "lexists", "isfile", "isdir", "islink", "getsize", "getmtime"),
            *("getatime", "getctime", "abspath", "realpath", "expanduser"),
            "expandvars",
        )
    ),
    *(
        f"time:{name}"
        for name in (
            *("time", "time_ns", "localtime", "gmtime", "ctime", "asctime"),
            *("strftime", "timezone", "tzname"),
        )
    ),
    *(f"datetime:datetime.{name}" for name in ("now", "today", "utcnow")),
    *("datetime:date.today", "sys:argv", "logging:getLogRecordFactory"),
    *("pathlib:Path.cwd", "pathlib:Path.home", "configparser:ConfigParser"),
    *("configparser:RawConfigParser", "socket:gethostname", "_socket:gethostname"),
    *(
        f"platform:{name}"
        for name in ("node", "system", "machine", "platform", "uname", "processor")
    ),
    *(
        f"numpy:{name}"
        for name in ("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "fromregex")
    ),
    *("numpy.lib.npyio:load", "numpy.lib._npyio_impl:load", "joblib:load"),
    *("scipy.io:loadmat", "uuid:uuid1", "uuid:getnode", "torch:load"),
}
"""Functions and values that read a file, the environment, the calendar or the network:
digests do not see what is there."""
_MODULES_THAT_READ = {
    module
    for module in (x.partition(":")[0] for x in _READING_FUNCTIONS)
    if module.partition(".")[0] in sys.stdlib_module_names
}
"""Modules of Python that have such functions: as values, they may read anything."""
_READING_ATTRIBUTES = {"read_text", "read_bytes"}
"""Attributes of any value which read a file."""
_READING_ATTRIBUTES_OF = {
    "a path": {
        *("open", "exists", "is_file", "is_dir", "is_symlink", "stat", "lstat"),
        *("iterdir", "glob", "rglob", "walk", "resolve", "absolute", "expanduser"),
        *("readlink", "cwd", "home"),
    },
    "a date": {"now", "today", "utcnow"},
    "numpy": {
        *("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "fromregex"),
    },
}
"""Attributes which read where the code has a path, a class of dates, or all of numpy as
a value."""
_READING_PREFIXES = ("pandas:read_", "polars:read_", "polars:scan_")
_REFUSED_ATTRIBUTES = {"__globals__", "__subclasses__", "f_globals", "f_back"}
_REFUSED_ATTRIBUTES |= {"__doc__", "__annotations__", "co_firstlineno"}
_GENERATED_MEMBERS = {
    *("__module__", "__doc__", "__dict__", "__weakref__"),
    *("__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__"),
    *("__firstlineno__", "__static_attributes__", "__abstractmethods__", "__slots__"),
    *("__orig_bases__", "__parameters__", "__type_params__", "__slotnames__"),
    *("__dataclass_fields__", "__dataclass_params__", "__conditional_annotations__"),
    *("_abc_impl", "__protocol_attrs__"),
    *("__non_callable_proto_members__", "__orig_class__", "__qualname__"),
}
"""Members of a class that Python or a decorator generates from what is encoded
elsewhere."""
_GENERATED_OF_MODULES = {
    *("__name__", "__doc__", "__package__", "__loader__", "__spec__", "__path__"),
    *("__file__", "__cached__", "__builtins__", "__annotations__", "__dict__"),
    *("__annotate__", "__conditional_annotations__", "__class__"),
}
"""Names of a module that Python defines."""
_GENERATED_OF_TUPLES = {"_fields", "_field_defaults", "_field_types"}
"""The same for a NamedTuple."""
_GENERATED_OF_PROTOCOLS = {"_is_protocol", "_is_runtime_protocol"}
_ATTRIBUTES_OF_ENUMS = {
    *("_generate_next_value_", "_new_member_", "_use_args_", "_member_names_"),
    *("_member_map_", "_value2member_map_", "_unhashable_values_", "_member_type_"),
    *("_unhashable_values_map_", "_hashable_values_", "_value_repr_", "_boundary_"),
    *("_flag_mask_", "_singles_mask_", "_all_bits_", "_inverted_", "_value_"),
    *("_name_", "_sort_order_", "_ignore_", "_order_", "_missing_"),
    *("_add_alias_", "_add_value_alias_", "_iter_member_", "_iter_member_by_value_"),
    *("_iter_member_by_def_", "_numeric_repr_"),
}
"""What `enum` sets in classes and their members, in any version of Python."""
_GENERATING_MODULES = {
    *("collections", "typing", "dataclasses", "enum", "abc", "reprlib"),
    dispatching.__name__,
}
_DATACLASS_METHODS = {
    f"__{x}__"
    for x in ["init", "repr", "eq", "lt", "le", "gt", "ge", "hash", "replace"]
}
_DATACLASS_METHODS |= {"__setattr__", "__delattr__", "__getstate__", "__setstate__"}
_SLOT_KINDS = (
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
    type(type("_", (), {"__slots__": "_"})._),  # type: ignore[attr-defined]
)
_CLASS_DESCRIPTORS = (
    *(types.MethodDescriptorType, types.WrapperDescriptorType),
    *(types.ClassMethodDescriptorType, *_SLOT_KINDS),
)
_PARTS_OF_LIBRARY_VALUES: dict[type, Callable[[Any], Any]] = {
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
"""By class of Python's library, the parts that determine a value."""
_IMMUTABLE_TYPES = {range, slice, re.Pattern, np.dtype, MethodType}
_CLASSES_WITH_CONTENT = set, frozenset, tuple, int, float, complex, str, bytes
_ENCODED_BY_REPR = {
    *("datetime:date", "datetime:datetime", "datetime:time", "datetime:timedelta"),
    *("decimal:Decimal", "fractions:Fraction", "uuid:UUID"),
}
"""Classes whose values are encoded by their `repr`."""


_TEMPLATES_OF_NUMBA = "numba.core.typing.templates"
"""The module in which numba, once it is loaded, has what compiled code may call."""
_WITHOUT_EFFECT = Logger, type(Lock()), type(RLock())
"""Classes whose values do not influence any result."""


class DigestNames(typing.NamedTuple):
    """The names of things in digests, see `data/names.json` in `data/README.md`.

    Attributes:
        names: where each thing of foxkit stands today, by its name in digests.
        spellings: attributes and arguments, by what the code calls them today.
        digests: those of committed games and results.
    """

    names: dict[str, str]
    spellings: dict[str, str]
    digests: frozenset[str]

    def name(self, place: str) -> str:
        """The name in digests of the thing that is at a place (`module:name`) today."""
        for name, today in self.names.items():
            if today == place:
                return name
        # Something else is now where a thing of this name used to be.
        return f"{place} today" if place in self.names else place


@cache
def digest_names() -> DigestNames:
    """The committed table of names."""
    content = json.loads(code.NAMES_FILE.read_text(encoding="utf-8"))
    return DigestNames(
        content["names"], content["spellings"], frozenset(content["digests"])
    )


def unidentifiable_error(value: Any, user: str = "") -> ValueError:
    """The error for a value that cannot be distinguished from others of its class."""
    text = repr(value)
    text = text if len(text) <= 200 else f"{text[:200]}..."
    used = f", which {user} uses," if user else ""
    return ValueError(
        f"{text}{used} cannot be told from others of its kind, so games with it "
        "cannot be kept: use numbers, texts, functions, or a frozen dataclass"
    )


def unseen_input_error(what: str, user: str = "") -> ValueError:
    """The error for code that reads what no digest sees, such as a file."""
    used = f", which {user} uses," if user else ""
    return ValueError(
        f"{what}{used} reads a file, the environment, the calendar or the network: "
        "what it finds cannot be told from others of its kind, so nothing can be kept. "
        "Read it once, outside of the function, and let the function use the value; "
        "time.perf_counter measures a time"
    )


def reads_unseen_input(name: str) -> bool:
    """Whether a thing of a library (`module:name`) reads what no digest sees."""
    module = name.partition(":")[0]
    parts = module.lstrip("_").split(".")
    modules = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
    top = name.replace(f"{module}:", f"{parts[0]}:", 1)
    return (
        name in _READING_FUNCTIONS
        or name in _MODULES_THAT_READ
        or bool(modules & _READING_MODULES)
        or top.startswith(_READING_PREFIXES)
    )


def name_in_digests(value: Any) -> str | None:
    """The name in digests of a thing of foxkit or a library; None for any other.

    The thing must be found in its module under its own name. What a function of foxkit
    returns, or a class that is made in a call, is encoded by its parts.
    """
    if isinstance(value, ModuleType):
        return (
            None if code.is_readers_code(value) else digest_names().name(value.__name__)
        )
    if isinstance(value, Enum):
        kind = name_in_digests(type(value))
        return kind and f"{kind}.{value.name}"
    if code.is_readers_code(value):
        return None
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    for module in _modules_of(value):
        for found in (
            name,
            getattr(value, "__name__", None),
            *_names_bound_to_lambda(module, value),
        ):
            if isinstance(found, str) and _is_named_in_module(module, found, value):
                return digest_names().name(f"{module}:{found}")
    return None


def _modules_of(value: Any) -> list[str]:
    """The names of loaded modules in which a thing may be found."""
    hidden = getattr(value, "__self__", None)  # of `random.random`, say
    owner = None if hidden is None or isinstance(hidden, ModuleType) else type(hidden)
    found = [getattr(value, "__module__", None), module_of_origin(value)]
    found += [getattr(owner, "__module__", None)]
    found += ["numpy", "scipy.special"] if isinstance(value, np.ufunc) else []
    return [x for x in dict.fromkeys(found) if isinstance(x, str) and x in sys.modules]


def _names_bound_to_lambda(module: str, value: Any) -> Iterator[str]:
    """Yield the names under which a module holds a lambda."""
    if getattr(value, "__name__", "") == "<lambda>":
        for name, each in [*vars(sys.modules[module]).items()]:
            if each is value:
                yield name


def _is_named_in_module(module: str, name: str, value: Any) -> bool:
    """Whether a value stands under a dotted name in a module."""
    found: Any = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, "__dict__", {}).get(part)
    if found is value:
        return True
    bound = isinstance(value, MethodType | types.BuiltinMethodType)
    return bound and type(found) is type(value) and found == value


def readers_state_of(value: Any) -> dict[str, Any]:
    """The attributes of a reader's value that count, by name.

    These are all except fields that a dataclass leaves out of comparisons, and values
    that a `cached_property` remembers.
    """
    kind: Any = type(value)
    attributes = dict(value._asdict()) if hasattr(kind, "_asdict") else {}
    names = [*_plain_attribute(value, "__dict__", {})]
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        mangle = Scopes(within=base.__name__).mangled
        names += map(mangle, [slots] if isinstance(slots, str) else slots)
    fields = getattr(kind, "__dataclass_fields__", {})
    ignored = {"__dict__", "__weakref__"}
    ignored |= {name for name, each in fields.items() if not each.compare}
    found = {
        name: _plain_attribute(value, name, MISSING)
        for name in sorted({*names} - ignored)
    }
    return attributes | {
        name: each
        for name, each in found.items()
        if each is not MISSING
        and not isinstance(class_attribute(kind, name), functools.cached_property)
    }


def _plain_attribute(value: Any, name: str, otherwise: Any) -> Any:
    """An attribute, without a call of a reader's `__getattr__`."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return otherwise


def class_attribute(cls: type, name: str) -> Any:
    """The member of a class by its name, without binding; None if there is none."""
    return next((vars(x)[name] for x in cls.__mro__ if name in vars(x)), None)


NameAndFields = Callable[[Any], tuple[str, dict[str, Any]]]
"""The name in addresses of the class of a value of foxkit, and its fields that are not
usual; an empty name, and all fields, if addresses do not know the class."""


def code_digest(value: Any, fields_of: NameAndFields) -> str:
    """The digest of everything that a reader's function or class can reach.

    Where digests of committed games and results know an attribute by its former
    spelling, the digest is computed with that spelling.

    Args:
        value: a function, a class, or a value; it may be wrapped.
        fields_of: gives the fields of values of foxkit's classes.

    Raises:
        ValueError: a part cannot be distinguished from others of its class, its source
            cannot be read, or was edited since it was loaded.
    """
    found = CodeReader(fields_of).digest(value)
    if digest_names().spellings and found not in digest_names().digests:
        older = CodeReader(fields_of, digest_names().spellings).digest(value)
        return older if older in digest_names().digests else found
    return found


class CodeReader:
    """Encodes a thing and all that it reaches: each once, and from then on by number.

    Attributes:
        names: the names in digests of all things of foxkit and of libraries so far.
    """

    def __init__(
        self,
        fields_of: NameAndFields,
        spellings: dict[str, str] | None = None,
    ) -> None:
        self._fields_of, self._spellings = fields_of, spellings or {}
        self._number_by_id: dict[int, int] = {}
        self._numbered_things: list[Any] = []  # kept alive, so that ids stay unique
        self._used_by = ""
        self._users_by_attribute: dict[str, str] = {}  # of those that may read
        self._readable_things = set[str]()  # of `_READING_ATTRIBUTES_OF`
        self.names = set[str]()

    def digest(self, value: Any) -> str:
        """The digest of a thing and all that it reaches."""
        return digest(json.dumps(self.encode_reachable(value), separators=(",", ":")))

    def encode_reachable(self, value: Any) -> list[Any]:
        """The encoding of a thing, and of each thing that it reaches, as plain data."""
        try:
            found = [self.encode(value)]
            for each in self._numbered_things:  # the list grows meanwhile
                self._used_by = _name_of(each)
                found.append(self._encode_numbered(each))
        except RecursionError:
            raise unidentifiable_error(value) from None
        for attribute, user in self._users_by_attribute.items():
            for thing in self._readable_things:
                if attribute in _READING_ATTRIBUTES_OF[thing]:
                    raise unseen_input_error(attribute, user)
        return found

    def require_seen_input(self, name: str) -> None:
        """Raise ValueError for the name of a thing that reads what no digest sees."""
        if reads_unseen_input(name):
            is_member = ":" in name
            what = name.replace(":", ".") if is_member else f"the module {name}"
            raise unseen_input_error(what, self._used_by)
        if name.startswith("pathlib:"):
            self._readable_things.add("a path")
        elif name in ("datetime:datetime", "datetime:date"):
            self._readable_things.add("a date")
        elif name == "numpy":
            self._readable_things.add("numpy")

    def require_seen_input_of_class(self, value: Any, name: str) -> None:
        """Raise ValueError where a class's member reads what no digest sees."""
        if isinstance(value, type) and not code.is_readers_code(value):
            for base in value.__mro__:
                place = f"{base.__module__}:{base.__qualname__}.{name}"
                self.require_seen_input(place)

    def note_attribute(self, name: str) -> None:
        """Remember an attribute, which may read something.

        Raises:
            ValueError: it reads whatever its value is.
        """
        if name in _READING_ATTRIBUTES:
            raise unseen_input_error(name, self._used_by)
        self._users_by_attribute.setdefault(name, self._used_by)

    def encode(self, value: Any) -> Any:
        """A value as plain data: itself, its name, or its number in this reading."""
        kind = type(value)
        if value is None or kind in (bool, int, float, complex, str, bytes):
            return constant_as_data(value)
        if value is Ellipsis or value is NotImplemented:
            return ["name", repr(value)]
        if isinstance(value, np.generic):
            return [value.dtype.str, self.encode(value.item())]
        if kind is tuple:
            return ["tuple", *map(self.encode, value)]
        if kind is frozenset:
            return ["frozenset", *self._encode_set(value)]
        if f"{kind.__module__}:{kind.__qualname__}" in _ENCODED_BY_REPR:
            return ["repr", repr(value)]
        if (name := name_in_digests(value)) is not None:
            return self._encode_named(name, value)
        if kind in _IMMUTABLE_TYPES:
            return [
                kind.__name__,
                *self._encode_all(_PARTS_OF_LIBRARY_VALUES[kind](value)),
            ]
        if isinstance(value, types.BuiltinMethodType | types.MethodWrapperType):
            if isinstance(value.__self__, type):
                self.require_seen_input_of_class(value.__self__, value.__name__)
            return ["method", self.encode(value.__self__), value.__name__]
        if has_fields(value) and _is_frozen(kind):
            return self._encode_value(value)
        if id(value) not in self._number_by_id:
            self._number_by_id[id(value)] = len(self._numbered_things)
            self._numbered_things.append(value)
        return ["number", self._number_by_id[id(value)]]

    def _encode_named(self, name: str, value: Any) -> Any:
        """A thing of foxkit or a library by its name, with a reader's changes to it."""
        if name in _REFUSED_FUNCTIONS | _REFUSED_MODULES:
            raise unidentifiable_error(value, self._used_by)
        self.require_seen_input(name)
        self.names.add(name)
        added: list[Any] = readers_patches(value) if isinstance(value, type) else []
        added += _readers_overloads(value)
        added += [
            each for each in _registered_classes(value) if code.is_readers_code(each)
        ]
        return ["name", name, *self.encode(tuple(added))[1:]]

    def _encode_set(self, values: Any) -> list[Any]:
        """The elements of a set as data, in an order that is the same everywhere."""
        keys: list[tuple[str, Any]] = []
        for each in values:
            inner = CodeReader(self._fields_of, self._spellings)
            name = _name_of(each)
            keys.append((name or json.dumps(inner.encode(each)), each))
        if len({key for key, _ in keys}) < len(keys):
            raise unidentifiable_error(values, self._used_by)
        return [self.encode(each) for _, each in sorted(keys, key=lambda pair: pair[0])]

    def _encode_numbered(self, value: Any) -> Any:
        """The content of a thing that was given a number, as data."""
        kind = type(value)
        if isinstance(value, ModuleType):
            names = sorted(x for x in vars(value) if x not in _GENERATED_OF_MODULES)
            encoded_class = [] if kind is ModuleType else [self.encode(kind)]
            return [
                "module",
                *encoded_class,
                *([x, self._encode_of_module(vars(value)[x])] for x in names),
            ]
        if isinstance(value, type):
            return self._encode_class(value)
        if isinstance(value, FunctionType):
            if module_of_origin(value) == "functools" and hasattr(value, "registry"):
                return ["singledispatch", self._encode_registry(value.registry)]
            overloads = self._encode_all(_readers_overloads(value))
            encoded = self._encode_function(value)
            return [*encoded, "overloads", overloads] if overloads else encoded
        if isinstance(value, Enum):
            return ["member", self.encode(kind), value.name]
        if not code.is_readers_code(kind) and hasattr(value, "py_func"):  # compiled
            options = getattr(value, "targetoptions", {})
            encoded = [[x, self.encode(options[x])] for x in sorted(options)]
            return ["compiled", self.encode(value.py_func), encoded]
        if kind is set:
            return ["set", *self._encode_set(value)]
        if isinstance(value, _CLASS_DESCRIPTORS):
            return ["of class", self.encode(value.__objclass__), value.__name__]
        if isinstance(value, np.ndarray) and kind is np.ndarray:
            return self._encode_array(value)
        if kind in _PARTS_OF_LIBRARY_VALUES:
            return [
                kind.__name__,
                self._encode_all(_PARTS_OF_LIBRARY_VALUES[kind](value)),
            ]
        return self._encode_value(value)

    def _encode_of_module(self, value: Any) -> Any:
        """A member of a reader's module that is used as a value.

        A library's module may be one that reads: what the reader's module takes of it
        is checked where that is used.
        """
        name = name_in_digests(value) if isinstance(value, ModuleType) else None
        return self.encode(value) if name is None else ["name", name]

    def _encode_value(self, value: Any) -> Any:
        """A value of any class as data."""
        kind = type(value)
        is_from_python_class = name_in_digests(kind) is None and _is_made_by_python(
            kind
        )
        is_readers = code.is_readers_code(kind) or is_from_python_class
        return (
            self._encode_instance(value)
            if is_readers
            else self._encode_of_library(value)
        )

    def _encode_all(self, values: Iterable[Any]) -> list[Any]:
        """The encodings of several values."""
        return [self.encode(each) for each in values]

    def _encode_pairs(self, values: Mapping[str, Any]) -> list[Any]:
        """The encodings of named values, in the order of the mapping."""
        return [[name, self.encode(each)] for name, each in values.items()]

    def _encode_instance(self, value: Any) -> Any:
        """A value of a reader's class as data: class, content, attributes."""
        kind, content = type(value), []
        if isinstance(value, BaseException):
            content = self._encode_all(value.args)
        elif isinstance(value, np.ndarray):
            content = self._encode_array(np.asarray(value))
        elif not has_fields(value) and is_opaque(kind):
            base = next(
                (
                    x
                    for x in kind.__mro__
                    if x in _PARTS_OF_LIBRARY_VALUES or x in _CLASSES_WITH_CONTENT
                ),
                None,
            )
            if base is None:
                raise unidentifiable_error(value, self._used_by)
            parts = _PARTS_OF_LIBRARY_VALUES.get(base, lambda it: [base(it)])
            content = self._encode_all(parts(value))
        return [
            "value",
            self.encode(kind),
            content,
            self._encode_pairs(readers_state_of(value)),
        ]

    def _encode_of_library(self, value: Any) -> Any:
        """A value of a class of foxkit or of a library as data."""
        kind, name = type(value), name_in_digests(type(value)) or ""
        if has_fields(value):
            of_foxkit = _top_package(module_of_origin(kind) or "") == PACKAGE.name
            if of_foxkit and {"default", "label"} <= field_values(value).keys():
                return ["rule", self.encode(value.default)]  # its words decide nothing
            known, own = (
                self._fields_of(value) if of_foxkit else ("", field_values(value))
            )
            if not known:
                self.names.add(name)
            return ["value", known or name, self._encode_pairs(own)]
        if isinstance(value, PurePath):
            self._readable_things.add("a path")
            return ["path", value.as_posix()]
        if isinstance(value, _WITHOUT_EFFECT):
            return ["name", kind.__name__]
        if name == "array:array":
            return [name, value.typecode, value.tobytes().hex()]
        if kind is np.vectorize:
            of = value.pyfunc, value.otypes, value.signature, value.excluded
            return ["vectorize", self._encode_all(of)]
        if name.startswith("pandas"):
            return self._encode_pandas(value)
        if origin_of_alias := typing.get_origin(value):
            args = typing.get_args(value)
            return ["alias", self.encode(origin_of_alias), self._encode_all(args)]
        if type(value).__module__ == "typing":
            return ["typing", getattr(value, "__name__", None) or str(value)]
        raise unidentifiable_error(value, self._used_by)

    def _encode_pandas(self, value: Any) -> Any:
        """A pandas DataFrame, Series or Index as data."""
        attributes = getattr(value, "attrs", None)
        encoded = self._encode_content_of_pandas(value)
        return [encoded, self.encode(dict(attributes))] if attributes else encoded

    def _encode_content_of_pandas(self, value: Any) -> Any:
        """The elements and labels of a pandas DataFrame, Series or Index as data."""
        name = type(value).__name__
        if name == "DataFrame":
            columns = [
                self._encode_pandas(value.iloc[:, i]) for i in range(value.shape[1])
            ]
            return [name, self._encode_pandas(value.index), columns]
        if name == "Series":
            elements = self._encode_all(value.tolist())
            label = self.encode(value.name)
            return [
                name,
                label,
                str(value.dtype),
                elements,
                self._encode_pandas(value.index),
            ]
        if name.endswith("Index"):
            return [
                name,
                self._encode_all(value.names),
                self._encode_all(value.tolist()),
            ]
        raise unidentifiable_error(value, self._used_by)

    def _encode_array(self, value: Any) -> Any:
        """An array: its type, its shape, and its elements or their digest."""
        encoded_objects = (
            self._encode_all(value.ravel().tolist()) if value.dtype.hasobject else []
        )
        content = encoded_objects if value.dtype.hasobject else digest(value.tobytes())
        return ["array", str(value.dtype), [*value.shape], content]

    def _encode_function(self, function: FunctionType) -> Any:
        """A function's syntax and defaults.

        A function that was made in a call of foxkit or a library is encoded by the name
        of its code, and by what it closes over.
        """
        attributes = {k: v for k, v in vars(function).items() if not k.startswith("__")}
        encoded = [self.encode(function.__defaults__), self._encode_pairs(attributes)]
        encoded.append(self._encode_pairs(function.__kwdefaults__ or {}))
        closed = _closure_variables(function)
        if not code.is_readers_code(function):
            place = f"{module_of_origin(function)}:{function.__code__.co_qualname}"
            self.names.add(name := digest_names().name(place))
            cells = [self.encode(closed[x]) for x in sorted(closed)]
            return ["made by", name, cells, encoded]
        node, within = _syntax_of(function)
        scope = function.__globals__
        sources = closed, scope, _builtins_of(scope)
        resolve = _NameResolver(self, sources, scope)
        normal = Normalizer(
            resolve.of, resolve.imported_value, self.encode, self._spellings
        )
        found = normal.function(node, Scopes(within=within))
        wrapped = vars(function).get("__wrapped__")
        of_class = closed.get("__class__")  # for `super()`
        return ["function", found, encoded, self.encode(wrapped), self.encode(of_class)]

    def _encode_registry(self, registry: Any) -> list[Any]:
        """The implementations of a singledispatch function, sorted by class name."""
        names = {kind: name_in_digests(kind) or kind.__qualname__ for kind in registry}
        ordered = sorted(registry, key=lambda kind: names[kind])
        return [[self.encode(kind), self.encode(registry[kind])] for kind in ordered]

    def _encode_class(self, cls: Any) -> Any:
        """A class's bases, fields, members, and rules.

        Rules that are registered for a game's class, such as its legal moves, belong to
        the class.
        """
        name = cls.__qualname__.rpartition(".")[2]
        maker = type(cls)
        found = [name, self.encode(maker) if code.is_readers_code(maker) else []]
        found.append([self.encode(base) for base in cls.__bases__])
        if issubclass(cls, Enum):
            each = cls.__members__.items()
            found.append([[k, x.name, self.encode(x.value)] for k, x in each])
            found += self._attributes_of_members(cls)
        found.append(self._declared_fields(cls))
        members = [
            [key, self.encode(value)]
            for key, value in sorted(vars(cls).items())
            if not _is_generated(cls, key, value)
        ]
        if registered := _registered_classes(cls):
            members.append(["register", self._encode_all(registered)])
        rules = [x for x in GENERICS if cls in x.registry]
        encoded = [
            [name_in_digests(x) or "", self.encode(x.registry[cls])] for x in rules
        ]
        return ["class", *found, members, sorted(encoded, key=lambda pair: pair[0])]

    def _attributes_of_members(self, cls: Any) -> list[Any]:
        """What members of an enum have beside names and values; empty if nothing."""
        every = {
            name: {
                k: v
                for k, v in sorted(vars(each).items())
                if not _is_of_enum(k)
                and not isinstance(class_attribute(cls, k), functools.cached_property)
            }
            for name, each in cls.__members__.items()
        }
        pairs = [[k, self._encode_pairs(v)] for k, v in every.items() if v]
        return [["attributes", *pairs]] if pairs else []

    def _declared_fields(self, cls: Any) -> list[Any]:
        """The fields that a class declares, with their defaults."""
        if "__dataclass_fields__" in vars(cls):
            flags = cls.__dataclass_params__
            fields: list[Any] = [
                [
                    *(each.name, each.init, each.compare, bool(each.kw_only)),
                    self._encode_default(each.default),
                    self._encode_default(each.default_factory),
                    *([] if each.repr else ["not in repr"]),
                    *([self.encode(dict(each.metadata))] if each.metadata else []),
                ]
                for each in cls.__dataclass_fields__.values()
            ]
            unsaid = [] if flags.repr else ["no repr"]
            return [flags.eq, flags.order, flags.frozen, fields, *unsaid]
        if "_field_defaults" in vars(cls) and issubclass(cls, tuple):
            return [[*cls._fields], self._encode_pairs(cls._field_defaults)]
        return []

    def _encode_default(self, value: Any) -> Any:
        """The default of a field; empty if there is none."""
        return [] if value is MISSING else self.encode(value)


class _NameResolver:
    """Resolves the names in a function, and attributes of modules."""

    def __init__(
        self, reader: CodeReader, sources: tuple[Any, ...], scope: dict[str, Any]
    ) -> None:
        self._reader, self._sources, self._scope = reader, sources, scope

    def of(self, node: Any, scopes: Scopes) -> Any:
        """The data that replace a name or attribute; None where its syntax stays."""
        path: list[str] = []
        root = node
        if isinstance(node, Attribute):
            if node.attr in _REFUSED_ATTRIBUTES:
                raise unidentifiable_error(node.attr, self._reader._used_by)
            self._reader.note_attribute(node.attr)
        while isinstance(root, Attribute):
            path.insert(0, root.attr)
            root = root.value
        if not isinstance(root, Name):
            return None
        found = self._value_of_name(root.id, scopes)
        if not found:
            return None
        (value,) = found
        if not path:
            return self._encode_name(node, value, scopes)
        if not isinstance(value, ModuleType) or not isinstance(node.ctx, Load):
            self._reader.require_seen_input_of_class(value, path[0])
            return None
        encoded = self._encode_attribute(value, path)
        return encoded

    def _value_of_name(self, name: str, scopes: Scopes) -> tuple[Any] | None:
        """The value of a name outside of the function, in a tuple; None if none."""
        if name in scopes.imported:
            return (scopes.imported[name],)
        if scopes.binds(name) and not scopes.in_class_body(name):
            return None
        key = scopes.mangled(name)
        if key == "__builtins__":
            raise unidentifiable_error(builtins, self._reader._used_by)
        return next(((x[key],) for x in self._sources if key in x), None)

    def _encode_name(self, node: Any, value: Any, scopes: Scopes) -> Any:
        """The encoding of the value that a name has where it stands."""
        if node.id == "__file__":
            return ["name", "__file__"]
        encoded = self._reader.encode(value)
        if scopes.in_class_body(node.id) or not isinstance(node.ctx, Load):
            return ["Name", node.id, encoded]
        return encoded

    def _encode_attribute(self, value: Any, path: list[str]) -> Any:
        """The encoding of an attribute of a module, and of further attributes."""
        encode, rest = self._reader.encode, [*path]
        encoded: Any = None
        while (
            rest
            and isinstance(value, ModuleType)
            and not _is_generated_of_module(value, rest[0])
        ):
            name, module = rest.pop(0), value
            if code.is_readers_code(module) and name not in vars(module):
                # The module may have a `__getattr__`.
                encoded, rest = encode(module), [name, *rest]
                break
            value = getattr(module, name, MISSING)
            encoded = self._encode_module_member(module, name, value)
        else:
            encoded = (
                encode(value)
                if encoded is None or isinstance(value, ModuleType)
                else encoded
            )
        spellings = self._reader._spellings
        if rest:
            self._reader.require_seen_input_of_class(value, rest[0])
        for name in rest:
            name = spellings.get(name, name)
            encoded = ["Attribute", ["attr", ["str", name]], ["value", encoded]]
        return encoded

    def _encode_module_member(self, module: ModuleType, name: str, value: Any) -> Any:
        """The encoding of a member of a module; None for a module within it."""
        if isinstance(value, ModuleType):
            return None
        if code.is_readers_code(module):
            return self._reader.encode(value)
        place = f"{module.__name__}:{name}"
        if place in _REFUSED_FUNCTIONS:
            raise unidentifiable_error(value, self._reader._used_by)
        self._reader.require_seen_input(place)
        simple = isinstance(value, bool | int | float | str | bytes | None | tuple)
        of_foxkit = module.__name__.partition(".")[0] == PACKAGE.name
        if (
            simple
            or code.is_readers_code(value)
            or name_in_digests(value) is not None
            or (of_foxkit and value is not MISSING)
        ):
            return self._reader.encode(value)
        self._reader.names.add(named_so := digest_names().name(place))
        return ["name", named_so]

    def imported_value(
        self, node: Import | ImportFrom, alias: Any
    ) -> tuple[Any] | None:
        """The value that an import in a function binds, in a tuple; None if none."""
        try:
            if isinstance(node, Import):
                module = importlib.import_module(alias.name)
                return (
                    module if alias.asname else sys.modules[_top_package(alias.name)],
                )
            name = "." * node.level + (node.module or "")
            module = importlib.import_module(name, self._scope.get("__package__"))
            if not hasattr(module, alias.name):
                return (importlib.import_module(f"{module.__name__}.{alias.name}"),)
            return (getattr(module, alias.name),)
        except (ImportError, TypeError, KeyError):
            return None


def _is_generated_of_module(module: ModuleType, name: str) -> bool:
    """Whether Python, or a library, defines a name with two underscores of a module."""
    if code.is_readers_code(module) and name in vars(module):
        return name in _GENERATED_OF_MODULES
    return name.startswith("__")


def _name_of(value: Any) -> str:
    """The name of a thing, without a call of a reader's `__getattr__`."""
    if isinstance(value, ModuleType):
        return str(vars(value).get("__name__", ""))
    if code.is_readers_code(type(value)):
        return ""
    name = getattr(value, "__qualname__", "")
    return name if isinstance(name, str) else ""


def _readers_overloads(function: Any) -> list[Any]:
    """What a reader lets compiled code call in a function's place (numba's overload).

    Redefined overloads stay, and numba takes the first that fits: all of them count,
    but equal ones, as after a cell ran twice, once.
    """
    typing_of_numba = sys.modules.get(_TEMPLATES_OF_NUMBA)
    if typing_of_numba is None or not callable(function):
        return []
    registered = len(typing_of_numba.builtin_registry.globals)
    return _readers_overloads_by_id(registered).get(id(function), [])


@lru_cache(maxsize=1)
def _readers_overloads_by_id(registered: int) -> dict[int, list[Any]]:
    """All overloads of a reader, by the ids of the functions that numba knows."""
    registry = sys.modules[_TEMPLATES_OF_NUMBA].builtin_registry
    found: dict[int, dict[CodeType, Any]] = {}
    for function, kind in registry.globals[:registered]:
        for template in getattr(kind, "templates", ()):
            overload = getattr(template, "_overload_func", None)
            if overload is not None and code.is_readers_code(overload):
                by_code = found.setdefault(id(function), {})
                by_code.setdefault(overload.__code__, overload)
    return {key: [*by_code.values()] for key, by_code in found.items()}


def _top_package(name: str) -> str:
    """The first part of a dotted name."""
    return name.partition(".")[0]


def _closure_variables(function: FunctionType) -> dict[str, Any]:
    """The variables that a function closes over, by name; unbound ones are left out."""
    found = {}
    names = function.__code__.co_freevars
    for name, cell in zip(names, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def _builtins_of(scope: dict[str, Any]) -> dict[str, Any]:
    """The builtins that code with these globals sees."""
    found = scope.get("__builtins__", builtins)
    return vars(found) if isinstance(found, ModuleType) else found


def _is_generated(cls: Any, name: str, value: Any) -> bool:
    """Whether Python or a decorator generated a member of a class."""
    if name in _GENERATED_MEMBERS or _is_own_slot(cls, name, value):
        return True
    if name in _GENERATED_OF_TUPLES and hasattr(cls, "_fields"):
        return issubclass(cls, tuple)
    if name == "FIELDS" and _are_declared_rules(value):
        return True
    if name in _GENERATED_OF_PROTOCOLS and isinstance(value, bool):
        return True
    if name == "__match_args__":
        return bool(value == _fields_to_match(cls))
    if type(value).__name__ == "_tuplegetter" or (name == "__hash__" and value is None):
        return True
    if issubclass(cls, Enum):
        written = getattr(value, "__func__", value)  # `_missing_` is a class method
        hidden = _is_of_enum(name) and not isinstance(written, FunctionType)
        if hidden or name in cls.__members__:
            return True
    function = getattr(value, "__func__", value)
    if not isinstance(function, FunctionType):
        return False
    maker = module_of_origin(function) or ""
    if maker in _GENERATING_MODULES or maker.startswith("namedtuple_"):
        return True
    if _top_package(maker) == PACKAGE.name and name in ("__new__", "_make", "__repr__"):
        return True  # by `checked`, which checks the fields of a game
    is_dataclass = "__dataclass_fields__" in vars(cls) and name in _DATACLASS_METHODS
    return is_dataclass and function.__code__.co_filename == "<string>"


def _are_declared_rules(value: Any) -> bool:
    """Whether a value is a game's declarations of rules, as `checked` keeps them."""
    return type(value) is dict and all(hasattr(x, "allowed") for x in value.values())


def _is_own_slot(cls: Any, name: str, value: Any) -> bool:
    """Whether a member is that of a slot, under the name of the slot."""
    return isinstance(value, _SLOT_KINDS) and name == getattr(value, "__name__", name)


def _is_of_enum(name: str) -> bool:
    """Whether Python sets an attribute of this name in enums or their members."""
    return name in _ATTRIBUTES_OF_ENUMS or (
        name.startswith("__") and name.endswith("__")
    )


def _registered_classes(cls: Any) -> list[Any]:
    """The classes that were registered with an abstract class, sorted by name.

    Of several with one name, as after a cell ran twice, only the present one counts.
    """
    if not isinstance(cls, ABCMeta) or not hasattr(abc, "_get_dump"):
        return []
    found: dict[tuple[str, str], list[Any]] = {}
    for each in (reference() for reference in abc._get_dump(cls)[0]):
        if each is not None:
            found.setdefault((each.__module__, each.__qualname__), []).append(each)
    return [
        each
        for place, named_so in sorted(found.items())
        for each in named_so
        if len(named_so) == 1 or _is_named_in_module(*place, each)
    ]


def _fields_to_match(cls: Any) -> tuple[str, ...] | None:
    """The fields that match patterns by position; None if the class declares none."""
    fields = vars(cls).get("__dataclass_fields__")
    if fields is None:
        return vars(cls).get("_fields")
    return tuple(x.name for x in fields.values() if x.init and not x.kw_only)


def has_name(value: Any) -> bool:
    """Whether a callable has its own name, as functions and classes do."""
    if code.is_readers_code(type(value)):  # its `__getattr__` may answer to any name
        return "__qualname__" in _plain_attribute(value, "__dict__", {})
    return hasattr(value, "__qualname__")


def _is_frozen(cls: Any) -> bool:
    """Whether the values of a class with fields are immutable."""
    is_dataclass = hasattr(cls, "__dataclass_params__")
    return bool(cls.__dataclass_params__.frozen) if is_dataclass else True


def _is_made_by_python(cls: type) -> bool:
    """Whether a class was made by a class statement, and not written in C."""
    signs = {"__dict__", "__weakref__", "__slots__"}
    return any(signs & vars(base).keys() for base in cls.__mro__[:-1])


def is_opaque(cls: type) -> bool:
    """Whether values of a class have content beside attributes, as C classes do."""
    return any(
        base is not object
        and isinstance(vars(base).get("__new__"), types.BuiltinFunctionType)
        for base in cls.__mro__
    )


def _syntax_of(function: FunctionType) -> FunctionInClass:
    """The syntax of a function, and the class that mangles its private names."""
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
        functions, code_objects = _functions_and_codes(source, compiled.co_filename)
    except SyntaxError:
        raise ValueError(edited) from None
    if _is_from_file(function) and compiled not in code_objects:
        file = Path(compiled.co_filename).name
        raise ValueError(
            f"{file} was edited since it was imported: "
            "start the kernel anew, or import it again with importlib.reload"
        )
    found = function_of_code(compiled, functions)
    if found is None:
        raise ValueError(edited)
    return found


def _is_from_file(function: FunctionType) -> bool:
    """Whether a function was compiled by Python from a file as it is.

    A notebook's cell is no file, and pytest rewrites the asserts of its tests.
    """
    loader = function.__globals__.get("__loader__")
    is_plain = loader is None or type(loader).__name__ == "SourceFileLoader"
    return is_plain and Path(function.__code__.co_filename).is_file()


@lru_cache(maxsize=256)
def _functions_and_codes(
    source: str, file: str
) -> tuple[list[FunctionInClass], frozenset[CodeType]]:
    """The functions in a source, and all code objects to which it is compiled."""
    whole = compile(source, file, "exec", dont_inherit=True)
    return [*functions_in(parse(source))], frozenset(nested_codes(whole))
