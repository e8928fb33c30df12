"""The balance lab: change rules, strength, cutoff or flock; play, compare, keep."""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pandas as pd
from traitlets import TraitError

from foxkit.core import data
from foxkit.documents.variants import Place, on_variants, places, read
from foxkit.lab.experiment import Experiment
from foxkit.lab.stats import difference
from foxkit.rules.fields import changes, varied
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_text import members
from foxkit.rules.position import Position
from foxkit.view.drawing import Drawing
from foxkit.view.live import Live
from foxkit.view.panel import LivePanel, choice, labelled, put, rule, typed
from foxkit.view.plots import curve
from foxkit.view.svg import board

_SIMULATIONS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000)
_CUTOFFS = (0, 1, 2, 3, 5, 10, 20)
_FLOCKS = range(FoxGame().target, 21)
_AXES = {
    "simulations": ("simulations", "{} simulations"),
    "cutoff": ("cutoffs", "cutoff {}"),
    "sheep": ("sheep", "{} sheep"),
}
"""What a curve may run along: a column -> the list of its values, and words for one."""
_USUAL = "usual rules"


class VariantChoices(widgets.VBox):
    """A variant of the Fox Game to be chosen: a name and one control per rule.

    Until it is given a name of its own, it is called by the rules that it changes.
    """

    def __init__(self, **variant: Any) -> None:
        usual = FoxGame()._asdict()
        self.rules = {n: rule(f, usual[n]) for n, f in FoxGame.FIELDS.items()}
        self._usual = {name: control.value for name, control in self.rules.items()}
        self._called = _USUAL
        self.name, self.picture = typed("name", self._called), widgets.HTML()
        for control in self.rules.values():
            control.observe(lambda _: self._call(), "value")
        self.value = variant
        self._call()
        super().__init__([self.name, *self.rules.values(), self.picture])

    @property
    def value(self) -> dict[str, Any]:
        """Return the fields that differ from the usual rules."""
        chosen = {field: control.value for field, control in self.rules.items()}
        return {f: v for f, v in chosen.items() if v != self._usual[f]}

    @value.setter
    def value(self, variant: dict[str, Any]) -> None:
        for field, value in (self._usual | variant).items():
            put(self.rules[field], value)

    def _game(self) -> FoxGame:
        return FoxGame(**self.value)

    def _call(self) -> None:
        """Let the name follow the rules, unless the reader has chosen it."""
        try:
            game = self._game()
        except ValueError as error:  # rules that are no game together
            self.picture.value = escape(str(error))
            return
        before, self._called = self._called, changes(game) or _USUAL
        if self.name.value == before:
            self.name.value = self._called
        self._draw(game)

    def _draw(self, game: FoxGame) -> None:
        """Draw where the game starts, with a ring where it differs, and what does."""
        now, usual = Position.start(game), FoxGame().start()
        own = now.state
        other = (own.sheep ^ usual.sheep) | (own.foxes ^ usual.foxes)
        drawn = board(now, marks=members(other), caption=self._called)
        self.picture.value = str(replace(drawn, scale=0.3))


def _several(name: str, values: Sequence[Any], chosen: tuple[Any, ...]) -> Any:
    """Return a list of values, all in sight, of which several can be chosen.

    The label says how, as no screen reader would read a tooltip out. It has a line to
    itself: beside the list it would be cut off.
    """
    said = f"{name} (Ctrl- or Cmd-click for several)"
    options = {"options": values, "value": chosen, "rows": len(values)}
    control = labelled(widgets.SelectMultiple, said, **options)
    control.style.description_width = "100%"
    control.layout.flex_flow = "row wrap"
    return control


class BalancePanel(LivePanel):
    """Sheep win rate against strength, for a variant or for two side by side.

    Args:
        folder: where variants, games and exports are kept; by default `cache` in the
            workbook's data.
        workers: games at once.
    """

    def __init__(self, folder: Path | None = None, workers: int = 2) -> None:
        self.variants = VariantChoices(sideways_limit=5), VariantChoices()
        self.compare = widgets.Checkbox(True, description="compare with the second")
        self.axis = choice("along the curve", tuple(_AXES), "simulations")
        self.strengths = _several("simulations", _SIMULATIONS, (100, 300))
        self.cutoffs = _several("cutoff", _CUTOFFS, (0,))
        self.flock = _several("sheep at the start", tuple(_FLOCKS), ())
        self.pairs = choice("pairs a point", (25, 50, 100, 200, 400, 1_200), 50)
        self.title = typed("save as", "my-lab")
        self.kept = labelled(widgets.Dropdown, "open", options={})
        self.keep = widgets.Button(description="Save", icon="save")
        self.export = widgets.Button(description="Export", icon="download")
        rules = [x for v in self.variants for x in (v.name, *v.rules.values())]
        lists = (self.strengths, self.cutoffs, self.flock)
        more = (self.compare, self.axis, *lists, self.pairs, self.title)
        super().__init__((*rules, *more), folder or data.cache(), workers)
        self._list_kept()
        self.keep.on_click(lambda _: self._write(lambda: [self.save()]))
        self.export.on_click(lambda _: self._write(self.save_all))
        self.kept.observe(lambda change: self.open(change["new"]), "value")
        files = widgets.HBox([self.keep, self.export])
        settings = widgets.VBox([*more, self.kept, files])
        tables = widgets.HBox([*self.variants, settings])
        tables.layout.flex_flow = "row wrap"
        self.controls = Live([tables, self.run_box], self.close)

    def page(self) -> dict[str, Any]:
        """Return the choices as `foxkit run FILE.json` reads them."""
        shown = self.variants if self.compare.value else self.variants[:1]
        if len({each.name.value for each in shown}) < len(shown):
            raise ValueError("the two variants need different names")
        return {
            "name": self.title.value,
            "variants": {each.name.value: each.value for each in shown},
            "simulations": list(self.strengths.value),
            "pairs": self.pairs.value,
            "cutoffs": list(self.cutoffs.value),
            "sheep": list(self.flock.value),
        }

    def experiment(self) -> Experiment:
        """Return the experiment that the choices stand for."""
        return on_variants(**self.page())

    def frame(self) -> pd.DataFrame:
        """Return the points of the choices so far, one row each, as they are drawn."""
        points, rules = self.points, self.page()["variants"]
        rows = [
            at._asdict()
            | {"sheep": at.sheep or rules[at.variant].get("sheep", FoxGame().sheep)}
            | {"rules": changes(varied(FoxGame, rules[at.variant])) or _USUAL}
            | points[f"{at}"].estimate._asdict()
            for at in self._places()
            if f"{at}" in points
        ]
        return pd.DataFrame(rows).rename(columns={"n": "pairs"})

    def _places(self) -> list[Place]:
        page = self.page()
        lists = (page[key] for key in ("variants", "simulations", "cutoffs", "sheep"))
        return places(*lists)

    def _series(self, row: Mapping[str, Any]) -> str:
        """Return what tells a curve from the others: all that varies but its axis."""
        page, said = self.page(), [row["variant"]]
        for name, (key, words) in _AXES.items():
            if name != self.axis.value and len(page[key]) > 1:
                said.append(words.format(row[name]))
        return ", ".join(said)

    def picture(self) -> Drawing:
        """Return the sheep's win rate along the axis, one curve for all else."""
        axis, frame = self.axis.value, self.frame()
        every = [at._asdict() for at in self._places()]
        named = pd.Categorical(
            [self._series(row) for row in frame.to_dict("records")],
            [*dict.fromkeys(map(self._series, every))],
        )  # a curve keeps its colour while others are still to come
        return curve(
            frame.assign(series=named),
            axis,
            "estimate",
            by="series",
            log=axis == "simulations",
            title=f"{self.title.value}: {self.pairs.value} pairs a point at most",
            xlabel=_AXES[axis][1].format("").strip() + " of both sides",
            ylabel="sheep win rate, 95 % intervals",
        )

    def finding(self) -> str:
        """Return the differences between two variants, with their intervals."""
        found = {name: point.estimate for name, point in self.points.items()}
        if not self.compare.value or not found:
            return ""
        one, other = (each.name.value for each in self.variants)
        parts = []
        for at in self._places():
            if at.variant == one:
                rates = found[f"{at}"], found[f"{at._replace(variant=other)}"]
                points = [f"{100 * x:+.1f}" for x in difference(*rates)[:3]]
                low, high = points[1:]
                parts.append(f"{points[0]} points ({low} to {high}) at {at.where}")
        return f"{one} less {other}: {', '.join(parts)}."

    def save(self) -> Path:
        """Write the choices to a small file in the folder; return its path.

        ValueError where an export of other choices has that name: its figure and data
        would be left beside rules that are not theirs.
        """
        self.experiment()  # says what is wrong with the choices, if anything is
        path, table = self._path("json"), self._path("csv")
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        if table.exists() and kept != self.page():
            raise ValueError(
                f"{table.name} holds games of other choices: save these under another "
                "name, or play and export them"
            )
        return self._save()

    def _save(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path("json")
        path.write_text(json.dumps(self.page(), indent=1) + "\n", encoding="utf-8")
        self._list_kept()
        return path

    def open(self, path: Path | None) -> None:
        """Take the choices over from a saved file, or say what is wrong with it."""
        if path is None:
            return
        before = [(each, each.value) for each in self.choices]
        try:
            read(path)
            page = json.loads(path.read_text(encoding="utf-8"))
            self._take({"cutoffs": [0], "sheep": []} | page)
        except (ValueError, TraitError) as error:
            for each, value in reversed(before):  # names after the rules they follow
                each.value = value
            self._say(f"{path.name}: {error}")

    def _take(self, page: dict[str, Any]) -> None:
        """Set the controls; TraitError for a value that one of them does not offer."""
        self.title.value, self.pairs.value = page["name"], page["pairs"]
        self.strengths.value = page["simulations"]
        self.cutoffs.value, self.flock.value = page["cutoffs"], page["sheep"]
        self.compare.value = len(page["variants"]) > 1
        pairs = zip(self.variants, page["variants"].items(), strict=False)
        for each, (name, variant) in pairs:
            each.value = variant
            each.name.value = name  # afterwards, as a name may follow the rules

    def save_all(self) -> list[Path]:
        """Save the choices, the figure (SVG, PNG) and the data (CSV) of their games.

        ValueError where no game was played under these choices.
        """
        self.experiment()  # says what is wrong with the choices, if anything is
        if not self.points:
            raise ValueError(
                "no game was played under these choices: play, then export"
            )
        page, drawing = self._save(), self.picture()
        svg, png, csv = map(self._path, ("svg", "png", "csv"))
        drawing.save(svg)
        drawing.save(png)
        self.frame().round(6).to_csv(csv, index=False)
        return [page, svg, png, csv]

    @property
    def command(self) -> str:
        """Return the command that plays the saved experiment, or goes on with it."""
        words = ("foxkit", "run", self._path("json"), "--to", self.folder)
        return shlex.join(map(str, words))

    def _write(self, files: Callable[[], list[Path]]) -> None:
        """Write files; tell which, and what makes them again, or what is wrong."""
        try:
            names = ", ".join(path.name for path in files())
            said = f"{names} written. Again: {self.command}"
        except ValueError as error:
            said = str(error)
        self._say(said)

    def _busy(self, busy: bool) -> None:
        """While games are played, keep the choices, and figure and data in step."""
        super()._busy(busy)
        self.kept.disabled = self.export.disabled = busy

    def _path(self, kind: str) -> Path:
        return self.folder / f"{self.title.value}.lab.{kind}"

    def _list_kept(self) -> None:
        found = sorted(self.folder.glob("*.lab.json"))
        self.kept.options = {"": None} | {path.name: path for path in found}
