"""The matches that the Wolves Eats Sheep report talks about, and those it does not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

import pandas as pd

from foxkit.agents.players import Player, RandomPlayer, any_of
from foxkit.agents.wolves_heuristic import AS_MEANT, AS_PRINTED, TERMS
from foxkit.agents.wolves_perfect import PerfectPlayer
from foxkit.agents.wolves_players import ReportPlayer
from foxkit.core.rng import below, mix
from foxkit.lab.experiment import Experiment, Match, Stop, match
from foxkit.lab.match import replay
from foxkit.lab.stats import Row, mean_score, paired_results, proportion, put
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import SHEEP, Wolves, WolvesState, winner
from foxkit.solvers.exact import regrets

BY_SIDE = Stop(1_200, half_width=0.02, least=50, of="first")
BY_AGENT = Stop(1_200, half_width=0.02, least=50)
OPENED = Stop(600, half_width=0.03, least=50, of="first")
FEW = Stop(50, half_width=0.05, least=50)
LEVELS = (1.0, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.0)
"""Shares of random moves in otherwise perfect play, from novice to expert."""
DEPTHS = range(1, 7)
GAME = Wolves()


@dataclass(frozen=True)
class FuzzyPlayer:
    """Play as `player` does, but for a share `fuzz` of moves at random."""

    player: Player
    fuzz: float

    def choose(self, game: Wolves, state: WolvesState, seed: int) -> int:
        """Return the code of a legal move."""
        if below(mix(seed, 2), 1 << 30) < self.fuzz * (1 << 30):
            position = Position(game, state)
            return position.moves[any_of(list(position.moves), seed)]
        return self.player.choose(game, state, seed)


@dataclass(frozen=True)
class Opened:
    """A game that begins after random moves which keep the exact value.

    Between two copies of a program that has few choices, games from the start are
    mostly the same for many plies; these are not.

    Attributes:
        game: the rules.
        plies: moves that are played first, an even number, so that the wolves begin.
    """

    game: Wolves = GAME
    plies: int = 8

    NAME: ClassVar = Wolves.NAME
    PLAYERS: ClassVar = Wolves.PLAYERS
    MAX_MOVES: ClassVar = Wolves.MAX_MOVES

    def factors(self) -> dict[str, int]:
        """Return the rules as columns of a table, and the plies of the opening."""
        return self.game.factors() | {"opening": self.plies}

    def start(self) -> WolvesState:
        """Return the state before the opening."""
        return self.game.start()

    def dealt(self, seed: int) -> Wolves:
        """Return the game of a block, beginning after its opening."""
        position = Position.start(self.game)
        for ply in range(self.plies):
            kept = [move for move, lost in regrets(position).items() if not lost]
            position = position.play(any_of(kept, mix(seed, ply)))
        wolves, sheep, _ = position.state
        return self.game._replace(wolves=wolves, sheep=sheep)


PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "meant": ReportPlayer(AS_MEANT),
    "printed": ReportPlayer(AS_PRINTED),
    "perfect": PerfectPlayer(),
}
ERRING = ("random", "meant", "printed")
"""The players who are not perfect."""
COPIES = tuple((name, name) for name in ERRING)


def endings(match: Match, games: pd.DataFrame) -> Row:
    """Count how the games of a match ended.

    `wolves_win`, `draw` and `sheep_win` are shares of all games; `a_scores_as_wolves`
    is A's mean result on that side, a draw counting one half; `rounds_to_win_as_wolves`
    the rounds of two turns in the games that the wolves won. Likewise for the sheep.
    `a_rounds_to_win_as_wolves` takes only those that A won.
    `sheep_minus_wolves` is the difference of the two shares, the unit a pair, and
    `openings` the number of different lines of eight plies. A draw is a game that was
    stopped after `Wolves.MOST_PLIES`.
    """
    lines = games["moves"].map(lambda moves: moves[:8])
    row: Row = {"openings": lines.nunique()}
    as_wolves, as_sheep = results = paired_results(games)
    put(row, "sheep_minus_wolves", mean_score(as_sheep - as_wolves))
    for side, scores in zip(GAME.PLAYERS, results, strict=True):
        won = games["winner"] == side
        put(row, f"{side}_win", proportion(int(won.sum()), len(games)))
        if won.sum() > 1:
            rounds = games["turns"][won].to_numpy() / 2
            put(row, f"rounds_to_win_as_{side}", mean_score(rounds))
        put(row, f"a_scores_as_{side}", mean_score(scores))
    own = games["turns"][(games["winner"] == "wolves") & (games["rotation"] == 0)]
    if len(own) > 1:
        put(row, "a_rounds_to_win_as_wolves", mean_score(own / 2))
    drawn = int((games["winner"] == "draw").sum())
    put(row, "draw", proportion(drawn, len(games)))
    return row


def _between(
    pairs: Iterable[tuple[str, str]], game: Wolves | Opened = GAME
) -> Iterator[Match]:
    """Yield matches of two players by their names; of copies the name stands once."""
    for a, b in pairs:
        yield match(a if a == b else f"{a} - {b}", game, PLAYERS[a], PLAYERS[b])


def _experiment(
    name: str, title: str, matches: tuple[Match, ...], seed: int, stop: Stop
) -> Experiment:
    return Experiment(name, title, matches, stop, seed, plies=300, derive=endings)


def players(name: str, title: str) -> Experiment:
    """Random players, the report's and perfect ones against each other (Q1)."""
    against = (("meant", "printed"), ("meant", "random"), ("printed", "random"))
    perfect = product(["perfect"], ERRING)
    matches = tuple(_between([*COPIES, *against, *perfect]))
    return _experiment(name, title, matches, 3, BY_SIDE)


def levels(name: str, title: str) -> Experiment:
    """Equally strong players, from novices to experts: who is favoured?"""
    equals: dict[str, Player] = {
        f"depth {d}": ReportPlayer(AS_MEANT, (d, d)) for d in DEPTHS
    }
    equals |= {f"fuzz {x:g}": FuzzyPlayer(PerfectPlayer(), x) for x in LEVELS}
    matches = tuple(
        match(name, GAME, player, player) for name, player in equals.items()
    )
    return _experiment(name, title, matches, 4, BY_SIDE)


def ablation(name: str, title: str) -> Experiment:
    """The report's players without one term of their evaluation (A) against whole."""
    matches = tuple(
        match(
            f"{name} without {term}",
            GAME,
            ReportPlayer(s, without=(term,)),
            ReportPlayer(s),
        )
        for name, s in (("meant", AS_MEANT), ("printed", AS_PRINTED))
        for term in TERMS
    )
    return _experiment(name, title, matches, 5, BY_AGENT)


def _with_false_ends(match: Match, games: pd.DataFrame) -> Row:
    """Count `endings`, and the games in which the printed search once had no move.

    `false_end` is the share of games that came to a position which goes on, while the
    printed `game_ends` takes it for won by the sheep.
    """
    believed = match.game._replace(pair_ends=1)
    missed = sum(
        any(winner(believed, p.state) == SHEEP for p in replay(match.game, moves)[:-1])
        for moves in games["moves"]
    )
    row = endings(match, games)
    put(row, "false_end", proportion(missed, len(games)))
    return row


def three_wolves(name: str, title: str) -> Experiment:
    """Three wolves against fifteen sheep: does the report's program still work (Q2)?"""
    game = game_named("wolves", "three-wolves")
    pairs = *COPIES, ("meant", "random"), ("printed", "random")
    found = _experiment(name, title, tuple(_between(pairs, game)), 6, BY_SIDE)
    names = (match.condition for match in found.matches)
    two = {f"two wolves {name}": ("wolves-players", name) for name in names}
    return replace(found, reads=two, derive=_with_false_ends)


def openings(name: str, title: str) -> Experiment:
    """The report's players from positions after random moves that keep the value."""
    equals = {f"depth {d}": ReportPlayer(AS_MEANT, (d, d)) for d in (4, 5)}
    copies = tuple(match(x, Opened(), one, one) for x, one in equals.items())
    pairs = ("meant", "meant"), ("printed", "printed"), ("meant", "printed")
    matches = *_between(pairs, Opened()), *copies
    return _experiment(name, title, matches, 8, OPENED)


def resistance(name: str, title: str) -> Experiment:
    """Perfect players (A), by what they do when lost, against those who can err."""
    rivals: dict[str, Player] = {
        "meant": ReportPlayer(AS_MEANT),
        "fuzz 0.1": FuzzyPlayer(PerfectPlayer(), 0.1),
    }
    matches = tuple(
        match(f"{losing} - {name}", GAME, PerfectPlayer(losing), rival)
        for name, rival in rivals.items()
        for losing in ("any", "resist", "tempt")
        if (losing, name) != ("resist", "meant")
    )
    found = _experiment(name, title, matches, 7, FEW)
    there = ("wolves-players", "perfect - meant")
    return replace(found, reads={"resist - meant": there})
