"""Measures that more than one cell of `fox_claims`, or `openings`, needs."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import pandas as pd
from scipy.stats import norm

from foxkit import FoxGame, match, paper, play, replay
from foxkit.lab.stats import (
    Estimate,
    Row,
    difference,
    half_width,
    proportion,
    put_estimate,
    read_estimate,
)

ALTERED = {
    "C=0.5": {"c": 0.5},
    "C=0.3": {"c": 0.3},
    "q=14": {"q": 14},
    "q=10": {"q": 10},
    "k=0.9": {"k": 0.9},
    "k=0.7": {"k": 0.7},
    "b=1.2": {"b": 1.2},
    "b=0.8": {"b": 0.8},
}
"""The eight alterations of Table 1, in its order."""
KEYS = tuple(name.lower().replace("=", "").replace(".", "") for name in ALTERED)
"""What the ids of published rows call them."""
READINGS = {
    "the foxes begin": {"first": 1},
    "foxes start on 42 and 44": {"fox_start": "42 44"},
    "no diagonal lines": {"diagonals": 1},
    "diagonal lines everywhere": {"diagonals": 2},
    "a chain is one move": {"whole_chains": 1},
    "sideways limit 11": {"sideways_limit": 11},
    "fewer than nine sheep play on": {"last_sheep": 1},
}
"""Other readings of the rules that the paper's text allows."""
CAUGHT = {
    "stuck foxes go one by one": {"one_by_one": 1},
    "taking a fox off is a turn": {"removal_is_turn": 1},
}
"""Other readings of how a fox is caught, of which fewer games were asked for."""
OTHERS = {
    "foxes need not capture": {"must_capture": 0},
    "chains are optional": {"must_continue": 0},
    "foxes cannot be caught": {"catchable": 0},
    "8 in the pasture": {"target": 8},
    **{
        f"foxes start on {a} and {b}": {"fox_start": f"{a} {b}"}
        for a, b in ((42, 52), (43, 53), (40, 46))
    },
    **{
        f"sideways limit {n}": {"sideways_limit": n}
        for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 20, 40)
    },
}
"""Other rules, which nobody reads into the paper."""
_NORMAL, _POWER = map(float, norm.ppf([0.975, 0.8]))
SIZES = 300, 1_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000
"""Simulations a move of the players whose games begin with openings."""


def over_openings(game: FoxGame, sizes: Sequence[int] = SIZES) -> pd.DataFrame:
    """The sheep's rate by simulations a move, over openings of eight plies.

    Games are played until it is known to 4 points, between strong players to 5 or 6.
    """
    found = []
    for n in sizes:
        until = {"to": 0.04, "min_blocks": 300, "max_blocks": 600}
        if n > 10_000:
            until = {"to": 0.05, "min_blocks": 200, "max_blocks": 500}
        if n > 20_000:
            until = {"to": 0.06, "min_blocks": 150, "max_blocks": 400}
        found.append(play(match(game, paper(n), opening=8), of="sheep_rate", **until))
    return pd.concat(found).assign(begins="over openings")


def alike(played: pd.DataFrame, opening: int) -> Row:
    """How often two games that begin alike stand in the same position later.

    Args:
        played: the games of a match of 20 sheep.
        opening: the plies of their openings; with 0, all games begin alike.

    Returns:
        The row: `same`, the share of pairs of games that stand in the same position
        twenty plies after they began to be played. Where there are openings, these are
        the two games of each block, and the share has an interval.
    """
    game, plies = FoxGame(), opening + 20
    there = [game.format(replay(game, m[:plies])[-1].state) for m in played.moves]
    if opening:
        places = pd.Series(there).groupby(played.block.to_numpy()).nunique()
        row: Row = {"pairs": len(places)}
        put_estimate(row, "same", proportion(int((places == 1).sum()), len(places)))
        return row
    times, count = pd.Series(there).value_counts(), len(there)
    pairs = count * (count - 1)
    return {"pairs": pairs // 2, "same": float((times * (times - 1)).sum() / pairs)}


def by_rules(changes: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Return rows of 20 sheep between agents of 10,000 simulations, by their `rules`.

    The usual rules come first, `CAUGHT` last.
    """
    usual: dict[str, Any] = {"the usual rules": {}}
    asked = (usual, {"to": 0.02}), (changes, {"to": 0.04}), (CAUGHT, {"max_blocks": 75})
    rows = []
    for some, rule in asked:
        games = {name: FoxGame(**each) for name, each in some.items()}
        pairs = [match(game, paper(10_000), rules=name) for name, game in games.items()]
        rows.append(play(pairs, of="sheep_rate", **rule))
    return pd.concat(rows, ignore_index=True)


def effect(score: Estimate) -> Estimate:
    """Return how far a score is from one half, in standard deviations of a pair.

    These are those by which the interval of the mean is as wide as it is.
    """
    pairs = score.n
    d = abs(score.estimate - 0.5) / (half_width(score) / _NORMAL * sqrt(pairs))
    reach = _NORMAL * sqrt(1 / pairs + d * d / (2 * pairs))
    return Estimate(d, d - reach, d + reach, score.n)


def games_to_show(score: Estimate) -> float:
    """Return the games that show a score like this to be none of one half, with 80 %.

    That is the power of a two-sided test at 5 %.
    """
    return 2 * ((_NORMAL + _POWER) / effect(score).estimate) ** 2


def foxes_gain_more(changed: pd.Series, usual: pd.Series) -> Estimate:
    """Return what a change gains agent A as foxes less what it gains A as sheep.

    Args:
        changed: a row of `play`, of a match of the changed agent.
        usual: likewise, of the usual agent.
    """
    foxes, sheep = (
        difference(read_estimate(changed, side), read_estimate(usual, side))
        for side in ("a_as_foxes", "a_as_sheep")
    )
    return difference(foxes, sheep)
