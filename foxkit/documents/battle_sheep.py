"""The Battle Sheep report's experiments, on two families of maps, and ours.

A policy gives each seat its own way to start, so all four agents of a match are one
agent that asks for the seat (`BySide`); the rotations of a block then differ by their
randomness alone. The generator of the report's maps is unknown: `845` (ragged) and
`grow4` stand in for it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from foxkit.agents.battle_sheep_players import (
    SheepMcts,
    Shepherd,
    our_player,
    printed_search,
    report_player,
)
from foxkit.agents.battle_sheep_policies import Grazers
from foxkit.agents.battle_sheep_starts import (
    FACTORS,
    Array,
    DegreesPlayer,
    chosen_cell,
    degrees,
)
from foxkit.agents.budget import Budget
from foxkit.agents.players import BySide, Player, RandomPlayer
from foxkit.core.entry import play
from foxkit.lab import store
from foxkit.lab.claims import claims
from foxkit.lab.experiment import Cases, Experiment, Match, Stop, match, over
from foxkit.lab.match import play_game, replay
from foxkit.lab.stats import Row, mean_score, means, put
from foxkit.rules.battle_sheep import SCORE, BattleSheep
from foxkit.rules.battle_sheep_state import can_slide, scores
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.search.mcts import ANY
from foxkit.search.session import HIGHEST_BOUND, HIGHEST_VALUE, MOST_VISITED

MAPS = {
    "845": game_named("battle-sheep", "845")._replace(pays=SCORE),
    "grow4": game_named("battle-sheep")._replace(pays=SCORE),
}
POLICIES = {**FACTORS, "DIS 15 fourth": (0, 0, 0, 15)}
"""Who starts how; the last is a reading of experiment C, where player 4 led."""
GAMES = Stop(500)
"""Blocks of four games on one map: 2,000 games a condition."""
ITERATIONS = (
    (50, 100, 200, 500),
    (100, 200, 300, 500),
    (10, 50, 100, 500),
    (125, 250, 375, 500),
    (5, 20, 100, 500),
)
"""Readings of the report's experiment D, whose four counts are lost but the best."""


def scored(games: pd.DataFrame) -> NDArray[np.float64]:
    """Return the players' scores, games x seats."""
    found = games["reason"].str.extract(r"scores (\d+), (\d+), (\d+), (\d+)")
    return found.to_numpy(dtype=float)


def placed(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return ranks by points, games x seats; ties share the better rank."""
    return 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)


def of_seats(games: pd.DataFrame, **found: NDArray[Any]) -> Row:
    """Return the mean of each quantity, games x seats, for each seat, by blocks."""
    row: Row = {}
    for name, values in found.items():
        by_block = pd.DataFrame(values).groupby(games["block"].to_numpy()).mean()
        row |= means({f"{name}_{seat + 1}": by_block[seat] for seat in range(4)})
    return row


def by_seat(match: Match, games: pd.DataFrame) -> Row:
    """Return each seat's mean score and rank, by blocks; ties share the better rank."""
    points = scored(games)
    return of_seats(games, score=points, place=placed(points))


def by_map(match: Match, games: pd.DataFrame) -> Row:
    """Return `by_seat`, and what hangs together within a game, by blocks.

    `total` is the sum of the four scores, `worse` player 4's rank less player 1's.
    """
    points = scored(games)
    places = placed(points)
    worse, total = places[:, 3] - places[:, 0], points.sum(axis=1)
    return by_seat(match, games) | _within(games, total=total, worse=worse)


def by_iterations(match: Match, games: pd.DataFrame) -> Row:
    """Return `by_seat`, and how player 4 does within a game, by blocks.

    `behind` is its rank less that of the player who has the best mean of the others.
    """
    places = placed(scored(games))
    best = places[:, :3].mean(axis=0).argmin()
    behind = places[:, 3] - places[:, best]
    return by_seat(match, games) | _within(games, behind=behind)


def _within(games: pd.DataFrame, **found: NDArray[Any]) -> Row:
    """Return the mean of each quantity, one a game, by blocks."""
    by_block = pd.DataFrame(found).groupby(games["block"].to_numpy()).mean()
    return means({name: by_block[name] for name in found})


def _alike(name: str, family: str, seats: Iterable[Player], **factor: str) -> Match:
    """Return a match in which every seat has its own player in every rotation."""
    players, game = [BySide(tuple(seats))] * 4, MAPS[family]
    return match(f"{family} {name}", game, *players, family=family, **factor)


def starts(name: str, title: str) -> Experiment:
    """Experiments A to C: who starts how, in which seat."""
    matches = tuple(
        _alike(policy, family, [report_player(factor=x) for x in to], starts=policy)
        for family in MAPS
        for policy, to in POLICIES.items()
    )
    return Experiment(name, title, matches, GAMES, 1, plies=60, derive=by_map)


def iterations(name: str, title: str) -> Experiment:
    """Experiment D: seats with different iterations, all starting by DOF."""
    matches = tuple(
        _alike(
            " ".join(map(str, counts)),
            "845",
            map(report_player, counts),
            iterations=", ".join(map(str, counts)),
        )
        for counts in ITERATIONS
    )
    return Experiment(name, title, matches, GAMES, 2, plies=60, derive=by_iterations)


def changes() -> Mapping[str, Player]:
    """Return the report's agent with one thing changed, as meant, and our first one."""
    printed, by_freedom = printed_search(), DegreesPlayer()
    playouts = SheepMcts(Budget(2000), c=0.3)
    searches = {
        "all players in the tree": replace(printed, solitaire=False),
        "paranoid": replace(printed, solitaire=False, backup=1),
        "rank and score": replace(printed, pays=2),
        "highest value": replace(printed, choice=HIGHEST_VALUE),
        "most visited": replace(printed, choice=MOST_VISITED),
        "any order": replace(printed, order=ANY),
        "widening": replace(printed, order=ANY, widening=1.0),
        "halves": replace(printed, halves=True),
        "playouts by room": replace(printed, policy=Grazers()),
    }
    return {
        **{name: Shepherd(by_freedom, search) for name, search in searches.items()},
        "start by DIS 5": Shepherd(DegreesPlayer(5.0), printed),
        "start by playouts": Shepherd(playouts, printed),
        "start by foreseeing playouts": Shepherd(our_player().start, printed),
        "as meant": report_player(as_printed=False),
        "ours": Shepherd(playouts, replace(playouts, budget=Budget(500), halves=True)),
    }


def single_changes(name: str, title: str) -> Experiment:
    """The report's agent with one thing changed (A) against three as printed."""
    rivals = [report_player()] * 3
    matches = tuple(
        match(change, MAPS["845"], player, *rivals, change=change)
        for change, player in changes().items()
    )
    return Experiment(name, title, matches, Stop(250), 3, plies=60, derive=by_seat)


FREE = "/".join(["# " * 6 + "#", *["#" + " ." * 5 + " #"] * 5, "# " * 6 + "#"]) + " | 1"
"""The figure's map: 5 x 5 free cells."""


def _freedom(figure: str) -> Row:
    """Return the degrees of freedom in the middle of the figure's map."""
    game, state = BattleSheep().parse(FREE)
    found = (int(array[3, 3]) for array in degrees(game.size, state.free))
    return dict(zip(("l1", "l2", "within_two_slides"), found, strict=True))


def _random_play(family: str, games: int) -> Row:
    """Play at random and count; see the columns in `data/README.md`."""
    legal: list[int] = []
    own: list[int] = []
    drift = 0
    for seed in range(games):
        game = MAPS[family].dealt(seed)
        played = play_game(game, [RandomPlayer()] * 4, range(4 * seed, 4 * seed + 4))
        positions = replay(game, played.moves)
        slides = [p for p in positions[4:] if "pass" not in p.moves and p.moves]
        legal += [len(position.codes) for position in slides]
        own.append(len(slides))
        last = scores(positions[-1].state)
        for position in positions[4:]:
            now = scores(position.state)
            stuck = (p for p in range(4) if not can_slide(position.state, p))
            drift = max([drift, *(abs(last[p] - now[p]) for p in stuck)])
    actions = 144 * 8 * 15
    row: Row = {"most_moves": max(legal), "score_change_when_stuck": drift}
    row |= means({"moves": legal, "slides": own})
    row |= means({"decisions_a_reward": np.array(own) / 4})
    row |= means({"tries_until_legal": actions / np.array(legal)})
    return row | {"actions": actions, "legal_share": row["moves"] / actions}


def _frozen(positions: Sequence[Position]) -> list[tuple[int, float, int]]:
    """Return what freezing all scores when a player is stuck does to its record.

    For each player: own points then less at the end, the same for its lead over the
    others' mean score, and for its rank, where those who tie share the better one.
    """
    last, found = scores(positions[-1].state), []
    for player in range(4):
        stuck = (p.state for p in positions[4:] if not can_slide(p.state, player))
        then = scores(next(stuck))
        leads = [points[player] - sum(points) / 4 for points in (then, last)]
        places = [sum(x > points[player] for x in points) for points in (then, last)]
        lead = 4 / 3 * (leads[0] - leads[1])
        found.append((then[player] - last[player], lead, places[0] - places[1]))
    return found


def _trap(folder: Path, family: str, blocks: int) -> Row:
    """Freeze the scores in games of the report's agents, see `_frozen`."""
    games = store.games("sheep-starts", f"{family} all DOF", folder)
    changes = [
        np.mean([_frozen(replay(MAPS[family].dealt(s), m)) for m in same], axis=(0, 1))
        for s, same in games[games["block"] < blocks].groupby("seed")["moves"]
    ]
    names = "own_change", "lead_change", "place_change"
    return means(dict(zip(names, np.transpose(changes), strict=True)))


def trap(name: str, title: str) -> Experiment:
    """Section IV's trap: what if scores are taken when a player is stuck?"""
    cases = [(family, 50) for family in MAPS]
    found = over(_trap, "family blocks", cases, reads=True, called="{}")
    return Experiment(name, title, found, after=("sheep-starts",))


def _cells(family: str, factor: float, maps: int) -> Row:
    """Let all players start by DIS; see the columns in `data/README.md`."""
    found: dict[str, list[float]] = defaultdict(list)
    for seed in range(maps):
        game = MAPS[family].dealt(seed)
        state, cells, alike = game.start(), [], []
        for seat in range(4):
            cells.append(cell := chosen_cell(game, state, factor))
            others = (chosen_cell(game, state, other) for other in (0, 1e9))
            alike.append([cell == other for other in others])
            freedom = degrees(game.size, state.free)[1][cell]
            found[f"freedom_{seat + 1}"].append(float(freedom))
            state = play(game, state, (15 * cell[0] + cell[1]) << 10)
        apart = [dist(*two) for two in combinations(cells, 2)]
        found["distance"].append(sum(apart) / len(apart))
        freest, farthest = np.mean(alike[1:], axis=0).tolist()
        found["as_dof"].append(freest)
        found["farthest"].append(farthest)
    return means(found)


def _choices(family: str, games: int) -> Row:
    """Ask the report's search, as printed, what it does with its tree."""
    player, same = report_player(), []
    for seed in range(games):
        game = MAPS[family].dealt(seed)
        played = play_game(game, [player] * 4, range(4 * seed, 4 * seed + 4))
        decisions = [p for p in replay(game, played.moves)[4:] if len(p.codes) > 1]
        same.append(np.mean([_chooses_alike(each, seed) for each in decisions]))
    row: Row = {"added": len(decisions[0].codes)}
    for name, iterations in (("played_out", 1), ("visited", row["added"])):
        visits = _visits(decisions[0], iterations)
        row[name] = int((visits > 0).sum())
    put(row, "same", mean_score(same))
    return row


def _chooses_alike(position: Position, seed: int) -> bool:
    """Return whether the bound, which decides, and the mean choose the same move."""
    search = printed_search().think(position.game, position.state, seed)
    return search.best(HIGHEST_BOUND) == search.best(HIGHEST_VALUE)


def _visits(position: Position, iterations: int) -> Array:
    """Return the visits of each move after so many iterations."""
    search = printed_search(iterations).think(position.game, position.state, 0)
    return np.array([child.visits for child in search.children()])


def _audit(table: str) -> Row:
    """Count the printed rank averages of a table that a mean of 30 games can be."""
    ranks = [
        float(claim.value)
        for claim in claims().values()
        if re.fullmatch(rf"sheep-{table}-rank-[1-4]", claim.id)
    ]
    near = [abs(30 * rank - round(30 * rank)) <= 30 * 0.005 for rank in ranks]
    return {"thirtieths": sum(near), "rank_sum": round(sum(ranks), 2)}


COMPUTED: Cases = {
    "sheep-freedom": (_freedom, "figure", ("5 x 5",)),
    "sheep-random": (_random_play, "family games", (("845", 100), ("grow4", 100))),
    "sheep-cells": (
        _cells,
        "family factor maps",
        tuple((family, factor, 200) for family in MAPS for factor in (0, 5, 10, 15)),
    ),
    "sheep-choices": (_choices, "family games", (("845", 20),)),
    "sheep-audit": (_audit, "table", ("a", "b3", "b4", "c15", "d")),
}
