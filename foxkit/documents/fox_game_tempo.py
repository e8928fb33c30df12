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
"""

from foxkit.agents.players import Jittered
from foxkit.documents.fox_game import copies, paper_player
from foxkit.documents.fox_game_balance import EXPERT
from foxkit.lab.experiment import Experiment, Stop
from foxkit.lab.match import Agent, Match
from foxkit.rules.fox_game import FoxGame

WEAK, NEAR, STRONG = (300, 1_000, 3_000), (8_000, 12_000), 30_000
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


def _limited(limit: int, simulations: int) -> Match:
    game = FoxGame(sideways_limit=limit)
    return copies(f"limit {limit} n={simulations}", game, simulations)


def tempo_on(name: str, title: str) -> Experiment:
    """Is every second limit low, further on?"""
    matches = tuple(_limited(limit, EXPERT) for limit in (13, 14, 15, 16))
    reads = {f"{limit} n={EXPERT}": there for limit, there in KNOWN.items()}
    return Experiment(name, title, matches, Stop(100), seed=110, reads=reads)


def tempo_others(name: str, title: str) -> Experiment:
    """Are the same limits low between weaker, or between stronger players?"""
    strengths, pairs, seed = {
        "tempo-weak": (WEAK, 200, 111),
        "tempo-strong": ((STRONG,), 50, 112),
    }[name]
    matches = tuple(_limited(limit, n) for n in strengths for limit in AROUND)
    reads = {f"limit 10 n={n}": AT_10[n] for n in strengths}
    return Experiment(name, title, matches, Stop(pairs), seed=seed, reads=reads)


def tempo_near(name: str, title: str) -> Experiment:
    """Do the dips belong to 10,000 simulations, or to equal numbers of them?"""
    matches = (_limited(limit, n) for n in NEAR for limit in (9, 10, 11, 12))
    return Experiment(name, title, tuple(matches), Stop(50), seed=115)


def tempo_blur(name: str, title: str) -> Experiment:
    """Do neighbouring limits come closer if the counter, or the search, is blurred?"""
    player = Agent("jittered", Jittered(paper_player(EXPERT), SPREAD))
    limits = {f"limit {n}": FoxGame(sideways_limit=n) for n in (9, 10, 11, 12)}
    matches = [
        copies(f"{limit} restart", game._replace(restart=1), EXPERT)
        for limit, game in limits.items()
    ]
    matches += [Match(f"{x} jitter", limits[x], (player, player)) for x in limits]
    return Experiment(name, title, tuple(matches), Stop(100), seed=113, reads=KNOWN)
