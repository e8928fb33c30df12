"""How much memory is free, as far as the system says."""

from contextlib import suppress
from math import inf
from pathlib import Path

_GROUP = Path("/sys/fs/cgroup")


def free_memory() -> float:
    """Bytes that this process may still use; infinity where the system does not say.

    It is the smaller of what the machine has free and of what its container allows.
    """
    return min(_of_machine(), _of_container())


def _of_machine() -> float:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    return inf


def _of_container() -> float:
    """Bytes that a control group of version 2 allows; a file cache counts as free."""
    with suppress(OSError, ValueError):
        most = int((_GROUP / "memory.max").read_text())  # or "max", which is no number
        used = int((_GROUP / "memory.current").read_text())
        cached = 0
        for line in (_GROUP / "memory.stat").read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "inactive_file":
                cached = int(number)
        return float(most - used + cached)
    return inf
