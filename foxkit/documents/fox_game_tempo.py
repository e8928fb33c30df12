"""Horizon and tempo: why neighbouring sideways limits differ so.

Known when this was declared: at 10,000 simulations the sheep win 73, 71, 81, 64, 87, 74
and 88 % with limits of 6 to 12 turns. The explanation to be tested: the sheep wait, and
break when the search sees the limit, a fixed number of turns ahead of it; foxes that
also mark time stand well at every second turn, so that a break costs less or more by
whether limit and distance are even. The predictions:

1. `tempo-on`: at 10,000 the limits 13 and 15 are below the mean of 12, 14 and 16.
2. `tempo-weak`, `tempo-strong`: the mean of the limits 8, 10 and 12 less that of 7, 9
   and 11 has another sign than at 10,000 for one of 300, 1,000, 3,000 and 30,000,
   because another distance is seen.
3. `tempo-blur`: where the counter restarts at 0 or 1 as if at random, the mean of 10
   and 12 less that of 9 and 11 is less than half of the one known.
4. `tempo-blur`: with simulations jittered by 20 % it is more than half of it: the
   horizon hardly moves.
5. `breaks`: half of all breaks after four or more turns of waiting come within one turn
   of one distance from the limit, the same for the limits 7 to 12 at 10,000.
6. `breaks`: the sheep captured in the four turns after a break differ by whether the
   counter was even.

Pairs were fixed before: 200 below 10,000 simulations, 100 at 10,000, 50 at 30,000.

Declared when `tempo-blur` was known (predictions 3 and 4 both failed: the restarts left
the difference as it was, the jitter removed it):

7. `tempo-near`: if the jitter works by moving the horizon, the difference of 3 is less
   than half of the one known for 8,000 or for 12,000 simulations exactly, or for both;
   if it works by making the two sides unequal, it is more than half for both. 50 pairs.

Declared when all of that and `breaks-elsewhere` were known (an odd wait costs the sheep
more than an even one at 10,000, less at 30,000, and as much at 3,000, 8,000, 12,000):

8. `tempo-fine`: with 9 turns the sheep win more than 85 % at 5,000 and 7,000, and less
   than 80 % at 9,000 and from there on; with 10 turns more than 80 % up to 15,000, and
   less at 20,000.
9. `breaks-elsewhere`: the odd wait costs more at 9,000 and 11,000, and less at 20,000.
   100 pairs.

A *break* is a forward step after four or more sheep turns without one. It comes so many
turns before the limit: one, where the next turn sideways would lose.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from foxkit.agents.fox_game_players import paper
from foxkit.agents.players import Jittered
from foxkit.documents.fox_game import by_strength, copies
from foxkit.documents.fox_game_balance import EXPERT
from foxkit.lab import store
from foxkit.lab.experiment import Agent, Experiment, Match, Stop, over
from foxkit.lab.match import replay
from foxkit.lab.stats import Row, means
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import SHEEP
from foxkit.rules.position import Position

WEAK, NEAR, STRONG = (300, 1_000, 3_000), (8_000, 12_000), 30_000
FINE = (5_000, 7_000, 9_000, 11_000, 15_000, 20_000)
SPREAD = 0.2  # of the jittered simulations
AROUND = (7, 8, 9, 11, 12)  # limits; 10, the usual one, is played elsewhere
KNOWN = {
    **{f"limit {n}": ("single-change", f"limit-{n}") for n in (7, 8, 9, 12)},
    "limit 10": ("fig10", "20 sheep"),
    "limit 11": ("readings", "limit-11"),
}
AT_10 = {
    300: ("surface", "20 sheep n=300"),
    1_000: ("fig8", "1000"),
    3_000: ("cutoff", "0"),
    STRONG: ("surface", f"20 sheep n={STRONG}"),
}
"""Where the usual limit is played by others than experts."""


def _limits(*turns: int) -> dict[str, FoxGame]:
    return {f"limit {n}": FoxGame(sideways_limit=n) for n in turns}


def tempo_on(name: str, title: str) -> Experiment:
    """Is every second limit low, further on?"""
    matches = by_strength(_limits(13, 14, 15, 16), [EXPERT])
    reads = {f"{limit} n={EXPERT}": there for limit, there in KNOWN.items()}
    return Experiment(name, title, matches, Stop(100), seed=110, reads=reads)


def _around(
    name: str, title: str, strengths: tuple[int, ...], stop: Stop, seed: int
) -> Experiment:
    """Play the limits around the usual one between players of other strengths."""
    matches = by_strength(_limits(*AROUND), strengths)
    reads = {f"limit 10 n={n}": AT_10[n] for n in strengths}
    return Experiment(name, title, matches, stop, seed=seed, reads=reads)


def tempo_weak(name: str, title: str) -> Experiment:
    """Are the same limits low between weaker players?"""
    return _around(name, title, WEAK, Stop(200), 111)


def tempo_strong(name: str, title: str) -> Experiment:
    """Are they between stronger ones?"""
    return _around(name, title, (STRONG,), Stop(50), 112)


def tempo_near(name: str, title: str) -> Experiment:
    """Do the dips belong to 10,000 simulations, or to equal numbers of them?"""
    matches = by_strength(_limits(9, 10, 11, 12), NEAR)
    return Experiment(name, title, matches, Stop(50), seed=115)


def tempo_fine(name: str, title: str) -> Experiment:
    """Where between 3,000 and 30,000 simulations do the sheep lose ground?"""
    matches = by_strength(_limits(9, 10), FINE)
    return Experiment(name, title, matches, Stop(100), seed=116)


def tempo_blur(name: str, title: str) -> Experiment:
    """Do neighbouring limits come closer if the counter, or the search, is blurred?"""
    player = Agent("jittered", Jittered(paper(EXPERT), SPREAD))
    limits = _limits(9, 10, 11, 12)
    matches = [
        copies(f"{limit} restart", game._replace(restart=1), EXPERT)
        for limit, game in limits.items()
    ]
    matches += [Match(f"{x} jitter", limits[x], (player, player)) for x in limits]
    return Experiment(name, title, tuple(matches), Stop(100), seed=113, reads=KNOWN)


# -- breaks ----------------------------------------------------------------------------

WAITED = 4  # sheep turns without a forward step, at least
_AFTER = 4  # turns in which the loss is counted


class Break(NamedTuple):
    """A break: the counter just before it, turns ahead of the limit, sheep lost."""

    counter: int
    ahead: int
    lost: int


def played_at(limit: int, simulations: int) -> tuple[str, str]:
    """Return the experiment and the condition with the games of a limit."""
    if simulations == EXPERT and f"limit {limit}" in KNOWN:
        return KNOWN[f"limit {limit}"]
    if limit == 10 and simulations in AT_10:
        return AT_10[simulations]
    homes = {EXPERT: "tempo-on", STRONG: "tempo-strong"}
    homes |= dict.fromkeys(NEAR, "tempo-near") | dict.fromkeys(FINE, "tempo-fine")
    return homes.get(simulations, "tempo-weak"), f"limit {limit} n={simulations}"


def _turns(positions: list[Position]) -> list[Position]:
    """Return the positions at which a turn begins, and the last one."""
    begins = [p for p in positions if p.state.chain < 0]
    return begins if begins[-1] is positions[-1] else [*begins, positions[-1]]


def breaks(positions: list[Position]) -> Iterator[Break]:
    """Yield the breaks of a game, in order."""
    turns = _turns(positions)
    left = [int(p.state.sheep).bit_count() for p in turns]
    limit = positions[0].game.sideways_limit
    for i, (before, after) in enumerate(pairwise(turns)):
        counter, stepped = before.state.sideways, after.state.sideways == 0
        if before.state.mover == SHEEP and counter >= WAITED and stepped:
            later = left[min(i + 1 + _AFTER, len(left) - 1)]
            yield Break(counter, limit - counter, left[i] - later)


def counted(folder: Path, limit: int, simulations: int) -> list[Row]:
    """Count the breaks of a condition's games: all, and by turns ahead of the limit."""
    games = store.games(*played_at(limit, simulations), folder)
    game = FoxGame(sideways_limit=limit)
    found = pd.DataFrame(
        (
            {"pair": pair, **each._asdict()}
            for pair, moves in zip(games["block"], games["moves"], strict=True)
            for each in breaks(replay(game, moves))
        ),
        columns=["pair", *Break._fields],
    )
    rows = [_row("", found, len(games), len(found))]
    if len(found):
        rows[0]["median_ahead"] = float(found["ahead"].median())
        mode = rows[0]["mode_ahead"] = int(found["ahead"].mode()[0])
        rows[0]["near_mode"] = float(((found["ahead"] - mode).abs() <= 1).mean())
    rows += [
        _row(f"ahead {ahead}", some, len(games), len(found)) | {"ahead": int(ahead)}
        for ahead, some in found.groupby("ahead")
    ]
    return rows


def _row(condition: str, found: pd.DataFrame, games: int, among: int) -> Row:
    """Return how many breaks there are and what they lose, by even or odd counter.

    The unit of the means is a pair of games.
    """
    row: Row = {"condition": condition, "games": games, "breaks": len(found)}
    row["share"] = len(found) / among if among else 0.0
    lost = {"lost": found} if found["pair"].nunique() > 1 else {}
    if not condition:
        parities = found.groupby(np.where(found["counter"] % 2, "odd", "even"))
        lost |= {f"lost_{parity}": some for parity, some in parities}
    return row | means({k: v.groupby("pair")["lost"].mean() for k, v in lost.items()})


def _breaks(
    name: str, title: str, cases: list[tuple[int, int]], *homes: str
) -> Experiment:
    found = over(counted, "limit simulations", cases, True, "limit {} n={}")
    return Experiment(name, title, found, after=homes)


def breaks_known(name: str, title: str) -> Experiment:
    """Count the breaks in the games that were stored when this was declared."""
    cases = [*((limit, EXPERT) for limit in range(7, 13)), *((10, n) for n in AT_10)]
    homes = ("single-change", "readings", "fig10", "fig8", "cutoff", "surface")
    return _breaks(name, title, cases, *homes)


def breaks_elsewhere(name: str, title: str) -> Experiment:
    """Count them at longer limits, and between weaker and stronger players."""
    cases = [(limit, n) for n in (*WEAK, STRONG) for limit in AROUND]
    cases += [(limit, EXPERT) for limit in range(13, 17)]
    cases += [(limit, n) for n in NEAR for limit in range(9, 13)]
    cases += [(limit, n) for n in FINE for limit in (9, 10)]
    homes = ("tempo-weak", "tempo-on", "tempo-strong", "tempo-near", "tempo-fine")
    return _breaks(name, title, cases, *homes)
