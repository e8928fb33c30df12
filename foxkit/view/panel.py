"""Live panels: choose players, see the cost, play, watch the curve grow, stop."""

from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from time import monotonic
from typing import Any

import ipywidgets as widgets
import pandas as pd

from foxkit.documents.fox_game import agent
from foxkit.lab import store
from foxkit.lab.experiment import Experiment, Match, Stop
from foxkit.lab.match import Stopped
from foxkit.lab.report import prediction, seconds_a_game
from foxkit.lab.run import Progress, run
from foxkit.lab.stats import duration
from foxkit.lab.workers import Workers, open_workers
from foxkit.rules.fields import Field, Points
from foxkit.rules.fox_game import FoxGame
from foxkit.view.drawing import Drawing
from foxkit.view.job import Halted, Job
from foxkit.view.live import Live
from foxkit.view.numbers import between
from foxkit.view.plots import curve

_FACTORS = (0.1, 0.3, 1, 3, 10)
_SLID = 20  # values that a slider has room for
_PAUSE = 1.0  # seconds between two drawings, which cost more than weak games


def labelled(kind: type, name: str, **options: Any) -> Any:
    """Return a control of ipywidgets with its name beside it."""
    style, layout = {"description_width": "15em"}, {"width": "30em"}
    return kind(description=name, style=style, layout=layout, **options)


def typed(name: str, value: str) -> widgets.Text:
    """Return a line of text that counts once it is finished."""
    return labelled(widgets.Text, name, value=value, continuous_update=False)


def choice(name: str, values: Sequence[Any], value: Any) -> widgets.Dropdown:
    """Return a menu of some values: unlike a slider, it says its name to everybody."""
    options = {f"{each:,}" if type(each) is int else str(each): each for each in values}
    return labelled(widgets.Dropdown, name, options=options, value=value)


def rule(field: Field | Points, usual: int) -> Any:
    """Return a control for a rule of a game, at its usual value.

    A long range is typed, a short one slid along; values with words are a menu, and so
    are the sets of points that the rule offers; if it offers none, points are typed.
    """
    if isinstance(field, Points):
        if not field.offered:
            return typed(field.label, " ".join(field.names(usual)))
        sets = {" ".join(names): list(names) for names in field.offered}
        return labelled(widgets.Dropdown, field.label, options=sets)
    if not isinstance(values := field.values, range):
        words = {words: number for number, words in values.items()}
        return labelled(widgets.Dropdown, field.label, options=words, value=usual)
    if len(values) <= _SLID:
        return choice(field.label, values, usual)
    span = {"min": values[0], "max": values[-1], "step": values.step}
    return labelled(widgets.BoundedIntText, field.label, value=usual, **span)


def put(control: Any, value: Any) -> None:
    """Give a rule's control a value; points may be a list or a text, offered or not."""
    if isinstance(control, widgets.Text) and isinstance(value, list):
        value = " ".join(value)
    elif isinstance(control, widgets.Dropdown) and isinstance(value, list | str):
        value = value.split() if isinstance(value, str) else value
        if value not in control.options.values():
            control.options = control.options | {" ".join(value): value}
    control.value = value


class LivePanel:
    """An experiment from choices, played beside the page, its curve growing as it is.

    The curve belongs to the choices: other choices take it away, and the same ones
    again bring it back.

    Show `panel.controls` in a notebook; `panel.start()` and `panel.stop()` are the
    buttons. Finished games are kept in `folder`: starting again with the same choices
    goes on from them. A kind of panel says what its choices stand for (`experiment`)
    and how its points are drawn (`picture`).
    """

    def __init__(self, choices: Sequence[Any], folder: Path, workers: int) -> None:
        self._count, self.folder, self.choices = workers, folder, choices
        self._job = Job("foxkit panel")
        self._staff: Workers | None = None
        self._played: tuple[Any, ...] = ()
        self._reached: dict[str, Progress] = {}
        self._drawn = self._begun = 0.0
        self.button = widgets.Button(description="Play", icon="play")
        self.halt = widgets.Button(description="Stop", icon="stop", disabled=True)
        self.bar = widgets.IntProgress(layout={"width": "100%"})
        self.words, self.plot = widgets.HTML(), widgets.HTML()
        self.button.on_click(lambda _: self.start())
        self.halt.on_click(lambda _: self.stop())
        for each in choices:
            each.observe(lambda _: self._choose(), "value")
        buttons = widgets.HBox([self.button, self.halt])
        self.run_box = widgets.VBox([buttons, self.words, self.bar, self.plot])
        self.predict()

    def experiment(self) -> Experiment:
        """Return the experiment that the choices stand for; ValueError if none."""
        raise NotImplementedError

    def picture(self) -> Drawing:
        """Return the curve of the points so far."""
        raise NotImplementedError

    def finding(self) -> str:
        """Return what the finished games tell, in words."""
        return ""

    @property
    def points(self) -> dict[str, Progress]:
        """Return the points so far that were played under the present choices.

        They stand in the order of the matches, whichever was finished first.
        """
        try:
            chosen = self.experiment()
        except ValueError:
            return {}
        if (chosen.matches, chosen.stop) != self._played:
            return {}
        names = (match.condition for match in chosen.matches)
        return {name: self._reached[name] for name in names if name in self._reached}

    def start(self) -> Thread:
        """Play in a thread, which is returned; the page stays responsive."""
        experiment = self.experiment()
        self._played, self._reached = (experiment.matches, experiment.stop), {}
        self.bar.max = 2 * experiment.stop.most * len(experiment.matches)
        self.bar.value, self._begun = 0, monotonic()
        self._say("Playing.")
        self._busy(True)
        return self._job.start(partial(self._games, experiment), self._ended)

    def stop(self) -> None:
        """Break the games off at their next move; finished chunks are kept."""
        self._job.stop()
        if self._staff is not None:
            self._staff.stop.set()

    def close(self) -> None:
        """Break the games off, and never start others."""
        self._job.close()
        self.stop()

    def predict(self) -> None:
        """Tell what the choices will cost, or what is wrong with them."""
        try:
            chosen = self.experiment()
            costs = {m.condition: seconds_a_game(chosen, m) for m in chosen.matches}
            self._say(prediction(chosen, costs, self._count)[0])
        except ValueError as error:
            self._say(str(error))

    def draw(self) -> None:
        """Draw the points so far, or nothing where there are none."""
        self._drawn = monotonic()
        self.plot.value = str(self.picture()) if self.points else ""

    def _choose(self) -> None:
        self.predict()
        self.draw()
        if not self.points:
            self.bar.value = 0

    def _games(self, experiment: Experiment, stopped: Halted) -> int:
        with open_workers("threads", self._count) as self._staff:
            if stopped():  # before there was anybody to stop
                self._staff.stop.set()
            run(experiment, self._staff, self.folder, self._show)
        return len(store.games(experiment.name, folder=self.folder))

    def _show(self, progress: Progress) -> None:
        self._reached[progress.condition] = progress
        self.bar.value = progress.games
        if monotonic() - self._drawn > _PAUSE:
            self.draw()
            self._say(self._standing(progress))

    def _standing(self, progress: Progress) -> str:
        """Say how far the games are, how long they may take, and the last rate."""
        share = progress.games / self.bar.max
        left = (monotonic() - self._begun) * (1 - share) / max(share, 1e-9)
        rate = between(*progress.estimate[:3])
        return (
            f"{progress.games:,} of at most {self.bar.max:,} games, about "
            f"{duration(left)} left. {progress.condition}: {rate}."
        )

    def _say(self, words: str) -> None:
        """Write a line that is read aloud, too."""
        self.said = words
        self.words.value = f'<span role="status">{escape(words)}</span>'

    def _ended(self, result: int | Exception) -> None:
        """Say how the games ended; the reader has no other console."""
        said = "Stopped. What was finished is kept: play to go on."
        if isinstance(result, int):
            self.draw()
            said = f"Finished: {result:,} games. {self.finding()}"
        elif not isinstance(result, Stopped):
            said = f"The run failed: {result}"
        self._say(said)
        self._busy(False)

    def _busy(self, busy: bool) -> None:
        self.halt.disabled = not busy
        for each in (*self.choices, self.button):
            each.disabled = busy


class SimulationsPanel(LivePanel):
    """Win rate against simulations, live: the reader's own Figure 8.

    Agents with a tenth to ten times the opponent's simulations play pairs of games
    against it; the games are kept while the panel lives.
    """

    def __init__(self, workers: int = 2) -> None:
        self.simulations = choice("opponent's simulations", (30, 100, 300, 1000), 100)
        self.cutoff = choice("cutoff", (0, 1, 2, 3, 5, 10, 20), 0)
        self.sheep = rule(FoxGame.FIELDS["sheep"], FoxGame().sheep)
        self.pairs = choice("pairs a point", (25, 50, 100, 200, 400), 50)
        choices = (self.simulations, self.cutoff, self.sheep, self.pairs)
        super().__init__(choices, Path(mkdtemp(prefix="foxkit-")), workers)
        self.controls = Live([*choices, self.run_box], self.close)

    def experiment(self) -> Experiment:
        """Return the experiment that the choices stand for."""
        base = self.simulations.value
        game, cutoff = FoxGame(sheep=self.sheep.value), self.cutoff.value
        rival = agent(f"{base}", base, cutoff=cutoff)
        matches = tuple(
            Match(f"{n}", game, (agent(f"{n}", n, cutoff=cutoff), rival))
            for n in (max(1, round(base * factor)) for factor in _FACTORS)
        )
        stop = Stop(self.pairs.value)
        return Experiment("live", "Your own Figure 8", matches, stop, seed=1, chunk=5)

    def picture(self) -> Drawing:
        """Return the scores so far against simulations."""
        found = {int(n): point.estimate for n, point in self.points.items()}
        return curve(
            pd.DataFrame(found.values()).assign(simulations=found.keys()),
            "simulations",
            "estimate",
            log=True,
            title=f"Score against {self.simulations.value} simulations",
            ylabel="score",
        )
