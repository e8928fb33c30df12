"""A notice below a notebook's cell while it compiles, which takes seconds.

Compiling in other threads is shown elsewhere: `play` has its progress bar, and a board
says who is thinking. Chapters that a page build executes have no notice.
"""

import os
import sys
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import Any

from foxkit.core import when_numba_loads

_DELAY_SECONDS = 0.5  # seconds of compiling before the notice, and between two checks


class CompileNotice:
    """A line below the cell that runs, while functions are compiled in it."""

    def __init__(self) -> None:
        self._compiling = 0  # functions being compiled; one may need another
        self._cell_over: Event | None = None
        self._thread = Thread()

    def on_compile_start(self) -> None:
        """Note that compiling a function begins."""
        self._compiling += 1
        if self._cell_over is None:
            self._cell_over = Event()
            self._thread = Thread(
                target=self._show, args=(self._cell_over,), daemon=True
            )
            self._thread.start()

    def on_compile_end(self) -> None:
        """Note that compiling a function ends."""
        self._compiling -= 1

    def on_cell_end(self, *_: Any) -> None:
        """Remove the line."""
        if self._cell_over is not None:
            self._cell_over.set()
            self._thread.join()
            self._cell_over = None

    def _show(self, over: Event) -> None:
        """Show a line, with the seconds so far, while something is compiled."""
        from IPython.display import display

        box: Any = None
        started = monotonic()
        while not over.wait(_DELAY_SECONDS):
            if not self._compiling and box is None:
                continue
            so_far = f"{monotonic() - started:.0f} s so far"
            line = f"compiling, once, some 20 s ({so_far})"
            html = f'<div class="foxkit-progress">{line}</div>'
            if box is None:
                box = display({"text/html": html}, raw=True, display_id=True)
            else:
                box.update({"text/html": html}, raw=True)
        if box is not None:
            box.update({"text/html": ""}, raw=True)


@when_numba_loads
def _listen() -> None:
    """Listen to numba's compiling events in the cells of a notebook."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if not hasattr(shell, "kernel") or os.environ.get("FOXKIT_PLAYS") == "0":
        return
    from numba.core.event import Listener, register

    notice = CompileNotice()

    class CompileListener(Listener):
        def on_start(self, event: Any) -> None:
            if current_thread() is main_thread():
                notice.on_compile_start()

        def on_end(self, event: Any) -> None:
            if current_thread() is main_thread():
                notice.on_compile_end()

    register("numba:compile", CompileListener())
    shell.events.register("post_run_cell", notice.on_cell_end)
