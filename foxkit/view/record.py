"""A whole game as a value and as text: its start, its moves and notes on them.

    # The lure
    fox-game sheep=18
    --s-s--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -
    1. 33-43 64-53 {The fox is led away.} 34-44 53x35

The first line, a title, may be left out; a note in braces follows its move. Blanks in a
move are written as `_`: `2_fox_+_joker`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from foxkit.core.fields import game_with
from foxkit.core.position import Position, require_position
from foxkit.games import NAMES

_NOTE_NUMBER_OR_MOVE = re.compile(r"\{([^{}]*)\}|\d+\.(?:\s|$)|(\S+)")
_MOVES_PER_LINE = 8
MAX_CHARACTERS, MAX_RECORDED_MOVES = 1 << 18, 2_000
"""How long the text of a game may be; each of its moves is looked for and played."""
OPENING_ENDS = "Here the opening ends, and the players choose."
"""The note after the last ply of a stored game's opening."""
_MAX_POSITION_LENGTH = 20_000  # letters; the longest map has some thousand


def parse_untrusted_position(game: Any, text: str) -> Position:
    """The position of a text that anybody may have written.

    Raises:
        ValueError: what is wrong with it, or it is too long.
    """
    if len(text) > _MAX_POSITION_LENGTH:
        raise ValueError(f"a position has at most {_MAX_POSITION_LENGTH:,} letters")
    return Position.parse(game, text)


@dataclass(frozen=True)
class Record:
    """A game that has been played so far; ValueError for an illegal move's number."""

    start: Position
    moves: tuple[str, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)  # number of moves -> note
    title: str = ""
    positions: tuple[Position, ...] = field(default=(), repr=False, compare=False)
    """The position before each move, and the last one."""

    def __post_init__(self) -> None:
        require_position(self.start)
        if len(self.positions) != len(self.moves) + 1:
            object.__setattr__(self, "positions", tuple(self._replayed()))

    def _replayed(self) -> Iterator[Position]:
        """Yield all positions; ValueError at the first illegal move."""
        position = self.start
        yield position
        for number, move in enumerate(self.moves, 1):
            try:
                position = position.play(move)
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
            yield position

    def __len__(self) -> int:
        return len(self.moves)

    def movers(self) -> list[str]:
        """The name of the player of each move."""
        return [position.mover for position in self.positions[: len(self)]]

    def with_move(self, move: str, at: int) -> "Record":
        """The record with a move after the first `at` moves, the rest gone.

        The title stays only while the moves are those of the game that it names.
        """
        line = self.positions[: at + 1]
        notes = {number: note for number, note in self.notes.items() if number <= at}
        moves, line = (*self.moves[:at], move), (*line, line[-1].play(move))
        title = self.title if moves == self.moves[: at + 1] else ""
        return Record(self.start, moves, notes, title, line)

    @property
    def game_and_changes(self) -> str:
        """The game's name and the fields that differ from the usual rules."""
        game = self.start.game
        defaults, values = type(game)()._asdict(), game._asdict()
        changed = [
            f"{name}={values[name]}"
            for name in values
            if values[name] != defaults[name]
        ]
        return " ".join([game.NAME, *changed])

    @property
    def text(self) -> str:
        """The whole game as text, which `parse` reads back."""
        words = self._note_text(0)
        for number, move in enumerate(self.moves, 1):
            line = [f"\n{number}."] if number % _MOVES_PER_LINE == 1 else []
            words += [*line, move.replace(" ", "_"), *self._note_text(number)]
        body = " ".join(words).replace(" \n", "\n").strip("\n")
        head = [f"# {self.title}"] if self.title else []
        return "\n".join([*head, self.game_and_changes, self.start.text, body])

    def _note_text(self, number: int) -> list[str]:
        """The note after so many moves in braces, in a list; none if there is none."""
        note = " ".join(re.sub(r"[{}]", " ", self.notes.get(number, "")).split())
        return [f"{{{note}}}"] if note else []

    @classmethod
    def from_stored_moves(
        cls, game: Any, moves: bytes, title: str = "", opening: int = 0
    ) -> "Record":
        """A game in store, from its column `moves`.

        A note says where its opening ends, if it began with one of so many plies.
        """
        from foxkit.lab.match import replay  # reads tables: not where nobody has one

        line = replay(game, moves)
        texts = (
            next(text for text in before.moves if before.play(text) == after)
            for before, after in pairwise(line)
        )
        notes = {opening: OPENING_ENDS} if opening else {}
        return cls(line[0], tuple(texts), notes, title, tuple(line))

    @classmethod
    def parse(cls, game: Any, text: str) -> "Record":
        """Read a game, of any variant of `game`, from the text that `text` writes.

        A position alone is a game without moves.

        Raises:
            ValueError: what is wrong: the game, a position's problems, or a move.
        """
        if len(text) > MAX_CHARACTERS:
            raise ValueError(f"a game has at most {MAX_CHARACTERS:,} letters")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        title = lines.pop(0)[1:].strip() if _is_titled(game, lines) else ""
        if lines and re.fullmatch("[a-z-]*[a-z]", named := lines[0].split()[0]):
            if named == game.NAME:
                game = _game_with_changes(game, lines.pop(0).split()[1:])
            elif named in NAMES:
                raise ValueError(f"a game of {named!r}: this board plays {game.NAME}")
        if not lines:
            raise ValueError("a game needs a position")
        start = parse_untrusted_position(game, lines.pop(0))
        moves, notes = _parsed_moves(" ".join(lines))
        if len(moves) > MAX_RECORDED_MOVES:
            raise ValueError(f"a game has at most {MAX_RECORDED_MOVES:,} moves")
        return cls(start, moves, notes, title)


def _is_titled(game: Any, lines: list[str]) -> bool:
    """Whether lines begin with a title: `#`, and no position that begins so."""
    marked = bool(lines) and lines[0][0] == "#"
    return marked and len(lines) > 1 and not _is_position(game, lines[0])


def _is_position(game: Any, line: str) -> bool:
    """Whether a line is the text of a position."""
    try:
        Position.parse(game, line)
    except ValueError:
        return False
    return True


def _parsed_moves(text: str) -> tuple[tuple[str, ...], dict[int, str]]:
    """The moves of a text and the notes after each number of them."""
    moves: list[str] = []
    notes: dict[int, str] = {}
    for note, move in _NOTE_NUMBER_OR_MOVE.findall(text):
        if move:
            moves.append(move.replace("_", " "))
        elif note:
            notes[len(moves)] = note.strip()
    return tuple(moves), notes


def _game_with_changes(game: Any, changes: list[str]) -> Any:
    """The usual game of this class with `field=number` changes made.

    It may have no start of its own, as a map that is too small for its cells: the
    record says where it begins.
    """
    pairs = (change.partition("=")[::2] for change in changes)
    number = re.compile(r"-?\d+").fullmatch
    values = {n: int(v) if number(v) else v for n, v in pairs}
    if values.keys() <= type(game).FIELDS.keys():
        return type(game)(**values)
    return game_with(type(game), values)  # a ValueError, with the rules that there are
