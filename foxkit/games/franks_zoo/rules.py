"""Frank's Zoo: a card game for four to six players with hidden hands.

Source: section 2 of the report (Definition 2, equation 1); its cards and moves stand in
files beside this one. Where the report leaves something open: any seat may begin;
nobody passes when opening, but one who holds the joker alone must; one who has passed
may play again later in the trick.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.core.fields import checked, rule
from foxkit.core.game import legal_moves, observe, payoffs, play, redeal
from foxkit.core.rng import advance, below, mix
from foxkit.games.franks_zoo import text as text_form
from foxkit.games.franks_zoo.cards import CARDS, DECKS, STANDARD, nth_type, size
from foxkit.games.franks_zoo.moves import PASS, beating, cards_in, openings, table_after

SEATS = 6
NOBODY = -1
"""As the player of `redeal`: one who sees no hand."""
ANSWERS, ALWAYS = 0, 1


class ZooState(NamedTuple):
    """Hands, table and turn; a hand of n hidden cards is -n.

    Attributes:
        one, two, three, four, five, six: the hands by seat, 0 for one without cards.
        played: all cards that have been played.
        table: main type + 16 * cards of the last move, or 0: the mover opens.
        last: the seat that made the move on the table; 0 if there is none.
        mover: the seat to move.
        passes: how many have passed since the last move, or since the table was empty.
        points: four bits a seat: the score of those who are out, equation (1).
    """

    one: int
    two: int
    three: int
    four: int
    five: int
    six: int
    played: int
    table: int
    last: int
    mover: int
    passes: int
    points: int


_DECKS = {deck: f"{deck} types, 4 of each" if deck else "standard" for deck in DECKS}


class _Rules(NamedTuple):
    players: int = rule(4, "players", range(4, SEATS + 1))
    deck: int = rule(STANDARD, "deck", _DECKS)
    """The test decks are those of section 5."""
    passing: int = rule(
        ANSWERS, "one who opens", {ANSWERS: "must play", ALWAYS: "may pass"}
    )
    """By Definition 2 one may pass, but not when all have just done so."""
    deal: int = rule(0, "deal", range(1 << 63))
    """It decides the hands and who begins."""


@checked
class FranksZoo(_Rules):
    """The rules as a value."""

    __slots__ = ()
    NAME = "franks-zoo"
    MAX_MOVES = 130  # 59 cards, with the joker or without, 10 with a mosquito, a pass
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = (
        {"players-5": {"players": 5}, "players-6": {"players": 6}}
        | {f"deck-{types}": {"deck": types} for types in DECKS[1:]}
        | {"pass-always": {"passing": ALWAYS}}
    )

    @property
    def PLAYERS(self) -> tuple[str, ...]:
        return tuple(f"{seat}" for seat in range(1, self.players + 1))

    def factors(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in ("players", "deck", "passing")}

    def dealt(self, seed: int) -> "FranksZoo":
        return self._replace(deal=seed)

    def conflicts(self) -> list[str]:
        cards, players = size(int(CARDS[self.deck])), self.players
        words = f"{cards} cards cannot be dealt evenly to {players} players"
        return [words] if cards % players else []

    def start(self) -> ZooState:
        return ZooState._make(map(int, _start(self, self.deal)))

    def problems(self, text: str) -> list[str]:
        return text_form.problems(self.deck, self.players, text)

    def parse(self, text: str) -> tuple["FranksZoo", ZooState]:
        return self, ZooState._make(text_form.read(self.deck, self.players, text))

    def format(self, state: ZooState) -> str:
        return text_form.write(self.deck, self.players, state)

    def format_move(self, state: ZooState, move: int) -> str:
        """Return `2 elephant + mosquito + joker`, or `pass`."""
        return text_form.move_text(self.deck, move)

    def is_partial(self, state: ZooState) -> bool:
        """Tell whether hands are hidden, so that nobody can play on from here."""
        return min(state[:SEATS]) < 0

    def reason(self, state: ZooState) -> str:
        return "" if players_left(state) > 1 else "one player has cards left"


@inlined
def players_left(state: ZooState) -> int:
    n = 0
    for seat in range(SEATS):
        n += state[seat] != 0
    return n


@inlined
def unseen(game: FranksZoo, state: ZooState, player: int) -> int:
    """Return the cards that a player cannot see: all others' hands, pooled."""
    own = 0 if player < 0 else state[player]
    return int(CARDS[game.deck]) - state.played - own


@inlined
def first_deal(game: FranksZoo, seed: int) -> ZooState:
    """Deal all cards; any seat is to begin."""
    n = size(int(CARDS[game.deck])) // game.players
    fifth, sixth = -n * (game.players > 4), -n * (game.players > 5)
    opener = below(advance(mix(seed, 1)), game.players)
    hidden = ZooState(-n, -n, -n, -n, fifth, sixth, 0, 0, 0, opener, 0, 0)
    return redeal(game, hidden, NOBODY, seed)


_start = compiled(lambda game, seed: first_deal(game, seed))


@legal_moves.register
def _legal_moves(game: FranksZoo, state: ZooState, moves: np.ndarray) -> int:
    left = players_left(state)
    if left < 2:
        return 0
    hand = state[state.mover]
    if state.table:
        n = beating(game.deck, hand, state.table, moves) if hand > 0 else 0
        moves[n] = PASS
        return n + 1
    n = openings(hand, moves)
    if n == 0 or (game.passing == ALWAYS and state.passes < left):
        moves[n] = PASS
        n += 1
    return n


@play.register
def _play(game: FranksZoo, state: ZooState, move: int) -> ZooState:
    seat, cards = state.mover, cards_in(move)
    table, last, passes = state.table, state.last, state.passes + 1
    points, played = state.points, state.played + cards
    if move != PASS:
        table, last, passes = table_after(move), seat, 0
        if state[seat] == cards:
            points += players_left(state) << 4 * seat  # equation (1)
    a = state.one - (cards if seat == 0 else 0)
    b = state.two - (cards if seat == 1 else 0)
    c = state.three - (cards if seat == 2 else 0)
    d = state.four - (cards if seat == 3 else 0)
    e = state.five - (cards if seat == 4 else 0)
    f = state.six - (cards if seat == 5 else 0)
    hands = a, b, c, d, e, f
    while True:  # to the next seat with cards; the table is cleared on the way
        seat = seat + 1 if seat + 1 < game.players else 0
        if table and seat == last:
            table, last, passes = 0, 0, 0
        if hands[seat] != 0:
            break
    return ZooState(a, b, c, d, e, f, played, table, last, seat, passes, points)


@inlined
def _share(game: FranksZoo, state: ZooState, seat: int) -> float:
    """Return a seat's score as a payoff: -1 for none, 1 for the most."""
    return 2.0 * (state.points >> 4 * seat & 15) / game.players - 1.0


@payoffs.register
def _payoffs(
    game: FranksZoo, state: ZooState
) -> tuple[float, float, float, float, float, float]:
    # Always six: compiled code has tuples of a fixed length. Seats that nobody sits
    # on have their share of nothing.
    return (
        _share(game, state, 0),
        _share(game, state, 1),
        _share(game, state, 2),
        _share(game, state, 3),
        _share(game, state, 4),
        _share(game, state, 5),
    )


@inlined
def _hidden(hand: int) -> int:
    """Return a hand of which only the number of cards is seen."""
    return hand if hand < 0 else -size(hand)


@inlined
def _turned(hands: tuple[int, ...], last: int) -> tuple[int, ...]:
    """Return all hands but the first, and a last one; after six turns all are new."""
    return (*hands[1:], last)


@inlined
def turned_to(state: ZooState, seat: int, passes: int) -> ZooState:
    """Return the state with another seat to move, after so many passes."""
    return ZooState(*state[:9], seat, passes, state.points)


@observe.register
def _observe(game: FranksZoo, state: ZooState, player: int) -> ZooState:
    hands = state[:SEATS]
    for seat in range(SEATS):
        hands = _turned(hands, hands[0] if seat == player else _hidden(hands[0]))
    return ZooState(*hands, *state[SEATS:])


@inlined
def _drawn(hand: int, pool: int, left: int, seed: int) -> tuple[int, int, int, int]:
    """Draw as many cards as a hand has from a pool of `left`, one after the other.

    Returns:
        The cards drawn, the pool and its size without them, and the next seed.
    """
    drawn = 0
    for _ in range(-_hidden(hand)):
        seed = advance(seed)
        card = 1 << 4 * nth_type(pool, below(seed, left))
        drawn += card
        pool -= card
        left -= 1
    return drawn, pool, left, seed


@redeal.register
def _redeal(game: FranksZoo, state: ZooState, player: int, seed: int) -> ZooState:
    pool, seed = unseen(game, state, player), mix(seed, 0)
    left = size(pool)
    hands = state[:SEATS]
    for seat in range(SEATS):
        hand = hands[0]
        if seat != player:
            hand, pool, left, seed = _drawn(hand, pool, left, seed)
        hands = _turned(hands, hand)
    return ZooState(*hands, *state[SEATS:])
