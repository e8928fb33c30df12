"""Digests of code: what a reader wrote, and what of the package a match uses.

A reader's own function, class, game or module is told from others by its source and by
all that it uses, so that games of an edited player are never taken for the old one's:

    player in a cell --> its syntax tree, the globals, closures and defaults it names
    a module beside the notebook --> its whole file, and the own files that it imports
    foxkit, numpy, ...  --> by name

What of the package plays a match, its rules, searches and players, is one digest of
their files, so that finished games can be checked again where one of them changed.
"""

import ast
import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from foxkit.core.caching import PACKAGE, ROOMS
from foxkit.core.generic import GENERICS

_CODE = FunctionType | type | ModuleType
_PARTS: dict[type, tuple[str, ...]] = {
    partial: ("func", "args", "keywords"),
    MethodType: ("__func__", "__self__"),
    property: ("fget", "fset"),
}
_BELOW = re.compile(rf"foxkit\.({'|'.join(ROOMS)})\b")
_IMPORT = re.compile(
    r"^\s*from (foxkit[\w.]*) import (\([^)]*\)|[^\n]*)|^\s*import (foxkit[\w.]*)", re.M
)


@cache
def _foreign() -> tuple[str, ...]:
    """Return the folders of Python and its libraries."""
    import sysconfig  # the Python of pages does without it

    names = "stdlib", "platstdlib", "purelib", "platlib"
    return tuple(str(Path(sysconfig.get_path(name)).resolve()) for name in names)


def is_own(value: Any) -> bool:
    """Tell whether a function, class or module is a reader's, not a library's."""
    name = value.__name__ if isinstance(value, ModuleType) else value.__module__
    if name is None or name.split(".")[0] == PACKAGE.name:
        return False
    file = getattr(sys.modules.get(name), "__file__", None)
    if name == "__main__" or file is None:
        return name not in sys.builtin_module_names
    return not str(Path(file).resolve()).startswith(_foreign())


def digest(text: str | bytes) -> str:
    """Return 16 hexadecimal digits of a SHA-256 digest."""
    data = text.encode() if isinstance(text, str) else text
    return sha256(data).hexdigest()[:16]


def own_code(value: Any, describe: Callable[[Any], Any]) -> str:
    """Return the digest of a reader's function, class or module with what it uses.

    `describe` tells a value that the code uses from others, as plain data. ValueError
    if the source cannot be read, or was edited since it was loaded.
    """
    return digest(repr(_Reader(describe).told(value)))


class _Reader:
    """One reading of code that may speak of itself: each piece is told once."""

    def __init__(self, describe: Callable[[Any], Any]) -> None:
        self._describe = describe
        self._told: dict[int | str, Any] = {}

    def told(self, value: Any) -> Any:
        """Return code, or a value that it uses, as nested tuples."""
        for kind, parts in _PARTS.items():
            if isinstance(value, kind):
                return tuple(self.told(getattr(value, part)) for part in parts)
        if isinstance(value, staticmethod | classmethod):
            return self.told(value.__func__)
        if hasattr(value, "py_func"):  # compiled by numba
            return self.told(value.py_func)
        if isinstance(value, _CODE):
            return self._of_code(value)
        fielded = hasattr(value, "_asdict")
        if isinstance(value, tuple | list) and not fielded:
            return [self.told(x) for x in value]
        if isinstance(value, set | frozenset):
            return sorted((self.told(x) for x in value), key=repr)
        if isinstance(value, dict):
            return [(repr(key), self.told(x)) for key, x in value.items()]
        if callable(value) and not is_own(type(value)) and hasattr(value, "__name__"):
            return f"{value.__module__}:{value.__name__}"
        if is_own(type(value)):
            kept = value._asdict() if fielded else vars(value)
            return self.told(type(value)), self.told(kept)
        return self._describe(value)

    def _of_code(self, value: Any) -> Any:
        if not is_own(value):
            return f"{getattr(value, '__module__', '')}:{value.__name__}"
        if id(value) in self._told:  # a class made anew has another `__name__`
            return value.__qualname__ if isinstance(value, type) else value.__name__
        self._told[id(value)] = value  # held, so that no other takes its id
        name = value.__name__ if isinstance(value, ModuleType) else value.__module__
        module = sys.modules.get(name)
        if module and name != "__main__" and getattr(module, "__file__", None):
            return value.__name__, self._of_file(module)
        return (self._of_class if isinstance(value, type) else self._of_function)(value)

    def _of_file(self, module: ModuleType) -> Any:
        """Tell a file whole, and the own files whose names it took."""
        if module.__name__ in self._told:
            return module.__name__
        self._told[module.__name__] = module
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        _check_loaded(module, source)
        used = [x for x in vars(module).values() if isinstance(x, _CODE) and is_own(x)]
        elsewhere = [x for x in used if getattr(x, "__module__", "") != module.__name__]
        return digest(source), [self.told(each) for each in elsewhere]

    def _of_function(self, function: FunctionType) -> Any:
        node = _node(function)
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        scope = function.__globals__
        taken = {name: scope[name] for name in sorted(names) if name in scope}
        cells = zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        )
        taken |= {name: cell.cell_contents for name, cell in cells}
        given = function.__defaults__, function.__kwdefaults__
        return ast.unparse(node), self.told(taken), self.told(given)

    def _of_class(self, kind: type) -> Any:
        """Tell a class by its bases, its fields, its members, and its rules.

        What is registered for a game's class, as its moves are, belongs to it.
        """
        own = {
            name: value
            for name, value in vars(kind).items()
            if not _is_made(name, value)
        }
        fields = [*getattr(kind, "__annotations__", {})]
        rules = [each.registry[kind] for each in GENERICS if kind in each.registry]
        bases = [self.told(base) for base in kind.__bases__]
        return kind.__qualname__, bases, fields, self.told(own), self.told(rules)


def _is_made(name: str, value: Any) -> bool:
    """Tell whether a decorator, or Python itself, made a member.

    One is `FIELDS`, by `checked` of `foxkit.rules.fields`: it decides no game.
    """
    code = getattr(value, "__code__", None)
    if code is not None:
        file = str(Path(code.co_filename).resolve())
        foreign = file.startswith((*_foreign(), str(PACKAGE)))
        return foreign or not linecache.getlines(code.co_filename)
    made = name.startswith(("__", "_abc_", "_field")) or name == "FIELDS"
    return made or type(value).__name__ in (
        *("_tuplegetter", "member_descriptor", "getset_descriptor"),
    )


def _node(function: FunctionType) -> ast.AST:
    """Return the syntax of a function; of lambdas in one line, its own."""
    code = function.__code__
    source = "".join(linecache.getlines(code.co_filename))
    if not source:
        raise ValueError(
            f"the source of {function.__qualname__} cannot be read, so games with it "
            "cannot be kept: write it in a notebook's cell or in a file"
        )
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(x.lineno for x in node.decorator_list)])
            if (node.name, first) == (code.co_name, code.co_firstlineno):
                return node
        if isinstance(node, ast.Lambda) and code.co_name == "<lambda>":
            spans = [p for p in code.co_positions() if None not in p and p[2] != p[3]]
            inside = (
                (node.body.lineno, node.body.col_offset) <= (line, column)
                and (end, last) <= (node.body.end_lineno, node.body.end_col_offset)
                for line, end, column, last in spans
            )
            if node.lineno == code.co_firstlineno and all(inside):
                return node
    raise ValueError(f"the source of {function.__qualname__} was edited: run it again")


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _check_loaded(module: ModuleType, source: str) -> None:
    """Refuse a module whose file is not what was loaded from it."""
    file = module.__file__ or ""
    there = {*_codes(compile(source, file, "exec"))}
    for value in vars(module).values():
        members = vars(value).values() if isinstance(value, type) else [value]
        for each in map(inspect.unwrap, filter(inspect.isfunction, members)):
            if each.__code__.co_filename == file and each.__code__ not in there:
                raise ValueError(
                    f"{Path(file).name} was edited since it was imported: start the "
                    "kernel anew, or import it again with importlib.reload"
                )


def named(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass or NamedTuple, without those of no account."""
    if is_dataclass(value):
        own = [each.name for each in fields(value) if each.compare and each.init]
        return {name: getattr(value, name) for name in own}
    return value._asdict()


def has_fields(value: Any) -> bool:
    """Tell whether a value is a NamedTuple or of a dataclass."""
    return hasattr(value, "_asdict") or (
        is_dataclass(value) and not isinstance(value, type)
    )


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
    """Return the digest of some of the package's files and all that they import."""
    return _closure(frozenset(modules))


@cache
def _closure(modules: frozenset[str]) -> str:
    files: dict[str, bytes] = {}
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
def _read(path: Path) -> tuple[bytes, list[str]]:
    """Return a file's content, and the modules below the lab that it may import."""
    content, found = path.read_bytes(), []
    for origin, names, whole in _IMPORT.findall(content.decode()):
        within = [f"{origin}.{name}" for name in re.findall(r"\w+", names)]
        found += [x for x in [origin or whole, *within] if _BELOW.match(x)]
    return content, found
