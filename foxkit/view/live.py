"""Panels of controls, and the sentence that stands for them where no kernel runs."""

import ipywidgets as widgets

NEEDS_KERNEL = "A panel that needs a running kernel: it is live in JupyterLab"
COMMAND = "python3 workbook.py lab"


class Live(widgets.VBox):
    """Controls below each other, kept in a notebook as a sentence, not as code."""

    def __repr__(self) -> str:
        return f"{NEEDS_KERNEL} ({COMMAND})."
