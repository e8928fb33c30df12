"""The stories of `zoo_ran.ipynb`: one answer to each of its three questions."""

from itertools import product

import pandas as pd
import zoo_ran as ran

from foxkit import FranksZoo, computed, match, play
from foxkit.games.franks_zoo.players import MonteCarlo, PolicyTraining
from foxkit.players.standard import PolicyPlayer
from foxkit.search.flat import WINS

PLAYED = ("any move", "any animal")
"""Readings of RandomAI of which episodes that work were played."""


def counted(who: str, reading: str) -> pd.DataFrame:
    """Return a policy's rounds among three RandomAIs, by deck."""
    return computed(ran.by_deck, [{"who": who, "reading": reading}])


def described(figure: str, reading: str) -> pd.DataFrame:
    """Return the rounds of a figure's player as the report describes it, by deck."""
    random, passing = ran.READINGS[reading]
    teacher = None if reading == "any move" else random
    way = {"highest": figure != "f5", "teacher": teacher}
    way |= {"seed": 2} if figure == "f7" else {}
    by = WINS if figure == "f3" else 0
    plain = figure in ("f3", "f4")
    one = MonteCarlo(random if plain else PolicyTraining(**way), criterion=by)
    decks, most = (range(2, 10), 2_500) if figure == "f7" else (ran.DECKS, 250)
    games = [FranksZoo(deck=n, passing=passing) for n in decks]
    return play([match(g, one, PolicyPlayer(random)) for g in games], max_blocks=most)


def numbers(reading: str, effect: int, swapped: int) -> list[pd.DataFrame]:
    """Return all stated numbers, each beside that of a story."""
    rules, cards = counted("rules", reading), computed(ran.left, [{"reading": reading}])
    found = [ran.compared("f2", rules), ran.on_the_real_deck(rules)]
    found.append(ran.of_table_3(cards))
    for figure in ("f3", "f4", "f5", "f6", "f7"):
        own = {"f5": "drawn", "f6": "highest", "f7": "highest"}.get(figure, "idle")
        other = {"drawn": "highest", "highest": "drawn"}.get(own, own)
        as_if = {"drawn": "f5", "highest": "f6"}.get(other, figure)
        if effect:
            rows = described(as_if if swapped else figure, reading)
        else:
            rows = counted(other if swapped else own, reading)
        found.append(ran.compared(figure, rows))
    return found


def stories() -> pd.DataFrame:
    """Return every story that was played, and what it misses; the likeliest first."""
    rows = []
    for reading, effect, swapped in product(ran.READINGS, (1, 0), (0, 1)):
        if effect and reading not in PLAYED:
            continue
        fit, spread = ran.likelihood(numbers(reading, effect, swapped))
        story = {"random": reading, "fit": fit, "misses": 100 * spread}
        story |= {"episodes": "as described" if effect else "no effect"}
        rows.append(story | {"names": "swapped" if swapped else "as printed"})
    return pd.DataFrame(rows).sort_values("fit", ascending=False)
