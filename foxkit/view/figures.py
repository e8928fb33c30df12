"""The figures of an experiment or a study, by the name that runs it."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from foxkit.lab import results
from foxkit.view import balance_story as balance
from foxkit.view import fox_game_discussion as discussion
from foxkit.view import fox_game_story as fox_game
from foxkit.view import fox_hounds_story as fox_hounds
from foxkit.view.drawing import Drawing
from foxkit.view.plots import rate_dots
from foxkit.view.wolves_story import regret_curve, value_grid

FIGURES: Mapping[str, Callable[[], Any]] = {
    "table1": fox_game.table_1,
    "fig8": fox_game.figure_8,
    "table2": fox_game.table_2,
    "cutoff": fox_game.cutoff_curve,
    "final-choice": fox_game.final_choice,
    "fig10": fox_game.figure_10,
    "balance": discussion.balance,
    "c-by-side": discussion.c_by_side,
    "own-c": discussion.own_c,
    "surface": balance.surface,
    "readings": balance.readings,
    "single-change": balance.single_change,
    "single-change-limits": balance.limits,
    "single-change-turns": discussion.game_lengths,
    "hounds-fuzz": fox_hounds.fuzz_curves,
    "hounds-heat": fox_hounds.heat_map,
    "hounds-words": fox_hounds.rarity,
    "wolves-trios": partial(value_grid, "wolves-trios", "Three wolves, last row"),
    "wolves-map": partial(value_grid, "wolves-map", "One, two and three wolves"),
    "wolves-regret": partial(regret_curve, "wolves"),
    "wolves-regret-sheep": partial(regret_curve, "sheep"),
}
"""The pictures of the chapters; other experiments get a plain one."""

FURTHER: Mapping[str, tuple[str, ...]] = {
    "single-change": ("single-change-limits", "single-change-turns"),
    "wolves-regret": ("wolves-regret-sheep",),
}
"""The names of the figures that an experiment has beside its own."""


def figure(name: str) -> Drawing | None:
    """Draw the stored results of a name; None where there are no rates to draw."""
    if name in FIGURES:
        return FIGURES[name]()
    page = results.provenance(name)
    if not page.get("summary"):
        return None
    rates = results.rates(name, of="first")
    side = page["summary"][0]["first"]
    return rate_dots(rates, "cell", title=page["title"], xlabel=f"{side} win rate")


def write_figures(name: str, folder: Path) -> list[Path]:
    """Write each figure of a name as SVG into a folder; return the files."""
    drawn = {key: figure(key) for key in (name, *FURTHER.get(name, ()))}
    paths = {folder / f"{key}.svg": one for key, one in drawn.items() if one}
    for path, drawing in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        drawing.save(path)
    return list(paths)
