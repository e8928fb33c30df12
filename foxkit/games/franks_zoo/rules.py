"""Frank's Zoo: a card game for four to six players with hidden hands.

Source: section 2 of the report (Definition 2, equation 1); its cards and moves stand in
files beside this one. Where the report leaves something open: any seat may begin; a
player who opens must not pass, except with the joker alone; one who has passed may play
again later in the trick.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from foxkit.core import compiled, compiled_inline
from foxkit.core.fields import Fields, checked, rule
from foxkit.core.former import refuses_former_names
from foxkit.core.game import (
    MoveBuffer,
    legal_moves,
    observe,
    payoffs,
    play,
    resample_hidden,
)
from foxkit.core.quoting import quoted
from foxkit.core.rng import Seed, advance, below, mix
from foxkit.games.franks_zoo.cards import (
    ANIMALS,
    CARDS_BY_DECK,
    DECKS,
    ELEPHANT,
    JOKER,
    ONE_JOKER,
    PASS,
    STANDARD,
    Cards,
    Table,
    cards_in,
    count_of,
    nth_type,
    number_of_cards,
    table_after_move,
    type_numbers,
    write_beating_moves,
    write_opening_moves,
)

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "SEATS": "NUM_SEATS",
            "first_deal": "dealt_state",
        },
    )

NUM_SEATS = 6
NOBODY = -1
"""A number for `resample_hidden` of a player who sees no hand at all."""
ANSWERS, ALWAYS = 0, 1


LastSeat: TypeAlias = int
MoverSeat: TypeAlias = int
Passes: TypeAlias = int
Points: TypeAlias = int
"""Fields of `ZooState`."""


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

    one: Cards
    two: Cards
    three: Cards
    four: Cards
    five: Cards
    six: Cards
    played: Cards
    table: Table
    last: int
    mover: int
    passes: int
    points: int


_DECK_WORDS = {
    deck: f"{deck} types, 4 of each" if deck else "standard" for deck in DECKS
}


class _Rules(NamedTuple):
    """The fields of `FranksZoo`, each declared with its words and values."""

    players: int = rule(
        4, "players", range(4, NUM_SEATS + 1), "The deck must divide evenly among them."
    )
    deck: int = rule(
        STANDARD,
        "deck",
        _DECK_WORDS,
        "The test decks are those of section 5 of the report.",
    )
    passing: int = rule(
        ANSWERS,
        "one who opens",
        {ANSWERS: "must play", ALWAYS: "may pass"},
        "By Definition 2 one may pass, but not when all have just done so.",
    )
    deal: int = rule(
        0, "deal", range(1 << 63), "The seed that decides the hands and who begins."
    )


@checked
class FranksZoo(_Rules):
    """The rules of Frank's Zoo, a card game: who gets rid of the cards first wins.

    A game is one deal. Its `deal` is a seed, and `match` deals anew for each block.

    Examples:
        >>> start = Position.start(FranksZoo(deal=3))
        >>> start.mover, start.game.players
        ('1', 4)
    """

    __slots__ = ()
    NAME = "franks-zoo"
    MAX_MOVES = 130  # 59 cards, with the joker or without, 10 with a mosquito, a pass
    FIELDS: ClassVar[Fields]  # made by `checked`
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = (
        {"players-5": {"players": 5}, "players-6": {"players": 6}}
        | {f"deck-{types}": {"deck": types} for types in DECKS[1:]}
        | {"pass-always": {"passing": ALWAYS}}
    )

    @property
    def PLAYERS(self) -> tuple[str, ...]:
        """The names of the players: their seats from 1 on."""
        return tuple(f"{seat}" for seat in range(1, self.players + 1))

    def rule_columns(self) -> dict[str, int]:
        """The rules for columns of a table, without the deal."""
        return {name: getattr(self, name) for name in ("players", "deck", "passing")}

    def with_deal(self, seed: int) -> "FranksZoo":
        """The same rules with the hands and the opener of a seed."""
        return self._replace(deal=seed)

    def conflicts(self) -> list[str]:
        """What does not go together in these rules, in words."""
        cards, players = number_of_cards(int(CARDS_BY_DECK[self.deck])), self.players
        words = f"{cards} cards cannot be dealt evenly to {players} players"
        return [words] if cards % players else []

    def start(self) -> ZooState:
        """The starting position of the deal."""
        return ZooState._make(map(int, _start(self, self.deal)))

    def parse(self, text: str) -> tuple["FranksZoo", ZooState]:
        """The game and the state of a text; ValueError names its first fault."""
        return self, read_text(self.deck, self.players, text)

    def format(self, state: ZooState) -> str:
        """The one-line text of a state."""
        return state_text(self.deck, self.players, state)

    def format_move(self, state: ZooState, move: int) -> str:
        """`2 elephant + mosquito + joker`, or `pass`."""
        return move_text(self.deck, move)

    def is_partial(self, state: ZooState) -> bool:
        """Whether hands are hidden, so that play cannot go on from this state."""
        return min(hands_of(state)) < 0

    def reason(self, state: ZooState) -> str:
        """How a finished game ended, in a few words; empty while it goes on."""
        return (
            "" if count_players_with_cards(state) > 1 else "one player has cards left"
        )


@compiled_inline
def hand_of(state: ZooState, seat: int) -> Cards:
    """The hand of a seat from 0 to 5: the hands are the first fields of a state."""
    return state[seat]


@compiled_inline
def hands_of(state: ZooState) -> tuple[Cards, ...]:
    """All six hands, by seat."""
    return state[:NUM_SEATS]


@compiled_inline
def with_hands(state: ZooState, hands: tuple[Cards, ...]) -> ZooState:
    """The state with other hands, six of them."""
    return ZooState(*hands, *state[NUM_SEATS:])


@compiled_inline
def with_played(state: ZooState, played: Cards) -> ZooState:
    """The state with other cards in the pile of those that were played."""
    a, b, c, d, e, f, _, table, last, mover, passes, points = state
    return ZooState(a, b, c, d, e, f, played, table, last, mover, passes, points)


@compiled_inline
def score_of(state: ZooState, seat: int) -> int:
    """The score of a seat, 0 while it has cards: equation (1)."""
    return state.points >> 4 * seat & 15


@compiled_inline
def count_players_with_cards(state: ZooState) -> int:
    """How many players have cards."""
    n = 0
    for seat in range(NUM_SEATS):
        n += hand_of(state, seat) != 0
    return n


@compiled_inline
def unseen_cards(game: FranksZoo, state: ZooState, player: int) -> Cards:
    """The cards that a player cannot see: all others' hands, pooled."""
    own_hand = 0 if player < 0 else hand_of(state, player)
    return int(CARDS_BY_DECK[game.deck]) - state.played - own_hand


@compiled_inline
def dealt_state(game: FranksZoo, seed: int) -> ZooState:
    """Deal all cards; any seat is to begin."""
    n = number_of_cards(int(CARDS_BY_DECK[game.deck])) // game.players
    fifth, sixth = -n * (game.players > 4), -n * (game.players > 5)
    opener = below(advance(mix(seed, 1)), game.players)
    hidden = ZooState(-n, -n, -n, -n, fifth, sixth, 0, 0, 0, opener, 0, 0)
    return resample_hidden(game, hidden, NOBODY, seed)


_start = compiled(lambda game, seed: dealt_state(game, seed))


@legal_moves.register
def _legal_moves(game: FranksZoo, state: ZooState, moves: MoveBuffer) -> int:
    """Write what opens or beats the table, and a pass if allowed; return how many."""
    left = count_players_with_cards(state)
    if left < 2:
        return 0
    hand = hand_of(state, state.mover)
    if state.table:
        n = write_beating_moves(game.deck, hand, state.table, moves) if hand > 0 else 0
        moves[n] = PASS
        return n + 1
    n = write_opening_moves(hand, moves)
    if n == 0 or (game.passing == ALWAYS and state.passes < left):
        moves[n] = PASS
        n += 1
    return n


@play.register
def _play(game: FranksZoo, state: ZooState, move: int) -> ZooState:
    """The state after a move or a pass, with the next seat that has cards to move."""
    seat, cards = state.mover, cards_in(move)
    table, last, passes = state.table, state.last, state.passes + 1
    points, played = state.points, state.played + cards
    if move != PASS:
        table, last, passes = table_after_move(move), seat, 0
        if hand_of(state, seat) == cards:
            points += count_players_with_cards(state) << 4 * seat  # equation (1)
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


@compiled_inline
def _seat_payoff(game: FranksZoo, state: ZooState, seat: int) -> float:
    """A seat's score as a payoff: -1 for none, 1 for the most."""
    return 2.0 * score_of(state, seat) / game.players - 1.0


@payoffs.register
def _payoffs(
    game: FranksZoo, state: ZooState
) -> tuple[float, float, float, float, float, float]:
    """The payoff of each of six seats, from its score."""
    # Always six: compiled code has tuples of a fixed length. Seats without a
    # player have a score of 0.
    return (
        _seat_payoff(game, state, 0),
        _seat_payoff(game, state, 1),
        _seat_payoff(game, state, 2),
        _seat_payoff(game, state, 3),
        _seat_payoff(game, state, 4),
        _seat_payoff(game, state, 5),
    )


@compiled_inline
def _hidden_hand(hand: Cards) -> int:
    """A hand of which only the number of cards is seen."""
    return hand if hand < 0 else -number_of_cards(hand)


@compiled_inline
def drop_first_append_hand(hands: tuple[Cards, ...], last: Cards) -> tuple[Cards, ...]:
    """All hands but the first, and one more at the end; six calls replace all six.

    Compiled code cannot set an item of a tuple, nor change its length.
    """
    return (*hands[1:], last)


@compiled_inline
def with_mover_and_passes(state: ZooState, seat: int, passes: int) -> ZooState:
    """The state with another seat to move, after so many passes."""
    a, b, c, d, e, f, played, table, last, _, _, points = state
    return ZooState(a, b, c, d, e, f, played, table, last, seat, passes, points)


@observe.register
def _observe(game: FranksZoo, state: ZooState, player: int) -> ZooState:
    """The state with all other hands face down."""
    hands = hands_of(state)
    for seat in range(NUM_SEATS):
        hands = drop_first_append_hand(
            hands, hands[0] if seat == player else _hidden_hand(hands[0])
        )
    return with_hands(state, hands)


@compiled_inline
def _draw_hand(
    hand: Cards, pool: Cards, pool_size: int, seed: Seed
) -> tuple[Cards, Cards, int, Seed]:
    """Draw as many cards as a hand has from a pool of `pool_size`, one after the other.

    Returns:
        The cards drawn, the pool and its size without them, and the next seed.
    """
    drawn = 0
    for _ in range(-_hidden_hand(hand)):
        seed = advance(seed)
        card = 1 << 4 * nth_type(pool, below(seed, pool_size))
        drawn += card
        pool -= card
        pool_size -= 1
    return drawn, pool, pool_size, seed


@resample_hidden.register
def _resample_hidden(
    game: FranksZoo, state: ZooState, player: int, seed: int
) -> ZooState:
    """The state with the other hands dealt anew from the unseen cards."""
    pool, seed = unseen_cards(game, state, player), mix(seed, 0)
    left = number_of_cards(pool)
    hands = hands_of(state)
    for seat in range(NUM_SEATS):
        hand = hands[0]
        if seat != player:
            hand, pool, left, seed = _draw_hand(hand, pool, left, seed)
        hands = drop_first_append_hand(hands, hand)
    return with_hands(state, hands)


# -- Text ------------------------------------------------------------------------------
#
# A *situation* is what one who is asked for a move must know, the hand and the table:
#
#     1 elephant, 2 crocodile, 1 joker ; opening
#     2 fish, 4 mosquito ; 3 fox
#
# A whole state has every hand, `-` for an empty one, then the table, and in numbers:
# the seat to move, the seat of the last move, passes since then, and each seat's
# points:
#
#     1 fish | 2 fox, 1 joker | - | 5 whale ; 2 perch ; 1 2 0 0040


_OPENING_WORD, _EMPTY_HAND_WORD, _PASS_WORD = "opening", "-", "pass"
_SPECIAL_CARD_WORDS = ((1 << 8, " + mosquito"), (1 << 9, " + joker"))


def _card_name(deck: int, card_type: int) -> str:
    """The name of a type of card: an animal, or `id3` in another deck."""
    return ANIMALS[card_type] if deck == STANDARD else f"id{card_type + 1}"


def move_text(deck: int, move: int) -> str:
    """The text of a move, such as `2 elephant + mosquito + joker`."""
    if not move:
        return _PASS_WORD
    specials = "".join(words for bit, words in _SPECIAL_CARD_WORDS if move & bit)
    return f"{move & 15} {_card_name(deck, move >> 4 & 15)}{specials}"


def hand_text(deck: int, cards: Cards) -> str:
    """A hand as text: `2 fox, 1 joker`, `-` if it is empty, `3 hidden` face down."""
    if cards < 0:
        return f"{-cards} hidden"
    held = (
        (count_of(cards, card_type), name)
        for name, card_type in type_numbers(deck).items()
    )
    return ", ".join(f"{n} {name}" for n, name in held if n) or _EMPTY_HAND_WORD


def table_text(deck: int, table: Table) -> str:
    """`opening` or what the last move counts as, such as `3 fox`."""
    return f"{table >> 4} {_card_name(deck, table & 15)}" if table else _OPENING_WORD


def state_text(deck: int, players: int, state: ZooState) -> str:
    """The text of a state; of one that shows the first hand only, that hand."""
    hands, table = hands_of(state)[:players], table_text(deck, state.table)
    if hands[0] > 0 and max(hands[1:]) < 0 and state.mover == 0:
        return f"{hand_text(deck, hands[0])} ; {table}"
    points = "".join(str(score_of(state, seat)) for seat in range(players))
    turn = f"{state.mover + 1} {state.last + 1} {state.passes} {points}"
    return " ; ".join([" | ".join(hand_text(deck, h) for h in hands), table, turn])


def _hands_table_turn_texts(text: str) -> tuple[list[str], str, str]:
    """The parts of a text: hands, table, and turn (empty if it is missing)."""
    hands, _, rest = text.partition(";")
    table, _, turn = rest.partition(";")
    return [hand.strip() for hand in hands.split("|")], table.strip(), turn.strip()


def _split_card_list(text: str) -> list[tuple[str, str]]:
    """The numbers and names of a list of cards, as they are written."""
    entries = [] if text == _EMPTY_HAND_WORD else text.split(",")
    pairs = (entry.strip().partition(" ") for entry in entries)
    return [(number, name.strip()) for number, _, name in pairs]


def read_cards(deck: int, text: str) -> Cards:
    """The cards of a text like `2 fox, 1 joker`; ValueError names the first fault."""
    number, cards = type_numbers(deck), 0
    for n, name in _split_card_list(text):
        if name not in number:
            entry, known = quoted(f"{n} {name}".strip()), ", ".join(number)
            raise ValueError(f"{entry} is no number and card; cards are {known}")
        cards_of_type = count_of(int(CARDS_BY_DECK[deck]), number[name])
        if n not in _number_texts_up_to(cards_of_type):
            raise ValueError(
                f"{quoted(n)} cards of {name} instead of 1 to {cards_of_type}"
            )
        if count_of(cards, number[name]):
            raise ValueError(f"{name} stands twice in {quoted(text)}")
        cards += int(n) << 4 * number[name]
    return cards


def _number_texts_up_to(largest: int) -> list[str]:
    """The texts of the numbers from 1 to `largest`."""
    return [*map(str, range(1, largest + 1))]


def read_table(deck: int, text: str) -> Table:
    """The table of a text: type + 16 * cards, 0 for `opening`; else ValueError."""
    if text == _OPENING_WORD:
        return 0
    n, _, name = text.partition(" ")
    number = type_numbers(deck)
    if name not in number or number[name] == JOKER:
        known = ", ".join(name for name in number if name != "joker")
        form = f"neither 'opening' nor a number of {known}"
        raise ValueError(f"table {quoted(text)} is {form}")
    cards_of_type = count_of(int(CARDS_BY_DECK[deck]), number[name])
    if "joker" in number:  # the joker, and among elephants a mosquito, count along
        cards_of_type += 1 + (number[name] == ELEPHANT)
    if n not in _number_texts_up_to(cards_of_type):
        raise ValueError(
            f"{quoted(n)} {name} on the table instead of 1 to {cards_of_type}"
        )
    return number[name] + 16 * int(n)


def read_text(deck: int, players: int, text: str) -> ZooState:
    """The state of a text; ValueError names its first fault."""
    hands, table_words, turn = _hands_table_turn_texts(text)
    wanted = players if turn else 1
    if text.count(";") not in (1, 2) or len(hands) != wanted:
        raise ValueError(
            "not 'HAND ; TABLE', such as '2 fox, 1 joker ; opening', and not "
            f"'HAND | ... ; TABLE ; SEAT LAST PASSES POINTS' with {players} hands"
        )
    cards = [read_cards(deck, hand) for hand in hands]
    table, everything = read_table(deck, table_words), int(CARDS_BY_DECK[deck])
    for name, card_type in type_numbers(deck).items():
        held = sum(count_of(c, card_type) for c in cards)
        on_table = count_of(everything, card_type)
        if held > on_table:
            fault = f"{held} cards of {name} in all hands instead of {on_table}"
            raise ValueError(fault)
    if turn:
        rest = _read_turn(cards, table, turn)
        played = everything - sum(cards)
        empty = [0] * (NUM_SEATS - players)
        return ZooState._make([*cards, *empty, played, table, *rest])
    if not cards[0]:
        raise ValueError(
            f"a hand of 0 cards instead of 1 to {number_of_cards(everything)}"
        )
    return _state_known_to_one_player(deck, players, cards[0], table)


def _state_known_to_one_player(
    deck: int, players: int, hand: Cards, table: Table
) -> ZooState:
    """The state of a player of whom only the own hand is known."""
    everything = number_of_cards(int(CARDS_BY_DECK[deck]))
    others = min(
        everything // players, (everything - number_of_cards(hand)) // (players - 1)
    )
    others = max(1, others)  # whoever holds none has gone out
    hidden = [-others] * (players - 1) + [0] * (NUM_SEATS - players)
    last = players - 1 if table else 0
    return ZooState._make([hand, *hidden, 0, table, last, 0, 0, 0])


def _read_turn(
    hands: list[Cards], table: Table, turn: str
) -> tuple[LastSeat, MoverSeat, Passes, Points]:
    """The last four fields of a state: seat of the last move, mover, passes, points.

    Args:
        hands: every seat's hand.
        table: what lies there, as in `read_table`.
        turn: the last part of a text.
    """
    words, players = turn.split(), len(hands)
    if len(words) != 4 or not all(re.fullmatch("[0-9]{1,9}", w) for w in words):
        form = "seat to move, seat of the last move, passes, and a digit of points"
        raise ValueError(f"{quoted(turn)} instead of {form} a seat")
    seat, last, passes, points = words
    for word in (seat, last):
        if not 1 <= int(word) <= players:
            raise ValueError(f"seat {word} instead of 1 to {players}")
    if len(points) != players or any(int(digit) > players for digit in points):
        form = f"{players} digits up to {players}"
        raise ValueError(f"points {points} instead of {form}")
    mover, before = int(seat) - 1, int(last) - 1
    if not hands[mover]:
        raise ValueError(f"seat {seat} is to move and has no cards")
    if mover == before and table:
        raise ValueError(f"seat {seat} is to answer its own move")
    if int(passes) > (max_passes := _max_passes(hands, not table, mover, before)):
        raise ValueError(f"{passes} passes instead of {max_passes} at most")
    return before, mover, int(passes), _read_points(hands, points)


def _read_points(hands: list[Cards], points: str) -> Points:
    """The points of all seats, four bits a seat; those who are out have some."""
    got, players = [*map(int, points)], len(hands)
    held = players - hands.count(0)
    each_once = sorted(got) == [0] * held + [*range(held + 1, players + 1)]
    if not each_once or any(n and hand for n, hand in zip(got, hands, strict=True)):
        scores = ", ".join(map(str, range(players, held, -1))) or "none"
        raise ValueError(
            f"points {points} instead of 0 where there are cards, and elsewhere, each "
            f"once, {scores}"
        )
    return sum(n << 4 * seat for seat, n in enumerate(got))


def _max_passes(hands: list[Cards], is_opening: bool, mover: int, last: int) -> int:
    """How many may have passed: all since the last move, or without a move."""
    players = len(hands)
    if is_opening:  # only a player with the joker alone may pass again
        return players - hands.count(0) + (hands[mover] != ONE_JOKER)
    since = ((last + i) % players for i in range(1, (mover - last) % players))
    return sum(hands[each] != 0 for each in since)
