"""Boards as one line of text: rows of letters from the top, then who moves and so on.

    11111/11111/00000/00000/02020 w

Every place has a bit number, so that a kind of piece is a set, an int.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from foxkit.core.quoting import quoted, shortened

_NOWHERE = "-"  # the letter where a row has no place


class Grid(NamedTuple):
    """How a board is drawn.

    Attributes:
        rows: the bit number of each place, row by row as they are drawn; where there
            is no place, ~ of the number that it would have.
        letters: what each letter stands for, the first one for an empty place.
        name: returns the name of a bit number's place.
    """

    rows: tuple[tuple[int, ...], ...]
    letters: Mapping[str, str]
    name: Callable[[int], str]

    def draw(self, *sets: int) -> str:
        """Return the rows with some pieces: a set for each letter after the first."""
        empty, *pieces = self.letters

        def letter(place: int) -> str:
            if place < 0:
                return _NOWHERE
            there = zip(pieces, sets, strict=True)
            return next((piece for piece, them in there if them >> place & 1), empty)

        return "/".join("".join(map(letter, row)) for row in self.rows)

    def _places(self, drawn: str) -> Iterator[tuple[int, str]]:
        return zip(chain(*self.rows), drawn.replace("/", ""), strict=True)

    def read(self, drawn: str) -> list[int]:
        """Return the set of each kind of piece in rows without problems."""
        places, (_, *pieces) = [*self._places(drawn)], self.letters
        return [sum(1 << at for at, it in places if it == piece) for piece in pieces]

    def problems(self, drawn: str) -> list[str]:
        """Return everything wrong with the rows, each fault in a few words."""
        lengths, wanted = [*map(len, drawn.split("/"))], [*map(len, self.rows)]
        if lengths != wanted:
            said = shortened(", ".join(map(str, lengths)))
            form = f"{len(wanted)} rows of {wanted[0]}"
            fault = f"rows of {said} characters instead of {form}"
            return [fault, *self.strange(drawn)]
        return [
            f"{letter!r} at {self.name(max(at, ~at))} instead of {self._allowed(at)}"
            for at, letter in self._places(drawn)
            if letter not in (self.letters if at >= 0 else _NOWHERE)
        ]

    def strange(self, drawn: str) -> list[str]:
        """Return the letters that stand for nothing, in rows of any shape."""
        strange = "".join(sorted({*drawn} - {*self.letters, _NOWHERE, "/"}))
        return [f"{quoted(strange)} instead of {self._allowed(0)}"] if strange else []

    def _allowed(self, place: int) -> str:
        if place < 0:
            return f"{_NOWHERE}, there being no place"
        *others, last = (f"{letter} ({it})" for letter, it in self.letters.items())
        return f"{', '.join(others)} or {last}"


def side(letters: str) -> Callable[[str], list[str]]:
    """Return a check of the word that tells who is to move."""
    allowed = " or ".join(map(repr, letters))
    fault = f"side to move {{}} instead of {allowed}"
    return lambda word: [] if word in [*letters] else [fault.format(quoted(word))]


def line_problems(
    text: str, form: str, *checks: Callable[[str], list[str]]
) -> list[str]:
    """Return everything wrong with words in a line, the first of which is a board.

    Args:
        text: a position, perhaps.
        form: what it looks like.
        checks: return what is wrong with each word.
    """
    words = text.split()
    if len(words) != len(checks):
        wrong = [f"not {len(checks)} fields but {len(words)}: {form}"]
        is_drawn = bool(words) and "/" in words[0]
        return wrong + (checks[0](words[0]) if is_drawn else [])
    held = zip(checks, words, strict=True)
    return [fault for check, word in held for fault in check(word)]
