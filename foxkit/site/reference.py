"""The reference of all public names, `docs/API.md`, made from their docstrings.

    python -m foxkit.site.reference

Signatures come from the code, and what a docstring says of parameters, errors and
examples from griffe, which reads it. A test runs each example, and compares the file
with what this module writes.
"""

import inspect
from collections.abc import Iterable, Iterator
from functools import cached_property
from textwrap import dedent
from typing import Any

import griffe

import foxkit
from foxkit.core.fields import Fields
from foxkit.core.position import Game
from foxkit.data import write_whole
from foxkit.lab import play
from foxkit.site.chapters import ROOT

API_FILE = ROOT / "docs" / "API.md"
GROUPS = {
    "Play games and measure": "play match estimate games replay computed play_blocks",
    "Plots and tables": "curve dots stacked_shares grid heatmap table Folded "
    "estimate_in_words percent",
    "Boards to look at and to play on": "Board board gallery Replay Stepper BalanceLab",
    "Games and positions": "FoxGame FoxHounds BattleSheep Wolves FranksZoo HareHounds "
    "game_named Position",
    "Players": "MctsPlayer RandomPlayer GreedyPlayer FunctionPlayer Budget Opening "
    "paper FoxHeuristic",
    "Searches and exact answers": "Search iter_simulations solve advise "
    "strategy_fusion starting_cells",
    "What documents say, and verdicts": "claim compare published quotation "
    "document_titles "
    "ledger_rows findings possible_readings LedgerTable verdict_picture",
    "Exercises, and rules of your own": "check check_game",
}
"""The headings, each with the public names below it, in an order to read them in."""
_PAGE_HEAD = """\
# Reference: every public name

Each name comes from `foxkit`, and each example runs as it stands after
`from foxkit import *`. The page is made from the docstrings, so that `help(play)` in a
notebook shows the same text, and so does `play?`.

A *block* is all seatings of one seed: two games with two players. An *interval* is one
of 95 %. *Rows* are a pandas DataFrame, such as the one that `play` returns.
"""
_MAX_DEFAULT_LENGTH = 30  # characters of a default value in a signature


def reference() -> str:
    """The whole page as Markdown; ValueError unless it has each name exactly once."""
    listed = [name for names in GROUPS.values() for name in names.split()]
    if odd := {*dir(foxkit)} ^ {*listed} or len(listed) - len({*listed}):
        raise ValueError(f"GROUPS must have each public name exactly once: {odd}")
    parts = [_PAGE_HEAD, "## Contents", *_contents_lines()]
    for heading, names in GROUPS.items():
        parts.append(f"## {heading}")
        for name in names.split():
            parts += _entry_markdown(name)
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _contents_lines() -> Iterator[str]:
    """The names under each heading, each with the first sentence about it."""
    for heading, names in GROUPS.items():
        rows = (
            f"| [`{x}`](#{x}) | {_first_paragraph(value_named(x))} |"
            for x in names.split()
        )
        yield "\n".join([f"| {heading} | |", "|---|---|", *rows])


def value_named(name: str) -> Any:
    """The function or class that has a public name.

    `games` is a folder as well, the module of which hands its calls on.
    """
    value = getattr(foxkit, name)
    return play.games if inspect.ismodule(value) else value


def _first_paragraph(value: Any) -> str:
    """The first paragraph of a docstring."""
    return _cell_text((inspect.getdoc(value) or "").split("\n\n")[0])


def _entry_markdown(name: str) -> Iterator[str]:
    """The Markdown of one name: signature, text, parameters, errors, examples."""
    value = value_named(name)
    yield f'<a id="{name}"></a>\n\n### `{name}`'
    yield f"```python\n{_signature(name, value)}\n```"
    sections = _parsed_sections(value)
    fields: Fields | None = getattr(value, "FIELDS", None)
    for section in sections:
        if section.kind.value != "examples" and not (
            fields and section.kind.value == "attributes"
        ):
            yield from _section_markdown(section)
    if fields:
        yield _rules_table(fields)
    if inspect.isclass(value):
        yield from _methods_table(value)
    for section in sections:
        if section.kind.value == "examples":
            yield from _examples_markdown(section.value)
    yield f"Defined in `{value.__module__}`."


def _parsed_sections(value: Any) -> list[griffe.DocstringSection]:
    """The sections of a docstring in Google's style."""
    text = inspect.getdoc(value) or ""
    return griffe.Docstring(text, lineno=1).parse(
        "google",
        warnings=False,
        returns_multiple_items=False,
        returns_named_value=False,
    )


def _section_markdown(section: griffe.DocstringSection) -> Iterator[str]:
    """The Markdown of one section of a docstring, of any kind but examples."""
    section_kind = section.kind.value
    if section_kind == "text":
        yield from _paragraphs_markdown(section.value)
    elif section_kind in ("returns", "yields"):
        descriptions = " ".join(each.description for each in section.value)
        yield f"**{section_kind.capitalize()}:** {_cell_text(descriptions)}"
    elif section_kind in _TABLE_COLUMNS:
        title, label = _TABLE_COLUMNS[section_kind]
        rows = (
            f"| `{label(x)}` | {_cell_text(x.description)} |" for x in section.value
        )
        yield "\n".join([f"| {title} | |", "|---|---|", *rows])
    else:
        raise ValueError(f"the reference has no form for a section of {section_kind}")


def _examples_markdown(parts: Iterable[tuple[Any, str]]) -> Iterator[str]:
    """Examples with the sentences between them."""
    for part_kind, text in parts:
        is_code = part_kind is griffe.DocstringSectionKind.examples
        yield f"```python\n{text}\n```" if is_code else text


def _rules_table(fields: Fields) -> str:
    """A table of a game's rules: what each means, and which values are allowed."""
    rows = (
        f"| `{name}` | "
        f"{_cell_text(f'{each.label}: {each.allowed_short}. {each.help}')} "
        f"| `{each.as_source(each.default)!r}` |"
        for name, each in fields.items()
    )
    head = "| Rule | | Default |", "|---|---|---|"
    return "\n".join([*head, *rows])


_TABLE_COLUMNS = {
    "parameters": ("Parameter", lambda x: x.name),
    "attributes": ("Attribute", lambda x: x.name),
    "raises": ("Raises", lambda x: x.annotation),
}


def _paragraphs_markdown(text: str) -> Iterator[str]:
    """Paragraphs, with examples and indented lines as code."""
    for part in dedent(text).split("\n\n"):
        if part.lstrip().startswith(">>>"):
            yield f"```python\n{dedent(part)}\n```"
        elif part.startswith("    "):
            yield f"```text\n{dedent(part)}\n```"
        else:
            yield part


def _cell_text(text: str) -> str:
    """A text in one line, for a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")


def _signature(name: str, value: Any) -> str:
    """A name with its parameters; of the defaults those that can be read."""
    try:
        parameters = [*inspect.signature(value).parameters.values()]
    except ValueError:
        return name
    for at, rule in enumerate(getattr(value, "FIELDS", {}).values()):
        parameters[at] = parameters[at].replace(default=rule.as_source(rule.default))
    shown = [_parameter_text(each) for each in parameters if each.name != "self"]
    if (stars := _first_keyword(parameters)) is not None:
        shown.insert(stars, "*")
    line = f"{name}({', '.join(shown)})"
    if len(line) <= 88:
        return line
    lines = "".join(f"    {each},\n" for each in shown)
    return f"{name}(\n{lines})"


def _parameter_text(parameter: inspect.Parameter) -> str:
    """A parameter with its stars and its default, a long one as an ellipsis."""
    starred = parameter.kind is parameter.VAR_POSITIONAL
    stars = "*" if starred else "**" * (parameter.kind is parameter.VAR_KEYWORD)
    text = stars + parameter.name
    if parameter.default is parameter.empty:
        return text
    default = repr(parameter.default)
    return f"{text}={default if len(default) <= _MAX_DEFAULT_LENGTH else '…'}"


def _first_keyword(parameters: Any) -> int | None:
    """The index of the first parameter that is given by its name only."""
    kinds = [each.kind for each in parameters if each.name != "self"]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return None
    keyword = inspect.Parameter.KEYWORD_ONLY
    return kinds.index(keyword) if keyword in kinds else None


def _methods_table(cls: type) -> Iterator[str]:
    """A table of what a class can do: its methods and properties.

    What the class of a game does not explain, the protocol of games does.
    """
    rows = []
    for name, member in inspect.getmembers(cls):
        if name.startswith("_") or hasattr(tuple, name):
            continue
        if not inspect.getdoc(member):
            member = getattr(Game, name, None)
        if inspect.isfunction(member) or inspect.ismethod(member):
            label = _signature(name, member).replace("\n", "").replace("    ", " ")
        elif isinstance(member, property | cached_property):
            label = name
        else:
            continue
        rows.append(f"| `{_cell_text(label)}` | {_first_paragraph(member)} |")
    if rows:
        yield "\n".join(["| Method or property | |", "|---|---|", *rows])


if __name__ == "__main__":
    write_whole(API_FILE, reference().encode())
