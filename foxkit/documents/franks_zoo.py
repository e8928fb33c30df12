"""The experiments of the Frank's Zoo report, those it never ran, and some beyond it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from foxkit.agents.franks_zoo_heuristic import (
    RANDOM_AI,
    Heuristic,
    TypeFirst,
    heuristic,
)
from foxkit.agents.franks_zoo_players import MonteCarlo, Trained
from foxkit.agents.franks_zoo_predictor import predictions
from foxkit.agents.franks_zoo_training import block_points, counts
from foxkit.agents.players import Player, PolicyPlayer
from foxkit.lab.experiment import Cases, Experiment, Match, Stop, match
from foxkit.lab.stats import Estimate, Row, block_score, by_rotation, mean_score, put
from foxkit.rules.franks_zoo import ALWAYS, FranksZoo
from foxkit.rules.franks_zoo_cards import DECKS, STANDARD, names
from foxkit.search.flat import SCORE, WINS

BLOCKS = 2_500
"""Deals, each with the tested AI on all four seats: 10,000 games (section 5.1)."""
TEST_DECKS = DECKS[1:]
GAME = FranksZoo(passing=ALWAYS)
STEPS = ("none", "wins", "avoids", "sequences", "weighs")


def _game(deck: int) -> FranksZoo:
    return GAME._replace(deck=deck)


def scores(points: NDArray[np.int64], players: int = 4) -> Row:
    """Return A's share of the score and of first places, by blocks.

    The points are an array of blocks x rotations, as many as `players` at most.
    """
    row: Row = {"games": points.size}
    put(row, "score", mean_score(points.mean(axis=1) / players))
    put(row, "first", mean_score((points == players).mean(axis=1)))
    return row


READINGS = {"moves": RANDOM_AI, "types": TypeFirst()}
"""RandomAI takes any move, a pass being one, or any type first.

The second would pass when opening, too, wherever the rules let it.
"""


def _against_random(deck: int) -> list[Row]:
    """HeuristicAI against three RandomAIs in both readings (Figure 2).

    Ten times the report's games: with as many, ours is neither 82 % nor more for sure.
    """
    rows = []
    for chooses, name in {"moves": "", "types": "types"}.items():
        game = _game(deck) if chooses == "moves" else FranksZoo(deck=deck)
        points = block_points(game, heuristic(deck), READINGS[chooses], 10 * BLOCKS, 1)
        rows.append({"condition": name, "chooses": chooses, **scores(points)})
    return rows


def _without(step: str) -> Row:
    """HeuristicAI without one of its steps, on the same deals as with all of them.

    `lost` is the share of its victories with all steps that it wins no more.
    """
    switched: dict[str, Any] = {} if step == "none" else {step: 0}
    whole, less = (
        block_points(GAME, policy, RANDOM_AI, 4 * BLOCKS, 2)
        for policy in (Heuristic(), Heuristic(**switched))
    )
    row = scores(less)
    won = (whole == 4).mean(axis=1)
    fewer = mean_score(won - (less == 4).mean(axis=1))
    put(row, "lost", scaled(fewer, 1 / won.mean()))
    return row


def scaled(e: Estimate, by: float, plus: float = 0.0) -> Estimate:
    """Return an estimate times a number, plus another."""
    return Estimate(plus + by * e.estimate, plus + by * e.low, plus + by * e.high, e.n)


def _left(deck: int, chooses: str) -> list[Row]:
    """Cards in the last hand after 200,000 games of RandomAI (Tables 3 and 4)."""
    games = 200_000
    left = counts(FranksZoo(deck=deck), READINGS[chooses], games, 3).left
    return [
        {"condition": name, "kind": name, "games": games, "left": int(left[kind])}
        | {"per_1000": left[kind] / 1000, "per_100_games": 100 * left[kind] / games}
        for name, kind in names(deck).items()
    ]


def _alone(deck: int, chooses: str, training: int) -> Row:
    """Weights that choose every move themselves, without an episode.

    A winning move is played at once, as by the Monte Carlo AIs (section 4.1).
    """
    found = Trained(chooses == "highest", training).policy(_game(deck))
    policy = found._replace(wins=1)
    return scores(block_points(_game(deck), policy, RANDOM_AI, BLOCKS, 6))


def _predicted(considers: str) -> Row:
    """The move predictor after 10,000 games, on 10,000 others (section 6.1)."""
    found = predictions(GAME, Heuristic(), 10_000, 4, considers == "playable moves")
    row: Row = {"games": 10_000}
    right, total = found.moves_right + found.passes_right, found.moves + found.passes
    put(row, "right", share(right, total))
    put(row, "right_of_moves", share(found.moves_right, found.moves))
    put(row, "right_of_passes", share(found.passes_right, found.passes))
    put(row, "passes", share(found.passes, total))
    return row


def share(part: NDArray[np.int64], whole: NDArray[np.int64]) -> Estimate:
    """Return a ratio of sums with the interval of its linearised games."""
    ratio = part.sum() / whole.sum()
    spread = mean_score((part - ratio * whole) / whole.mean())
    return Estimate(ratio, ratio + spread.low, ratio + spread.high, len(part))


_CHOICES = ("roulette", "highest")
COMPUTED: Cases = {
    "zoo-heuristic": (_against_random, "deck", DECKS),
    "zoo-steps": (_without, "step", STEPS),
    "zoo-left": (_left, "deck chooses", tuple(product(DECKS, READINGS))),
    "zoo-weights-alone": (
        _alone,
        "deck chooses training",
        (
            *product(TEST_DECKS, _CHOICES, (1_000_000,)),
            *product((13,), _CHOICES, (10_000, 100_000, 10_000_000)),
        ),
    ),
    "zoo-predictor": (_predicted, "considers", ("all moves", "playable moves")),
}
"""Name -> what is computed, the names of its factors, and their values."""


# -- matches ---------------------------------------------------------------------------

Derive = Callable[[Match, pd.DataFrame], Row]

RANDOM = PolicyPlayer(RANDOM_AI)
_WEIGHTS = {"roulette": Trained(highest=False), "highest": Trained(highest=True)}
_RIVALS = {"standard": MonteCarlo(), "highest": MonteCarlo(_WEIGHTS["highest"])}
SEATINGS = ("HHMM", "HMHM", "HHHM")


def scored(match: Match, games: pd.DataFrame) -> Row:
    """Count what the report does: agent A's share of the highest score."""
    row: Row = {}
    put(row, "score", scaled(block_score(games), 0.5, 0.5))
    return row


def leads(match: Match, games: pd.DataFrame) -> Row:
    """Compare agents of the first one's name with the others, by blocks.

    `lead` is their mean share of the highest score less that of the others;
    `first_each` how often each of them goes out first.
    """
    ours = np.array([agent.name == match.agents[0].name for agent in match.agents])
    payoffs, ranks = (
        np.array([by_rotation(games, column, agent) for agent in range(len(ours))])
        for column in ("payoffs", "ranks")
    )
    score = payoffs.mean(axis=2) / 2
    row = scored(match, games)
    put(row, "lead", mean_score(score[ours].mean(axis=0) - score[~ours].mean(axis=0)))
    put(row, "first_each", mean_score((ranks[ours] == 1).mean(axis=(0, 2))))
    return row


def _matches(
    name: str, title: str, blocks: int, *matches: Match, derive: Derive = scored
) -> Experiment:
    stop = Stop(blocks)
    return Experiment(name, title, matches, stop, 5, chunk=5, plies=90, derive=derive)


def _one_against_three(deck: int, reading: str, one: Player, three: Player) -> Match:
    rivals = [three] * 3
    return match(f"{deck} {reading}", _game(deck), one, *rivals, reading=reading)


def monte_carlo(name: str, title: str) -> Experiment:
    """Standard Monte Carlo against three RandomAIs, by criterion (Figures 3 and 4).

    With the criterion `none` its episodes have no effect: it wins at once, keeps the
    joker company, and otherwise plays at random.
    """
    players: dict[str, Player] = {
        "score": MonteCarlo(criterion=SCORE),
        "wins": MonteCarlo(criterion=WINS),
        "none": PolicyPlayer(Heuristic(sequences=0, weighs=0)),
    }
    matches = (
        _one_against_three(deck, criterion, player, RANDOM)
        for criterion, player in players.items()
        for deck in DECKS
    )
    more = (
        _one_against_three(13, f"score, {n} episodes", MonteCarlo(episodes=n), RANDOM)
        for n in (10, 30, 300, 1000)
    )
    peeking = _one_against_three(13, "score, peeking", MonteCarlo(peeks=True), RANDOM)
    typed: list[Player] = [MonteCarlo(TypeFirst())]
    typed += [PolicyPlayer(TypeFirst())] * 3
    types = match("13 score, types", FranksZoo(deck=13), *typed, reading="score, types")
    return _matches(name, title, 250, *matches, *more, peeking, types)


def weights(name: str, title: str) -> Experiment:
    """Monte Carlo with weights and with the highest weight (Figures 5 and 6)."""
    matches = (
        _one_against_three(deck, choice, MonteCarlo(policy), RANDOM)
        for choice, policy in _WEIGHTS.items()
        for deck in DECKS
    )
    reads = {f"{deck} score": ("zoo-monte-carlo", f"{deck} score") for deck in DECKS}
    return replace(_matches(name, title, 250, *matches), reads=reads)


def weights_again(name: str, title: str) -> Experiment:
    """Monte Carlo with the highest weight of a table trained anew (Figures 7 and 8)."""
    player, decks = MonteCarlo(Trained(seed=2)), range(2, 10)
    matches = (_one_against_three(deck, "highest", player, RANDOM) for deck in decks)
    reads = {f"{deck} HeuristicAI": ("zoo-heuristic", f"{deck}") for deck in decks}
    return replace(_matches(name, title, BLOCKS, *matches), reads=reads)


def head_to_head(name: str, title: str) -> Experiment:
    """HeuristicAI against three Monte Carlo AIs: the match never run (section 5.3)."""
    matches = (
        _one_against_three(deck, rival, PolicyPlayer(heuristic(deck)), player)
        for deck in DECKS
        for rival, player in _RIVALS.items()
    )
    return _matches(name, title, 150, *matches)


def seatings(name: str, title: str) -> Experiment:
    """Two and three HeuristicAIs (H) at a table with Monte Carlo AIs (M)."""
    matches = []
    for deck, (rival, player), seats in product(DECKS, _RIVALS.items(), SEATINGS):
        who: dict[str, Player] = {"H": PolicyPlayer(heuristic(deck)), "M": player}
        agents = (who[each] for each in seats)
        condition = f"{deck} {rival} {seats}"
        said = {"names": seats, "rival": rival, "seats": seats}
        matches.append(match(condition, _game(deck), *agents, **said))
    return _matches(name, title, 75, *matches, derive=leads)


def beyond(name: str, title: str) -> Experiment:
    """Monte Carlo with episodes of HeuristicAI against three HeuristicAIs."""
    thinker = MonteCarlo(heuristic(STANDARD))
    players: dict[str, Player] = {
        "100 episodes": thinker,
        "100 random episodes": MonteCarlo(),
        "100 episodes, peeking": replace(thinker, peeks=True),
        "100 random episodes, peeking": MonteCarlo(peeks=True),
        **{f"{n} episodes": replace(thinker, episodes=n) for n in (10, 30, 300)},
    }
    return _against_rules(name, title, 1_000, players)


def episodes(name: str, title: str) -> Experiment:
    """The same with more episodes, and with fewer and more random ones."""
    players = {f"{n} random episodes": MonteCarlo(episodes=n) for n in (30, 300)}
    players["1000 episodes"] = MonteCarlo(heuristic(STANDARD), 1000)
    return _against_rules(name, title, 250, players)


def _against_rules(
    name: str, title: str, blocks: int, players: Mapping[str, Player]
) -> Experiment:
    rival = PolicyPlayer(heuristic(STANDARD))
    matches = (
        match(condition, _game(STANDARD), player, rival, rival, rival)
        for condition, player in players.items()
    )
    return _matches(name, title, blocks, *matches)
