"""Fox & Hounds, exactly: what a position is worth, which moves are good, and boards.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" to "The Fairest Fuzz
Factor". The modules beside this one:

    ranking    rank and unrank the placements of the hounds
    table      the retrograde sweep: winner, plies, B and largest B of every placement
    winners    the same for one bit a position: boards up to 14 x 14
    odds       players: which moves they choose among, and how often they win

Here is also a sweep forwards. It carries from layer to layer in how many ways each
position is reached; the games are the ways to the ends. On 10 x 10 that number is of 56
decimal places: an array holds its digits to the base 2**44. The last one is capped, so
that a single digit is enough to tell which positions are reachable.
"""

from functools import partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.games.fox_hounds import ranking
from foxkit.games.fox_hounds.odds import FairestFuzz, chosen_moves
from foxkit.games.fox_hounds.ranking import (
    Bools,
    LayerPiece,
    Numbering,
    layer_pieces,
    numbering_of,
)
from foxkit.games.fox_hounds.rules import (
    FOX,
    HOUNDS,
    FoxHounds,
    FoxHoundsState,
    is_foxbox,
    squares_above,
)
from foxkit.games.fox_hounds.table import (
    STORE,
    Answer,
    answer_as_dict,
    answer_of,
    is_solved_in_a_moment,
    require_distances_fit,
    solve_layers,
    solved_table,
    table_name,
)
from foxkit.games.fox_hounds.winners import plies_to_hounds_win, solve_winners
from foxkit.solvers import exact
from foxkit.solvers.ranking import Ints
from foxkit.solvers.store import require_memory
from foxkit.solvers.sweep import sweep_in_threads

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "start_answer": "solve_start",
        },
    )

DIGIT_BITS = 44  # of a digit: all of a piece can be added in an int64


def value_of(game: FoxHounds, state: FoxHoundsState) -> exact.Value:
    """Winner and plies of any placement, from a table built when missing."""
    return answer_of(game, state).value


def is_quick(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Whether answers come in a moment, or are on disk already."""
    phase = ranking.phase_of(game, state)
    return is_solved_in_a_moment(game) or STORE.has(table_name(game, phase))


def answers_after(position: Position) -> dict[str, Answer]:
    """The answer after each legal move."""
    boards = {move: position.play(move) for move in position.moves}
    return {move: answer_of(after.game, after.state) for move, after in boards.items()}


def move_values(position: Position) -> dict[str, str]:
    """The value of each legal move in words, such as `hounds win in 43`."""
    after = answers_after(position).items()
    return {move: exact.in_words(position.game, answer.value) for move, answer in after}


def value(position: Position) -> dict[str, Any]:
    """Everything about a position, by the keys of `foxkit value`."""
    game: FoxHounds = position.game
    now, after = answer_of(game, position.state), answers_after(position)
    kept = [move for move, answer in after.items() if answer.winner == now.winner]
    return {
        **answer_as_dict(now),
        "foxbox": is_foxbox(game, position.state),
        "keeping_moves": kept,  # all moves if the mover has lost
        "best_moves": exact.best_moves(position),
        "ai_moves": chosen_moves(position, after, "document"),
    }


ReachedAndEnds: TypeAlias = NDArray[Any]
"""Python ints: the positions reached, and the ways to ends that FOX and HOUNDS win."""


class GameSize(NamedTuple):
    """How large a game is from its start."""

    reachable: int  # positions that play can reach, ends and start included
    games: int | None  # from the start to an end; None if not asked for
    lengths: dict[int, int]  # by plies, the games that the hounds win then, if asked


def _carry_digits_and_end_games(
    ways: Ints, free: Bools, safe: Bools, stuck: Bools, winner_if_stuck: int
) -> ReachedAndEnds:
    """Make digits of sums of ways to arrive, and end those that lead to ends.

    The fox has won on the safe squares, and `winner_if_stuck` where the side to move
    is stuck.
    Returns the positions reached, and the ways to ends that FOX and HOUNDS win.
    """
    ways *= free
    for low, high in pairwise(ways):
        high += low >> DIGIT_BITS
        low &= (1 << DIGIT_BITS) - 1
    np.minimum(ways[-1], 1 << DIGIT_BITS, out=ways[-1])
    counts = [int(ways.any(axis=0).sum()), 0, 0]
    for who, ends in ((winner_if_stuck, stuck & ~safe), (FOX, safe)):
        digits = ways[:, ends].sum(axis=1).tolist()
        counts[1 + who] += sum(
            digit << DIGIT_BITS * i for i, digit in enumerate(digits)
        )
        ways[:, ends] = 0
    return np.array(counts, object)


def _fox_squares_that_block_hounds(piece: LayerPiece) -> Bools:
    """The squares of the fox that leave the hounds no move: [placement, bit]."""
    per_rank = piece.numbering.per_rank
    height = piece.numbering.height
    width = piece.numbering.squares_per_parity
    taken = piece.union_over_hounds(piece.numbering.as_sets)
    parity = 1 - piece.fox_rank_parity
    beside, own = (
        squares_above(per_rank, height, taken[1 - i], 1 - i) & ~taken[i]
        for i in (1 - parity, parity)
    )
    onto_fox = own[:, None] & ~(1 << np.arange(width)) == 0  # at most
    blocking: Bools = onto_fox & (beside == 0)[:, None]
    return blocking


def _carry_ways_into_piece(
    begin_here: Any, ways_before: Ints, out: Ints, piece: LayerPiece
) -> ReachedAndEnds:
    """Carry ways from the layer before into a piece; return what is reached and ends.

    `begin_here` are ways that begin in this layer.
    """
    near = piece.numbering.near
    fox = piece.fox_rank_parity
    hounds = 1 - piece.fox_rank_parity
    ways = np.zeros((len(out), *piece.free_squares[fox].shape), np.int64)
    ways[0] += begin_here
    for origin in piece.previous_placements:
        ways[: len(ways_before)] += ways_before[:, origin]
    open_ = np.pad(piece.free_squares[hounds], ((0, 0), (0, 1)))
    stuck: Bools = ~open_[:, near[fox]].any(axis=2)  # type: ignore[assignment]
    counts = _carry_digits_and_end_games(
        ways, piece.free_squares[fox], piece.safe_squares[fox], stuck, HOUNDS
    )
    ways = np.pad(ways, ((0, 0), (0, 0), (0, 1)))
    ways = reduce(np.add, (ways[..., to] for to in near[hounds].T))
    stuck = _fox_squares_that_block_hounds(piece)
    counts += _carry_digits_and_end_games(
        ways, piece.free_squares[hounds], piece.safe_squares[hounds], stuck, FOX
    )
    out[:, piece.rows] = ways
    return counts


def _digits_for_layer(numbering: Numbering, layer: int, with_games: bool) -> int:
    """How many digits the largest number of a layer can need."""
    # The hounds have 2 * per_rank moves at most, and the fox has 4.
    largest_number = (2 * numbering.per_rank * 4) ** (layer + 1)
    return -(-largest_number.bit_length() // DIGIT_BITS) if with_games else 1


def require_memory_to_count(game: FoxHounds, with_games: bool) -> None:
    """Raise ValueError if memory is too small to count a board, with what would do."""
    numbering, what = numbering_of(game), "games" if with_games else "positions"
    layers = range(numbering.layers)
    numbers = [
        0,
        *(
            numbering.layer_size(i) * _digits_for_layer(numbering, i, with_games)
            for i in layers
        ),
    ]
    needed = 8 * numbering.squares_per_parity * max(map(sum, pairwise(numbers)))
    instead = "leave them out with --no-games" if with_games else "use --winner-only"
    require_memory(
        needed, f"counting the {what} on {game.width} x {game.height}", instead
    )


def count_games(
    game: FoxHounds, with_games: bool = True, progress: bool = False
) -> GameSize:
    """Count the positions that play can reach from the start, and the games.

    Source: the table of section "Solving the Game". Without the games it takes less
    memory; ValueError where there is too little. `progress` shows a bar on stderr.
    """
    require_memory_to_count(game, with_games)
    numbering, totals = numbering_of(game), []
    first: Any = (
        np.arange(numbering.squares_per_parity) == numbering.bit[game.start().fox]
    )
    before = np.zeros((1, 1, numbering.squares_per_parity), np.int64)
    with sweep_in_threads(numbering.num_placements, "counting", progress) as sweep:
        for layer in range(numbering.layers):
            digits = _digits_for_layer(numbering, layer, with_games)
            size = numbering.layer_size(layer)
            out = np.zeros((digits, size + 1, numbering.squares_per_parity), np.int64)
            work = partial(_carry_ways_into_piece, first, before, out)
            totals.append(sum(sweep(work, layer_pieces(numbering, layer), size)))
            first, before = 0, out
    reached, *ends = (sum(column) for column in zip(*totals, strict=True))
    if not with_games:
        return GameSize(reached, None, {})
    lengths = {2 * s: won for s, (*_, won) in enumerate(totals) if won}
    return GameSize(reached, sum(ends), lengths)


def solve_start(game: FoxHounds, progress: bool = False) -> Answer:
    """The answer for a board's start, with two layers in memory at a time."""
    for _, layer in solve_layers(game, progress=progress):
        last = layer
    bit = numbering_of(game).bit[game.start().fox]
    code, box, pair = (int(kind[bit]) for kind in last.rows(0))
    return Answer(code, box, pair, FOX)


def summary(
    game: FoxHounds, games: bool = True, fuzz: bool = False, progress: bool = False
) -> dict[str, Any]:
    """All answers about a board's start; ValueError if the board is too large.

    `games` counts the games, too, which takes more memory, and `fuzz` finds the fairest
    fuzz factor, with the document's table.
    """
    require_distances_fit(game)
    require_memory_to_count(game, games)
    answer, counts = solve_start(game, progress), count_games(game, games, progress)
    result: dict[str, Any] = {"width": game.width, "height": game.height}
    result |= {"reachable": counts.reachable}
    result |= ({"games": counts.games} if games else {}) | answer_as_dict(answer)
    if fuzz:
        player, opposite = FairestFuzz(solved_table(game)), None
        fair, tried = player.bisection()
        if other := player.opposite:
            opposite = answer_as_dict(player.table.answer(other.state))
            opposite = {"position": other.text} | opposite
        rows = list(player.rows(tried))
        result |= {"opposite": opposite, "fairest_p": fair, "rows": rows}
    return result


def winner_summary(
    game: FoxHounds, plies: bool = False, progress: bool = False
) -> dict[str, Any]:
    """The winner of the start by the mask solver and, if wanted, in how many plies."""
    state, won_positions = game.start(), solve_winners(game, progress=progress)
    won, placed = map(sum, zip(*won_positions.won.values(), strict=True))
    return {
        "width": game.width,
        "height": game.height,
        "winner": game.PLAYERS[not won_positions.fox_wins(state)],
        "placements": placed,
        "won_by_hounds": won,
        **({"plies": plies_to_hounds_win(game, state, progress)} if plies else {}),
    }
