"""What a notebook says while its cell compiles: otherwise nothing shows for seconds.

What compiles in a thread is told by who waits for it: `play` has its bar, and a board
says who is thinking. Nor does an executed chapter say how long it has waited.
"""

import os
import sys
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import Any

from foxkit.core import when_numba_loads

_SOON = 0.5  # seconds of compiling before it is told, and between two looks


class Waiting:
    """A line below the cell that runs, for as long as functions are compiled in it."""

    def __init__(self) -> None:
        self._inside = 0  # functions being compiled: one may need another first
        self._over: Event | None = None
        self._thread = Thread()

    def begin(self) -> None:
        """Hear that the compiling of a function begins."""
        self._inside += 1
        if self._over is None:
            self._over = Event()
            self._thread = Thread(target=self._tell, args=(self._over,), daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Hear that it ends."""
        self._inside -= 1

    def cell_ends(self, *_: Any) -> None:
        """Take the line away."""
        if self._over is not None:
            self._over.set()
            self._thread.join()
            self._over = None

    def _tell(self, over: Event) -> None:
        from IPython.display import display

        box: Any = None
        begun = monotonic()
        while not over.wait(_SOON):
            if not self._inside and box is None:
                continue
            so_far = f"{monotonic() - begun:.0f} s so far"
            line = f"compiling, once, some 20 s ({so_far})"
            html = f'<div class="foxkit-progress">{line}</div>'
            if box is None:
                box = display({"text/html": html}, raw=True, display_id=True)
            else:
                box.update({"text/html": html}, raw=True)
        if box is not None:
            box.update({"text/html": ""}, raw=True)


@when_numba_loads
def _hear() -> None:
    """Hear of all compiling in the cells of a notebook, once numba is there."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if not hasattr(shell, "kernel") or os.environ.get("FOXKIT_PLAYS") == "0":
        return
    from numba.core.event import Listener, register

    waiting = Waiting()

    class Hears(Listener):
        def on_start(self, event: Any) -> None:
            if current_thread() is main_thread():
                waiting.begin()

        def on_end(self, event: Any) -> None:
            if current_thread() is main_thread():
                waiting.end()

    register("numba:compile", Hears())
    shell.events.register("post_run_cell", waiting.cell_ends)
