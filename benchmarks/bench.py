"""What `foxkit bench` measures: signatures, speeds and ratios, one module a game.

* signature: fixed searches from fixed seeds as integers; a change of behaviour shows;
* speed: units per second of processor time on this machine;
* ratio: how many times faster than honest plain Python, as the median of runs that
  alternate between the two, so that both see the same machine.
"""

import hashlib
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

ROUNDS = 5
Measurement = Callable[[], float]
"""Measures when it is called."""


def per_second(units: float, work: Callable[[], object]) -> float:
    """Units per second of processor time of one run of `work`.

    Where the clock is so coarse that it has not moved, the work is done again.
    """
    begin, done = process_time(), 0.0
    while (seconds := process_time() - begin) <= 0 or not done:
        work()
        done += units
    return done / seconds


def median_speed(
    units: float, work: Callable[[], object], rounds: int = ROUNDS
) -> float:
    """The median speed of some runs, after one to warm up."""
    work()
    return median(per_second(units, work) for _ in range(rounds))


def ratio(ours: Callable[[], float], theirs: Callable[[], float]) -> float:
    """The median ratio of two speeds measured in turns."""
    ours()
    return median(ours() / theirs() for _ in range(ROUNDS))


def digest(arrays: Mapping[str, np.ndarray]) -> str:
    """The SHA-256 digest of arrays and their names."""
    total = hashlib.sha256()
    for name, array in arrays.items():
        total.update(f"{name} {array.dtype.str}\0".encode())
        total.update(np.ascontiguousarray(array).view(np.uint8).data)
    return total.hexdigest()


def fingerprint(moves: bytes) -> int:
    """32 bits of the BLAKE2 digest of a game's moves."""
    return int.from_bytes(hashlib.blake2b(moves, digest_size=8).digest()[:4], "big")


def noise_percent() -> float:
    """How far nine runs of the same work lie apart on this machine now, in percent.

    That is the longest time less the shortest, as a share of the median.
    """
    times = []
    for _ in range(9):
        begin = process_time()
        sum(number * number for number in range(200_000))
        times.append(process_time() - begin)
    return 100 * (max(times) - min(times)) / median(times)


def benchmark_modules() -> list[Any]:
    """The modules of the games: those with a function `signature`."""
    folder = Path(__file__).parent
    names = sorted(path.stem for path in folder.glob("bench_*.py"))
    return [import_module(name) for name in names]


def measure(*names: str) -> dict[str, dict[str, float]]:
    """Signatures, speeds and ratios by name.

    Args:
        names: how those names begin that are measured; all of them where none is given.

    Raises:
        ValueError: no name begins so.
    """
    found: dict[str, dict[str, float]] = {"signature": {}, "speed": {}, "ratio": {}}
    known = []
    for chapter in benchmark_modules():
        for kind in ("speed", "ratio"):
            for name, work in getattr(chapter, kind)().items():
                known.append(name)
                if not names or name.startswith(names):
                    found[kind][name] = work()
        game = chapter.__name__.removeprefix("bench_").replace("_", "-")
        if not names or any(name.startswith(names) for name in known if game in name):
            found["signature"].update(chapter.signature())
    for name in names:
        if not any(each.startswith(name) for each in known):
            raise ValueError(
                f"no benchmark {name!r}; there are {', '.join(dict.fromkeys(known))}"
            )
    return found
