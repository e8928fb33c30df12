"""A reader's own variants of the Fox Game under names, and an experiment on them.

An experiment is a small JSON file of the form below; `foxkit run FILE.json` plays it.
Fields are those of `FoxGame.FIELDS`; points are a list of names.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from foxkit.documents.fox_game import copies
from foxkit.lab.experiment import Experiment, Match, Stop
from foxkit.rules.fields import varied
from foxkit.rules.fox_game import FoxGame

FORM = (
    '{"name": text, "variants": {name: {field: value}}, '
    '"simulations": [whole numbers], "pairs": whole number}, '
    'and if wanted "cutoffs" and "sheep": [whole numbers]'
)
Variant = Mapping[str, Any]
_LONGEST = 100  # letters of a name, which is a file's
_MOST = 10**9  # simulations, or pairs


class Place(NamedTuple):
    """What a match of a variant is played with; no sheep: the variant's own number."""

    variant: str
    simulations: int
    cutoff: int = 0
    sheep: int | None = None

    @property
    def where(self) -> str:
        """Return all but the variant."""
        cutoff = f" cutoff={self.cutoff}" if self.cutoff else ""
        sheep = f" sheep={self.sheep}" if self.sheep else ""
        return f"n={self.simulations}{cutoff}{sheep}"

    def __str__(self) -> str:
        return f"{self.variant} {self.where}"


def places(
    variants: Iterable[str],
    simulations: Iterable[int],
    cutoffs: Iterable[int] = (0,),
    sheep: Iterable[int] = (),
) -> list[Place]:
    """Return every combination, the variants side by side."""
    flocks: Sequence[int | None] = sorted({*sheep}) or [None]
    numbers = product(sorted({*simulations}), sorted({*cutoffs}), flocks)
    return [Place(v, *at) for at in numbers for v in variants]


def _match(place: Place, variant: Variant) -> Match:
    own = {} if place.sheep is None else {"sheep": place.sheep}
    game = varied(FoxGame, {**variant, **own})
    return copies(f"{place}", game, place.simulations, cutoff=place.cutoff)


def on_variants(
    name: str,
    variants: Mapping[str, Variant],
    simulations: list[int],
    pairs: int,
    cutoffs: Sequence[int] = (0,),
    sheep: Sequence[int] = (),
) -> Experiment:
    """Return an experiment: each variant, agents against copies of themselves.

    Args:
        name: of the file of its results.
        variants: name -> the rules that differ from the usual ones.
        simulations: of both sides, a match for each.
        pairs: of games, at most.
        cutoffs: of both sides, a match for each; -1 plays out.
        sheep: at the start, a match for each; if there are none, as the variant says.
    """
    if {*map(type, (*cutoffs, *sheep))} - {int} or not cutoffs or min(cutoffs) < -1:
        raise ValueError("cutoffs are whole numbers from -1, and sheep whole numbers")
    numbers = [*simulations, pairs]
    whole = {*map(type, numbers)} == {int} and 0 < min(numbers) <= max(numbers) <= _MOST
    if not variants or not simulations or not whole:
        raise ValueError("an experiment needs variants, simulations and pairs above 0")
    readable = 0 < len(name) <= _LONGEST and name.isprintable()
    if not readable or Path(name).name != name:
        raise ValueError(f"{name[:_LONGEST]!r} cannot be the name of a file")
    every = places(variants, simulations, cutoffs, sheep)
    matches = tuple(_match(place, variants[place.variant]) for place in every)
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
