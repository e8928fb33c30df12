"""The desk at which `play` works: how long, by whom, and what a person sees of it.

A notebook's plays about a minute and then shows what there is; that of `foxkit run`
plays to the end; a page build's (`FOXKIT_PLAYS=0`) plays nothing.
"""

import json
import math
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from html import escape
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from foxkit import data
from foxkit.lab import lines
from foxkit.lab.stats import duration, half_width
from foxkit.lab.workers import Workers, open_workers

if TYPE_CHECKING:
    from foxkit.lab.match_run import MatchRun

TIME_LIMIT = 60.0
"""Seconds that a cell keeps its reader waiting."""
_CELL_ID = re.compile(r"[a-zA-Z0-9-_]{1,64}")  # what nbformat allows
_NOTEBOOK = re.compile(r"(?:^|[/\\:])([\w-]+)\.ipynb(?:[#?]|$)")
_PATH = re.compile(r"vscode-notebook-cell:(?:/(?=\w(?::|%3A)))?([^#?]+\.ipynb)")
_BAR = "{percentage:3.0f}%|{bar}| {elapsed} {postfix}"


@dataclass
class PlaySettings:
    """How games are played here.

    Attributes:
        plays: whether what is missing is played at all.
        seconds: after how long to show what there is.
        executor, workers: by whom, see `foxkit.lab.workers.open_workers`.
        keep: whether games go to the committed ones, instead of a reader's own.
        checks: whether finished games are checked where the code has changed.
        raises: whether an interruption ends the cell, instead of showing what there is.
        name: of the cell that is run here; empty where the front end tells it.
        notebook: that has the cell, where it is none of the workbook's own.
    """

    plays: bool = True
    seconds: float = TIME_LIMIT
    executor: str = "threads"
    workers: int | None = None
    keep: bool = False
    checks: bool = False
    raises: bool = False
    name: str = ""
    notebook: Path | None = None

    @property
    def command(self) -> str:
        """The command that plays this cell to its end."""
        named = f"foxkit run {self.name or 'CELL'}"
        if self.notebook is None:
            return named
        return f"{named} --notebook {quote(str(self.notebook))}"

    def staff(self) -> AbstractContextManager[Workers]:
        """Open the workers who play here."""
        return open_workers(self.executor, self.workers)

    @contextmanager
    def progress(self, tasks: "Sequence[MatchRun]") -> Iterator[Callable[[], None]]:
        """Give what shows how far matches are, twice a second at most."""
        from foxkit.core.caching import compiling

        with _line() as tell, ExitStack() as stack:
            tell(
                "making ready to play", 0
            )  # the compiler itself takes a second to load
            compiles = stack.enter_context(compiling())
            standing, shown = Progress(tasks, monotonic(), compiles), -math.inf

            def show() -> None:
                nonlocal shown
                if monotonic() - shown > 0.5:
                    shown = monotonic()
                    tell(standing.words(), min(standing.share, 1))

            try:
                yield show
            finally:
                lasted = duration(monotonic() - standing.begun)
                tell(f"played {standing.played:,} games in {lasted}", None)

    def say(self, words: str) -> None:
        """Say something to who waits."""
        print(words, flush=True)

    def tell(self, tasks: "Sequence[MatchRun]") -> None:
        """Say what of a cell's matches is not as it should be.

        Where `FOXKIT_CELLS` names a file, a line there tells what the cell asks for.
        """
        missing = [task.match_files.name for task in tasks if task.enough is None]
        if file := os.environ.get("FOXKIT_CELLS"):
            asked = [task.match_files.name for task in tasks]
            line: dict[str, Any] = {"cell": self.name, "rule": str(tasks[0].rule)}
            line |= {"matches": asked, "games": [task.used for task in tasks]}
            line["lines"] = [
                task.lines if task.has_few_lines else None for task in tasks
            ]
            with Path(file).open("a", encoding="utf-8") as calls:
                text = json.dumps(line | {"missing": missing}, ensure_ascii=False)
                calls.write(f"{text}\n")
        what = "matches are not finished (hollow in plots)"
        self.tell_left(len(missing), len(tasks), what)
        repeat = [(task.used, task.lines or 0) for task in tasks if task.has_few_lines]
        if said := lines.words(repeat, len(tasks)):
            print(said)
        if unkept := [task.unkept for task in tasks if task.unkept]:
            print(unkept[0])
        if others := sum(not task.is_known for task in tasks):
            print(
                f"{others} of {len(tasks)} matches were played by other code than "
                f"today's; to check them: {self.command}"
            )

    def tell_left(self, left: int, all: int, what: str) -> None:
        """Say that something is not there yet, if it is so, and how to get it."""
        again = "run the cell again to go on, or " if self.plays else ""
        if left:
            print(f"{left} of {all} {what}: {again}{self.command}")


desk: ContextVar[PlaySettings] = ContextVar("desk")
"""The desk of this thread or cell."""


def here() -> PlaySettings:
    """The desk at which this code plays: by default that of a notebook's cell.

    The front end tells its id, and whether it is tagged `plays`: such a cell plays in a
    page build too, for seconds.
    """
    if (found := desk.get(None)) is not None:
        return found
    told = _cell_metadata()
    tags = told.get("tags")
    tagged = isinstance(tags, list | tuple) and "plays" in tags
    plays = os.environ.get("FOXKIT_PLAYS") != "0" or tagged
    cell = told.get("cellId")
    return PlaySettings(plays=plays, name=_cell_name(cell), notebook=_notebook_of(cell))


def _cell_metadata() -> Mapping[str, Any]:
    """What the front end says of the cell that runs; any part may be missing."""
    kernel = _kernel()
    request = kernel.get_parent() if kernel else None
    told = request.get("metadata") if isinstance(request, Mapping) else None
    return told if isinstance(told, Mapping) else {}


def _cell_name(cell: Any) -> str:
    """What `foxkit run` calls a cell: its id, or else its notebook's name.

    Front ends such as VS Code send ids of their own, which no notebook has but which
    may hold the notebook's path. The answer is empty where neither is known.
    """
    if not isinstance(cell, str):
        return ""
    if _CELL_ID.fullmatch(cell):
        return cell
    notebook = _NOTEBOOK.search(unquote(cell))
    return notebook[1] if notebook else ""


def _notebook_of(cell: Any) -> Path | None:
    """The notebook that runs here, unless it is unknown or the workbook's own.

    Jupyter tells its kernels; VS Code tells it in the id of a cell.
    """
    there = _PATH.match(cell) if isinstance(cell, str) else None
    named = os.environ.get("JPY_SESSION_NAME") or (unquote(there[1]) if there else "")
    return not_our_own(Path(named)) if named.endswith(".ipynb") else None


def not_our_own(notebook: Path) -> Path | None:
    """The path of a notebook that does not come with the workbook, else None."""
    found = notebook.resolve()
    with suppress(OSError):
        known = (data.WORKBOOK / "notebooks.sha256").read_text(encoding="utf-8")
        root = data.WORKBOOK.parent.resolve()
        if found in {root / line.split(maxsplit=1)[1] for line in known.splitlines()}:
            return None
    return found if found.is_file() else None


def _kernel() -> Any:
    """The kernel that this code runs in, if it is one."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None)


@contextmanager
def _line() -> "Iterator[Callable[[str, float | None], None]]":
    """Give what shows a line with a bar: in a box of its own, or on stderr."""
    if _kernel() is not None:
        from IPython.display import display

        box: Any = display({"text/html": ""}, raw=True, display_id=True)

        def tell(said: str, share: float | None) -> None:
            bar = ""
            if share is not None:
                bar = f'<progress max="1" value="{share:.3f}"></progress> '
            html = f'<div class="foxkit-progress">{bar}{escape(said)}</div>'
            box.update({"text/html": html}, raw=True)

        yield tell
        return
    from tqdm import tqdm

    with tqdm(total=1, bar_format=_BAR, file=sys.stderr, disable=None) as line:

        def tell(said: str, share: float | None) -> None:
            line.n = line.n if share is None else share
            line.set_postfix_str(said)

        yield tell


@dataclass
class Progress:
    """How far matches are, in numbers and in words."""

    tasks: "Sequence[MatchRun]"
    begun: float
    compiles: Callable[[], bool]

    @property
    def played(self) -> int:
        """The games that this call has played."""
        return sum(task.played for task in self.tasks)

    @property
    def share(self) -> float:
        """How much of the work is done, by what is expected of each match."""
        return sum(task.done for task in self.tasks) / len(self.tasks)

    def words(self) -> str:
        """Games, speed, time left, and the interval of the match just played."""
        seconds = monotonic() - self.begun
        left = [task for task in self.tasks if task.enough is None]
        said = [f"{self.played:,} games"] if self.played else []
        if self.compiles():
            so_far = f" ({seconds:.0f} s so far)" if seconds >= 1 else ""
            said.append(f"compiling, once, some 20 s{so_far}")
        elif not self.played:
            said.append("the first games are being played")
        elif self.played and seconds > 0:  # a coarse clock may not have moved yet
            wanted = sum(task.left for task in left) * seconds / self.played
            said.append(f"{self.played / seconds:.3g} a second")
            said.append(f"about {duration(wanted)} left")
        known = [task for task in left if task.games.blocks > 1]
        if known:
            task = min(known, key=lambda each: each.done)
            estimate = task.rule.estimator(task.games.players)
            found = estimate(task.games.payoffs)
            reach = half_width(found)
            said.append(f"{task.rule.of} {found.estimate:.3f} ± {reach:.3f}")
        return ", ".join(said)
