"""What a Parquet file would come to in memory, found before anything of it is decoded.

A file of megabytes can decode to gigabytes, and its metadata may say otherwise. What
the decoder goes by are the headers of the pages, so these are read here: their sizes
and encodings. Headers are in Thrift's compact protocol, of which only numbers, lists
and structures occur.
"""

from collections.abc import Iterator
from typing import Any

_PLAIN, _PLAIN_DICTIONARY, _RLE, _RLE_DICTIONARY = 0, 2, 3, 8
_ENCODINGS = {_PLAIN, _PLAIN_DICTIONARY, _RLE, _RLE_DICTIONARY}
"""Those that we write; others spell one value by another, and can grow at will."""
_DATA, _DICTIONARY = 0, 2  # kinds of pages
_MOST_PAGES = 100_000


class _Header:
    """Reads numbers, lists and structures one after the other."""

    def __init__(self, content: memoryview, at: int) -> None:
        self._content, self.at = content, at

    def _number(self) -> int:
        """Read an unsigned number of seven bits a byte."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self._content[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ValueError("a number in the header of a page has no end")

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """Read a structure: its values by the numbers of their fields."""
        if depth > 4:
            raise ValueError("the header of a page is nested too deeply")
        found: dict[int, Any] = {}
        field = 0
        while (byte := self._content[self.at]) != 0:
            self.at += 1
            zigzag = 0 if byte >> 4 else self._number()
            field += byte >> 4 or (zigzag >> 1) ^ -(zigzag & 1)
            found[field] = self._value(byte & 15, depth)
        self.at += 1
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (1, 2):  # true and false have no content
            return kind == 1
        if kind == 3:
            self.at += 1
            return self._content[self.at - 1]
        if kind in (4, 5, 6):
            number = self._number()
            return (number >> 1) ^ -(number & 1)
        if kind == 8:  # bytes, such as those of statistics
            length = self._number()
            self.at += length
            return None
        if kind == 12:
            return self.structure(depth + 1)
        raise ValueError(f"the header of a page has a value of unknown kind {kind}")


def _pages(content: memoryview, start: int, length: int) -> Iterator[dict[int, Any]]:
    """Yield the headers of the pages of a column, which fill its bytes exactly."""
    at, end = start, start + length
    if not 0 <= start < end <= len(content):
        raise ValueError("a column lies outside the file")
    while at < end:
        reader = _Header(content, at)
        header = reader.structure()
        sizes = header.get(2), header.get(3)
        if not all(isinstance(size, int) and size >= 0 for size in sizes):
            raise ValueError("a page has no size")
        at = reader.at + header[3]
        yield header
    if at != end:
        raise ValueError("a page reaches beyond its column")


def require_size(content: bytes, metadata: Any, most_bytes: int, rows: int) -> None:
    """Raise ValueError where the columns of a file are too large, or their sizes lie.

    Args:
        content: the whole file.
        metadata: what `pyarrow.parquet` reads at its end.
        most_bytes: how large all pages together may be, once they are unpacked.
        rows: how many values all columns together may have.
    """
    total = values = pages = 0
    whole = memoryview(content)
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    if sum(group.num_rows for group in groups) != metadata.num_rows:
        raise ValueError("its number of rows is not that of its parts")
    try:
        for column in (g.column(at) for g in groups for at in range(g.num_columns)):
            known = column.dictionary_page_offset, column.data_page_offset
            start = min(at for at in known if at)
            for page in _pages(whole, start, column.total_compressed_size):
                pages += 1
                total += page[2]
                values += _values_of(page)
                if total > most_bytes or values > rows or pages > _MOST_PAGES:
                    raise ValueError(
                        f"unpacked, it would have more than {most_bytes:,} bytes "
                        f"or {rows:,} values"
                    )
    except (IndexError, KeyError) as error:
        raise ValueError(f"a page has no proper header ({error})") from None


def _values_of(page: dict[int, Any]) -> int:
    """How many values a page has; ValueError for one that we do not write."""
    kind = page[1]
    if kind not in (_DATA, _DICTIONARY):
        raise ValueError(f"it has a page of kind {kind}, not of 0 or 2")
    number, encoding, *_ = (page[5 if kind == _DATA else 7].get(at) for at in (1, 2))
    if encoding not in _ENCODINGS or not isinstance(number, int) or number < 0:
        raise ValueError(f"a page has the encoding {encoding} or {number} values")
    return number if kind == _DATA else 0
