"""The reference of all public names, `docs/API.md`, made from their docstrings.

    python -m foxkit.site.reference

Signatures come from the code, and what a docstring says of parameters, errors and
examples from griffe, which reads it. A test runs each example, and compares the file
with what this module writes.
"""

import inspect
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import griffe

import foxkit
from foxkit.data import write_whole
from foxkit.site.chapters import ROOT

FILE = ROOT / "docs" / "API.md"
GROUPS = {
    "lab": "Play and measure",
    "view": "Draw and look",
    "games": "Games",
    "core": "Positions",
    "players": "Players",
    "search": "Searches",
    "solvers": "Exact answers",
    "exercises": "Exercises",
    "testing": "Rules of your own",
}
"""The headings, by the folder or the module in which a name is defined."""
_HEAD = """\
# Reference: every public name

Each name comes from `foxkit`, and each example runs as it stands after
`from foxkit import *`. The page is made from the docstrings, so that `help(play)` in a
notebook shows the same text.
"""
_LONGEST = 30  # characters of a default value in a signature


def reference() -> str:
    """The whole page as Markdown."""
    parts = [_HEAD, *_contents()]
    for room, heading in GROUPS.items():
        parts.append(f"## {heading}")
        for name in _names(room):
            parts += _entry(name)
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _names(room: str) -> list[str]:
    """The public names that a room of the package defines, in alphabetical order."""
    return sorted(
        (name for name in dir(foxkit) if _room(name) == room), key=str.casefold
    )


def _room(name: str) -> str:
    value = getattr(foxkit, name)
    module = getattr(value, "__module__", None) or "foxkit.lab.play"  # `games`
    return module.split(".")[1]


def _contents() -> Iterator[str]:
    for room, heading in GROUPS.items():
        links = (f"[`{name}`](#{name})" for name in _names(room))
        yield f"**{heading}:** {' · '.join(links)}"


def _entry(name: str) -> Iterator[str]:
    """The Markdown of one name: signature, text, parameters, errors, examples."""
    value = getattr(foxkit, name)
    called = value.__call__ if inspect.ismodule(value) else value
    yield f'<a id="{name}"></a>\n\n### `{name}`'
    yield f"```python\n{_signature(name, called)}\n```"
    for section in _sections(called):
        yield from _section(section)
    if inspect.isclass(value):
        yield from _methods(value)


def _sections(value: Any) -> list[griffe.DocstringSection]:
    text = inspect.getdoc(value) or ""
    return griffe.Docstring(text, lineno=1).parse("google", warnings=False)


def _section(section: griffe.DocstringSection) -> Iterator[str]:
    """The Markdown of one section of a docstring."""
    kind = section.kind.value
    if kind == "text":
        yield from _prose(section.value)
    elif kind == "examples":
        yield "\n".join(str(text) for _, text in section.value).join(_FENCE)
    elif kind in ("returns", "yields"):
        yield f"**{kind.capitalize()}:** {_cell(section.value[0].description)}"
    elif kind in _TABLES:
        title, label = _TABLES[kind]
        rows = (f"| `{label(x)}` | {_cell(x.description)} |" for x in section.value)
        yield "\n".join([f"| {title} | |", "|---|---|", *rows])
    else:
        raise ValueError(f"the reference has no form for a section of {kind}")


_FENCE = "```python\n", "\n```"
_TABLES = {
    "parameters": ("Parameter", lambda x: x.name),
    "attributes": ("Attribute", lambda x: x.name),
    "raises": ("Raises", lambda x: x.annotation),
}


def _prose(text: str) -> Iterator[str]:
    """Paragraphs, with examples and indented lines as code."""
    for part in dedent(text).split("\n\n"):
        if part.lstrip().startswith(">>>"):
            yield f"```python\n{dedent(part)}\n```"
        elif part.startswith("    "):
            yield f"```text\n{dedent(part)}\n```"
        else:
            yield part


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _signature(name: str, value: Any) -> str:
    """A name with its parameters; of the defaults those that can be read."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return name
    shown = [_parameter(each) for each in parameters if each.name != "self"]
    if (stars := _first_keyword(parameters)) is not None:
        shown.insert(stars, "*")
    line = f"{name}({', '.join(shown)})"
    if len(line) <= 88:
        return line
    lines = "".join(f"    {each},\n" for each in shown)
    return f"{name}(\n{lines})"


def _parameter(parameter: inspect.Parameter) -> str:
    starred = parameter.kind is parameter.VAR_POSITIONAL
    stars = "*" if starred else "**" * (parameter.kind is parameter.VAR_KEYWORD)
    text = stars + parameter.name
    if parameter.default is parameter.empty:
        return text
    default = repr(parameter.default)
    return f"{text}={default if len(default) <= _LONGEST else '…'}"


def _first_keyword(parameters: Any) -> int | None:
    """Where a `*` stands: before the first parameter that is given by its name."""
    kinds = [each.kind for each in parameters if each.name != "self"]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return None
    keyword = inspect.Parameter.KEYWORD_ONLY
    return kinds.index(keyword) if keyword in kinds else None


def _methods(kind: type) -> Iterator[str]:
    """A table of what a class can do: its documented methods and properties."""
    rows = []
    for name, member in inspect.getmembers(kind):
        if name.startswith("_") or hasattr(tuple, name) or not inspect.getdoc(member):
            continue
        if inspect.isfunction(member) or inspect.ismethod(member):
            label = _signature(name, member).replace("\n", "").replace("    ", " ")
        elif isinstance(member, property):
            label = name
        else:
            continue
        first = (inspect.getdoc(member) or "").split("\n\n")[0]
        rows.append(f"| `{_cell(label)}` | {_cell(first)} |")
    if rows:
        yield "\n".join(["| Method or property | |", "|---|---|", *rows])


if __name__ == "__main__":
    write_whole(FILE, reference().encode())
