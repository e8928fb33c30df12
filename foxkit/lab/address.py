"""The address of a match: plain data that says what is played, and by whom.

    Match(FoxGame(sheep=18), (paper(10_000), paper(10_000)))
        |-- address_of -> {"game": {"FoxGame": {"sheep": 18}}, "players": [...]}
        |                 and back with match_from_address
        +-- parameters -> {"sheep": 18, "simulations": 10000, ...}

An address leaves out what has its usual value. The usual values, and the names of
classes and fields in addresses, are data (`data/usual.json`). So a new field leaves
every address as it is, and so does a new name in the code; a default that is changed in
the code does not change what stored games are taken for. A reader's own code stands in
an address as one digest of all that is reachable from it (`foxkit.lab.reachable`).
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from importlib import import_module
from inspect import get_annotations
from types import MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from foxkit import data
from foxkit.core.caching import replaced_functions
from foxkit.core.rng import mix
from foxkit.lab import code
from foxkit.lab.code import field_values, has_fields
from foxkit.lab.match import Match, is_default_opening_player
from foxkit.lab.rows import HIDDEN_KEY

if TYPE_CHECKING:
    import pandas as pd

USUAL_FILE = data.WORKBOOK / "usual.json"
_PLAIN_TYPES = {type(None), str, bool, int, float}
_NUMBER_WORDS = {"inf", "-inf", "nan"}
"""How addresses write numbers that JSON has not."""


class AddressedClass(NamedTuple):
    """How addresses write the values of one class of the package.

    Attributes:
        name: the name of the class in addresses.
        fields: the name of each field in addresses, by its name in the code; a field
            that is not listed has the same name in both.
        usual: values that addresses leave out, by their names there; fields without
            one are always named.
    """

    name: str
    fields: Mapping[str, str]
    usual: Mapping[str, Any]


@cache
def addressed_classes() -> dict[str, AddressedClass]:
    """Every class that an address may name, by `module:class`."""
    classes = {}
    for name, class_entry in json.loads(USUAL_FILE.read_text(encoding="utf-8")).items():
        renamed = {
            today: former_name
            for former_name, today in class_entry.get("renamed", {}).items()
        }
        classes[class_entry["class"]] = AddressedClass(
            name, renamed, class_entry["usual"]
        )
    return classes


def class_path(cls: type) -> str:
    """The place of a class, as `module:class`."""
    return f"{cls.__module__}:{cls.__qualname__}"


def default_values(cls: Any) -> dict[str, Any]:
    """The default value of each field of a class that has one."""
    if not is_dataclass(cls):
        return dict(cls._field_defaults)
    values: dict[str, Any] = {}
    for field in fields(cls):
        if field.compare and field.default is not MISSING:
            flat = field.metadata.get("flat")
            default = field.default
            values |= default._asdict() if flat else {field.name: default}
    return values


def address_of(match: Match) -> dict[str, Any]:
    """A match as plain data, whose digest names the file of its games."""
    players = [as_address_data(each) for each in match.players]
    parts = {"game": as_address_data(match.game), "players": players}
    if match.opening is not None:
        parts["opening"] = as_address_data(match.opening)
    if replaced := replaced_functions(Match.__module__):  # in foxkit, by a reader
        parts["replaced"] = {
            place: code_digest(function) for place, function in replaced
        }
    return parts if match.seed is None else parts | {"seed": match.seed}


def may_not_repeat(address_data: Any) -> bool:
    """Whether games of an address may differ when played again.

    Those of the package repeat; a reader's code, or a player that thinks by the clock,
    need not.

    Args:
        address_data: an address, or a part of one.
    """
    if isinstance(address_data, list):
        return any(map(may_not_repeat, address_data))
    if not isinstance(address_data, dict):
        return False
    has_readers_code = "own" in address_data
    by_clock = "seconds" in address_data.get("Budget", {})
    return (
        has_readers_code or by_clock or any(map(may_not_repeat, address_data.values()))
    )


def seed_stream_of(match: Match) -> int:
    """The stream of seeds of a match without games, from its address or its `seed`.

    The seed of each block of games comes from the stream. Matches with the same opening
    have the same stream, so that players and rules are compared on the same openings
    and deals.
    """
    if match.seed is not None:
        return mix(match.seed, 0)
    whole = address_of(match)
    decisive = whole if match.opening is None else {"opening": whole["opening"]}
    return int(code.digest(f"stream of {canonical_json(decisive)}"), 16) >> 1


def canonical_json(data: Any) -> str:
    """JSON data as one text, the same for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def as_address_data(value: Any) -> Any:
    """A part of a match as plain data, without fields that have their usual values.

    A reader's own code is described by a digest of its syntax and of all that it uses.

    Raises:
        ValueError: the value cannot be distinguished from others of its class.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) not in _PLAIN_TYPES:
        if hasattr(type(value), "function") and type(value)._fields == ("unused",):
            return {"evaluation": as_address_data(value.function)}
        if code.is_readers_code(type(value)):  # which may be a kind of number or list
            return _code_as_address_data(value)
    if isinstance(value, str):
        return {"text": value} if value in _NUMBER_WORDS else value
    if value is None:
        return value
    if isinstance(value, bool | int | float):
        if value == value // 1:
            return int(value)
        return value if abs(value) < float("inf") else str(value)
    if type(value) is dict and all(type(key) is str for key in value):
        return {key: as_address_data(item) for key, item in value.items()}
    if isinstance(value, Mapping):
        return {"content": code_digest(value)}
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject or value.dtype.names:
            return {"array": code_digest(value)}
        content = f"{value.dtype.str} {value.shape}".encode() + value.tobytes()
        return {"array": code.digest(content)}
    if isinstance(value, tuple | list) and not has_fields(value):
        return [as_address_data(item) for item in value]
    if class_path(type(value)) in addressed_classes():
        return _package_value_as_address_data(value)
    return _code_as_address_data(value)


def _code_as_address_data(value: Any) -> Any:
    """Describe a function, or a value of a class that addresses do not know."""
    if type(value) is partial:
        parts = {"of": value.func, "args": value.args}
        clash = parts.keys() & value.keywords.keys()
        described = as_address_data(
            parts | ({"named": value.keywords} if clash else value.keywords)
        )
        given = [value.args, value.keywords]
        if _are_written_as_they_are(given, _NO_DEFAULT):
            return described
        return {"of": described, "numbers": kinds_of_numbers(given)}
    if isinstance(value, MethodType):
        return as_address_data({"of": value.__func__, "self": value.__self__})
    plain = isinstance(value, type) or not has_fields(value)
    from foxkit.lab import reachable  # pages, without readers' players, lack it

    is_function = callable(value) and reachable.has_name(value)
    subject = value if plain and is_function else type(value)
    place = reachable.name_in_digests(subject)
    if place is None:
        return _readers_as_address_data(value, subject)
    if not plain:
        raise ValueError(
            f"no usual values of {class_path(subject)} in {USUAL_FILE.name}"
        )
    if subject is value:
        return place
    if callable(value):
        return {"own": subject.__qualname__, "syntax": code_digest(value)}
    raise reachable.unidentifiable_error(value)


def _readers_as_address_data(value: Any, subject: Any) -> dict[str, Any]:
    """Describe a reader's function or class, or a value of such a class.

    Args:
        value: a function, a class, or a value of a class.
        subject: the function or class itself, whose code counts.
    """
    from foxkit.lab import reachable

    parts = {"own": subject.__qualname__, "syntax": code_digest(subject)}
    if subject is value:
        return parts
    if not has_fields(value) and reachable.is_opaque(subject):
        return parts | {"content": code_digest(value)}
    values: dict[str, Any] = {}
    flat = _flattened_fields(type(value))
    for name, part in reachable.readers_state_of(value).items():
        values |= part._asdict() if name in flat else {name: part}
    state = {
        name: {"content": code_digest(part)}
        if _has_unsorted_dict(part)
        else as_address_data(part)
        for name, part in values.items()
    }
    usual = _usual_values(type(value)) if has_fields(value) else {}
    numbers = {
        name: kinds_of_numbers(part)
        for name, part in values.items()
        if not _are_written_as_they_are(part, usual.get(name, _NO_DEFAULT))
    }
    parts |= {"fields": state} if state else {}
    return parts | {"numbers": numbers} if numbers else parts


_NO_DEFAULT = object()


def _usual_values(cls: type) -> dict[str, Any]:
    """Each field's default; without one, False where the field is declared a bool."""
    declared: dict[str, Any] = {}
    for each in cls.__mro__[-2::-1]:  # without `object`
        with suppress(NameError):  # an annotation may name what there is not
            declared |= get_annotations(each)
    bools = {name: False for name, kind in declared.items() if kind in (bool, "bool")}
    return bools | default_values(cls)


def kinds_of_numbers(value: Any) -> list[str]:
    """The types of all numbers and lists in a value, in order.

    An address writes 1, 1.0 and True alike, but a reader's code may tell them apart.
    """
    if type(value) is dict:
        return [kind for each in value.values() for kind in kinds_of_numbers(each)]
    if type(value) in (tuple, list):
        inner = [kind for each in value for kind in kinds_of_numbers(each)]
        return [type(value).__name__, *inner]
    if type(value) is float and value == 0 and str(value).startswith("-"):
        return ["-0.0"]
    if isinstance(value, np.bool_):  # its name is `bool`, too, in NumPy 2
        return ["bool_"]
    is_number = type(value) in (bool, int, float) or isinstance(value, np.generic)
    return [type(value).__name__] if is_number else []


def _are_written_as_they_are(value: Any, default: Any) -> bool:
    """Whether a value has the types that its address and its default suggest.

    A number has the type of the default or, without a default, is an int if it is
    whole. The default itself is part of the digest of the code. An int is always
    written as it is, since it is what is read where an address is read again.
    """
    kinds, expected = kinds_of_numbers(value), kinds_of_numbers(default)
    if len(kinds) != len(expected):
        expected = ["tuple" if x in ("tuple", "list") else "int" for x in kinds]
    numbers = _kinds_that_addresses_tell(value)
    return all(
        told or kind in (suggested, "int")
        for kind, suggested, told in zip(kinds, expected, numbers, strict=True)
    )


def _kinds_that_addresses_tell(value: Any) -> list[bool]:
    """For each of `kinds_of_numbers`, whether an address tells it: only fractions."""
    if type(value) is dict:
        return [x for each in value.values() for x in _kinds_that_addresses_tell(each)]
    if type(value) in (tuple, list):
        inner = [x for each in value for x in _kinds_that_addresses_tell(each)]
        return [False, *inner]
    is_fraction = type(value) is float and value != value // 1
    return [is_fraction for _ in kinds_of_numbers(value)]


def _flattened_fields(cls: Any) -> set[str]:
    """The fields of a dataclass that are declared `flat`, see `field_values`."""
    every = fields(cls) if is_dataclass(cls) else ()
    return {field.name for field in every if field.metadata.get("flat")}


def _has_unsorted_dict(value: Any) -> bool:
    """Whether a dict in a value is not in alphabetical order.

    A player may depend on that order, and an address, which sorts keys, would lose it.
    """
    if type(value) is dict and all(type(key) is str for key in value):
        return [*value] != sorted(value) or any(map(_has_unsorted_dict, value.values()))
    return isinstance(value, tuple | list) and any(map(_has_unsorted_dict, value))


def code_digest(value: Any) -> str:
    """The digest of a reader's code, see `foxkit.lab.reachable`."""
    from foxkit.lab import reachable

    return reachable.code_digest(value, non_default_fields)


class AddressedField(NamedTuple):
    """A field of a value.

    Attributes:
        name: its name in addresses.
        value: what is in it.
        is_default: whether that is usual.
    """

    name: str
    value: Any
    is_default: bool


def addressed_fields(value: Any) -> dict[str, AddressedField]:
    """The fields of a value by their names in the code: all that a match depends on.

    Addresses, digests of a reader's code and columns of rows are made of these. Where
    addresses do not know the class, no value is usual.

    Raises:
        ValueError: a field has a default in the code, and none in the data.
    """
    place, values = class_path(type(value)), field_values(value)
    if place not in addressed_classes():
        return {
            name: AddressedField(name, part, False) for name, part in values.items()
        }
    known, with_default = addressed_classes()[place], default_values(type(value))
    fields = {}
    for field, part in values.items():
        name = known.fields.get(field, field)
        if field in with_default and name not in known.usual:
            raise ValueError(f"no usual value of {place}.{field} in {USUAL_FILE.name}")
        is_default = name in known.usual and as_address_data(part) == known.usual[name]
        fields[field] = AddressedField(name, part, is_default)
    return fields


def non_default_fields(value: Any) -> tuple[str, dict[str, Any]]:
    """The name of a value's class in addresses, and its fields that are not usual.

    The name is empty where addresses do not know the class.
    """
    known = addressed_classes().get(class_path(type(value)))
    parts = {
        x.name: x.value for x in addressed_fields(value).values() if not x.is_default
    }
    return known.name if known else "", parts


def _package_value_as_address_data(value: Any) -> dict[str, Any]:
    """Describe a value of a class of the package by its fields that are not usual."""
    unusual = {
        x.name: as_address_data(x.value)
        for x in addressed_fields(value).values()
        if not x.is_default
    }
    parts = {addressed_classes()[class_path(type(value))].name: unusual}
    patches = code.readers_patches(type(value))
    return parts | ({"patched": code_digest(tuple(patches))} if patches else {})


class CannotRebuildMatch(ValueError):
    """An address has only a digest of some code or array, which cannot be rebuilt."""


def match_from_address(address: Mapping[str, Any], arrays: Sequence[Any] = ()) -> Match:
    """The match that has an address.

    Args:
        address: what is played, as plain data.
        arrays: arrays whose digests the address may contain.

    Raises:
        CannotRebuildMatch: it holds a digest of a reader's code, or of another array.
    """
    known = {json.dumps(as_address_data(each)): each for each in arrays}
    players = tuple(value_from_address(each, known) for each in address["players"])
    opening = value_from_address(address.get("opening"), known)
    game = value_from_address(address["game"], known)
    return Match(game, players, address.get("seed"), opening=opening)


@cache
def _class_paths() -> dict[str, str]:
    """The place of each class that addresses name, by its name in addresses."""
    return {each.name: path for path, each in addressed_classes().items()}


def value_from_address(
    described: Any, arrays: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """The value that a part of an address describes.

    Args:
        described: the part.
        arrays: known arrays, by their descriptions as JSON.

    Raises:
        CannotRebuildMatch: the part holds a digest of anything else.
    """
    if isinstance(described, list):
        return tuple(value_from_address(each, arrays) for each in described)
    if described in ("inf", "-inf"):
        return float(described)
    if not isinstance(described, Mapping):
        return described
    if json.dumps(described) in arrays:
        return arrays[json.dumps(described)]
    (name, fields), *others = described.items()
    if others or name not in _class_paths():
        raise CannotRebuildMatch(f"an address has {name} by its digest alone")
    addressed = addressed_classes()[_class_paths()[name]]
    module, _, class_name = _class_paths()[name].partition(":")
    cls = getattr(import_module(module), class_name)
    today = {old: now for now, old in addressed.fields.items()}
    defaults = default_values(cls)
    values = {
        today.get(field, field): value_from_address(value, arrays)
        for field, value in {**addressed.usual, **fields}.items()
    }
    for field, value in values.items():
        # An address writes 1.0 as 1, and compiled code tells the two apart.
        if isinstance(defaults.get(field), float) and isinstance(value, int):
            values[field] = float(value)
    return cls(**values)


class Parameter(NamedTuple):
    """The value of a parameter of a match, and whether it is the usual one."""

    value: Any
    is_default: bool


def parameter_table(
    matches: Sequence[Match], taken: Sequence[str] = ()
) -> "pd.DataFrame":
    """All parameters of matches: a row for each match, a column for each parameter.

    The rules come first, then `opening` and who plays it, then the parameters of player
    A under their own names, then those of its opponents: with `opponent_` before them
    if all opponents are alike, else one text each, `b_player`, `c_player`, ... A name
    that is taken, by results, labels or the rules, has `game_`, `match_`, `player_` or
    `opponent_player_` before it.

    Last come those that distinguish nothing: what is usual and the same in all matches,
    and what the opponents have in common with A everywhere. `attrs["hidden"]`
    names these.
    """
    import pandas as pd

    rows = [_parameters_of(match) for match in matches]
    absent, columns, hidden = Parameter(None, True), {}, []
    for whose, name in dict.fromkeys(key for row in rows for key in row):
        values = [row[whose, name] for row in rows if (whose, name) in row]
        is_copy = whose == "opponent" and all(
            row.get((whose, name)) == row.get(("player", name)) for row in rows
        )
        is_telling = any(x != values[0] or not x.is_default for x in values)
        column = f"opponent_{name}" if whose == "opponent" else name
        if column in taken or column in columns:
            column = f"{_COLUMN_PREFIXES[whose]}{name}"
        columns[column] = [row.get((whose, name), absent).value for row in rows]
        if is_copy or not is_telling:
            hidden.append(column)
    order = [*(x for x in columns if x not in hidden), *hidden]
    frame = pd.DataFrame(columns, index=range(len(rows)))[order]
    frame.attrs[HIDDEN_KEY] = hidden
    return frame


_COLUMN_PREFIXES = {
    "game": "game_",
    "match": "match_",
    "player": "player_",
    "opponent": "opponent_player_",
    "": "seat_",
}


def _parameters_of(match: Match) -> dict[tuple[str, str], Parameter]:
    """The parameters of a match by their names and whose they are, see the prefixes."""
    game, (first, *others) = match.game, map(_player_parameters, match.players)
    rules = _flat_parameters("", game)
    if hasattr(game, "rule_columns"):
        default_columns = type(game)().rule_columns()
        rules = {
            k: Parameter(v, v == default_columns[k])
            for k, v in game.rule_columns().items()
        }
    parts = {"game": rules, "match": _opening_parameters(match), "player": first}
    if all(other == others[0] for other in others):
        parts["opponent"] = others[0] if others else {}
    else:
        named = zip("bcdefgh", others, strict=False)
        texts = {f"{letter}_player": _player_in_words(other) for letter, other in named}
        parts[""] = {name: Parameter(text, False) for name, text in texts.items()}
    return {
        (whose, name): x for whose, part in parts.items() for name, x in part.items()
    }


def _player_parameters(player: Any) -> dict[str, Parameter]:
    """The name of a player's class, and its parameters.

    A player within it stands in the name, as in `SecondChoice of MctsPlayer`.
    """
    leaves, name = _flat_parameters("", player), type(player).__name__
    if inner := leaves.pop("player", None):
        name = f"{name} of {inner.value}"
    return {"player": Parameter(name, True), **leaves}


def _player_in_words(parameters: Mapping[str, Parameter]) -> str:
    """A player's class and what is not usual of it, as `MctsPlayer simulations=300`."""
    (_, player), *others = parameters.items()
    unusual = [f"{name}={x.value}" for name, x in others if not x.is_default]
    return " ".join([str(player.value), *unusual])


def _opening_parameters(match: Match) -> dict[str, Parameter]:
    """The number of plies of a match's opening, and the player who plays them."""
    if match.opening is None:
        return {"opening": Parameter(0, True)}
    player = match.opening.player
    words = _player_in_words(_player_parameters(player))
    is_default = is_default_opening_player(player, match.game)
    return {
        "opening": Parameter(match.opening.plies, False),
        "opening_player": Parameter(words, is_default),
    }


def _flat_parameters(name: str, value: Any) -> dict[str, Parameter]:
    """The fields of a value, and of the values in them, by their own names.

    Where a field holds several players, one for each side, a parameter that they have
    in common is given once, and any other as a list of its values.

    Args:
        name: that of the field which holds the value; empty for a game or a player.
        value: a number, a text, or anything with fields.
    """
    if not has_fields(value):
        return {name: Parameter(_number_or_text(value), False)}
    class_name = Parameter(getattr(value, "name", type(value).__name__), True)
    leaves = {name: class_name} if name else {}
    for field, (_, inner, is_default) in addressed_fields(value).items():
        if isinstance(inner, tuple) and inner and all(map(has_fields, inner)):
            are_players = hasattr(inner[0], "choose")
            sides = [
                _player_parameters(x) if are_players else _flat_parameters("", x)
                for x in inner
            ]
            for leaf in dict.fromkeys(leaf for side in sides for leaf in side):
                values = [side.get(leaf, Parameter(None, True)) for side in sides]
                listed = ", ".join(str(x.value) for x in values)
                alike = all(x == values[0] for x in values)
                leaves[leaf] = values[0] if alike else Parameter(listed, False)
        elif has_fields(inner):
            leaves |= _flat_parameters(field, inner)
        elif field != "unused":  # compiled code knows no tuple without fields
            leaves[field] = Parameter(_number_or_text(inner), is_default)
    return leaves


def _number_or_text(value: Any) -> Any:
    """A leaf as a number or a text."""
    if isinstance(value, tuple | list):
        return ", ".join(str(_number_or_text(each)) for each in value)
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    if isinstance(value, np.ndarray):
        return f"{value.size} numbers"
    return value.item() if isinstance(value, np.generic) else value
