"""What intervals ask of SciPy, for pages, where it is `scipy.special`."""

from functools import cache
from math import cos, exp, lgamma, pi, sqrt, tan

_INTEGRATION_STEPS = 400  # of Simpson's rule; even


@cache
def stdtrit(degrees: int, share: float) -> float:
    """The number below which a share, 1/2 or more, of Student's t lies.

    With t = sqrt(degrees) tan(a) the density is a power of cos(a), which is integrated;
    the angle is found by halving.
    """
    scale = exp(lgamma((degrees + 1) / 2) - lgamma(degrees / 2)) / sqrt(pi)
    low, high = 0.0, pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        if 0.5 + scale * _integral(degrees - 1, angle) < share:
            low = angle
        else:
            high = angle
    return sqrt(degrees) * tan(low)


def _integral(power: int, end: float) -> float:
    """The integral of a power of the cosine from 0 on, by Simpson's rule."""
    step = end / _INTEGRATION_STEPS
    inner = sum(
        (4 if i % 2 else 2) * cos(i * step) ** power
        for i in range(1, _INTEGRATION_STEPS)
    )
    return (1 + inner + cos(end) ** power) * step / 3
