"""Fair fuzz in Fox & Hounds, by what the player who slips knows of its slips."""

from functools import cache

from foxkit import FoxHounds
from foxkit.games.fox_hounds.odds import FairestFuzz
from foxkit.games.fox_hounds.table import solve_table
from foxkit.lab.stats import Row

WHO = {
    "document": "the article's hounds",
    "perfect": "perfect, but for slips",
    "knowing": "who know their slips",
}
"""Who slips: the article's player, a perfect one, one that is best with its slips."""


@cache
def player(who: str, reading: str, width: int = 8, height: int = 8) -> FairestFuzz:
    """Return who slips on a board, the fuzz read by `weights` or by `words`."""
    board, literal = solve_table(FoxHounds(width, height)), reading == "words"
    if who == "knowing":
        return FairestFuzz(board, literal, knows=True)
    return FairestFuzz(board, literal, who)


def fair(width: int, height: int, reading: str) -> Row:
    """Return the fair p of each who slips, and the side that does not."""
    each = {who: player(who, reading, width, height) for who in WHO}
    lost = FoxHounds.PLAYERS[each["document"].underdog]
    return {"lost": lost} | {who: one.bisection()[0] for who, one in each.items()}
