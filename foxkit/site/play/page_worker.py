"""Boards of a page, in its worker: what a page says goes in, what it shows comes out.

Boards and steppers are a notebook's, as they are, and so is a cell that a reader
writes. Here is only what a page has instead of threads: work in parts, between
which the page is heard.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from foxkit.exercises.written import PLAYERS, Sitting
from foxkit.site.play.searches import take_up
from foxkit.view import place
from foxkit.view.board import Board
from foxkit.view.job import Job

boards: dict[int, Any] = {}
"""What the page shows, by its numbers: boards and steppers."""
sitting = Sitting()


def start(
    post: Callable[[str], None],
    later: Callable[[Callable[[], None], float], None],
) -> Callable[[str], None]:
    """Return what hears messages of a page, as JSON.

    Args:
        post: tells the page something, as JSON.
        later: calls a function in so many seconds, once the page has been heard.
    """
    take_up(Path(__file__).parent, lambda said: post(json.dumps({"note": said})))
    Job.beside = staticmethod(lambda run, name, seconds: later(run, seconds))
    Job.apart = True

    def show(number: int, parts: dict[str, Any]) -> None:
        letters = boards[number].place()
        post(json.dumps({"board": number, "parts": parts, "place": letters}))

    def hear(said: str) -> None:
        """Begin a board, end one, or hand it a message."""
        message = json.loads(said)
        number = message.pop("board")
        if message.get("do") == "run":
            parts = sitting.run(message["name"], message["source"])
            post(json.dumps({"board": number, "parts": parts}))
        elif message.get("do") == "begin":
            try:
                board = KINDS[message["kind"]](message["place"], message.get("at"))
            except ValueError as error:
                return post(json.dumps({"board": number, "fault": str(error)}))
            boards[number] = board
            board.on_change = lambda parts: show(number, parts)
            show(number, board.shown)
        elif message.get("do") == "end":
            boards.pop(number).close()
        else:
            boards[number].receive(message)

    return hear


def begun(letters: str, at: int | None) -> Board:
    """Return the board of letters of `foxkit.view.place`, or after another move.

    Where nobody has chosen, the reader plays the side that is to move. The name of an
    exercise stands for the board at which the search written there plays.
    """
    if letters in PLAYERS:
        return sitting.board(letters)
    record, usual, seats = place.read(letters)
    at = usual if at is None else min(at, len(record))  # it may show another game
    opponents = Board(record).session.opponents
    board = Board(record, seats=seats or place.seated(record, at, opponents))
    board.session.go(at)
    return board


def steps(letters: str, _: None) -> Any:
    """Return the stepper of letters."""
    from foxkit.view.stepper import Stepper  # a page without one does not wait for it

    return Stepper.at_place(letters)


def asked(name: str, _: None) -> Any:
    """Return the balance lab of a game."""
    from foxkit.site.play.lab import Lab  # nor without this

    return Lab(name)


KINDS: dict[str, Callable[..., Any]] = {"board": begun, "steps": steps, "lab": asked}
