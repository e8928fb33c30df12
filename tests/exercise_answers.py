"""Wrong answers that are checked by code, each with words that its message must have.

Those in `foxkit/exercises/answers.csv` have their words beside them.
"""

from __future__ import annotations

from typing import Any

from foxkit.games.fox_game.evaluation import FoxHeuristic, fox_score
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.franks_zoo.fusion import EXAMPLE


def _always(value: Any) -> Any:
    return lambda *_: value


def _flat(game: Any, state: Any) -> float:
    return 0.0


def _for_foxes(game: Any, state: Any) -> float:
    return fox_score(FoxHeuristic(), game, state)


def _large(game: Any, state: Any) -> float:
    return -10 * fox_score(FoxHeuristic(), game, state) - 5


def _counting(game: Any, state: Any) -> float:
    return state.sheep.bit_count() / 20 - 0.5


def _wander(position: Any, seed: int) -> str:
    return [*position.moves][seed % len(position.moves)]


def _team(scores: Any, mover: int) -> int:
    return scores[1] if mover == 1 else scores[0] + scores[2]


def _chance(by_weights: bool = False, mean: Any = max) -> Any:
    """Return the best fox's chance, or one with a mistake."""

    def chance(position: Any, p: float, chosen: Any) -> float:
        if position.outcome:
            return float(position.outcome["fox"] > 0)
        after = {m: chance(position.play(m), p, chosen) for m in position.moves}
        if position.mover == "fox":
            return float(mean(after.values()))
        liked, n, m = chosen(position), len(after), len(chosen(position))
        total, few = sum(after.values()), sum(after[move] for move in liked)
        if by_weights:
            return (p * total + (1 - p) * few) / (p * n + (1 - p) * m)
        return p * total / n + (1 - p) * few / m

    return chance


def _alphabeta(stops: bool = True, signs: bool = False, strict: bool = False) -> Any:
    """Return alpha-beta with max and min, or one with a mistake."""

    def search(
        node: Any, largest: bool = True, alpha: Any = -99, beta: Any = 99
    ) -> Any:
        if isinstance(node, int):
            return node
        for child in node:
            found = search(child, not largest, alpha, beta)
            if largest or signs:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if stops and (alpha > beta if strict else alpha >= beta):
                break
        return alpha if largest or signs else beta

    return search


def _jumps(*ends: str) -> Any:
    return _always({*ends})


EVEN = FoxGame(sideways_limit=6, target=8)
LINE = "03-02 04-14 02-12 14-04 01-02 04-03 12-22 20-30 22-23 03-13 23-33 13-23 33x31"
DEAL = "1 seal ; opening ; 1 1 0 0000"


def _holm(in_order: bool = True, largest: bool = True, at_most: float = 1.0) -> Any:
    """Return Holm's method, or one with a mistake."""

    def holm(p_values: Any) -> list[float]:
        order = sorted(range(len(p_values)), key=lambda i: p_values[i])
        found: dict[int, float] = {}
        for done, i in enumerate(order):
            product = (len(order) - done) * p_values[i]
            found[i] = max([product, *found.values()] if largest else [product])
        corrected = {i: min(at_most, p) for i, p in found.items()}
        return [corrected[i] for i in (sorted(order) if in_order else order)]

    return holm


MISTAKES: dict[str, list[tuple[Any, str]]] = {
    "start-1": [
        ("30-40", "A function is asked for"),
        (_always("30-40"), "A game could not go on"),
        (_wander, "loses most of its games"),
        (lambda p, seed: None, "returns nothing"),
        (lambda p, seed: p.nothing, "AttributeError"),
    ],
    "fox-3": [
        (0.5, "A function is asked for"),
        (_flat, "the same of"),
        (_for_foxes, "speaks for the foxes"),
        (_large, "stay between"),
        (_always("good"), "to be a number"),
        (_counting, "this cannot be compiled"),
        (lambda game, state: 1 / 0, "ZeroDivisionError"),
    ],
    "balance-1": [
        ("limit 5", "A variant is asked for"),
        (FoxGame(), "the usual rules"),
        (FoxGame(sideways_limit=3), "Help the sheep"),
        (FoxGame(diagonals=1), "Help them"),
    ],
    "balance-3": [
        ((EVEN, 0.5, 0.5), "4 parts"),
        ((EVEN, 0.5, 0.1, 0.09), "another number"),
        ((EVEN, 0.6, 0.1, 0.09), "the rate of the foxes"),
        ((FoxGame(), 0.5, 0.5, 0.09), "the usual rules"),
        ((EVEN, "a half", 0.5, 0.09), "to be a number"),
        ((EVEN, 0.4, 31 / 60, 0.0652), "of one rate"),
        ((EVEN, 0.4, 31 / 60, 0.135), "their squares"),
        ((EVEN, 0.4, 31 / 60, 0.0909), "count thirty pairs"),
        ((EVEN, 0.4, 31 / 60, 9), "the thirty numbers"),
    ],
    "hounds-3": [
        (_wander, "slips through"),
        (_always("b1-b2"), "could not go on"),
        (44, "A function"),
    ],
    "hounds-4": [
        (0.5, "A function is asked for"),
        (_always("often"), "to be a number"),
        (_always(1.0), "There the game is over"),
        (_chance(mean=min), "the fox its best one"),
        (lambda x, p, c: _chance()(x, 0.5 * p, c), "each legal move equally often"),
        (lambda x, p, c: _chance()(x, p**2, c), "may be a chosen one"),
        (_chance(by_weights=True), "the rule of the weights"),
    ],
    "wolves-2": [
        ("21100/11100/02100/00000/00000 s", "visits 20 positions"),
        ("2110/0", "no position"),
        (7, "The text of a position"),
        ("21000/11000/00000/00011/00012 w", "the game is over"),
    ],
    "wolves-3": [
        (13, "in one text"),
        ("03-99", "not legal"),
        ("03-13", "of the wolves lets the game go on"),
        ("03-02 20-30", "of the sheep helps"),
        (LINE[:-6], "play it to its end"),
        (LINE + " 20-30", "over before move 14"),
    ],
    "wolves-4": [
        (3, "A function is asked for"),
        (_alphabeta(signs=True), "the smallest value"),
        (_alphabeta(stops=False), "it looks at 507 leaves of 507"),
        (_alphabeta(strict=True), "`alpha >= beta`"),
        (_always("left"), "to be a number"),
    ],
    "own-3": [
        (3, "A function is asked for"),
        (_always("c2"), "A set of points is asked for"),
        (_jumps(), "it can also jump to c2"),
        (_jumps("b2"), "a hound stands on 'b2'"),
        (_jumps("c2", "c3"), "two lines that go straight on"),
        (_jumps("c2"), "a hound stands on 'c2'"),
    ],
    "sheep-2": [
        ((lambda scores, mover: scores[mover], 7, 7), "At A's node"),
        ((lambda scores, mover: scores[0] + scores[2], 7, 7), "At B's node"),
        ((_team, 8, 7), "Work up the left"),
        ((_team, 7, 10), "no friend"),
        ((_team, 7, 9), "B does not go there"),
        ((_team, 3, 7), "C belongs to the team"),
        ((lambda scores: 1, 7, 7), "TypeError"),
    ],
    "zoo-3": [
        (EXAMPLE, "the example itself"),
        (2, "The text of a position"),
        ("1 fox", "no position"),
        (f"1 fox | 1 elephant | 1 fox | {DEAL}", "one move"),
        (f"1 fox, 1 fish | 1 seal | 1 seal | {DEAL}", "only one deal"),
        (
            f"1 elephant, 1 fox, 1 fish | 1 fox | 1 elephant | {DEAL}",
            "by the mean over the deals",
        ),
    ],
    "ledger-3": [
        (0.05, "A function is asked for"),
        (lambda p: 0.06, "A list with a p-value for each cell"),
        (lambda p: ["small"] * len(p), "to be a number"),
        (lambda p: [min(1.0, len(p) * x) for x in p], "Bonferroni's method"),
        (_holm(in_order=False), "the order in which they came"),
        (_holm(largest=False), "never smaller than"),
        (_holm(at_most=9.0), "No p-value is above 1"),
        (lambda p: p, "the next one by one less"),
    ],
}
