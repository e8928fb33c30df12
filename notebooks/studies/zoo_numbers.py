"""Other numbers for HeuristicAI: tuned by evolution, and moves that hands cannot beat.

Source of the latter: section 3.3 of the report and its footnote 3. HeuristicAI takes a
move for undefeatable if the others' pooled cards cannot beat it. It may be that no
single hand can, and that the numbers of cards in the hands show it.

Each function returns a row for `kept`; a number has its 95 % interval in `_low` and
`_high`, by deals, each of which is played from every seat.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import differential_evolution

from foxkit import FranksZoo
from foxkit.core import compiled_inline, entry
from foxkit.core.game import legal_moves
from foxkit.core.generic import compared_by_class
from foxkit.core.rng import mix
from foxkit.games.franks_zoo.cards import PASS, table_after_move
from foxkit.games.franks_zoo.evaluation import (
    RANDOM_AI,
    Heuristic,
    heuristic,
    longest_hand,
)
from foxkit.games.franks_zoo.players import heuristic_learned_online
from foxkit.games.franks_zoo.rules import ALWAYS, NUM_SEATS, ZooState, unseen_cards
from foxkit.games.franks_zoo.sequences import (
    is_undefeatable,
    largest_move_sizes,
    limited_to_hand,
)
from foxkit.games.franks_zoo.training import (
    block_points,
    observe_turn,
    play_one_against_copies,
)
from foxkit.lab.stats import Row, mean_score, put_estimate, ratio

MAGIC = {
    **{"broken": (1, 12), "lower": (0, 60), "lower_fall": (1, 40)},
    **{"upper": (0, 120), "upper_fall": (1, 40)},
}
"""The magic numbers 4, 15, 10, 30 and 5, and whole numbers to try for them."""


def _points(
    deck: int, one: Any, three: Any, deals: int, seed: int
) -> NDArray[np.int64]:
    return block_points(FranksZoo(deck=deck, passing=ALWAYS), one, three, deals, seed)


def _first(row: Row, name: str, *match: Any) -> None:
    """Put how often the one policy goes out first."""
    put_estimate(row, name, mean_score((_points(*match) == 4).mean(axis=1)))


def _evolved(deck: int, deals: int, generations: int) -> Heuristic:
    """Return HeuristicAI with the numbers that go out first most often on some deals.

    By differential evolution: Storn & Price, J. Global Optim. 11 (1997), as in SciPy.
    """
    usual = heuristic(deck)

    def having(values: NDArray[np.float64]) -> Heuristic:
        return usual._replace(**dict(zip(MAGIC, map(float, values), strict=True)))

    def loss(values: NDArray[np.float64]) -> float:
        points = _points(deck, having(values), usual, deals, 7)
        return -float((points == 4).mean())

    found = differential_evolution(
        loss,
        [*MAGIC.values()],
        x0=[getattr(usual, name) for name in MAGIC],
        integrality=[True] * len(MAGIC),
        popsize=6,
        maxiter=generations,
        tol=0,
        polish=False,
        rng=np.random.default_rng(7),
    )
    return having(found.x)


def tuned(deck: int, deals: int, generations: int) -> Row:
    """Tune on some deals, and confirm on others, also beside the printed numbers.

    `unbounded` has L and U so low that the heaviest move is always preferred.
    """
    usual, own = heuristic(deck), _evolved(deck, deals, generations)
    row: Row = {name: getattr(own, name) for name in MAGIC}
    _first(row, "first", deck, own, usual, 2_500, 8)
    unbounded = usual._replace(lower=-1e6, upper=-1e6)
    _first(row, "unbounded", deck, unbounded, usual, 2_500, 8)
    _first(row, "against_random", deck, own, RANDOM_AI, 2_500, 9)
    _first(row, "printed_against_random", deck, usual, RANDOM_AI, 2_500, 9)
    return row


def online(deck: int, games: int) -> Row:
    """Let HeuristicAI learn its weights from its own games, then seat it."""
    row: Row = {}
    own = heuristic_learned_online(deck, games, 1)
    _first(row, "first", deck, own, heuristic(deck), 2_500, 10)
    _first(row, "against_random", deck, own, RANDOM_AI, 2_500, 11)
    return row


@compiled_inline
def _nobody_beats(game: FranksZoo, state: ZooState, kind: int, n: int) -> bool:
    """Tell whether no hand by itself beats `n` cards of a type."""
    for seat in range(NUM_SEATS):
        sizes = largest_move_sizes(state[seat]) if seat != state.mover else 0
        if not is_undefeatable(game.deck, sizes, kind, n):
            return False
    return True


@compared_by_class
class Undefeatable(NamedTuple):
    """Legal moves in games, an entry a game; passes, and who has no choice, left out.

    Attributes:
        moves: all of them.
        pooled: those that the others' pooled cards cannot beat (Definition 8).
        in_truth: others that no hand can beat.
        decisions: choices between moves.
        with_known: decisions that had a move among these others that nobody holds
            enough cards to beat, as everybody can see.
        listed: room for a list of moves.
    """

    moves: NDArray[np.int64]
    pooled: NDArray[np.int64]
    in_truth: NDArray[np.int64]
    decisions: NDArray[np.int64]
    with_known: NDArray[np.int64]
    listed: NDArray[np.int64]


@observe_turn.register
def _add_decision(
    own: Undefeatable, game: FranksZoo, state: ZooState, number: int, move: int
) -> None:
    n = legal_moves(game, state, own.listed)
    if n == 1:
        return
    sizes = largest_move_sizes(unseen_cards(game, state, state.mover))
    seen = limited_to_hand(sizes, longest_hand(state, state.mover))
    known = 0
    for each in own.listed[:n]:
        if each == PASS:
            continue
        table = table_after_move(each)
        kind, cards = table & 15, table >> 4
        pooled = is_undefeatable(game.deck, sizes, kind, cards)
        own.moves[number] += 1
        own.pooled[number] += pooled
        own.in_truth[number] += not pooled and _nobody_beats(game, state, kind, cards)
        known |= not pooled and is_undefeatable(game.deck, seen, kind, cards)
    own.decisions[number] += 1
    own.with_known[number] += known


def undefeatable(game: FranksZoo, policy: Any, games: int, seed: int) -> Undefeatable:
    """Count the undefeatable moves in games between copies of a policy."""
    found = Undefeatable(*np.zeros((5, games), np.int64), entry.move_buffer(game))
    play_one_against_copies(game, (policy, policy), found, games, mix(seed, 0))
    return found


def safer(deck: int, games: int) -> Row:
    """Count moves that the pooled cards can beat and no hand can.

    `known` are those that the numbers of cards give away. `first` is how often
    HeuristicAI goes out first that asks for these numbers, among three that do not.
    """
    game, usual = FranksZoo(deck=deck, passing=ALWAYS), heuristic(deck)
    found, row = undefeatable(game, usual, games, 12), Row()
    for name in ("pooled", "in_truth"):
        put_estimate(row, name, ratio(getattr(found, name), found.moves))
    put_estimate(row, "with_known", ratio(found.with_known, found.decisions))
    _first(row, "first", deck, usual._replace(sequences=2), usual, 10_000, 13)
    return row
