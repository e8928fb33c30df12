"""Panels of controls, and the sentence that stands for them where no kernel runs."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets

NEEDS_KERNEL = (
    "Run this cell (Shift+Enter) for its panel; it needs a kernel, as in JupyterLab"
)
COMMAND = "python3 workbook.py lab"


class Live(widgets.VBox):
    """Controls below each other, kept in a notebook as a sentence, not as code.

    `leave` is called when the panel is closed.
    """

    def __init__(
        self, children: Sequence[Any] = (), leave: Callable[[], None] = lambda: None
    ) -> None:
        self._leave = leave
        super().__init__(children)

    def close(self) -> None:
        """End what is under way and take the panel off the page."""
        self._leave()
        super().close()

    def __repr__(self) -> str:
        return f"{NEEDS_KERNEL}: {COMMAND}."
