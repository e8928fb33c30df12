"""A game, or a search, as letters of an address, from which another board goes on.

They tell the hands that a player must not see, and nobody reads them by chance.

Anybody may have written the letters of a link. They are data: a game, an evaluation
and settings are looked up in the tables of this module, and all that they ask for is
bounded before it is unpacked or searched.
"""

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

from foxkit import data
from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.games import (
    LINKED_EVALUATIONS,
    LINKED_GAMES,
    NAMES,
    game_named,
    linked,
    part_of,
)
from foxkit.search.perft import perft
from foxkit.view.record import Record, position_of

Seats = Mapping[str, tuple[str, Mapping[str, float]]]
"""Who plays each side, and with which settings; empty where nobody has chosen."""


def letters_of(record: Record, at: int, seats: Seats) -> str:
    """A game, the moves made, and who plays; "" for a game of one's own.

    What nobody could play on from has no letters either.
    """
    position = record.positions[at]
    known = record.start.game.NAME in NAMES and not position.is_partial
    if not known or type(position.game) is not type(game_named(position.game.NAME)):
        return ""
    return _packed([record.text, at, seats])


MOST_LETTERS, MOST_BYTES = 1 << 15, 1 << 18
"""How long letters may be, and what is packed in them; those of chapters have 926."""


def _packed(content: Any) -> str:
    plain = zlib.compress(json.dumps(content).encode(), 9)
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")


def _unpacked(letters: Any, form: list[Any]) -> list[Any]:
    """What was packed, a list of values of some types.

    ValueError where the letters are damaged, or of something else.
    """
    if not isinstance(letters, str) or len(letters) > MOST_LETTERS:
        raise ValueError(f"this address has more than {MOST_LETTERS:,} letters")
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), b"-_", True)
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, MOST_BYTES)
        if not unpacking.eof or unpacking.unused_data:
            raise ValueError(f"it is not whole, or has more than {MOST_BYTES:,} bytes")
        found = data.parse_json(content)
    except (zlib.error, ValueError) as error:
        raise ValueError(f"the address of this game is damaged: {error}") from None
    least = sum(each is not _OPTIONAL for each in form)
    if not isinstance(found, list) or not least <= len(found) <= len(form):
        raise ValueError("the address of this game is damaged: it has other parts")
    for value, kind in zip(found, form, strict=False):
        kind = str if kind is _OPTIONAL else kind
        if not isinstance(value, kind) or isinstance(value, bool):
            name = kind.__name__
            raise ValueError(f"the address of this game is damaged: no {name}")
    return found


_OPTIONAL: Any = object()


def read(letters: str) -> tuple[Record, int, Seats]:
    """The game of such letters; ValueError where they are none."""
    text, at, seats = _unpacked(letters, [str, int, dict])
    first, *more = [line for line in text.splitlines() if line.strip()] or [""]
    name = ([*more, ""][0] if first.startswith("# ") else first).split()[:1]
    record = Record.parse(game_named(*name or [""]), text)
    for who in seats.values():
        if data.faults(who, list) or [*map(type, who)] != [str, dict]:
            raise ValueError("the address of this game is damaged: nobody plays so")
        if any(type(value) not in (int, float) for value in who[1].values()):
            raise ValueError("the address of this game is damaged: no such setting")
    return record, min(max(at, 0), len(record)), seats


def seated(record: Record, at: int, opponents: Mapping[str, Any]) -> Seats:
    """Who plays where nobody has chosen: the reader, who is to move, and agents.

    They are the first that there is; one that counts simulations makes a thousand.
    """
    who, mover = next(iter(opponents)), record.positions[at].mover
    names = [setting.name for setting in opponents[who].settings]
    settings = {"simulations": 1000} if "simulations" in names else {}
    players = record.start.game.PLAYERS
    return {each: (who, settings) for each in players if each != mover}


# -- searches --------------------------------------------------------------------------


Allowed = Callable[[Any], bool]


def _whole(least: int, most: int) -> tuple[Allowed, str]:
    """What tells whether a value is allowed, and that in words."""
    words = f"a whole number from {least:,} to {most:,}"
    return lambda value: type(value) is int and least <= value <= most, words


def _number(least: float, most: float) -> tuple[Allowed, str]:
    def allowed(value: Any) -> bool:
        return (
            type(value) in (int, float) and isfinite(value) and least <= value <= most
        )

    return allowed, f"a number from {least:g} to {most:g}"


_SEED = _whole(0, (1 << 63) - 1)
_YES = _whole(0, 1)
LIMITS: Mapping[str, Mapping[str, tuple[Allowed, str]]] = {
    "MCTS": {
        "c": _number(0, 100),
        "cutoff": _whole(-1, 1_000),
        "seed": _SEED,
        "simulations": _whole(0, 10_000),
    },
    "alpha-beta": {
        "depth": _whole(1, 6),
        "killers": _YES,
        "table": _YES,
        "unit": _number(1e-9, 1e9),
    },
    "max^n": {"depth": _whole(1, 4)},
    "retrograde": {
        "by": (lambda value: value in ("rounds", "waves"), "rounds or waves")
    },
    "deals": {"seed": _SEED, "episodes": _whole(0, 5_000)},
    "strategy fusion": {},
}
"""What a link may set of each search.

What that costs in all is bounded when it begins, by `require_little_work`, and the
number of its steps by `foxkit.view.steps.step_log`."""
MOST_POSITIONS = {"alpha-beta": 20_000, "max^n": 4_000}
"""Of the whole tree below a link's position, which both searches or their steps see."""
MOST_PLAYED = 60_000
"""Moves of all simulations of a link's search, with some in the tree of each."""
MOST_CARDS = 8
"""In all hands of a link's strategy fusion, which looks at every deal of them."""
_IN_TREE, _TO_THE_END = 4, 100  # moves of a simulation


def require_little_work(
    position: Position, search: str, settings: Mapping[str, Any]
) -> None:
    """Raise ValueError where a search would take more than some 10 seconds."""
    if (most := MOST_POSITIONS.get(search)) is not None:
        total, deepest = 1, settings.get("depth", 3)
        for depth in range(1, deepest + 1):
            total += perft(position.game, position.state, depth)[-1]
            if total > most:
                raise ValueError(
                    f"{search}: more than {most:,} positions stand up to {depth} plies "
                    f"below this one, too many for a link: depth is less than {depth}"
                )
    fusing = part_of(position.game, "fusion") if search == "strategy fusion" else None
    if fusing and (cards := fusing.cards_in_hands(position)) > MOST_CARDS:
        raise ValueError(
            f"{search}: a link's hands have {MOST_CARDS} cards at most, not {cards}"
        )
    if search == "MCTS":
        cutoff = settings.get("cutoff", 0)
        simulations = settings.get("simulations", 1_000)
        each = _IN_TREE + (_TO_THE_END if cutoff < 0 else min(cutoff, _TO_THE_END))
        if simulations * each > MOST_PLAYED:
            raise ValueError(
                f"MCTS: with cutoff {cutoff}, a link may ask for "
                f"{MOST_PLAYED // each:,} simulations, not {simulations:,}"
            )


def letters_of_search(
    position: Position, search: str, evaluation: Any, settings: Mapping[str, Any]
) -> str:
    """A search from a position; "" where a part of it is not the package's.

    The evaluation is None or a function of the position where a search begins.
    """
    each = (type(position.game), LINKED_GAMES), (evaluation, LINKED_EVALUATIONS)
    names = [_named(thing, known) for thing, known in each if thing is not None]
    if "" in names:
        return ""
    return _packed([position.text, search, settings, [*position.game], *names])


def read_search(letters: str) -> tuple[Position, str, Any, Mapping[str, Any]]:
    """Position, search, evaluation and settings of such letters.

    ValueError says which of them is not allowed.
    """
    form = [str, str, dict, list, str, _OPTIONAL]
    text, search, settings, fields, game, *judge = _unpacked(letters, form)
    if search not in LIMITS:
        raise ValueError(f"the address names no search, but {quoted(search)}")
    judges = ((each, LINKED_EVALUATIONS) for each in judge)
    for name, known in ((game, LINKED_GAMES), *judges):
        if name not in known:
            raise ValueError(f"the address names {quoted(name)}, which is not known")
    for name, value in settings.items():
        allowed, words = LIMITS[search].get(name, (lambda _: False, "no setting"))
        if not allowed(value):
            raise ValueError(f"{search}: {name[:40]} is {words}, not {quoted(value)}")
    rules = linked(game)
    usual = rules()
    whole = all(type(field) is int for field in fields)
    if not whole or len(fields) > len(usual):
        raise ValueError(f"the address has other rules than {usual.NAME}")
    evaluation = linked(judge[0]) if judge else None
    return position_of(rules(*fields), text), search, evaluation, settings


def _named(thing: Any, known: Sequence[str]) -> str:
    """The name by which links know a class or a function; "" for others."""
    name = getattr(thing, "__name__", "")
    alike = (each for each in known if each.endswith(f":{name}"))
    return next((each for each in alike if linked(each) is thing), "")
