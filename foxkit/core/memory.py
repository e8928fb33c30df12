"""Memory: how much is free, and blocks that are used again."""

from collections import deque
from contextlib import suppress
from math import inf
from os import cpu_count
from pathlib import Path
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from foxkit.core import when_numba_loads

_CGROUP = Path("/sys/fs/cgroup")

MemoryRows = NDArray[np.int64]
"""A block of memory, of shape (rows, n)."""


class MemoryPool:
    """Blocks of some rows, each of which serves a later user when it is free again.

    It is free when neither the block nor any part of it is referred to any more. The
    system hands out fresh memory page by page, at the first touch of each, and that
    takes as long as a tree search. The pool keeps as many free blocks as there are
    processors, the newest ones, and any thread may take them.
    """

    MAX_BYTES_KEPT = 128 * 2**20
    """A larger block is given back to the system."""

    def __init__(self, rows: int) -> None:
        """An empty pool of blocks with so many rows."""
        self._rows = rows
        self._free = deque[NDArray[np.int64]](maxlen=cpu_count() or 1)

    def allocate(self, row_length: int) -> MemoryRows:
        """A block of at least that many numbers a row, with any numbers in it."""
        memory = self._reused_or_new_array(self._rows * row_length)
        numbers = np.frombuffer(memory.data, np.int64)  # referred to by all its parts
        if 8 * memory.size <= self.MAX_BYTES_KEPT:
            finalize(numbers, self._free.append, memory).atexit = False
        return numbers.reshape(self._rows, -1)

    def _reused_or_new_array(self, size: int) -> NDArray[np.int64]:
        """The newest free memory of at least that size, or fresh memory."""
        for _ in range(len(self._free)):
            with suppress(IndexError):  # another thread was faster
                if (memory := self._free.pop()).size >= size:
                    return memory
                self._free.appendleft(memory)
        return np.empty(size, np.int64)


def free_memory_bytes() -> float:
    """Bytes that this process may still use; infinity where the system does not say.

    It is the smaller of what the machine has free and of what its container allows.
    """
    return min(_machine_free_bytes(), _container_free_bytes())


def _machine_free_bytes() -> float:
    """Bytes that are free on this machine; infinity where that is not known."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    return inf


def _container_free_bytes() -> float:
    """Bytes that the container (cgroup 2) still allows; file caches count as free."""
    with suppress(OSError, ValueError):
        # Without a limit there stands "max", which is no number.
        limit = int((_CGROUP / "memory.max").read_text())
        used = int((_CGROUP / "memory.current").read_text())
        cached = 0
        for line in (_CGROUP / "memory.stat").read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "inactive_file":
                cached = int(number)
        return float(limit - used + cached)
    return inf


def prefetch(array: Any, index: int) -> None:
    """Let the processor fetch entry `index` of an array, which is read soon.

    It only saves time, and does nothing in plain Python.
    """


@when_numba_loads
def _compile_to_an_instruction() -> None:
    """Let numba compile `prefetch` to the processor's instruction."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def fetch(typingctx: Any, array: Any, i: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = context.make_array(array)(context, builder, args[0]).data
            address = builder.gep(data, [args[1]])
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = builder.module.declare_intrinsic(
                "llvm.prefetch", [pointer], kind
            )
            # For reading, to be kept in all caches, of data.
            how = [ir.Constant(number, each) for each in (0, 3, 1)]
            builder.call(function, [builder.bitcast(address, pointer), *how])
            return context.get_dummy_value()

        return types.void(array, types.int64), generate

    overload(prefetch, strict=False)(lambda array, i: lambda array, i: fetch(array, i))
