"""Fox & Hounds, exactly: what a position is worth, which moves are good, and boards.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" to "The Fairest Fuzz
Factor". The modules beside this one:

    index      rank and unrank the placements of the hounds
    table      the retrograde sweep: winner, plies, B and largest B of every placement
    winners    the same for one bit a position: boards up to 14 x 14
    policies   which moves a player chooses among, by the answers after them
    odds       how often such players win, if they slip

Here is also a sweep forwards, which counts. The number of ways to arrive at each
position is carried from layer to layer; a position is reachable if there is one, and
the games are the ways to arrive at the ends. On 10 x 10 that number is of 56 decimal
places. It is kept in as many digits to the base 2**58 as can be needed. The last digit
never grows beyond the base, so that a single one is enough to tell which positions are
reachable.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds, is_foxbox
from foxkit.rules.fox_hounds_board import FoxHoundsState, above, around
from foxkit.rules.position import Position
from foxkit.solvers import exact
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import Ints, Placements, Span, placements
from foxkit.solvers.fox_hounds_odds import Fuzz
from foxkit.solvers.fox_hounds_policies import chosen_moves
from foxkit.solvers.fox_hounds_table import (
    STORE,
    Answer,
    answer,
    answers_at,
    describe,
    is_small,
    name_of,
    require_distances,
    solved_layers,
    table,
)
from foxkit.solvers.fox_hounds_winners import hounds_plies, winners
from foxkit.solvers.store import require
from foxkit.solvers.sweep import sweeping

BITS = 58  # of a digit: up to 31 can be added in an int64
BASE = 1 << BITS


def value_of(game: FoxHounds, state: FoxHoundsState) -> exact.Value:
    """Return winner and plies of any placement, from a table built when missing."""
    return answer(game, state).value


def is_at_hand(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Return whether answers come in a moment, or are on disk already."""
    return is_small(game) or STORE.has(name_of(game, index.phase_of(game, state)))


def answers_after(position: Position) -> dict[str, Answer]:
    """Return the answer after each legal move."""
    boards = {move: position.play(move) for move in position.moves}
    return {move: answer(after.game, after.state) for move, after in boards.items()}


def move_values(position: Position) -> dict[str, str]:
    """Return what each legal move is worth, in words, such as `hounds win in 43`."""
    after = answers_after(position).items()
    return {move: exact.words(position.game, found.value) for move, found in after}


def value(position: Position) -> dict[str, Any]:
    """Return everything about a position, by the keys of `foxkit value`."""
    game: FoxHounds = position.game
    now, after = answer(game, position.state), answers_after(position)
    kept = [move for move, found in after.items() if found.winner == now.winner]
    return {
        **describe(now),
        "foxbox": is_foxbox(game, position.state),
        "keeping_moves": kept,  # all moves if the mover has lost
        "best_moves": exact.best_moves(position),
        "ai_moves": chosen_moves(position, after, "document"),
    }


class Counts(NamedTuple):
    """Sizes of a game from its start."""

    reachable: int  # positions that play can reach, ends and start included
    games: int | None  # from the start to an end; None if not asked for
    lengths: dict[int, int]  # by plies, the games that the hounds win then, if asked


class Room(NamedTuple):
    """Where placements are worked out."""

    fox: Ints  # ways to arrive, fox to move: [digit, bit]; the last bit is "no square"
    ends: Ints  # ways to arrive at an end so far: [winner, digit]
    reached: Ints  # [positions with a way to arrive so far]


def _new_room(digits: int, tables: Placements) -> Room:
    fox = np.empty((digits, tables.width + 1), np.int64)
    return Room(fox, np.zeros((2, digits), np.int64), np.zeros(1, np.int64))


@inlined
def _arrive(span: Span, before: Ints, fox: Ints) -> None:
    """Sum the ways by which a hound's move can have led here."""
    fox[:, :] = 0
    index.neighbours(span, span.tables.down)
    for origin in span.moves:
        if origin >= 0:
            for digit in range(len(fox)):
                for p in range(before.shape[2]):
                    fox[digit, p] += before[origin, digit, p]


@inlined
def _spread(near: Ints, fox: Ints, out: Ints) -> None:
    """Sum the ways by which the fox's move can have led to each square."""
    for digit in range(len(fox)):
        for q in range(out.shape[1]):
            out[digit, q] = 0
            for way in range(4):
                out[digit, q] += fox[digit, near[q, way]]


@inlined
def _carry(digits: Ints) -> bool:
    """Make digits of sums; return whether the number is above 0."""
    last, some = len(digits) - 1, 0
    for i in range(last):
        digits[i + 1] += digits[i] >> BITS
        digits[i] &= BASE - 1
        some |= digits[i]
    digits[last] = min(digits[last], BASE)
    return (some | digits[last]) > 0


@inlined
def _settle(
    ways: Ints, areas: tuple[int, int], stuck: int, winner: int, room: Room
) -> None:
    """Count the squares that have been reached, and end the ways that lead to ends.

    `areas` are those of `squares_for`. The fox has won on the safe squares, and
    `winner` where the side to move is stuck.
    """
    free, safe = areas
    for q in range(ways.shape[1]):
        if not free >> q & 1:
            ways[:, q] = 0
            continue
        room.reached[0] += _carry(ways[:, q])
        if (stuck | safe) >> q & 1:
            ends = room.ends[FOX if safe >> q & 1 else winner]
            for digit in range(len(ends)):
                ends[digit] += ways[digit, q]
                ways[digit, q] = 0
            _carry(ends)


@inlined
def _stuck_hounds(span: Span, parity: int) -> int:
    """Return the fox's squares on rows of a parity that leave the hounds no move."""
    k, height = span.tables.k, span.tables.height
    taken = index.union(span, span.tables.own)
    own = above(k, height, taken[1 - parity], 1 - parity) & ~taken[parity]
    if above(k, height, taken[parity], parity) & ~taken[1 - parity] or own & (own - 1):
        return 0
    return own if own else -1


@compiled
def _count_rows(
    start_bit: int, before: Ints, out: Ints, span: Span, room: Room
) -> None:
    """Count some placements; `start_bit` is the fox's in layer 0, else -1."""
    k, height, parity = span.tables.k, span.tables.height, index.fox_parity(span)
    for number in range(span.start, span.stop):
        index.unrank(span, number)
        _arrive(span, before, room.fox)
        if start_bit >= 0:
            room.fox[0, start_bit] = 1
        areas = index.squares_for(span, parity)
        beside = index.squares_for(span, 1 - parity)
        stuck = ~around(k, height, beside[0], 1 - parity)
        _settle(room.fox[:, :-1], areas, stuck, HOUNDS, room)
        _spread(span.tables.near[1 - parity], room.fox, out[number])
        _settle(out[number], beside, _stuck_hounds(span, 1 - parity), FOX, room)


def _number(digits: Ints) -> int:
    return sum(int(digit) << BITS * i for i, digit in enumerate(digits))


def _digits(tables: Placements, with_games: bool) -> int:
    """Return how many digits the largest number can need."""
    most = (8 * tables.k) ** tables.layers  # 2 k moves of hounds, 4 of the fox
    return -(-most.bit_length() // BITS) if with_games else 1


def require_counts(game: FoxHounds, with_games: bool) -> None:
    """Raise ValueError if there is no room to count a board, with what would do."""
    tables, board = placements(game), f"{game.width} x {game.height}"
    two_layers = max(map(sum, pairwise([0, *map(tables.size, range(tables.layers))])))
    needed = 8 * two_layers * _digits(tables, with_games) * tables.width
    if with_games:
        instead = "leave them out with --no-games"
        require(needed, f"counting the games on {board}", instead)
    require(needed, f"counting the positions on {board}", "use --winner-only")


def count(game: FoxHounds, with_games: bool = True, progress: bool = False) -> Counts:
    """Count the positions that play can reach from the start, and the games.

    Source: "Fox & Hounds", the table of section "Solving the Game". Without the games
    it takes less memory; `progress` shows a bar on stderr.

    Raises:
        ValueError: this machine has too little memory.
    """
    require_counts(game, with_games)
    tables, fox, reached, ends = placements(game), game.start().fox, 0, []
    digits = _digits(tables, with_games)
    new_room = partial(_new_room, digits)
    before = np.empty((0, digits, tables.width), np.int64)
    with sweeping(tables.total, "counting", progress) as sweep:
        for layer in range(tables.layers):
            out = np.empty((tables.size(layer), digits, tables.width), np.int64)
            work = partial(_count_rows, -1 if layer else tables.bit[fox], before, out)
            rooms = index.sweep_layer(sweep, work, tables, layer, new_room)
            reached += sum(int(room.reached[0]) for room in rooms)
            ends.append([sum(_number(r.ends[who]) for r in rooms) for who in (0, 1)])
            before = out
    if not with_games:
        return Counts(reached, None, {})
    lengths = {2 * s: won for s, (_, won) in enumerate(ends) if won}
    return Counts(reached, sum(map(sum, ends)), lengths)


def start_answer(game: FoxHounds, progress: bool = False) -> Answer:
    """Solve a board, two layers in memory, and return the answer for its start.

    Raises:
        ValueError: even two layers would be too large.
    """
    for _, layer in solved_layers(game, progress=progress):
        last = layer
    bit = int(placements(game).bit[game.start().fox])
    code, box, pair = answers_at(last.rows(0), bit)
    return Answer(code, box, pair, FOX)


def _fuzz_summary(game: FoxHounds) -> dict[str, Any]:
    """Return the opposite position, the fairest p and the rows of the fuzz table."""
    fuzz, opposite = Fuzz(table(game)), None
    fair, tried = fuzz.bisection()
    if fuzz.opposite is not None:
        found = describe(fuzz.table.answer(fuzz.opposite.state))
        opposite = {"position": fuzz.opposite.text, **found}
    return {"opposite": opposite, "fairest_p": fair, "rows": list(fuzz.rows(tried))}


def summary(
    game: FoxHounds, games: bool = True, fuzz: bool = False, progress: bool = False
) -> dict[str, Any]:
    """Return what there is to know about a board's start.

    `games` counts the games, too, which takes more memory, and `fuzz` finds the fairest
    fuzz factor, with the document's table.

    Raises:
        ValueError: the board is too large for this machine; said before any work.
    """
    require_distances(game)
    require_counts(game, games)
    answer, counts = start_answer(game, progress), count(game, games, progress)
    found = {"width": game.width, "height": game.height, "reachable": counts.reachable}
    sizes = {"games": counts.games} if games else {}
    return found | sizes | describe(answer) | (_fuzz_summary(game) if fuzz else {})


def winner_summary(
    game: FoxHounds, plies: bool = False, progress: bool = False
) -> dict[str, Any]:
    """Return who wins from the start of a board, by the mask solver.

    `plies` asks in how many plies, too, where the hounds win.
    """
    state, found = game.start(), winners(game, progress=progress)
    won, placed = map(sum, zip(*found.won.values(), strict=True))
    return {
        "width": game.width,
        "height": game.height,
        "winner": game.PLAYERS[not found.fox_wins(state)],
        "placements": placed,
        "won_by_hounds": won,
        **({"plies": hounds_plies(game, state, progress)} if plies else {}),
    }
