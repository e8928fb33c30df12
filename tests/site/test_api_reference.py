"""The reference holds what docstrings say, and every public name has an example."""

import doctest
import inspect
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import foxkit
from foxkit.site import reference
from foxkit.view import claims

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class WithPlainSpaces(doctest.OutputChecker):
    """Takes a space that does not break a line for any other."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got.replace("\xa0", " "), optionflags)


def test_the_page_is_made_from_todays_docstrings():
    written = reference.API_FILE.read_text(encoding="utf-8")
    assert written == reference.reference(), "run python -m foxkit.site.reference"


@pytest.mark.parametrize("name", foxkit.__all__)
def test_the_example_of_a_name_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Examples follow `from foxkit import *`, as the page says, in a cell alone."""
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    monkeypatch.setattr(claims, "_CLAIMS_OF_CELL", claims._CellClaims())
    text = inspect.getdoc(reference.value_named(name))
    names = {each: getattr(foxkit, each) for each in foxkit.__all__}
    names["__name__"] = "__main__"
    example = doctest.DocTestParser().get_doctest(text or "", names, name, name, 0)
    assert example.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(WithPlainSpaces(), False, OPTIONS)
    assert runner.run(example).failed == 0
    plt.close("all")
