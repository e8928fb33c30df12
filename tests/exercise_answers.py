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
MISTAKES: dict[str, list[tuple[Any, str]]] = {**START, **FOX}
