"""What a piece of Python says, as plain data that is the same on every Python.

    def f(x):  # a remark            ["FunctionDef", ["args", ...], ["body", [...]],
        "What it does."        -->                   ["name", "f"]]
        return f"{x} of " "9"

No docstring, comment, place, or spelling that means nothing is left, and nothing that
one version of Python writes otherwise than another: empty fields are left out, the
pieces of a text in an f-string are one. It needs the standard library alone.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from types import CodeType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Place = tuple[Function, str]
"""A function, and the class around it, which mangles its private names."""
Resolve = Callable[[ast.expr, "Scopes"], Any]
"""What stands for a name or attribute; None where its syntax is to be kept."""
_PARSER = Lock()
_COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_UNSAID = {"ctx", "kind", "type_comment", "type_ignores"}


class Scopes:
    """The scopes around a piece of code, within the one that is read.

    Attributes:
        bound: the names of each scope, the innermost last, with whether it is a
            class's, whose names functions within it do not see.
        imported: what a name means that nothing but an import in a function binds.
        within: the class whose methods these are, which mangles private names.
    """

    def __init__(
        self,
        bound: tuple[tuple[bool, frozenset[str]], ...] = (),
        imported: dict[str, Any] | None = None,
        within: str = "",
    ) -> None:
        self.bound, self.within = bound, within
        self.imported: dict[str, Any] = imported or {}

    def inner(self, node: ast.AST, imported: dict[str, Any]) -> "Scopes":
        """The scopes in a function, class or comprehension."""
        names, outside = names_bound(node)
        hidden = {k: v for k, v in self.imported.items() if k not in names}
        kept = tuple((of_class, own - outside) for of_class, own in self.bound)
        is_class = isinstance(node, ast.ClassDef)
        within = node.name if isinstance(node, ast.ClassDef) else self.within
        seen = [x for x in kept if not x[0]]  # a class's names, in its own body alone
        return Scopes(
            (*seen, (is_class, frozenset(names - imported.keys()))),
            hidden | imported,
            within,
        )

    def binds(self, name: str) -> bool:
        """Whether a name is one of these scopes' own."""
        return any(name in names for _, names in self.bound)

    @property
    def in_class(self) -> bool:
        """Whether the innermost scope is a class's body."""
        return bool(self.bound) and self.bound[-1][0]

    def in_class_body(self, name: str) -> bool:
        """Whether a class's body binds a name, which may mean a global before."""
        return self.in_class and name in self.bound[-1][1]

    def mangled(self, name: str) -> str:
        """The name that Python looks up where `name` is written."""
        private = name.startswith("__") and not name.endswith("__")
        own = self.within.lstrip("_")
        return f"_{own}{name}" if private and own else name


def parse(source: str) -> ast.Module:
    """The syntax of a source; of threads one at a time, as Python 3.11 needs it."""
    with _PARSER:
        return ast.parse(source)


def names_bound(node: ast.AST, imports: bool = True) -> tuple[set[str], set[str]]:
    """The names that a scope binds, and those that it declares as global.

    Those that its imports bind may be left out.
    """
    names, outside, around = set[str](), set[str](), set[str]()
    if isinstance(node, Function):
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        every += [x for x in (given.vararg, given.kwarg) if x]
        names |= {each.arg for each in every}
    names |= {each.name for each in getattr(node, "type_params", [])}
    for each in _own_nodes(node):
        match each:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                names.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(each.name)
            case ast.Import() | ast.ImportFrom():
                names |= {*map(_bound, each.names)} if imports else set()
            case ast.ExceptHandler(name=str(name)):
                names.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case ast.MatchMapping(rest=str(name)):
                names.add(name)
            case ast.Global():
                outside |= {*each.names}
            case ast.Nonlocal():
                around |= {*each.names}
    return names - outside - around, outside


def imports_of(node: ast.AST) -> dict[str, tuple[Any, ast.alias]]:
    """The names in a function that an import binds, and nothing else."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return {}
    found: dict[str, set[str]] = {}
    places: dict[str, tuple[Any, ast.alias]] = {}
    for each in _own_nodes(node):
        if isinstance(each, ast.Import | ast.ImportFrom):
            for alias in each.names:
                places[_bound(alias)] = each, alias
                whole = isinstance(each, ast.Import) and not alias.asname
                same = "" if whole else f"{id(alias)}"  # `import a.b, a.c` binds `a`
                found.setdefault(_bound(alias), set()).add(same)
    names, outside = names_bound(node, imports=False)
    others = names | outside
    return {
        name: place
        for name, place in places.items()
        if len(found[name]) == 1 and name not in others
    }


def _bound(alias: ast.alias) -> str:
    """The name that an import binds."""
    return alias.asname or alias.name.partition(".")[0]


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes whose names belong to a scope, and not to one inside it."""
    waiting: list[ast.AST] = _inside(node)
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, _SCOPES):
            waiting += _outside(each)
        elif isinstance(each, _COMPREHENSION):
            waiting.append(each.generators[0].iter)
            waiting += _walrus(each)
        else:
            waiting += ast.iter_child_nodes(each)


def _inside(node: ast.AST) -> list[ast.AST]:
    """What stands in a scope, without what is evaluated around it."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, _COMPREHENSION):
        first, *others = node.generators
        heads = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return [*heads, first.target, *first.ifs, *others]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [*node.body]
    return [*ast.iter_child_nodes(node)]


def _outside(node: ast.AST) -> list[ast.AST]:
    """What of a function or class is evaluated in the scope around it."""
    found: list[ast.AST | None] = [*getattr(node, "decorator_list", [])]
    if isinstance(node, ast.ClassDef):
        found += [*node.bases, *node.keywords]
    if isinstance(node, Function):
        found += [*node.args.defaults, *node.args.kw_defaults]
    return [each for each in found if each is not None]


def _walrus(node: ast.AST) -> list[ast.AST]:
    """The targets in a comprehension that belong to the function around it."""
    return [x.target for x in ast.walk(node) if isinstance(x, ast.NamedExpr)]


class Normal:
    """The normal form of a piece of syntax.

    Args:
        resolve: says what stands for a name that is not local, and for an attribute.
        imports: what an import in a function brings, in a tuple; None if nothing.
        tell: what stands for that.
        spelling: other names of attributes and of arguments given by name.
    """

    def __init__(
        self,
        resolve: Resolve = lambda node, scopes: None,
        imports: Callable[[Any, ast.alias], tuple[Any] | None] = lambda node, name: (
            None
        ),
        tell: Callable[[Any], Any] = repr,
        spelling: dict[str, str] | None = None,
    ) -> None:
        self._resolve, self._imports, self._tell = resolve, imports, tell
        self._spelling = spelling or {}

    def function(self, node: Function, scopes: Scopes) -> Any:
        """A function's, without decorators, defaults and annotations.

        The former two are told by their values, and the latter decide nothing.
        """
        inner = self._within(node, scopes)
        name = [] if isinstance(node, ast.Lambda) else [node.name]
        body = node.body if isinstance(node.body, list) else [node.body]
        of = node.args
        given = [[x.arg for x in each] for each in (of.posonlyargs, of.args)]
        given += [[x.arg for x in of.kwonlyargs]]
        given += [[x.arg] if x else [] for x in (of.vararg, of.kwarg)]
        return [type(node).__name__, *name, given, self._each(body, inner)]

    def of(self, node: Any, scopes: Scopes) -> Any:
        """The normal form of a node, a list of nodes, or a value in one."""
        if isinstance(node, list):
            return self._each(node, scopes)
        if not isinstance(node, ast.AST):
            return plain(node)
        if isinstance(node, ast.Name | ast.Attribute):
            found = self._resolve(node, scopes)
            return self._fields(node, scopes, scopes) if found is None else found
        if isinstance(node, ast.Constant):
            return ["Constant", plain(node.value)]
        if isinstance(node, ast.JoinedStr):
            return self._text(node, scopes)
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._import(node, scopes)
        if isinstance(node, ast.AnnAssign) and not scopes.in_class:
            if node.value is None:  # it is never evaluated
                return []
            return self.of(ast.Assign([node.target], node.value), scopes)
        if isinstance(node, _SCOPES):
            return self._fields(node, scopes, self._within(node, scopes))
        if isinstance(node, _COMPREHENSION):
            return self._comprehension(node, scopes)
        return self._fields(node, scopes, scopes)

    def _within(self, node: ast.AST, scopes: Scopes) -> Scopes:
        found = {k: self._imports(*place) for k, place in imports_of(node).items()}
        return scopes.inner(node, {k: x[0] for k, x in found.items() if x is not None})

    def _fields(
        self, node: ast.AST, around: Scopes, within: Scopes, left: Iterable[str] = ()
    ) -> Any:
        """The class of a node, and its fields that are not empty, by name.

        What stands in `body` is read within the node's scope, what decorates it and
        the like around it.
        """
        found: list[Any] = []
        for name in sorted(node._fields):
            value = getattr(node, name, None)
            if name in _UNSAID or name in left or value is None or value == []:
                continue
            if isinstance(node, ast.Attribute | ast.keyword) and isinstance(value, str):
                value = self._spelling.get(value, value)
            if name == "format_spec" and not _pieces(value):
                continue
            told = self.of(value, within if name == "body" else around)
            if told != []:
                found.append([name, told])
        return [type(node).__name__, *found]

    def _each(self, nodes: list[Any], scopes: Scopes) -> list[Any]:
        """Those of several nodes that do anything."""
        told = (
            None if x is None else self.of(x, scopes) for x in nodes if not _idle(x)
        )
        return [each for each in told if each != []]

    def _text(self, node: ast.JoinedStr, scopes: Scopes) -> Any:
        """An f-string: its texts, each whole, and what stands between them."""
        pieces = _pieces(node)
        if all(isinstance(each, str) for each in pieces):
            return ["Constant", plain("".join(pieces))]
        told = (plain(x) if isinstance(x, str) else self.of(x, scopes) for x in pieces)
        return ["JoinedStr", *told]

    def _import(self, node: ast.Import | ast.ImportFrom, scopes: Scopes) -> Any:
        """An import in a function, without the names that are resolved."""
        kept = []
        for alias in node.names:
            if _bound(alias) not in scopes.imported:
                found = self._imports(node, alias)
                told = [self._tell(found[0])] if found else []
                kept.append([alias.name, alias.asname, *told])
        origin = [getattr(node, "module", None), getattr(node, "level", 0)]
        return [type(node).__name__, origin, kept] if kept else []

    def _comprehension(self, node: Any, scopes: Scopes) -> Any:
        inner = scopes.inner(node, {})
        first, *others = node.generators
        heads = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        told = [self.of(head, inner) for head in heads]
        loops = [[self.of(first.iter, scopes), *self._loop(first, inner)]]
        loops += [[self.of(x.iter, inner), *self._loop(x, inner)] for x in others]
        return [type(node).__name__, told, loops]

    def _loop(self, node: ast.comprehension, scopes: Scopes) -> list[Any]:
        return [
            self.of(node.target, scopes),
            self._each(node.ifs, scopes),
            node.is_async,
        ]


def _idle(node: Any) -> bool:
    """Whether a statement does nothing: a docstring, `pass`, `...`."""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Pass)


def _pieces(node: Any) -> list[Any]:
    """What an f-string is made of, with neighbouring texts put together."""
    if isinstance(node, ast.Constant):
        return [node.value] if node.value else []
    found: list[Any] = []
    for each in node.values:
        inner = (
            _pieces(each) if isinstance(each, ast.Constant | ast.JoinedStr) else [each]
        )
        for piece in inner:
            if isinstance(piece, str) and found and isinstance(found[-1], str):
                found[-1] += piece
            else:
                found.append(piece)
    return found


def plain(value: Any) -> Any:
    """A constant as data that tells it from every other one."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return ["int", hex(value)]
    if isinstance(value, float | complex):
        return [type(value).__name__, repr(value)]
    if isinstance(value, bytes):
        return ["bytes", value.hex()]
    if isinstance(value, str):
        return ["str", value]
    if value is Ellipsis:
        return ["..."]
    if isinstance(value, tuple | frozenset):  # optimised syntax alone has these
        return [type(value).__name__, *map(plain, value)]
    raise TypeError(f"no constant of Python: {value!r}")


def node_of(code: CodeType, functions: Iterable[Place]) -> Place | None:
    """Which of a module's functions (`functions_in`) was compiled to some code.

    Of several lambdas in one line it is the innermost one in which all that the code
    does stands.
    """
    found: list[Place] = []
    for node, within in functions:
        if isinstance(node, ast.Lambda):
            if code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
                found.append((node, within))
        else:
            first = min([node.lineno, *(x.lineno for x in node.decorator_list)])
            if (node.name, first) == (code.co_name, code.co_firstlineno):
                return node, within
    if len(found) < 2:
        return found[0] if found else None
    spans = [x for x in code.co_positions() if None not in x and x[2] != x[3]]
    if not spans:  # Python 3.12 returns a constant from nowhere
        return next((each for each in found if _compiles_to(each[0], code)), None)
    fitting = [each for each in found if all(_holds(each[0], x) for x in spans)]
    return max(fitting, key=lambda each: _begin(each[0]), default=None)


def _compiles_to(node: Any, code: CodeType) -> bool:
    """Whether a lambda that returns a constant does what some code does."""
    whole = compile(ast.Expression(node), "", "eval")
    inner = [x for x in whole.co_consts if isinstance(x, CodeType)]
    own = [(x.co_code, x.co_consts, x.co_varnames) for x in inner]
    return (code.co_code, code.co_consts, code.co_varnames) in own[-1:]


def _begin(node: Any) -> tuple[int, int]:
    return node.body.lineno, node.body.col_offset


def _holds(node: Any, span: Any) -> bool:
    """Whether a lambda's body holds a piece of its module."""
    line, end, column, last = span
    body = node.body
    return _begin(node) <= (line, column) and (end, last) <= (
        body.end_lineno,
        body.end_col_offset,
    )


def functions_in(tree: ast.AST) -> Iterator[Place]:
    """Yield all functions in some syntax, each with the class around it."""
    waiting = [(tree, "")]
    while waiting:
        each, name = waiting.pop()
        if isinstance(each, Function):
            yield each, name
        if isinstance(each, ast.ClassDef):
            name = each.name
        waiting += [(child, name) for child in ast.iter_child_nodes(each)]
