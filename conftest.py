"""Examples in docstrings run once, in the place where a reader would run them."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

import foxkit
from foxkit.site.reference import value_named


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[Any], list[Any]]:
    """Look for examples only in files that have some: others need no import."""
    found = yield
    if file_path.suffix != ".py" or ">>>" in file_path.read_text(encoding="utf-8"):
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out the examples of public names, which stand after `import *`.

    `tests/site/test_api_reference.py` runs them so, with a folder of games of its own.
    """
    public = {
        (value.__module__, value.__qualname__)
        for value in map(value_named, dir(foxkit))
    }
    public.add(("foxkit.games", "_Games.__call__"))
    names = {f"{module}.{name}" for module, name in public}
    left_out = [
        x for x in items if isinstance(x, pytest.DoctestItem) and x.name in names
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
