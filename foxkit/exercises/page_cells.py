"""Cells that a reader writes on a page; they run as in a notebook, with its checks.

A search that passes can play: a tree search by its visits, alpha-beta by its values.
"""

import ast
import io
import linecache
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

from foxkit.core.position import Position
from foxkit.core.quoting import quoted, shortened
from foxkit.exercises import NEEDS_NOTEBOOK, building, check
from foxkit.exercises.questions import random_draws
from foxkit.exercises.sandbox import call_with_time_limit
from foxkit.exercises.verdict import Verdict
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.players.standard import FunctionPlayer
from foxkit.view.board import Board

CHAPTER_IMPORTS = """
from collections import Counter
from math import comb, exp, inf, log, sqrt
from random import Random

from foxkit import FoxGame, FoxHounds, FranksZoo, HareHounds, Position, Wolves
from foxkit.exercises.fox_game import sheep_rate
from foxkit.games.franks_zoo.fusion import EXAMPLE, strategy_fusion
"""
"""What readers of a chapter have imported when they come to its exercises."""
READERS_SEARCH = "your search"
_HOW_TO_ANSWER = "Write yours in place of the three dots, and press Check."
_MAX_SHOWN_CHARACTERS = 100_000  # characters of a cell's output that a page shows


class _PrintedText(io.StringIO):
    """What a cell prints; each line is told at once, as checks may play for long."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell

    def write(self, text: str) -> int:
        if text.strip():
            self._tell(shortened(text.strip(), 300))
        return super().write(text)


class PageExercises:
    """The exercises of a page: the names that cells define, and the right answers."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"check": self.check}
        exec(CHAPTER_IMPORTS, self._names)
        self._right: dict[str, Any] = {}  # right answers, by exercise

    def check(self, exercise: str, answer: Any) -> Verdict:
        """Whether an answer is right, and remember it if it is."""
        if exercise in NEEDS_NOTEBOOK:
            raise ValueError(f"{quoted(exercise)} is checked in JupyterLab")
        verdict = check(exercise, answer)
        if verdict.state == "empty":
            return replace(verdict, words=_HOW_TO_ANSWER)
        if verdict.right:
            self._right[exercise] = answer
        return verdict

    def run(
        self, name: str, source: str, tell: Callable[[str], None] = lambda text: None
    ) -> dict[str, Any]:
        """Run a cell; what it shows (`said`), and whether it `plays`.

        Words may contain code between backticks.

        Args:
            name: of the cell, by which errors find its lines.
            source: of the cell.
            tell: is called with each line that the cell prints, at once.
        """
        file, printed = f"<{name}>", _PrintedText(tell)
        linecache.cache[file] = len(source), None, source.splitlines(True), file
        shown: list[dict[str, str]] = []
        self._right.pop(name, None)
        try:
            with redirect_stdout(printed):
                value = self._run(ast.parse(source, file), file)
            if isinstance(value, Verdict):
                each = value.paragraphs.items()
                shown = [{"head": head, "words": words} for head, words in each]
            elif value is not None:
                shown = [{"printed": shortened(repr(value), _MAX_SHOWN_CHARACTERS)}]
        except (Exception, SystemExit) as error:
            line = failing_line_number(error, file)
            where = f"Line {line}: " if line else ""
            error_in_words = f"{type(error).__name__}, {getattr(error, 'msg', error)}"
            shown = [
                {"words": f"{where}{shortened(error_in_words, _MAX_SHOWN_CHARACTERS)}"}
            ]
        text = shortened(printed.getvalue(), _MAX_SHOWN_CHARACTERS)
        before = [{"printed": text}] if text else []
        can_play = name in PLAYER_MAKERS and name in self._right
        return {"said": before + shown, "plays": can_play}

    def _run(self, tree: ast.Module, file: str) -> Any:
        """Run the statements; the value of the last one, if it is an expression."""
        last = tree.body[-1:]
        shown = last[0] if last and isinstance(last[0], ast.Expr) else None
        if shown:
            tree.body.pop()
        exec(compile(tree, file, "exec"), self._names)
        end = ast.Expression(shown.value) if shown else None
        return end and eval(compile(end, file, "eval"), self._names)

    def board(self, name: str) -> Board:
        """A board of Hare and Hounds at which a reader's search plays the hare.

        Raises:
            ValueError: no search of this exercise has passed.
        """
        if name not in self._right:
            raise ValueError("Python was begun anew, and has to check it again")
        readers_player = FunctionPlayer(PLAYER_MAKERS[name](self._right))
        return Board(
            HareHounds(),
            players={READERS_SEARCH: readers_player},
            seats={"hare": READERS_SEARCH},
        )


def failing_line_number(error: BaseException, file: str) -> int:
    """The line of a cell that raised an error; 0 if it was none of them."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    frames = traceback.extract_tb(error.__traceback__)
    readers_lines = [frame.lineno or 0 for frame in frames if frame.filename == file]
    return readers_lines[-1] if readers_lines else 0


def most_visited_player(right: dict[str, Any]) -> Callable[[Position, int], str]:
    """A player of the most visited move of a reader's tree search."""
    search, readers_bound = right["build-2"], right.get("build-1", building.ucb1_bound)

    def bound(mean: float, visits: int, parent_visits: int, c: float = 1.0) -> float:
        # A reader's function may have no default for C.
        value: float = readers_bound(mean, visits, parent_visits, c)
        return value

    def tree_search(position: Position, seed: int) -> str:
        visits = call_with_time_limit(search, position, 100, bound, random_draws(seed))
        return max(visits, key=visits.get)

    return tree_search


def best_value_player(right: dict[str, Any]) -> Callable[[Position, int], str]:
    """A player of the move with the best value by a reader's alpha-beta."""
    search = right["build-3"]

    def alpha_beta(position: Position, seed: int) -> str:
        after = {
            m: -call_with_time_limit(search, position.play(m), 3)
            for m in position.moves
        }
        return max(after, key=after.__getitem__)

    return alpha_beta


PLAYER_MAKERS = {"build-2": most_visited_player, "build-3": best_value_player}
"""Functions that make players from right answers, by exercise."""
