"""Which program gives the numbers of the Frank's Zoo report: one likelihood for all.

A story says what a random move is, whether episodes have an effect on the move, and
whether the two ways to use weights have their names swapped. It gives each number that
the text states a mean; the number is that, give or take the report's games and
rounding, our games, and one more spread that all numbers share: what the story misses.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from foxkit import FranksZoo
from foxkit.core.generic import compared_by_class
from foxkit.core.rng import advance, below
from foxkit.games.franks_zoo.cards import PASS, type_numbers
from foxkit.games.franks_zoo.evaluation import (
    RANDOM_AI,
    Heuristic,
    TypeFirst,
    heuristic,
)
from foxkit.games.franks_zoo.players import PolicyTraining
from foxkit.games.franks_zoo.rules import ALWAYS, ZooState
from foxkit.games.franks_zoo.training import block_points, count_moves
from foxkit.lab.claims import claims
from foxkit.lab.stats import Row, mean_score, put_estimate
from foxkit.search.playout import playout_move

DECKS = tuple(range(2, 14))
COLUMNS = {"wins": "first", "score": "score"}


@compared_by_class
class Passing(NamedTuple):
    """RandomAI that passes only if it must (0), or as any move, opening too (1)."""

    opening: int


@playout_move.register
def _passing_move(
    policy: Passing, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, int]:
    n = len(moves)
    if not policy.opening and n > 1:
        n -= moves[n - 1] == PASS
    seed = advance(seed)
    return int(moves[below(seed, n)]), seed


READINGS: dict[str, tuple[Any, int]] = {
    "any move": (RANDOM_AI, ALWAYS),
    "any animal": (TypeFirst(), 0),
    "a pass only if it must": (Passing(0), ALWAYS),
    "a pass when opening, too": (Passing(1), ALWAYS),
}
"""What RandomAI is, and the rule for passing when opening."""


def _player(who: str, deck: int, reading: str) -> Any:
    """Return a policy: the rules, one that ignores its episodes, or weights alone."""
    if who == "rules":
        return heuristic(deck)
    if who == "idle":
        return Heuristic(sequences=0, weighs=0)
    teacher, passing = READINGS[reading]
    trained = PolicyTraining(who == "highest", 100_000, teacher=teacher)
    return trained.policy(FranksZoo(deck=deck, passing=passing))._replace(wins=1)


def by_deck(who: str, reading: str) -> list[Row]:
    """Seat a player among three RandomAIs on each deck, 10,000 rounds a deck."""
    three, passing = READINGS[reading]
    rows = []
    for deck in (0, *DECKS) if who == "rules" else DECKS:
        game, row = FranksZoo(deck=deck, passing=passing), Row(deck=deck)
        points = block_points(game, _player(who, deck, reading), three, 2_500, 21)
        put_estimate(row, "score", mean_score(points.mean(axis=1) / 4))
        put_estimate(row, "first", mean_score((points == 4).mean(axis=1)))
        rows.append(row)
    return rows


def left(reading: str) -> list[Row]:
    """Count the cards left in the last hand, as Table 3 does."""
    chooses, passing = READINGS[reading]
    found = count_moves(FranksZoo(passing=passing), chooses, 200_000, 22).left
    return [
        {"kind": kind, "left": found[i] / 1000} for kind, i in type_numbers(0).items()
    ]


def stated(figure: str) -> pd.DataFrame:
    """Return what the text states of a figure: average, best and worst deck.

    `error` is a standard error: that of the report's games, and rounding.
    """
    rows = []
    for what in COLUMNS:
        for end in ("average", "best", "worst"):
            claim = claims()[f"zoo-{figure}-{what}-{end}"]
            low, high = map(float, claim.rule.split()[1:3])
            deck = 0
            if end != "average":
                deck = int(claims()[f"zoo-{figure}-{what}-{end}-deck"].number)
            row = {"figure": figure, "what": what, "deck": deck, "said": claim.number}
            rows.append(row | {"error": (high - low) / 4})
    return pd.DataFrame(rows)


def _mean(rows: pd.DataFrame, column: str, deck: int) -> tuple[float, float]:
    """Return a deck's number, or with deck 0 the mean over all, and its error."""
    own = rows[rows["deck"] == deck] if deck else rows[rows["deck"] > 0]
    errors = (own[f"{column}_high"] - own[f"{column}_low"]) / 4
    return float(own[column].mean()), float((errors**2).sum() ** 0.5 / len(own))


def compared(figure: str, rows: pd.DataFrame) -> pd.DataFrame:
    """Put our number beside each that the text states of a figure."""
    said = stated(figure)
    if figure == "f7":
        rows = rows[rows["deck"] < 10]
    asked = zip(said["what"].map(COLUMNS), said["deck"], strict=True)
    ours, errors = np.transpose([_mean(rows, *each) for each in asked])
    return said.assign(ours=ours, error=np.hypot(said["error"], errors))


def on_the_real_deck(rows: pd.DataFrame) -> pd.DataFrame:
    """Put our rules on the real deck beside the two shares that the text states."""
    real, found = rows[rows["deck"] == 0].iloc[0], []
    for what, column in COLUMNS.items():
        claim = claims()[f"zoo-s51-{what}"]
        low, high = map(float, claim.rule.split()[1:3])
        row = {"figure": "real", "what": what, "said": claim.number}
        found.append(row | {"ours": real[column], "error": (high - low) / 4})
    return pd.DataFrame(found)


def of_table_3(rows: pd.DataFrame) -> pd.DataFrame:
    """Put our cards left beside Table 3, as shares of its largest number."""
    found = []
    for row in rows.itertuples():
        claim = claims()[f"zoo-t3-{row.kind}"]
        low, high = map(float, claim.rule.split()[1:3])
        said = {"figure": "t3", "what": row.kind, "said": claim.number / 84}
        found.append(said | {"ours": row.left / 84, "error": (high - low) / 4 / 84})
    return pd.DataFrame(found)


def likelihood(numbers: Iterable[pd.DataFrame]) -> tuple[float, float]:
    """Return the log-likelihood of the stated numbers, and the spread that is missed.

    The spread is the likeliest one.
    """
    both = pd.concat([*numbers])
    gaps = (both["said"] - both["ours"]).to_numpy()
    errors = both["error"].to_numpy()
    found = minimize_scalar(
        lambda spread: -_log_normal(gaps, np.hypot(errors, spread)),
        bounds=(0, 0.5),
        method="bounded",
    )
    return -float(found.fun), float(found.x)


def _log_normal(gaps: NDArray[Any], errors: NDArray[Any]) -> float:
    terms = (gaps / errors) ** 2 + np.log(2 * np.pi * errors**2)
    return -float(terms.sum()) / 2
