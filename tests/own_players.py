"""Players of a reader's own, in a file as a reader would have it."""

import time
from typing import Any


def first(position: Any, seed: int) -> str:
    """The first move that is listed."""
    return next(iter(position.moves))


def slowly(position: Any, seed: int) -> str:
    """The same, after a while."""
    time.sleep(0.002)
    return first(position, seed)


def fails(position: Any, seed: int) -> str:
    """A player with a fault."""
    raise RuntimeError("my own fault")
