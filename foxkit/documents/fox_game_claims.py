"""Matches for claims of the Fox Game paper that its own experiments leave aside.

Each was declared, with its number of pairs, before any of its games was played; what is
predicted stands with each.
"""

from foxkit.agents.fox_game_players import paper
from foxkit.agents.players import BySide, Player, RandomPlayer, SecondChoice, Sometimes
from foxkit.documents.fox_game import FULL, agent, altered, copies
from foxkit.documents.fox_game_balance import EXPERT, FEW, changed
from foxkit.lab.experiment import Agent, Experiment, Match, Stop
from foxkit.rules.fox_game import FoxGame

RATIOS = (0.65, 0.55, 0.45, 0.35)
"""Simulations of cutoff 5 for each of cutoff 0, around the break-even."""
_MIDDLING = 3_000
_TURNS = 88  # of the sheep in a game between such players
MISTAKES: dict[str, Player] = {
    "second": SecondChoice(paper(_MIDDLING)),
    "random": RandomPlayer(),
}


def break_even(name: str, title: str) -> Experiment:
    """How much faster must cutoff 0 be to equal cutoff 5? 200 pairs each.

    Prediction: the break-even lies between the ratio of the paper's program (0.24) and
    this one's (0.76), and is no other with 1,000 than with 3,000 simulations.
    """
    matches = (
        Match(
            f"0 n={n} - 5 ratio {ratio}",
            FULL,
            (agent("0", n), agent("5", round(ratio * n), cutoff=5)),
        )
        for n in (1_000, _MIDDLING)
        for ratio in RATIOS
    )
    return Experiment(name, title, tuple(matches), Stop(200), seed=130)


def mistakes(name: str, title: str) -> Experiment:
    """Do one or two mistakes of the sheep decide? Section 6.3; 100 pairs each.

    A mistake is the move that the search likes second best, or any legal move; so many
    are made in a game on average. Prediction: two random moves a game cost the sheep
    more than ten points, two second choices less.
    """
    usual = paper(_MIDDLING)

    def slipping(other: Player, times: int) -> Agent:
        sheep = Sometimes(usual, other, times / _TURNS)
        return Agent(f"{times} mistakes", BySide((sheep, usual)))

    matches = (
        Match(
            f"{kind} {times}",
            FULL,
            (slipping(other, times),) * 2,
            {"mistakes": times, "instead": kind},
        )
        for kind, other in MISTAKES.items()
        for times in (1, 2, 4)
    )
    reads = {"none": ("cutoff", "0")}
    return Experiment(name, title, tuple(matches), Stop(100), seed=131, reads=reads)


def guidance(name: str, title: str) -> Experiment:
    """Are the sheep lost without the positional part? Section 4.1; 100 pairs each.

    Prediction: with k = 1 the sheep win less often, against the base agent's foxes and
    against foxes with k = 1.
    """
    agents = agent("k=1", _MIDDLING, k=1.0), agent("base", _MIDDLING)
    matches = Match("k=1", FULL, agents), copies("k=1 both", FULL, _MIDDLING, k=1.0)
    reads = {"k=0.8": ("cutoff", "0")}
    return Experiment(name, title, matches, Stop(100), seed=132, reads=reads)


def unlimited(name: str, title: str) -> Experiment:
    """Do sheep that need not go forward never lose? Section 2; 25 pairs each.

    Prediction: they still lose, but fewer than one game in ten, and games get longer
    with the limit.
    """
    matches = (
        copies(f"limit {limit} n={n}", FoxGame(sideways_limit=limit), n)
        for limit, n in ((100, 1_000), (300, 1_000), (100, EXPERT))
    )
    return Experiment(name, title, tuple(matches), Stop(25), seed=133, plies=800)


def removals(name: str, title: str) -> Experiment:
    """The two other readings of how a blocked fox goes, section 2; 75 pairs each.

    Prediction: neither changes the rate by ten points.
    """
    readings = {"one-by-one": {"one_by_one": 1}, "removal-turn": {"removal_is_turn": 1}}
    matches = *changed(readings, 20, ""), *changed(readings, 18, FEW)
    return Experiment(name, title, matches, Stop(75), seed=134)


def table_1_cutoff_5(name: str, title: str) -> Experiment:
    """Table 1 with cutoff 5, the other that section 5.3 finds good; 100 pairs each.

    Prediction: the scores are those of cutoff 0 within the intervals.
    """
    matches = altered((_MIDDLING,), cutoff=5)
    return Experiment(name, title, matches, Stop(100), seed=135)
