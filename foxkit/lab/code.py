"""Whose code something is, and what of the package plays a match.

A reader's own function or class is told from others by all that it uses, see
`reachable`. What of the package plays a match, its rules, searches and players, is one
digest of their files, so that finished games can be checked again where one of them
changed.
"""

import os
import re
import site
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from foxkit import data
from foxkit.core.caching import PACKAGE, ROOMS
from foxkit.core.generic import GENERICS

NAMES = data.WORKBOOK / "names.json"
"""What digests of a reader's code call things of foxkit (`data/README.md`)."""
_PLAYS = re.compile(rf"foxkit\.({'|'.join(ROOMS)})\b(?!.*\.board)")
_IMPORT = re.compile(
    r"^\s*from (foxkit[\w.]*) import (\([^)]*\)|[^\n]*)|^\s*import (foxkit[\w.]*)", re.M
)


@cache
def _foreign() -> tuple[str, ...]:
    """Return the folders of Python and its libraries."""
    folders = [Path(os.__file__).parent, *map(Path, site.getsitepackages())]
    return tuple(f"{folder.resolve()}{os.sep}" for folder in folders)


def origin(value: Any) -> str | None:
    """Return the name of the module that a function, class or module comes from.

    A wrapper comes from where what it wraps does. `functools.wraps` gives a function
    the `__module__` of another one, so that of its code is asked.
    """
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type):
        return value.__module__
    if isinstance(value, MethodType):
        return origin(value.__func__)
    if isinstance(value, FunctionType):
        return str(value.__globals__.get("__name__", "__main__"))
    if is_own(type(value)):  # which may have any attribute
        return type(value).__module__
    for name in ("py_func", "__wrapped__", "__func__"):
        if (wrapped := getattr(value, name, None)) is not None:
            return origin(wrapped)
    module = getattr(value, "__module__", None)
    return module if isinstance(module, str) else None


def is_own(value: Any) -> bool:
    """Tell whether a function, class or module is a reader's, not a library's."""
    name = origin(value)
    if name is None or name.split(".")[0] == PACKAGE.name:
        return False
    if name.startswith(("_cython_", "pybind11")):  # of their functions' classes
        return False
    # A module of a reader may answer to any attribute.
    file = getattr(sys.modules.get(name), "__dict__", {}).get("__file__")
    if name == "__main__" or file is None:
        return name not in sys.builtin_module_names
    return not _is_foreign(file)


@cache
def _is_foreign(file: str) -> bool:
    """Tell whether a file is Python's or a library's."""
    return str(Path(file).resolve()).startswith(_foreign())


def function_of(member: Any) -> Any:
    """Return the function in a property, static or class method; else the member."""
    return getattr(member, "fget", None) or getattr(member, "__func__", member)


def patches(kind: type) -> list[tuple[str, Any]]:
    """Return what a reader has put into a class of foxkit or a library, by name.

    A game's rules are in it, too, as they are registered for its class.
    """
    put = [
        (name, each)
        for base in kind.__mro__
        if not is_own(base)
        for name, each in vars(base).items()
        if name != "__new__"  # which a NamedTuple's class has of its own
        and isinstance(function_of(each), FunctionType)
        and is_own(function_of(each))
    ]
    rules = [(x.__name__, x.registry[kind]) for x in GENERICS if kind in x.registry]
    return put + [(name, rule) for name, rule in rules if is_own(rule)]


def digest(text: str | bytes) -> str:
    """Return 16 hexadecimal digits of a SHA-256 digest."""
    data = text.encode() if isinstance(text, str) else text
    return sha256(data).hexdigest()[:16]


def named(value: Any) -> dict[str, Any]:
    """The fields of a dataclass or NamedTuple that tell it from others, by name.

    Those of a field that is declared `flat` stand there as if they were the value's.
    """
    if not is_dataclass(value):
        return value._asdict()
    found: dict[str, Any] = {}
    for each in fields(value):
        if each.compare and each.init:
            own = getattr(value, each.name)
            found |= own._asdict() if each.metadata.get("flat") else {each.name: own}
    return found


def has_fields(value: Any) -> bool:
    """Tell whether a value is a NamedTuple or of a dataclass."""
    return hasattr(type(value), "_asdict") or is_dataclass(type(value))


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value of a match and all values in it that have fields."""
    if has_fields(value):
        yield value
        for inner in named(value).values():
            yield from _parts(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _parts(inner)


def code_behind(*values: Any) -> str:
    """Return the digest of the package's files that play some games and players.

    They are the files of their classes and of what is registered for them, of the loop
    that plays a game, and all that these import from the floors of the agents or below.
    """
    kinds = {type(each) for each in _parts(values)}
    rules = (x.registry[kind] for x in GENERICS for kind in kinds & x.registry.keys())
    names = {each.__module__ for each in (*kinds, *rules)}
    ours = {name for name in names if name.startswith(f"{PACKAGE.name}.")}
    return of_modules(ours | {__name__.replace(".code", ".match")})


def of_modules(modules: Iterable[str]) -> str:
    """Return the digest of some of the package's files and all that they import.

    Docstrings, comments and layout do not count: they change no game.
    """
    return _closure(frozenset(modules))


@cache
def _closure(modules: frozenset[str]) -> str:
    files: dict[str, Any] = {}
    waiting = [*modules]
    while waiting:
        base = PACKAGE.joinpath(*waiting.pop().split(".")[1:])
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            name = path.relative_to(PACKAGE).as_posix()
            if name not in files and path.is_file():
                files[name], imported = _read(path)
                waiting += imported
    return digest(repr(sorted(files.items())))


@cache
def _read(path: Path) -> tuple[Any, list[str]]:
    """What a file says, and the modules below the lab that it may import."""
    from foxkit.lab.syntax import Normal, Scopes, parse  # pages do without it

    content, found = path.read_text(encoding="utf-8"), []
    for origin, names, whole in _IMPORT.findall(content):
        within = [f"{origin}.{name}" for name in re.findall(r"\w+", names)]
        found += [x for x in [origin or whole, *within] if _PLAYS.match(x)]
    return Normal().of(parse(content), Scopes()), found
