"""The address of a match: what was played, by what in it differs from the usual.

    Match(FoxGame(sheep=18), (paper(10_000), paper(10_000)))
        |-- address --> {"game": {"FoxGame": {"sheep": 18}}, "players": [...]}
        +-- factors --> {"sheep": 18, "simulations": 10000, ...}

The usual values, and what an address calls a class or a field, are data
(`data/usual.json`). So a younger field leaves every address as it is, and so does a new
name in the code; a default that is changed in the code does not change what stored
games are taken for. A reader's own code stands in an address as one digest of all that
is reachable from it (`reachable`).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from types import MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from foxkit import data
from foxkit.core.rng import mix
from foxkit.lab import code
from foxkit.lab.code import has_fields, named
from foxkit.lab.match import Match, usual_player

if TYPE_CHECKING:
    import pandas as pd

USUAL = data.WORKBOOK / "usual.json"


class Kind(NamedTuple):
    """What an address says of a class of the package.

    Attributes:
        name: of the class, in addresses.
        fields: each field's name in addresses, by its name in the code.
        usual: values that addresses leave out, by their names there; fields without
            one are always named.
    """

    name: str
    fields: Mapping[str, str]
    usual: Mapping[str, Any]


@cache
def kinds() -> dict[str, Kind]:
    """Return every class that an address may name, by `module:class`."""
    found = {}
    for name, entry in json.loads(USUAL.read_text(encoding="utf-8")).items():
        renamed = {now: old for old, now in entry.get("renamed", {}).items()}
        found[entry["class"]] = Kind(name, renamed, entry["usual"])
    return found


def class_path(kind: type) -> str:
    """Return a class as `module:class`."""
    return f"{kind.__module__}:{kind.__qualname__}"


def defaults(kind: Any) -> dict[str, Any]:
    """Return the fields of a class that need not be given, with their values."""
    if not is_dataclass(kind):
        return dict(kind._field_defaults)
    found: dict[str, Any] = {}
    for each in fields(kind):
        if each.compare and each.default is not MISSING:
            flat = each.metadata.get("flat")
            found |= each.default._asdict() if flat else {each.name: each.default}
    return found


def address(match: Match) -> dict[str, Any]:
    """Return what is played as plain data; its digest names the file of its games."""
    players = [described(each) for each in match.players]
    found = {"game": described(match.game), "players": players}
    if match.opening is not None:
        found["opening"] = described(match.opening)
    return found if match.seed is None else found | {"seed": match.seed}


def may_differ(found: Any) -> bool:
    """Whether an address names what need not repeat: a reader's code, or a clock."""
    if isinstance(found, list):
        return any(map(may_differ, found))
    if not isinstance(found, dict):
        return False
    is_own = "own" in found
    by_clock = "seconds" in found.get("Budget", {})
    return is_own or by_clock or any(map(may_differ, found.values()))


def stream_of(match: Match) -> int:
    """Return the stream of a match that nobody has played: of its address, or seed.

    The seed of each block of games comes from it. Matches of one opening have one
    stream, so that players and rules are compared on the same openings and deals.
    """
    if match.seed is not None:
        return mix(match.seed, 0)
    whole = address(match)
    told = whole if match.opening is None else {"opening": whole["opening"]}
    return int(code.digest(f"stream of {canonical_json(told)}"), 16) >> 1


def canonical_json(found: Any) -> str:
    """Return an address as one text, the same for equal ones."""
    return json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def described(value: Any) -> Any:
    """Return a part of a match as plain data, without what is usual.

    A reader's own code stands there as a digest of its syntax and all that it uses.

    Raises:
        ValueError: it cannot be told from others of its kind.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if hasattr(type(value), "function") and type(value)._fields == ("unused",):
        return {"evaluation": described(value.function)}
    if code.is_own(type(value)):  # which may be a kind of number, list or table
        return _of_code(value)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        if value == value // 1:
            return int(value)
        return value if abs(value) < float("inf") else str(value)
    if type(value) is dict and all(type(key) is str for key in value):
        return {key: described(item) for key, item in value.items()}
    if isinstance(value, Mapping):
        return {"content": own_code(value)}
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject or value.dtype.names:
            return {"array": own_code(value)}
        held = f"{value.dtype.str} {value.shape}".encode() + value.tobytes()
        return {"array": code.digest(held)}
    if isinstance(value, tuple | list) and not has_fields(value):
        return [described(item) for item in value]
    return _of_code(value)


def _of_code(value: Any) -> Any:
    """Describe a function, or a value of a class: the package's, or a reader's."""
    if type(value) is partial:
        found = {"of": value.func, "args": value.args}
        clash = found.keys() & value.keywords.keys()
        return described(
            found | ({"named": value.keywords} if clash else value.keywords)
        )
    if isinstance(value, MethodType):
        return described({"of": value.__func__, "self": value.__self__})
    plain = isinstance(value, type) or not has_fields(value)
    if not plain and class_path(type(value)) in kinds():
        return _of_ours(value)
    from foxkit.lab import reachable  # a page, without readers' players, has it not

    called = callable(value) and reachable.has_name(value)
    subject = value if plain and called else type(value)
    place = reachable.place_of(subject)
    if place is None:
        return _of_reader(value, subject)
    if not plain:
        raise ValueError(f"no usual values of {class_path(subject)} in {USUAL.name}")
    if subject is value:
        return place
    if callable(value):
        return {"own": subject.__qualname__, "syntax": own_code(value)}
    raise reachable.untold(value)


def _of_reader(value: Any, subject: Any) -> dict[str, Any]:
    """Describe a reader's function or class, or a value of such a class."""
    from foxkit.lab import reachable

    found = {"own": subject.__qualname__, "syntax": own_code(subject)}
    if subject is value:
        return found
    if not has_fields(value) and reachable.is_opaque(subject):
        return found | {"content": own_code(value)}
    state = {
        name: {"content": own_code(each)} if _has_order(each) else described(each)
        for name, each in reachable.state_of(value).items()
    }
    return found | {"fields": state} if state else found


def _has_order(value: Any) -> bool:
    """Whether a dict in a value has an order of its own, which a player may go by.

    An address, as one text, has the keys in the order of the alphabet.
    """
    if type(value) is dict and all(type(key) is str for key in value):
        return [*value] != sorted(value) or any(map(_has_order, value.values()))
    return isinstance(value, tuple | list) and any(map(_has_order, value))


def own_code(value: Any) -> str:
    """Return the digest of a reader's code, see `reachable`."""
    from foxkit.lab import reachable

    return reachable.own_code(value, fields_of)


def fields_of(value: Any) -> tuple[str, dict[str, Any]]:
    """Return what addresses call a value's class, and its fields that are not usual.

    Of a class that they do not know it is no name, and all fields.
    """
    known = class_path(type(value)) in kinds()
    return _unusual(value) if known else ("", named(value))


def _of_ours(value: Any) -> dict[str, Any]:
    """Describe a value of a class of the package by what is not usual in it."""
    name, own = _unusual(value)
    told = {name: {field: described(each) for field, each in own.items()}}
    put = code.patches(type(value))
    return told | ({"patched": own_code(tuple(put))} if put else {})


def _unusual(value: Any) -> tuple[str, dict[str, Any]]:
    """Return what addresses call a value's class, and its fields that are not usual."""
    subject = class_path(type(value))
    if subject not in kinds():
        raise ValueError(f"no usual values of {subject} in {USUAL.name}")
    kind, found = kinds()[subject], {}
    known = defaults(type(value))
    for field, own in named(value).items():
        name = kind.fields.get(field, field)
        if field in known and name not in kind.usual:
            raise ValueError(f"no usual value of {subject}.{field} in {USUAL.name}")
        if name not in kind.usual or described(own) != kind.usual[name]:
            found[name] = own
    return kind.name, found


class Factor(NamedTuple):
    """A parameter of a match, and whether it is the usual one."""

    value: Any
    is_usual: bool


def factors(matches: Sequence[Match], taken: Sequence[str] = ()) -> "pd.DataFrame":
    """Return all parameters of matches, a column each.

    The rules come first, then `opening` and who plays it, then those of player A under
    their own names, then those of its rivals: with `rival_` before them if the rivals
    are alike, else one text each, `b_player`, `c_player`, ... A name that is taken, by
    results, labels or the rules, has `game_`, `match_`, `player_` or `rival_player_`
    before it.

    Last come those that tell nothing: what is usual and the same in all matches, and
    what the rivals have in common with A everywhere. `attrs["hidden"]` names these.
    """
    import pandas as pd

    rows = [_factors(each) for each in matches]
    nothing, columns, hidden = Factor(None, True), {}, []
    for whose, name in dict.fromkeys(key for row in rows for key in row):
        found = [row[whose, name] for row in rows if (whose, name) in row]
        own = "player", name
        copied = whose == "rival" and all(
            row.get((whose, name)) == row.get(own) for row in rows
        )
        told = any(each != found[0] or not each.is_usual for each in found)
        column = f"rival_{name}" if whose == "rival" else name
        if column in taken or column in columns:
            column = f"{_PREFIX[whose]}{name}"
        values = [row.get((whose, name), nothing).value for row in rows]
        columns[column] = values
        if copied or not told:
            hidden.append(column)
    order = [*(x for x in columns if x not in hidden), *hidden]
    made = pd.DataFrame(columns, index=range(len(rows)))[order]
    made.attrs["hidden"] = hidden
    return made


_PREFIX = {"game": "game_", "player": "player_", "rival": "rival_player_", "": "seat_"}
_PREFIX |= {"match": "match_"}


def _factors(match: Match) -> dict[tuple[str, str], Factor]:
    """Return the parameters of a match: whose they are, and their names."""
    game = match.game
    rules = _leaves("", game)
    if hasattr(game, "factors"):
        usual = type(game)().factors()
        rules = {k: Factor(v, v == usual[k]) for k, v in game.factors().items()}
    row = {("game", name): value for name, value in rules.items()}
    row |= {("match", name): value for name, value in _of_opening(match).items()}
    first, *others = (
        {"player": Factor(type(each).__name__, True), **_leaves("", each)}
        for each in match.players
    )
    row |= {("player", name): value for name, value in first.items()}
    if all(other == others[0] for other in others):
        rivals = others[0] if others else {}
        return row | {("rival", name): value for name, value in rivals.items()}
    for letter, other in zip("bcdefgh", others, strict=False):
        told = [f"{name}={x.value}" for name, x in other.items() if not x.is_usual]
        said = " ".join([str(other["player"].value), *told])
        row["", f"{letter}_player"] = Factor(said, False)
    return row


def _of_opening(match: Match) -> dict[str, Factor]:
    """Return how many plies of an opening a match has, and who plays them."""
    if match.opening is None:
        return {"opening": Factor(0, True)}
    player = match.opening.player
    told = [type(player).__name__]
    told += [f"{k}={x.value}" for k, x in _leaves("", player).items() if not x.is_usual]
    return {
        "opening": Factor(match.opening.plies, False),
        "opening_player": Factor(" ".join(told), _is_usual(player, match.game)),
    }


def _is_usual(player: Any, game: Any) -> bool:
    """Tell whether this is who plays the openings of a game where nobody is named."""
    try:
        return bool(player == usual_player(game))
    except ValueError:  # a reader's game has none
        return False


def _leaves(name: str, value: Any) -> dict[str, Factor]:
    """Return the fields of a value, and of the values in them, by their own names.

    Several players, one a side, give what they have in common once, else all of it.
    """
    if not has_fields(value):
        return {name: Factor(_plain(value), False)}
    called = Factor(getattr(value, "name", type(value).__name__), True)
    found = {name: called} if name else {}
    kind = kinds().get(class_path(type(value)), Kind("", {}, {}))
    for field, inner in named(value).items():
        if isinstance(inner, tuple) and inner and all(map(has_fields, inner)):
            each = [_leaves("", one) for one in inner]
            for own in dict.fromkeys(own for one in each for own in one):
                values = [one.get(own, Factor(None, True)) for one in each]
                several = ", ".join(str(one.value) for one in values)
                alike = all(one == values[0] for one in values)
                found[own] = values[0] if alike else Factor(several, False)
        elif has_fields(inner):
            found |= _leaves(field, inner)
        elif field != "unused":  # compiled code knows no tuple without fields
            usual = kind.usual.get(kind.fields.get(field, field), ...)
            found[field] = Factor(_plain(inner), described(inner) == usual)
    return found


def _plain(value: Any) -> Any:
    """Return a leaf as a number or a text."""
    if isinstance(value, tuple | list):
        return ", ".join(str(_plain(each)) for each in value)
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    if isinstance(value, np.ndarray):
        return f"{value.size} numbers"
    return value.item() if isinstance(value, np.generic) else value
