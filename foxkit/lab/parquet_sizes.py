"""The size of a Parquet file in memory, computed before anything is decoded.

A file of megabytes can decode to gigabytes, and its metadata may say otherwise. The
decoder follows the headers of the pages, so their sizes and encodings are read here.
Headers are in Thrift's compact protocol, of which only numbers, lists and structures
occur.
"""

from collections.abc import Iterator
from typing import Any

_PLAIN, _PLAIN_DICTIONARY, _RLE, _RLE_DICTIONARY = 0, 2, 3, 8
_ENCODINGS = {_PLAIN, _PLAIN_DICTIONARY, _RLE, _RLE_DICTIONARY}
"""The encodings that foxkit writes; with others, sizes could not be bounded."""
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2  # kinds of pages
_MAX_PAGES = 100_000


class _PageHeader:
    """Reads numbers and structures one after the other.

    Attributes:
        offset: the place of the next byte.
    """

    def __init__(self, content: memoryview, offset: int) -> None:
        self._content, self.offset = content, offset

    def _read_number(self) -> int:
        """Read an unsigned number of seven bits a byte."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self._content[self.offset]
            self.offset += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ValueError("a number in the header of a page has no end")

    def read_structure(self, depth: int = 0) -> dict[int, Any]:
        """Read a structure; its values by the numbers of their fields."""
        if depth > 4:
            raise ValueError("the header of a page is nested too deeply")
        values: dict[int, Any] = {}
        field = 0
        while (byte := self._content[self.offset]) != 0:
            self.offset += 1
            zigzag = 0 if byte >> 4 else self._read_number()
            field += byte >> 4 or (zigzag >> 1) ^ -(zigzag & 1)
            values[field] = self._read_value(byte & 15, depth)
        self.offset += 1
        return values

    def _read_value(self, type_number: int, depth: int) -> Any:
        """Read a value of a kind of Thrift's compact protocol."""
        if type_number in (1, 2):  # true and false have no content
            return type_number == 1
        if type_number == 3:
            self.offset += 1
            return self._content[self.offset - 1]
        if type_number in (4, 5, 6):
            number = self._read_number()
            return (number >> 1) ^ -(number & 1)
        if type_number == 8:  # bytes, such as those of statistics
            length = self._read_number()
            self.offset += length
            return None
        if type_number == 12:
            return self.read_structure(depth + 1)
        raise ValueError(
            f"the header of a page has a value of unknown kind {type_number}"
        )


def _page_headers(
    content: memoryview, start: int, length: int
) -> Iterator[dict[int, Any]]:
    """Yield the headers of the pages of a column; they must fill its bytes exactly."""
    offset, end = start, start + length
    if not 0 <= start < end <= len(content):
        raise ValueError("a column lies outside the file")
    while offset < end:
        reader = _PageHeader(content, offset)
        header = reader.read_structure()
        sizes = header.get(2), header.get(3)
        if not all(isinstance(size, int) and size >= 0 for size in sizes):
            raise ValueError("a page has no size")
        offset = reader.offset + header[3]
        yield header
    if offset != end:
        raise ValueError("a page reaches beyond its column")


def require_decoded_size(
    content: bytes, metadata: Any, most_bytes: int, rows: int
) -> None:
    """Raise ValueError where the columns of a file are too large, or sizes are false.

    Args:
        content: the whole file.
        metadata: the metadata at its end, as `pyarrow.parquet` reads them.
        most_bytes: the limit for all pages together, decompressed.
        rows: the limit for the number of values in all columns together.
    """
    total = values = pages = 0
    whole = memoryview(content)
    groups = [metadata.row_group(offset) for offset in range(metadata.num_row_groups)]
    if sum(group.num_rows for group in groups) != metadata.num_rows:
        raise ValueError("its number of rows is not that of its parts")
    try:
        for column in (
            g.column(offset) for g in groups for offset in range(g.num_columns)
        ):
            known = column.dictionary_page_offset, column.data_page_offset
            start = min(offset for offset in known if offset)
            for page in _page_headers(whole, start, column.total_compressed_size):
                pages += 1
                total += page[2]
                values += _number_of_values(page)
                if total > most_bytes or values > rows or pages > _MAX_PAGES:
                    raise ValueError(
                        f"unpacked, it would have more than {most_bytes:,} bytes "
                        f"or {rows:,} values"
                    )
    except (IndexError, KeyError) as error:
        raise ValueError(f"a page has no proper header ({error})") from None


def _number_of_values(page: dict[int, Any]) -> int:
    """The number of values of a page; ValueError for a kind that we do not write."""
    page_type = page[1]
    if page_type not in (_DATA_PAGE, _DICTIONARY_PAGE):
        raise ValueError(f"it has a page of kind {page_type}, not of 0 or 2")
    number, encoding, *_ = (
        page[5 if page_type == _DATA_PAGE else 7].get(offset) for offset in (1, 2)
    )
    if encoding not in _ENCODINGS or not isinstance(number, int) or number < 0:
        raise ValueError(f"a page has the encoding {encoding} or {number} values")
    return number if page_type == _DATA_PAGE else 0
