"""What tests of boards share: saying what a page says, waiting, and what leaks out."""

import json
import threading
from time import monotonic, sleep
from typing import Any

from foxkit.view.board import Board


def tell(board: Board, do: str, **content: Any) -> None:
    """Send what the page would send."""
    board.receive({"do": do, **content})


def everything(board: Board) -> str:
    """Return all that leaves the kernel: the page's parts, the bundle, the pictures."""
    bundle, _ = board._repr_mimebundle_()
    return json.dumps([board.shown, bundle], default=str)


def settle(seconds: float = 60) -> bool:
    """Wait until nobody thinks any more, or so long; tell whether it came to that."""
    end = monotonic() + seconds
    while any(thread.name == "foxkit board" for thread in threading.enumerate()):
        if monotonic() > end:
            return False
        sleep(0.005)
    return True
