"""Every experiment by name: what is played, from which seed, and when it is over."""

from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import MctsPlayer
from foxkit.lab.experiments import Experiment, Stop
from foxkit.lab.match import Entrant, Match
from foxkit.rules.fox_game import FoxGame

FIGURE_8_SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)


def paper_player(simulations: int, **changes: float) -> MctsPlayer:
    """Return the Fox Game paper's base agent, equation (4), with cutoff 0."""
    return MctsPlayer(Budget(simulations), FoxHeuristic(), **changes)  # type: ignore[arg-type]


def _figure_8() -> Experiment:
    base = Entrant("1000", paper_player(1_000))
    matches = tuple(
        Match(f"{n}", FoxGame(), Entrant(f"{n}", paper_player(n)), base)
        for n in FIGURE_8_SIMULATIONS
    )
    title = "Win rate against 1,000 simulations, by simulations (Figure 8)"
    return Experiment("fig8", title, matches, Stop(2_000, half_width=0.02), seed=8)


_MAKERS = {"fig8": _figure_8}


def experiment(name: str) -> Experiment:
    """Return an experiment; raise ValueError with the names if there is none."""
    if name not in _MAKERS:
        raise ValueError(f"no experiment {name!r}; there are {', '.join(_MAKERS)}")
    return _MAKERS[name]()


def names() -> list[str]:
    """Return the names of all experiments."""
    return list(_MAKERS)
