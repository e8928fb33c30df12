"""Controls of panels, made from what a game declares of its rules.

Where no kernel runs, a sentence stands for them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import ipywidgets as widgets

from foxkit.core.fields import Field, Points

# With the command it is short enough for ipywidgets, which cuts off what is longer.
NEEDS_KERNEL = (
    "For the panel, run the notebook's first cell, then this one, in JupyterLab"
)
COMMAND = "python3 workbook.py lab"
_LISTED = 20  # values that a menu has room for


class Controls(widgets.VBox):
    """Controls below each other, kept in a notebook as a sentence, not as code.

    `leave` is called when they are closed.
    """

    def __init__(self, children: Sequence[Any], leave: Callable[[], None]) -> None:
        self._leave = leave
        super().__init__(children)

    def close(self) -> None:
        """End what is under way and take the controls off the page."""
        self._leave()
        super().close()

    def __repr__(self) -> str:
        return f"{NEEDS_KERNEL}: {COMMAND}."


def labelled(kind: type, name: str, **options: Any) -> Any:
    """A control of ipywidgets with its name beside it."""
    style, layout = {"description_width": "15em"}, {"width": "30em"}
    return kind(description=name, style=style, layout=layout, **options)


def choice(name: str, values: Sequence[Any], value: Any) -> widgets.Dropdown:
    """A menu of some values: unlike a slider, it says its name to everybody."""
    options = {f"{each:,}" if type(each) is int else str(each): each for each in values}
    return labelled(widgets.Dropdown, name, options=options, value=value)


def rule_control(field: Field | Points, usual: int) -> Any:
    """A control for a rule of a game, at its usual value.

    A long range is typed, a short one chosen; values with words are a menu, and so are
    the sets of points that the rule offers; if it offers none, points are typed.
    """
    label, menu = field.label, widgets.Dropdown
    if isinstance(field, Points) and field.offered:
        sets = {" ".join(names): list(names) for names in field.offered}
        return labelled(menu, label, options=sets)
    if isinstance(field, Points):
        names = " ".join(field.names(usual))
        return labelled(widgets.Text, label, value=names, continuous_update=False)
    if not isinstance(values := field.values, range):
        words = {words: number for number, words in values.items()}
        return labelled(menu, label, options=words, value=usual)
    if len(values) <= _LISTED:
        return choice(label, values, usual)
    span = {"min": values[0], "max": values[-1], "step": values.step}
    return labelled(widgets.BoundedIntText, label, value=usual, **span)


class Ticks(widgets.HBox):
    """Values of which several can be ticked."""

    def __init__(self, name: str, values: Sequence[int], ticked: Sequence[int]) -> None:
        box = partial(widgets.Checkbox, indent=False, layout={"width": "6em"})
        self.boxes = {n: box(n in ticked, description=f"{n:,}") for n in values}
        super().__init__([widgets.Label(f"{name}:"), *self.boxes.values()])
        self.layout.flex_flow = "row wrap"

    @property
    def ticked(self) -> tuple[int, ...]:
        """The values that are ticked, in order."""
        return tuple(n for n, box in self.boxes.items() if box.value)
