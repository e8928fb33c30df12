"""A reader's code in an address: what it depends on counts, however Python hides it."""

import importlib
import json
import linecache
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fresh import ROOT
from test_address import cell, told

from foxkit.lab import address, reachable


def of(source: str) -> str:
    """Return the address of what a cell calls `it`."""
    return told(cell(textwrap.dedent(source))["it"])


DEPENDS = {
    "functools.cache": """
        from functools import cache
        @cache
        def it(p, s): return {}""",
    "a cached helper": """
        from functools import lru_cache
        @lru_cache(maxsize=8)
        def best(p): return {}
        def it(p, s): return best(p)""",
    "a cached method": """
        from functools import cache
        class A:
            @cache
            def go(self): return {}
        def it(p, s): return A().go()""",
    "a cached method's player": """
        from functools import cache
        class A:
            @cache
            def choose(self, g, s, d): return {}
        it = A()""",
    "cached_property": """
        from functools import cached_property
        class A:
            @cached_property
            def go(self): return {}
        def it(p, s): return A().go""",
    "functools.wraps, what is wrapped": """
        from functools import wraps
        def logged(f):
            @wraps(f)
            def inner(*a): return f(*a)
            return inner
        @logged
        def it(p, s): return {}""",
    "functools.wraps, what wraps": """
        from functools import wraps
        def twice(f):
            @wraps(f)
            def inner(*a): return f(*a) * {}
            return inner
        @twice
        def it(p, s): return 1""",
    "functools.wraps around a library's": """
        import math
        from functools import wraps
        @wraps(math.sin)
        def it(p, s): return {}""",
    "functools.wraps around foxkit's": """
        from functools import wraps
        from foxkit.lab.stats import mean_score
        @wraps(mean_score)
        def best(p): return {}
        def it(p, s): return best(p)""",
    "partial": """
        from functools import partial
        def best(n, p): return n
        first = partial(best, {})
        def it(p, s): return first(p)""",
    "partial with a name of its own": """
        from functools import partial
        def best(p, s, of=1): return of
        it = partial(best, of={})""",
    "partial of a function": """
        from functools import partial
        def best(n, p): return {}
        def it(p, s): return partial(best, 1)(p)""",
    "partialmethod": """
        from functools import partialmethod
        class A:
            def go(self, n): return n
            one = partialmethod(go, {})
        def it(p, s): return A().one()""",
    "singledispatch": """
        from functools import singledispatch
        @singledispatch
        def best(p): return 0
        @best.register
        def _(p: int): return {}
        def it(p, s): return best(p)""",
    "singledispatchmethod": """
        from functools import singledispatchmethod
        class A:
            @singledispatchmethod
            def best(self, p): return 0
            @best.register
            def _(self, p: int): return {}
        def it(p, s): return A().best(p)""",
    "np.vectorize": """
        import numpy as np
        @np.vectorize
        def best(p): return {}
        def it(p, s): return best(p)""",
    "np.vectorize as a player": """
        import numpy as np
        def best(p, s): return {}
        it = np.vectorize(best)""",
    "numba": """
        from numba import njit
        @njit
        def best(p): return {}
        def it(p, s): return best(p)""",
    "options of numba": """
        from numba import njit
        @njit(fastmath={} == 2)
        def best(p): return p
        def it(p, s): return best(p)""",
    "foxkit's compiled": """
        from foxkit.core import compiled
        @compiled
        def best(p): return {}
        def it(p, s): return best(p)""",
    "contextmanager": """
        from contextlib import contextmanager
        @contextmanager
        def here(): yield {}
        def it(p, s):
            with here() as n: return n""",
    "a static method": """
        class A:
            @staticmethod
            def go(): return {}
        def it(p, s): return A.go()""",
    "a class method": """
        class A:
            @classmethod
            def go(cls): return {}
        it = A.go""",
    "a bound method": """
        class A:
            def __init__(self, n): self.n = n
            def go(self, p, s): return self.n
        it = A({}).go""",
    "a bound method of a list": """
        best = [{}].__getitem__
        def it(p, s): return best(0)""",
    "a callable instance": """
        class A:
            def __call__(self, p): return {}
        best = A()
        def it(p, s): return best(p)""",
    "an instance with slots": """
        class A:
            __slots__ = ("n",)
            def __init__(self, n): self.n = n
            def choose(self, g, s, d): return self.n
        it = A({})""",
    "an instance in a global": """
        class A:
            def __init__(self, n): self.n = n
        best = A({})
        def it(p, s): return best.n""",
    "attrgetter": """
        from operator import attrgetter
        best = attrgetter("moves{}")
        def it(p, s): return best(p)""",
    "methodcaller": """
        from operator import methodcaller
        best = methodcaller("play", {})
        def it(p, s): return best(p)""",
    "a closure": """
        def made(n):
            def player(p, s): return n
            return player
        it = made({})""",
    "a closure of two deep": """
        def made(n):
            def inner(): return n
            def player(p, s): return inner()
            return player
        it = made({})""",
    "a default argument": """
        def best(p, n={}): return n
        def it(p, s): return best(p)""",
    "a default of a name": """
        def best(p, *, n={}): return n
        def it(p, s, f=best): return f(p)""",
    "an attribute of a function": """
        def it(p, s): return it.n
        it.n = {}""",
    "a class attribute": """
        class A: n = {}
        def it(p, s): return A.n""",
    "a class attribute that is set later": """
        class A: n = 0
        A.n = {}
        def it(p, s): return A.n""",
    "a class that is registered": """
        from abc import ABC
        class A(ABC): pass
        class B: pass
        class C: pass
        A.register([B, C][{} - 1])
        def it(p, s): return isinstance(B(), A)""",
    "what a base does with a class": """
        class A:
            def __init_subclass__(cls, level): cls.level = level
        class B(A, level={}): pass
        def it(p, s): return B.level""",
    "the order of a dict in a field": """
        from dataclasses import dataclass
        @dataclass(frozen=True)
        class A:
            best: dict
            def choose(self, g, s, d): return next(iter(self.best))
        it = A(dict([("a", 1), ("b", 1)][:: 2 * {} - 3]))""",
    "the order of a dict within a field": """
        class A:
            def __init__(self): self.best = [dict([("a", 1), ("b", 1)][:: 2 * {} - 3])]
            def choose(self, g, s, d): return next(iter(self.best[0]))
        it = A()""",
    "whether a dataclass is written out": """
        from dataclasses import dataclass
        @dataclass(repr={} == 1)
        class A: x: int = 1
        def it(p, s): return repr(A())""",
    "what is said of a dataclass's field": """
        from dataclasses import dataclass, field, fields
        @dataclass
        class A: x: int = field(default=1, metadata=dict(n={}))
        def it(p, s): return fields(A)[0].metadata["n"]""",
    "a metaclass": """
        class M(type):
            def go(cls): return {}
        class A(metaclass=M): pass
        def it(p, s): return A.go()""",
    "a base class": """
        class A:
            def go(self): return {}
        class B(A): pass
        it = B().go""",
    "super": """
        class A:
            def choose(self, g, s, d): return {}
        class B(A):
            def choose(self, g, s, d): return super().choose(g, s, d)
        it = B.choose""",
    "a descriptor": """
        class D:
            def __get__(self, own, kind): return {}
        class A: n = D()
        def it(p, s): return A().n""",
    "__getattr__": """
        class A:
            def __getattr__(self, name): return {}
        def it(p, s): return A().anything""",
    "a player that has any attribute": """
        class A:
            def __getattr__(self, name): return {}
            def choose(self, g, s, d): return self.anything
        it = A()""",
    "a wrapper of a reader's class": """
        from functools import update_wrapper
        class Twice:
            def __init__(self, f): update_wrapper(self, f)
            def __call__(self, *a): return self.__wrapped__(*a) * {}
        @Twice
        def it(p, s): return 1""",
    "what a wrapper of a reader's class wraps": """
        class Compiled:
            def __init__(self, f): self.py_func = f
            def __call__(self, *a): return {}
        best = Compiled(max)
        def it(p, s): return best(p)""",
    "__slots__ and a property": """
        class A:
            __slots__ = ()
            n = property(lambda self: {})
        def it(p, s): return A().n""",
    "a reader's decorator": """
        def twice(f): return lambda *a: f(*a) * {}
        @twice
        def it(p, s): return 1""",
    "a generator": """
        def all(p):
            yield {}
        def it(p, s): return next(all(p))""",
    "a comprehension": "def it(p, s): return [m for m in p if m > {}]",
    "an enum": """
        from enum import Enum
        class E(Enum):
            A = {}
        def it(p, s): return E.A.value""",
    "an enum's method": """
        from enum import Enum
        class E(Enum):
            A = 1
            def go(self): return {}
        best = E.A
        def it(p, s): return best.go()""",
    **{
        f"an enum's {name}": f"""
        from enum import Enum
        from functools import cache
        class E(Enum):
            A = 1
            {made}
        def it(p, s): return E.A._n"""
        for name, made in {
            "hidden property": "_n = property(lambda self: {})",
            "hidden method with a memory": "_n = cache(lambda self: {})",
            "private table": "__n = [{}]; _n = property(lambda self: self.__n)",
        }.items()
    },
    "an attribute of an enum's member": """
        from enum import Enum
        class E(Enum): A = 1
        E.A.n = {}
        def it(p, s): return E.A.n""",
    "an attribute of an enum": """
        from enum import Enum
        class E(Enum): A = 1
        E._n = {}
        def it(p, s): return E._n""",
    **{
        f"a member {name} of a plain class": f"""
        class A:
            {name} = {{}}
            def choose(self, g, s, d): return self.{name}
        it = A()"""
        for name in ("FIELDS", "_fields", "_field_types", "_field_defaults")
    },
    "FIELDS of a NamedTuple": """
        from typing import NamedTuple
        class A(NamedTuple):
            n: int = 0
        A.FIELDS = {}
        def it(p, s): return A.FIELDS""",
    "which slot has a second name": """
        class A:
            __slots__ = "x", "y"
        A.z = [A.x, A.y][{} - 1]
        def it(p, s): return A().z""",
    "a dataclass's default": """
        from dataclasses import dataclass
        @dataclass
        class A: n: int = {}
        def it(p, s): return A().n""",
    "a dataclass's factory": """
        from dataclasses import dataclass, field
        @dataclass
        class A: n: list = field(default_factory=lambda: [{}])
        def it(p, s): return A().n""",
    "what a dataclass compares": """
        from dataclasses import dataclass, field
        @dataclass
        class A: n: int = field(compare={} == 1)
        def it(p, s): return A(1) == A(2)""",
    "a field without init": """
        from dataclasses import dataclass, field
        @dataclass
        class A:
            n: int = field(default={}, init=False)
            def choose(self, g, s, d): return self.n
        it = A()""",
    "a namedtuple's default": """
        from typing import NamedTuple
        class A(NamedTuple): n: int = {}
        def it(p, s): return A().n""",
    "a dict": "best = {{1: {}}}\ndef it(p, s): return best[1]",
    "a key of a dict": "best = {{{}: 1}}\ndef it(p, s): return [*best]",
    "a set": "best = {{{}}}\ndef it(p, s): return best",
    "a function in a dict": "best = {{1: lambda: {}}}\ndef it(p, s): return best[1]()",
    "a function in a set": "best = {{lambda: {}}}\ndef it(p, s): return [*best]",
    "a deque": """
        from collections import deque
        best = deque([{}])
        def it(p, s): return best[0]""",
    "a defaultdict": """
        from collections import defaultdict
        best = defaultdict(lambda: {})
        def it(p, s): return best[0]""",
    "a reader's dict": """
        class D(dict):
            def __missing__(self, key): return {}
        best = D()
        def it(p, s): return best[1]""",
    "the items of a reader's dict": """
        class D(dict): pass
        best = D(a={})
        def it(p, s): return best["a"]""",
    "the items of a reader's dict that plays": """
        class D(dict):
            def choose(self, g, s, d): return self["a"]
        it = D(a={})""",
    "an array of objects": """
        import numpy as np
        best = np.array([{}, None], dtype=object)
        def it(p, s): return best[0]""",
    "a table": """
        import pandas as pd
        best = pd.DataFrame({{"a": [{}]}}, index=["x"])
        def it(p, s): return best""",
    "a series": """
        import pandas as pd
        best = pd.Series([{}])
        def it(p, s): return best""",
    "a list of itself": "best = [{}]; best.append(best)\ndef it(p, s): return best",
    "a pattern": """
        import re
        best = re.compile("a{}")
        def it(p, s): return best.match(p)""",
    "the kind of a number": "best = {} if {} == 1 else 2.0\ndef it(p, s): return best",
    "two lambdas of one outer lambda": """
        it = (lambda: (lambda p, s: 1, lambda p, s: 2))()[{} - 1]""",
    "nested lambdas": "it = [lambda p, s: lambda: 1, (lambda: lambda: 1)()][{} - 1]",
    "a lambda in a default": "it = lambda p, s, f=lambda: {}: f()",
    "a monkey-patched method": """
        class A:
            def go(self): return 0
        A.go = lambda self: {}
        def it(p, s): return A().go()""",
    "a patched method of foxkit's": """
        from foxkit import FoxGame
        class Mine(FoxGame): pass
        def reason(self, state): return {}
        Mine.reason = reason
        def it(p, s): return Mine""",
    "a shadowed builtin": "len = lambda x: {}\ndef it(p, s): return len(p)",
    "a private helper": """
        def _A__best(): return {}
        class A:
            def go(self): return __best()
        def it(p, s): return A().go()""",
    "a global that a class's body reads": """
        n = {}
        def it(p, s):
            class A:
                n = n
            return A.n""",
    "a global behind a comprehension's name": """
        n = {}
        def it(p, s): return [n for n in p] + [n]""",
    "a global in a nested function": """
        n = {}
        def it(p, s):
            def inner():
                global n
                return n
            n = 1
            return inner()""",
    "an imported name in the function": """
        def it(p, s):
            from math import {} as best
            return best(p)""".replace("{}", "{names}"),
    "the order of a pattern's fields": """
        class A:
            __match_args__ = "xy", "yx"[{} - 1]
        def it(p, s):
            match p:
                case A(n): return n""",
    "a method of a number": """
        best = ({}).__add__
        def it(p, s): return best(1)""",
    "what an enum makes of unknown values": """
        from enum import Enum
        class E(Enum):
            A, B = 1, 2
            @classmethod
            def _missing_(cls, value): return cls({})
        def it(p, s): return E(9)""",
    "a function that is put into a library's module": """
        import math
        math.best_of_reader = lambda p: {}
        def it(p, s): return math.best_of_reader(p)""",
    "a property that is put into a library's class": """
        from fractions import Fraction
        Fraction.of_reader = property(lambda self: {})
        def it(p, s): return Fraction(p).of_reader""",
    "a class of modules": """
        import sys, types
        class M(types.ModuleType):
            @property
            def n(self): return {}
        sys.modules["module_of_reader"] = M("module_of_reader")
        import module_of_reader
        def it(p, s): return module_of_reader.n""",
    "a module that answers to any attribute": """
        import sys, types
        module = sys.modules["module_of_reader"] = types.ModuleType("module_of_reader")
        module.__getattr__ = lambda name: {}
        import module_of_reader
        def it(p, s): return module_of_reader.n""",
    **{
        f"a player that is a {kind}": f"""
        import numpy as np
        from functools import partial
        class A({kind}):
            def choose(self, g, s, d): return {{}}
        it = {made}"""
        for kind, made in {
            "dict": "A(a=1)",
            "list": "A([1])",
            "tuple": "A([1])",
            "int": "A(1)",
            "str": "A('1')",
            "np.ndarray": "np.zeros(1).view(A)",
            "partial": "A(max)",
        }.items()
    },
    "an attribute of a value of a NamedTuple's subclass": """
        from typing import NamedTuple
        class A(NamedTuple): m: int = 0
        class B(A):
            def choose(self, g, s, d): return self.n
        it = B()
        it.n = {}""",
    **{
        f"a player's {name}": f"""
        import numpy as np
        from collections import defaultdict
        from enum import IntEnum
        class D(dict):
            def __missing__(self, key): return {{}}
        class E(IntEnum):
            A = 1
            def go(self): return {{}}
        class A:
            def __init__(self, n): self.n = n
            def choose(self, g, s, d): return self.n
        it = A({made})"""
        for name, made in {
            "dict with a method": "D()",
            "member of an enum of numbers": "E.A",
            "defaultdict": "defaultdict(lambda: {})",
            "array of objects": "np.array([lambda: {}, 'a'], dtype=object)",
            "array with names": "np.array([(1, 2)], [*zip('abab'[{}:][:2], 'ii')])",
            "dict of functions": "{{lambda: {}: 1}}",
            "dict whose keys look alike": "{{1: {}, '1': 0}}",
        }.items()
    },
    "which of two equal lists": """
        a, b = [0], [0]
        def it(p, s):
            a.append(1)
            return {lists}""",
    "which global is set": """
        a = b = 0
        def it(p, s):
            global a, b
            {lists} = 1""",
    "a field of foxkit's value": """
        from foxkit import FoxGame
        game = FoxGame(sheep=19 + {} - 1)
        def it(p, s): return game""",
    "a reader's function in foxkit's value": """
        from foxkit import FunctionPlayer
        player = FunctionPlayer(lambda p, s: {})
        def it(p, s): return player""",
    "an overload for compiled code": """
        from numba import njit
        from numba.extending import overload
        def best(p): return p
        @overload(best)
        def _(p): return lambda p: p * {}
        @njit
        def helper(p): return best(p)
        def it(p, s): return helper(p)""",
    "an overload of a library's function": """
        import colorsys
        from numba import njit
        from numba.extending import overload
        @overload(colorsys.rgb_to_hsv)
        def _(r, g, b): return lambda r, g, b: r * {}
        @njit
        def helper(p): return colorsys.rgb_to_hsv(p, p, p)
        def it(p, s): return helper(p)""",
    "attributes of a DataFrame": """
        import pandas as pd
        best = pd.DataFrame(dict(a=[1]))
        best.attrs["n"] = {}
        def it(p, s): return best.attrs["n"]""",
    "what a function of foxkit made": """
        from foxkit.players.evaluations import evaluation
        @evaluation
        def even(game, state): return {} * 1.0
        def it(p, s): return even""",
}
FILLED = {"names": ("sin", "cos"), "lists": ("a", "b")}


@pytest.mark.parametrize("source", DEPENDS.values(), ids=DEPENDS)
def test_what_a_function_depends_on_counts(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "module_of_reader", None)  # it goes when this ends
    one, other = ({k: v[n] for k, v in FILLED.items()} for n in (0, 1))
    first, again = (of(source.format(*[1] * 9, **one)) for _ in range(2))
    assert first == again != of(source.format(*[2] * 9, **other))


ALIKE = {
    "a docstring": (
        "def it(p, s): return 1",
        'def it(p, s):\n    "One."\n    return 1',
    ),
    "a comment": ("def it(p, s): return 1", "# Why?\ndef it(p, s):  # 1\n    return 1"),
    "a local's type": (
        "def it(p, s):\n    n = 1",
        "def it(p: str, s) -> None:\n    n: int = 1",
    ),
    "pass and ...": ("def it(p, s): pass", "def it(p, s): ..."),
    "a class's docstring": (
        "class A:\n    def go(s): return 1\nit = A.go",
        "class A:\n    '1'\n    def go(s):\n        '1'\n        return 1\nit = A.go",
    ),
    "an import line": (
        "from math import sin\ndef it(p, s): return sin(p)",
        "import math as m\ndef it(p, s): return m.sin(p)",
    ),
    "an import in the function": (
        "from math import sin\ndef it(p, s): return sin(p)",
        "def it(p, s):\n    from math import sin\n    return sin(p)",
    ),
    "how a hidden generator's functions are imported": (
        "from random import choice\ndef it(p, s): return choice(p)",
        "import random\ndef it(p, s): return random.choice(p)",
    ),
    "how numpy's hidden generator's functions are imported": (
        "from numpy.random import rand\ndef it(p, s): return rand(1)",
        "import numpy as np\ndef it(p, s): return np.random.rand(1)",
    ),
    "how foxkit's things are imported": (
        "from foxkit.lab import stats\ndef it(p, s): return stats.mean_score(p)",
        "from foxkit.lab.stats import mean_score as m\ndef it(p, s): return m(p)",
    ),
    "what is not reached": (
        "def a(): return 1\ndef it(p, s): return a()",
        "def b(): return 2\ndef a(): return 1\nN = 3\ndef it(p, s): return a()",
    ),
    "a global of a local's name": (
        "n = 1\ndef it(p, s):\n    n = 0\n    return n",
        "n = 2\ndef it(p, s):\n    n = 0\n    return n",
    ),
    "a global of a comprehension's name": (
        "n = 1\ndef it(p, s): return [n for n in p]",
        "n = 2\ndef it(p, s): return [n for n in p]",
    ),
    "the name of a constant": (
        "ONE = 1\ndef it(p, s): return ONE",
        "FIRST = 1\ndef it(p, s): return FIRST",
    ),
    "quotes": (
        "def it(p, s): return f'{p} of' ' all'",
        'def it(p, s): return f"{p} of all"',
    ),
    "the order of a set": (
        "best = {'a', 'b', 'c', 'd'}\ndef it(p, s): return best",
        "best = {'d', 'c', 'b', 'a'}\ndef it(p, s): return best",
    ),
}


@pytest.mark.parametrize("sources", ALIKE.values(), ids=ALIKE)
def test_what_does_nothing_does_not_count(sources: tuple[str, str]) -> None:
    one, other = map(of, sources)
    assert one == other


REFUSED = {
    "eval": "def it(p, s): return eval('1')",
    "exec under another name": "run = exec\ndef it(p, s): return run('1')",
    "globals": "def it(p, s): return globals()['n']",
    "__import__": "def it(p, s): return __import__('math')",
    "import_module": "import importlib as i\ndef it(p, s): return i.import_module(p)",
    "a module of imports as a value": (
        "import importlib as i\nx = [i]\ndef it(p, s): return x[0].reload(p)"
    ),
    "sys.modules": "import sys\ndef it(p, s): return sys.modules[p]",
    "__globals__": "n = 1\ndef it(p, s): return it.__globals__['n']",
    "__subclasses__": "class A: pass\ndef it(p, s): return A.__subclasses__()",
    "a docstring that is read": "def it(p, s):\n    '1'\n    return it.__doc__",
    "annotations": "class A: n: 1\ndef it(p, s): return A.__annotations__['n']",
    "get_type_hints": (
        "from typing import get_type_hints as h\ndef it(p, s): return h(it)"
    ),
    "getsource": "import inspect\ndef it(p, s): return len(inspect.getsource(it))",
    "pickle": "import pickle\ndef it(p, s): return pickle.loads(p)",
    "gc": "import gc\ndef it(p, s): return gc.get_objects()",
    "a module from a file": (
        "from importlib import util\n"
        "def it(p, s): return util.spec_from_file_location('m', 'm.py')"
    ),
    "np.frompyfunc": (
        "import numpy as np\nbest = np.frompyfunc(lambda p: 1, 1, 1)\n"
        "def it(p, s): return best(p)"
    ),
    "a generator of numbers": (
        "from random import Random\nbest = Random(1)\ndef it(p, s): return best.gauss()"
    ),
    "numpy's generator of numbers": (
        "import numpy as np\nbest = np.random.default_rng(1)\n"
        "def it(p, s): return best.random()"
    ),
    "a reader's generator of numbers": (
        "from random import Random\nclass R(Random): pass\nbest = R(1)\n"
        "def it(p, s): return best.random()"
    ),
    "an iterator": "best = iter([1])\ndef it(p, s): return next(best)",
    "a generator": "best = (n for n in [1])\ndef it(p, s): return next(best)",
    "an open file": "best = open(__import__('os').devnull)\ndef it(p, s): return best",
    "an object": "best = object()\ndef it(p, s): return best",
    "functions of one name in a set": (
        "best = {lambda: 1, lambda: 2}\ndef it(p, s): return best"
    ),
}


@pytest.mark.parametrize("source", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_told_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="cannot be told from others of its kind"):
        of(source)


READS = {
    "open": "def it(p, s): return open('x').read()",
    "open under another name": "o = open\ndef it(p, s): return o('x')",
    "open in a default": "def it(p, s, o=open): return o('x')",
    "open in a partial": (
        "import functools\no = functools.partial(open, 'x')\ndef it(p, s): return o()"
    ),
    "open in a helper": (
        "from functools import cache\n@cache\ndef read(): return open('x').read()\n"
        "def it(p, s): return read()"
    ),
    "open in a method": (
        "class A:\n    def __call__(self, p, s): return open('x')\nit = A()"
    ),
    "json.load": "import json\ndef it(p, s): return json.load(open('x'))",
    "io.open": "import io\ndef it(p, s): return io.open('x')",
    "gzip.open": "import gzip\ndef it(p, s): return gzip.open('x')",
    "Path.read_text": (
        "from pathlib import Path\ndef it(p, s): return Path('x').read_text()"
    ),
    "a path": "from pathlib import Path\nx = Path('x')\ndef it(p, s): return x.open()",
    "a path of an import in the function": (
        "def it(p, s):\n    from pathlib import Path\n    return Path('x').exists()"
    ),
    "a folder": "import os\ndef it(p, s): return os.listdir('.')",
    "os.path": "from os.path import exists\ndef it(p, s): return exists('x')",
    "glob": "from glob import glob\ndef it(p, s): return glob('*')",
    "environ": "import os\ndef it(p, s): return os.environ['x']",
    "environ in the function": "def it(p, s):\n    import os\n    return os.environ",
    "getenv": "from os import getenv as get\ndef it(p, s): return get('x')",
    "numpy": "import numpy as np\ndef it(p, s): return np.load('x')",
    "numpy's texts": "from numpy import loadtxt\ndef it(p, s): return loadtxt('x')",
    "pandas": "import pandas as pd\ndef it(p, s): return pd.read_csv('x')",
    "time": "import time\ndef it(p, s): return time.time()",
    "local time": "from time import localtime\ndef it(p, s): return localtime()",
    "now": "from datetime import datetime\ndef it(p, s): return datetime.now()",
    "now by its module": "import datetime as d\ndef it(p, s): return d.datetime.now()",
    "today": "from datetime import date\nday = date.today\ndef it(p, s): return day()",
    "input": "def it(p, s): return input()",
    "stdin": "import sys\ndef it(p, s): return sys.stdin.read()",
    "the network": (
        "from urllib.request import urlopen\ndef it(p, s): return urlopen('x')"
    ),
    "a socket": "import socket\ndef it(p, s): return socket.gethostname()",
    "a program": "import subprocess\ndef it(p, s): return subprocess.run('x')",
    "getattr of a module": "import os\ndef it(p, s): return getattr(os, 'environ')",
    "vars of a module": "import os\ndef it(p, s): return vars(os)['environ']",
    "a module's dict": "import os\ndef it(p, s): return os.__dict__['environ']",
    "a module in a list": "import os\nx = [os]\ndef it(p, s): return x[0].getpid()",
    "a module in a class": (
        "class A:\n    import time as clock\ndef it(p, s): return A.clock.time()"
    ),
    "a module as a default": "import os\ndef it(p, s, o=os): return o.environ",
    "a module under a local name": (
        "import time\ndef it(p, s):\n    t = time\n    return t.time()"
    ),
    "a module in a namespace": (
        "import os, types\nn = types.SimpleNamespace(os=os)\n"
        "def it(p, s): return n.os.environ"
    ),
    "attrgetter of a module": (
        "import os\nfrom operator import attrgetter\nget = attrgetter('environ')\n"
        "def it(p, s): return get(os)"
    ),
    "open of builtins": (
        "import builtins\ndef it(p, s): return getattr(builtins, 'open')('x')"
    ),
    "now of a class in a list": (
        "from datetime import datetime\nx = [datetime]\ndef it(p, s): return x[0].now()"
    ),
    "all of numpy as a value": (
        "import numpy\nx = [numpy]\ndef it(p, s): return x[0].load('x')"
    ),
    "a data base": "import sqlite3\ndef it(p, s): return sqlite3.connect('x')",
}


@pytest.mark.parametrize("source", READS.values(), ids=READS)
def test_what_reads_something_else_while_it_plays_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r"reads a file.*cannot be told.*Read it once"):
        of(source)


READ_BEFORE = {
    "a file": (
        "from pathlib import Path\nTEXT = (Path('{0}') / 'f').read_text()\n"
        "def it(p, s): return TEXT"
    ),
    "numbers": (
        "import numpy as np\nW = np.loadtxt('{0}/f')\ndef it(p, s): return W[0]"
    ),
    "the environment": ("import os\nN = os.environ['ANY']\ndef it(p, s): return N"),
}


@pytest.mark.parametrize("source", READ_BEFORE.values(), ids=READ_BEFORE)
def test_what_was_read_once_into_a_global_counts_by_its_value(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for value in ("1", "2", "1"):
        (tmp_path / "f").write_text(value)
        monkeypatch.setenv("ANY", value)
        found.append(of(source.replace("{0}", tmp_path.as_posix())))
    assert found[0] == found[2] != found[1]


READS_NOTHING = {
    "a duration": "import time\ndef it(p, s): return time.perf_counter()",
    "a date that is given": (
        "from datetime import datetime\ndef it(p, s): return datetime(2020, 1, 1)"
    ),
    "open as a player's word": "def it(p, s): return p.open, p.state.exists()",
    "a joined path": "import os\ndef it(p, s): return os.path.join('a', 'b')",
    "a message": "def it(p, s): print(p)",
    "all of numpy, which is passed on": (
        "import numpy as np\ndef best(xp): return xp.zeros(3)\n"
        "def it(p, s): return best(np)"
    ),
    "a name of a module": "import sys, os\ndef it(p, s): return sys.maxsize, os.sep",
}


@pytest.mark.parametrize("source", READS_NOTHING.values(), ids=READS_NOTHING)
def test_code_that_only_looks_like_reading_is_kept(source: str) -> None:
    assert of(source)


def test_code_without_source_is_refused_wherever_it_is_reached() -> None:
    exec("def f(p): return 1", space := {"__name__": "__main__"})
    helper, method = cell("def it(p, s): return f(p)", **space), cell("class A: pass")
    method["A"].go = space["f"]
    for value in (helper["it"], method["A"]):
        with pytest.raises(ValueError, match="source of f cannot be read"):
            told(value)


FILES = {
    "settings": "LEVEL, OTHER = 0, 5\n",
    "helpers": (
        "from settings import LEVEL\ndef best(p): return LEVEL\ndef other(): pass\n"
    ),
    "player": "import helpers\ndef own(p, s): return helpers.best(p)\n",
}


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Modules beside a notebook, one of which imports from another."""
    monkeypatch.syspath_prepend(tmp_path)
    for name, source in FILES.items():
        (tmp_path / f"{name}.py").write_text(source)
    yield tmp_path
    for name in (*FILES, "moved"):
        sys.modules.pop(name, None)


def loaded(folder: Path, **sources: str) -> str:
    """Write modules anew, load them all, and return the address of the player."""
    for name, source in (FILES | sources).items():
        (folder / f"{name}.py").write_text(source)
    for name in (*FILES, "moved"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    for cached in folder.rglob("*.pyc"):
        cached.unlink()
    return told(importlib.import_module("player").own)


MODULES = {
    "a constant that a module has from another": {"settings": "LEVEL, OTHER = 1, 5\n"},
    "a helper": {"helpers": FILES["helpers"].replace("return LEVEL", "return -LEVEL")},
    "a module's __getattr__": {
        "helpers": "def __getattr__(name): return lambda p: 1\n",
    },
    "a module as a value": {
        "player": "import helpers\ndef own(p, s): return getattr(helpers, 'best')(p)\n"
    },
}


@pytest.mark.parametrize("changed", MODULES.values(), ids=MODULES)
def test_what_counts_of_modules(changed: dict[str, str], beside: Path) -> None:
    assert loaded(beside) == loaded(beside) != loaded(beside, **changed)


def test_what_does_not_count_of_modules(beside: Path) -> None:
    before = loaded(beside)
    assert before == loaded(beside, settings='"Settings."\nLEVEL = 0\n')
    other = FILES["helpers"].replace("def other(): pass", "def other(): return 1")
    assert before == loaded(beside, helpers=other)
    named = "from helpers import best as b\ndef own(p, s): return b(p)\n"
    assert before == loaded(beside, player=named)
    inside = "def own(p, s):\n    from helpers import best\n    return best(p)\n"
    assert before == loaded(beside, player=inside)
    moved = "import moved\ndef own(p, s): return moved.best(p)\n"
    assert before == loaded(beside, moved=FILES["helpers"], player=moved)
    here = "LEVEL = 0\ndef best(p): return LEVEL\ndef own(p, s): return best(p)\n"
    assert before == loaded(beside, player=here)


def test_all_of_a_module_counts_that_is_used_as_a_value(beside: Path) -> None:
    whole = "import helpers\ndef own(p, s): return getattr(helpers, p)()\n"
    before = loaded(beside, player=whole)
    other = FILES["helpers"].replace("def other(): pass", "def other(): return 1")
    assert before != loaded(beside, player=whole, helpers=other)


USES = {
    "a name with two underscores": (
        "__version__ = {}\n",
        "import helpers\ndef own(p, s): return helpers.__version__\n",
    ),
    "such a name of a module as a value": (
        "__version__ = {}\n",
        "import helpers\ndef own(p, s): return getattr(helpers, '__version__')\n",
    ),
    "a module with a class of its own, which imports what reads": (
        "import sys, types\nclass Lazy(types.ModuleType):\n    @property\n"
        "    def level(self): return {}\nsys.modules[__name__].__class__ = Lazy\n",
        "import helpers\ndef own(p, s): return helpers.level\n",
    ),
}


@pytest.mark.parametrize(("source", "player"), USES.values(), ids=USES)
def test_names_and_classes_of_modules_count(
    source: str, player: str, beside: Path
) -> None:
    first, again, other = (
        loaded(beside, player=player, helpers=source.replace("{}", each))
        for each in "112"
    )
    assert first == again != other


def test_a_module_that_imports_whatever_it_is_asked_for_is_refused(
    beside: Path,
) -> None:
    source = (
        "from importlib import import_module\n"
        "def __getattr__(name): return import_module(f'{__name__}.{name}')\n"
    )
    player = "import helpers\ndef own(p, s): return helpers.best.n\n"
    with pytest.raises(ValueError, match=r"import_module .* cannot be told"):
        loaded(beside, helpers=source, player=player)


def test_a_module_s_global_counts_as_it_is_set(beside: Path) -> None:
    before = loaded(beside)
    sys.modules["helpers"].LEVEL = 7  # type: ignore[attr-defined]
    assert told(sys.modules["player"].own) != before  # type: ignore[attr-defined]


def test_an_edited_module_is_refused_until_it_is_loaded_again(beside: Path) -> None:
    loaded(beside)
    (beside / "helpers.py").write_text(
        "\n" + FILES["helpers"].replace("(p)", "(p, n=0)")
    )
    linecache.checkcache()
    with pytest.raises(ValueError, match=r"helpers\.py was edited since"):
        told(sys.modules["player"].own)  # type: ignore[attr-defined]


def test_a_script_that_is_run_again_has_another_address(tmp_path: Path) -> None:
    """As `%run script.py` does, whose code belongs to no module."""
    file, space = tmp_path / "script.py", {"__name__": "__main__"}

    def run(source: str) -> None:
        file.write_text(source)
        exec(compile(source, str(file), "exec"), space)

    run("def it(p, s): return 1\n")
    before = told(space["it"])
    file.write_text("def it(p, s): return 22\n")
    with pytest.raises(ValueError, match=r"script\.py was edited since"):
        told(space["it"])
    run("def it(p, s): return 22\n")
    assert told(space["it"]) != before


MOVED = {"foxkit.lab.stats:mean_score": "foxkit.lab.stats:mean"}


def with_table(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    table = reachable.digest_names()._replace(**changed)
    monkeypatch.setattr(reachable, "digest_names", lambda: table)


def test_a_new_name_in_foxkit_leaves_a_digest_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`stats.mean_score` is `mean` now, in a module of another name."""
    from foxkit.lab import stats

    source = "from {} import {} as f\ndef it(p, s): return f(p) + stats.{}(s)"
    source += "\nfrom foxkit.lab import stats\n"
    before = of(source.format("foxkit.lab.stats", "mean_score", "mean_score"))
    function = stats.mean_score
    monkeypatch.setattr(function, "__qualname__", "mean")
    monkeypatch.setattr(function, "__name__", "mean")
    monkeypatch.setattr(stats, "mean", function, raising=False)
    monkeypatch.delattr(stats, "mean_score")
    now = source.format("foxkit.lab.stats", "mean", "mean")
    assert of(now) != before
    with_table(monkeypatch, names=MOVED)
    assert of(now) == before


def test_another_thing_under_an_old_name_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = (
        "from foxkit.lab.stats import mean_score\ndef it(p, s): return mean_score(p)"
    )
    before = of(source)
    with_table(monkeypatch, names=MOVED)
    assert of(source) != before


def test_a_new_spelling_serves_committed_digests_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`tree.value_sum` and `least=` are called `value_sum` and `min_blocks` now."""
    old = "def it(p, s): return play(p.value, least=s)\ndef play(*a, **k): pass"
    new = old.replace("value", "value_sum").replace("least", "min_blocks")
    before, after = of(old), of(new)
    spellings = {"value_sum": "value", "min_blocks": "least"}
    with_table(monkeypatch, spellings=spellings)
    assert of(new) == after
    digest = address.as_address_data(cell(old)["it"])["syntax"]
    with_table(monkeypatch, spellings=spellings, digests=frozenset({digest}))
    assert of(new) == of(old) == before
    other = new.replace("value_sum", "value_sum.real")
    assert of(other) not in (before, after)


def unresolved() -> list[str]:
    """Return the names in digests whose thing stands nowhere."""
    found = []
    for name, place in reachable.digest_names().names.items():
        module, _, path = place.partition(":")
        try:
            value: Any = importlib.import_module(module)
            for part in path.split(".<locals>")[0].split(".") if path else []:
                value = getattr(value, part)
        except (ImportError, AttributeError):
            found.append(f"{name}: nothing stands at {place}")
    return found


def test_every_name_in_digests_stands_somewhere() -> None:
    assert unresolved() == []


def test_what_is_kept_was_computed_by_today_s_code() -> None:
    """Its digests are in the table, and so is what they reach of foxkit."""
    held = [json.loads(x.read_bytes()) for x in ROOT.glob("data/kept/*/*.json")]
    functions = [each["address"]["function"] for each in held]
    wanted = {(x["own"], x["syntax"]) for x in functions if isinstance(x, dict)}
    names, table = {own for own, _ in wanted}, reachable.digest_names()
    found, reached = set(), set[str]()
    for path in sorted((ROOT / "notebooks").rglob("*.py")):
        module = importlib.import_module(path.stem)
        for name in names & vars(module).keys():
            for spellings in ({}, table.spellings):
                reader = reachable.CodeReader(address.non_default_fields, spellings)
                pair = name, reader.digest(vars(module)[name])
                if pair in wanted:
                    found.add(pair)
                    reached |= {x for x in reader.names if x.startswith("foxkit")}
    assert wanted - found == set()
    assert {digest for _, digest in wanted} <= table.digests
    assert reached <= table.names.keys()
