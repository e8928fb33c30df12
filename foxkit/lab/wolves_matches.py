"""The matches that the Wolves Eats Sheep report talks about, and those it does not."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pandas as pd

from foxkit.agents.players import Player, RandomPlayer, any_of
from foxkit.agents.wolves_heuristic import AS_MEANT, AS_PRINTED, TERMS
from foxkit.agents.wolves_perfect import PerfectPlayer
from foxkit.agents.wolves_players import ReportPlayer
from foxkit.core.rng import below, mix
from foxkit.lab import results
from foxkit.lab.experiments import Experiment, Stop
from foxkit.lab.match import Entrant, Match
from foxkit.lab.stats import mean_score, proportion
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves, WolvesState

BY_SIDE = Stop(100, half_width=0.05, least=50, of="first")
BY_AGENT = Stop(100, half_width=0.05, least=50)
FEW = Stop(50, half_width=0.05, least=50)
LEVELS = (1.0, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.0)
"""Shares of random moves in otherwise perfect play, from novice to expert."""
DEPTHS = range(1, 7)
GAME = Wolves()


@dataclass(frozen=True)
class FuzzyPlayer:
    """A player who moves at random now and then.

    Attributes:
        player: who plays otherwise.
        fuzz: the share of random moves.
    """

    player: Player
    fuzz: float

    def choose(self, game: Wolves, state: WolvesState, seed: int) -> int:
        """Return the code of a legal move."""
        if below(mix(seed, 2), 1 << 30) < self.fuzz * (1 << 30):
            position = Position(game, state)
            return position.moves[any_of(list(position.moves), seed)]
        return self.player.choose(game, state, seed)


PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "meant": ReportPlayer(AS_MEANT),
    "printed": ReportPlayer(AS_PRINTED),
    "perfect": PerfectPlayer(),
}


def endings(name: str, folder: Path) -> pd.DataFrame:
    """Count how the games of an experiment ended, by cell and by agent A's side.

    Columns, each with its 95 % interval in `_low` and `_high`: `wolves win`, `draw` and
    `sheep win`, shares of all games; `A wins as wolves`, a share of the games in which
    A played that side, and `A scores as wolves`, a draw counting one half; `rounds to
    win as wolves`: rounds of two turns in the games that the wolves won. Likewise for
    the sheep.
    """
    rows = {}
    for cell, games in results.games(name, folder).groupby("cell", sort=False):
        row: dict[str, float] = {"games": len(games)}
        for side in ("wolves", "sheep"):
            won = games["winner"] == side
            _put(row, f"{side} win", proportion(int(won.sum()), len(games)))
            if won.sum() > 1:
                rounds = games["turns"][won].to_numpy() / 2
                _put(row, f"rounds to win as {side}", mean_score(rounds))
            mine = games[games["side_a"] == side]
            wins, draws = (mine["winner"] == end for end in (side, "draw"))
            _put(row, f"A wins as {side}", proportion(int(wins.sum()), len(mine)))
            _put(row, f"A scores as {side}", mean_score((wins + draws / 2).to_numpy()))
        drawn = int((games["winner"] == "draw").sum())
        _put(row, "draw", proportion(drawn, len(games)))
        rows[cell] = row
    return pd.DataFrame.from_dict(rows, orient="index")


def _put(row: dict[str, float], name: str, found: tuple[float, ...]) -> None:
    row[name], row[f"{name}_low"], row[f"{name}_high"] = found[:3]


def _match(cell: str, a: Player, b: Player, game: Wolves = GAME) -> Match:
    return Match(cell, game, Entrant("A", a), Entrant("B", b))


def _named(cell: str, game: Wolves = GAME) -> Match:
    """Return the match of a cell such as `meant - random`, or `meant` with its copy."""
    a, _, b = cell.partition(" - ")
    return _match(cell, PLAYERS[a], PLAYERS[b or a], game)


def _experiment(
    name: str, title: str, matches: tuple[Match, ...], seed: int, stop: Stop
) -> Experiment:
    measure = partial(endings, name)
    return Experiment(name, title, matches, stop, seed, plies=300, measure=measure)


def players() -> Experiment:
    """Random players, the report's and perfect ones against each other (Q1)."""
    copies = ("random", "meant", "printed")
    against = ("meant - printed", "meant - random", "printed - random")
    perfect = ("perfect - random", "perfect - meant", "perfect - printed")
    matches = tuple(map(_named, copies + against + perfect))
    title = "Random, the report's and perfect players"
    return _experiment("wolves-players", title, matches, 3, BY_SIDE)


def levels() -> Experiment:
    """Equally strong players, from novices to experts: who is favoured?"""
    equals: dict[str, Player] = {
        f"depth {d}": ReportPlayer(AS_MEANT, (d, d)) for d in DEPTHS
    }
    equals |= {f"fuzz {x:g}": FuzzyPlayer(PerfectPlayer(), x) for x in LEVELS}
    matches = tuple(_match(cell, player, player) for cell, player in equals.items())
    title = "Equal players, by depth and by how often perfect ones err"
    return _experiment("wolves-levels", title, matches, 4, BY_SIDE)


def ablation() -> Experiment:
    """The report's players without one term of their evaluation (A) against whole."""
    matches = tuple(
        _match(
            f"{name} without {term}", ReportPlayer(s, without=(term,)), ReportPlayer(s)
        )
        for name, s in (("meant", AS_MEANT), ("printed", AS_PRINTED))
        for term in TERMS
    )
    title = "The report's evaluations without one of their terms"
    return _experiment("wolves-ablation", title, matches, 5, BY_AGENT)


def three_wolves() -> Experiment:
    """Three wolves against fifteen sheep: does the report's program still work (Q2)?"""
    game = game_named("wolves", "three-wolves")
    cells = ("random", "meant", "printed", "meant - random", "printed - random")
    matches = tuple(_named(cell, game) for cell in cells)
    title = "Three wolves against fifteen sheep"
    found = _experiment("wolves-q2", title, matches, 6, BY_SIDE)
    two = {f"two wolves {cell}": ("wolves-players", cell) for cell in cells}
    return replace(found, reads=two)


def resistance() -> Experiment:
    """Perfect players (A), by what they do when lost, against those who can err."""
    rivals: dict[str, Player] = {
        "meant": ReportPlayer(AS_MEANT),
        "fuzz 0.1": FuzzyPlayer(PerfectPlayer(), 0.1),
    }
    matches = tuple(
        _match(f"{losing} - {name}", PerfectPlayer(losing), rival)
        for name, rival in rivals.items()
        for losing in ("any", "resist", "tempt")
        if (losing, name) != ("resist", "meant")
    )
    title = "Perfect players who resist or tempt when they are lost"
    found = _experiment("wolves-resistance", title, matches, 7, FEW)
    there = ("wolves-players", "perfect - meant")
    return replace(found, reads={"resist - meant": there})
