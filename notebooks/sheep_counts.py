"""What no table of wins tells of Battle Sheep: counted seat by seat, and in games.

A seat's number is known by blocks, four games on one map, which are independent of each
other. Ranks are the report's: those who tie share the better one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import dist

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from foxkit import BattleSheep, Position, RandomPlayer, games, published, replay
from foxkit.games.battle_sheep.geometry import cells_of, is_joined
from foxkit.games.battle_sheep.players import report_player, search_as_printed
from foxkit.games.battle_sheep.rules import can_slide, edge_cells, scores
from foxkit.games.battle_sheep.starts import (
    best_start_coordinates,
    degrees_of_all_cells,
)
from foxkit.lab.claims import claims
from foxkit.lab.match import Match, play_game
from foxkit.lab.stats import Floats, Row, ValueRange, mean_score, means, put_estimate
from foxkit.search.session import HIGHEST_BOUND, HIGHEST_VALUE

MAPS: Mapping[str, BattleSheep] = {
    "ragged": BattleSheep(neighbours=8, percent=45, pays=1),
    "broad": BattleSheep(pays=1),
}
"""The two families of maps; a game pays its score."""


def points_of(played: pd.DataFrame) -> Floats:
    """Return the players' scores, an array of blocks x rotations x seats."""
    points = played["reason"].str.extract(r"(\d+), (\d+), (\d+), (\d+)")
    return points.to_numpy(dtype=float).reshape(-1, 4, 4)


def places_of(points: Floats) -> Floats:
    """Return the players' ranks by points; those who tie share the better one."""
    return rankdata(-points, "min", axis=-1)


def _each(rows: pd.DataFrame, matches: Sequence[Match]) -> Iterator[tuple[Row, Floats]]:
    """Yield each row of `play` with the scores in its games."""
    for row, own in zip(rows.to_dict("records"), matches, strict=True):
        played = games(own)
        yield row, points_of(played[played["block"] < row["blocks"]])


def _found(within: ValueRange | None = None, **values: Floats) -> Row:
    """Return means of numbers, blocks x rotations, or nothing where there are none."""
    if len(next(iter(values.values()))):
        return means({name: each.mean(axis=1) for name, each in values.items()}, within)
    return {f"{name}{end}": np.nan for name in values for end in ("", "_low", "_high")}


def by_seat(rows: pd.DataFrame, matches: Sequence[Match]) -> pd.DataFrame:
    """Return a row for each seat of each match: its mean score and its mean rank.

    Args:
        rows: of `play`, one a match.
        matches: the same matches.
    """
    found = []
    for row, points in _each(rows, matches):
        places = places_of(points)
        for seat in range(4):
            own = _found(points=points[..., seat])
            own |= _found((1, 4), place=places[..., seat])
            found.append(row | {"seat": seat + 1, "player": f"player {seat + 1}"} | own)
    return pd.DataFrame(found)


def by_game(rows: pd.DataFrame, matches: Sequence[Match]) -> pd.DataFrame:
    """Return a row a match with what hangs together within its games.

    `total` is the sum of the four scores, `worse` player 4's rank less player 1's, and
    `behind` player 4's rank less that of the best of the other three, by their means.
    """
    found = []
    for row, points in _each(rows, matches):
        places = places_of(points)
        best = places[..., :3].mean(axis=(0, 1)).argmin() if len(places) else 0
        last, total = places[..., 3], points.sum(axis=-1)
        gaps = {"worse": last - places[..., 0], "behind": last - places[..., best]}
        found.append(row | _found(total=total) | _found((-3, 3), **gaps))
    return pd.DataFrame(found)


def reported(table: str, line: str) -> pd.DataFrame:
    """Return a line of a table of the report, with what its games leave open."""
    rows = published(f"sheep-{table}-{line}-?").rename(columns={"value": "estimate"})
    ends = [claims()[id].rule.split()[1:] for id in rows.index]
    rows[["low", "high"]] = pd.DataFrame(ends, rows.index).astype(float)
    return rows.assign(seat=range(1, 5), player=[f"player {n}" for n in range(1, 5)])


def of_maps(maps: str, number: int) -> Row:
    """Measure some maps of a family: cells to start from, L1, the largest L2."""
    found = []
    for seed in range(number):
        game = MAPS[maps].with_deal(seed)
        state = game.start()
        l1, l2, _ = degrees_of_all_cells(game.size, state.free)
        edge = cells_of(edge_cells(game, state))
        best = max(int(l2[cell]) for cell in edge)
        sees = np.mean([l1[cell] for cell in cells_of(state.free)])
        joined = is_joined(state.free)
        found.append({"edge": len(edge), "sees": sees, "best": best, "joined": joined})
    table = pd.DataFrame(found)
    row = means({name: table[name] for name in ("edge", "sees", "best")})
    return row | {"joined": float(table["joined"].mean())}


def starting_cells(maps: str, factor: float, number: int) -> Row:
    """Let all four start by DIS with a factor on some maps, 0 being DOF.

    `freedom_1` to `freedom_4` are L2 of their cells when each chooses, `distance` the
    mean distance between the four, `as_dof` and `farthest` shares of the later players'
    cells that are DOF's, and that are the farthest.
    """
    found = defaultdict[str, list[float]](list)
    for seed in range(number):
        position, cells, alike = Position.start(MAPS[maps].with_deal(seed)), [], []
        for seat in range(4):
            game, state = position.game, position.state
            cells.append(cell := best_start_coordinates(game, state, factor))
            others = (best_start_coordinates(game, state, other) for other in (0, 1e9))
            alike.append([cell == other for other in others])
            freedom = degrees_of_all_cells(game.size, state.free)[1][cell]
            found[f"freedom_{seat + 1}"].append(float(freedom))
            position = position.play("{},{}".format(*cell))
        found["distance"].append(
            np.mean([dist(*two) for two in combinations(cells, 2)])
        )
        freest, farthest = np.mean(alike[1:], axis=0)
        found["as_dof"].append(freest)
        found["farthest"].append(farthest)
    shares = {name: found.pop(name) for name in ("as_dof", "farthest")}
    return means(found) | means(shares, within=(0, 1))


def stuck(positions: Sequence[Position], player: int) -> list[tuple[int, ...]]:
    """Return the scores in the positions of a game in which a player is stuck."""
    later = (p.state for p in positions[4:] if not can_slide(p.state, player))
    return [scores(state) for state in later]


def random_play(maps: str, number: int) -> Row:
    """Play at random; count slides and legal moves; do scores of the stuck change?

    A reward comes once a game; an action is a cell, a direction and a number of sheep.
    """
    legal: list[int] = []
    own: list[int] = []
    change = 0
    for seed in range(number):
        game = MAPS[maps].with_deal(seed)
        moves = play_game(
            game, [RandomPlayer()] * 4, range(4 * seed, 4 * seed + 4)
        ).moves
        positions = replay(game, moves)
        slides = [p for p in positions[4:] if "pass" not in p.moves and p.moves]
        legal += [len(position.codes) for position in slides]
        own.append(len(slides))
        last = scores(positions[-1].state)
        for player in range(4):
            own_scores = (points[player] for points in stuck(positions, player))
            change = max(change, *(abs(last[player] - points) for points in own_scores))
    actions = 144 * 8 * 15
    row = means({"moves": legal, "slides": own, "decisions": np.array(own) / 4})
    row |= means({"tries": actions / np.array(legal)})
    more = {"actions": actions, "legal_share": row["moves"] / actions, "change": change}
    return {"games": number} | row | more


def frozen(positions: Sequence[Position]) -> list[tuple[float, float, float]]:
    """Return what freezing all scores when a player is stuck does to its record.

    For each player: its score then less at the end, the same of its lead over the
    others' mean score, and of its rank.
    """
    last, found = scores(positions[-1].state), []
    for player in range(4):
        both = np.array([stuck(positions, player)[0], last], dtype=float)
        lead = 4 / 3 * (both[:, player] - both.mean(axis=1))
        place = places_of(both)[:, player]
        gaps = (each[0] - each[1] for each in (both[:, player], lead, place))
        found.append(tuple(gaps))
    return found


def trap(maps: str, played: pd.DataFrame, maps_played: int) -> Row:
    """Freeze the scores in games on the first maps, see `frozen`; a map is a number."""
    some = played[played["block"] < maps_played]
    found = [
        np.mean([frozen(replay(MAPS[maps].with_deal(s), m)) for m in same], axis=(0, 1))
        for s, same in some.groupby("seed")["moves"]
    ]
    names = "own_change", "lead_change", "place_change"
    return means(dict(zip(names, np.transpose(found), strict=True)))


def final_moves(maps: str, number: int) -> Row:
    """Ask the report's search, as printed, what it does with its tree.

    At the first decision of the last game: moves `added`, those of them
    `played_out` in one iteration, and `visited` after as many as there are. `same` is
    the share of decisions in which bound and mean choose one move, by games.
    """
    player, same = report_player(), []
    for seed in range(number):
        game = MAPS[maps].with_deal(seed)
        moves = play_game(game, [player] * 4, range(4 * seed, 4 * seed + 4)).moves
        asked = [p for p in replay(game, moves)[4:] if len(p.codes) > 1]
        alike = []
        for each in asked:
            search = search_as_printed().think(each.game, each.state, seed)
            alike.append(search.best(HIGHEST_BOUND) == search.best(HIGHEST_VALUE))
        same.append(np.mean(alike))
    row: Row = {"games": number, "added": len(asked[0].codes)}
    for name, iterations in (("played_out", 1), ("visited", row["added"])):
        search = search_as_printed(iterations).think(asked[0].game, asked[0].state, 0)
        row[name] = sum(child.visits > 0 for child in search.children())
    put_estimate(row, "same", mean_score(same))
    return row
