"""The experiments of the Fox Game paper: Janshagen & Mattsson, FDG 2022.

Published win rates and points are played to ±2 percentage points, and so are the sides
of Table 2. Those of Table 1, half the games of one agent each, are known less well. The
cheap conditions of an experiment stand first.
"""

from collections.abc import Container, Iterable, Mapping
from typing import Any

from foxkit.agents.fox_game_players import paper
from foxkit.documents import fox_game_counts as counts
from foxkit.lab.experiment import Agent, Computed, Experiment, Match, Stop, over
from foxkit.rules.fox_game import FoxGame
from foxkit.search.session import HIGHEST_VALUE

FIGURE_8_SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
TABLE_1_SIMULATIONS = (1_000, 3_000, 10_000)
IN_THE_TIME_OF_3000 = {1: 2781, 2: 2670, 3: 2525, 5: 2272, 10: 1849, 20: 1403, -1: 867}
IN_THE_TIME_OF_4500 = {5: 3409}
"""Cutoff -> simulations that take as long as so many at cutoff 0, measured by `speed`
before the matches were declared."""
TO_2_POINTS = Stop(2_000, half_width=0.02)
SHEEP_TO_2_POINTS = Stop(2_000, half_width=0.02, of="first")
BOTH_SIDES_TO_2_POINTS = Stop(2_500, half_width=0.02, of="sides")

FULL, EVEN = FoxGame(), FoxGame(sheep=18)
_WEAK = "20 sheep n=100"  # the weakest agents of `surface`


def agent(name: str, simulations: int, **changes: Any) -> Agent:
    """Return the base agent, or a changed one, under a name."""
    return Agent(name, paper(simulations, **changes))


def copies(name: str, game: FoxGame, simulations: int, **changes: Any) -> Match:
    """Return a match of an agent against its own copy, which tells a side's rate."""
    player = agent(f"{simulations}", simulations, **changes)
    return Match(name, game, (player, player))


def by_strength(
    games: Mapping[str, FoxGame], strengths: Iterable[int], known: Container[str] = ()
) -> tuple[Match, ...]:
    """Return matches of copies in every game by name, for all numbers of simulations.

    Those are left out whose conditions, `NAME n=SIMULATIONS`, are `known`.
    """
    return tuple(
        copies(f"{name} n={n}", game, n)
        for n in strengths
        for name, game in games.items()
        if f"{name} n={n}" not in known
    )


def named_cutoff(cutoff: int) -> str:
    """Return `none` for -1, which plays out to the end."""
    return "none" if cutoff < 0 else f"{cutoff}"


def _against_cutoff(name: str, rivals: Iterable[tuple[int, int]]) -> Match:
    """Return a match of two base agents, each a cutoff and its simulations."""
    agents = (agent(named_cutoff(x), n, cutoff=x) for x, n in rivals)
    return Match(name, FULL, tuple(agents))


def figure_8(name: str, title: str) -> Experiment:
    """Win rate against 1,000 simulations, section 5.2."""
    base = agent("1000", 1_000)
    matches = tuple(
        Match(f"{n}", FULL, (agent(f"{n}", n), base)) for n in FIGURE_8_SIMULATIONS
    )
    return Experiment(name, title, matches, TO_2_POINTS, seed=8)


def figure_10(name: str, title: str) -> Experiment:
    """Sheep win rate by starting sheep, section 5.5; two ways of taking them away."""
    flocks = {f"{n} sheep": FoxGame(sheep=n) for n in (20, 19, 18, 17)}
    flocks |= {f"{n} sheep side": FoxGame(sheep=n, from_side=1) for n in (18, 19)}
    matches = tuple(copies(name, game, 10_000) for name, game in flocks.items())
    return Experiment(name, title, matches, SHEEP_TO_2_POINTS, seed=10)


def altered(strengths: Iterable[int], **both: Any) -> tuple[Match, ...]:
    """Return the columns of Table 1 by simulations; `both` changes either agent."""
    changed = {"C": (0.5, 0.3), "q": (14, 10), "k": (0.9, 0.7), "b": (1.2, 0.8)}
    return tuple(
        Match(
            f"{letter}={value} n={n}",
            FULL,
            (
                agent(f"{letter}={value}", n, **both, **{letter.lower(): float(value)}),
                agent("base", n, **both),
            ),
        )
        for n in strengths
        for letter, values in changed.items()
        for value in values
    )


def table_1(name: str, title: str) -> Experiment:
    """Altered constants against the base agent, section 5.1: A is altered."""
    matches = altered(TABLE_1_SIMULATIONS)
    return Experiment(name, title, matches, BOTH_SIDES_TO_2_POINTS, seed=1)


def table_2(name: str, title: str) -> Experiment:
    """Cutoffs at equal simulations, at the paper's counts, and at equal time here."""
    conditions = {
        "0 - 5 n=3000": ((0, 3_000), (5, 3_000)),
        "5 - 10 n=3000": ((5, 3_000), (10, 3_000)),
        "10 - 20 n=3000": ((10, 3_000), (20, 3_000)),
        "0 - 5 counts": ((0, 4_500), (5, 1_100)),
        "0 - 2 counts": ((0, 3_000), (2, 1_200)),
        "0 - 5 time": ((0, 4_500), (5, IN_THE_TIME_OF_4500[5])),
        "0 - 2 time": ((0, 3_000), (2, IN_THE_TIME_OF_3000[2])),
    }
    matches = tuple(_against_cutoff(name, pair) for name, pair in conditions.items())
    return Experiment(name, title, matches, BOTH_SIDES_TO_2_POINTS, seed=2)


def cutoff_curve(name: str, title: str) -> Experiment:
    """Cutoff 0 against others, named by the cutoff of B; sections 3.1 and 6.3."""
    base = (0, 3_000)
    conditions = {f"{x}": (base, (x, 3_000)) for x in (0, 1, 2, 3, 10, 20)}
    conditions |= {
        f"{named_cutoff(x)} time": (base, (x, n))
        for x, n in IN_THE_TIME_OF_3000.items()
        if x != 2
    }
    conditions["none"] = (base, (-1, 3_000))
    conditions["20 - none"] = ((20, 3_000), (-1, 3_000))
    conditions["none - none"] = ((-1, 3_000), (-1, 3_000))
    reads = {
        "5": ("table2", "0 - 5 n=3000"),
        "0 time": ("cutoff", "0"),
        "2 time": ("table2", "0 - 2 time"),
        "0 counts": ("cutoff", "0"),
        "2 counts": ("table2", "0 - 2 counts"),
        "5 counts": ("table2", "0 - 5 counts"),
    }
    matches = tuple(_against_cutoff(name, pair) for name, pair in conditions.items())
    return Experiment(name, title, matches, TO_2_POINTS, seed=3, reads=reads)


def final_choice(name: str, title: str) -> Experiment:
    """Highest value (A) against most visited (B) as the final choice, section 3."""
    matches = tuple(
        Match(
            f"n={n}",
            FULL,
            (agent(HIGHEST_VALUE, n, choice=HIGHEST_VALUE), agent("most visited", n)),
        )
        for n in TABLE_1_SIMULATIONS
    )
    return Experiment(
        name, title, matches, TO_2_POINTS, seed=31, derive=counts.same_choice
    )


def balance(name: str, title: str) -> Experiment:
    """Is the stronger agent easier to tell where the game is even? Section 6.2."""
    match = Match("18 sheep", EVEN, (agent("3000", 3_000), agent("1000", 1_000)))
    reads = {"20 sheep": ("fig8", "3000")}
    for c in (0.5, 0.3):
        reads[f"C={c} 18 sheep"] = "c-by-side", f"C={c}"
        reads[f"C={c} 20 sheep"] = "table1", f"C={c} n=3000"
    return Experiment(name, title, (match,), TO_2_POINTS, seed=62, reads=reads)


def c_by_side(name: str, title: str) -> Experiment:
    """How does C change each side's strength? 18 sheep, section 6.2."""
    matches = tuple(
        Match(f"C={c}", EVEN, (agent(f"C={c}", 3_000, c=c), agent("base", 3_000)))
        for c in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.2)
    )
    return Experiment(name, title, matches, TO_2_POINTS, seed=63)


def lengths(name: str, title: str) -> Experiment:
    """Lengths of games and playouts, caught foxes, repeats: sections 5 and 6."""
    strong = {"experiment": "fig10", "source": "20 sheep"}
    weak = {"experiment": "surface", "source": _WEAK}
    playouts = (
        Computed(f"playouts {name}".strip(), counts.of_playouts, counts.VARIED | rules)
        for name, rules in counts.PLAYOUTS.items()
    )
    conditions = (
        Computed("agents", counts.of_agents, strong, reads=True),
        Computed("weak agents", counts.of_agents, weak, reads=True),
        Computed("catches", counts.of_catches, strong, reads=True),
        *playouts,
    )
    return Experiment(name, title, conditions, after=("fig10", "surface"))


def tables(name: str, title: str) -> Experiment:
    """The sheep's share of Tables 1 and 2, like with like: sections 5.5 and 6.2."""
    found = over(counts.of_tables, "simulations", TABLE_1_SIMULATIONS, True, "n={}")
    return Experiment(name, title, found, after=("table1", "table2"))


def gains(name: str, title: str) -> Experiment:
    """Matches that tell what another C gains each side, with both flocks: section 6.2.

    Agents with another C against the base agent, and copies of the base agent.
    """
    reads = {f"C={c} 18 sheep": ("c-by-side", f"C={c}") for c in (0.1, 0.4, 0.5, 0.8)}
    copied = {1_000: ("fig8", "1000"), 3_000: ("cutoff", "0")}
    for n in TABLE_1_SIMULATIONS:
        for c in (0.3, 0.5):
            reads[f"C={c} 20 sheep n={n}"] = "table1", f"C={c} n={n}"
        reads[f"C=0.4 20 sheep n={n}"] = copied.get(n, ("fig10", "20 sheep"))
    return Experiment(name, title, (), reads=reads)


def speed(name: str, title: str) -> Experiment:
    """Simulations in the paper's seconds, by cutoff, section 5.3."""
    return Experiment(name, title, (Computed("", counts.speed, {}),))
