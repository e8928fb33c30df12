"""Boards and steppers in a notebook: widgets that carry their parts and messages."""

from typing import Any

import anywidget
import traitlets

from foxkit.view.assets import file_texts, joined_scripts
from foxkit.view.live_elements import boards_css


class _Widget(anywidget.AnyWidget):
    """The page of a thing with `shown`, parts that are traits, and `receive`."""

    def __init__(self, source: Any) -> None:
        super().__init__(**source.shown)
        source.on_change = self._set_parts
        self.on_msg(lambda _, content, __: source.receive(content))

    def _set_parts(self, parts: dict[str, Any]) -> None:
        """Set the parts of the page, all in one message."""
        with self.hold_sync():
            for name, data in parts.items():
                self.set_trait(name, data)


class BoardWidget(_Widget):
    """The page of a board."""

    _esm = joined_scripts("stage.js", "replay_controls.js", "panels.js", "board.js")
    _css = boards_css()
    frame = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    seats: Any = traitlets.List().tag(sync=True)
    analysis = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    reviewed = traitlets.Dict().tag(sync=True)
    said: Any = traitlets.List().tag(sync=True)
    tools = traitlets.Dict().tag(sync=True)
    stored = traitlets.Dict().tag(sync=True)


class LabWidget(_Widget):
    """The page of a balance lab."""

    _esm = (
        joined_scripts("stage.js", "replay_controls.js", "panels.js")
        + file_texts("board.js").partition("export default")[0]
        + file_texts("balance_lab.js")
    )
    _css = boards_css() + file_texts("balance_lab.css")
    setup = traitlets.Dict().tag(sync=True)
    curve = traitlets.Dict().tag(sync=True)
    jobs: Any = traitlets.List().tag(sync=True)
    run = traitlets.Dict().tag(sync=True)
    watched = traitlets.Dict().tag(sync=True)
    board = traitlets.Dict().tag(sync=True)


class StepperWidget(_Widget):
    """The page of a stepper."""

    _esm = joined_scripts(
        "stage.js", "replay_controls.js", "stepper.js", "stepper_widget.js"
    )
    _css = boards_css() + file_texts("stepper.css")
    log = traitlets.Unicode().tag(sync=True)
    knobs: Any = traitlets.List().tag(sync=True)
    score = traitlets.Dict().tag(sync=True)
    position = traitlets.Unicode().tag(sync=True)
    waits = traitlets.Bool().tag(sync=True)
    said: Any = traitlets.List().tag(sync=True)
