"""Tokens for links: a game or a search as a text, from which another board goes on.

A token contains the hands that a player must not see, but nobody reads it by chance.

Anybody may have written the token of a link. It is treated as data: games, evaluations
and settings are looked up in the tables of this module, and everything that a token
asks for is bounded before it is decoded or searched.
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
    class_for_link,
    game_named,
    part_of,
)
from foxkit.search.perft import perft
from foxkit.view.record import MAX_RECORDED_MOVES, Record, parse_untrusted_position

SeatChoices = Mapping[str, tuple[str, Mapping[str, float]]]
"""The player of each side, with settings; empty where none were chosen."""


def share_token(record: Record, at: int, seats: SeatChoices, moves: bytes = b"") -> str:
    """The token of a game, a position in it, and its players.

    It is empty for a reader's own game, and for positions from which one cannot play.
    Where `moves` are given, as they are stored (see `foxkit.replay`), they are those of
    the game, and the record is its start alone: so a token is a third as long.
    """
    position = record.positions[at]
    known = record.start.game.NAME in NAMES and not position.is_partial
    if not known or type(position.game) is not type(game_named(position.game.NAME)):
        return ""
    moves_part = [base64.b64encode(moves).decode()] if moves else []
    return _encoded([record.text, at, seats, *moves_part])


MAX_TOKEN_LENGTH, MAX_BYTES = 1 << 15, 1 << 18
"""The largest size of a token, in characters, and of its content, in bytes. The longest
token of a chapter has 926 characters."""


def _encoded(content: Any) -> str:
    """JSON data as a token."""
    compressed = zlib.compress(json.dumps(content).encode(), 9)
    return base64.urlsafe_b64encode(compressed).decode().rstrip("=")


def _decoded(token: Any, form: list[Any]) -> list[Any]:
    """The content of a token: a list of values of some types.

    ValueError where the token is damaged, or has other content.
    """
    if not isinstance(token, str):
        raise ValueError(f"a token is a text, not {quoted(token)}")
    if len(token) > MAX_TOKEN_LENGTH:
        raise ValueError(f"this address has more than {MAX_TOKEN_LENGTH:,} letters")
    try:
        packed = base64.b64decode(token + "=" * (-len(token) % 4), b"-_", True)
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, MAX_BYTES)
        if not unpacking.eof or unpacking.unused_data:
            raise ValueError(f"it is not whole, or has more than {MAX_BYTES:,} bytes")
        content_list = data.parse_json(content)
    except (zlib.error, ValueError) as error:
        raise ValueError(f"the address of this game is damaged: {error}") from None
    min_length = sum(each is not _OPTIONAL for each in form)
    if not isinstance(content_list, list) or not min_length <= len(content_list) <= len(
        form
    ):
        raise ValueError("the address of this game is damaged: it has other parts")
    for value, expected_type in zip(content_list, form, strict=False):
        expected_type = str if expected_type is _OPTIONAL else expected_type
        if not isinstance(value, expected_type) or isinstance(value, bool):
            name = expected_type.__name__
            raise ValueError(f"the address of this game is damaged: no {name}")
    return content_list


_OPTIONAL: Any = object()


def read_token(token: str) -> tuple[Record, int, SeatChoices]:
    """The game, position and players of a token; ValueError if it is damaged."""
    text, at, seats, *numbers = _decoded(token, [str, int, dict, _OPTIONAL])
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and lines[0].startswith("# "):  # a title
        lines = lines[1:]
    name = lines[0].split()[:1] if lines else []
    record = Record.parse(game_named(*name or [""]), text)
    if numbers:
        record = _with_moves(record, numbers[0])
    for who in seats.values():
        if data.form_faults(who, list) or [*map(type, who)] != [str, dict]:
            raise ValueError("the address of this game is damaged: nobody plays so")
        if any(type(value) not in (int, float) for value in who[1].values()):
            raise ValueError("the address of this game is damaged: no such setting")
    return record, min(max(at, 0), len(record)), seats


def _with_moves(record: Record, numbers: str) -> Record:
    """The stored game with this start and these moves, see `share_token`."""
    try:
        moves = base64.b64decode(numbers, validate=True)
        if len(moves) > 2 * MAX_RECORDED_MOVES:
            raise ValueError(f"a game has at most {MAX_RECORDED_MOVES:,} moves")
        return Record.from_stored_moves(record.start.game, moves, record.title)
    except ValueError as error:
        raise ValueError(f"the address of this game is damaged: {error}") from None


def default_seats(record: Record, at: int, opponents: Mapping[str, Any]) -> SeatChoices:
    """The players where none were chosen: the reader, who is to move, and agents.

    The agents are the first opponent of the game, with 1,000 simulations if it
    searches.
    """
    who, mover = next(iter(opponents)), record.positions[at].mover
    names = [setting.name for setting in opponents[who].settings]
    settings = {"simulations": 1000} if "simulations" in names else {}
    players = record.start.game.PLAYERS
    return {each: (who, settings) for each in players if each != mover}


# -- searches --------------------------------------------------------------------------


Check = Callable[[Any], bool]


def _whole_number_check(smallest: int, largest: int) -> tuple[Check, str]:
    """A check that a value is a whole number in a range, and the range in words."""
    words = f"a whole number from {smallest:,} to {largest:,}"
    return lambda value: type(value) is int and smallest <= value <= largest, words


def _number_check(smallest: float, largest: float) -> tuple[Check, str]:
    """A check that a value is a finite number in a range, and the range in words."""

    def allowed(value: Any) -> bool:
        return (
            type(value) in (int, float)
            and isfinite(value)
            and smallest <= value <= largest
        )

    return allowed, f"a number from {smallest:g} to {largest:g}"


_SEED = _whole_number_check(0, (1 << 63) - 1)
_FLAG = _whole_number_check(0, 1)
LIMITS: Mapping[str, Mapping[str, tuple[Check, str]]] = {
    "MCTS": {
        "c": _number_check(0, 100),
        "cutoff": _whole_number_check(-1, 1_000),
        "seed": _SEED,
        "simulations": _whole_number_check(0, 10_000),
    },
    "alpha-beta": {
        "depth": _whole_number_check(1, 6),
        "killers": _FLAG,
        "table": _FLAG,
        "unit": _number_check(1e-9, 1e9),
    },
    "max^n": {"depth": _whole_number_check(1, 4)},
    "retrograde": {
        "by": (lambda value: value in ("rounds", "waves"), "rounds or waves")
    },
    "deals": {"seed": _SEED, "episodes": _whole_number_check(0, 5_000)},
    "strategy fusion": {},
}
"""The settings that a link may have, by search.

The total cost is bounded when a search begins, by `require_little_work`, and the number
of its steps by `foxkit.view.steps.walkthrough`."""
MAX_POSITIONS_BY_SEARCH = {"alpha-beta": 20_000, "max^n": 4_000}
"""The largest number of positions in the tree below a link's position."""
MAX_PLAYOUT_MOVES = 60_000
"""The largest number of moves in all simulations of a link's search."""
MAX_CARDS = 8
"""The largest number of cards in all hands of a link's strategy fusion."""
_IN_TREE, _TO_THE_END = 4, 100  # moves of a simulation


def require_little_work(
    position: Position, search: str, settings: Mapping[str, Any]
) -> None:
    """Raise ValueError where a search would take more than about 10 seconds."""
    if (max_positions := MAX_POSITIONS_BY_SEARCH.get(search)) is not None:
        total, deepest = 1, settings.get("depth", 3)
        for depth in range(1, deepest + 1):
            total += perft(position.game, position.state, depth)[-1]
            if total > max_positions:
                raise ValueError(
                    f"{search}: more than {max_positions:,} positions stand up to "
                    f"{depth} plies below this one, too many for a link: depth is less "
                    f"than {depth}"
                )
    fusing = part_of(position.game, "fusion") if search == "strategy fusion" else None
    if fusing and (cards := fusing.cards_in_hands(position)) > MAX_CARDS:
        raise ValueError(
            f"{search}: a link's hands have {MAX_CARDS} cards at most, not {cards}"
        )
    if search == "MCTS":
        cutoff = settings.get("cutoff", 0)
        simulations = settings.get("simulations", 1_000)
        moves_per_simulation = _IN_TREE + (
            _TO_THE_END if cutoff < 0 else min(cutoff, _TO_THE_END)
        )
        if simulations * moves_per_simulation > MAX_PLAYOUT_MOVES:
            raise ValueError(
                f"MCTS: with cutoff {cutoff}, a link may ask for "
                f"{MAX_PLAYOUT_MOVES // moves_per_simulation:,} simulations, not "
                f"{simulations:,}"
            )


def search_token(
    position: Position, search: str, evaluation: Any, settings: Mapping[str, Any]
) -> str:
    """A search from a position; "" where a part of it is not the package's.

    The evaluation is None or a function of the position where a search begins.
    """
    classes_and_names = (
        (type(position.game), LINKED_GAMES),
        (evaluation, LINKED_EVALUATIONS),
    )
    names = [
        _link_name(thing, known)
        for thing, known in classes_and_names
        if thing is not None
    ]
    if "" in names:
        return ""
    return _encoded([position.text, search, settings, [*position.game], *names])


_FORMER_FIELDS = {"foxkit.rules.wolves:Wolves": (4, 2)}
"""A rule that has left a game, by its place in older links, and its default value."""


def read_search_token(token: str) -> tuple[Position, str, Any, Mapping[str, Any]]:
    """The position, search, evaluation and settings of a search's token.

    ValueError says which of them is not allowed.
    """
    form = [str, str, dict, list, str, _OPTIONAL]
    text, search, settings, fields, game, *judge = _decoded(token, form)
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
    rules = class_for_link(game)
    default_game = rules()
    place, default = _FORMER_FIELDS.get(game, (None, None))
    if (
        place is not None
        and len(fields) == len(default_game) + 1
        and fields[place] == default
    ):
        del fields[place]
    whole = all(type(field) is int for field in fields)
    if not whole or len(fields) > len(default_game):
        raise ValueError(f"the address has other rules than {default_game.NAME}")
    evaluation = class_for_link(judge[0]) if judge else None
    return parse_untrusted_position(rules(*fields), text), search, evaluation, settings


def _link_name(value: Any, names: Sequence[str]) -> str:
    """The name by which links know a class or a function; "" for others."""
    return next((each for each in names if class_for_link(each) is value), "")
