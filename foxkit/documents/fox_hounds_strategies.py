"""The document's strategies of Fox & Hounds met exactly, and what it leaves to ask.

Three of the experiments are predictions, written down before they were run:

hounds-strategies   Hounds that only keep the fox in boxes lose more than half of the
                    games to the best fox; the two strategies for the winning side
                    ("plays toward the longest possible victory", "toward the maximum
                    finite B value") never lose without fuzz.
hounds-trembling    Hounds that know their own slips do better than the document's with
                    the same fuzz: at its fair p, 0.006935, the best fox wins less than
                    40 % against them, and their fair p on 8 x 8 is at least 1.5 times
                    as large. So it is by either reading of the fuzz. (In the first run
                    the knowing hounds chose a single move. By the weights a set can be
                    better, as 6 x 6 showed, where hounds that know nothing of slips
                    did better than they; now they choose the best set.)
hounds-handicaps    One free pass is enough for the fox on every board of width 6 or
                    more that it loses without. One hound fewer loses all of them, one
                    more wins all of them, 6 x 6 too, and is worth more than a pass.

hounds-passes was declared when the last of them was known: one pass had proven too few,
two as well on most boards, and three enough on 8 x 8.
"""

from itertools import product
from typing import Any

import numpy as np

from foxkit.documents.fox_hounds import FAIR, HEAT, READINGS, board_of
from foxkit.lab.experiment import Cases
from foxkit.lab.stats import Row
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_odds import KNOWS, Fuzz, Side, fox_chance, handicaps
from foxkit.solvers.fox_hounds_policies import choices
from foxkit.solvers.fox_hounds_table import (
    FOX_WINS,
    HOUND_CODES,
    NOBODY,
    Table,
    solve_table,
    table,
)

SLIPS = (0.0, 0.001, 0.002, 0.005, 0.006935, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
STRATEGIES = ("random", "cautious", "boxes", "FoxBox", "perfect", "document")
"""As `board_of` knows them."""
_UP_TO_100 = tuple((width, height) for width, height in HEAT if width * height <= 100)
_SMALL = tuple(size for size in FAIR if size < (10, 0))


def _strategy(side: str, strategy: str, fuzz: float) -> Row:
    """Return how often the best opponent wins, from where it has lost.

    That is the initial position against the hounds, the opposite one against the fox.
    """
    board, policy = board_of(strategy)
    chosen, player = choices(board, policy, policy), Side(0, fuzz)
    if side == "hounds":
        start = board.game.start()
        return {"opponent_wins": fox_chance(board, chosen, KNOWS, player, start)}
    opposite = Fuzz(board).opposite
    assert opposite is not None
    won = fox_chance(board, chosen, player, KNOWS, opposite.state)
    return {"opponent_wins": 1 - won}


def _told_apart(board: Table, policy: str) -> Any:
    """Return where a policy of the fox does not choose among all of its moves."""
    some, every = (choices(board, each, "random") for each in (policy, "random"))
    return np.concatenate([a.fox != b.fox for a, b in zip(some, every, strict=True)])


def _counts(width: int, height: int) -> list[Row]:
    """Count the placements, fox to move, that a claim is about, and its exceptions.

    `escaped`: the fox has escaped, yet would not win without the escape rule;
    `trapped`: it cannot move, yet is in no FoxBox; `B` and `largest B`: it has lost and
    is in a FoxBox, and that measure of the positions after its moves tells them apart.
    """
    game = FoxHounds(width, height)
    board, endless = (table(g) for g in (game, game._replace(safe_squares=0)))
    values, boxes = board.answers.values, board.answers.boxes
    later = endless.answers.values
    lost = (values <= HOUND_CODES) & (values > 0)
    escaped, trapped, boxed = values == FOX_WINS, values == 0, lost & (boxes == 0)
    asked = {
        "escaped": (escaped, (later <= HOUND_CODES) | (later == NOBODY)),
        "trapped": (trapped, boxes != 0),
        "B": (boxed, _told_apart(board, "FoxBox")),
        "largest B": (boxed, _told_apart(board, "document")),
    }
    return [
        {
            "condition": claim,
            "claim": claim,
            "placements": int(among.sum()),
            "exceptions": int((among & odd).sum()),
            "share": float((among & odd).sum() / among.sum()),
        }
        for claim, (among, odd) in asked.items()
    ]


def _trembling(width: int, height: int, reading: str) -> list[Row]:
    """Return the underdog's chances, by what its opponent knows, and the fair slips."""
    board, literal = solve_table(FoxHounds(width, height)), READINGS[reading]
    players = {
        "document": Fuzz(board, literal),
        "perfect": Fuzz(board, literal, "perfect"),
        "knowing": Fuzz(board, literal, knows=True),
    }
    rows = []
    for name, fuzz in players.items():
        fair, underdog = fuzz.bisection()[0], FoxHounds.PLAYERS[fuzz.underdog]
        for p in SLIPS if (width, height) == (8, 8) else (fair,):
            found = {"p": p, "underdog_wins": fuzz.from_start(p), "underdog": underdog}
            label = {"condition": f"{name} {p:g}", "opponent": name}
            rows.append({**label, **found, "fairest_p": fair})
    return rows


def _handicap(width: int, height: int) -> list[Row]:
    """Return the free passes that the fox needs against other numbers of hounds.

    None (empty) where two are not enough.
    """
    game, rows = FoxHounds(width, height), list[Row]()
    for hounds in (game.k - 1, game.k, game.k + 1):
        for state, chances in handicaps(game, hounds, passes=2).items():
            needed = chances.index(1.0) if 1.0 in chances else None
            text = Position(game, state).text
            label = {
                "condition": f"{hounds} {text}",
                "hounds": hounds,
                "position": text,
            }
            rows.append({**label, "more": hounds - game.k, "passes": needed})
    return rows


def _passes(width: int, height: int) -> Row:
    """Return the free passes that the fox needs at the usual start, up to eight."""
    game = FoxHounds(width, height)
    (chances,) = handicaps(game, game.k, passes=8).values()
    return {"passes": chances.index(1.0) if 1.0 in chances else None}


COMPUTED: Cases = {
    "hounds-strategies": (
        _strategy,
        "side strategy fuzz",
        tuple(product(FoxHounds.PLAYERS, STRATEGIES, (0.0, 0.006935))),
    ),
    "hounds-counts": (_counts, "width height", [(6, 6), (8, 8)]),
    "hounds-trembling": (
        _trembling,
        "width height reading",
        [(*size, reading) for size in _SMALL for reading in READINGS],
    ),
    "hounds-handicaps": (_handicap, "width height", _UP_TO_100),
    "hounds-passes": (_passes, "width height", _UP_TO_100),
}
"""Name -> what is computed, the names of its factors, and their values."""
