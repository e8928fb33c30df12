"""The balance lab: change the rules, play, compare, keep and take away."""

import json
import shlex
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pandas as pd

from foxkit.documents.variants import on_variants
from foxkit.lab import store
from foxkit.lab.experiment import Experiment
from foxkit.lab.stats import difference
from foxkit.view.drawing import Drawing
from foxkit.view.live import Live
from foxkit.view.panel import LivePanel, choice, labelled
from foxkit.view.plots import curve

FOLDER = store.FOLDER.parent / "cache"
_STARTS = ("62 64", "42 44", "52 54", "42 52", "43 53", "40 46")
_SIMULATIONS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000)


def _rules() -> dict[str, Any]:
    """Return a control for each rule, at the usual rules."""
    return {
        "sheep": choice("sheep", (17, 18, 19, 20), 20),
        "from_side": _menu(
            "taken away", {"middle; outer two; all three": 0, "from one side": 1}
        ),
        "sideways_limit": labelled(
            widgets.BoundedIntText, "sideways limit", value=10, min=1, max=1000
        ),
        "must_capture": _menu("captures", {"compulsory": 1, "optional": 0}),
        "must_continue": _menu("chains", {"compulsory": 1, "optional": 0}),
        "last_sheep": _menu("sheep lose with", {"too few": 0, "none left": 1}),
        "whole_chains": _menu("a chain is", {"several moves": 0, "one move": 1}),
        "catchable": _menu("foxes", {"can be caught": 1, "are safe": 0}),
        "diagonals": _menu(
            "diagonals", {"alternate points": 0, "none": 1, "everywhere": 2}
        ),
        "first": _menu("begin", {"the sheep": 0, "the foxes": 1}),
        "fox_start": _menu(
            "fox start (row, column)", {text: text.split() for text in _STARTS}
        ),
        "target": choice("sheep in the pasture", (5, 6, 7, 8, 9), 9),
    }


class VariantChoices(widgets.VBox):
    """A variant of the Fox Game to be chosen: a name and one control per rule.

    Until it is given a name of its own, it is called by the rules that it changes.
    """

    def __init__(self, **variant: Any) -> None:
        self.rules = _rules()
        self._usual = {field: control.value for field, control in self.rules.items()}
        self._called = self._differences()
        self.name = _text(self._called, "name")
        for control in self.rules.values():
            control.observe(lambda _: self._call(), "value")
        self.value = variant
        super().__init__([self.name, *self.rules.values()])

    @property
    def value(self) -> dict[str, Any]:
        """Return the fields that differ from the usual rules."""
        chosen = {field: control.value for field, control in self.rules.items()}
        return {f: v for f, v in chosen.items() if v != self._usual[f]}

    @value.setter
    def value(self, variant: dict[str, Any]) -> None:
        for field, value in (self._usual | variant).items():
            self.rules[field].value = value

    def _differences(self) -> str:
        """Return the changed rules in the words of their controls."""
        changed = [self.rules[field] for field in self.value]
        return ", ".join(map(_said, changed)) or "usual rules"

    def _call(self) -> None:
        """Let the name follow the rules, unless the reader has chosen it."""
        own = self.name.value != self._called
        self._called = self._differences()
        if not own:
            self.name.value = self._called


def _said(control: Any) -> str:
    """Return a control's name, without what only explains it, and its choice."""
    name, _, _ = control.description.partition(" (")
    return f"{name} {getattr(control, 'label', control.value)}"


def _text(value: str, name: str) -> widgets.Text:
    return labelled(widgets.Text, name, value=value, continuous_update=False)


def _menu(name: str, options: dict[str, Any]) -> widgets.Dropdown:
    return labelled(widgets.Dropdown, name, options=options)


def _several(values: tuple[int, ...], chosen: tuple[int, ...]) -> Any:
    """Return a list of simulations, all in sight, of which several can be chosen.

    The label says how, as no screen reader would read a tooltip out. It has a line to
    itself: beside the list it would be cut off.
    """
    name = "simulations (Ctrl-, Cmd- or Shift-click for several)"
    options = {"options": values, "value": chosen, "rows": len(values)}
    control = labelled(widgets.SelectMultiple, name, **options)
    control.style.description_width = "100%"
    control.layout.flex_flow = "row wrap"
    return control


class BalancePanel(LivePanel):
    """Sheep win rate against strength, for a variant or for two side by side.

    Args:
        folder: where variants, games and exports are kept; `data/cache` by default.
        workers: games at once.
    """

    def __init__(self, folder: Path = FOLDER, workers: int = 2) -> None:
        self.variants = VariantChoices(sideways_limit=5), VariantChoices()
        self.compare = widgets.Checkbox(True, description="compare with the second")
        self.strengths = _several(_SIMULATIONS, (100, 300))
        self.pairs = choice("pairs a point", (25, 50, 100, 200, 400, 1_200), 50)
        self.title = _text("my-lab", "save as")
        self.kept = _menu("open", {})
        self.keep = widgets.Button(description="Save", icon="save")
        self.export = widgets.Button(description="Export", icon="download")
        rules = [x for v in self.variants for x in (v.name, *v.rules.values())]
        more = (self.compare, self.strengths, self.pairs, self.title)
        super().__init__((*rules, *more), folder, workers)
        self._list_kept()
        self.keep.on_click(lambda _: self._write(lambda: [self.save()]))
        self.export.on_click(lambda _: self._write(self.save_all))
        self.kept.observe(lambda change: self.open(change["new"]), "value")
        files = widgets.HBox([self.keep, self.export])
        settings = widgets.VBox([*more, self.kept, files])
        tables = widgets.HBox([*self.variants, settings])
        tables.layout.flex_flow = "row wrap"
        self.controls = Live([tables, self.run_box])

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
        }

    def experiment(self) -> Experiment:
        """Return the experiment that the choices stand for."""
        return on_variants(**self.page())

    @property
    def command(self) -> str:
        """Return the command that plays the saved experiment, or goes on with it."""
        words = ("foxkit", "run", self._path("json"), "--to", self.folder)
        return shlex.join(map(str, words))

    def frame(self) -> pd.DataFrame:
        """Return the points of the choices so far, one row each, as they are drawn."""
        rows = [
            {"variant": title, "simulations": int(n)} | point.estimate._asdict()
            for name, point in self.points.items()
            for title, _, n in [name.rpartition(" n=")]
        ]
        return pd.DataFrame(rows).rename(columns={"n": "pairs"})

    def picture(self) -> Drawing:
        """Return the sheep's win rate against simulations, one curve a variant."""
        return curve(
            self.frame(),
            "simulations",
            "estimate",
            by="variant",
            log=True,
            title=self.title.value,
            xlabel="simulations of both sides",
            ylabel="sheep win rate",
        )

    def finding(self) -> str:
        """Return the differences between two variants, with their intervals."""
        found = {name: point.estimate for name, point in self.points.items()}
        if not self.compare.value or not found:
            return ""
        one, other = (each.name.value for each in self.variants)
        parts = []
        for n in sorted(self.strengths.value):
            less = difference(found[f"{one} n={n}"], found[f"{other} n={n}"])
            points = [f"{100 * x:+.1f}" for x in less[:3]]
            parts.append(f"{points[0]} points ({points[1]} to {points[2]}) at {n:,}")
        return escape(f"{one} less {other}: {', '.join(parts)} simulations.")

    def save(self) -> Path:
        """Write the choices to a small file in the folder; return its path.

        ValueError where an export of other choices has that name: its figure and data
        would be left beside rules that are not theirs.
        """
        self.experiment()
        data = self._path("csv")
        if data.exists() and self._kept_page() != self.page():
            raise ValueError(
                f"{data.name} holds games of other choices: save these under another "
                "name, or play and export them"
            )
        return self._save()

    def _save(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path("json")
        path.write_text(json.dumps(self.page(), indent=1) + "\n", encoding="utf-8")
        self._list_kept()
        return path

    def _kept_page(self) -> dict[str, Any] | None:
        """Return the choices that are kept under the present name, None if none are."""
        path = self._path("json")
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def open(self, path: Path | None) -> None:
        """Take the choices over from a saved file."""
        if path is None:
            return
        page = json.loads(path.read_text(encoding="utf-8"))
        self.title.value, self.pairs.value = page["name"], page["pairs"]
        self.strengths.value = page["simulations"]
        self.compare.value = len(page["variants"]) > 1
        for each, (name, variant) in zip(
            self.variants, page["variants"].items(), strict=False
        ):
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
        drawing, frame = self.picture(), self.frame()
        found = [self._save(), *(self._path(kind) for kind in ("svg", "png", "csv"))]
        for path in found[1:3]:
            drawing.save(path)
        frame.round(6).to_csv(found[3], index=False)
        return found

    def tell(self, *paths: Path) -> None:
        """Say what was written, and the command that makes it again."""
        names = escape(", ".join(path.name for path in paths))
        said = f"{names} written. Again: <code>{escape(self.command)}</code>"
        self.words.value = said

    def _write(self, files: Callable[[], list[Path]]) -> None:
        """Write files and tell which, or why they cannot be written."""
        try:
            self.tell(*files())
        except ValueError as error:
            self.words.value = escape(str(error))

    def _busy(self, busy: bool) -> None:
        """While games are played, keep the choices, and figure and data in step."""
        super()._busy(busy)
        self.kept.disabled = self.export.disabled = busy

    def _path(self, kind: str) -> Path:
        return self.folder / f"{self.title.value}.lab.{kind}"

    def _list_kept(self) -> None:
        found = sorted(self.folder.glob("*.lab.json"))
        self.kept.options = {"": None} | {path.name: path for path in found}
