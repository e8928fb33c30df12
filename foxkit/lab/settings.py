"""The settings with which `play` works: for how long, by how many workers, and so on.

A notebook's cell plays for about a minute and then shows what there is; `foxkit run`
plays to the end; a page build (`FOXKIT_PLAYS=0`) plays nothing.
"""

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
from foxkit.lab import lines_of_play
from foxkit.lab.cell_outputs import PLAY_CALL_MIME
from foxkit.lab.match_files import unchecked_match_names
from foxkit.lab.numbers import duration_in_words
from foxkit.lab.stats import half_width
from foxkit.lab.workers import Workers, open_workers

if TYPE_CHECKING:
    from foxkit.lab.match_run import MatchRun

TIME_LIMIT = 60.0
"""Seconds for which a notebook's cell plays before it shows what there is."""
CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""The ids of cells that nbformat allows."""
_NOTEBOOK_NAME = re.compile(r"(?:^|[/\\:])([\w-]+)\.ipynb(?:[#?]|$)")
_NOTEBOOK_PATH = re.compile(
    r"vscode-notebook-cell:(?:/(?=\w(?::|%3A)))?([^#?]+\.ipynb)"
)
_BAR_FORMAT = "{percentage:3.0f}%|{bar}| {elapsed} {postfix}"


@dataclass
class PlaySettings:
    """How games are played, and how a person sees what is going on.

    Attributes:
        plays_missing: whether missing games are played at all.
        seconds: how long to play before showing what there is.
        executor, workers: who plays, see `foxkit.lab.workers.open_workers`.
        keep: whether games are written to `data/games`, instead of the reader's folder.
        checks_changed_code: whether finished games are checked where the code that
            plays has changed.
        raises_interruptions: whether an interruption ends the cell, instead of showing
            what there is.
        name: the id of the cell that is run; empty if it is not known.
        notebook: the reader's notebook that has the cell; None for the workbook's.
        builds_page: whether the cell is executed for a page.
    """

    plays_missing: bool = True
    seconds: float = TIME_LIMIT
    executor: str = "threads"
    workers: int | None = None
    keep: bool = False
    checks_changed_code: bool = False
    raises_interruptions: bool = False
    name: str = ""
    notebook: Path | None = None
    builds_page: bool = False

    @property
    def command(self) -> str:
        """The command that plays the games of this cell to the end."""
        named = f"foxkit run {self.name or 'CELL'}"
        if self.notebook is None:
            return named
        return f"{named} --notebook {quote(str(self.notebook))}"

    def open_pool(self) -> AbstractContextManager[Workers]:
        """The workers that play, open within a `with`."""
        return open_workers(self.executor, self.workers)

    @contextmanager
    def progress_bar(self, runs: "Sequence[MatchRun]") -> Iterator[Callable[[], None]]:
        """Show a progress bar, open within a `with`.

        Yields:
            A function that draws the bar again, at most twice a second.
        """
        from foxkit.core.caching import compiling

        with _progress_line() as tell, ExitStack() as stack:
            tell("making ready to play", 0)  # loading the compiler takes a second
            is_compiling = stack.enter_context(compiling())
            state, drawn_at = Progress(runs, monotonic(), is_compiling), -math.inf

            def draw_again() -> None:
                nonlocal drawn_at
                if monotonic() - drawn_at > 0.5:
                    drawn_at = monotonic()
                    tell(state.progress_in_words(), min(state.share, 1))

            try:
                yield draw_again
            finally:
                tell(state.summary_in_words(), None)

    def print_now(self, words: str) -> None:
        """Print a message at once."""
        print(words, flush=True)

    def report_runs(self, runs: "Sequence[MatchRun]") -> None:
        """Print which matches are not finished, not kept, not checked, or repeat.

        A page build finds the rule and the matches of this call among the outputs of
        the cell, see `foxkit.lab.cell_outputs`.
        """
        missing = [run.match_files.name for run in runs if run.stopped_at is None]
        if self.builds_page and _jupyter_kernel() is not None:
            from IPython.display import display

            call = {
                "rule": str(runs[0].rule),
                "matches": [run.match_files.name for run in runs],
                "games": [run.games_used for run in runs],
                "lines": [
                    run.lines if run.has_few_lines_of_play else None for run in runs
                ],
                "missing": missing,
            }
            display({PLAY_CALL_MIME: call}, raw=True)
        what = "matches are not finished (hollow in plots)"
        self.report_missing(len(missing), len(runs), what)
        repeat = [
            (run.games_used, run.lines or 0)
            for run in runs
            if run.has_few_lines_of_play
        ]
        if text := lines_of_play.repetition_warning(repeat, len(runs)):
            print(text)
        if errors := [run.keep_error for run in runs if run.keep_error]:
            print(errors[0])
        listed = unchecked_match_names()
        if unchecked := sum(run.match_files.name in listed for run in runs):
            print(
                f"{unchecked} of {len(runs)} matches are not confirmed by today's "
                f"code; to check them: {self.command}"
            )

    def report_missing(self, missing: int, total: int, what: str) -> None:
        """Print how much is missing, if anything is, and how to get it."""
        again = "run the cell again to go on, or " if self.plays_missing else ""
        if missing:
            print(f"{missing} of {total} {what}: {again}{self.command}")


active_settings: ContextVar[PlaySettings] = ContextVar("active_settings")
"""The settings of this thread or cell; unset in a notebook, see `current_settings`."""


def current_settings() -> PlaySettings:
    """The settings under which this code plays: by default those of a notebook's cell.

    The front end sends the cell's id, and whether it is tagged `plays`. A cell with
    this tag plays in a page build too, for seconds.
    """
    if (settings := active_settings.get(None)) is not None:
        return settings
    metadata = _cell_metadata()
    tags = metadata.get("tags")
    is_tagged = isinstance(tags, list | tuple) and "plays" in tags
    builds_page = os.environ.get("FOXKIT_PLAYS") == "0"
    cell = metadata.get("cellId")
    return PlaySettings(
        plays_missing=is_tagged or not builds_page,
        name=_cell_name(cell),
        notebook=_notebook_of(cell),
        builds_page=builds_page,
    )


def _cell_metadata() -> Mapping[str, Any]:
    """The metadata that the front end sends with a cell; any part may be missing."""
    kernel = _jupyter_kernel()
    request = kernel.get_parent() if kernel else None
    metadata = request.get("metadata") if isinstance(request, Mapping) else None
    return metadata if isinstance(metadata, Mapping) else {}


def _cell_name(cell_id: Any) -> str:
    """The name under which `foxkit run` finds a cell: its id, or its notebook's name.

    Front ends such as VS Code send ids that stand in no notebook but may contain the
    notebook's path. The name is empty where neither is known.
    """
    if not isinstance(cell_id, str):
        return ""
    if CELL_ID.fullmatch(cell_id):
        return cell_id
    notebook = _NOTEBOOK_NAME.search(unquote(cell_id))
    return notebook[1] if notebook else ""


def _notebook_of(cell_id: Any) -> Path | None:
    """The reader's notebook that runs; None if it is the workbook's, or not known.

    Jupyter says so in an environment variable, VS Code in the id of the cell.
    """
    in_id = _NOTEBOOK_PATH.match(cell_id) if isinstance(cell_id, str) else None
    path = os.environ.get("JPY_SESSION_NAME") or (unquote(in_id[1]) if in_id else "")
    return path_if_readers_notebook(Path(path)) if path.endswith(".ipynb") else None


def path_if_readers_notebook(notebook: Path) -> Path | None:
    """The path of a notebook that does not come with the workbook, else None."""
    path = notebook.resolve()
    with suppress(OSError):
        listed = (data.WORKBOOK / "notebooks.sha256").read_text(encoding="utf-8")
        root = data.WORKBOOK.parent.resolve()
        if path in {root / line.split(maxsplit=1)[1] for line in listed.splitlines()}:
            return None
    return path if path.is_file() else None


def _jupyter_kernel() -> Any:
    """The Jupyter kernel in which this code runs, or None."""
    ipython = sys.modules.get("IPython")
    return getattr(ipython and ipython.get_ipython(), "kernel", None)


@contextmanager
def _progress_line() -> "Iterator[Callable[[str, float | None], None]]":
    """A line with a progress bar: an output of the cell, or on stderr.

    Yields:
        A function that shows some words, and a share from 0 to 1; None for no bar.
    """
    if _jupyter_kernel() is not None:
        from IPython.display import display

        box: Any = display({"text/html": ""}, raw=True, display_id=True)

        def tell(words: str, share: float | None) -> None:
            bar = ""
            if share is not None:
                bar = f'<progress max="1" value="{share:.3f}"></progress> '
            html = f'<div class="foxkit-progress">{bar}{escape(words)}</div>'
            box.update({"text/html": html}, raw=True)

        yield tell
        return
    from tqdm import tqdm

    with tqdm(total=1, bar_format=_BAR_FORMAT, file=sys.stderr, disable=None) as line:

        def tell(words: str, share: float | None) -> None:
            line.n = line.n if share is None else share
            line.set_postfix_str(words)

        yield tell


@dataclass
class Progress:
    """How far some matches are, in numbers and in words.

    Attributes:
        runs: the matches.
        started: when they were started, by `time.monotonic`.
        is_compiling: whether something is being compiled at this moment.
    """

    runs: "Sequence[MatchRun]"
    started: float
    is_compiling: Callable[[], bool]

    @property
    def games_played(self) -> int:
        """The number of games that this call has played."""
        return sum(run.games_played for run in self.runs)

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        return sum(run.progress for run in self.runs) / len(self.runs)

    def seconds_left(self, seconds: float) -> float:
        """How long the matches probably still take, after so many seconds."""
        games_left = sum(run.games_left for run in self.runs if run.stopped_at is None)
        return games_left * seconds / self.games_played

    def summary_in_words(self) -> str:
        """Games played, in which time, and how long the rest would take, if any."""
        seconds, played = monotonic() - self.started, self.games_played
        words = f"played {played:,} games in {duration_in_words(seconds)}"
        if (
            not played
            or seconds <= 0
            or all(run.stopped_at is not None for run in self.runs)
        ):
            return words
        time_left = duration_in_words(self.seconds_left(seconds))
        return f"{words}; the rest takes about {time_left}"

    def progress_in_words(self) -> str:
        """Games played, speed, time left, and the interval of the slowest match."""
        seconds = monotonic() - self.started
        unfinished = [run for run in self.runs if run.stopped_at is None]
        parts = [f"{self.games_played:,} games"] if self.games_played else []
        if self.is_compiling():
            clock = f" ({seconds:.0f} s so far)" if seconds >= 1 else ""
            parts.append(f"compiling, once, some 20 s{clock}")
        elif not self.games_played:
            parts.append("the first games are being played")
        elif seconds > 0:  # a coarse clock may not have moved yet
            parts.append(f"{self.games_played / seconds:.3g} a second")
            parts.append(f"about {duration_in_words(self.seconds_left(seconds))} left")
        measured = [run for run in unfinished if run.games.blocks > 1]
        if measured:
            run = min(measured, key=lambda run: run.progress)
            estimator = run.rule.estimator(run.games.players)
            so_far = estimator(run.games.payoffs)
            parts.append(
                f"{run.rule.of} {so_far.estimate:.3f} ± {half_width(so_far):.3f}"
            )
        return ", ".join(parts)
