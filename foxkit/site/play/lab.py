"""The balance lab of a page: what is asked, in which games, and what they come to.

A question is a panel's in a notebook, and its games are those that `play` plays there:
the same address, the same stream of seeds. That is the one in the file of a match that
is stored, which a page carries (`streams.json`), else the one that follows from the
address. The page's workers play them.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from struct import pack, unpack
from typing import Any, cast

from foxkit.core.fields import Field
from foxkit.core.game import OVERFLOW_SLACK
from foxkit.games import game_named
from foxkit.lab import code, stats
from foxkit.lab.address import address, canonical_json, stream_of
from foxkit.lab.match import Match
from foxkit.players.standard import MctsPlayer
from foxkit.site.play.searches import kind_of
from foxkit.view.numbers import interval_in_words
from foxkit.view.opponents import known_evaluation
from foxkit.view.question import STRENGTHS, BalanceQuestion, axes
from foxkit.view.theme import colours_of

_PAIRS = 25, 50, 100, 200, 400
_LISTED = 20  # values of a rule that a menu has room for
_HERE = Path(__file__).parent

Point = dict[str, Any]
"""A value along the axis, the rate with the ends of its interval, and the games."""


def _read(name: str) -> dict[str, Any]:
    path = _HERE / name
    return json.loads(path.read_bytes()) if path.exists() else {}


class Lab:
    """How often the first side wins between equal players, asked on a page.

    Attributes:
        on_change: is told what has changed of what is shown.
    """

    def __init__(self, name: str) -> None:
        self.game = game_named(name)
        self._exports, self._stored = _read("games.json"), _read("curves.json")
        self._streams = _read("streams.json")
        self._got: dict[str, dict[int, Any]] = {}  # payoffs of blocks, by address
        self.on_change: Callable[[dict[str, Any]], None] = lambda parts: None
        usual = self.game._asdict()
        rules = [
            {"name": name, "label": field.label, "value": usual[name]} | _values(field)
            for name, field in self.game.FIELDS.items()
            if isinstance(field, Field)
        ]
        cutoff = -1 if known_evaluation(self.game) is None else 0
        self.shown = {
            "rules": rules,
            "axes": {
                name: [*map(list, each)] for name, each in axes(self.game).items()
            },
            "strengths": {
                "simulations": [[*STRENGTHS["simulations"][0]], 100],
                "cutoff": [[*STRENGTHS["cutoff"][0], -1], cutoff],
                "pairs": [[*_PAIRS], 50],
            },
            "side": self.game.PLAYERS[0],
            "colour": colours_of(self.game.PLAYERS)[self.game.PLAYERS[0]],
            "curve": {},
            "jobs": [],
        }

    def token(self) -> str:
        """The letters from which a page begins this lab again."""
        return str(self.game.NAME)

    def close(self) -> None:
        """End nothing: the page's workers play, not this."""

    def receive(self, message: Mapping[str, Any]) -> None:
        """Take what is asked now and, of it, what was played."""
        try:
            question = self._question(message["asked"])
            matches = dict(zip(question.values, question.matches(), strict=True))
            for address_, block, payoffs in message.get("got", ()):
                self._got.setdefault(address_, {})[block] = payoffs
            jobs = [self._job(*each) for each in matches.items()]
            curve = self._curve(question, matches)
        except ValueError as error:
            jobs, curve = [], {"fault": str(error)}
        self.on_change({"jobs": jobs, "curve": curve})

    def _question(self, asked: Mapping[str, Any]) -> BalanceQuestion:
        """What the controls ask; ValueError where the rules are no game."""
        usual = self.game._asdict()
        changed = {k: int(v) for k, v in asked["rules"].items() if v != usual[k]}
        game, values = self.game._replace(**changed), map(int, asked["values"])
        names = "simulations", "cutoff", "pairs"
        simulations, cutoff, pairs = (int(asked[name]) for name in names)
        what = game, asked["axis"], tuple(values)
        return BalanceQuestion(*what, simulations, cutoff, pairs, "usual")

    def _job(self, value: int, match: Match) -> dict[str, Any]:
        """The games of a point as numbers that a worker can play."""
        game, player = match.game, cast("MctsPlayer", match.players[0])
        search = player.think(game, game.start(), 0, lambda: True)
        asked = search.game, search.state, search.evaluation, search.settings
        slots: list[tuple[str, Any]] = []
        export = self._exports.get(kind_of(asked, slots))
        if export is None:
            raise ValueError("no games of these rules are compiled: use the notebook")
        words = [unpack("<q", pack(f"<{kind}", number))[0] for kind, number in slots]
        where = canonical_json(address(match))
        stream = self._streams.get(code.digest(where)) or str(stream_of(match))
        return {
            "value": value,
            "address": where,
            "export": export,
            "words": [*map(str, words)],  # JSON's numbers have no 64 bits
            "simulations": player.budget.simulations,
            "stream": stream,
            "moves": game.MAX_MOVES + OVERFLOW_SLACK,
            "most": getattr(game, "GAME_LIMIT", 0),
        }

    def _curve(
        self, question: BalanceQuestion, matches: Mapping[int, Match]
    ) -> dict[str, Any]:
        """The points played here, and the stored ones of the usual rules."""
        values = axes(self.game)[question.axis][0]
        found = [self._point(v, m) for v, m in matches.items()]
        ghost = [self._known(question, value) for value in values]
        return {
            "name": question.name,
            "points": [point for point in found if point],
            "ghost": [point for point in ghost if point],
            "values": [*values],
        }

    def _point(self, value: int, match: Match) -> Point | None:
        """What the blocks without a gap before them say."""
        got = self._got.get(canonical_json(address(match)), {})
        rows: list[Any] = []
        while len(rows) in got:
            rows.append(got[len(rows)])
        if not rows:
            return None
        first = [(1 + block[0][0]) / 2 for block in rows]
        second = [(1 + block[1][1]) / 2 for block in rows]
        found = stats.first_player_rate(first, second)
        return _point(value, *found[:3], 2 * len(rows))

    def _known(self, question: BalanceQuestion, value: int) -> Point | None:
        """What is stored of a value, by the usual rules."""
        usual = replace(question, game=self.game, values=(value,))
        try:
            (match,) = usual.matches()
        except ValueError:  # it does not go with the other rules
            return None
        known = self._stored.get(code.digest(canonical_json(address(match))))
        return known and _point(value, *known)


def _point(value: int, rate: float, low: float, high: float, games: int) -> Point:
    words = interval_in_words(rate, low, high)
    return {"value": value, "rate": [rate, low, high], "games": games, "words": words}


def _values(field: Field) -> dict[str, Any]:
    """The values of a rule with their words, or how far they reach."""
    if not isinstance(field.values, range):
        return {"choices": [[number, words] for number, words in field.values.items()]}
    if len(field.values) <= _LISTED:
        return {"choices": [[number, str(number)] for number in field.values]}
    return {"min": field.values[0], "max": field.values[-1]}
