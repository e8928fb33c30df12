"""Boards of a page, in its worker: what a page says goes in, what it shows comes out.

Boards and steppers are a notebook's, as they are, and so is a cell that a reader
writes. Here is only what a page has instead of threads: work in parts, between
which the page is heard.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from foxkit.core.quoting import shortened
from foxkit.exercises.page_cells import PLAYER_MAKERS, PageExercises
from foxkit.games import game_named
from foxkit.site.play.searches import load_searches
from foxkit.view.board import Board
from foxkit.view.job import Job

shown_by_number: dict[int, Any] = {}
"""What the page shows, by its numbers: boards and steppers."""


@cache
def exercises() -> PageExercises:
    """The exercises of the page, from the first cell on that a reader runs."""
    return PageExercises()


def start(
    post: Callable[[str], None],
    later: Callable[[Callable[[], None], float], None],
) -> Callable[[str], None]:
    """Begin to serve a page; the result is called with each of its messages, as JSON.

    Args:
        post: tells the page something, as JSON.
        later: calls a function in so many seconds, once the page has been heard.
    """
    load_searches(
        Path(__file__).parent, lambda words: post(json.dumps({"note": words}))
    )

    def guarded(run: Callable[[], None]) -> Callable[[], None]:
        """A function that runs another and reports its error instead of raising it."""

        def run_guarded() -> None:
            try:
                run()
            except Exception as error:  # else every board of the page would end
                post(
                    json.dumps(
                        {"note": f"A board had to stop: {_error_in_words(error)}."}
                    )
                )

        return run_guarded

    Job.run_later = staticmethod(
        lambda run, name, seconds: later(guarded(run), seconds)
    )
    Job.in_parts = True

    def show(number: int, parts: dict[str, Any]) -> None:
        token = shown_by_number[number].token()
        post(json.dumps({"board": number, "parts": parts, "token": token}))

    def printed(number: int) -> Callable[[str], None]:
        """A function that sends the page each line that a cell prints."""
        return lambda line: post(
            json.dumps({"board": number, "parts": {"so_far": line}})
        )

    def hear(words: str) -> None:
        """Begin a board, end one, or hand it a message."""
        message = json.loads(words)
        number = message.pop("board")
        try:
            answer(number, message)
        except Exception as error:  # of this board; the others of the page go on
            if (board := shown_by_number.pop(number, None)) is not None:
                board.close()
            post(json.dumps({"board": number, "fault": _error_in_words(error)}))

    def answer(number: int, message: dict[str, Any]) -> None:
        if message.get("do") == "run":
            parts = exercises().run(message["name"], message["source"], printed(number))
            post(json.dumps({"board": number, "parts": parts}))
        elif message.get("do") == "begin":
            waits = bool(message.get("waits"))
            board = KINDS[message["kind"]](message["token"], message.get("at"), waits)
            if message.get("watched"):
                board.receive({"do": "go", "to": 0})
            shown_by_number[number] = board
            board.on_change = lambda parts: show(number, parts)
            show(number, board.shown)
        elif message.get("do") == "end":
            if (board := shown_by_number.pop(number, None)) is not None:
                board.close()
        else:
            shown_by_number[number].receive(message)

    return hear


def _error_in_words(error: Exception) -> str:
    """An error as a sentence for a page; an error of foxkit is named as well."""
    words = shortened(str(error), 300)
    return (
        words if isinstance(error, ValueError) else f"{type(error).__name__}: {words}"
    )


def open_board(token: str, at: int | None, waits: bool) -> Board:
    """The board of a token, after `at` moves.

    The name of an exercise stands for the board at which the search written there
    plays.
    """
    if token in PLAYER_MAKERS:
        return exercises().board(token)
    return Board.from_token(token, at, waits)


def open_stepper(token: str, _: None, waits: bool) -> Any:
    """The stepper that a token describes."""
    from foxkit.view.stepper import Stepper  # a page without one does not wait for it

    return Stepper.from_token(token, waits)


def open_lab(name: str, _: None, waits: bool) -> Any:
    """The balance lab of a game, by the game's name."""
    from foxkit.site.play.lab_games import PageGameCounter  # nor without these
    from foxkit.view.balance_lab import BalanceLab

    return BalanceLab(game_named(name), game_counter=PageGameCounter())


KINDS: dict[str, Callable[..., Any]] = {
    "board": open_board,
    "steps": open_stepper,
    "lab": open_lab,
}
