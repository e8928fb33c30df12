"""What a board asks of numpy, for a page that has none: it stands there as `numpy`.

Nothing more is in it: whatever else is asked for is missing by its name. An array is a
`memoryview`, so that numbers are read and written without a step of Python more than
one, and a slice of a row is a view, as there. Numbers are Python's own.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from math import prod, sqrt
from operator import add, and_, eq, mod, mul, ne, or_, truediv
from struct import calcsize, pack, unpack
from types import SimpleNamespace
from typing import Any


class float64(float):
    """Stands in for `numpy.float64`: a float whose bits `view` shows as an int."""

    code = "d"

    def view(self, kind: type) -> Any:
        """The same bits as an integer."""
        return kind(unpack("<q", pack("<d", self))[0])


class int64(int):
    """Stands in for `numpy.int64`: an int whose bits `view` shows as a float."""

    code = "q"

    def view(self, kind: type) -> Any:
        """The same bits as a number."""
        return kind(unpack("<d", pack("<q", self))[0])


class int16(int):
    """Stands in for `numpy.int16`, the type of the numbers in tables of weights."""

    code = "h"


class int32(int):
    """Stands in for `numpy.int32`, the type of a search tree's counts."""

    code = "i"


class uint8(int):
    """Stands in for `numpy.uint8`, the type of stored moves of most games."""

    code = "B"


class uint16(int):
    """Stands in for `numpy.uint16`, for stored moves where 256 are too few."""

    code = "H"


integer, bool_, generic = int, bool, float64


class dtype:
    """Stands in for `numpy.dtype`: the size of a number of some type."""

    def __init__(self, kind: Any) -> None:
        """Of one of the kinds above, or of Python's own."""
        code = _CODE_OF_TYPE.get(kind) or kind.code
        self.itemsize = calcsize("=" + code)  # bytes of a number


_CODE_OF_TYPE = {bool: "?", int: "q", float: "d", float64: "d", int64: "q"}
_NAME_OF_CODE = {
    "?": "bool",
    "B": "uint8",
    "H": "uint16",
    "h": "int16",
    "i": "int32",
    "q": "int64",
    "d": "float64",
}
_SUM_BLOCK = 128  # numbers that numpy adds up before it halves a longer list


class ndarray:
    """An array of one kind of number; rows and slices are views of its memory."""

    __slots__ = "__weakref__", "base", "data"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, data: Any, base: Any = None) -> None:
        self.data: Any = data  # a memoryview
        self.base = base  # the array of which this is a part

    def __class_getitem__(cls, kind: Any) -> Any:
        return cls

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return tuple(self.data.shape)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)

    @property
    def dtype(self) -> SimpleNamespace:
        """The kind of its numbers, by name."""
        return SimpleNamespace(name=_NAME_OF_CODE[self.data.format])

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[Any]:
        return (
            iter(self.data) if self.data.ndim == 1 else map(self._row, range(len(self)))
        )

    def __getitem__(self, at: Any) -> Any:
        try:
            chosen = self.data[at]
        except (NotImplementedError, TypeError):
            return self._part(at)
        return ndarray(chosen, self) if chosen.__class__ is memoryview else chosen

    def _part(self, at: Any) -> Any:
        """A row, some rows, a column's numbers, or those that are marked."""
        if isinstance(at, int):
            return self._row(range(len(self))[at])
        if isinstance(at, slice):
            return [self._row(i) for i in range(len(self))[at]]
        if isinstance(at, ndarray):
            return array([x for x, marked in zip(self, at, strict=True) if marked])
        return array([self.data[place] for place in self._places(at)])

    def _row(self, number: int) -> "ndarray":
        """A row as a view of the same memory."""
        code, size = self.data.format, prod(self.shape[1:])
        flat = self.data.cast("B").cast(code)[number * size : (number + 1) * size]
        more = self.shape[1:] if self.data.ndim > 2 else None
        return ndarray(flat.cast("B").cast(code, more) if more else flat, self)

    def _places(self, at: Any) -> Iterable[Any]:
        """The places that an index with slices or an ellipsis means."""
        at = at if isinstance(at, tuple) else (at,)
        if at[0] is Ellipsis:
            at = (*[slice(None)] * (1 + self.data.ndim - len(at)), *at[1:])
        axes = zip(at, map(range, self.shape), strict=True)
        return product(*(r[i] if isinstance(i, slice) else (r[i],) for i, r in axes))

    def __setitem__(self, at: Any, value: Any) -> None:
        try:
            self.data[at] = value.data if isinstance(value, ndarray) else value
        except (NotImplementedError, TypeError):
            indices = [*self._places(at)]
            many = value if isinstance(value, list) else [value] * len(indices)
            for index, each in zip(indices, many, strict=True):
                self.data[index] = each

    @property
    def flat(self) -> list[Any]:
        """All numbers, row by row."""
        return [self.data[index] for index in product(*map(range, self.shape))]

    def tolist(self) -> list[Any]:
        """The numbers as a list, of lists where there are rows."""
        return list(self.data.tolist())

    def copy(self) -> "ndarray":
        """The same numbers with memory of their own."""
        return _filled(self.data.format, self.shape, self.flat)

    def view(self, kind: Any) -> "ndarray":
        """The same bits as other numbers."""
        return ndarray(self.data.cast("B").cast(kind.code), self)

    def reshape(self, rows: int, width: int | None = None) -> "ndarray":
        """The same numbers in rows, or all in one; -1 is for as many as there are."""
        if width is None:
            return ndarray(self.data.cast("B").cast(self.data.format), self)
        rows, code = len(self) // width if rows < 0 else rows, self.data.format
        width = len(self) // rows if width < 0 else width
        return ndarray(self.data.cast("B").cast(code, (rows, width)), self)

    def tobytes(self) -> bytes:
        """The memory of the numbers."""
        return bytes(self.data)

    def sum(self) -> Any:
        """The sum, added up in numpy's order: another loses other last bits."""
        return _sum(self.tolist())

    def max(self) -> Any:
        """The largest number."""
        return max(self.data)

    def min(self) -> Any:
        """The smallest number."""
        return min(self.data)

    def any(self) -> bool:
        """Whether any of the numbers is not 0."""
        return bool(max(self.data, default=0))

    def mean(self) -> float:
        """The mean of all the numbers."""
        return float(self.sum() / len(self))

    def var(self, ddof: int = 0) -> float:
        """The variance of all the numbers."""
        centre = self.mean()
        squares = array([float((x - centre) ** 2) for x in self])
        return float(squares.sum() / (len(self) - ddof))

    def std(self) -> float:
        """The standard deviation of all the numbers."""
        return sqrt(self.var())

    def _for_each_number(self, does: Any, other: Any) -> "ndarray":
        """An operation on each number and another one, or a number of another array."""
        others = other if isinstance(other, ndarray) else [other] * len(self)
        return array([*map(does, self, others)])

    def __eq__(self, other: object) -> Any:
        return self._for_each_number(eq, other)

    def __ne__(self, other: object) -> Any:
        return self._for_each_number(ne, other)

    def __add__(self, other: Any) -> "ndarray":
        return self._for_each_number(add, other)

    def __mul__(self, other: Any) -> "ndarray":
        return self._for_each_number(mul, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> "ndarray":
        return self._for_each_number(truediv, other)

    def __mod__(self, other: Any) -> "ndarray":
        return self._for_each_number(mod, other)

    def __or__(self, other: Any) -> "ndarray":
        return self._for_each_number(or_, other)

    def __and__(self, other: Any) -> "ndarray":
        return self._for_each_number(and_, other)

    @property
    def flags(self) -> SimpleNamespace:
        """The flags of the memory, none of which a page relies on."""
        return SimpleNamespace(writeable=True)

    @property
    def ctypes(self) -> SimpleNamespace:
        """The address of the memory, which a page does not have."""
        return SimpleNamespace(data=0)


NDArray = ndarray
ArrayLike = Any


def _sum(numbers: list[Any]) -> Any:
    """A sum as numpy makes it: eight at a time, in halves where it is long."""
    n = len(numbers)
    if n > _SUM_BLOCK:
        half = n // 2 - n // 2 % 8
        return _sum(numbers[:half]) + _sum(numbers[half:])
    total, rest = (0.0 if n and isinstance(numbers[0], float) else 0), numbers
    if n >= 8:
        r, rest = numbers[:8], numbers[n - n % 8 :]
        for i in range(8, n - n % 8):
            r[i % 8] += numbers[i]
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    for number in rest:
        total += number
    return total


def _filled(code: str, shape: tuple[int, ...], numbers: Iterable[Any] = ()) -> ndarray:
    """A new array of a type and shape, filled with numbers or zeros."""
    flat: Any = memoryview(bytearray(calcsize(code) * prod(shape)))
    line = flat.cast(code)
    for i, number in enumerate(numbers):
        line[i] = number
    return ndarray(line if len(shape) == 1 else flat.cast(code, shape))


def array(numbers: Iterable[Any], kind: Any = None) -> ndarray:
    """An array of numbers, or of rows of them."""
    shape, numbers = [], [*numbers]
    level: list[Any] = numbers
    while level and isinstance(level[0], list | tuple | ndarray):
        shape.append(len(level))
        level = [each for row in level for each in row]
    width = len(level) // prod(shape) if shape else len(level)
    code = kind.code if kind else _CODE_OF_TYPE[type(level[0])] if level else "q"
    return _filled(code, (*shape, width), level)


def zeros(shape: int | tuple[int, ...], kind: Any = float64) -> ndarray:
    """An array of zeros."""
    return _filled(kind.code, shape if isinstance(shape, tuple) else (shape,))


empty = zeros


def full(shape: int | tuple[int, ...], value: Any, kind: Any = None) -> ndarray:
    """An array of one number, many times."""
    shape = shape if isinstance(shape, tuple) else (shape,)
    code = kind.code if kind else _CODE_OF_TYPE[type(value)]
    return _filled(code, shape, [value] * prod(shape))


def asarray(numbers: list[Any], dtype: Any = None) -> ndarray:
    """An array of a list of numbers."""
    return array(numbers, float64)


def any(marked: ndarray) -> bool:
    """Whether any of some numbers is not 0."""
    return marked.any()


def clip(number: float, low: float, high: float) -> float:
    """The number, or the end beyond which it lies."""
    return min(max(number, low), high)


def corrcoef(x: ndarray, y: ndarray) -> ndarray:
    """The correlations of two rows of numbers."""
    left, right = x.sum() / len(x), y.sum() / len(y)
    both = sum((a - left) * (b - right) for a, b in zip(x, y, strict=True))
    correlation = both / len(x) / x.std() / y.std()
    return array([[1.0, correlation], [correlation, 1.0]])


def frombuffer(content: bytes | memoryview, kind: Any) -> ndarray:
    """An array over bytes, which stay as they are."""
    return ndarray(memoryview(content).cast("B").cast(kind.code))


def flatnonzero(marked: ndarray) -> ndarray:
    """The indices of the numbers that are not 0."""
    return array([number for number, each in enumerate(marked) if each], int64)


def diff(numbers: list[Any]) -> list[Any]:
    """The difference from each number to the next one."""
    return [after - before for before, after in pairwise(numbers)]


def count_nonzero(numbers: Iterable[Any]) -> int:
    """How many numbers are not 0."""
    return sum(map(bool, numbers))


def iinfo(kind: type) -> SimpleNamespace:
    """The bounds of the integers."""
    return SimpleNamespace(max=2**63 - 1)
