"""What JupyterLab shows while a name is typed: its signature, and one line about it.

A kernel answers with IPython's completer and inspector, which are asked here directly.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import foxkit
from foxkit import FoxGame, match, paper, play
from foxkit.site.reference import value_named

NAMES = dir(foxkit)


@pytest.fixture(scope="module")
def shell() -> Iterator[InteractiveShell]:
    """Yield a shell in which a cell has said `from foxkit import *`."""
    shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    shell.user_ns |= {"foxkit": foxkit} | {n: getattr(foxkit, n) for n in NAMES}
    shell.Completer.jedi_compute_type_timeout = 60_000  # on a busy machine, too
    yield shell
    shell.restore_sys_module_state()


def completed(shell: InteractiveShell, text: str) -> dict[str, Any]:
    """What the completer proposes behind a text, by the words that it would put in."""
    with provisionalcompleter():
        return {
            each.text: each for each in shell.Completer.completions(text, len(text))
        }


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_completed_with_its_parameters_and_a_line(
    shell: InteractiveShell, name: str
) -> None:
    assert completed(shell, name[:-1])[name].type != "<unknown>"
    assert name in completed(shell, f"foxkit.{name[:-1]}")
    assert name in completed(shell, f"from foxkit import {name[:-1]}")
    shown = shell.inspector.info(getattr(foxkit, name), oname=name)
    signature = shown["definition"] or shown["init_definition"]
    for parameter in inspect.signature(value_named(name)).parameters:
        assert parameter in signature
    line, *more = (shown["docstring"] or shown["init_docstring"]).splitlines()
    assert line.endswith(".")
    assert not more or not more[0], "the first line stands alone"


def test_a_function_says_its_parameters_in_the_list_of_names(
    shell: InteractiveShell,
) -> None:
    functions = [n for n in NAMES if inspect.isfunction(getattr(foxkit, n))]
    assert {"play", "match", "curve"} <= {*functions}
    for name in functions:
        said = completed(shell, name)[name].signature
        for parameter in inspect.signature(getattr(foxkit, name)).parameters:
            assert parameter in said, f"{name}{said}"


def test_what_may_be_said_within_brackets_is_completed(
    shell: InteractiveShell,
) -> None:
    assert {"to=", "min_blocks=", "max_blocks="} <= {
        *completed(shell, "play([], t"),
        *completed(shell, "play([], m"),
    }
    assert "sideways_limit=" in completed(shell, "FoxGame(side")
    stored = match(FoxGame(sheep=18), paper(10_000))
    shell.user_ns["rows"] = play(stored, to=0.02, of="sheep_rate")
    assert "sheep_rate" in str(completed(shell, 'rows["sheep_r'))
    assert "to_code" in completed(shell, "rows.to_c")
