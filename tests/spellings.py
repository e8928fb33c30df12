"""Python that some version of it reads or writes otherwise than another.

    python tests/spellings.py          print what each piece is, as JSON
    python tests/spellings.py renew    write that into tests/spellings.json

It needs the standard library alone, so any Python can be asked. What is grammar of a
younger Python than it is left out. `FUNCTIONS` has functions that stand close together,
each with the number that it returns, which must be that in its own syntax.
"""

import ast
import importlib.util
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURE = HERE / "spellings.json"

SOURCES = [
    "f\"{m} {names['best']}\"",
    "f'{m}' ' of ' f'{n}'",
    "'a' 'b' f'' f'{x}' ''",
    "f'' 'text'",
    "f'{{}}{x}{{{y}}}'",
    "f'{x!r:>{width}.{digits}f}'",
    "f'{x:}'",
    "f'{x=}'",
    "f'a{x = !s:5}b'",
    "f'a{ x + 1 = :>{w}}'",
    "f'{x=:}'",
    "f'''{\nx\n}'''",
    "f'{f\"{f'''{x}'''}\"}'",
    "f'\\n{x}\\N{DIGIT ONE}\\x41'",
    "rf'\\n{x}\\d'",
    "fr'{x:\\d}'",
    "f'{x:{\"{\"}>10}'",
    "f'{lambda x: 1}'",
    "f'{(lambda x: 1)}'",
    "f'{x,}{*y,}'",
    "f'{yield_}{await_}'",
    "f'{ {1: 2}[1] }'",
    "f'é{x}\U0001fadc\\ud800'",
    "u'kind' b'' if 0 else b'\\xff'",
    "1_000, 0x10, 1.5e300, 1e400, 3j, -0.0, 10**50, ...",
    "'''doc'''",
    "def f():\n  'doc'",
    "def f():\n  'doc'\n  'text'\n  ...\n  pass",
    "async def f():\n  async with a as b, c: await d\n  async for x in y: yield x",
    "class A(B, metaclass=M):\n  'doc'\n  x: int = 1\n  y: str",
    "def f(a, /, b: int = 1, *c: str, d=(e := 2), **f) -> None: return",
    "lambda a, b=1, /, *c, d, **e: (yield a)",
    "@a.b\n@(c := d)\ndef f(): x: int = 1; y: str",
    "match x:\n  case {'a': [1, *rest], **more} | None if more: pass\n"
    "  case A(b=-1, c='d' 'e') as f: pass\n  case (1 | 2j, [*_]): pass\n  case _: ...",
    "a[1:2, *b, ..., ::c]",
    "print(*a, **b, c=1); d = *e, f; *g, h = i",
    "with (a as b, c): pass",
    "try: a\nexcept (A, B) as e: b\nelse: c\nfinally: d",
    "try: a\nexcept* A: b\nexcept* (B, C): c",
    "{**a, 'b': 1, **c}; {*a, 1}; [x async for x in y if z]",
    "global a; nonlocal_ = a; del a, b[0]; assert a, 'b'",
    "from . import a as b, c; from ..d import e; import f.g as h, i.j",
    "if a: b\nelif c: d\nelse: e",
    "for a in *b, c: break\nelse: continue",
    "while a: b\nelse: c",
    "a = b = c; a += 1; a @= b; (a): int = 1",
    "not a < b <= c != d is not e not in f",
    "raise A from None",
    "a if b else c or d and not e",
    "a = yield; b = yield from c",
    # of 3.12
    "def f[T, *Ts, **P](x: T) -> T: pass",
    "class A[T: (int, str)]: pass",
    "type X[T] = list[T]",
    "f'{x['a']}{'\\n'.join(y)}'",
    "f'{\n  x  # a remark\n}'",
    # of 3.13
    "class A[T = int]: pass",
    # of 3.14
    "try: a\nexcept A, B: b",
]

FUNCTIONS = """
f = [lambda: 0, lambda: 1]; g = (lambda x: (x, (lambda: 2), lambda: 3))(9)[1:]
h = (lambda: lambda: 4)(), (lambda a=lambda: 5: a)(), lambda: (lambda: 6)()
@(lambda x: x)
def i(a=lambda: 7): return 8
def j(): return (lambda: 9), [lambda: 10 for _ in "a"][0], (lambda: 11 if i else 12)
class A: k = lambda self=0, b=(lambda: 13): b; l = staticmethod(lambda: 14)
m = (lambda x, *y, z=1, **k: [x for x in (lambda: 15,)])(1)[0]; n = lambda: 16 or 17
o = lambda: (lambda p: (
    p, 18))(19)
"""
FOUND = [
    "f[0]",
    "f[1]",
    "g[0]",
    "g[1]",
    "h[0]",
    "h[1]",
    "h[2]",
    "i",
    "i.__defaults__[0]",
    "j",
    "j()[0]",
    "j()[1]",
    "j()[2]",
    "A.k",
    "A.k.__defaults__[1]",
    "A.l",
    "m",
    "n",
    "o",
]


def syntax():
    """Load `foxkit.lab.syntax` without the package."""
    place = HERE.parent / "foxkit/lab/syntax.py"
    spec = importlib.util.spec_from_file_location("syntax_alone", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def forms():
    """Return the normal form of each source that this Python reads, as text."""
    of, found = syntax(), {}
    for source in SOURCES:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        form = of.Normalizer().normal_form(tree, of.Scopes())
        found[source] = json.dumps(form)
    return found


def functions():
    """Return the place in the source of each of `FOUND`, as this Python finds it."""
    of, space, found = syntax(), {}, {}
    exec(compile(FUNCTIONS, "functions", "exec"), space)
    for name in FOUND:
        there = of.functions_in(ast.parse(FUNCTIONS))
        node, _ = of.function_of_code(eval(name, space).__code__, there)
        found[name] = ast.get_source_segment(FUNCTIONS, node)
    return found


if __name__ == "__main__":
    made = {"forms": forms(), "functions": functions()}
    if "renew" in sys.argv[1:]:
        FIXTURE.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(made))
