"""The games of a page's balance lab: its workers play them, and this counts them.

They are those that `play` plays in a notebook: the same address, the same stream of
seeds. The stream is the one in the file of a match that is stored, which a page carries
(`streams.json`), else the one that follows from the address.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from struct import pack, unpack
from typing import Any, cast

import numpy as np

from foxkit.lab import code, stats
from foxkit.lab.address import address_of, canonical_json, seed_stream_of
from foxkit.lab.match import Match, move_index_type
from foxkit.players.standard import MctsPlayer
from foxkit.site.play.searches import add_to_slots
from foxkit.view.balance_lab import PointResult
from foxkit.view.question import BalanceQuestion

_HERE = Path(__file__).parent


def _read_data(name: str) -> dict[str, Any]:
    """A JSON file beside this module; empty if it is missing."""
    path = _HERE / name
    return json.loads(path.read_bytes()) if path.exists() else {}


class PageGameCounter:
    """Counts the games that a page's workers have played."""

    plays = "page"
    evaluation_names: Sequence[str] = ("usual",)

    def __init__(self) -> None:
        self._exports = _read_data("games.json")
        self._curves = _read_data("curves.json")
        self._streams = _read_data("streams.json")
        self._played: dict[str, dict[int, Any]] = {}
        """Address of a match -> block -> payoffs and moves of its two games."""

    def begin_question(self, question: BalanceQuestion, played: Sequence[Any]) -> None:
        """Take blocks of games: an address, the block's number, payoffs with moves."""
        for where, block, games in played:
            self._played.setdefault(where, {})[block] = games

    def results(self, question: BalanceQuestion) -> list[PointResult | None]:
        """The result of each point, of its blocks up to the first gap."""
        return [
            _point_result(self._blocks_without_gap(match))
            for match in question.matches()
        ]

    def stored_result(self, question: BalanceQuestion) -> PointResult | None:
        """The stored result of a question with one point."""
        (match,) = question.matches()
        known = self._curves.get(code.digest(canonical_json(address_of(match))))
        return known and PointResult(*known)

    def worker_jobs(self, question: BalanceQuestion) -> list[dict[str, Any]]:
        """The games of each point as numbers that a worker can play.

        Raises:
            ValueError: these rules are not compiled for pages.
        """
        pairs = zip(question.values, question.matches(), strict=True)
        return [self._job(value, match) for value, match in pairs]

    def moves(self, question: BalanceQuestion, at: int, number: int) -> bytes | None:
        """The moves of a game of a point."""
        match = question.matches()[at]
        block, seat = divmod(number, 2)
        blocks = self._blocks_without_gap(match)
        if block >= len(blocks):
            return None
        width = 1 if move_index_type(match.game) is np.uint8 else 2
        numbers = blocks[block][seat][1]
        return b"".join(number.to_bytes(width, "little") for number in numbers)

    def _blocks_without_gap(self, match: Match) -> list[Any]:
        """The blocks of a match without a gap, the first one first."""
        known = self._played.get(canonical_json(address_of(match)), {})
        blocks: list[Any] = []
        while len(blocks) in known:
            blocks.append(known[len(blocks)])
        return blocks

    def _job(self, value: int, match: Match) -> dict[str, Any]:
        """A point's games as numbers that a worker's compiled code takes."""
        game, player = match.game, cast("MctsPlayer", match.players[0])
        search = player.think(game, game.start(), 0, lambda: True)
        search_args = search.game, search.state, search.evaluation, search.settings
        slots: list[tuple[str, Any]] = []
        export = self._exports.get(add_to_slots(search_args, slots))
        if export is None:
            raise ValueError("no games of these rules are compiled: use the notebook")
        search.release()
        words = [unpack("<q", pack(f"<{kind}", number))[0] for kind, number in slots]
        where = canonical_json(address_of(match))
        stream = self._streams.get(code.digest(where)) or str(seed_stream_of(match))
        return {
            "value": value,
            "address": where,
            "export": export,
            "words": [*map(str, words)],  # JSON's numbers have no 64 bits
            "simulations": player.budget.simulations,
            "stream": stream,
            "moves": game.MAX_MOVES,
            "most": getattr(game, "GAME_LIMIT", 0),
        }


def _point_result(blocks: list[Any]) -> PointResult | None:
    """The first side's rate in some blocks, with its interval; None without blocks."""
    if not blocks:
        return None
    first = [(1 + block[0][0][0]) / 2 for block in blocks]
    second = [(1 + block[1][0][1]) / 2 for block in blocks]
    rate = stats.first_player_rate(first, second)
    return PointResult(*rate[:3], 2 * len(blocks))
