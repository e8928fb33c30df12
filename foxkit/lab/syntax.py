"""A normal form of Python syntax: plain data that are the same on every Python.

    def f(x):  # a comment           ["FunctionDef", ["args", ...], ["body", [...]],
        "What it does."        -->                   ["name", "f"]]
        return f"{x} of " "9"

Docstrings, comments, positions and layout are left out, and so is everything that
differs between versions of Python: empty fields are omitted, and the constant pieces of
an f-string are joined. The module needs the standard library alone.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from types import CodeType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FunctionInClass = tuple[Function, str]
"""A function, and the name of the class around it, which mangles private names."""
Resolve = Callable[[ast.expr, "Scopes"], Any]
"""The data that replace a name or attribute; None where its syntax is kept."""
_PARSER_LOCK = Lock()
_COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_SCOPE_NODES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_IGNORED_FIELDS = {"ctx", "kind", "type_comment", "type_ignores"}


class Scopes:
    """The scopes around a piece of code, within the function or class that is read.

    Attributes:
        bound: the names of each scope, the innermost last, with whether it is a
            class's, whose names functions within it do not see.
        imported: the values of names that only an import in a function binds.
        within: the name of the class around, which mangles private names.
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
        outer_scopes = tuple(
            (of_class, bound_names - outside) for of_class, bound_names in self.bound
        )
        is_class = isinstance(node, ast.ClassDef)
        within = node.name if isinstance(node, ast.ClassDef) else self.within
        seen = [
            x for x in outer_scopes if not x[0]
        ]  # a class's names, in its own body alone
        return Scopes(
            (*seen, (is_class, frozenset(names - imported.keys()))),
            hidden | imported,
            within,
        )

    def binds(self, name: str) -> bool:
        """Whether one of these scopes binds a name."""
        return any(name in names for _, names in self.bound)

    @property
    def in_class(self) -> bool:
        """Whether the innermost scope is a class's body."""
        return bool(self.bound) and self.bound[-1][0]

    def in_class_body(self, name: str) -> bool:
        """Whether the innermost scope is a class body that binds a name.

        Before it is bound there, the name means a global.
        """
        return self.in_class and name in self.bound[-1][1]

    def mangled(self, name: str) -> str:
        """The name that Python looks up where `name` is written."""
        private = name.startswith("__") and not name.endswith("__")
        class_name = self.within.lstrip("_")
        return f"_{class_name}{name}" if private and class_name else name


def parse(source: str, mode: str = "exec") -> Any:
    """The syntax tree of a source; `mode` is that of `ast.parse`.

    Python 3.11 cannot make two trees in two threads at once: one of them ends in a
    SystemError. So whatever may run beside other threads parses here.
    """
    with _PARSER_LOCK:
        return ast.parse(source, mode=mode)


def names_bound(node: ast.AST, imports: bool = True) -> tuple[set[str], set[str]]:
    """The names that a scope binds, and those that it declares as global.

    Args:
        node: a function, class, comprehension or module.
        imports: whether names that imports bind are included.
    """
    names, outside, around = set[str](), set[str](), set[str]()
    if isinstance(node, Function):
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        every += [x for x in (given.vararg, given.kwarg) if x]
        names |= {each.arg for each in every}
    names |= {each.name for each in getattr(node, "type_params", [])}
    for each in _nodes_of_scope(node):
        match each:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                names.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(each.name)
            case ast.Import() | ast.ImportFrom():
                names |= {*map(_bound_name, each.names)} if imports else set()
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
    """The imports in a function, by the names that nothing else in it binds."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return {}
    names_by_import: dict[str, set[str]] = {}
    places: dict[str, tuple[Any, ast.alias]] = {}
    for each in _nodes_of_scope(node):
        if isinstance(each, ast.Import | ast.ImportFrom):
            for alias in each.names:
                places[_bound_name(alias)] = each, alias
                whole = isinstance(each, ast.Import) and not alias.asname
                same = "" if whole else f"{id(alias)}"  # `import a.b, a.c` binds `a`
                names_by_import.setdefault(_bound_name(alias), set()).add(same)
    names, outside = names_bound(node, imports=False)
    other_names = names | outside
    return {
        name: place
        for name, place in places.items()
        if len(names_by_import[name]) == 1 and name not in other_names
    }


def _bound_name(alias: ast.alias) -> str:
    """The name that an import binds."""
    return alias.asname or alias.name.partition(".")[0]


def _nodes_of_scope(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes whose names belong to a scope, not to one inside it."""
    waiting: list[ast.AST] = _inner_nodes(node)
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, _SCOPE_NODES):
            waiting += _outer_nodes(each)
        elif isinstance(each, _COMPREHENSION):
            waiting.append(each.generators[0].iter)
            waiting += _targets_leaving_comprehension(each)
        else:
            waiting += ast.iter_child_nodes(each)


def _inner_nodes(node: ast.AST) -> list[ast.AST]:
    """The nodes that are evaluated inside a scope."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, _COMPREHENSION):
        first, *others = node.generators
        heads = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return [*heads, first.target, *first.ifs, *others]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [*node.body]
    return [*ast.iter_child_nodes(node)]


def _outer_nodes(node: ast.AST) -> list[ast.AST]:
    """The nodes of a function or class that are evaluated in the scope around it."""
    nodes: list[ast.AST | None] = [*getattr(node, "decorator_list", [])]
    if isinstance(node, ast.ClassDef):
        nodes += [*node.bases, *node.keywords]
    if isinstance(node, Function):
        nodes += [*node.args.defaults, *node.args.kw_defaults]
    return [each for each in nodes if each is not None]


def _targets_leaving_comprehension(node: ast.AST) -> list[ast.AST]:
    """The targets in a comprehension that belong to the function around it."""
    return [x.target for x in ast.walk(node) if isinstance(x, ast.NamedExpr)]


class Normalizer:
    """The normal form of a piece of syntax.

    Args:
        resolve: gives the data that replace a name that is not local, or an attribute.
        imports: gives the value that an import in a function binds, in a tuple; None if
            there is none.
        encode: gives the data that stand for such a value.
        spellings: former names of attributes and keyword arguments, by their names
            today.
    """

    def __init__(
        self,
        resolve: Resolve = lambda node, scopes: None,
        imports: Callable[[Any, ast.alias], tuple[Any] | None] = lambda node, name: (
            None
        ),
        encode: Callable[[Any], Any] = repr,
        spellings: dict[str, str] | None = None,
    ) -> None:
        self._resolve, self._imports, self._encode = resolve, imports, encode
        self._spellings = spellings or {}

    def function(self, node: Function, scopes: Scopes) -> Any:
        """The normal form of a function, without decorators, defaults and annotations.

        The former two are encoded by their values, and annotations decide nothing.
        """
        inner = self._inner_scopes(node, scopes)
        name = [] if isinstance(node, ast.Lambda) else [node.name]
        body = node.body if isinstance(node.body, list) else [node.body]
        of = node.args
        given = [[x.arg for x in each] for each in (of.posonlyargs, of.args)]
        given += [[x.arg for x in of.kwonlyargs]]
        given += [[x.arg] if x else [] for x in (of.vararg, of.kwarg)]
        return [type(node).__name__, *name, given, self._normal_forms(body, inner)]

    def normal_form(self, node: Any, scopes: Scopes) -> Any:
        """The normal form of a node, a list of nodes, or a value in one."""
        if isinstance(node, list):
            return self._normal_forms(node, scopes)
        if not isinstance(node, ast.AST):
            return constant_as_data(node)
        if isinstance(node, ast.Name | ast.Attribute):
            replacement = self._resolve(node, scopes)
            return (
                self._fields(node, scopes, scopes)
                if replacement is None
                else replacement
            )
        if isinstance(node, ast.Constant):
            return ["Constant", constant_as_data(node.value)]
        if isinstance(node, ast.JoinedStr):
            return self._f_string(node, scopes)
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._import(node, scopes)
        if isinstance(node, ast.AnnAssign) and not scopes.in_class:
            if node.value is None:  # an annotation alone is never evaluated
                return []
            return self.normal_form(ast.Assign([node.target], node.value), scopes)
        if isinstance(node, _SCOPE_NODES):
            return self._fields(node, scopes, self._inner_scopes(node, scopes))
        if isinstance(node, _COMPREHENSION):
            return self._comprehension(node, scopes)
        return self._fields(node, scopes, scopes)

    def _inner_scopes(self, node: ast.AST, scopes: Scopes) -> Scopes:
        """The scopes in the body of a node, with what its imports bind."""
        imported = {k: self._imports(*place) for k, place in imports_of(node).items()}
        return scopes.inner(
            node, {k: x[0] for k, x in imported.items() if x is not None}
        )

    def _fields(
        self,
        node: ast.AST,
        around: Scopes,
        within: Scopes,
        left_out: Iterable[str] = (),
    ) -> Any:
        """The class of a node, and its fields that are not empty, by name.

        Args:
            node: the node.
            around: the scopes for decorators, bases and the like.
            within: the scopes for the body.
            left_out: fields to leave out.
        """
        normal_fields: list[Any] = []
        for name in sorted(node._fields):
            value = getattr(node, name, None)
            if (
                name in _IGNORED_FIELDS
                or name in left_out
                or value is None
                or value == []
            ):
                continue
            if isinstance(node, ast.Attribute | ast.keyword) and isinstance(value, str):
                value = self._spellings.get(value, value)
            if name == "format_spec" and not _f_string_parts(value):
                continue
            encoded = self.normal_form(value, within if name == "body" else around)
            if encoded != []:
                normal_fields.append([name, encoded])
        return [type(node).__name__, *normal_fields]

    def _normal_forms(self, nodes: list[Any], scopes: Scopes) -> list[Any]:
        """The normal forms of several nodes, without those that do nothing."""
        encoded = (
            None if x is None else self.normal_form(x, scopes)
            for x in nodes
            if not _does_nothing(x)
        )
        return [each for each in encoded if each != []]

    def _f_string(self, node: ast.JoinedStr, scopes: Scopes) -> Any:
        """The normal form of an f-string, with neighbouring texts joined."""
        pieces = _f_string_parts(node)
        if all(isinstance(each, str) for each in pieces):
            return ["Constant", constant_as_data("".join(pieces))]
        encoded = (
            constant_as_data(x) if isinstance(x, str) else self.normal_form(x, scopes)
            for x in pieces
        )
        return ["JoinedStr", *encoded]

    def _import(self, node: ast.Import | ast.ImportFrom, scopes: Scopes) -> Any:
        """The normal form of an import, without the names that are resolved."""
        unresolved = []
        for alias in node.names:
            if _bound_name(alias) not in scopes.imported:
                resolved = self._imports(node, alias)
                encoded = [self._encode(resolved[0])] if resolved else []
                unresolved.append([alias.name, alias.asname, *encoded])
        origin = [getattr(node, "module", None), getattr(node, "level", 0)]
        return [type(node).__name__, origin, unresolved] if unresolved else []

    def _comprehension(self, node: Any, scopes: Scopes) -> Any:
        """The normal form of a list, set or dict comprehension, or of a generator."""
        inner = scopes.inner(node, {})
        first, *others = node.generators
        heads = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        encoded = [self.normal_form(head, inner) for head in heads]
        loops = [
            [
                self.normal_form(first.iter, scopes),
                *self._comprehension_clause(first, inner),
            ]
        ]
        loops += [
            [self.normal_form(x.iter, inner), *self._comprehension_clause(x, inner)]
            for x in others
        ]
        return [type(node).__name__, encoded, loops]

    def _comprehension_clause(
        self, node: ast.comprehension, scopes: Scopes
    ) -> list[Any]:
        """The target and conditions of one `for` in a comprehension."""
        return [
            self.normal_form(node.target, scopes),
            self._normal_forms(node.ifs, scopes),
            node.is_async,
        ]


def _does_nothing(node: Any) -> bool:
    """Whether a statement does nothing: a docstring, `pass`, `...`."""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Pass)


def _f_string_parts(node: Any) -> list[Any]:
    """The parts of an f-string, with neighbouring texts joined."""
    if isinstance(node, ast.Constant):
        return [node.value] if node.value else []
    parts: list[Any] = []
    for each in node.values:
        inner = (
            _f_string_parts(each)
            if isinstance(each, ast.Constant | ast.JoinedStr)
            else [each]
        )
        for piece in inner:
            if isinstance(piece, str) and parts and isinstance(parts[-1], str):
                parts[-1] += piece
            else:
                parts.append(piece)
    return parts


def constant_as_data(value: Any) -> Any:
    """A constant as data, different for different constants."""
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
    if isinstance(value, tuple | frozenset):  # only optimised syntax has these
        return [type(value).__name__, *map(constant_as_data, value)]
    raise TypeError(f"no constant of Python: {value!r}")


def function_of_code(
    code: CodeType, functions: Iterable[FunctionInClass]
) -> FunctionInClass | None:
    """The function of a module (see `functions_in`) that was compiled to some code.

    Of several lambdas in one line it is the innermost one that contains all positions
    of the code.
    """
    candidates: list[FunctionInClass] = []
    for node, within in functions:
        if isinstance(node, ast.Lambda):
            if code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
                candidates.append((node, within))
        else:
            first = min([node.lineno, *(x.lineno for x in node.decorator_list)])
            if (node.name, first) == (code.co_name, code.co_firstlineno):
                return node, within
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    spans = [x for x in code.co_positions() if None not in x and x[2] != x[3]]
    if not spans:  # Python 3.12 gives a returned constant no position
        return next(
            (each for each in candidates if _lambda_compiles_to(each[0], code)), None
        )
    fitting = [
        each for each in candidates if all(_lambda_contains(each[0], x) for x in spans)
    ]
    return max(fitting, key=lambda each: _start_of_lambda_body(each[0]), default=None)


def _lambda_compiles_to(node: Any, code: CodeType) -> bool:
    """Whether a lambda that returns a constant compiles to some code."""
    with _PARSER_LOCK:
        whole = compile(ast.Expression(node), "", "eval")
    inner = [x for x in whole.co_consts if isinstance(x, CodeType)]
    compiled = [(x.co_code, x.co_consts, x.co_varnames) for x in inner]
    return (code.co_code, code.co_consts, code.co_varnames) in compiled[-1:]


def _start_of_lambda_body(node: Any) -> tuple[int, int]:
    """The line and column at which the body of a lambda begins."""
    return node.body.lineno, node.body.col_offset


def _lambda_contains(node: Any, span: Any) -> bool:
    """Whether the body of a lambda contains a span of its module."""
    line, end, column, last = span
    body = node.body
    return _start_of_lambda_body(node) <= (line, column) and (end, last) <= (
        body.end_lineno,
        body.end_col_offset,
    )


def functions_in(tree: ast.AST) -> Iterator[FunctionInClass]:
    """Yield all functions in a syntax tree, each with the class around it."""
    waiting = [(tree, "")]
    while waiting:
        each, name = waiting.pop()
        if isinstance(each, Function):
            yield each, name
        if isinstance(each, ast.ClassDef):
            name = each.name
        waiting += [(child, name) for child in ast.iter_child_nodes(each)]
