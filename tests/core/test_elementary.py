"""Our log and tanh: how near the truth, the same plain and compiled, and used."""

import ast
import random
from collections.abc import Iterator
from decimal import Decimal, localcontext
from itertools import product
from math import inf, isnan, ldexp, nan, nextafter, ulp
from zlib import crc32

import numpy as np
import pytest
from test_layers import MODULES, folder_of, name_of

from foxkit.core import compiled
from foxkit.core.elementary import log, log_of_count, tanh
from foxkit.games.fox_game.evaluation import PST

LARGEST, SMALLEST = nextafter(inf, 0), 2.0**-1022
ROUNDED_ALIKE = {"ceil", "comb", "dist", "inf", "isfinite", "nan", "nextafter", "sqrt"}
"""What `math` has that every platform answers alike."""
ROUNDED_OTHERWISE = {"cos", "exp", "expm1", "log", "log1p", "log2", "log10", "power"}
ROUNDED_OTHERWISE |= {"sin", "tan", "tanh", "hypot", "float_power", "cbrt"}


def logs() -> list[float]:
    dice = random.Random(1)
    edges = [2.0**n for n in range(-1022, 1024)]
    edges += [nextafter(x, to) for x in edges[1:] for to in (0, inf)]
    near = [1 + dice.choice((-1, 1)) * 2 ** -dice.uniform(1, 52) for _ in range(5000)]
    wide = [ldexp(dice.uniform(1, 2), dice.randint(-1022, 1023)) for _ in range(5000)]
    whole = [*range(1, 3000), *(dice.randint(1, 2**53) for _ in range(3000))]
    return [*map(float, whole), *edges, *near, *wide, LARGEST, SMALLEST]


def tanhs() -> list[float]:
    dice = random.Random(2)
    small = [ldexp(dice.uniform(1, 2), dice.randint(-60, -2)) for _ in range(3000)]
    sizes = [*(dice.uniform(0, 4) for _ in range(9000)), *small, 1.0, *range(1, 25)]
    sizes += [dice.uniform(4, 22) for _ in range(2000)]
    edges = [n * 0.6931471805599453 / 4 for n in range(1, 120)]  # where it branches
    sizes += [x for edge in edges for x in (nextafter(edge, 0), edge)]
    return [sign * size for size in sizes for sign in (1.0, -1.0)]


def error(found: float, exact: Decimal) -> float:
    """How many units in the last place a number is from the truth."""
    return float(abs(Decimal(float(found)) - exact) / Decimal(ulp(float(exact))))


def test_the_log_of_a_count_is_that_of_any_number() -> None:
    counts = [float(n) for n in range(1, 1100)]
    assert [log_of_count(n) for n in counts] == [log(n) for n in counts]


def test_log_is_less_than_a_unit_from_the_truth() -> None:
    with localcontext(prec=60):
        assert max(error(log(x), Decimal(x).ln()) for x in logs() if x != 1) < 0.76
        assert log(1.0) == 0
        assert all(log(n) == float(Decimal(n).ln()) for n in range(9160, 9180))


def test_tanh_is_two_units_from_the_truth() -> None:
    with localcontext(prec=60):
        grown = {x: (2 * Decimal(x)).exp() for x in tanhs()}
        exact = {x: (e - 1) / (e + 1) for x, e in grown.items()}
        assert max(error(tanh(x), truth) for x, truth in exact.items()) < 2.1


@pytest.mark.parametrize("x", [0.0, 5e-324, SMALLEST, 1e-20])
def test_tanh_of_next_to_nothing(x: float) -> None:
    assert (tanh(x), tanh(-x)) == (x, -x)


def test_tanh_of_what_is_large_or_no_number() -> None:
    assert [tanh(x) for x in (20.0, LARGEST, inf)] == [1.0] * 3
    assert [tanh(-x) for x in (20.0, LARGEST, inf)] == [-1.0] * 3
    assert isnan(tanh(nan))


def test_compiled_they_are_the_same_to_the_last_bit() -> None:
    """They would not be, were a product fused with a sum or a sum regrouped."""

    @compiled
    def both(numbers: np.ndarray, logs: np.ndarray, tanhs: np.ndarray) -> None:
        for i in range(len(numbers)):
            logs[i], tanhs[i] = log(abs(numbers[i])), tanh(numbers[i])

    numbers = np.array(logs() + [x for x in tanhs() if abs(x) >= SMALLEST])
    found = np.empty((2, len(numbers)))
    both(numbers, *found)
    plain = [[log(abs(x)) for x in numbers.tolist()], [*map(tanh, numbers.tolist())]]
    assert found.tobytes() == np.array(plain).tobytes()


def evaluated() -> Iterator[float]:
    """What equation (3) squashes: foxes, sheep and their points, as far as they go."""
    points = sorted(PST.values())
    weights = [(k, 12.0, 1.0) for k in (0.7, 0.8, 0.9, 1.0)]
    weights += [(0.8, q, 1.0) for q in (10.0, 14.0)]
    weights += [(0.8, 12.0, b) for b in (0.8, 1.2)]
    for (k, q, b), foxes, sheep in product(weights, range(3), range(21)):
        material = (q * (foxes - 2) - (sheep - 20)) / (1.0 + q)
        for value in range(sum(points[:sheep]), sum(points[33 - sheep :]) + 1):
            yield b * (k * material + (1.0 - k) * (-0.1 * (value - 38)))


def test_tanh_is_that_of_the_stored_games() -> None:
    """The checksum is of values by the library with which they were played."""
    values = np.array([*map(tanh, evaluated())])
    assert crc32(values.tobytes()) == 444039377


def test_nothing_else_decides_a_tree() -> None:
    """What a game hangs on takes from libraries only what all platforms round alike."""
    for path in MODULES:
        if folder_of(path) not in ("core", "search", "solvers", "players", "games"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                names = {alias.name for alias in node.names}
                assert names <= ROUNDED_ALIKE, name_of(path)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used = node.attr if node.value.id in ("np", "math") else ""
                assert used not in ROUNDED_OTHERWISE, name_of(path)
