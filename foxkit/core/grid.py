"""Boards as one line of text: rows of letters from the top, then who moves and so on.

    11111/11111/00000/00000/02020 w

Every place has a bit number, so that all pieces of one kind are a set, an int. Whoever
reads a text raises a ValueError that names the first fault and what is allowed there.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from foxkit.core.quoting import quoted, shortened

_NO_PLACE = "-"  # the letter where a row has no place


class UnsoundPosition(ValueError):
    """A text whose pieces can be drawn, but that cannot be played from.

    Attributes:
        read: the game and the state, so that a board can show what is being set up.
    """

    def __init__(self, fault: str, game: Any, state: Any) -> None:
        """Keep what was read, beside the words of the fault."""
        super().__init__(fault)
        self.read = game, state


class BoardText(NamedTuple):
    """How a board is written, and read.

    Attributes:
        rows: the bit number of each place, row by row as they are drawn; where there
            is no place, ~ of the number that it would have.
        letters: what each letter stands for, the first one for an empty place.
        name: returns the name of a bit number's place.
    """

    rows: tuple[tuple[int, ...], ...]
    letters: Mapping[str, str]
    name: Callable[[int], str]

    def format(self, *sets: int) -> str:
        """The rows with some pieces: a set for each letter after the first."""
        empty, *pieces = self.letters

        def letter(place: int) -> str:
            if place < 0:
                return _NO_PLACE
            there = zip(pieces, sets, strict=True)
            return next((piece for piece, them in there if them >> place & 1), empty)

        return "/".join("".join(map(letter, row)) for row in self.rows)

    def parse(self, drawn: str) -> list[int]:
        """The set of each kind of piece, in the order of the letters.

        Raises:
            ValueError: a row is too long or short, or a letter means nothing there.
        """
        lengths, wanted = [*map(len, drawn.split("/"))], [*map(len, self.rows)]
        if lengths != wanted:
            lengths_in_words = shortened(", ".join(map(str, lengths)))
            form = f"{len(wanted)} rows of {wanted[0]}"
            raise ValueError(f"rows of {lengths_in_words} characters instead of {form}")
        sets = dict.fromkeys(self.letters, 0)
        for at, letter in zip(chain(*self.rows), drawn.replace("/", ""), strict=True):
            if letter not in (self.letters if at >= 0 else _NO_PLACE):
                point_name = self.name(max(at, ~at))
                raise ValueError(
                    f"{letter!r} at {point_name} instead of {self._allowed_letters(at)}"
                )
            if at >= 0:
                sets[letter] |= 1 << at
        _, *pieces = sets.values()
        return pieces

    def _allowed_letters(self, place_index: int) -> str:
        """The letters that are allowed at an index, each with its meaning."""
        if place_index < 0:
            return f"{_NO_PLACE}, there being no place"
        *others, last = (f"{letter} ({it})" for letter, it in self.letters.items())
        return f"{', '.join(others)} or {last}"


def split_words(text: str, expected: int, form: str) -> list[str]:
    """The words of a text; ValueError unless there are as many as expected.

    Args:
        text: a position, perhaps.
        expected: how many words a position has.
        form: what a position looks like, for the error.
    """
    words = text.split()
    if len(words) != expected:
        raise ValueError(f"not {expected} fields but {len(words)}: {form}")
    return words


def read_side_to_move(word: str, letters: str) -> int:
    """The number of the player whose letter a word is; ValueError for another word."""
    if word not in [*letters]:
        allowed = " or ".join(map(repr, letters))
        raise ValueError(f"side to move {quoted(word)} instead of {allowed}")
    return letters.index(word)
