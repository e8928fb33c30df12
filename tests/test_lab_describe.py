"""What tells one player or computation from another: the keys of stored games."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from foxkit.lab.describe import digest


def closing_over(value: Any) -> Callable[[], Any]:
    return lambda: value


def with_methods_that_close_over(value: Any) -> type:
    class Chooser:
        def choose(self) -> Any:
            return value

    return Chooser


def with_an_attribute(value: Any) -> type:
    class Chooser:
        step = value

        def choose(self) -> Any:
            return self.step

    return Chooser


def of_a_base_with_an_attribute(value: Any) -> type:
    class Chooser(with_an_attribute(value)):  # type: ignore[misc]
        pass

    return Chooser


KINDS = [
    closing_over,
    with_methods_that_close_over,
    with_an_attribute,
    of_a_base_with_an_attribute,
]
VALUES = [0, None, 1, "", "0", (0,), np.zeros(2), np.ones(2), np.zeros((1, 2))]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_what_code_takes_along_is_in_its_key(make: Callable[[Any], Any]) -> None:
    keys = [digest(make(value)) for value in VALUES]
    assert len({*keys}) == len(VALUES)
    assert keys == [digest(make(value)) for value in VALUES]


@pytest.mark.parametrize("make", KINDS[1:], ids=lambda make: make.__name__)
def test_an_object_is_told_by_its_class(make: Callable[[Any], type]) -> None:
    assert len({digest(make(value)()) for value in VALUES}) == len(VALUES)


def test_arrays_are_told_by_their_type() -> None:
    numbers = np.zeros(2), np.zeros(2, dtype=np.int64), np.zeros(2, dtype=bool)
    assert len({digest(closing_over(array)) for array in numbers}) == 3


def test_properties_and_static_methods_are_told_by_what_they_take_along() -> None:
    def make(value: int) -> type:
        class Chooser:
            @property
            def step(self) -> int:
                return value

            @staticmethod
            def own() -> int:
                return value

        return Chooser

    assert digest(make(1)) == digest(make(1)) != digest(make(2))


def test_a_class_whose_methods_speak_of_it_can_be_described() -> None:
    class Chooser:
        def again(self) -> "Chooser":
            return Chooser()

        def __init__(self) -> None:
            super().__init__()

    assert digest(Chooser) == digest(Chooser)
