"""A reader's own variants of the Fox Game under names, and an experiment on them.

An experiment is a small JSON file of the form below; `foxkit run FILE.json` plays it.
Fields are those of `FoxGame.FIELDS`; `fox_start` is a list of two points.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foxkit.documents.fox_game import copies
from foxkit.lab.experiment import Experiment, Stop
from foxkit.rules.fields import varied
from foxkit.rules.fox_game import FoxGame

FORM = (
    '{"name": text, "variants": {name: {field: value}}, '
    '"simulations": [whole numbers], "pairs": whole number}'
)
Variant = Mapping[str, Any]
_LONGEST = 100  # letters of a name, which is a file's
_MOST = 10**9  # simulations, or pairs


def named(variant: str, simulations: int) -> str:
    """Return what the match of a variant between agents of some strength is called."""
    return f"{variant} n={simulations}"


def on_variants(
    name: str, variants: Mapping[str, Variant], simulations: list[int], pairs: int
) -> Experiment:
    """Return an experiment: each variant, at each strength, agents against copies."""
    numbers = [*simulations, pairs]
    whole = {*map(type, numbers)} == {int} and 0 < min(numbers) <= max(numbers) <= _MOST
    if not variants or not simulations or not whole:
        raise ValueError("an experiment needs variants, simulations and pairs above 0")
    readable = 0 < len(name) <= _LONGEST and name.isprintable()
    if not readable or Path(name).name != name:
        raise ValueError(f"{name[:_LONGEST]!r} cannot be the name of a file")
    matches = tuple(
        copies(named(title, n), varied(FoxGame, variant), n)
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
        deep = isinstance(error, RecursionError)
        why = "it is nested too deeply" if deep else error
        raise ValueError(f"{path} cannot be read: {why}") from None
    try:
        return on_variants(**page)
    except (AttributeError, TypeError):
        raise ValueError(
            f"{path} is no experiment on variants, of the form {FORM}"
        ) from None
