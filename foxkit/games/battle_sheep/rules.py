"""Battle Sheep: four flocks that split and slide until nobody can move.

Source: the Battle Sheep report of a course's second project, sections III and V (its
listing), and the assignment as far as public programs of its players tell it. In turn
each player puts the whole flock on a cell at the edge of the field, then splits a stack
and slides a part of it as far as it goes:

    # # # # # #        a6: six sheep of player 1
    # a6 . . . #       1,1:2>6   two of them go east, to 3,1; four stay
    # . # . . #        1,1:5>8   five go south, to 1,2; one stays
    # # # # # #

Whoever cannot move passes. The score is the sum of size ** 1.25 over the regions of a
player's cells that are joined by their sides.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import numpy as np

from foxkit.core import entry, inlined
from foxkit.core.bits import ctz
from foxkit.core.fields import checked, rule
from foxkit.core.game import legal_moves, observe, payoffs, play, redeal
from foxkit.core.rng import advance, below, mix
from foxkit.games.battle_sheep import maps
from foxkit.games.battle_sheep import text as text_form
from foxkit.games.battle_sheep.geometry import (
    EMPTY,
    LARGEST,
    REGION,
    CellSet,
    area,
    common,
    first_cell,
    inside,
    is_empty,
    single,
    slide,
    union,
    with_sides,
    without,
)
from foxkit.games.battle_sheep.state import (
    Heights,
    SheepState,
    can_slide,
    changed,
    scores,
    settled,
    sheep_on,
    splits,
)

RANK, SCORE, BOTH = 0, 1, 2
"""What a finished game pays: the rank, the score, or three parts rank and one score."""
PASS = 225 << 10
"""The move of a player who cannot move while others can."""


class _Rules(NamedTuple):
    size: int = rule(12, "columns and rows", range(3, LARGEST + 1))
    cells: int = rule(64, "cells of the field", range(4, LARGEST**2 + 1))
    sheep: int = rule(16, "sheep of each player", range(2, 33))
    neighbours: int = rule(4, "the map grows to", {4: "4 sides", 8: "8 neighbours"})
    percent: int = rule(70, "chance that a neighbour joins", range(1, 101))
    joined: int = rule(0, "joined by sides", {0: "or by corners", 1: "always"})
    """1 deals only maps that hang together by their cells' sides."""
    seed: int = rule(0, "map", range(2**63 - 1))
    hidden: int = rule(0, "others' stacks", {0: "are seen", 1: "are hidden"})
    teams: int = rule(0, "play", {0: "each alone", 1: "1 and 3 against 2 and 4"})
    pays: int = rule(RANK, "a game pays", {RANK: "rank", SCORE: "score", BOTH: "both"})


@checked
class BattleSheep(_Rules):
    """The rules as a value; the defaults are those of the first game of four."""

    __slots__ = ()
    NAME = "battle-sheep"
    PLAYERS = ("1", "2", "3", "4")
    MAX_MOVES = 248  # 31 splits of a stack of 32, in eight directions
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "845": {"neighbours": 8, "percent": 45},
        "large": {"size": 15, "cells": 100, "sheep": 32},
        "hidden": {"hidden": 1},
        "teams": {"teams": 1},
    }

    def dealt(self, seed: int) -> "BattleSheep":
        return self._replace(seed=seed)

    def start(self) -> SheepState:
        field = maps.field(
            self.seed, self.size, self.cells, self.neighbours, self.percent, self.joined
        )
        return SheepState(field, (EMPTY,) * 4, (EMPTY,) * 5, 0)

    def problems(self, text: str) -> list[str]:
        return text_form.problems(text, self.sheep)

    def parse(self, text: str) -> tuple["BattleSheep", SheepState]:
        size, state = text_form.read(text)
        return self._replace(size=size), state

    def format(self, state: SheepState) -> str:
        return text_form.written(self.size, state)

    def format_move(self, state: SheepState, move: int) -> str:
        """Return `x,y` for a start, `x,y:m>d` for m sheep in direction d, or `pass`."""
        if move == PASS:
            return "pass"
        (x, y), direction, sheep = divmod(move >> 10, 15), move >> 6 & 15, move & 63
        return f"{x},{y}:{sheep}>{direction}" if sheep else f"{x},{y}"

    def reason(self, state: SheepState) -> str:
        moves = np.empty(self.MAX_MOVES, np.int64)
        over = not entry.legal_moves(self, state, moves)
        return f"scores {', '.join(map(str, scores(state)))}" if over else ""


@inlined
def border(game: BattleSheep, state: SheepState) -> CellSet:
    """Return the free cells with an obstacle at a side, where a flock may start.

    The edge of the array is no obstacle: so it is in the report's listing.
    """
    owned = state.owned
    taken = union(union(owned[0], owned[1]), union(owned[2], owned[3]))
    obstacles = without(inside(game.size), union(taken, state.free))
    return common(state.free, with_sides(obstacles))


@inlined
def _starts(game: BattleSheep, state: SheepState, moves: np.ndarray) -> int:
    allowed, n = border(game, state), 0
    for word in range(4):
        cells = allowed[word]
        while cells:
            moves[n] = (60 * word + ctz(cells)) << 10
            n += 1
            cells &= cells - 1
    return n


@legal_moves.register
def _legal_moves(game: BattleSheep, state: SheepState, moves: np.ndarray) -> int:
    if is_empty(state.owned[state.mover]):
        n = _starts(game, state, moves)
    else:
        n = splits(state, moves)
    if n:
        return n
    for player in range(4):
        starts = is_empty(state.owned[player])
        if (starts and not is_empty(border(game, state))) or can_slide(state, player):
            moves[0] = PASS
            return 1
    return 0


@play.register
def _play(game: BattleSheep, state: SheepState, move: int) -> SheepState:
    after = (state.mover + 1) & 3
    if move == PASS:
        return SheepState(state.free, state.owned, state.height, after)
    cell, direction, part = move >> 10, move >> 6 & 15, move & 63
    if part == 0:
        return settled(state, cell, game.sheep, after)
    sheep = sheep_on(state, cell)
    turned = (sheep - 1) ^ (sheep - part - 1)
    height = changed(state.height, single(cell), turned)
    left = SheepState(state.free, state.owned, height, state.mover)
    return settled(left, slide(state.free, cell, direction), part, after)


@payoffs.register
def _payoffs(game: BattleSheep, state: SheepState) -> tuple[float, float, float, float]:
    one, two, three, four = scores(state)
    if game.teams:
        one, two, three, four = one + three, two + four, one + three, two + four
    all_four = (one, two, three, four)
    pair = _worth(game, one, all_four), _worth(game, two, all_four)
    return *pair, _worth(game, three, all_four), _worth(game, four, all_four)


@inlined
def _worth(game: BattleSheep, own: int, scores: tuple[int, int, int, int]) -> float:
    """Return a payoff: of a rank (ties share the middle), a score, or of both."""
    beaten = 0
    for other in scores:
        beaten += (own > other) - (own < other)
    rank = beaten / (2 if game.teams else 3)
    top = REGION[game.sheep] * (2 if game.teams else 1)
    share = min(1.0, 2 * own / top - 1)
    if game.pays == RANK:
        return rank
    return share if game.pays == SCORE else 0.75 * rank + 0.25 * share


@observe.register
def _observe(game: BattleSheep, state: SheepState, player: int) -> SheepState:
    if not game.hidden:
        return state
    own, (a, b, c, d, e) = state.owned[player], state.height
    low, high = (common(a, own), common(b, own)), (common(c, own), common(d, own))
    seen = (*low, *high, common(e, own))
    return SheepState(state.free, state.owned, seen, state.mover)


@redeal.register
def _redeal(game: BattleSheep, state: SheepState, player: int, seed: int) -> SheepState:
    if not game.hidden:
        return state
    height, seed = observe(game, state, player).height, mix(seed, 0)
    for other in range(4):
        own = state.owned[other]
        if other != player and not is_empty(own):
            height, seed = _spread_out(height, own, game.sheep - area(own), seed)
    return SheepState(state.free, state.owned, height, state.mover)


@inlined
def _spread_out(
    height: Heights, own: CellSet, sheep: int, seed: int
) -> tuple[Heights, int]:
    """Put sheep on a player's cells of one sheep each, every way being as likely.

    A way is a row of sheep and of steps to the next cell; what comes next is drawn in
    proportion to what is left of both.
    """
    steps, here, bits = area(own) - 1, first_cell(own), 0
    while sheep > 0:
        seed = advance(seed)
        if below(seed, sheep + steps) < sheep:
            sheep, bits = sheep - 1, bits + 1
        else:
            height, bits, steps = changed(height, here, bits), 0, steps - 1
            own = without(own, here)
            here = first_cell(own)
    return changed(height, here, bits), seed
