"""The board in a notebook: a widget that carries a board's parts and its messages."""

from typing import Any

import anywidget
import traitlets

from foxkit.view.assets import script
from foxkit.view.board import Board
from foxkit.view.replay import style


class BoardWidget(anywidget.AnyWidget):
    """The page of a board, whose parts are its traits."""

    _esm = script("stage.js", "reel.js", "panels.js", "board.js")
    _css = style()
    frame = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    seats: Any = traitlets.List().tag(sync=True)
    mind = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    past = traitlets.Dict().tag(sync=True)
    said: Any = traitlets.List().tag(sync=True)
    tools = traitlets.Dict().tag(sync=True)

    def __init__(self, board: Board) -> None:
        super().__init__(**board.shown)
        board.on_change = self._take
        self.on_msg(lambda _, content, __: board.receive(content))

    def _take(self, parts: dict[str, Any]) -> None:
        with self.hold_sync():
            for name, data in parts.items():
                self.set_trait(name, data)
