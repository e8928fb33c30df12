"""A reader's own variants of the Fox Game under names, and an experiment on them.

An experiment is a small JSON file of the form below; `foxkit run FILE.json` plays it.
Fields are those of `FoxGame`; `fox_start` is a list of two points.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foxkit.documents.fox_game import copies
from foxkit.lab.experiment import Experiment, Stop
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import FLOCK
from foxkit.rules.fox_game_text import POINTS, bits

FORM = (
    '{"name": text, "variants": {name: {field: value}}, '
    '"simulations": [whole numbers], "pairs": whole number}'
)
Variant = Mapping[str, Any]
_LARGEST = {"sideways_limit": 1_000, "diagonals": 2, "sheep": 20, "target": 9}
_SMALLEST = {"sideways_limit": 1, "sheep": 17, "target": 1}


def fox_game(variant: Variant) -> FoxGame:
    """Return the rules of a variant; ValueError names every field that is wrong."""
    wrong = [text for field, value in variant.items() if (text := _fault(field, value))]
    if wrong:
        raise ValueError("; ".join(wrong))
    start = {"fox_start": bits(variant["fox_start"])} if "fox_start" in variant else {}
    return FoxGame()._replace(**(dict(variant) | start))


def _fault(field: str, value: Any) -> str:
    """Return what is wrong with one field of a variant, empty if nothing is."""
    if field not in FoxGame._fields:
        return f"no field {field!r}; there are {', '.join(FoxGame._fields)}"
    if field == "fox_start":
        free = [point for point in POINTS if not bits([point]) & FLOCK]
        if len(set(value)) == 2 and set(value) <= {*free}:
            return ""
        return f"foxes start on two points of {', '.join(free)}, not on {value!r}"
    low, high = _SMALLEST.get(field, 0), _LARGEST.get(field, 1)
    if type(value) is int and low <= value <= high:
        return ""
    return f"{field} is a whole number from {low} to {high}, not {value!r}"


def on_variants(
    name: str, variants: Mapping[str, Variant], simulations: list[int], pairs: int
) -> Experiment:
    """Return an experiment: each variant, at each strength, agents against copies."""
    numbers = [*simulations, pairs]
    whole = {*map(type, numbers)} == {int} and min(numbers) > 0
    if not variants or not simulations or not whole:
        raise ValueError("an experiment needs variants, simulations and pairs above 0")
    if Path(name).name != name or name in ("", ".."):
        raise ValueError(f"{name!r} cannot be the name of a file")
    matches = tuple(
        copies(f"{title} n={n}", fox_game(variant), n)
        for n in sorted(set(simulations))
        for title, variant in variants.items()
    )
    stop = Stop(pairs, least=50, of="first")
    return Experiment(name, f"Sheep win rate: {name}", matches, stop, seed=1, chunk=5)


def read(path: Path) -> Experiment:
    """Return the experiment of a file; ValueError says what is wrong with it."""
    try:
        page = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from None
    try:
        return on_variants(**page)
    except (AttributeError, TypeError):
        raise ValueError(
            f"{path} is no experiment on variants, of the form {FORM}"
        ) from None
