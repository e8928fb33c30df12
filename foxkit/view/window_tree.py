"""An alpha-beta search as a picture: its windows, its cuts, and a game of guessing."""

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets

from foxkit.search.alphabeta_trace import Step
from foxkit.view.drawing import Drawing
from foxkit.view.live import Live
from foxkit.view.tree import Node, draw_nodes, layout


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
        self._places = layout([*seen, *(n for n in cut if n not in seen)], gap=112)

    def choices(self) -> list[int]:
        """Return after how many steps there is something to guess.

        A value has just reached a node that has moves left: will they be searched?
        """
        found, entered = [], set()
        for number, step in enumerate(self.steps, 1):
            entered.add(step.line)
            left = {n[:-1] for n in self._places if n and n not in entered}
            if step.event != "opened" and step.line and step.line[:-1] in left:
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
        done = self.steps[:count]
        last = done[-1].line
        hidden = set() if tell else {(*last[:-1], move) for move in done[-1].pruned}
        cut = {(*s.line[:-1], m) for s in done for m in s.pruned} - hidden
        opened = {s.line for s in done if s.event == "opened"}
        values = {s.line: self._number(s.value) for s in done if s.value is not None}
        windows = {
            s.line if s.event == "opened" else s.line[:-1]: (
                f"{self._number(s.alpha)} to {self._number(s.beta)}"
            )
            for s in done
        }
        nodes = {
            n: Node(
                inside=values.get(n, ""),
                below="" if n in values else windows.get(n, ""),
                on=n == last,
                cut=n in cut,
            )
            for n in self._places
            if not n or n[:-1] in opened
        }
        title = f"An alpha-beta search after {len(done)} of {len(self.steps)} steps"
        words = self.words(len(done))
        return draw_nodes(nodes, self._places, title=title, words=words, scale=0.5)

    def _number(self, value: float) -> str:
        return f"{value * self._unit:,.0f}".replace("inf", "∞")

    def words(self, count: int) -> str:
        """Say what the last of so many steps did."""
        step = self.steps[count - 1]
        line = " ".join(step.line) or "the root"
        found = "" if step.value is None else f" = {self._number(step.value)}"
        return f"Step {count}: {line}: {step.event}{found}."


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
        self.controls = Live([self._picture, row])
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
