"""Wrong answers to the exercises, each with words that its own message must have."""

from __future__ import annotations

from typing import Any

from foxkit.agents.fox_heuristic import FoxHeuristic, fox_view


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
        (_always(60), "Cutoff 0 is better"),
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
MISTAKES: dict[str, list[tuple[Any, str]]] = {**START, **FOX, **HOUNDS, **WOLVES}
