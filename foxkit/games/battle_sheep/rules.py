"""Battle Sheep: four flocks that split and slide until no player can move.

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
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline, entry
from foxkit.core.bits import ctz
from foxkit.core.fields import Fields, checked, rule
from foxkit.core.game import (
    MoveBuffer,
    legal_moves,
    observe,
    payoffs,
    play,
    resample_hidden,
)
from foxkit.core.grid import UnsoundPosition
from foxkit.core.quoting import quoted
from foxkit.core.rng import Seed, advance, below, mix
from foxkit.games.battle_sheep.geometry import (
    EMPTY,
    LARGEST,
    SCORE_OF_REGION,
    Cell,
    CellSet,
    Coordinates,
    cell_set,
    cells_of,
    difference,
    first_cell,
    free_directions,
    grown_field,
    has_cell,
    intersection,
    is_empty,
    packed_word,
    score,
    set_of_cells,
    size_of,
    slide_end,
    square_field,
    toggled,
    union,
    with_neighbours,
    with_side_neighbours,
)

# -- States ----------------------------------------------------------------------------
#
# Battle Sheep's states: who stands where and how high, and what a flock can do.


Size: TypeAlias = int
"""The columns of a map, and its rows."""
Heights = tuple[CellSet, CellSet, CellSet, CellSet, CellSet]


class SheepState(NamedTuple):
    """Who stands where, how high, and who moves.

    Attributes:
        free: the cells that no player owns yet; neither free nor owned is an obstacle.
        owned: each player's cells.
        height: sheep on each cell less one, as sets: the cells where the number has
            bit 0, bit 1, ...
        mover: the player to move, from 0.
    """

    free: CellSet
    owned: tuple[CellSet, CellSet, CellSet, CellSet]
    height: Heights
    mover: int


@compiled_inline
def scores(state: SheepState) -> tuple[int, int, int, int]:
    """The score of each player."""
    one, two, three, four = state.owned
    return score(one), score(two), score(three), score(four)


@compiled_inline
def sheep_on(state: SheepState, cell: Cell) -> int:
    """How many sheep stand on a cell that is owned."""
    number = 1
    for bit in range(5):
        number += has_cell(state.height[bit], cell) << bit
    return number


@compiled_inline
def _cells_with_stacks(state: SheepState, player: int) -> CellSet:
    """A player's cells with more than one sheep."""
    height = state.height
    low = union(union(height[0], height[1]), union(height[2], height[3]))
    return intersection(state.owned[player], union(low, height[4]))


@compiled_inline
def write_slides(state: SheepState, moves: MoveBuffer, without_numbers: int = 0) -> int:
    """Write slides in the report's order, cell, direction, number; return how many.

    If `without_numbers` is 1, each slide stands there once, without a number.
    """
    stacks, n = _cells_with_stacks(state, state.mover), 0
    for word in range(4):
        cells = packed_word(stacks, word)
        while cells:
            cell = 60 * word + ctz(cells)
            cells &= cells - 1
            first, end = (0, 1) if without_numbers else (1, sheep_on(state, cell))
            open_ways = free_directions(state.free, cell)
            while open_ways:
                code = cell << 10 | (ctz(open_ways) + 1) << 6
                open_ways &= open_ways - 1
                of_this_slide = moves[n:]
                for i in range(end - first):
                    of_this_slide[i] = code | first + i
                n += end - first
    return n


@compiled_inline
def can_slide(state: SheepState, player: int) -> bool:
    """Whether a player has a stack to split beside a free cell."""
    return not is_empty(
        intersection(_cells_with_stacks(state, player), with_neighbours(state.free))
    )


@compiled_inline
def state_with_new_stack(
    state: SheepState, cell: Cell, sheep: int, next_mover: int
) -> SheepState:
    """The state with so many sheep of the mover on a free cell, `next_mover` to move.

    They come from outside: whoever slides has taken them off the board before.
    """
    new_cell, stacks, player = cell_set(cell), state.owned, state.mover
    owned = (
        toggled(stacks[0], new_cell, int(player == 0)),
        toggled(stacks[1], new_cell, int(player == 1)),
        toggled(stacks[2], new_cell, int(player == 2)),
        toggled(stacks[3], new_cell, int(player == 3)),
    )
    height = heights_with_flipped_bits(state.height, new_cell, sheep - 1)
    return SheepState(difference(state.free, new_cell), owned, height, next_mover)


@compiled_inline
def heights_with_flipped_bits(height: Heights, cells: CellSet, bits: int) -> Heights:
    """The heights with some bits of the number on a place changed."""
    return (
        toggled(height[0], cells, bits & 1),
        toggled(height[1], cells, bits >> 1 & 1),
        toggled(height[2], cells, bits >> 2 & 1),
        toggled(height[3], cells, bits >> 3 & 1),
        toggled(height[4], cells, bits >> 4 & 1),
    )


# -- Text ------------------------------------------------------------------------------
#
#     # a16 . #/# . . b16/... | 3
#
# Rows from the top, joined by `/`, with a blank between cells: `#` obstacle, `.` free,
# a letter `a` to `d` (players 1 to 4) with a number of sheep; then the player to move.


_FORM_OF_TEXT = (
    "rows of cells such as '# a16 . #', joined by '/', then ' | ' and a player 1-4"
)
_CELL_TEXTS = {"#", ".", *(f"{letter}{n}" for letter in "abcd" for n in range(1, 33))}


def read_text(text: str) -> tuple[Size, SheepState, list[int]]:
    """The size and the state of a text, and how many sheep each player has.

    ValueError names its first fault.
    """
    board, *movers = text.split("|")
    if len(movers) != 1:
        raise ValueError(
            f"not 2 parts but {len(movers) + 1}, divided by '|': {_FORM_OF_TEXT}"
        )
    rows, mover = [row.split() for row in board.split("/")], movers[0].strip()
    drawn = _read_cells(rows)
    free = set_of_cells(at for at, cell in drawn.items() if cell == ".")
    stacks = {at: int(cell[1:]) for at, cell in drawn.items() if cell[0] in "abcd"}
    if mover not in ("1", "2", "3", "4"):
        raise ValueError(f"player to move {quoted(mover)} instead of 1, 2, 3 or 4")
    owned = [[at for at in stacks if drawn[at][0] == letter] for letter in "abcd"]
    a, b, c, d = map(set_of_cells, owned)
    one, two, three, four, five = (
        set_of_cells(at for at, sheep in stacks.items() if sheep - 1 >> bit & 1)
        for bit in range(5)
    )
    height = (one, two, three, four, five)
    state = SheepState(free, (a, b, c, d), height, int(mover) - 1)
    return len(rows), state, [sum(stacks[at] for at in cells) for cells in owned]


def _read_cells(rows: list[list[str]]) -> dict[Coordinates, str]:
    """What stands on each cell (x, y); ValueError names the first fault."""
    if not 3 <= len(rows) <= LARGEST:
        raise ValueError(f"{len(rows)} rows instead of 3 to {LARGEST}")
    for y, row in enumerate(rows):
        if len(row) != len(rows):
            fault = f"row {y} has {len(row)} cells instead of {len(rows)}"
            raise ValueError(f"{fault}, one a row")
        for x, cell in enumerate(row):
            if cell not in _CELL_TEXTS:
                fault = f"{quoted(cell)} at {x},{y}"
                raise ValueError(
                    f"{fault} instead of #, . or a1 to d32, a player's sheep"
                )
    return {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}


def state_text(size: Size, state: SheepState) -> str:
    """The text of a state on an array of some size."""
    drawn = dict.fromkeys(cells_of(state.free), ".")
    for letter, cells in zip("abcd", state.owned, strict=True):
        for x, y in cells_of(cells):
            drawn[x, y] = f"{letter}{sheep_on(state, 15 * x + y)}"
    rows = (" ".join(drawn.get((x, y), "#") for x in range(size)) for y in range(size))
    return f"{'/'.join(rows)} | {state.mover + 1}"


# -- The rules -------------------------------------------------------------------------


RANK, SCORE, BOTH = 0, 1, 2
"""What a finished game pays: the rank, the score, or three parts rank and one score."""
PASS = 225 << 10
"""The move of a player who cannot move while others can."""


class _Rules(NamedTuple):
    """The fields of `BattleSheep`, each declared with its words and values."""

    size: int = rule(12, "columns and rows", range(3, LARGEST + 1))
    cells: int = rule(64, "cells of the field", range(4, LARGEST**2 + 1))
    sheep: int = rule(16, "sheep of each player", range(2, 33))
    neighbours: int = rule(
        4,
        "the map grows to",
        {4: "4 sides", 8: "8 neighbours"},
        "The cells around one of the field that may join it.",
    )
    percent: int = rule(70, "chance that a neighbour joins", range(1, 101))
    joined: int = rule(
        0,
        "joined by sides",
        {0: "or by corners", 1: "always"},
        "1 allows only maps that hang together by their cells' sides.",
    )
    seed: int = rule(0, "map", range(2**63 - 1), "The seed from which the map grows.")
    hidden: int = rule(
        0,
        "others' stacks",
        {0: "are seen", 1: "are hidden"},
        "Whether a player knows how many sheep stand on the others' cells.",
    )
    teams: int = rule(
        0,
        "play",
        {0: "each alone", 1: "1 and 3 against 2 and 4"},
        "Teams are paid for the sum of their two scores.",
    )
    pays: int = rule(
        RANK,
        "a game pays",
        {RANK: "rank", SCORE: "score", BOTH: "both"},
        "Both: three parts rank and one part score.",
    )


@checked
class BattleSheep(_Rules):
    """The rules of Battle Sheep: stacks of sheep spread over a pasture of square cells.

    Who cannot move passes, and at the end the highest score wins: large regions of
    joined cells count most. The defaults are those of the report's first game of four.

    Examples:
        >>> Position.start(BattleSheep(size=5, cells=16)).text
        '. . . . ./# # . . #/# . . # #/# . . . #/. . # . . | 1'
    """

    __slots__ = ()
    NAME = "battle-sheep"
    PLAYERS = ("1", "2", "3", "4")
    MAX_MOVES = 248  # 31 splits of a stack of 32, in eight directions
    FIELDS: ClassVar[Fields]  # made by `checked`
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "845": {"neighbours": 8, "percent": 45},
        "large": {"size": 15, "cells": 100, "sheep": 32},
        "hidden": {"hidden": 1},
        "teams": {"teams": 1},
    }

    def with_deal(self, seed: int) -> "BattleSheep":
        """The same rules on the map that grows from another seed."""
        return self._replace(seed=seed)

    def start(self) -> SheepState:
        """The starting position: the map, without sheep."""
        field = grown_field(
            self.seed, self.size, self.cells, self.neighbours, self.percent, self.joined
        )
        return SheepState(field, (EMPTY,) * 4, (EMPTY,) * 5, 0)

    def parse(self, text: str) -> tuple["BattleSheep", SheepState]:
        """The game and the state of a text; ValueError names its first fault."""
        size, state, sheep_of_players = read_text(text)
        game = self._replace(size=size)
        for player, held in zip(self.PLAYERS, sheep_of_players, strict=True):
            if held > self.sheep:
                fault = f"player {player} has {held} sheep"
                allowed = f"instead of {self.sheep} at most"
                raise UnsoundPosition(f"{fault} {allowed}", game, state)
        return game, state

    def format(self, state: SheepState) -> str:
        """The one-line text of a state."""
        return state_text(self.size, state)

    def format_move(self, state: SheepState, move: int) -> str:
        """`x,y` for a start, `x,y:m>d` for m sheep in direction d, or `pass`."""
        if move == PASS:
            return "pass"
        (x, y), direction, sheep = divmod(move >> 10, 15), move >> 6 & 15, move & 63
        return f"{x},{y}:{sheep}>{direction}" if sheep else f"{x},{y}"

    def reason(self, state: SheepState) -> str:
        """The scores of a finished game, in words; empty while it goes on."""
        moves = np.empty(self.MAX_MOVES, np.int64)
        over = not entry.legal_moves(self, state, moves)
        return f"scores {', '.join(map(str, scores(state)))}" if over else ""


@compiled_inline
def edge_cells(game: BattleSheep, state: SheepState) -> CellSet:
    """The free cells with an obstacle at a side, where a flock may start.

    The edge of the array is no obstacle: so it is in the report's listing.
    """
    owned = state.owned
    taken = union(union(owned[0], owned[1]), union(owned[2], owned[3]))
    obstacles = difference(square_field(game.size), union(taken, state.free))
    return intersection(state.free, with_side_neighbours(obstacles))


@compiled_inline
def _write_starting_moves(
    game: BattleSheep, state: SheepState, moves: MoveBuffer
) -> int:
    """Write the starting cells of the mover as moves; return how many."""
    allowed, n = edge_cells(game, state), 0
    for word in range(4):
        cells = allowed[word]
        while cells:
            moves[n] = (60 * word + ctz(cells)) << 10
            n += 1
            cells &= cells - 1
    return n


@legal_moves.register
def _legal_moves(game: BattleSheep, state: SheepState, moves: MoveBuffer) -> int:
    """Write starts, slides, or a pass while others can move; return how many."""
    if is_empty(state.owned[state.mover]):
        n = _write_starting_moves(game, state, moves)
    else:
        n = write_slides(state, moves)
    if n:
        return n
    for player in range(4):
        starts = is_empty(state.owned[player])
        if (starts and not is_empty(edge_cells(game, state))) or can_slide(
            state, player
        ):
            moves[0] = PASS
            return 1
    return 0


@play.register
def _play(game: BattleSheep, state: SheepState, move: int) -> SheepState:
    """The state after a start, a slide or a pass."""
    after = (state.mover + 1) & 3
    if move == PASS:
        return SheepState(state.free, state.owned, state.height, after)
    cell, direction, part = move >> 10, move >> 6 & 15, move & 63
    if part == 0:
        return state_with_new_stack(state, cell, game.sheep, after)
    sheep = sheep_on(state, cell)
    turned = (sheep - 1) ^ (sheep - part - 1)
    height = heights_with_flipped_bits(state.height, cell_set(cell), turned)
    left = SheepState(state.free, state.owned, height, state.mover)
    return state_with_new_stack(
        left, slide_end(state.free, cell, direction), part, after
    )


@payoffs.register
def _payoffs(game: BattleSheep, state: SheepState) -> tuple[float, float, float, float]:
    """The payoff of each player, from the scores of all."""
    one, two, three, four = scores(state)
    if game.teams:
        one, two, three, four = one + three, two + four, one + three, two + four
    all_four = (one, two, three, four)
    pair = _payoff_of_score(game, one, all_four), _payoff_of_score(game, two, all_four)
    return (
        *pair,
        _payoff_of_score(game, three, all_four),
        _payoff_of_score(game, four, all_four),
    )


@compiled_inline
def _payoff_of_score(
    game: BattleSheep, score: int, all_scores: tuple[int, int, int, int]
) -> float:
    """A payoff: of a rank (ties share the middle), a score, or of both."""
    beaten = 0
    for other in all_scores:
        beaten += (score > other) - (score < other)
    rank = beaten / (2 if game.teams else 3)
    top = SCORE_OF_REGION[game.sheep] * (2 if game.teams else 1)
    share = min(1.0, 2 * score / top - 1)
    if game.pays == RANK:
        return rank
    return share if game.pays == SCORE else 0.75 * rank + 0.25 * share


@observe.register
def _observe(game: BattleSheep, state: SheepState, player: int) -> SheepState:
    """The state with the others' stacks as single sheep, if they are hidden."""
    if not game.hidden:
        return state
    own_cells, (a, b, c, d, e) = state.owned[player], state.height
    low = (intersection(a, own_cells), intersection(b, own_cells))
    high = (intersection(c, own_cells), intersection(d, own_cells))
    seen = (*low, *high, intersection(e, own_cells))
    return SheepState(state.free, state.owned, seen, state.mover)


@resample_hidden.register
def _resample_hidden(
    game: BattleSheep, state: SheepState, player: int, seed: int
) -> SheepState:
    """The state with the others' sheep dealt anew to their cells, if hidden."""
    if not game.hidden:
        return state
    height, seed = observe(game, state, player).height, mix(seed, 0)
    for other in range(4):
        cells = state.owned[other]
        if other != player and not is_empty(cells):
            height, seed = _deal_sheep_on_cells(
                height, cells, game.sheep - size_of(cells), seed
            )
    return SheepState(state.free, state.owned, height, state.mover)


@compiled_inline
def _deal_sheep_on_cells(
    height: Heights, cells: CellSet, sheep: int, seed: int
) -> tuple[Heights, Seed]:
    """Put sheep on a player's cells of one sheep each, every way being as likely.

    A way is a row of sheep and of steps to the next cell; what comes next is drawn in
    proportion to what is left of both.
    """
    steps, here, bits = size_of(cells) - 1, first_cell(cells), 0
    while sheep > 0:
        seed = advance(seed)
        if below(seed, sheep + steps) < sheep:
            sheep, bits = sheep - 1, bits + 1
        else:
            height = heights_with_flipped_bits(height, here, bits)
            bits = 0
            steps = steps - 1
            cells = difference(cells, here)
            here = first_cell(cells)
    return heights_with_flipped_bits(height, here, bits), seed
