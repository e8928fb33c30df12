"""The balance lab: change rules, players or flock, guess, and watch the curve grow."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from math import inf
from threading import Thread
from time import monotonic
from typing import Any

import ipywidgets as widgets
import pandas as pd

from foxkit.agents.budget import Budget
from foxkit.agents.defaults import default_evaluation
from foxkit.agents.evaluations import Even
from foxkit.agents.players import MctsPlayer, Player
from foxkit.core.caching import compiling
from foxkit.lab.desk import Desk, Standing
from foxkit.lab.games import shelf
from foxkit.lab.match import Match, Stopped, match
from foxkit.lab.play import complete
from foxkit.lab.rule import Rule
from foxkit.lab.stats import duration
from foxkit.lab.task import Task
from foxkit.rules.fields import Field, changes
from foxkit.rules.position import Position
from foxkit.view.controls import Ticks, choice, labelled, rule
from foxkit.view.drawing import Drawing
from foxkit.view.job import Halted, Job
from foxkit.view.live import Live
from foxkit.view.numbers import between
from foxkit.view.opponents import evaluation
from foxkit.view.plots import curve
from foxkit.view.svg import board

_AXES = {
    "simulations": ((30, 100, 300, 1_000, 3_000, 10_000), (30, 100, 300)),
    "cutoff": ((0, 1, 2, 3, 5, 10, 20), (0, 5, 20)),
}
"""What a curve may run along besides rules: its values, and those that are ticked."""
_FIRST = 3  # rules in sight, sets of points not among them; a button has the others
_BOXES = 8  # values of a rule that a curve may run along
_PAUSE = 1.0  # seconds between two drawings, which cost more than weak games
_CELL = """\
from foxkit import Budget, MctsPlayer, curve, match, play
from {home} import {name}
from {place} import {judge}

games = [{name}({rules}){along}]
pairs = [
    match(game, MctsPlayer(Budget(n), {judge}({of}), cutoff=cutoff))
    for game in games
    for n in {sizes}
    for cutoff in {cuts}
]
rows = play(pairs, most={most}, of="{rate}")
curve(rows, "{axis}", "{rate}")"""
"""The cell that plays and draws what a panel shows."""
_FOLDED = "<details><summary>The same as a cell</summary><pre>{}</pre></details>"
_USUAL = "usual rules, games that are there"


@dataclass
class _Desk(Desk):
    """A desk that plays to the end, or until it is stopped, and shows it in a panel."""

    seconds: float = inf
    raises: bool = True
    panel: Any = None
    asked: Sequence[Task] = ()
    stopped: Halted = lambda: False

    @contextmanager
    def progress(self, tasks: Sequence[Task]) -> Iterator["_Watch"]:
        """Show how far the matches are in the panel."""
        with compiling() as compiles:
            yield _Watch(tasks, monotonic(), compiles, desk=self)


@dataclass
class _Watch(Standing):
    """Tells a panel how far its matches are; stops them where it is to."""

    desk: Any = None
    shown: float = 0.0

    def show(self) -> None:
        """Show it once a second at most; raise Stopped where the panel is stopped."""
        if self.desk.stopped():
            raise Stopped
        if monotonic() - self.shown > _PAUSE:
            self.shown = monotonic()
            self.desk.panel.show(self.desk.asked, self.words(), self.share)


class Panel:
    """How often the first side wins, for a variant of a game, between equal players.

    Show `panel.controls` in a notebook; `panel.start()` and `panel.stop()` are the
    buttons. The games lie where those of a cell would, so that a cell reads them too;
    `panel.cell` is that cell.

    Args:
        game: the usual rules, of two sides, with `FIELDS` that say what can be changed.
        workers: games at once; by default as many as there are processors.

    Raises:
        ValueError: the game has not two sides, or declares no rules.
    """

    def __init__(self, game: Any, workers: int | None = None) -> None:
        if len(game.PLAYERS) != 2 or not getattr(game, "FIELDS", None):
            raise ValueError(
                f"{game.NAME} has {len(game.PLAYERS)} sides and "
                f"{len(getattr(game, 'FIELDS', ()))} rules: a panel needs two sides, "
                "and FIELDS that say which rules can be changed"
            )
        self.game, self.side = game, game.PLAYERS[0]
        self._count, self._job = workers or os.cpu_count() or 1, Job("foxkit panel")
        self._seen: dict[tuple[str, ...], pd.DataFrame] = {}
        self._names: dict[tuple[str, ...], str] = {}
        self._make()
        self._choose()

    def _make(self) -> None:
        """Make the controls."""
        usual = self.game._asdict()
        self.rules = {n: rule(f, usual[n]) for n, f in self.game.FIELDS.items()}
        self._usual = {name: control.value for name, control in self.rules.items()}
        self.ticks = {name: Ticks(name, *them) for name, them in self._axes().items()}
        self.axis = choice("along the curve", tuple(self.ticks), "simulations")
        self.simulations = choice("simulations", _AXES["simulations"][0], 100)
        self.cutoff = choice("cutoff", (*_AXES["cutoff"][0], -1), self._cutoff())
        self.pairs = choice(
            "pairs of games a point", (25, 50, 100, 200, 400, 1_000), 50
        )
        asked = {"min": 0, "max": 100, "value": 50}
        label = f"your guess: {self.side} win, %"
        self.guess = labelled(widgets.BoundedIntText, label, **asked)
        self._guessed = False
        self.more = widgets.ToggleButton(False, description="more rules")
        self.button = widgets.Button(description="Play", icon="play")
        self.halt = widgets.Button(description="Stop", icon="stop", disabled=True)
        self.bar = widgets.FloatProgress(max=1, layout={"width": "100%"})
        self.words, self.plot, self.code = (widgets.HTML() for _ in range(3))
        self.picture = widgets.HTML()
        plain = [n for n, f in self.game.FIELDS.items() if isinstance(f, Field)]
        first = [self.rules[name] for name in plain[:_FIRST]]
        rest = [each for each in self.rules.values() if each not in first]
        self._rest = widgets.VBox(rest, layout={"display": "none"})
        rules = widgets.VBox([*first, self.more, self._rest, self.picture])
        settings = [self.axis, *self.ticks.values(), self.simulations, self.cutoff]
        asked = widgets.VBox([*settings, self.pairs, self.guess])
        both = widgets.HBox([rules, asked], layout={"flex_flow": "row wrap"})
        buttons = widgets.HBox([self.button, self.halt])
        shown = [both, buttons, self.words, self.bar, self.plot, self.code]
        boxes = [box for ticks in self.ticks.values() for box in ticks.boxes.values()]
        own = [
            *self.rules.values(),
            self.axis,
            self.simulations,
            self.cutoff,
            self.pairs,
        ]
        self._choices = [*own, *boxes, self.guess]
        self._listen([*own, *boxes])
        self.controls = Live(shown, self.close)

    def _listen(self, choices: Sequence[Any]) -> None:
        for each in choices:
            each.observe(lambda _: self._choose(), "value")
        self.more.observe(lambda change: self._unfold(change["new"]), "value")
        self.guess.observe(lambda _: setattr(self, "_guessed", True), "value")
        self.button.on_click(lambda _: self.start())
        self.halt.on_click(lambda _: self.stop())

    def _unfold(self, unfolded: bool) -> None:
        self._rest.layout.display = "" if unfolded else "none"

    def _cutoff(self) -> int:
        return -1 if evaluation(self.game) is None else 0

    def _axes(self) -> dict[str, tuple[Sequence[int], Sequence[int]]]:
        """Return what a curve may run along: its values, and those that are ticked."""
        axes = dict[str, tuple[Sequence[int], Sequence[int]]](_AXES)
        for name, field in self.game.FIELDS.items():
            if isinstance(field, Field) and isinstance(field.values, range):
                usual = getattr(self.game, name)
                at = field.values.index(usual)
                first = max(0, min(at - _BOXES // 2, len(field.values) - _BOXES))
                near = field.values[first : first + _BOXES]
                axes[name] = near, [n for n in near if abs(n - usual) < 2]
        return axes

    @property
    def changed(self) -> dict[str, Any]:
        """The rules that are not the usual ones."""
        chosen = {name: control.value for name, control in self.rules.items()}
        return {n: v for n, v in chosen.items() if v != self._usual[n]}

    def matches(self, changed: dict[str, Any]) -> list[Match]:
        """Return the matches of the curve of some rules; ValueError if none."""
        axis, found = self.axis.value, []
        if not self.ticks[axis].ticked:
            raise ValueError(f"tick a value of {axis}")
        for value in self.ticks[axis].ticked:
            at = {"simulations": self.simulations.value, "cutoff": self.cutoff.value}
            at |= {axis: value} if axis in at else {}
            rules = changed | ({axis: value} if axis in self.rules else {})
            game = self.game._replace(**rules)
            found.append(match(game, self._player(game, **at), **{axis: value}))
        return found

    def _player(self, game: Any, simulations: int, cutoff: int) -> Player:
        own = evaluation(game)
        if own is None and cutoff >= 0:
            raise ValueError("no evaluation of these rules is known: choose cutoff -1")
        return MctsPlayer(Budget(simulations), own or Even(), cutoff=cutoff)

    def tasks(self) -> list[Task]:
        """Return what is there of the matches that are chosen, and what is left."""
        rate = Rule(f"{self.side}_rate", None, 1, self.pairs.value)
        return [Task(shelf(each), rule=rate) for each in self.matches(self.changed)]

    def start(self) -> Thread:
        """Play in a thread, which is returned; the page stays responsive."""
        tasks = self.tasks()
        self._say("Playing.")
        self._busy(True)
        return self._job.start(partial(self._play, tasks), partial(self._end, tasks))

    def stop(self) -> None:
        """Break the games off at their next move; what is finished is kept."""
        self._job.stop()

    def close(self) -> None:
        """Break the games off, and never start others."""
        self._job.close()

    def _play(self, tasks: Sequence[Task], stopped: Halted) -> bool:
        complete(
            tasks, _Desk(workers=self._count, panel=self, asked=tasks, stopped=stopped)
        )
        return True

    def _end(self, tasks: Sequence[Task], result: Any) -> None:
        """Say how the games ended; the reader has no other console."""
        said = "Stopped. What is finished is kept: play to go on."
        if result is True:
            said = f"Finished. {self._finding(tasks)}"
        elif not isinstance(result, Stopped):
            said = f"The run failed: {result}"
        self.show(tasks, said, 1.0 if result is True else self.bar.value)
        self._busy(False)

    def show(self, tasks: Sequence[Task], said: str, share: float) -> None:
        """Show the curve so far, and how far it is."""
        key, rows = self._key(tasks), [task.row() for task in tasks]
        axis = {self.axis.value: self.ticks[self.axis.value].ticked}
        self._seen[key] = pd.DataFrame(rows).assign(**axis)
        self._names[key] = self._name()
        self.bar.value = share
        self._draw(tasks)
        self._say(said)

    def _name(self) -> str:
        return changes(self.game._replace(**self.changed)) or "usual rules"

    def _key(self, tasks: Sequence[Task]) -> tuple[str, ...]:
        return (self.axis.value, *(f"{t.shelf.address} {t.rule}" for t in tasks))

    def _finding(self, tasks: Sequence[Task]) -> str:
        """Return the last point in words, and how far off the guess was."""
        row, at = tasks[-1].row(), self.ticks[self.axis.value].ticked[-1]
        rate = f"{self.side}_rate"
        found = [row[f"{rate}{end}"] for end in ("", "_low", "_high")]
        won = between(*found)
        said = f"Won by the {self.side}: {won}, at {self.axis.value} {at:,}"
        if not self._guessed:
            return f"{said}."
        off = abs(self.guess.value - 100 * found[0])
        return f"{said}; your guess of {self.guess.value} % is {off:.0f} points off."

    def _choose(self) -> None:
        """Say what the choices will cost, or what is wrong with them."""
        for name, control in self.rules.items():
            usual, label = self._usual[name], self.game.FIELDS[name].label
            control.description = f"● {label}" if control.value != usual else label
        axis = self.axis.value
        for name, ticks in self.ticks.items():
            ticks.layout.display = "" if name == axis else "none"
        for name, one in (("simulations", self.simulations), ("cutoff", self.cutoff)):
            one.layout.display = "none" if name == axis else ""
        try:
            tasks = self.tasks()
        except ValueError as error:
            self.plot.value = self.picture.value = self.code.value = ""
            self._say(str(error))
            return
        self.picture.value = self._start()
        self.bar.value = sum(task.done for task in tasks) / len(tasks)
        self.code.value = _FOLDED.format(escape(self.cell))
        self._draw(tasks)
        self._say(self._cost(tasks))

    def _start(self) -> str:
        """Draw where the game starts, with what differs below it."""
        at = Position.start(self.game._replace(**self.changed))
        return str(replace(board(at, caption=self._name()), scale=0.3))

    def _cost(self, tasks: Sequence[Task]) -> str:
        """Say how many games are left, and how long they took where they are known."""
        left = sum(task.left for task in tasks if task.enough is None)
        if not left:
            return "All of these games are there: Play shows them."
        known = [*tasks, *self._stored()]
        speeds = [t.games.seconds / t.games.blocks for t in known if t.games.blocks]
        if not speeds:
            return f"{left:,} games to play. Guess, then play."
        wanted = left / 2 * sum(speeds) / len(speeds) / self._count
        return f"{left:,} games to play, about {duration(wanted)}. Guess, then play."

    def _stored(self) -> list[Task]:
        """Return what is there of the usual rules, at the same places."""
        rate = Rule(f"{self.side}_rate", None, 1, 1_000_000)
        return [Task(shelf(each), rule=rate) for each in self.matches({})]

    def _draw(self, tasks: Sequence[Task]) -> None:
        """Draw the curve, if it was played, before those that stay behind it."""
        axis, key = self.axis.value, self._key(tasks)
        ticked, ghost = self.ticks[axis].ticked, self._stored()
        parts = {self._name(): self._seen.get(key, pd.DataFrame({axis: ticked}))}
        others = [k for k in self._seen if k[0] == axis and k != key]
        for other in others[-1:]:
            parts.setdefault(self._names[other], self._seen[other])
        if self.changed:
            rows = pd.DataFrame([task.row() for task in ghost])
            parts[_USUAL] = rows.assign(finished=True, **{axis: ticked})
        rows = pd.concat([rows.assign(rules=name) for name, rows in parts.items()])
        rows["rules"] = pd.Categorical(rows.rules, [*parts])
        rate = f"{self.side}_rate"
        if rate not in rows or rows[rate].isna().all():
            self.plot.value = ""
            return
        self.plot.value = str(self._curve(rows, rate))

    def _curve(self, rows: pd.DataFrame, rate: str) -> Drawing:
        axis = self.axis.value
        words = f"{axis} of both sides" if axis in _AXES else axis.replace("_", " ")
        looks: Any = {"xlabel": words, "ylabel": f"{self.side} win, 95 % intervals"}
        looks["title"] = f"{self.pairs.value} pairs of games a point"
        return curve(rows, axis, rate, by="rules", log=axis == "simulations", **looks)

    @property
    def cell(self) -> str:
        """The cell that plays and draws the same."""
        axis, given = self.axis.value, {k: repr(v) for k, v in self.changed.items()}
        ticked = tuple(self.ticks[axis].ticked)
        at = {"simulations": self.simulations.value, "cutoff": self.cutoff.value}
        each = {name: (value,) for name, value in at.items()} | {axis: ticked}
        along = f" for {axis} in {ticked}" if axis in self.rules else ""
        given |= {axis: axis} if along else {}
        rules = ", ".join(f"{name}={value}" for name, value in given.items())
        own = evaluation(self.game) is not None
        judge = default_evaluation if own else Even
        return _CELL.format(
            home=type(self.game).__module__,
            name=type(self.game).__name__,
            place=judge.__module__,
            judge=judge.__name__,
            of="game" if own else "",
            rules=rules,
            along=along,
            sizes=each["simulations"],
            cuts=each["cutoff"],
            most=self.pairs.value,
            axis=axis,
            rate=f"{self.side}_rate",
        )

    def _say(self, words: str) -> None:
        """Write a line that is read aloud, too."""
        self.said = words
        self.words.value = f'<span role="status">{escape(words)}</span>'

    def _busy(self, busy: bool) -> None:
        self.halt.disabled = not busy
        for each in (*self._choices, self.button):
            each.disabled = busy
