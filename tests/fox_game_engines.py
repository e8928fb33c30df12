"""The Fox Game's fast code and its oracle behind one small interface for the tests."""

from __future__ import annotations

from functools import cached_property

import oracle_fox_game as oracle

from foxkit.core.position import Position
from foxkit.games.fox_game import rules as fast

DIAGONALS = ("alternate", "none", "everywhere")


def fast_rules(rules: oracle.FoxGame) -> fast.FoxGame:
    """The oracle's rules as the fast code's, whose fields have the same names."""
    own = {name: getattr(rules, name) for name in fast.FoxGame._fields}
    own["first"] = "sf".index(rules.first)
    own["diagonals"] = DIAGONALS.index(rules.diagonals)
    points = {n: [*map(oracle.name, v)] for n, v in own.items() if isinstance(v, tuple)}
    numbers = {n: int(v) for n, v in own.items() if n not in points}
    return fast.FoxGame(**numbers, **points)


class Fast:
    """A position of the fast code."""

    def __init__(self, rules: oracle.FoxGame, text: str | None = None) -> None:
        self.rules, game = rules, fast_rules(rules)
        parsed = Position.parse(game, text) if text else Position.start(game)
        self.position: Position = parsed

    @property
    def text(self) -> str:
        return self.position.text

    @property
    def moves(self) -> list[str]:
        return sorted(self.position.moves)

    @property
    def winner(self) -> str | None:
        outcome = self.position.outcome
        return max(outcome, key=outcome.__getitem__) if outcome else None

    def play(self, move: str) -> Fast:
        after = Fast.__new__(Fast)
        after.rules, after.position = self.rules, self.position.play(move)
        return after


class Slow:
    """A position of the oracle."""

    def __init__(self, rules: oracle.FoxGame, text: str | None = None) -> None:
        parsed = oracle.Position.parse(text) if text else rules.start()
        self.rules, self.position = rules, parsed

    @property
    def text(self) -> str:
        return self.position.text

    @cached_property
    def moves(self) -> list[str]:
        return sorted(self.rules.moves(self.position))

    @property
    def winner(self) -> str | None:
        return self.rules.winner(self.position)

    def play(self, move: str) -> Slow:
        assert move in self.moves, f"{move} is not one of {self.moves}"
        return Slow(self.rules, self.rules.play(self.position, move).text)


Engine = type[Fast] | type[Slow]


def drawn(
    engine: Engine,
    drawing: str,
    mover: str,
    sideways: int = 0,
    rules: oracle.FoxGame | None = None,
) -> Fast | Slow:
    """A position from seven drawn rows, with no chain under way."""
    rows = "/".join(drawing.split())
    return engine(rules or oracle.FoxGame(), f"{rows} {mover} {sideways} -")
