"""Logarithm and hyperbolic tangent, the same to the last bit on every platform.

Platforms' own differ in the last bit, and one bit lets another search tree grow. These
are made of + - * / and comparisons, which every platform rounds alike.
"""

from decimal import Context, Decimal, localcontext

import numpy as np

from foxkit.core import compiled_inline


def _high_and_low(exact: Decimal) -> tuple[float, float]:
    """A number as two floats: a multiple of 2**-42, and the rest."""
    coarse = round(exact * 2**42) / 2**42
    return coarse, float(exact - Decimal(coarse))


with localcontext(Context(prec=40)):
    _LOG_2, _LOG_2_REST = _high_and_low(Decimal(2).ln())
    _NEARBY_LOGS = np.array(
        [
            (i / 256, 256 / i, *_high_and_low((Decimal(i) / 256).ln()))
            for i in range(128, 257)
        ]
    )
"""Numbers from 1/2 to 1, their inverses, and their logarithms in two parts."""


@compiled_inline
def log(x: float) -> float:
    """The natural logarithm of a finite number from 2**-1022 up.

    It is less than one unit in the last place from the truth; of a whole number up to
    600,000 it is the truth, rounded.
    """
    bits = np.float64(x).view(np.int64)
    n = (bits >> 52) - 1022
    part = np.int64(bits & 0xFFFFFFFFFFFFF | 1022 << 52).view(np.float64)  # x / 2**n
    i = int(256.0 * part + 0.5) - 128
    near, inverse = _NEARBY_LOGS[i, 0], _NEARBY_LOGS[i, 1]
    q = (part - near) * inverse  # log(x) = n * log(2) + log(near) + log(1 + q)
    coarse = (q + 1024.0) - 1024.0
    # Multiples of 2**-42 below 1024: their products and sums are exact.
    high = n * _LOG_2 + _NEARBY_LOGS[i, 2] + coarse
    low = (
        n * _LOG_2_REST + _NEARBY_LOGS[i, 3] + ((part - near) - coarse * near) * inverse
    )
    y = q * q
    tail = (1 / 4 - q * (1 / 5)) + y * (1 / 6 - q * (1 / 7))
    return high + (low - y * ((1 / 2 - q * (1 / 3)) + y * tail))


_LOGS_OF_COUNTS = np.array([0.0, *map(log, range(1, 1024))])
"""Logarithms of the first whole numbers; that of 0 is never read."""


@compiled_inline
def log_of_count(n: float) -> float:
    """The same as `log(n)` for a whole number from 1 up, and faster if it is small."""
    return _LOGS_OF_COUNTS[int(n)] if n < 1024 else log(n)


@compiled_inline
def tanh(x: float) -> float:
    """The hyperbolic tangent; it is up to 2.1 units in the last place off.

    A better one would let other games be played than those stored. Theirs is that of
    the GNU C library 2.36 where processors fuse a product with a sum. These are its
    steps; where fusing matters it is done here too, but 3 numbers in 100,000 differ.
    """
    size = abs(x)
    if size < 1.0:
        t = _expm1(-2.0 * size)
        size = -t / (t + 2.0)
    elif size < 20.0:
        size = 1.0 - 2.0 / (_expm1(2.0 * size) + 2.0)
    elif size >= 20.0:  # what is no number stays none
        size = 1.0
    return -size if x < 0.0 else size


_HALF_LOG_2 = float.fromhex("0x1.62e43p-2")


@compiled_inline
def _expm1(x: float) -> float:
    """exp(x) - 1 for x from -2 to 40.

    Steps and numbers are those of fdlibm: Copyright (C) 1993 by Sun Microsystems, Inc.
    All rights reserved. Developed at SunPro, a Sun Microsystems, Inc. business.
    Permission to use, copy, modify, and distribute this software is freely granted,
    provided that this notice is preserved.
    """
    n, lost = 0, 0.0
    if abs(x) >= _HALF_LOG_2:
        n = int(1.44269504088896338700 * x + (0.5 if x > 0.0 else -0.5))
        high, low = x - n * 6.93147180369123816490e-01, n * 1.90821492927058770002e-10
        x = high - low
        lost = (high - x) - low
    half = 0.5 * x
    y = x * half
    r = 1.0 + y * -3.33333333333331316428e-02
    r += y * y * (1.58730158725481460165e-03 + y * -7.93650757867487942473e-05)
    last = 4.00821782732936239552e-06 + y * -2.01099218183624371326e-07
    r += (y * y) * (y * y) * last
    three = 3.0 - half
    t = three + (((3.0 - three) - half) - (r - 1.0) * half)  # 3 - r * half, fused
    e = y * ((r - t) / (6.0 - x * t))
    if n == 0:
        return x - _fused_multiply_add(x, e, -y)
    e = _fused_multiply_add(x, e - lost, -lost) - y
    if n == -1:
        return 0.5 * (x - e) - 0.5
    power = float(1 << abs(n))
    if n < 0:
        return (1.0 - (e - x)) * (1.0 / power) - 1.0
    return ((1.0 - 1.0 / power) - (e - x)) * power


@compiled_inline
def _fused_multiply_add(a: float, b: float, c: float) -> float:
    """a * b + c, rounded once; a and b are less than 1."""
    a1, b1 = (a + 2.0**26) - 2.0**26, (b + 2.0**26) - 2.0**26  # a1 * b1 is exact
    total = a1 * b1 + c
    part = total - c
    rounding_error = (a1 * b1 - part) + (c - (total - part))  # Knuth's sum of two
    return total + (rounding_error + (a1 * (b - b1) + (a - a1) * b))
