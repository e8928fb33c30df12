"""A game on a board as letters of an address, from which another board goes on.

They tell the hands that a player must not see, and nobody reads them by chance.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from foxkit.rules.games import NAMES, game_named
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
    plain = json.dumps([record.text, at, seats]).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def read(letters: str) -> tuple[Record, int, Seats]:
    """Return the game of such letters; ValueError where they are none."""
    try:
        plain = zlib.decompress(base64.urlsafe_b64decode(letters + "=="))
        text, at, seats = json.loads(plain)
    except (zlib.error, ValueError):
        raise ValueError("the address of this game is damaged") from None
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
