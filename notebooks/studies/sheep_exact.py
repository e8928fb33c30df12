"""Battle Sheep on small fields between two players, exactly: values and regret.

Players 3 and 4 stand apart, each on one cell with one sheep, and are stuck. A value is
the lead at the end, in points, if both players play for it: alpha-beta to the end, with
a table of positions. Regret is what a move gives away of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from foxkit import BattleSheep, Position
from foxkit.core.game import payoffs
from foxkit.core.generic import compared_by_class
from foxkit.core.rng import mix
from foxkit.games.battle_sheep.board import cell_name
from foxkit.games.battle_sheep.geometry import EMPTY, cell_set, cells_of, grown_field
from foxkit.games.battle_sheep.players import WithoutPasses
from foxkit.games.battle_sheep.rules import SheepState, scores
from foxkit.games.battle_sheep.starts import DegreesPlayer
from foxkit.lab.stats import Row, means
from foxkit.players.evaluations import CurrentPayoffs
from foxkit.search.deepening import AlphaBeta
from foxkit.view.diagram import Diagram
from foxkit.view.game_view import view_of

_STUCK = cell_set(0), cell_set(15 * 11 + 11)  # the corners of the array
_PLIES = 40  # more than two flocks of eight can slide


@compared_by_class
class TwoFlocks(WithoutPasses):
    """The game of players 1 and 2 for the lead in points."""

    __slots__ = ()


@payoffs.register
def _lead(game: TwoFlocks, state: SheepState) -> tuple[float, float, float, float]:
    one, two, _, _ = scores(state)
    lead = float(one - two)
    return lead, -lead, 0.0, 0.0


def started(cells: int, seed: int) -> Position:
    """Return an empty field of so many cells, with as many sheep as cells in all."""
    rules = BattleSheep(cells=cells, sheep=cells // 2, neighbours=8, percent=45, pays=1)
    field = grown_field(seed, rules.size, cells, 8, 45, 0)
    owned = EMPTY, EMPTY, *_STUCK
    return Position(rules, SheepState(field, owned, (EMPTY,) * 5, 0))


def leads(position: Position) -> dict[str, float]:
    """Return the exact value of each move, for the player to move, 1 or 2."""
    game = TwoFlocks(position.game, 0, 0)
    return AlphaBeta(game, position.state, CurrentPayoffs(), bits=20).scores(_PLIES)


def _slides(position: Position, agent: Any, seed: int) -> Iterator[Row]:
    """Let both move by an agent; yield its decisions between moves of several values.

    It is told with the number of the player, and what the move gives away.
    """
    for ply in count():
        if position.outcome is not None:
            return
        code = agent.choose(position.game, position.state, mix(seed, ply))
        move = position.game.format_move(position.state, code)
        if move != "pass" and len(position.moves) > 1:
            worth = leads(position)
            best = max(worth.values())
            if min(worth.values()) < best:
                yield {"player": position.state.mover, "lost": best - worth[move]}
        position = position.play(move)


def _by_freedom(position: Position) -> str:
    """Return the report's starting cell."""
    code = DegreesPlayer().choose(position.game, position.state, 0)
    return position.game.format_move(position.state, code)


def regret(agent: Any, cells: int, fields: int) -> Row:
    """Let two alike play from the report's starting cells, a game on each field.

    `points` are those that a player gives away in a game, `errors` the share of moves
    that give any away where some move would, both by fields.
    """
    points, errors = [], []
    for seed in range(fields):
        position = started(cells, seed)
        for _ in range(2):
            position = position.play(_by_freedom(position))
        lost = np.array([row["lost"] for row in _slides(position, agent, seed)])
        points.append(lost.sum() / 2)
        errors += [(lost > 0).mean()] if len(lost) else []
    return means({"points": points}) | means({"errors": errors}, within=(0, 1))


def starting(cells: int, fields: int) -> Row:
    """Solve whole fields, starting cells and all, and the report's starting cells.

    `lead` is what player 1 can have, `ahead` and `behind` the shares of fields on which
    it is above and below 0; `first` and `second` what the report's cells give away of
    what is left.
    """
    rows = []
    for seed in range(fields):
        position, row = started(cells, seed), {}
        for name in ("first", "second"):
            worth, move = leads(position), _by_freedom(position)
            row[name] = max(worth.values()) - worth[move]
            row.setdefault("lead", max(worth.values()))
            position = position.play(move)
        rows.append(row | {"ahead": row["lead"] > 0, "behind": row["lead"] < 0})
    found = {name: [float(row[name]) for row in rows] for name in rows[0]}
    shares = {name: found.pop(name) for name in ("ahead", "behind")}
    return means(found) | means(shares, within=(0, 1))


def first_wrong(agent: Any, cells: int, seed: int) -> tuple[Position, str, str, float]:
    """Return the first slide of a game of `regret` that gives something away.

    The position, the slide, one of the best in its place, and the points given away.
    """
    position = started(cells, seed)
    for _ in range(2):
        position = position.play(_by_freedom(position))
    for ply in count():
        if position.outcome is not None:
            raise ValueError("this game has no wrong slide")
        code = agent.choose(position.game, position.state, mix(seed, ply))
        move = position.game.format_move(position.state, code)
        if move != "pass":
            worth = leads(position)
            best = max(worth, key=lambda each: worth[each])
            if worth[move] < worth[best]:
                return position, move, best, worth[best] - worth[move]
        position = position.play(move)
    raise AssertionError


def field_of(position: Position) -> Diagram:
    """Return the board of a position as far as two flocks use it, for a picture."""
    whole = view_of(position.game).diagram_of(position.state)
    stuck = {cell for owned in _STUCK for cell in map(cell_name, cells_of(owned))}
    points = tuple(point for point in whole.points if point.name not in stuck)
    columns, rows = {point.x for point in points}, {point.y for point in points}

    def within(place: float, used: set[float]) -> bool:
        return min(used) <= place <= max(used)

    scenery = (x for x in whole.scenery if within(x.x, columns) and within(x.y, rows))
    return replace(
        whole,
        points=points,
        pieces=tuple(piece for piece in whole.pieces if piece.point not in stuck),
        scenery=tuple(scenery),
        columns=tuple(each for each in whole.columns if within(each[0], columns)),
        rows=tuple(each for each in whole.rows if within(each[0], rows)),
    )


def signed(lead: float) -> str:
    """Return a lead in whole points with its sign, and 0 without any."""
    return f"{lead:+.0f}".replace("-", "\N{MINUS SIGN}") if lead else "0"
