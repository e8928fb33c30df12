"""HeuristicAI of Frank's Zoo with numbers that suit a deck, and who sits with whom."""

from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd
import zoo_numbers as numbers

from foxkit import FranksZoo, computed, match, play
from foxkit.games.franks_zoo.evaluation import Heuristic, heuristic
from foxkit.games.franks_zoo.rules import ALWAYS
from foxkit.players.standard import PolicyPlayer

DECKS = (0, *range(2, 14))
"""The real deck, and the test decks by their types of cards."""


def suited(deck: int) -> Heuristic:
    """Return HeuristicAI with the numbers that were tuned for a deck."""
    case = {"deck": deck, "deals": 1_000, "generations": 12}
    (row,) = computed(numbers.tuned, [case]).to_dict("records")
    return heuristic(deck)._replace(
        **{name: float(row[name]) for name in numbers.MAGIC}
    )


def rules(deck: int) -> PolicyPlayer:
    """Return the player of a deck's suited rules."""
    return PolicyPlayer(suited(deck))


def among(
    one: Callable[[int], Any],
    three: Callable[[int], Any],
    decks: Iterable[int] = DECKS,
    **labels: Any,
) -> pd.DataFrame:
    """Seat a player among three of another, both made for each deck; a row a deck."""
    games = {n: FranksZoo(deck=n, passing=ALWAYS) for n in decks}
    pairs = [match(game, one(n), three(n), **labels) for n, game in games.items()]
    return play(pairs, min_blocks=250, max_blocks=250)
