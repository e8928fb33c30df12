"""The exercises of chapter 6: beating, dealing, averaging, and when to pass."""

from functools import cache
from itertools import permutations
from math import comb
from typing import Any

from foxkit.agents.franks_zoo_fusion import EXAMPLE, fusion
from foxkit.agents.franks_zoo_heuristic import Heuristic, advise, heuristic
from foxkit.agents.franks_zoo_training import block_points
from foxkit.agents.players import PolicyPlayer
from foxkit.core.quoting import quoted
from foxkit.documents.franks_zoo import scores
from foxkit.exercises.answers import (
    Wrong,
    called,
    duel,
    expect,
    number,
    one_of,
    parts,
    prove,
    require,
)
from foxkit.lab.stats import Row
from foxkit.rules.franks_zoo import FranksZoo, unseen
from foxkit.rules.franks_zoo_cards import size
from foxkit.rules.franks_zoo_text import hand_text, table_text
from foxkit.rules.position import Position, PositionError
from foxkit.view.numbers import interval, percent

GAME, RULES = FranksZoo(), PolicyPlayer(heuristic(0))
POOL = "2 whale, 1 elephant, 1 mouse, 1 joker"
MOVES = ("2 bear", "2 elephant", "3 whale", "1 elephant")
CARDS = "ffhhlm"
"""Two foxes, two fish, a lion, a mouse: one letter a card (h for a fish)."""


def unbeatable(answer: Any) -> str:
    """Check the list of moves that none of the others can beat."""
    words = f"A list of moves is asked for, such as [{MOVES[0]!r}]."
    require(isinstance(answer, list | tuple | set), words)
    given = {one_of(move, MOVES, "Each of them") for move in answer}
    beaten = {move: _beats(move) for move in MOVES}
    for move in sorted(given):
        words = f"{move}: beaten by {', '.join(beaten[move])}."
        require(not beaten[move], words)
    missing = [move for move in MOVES if not beaten[move] and move not in given]
    require(not missing, "There is another one: who could beat each of the moves?")
    return "Only four whales would beat three of them, and there are two."


def _beats(move: str) -> list[str]:
    """Return what beats a move, if one hand held all cards of the others."""
    replies = Position.parse(GAME, f"{POOL} ; {move}").moves
    return [reply for reply in replies if reply != "pass"]


@cache
def _deals() -> tuple[int, int]:
    """Return how many deals there are of two cards each, and without a fox for 2."""
    hands = {
        tuple("".join(sorted(cards[i : i + 2])) for i in (0, 2, 4))
        for cards in permutations(CARDS)
    }
    return len(hands), sum("f" not in second for _, second, _ in hands)


def information_set(answer: Any) -> str:
    """Check (deals of six cards to three hands, those left when 2 has no fox)."""
    every, left = parts(answer, "all deals", "those that are left")
    right, fewer = _deals()
    expect(
        every,
        right,
        (720, "A hand has no order, and the two foxes are alike."),
        (90, "So many if all cards were different; the two foxes are alike."),
        (180, "Alike cards are counted once there; a hand has no order either."),
        otherwise="The function `deals` above counts them: `deals((2, 2, 1, 1), ...)`.",
        what="The number of deals",
    )
    expect(
        left,
        fewer,
        (right, "Nothing is ruled out there. What does the pass say of the foxes?"),
        (right - fewer, "Those are the deals that the pass rules out."),
        (6, "That counts hands of player 2; the others can be dealt in many ways."),
        (4, "That counts hands of player 2; the others can be dealt in many ways."),
        otherwise="Which hands of two can player 2 have without a fox? For each, in"
        " how many ways can the other four cards be split?",
        what="The number that is left",
    )
    return "One pass, and more than half of what might have been is gone."


def chances(answer: Any) -> str:
    """Check (chance that three of ten cards hold both foxes, at least one fox)."""
    both, some = parts(answer, "the chance of both", "the chance of at least one")
    expect(
        both,
        comb(8, 1) / comb(10, 3),
        (0.09, "The cards are not put back: after one fox there is one in nine."),
        (2 / 90, "The two foxes may be any two of the three cards."),
        (2 / 10, "That is the chance that a single card is a fox."),
        (1 / comb(10, 3), "The third card may be any of the eight others."),
        within=0.001,
        otherwise="Of all hands of three, how many hold both foxes and one more card?",
        what="The chance of both",
    )
    expect(
        some,
        1 - comb(8, 3) / comb(10, 3),
        (3 * 2 / 10, "Added up like this, hands with both foxes count twice."),
        (comb(8, 3) / comb(10, 3), "That is the chance of none."),
        (comb(8, 2) * 2 / comb(10, 3), "That is the chance of exactly one."),
        (1 - 0.8**3, "The cards are not put back."),
        within=0.001,
        otherwise="It is one less the chance of none.",
        what="The chance of at least one",
    )
    return "A random hand of three holds a fox more often than not, and seldom both."


@cache
def _broken(divisor: int) -> Row:
    points = block_points(GAME, Heuristic(broken=float(divisor)), Heuristic(), 1000, 11)
    return scores(points)


def breaking(answer: Any) -> str:
    """Check (the worst divisor of 1, 2, 4 and 8, whether 8 is proven to beat 4)."""
    worst, apart = parts(answer, "a number", "'yes' or 'no'")
    rows = {n: _broken(n) for n in (1, 2, 4, 8)}
    value = number(worst, "The divisor")
    require(value in rows, "One of 1, 2, 4 and 8 is asked for.")
    first = {n: float(row["first"]) for n, row in rows.items()}
    words = f"Divided by {value:g} it goes out first in {percent(first[int(value)])}"
    require(first[int(value)] == min(first.values()), f"{words}; one is worse.")
    proven = rows[4]["first_high"] < rows[8]["first_low"]
    said = one_of(apart, ["yes", "no"], "Whether 8 is proven to be better than 4")
    words = f"4 has {interval(rows[4], 'first')} and 8 {interval(rows[8], 'first')}."
    require(said == ("yes" if proven else "no"), f"{words} Do the intervals meet?")
    return f"Breaking up piles is bad; how bad matters less. {words}"


def nothing_to_fuse(answer: Any) -> str:
    """Check hands in which averaging over the deals and the truth agree."""
    words = f"A position's text is asked for: `{quoted(answer)}`."
    require(isinstance(answer, str), words)
    require(answer != EXAMPLE, "That is the example itself; change its hands.")
    try:
        found = fusion(answer)
    except PositionError as error:
        raise Wrong(f"That is no position: {error}.") from error
    words = "There is only one move: give player 1 a choice."
    require(len(found.averaged) > 1, words)
    words = "There is only one deal: the others' hands are known, and nothing is fused."
    require(len(found.deals) > 1, words)
    gaps = {m: found.averaged[m] - found.in_truth[m] for m in found.averaged}
    worst = max(gaps, key=lambda move: abs(gaps[move]))
    a, b = percent(found.averaged[worst]), percent(found.in_truth[worst])
    words = f"{worst}: {a} by the mean over the deals, {b} in truth."
    require(abs(gaps[worst]) < 1e-9, f"{words} Where is a choice left after it?")
    return "They agree on every move: no choice is left that the deals could advise."


class _Passing:
    """HeuristicAI, which asks a reader's function where a pass is among its lots."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        hand = hand_text(game.deck, state[state.mover])
        table = table_text(game.deck, state.table)
        pool = hand_text(game.deck, unseen(game, state, state.mover))
        advice = advise(hand, table, pool, str(size(state.played)))
        if advice.step != "random candidate" or "pass" not in advice.moves:
            return RULES.choose(game, state, seed)
        move = _chosen(self.function, hand, table, advice.moves)
        return Position(game, state).moves[move]


def _chosen(function: Any, hand: str, table: str, candidates: list[str]) -> str:
    move = called(function, hand, table, [*candidates])
    words = f"`{quoted(move)}` is none of the candidates {', '.join(candidates)}."
    require(move in candidates, words)
    return str(move)


def better_pass(answer: Any) -> str:
    """Check what is to be better than the lots that HeuristicAI draws."""
    _chosen(answer, "2 seal, 1 bear", "1 perch", ["1 bear", "1 seal", "pass"])
    row = duel(GAME, _Passing(answer), RULES, RULES, RULES, blocks=500)
    won = prove(row, "first", 0.25, "Drawing lots is better.")
    return f"Yours goes out first in {won}, where drawing lots does in 25 %."


EXERCISES = (
    *(unbeatable, information_set, breaking),
    *(nothing_to_fuse, better_pass, chances),
)
