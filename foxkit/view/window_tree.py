"""An alpha-beta search as a picture: its windows, its cuts, and a game of guessing."""

from collections.abc import Sequence
from math import inf
from typing import Any

import ipywidgets as widgets

from foxkit.search.alphabeta_trace import Step
from foxkit.view.drawing import Drawing
from foxkit.view.theme import style

Line = tuple[str, ...]

_GAP, _LEVEL, _TOP = 112.0, 150.0, 90.0  # units between leaves, between levels, above
_RULES = (
    f".fk-branch{{{style('stroke:{line};stroke-width:2;fill:none')}}}"
    f".fk-branch.fk-cut{{{style('stroke:{alert};stroke-width:3')};"
    "stroke-dasharray:3 9}"
    f".fk-node{{{style('fill:{surface};stroke:{muted};stroke-width:2')}}}"
    f".fk-node.fk-on{{{style('stroke:{target};stroke-width:5')}}}"
    f".fk-page{{{style('fill:{page}')}}}"
    ".fk-tree text{font:22px system-ui,sans-serif;text-anchor:middle;"
    f"stroke-width:6;paint-order:stroke;{style('fill:{ink};stroke:{page}')}}}"
    f".fk-tree text.fk-move{{font-size:19px;{style('fill:{muted}')}}}"
    f".fk-tree text.fk-cut{{font-size:24px;{style('fill:{alert}')}}}"
    ".fk-tree text.fk-value{stroke:none}"
)


def _bound(value: float, unit: float) -> str:
    if value in (-inf, inf):
        return "-∞" if value < 0 else "∞"
    return f"{value * unit:,.0f}"


class WindowTree:
    """A search taken apart, drawn as far as it has come.

    Args:
        steps: all steps of a search, from `foxkit.search.alphabeta_trace.trace`.
        unit: what a value of 1 is called, such as 100,000 for the report's scores.
    """

    def __init__(self, steps: Sequence[Step], unit: float = 1.0) -> None:
        self.steps, self._unit = tuple(steps), unit
        seen = dict.fromkeys(step.line for step in self.steps)
        cut = [(*s.line[:-1], move) for s in self.steps for move in s.pruned]
        self._nodes: list[Line] = [*seen, *(line for line in cut if line not in seen)]
        self._x: dict[Line, float] = {}
        self._place((), 0.0)

    def _children(self, line: Line) -> list[Line]:
        return [n for n in self._nodes if n and n[:-1] == line]

    def _place(self, line: Line, left: float) -> float:
        """Give a node and all below it their places; return the right edge."""
        children, edge = self._children(line), left
        for child in children:
            edge = self._place(child, edge)
        edge = edge if children else left + _GAP
        self._x[line] = (left + edge) / 2
        return edge

    def choices(self) -> list[int]:
        """Return after how many steps there is something to guess.

        A value has just reached a node that has moves left: will they be searched?
        """
        found = []
        for number, step in enumerate(self.steps, 1):
            if step.event != "opened" and step.line:
                entered = {s.line for s in self.steps[:number]}
                siblings = self._children(step.line[:-1])
                if not all(line in entered for line in siblings):
                    found.append(number)
        return found

    def draw(self, count: int | None = None, *, tell: bool = True) -> Drawing:
        """Draw the search after some steps, all by default.

        A node holds its value once it is known. Below the deepest open node, and below
        its parents, stands the window, alpha to beta: the least that the root's player
        has for certain, and the most that the other will allow. Dotted moves are
        pruned.

        Args:
            count: how many steps were taken.
            tell: whether to show what the last step prunes.
        """
        done = self.steps[: len(self.steps) if count is None else count]
        hidden = set() if tell else {(*done[-1].line[:-1], m) for m in done[-1].pruned}
        cut = {(*s.line[:-1], m) for s in done for m in s.pruned} - hidden
        opened = {s.line for s in done if s.event == "opened"}
        shown = [n for n in self._nodes if not n or n[:-1] in opened]
        values = {s.line: s.value for s in done if s.value is not None}
        body = "".join(self._branch(n, n in cut) for n in shown if n)
        body += "".join(self._circle(n, values, done[-1].line) for n in shown)
        body += self._windows(done, values)
        width = max(self._x.values()) + _GAP
        height = _TOP + _LEVEL * max(map(len, shown)) + 60
        card = f'<rect class="fk-page" width="{width:g}" height="{height:g}" rx="12"/>'
        inner = f'{card}<g class="fk-tree">{body}</g>'
        title = f"An alpha-beta search after {len(done)} of {len(self.steps)} steps"
        return Drawing(inner, width, height, title, self.words(len(done)), _RULES)

    def words(self, count: int) -> str:
        """Say what the last of so many steps did."""
        step = self.steps[count - 1]
        line = " ".join(step.line) or "the root"
        found = "" if step.value is None else f" = {_bound(step.value, self._unit)}"
        return f"Step {count}: {line}: {step.event}{found}."

    def _at(self, line: Line) -> tuple[float, float]:
        return self._x[line], _TOP + _LEVEL * len(line)

    def _branch(self, line: Line, cut: bool) -> str:
        (x0, y0), (x1, y1) = self._at(line[:-1]), self._at(line)
        mark = " fk-cut" if cut else ""
        drawn = f'<path class="fk-branch{mark}" d="M{x0:g} {y0:g}L{x1:g} {y1:g}"/>'
        if cut:
            middle = f'x="{(x0 + x1) / 2:g}" y="{(y0 + y1) / 2 + 8:g}"'
            drawn += f'<text class="fk-cut" {middle}>✂</text>'
        return drawn

    def _circle(self, line: Line, values: dict[Line, float], last: Line) -> str:
        x, y = self._at(line)
        mark = " fk-on" if line == last else ""
        place = f'x="{x - 48:g}" y="{y - 19:g}" width="96" height="38" rx="19"'
        drawn = f'<rect class="fk-node{mark}" {place}/>'
        if line in values:
            value = _bound(values[line], self._unit)
            drawn += f'<text class="fk-value" x="{x:g}" y="{y + 7:g}">{value}</text>'
        if line:
            drawn += f'<text class="fk-move" x="{x:g}" y="{y - 27:g}">{line[-1]}</text>'
        return drawn

    def _windows(self, done: Sequence[Step], values: dict[Line, float]) -> str:
        """Write the windows of the nodes that are open."""
        found: dict[Line, tuple[float, float]] = {}
        for step in done:
            node = step.line if step.event == "opened" else step.line[:-1]
            found[node] = step.alpha, step.beta
        drawn = ""
        for line, window in found.items():
            if line not in values:
                x, y = self._at(line)
                low, high = (_bound(end, self._unit) for end in window)
                y += 44 if line else -32
                drawn += f'<text x="{x:g}" y="{y:g}">{low} to {high}</text>'
        return drawn


class PruningPanel:
    """Guess which moves alpha-beta prunes; show `panel.controls` in a notebook.

    Args:
        tree: the search.
    """

    def __init__(self, tree: WindowTree) -> None:
        self.tree, self._choices = tree, tree.choices()
        self._turn = self._right = 0
        self._picture, self._said = widgets.HTML(), widgets.HTML()
        self.on = widgets.Button(description="Search on")
        self.prune = widgets.Button(description="Prune the rest")
        self.on.on_click(lambda _: self._answer(False))
        self.prune.on_click(lambda _: self._answer(True))
        row = widgets.HBox([self.on, self.prune, self._said])
        self.controls = widgets.VBox([self._picture, row])
        self._ask("Are the other moves of this node still needed?")

    def _ask(self, words: str) -> None:
        over = self._turn == len(self._choices)
        count = None if over else self._choices[self._turn]
        self._picture.value = str(self.tree.draw(count, tell=over))
        self.on.disabled = self.prune.disabled = over
        score = f"{self._right} of {self._turn} right"
        self._said.value = f"{words} {score}." if self._turn else words

    def _answer(self, prune: bool) -> None:
        step: Any = self.tree.steps[self._choices[self._turn] - 1]
        right = prune == bool(step.pruned)
        self._turn += 1
        self._right += right
        shut = "shut" if step.pruned else "open"
        self._ask(f"{'Yes' if right else 'No'}: the window is {shut}.")
