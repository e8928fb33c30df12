"""The cells of the Fox Game's experiments in words."""

import re
from collections.abc import Callable, Mapping

NAMES: Mapping[str, str] = {
    "recommended": "the usual rules",
    "foxes-first": "the foxes begin",
    "foxes-in-front": "foxes on the front corners",
    "no-diagonals": "no diagonal lines",
    "all-diagonals": "diagonals everywhere",
    "optional-chains": "chains are optional",
    "optional-captures": "captures are optional",
    "whole-chains": "a chain is one move",
    "foxes-safe": "foxes cannot be caught",
    "from-side": "sheep taken from one side",
    "last-sheep": "fewer than nine sheep play on",
    "textbook": "textbook expansion (the search, not the rules)",
    "target-8": "8 sheep in the pasture win",
}
"""What the cells of `readings` and `single-change` mean, where they do not say it."""


_WORDS: Mapping[str, str | Callable[[re.Match[str]], str]] = {
    "limit-": "sideways limit ",
    r"foxes-on-(\d+)-(\d+)": r"foxes start on \1 and \2",
    r" ?\bn=(\d+)": lambda found: f", {int(found[1]):,} simulations",
    r"\bnone\b": "no cutoff",
    " counts$": ", the paper's counts",
    " time$": ", equal time",
    "(?<=sheep) side$": ", from one side",
    "(?<=sheep) C=": ", C=",
    r"^\*": "",
    "^, ": "",
}
"""What parts of the names of cells mean."""


def named(cell: str) -> str:
    """Return a cell, or cells less and plus each other, in words.

    `limit-5` is `sideways limit 5`, for example.
    """
    return "".join(map(_one_named, re.split("( minus | plus )", cell)))


def _one_named(cell: str) -> str:
    rules, comma, flock = re.sub(r" (\d+ sheep)$", r", \1", cell).partition(", ")
    words = NAMES.get(rules, rules)
    for pattern, said in _WORDS.items():
        words = re.sub(pattern, said, words)
    return words + comma + flock
