"""The balance lab: change rules or strength, guess, watch the curve grow, and a game.

      message --> BalanceLab.receive --> game_counter  plays the games of a question
                        |                  |
    page <-- on_change(parts) <----- shown: curve, run, watched, board

In a notebook the kernel's threads play, and keep the games where `play` finds them. On
a page without a kernel its workers do (`foxkit.site.play.lab_games`). Both play the
games of the same matches. `foxkit.view.widget` shows a lab in a notebook.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from foxkit.core.arguments import whole_number
from foxkit.core.fields import PointSetField, RuleField
from foxkit.core.position import Position, require_game
from foxkit.core.quoting import quoted
from foxkit.core.stopping import StopSignal
from foxkit.games import NAMES
from foxkit.lab.numbers import interval_in_words
from foxkit.view import svg
from foxkit.view.board import Board
from foxkit.view.drawing import Drawing
from foxkit.view.job import Job
from foxkit.view.opponents import evaluation_or_none
from foxkit.view.question import STRENGTH_AXES, BalanceQuestion, curve_axes
from foxkit.view.record import Record
from foxkit.view.replay import Replay
from foxkit.view.stored import seats_of
from foxkit.view.theme import colours_of

if TYPE_CHECKING:  # a page has neither
    from foxkit.lab.match_run import MatchRun

PAIRS_OFFERED = (25, 50, 100, 200, 400, 1_000)
"""Pairs of games a point, from which a reader chooses."""
_MAX_MENU_CHOICES = 20  # values of a rule that a menu has room for
RUN_CELL_HINT = (
    '<p class="fkl-run">To use this, run the notebook\'s first cell, and '
    "then this one: Shift+Enter.</p>"
)
"""What stands below the picture of a lab whose cell has not run."""
_RULES_ALWAYS_SHOWN = 3  # rules that are shown at once; the others are folded
_PAUSE_SECONDS = 1.0  # seconds between two drawings


class PointResult(NamedTuple):
    """The first side's rate at one point of a curve, with its interval."""

    rate: float  # how often the first side won
    low: float  # the ends of its interval of 95 %
    high: float
    games: int


class GameCounter(Protocol):
    """Plays the games of a question: in threads of a kernel, or in a page's workers."""

    plays: str
    """`kernel`, or `page`: then the page is handed `worker_jobs`."""
    evaluation_names: Sequence[str]
    """Names of the evaluations that it can play with."""

    def begin_question(self, question: BalanceQuestion, played: Sequence[Any]) -> None:
        """Begin with a question; take what a page's workers have played of it."""

    def results(self, question: BalanceQuestion) -> list[PointResult | None]:
        """The result of each point, None where there are no games yet."""

    def stored_result(self, question: BalanceQuestion) -> PointResult | None:
        """The stored result of a question with one point, for any number of games."""

    def worker_jobs(self, question: BalanceQuestion) -> list[dict[str, Any]]:
        """The games of each point as a page's worker plays them; empty in a kernel."""

    def moves(self, question: BalanceQuestion, at: int, number: int) -> bytes | None:
        """The moves of a game of a point; None where it has fewer games."""


class BalanceLab:
    """A page on which to guess, and then see, how often the first side of a game wins.

    In a notebook, as the last line of a cell, `BalanceLab(FoxGame())` has all rules of
    the game, the strength of its players, a guess for each point, and a curve that
    grows while games are played. Both sides have the same player. The reader can play
    the rules of each point against its player, watch one of its games, and copy the
    cell that plays and draws the same.

    Args:
        game: the usual rules of a game of two sides, whose fields are declared with
            `rule` or `point_set_rule` (`foxkit.core.fields`).
        workers: games at once; by default as many as there are processors.
        game_counter: plays the games; by default threads of this Python.

    Attributes:
        shown: what the page shows, by parts.
        on_change: called with the parts that have changed, from any thread.

    Raises:
        ValueError: the game has not two sides, or declares no rules.

    Examples:
        >>> lab = BalanceLab(FoxGame())
        >>> lab.shown["setup"]["side"]
        'sheep'
    """

    def __init__(
        self,
        game: Any,
        workers: int | None = None,
        game_counter: GameCounter | None = None,
    ) -> None:
        require_game(game)
        sides, rules = len(game.PLAYERS), len(getattr(game, "FIELDS", ()))
        if sides != 2 or not rules:
            raise ValueError(
                f"{game.NAME} has {sides} sides and {rules} rules: a balance lab needs "
                "two sides, and FIELDS that say which rules can be changed"
            )
        self.game = game
        self._game_counter: GameCounter = game_counter or KernelGameCounter(game)
        self._job = Job("foxkit balance lab")
        if workers is None:
            workers = os.cpu_count() or 1
        self._workers = whole_number("workers", workers, 1)
        self._widget: Any = None
        self._board: Board | None = None
        self.on_change: Callable[[dict[str, Any]], None] = lambda parts: None
        self.shown: dict[str, Any] = {
            "setup": _controls_data(game, self._game_counter),
            "curve": {},
            "jobs": [],
            "run": {"playing": False, "share": 0.0, "words": ""},
            "watched": {},
            "board": {},
        }

    # -- what the page does ------------------------------------------------------------

    def receive(self, message: Any) -> None:
        """Do what the page asks; what is wrong with it is shown on the page."""
        content = message if isinstance(message, Mapping) else {}
        what = {"ask": self._show_curve, "play": self._play, "watch": self._watch}
        what["begin_board"] = self._begin_board
        try:
            if content.get("do") == "stop":
                self._job.stop()
            elif content.get("do") == "board":
                if self._board is not None:
                    self._board.receive(content.get("message"))
            elif content.get("do") == "end_board":
                self._end_board()
            elif content.get("do") in what:
                what[content["do"]](self.question(content["asked"]), content)
        except (ValueError, TypeError, LookupError) as error:
            fault = str(error) if isinstance(error, ValueError) else "not possible"
            self._show(curve={"fault": fault}, jobs=[])

    def question(self, asked: Mapping[str, Any]) -> BalanceQuestion:
        """The question that the controls of the page ask, from their data.

        Raises:
            ValueError: the rules are no game.
        """
        fields = self.game.FIELDS
        rules = {
            name: str(value)
            if isinstance(fields[name], PointSetField)
            else _chosen_number(value)
            for name, value in asked["rules"].items()
        }
        simulations = _whole_number("simulations", asked["simulations"], 1)
        cutoff = _whole_number("cutoff", asked["cutoff"], -1)
        pairs = _whole_number("pairs", asked["pairs"], 1)
        if (
            asked["judge"] not in self._game_counter.evaluation_names
            or pairs not in PAIRS_OFFERED
        ):
            raise ValueError(
                f"no evaluation {quoted(asked['judge'])}, or {pairs} pairs"
            )
        axis = asked["axis"]
        if axis not in curve_axes(self.game):
            raise ValueError(f"no axis {quoted(axis)}")
        values = tuple(_whole_number(axis, value, -1) for value in asked["values"])
        return BalanceQuestion(
            self.game._replace(**rules),
            axis,
            values,
            simulations,
            cutoff,
            pairs,
            asked["judge"],
        )

    def _show_curve(
        self, question: BalanceQuestion, message: Mapping[str, Any]
    ) -> None:
        """Take the games that a page has played, and show the points of a question."""
        self._game_counter.begin_question(question, message.get("played", ()))
        self._show(
            curve=self._curve_data(question),
            jobs=self._game_counter.worker_jobs(question),
        )

    def _watch(self, question: BalanceQuestion, message: Mapping[str, Any]) -> None:
        """Show a game of a point as a replay."""
        at = _point_index(question, message)
        number = _whole_number("number", message["number"], 0)
        moves = self._game_counter.moves(question, at, number)
        if moves is None:
            raise ValueError("this point has no such game yet")
        game = question.matches()[at].game
        value = f"{question.axis.replace('_', ' ')} {question.values[at]:,}"
        record = Record.from_stored_moves(game, moves, f"Game {number + 1} of {value}")
        self._show(watched={"at": at, "number": number, "data": Replay(record).data()})

    def _begin_board(
        self, question: BalanceQuestion, message: Mapping[str, Any]
    ) -> None:
        """Let the reader play the first side of a point against its player."""
        self._end_board()
        match = question.matches()[_point_index(question, message)]
        start = Position.start(match.game)
        seats = seats_of(match, start)
        seats.pop(start.mover, None)
        board = self._board = Board(start, seats=seats)
        board.on_change = lambda parts: self._show(board={**board.shown})
        self._show(board={**board.shown})

    def _end_board(self) -> None:
        """End the game that the reader plays against a point."""
        if self._board is not None:
            self._board.on_change = lambda parts: None
            self._board.close()
            self._board = None
            self._show(board={})

    def _play(self, question: BalanceQuestion, message: Mapping[str, Any]) -> None:
        """Play what is missing in a thread; the curve is shown as it grows."""
        game_counter = self._game_counter
        if not isinstance(game_counter, KernelGameCounter):
            raise ValueError("the page plays its games itself")
        game_counter.begin_question(question, ())
        runs = game_counter.runs(question)
        self._show(run={"playing": True, "share": 0.0, "words": "Playing."})

        def show(words: str, share: float | None, playing: bool = True) -> None:
            before = self.shown["run"]["share"]
            run = {"playing": playing, "words": words}
            run["share"] = before if share is None else share
            self._show(run=run, curve=self._curve_data(question))

        def work(stopped: StopSignal) -> None:
            game_counter.play(runs, self._workers, show, stopped)

        def done(result: Exception | None) -> None:
            unkept = " ".join({run.keep_error for run in runs if run.keep_error})
            words = unkept if result is None else f"The run failed: {result}"
            if type(result).__name__ == "Stopped":
                words = "Stopped. Finished games are kept, and Play goes on from here."
            show(words, None if result else 1.0, playing=False)

        self._job.start(work, done)

    # -- what the page shows -----------------------------------------------------------

    def _show(self, **parts: Any) -> None:
        """Update parts of `shown`, and pass on those that have changed."""
        changed = {name: x for name, x in parts.items() if x != self.shown[name]}
        self.shown |= changed
        if changed:
            self.on_change(changed)

    def _curve_data(self, question: BalanceQuestion) -> dict[str, Any]:
        """The points of a question, and of the usual rules what is stored."""
        every = curve_axes(self.game)[question.axis][0]
        results = self._game_counter.results(question)
        stored_points = [self._stored_point(question, value) for value in every]
        start = svg.board(Position.start(question.game), caption=question.name)
        points = zip(question.values, results, strict=True)
        return {
            "name": question.name,
            "axis": question.axis,
            "values": [*every],
            "points": [
                _point_data(value, result) for value, result in points if result
            ],
            "usual": [
                _point_data(value, result)
                for value, result in zip(every, stored_points, strict=True)
                if result
            ],
            "cell": question.cell_source,
            "board": str(start),
        }

    def _stored_point(
        self, question: BalanceQuestion, value: int
    ) -> PointResult | None:
        """The stored result of the usual rules at a value; None if there is none."""
        default_question = replace(question, game=self.game, values=(value,))
        try:
            return self._game_counter.stored_result(default_question)
        except ValueError:
            return None

    def token(self) -> str:
        """The token from which a page begins this lab again."""
        return str(self.game.NAME)

    def close(self) -> None:
        """End what is under way and take the lab off the page."""
        self._job.close()
        self._end_board()
        if self._widget is not None:
            self._widget.close()

    def still(self) -> Drawing:
        """A picture of the board with the usual rules."""
        return svg.board(Position.start(self.game), caption=f"{self.game.NAME}: a lab")

    def _repr_html_(self) -> str:
        known = self.game.NAME in NAMES and self.game == type(self.game)()
        at = f' data-lab="{self.game.NAME}"' if known else ""
        return f'<div class="fk fkl"{at}>{self.still()}{RUN_CELL_HINT}</div>'

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        from foxkit.view.widget import LabWidget  # only a notebook needs it

        self._widget = self._widget or LabWidget(self)
        bundle, metadata = self._widget._repr_mimebundle_(**kwargs) or ({}, {})
        still = {"image/svg+xml": str(self.still()), "text/plain": repr(self)}
        return bundle | {"text/html": self._repr_html_()} | still, metadata

    def __repr__(self) -> str:
        return f"BalanceLab({self.game!r})"


def _point_index(question: BalanceQuestion, message: Mapping[str, Any]) -> int:
    """The point that a message is about; ValueError if there is none."""
    return _whole_number("at", message["at"], 0, len(question.values) - 1)


def _chosen_number(value: Any) -> Any:
    """The number that a reader has chosen or typed; the text itself if it is none."""
    return int(value) if str(value).removeprefix("-").isdecimal() else value


def _whole_number(name: str, value: Any, *ends: int) -> int:
    """A number that a reader has chosen or typed, in a range; else ValueError."""
    return whole_number(name, _chosen_number(value), *ends)


def _point_data(value: int, result: PointResult) -> dict[str, Any]:
    """A point of the curve as JSON data."""
    rate, low, high, games = result
    words = interval_in_words(rate, low, high)
    return {"value": value, "rate": [rate, low, high], "games": games, "words": words}


def _controls_data(game: Any, game_counter: GameCounter) -> dict[str, Any]:
    """The controls of a lab as data, with their choices, and the names of the sides."""
    defaults, fields = game._asdict(), game.FIELDS
    rules = [
        {"name": name, "label": field.label} | _value_choices(field, defaults[name])
        for name, field in fields.items()
    ]
    rules.sort(key=lambda rule: isinstance(fields[rule["name"]], PointSetField))
    cutoff = -1 if evaluation_or_none(game) is None else 0
    colours = colours_of(game.PLAYERS)
    return {
        "rules": rules,
        "in_sight": _RULES_ALWAYS_SHOWN,
        "axes": {name: [*map(list, each)] for name, each in curve_axes(game).items()},
        "strengths": {
            "simulations": [[*STRENGTH_AXES["simulations"][0]], 100],
            "cutoff": [[*STRENGTH_AXES["cutoff"][0], -1], cutoff],
            "pairs": [[*PAIRS_OFFERED], 50],
        },
        "judges": [*game_counter.evaluation_names],
        "plays": game_counter.plays,
        "side": game.PLAYERS[0],
        "other": game.PLAYERS[1],
        "colours": [colours[name] for name in game.PLAYERS],
    }


def _value_choices(field: RuleField | PointSetField, default: int) -> dict[str, Any]:
    """The values of a rule: a menu, how far numbers reach, or texts to type."""
    if isinstance(field, PointSetField):
        return {
            "value": field.as_source(default),
            "offered": [" ".join(each) for each in field.offered],
        }
    if not isinstance(field.values, range):
        choices = [[number, words] for number, words in field.values.items()]
    elif len(field.values) <= _MAX_MENU_CHOICES:
        choices = [[number, str(number)] for number in field.values]
    else:
        ends = {"min": field.values[0], "max": field.values[-1]}
        return {"value": default, "step": field.values.step} | ends
    return {"value": default, "choices": choices}


# -- in a notebook ---------------------------------------------------------------------


class KernelGameCounter:
    """Plays in threads, and keeps the games where `play` finds them."""

    plays = "kernel"

    def __init__(self, game: Any) -> None:
        from foxkit.players.defaults import EVALUATIONS

        known = [
            name for name, of in EVALUATIONS.items() if evaluation_or_none(game, of)
        ]
        self.evaluation_names: Sequence[str] = known or ["usual"]
        self._runs: tuple[Any, list[MatchRun]] = None, []
        self._stored_results: dict[BalanceQuestion, PointResult | None] = {}

    def begin_question(self, question: BalanceQuestion, played: Sequence[Any]) -> None:
        """Read the games of a question."""
        self._stored_results.clear()
        self._runs = question, question.runs()

    def runs(self, question: BalanceQuestion) -> "list[MatchRun]":
        """The matches of a question, with the games that are there."""
        if self._runs[0] != question:
            self.begin_question(question, ())
        return self._runs[1]

    def results(self, question: BalanceQuestion) -> list[PointResult | None]:
        """The result of each point, in no more games than the question asks for."""
        return [_point_result(run, question.rate_column) for run in self.runs(question)]

    def stored_result(self, question: BalanceQuestion) -> PointResult | None:
        """The result of all stored games of a question; None if there are none."""
        if question not in self._stored_results:
            (run,) = question.runs(max_blocks=1_000_000)
            self._stored_results[question] = _point_result(run, question.rate_column)
        return self._stored_results[question]

    def worker_jobs(self, question: BalanceQuestion) -> list[dict[str, Any]]:
        """None: a kernel plays itself."""
        return []

    def moves(self, question: BalanceQuestion, at: int, number: int) -> bytes | None:
        """The moves of a game of a point."""
        moves = self.runs(question)[at].games.moves
        return moves[number] if number < len(moves) else None

    def play(
        self,
        runs: "list[MatchRun]",
        workers: int,
        show: Callable[[str, float | None], None],
        stopped: StopSignal,
    ) -> None:
        """Play what is missing; raise `Stopped` soon after `stopped()` is true."""
        from foxkit.lab.play import play_missing

        play_missing(runs, _lab_settings(workers, show, stopped))


def _point_result(run: "MatchRun", rate: str) -> PointResult | None:
    """The result of the games of a run so far; None without games."""
    if not run.games.blocks:
        return None
    row = run.row()
    low, high = row[f"{rate}_low"], row[f"{rate}_high"]
    return PointResult(row[rate], low, high, row["games"])


def _lab_settings(
    workers: int, show: Callable[[str, float | None], None], stopped: StopSignal
) -> Any:
    """Settings of a run that plays to its end, or until it is stopped."""
    from foxkit.core.caching import compiling
    from foxkit.core.stopping import Stopped
    from foxkit.lab.settings import PlaySettings, Progress

    @dataclass
    class LabSettings(PlaySettings):
        def print_now(self, words: str) -> None:
            """Show a message on the page."""
            show(words, None)

        @contextmanager
        def progress_bar(
            self, tasks: "Sequence[MatchRun]"
        ) -> Iterator[Callable[[], None]]:
            shown = 0.0

            def tell() -> None:
                nonlocal shown
                if stopped():
                    raise Stopped
                if monotonic() - shown > _PAUSE_SECONDS:
                    shown = monotonic()
                    show(standing.progress_in_words(), standing.share)

            with compiling() as compiles:
                standing = Progress(tasks, monotonic(), compiles)
                yield tell

    return LabSettings(seconds=inf, raises_interruptions=True, workers=workers)
