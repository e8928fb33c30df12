"""Randomness as a value: the same stream in plain Python, compiled, and in any thread.

A seed is an int of 63 bits. `advance` is one step of a linear congruential generator;
only its high bits are used, the low bits of such a generator being weak. Nearby seeds
must pass through `mix` first, which scatters them.

One seed serves several uses by a salt for each. Uses of one kind are numbered (games,
rotations, moves); one beside them has a name, and what it counts is numbered below it:
`mix(mix(seed, salt("play")), rotation)`.
"""

from typing import Any, TypeAlias
from zlib import crc32

from foxkit.core import compiled_inline, when_numba_loads

Seed: TypeAlias = int
"""A number of 63 bits, from which a stream of random numbers goes on."""
_MASK = 0x7FFFFFFFFFFFFFFF
_LCG_FACTOR = 6364136223846793005  # Knuth, TAOCP vol. 2, section 3.3.4 (MMIX)
_LCG_STEP = 1442695040888963407
_MIX_1 = 0x3F58476D1CE4E5B9  # splitmix64's mixer, its factors cut to 63 bits
_MIX_2 = 0x14D049BB133111EB


def _multiply_add(a: int, b: int, c: int) -> int:
    """The low 63 bits of a * b + c."""
    return (a * b + c) & _MASK


@when_numba_loads
def _compile_to_instructions() -> None:
    """Let numba compile `_multiply_add` to products that wrap around."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    # numba marks int64 products as never overflowing, and LLVM then drops the mask as
    # superfluous; these instructions wrap around by definition.
    @intrinsic
    def wrapping(typingctx: Any, a: Any, b: Any, c: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            total = builder.add(builder.mul(args[0], args[1]), args[2])
            return builder.and_(total, ir.Constant(ir.IntType(64), _MASK))

        return types.int64(types.int64, types.int64, types.int64), generate

    overload(_multiply_add, strict=False)(
        lambda a, b, c: lambda a, b, c: wrapping(a, b, c)
    )


@compiled_inline
def advance(seed: Seed) -> Seed:
    """The next seed of the stream."""
    return _multiply_add(seed, _LCG_FACTOR, _LCG_STEP)


@compiled_inline
def below(seed: Seed, n: int) -> int:
    """A random number from 0 to n - 1, made of a seed; n is at most 2**31."""
    return ((seed >> 32) * n) >> 31


def salt(name: str) -> int:
    """The salt of a named stream, 2**62 or more: no number of a ply or block is it."""
    return 1 << 62 | crc32(name.encode())


@compiled_inline
def mix(seed: Seed, salt: int) -> Seed:
    """A new seed, which looks unrelated for each other value of `seed` or `salt`."""
    z = _multiply_add(seed, _LCG_FACTOR, _multiply_add(salt, _MIX_2, _LCG_STEP))
    z = _multiply_add(z ^ (z >> 30), _MIX_1, 0)
    z = _multiply_add(z ^ (z >> 27), _MIX_2, 0)
    return z ^ (z >> 31)
