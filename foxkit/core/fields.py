"""The rules of a game as data: default, name in words, and allowed values of each.

A game declares each of its fields once, where its class names it:

    class _Rules(NamedTuple):
        sheep: int = rule(20, "sheep", range(1, 21), "How many there are at the start.")

To a type checker that is an int with a default. `checked` makes a mapping `FIELDS` of
the declarations, tells them in the class's documentation, and refuses every game whose
values they do not allow; the balance lab makes its controls from them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from textwrap import dedent, fill
from typing import Any, TypeAlias, TypeVar, cast

from foxkit.core.arguments import as_whole
from foxkit.core.generic import compared_by_class
from foxkit.core.quoting import as_call, quoted, unknown_name

_MAX_POINTS_NAMED = 4  # points that are named one by one
_DEAL_FIELDS = ("deal", "seed")  # hands and maps are no rules
_Kind = TypeVar("_Kind", bound=type)


@dataclass(frozen=True)
class RuleField:
    """A rule that is a whole number.

    Attributes:
        default: its value where none is given.
        label: what the rule is called.
        values: the numbers that are allowed: a range, or each with its meaning.
        help: what the label and the values leave open.
    """

    default: int
    label: str
    values: range | Mapping[int, str]
    help: str = ""

    @property
    def allowed(self) -> str:
        """The allowed values in words, such as `a whole number from 1 to 20`."""
        if isinstance(self.values, range):
            first, last, step = self.values[0], self.values[-1], self.values.step
            even = f" in steps of {step}" if step > 1 else ""
            return f"a whole number from {first} to {last}{even}"
        return " or ".join(f"{n} ({words})" for n, words in self.values.items())

    @property
    def allowed_short(self) -> str:
        """The same as `allowed`; that of `PointSetField` has fewer words."""
        return self.allowed

    def allows(self, value: Any) -> bool:
        """Whether a value is allowed."""
        number = as_whole(value)
        return number is not None and number in self.values

    def to_int(self, value: Any) -> int:
        """An allowed value as an int."""
        return int(value)

    def as_source(self, value: int) -> int:
        """The value as a reader would write it."""
        return value

    def in_words(self, value: int) -> str:
        """The rule with a value, such as `captures optional`."""
        named = not isinstance(self.values, range)
        return f"{self.label} {self.values[value] if named else value}"


@dataclass(frozen=True)
class PointSetField:
    """A rule that is a set of points: their names, or the game's own number.

    Names are a list, or a text with spaces between them.

    Attributes:
        default: the set where none is given, as the game's number.
        label: what the rule is called.
        places: the points that may be in the set: name -> its bit.
        counts: how many points a set may have.
        offered: sets to choose from where there is no room for a board, the default
            first.
        help: what the label leaves open.
    """

    default: int
    label: str
    places: Mapping[str, int]
    counts: range
    offered: Sequence[Sequence[str]] = ()
    help: str = ""

    @property
    def allowed(self) -> str:
        """How many points are allowed, and the names of all of them."""
        number = f"{self.counts[0]} to {self.counts[-1]}"
        return f"a list of {number} points of {', '.join(self.places)}"

    @property
    def allowed_short(self) -> str:
        """The number of points that is allowed, with some of their names."""
        first, second, *_, last = self.places
        number = f"{self.counts[0]} to {self.counts[-1]}"
        return f"{number} points of {first}, {second}, … {last}"

    def allows(self, value: Any) -> bool:
        """Whether a value, names or the game's number, is an allowed set."""
        if not isinstance(value, str | list | tuple) and as_whole(value) is None:
            return False
        names = self.names(value)
        known = [name for name in self.places if name in names]
        return len(known) == len(names) and len(known) in self.counts

    def names(self, value: Any) -> list[str]:
        """The names of a set's points, and `elsewhere` for bits that are no point."""
        if isinstance(value, str | list | tuple):
            return value.split() if isinstance(value, str) else [*value]
        names = [name for name, bit in self.places.items() if int(value) & bit]
        return names if self.to_int(names) == value else [*names, "elsewhere"]

    def to_int(self, value: Any) -> int:
        """An allowed value as the game's number."""
        if (number := as_whole(value)) is not None:
            return number
        return sum(self.places[name] for name in self.names(value))

    def as_source(self, value: int) -> str:
        """The value as a reader would write it: the names, with spaces between."""
        return " ".join(self.names(value))

    def in_words(self, value: int) -> str:
        """The rule with a value, such as `fox start 40 46`."""
        names = self.names(value)
        words = (
            " ".join(names)
            if len(names) <= _MAX_POINTS_NAMED
            else f"{len(names)} points"
        )
        return f"{self.label.partition(' (')[0]} {words}"


Fields: TypeAlias = Mapping[str, RuleField | PointSetField]
"""The rules of a game by name, in their order."""


def rule(
    default: int, label: str, values: range | Mapping[int, str], help: str = ""
) -> int:
    """The declaration of a rule that is a whole number, see `RuleField`."""
    return cast(int, RuleField(default, label, values, help))


def point_set_rule(
    default: int,
    label: str,
    places: Mapping[str, int],
    counts: range,
    offered: Sequence[Sequence[str]] = (),
    help: str = "",
) -> int:
    """The declaration of a rule that is a set of points, see `PointSetField`."""
    return cast(int, PointSetField(default, label, places, counts, offered, help))


def _field_help(name: str, field: RuleField | PointSetField) -> str:
    """The paragraph on a field for its class's docstring."""
    if isinstance(field, PointSetField):
        default = " ".join(field.names(field.default)) or "none"
    else:
        default = str(field.default)
    allowed = f"{field.allowed_short}; by default {default}"
    text = f"{name}: {field.label}; {allowed}. {field.help}"
    return fill(text.strip(), 88, initial_indent=" " * 4, subsequent_indent=" " * 8)


def checked(rules_class: _Kind) -> _Kind:
    """Make a class with declared fields refuse, with a ValueError, all other values.

    Each field's default is a declaration (`rule`, `point_set_rule`), which completes
    the class's documentation. A value must be allowed by it, points by their names too;
    what cannot go together a method `conflicts` lists. That holds for `_replace`, and
    for what is unpickled. The class is `compared_by_class`.
    """
    rules: Any = rules_class
    plain, fields = rules.__new__, rules._field_defaults
    rules.FIELDS = fields
    rules._field_defaults = {name: each.default for name, each in fields.items()}
    plain.__defaults__ = tuple(rules._field_defaults.values())
    help_by_field = {name: _field_help(name, each) for name, each in fields.items()}
    first, _, rest_of_docstring = (rules.__doc__ or "").partition("\n")
    text = f"{first}\n{dedent(rest_of_docstring)}".strip()
    rules.__doc__ = "\n".join([f"{text}\n\nAttributes:", *help_by_field.values()])
    for name, said in help_by_field.items():
        getattr(rules, name).__doc__ = said.strip()

    @wraps(plain)
    def new(cls: Any, *values: Any, **named: Any) -> Any:
        if others := [name for name in named if name not in fields]:
            said = unknown_name("rule", others[0], fields)
            raise TypeError(f"{cls.__name__} has {said}")
        given = plain(cls, *values, **named)._asdict()
        wrong = [
            f"{name} is {fields[name].allowed}, not {quoted(value)}"
            for name, value in given.items()
            if not fields[name].allows(value)
        ]
        if not wrong:
            game = plain(cls, **{n: fields[n].to_int(v) for n, v in given.items()})
            wrong = game.conflicts() if hasattr(cls, "conflicts") else []
        if wrong:
            raise ValueError("; ".join(wrong))
        return game

    rules.__new__, rules._make = new, classmethod(lambda cls, values: cls(*values))
    rules.__repr__ = short_repr
    return compared_by_class(rules_class)


def short_repr(game: Any) -> str:
    """A game as Python writes it, with the rules that differ from the defaults."""
    fields, default = game.FIELDS, game._field_defaults
    return as_call(
        type(game).__name__,
        **{
            name: fields[name].as_source(value)
            for name, value in game._asdict().items()
            if value != default[name]
        },
    )


def _changed_rules(game: Any) -> dict[str, Any]:
    """The rules in which a game differs from its class's defaults, and their values."""
    default, values = type(game)()._asdict(), game._asdict()
    return {
        name: value
        for name, value in values.items()
        if name not in _DEAL_FIELDS and value != default[name]
    }


def changes_in_words(game: Any) -> str:
    """In words, where a game's rules differ from the defaults; "" if nowhere.

    >>> from foxkit.games.fox_game.rules import FoxGame
    >>> changes_in_words(FoxGame(sheep=18, catchable=0))
    'sheep 18, foxes are safe'
    """
    changed = _changed_rules(game).items()
    return ", ".join(game.FIELDS[name].in_words(value) for name, value in changed)


def variant_of(game: Any) -> str:
    """The variant whose rules a game has, the one with most of them; or ""."""
    changed, variants = _changed_rules(game).items(), game.VARIANTS
    fits = (name for name, rules in variants.items() if changed >= rules.items())
    return max(fits, key=lambda name: len(variants[name]), default="")


def game_with(cls: Any, changes: Mapping[str, Any]) -> Any:
    """The game of a class's default rules, with some of its fields changed.

    Raises:
        ValueError: names every field that is wrong and what is allowed.
    """
    known = ", ".join(cls.FIELDS)
    wrong = [
        f"{quoted(name)} is no rule of {cls.NAME}; rules are {known}"
        for name in changes
        if name not in cls.FIELDS
    ]
    if wrong:
        raise ValueError("; ".join(wrong))
    game = cls(**changes)
    game.start()  # ValueError where no map is found
    return game
