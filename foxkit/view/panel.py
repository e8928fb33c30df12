"""Live panels: choose players, see the cost, play, watch the curve grow, stop."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from time import monotonic
from typing import Any

import ipywidgets as widgets
import pandas as pd

from foxkit.documents.fox_game import paper_player
from foxkit.lab.experiment import Experiment, Stop
from foxkit.lab.match import Agent, Match, Stopped
from foxkit.lab.report import prediction, seconds_a_game
from foxkit.lab.run import Progress, run
from foxkit.lab.workers import Workers, open_workers
from foxkit.rules.fox_game import FoxGame
from foxkit.view.drawing import Drawing
from foxkit.view.live import Live
from foxkit.view.plots import curve

_FACTORS = (0.1, 0.3, 1, 3, 10)
_PAUSE = 1.0  # seconds between two drawings, which cost more than weak games


def labelled(kind: type, name: str, **options: Any) -> Any:
    """Return a control of ipywidgets with its name beside it."""
    style, layout = {"description_width": "12em"}, {"width": "27em"}
    return kind(description=name, style=style, layout=layout, **options)


def choice(name: str, values: Sequence[Any], value: Any) -> widgets.SelectionSlider:
    """Return a slider over some values, which answers when it is let go."""
    options = {"options": values, "value": value, "continuous_update": False}
    return labelled(widgets.SelectionSlider, name, **options)


class LivePanel:
    """An experiment from choices, played in a thread, its curve growing as it is.

    The curve belongs to the choices: other choices take it away, and the same ones
    again bring it back.

    Show `panel.controls` in a notebook; `panel.start()` and `panel.stop()` are the
    buttons. Finished games are kept in `folder`: starting again with the same choices
    goes on from them. A kind of panel says what its choices stand for (`experiment`)
    and how its points are drawn (`picture`).
    """

    def __init__(self, choices: Sequence[Any], folder: Path, workers: int) -> None:
        self._count, self.folder = workers, folder
        self._staff: Workers | None = None
        self._played: tuple[Any, ...] = ()
        self._reached: dict[str, Progress] = {}
        self._drawn = 0.0
        self.choices = choices
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

    def picture(self) -> Drawing:
        """Return the curve of the points so far."""
        raise NotImplementedError

    def finding(self) -> str:
        """Return what the finished games tell, in words."""
        return ""

    def start(self) -> Thread:
        """Play in a thread, which is returned; the page stays responsive."""
        thread = Thread(target=self._play, args=(self.experiment(),), daemon=True)
        self._busy(True)
        thread.start()
        return thread

    def stop(self) -> None:
        """Break the games off at their next move; finished chunks are kept."""
        if self._staff is not None:
            self._staff.stop.set()

    def predict(self) -> None:
        """Tell what the choices will cost, or what is wrong with them."""
        try:
            chosen = self.experiment()
            costs = {m.condition: seconds_a_game(chosen, m) for m in chosen.matches}
            self.words.value, _ = prediction(chosen, costs, self._count)
        except ValueError as error:
            self.words.value = escape(str(error))

    def _choose(self) -> None:
        self.predict()
        self.draw()
        if not self.points:
            self.bar.value = 0

    def _play(self, experiment: Experiment) -> None:
        self._played = experiment.matches, experiment.stop
        self._reached = {}
        self.bar.max = 2 * experiment.stop.most * len(experiment.matches)
        try:
            with open_workers("threads", self._count) as self._staff:
                run(experiment, self._staff, self.folder, self._show)
            self.draw()
            self.words.value = f"Finished: {self.bar.value:,} games. {self.finding()}"
        except Stopped:
            self.words.value = "Stopped. What was finished is kept: play to go on."
        except Exception as error:  # shown to the reader, who has no other console
            self.words.value = f"The run failed: {escape(str(error))}"
        finally:
            self._busy(False)

    def _show(self, progress: Progress) -> None:
        self._reached[progress.condition] = progress
        self.bar.value = progress.games
        if monotonic() - self._drawn > _PAUSE:
            self.draw()

    def draw(self) -> None:
        """Draw the points so far, or nothing where there are none."""
        self._drawn = monotonic()
        self.plot.value = str(self.picture()) if self.points else ""

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
        self.sheep = choice("sheep", (17, 18, 19, 20), 20)
        self.pairs = choice("pairs a point", (25, 50, 100, 200, 400), 50)
        choices = (self.simulations, self.cutoff, self.sheep, self.pairs)
        super().__init__(choices, Path(mkdtemp(prefix="foxkit-")), workers)
        self.controls = Live([*choices, self.run_box])

    def experiment(self) -> Experiment:
        """Return the experiment that the choices stand for."""
        base = self.simulations.value
        game, cutoff = FoxGame(sheep=self.sheep.value), self.cutoff.value
        rival = Agent(f"{base}", paper_player(base, cutoff=cutoff))
        matches = tuple(
            Match(f"{n}", game, (Agent(f"{n}", paper_player(n, cutoff=cutoff)), rival))
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
