"""Frank's Zoo as one line of text.

A *situation* is what one who is asked for a move must know, the hand and the table:

    1 elephant, 2 crocodile, 1 joker ; opening
    2 fish, 4 mosquito ; 3 fox

A whole state has every hand, `-` for an empty one, then the table, and in numbers: the
seat to move, the seat of the last move, passes since then, and each seat's points:

    1 fish | 2 fox, 1 joker | - | 5 whale ; 2 perch ; 1 2 0 0040
"""

import re
from collections.abc import Sequence

from foxkit.core.quoting import quoted
from foxkit.games.franks_zoo.cards import (
    ANIMALS,
    CARDS,
    ELEPHANT,
    JOKER,
    ONE_JOKER,
    STANDARD,
    count,
    names,
    size,
)

_OPENING, _EMPTY, _PASS = "opening", "-", "pass"
_SPECIALS = ((1 << 8, " + mosquito"), (1 << 9, " + joker"))


def _name(deck: int, kind: int) -> str:
    return ANIMALS[kind] if deck == STANDARD else f"id{kind + 1}"


def move_text(deck: int, move: int) -> str:
    """Return `2 elephant + mosquito + joker`, say."""
    if not move:
        return _PASS
    specials = "".join(words for bit, words in _SPECIALS if move & bit)
    return f"{move & 15} {_name(deck, move >> 4 & 15)}{specials}"


def hand_text(deck: int, cards: int) -> str:
    """Return `2 fox, 1 joker`, `-` for no cards, `3 hidden` for cards face down."""
    if cards < 0:
        return f"{-cards} hidden"
    held = ((count(cards, kind), name) for name, kind in names(deck).items())
    return ", ".join(f"{n} {name}" for n, name in held if n) or _EMPTY


def table_text(deck: int, table: int) -> str:
    """Return `opening` or what the last move counts as, such as `3 fox`."""
    return f"{table >> 4} {_name(deck, table & 15)}" if table else _OPENING


def write(deck: int, players: int, state: Sequence[int]) -> str:
    """Return the text of a state; of one that shows the first hand only, that hand."""
    hands, table = state[:players], table_text(deck, state[7])
    if hands[0] > 0 and max(hands[1:]) < 0 and state[9] == 0:
        return f"{hand_text(deck, hands[0])} ; {table}"
    points = "".join(str(state[11] >> 4 * seat & 15) for seat in range(players))
    turn = f"{state[9] + 1} {state[8] + 1} {state[10]} {points}"
    return " ; ".join([" | ".join(hand_text(deck, h) for h in hands), table, turn])


def _parts(text: str) -> tuple[list[str], str, str]:
    hands, _, rest = text.partition(";")
    table, _, turn = rest.partition(";")
    return [hand.strip() for hand in hands.split("|")], table.strip(), turn.strip()


def _pairs(text: str) -> list[tuple[str, str]]:
    """Return the numbers and names of a list of cards, as they are written."""
    entries = [] if text == _EMPTY else text.split(",")
    found = (entry.strip().partition(" ") for entry in entries)
    return [(number, name.strip()) for number, _, name in found]


def read_cards(deck: int, text: str) -> int:
    number = names(deck)
    return sum(int(n) << 4 * number[name] for n, name in _pairs(text))


def read_table(deck: int, text: str) -> int:
    """Return the table of a sound text: type + 16 * cards, 0 for an opening."""
    if text == _OPENING:
        return 0
    ((n, name),) = _pairs(text)
    return names(deck)[name] + 16 * int(n)


def read(deck: int, players: int, text: str) -> list[int]:
    """Return the fields of the state of a sound text."""
    hands, table, turn = _parts(text)
    cards = [read_cards(deck, hand) for hand in hands]
    if not turn:
        return _situation(deck, players, cards[0], read_table(deck, table))
    seat, last, passes, points = turn.split()
    played = int(CARDS[deck]) - sum(cards)
    cards += [0] * (6 - players)
    score = sum(int(digit) << 4 * i for i, digit in enumerate(points))
    turns = [int(last) - 1, int(seat) - 1, int(passes), score]
    return [*cards, played, read_table(deck, table), *turns]


def _situation(deck: int, players: int, hand: int, table: int) -> list[int]:
    everything = size(int(CARDS[deck]))
    others = min(everything // players, (everything - size(hand)) // (players - 1))
    others = max(1, others)  # whoever holds none has gone out
    hidden = [-others] * (players - 1) + [0] * (6 - players)
    return [hand, *hidden, 0, table, players - 1 if table else 0, 0, 0, 0]


def problems(deck: int, players: int, text: str) -> list[str]:
    hands, table, turn = _parts(text)
    wanted = players if turn else 1
    if text.count(";") not in (1, 2) or len(hands) != wanted:
        return [
            "not 'HAND ; TABLE', such as '2 fox, 1 joker ; opening', and not "
            f"'HAND | ... ; TABLE ; SEAT LAST PASSES POINTS' with {players} hands"
        ]
    found = [fault for hand in hands for fault in card_problems(deck, hand)]
    found += _table_problems(deck, table)
    found += _turn_problems(players, turn) if turn else []
    return found or _sharing_problems(deck, players, text)


def card_problems(deck: int, text: str) -> list[str]:
    number, found, seen = names(deck), list[str](), set[str]()
    for n, name in _pairs(text):
        if name not in number:
            entry, known = quoted(f"{n} {name}".strip()), ", ".join(number)
            found.append(f"{entry} is no number and card; cards are {known}")
        elif n not in _up_to(most := count(int(CARDS[deck]), number[name])):
            found.append(f"{quoted(n)} cards of {name} instead of 1 to {most}")
        if name in seen:
            found.append(f"{name} stands twice in {quoted(text)}")
        seen.add(name)
    return found


def _up_to(most: int) -> list[str]:
    return [*map(str, range(1, most + 1))]


def _table_problems(deck: int, text: str) -> list[str]:
    if text == _OPENING:
        return []
    n, _, name = text.partition(" ")
    number = names(deck)
    if name not in number or number[name] == JOKER:
        known = ", ".join(name for name in number if name != "joker")
        return [f"table {quoted(text)} is neither 'opening' nor a number of {known}"]
    most = count(int(CARDS[deck]), number[name])
    if "joker" in number:  # the joker, and among elephants a mosquito, count along
        most += 1 + (number[name] == ELEPHANT)
    wrong = f"{quoted(n)} {name} on the table instead of 1 to {most}"
    return [] if n in _up_to(most) else [wrong]


def _turn_problems(players: int, text: str) -> list[str]:
    form = "seat to move, seat of the last move, passes, and a digit of points a seat"
    words = text.split()
    if len(words) != 4 or not all(re.fullmatch("[0-9]{1,9}", w) for w in words):
        return [f"{quoted(text)} instead of {form}"]
    found = [
        f"seat {word} instead of 1 to {players}"
        for word in words[:2]
        if not 1 <= int(word) <= players
    ]
    if len(words[3]) != players or any(int(digit) > players for digit in words[3]):
        found.append(f"points {words[3]} instead of {players} digits up to {players}")
    return found


def _sharing_problems(deck: int, players: int, text: str) -> list[str]:
    """Return what is wrong between parts that are sound by themselves."""
    hands, table, turn = _parts(text)
    everything = int(CARDS[deck])
    cards = [read_cards(deck, hand) for hand in hands]
    found = []
    for name, kind in names(deck).items():
        held, there = sum(count(c, kind) for c in cards), count(everything, kind)
        if held > there:
            found.append(f"{held} cards of {name} in all hands instead of {there}")
    if not turn and not cards[0]:
        found.append(f"a hand of 0 cards instead of 1 to {size(everything)}")
    return found + (_standing_problems(cards, table == _OPENING, turn) if turn else [])


def _standing_problems(cards: list[int], opens: bool, turn: str) -> list[str]:
    """Return what is wrong between the hands and the last part of a text."""
    seat, last, passes, points = turn.split()
    players, mover, found = len(cards), int(seat) - 1, []
    if not cards[mover]:
        found.append(f"seat {seat} is to move and has no cards")
    if seat == last and not opens:
        found.append(f"seat {seat} is to answer its own move")
    if int(passes) > (most := _most_passes(cards, opens, mover, int(last) - 1)):
        found.append(f"{passes} passes instead of {most} at most")
    got, held = [*map(int, points)], players - cards.count(0)
    each_once = sorted(got) == [0] * held + [*range(held + 1, players + 1)]
    if not each_once or any(n and hand for n, hand in zip(got, cards, strict=True)):
        found.append(
            f"points {points} instead of 0 where there are cards, and elsewhere, each "
            f"once, {', '.join(map(str, range(players, held, -1))) or 'none'}"
        )
    return found


def _most_passes(cards: list[int], opens: bool, mover: int, last: int) -> int:
    """Return how many may have passed: all since the last move, or without a move."""
    players = len(cards)
    if opens:  # nobody may pass again but a joker, which is all that is held
        return players - cards.count(0) + (cards[mover] != ONE_JOKER)
    since = ((last + i) % players for i in range(1, (mover - last) % players))
    return sum(cards[each] != 0 for each in since)
