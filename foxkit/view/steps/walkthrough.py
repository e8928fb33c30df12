"""A search written down step by step, as plain data that a page shows without a kernel.

    SearchWalkthrough    title, phases, columns: what stays the same
      steps              phase, words, counters, a board, the rows of the tree that
                         changed, and sometimes a question that the next step answers
      boards             as in a replay, each once

`stepper.js` shows any walkthrough; it knows no search and no game. Each search has a
subclass in a file beside this one, which keeps `rows` and `counters` as they are, and
calls `step`.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from foxkit.core.position import Position
from foxkit.search.reference import Line
from foxkit.view.game_view import view_of
from foxkit.view.replay import frame_data, index_or_append, scene_data
from foxkit.view.svg import Overlay

MAX_STEPS = 10_000
"""The largest number of steps; a page takes a minute to show so many."""
MILESTONES = tuple(n * 10**k for k in (1, 2, 3, 4) for n in (1, 2, 3, 5))
"""The numbers of simulations or deals after which a long search is shown."""


class TreeRow(NamedTuple):
    """A node of the tree as the page shows it: a row of a table."""

    cells: Sequence[str] = ()  # the texts in the columns
    mark: str = ""  # "on" the path, "new", "cut" off, "good" or ""
    tag: str = ""  # a word beside the move, such as "killer"
    size: float | None = None  # of its disc, 0 to 1
    bar: tuple[float, float] | None = None  # its two parts' ends in the last column


class Question(NamedTuple):
    """A question of a step; its answer is one of the choices."""

    ask: str
    choices: Sequence[str]
    answer: str
    hint: str

    def data(self) -> dict[str, Any]:
        """The question as plain data, with the number of the answer."""
        number = [*self.choices].index(self.answer)
        return self._asdict() | {"answer": number}


class SearchWalkthrough:
    """A search written down step by step.

    Attributes:
        steps: the steps so far, as plain data.
        rows: the rows of the tree at present, by their lines of moves; a subclass
            changes them, and then calls `step`.
        counters: the counters at present.

    The first of the columns is the heading of the lines of the tree.
    """

    def __init__(
        self, title: str, start: Position, phases: Sequence[str], columns: Sequence[str]
    ) -> None:
        self.title, self.start = title, start
        self.steps: list[dict[str, Any]] = []
        self.rows: dict[Line, TreeRow] = {}
        self.counters: dict[str, int] = {}
        self._head = {"title": title, "phases": phases, "columns": columns}
        self._scenes, self._boards = list[Any](), list[Any]()
        self._rows_before: dict[Line, TreeRow] = {}

    def position_after(self, line: Line) -> Position:
        """The position after moves from the start."""
        return reduce(Position.play, line, self.start)

    def set_row(self, line: Line, cells: Sequence[str], **looks: Any) -> None:
        """Set the cells of a node's row; the row keeps its place."""
        self.rows[line] = self.rows.get(line, TreeRow())._replace(cells=cells, **looks)

    def remove_rows_below(self, line: Line) -> None:
        """Remove the rows of all nodes below a node."""
        for deeper in [k for k in self.rows if k[: len(line)] == line != k]:
            del self.rows[deeper]

    def step(
        self,
        phase: str,
        words: str,
        line: Line = (),
        *,
        at: Position | None = None,
        arrows: Mapping[str, float] | None = None,
        question: Question | None = None,
        seen_by: str | None = None,
    ) -> None:
        """Write a step down.

        Args:
            phase: one of the phases of the search.
            words: what the search did, in a sentence.
            line: the moves to the node where the search is; nodes on it that have no
                mark are marked as "on" it.
            at: the position on the board; by default that after the line, with the
                line's last move.
            arrows: moves to be drawn as arrows, with weights from 0 to 1.
            question: what the reader is asked; the next step has the answer.
            seen_by: the player who looks on; None sees everything.
        """
        if len(self.steps) == MAX_STEPS:
            raise ValueError(f"this search has more than {MAX_STEPS:,} steps to show")
        position = at or self.position_after(line)
        view, state = view_of(position.game, seen_by), position.state
        before = self.position_after(line[:-1])
        last = view_of(before.game).path(before.state, line[-1]) if line else ()
        paths = {view.path(state, move): w for move, w in (arrows or {}).items()}
        overlay = Overlay(last=last, arrows={k: w for k, w in paths.items() if k})
        place = index_or_append(scene_data(view.diagram_of(state)), self._scenes)
        shown = frame_data(view, state, overlay) | {"scene": place}
        board = index_or_append(shown, self._boards)
        step: dict[str, Any] = {"phase": phase, "words": words, "board": board}
        step |= {"counters": dict(self.counters), "rows": self._changed_rows(line)}
        self.steps.append(step | ({"question": question.data()} if question else {}))

    def _changed_rows(self, line: Line) -> list[list[Any]]:
        """The rows that differ from those of the step before; None for removed ones."""
        now, before = dict(self.rows), self._rows_before
        for prefix in (line[:i] for i in range(len(line) + 1)):
            if prefix in now and not now[prefix].mark:
                now[prefix] = now[prefix]._replace(mark="on")
        self._rows_before = now
        removed = [[line, None] for line in before if line not in now]
        return removed + [[k, row] for k, row in now.items() if before.get(k) != row]

    def data(self) -> dict[str, Any]:
        """Everything that the page needs."""
        boards = {"scenes": self._scenes, "boards": self._boards}
        return self._head | boards | {"steps": self.steps}

    def compressed_text(self) -> str:
        """The data as a compressed text, so that nobody reads the answers by chance."""
        text = json.dumps(self.data(), separators=(",", ":"))
        return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def names_in_words(names: Sequence[str], max_names: int = 6) -> str:
    """Names as in a sentence; those after the first `max_names` are only counted."""
    rest = [f"{len(names) - max_names} more"] if len(names) > max_names else []
    shown = [*names[:max_names], *rest]
    return " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))
