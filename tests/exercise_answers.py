"""Wrong answers to the exercises, each with words that its own message must have."""

from __future__ import annotations

import random
from typing import Any

import pandas as pd

from foxkit.agents.battle_sheep_starts import starts
from foxkit.agents.fox_heuristic import FoxHeuristic, fox_view
from foxkit.agents.franks_zoo_fusion import EXAMPLE
from foxkit.lab.stats import holm
from foxkit.rules.fox_game import FoxGame


def _flat(game: Any, state: Any) -> float:
    return 0.0


def _for_foxes(game: Any, state: Any) -> float:
    return fox_view(FoxHeuristic(), game, state)


def _large(game: Any, state: Any) -> float:
    return -10 * fox_view(FoxHeuristic(), game, state) - 5


def _counting(game: Any, state: Any) -> float:
    return state.sheep.bit_count() / 20 - 0.5


def _poor(game: Any, state: Any) -> float:
    return (state.sheep % 1_000_003) / 2_000_006


ROWS = ("undecided", "reproduced", "contradicted", "contradicts itself")


def _falling(p: list[float]) -> list[float]:
    order = sorted(p)
    return [min(1.0, (len(p) - order.index(x)) * x) for x in p]


def _uncapped(p: list[float]) -> list[float]:
    return [2 * x for x in p] if p == [0.7, 0.8] else [*holm(p)]


def _by_lot(hand: str, table: str, candidates: list[str]) -> str:
    return random.Random(hand).choice(candidates)


def _team(scores: Any, mover: int) -> int:
    return scores[1] if mover == 1 else scores[0] + scores[2]


def _always(value: Any) -> Any:
    return lambda *_: value


FOX = {
    "fox-1": [
        (0.394, "2 parts"),
        ((0.452, "31-41"), "after 24 simulations"),
        ((0.399, "31-41"), "the old one"),
        ((0.449, "31-41"), "one visit more than in the table"),
        ((0.3915, "31-41"), "ln 25"),
        ((0.271, "31-41"), "natural logarithm"),
        ((0.357, "31-41"), "root"),
        ((0.932, "31-41"), "multiplied by C"),
        ((0.035, "31-41"), "the mean alone"),
        ((0.7, "31-41"), "Three things"),
        (("much", "31-41"), "to be a number"),
        ((0.394, "99-88"), "one of"),
        ((0.394, "30-40"), "before its fourth visit"),
        ((0.394, "34-44"), "best mean"),
        ((0.394, "32-42"), "another one has more"),
    ],
    "fox-2": [
        (0, "C = 0.4"),
        (6, "second time"),
        (986, "the favourite"),
        (3, "single visit"),
        (True, "to be a number"),
    ],
    "fox-3": [
        (0.5, "A function is asked for"),
        (_flat, "the same of"),
        (_for_foxes, "speaks for the foxes"),
        (_large, "stay between"),
        (_always("good"), "to be a number"),
        (_counting, "numba cannot compile"),
        (lambda game, state: 1 / 0, "ZeroDivisionError"),
    ],
    "fox-4": [
        (3, "A function is asked for"),
        (_always(-1), "plays out to the end"),
        (_always(0), "chance could have done that"),
        (_always(2.5), "whole number"),
        (_always(25), "Cutoff 0 is better"),
    ],
    "fox-5": [
        ((3000, 1000), "wrong way round"),
        ((300, 3000), "With 300 it wins"),
        ((1000, 10000), "fewer will do"),
        ((1000, 2000), "No agent of 2000"),
        (1000, "2 parts"),
    ],
    "fox-6": [
        ((50, 96), "from 0 to 1"),
        ((0.5, 385), "5 points on each side"),
        ((0.5, 10), "10 games tell it"),
        ((0.5, 25), "variance"),
        ((0.5, 1000), "1.96"),
    ],
}
START = {
    "start-1": [
        (22, "the number of games"),
        (55, "not one in percent"),
        (0.9, "as sheep alone"),
        (0.2, "as foxes alone"),
        (1.1, "half of that"),
        (0.6, "win rate on each side"),
    ],
    "start-2": [
        (300, "A list"),
        ([10, 20], "No agent of 20"),
        ([10, 30, 100, 300, 1000], "Take 1,000 out"),
        ([10, 3000], "above one half"),
        ([10, 30, 100], "left out 300"),
    ],
    "start-3": [
        ("30-40", "A function is asked for"),
        (_always("30-40"), "A game could not go on"),
        (lambda p, seed: [*p.moves][seed % len(p.moves)], "loses most of its games"),
        (lambda p, seed: None, "returns nothing"),
    ],
}


def _first(position: Any, seed: int) -> str:
    return next(iter(position.moves))


def _wander(position: Any, seed: int) -> str:
    return [*position.moves][seed % len(position.moves)]


HOUNDS = {
    "hounds-1": [
        ("b1-a2", "no mistake"),
        ("f1-g1", "is to be one of"),
        (7, "this is `7`"),
    ],
    "hounds-2": [
        ("g8-f7", "2 parts"),
        (("g8-h7", 3), "shut the box again"),
        (("g8-f9", 3), "one of"),
        (("g8-f7", 2), "it is a ply, too"),
        (("g8-f7", 44), "until the fox has escaped"),
    ],
    "hounds-3": [
        ((0.038, 0.04), "3 parts"),
        ((0.0064, 0.04, "document"), "one of the six"),
        ((0.032, 0.04, "document"), "may fall on the chosen move"),
        ((0.5, 0.04, "document"), "p itself is the chance"),
        ((0.04, 0.0384, "document"), "three decimals"),
        ((0.0384, 0.0069, "document"), "not a chance"),
        ((0.0384, 0.0416, "document"), "divided by their sum"),
        ((0.0384, 0.0335, "document"), "not only five"),
        ((0.0384, 0.5, "document"), "1 - p more"),
        ((0.0384, 0.0402, "random"), "others lose more"),
        ((0.0384, 0.0402, "fox"), "one of"),
    ],
    "hounds-4": [
        (_first, "a short life"),
        (_wander, "moves at random lasts"),
        (_always("e8-e7"), "could not go on"),
        (44, "A function"),
    ],
    "hounds-5": [
        (("b1-a2", 31), "does not lose"),
        (("f1-g2", 31), "one of"),
        (("d1-e2", 21), "with the rule"),
        (("d1-e2", 44), "On 6 x 6 it is not"),
        (("d1-e2", 7), "tells the plies"),
    ],
    "hounds-6": [
        (_wander, "slips through"),
        (_always("b1-b2"), "could not go on"),
        (lambda p, seed: p.nothing, "AttributeError"),
    ],
}
LINE = "03-02 04-14 02-12 14-04 01-02 04-03 12-22 20-30 22-23 03-13 23-33 13-23 33x31"
WOLVES = {
    "wolves-1": [
        (4, "3 parts"),
        ((9, 2, 4), "never allow"),
        ((1, 2, 4), "not the worst"),
        ((7, 2, 4), "below it smallest"),
        ((3, 2, 4), "smallest leaf"),
        ((4, 0, 4), "Look at the last move"),
        ((4, 4, 4), "no cut there"),
        ((4, 1, 4), "One look"),
        ((4, 3, 4), "given up"),
        ((4, 2, 2), "So it was before"),
        ((4, 2, 6), "searched whole"),
        ((4, 2, 3), "how far"),
    ],
    "wolves-2": [
        ("21100/11100/02100/00000/00000 s", "visits 20 positions"),
        ("2110/0", "no position"),
        (7, "The text of a position"),
        ("21000/11000/00000/00011/00012 w", "the game is over"),
    ],
    "wolves-3": [
        (["43-44"], "2 parts"),
        ((["41-31"], "yes"), "Not the fastest"),
        ((["43-44"], "yes"), "another one"),
        ((["43-44", "41-99"], "yes"), "one of"),
        ((["43-44", "41-40"], "no"), "step aside"),
        ((["43-44", "41-40"], True), "this is `True`"),
    ],
    "wolves-4": [
        (("killed", 7, 0.5), "Without killed"),
        (("distance", 7, 0.5), "one of"),
        (("shortened", 7, 0.4), "the rate as sheep"),
        (("shortened", 7, 0.9), "the first in"),
        (("shortened", -1, 0.5), "whole number"),
    ],
    "wolves-5": [
        (1, "not 1: 10 of the places"),
        (11, "ten places"),
        ("none", "to be a number"),
    ],
    "wolves-6": [
        (13, "in one text"),
        ("03-99", "not legal"),
        ("03-04", "not legal"),
        ("03-13", "of the wolves"),
        ("03-02 20-30", "of the sheep helps"),
        (LINE[:-6], "play it to its end"),
        (LINE + " 20-30", "over before move 14"),
    ],
}
FREE = {"middle": (8, 56), "corner": (6, 44), "side": (6, 44), "start": "1,1"}


def _most_ways(position: Any, seed: int) -> str:
    x, y = starts(position.text).chosen["all DOF"][0]
    return f"{x},{y}"


SHEEP = {
    "sheep-1": [
        ((8, 56), "dictionary"),
        (FREE | {"middle": (4, 56)}, "diagonals"),
        (FREE | {"corner": (7, 44)}, "see itself"),
        (FREE | {"side": (2, 44)}, "all eight directions"),
        (FREE | {"middle": (8, 48)}, "its own L1"),
        (FREE | {"middle": (8, 48), "corner": (5, 33)}, "L1 of the corner"),
        (FREE | {"middle": (8, 20)}, "every cell that it sees"),
        (FREE | {"corner": (6, 8)}, "ways, not cells"),
        (FREE | {"side": (6, 6)}, "once more"),
        (FREE | {"start": "2,2"}, "no obstacle"),
        (FREE | {"start": "3,3"}, "the first of equal ones"),
        (FREE | {"side": 6}, "2 parts"),
    ],
    "sheep-2": [
        (1, "to the 1.25"),
        (13.45, "take away"),
        (1.78, "belongs to the region"),
        (2.07, "still apart"),
        (1.82, "joins both"),
        (9, "joined one"),
    ],
    "sheep-3": [
        ((lambda scores, mover: scores[mover], 7, 7), "At A's node"),
        ((lambda scores, mover: scores[0] + scores[2], 7, 7), "At B's node"),
        ((_team, 8, 7), "Work up the left"),
        ((_team, 7, 10), "no friend"),
        ((_team, 7, 9), "Work up the right"),
        ((_team, 3, 7), "C belongs to the team"),
        ((lambda scores: 1, 7, 7), "TypeError"),
    ],
    "sheep-4": [
        ((29, 465), "wrong way round"),
        ((21.56, 29), "take the square"),
        ((121, 29), "1.96 standard"),
        ((1859, 29), "to each side"),
        ((465, 100), "root of n is 0.4"),
    ],
    "sheep-5": [
        (_most_ways, "counts ways"),
        (_first, "can be had"),
        (_always("0,0"), "no cell to start on"),
        (_always((1, 1)), "no cell to start on; there are"),
    ],
    "sheep-6": [
        ((1, 1, 1, 1), "only differences"),
        ((5, 0, 0, 0), "ahead already"),
        ((0, 0, 0, 1), "player 4 alone"),
        ((0, 0, 0), "4 parts"),
    ],
}
LIMITS = pd.DataFrame(
    [
        (1, 20, 18, 22, 0.0),
        (5, 137, 132, 142, 0.46),
        (10, 184, 180, 188, 0.87),
        (11, 181, 176, 186, 0.6),
        (20, 200, 195, 205, 0.44),
    ],
    columns=["sideways_limit", "turns", "turns_low", "turns_high", "sheep_rate"],
).assign(sheep_rate_low=lambda x: x.sheep_rate, sheep_rate_high=lambda x: x.sheep_rate)
EVEN = FoxGame(sideways_limit=6, target=8)
BALANCE = {
    "balance-1": [
        ("limit 5", "A variant is asked for"),
        (FoxGame(), "the usual rules"),
        (FoxGame(sideways_limit=4), "at 5"),
        (FoxGame(sideways_limit=5), "second change is missing"),
        (FoxGame(sideways_limit=5, must_capture=0), "Help the sheep"),
        (FoxGame(sideways_limit=5, diagonals=1), "Help them"),
    ],
    "balance-2": [
        ((EVEN, 384), "a pair has two"),
        ((EVEN, 48), "10 points on each side"),
        ((EVEN, 96), "So many games tell"),
        ((EVEN, 30), "30 pairs tell"),
        ((EVEN, 1000), "1.96"),
        ((FoxGame(sideways_limit=3), 192), "the foxes are favoured"),
        ((FoxGame(diagonals=1), 192), "they are favoured"),
    ],
    "balance-3": [
        ((28, 11, 5), "run it first"),
        ((LIMITS[LIMITS.sideways_limit == 10], 0, 5), "as it was"),
        ((LIMITS, 4, 1), "That is all of them"),
        ((LIMITS, 3, 1), "their intervals meet"),
        ((LIMITS, 1, 1), "make it longer"),
        ((LIMITS, 0, 1), "turns_high"),
        ((LIMITS, 2, 1), "nearest to one half"),
        ((LIMITS, 2, "five"), "to be a number"),
    ],
    "balance-4": [
        ((EVEN, 0.5, 0.1), "With seed 1 the sheep"),
        ((FoxGame(), 0.5, 0.5), "the usual rules"),
        ((EVEN, "a half", 0.5), "to be a number"),
    ],
}
ZOO = {
    "zoo-1": [
        ("3 whale", "A list"),
        (["2 bear"], "2 whale, 1 whale + joker"),
        (["3 whale", "1 elephant"], "1 mouse"),
        (["3 whales"], "one of"),
        (["3 whale", "2 elephant"], "1 mouse + joker"),
    ],
    "zoo-2": [
        ((720, 15), "alike"),
        ((90, 15), "all cards were different"),
        ((180, 15), "no order either"),
        ((20, 15), "The function"),
        ((33, 33), "Nothing is ruled out"),
        ((33, 18), "rules out"),
        ((33, 4), "hands of player 2"),
        ((33, 9), "in how many ways"),
    ],
    "zoo-3": [
        ((8, "no"), "one is worse"),
        ((3, "no"), "One of 1, 2, 4 and 8"),
        ((1, "yes"), "Do the intervals meet"),
        ((1, "maybe"), "one of"),
    ],
    "zoo-4": [
        (EXAMPLE, "the example itself"),
        (2, "text is asked for"),
        ("1 fox", "no position"),
        ("1 fox | 1 elephant | 1 fox | 1 seal ; opening ; 1 1 0 0000", "one move"),
        (
            "1 fox, 1 fish | 1 seal | 1 seal | 1 seal ; opening ; 1 1 0 0000",
            "only one deal",
        ),
        (
            "1 elephant, 1 fox, 1 fish | 1 fox | 1 elephant | 1 seal ; opening"
            " ; 1 1 0 0000",
            "by the mean over the deals",
        ),
    ],
    "zoo-5": [
        ("pass", "A function is asked for"),
        (_always("1 elephant"), "none of the candidates 1 bear, 1 seal, pass"),
        (_always("pass"), "Drawing lots is better"),
        (_by_lot, "chance could have done that"),
    ],
    "zoo-6": [
        ((0.09, 0.533), "not put back"),
        ((0.0222, 0.533), "any two of the three"),
        ((0.2, 0.533), "a single card"),
        ((0.00833, 0.533), "any of the eight"),
        ((0.5, 0.533), "both foxes and one more"),
        ((0.0667, 0.6), "count twice"),
        ((0.0667, 0.467), "chance of none"),
        ((0.0667, 0.4667 + 0.3), "one less"),
        ((0.0667, 0.488), "The cards are not"),
    ],
}
LEDGER = {
    "ledger-1": [
        (("reproduced", *ROWS[1:]), "30 games"),
        ((ROWS[0], "contradicted", *ROWS[2:]), "B: ours agrees"),
        ((*ROWS[:2], "undecided", ROWS[3]), "six points"),
        ((*ROWS[:3], "reproduced"), "divide"),
        ((*ROWS[:3], "wrong"), "one of"),
    ],
    "ledger-2": [
        ((0.452, 0.581), "One standard deviation"),
        ((0.517, 0.64), "is the middle"),
        ((0.39, 1.2), "The upper end: 1.96"),
        ((0.027, 0.64), "no games at all"),
        ((31, 60), "Those are games"),
    ],
    "ledger-3": [
        (0.0913, "by chance all the time"),
        (0.179, "every second time"),
        (0.0767, "1.96 comes on top"),
        (25.56, "not points"),
        (0.5, "2.8 times"),
    ],
    "ledger-4": [
        (lambda p: p, "Nothing is corrected"),
        (lambda p: [min(1, len(p) * x) for x in p], "Bonferroni"),
        (lambda p: sorted(holm(p)), "in the order"),
        (lambda p: [2 * x for x in p], "The smallest counts"),
        (lambda p: p[:1], "One for each"),
        (_uncapped, "at most 1"),
        (_falling, "must not become smaller"),
        (lambda p: p / 2, "TypeError"),
    ],
}
MISTAKES: dict[str, list[tuple[Any, str]]] = {
    **START,
    **FOX,
    **BALANCE,
    **HOUNDS,
    **WOLVES,
    **SHEEP,
    **ZOO,
    **LEDGER,
}
