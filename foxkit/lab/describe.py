"""Values as plain data: what is played, as a key for storing and as columns of factors.

Match("10", FoxGame(), (Agent(...), Agent(...)))
    |-- describe --> nested JSON data, whose digest is the key of stored games
    +-- factors  --> {"sheep": 20, ..., "simulations": 10, "rival_simulations": ...}
"""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from hashlib import sha256
from itertools import chain
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from foxkit.lab.match import Match

_OTHERS = ("builtins", "typing", "abc", "enum")
_under_way: list[FunctionType | type] = []


def digest(value: Any) -> str:
    """Return a SHA-256 digest of a value's description."""
    text = json.dumps(describe(value), sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _named(value: Any) -> dict[str, Any]:
    """Return the fields that tell a value from others; of younger ones those not usual.

    So what is added later leaves the keys of stored games as they are.
    """
    if is_dataclass(value):
        own = [each for each in fields(value) if each.compare]
        named = {each.name: getattr(value, each.name) for each in own}
        usual = {each.name: each.default for each in fields(value)}
    else:
        named, usual = value._asdict(), value._field_defaults
    younger = getattr(value, "YOUNGER", ())
    return {k: v for k, v in named.items() if k not in younger or _is_new(v, usual[k])}


def _is_new(value: Any, usual: Any) -> bool:
    """Tell whether a younger field's value could not be that of a stored game."""
    return value != usual and not getattr(value, "is_unnamed", False)


def describe(value: Any) -> Any:
    """Return a value as plain JSON data, with the names of its fields and classes.

    A function is described by its source and all that it takes along: defaults, what
    it closes over, the globals that it uses.

    Raises:
        ValueError: the value cannot be told from others of its kind.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value) and not isinstance(value, type):
        return _kind(value) | describe(_named(value))
    if hasattr(value, "_asdict"):
        own = {"function": value.function} if hasattr(value, "function") else {}
        return _kind(value) | describe(_named(value)) | describe(own)
    if isinstance(value, Mapping):
        return {str(key): describe(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [describe(item) for item in value]
    return _described_code(value)


def _kind(value: Any) -> dict[str, Any]:
    return {"kind": type(value).__qualname__}


def _described_code(value: Any) -> Any:
    """Describe a function, a method, a partial or an object of a class of its own."""
    if isinstance(value, partial):
        given = {"args": value.args, "keywords": value.keywords}
        return _kind(value) | {"of": describe(value.func)} | describe(given)
    if isinstance(value, MethodType):
        return describe(value.__func__) | {"self": describe(value.__self__)}
    if isinstance(value, FunctionType):
        return _described_function(value)
    if isinstance(value, type):
        return _described_class(value)
    if isinstance(value, np.ndarray):
        return {"kind": "array", "values": value.tolist()}
    if isinstance(value, ModuleType):
        return value.__name__
    if not hasattr(value, "__dict__") or type(value).__module__ in _OTHERS:
        raise ValueError(
            f"{value!r} cannot be told from others of its kind, so games with it "
            "cannot be kept: use numbers, texts, functions, or a frozen dataclass"
        )
    return _kind(value) | {"class": describe(type(value))} | describe(vars(value))


def _described_class(kind: type) -> dict[str, Any]:
    """Describe a class by its source, that of its bases, its methods and attributes."""
    own = [each for each in kind.__mro__ if each.__module__ not in _OTHERS]
    found = {"kind": kind.__qualname__, "source": [_source(each) for each in own]}
    if kind in _under_way:  # a method speaks of it
        return found
    _under_way.append(kind)
    try:
        return found | {"members": dict(chain(*map(_members, own)))}
    finally:
        _under_way.remove(kind)


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield what a class itself defines, described; nothing that Python puts there."""
    for name, value in vars(kind).items():
        own = not name.startswith(("__", "_abc_"))
        if isinstance(value, property):
            value = value.fget, value.fset
        elif isinstance(value, staticmethod | classmethod):
            value = value.__func__
        if own or isinstance(value, FunctionType):
            yield f"{kind.__qualname__}.{name}", describe(value)


def _described_function(function: FunctionType) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": function.__qualname__, "source": _source(function)}
    if function in _under_way:  # it calls itself
        return found
    closed = [cell.cell_contents for cell in function.__closure__ or ()]
    taken = {
        "defaults": [*(function.__defaults__ or ())],
        "keywords": function.__kwdefaults__ or {},
        "closure": closed,
        "globals": _globals(function),
    }
    _under_way.append(function)
    try:
        return found | {name: describe(x) for name, x in taken.items() if x}
    finally:
        _under_way.remove(function)


def _globals(function: FunctionType) -> dict[str, Any]:
    """Return the numbers, texts and functions of its module that a function uses."""
    there = {
        name: function.__globals__[name]
        for name in _names(function.__code__)
        if name in function.__globals__ and name != function.__name__
    }
    return {
        name: value
        for name, value in sorted(there.items())
        if not isinstance(value, ModuleType)
        and getattr(value, "__module__", None) in (None, function.__module__)
    }


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _source(value: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(value)
    except (OSError, TypeError):
        raise ValueError(
            f"the source of {value!r} cannot be read, so games with it cannot be kept: "
            "write it in a notebook's cell or in a file"
        ) from None


def factors(match: Match) -> dict[str, Any]:
    """Return a match's parameters as columns: the game's fields, then the agents'.

    Those of agent A have their own names, those of the others begin with `rival_` if
    they are one kind of agent, else with `b_`, `c_`, ...
    """
    first, *others = [_of_agent(agent) for agent in match.agents]
    game = match.game
    row = game.factors() if hasattr(game, "factors") else dict(_leaves("", game))
    row |= {**match.factors, **first}
    alike = all(other == others[0] for other in others)
    for letter, other in zip("bcdefgh", others[:1] if alike else others, strict=False):
        prefix = "rival_" if alike else f"{letter}_"
        row |= {prefix + name: value for name, value in other.items()}
    return row


def _of_agent(agent: Any) -> dict[str, Any]:
    kind = type(agent.player).__name__
    return {"agent": agent.name, "player": kind, **dict(_leaves("", agent.player))}


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a value, and of the values in them, by their own names.

    Several players, one a side, give what they have in common once, else all of it.
    """
    if isinstance(value, tuple) and value and all(map(is_dataclass, value)):
        each = [dict(_leaves("", one)) for one in value]
        for field in dict.fromkeys(name for one in each for name in one):
            found = [one.get(field) for one in each]
            alike = all(x == found[0] for x in found)
            yield field, found[0] if alike else ", ".join(map(str, found))
        return
    if is_dataclass(value):
        named = {each.name: getattr(value, each.name) for each in fields(value)}
    elif hasattr(value, "_asdict"):
        named = value._asdict()
    else:
        yield name, _plain(value)
        return
    if name:
        yield name, getattr(value, "name", type(value).__name__)
    for field, inner in named.items():
        if field != "unused":  # compiled code knows no tuple without fields
            yield from _leaves(field, inner)


def _plain(value: Any) -> Any:
    """Return a leaf as a number or a text."""
    if isinstance(value, tuple | list):
        return ", ".join(str(_plain(each)) for each in value)
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return value.item() if isinstance(value, np.generic) else value
