"""What tells one match from another: the addresses of stored games."""

import importlib
import linecache
import sys
from collections.abc import Iterator
from functools import partial
from itertools import combinations, count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.wolves.rules import Wolves, WolvesCorner
from foxkit.lab import address, code
from foxkit.lab.match import match
from foxkit.players.budget import Budget
from foxkit.players.standard import MctsPlayer, RandomPlayer
from foxkit.search.mcts import Settings
from foxkit.view.opponents import opponents_of_every_game

_numbers = count()


def cell(source: str, **names: Any) -> dict[str, Any]:
    """Run a notebook's cell; return the names that it defines."""
    name = f"<cell {next(_numbers)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    space = {"__name__": "__main__", **names}
    exec(compile(source, name, "exec"), space)
    return space


def told(value: Any) -> str:
    return address.canonical_json(address.as_address_data(value))


def mcts(**changes: Any) -> MctsPlayer:
    return MctsPlayer(Budget(10), FoxHeuristic(), **changes)


@pytest.mark.parametrize(
    "kind", [FoxGame, FoxHounds, HareHounds, Wolves, WolvesCorner, BattleSheep]
)
def test_the_players_of_every_game_have_an_address(kind: type) -> None:
    for opponent in opponents_of_every_game(kind()).values():
        assert told(opponent.player({}))


def default_faults() -> list[str]:
    """Return where a default of the code is not the usual value of the data."""
    found = []
    for subject, kind in address.addressed_classes().items():
        module, name = subject.split(":")
        own = getattr(importlib.import_module(module), name)
        for field, value in address.default_values(own).items():
            there = kind.usual.get(kind.fields.get(field, field), "nothing")
            if address.as_address_data(value) != there:
                found.append(f"{subject}.{field} is {value!r}, usual is {there}")
    return found


def test_every_default_of_the_code_is_the_usual_value_of_the_data() -> None:
    assert default_faults() == []


def test_a_changed_default_is_found_and_hands_out_no_other_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = told(mcts()), told(mcts(c=0.5))
    settings = MctsPlayer.__dataclass_fields__["settings"]
    monkeypatch.setattr(settings, "default", Settings(c=0.5))
    assert any("MctsPlayer.c" in each for each in default_faults())
    assert (told(mcts(c=0.4)), told(mcts(c=0.5))) == before


def test_numbers_of_one_value_have_one_spelling() -> None:
    alike = [mcts(c=1), mcts(c=1.0), mcts(c=np.float64(1)), mcts(c=np.int64(1))]
    assert len({told(each) for each in alike}) == 1
    assert len({told(mcts(c=value)) for value in (1, 1.5, 0.1 + 0.2, 0.3)}) == 4


FIELDS = """
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

def play(position, seed, n=0): return n

@dataclass(frozen=True)
class Given:
    n: object

@dataclass(frozen=True)
class Whole:
    n: int = 3

@dataclass(frozen=True)
class Real:
    n: float = 0.5

@dataclass(frozen=True)
class Flag:
    n: bool

class Plain:
    def __init__(self, n): self.n = n

class Game(NamedTuple):
    n: int = 3

some = [Given, Whole, Real, Plain, Game, lambda n: partial(play, n=n),
        lambda n: partial(play, n), lambda n: Given((n, 2)), lambda n: Given({"a": n})]
"""


@pytest.mark.parametrize("number", range(9))
def test_equal_numbers_of_other_types_in_a_reader_s_player_are_told_apart(
    number: int,
) -> None:
    of = cell(FIELDS)["some"][number]
    zeros = [told(of(x)) for x in (0, 0.0, -0.0, False)]
    ones = [told(of(x)) for x in (1, 1.0, True, np.int64(1), np.int8(1), np.float64(1))]
    ones.append(told(of(np.True_)))
    of_floats = number == 2  # whose 1 and 1.0 are the same
    assert len({*zeros, *ones}) == (9 if of_floats else 11)
    assert len({told(of(x)) for x in ((1, 2), [1, 2], (1, 2.0))}) == 3


def test_numbers_of_the_types_of_the_defaults_are_written_plainly() -> None:
    given = cell(FIELDS)
    plain = [given["Whole"](5), given["Real"](1.0), given["Real"](0.1), given["Game"]()]
    plain += [given["Given"](1), given["Given"](1.5), given["Plain"](7)]
    plain += [given["Flag"](True)]
    assert not any("numbers" in told(each) for each in plain)
    assert told(given["Flag"](1)) == told(given["Flag"](True))


def test_a_new_name_in_the_code_leaves_addresses_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subject = "foxkit.players.standard:MctsPlayer"
    kinds, kind = address.addressed_classes(), address.addressed_classes()[subject]
    usual = {{"c": "exploration"}.get(k, k): v for k, v in kind.usual.items()}
    fields = {**kind.fields, "c": "exploration"}
    older = address.AddressedClass("Uct", fields, usual)
    monkeypatch.setattr(address, "addressed_classes", lambda: kinds | {subject: older})
    assert list(address.as_address_data(mcts(c=0.5))) == ["Uct"]
    assert address.as_address_data(mcts(c=0.5))["Uct"]["exploration"] == 0.5
    assert "exploration" not in address.as_address_data(mcts())["Uct"]


def test_a_younger_field_needs_a_usual_value(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds, subject = address.addressed_classes(), "foxkit.players.standard:MctsPlayer"
    usual = {k: v for k, v in kinds[subject].usual.items() if k != "c"}
    older = kinds | {subject: kinds[subject]._replace(usual=usual)}
    monkeypatch.setattr(address, "addressed_classes", lambda: older)
    with pytest.raises(ValueError, match=r"MctsPlayer\.c in usual\.json"):
        told(mcts())


FUNCTIONS = """
def f(position, seed): return first(position.moves)
def f(position, seed): return last(position.moves)
def f(position, seed, n=1): return n
def f(position, seed, n=2): return n
def f(position, seed, *, n=2): return n
f = lambda position, seed: 1
f = lambda position, seed: 2
f = (lambda: lambda position, seed: 1)()
f = (lambda n: lambda position, seed: n)(1)
f = (lambda n: lambda position, seed: n)(2)
f = (lambda n: lambda position, seed: n)("2")
from functools import partial; f = partial(max, 1)
from functools import partial; f = partial(max, 2)
from functools import partial; f = partial(min, 2)
import math; f = math.sin
import math; f = math.cos
""".strip().splitlines()


def test_functions_that_differ_are_told_apart() -> None:
    given = cell(
        "def first(moves): return min(moves)\ndef last(moves): return max(moves)"
    )
    found = {source: told(cell(source, **given)["f"]) for source in FUNCTIONS}
    alike = [
        pair for pair in combinations(found, 2) if found[pair[0]] == found[pair[1]]
    ]
    assert not alike
    space = cell("f, g = (lambda p, s: min(p)), (lambda p, s: max(p))")
    assert told(space["f"]) != told(space["g"])


OF_ONE_NAME = {
    "defined twice": "def f(p, s): return 1\na = f\ndef f(p, s): return 2\nb = f",
    "decorated": (
        "def same(f): return f\n@same\ndef f(p, s): return 1\na = f\n"
        "@same\ndef f(p, s): return 2\nb = f"
    ),
    "nested": (
        "def make(n):\n    if n:\n        def f(p, s): return 1\n"
        "    else:\n        def f(p, s): return 2\n    return f\n"
        "a, b = make(0), make(1)"
    ),
    "closures": (
        "def make(n):\n    def f(p, s): return n\n    return f\na, b = make(0), make(1)"
    ),
    "methods": (
        "class A:\n    def f(self, p, s): return 1\na = A().f\n"
        "class A:\n    def f(self, p, s): return 2\nb = A().f"
    ),
    "classes": (
        "class A:\n    def choose(self, g, s, d): return 1\na = A()\n"
        "class A:\n    def choose(self, g, s, d): return 2\nb = A()"
    ),
    "evaluations": (
        "from foxkit.players.evaluations import evaluation\n"
        "@evaluation\ndef f(game, state): return 0.1\na = f\n"
        "@evaluation\ndef f(game, state): return 0.2\nb = f"
    ),
    "made in a loop": "a, b = [lambda p, s, n=n: n for n in (1, 2)]",
}


@pytest.mark.parametrize("source", OF_ONE_NAME.values(), ids=OF_ONE_NAME)
def test_things_of_one_name_are_told_apart(source: str) -> None:
    space = cell(source)
    assert told(space["a"]) != told(space["b"])


SUBCLASS = """
from foxkit import Budget, FoxHeuristic, MctsPlayer
from foxkit.search.mcts import Settings
class Mine(MctsPlayer):
    {more}
it = Mine(Budget(7), FoxHeuristic())
"""
EDITED = {
    "a global": "n = {}\ndef it(p, s): return n",
    "a helper's helper": (
        "def a(): return {}\ndef b(): return a()\ndef it(p, s): return b()"
    ),
    "a function in a tuple": (
        "def a(): return {}\nall = (a,)\ndef it(p, s): return all[0]()"
    ),
    "a class": "class A:\n    def go(self): return {}\ndef it(p, s): return A().go()",
    "an attribute of a base": (
        "class A:\n    n = {}\nclass B(A): pass\ndef it(p, s): return B.n"
    ),
    "a property": (
        "class A:\n    @property\n    def n(self): return {}\n"
        "def it(p, s): return A().n"
    ),
    "a player's method": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n"
        "    n: int = 1\n    def choose(self, g, s, d): return {}\nit = P()"
    ),
    "a player's field": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n"
        "    n: int = 1\n    def choose(self, g, s, d): return 1\nit = P({})"
    ),
    "a game of declared rules": (
        "from typing import NamedTuple\n"
        "from foxkit.core.fields import checked, rule\n"
        "class R(NamedTuple):\n    n: int = rule(1, 'n', range(9))\n"
        "@checked\nclass G(R):\n    def start(self): return {}\nit = G()"
    ),
    "a default of a player": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n"
        "    n: int = {}\n    def choose(self, g, s, d): return 1\nit = P()"
    ),
    "a default of a game": (
        "from typing import NamedTuple\nclass G(NamedTuple):\n    n: int = {}\nit = G()"
    ),
    "a default of a subclass of the package's": SUBCLASS.format(
        more="settings = Settings(c={})"
    ),
    "a method of a subclass of the package's": SUBCLASS.format(
        more="def think(self, *rest): return {}"
    ),
    "an array": "import numpy as np\na = np.ones({})\ndef it(p, s): return a",
    "an evaluation": (
        "from foxkit.players.evaluations import evaluation\n@evaluation\n"
        "def it(game, state): return {} * 1.0"
    ),
}


@pytest.mark.parametrize("source", EDITED.values(), ids=EDITED)
def test_an_edit_of_what_a_reader_wrote_gives_another_address(source: str) -> None:
    one, again, other = (told(cell(source.format(x))["it"]) for x in (1, 1, 2))
    assert one == again != other


def test_the_settings_of_a_subclass_of_the_package_s_are_in_its_address() -> None:
    kind = cell(SUBCLASS.format(more="pass"))["Mine"]
    one, other = (kind(Budget(7), FoxHeuristic(), c=c) for c in (0.4, 0.5))
    assert address.as_address_data(one)["fields"]["c"] == 0.4
    assert told(one) != told(other)


def test_remarks_and_places_do_not_count() -> None:
    one = cell("def it(p, s): return 1")["it"]
    other = cell("# a remark\n\ndef it(p, s):  # another\n    return 1")["it"]
    assert told(one) == told(other)


def test_what_a_reader_changes_in_foxkit_is_in_the_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A constant of a class, a function of a module: the games are others."""
    from foxkit.lab import match as playing
    from foxkit.search import mcts as searching

    own = match(HareHounds(), RandomPlayer())
    usual = address.address_of(own)
    for subject in address.addressed_classes():
        module, name = subject.split(":")
        for base in getattr(importlib.import_module(module), name).__mro__:
            assert code.readers_patches(base) == [], base
    changes = [
        (HareHounds, "GAME_LIMIT", 4),
        (HareHounds, "MAX_MOVES", HareHounds.MAX_MOVES + 1),
        (playing, "mix", lambda *numbers: 7),
        (searching, "ucb1", lambda *numbers: (0.0, 0.0)),
    ]
    found = [usual]
    for owner, name, value in changes:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, value, raising=False)
            found.append(address.address_of(own))
    assert not [pair for pair in combinations(found, 2) if pair[0] == pair[1]]
    assert address.address_of(own) == usual


def test_the_rules_that_are_registered_for_a_game_belong_to_it() -> None:
    source = """
from typing import NamedTuple
from foxkit.core.game import payoffs
from foxkit.core.generic import compared_by_class
@compared_by_class
class Own{0}(NamedTuple):
    n: int = 1
@payoffs.register
def _pay(game: Own{0}, state: tuple):
    return {1}, {1}
it = Own{0}()
"""
    number = next(_numbers)
    one = told(cell(source.format(f"A{number}", 1.0))["it"])
    other = told(cell(source.format(f"B{number}", 0.5))["it"])
    assert one.split('"syntax"')[1] != other.split('"syntax"')[1]


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module beside a notebook, and one that it imports."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "inner_moves.py").write_text("def best(p): return min(p)\n")
    (tmp_path / "my_moves.py").write_text(
        "from inner_moves import best\ndef own(p, s): return best(p)\n"
    )
    yield tmp_path
    for name in ("my_moves", "inner_moves"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("file", ["my_moves.py", "inner_moves.py"])
def test_an_edit_of_a_module_is_seen(beside: Path, file: str) -> None:
    importlib.invalidate_caches()
    own = importlib.import_module("my_moves")
    before = told(own.own), told(cell("def it(p, s): return m.own(p, s)", m=own)["it"])
    path = beside / file
    path.write_text(path.read_text().replace("(p)\n", "(p) or 1\n"))
    linecache.checkcache()
    with pytest.raises(ValueError, match=f"{file} was edited since it was imported"):
        told(own.own)
    for name in ("inner_moves", "my_moves"):
        importlib.reload(sys.modules[name])
    own = sys.modules["my_moves"]
    after = told(own.own), told(cell("def it(p, s): return m.own(p, s)", m=own)["it"])
    assert not {*before} & {*after}


def test_what_cannot_be_told_apart_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"object object at .* cannot be told"):
        told(partial(print, object()))
    with pytest.raises(ValueError, match="source of f cannot be read"):
        exec("def f(p, s): return 1", space := {"__name__": "__main__"})
        told(space["f"])


def test_the_code_of_a_match_is_that_of_its_game_and_players() -> None:
    fox = code.digest_of_playing_code(FoxGame(), mcts())
    assert fox == code.digest_of_playing_code(FoxGame(sheep=18), mcts(c=1))
    assert fox != code.digest_of_playing_code(FoxGame(), RandomPlayer())


def test_docstrings_comments_and_layout_are_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "PACKAGE", tmp_path)
    (tmp_path / "core").mkdir()
    (tmp_path / "core/a.py").write_text("from foxkit.core import b\n")

    def of(text: str) -> str:
        (tmp_path / "core/b.py").write_text(text)
        code._syntax_and_imports.cache_clear()
        code._digest_with_imports.cache_clear()
        return code.digest_of_modules({"foxkit.core.a"})

    plain = "def f(x):\n    return (x, 1)\n"
    said = '"""What f does."""\n\n\ndef f(x):  # a pair\n    "It."\n    return x, 1\n'
    try:
        assert of(plain) == of(said) != of(plain.replace("1", "2"))
    finally:
        code._syntax_and_imports.cache_clear()
        code._digest_with_imports.cache_clear()


def test_of_all_factors_those_that_differ_are_shown() -> None:
    rows = address.parameter_table(
        [
            match(FoxGame(sheep=n), mcts(c=c), mcts())
            for n, c in ((20, 0.4), (18, 0.4), (20, 0.5))
        ]
    )
    shown = rows.drop(columns=rows.attrs["hidden"])
    assert shown.to_dict("list") == {
        "sheep": [20, 18, 20],
        "simulations": [10] * 3,
        "c": [0.4, 0.4, 0.5],
    }
