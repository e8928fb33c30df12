"""The reference holds what docstrings say, and every public name has an example."""

import doctest
import inspect
from typing import Any

import matplotlib.pyplot as plt
import pytest

import foxkit
from foxkit.site import reference


def test_the_page_is_made_from_todays_docstrings():
    written = reference.FILE.read_text(encoding="utf-8")
    assert written == reference.reference(), "run python -m foxkit.site.reference"


@pytest.mark.parametrize("name", foxkit.__all__)
def test_the_example_of_a_name_runs(name: str, own_data: Any) -> None:
    """Examples follow `from foxkit import *`, as the page says."""
    value: Any = getattr(foxkit, name)
    text = inspect.getdoc(value.__call__ if inspect.ismodule(value) else value)
    names = {each: getattr(foxkit, each) for each in foxkit.__all__}
    example = doctest.DocTestParser().get_doctest(text or "", names, name, name, 0)
    assert example.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(example).failed == 0
    plt.close("all")
