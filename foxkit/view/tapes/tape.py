"""A search written down step by step, as plain data that a page shows without a kernel.

    Tape   title, phases, columns    what stays
      steps    phase, words, counters, a board, the rows of the tree that changed,
               and sometimes a question whose answer is the step after it
      boards   as in a replay, each once

`stepper.js` shows any tape; it knows no search and no game. A tracer, one of the files
beside this one, sets `rows` as they are now and says `step`.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from foxkit.rules.position import Position
from foxkit.view.game_view import view_of
from foxkit.view.replay import frame, scene
from foxkit.view.svg import Overlay

Line = tuple[str, ...]
"""The moves, or other names, that lead from the root to a row."""


class Row(NamedTuple):
    """A node of the tree.

    Attributes:
        cells: what stands in the columns.
        mark: "on" the path, "new", "cut" off, "good" or "".
        tag: a word beside the move, such as "killer".
        size: of its disc, 0 to 1; None for none.
        bar: where in the last column the two parts of a bar end, 0 to 1.
    """

    cells: Sequence[str] = ()
    mark: str = ""
    tag: str = ""
    size: float | None = None
    bar: tuple[float, float] | None = None


class Question(NamedTuple):
    """What a step asks; the next step shows the answer, which is one of the choices."""

    ask: str
    choices: Sequence[str]
    answer: str
    hint: str

    def data(self) -> dict[str, Any]:
        """Return it as plain data, the answer by its number."""
        number = [*self.choices].index(self.answer)
        return self._asdict() | {"answer": number}


class Tape:
    """The steps so far, and the rows of the tree as they are now."""

    def __init__(
        self, title: str, phases: Sequence[str], columns: Sequence[str]
    ) -> None:
        """Begin; the first of the columns heads the lines of the tree."""
        self.title, self.steps = title, list[dict[str, Any]]()
        self.rows: dict[Line, Row] = {}
        self._head = {"title": title, "phases": phases, "columns": columns}
        self._scenes, self._boards = list[Any](), list[Any]()
        self._shown: dict[Line, Row] = {}

    def step(
        self,
        phase: str,
        words: str,
        position: Position,
        counters: Mapping[str, int],
        *,
        last: Line = (),
        arrows: Mapping[str, float] | None = None,
        question: Question | None = None,
        seen_by: str | None = None,
    ) -> None:
        """Write a step down: where the search is, and in words what it did.

        `last` are the points of the move that led to the position, `arrows` moves from
        it with weights from 0 to 1, and `seen_by` the player who looks on.
        """
        view, state = view_of(position.game, seen_by), position.state
        paths = {view.path(state, move): w for move, w in (arrows or {}).items()}
        overlay = Overlay(last=last, arrows={k: w for k, w in paths.items() if k})
        place = _place(self._scenes, scene(view.drawn(state)))
        board = _place(self._boards, frame(view, state, overlay) | {"scene": place})
        step: dict[str, Any] = {"phase": phase, "words": words, "board": board}
        step |= {"counters": dict(counters), "rows": self._changes()}
        self.steps.append(step | ({"question": question.data()} if question else {}))

    def _changes(self) -> list[list[Any]]:
        """Return the rows that differ from those of the step before."""
        gone = [[line, None] for line in self._shown if line not in self.rows]
        new = [[k, row] for k, row in self.rows.items() if self._shown.get(k) != row]
        self._shown = dict(self.rows)
        return gone + new

    def data(self) -> dict[str, Any]:
        """Return everything that the page needs."""
        boards = {"scenes": self._scenes, "boards": self._boards}
        return self._head | boards | {"steps": self.steps}

    def packed(self) -> str:
        """Return the same as text that nobody reads by chance: answers are in it."""
        text = json.dumps(self.data(), separators=(",", ":"))
        return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _place(known: list[Any], one: Any) -> int:
    """Return the place of something in a list, at whose end it is put if missing."""
    if one not in known:
        known.append(one)
    return known.index(one)


def path_to(before: Position, move: str) -> Line:
    """Return the points that a move touched, for the board after it."""
    return view_of(before.game).path(before.state, move)


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 move`, `3 moves`, `no moves`."""
    noun = one if number == 1 else many or f"{one}s"
    return f"{number or 'no'} {noun}"


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return names as in a sentence, the last of many only counted."""
    more = [f"{len(names) - most} more"] if len(names) > most else []
    shown = [*names[:most], *more]
    return " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))


def named(player: str) -> str:
    """Return what a player is called in a sentence: `sheep`, `player 1`."""
    return f"player {player}" if player.isdigit() else player


def signed(value: float, digits: int = 3) -> str:
    """Return a number with its sign."""
    return f"{value:+.{digits}f}".replace("-", "\N{MINUS SIGN}")
