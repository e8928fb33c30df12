"""Players of a reader's own, in a file as a reader would have it."""

import random
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


def guessing(position: Any, seed: int) -> str:
    """A player that draws from a generator of its process instead of the seed."""
    return random.choice([*position.moves])


_moves = 0


def counting(position: Any, seed: int) -> str:
    """A player that counts its moves, in all games together."""
    global _moves
    _moves += 1
    return [*position.moves][_moves % len(position.moves)]
