"""How long a player may think: a number of simulations, or seconds."""

from dataclasses import dataclass

MOST_SIMULATIONS = 1_000_000_000
"""Simulations of one search: its tree has a node for each."""


@dataclass(frozen=True)
class Budget:
    """A limit for one move, in simulations or in seconds; exactly one is given.

    >>> Budget(simulations=1000)
    Budget(simulations=1000, seconds=None)
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.simulations is None) == (self.seconds is None):
            raise ValueError("a budget is either simulations or seconds, not both")
        limit = self.simulations if self.seconds is None else self.seconds
        if limit is None or limit <= 0:
            raise ValueError(f"a budget of {limit} is not above 0")
        if self.simulations and self.simulations > MOST_SIMULATIONS:
            raise ValueError(
                f"{limit} simulations instead of {MOST_SIMULATIONS} at most"
            )
