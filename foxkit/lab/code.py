"""Which code is a reader's, and which code of the package plays a match.

A reader's function or class is identified by all that it uses, see `reachable`. The
code of the package that plays a match, its rules, searches and players, is identified
by one digest of the files, so that finished games can be checked again where one of
them has changed.
"""

import ast
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
from foxkit.core.caching import PACKAGE, PLAYING_FOLDERS
from foxkit.core.generic import GENERICS

NAMES_FILE = data.WORKBOOK / "names.json"
"""The names of things of foxkit in digests of a reader's code (`data/README.md`)."""
_PLAYING_MODULE = re.compile(rf"foxkit\.({'|'.join(PLAYING_FOLDERS)})\b(?!.*\.board)")
_IMPORT_PATTERN = re.compile(
    r"^\s*from (foxkit[\w.]*) import (\([^)]*\)|[^\n]*)|^\s*import (foxkit[\w.]*)", re.M
)


@cache
def _library_folders() -> tuple[str, ...]:
    """The folders of Python and its libraries, each with a separator at its end."""
    folders = [Path(os.__file__).parent, *map(Path, site.getsitepackages())]
    return tuple(f"{folder.resolve()}{os.sep}" for folder in folders)


def module_of_origin(value: Any) -> str | None:
    """The name of the module in which a function, class or module was written.

    For a wrapper it is the module of the wrapped function. `functools.wraps` copies
    `__module__` from another function, so the globals of the code decide.
    """
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type):
        return value.__module__
    if isinstance(value, MethodType):
        return module_of_origin(value.__func__)
    if isinstance(value, FunctionType):
        return str(value.__globals__.get("__name__", "__main__"))
    if is_readers_code(type(value)):  # such a value may have any attribute
        return type(value).__module__
    for name in ("py_func", "__wrapped__", "__func__"):
        if (wrapped := getattr(value, name, None)) is not None:
            return module_of_origin(wrapped)
    module = getattr(value, "__module__", None)
    return module if isinstance(module, str) else None


def is_readers_code(value: Any) -> bool:
    """Whether a function, class or module is a reader's, and not a library's."""
    name = module_of_origin(value)
    if name is None or name.split(".")[0] == PACKAGE.name:
        return False
    if name.startswith(
        ("_cython_", "pybind11")
    ):  # classes of functions that were compiled
        return False
    # A reader's module may have a `__getattr__` that answers to any name.
    file = getattr(sys.modules.get(name), "__dict__", {}).get("__file__")
    if name == "__main__" or file is None:
        return name not in sys.builtin_module_names
    return not _is_of_library(file)


@cache
def _is_of_library(file: str) -> bool:
    """Whether a file belongs to Python or to a library."""
    return str(Path(file).resolve()).startswith(_library_folders())


def wrapped_function(member: Any) -> Any:
    """The function of a property, static or class method; any other member as it is."""
    return getattr(member, "fget", None) or getattr(member, "__func__", member)


def readers_patches(cls: type) -> list[tuple[str, Any]]:
    """What a reader has put into a class of foxkit or a library, by name.

    These are functions and, in a class of foxkit, numbers and texts. Rules of a game
    that a reader has registered for the class are among them.
    """
    members = [
        (name, member)
        for base in cls.__mro__
        if not is_readers_code(base)
        for name, member in vars(base).items()
        if name != "__new__"  # every NamedTuple has one of its own
        and isinstance(wrapped_function(member), FunctionType)
        and is_readers_code(wrapped_function(member))
    ]
    constants = [
        (name, value)
        for base in cls.__mro__
        if base.__module__.partition(".")[0] == PACKAGE.name
        for name, value in changed_constants(base)
    ]
    rules = [(x.__name__, x.registry[cls]) for x in GENERICS if cls in x.registry]
    changed = [(name, rule) for name, rule in rules if is_readers_code(rule)]
    return members + constants + changed


def changed_constants(cls: type) -> list[tuple[str, Any]]:
    """The numbers and texts of a class of foxkit that its source has not, by name."""
    written = _constants_as_written(cls.__module__, cls.__qualname__)
    if written is None:  # on a page
        return []
    return [
        (name, value)
        for name, value in vars(cls).items()
        if type(value) in _KINDS_OF_CONSTANTS
        and not name.startswith("_")
        and written.get(name, _NOT_WRITTEN) not in (value, _COMPUTED)
    ]


_KINDS_OF_CONSTANTS = {bool, int, float, str, tuple}
_NOT_WRITTEN, _COMPUTED = object(), object()


@cache
def _constants_as_written(module: str, qualname: str) -> dict[str, Any] | None:
    """What the source of a class of foxkit assigns in its body, by name.

    `_COMPUTED` stands for what is no literal; None where there is no such class.
    """
    try:
        source = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
        from foxkit.lab.syntax import parse  # a page has none, and no reader's code

        body: list[Any] = parse(source).body
        for name in qualname.split("."):
            body = next(
                x.body for x in body if isinstance(x, ast.ClassDef) and x.name == name
            )
    except (ImportError, OSError, KeyError, ValueError, SyntaxError, StopIteration):
        return None
    found: dict[str, Any] = {}
    for each in body:
        targets = getattr(each, "targets", [getattr(each, "target", None)])
        pairs = [(x, each.value) for x in targets if hasattr(each, "value")]
        for target, value in pairs:
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            parts = (
                zip(target.elts, value.elts, strict=False)
                if several
                else [(target, value)]
            )
            found |= {x.id: _literal(y) for x, y in parts if isinstance(x, ast.Name)}
    return found


def _literal(node: Any) -> Any:
    """The value of a literal; `_COMPUTED` for any other expression."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return _COMPUTED


def digest(text: str | bytes) -> str:
    """The first 16 hexadecimal digits of the SHA-256 digest."""
    content = text.encode() if isinstance(text, str) else text
    return sha256(content).hexdigest()[:16]


def field_values(value: Any) -> dict[str, Any]:
    """The fields of a dataclass or NamedTuple, by name.

    Fields that a dataclass leaves out of comparisons, or computes itself, do not count.
    Those of a field that is declared `flat` stand there as if they were the value's.
    """
    if not is_dataclass(value):
        return value._asdict()
    values: dict[str, Any] = {}
    for field in fields(value):
        if field.compare and field.init:
            field_value = getattr(value, field.name)
            flat = field.metadata.get("flat")
            values |= field_value._asdict() if flat else {field.name: field_value}
    return values


def has_fields(value: Any) -> bool:
    """Whether a value is a NamedTuple, or of a dataclass."""
    return hasattr(type(value), "_asdict") or is_dataclass(type(value))


def nested_values_with_fields(value: Any) -> Iterator[Any]:
    """Yield a value of a match, and all values within it that have fields."""
    if has_fields(value):
        yield value
        for inner in field_values(value).values():
            yield from nested_values_with_fields(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from nested_values_with_fields(inner)


def digest_of_playing_code(*values: Any) -> str:
    """A digest of the package's files that play, given the games and players.

    These are the files of their classes, of the rules that are registered for them, of
    the loop that plays a game, and all files of `PLAYING_FOLDERS` that any of these
    import.
    """
    classes = {type(value) for value in nested_values_with_fields(values)}
    rules = (x.registry[cls] for x in GENERICS for cls in classes & x.registry.keys())
    names = {each.__module__ for each in (*classes, *rules)}
    of_package = {name for name in names if name.startswith(f"{PACKAGE.name}.")}
    return digest_of_modules(of_package | {__name__.replace(".code", ".match")})


def digest_of_modules(modules: Iterable[str]) -> str:
    """A digest of some of the package's files, and all files that they import.

    Docstrings, comments and layout do not count: they change no game.
    """
    return _digest_with_imports(frozenset(modules))


@cache
def _digest_with_imports(modules: frozenset[str]) -> str:
    """The digest of `digest_of_modules`, computed once for each set of modules."""
    files: dict[str, Any] = {}
    waiting = [*modules]
    while waiting:
        base = PACKAGE.joinpath(*waiting.pop().split(".")[1:])
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            name = path.relative_to(PACKAGE).as_posix()
            if name not in files and path.is_file():
                files[name], imported = _syntax_and_imports(path)
                waiting += imported
    return digest(repr(sorted(files.items())))


@cache
def _syntax_and_imports(path: Path) -> tuple[Any, list[str]]:
    """A file's syntax in normal form, and its imports from `PLAYING_FOLDERS`."""
    from foxkit.lab.syntax import Normalizer, Scopes, parse  # pages do without it

    content, imported = path.read_text(encoding="utf-8"), []
    for package, names, whole in _IMPORT_PATTERN.findall(content):
        within = [f"{package}.{name}" for name in re.findall(r"\w+", names)]
        imported += [x for x in [package or whole, *within] if _PLAYING_MODULE.match(x)]
    return Normalizer().normal_form(parse(content), Scopes()), imported
