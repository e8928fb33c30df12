"""Randomness as a value: the same stream in plain Python, compiled, and in any thread.

A seed is an int of 63 bits. `advance` is one step of a linear congruential generator;
only its high bits are used, the low bits of such a generator being weak. Nearby seeds
must pass through `mix` first, which scatters them.
"""

from foxkit.core import compiled

_MASK = 0x7FFFFFFFFFFFFFFF
_LCG_FACTOR = 6364136223846793005  # Knuth, TAOCP vol. 2, section 3.3.4 (MMIX)
_LCG_STEP = 1442695040888963407
_MIX_1 = 0x3F58476D1CE4E5B9  # splitmix64's mixer, its factors cut to 63 bits
_MIX_2 = 0x14D049BB133111EB


@compiled
def advance(seed: int) -> int:
    """Return the next seed of the stream."""
    return (seed * _LCG_FACTOR + _LCG_STEP) & _MASK


@compiled
def below(seed: int, n: int) -> int:
    """Return the number in [0, n) that `seed` stands for; n is at most 2**31."""
    return ((seed >> 32) * n) >> 31


@compiled
def mix(seed: int, salt: int) -> int:
    """Return a seed that is unlike those of other values of `seed` and `salt`."""
    z = (seed * _LCG_FACTOR + salt * _MIX_2 + _LCG_STEP) & _MASK
    z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
    z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
    return z ^ (z >> 31)
