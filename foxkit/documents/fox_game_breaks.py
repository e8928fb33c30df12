"""When sheep that wait go on, and what that costs them: counted in replayed games.

A *break* is a forward step after four or more sheep turns without one. It comes so many
turns before the limit: one, where the next turn sideways would lose.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from foxkit.documents.fox_game_balance import EXPERT
from foxkit.documents.fox_game_tempo import AROUND, AT_10, KNOWN, STRONG, WEAK
from foxkit.lab import store
from foxkit.lab.experiment import Experiment, over
from foxkit.lab.match import replay
from foxkit.lab.stats import Row, means
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import SHEEP
from foxkit.rules.position import Position

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
    if limit == 10:
        return AT_10[simulations]
    home = {EXPERT: "tempo-on", STRONG: "tempo-strong"}.get(simulations, "tempo-weak")
    return home, f"limit {limit} n={simulations}"


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


def _experiment(
    name: str, title: str, cases: list[tuple[int, int]], *homes: str
) -> Experiment:
    found = over(counted, "limit simulations", cases, True, "limit {} n={}")
    return Experiment(name, title, found, after=homes)


def experiment(name: str, title: str) -> Experiment:
    """Count the breaks in the games that were stored when this was declared."""
    cases = [*((limit, EXPERT) for limit in range(7, 13)), *((10, n) for n in AT_10)]
    homes = ("single-change", "readings", "fig10", "fig8", "cutoff", "surface")
    return _experiment(name, title, cases, *homes)


def elsewhere(name: str, title: str) -> Experiment:
    """Count them at longer limits, and between weaker and stronger players."""
    cases = [(limit, n) for n in (*WEAK, STRONG) for limit in AROUND]
    cases += [(limit, EXPERT) for limit in range(13, 17)]
    return _experiment(name, title, cases, "tempo-weak", "tempo-on", "tempo-strong")
