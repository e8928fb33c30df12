"""A game, or a search, as letters of an address, from which another board goes on.

They tell the hands that a player must not see, and nobody reads them by chance.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from foxkit.rules.games import NAMES, game_named
from foxkit.rules.position import Position
from foxkit.view.record import Record

Seats = Mapping[str, tuple[str, Mapping[str, float]]]
"""Who plays each side, and with which settings; empty where nobody has chosen."""


def letters_of(record: Record, at: int, seats: Seats) -> str:
    """Return a game, the moves made, and who plays; "" for a game of one's own.

    What nobody could play on from has no letters either.
    """
    position = record.positions[at]
    known = record.start.game.NAME in NAMES and not position.is_partial
    if not known or type(position.game) is not type(game_named(position.game.NAME)):
        return ""
    return _packed([record.text, at, seats])


def _packed(data: Any) -> str:
    plain = zlib.compress(json.dumps(data).encode(), 9)
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")


def _unpacked(letters: str) -> Any:
    """Return what was packed; ValueError where letters are damaged."""
    try:
        return json.loads(zlib.decompress(base64.urlsafe_b64decode(letters + "==")))
    except (zlib.error, ValueError):
        raise ValueError("the address of this game is damaged") from None


def read(letters: str) -> tuple[Record, int, Seats]:
    """Return the game of such letters; ValueError where they are none."""
    text, at, seats = _unpacked(letters)
    first, *more = [line for line in text.splitlines() if line.strip()]
    name = (more[0] if first.startswith("# ") else first).split()[0]
    record = Record.parse(game_named(name), text)
    return record, min(at, len(record)), seats


def seated(record: Record, at: int, opponents: Mapping[str, Any]) -> Seats:
    """Return who plays where nobody has chosen: the reader, who is to move, and agents.

    They are the first that there is; one that counts simulations makes a thousand.
    """
    who, mover = next(iter(opponents)), record.positions[at].mover
    names = [setting.name for setting in opponents[who].settings]
    settings = {"simulations": 1000} if "simulations" in names else {}
    players = record.start.game.PLAYERS
    return {each: (who, settings) for each in players if each != mover}


# -- searches --------------------------------------------------------------------------


def letters_of_search(
    position: Position, search: str, evaluation: Any, settings: Mapping[str, Any]
) -> str:
    """Return a search from a position; "" where a part of it is not the package's.

    The evaluation is None or a function of the position where a search begins.
    """
    names = [_named(x) for x in (type(position.game), evaluation) if x is not None]
    if None in names:
        return ""
    return _packed([position.text, search, settings, [*position.game], *names])


def read_search(letters: str) -> tuple[Position, str, Any, Mapping[str, Any]]:
    """Return position, search, evaluation and settings of such letters."""
    text, search, settings, fields, *names = _unpacked(letters)
    rules, evaluation = (*map(_of_name, names), None)[:2]
    return Position.parse(rules(*fields), text), search, evaluation, settings


def _named(thing: Any) -> str | None:
    """Return the name by which a page finds a class or a function of the package."""
    module, name = getattr(thing, "__module__", ""), getattr(thing, "__name__", "")
    known = module.startswith("foxkit.") and name.isidentifier()
    return f"{module}:{name}" if known else None


def _of_name(name: str) -> Any:
    module, _, own = name.partition(":")
    if not module.startswith("foxkit."):
        raise ValueError("the address of this search is damaged")
    return getattr(import_module(module), own)
