"""The data frame that `play` returns, which shows the columns that distinguish rows.

It has a module of its own, because pandas takes a second to load, and a game should
start before that.
"""

import ast
from collections.abc import Sequence
from inspect import signature
from typing import Any

import pandas as pd

import foxkit
from foxkit.core.quoting import quoted
from foxkit.lab.code import field_values, nested_values_with_fields
from foxkit.lab.match import Match
from foxkit.lab.rows import CALL_KEY, HIDDEN_KEY, MATCH_COLUMN
from foxkit.lab.syntax import parse

_MAX_LINE_LENGTH = 88  # characters of a line of code


class Rows(pd.DataFrame):
    """A data frame that shows all columns except those listed in `attrs["hidden"]`."""

    @property
    def _constructor(self) -> Any:
        return Rows

    def _without_hidden_columns(self) -> pd.DataFrame:
        """The rows without the columns that are not shown."""
        hidden = [x for x in self.attrs.get(HIDDEN_KEY, ()) if x in self.columns]
        return pd.DataFrame(self).drop(columns=hidden)

    def __repr__(self) -> str:
        return repr(self._without_hidden_columns())

    def _repr_html_(self) -> str | None:
        shown: Any = self._without_hidden_columns()
        html: str | None = shown._repr_html_()
        return html

    def to_code(self) -> str:
        """The code that makes these rows again: imports, and the call of `play`.

        What was selected or sorted stays so; columns that were added are left out.
        Functions and classes of a notebook stand there by their names.

        Raises:
            ValueError: the rows have no column `match`, or they are of several calls of
                `play` with different arguments.

        Examples:
            >>> from foxkit import FoxGame, RandomPlayer, match, play
            >>> matches = [match(FoxGame(sheep=n), RandomPlayer()) for n in (20, 18)]
            >>> rows = play(matches, max_blocks=25)
            >>> print(rows[rows["sheep"] == 18].to_code())
            from foxkit import FoxGame, RandomPlayer, match, play
            <BLANKLINE>
            rows = play(match(FoxGame(sheep=18), RandomPlayer()), max_blocks=25)
        """
        matches = [*self.get(MATCH_COLUMN, ())]
        if not matches or not all(isinstance(each, Match) for each in matches):
            raise ValueError("these rows have no code: they lack the column match")
        if CALL_KEY not in self.attrs:
            raise ValueError(
                "these rows have no code: they are not of one call of play"
            )
        from foxkit.lab.play import play  # which makes these frames

        play_parameters = signature(play).parameters
        named = [
            f"{name}={value!r}"
            for name, value in self.attrs[CALL_KEY].items()
            if value != play_parameters[name].default
        ]
        arguments = [_as_source_list([*map(repr, matches)]), *named]
        code = f"rows = play({', '.join(arguments)})"
        if len(code) > _MAX_LINE_LENGTH or "\n" in code:
            lines = "".join(f"{each},\n" for each in arguments)
            code = f"rows = play(\n{_indented(lines)})"
        return f"{_import_lines(code, matches)}\n\n{code}"


def _as_source_list(items: Sequence[str]) -> str:
    """One item alone, or the source of a list with an item a line."""
    if len(items) == 1:
        return items[0]
    lines = "".join(f"{each},\n" for each in items)
    return f"[\n{_indented(lines)}]"


def _indented(lines: str) -> str:
    """Lines of code, indented by one level."""
    return "".join(f"    {line}" for line in lines.splitlines(keepends=True))


def _import_lines(code: str, matches: Sequence[Match]) -> str:
    """The imports of what some code names: public names, and what matches consist of.

    Raises:
        ValueError: the code has something that has no name, such as a lambda.
    """
    try:
        nodes = ast.walk(parse(code))
    except SyntaxError:
        raise ValueError(f"something in {quoted(matches)} has no name") from None
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    public = named & {*dir(foxkit)}
    places = {"foxkit": public}
    parts = [*nested_values_with_fields([[x.game, *x.all_players] for x in matches])]
    functions = [x for part in parts for x in field_values(part).values()]
    for each in [*map(type, parts), *functions]:
        name, place = (getattr(each, x, "") for x in ("__name__", "__module__"))
        if name in named - public and place != "__main__":
            places.setdefault(place, set()).add(name)
    return "\n".join(
        f"from {place} import {', '.join(sorted(names))}"
        for place, names in places.items()
    )
