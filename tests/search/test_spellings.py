"""The normal form of Python's syntax is the same on every Python."""

import json

import pytest
import spellings

from foxkit.lab.syntax import Normalizer, Scopes

HELD = json.loads(spellings.FIXTURE.read_text(encoding="utf-8"))
"""As Python 3.14 says it; 3.11, 3.12 and 3.13 were asked, too, and say the same."""


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_this_python_says_what_every_other_says() -> None:
    found = spellings.forms()
    assert len(found) > 40
    assert found == {source: HELD["forms"][source] for source in found}


def test_each_function_is_found_in_the_syntax_it_was_compiled_from() -> None:
    assert spellings.functions() == HELD["functions"]


@pytest.mark.parametrize(
    "sources",
    [
        ("f(x)", "f(x=1)"),
        ("a.b", "a.c"),
        ("f'{x}'", "f'{x!r}'"),
        ("f'{x}'", "f'{x:>2}'"),
        ("x = 1", "x = 1.0"),
        ("x = '1'", "x = b'1'"),
        ("x = None", "x = ..."),
        ("x = -1", "x = 1"),
        ("return_ = 1", "return_ = True"),
        ("def f(a): pass", "def f(*a): pass"),
        ("def f(a, b): pass", "def f(a, /, b): pass"),
        ("lambda: None", "lambda: 0"),
        ("[x for x in y]", "(x for x in y)"),
        ("x = yield", "x = yield None"),
        ("match x:\n case None: 1", "match x:\n case True: 1"),
        ("a[1:]", "a[:1]"),
        ("import a.b", "import a.b as a"),
        ("from . import a", "from .. import a"),
    ],
)
def test_what_means_another_thing_has_another_form(sources: tuple[str, str]) -> None:
    import ast

    one, other = (
        Normalizer().normal_form(ast.parse(each), Scopes()) for each in sources
    )
    assert one != other
