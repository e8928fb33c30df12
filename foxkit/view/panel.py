"""The balance lab of notebooks: change rules or players, guess, and see the curve."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from math import inf
from threading import Thread
from time import monotonic
from typing import Any

import ipywidgets as widgets
import pandas as pd

from foxkit.core.caching import compiling
from foxkit.core.fields import Field
from foxkit.core.position import Position
from foxkit.core.stopping import Stopped
from foxkit.lab.match_run import MatchRun
from foxkit.lab.play import play_missing
from foxkit.lab.settings import PlaySettings, Progress
from foxkit.lab.stats import duration
from foxkit.players.defaults import EVALUATIONS
from foxkit.view.controls import Controls, Ticks, choice, labelled, rule_control
from foxkit.view.job import Halted, Job
from foxkit.view.numbers import interval_in_words
from foxkit.view.opponents import known_evaluation
from foxkit.view.plots import curve
from foxkit.view.question import STRENGTHS, BalanceQuestion, axes
from foxkit.view.svg import board

_RULES_IN_SIGHT = 3  # the number of rules in sight; a button shows the others
_PAIRS = (25, 50, 100, 200, 400, 1_000)
_SECONDS_BETWEEN = 1.0  # seconds between two drawings, which are slower than weak games
_ALL_PAIRS = 1_000_000  # more pairs than any match has: all its games count
_CELL_BELOW = "<details><summary>The same as a cell</summary><pre>{}</pre></details>"
_USUAL_LABEL = "usual rules, games that are there"


@dataclass
class _PanelSettings(PlaySettings):
    """Settings that play to the end, or until the reader stops.

    Attributes:
        watch: called with words and the share that is done; None leaves the bar.
        stopped: whether the reader has stopped the run.
    """

    seconds: float = inf
    raises: bool = True
    watch: Callable[[str, float | None], None] = lambda said, share: None
    stopped: Halted = lambda: False

    def say(self, words: str) -> None:
        """Show a message below the buttons; the bar stays as it is."""
        self.watch(words, None)

    @contextmanager
    def progress(self, runs: Sequence[MatchRun]) -> Iterator[Callable[[], None]]:
        """Show once a second how far the matches are; raise Stopped to end them."""
        shown_at = 0.0

        def show() -> None:
            nonlocal shown_at
            if self.stopped():
                raise Stopped
            if monotonic() - shown_at > _SECONDS_BETWEEN:
                shown_at = monotonic()
                self.watch(state.words(), state.share)

        with compiling() as compiles:
            state = Progress(runs, monotonic(), compiles)
            yield show


def _show_if(wanted: bool, control: Any) -> None:
    control.layout.display = "" if wanted else "none"


class Panel:
    """A panel that plays how often the first side of a game wins between equal players.

    Show `panel.controls` in a notebook; `panel.start()` and `panel.stop()` are the
    buttons. The games are stored as those of a cell, so that a cell can read them;
    `panel.question.cell` is that cell.

    Args:
        game: the usual rules, of two sides, with `FIELDS` that say what can be changed.
        workers: games at once; by default as many as there are processors.

    Raises:
        ValueError: the game has not two sides, or declares no rules.
    """

    def __init__(self, game: Any, workers: int | None = None) -> None:
        sides, rules = len(game.PLAYERS), len(getattr(game, "FIELDS", ()))
        if sides != 2 or not rules:
            raise ValueError(
                f"{game.NAME} has {sides} sides and {rules} rules: a panel needs two "
                "sides, and FIELDS that say which rules can be changed"
            )
        self.game, self.side = game, game.PLAYERS[0]
        self._workers, self._job = workers or os.cpu_count() or 1, Job("foxkit panel")
        self._curves: dict[BalanceQuestion, pd.DataFrame] = {}  # curves played here
        self._guessed = False
        self._make_choices()
        self._make_page()
        self._show_choices()

    def _make_choices(self) -> None:
        usual, fields = self.game._asdict(), self.game.FIELDS
        self.rules = {name: rule_control(f, usual[name]) for name, f in fields.items()}
        self._usual = {name: control.value for name, control in self.rules.items()}
        self.ticks = {n: Ticks(n, *values) for n, values in axes(self.game).items()}
        self.axis = choice("along the curve", tuple(self.ticks), "simulations")
        self.simulations = choice("simulations", STRENGTHS["simulations"][0], 100)
        cutoff = -1 if known_evaluation(self.game) is None else 0
        self.cutoff = choice("cutoff", (*STRENGTHS["cutoff"][0], -1), cutoff)
        self.pairs = choice("pairs of games a point", _PAIRS, 50)
        known = [n for n, of in EVALUATIONS.items() if known_evaluation(self.game, of)]
        self.judge = choice("evaluation", known or ["usual"], "usual")
        boxes = [box for ticks in self.ticks.values() for box in ticks.boxes.values()]
        strengths = self.axis, self.simulations, self.cutoff, self.judge, self.pairs
        self._choices = [*self.rules.values(), *strengths, *boxes]
        for each in self._choices:
            each.observe(lambda _: self._show_choices(), "value")

    def _make_page(self) -> None:
        """Make the rest: the guess, the buttons, the message and the drawings."""
        label = f"your guess: {self.side} win, %"
        self.guess = labelled(widgets.BoundedIntText, label, min=0, max=100, value=50)
        self.guess.observe(lambda _: setattr(self, "_guessed", True), "value")
        self.button = widgets.Button(description="Play", icon="play")
        self.button.on_click(lambda _: self.start())
        self.halt = widgets.Button(description="Stop", icon="stop", disabled=True)
        self.halt.on_click(lambda _: self.stop())
        self.bar = widgets.FloatProgress(max=1, layout={"width": "100%"})
        self.words, self.plot, self.code, self.picture = (
            widgets.HTML() for _ in range(4)
        )
        plain = [n for n, f in self.game.FIELDS.items() if isinstance(f, Field)]
        first = [self.rules[name] for name in plain[:_RULES_IN_SIGHT]]
        rest = [each for each in self.rules.values() if each not in first]
        self._rest = widgets.VBox(rest, layout={"display": "none"})
        self.more = widgets.ToggleButton(False, description="more rules")
        self.more.observe(lambda _: _show_if(self.more.value, self._rest), "value")
        rules = widgets.VBox([*first, self.more, self._rest, self.picture])
        strengths = [self.simulations, self.cutoff, self.judge, self.pairs, self.guess]
        asked = widgets.VBox([self.axis, *self.ticks.values(), *strengths])
        both = widgets.HBox([rules, asked], layout={"flex_flow": "row wrap"})
        buttons = widgets.HBox([self.button, self.halt])
        shown = [both, buttons, self.words, self.bar, self.plot, self.code]
        self.controls = Controls(shown, self._job.close)

    @property
    def question(self) -> BalanceQuestion:
        """The question of the controls; ValueError where the rules are no game."""
        chosen = {name: control.value for name, control in self.rules.items()}
        changed = {n: v for n, v in chosen.items() if v != self._usual[n]}
        values = self.ticks[self.axis.value].ticked
        strengths = self.simulations.value, self.cutoff.value, self.pairs.value
        by = self.judge.value
        return BalanceQuestion(
            self.game._replace(**changed), self.axis.value, values, *strengths, by
        )

    # -- playing -----------------------------------------------------------------------

    def start(self) -> Thread:
        """Play in a thread, which is returned; the page stays responsive."""
        question = self.question
        runs = question.runs()
        self._show_message("Playing.")
        self._set_busy(True)

        def show(said: str, share: float | None) -> None:
            self._curves[question] = question.rows(runs)
            self.bar.value = self.bar.value if share is None else share
            self._draw(question)
            self._show_message(said)

        def work(stopped: Halted) -> None:
            play_missing(
                runs, _PanelSettings(workers=self._workers, watch=show, stopped=stopped)
            )

        def done(result: Exception | None) -> None:
            """Show how the run ended."""
            said = f"The run failed: {result}"
            if isinstance(result, Stopped):
                said = "Stopped. What is finished is kept: play to go on."
            elif result is None:
                said = f"Finished. {self._result_in_words(question, runs)}"
            said = " ".join([said, *{run.keep_error for run in runs if run.keep_error}])
            show(said, self.bar.value if result else 1.0)
            self._set_busy(False)

        return self._job.start(work, done)

    def stop(self) -> None:
        """Stop the games at their next move; finished games are kept."""
        self._job.stop()

    def _result_in_words(self, question: BalanceQuestion, runs: list[MatchRun]) -> str:
        """The last point in words, and the error of the guess."""
        row, at = runs[-1].row(), question.values[-1]
        found = [row[f"{question.rate}{end}"] for end in ("", "_low", "_high")]
        rate = interval_in_words(*found)
        said = f"Won by the {self.side}: {rate}, at {question.axis} {at:,}"
        if not self._guessed:
            return f"{said}."
        off = abs(self.guess.value - 100 * found[0])
        return f"{said}; your guess of {self.guess.value} % is {off:.0f} points off."

    def _set_busy(self, busy: bool) -> None:
        self.halt.disabled = not busy
        for each in (*self._choices, self.guess, self.button):
            each.disabled = busy

    # -- what the choices show ---------------------------------------------------------

    def _show_choices(self) -> None:
        """Show the question of the choices and its cost, or what is wrong with them."""
        for name, control in self.rules.items():
            usual, label = self._usual[name], self.game.FIELDS[name].label
            control.description = f"● {label}" if control.value != usual else label
        for name, ticks in self.ticks.items():
            _show_if(name == self.axis.value, ticks)
        for name in STRENGTHS:
            _show_if(name != self.axis.value, getattr(self, name))
        _show_if(len(self.judge.options) > 1, self.judge)
        try:
            question = self.question
            runs = question.runs()
        except ValueError as error:
            self.plot.value = self.picture.value = self.code.value = ""
            self._show_message(str(error))
            return
        start = board(Position.start(question.game), caption=question.name)
        self.picture.value = str(replace(start, scale=0.3))
        self.bar.value = sum(run.progress for run in runs) / len(runs)
        self.code.value = _CELL_BELOW.format(escape(question.cell))
        self._draw(question)
        self._show_message(self._cost_in_words(question, runs))

    def _cost_in_words(self, question: BalanceQuestion, runs: list[MatchRun]) -> str:
        left = sum(run.games_left for run in runs if run.stopped_at is None)
        if not left:
            return "All of these games are there: Play shows them."
        known = [*runs, *replace(question, game=self.game).runs(_ALL_PAIRS)]
        speeds = [t.games.seconds / t.games.blocks for t in known if t.games.blocks]
        if not speeds:
            return f"{left:,} games to play. Guess, then play."
        wanted = left / 2 * sum(speeds) / len(speeds) / self._workers
        return f"{left:,} games to play, about {duration(wanted)}. Guess, then play."

    def _draw(self, question: BalanceQuestion) -> None:
        """Draw the curve; behind it the one before, and that of the usual rules."""
        axis, rate = question.axis, question.rate
        nothing = pd.DataFrame({axis: question.values})
        parts = {question.name: self._curves.get(question, nothing)}
        for other in [q for q in self._curves if q.axis == axis and q != question][-1:]:
            parts.setdefault(other.name, self._curves[other])
        usual = replace(question, game=self.game)
        if question != usual:
            parts[_USUAL_LABEL] = usual.rows(usual.runs(_ALL_PAIRS)).assign(
                finished=True
            )
        rows = pd.concat([rows.assign(rules=name) for name, rows in parts.items()])
        rows["rules"] = pd.Categorical(rows.rules, [*parts])
        self.plot.value = ""
        if rate in rows and rows[rate].notna().any():
            words = axis.replace("_", " ")
            words += " of both sides" if axis in STRENGTHS else ""
            looks: Any = {"xlabel": words, "log": axis == "simulations"}
            looks["ylabel"] = f"{self.side} win, 95 % intervals"
            looks["title"] = f"{question.pairs} pairs of games a point"
            self.plot.value = str(curve(rows, axis, rate, by="rules", **looks))

    def _show_message(self, words: str) -> None:
        """Show a message, which is read aloud as well."""
        self.message = words
        self.words.value = f'<span role="status">{escape(words)}</span>'
