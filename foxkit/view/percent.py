"""Rates as people write them, rounded in one place."""


def in_hundred(rate: float) -> float:
    """Return a rate in percent, rounded once, so that it is the ledger's 0.463."""
    return round(100 * round(float(rate), 3), 1)


def percent(rate: float, *interval: float) -> str:
    """Return a rate in [0, 1], and its interval if there is one, in percent."""
    shown, *ends = (f"{in_hundred(x):.1f}" for x in (rate, *interval))
    return f"{shown} %" + (f" ({' to '.join(ends)})" if ends else "")
