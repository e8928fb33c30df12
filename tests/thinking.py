"""Waiting for the agents of all boards, within reason."""

import threading
from time import monotonic, sleep


def settle(seconds: float = 60) -> bool:
    """Wait until nobody thinks any more, or so long; tell whether it came to that."""
    end = monotonic() + seconds
    while any(thread.name == "foxkit board" for thread in threading.enumerate()):
        if monotonic() > end:
            return False
        sleep(0.005)
    return True
