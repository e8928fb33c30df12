"""What the rules of a game are called in words, and the values that each may have.

A game's class has a mapping `FIELDS` from the names of its fields to these. Panels make
their controls from it, and whatever reads rules from a file is checked against it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_FEW = 4  # points that are named one by one
_DRAWN = ("deal", "seed")  # hands and maps are no rules


@dataclass(frozen=True)
class Field:
    """A rule that is a whole number, of a range or each with a meaning in words."""

    label: str
    values: range | Mapping[int, str]

    def fault(self, value: Any) -> str:
        """Return which values are allowed, empty if `value` is one of them."""
        if type(value) is int and value in self.values:
            return ""
        if isinstance(self.values, range):
            first, last, step = self.values[0], self.values[-1], self.values.step
            even = f" in steps of {step}" if step > 1 else ""
            return f"a whole number from {first} to {last}{even}"
        return " or ".join(f"{n} ({words})" for n, words in self.values.items())

    def number(self, value: Any) -> int:
        """Return the number that the game's field holds for an allowed value."""
        return int(value)

    def words(self, value: int) -> str:
        """Return the rule with a value, such as `captures optional`."""
        named = not isinstance(self.values, range)
        return f"{self.label} {self.values[value] if named else value}"


@dataclass(frozen=True)
class Points:
    """A rule that is a set of points: a list of their names, or the game's own number.

    Attributes:
        label: what the rule is called.
        places: the points that may be in the set: name -> its bit.
        counts: how many points a set may have.
        offered: sets to choose from where there is no room for a board, the usual
            one first.
    """

    label: str
    places: Mapping[str, int]
    counts: range
    offered: tuple[tuple[str, ...], ...] = ()

    def fault(self, value: Any) -> str:
        """Return which values are allowed, empty if `value` is one of them."""
        if type(value) is int or (
            isinstance(value, list | tuple) and self._fits(value)
        ):
            return ""
        fewest, most = self.counts[0], self.counts[-1]
        number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        return f"a list of {number} points of {', '.join(self.places)}"

    def _fits(self, names: list[Any] | tuple[Any, ...]) -> bool:
        known = [name for name in self.places if name in names]
        return len(known) == len(names) and len(known) in self.counts

    def number(self, value: Any) -> int:
        """Return the number that the game's field holds for an allowed value."""
        return value if type(value) is int else sum(self.places[name] for name in value)

    def words(self, value: int) -> str:
        """Return the rule with a value, such as `fox start 40 46`."""
        names = [name for name, bit in self.places.items() if value & bit]
        said = " ".join(names) if len(names) <= _FEW else f"{len(names)} points"
        return f"{self.label.partition(' (')[0]} {said}"


def changes(game: Any) -> str:
    """Return in words where a game's rules differ from the usual ones; "" if nowhere.

    >>> from foxkit.rules.fox_game import FoxGame
    >>> changes(FoxGame(sheep=18, catchable=0))
    'sheep 18, foxes are safe'
    """
    found = _unusual(game)
    return ", ".join(game.FIELDS[name].words(value) for name, value in found.items())


def variant_of(game: Any) -> str:
    """Return the variant whose rules a game has, the one with most of them; or ""."""
    own, variants = _unusual(game).items(), game.VARIANTS
    fits = (name for name, rules in variants.items() if own >= rules.items())
    return max(fits, key=lambda name: len(variants[name]), default="")


def _unusual(game: Any) -> dict[str, Any]:
    """Return the rules in which a game differs from the usual one."""
    usual, names = type(game)(), (name for name in game.FIELDS if name not in _DRAWN)
    own = {name: getattr(game, name) for name in names}
    return {name: value for name, value in own.items() if value != getattr(usual, name)}


def varied(kind: Any, changes: Mapping[str, Any]) -> Any:
    """Return the usual game of a class with some of its fields changed.

    Raises:
        ValueError: names every field that is wrong and what is allowed.
    """
    wrong, rules = [], kind.FIELDS
    for name, value in changes.items():
        if name not in rules:
            known = ", ".join(rules)
            wrong.append(f"{name!r} is no rule of {kind.NAME}; rules are {known}")
        elif allowed := rules[name].fault(value):
            wrong.append(f"{name} is {allowed}, not {value!r}")
    if wrong:
        raise ValueError("; ".join(wrong))
    game = kind(**{name: rules[name].number(v) for name, v in changes.items()})
    game.start()  # ValueError for values that are no game together
    return game
