"""Nothing reads a condition's name: what it was played with stands in columns.

A name that comes from a result's index, its column `condition`, or the conditions that
a published row names is followed through assignments and loops; no code may cut it up,
search in it or compare its ends. To look a condition up by its whole name is fine.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager

ROOT = Path(__file__).parents[1]
SOURCES = [
    *sorted((ROOT / "foxkit").rglob("*.py")),
    *sorted((ROOT / "notebooks").glob("*.ipynb")),
]
NAMES = {"condition", "conditions", "index"}
"""What holds names of conditions, as a variable, an attribute or a column; answers to
published rows have them as an argument that is called `named`."""
CUTS = {
    *("split", "rsplit", "partition", "rpartition", "startswith", "endswith"),
    *("removeprefix", "removesuffix", "extract", "contains", "match", "fullmatch"),
    *("search", "findall", "fnmatch", "fnmatchcase", "replace", "find", "rfind"),
}
READINGS = "self.condition.split('; ')"
"""A published row names several conditions, its readings, in one cell."""


def sources_of(path: Path) -> list[str]:
    """Return the text of a module, or of each cell of a chapter."""
    if path.suffix == ".py":
        return [path.read_text(encoding="utf-8")]
    cells = nbformat.read(path, 4).cells
    code = (cell.source for cell in cells if cell.cell_type == "code")
    return [TransformerManager().transform_cell(each) for each in code]


def is_name(node: ast.AST, known: set[str]) -> bool:
    """Tell whether an expression is made from names of conditions.

    What is looked up by a name is none.
    """
    if isinstance(node, ast.Name):
        return node.id in known
    if isinstance(node, ast.Attribute) and node.attr in NAMES:
        return True
    if isinstance(node, ast.Subscript):
        column = ast.unparse(node.slice) == "'condition'"
        return column or is_name(node.value, known)
    return any(is_name(each, known) for each in ast.iter_child_nodes(node))


def _bindings(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield targets and what is bound to them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            yield from ((target, node.value) for target in node.targets)
        elif isinstance(node, ast.For | ast.comprehension):
            yield node.target, node.iter


def names_of(tree: ast.AST) -> set[str]:
    """Return the variables of a scope that hold names of conditions."""
    given = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    known, before = {"condition", "conditions", *(given & {"named"})}, set()
    while known != before:
        before = set(known)
        for target, value in _bindings(tree):
            plain = isinstance(value, ast.Name | ast.Attribute | ast.Subscript)
            own = isinstance(target, ast.Name | ast.Tuple)  # no column of a table
            if plain and own and is_name(value, known):
                each = (n for n in ast.walk(target) if isinstance(n, ast.Name))
                known |= {n.id for n in each}
    return known


def scopes_of(source: str) -> Iterator[ast.AST]:
    """Yield the functions of a module, and what stands outside of them."""
    tree = ast.parse(source)
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    whole = (ast.FunctionDef, ast.ClassDef)
    tree.body = [node for node in tree.body if not isinstance(node, whole)]
    yield tree


def cuts(source: str) -> Iterator[str]:
    """Yield the calls that read in a name of a condition."""
    for scope in scopes_of(source):
        known = names_of(scope)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and ast.unparse(node) != READINGS:
                _, dot, called = ast.unparse(node.func).rpartition(".")
                reads = called in CUTS if dot else called.startswith("fnmatch")
                if reads and any(is_name(x, known) for x in (node.func, *node.args)):
                    yield ast.unparse(node)


@pytest.mark.parametrize(
    "source",
    [
        "rows.index.str.startswith('search')",
        "rows['condition'].str.split().str[-1]",
        "rows[rows.index.str.contains('bin')]",
        "best = [name.partition(' ')[0] for name in rows.index]",
        "re.search('n=(.*)', condition)",
        "[x for x in claim.conditions if x.endswith('n=3000')]",
        "def f(rows, named):\n for x in named:\n  y = x\n  y.removeprefix('*')",
        "words = rows.index\nkind = words.str.split().str[1]",
        "[fnmatchcase(name, 'C=*') for name in rows.index]",
    ],
)
def test_reading_a_name_is_seen(source: str) -> None:
    assert list(cuts(source))


@pytest.mark.parametrize(
    "source",
    [
        "rows.loc['845 all DOF', 'rank']",
        "words = rows.index.map(WORDS)",
        "rows['factor'].str.split()",
        "text.index('x'); text.split()",
    ],
)
def test_looking_a_name_up_is_no_reading(source: str) -> None:
    assert not list(cuts(source))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_condition_s_name_is_read(path: Path) -> None:
    assert [found for source in sources_of(path) for found in cuts(source)] == []
