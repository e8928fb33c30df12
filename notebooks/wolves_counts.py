"""What is counted in games of Wolves Eat Sheep, and what exact values say of starts.

Functions that read the tables return rows for `kept`; the tables are made where they
are missing, which takes minutes for ten sheep and longer for three wolves.
"""

from collections.abc import Iterable
from itertools import product

import numpy as np
import pandas as pd

from foxkit import Position, Wolves, game_named, games
from foxkit.games.wolves.erring import FuzzyPlayer
from foxkit.games.wolves.evaluation import (
    AS_MEANT,
    AS_PRINTED,
    DEPTHS,
    TERMS,
    WEIGHTS,
    ReportBugs,
    terms_of,
)
from foxkit.games.wolves.players import report_search, score_of
from foxkit.games.wolves.rules import square_names
from foxkit.games.wolves.solver import value
from foxkit.lab.match import Match
from foxkit.lab.stats import (
    Estimate,
    Row,
    difference,
    difference_test,
    mean_score,
    mean_value,
    proportion,
    put_estimate,
    read_estimate,
    results_as_first_and_second,
)
from foxkit.players.perfect import PerfectPlayer
from foxkit.solvers.exact import principal_variation, values_after

ENDS = {
    "wolves_win": ("wolves win", "series-2"),
    "draw": ("stopped after 500 plies", "muted"),
    "sheep_win": ("sheep win", "series-1"),
}
"""How a game ends: columns, with label and colour in a picture."""
HEADS = {column: label for column, (label, _) in ENDS.items()}
"""Likewise, the columns with their heads in a table."""
READINGS = {"mended": AS_MEANT, "as printed": AS_PRINTED}
"""The report's program with its bugs repaired, and as it stands on its pages."""
EXAMPLES = {
    "start": "11111/11111/00000/00000/02020 w",
    "reply": "11111/11111/00000/02000/00020 s",
    "middle": "10101/11010/10020/00200/00000 w",
    "corners": "20000/00000/11111/00000/00002 w",
    "three": "11111/11111/11111/00000/02220 w",
}
"""Positions in which words and program differ."""
TRIOS = tuple(
    row
    for row in map("".join, product("02", repeat=5))
    if row.count("2") == 3 and row != "02220"
)
PLACES = ("00200", "02020", "02220", *TRIOS)
"""Last rows, `2` a wolf: one, two and three in the middle, then every other three."""


def erring(share: float) -> FuzzyPlayer:
    """Return a perfect player who makes a share of its moves at random."""
    return FuzzyPlayer(PerfectPlayer(), share)


def ended(rows: pd.DataFrame, matches: Iterable[Match]) -> pd.DataFrame:
    """Return rows of `play` with how the games ended.

    `wolves_win`, `draw` and `sheep_win` are shares of the games, `sheep_minus_wolves`
    the difference of two of them (the unit is a pair), `a_scores_as_wolves` and
    `a_scores_as_sheep` A's mean results, a draw counting one half. `rounds` are those
    of two turns in the games that A won as the wolves, or either of two copies.
    """
    found = []
    for row, own in zip(rows.to_dict("records"), matches, strict=True):
        played = games(own)
        played = played[played["block"] < row["blocks"]]
        alike = own.players[0] == own.players[1]
        found.append(row | (_ends(played, alike) if len(played) else _nothing()))
    return pd.DataFrame(found)


def _ends(played: pd.DataFrame, alike: bool) -> Row:
    row: Row = {}
    as_wolves, as_sheep = results = results_as_first_and_second(played)
    put_estimate(row, "sheep_minus_wolves", mean_score(as_sheep - as_wolves, (-1, 1)))
    for side, scores in zip(Wolves.PLAYERS, results, strict=True):
        put_estimate(row, f"a_scores_as_{side}", mean_score(scores))
    for column, who in zip(ENDS, ("wolves", "draw", "sheep"), strict=True):
        put_estimate(
            row, column, proportion(int((played["winner"] == who).sum()), len(played))
        )
    won = played["winner"] == "wolves"
    turns = played["turns"][won if alike else won & (played["rotation"] == 0)]
    rounds = Estimate(*3 * (np.nan,), 0) if len(turns) < 2 else mean_value(turns / 2)
    put_estimate(row, "rounds", rounds)
    return row


def _nothing() -> Row:
    names = ("sheep_minus_wolves", "a_scores_as_wolves", "a_scores_as_sheep", "rounds")
    ends = ("", "_low", "_high")
    return {f"{name}{end}": np.nan for name in (*names, *ENDS) for end in ends}


def costs(cut: pd.DataFrame, whole: pd.DataFrame) -> pd.DataFrame:
    """Return what a player loses on either side for want of a term, in points of 100.

    Args:
        cut: rows of `ended` for a player without a term against the whole one.
        whole: rows of `play` for the whole players against their copies.
    """
    found, shared = [], whole.set_index("reading").to_dict("index")
    for row in cut.to_dict("records"):
        for side, weights in zip(Wolves.PLAYERS, WEIGHTS, strict=True):
            if not weights[TERMS.index(row["without"])]:
                continue
            usual = read_estimate(shared[row["reading"]], f"{side}_rate")
            own = read_estimate(row, f"a_scores_as_{side}")
            names = {name: row[name] for name in ("reading", "without", "finished")}
            lost = Estimate(*(100 * x for x in difference(usual, own)[:3]), own.n)
            names |= {"player": f"{row['reading']}, {row['without']}", "side": side}
            put_estimate(names, "lost", lost)
            found.append(names | {"p": difference_test(usual, own)})
    return pd.DataFrame(found)


def opinion(text: str, switches: ReportBugs = AS_MEANT) -> Row:
    """Return what a player of the report counts in a position, and its search's cost.

    `visited` are positions, `pruned` moves that are never tried, `minimax` positions
    without pruning; `second` is who it believes to make the second move.
    """
    root = Position.parse(Wolves(), text)
    state, depth = root.state, DEPTHS[root.state.mover]
    search = report_search(root.game, state, switches, table=False, killers=False)
    search.search(state, depth)
    second = Position(search.game, state).play(next(iter(root.moves))).mover
    return terms_of(state, switches)._asdict() | {
        "evaluation": score_of(text, bugs=switches),
        "visited": search.nodes,
        "pruned": search.pruned,
        "minimax": search.minimax_nodes(depth),
        "second": second,
    }


def distances(text: str) -> dict[str, int]:
    """Return each sheep's distances to all wolves, added up."""
    state = Position.parse(Wolves(), text).state
    far = dict.fromkeys(square_names(state.sheep), 0)
    for (row, column), (y, x) in product(far, square_names(state.wolves)):
        far[row + column] += abs(int(row) - int(y)) + abs(int(column) - int(x))
    return far


def best_play(generator: str) -> Row:
    """Return the value of the start, after each first move, and a best line of play."""
    position = Position.start(game_named("wolves", generator))
    moves = [*values_after(position)]
    after = {move: [*value(position.play(move)).values()] for move in moves}
    return {**value(position), "after": after, "line": principal_variation(position)}


def of_starts(places: tuple[str, ...], sheep: int) -> list[Row]:
    """Return the exact value of starts, by their last row.

    The sheep fill the rows from the top, the wolves (`2`) stand on the last row.
    """
    rows = []
    for last_row in places:
        cells = "1" * sheep + "0" * (20 - sheep) + last_row
        text = "/".join(cells[i : i + 5] for i in range(0, 25, 5)) + " w"
        found = value(Position(Wolves(), Wolves().parse(text)[1]))
        place = last_row.replace("0", "·").replace("2", "W")
        said = "-" if found["plies"] is None else "{outcome} {plies}".format(**found)
        row = {"wolves": last_row.count("2"), "last_row": last_row, "place": place}
        rows.append({**row, **found, "text": said})
    return rows
