"""How long a player may think: a number of simulations, or seconds."""

from dataclasses import dataclass

from foxkit.core.arguments import real_number, set_frozen_fields, whole_number
from foxkit.core.quoting import as_call
from foxkit.search.session import MAX_SIMULATIONS

MAX_SECONDS = 86_400.0
"""Seconds of one search, a day."""


@dataclass(frozen=True)
class Budget:
    """How long a player may think about one move: simulations, or seconds.

    Attributes:
        simulations: a whole number above 0.
        seconds: above 0, at most those of a day. Games by the clock do not repeat.

    Raises:
        ValueError: not exactly one of them is given, or it is not in its range.

    Examples:
        >>> Budget(simulations=1_000)
        Budget(simulations=1000)
        >>> Budget(seconds=0.5)
        Budget(seconds=0.5)
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        if self.simulations is not None and self.seconds is not None:
            raise ValueError("a budget is either simulations or seconds, not both")
        if self.simulations is None and self.seconds is None:
            allowed = f"simulations is a whole number from 1 to {MAX_SIMULATIONS}"
            raise ValueError(f"{allowed}, or seconds is a number above 0, not None")
        if self.seconds is None:
            max_simulations = MAX_SIMULATIONS
            simulations = whole_number(
                "simulations", self.simulations, 1, max_simulations
            )
            set_frozen_fields(self, simulations=simulations)
        else:
            seconds = real_number("seconds", self.seconds, above=0, most=MAX_SECONDS)
            set_frozen_fields(self, seconds=seconds)

    def __repr__(self) -> str:
        """The call that makes it."""
        if self.seconds is None:
            return as_call("Budget", simulations=self.simulations)
        return as_call("Budget", seconds=self.seconds)
