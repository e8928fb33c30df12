"""Bits of an int64, used as a set of the numbers 0 to 62."""

from typing import Any

from foxkit.core import when_numba_loads


def ctz(bits: int) -> int:
    """The lowest member of a non-empty set (count of trailing zeros)."""
    bits = int(bits)  # a number of numpy has other methods
    return (bits & -bits).bit_length() - 1


def popcount(bits: int) -> int:
    """The number of members."""
    return int(bits).bit_count()


@when_numba_loads
def _compile_to_instructions() -> None:
    """Let numba compile both functions to one instruction each."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    signature, one = types.int64(types.int64), ir.Constant(ir.IntType(1), 1)

    @intrinsic
    def cttz(typingctx: Any, bits: Any) -> Any:
        return signature, lambda _, builder, __, args: builder.cttz(args[0], one)

    @intrinsic
    def ctpop(typingctx: Any, bits: Any) -> Any:
        return signature, lambda _, builder, __, args: builder.ctpop(args[0])

    overload(ctz, strict=False)(lambda bits: lambda bits: cttz(bits))
    overload(popcount, strict=False)(lambda bits: lambda bits: ctpop(bits))
