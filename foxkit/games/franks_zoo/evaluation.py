"""HeuristicAI of the Frank's Zoo report: section 3, Table 2.

>>> found = advise("2 fox, 1 fish", "2 hedgehog", "1 elephant, 4 perch", "40")
>>> found.step, found.moves
('winning sequence', ['2 fox'])
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.arguments import refuse_former_keywords, whole_number
from foxkit.core.generic import compared_by_class
from foxkit.core.quoting import quoted
from foxkit.core.rng import Seed, advance, below
from foxkit.games.franks_zoo.cards import (
    ANIMALS,
    CARDS_BY_DECK,
    NUM_TYPES,
    ONE_JOKER,
    PASS,
    STANDARD,
    Cards,
    cards_in,
    count_of,
    number_of_cards,
    write_beating_moves,
    write_opening_moves,
)
from foxkit.games.franks_zoo.rules import (
    ALWAYS,
    NUM_SEATS,
    FranksZoo,
    ZooState,
    hand_of,
    move_text,
    read_cards,
    read_text,
    unseen_cards,
)
from foxkit.games.franks_zoo.sequences import (
    excludes_winning_sequence,
    largest_move_sizes,
    limited_to_hand,
    starts_winning_sequence,
    winning_move,
)
from foxkit.search.playout import playout_move

TABLE_3: Mapping[str, int] = {
    **{"joker": 0, "elephant": 2, "whale": 8, "bear": 14, "crocodile": 18, "seal": 30},
    **{"fox": 40, "mouse": 46, "lion": 48, "hedgehog": 62, "perch": 70},
    **{"mosquito": 76, "fish": 84},
}
TABLE_4: Mapping[int, tuple[int, ...]] = {
    2: (85, 54),
    3: (68, 50, 23),
    4: (64, 40, 33, 9),
    5: (64, 42, 29, 18, 12),
    6: (62, 35, 35, 12, 6, 3),
    7: (49, 48, 32, 22, 9, 3, 3),
    8: (52, 44, 39, 23, 9, 2, 3, 1),
    9: (47, 41, 25, 25, 0, 7, 7, 2, 2),
    10: (55, 43, 32, 15, 8, 7, 8, 1, 1, 0),
    11: (54, 34, 36, 20, 15, 10, 3, 3, 0, 0, 0),
    12: (52, 42, 34, 20, 15, 14, 2, 3, 2, 1, 0, 0),
    13: (58, 36, 27, 19, 15, 13, 8, 0, 0, 1, 1, 0, 0),
}
STEPS = (
    *("only move", "winning move", "winning sequence", "preferred"),
    *("random candidate", "pass"),
)
"""How HeuristicAI comes to its move."""
StepIndex: TypeAlias = int
NumKept: TypeAlias = int
_ONLY, _WINS, _SEQUENCE, _PREFERRED, _CANDIDATE, _PASSES = range(len(STEPS))


def printed_weights(deck: int) -> tuple[float, ...]:
    """Table 3 or 4 by main type, 0 for types that a deck does not have."""
    if deck == STANDARD:
        return tuple(float(TABLE_3.get(name, 0)) for name in ANIMALS[:NUM_TYPES])
    return tuple(map(float, TABLE_4[deck])) + (0.0,) * (NUM_TYPES - deck)


@compared_by_class
class Heuristic(NamedTuple):
    """HeuristicAI as a playout policy; the defaults are the report's numbers.

    It looks for winning sequences as the report does with `sequences` 1; 2 knows that
    a move cannot be beaten by a player who holds fewer cards than it takes.
    """

    weights: tuple[float, ...] = printed_weights(STANDARD)  # by main type, section 3.4
    lower: float = 15.0  # L before any card is played, equation (2)
    upper: float = 30.0  # U then, equation (3)
    lower_fall: float = 10.0  # L falls by players / this with each card played
    upper_fall: float = 5.0  # likewise U
    broken: float = 4.0  # divides the weight of a move that leaves cards of its type
    wins: int = 1  # whether a winning move is played at once (section 3.1)
    avoids: int = 1  # whether a losing move is dropped (section 3.2)
    sequences: int = 1  # whether winning sequences are looked for (section 3.3)
    weighs: int = 1  # whether moves are weighed (section 3.4); else any is played


def heuristic(deck: int) -> Heuristic:
    """HeuristicAI for a deck, its weights as printed in Table 3 or 4."""
    return Heuristic(printed_weights(deck))


class HandView(NamedTuple):
    """The arguments of HeuristicAI, beside its moves."""

    deck: int
    hand: int
    pool: int  # the others' cards
    played: int  # how many cards
    players: int
    longest: int = 60  # cards that one of the others holds, where that counts


@compiled_inline
def weight_bounds(policy: Heuristic, view: HandView) -> tuple[float, float]:
    """L and U, equations (2) and (3): the bounds of the weights of candidates."""
    progress = view.played * view.players
    lower = policy.lower - progress / policy.lower_fall
    return lower, policy.upper - progress / policy.upper_fall


@compiled_inline
def move_weight(policy: Heuristic, hand: Cards, move: int) -> float:
    """A move's weight (section 3.4); a pass has none, below every other."""
    if move == PASS:
        return -1.0
    card_type = move >> 4 & 15
    weight = policy.weights[card_type]
    return weight / policy.broken if move & 15 < count_of(hand, card_type) else weight


@compiled_inline
def _keep_starts_of_winning_sequences(
    view: HandView, moves: np.ndarray, num_moves: int
) -> NumKept:
    """Keep the moves that begin a winning sequence in front; return how many."""
    sizes = limited_to_hand(largest_move_sizes(view.pool), view.longest)
    if excludes_winning_sequence(view.deck, sizes, view.hand):
        return 0
    kept = 0
    for i in range(num_moves):
        move = int(moves[i])
        if move != PASS and starts_winning_sequence(view.deck, sizes, view.hand, move):
            moves[kept] = move
            kept += 1
    return kept


@compiled_inline
def _keep_by_weight(
    policy: Heuristic, view: HandView, moves: np.ndarray, num_moves: int
) -> tuple[StepIndex, NumKept]:
    """Keep the best above U, else those from L on, in front; return step and number."""
    lower, upper = weight_bounds(policy, view)
    best = upper
    for i in range(num_moves):
        weight = move_weight(policy, view.hand, moves[i])
        if moves[i] != PASS and weight >= lower:
            best = max(best, weight)
    kept = 0
    for i in range(num_moves):
        weight = move_weight(policy, view.hand, moves[i])
        candidate = best == upper and (weight >= lower or moves[i] == PASS)
        if candidate or (weight == best and best > upper):
            moves[kept] = moves[i]
            kept += 1
    if best > upper:
        return _PREFERRED, kept
    return _CANDIDATE if kept else _PASSES, kept


@partial(compiled_inline, optimized_apart=True)  # games are 7 % faster
def keep_heuristic_moves(
    policy: Heuristic, view: HandView, moves: np.ndarray, num_moves: int
) -> tuple[StepIndex, NumKept]:
    """Keep the moves that HeuristicAI may play in front of `moves`, in their order.

    Returns:
        The index of its step in `STEPS`, and how many are kept: none of them if it
        passes when opening. It plays the first, but any of them at the step `random
        candidate`.
    """
    if num_moves == 1:
        return _ONLY, 1
    if policy.wins:
        won = winning_move(view.hand, moves[:num_moves])
        if won != PASS:
            moves[0] = won
            return _WINS, 1
    if policy.avoids and view.hand >= ONE_JOKER:
        kept = 0
        for move in moves[:num_moves]:  # all but one that leaves the joker alone
            if view.hand - cards_in(move) != ONE_JOKER:
                moves[kept] = move
                kept += 1
        num_moves = kept
    if policy.sequences:
        kept = _keep_starts_of_winning_sequences(view, moves, num_moves)
        if kept:
            return _SEQUENCE, kept
    if policy.weighs:
        return _keep_by_weight(policy, view, moves, num_moves)
    return _CANDIDATE, num_moves


@compiled_inline
def longest_hand(state: ZooState, player: int) -> int:
    """The number of cards in the largest hand of the others."""
    longest = 0
    for seat in range(NUM_SEATS):
        if seat != player:
            longest = max(longest, number_of_cards(hand_of(state, seat)))
    return longest


@playout_move.register
def _heuristic_move(
    policy: Heuristic, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """A random one of the moves that HeuristicAI may play."""
    n, player = len(moves), state.mover
    may_pass = moves[n - 1] == PASS
    if state.table == 0 and n > 1 and may_pass:
        n -= 1  # whoever opens has no pass on the list, and passes if the list is empty
    pool = unseen_cards(game, state, player)
    longest = longest_hand(state, player) if policy.sequences == 2 else 60
    view = HandView(
        game.deck,
        hand_of(state, player),
        pool,
        number_of_cards(state.played),
        game.players,
        longest,
    )
    step, kept = keep_heuristic_moves(policy, view, moves, n)
    if kept == 0 and may_pass:
        return PASS, seed
    if kept > 0 and step != _CANDIDATE:
        return int(moves[0]), seed
    seed = advance(seed)
    return int(moves[below(seed, kept if kept else n)]), seed


@compared_by_class
class RandomAI(NamedTuple):
    """Any legal move is as likely, a pass too when answering (section 2)."""

    unused: int = 0


RANDOM_AI = RandomAI()


@playout_move.register
def _random_move(
    policy: RandomAI, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """Any of the moves; whoever opens does not pass."""
    n = len(moves)
    if state.table == 0 and game.passing == ALWAYS and n > 1:
        n -= moves[n - 1] == PASS
    seed = advance(seed)
    return int(moves[below(seed, n)]), seed


@compared_by_class
class TypeFirst(NamedTuple):
    """Another reading of RandomAI: any main type or a pass, then any move of the type.

    It is meant for rules that allow no pass when opening.
    """

    unused: int = 0


@playout_move.register
def _type_first_move(
    policy: TypeFirst, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """A move of a type that was drawn first, a pass being a type as well."""
    kinds, groups, chosen, ties = 0, 0, -1, 0
    for move in moves:
        group = -1 if move == PASS else move >> 4 & 15
        if group < 0 or not kinds >> group & 1:
            kinds |= 1 << group if group >= 0 else 0
            groups += 1
            seed = advance(seed)
            if below(seed, groups) == 0:
                chosen = group
    move_found = PASS
    for move in moves:
        if move != PASS and move >> 4 & 15 == chosen:
            ties += 1
            seed = advance(seed)
            if below(seed, ties) == 0:
                move_found = move
    return int(move_found), seed


class HandAdvice(NamedTuple):
    """HeuristicAI's moves from a hand, with the step and weights that lead to them.

    As a `random candidate` it may play any of `moves`, else it plays the first.
    """

    step: str  # one of `STEPS`; `pass` if it has dropped every move itself
    lower: float  # L, equation (2)
    upper: float  # U, equation (3)
    weights: dict[str, float]  # of each legal move but a pass
    moves: list[str]


@refuse_former_keywords(opponents="opponents_cards")
def advise(
    hand: str,
    table: str,
    opponents_cards: str,
    played: str | int,
    policy: Heuristic | None = None,
    deck: int = STANDARD,
    players: int = 4,
) -> HandAdvice:
    """What the report's HeuristicAI plays from a hand of Frank's Zoo, and why.

    Args:
        hand: the cards, such as `2 fox, 1 joker`.
        table: `opening`, or what the last move counts as, such as `3 fox`.
        opponents_cards: the cards of all opponents who hold any, pooled; `-` for none.
        played: how many cards everybody has played so far, or these cards.
        policy: its numbers and steps, by default the report's.
        deck: 0 for the standard deck, or the number of types of a test deck.
        players: in the game, those who are out counted too.

    Returns:
        The `step` that decides, the `weights` of the legal moves with their bounds
        `lower` and `upper`, and the `moves`: as a `random candidate` any of them may be
        played, else the first is.

    Raises:
        ValueError: names the first fault of a text, and what is allowed there.

    Examples:
        >>> advice = advise("1 elephant, 2 seal, 1 bear", "1 perch", "5 whale", "20")
        >>> advice.step, advice.moves
        ('random candidate', ['1 bear', '1 seal', 'pass'])
    """
    for name, value in (("deck", deck), ("players", players)):
        field = FranksZoo.FIELDS[name]
        if not field.allows(value):
            raise ValueError(f"{name} is {field.allowed}, not {quoted(value)}")
    deck, players = int(deck), int(players)
    for name, cards in (
        ("hand", hand),
        ("table", table),
        ("opponents_cards", opponents_cards),
    ):
        if not isinstance(cards, str):
            raise ValueError(f"{name} is a text of cards, not {quoted(cards)}")
    if not isinstance(played, str):
        played = whole_number("played", played, 0)
    gone = _count_played_cards(deck, str(played))
    pool = read_cards(deck, opponents_cards)
    state = read_text(deck, players, f"{hand} ; {table}")
    hand_cards, lying = state.one, state.table
    policy = policy or heuristic(deck)
    view = HandView(deck, hand_cards, pool, gone, players)
    moves = np.full(FranksZoo.MAX_MOVES, PASS, np.int64)
    if lying:
        moves = moves[: write_beating_moves(deck, hand_cards, lying, moves) + 1]
    else:
        moves = moves[: max(1, write_opening_moves(hand_cards, moves))]
    codes = {move_text(deck, int(move)): int(move) for move in moves}
    lower, upper = weight_bounds(policy, view)
    weights = {
        t: move_weight(policy, hand_cards, move) for t, move in codes.items() if move
    }
    step, kept = keep_heuristic_moves(policy, view, moves, len(moves))
    chosen = [move_text(deck, int(move)) for move in moves[:kept]]
    if step == _CANDIDATE and chosen == ["pass"]:
        step = _PASSES  # a draw among no cards at all: the list is empty (section 3.4)
    return HandAdvice(STEPS[step], lower, upper, weights, chosen or ["pass"])


def _count_played_cards(deck: int, number_or_cards: str) -> int:
    """How many cards have been played, of a number or a list of them."""
    cards_in_deck = number_of_cards(int(CARDS_BY_DECK[deck]))
    if not (number_or_cards.isascii() and number_or_cards.isdigit()):
        return number_of_cards(read_cards(deck, number_or_cards))
    if int(number_or_cards) > cards_in_deck:
        raise ValueError(
            f"{number_or_cards} cards played instead of {cards_in_deck} at most"
        )
    return int(number_or_cards)
