"""A board of Fox & Hounds summed up, as `foxkit solve fox-hounds` prints it."""

from typing import Any

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.solvers.fox_hounds_answers import Answer, decoded
from foxkit.solvers.fox_hounds_counts import count
from foxkit.solvers.fox_hounds_fuzz import Fuzz
from foxkit.solvers.fox_hounds_layers import solved_layers
from foxkit.solvers.fox_hounds_placements import placements
from foxkit.solvers.fox_hounds_table import table
from foxkit.solvers.fox_hounds_winners import hounds_plies, winners

MOST_BYTES = 8 << 30
"""The largest two layers of distances that are kept in memory."""


def start_answer(game: FoxHounds, progress: bool = False) -> Answer:
    """Solve a board, two layers in memory, and return the answer for its start.

    Raises:
        ValueError: even two layers would be too large.
    """
    tables, fox = placements(game), game.start().fox
    sizes = [tables.size(layer) for layer in range(tables.layers)]
    needed = sum(sorted(sizes)[-2:]) * tables.width * 4
    if needed > MOST_BYTES:
        raise ValueError(
            f"distances on {game.width} x {game.height} need {needed >> 30} GiB, more "
            f"than {MOST_BYTES >> 30}; ask for the winner only"
        )
    for number, layer in solved_layers(game, progress=progress):
        if number == 0:
            code, box, pair = (int(each[0, tables.bit[fox]]) for each in layer)
    return decoded(code, box, pair, 0)


def describe(game: FoxHounds, answer: Answer) -> dict[str, Any]:
    """Return an answer by the keys of `foxkit value`."""
    return {
        "winner": game.PLAYERS[answer.winner],
        "plies": answer.plies,
        "B": answer.b,
        "max_B": None if answer.max_b is None else list(answer.max_b),
    }


def fuzz_summary(game: FoxHounds) -> dict[str, Any]:
    """Return the opposite position, the fairest p and the rows of the fuzz table."""
    fuzz = Fuzz(table(game))
    fair, tried = fuzz.bisection()
    found: dict[str, Any] = {"opposite": None, "fairest_p": fair}
    if fuzz.opposite is not None:
        answer = fuzz.table.answer(fuzz.opposite.state)
        text = fuzz.opposite.text
        found["opposite"] = {"position": text, **describe(game, answer)}
    return {**found, "rows": list(fuzz.rows(tried))}


def summary(
    game: FoxHounds, games: bool = True, fuzz: bool = False, progress: bool = False
) -> dict[str, Any]:
    """Return what there is to know about a board's start.

    Args:
        game: the board and its escape rule.
        games: whether to count the games, several passes over the board.
        fuzz: whether to find the fairest fuzz factor, with the document's table.
        progress: whether to show bars on stderr.

    Raises:
        ValueError: the board is too large.
    """
    answer = start_answer(game, progress)
    counts = count(game, games, progress=progress)
    found: dict[str, Any] = {"width": game.width, "height": game.height}
    found["reachable"] = counts.reachable
    if games:
        found["games"] = counts.games
    found |= describe(game, answer)
    return found | fuzz_summary(game) if fuzz else found


def winner_summary(
    game: FoxHounds, plies: bool = False, progress: bool = False
) -> dict[str, Any]:
    """Return who wins from the start of a board, by the mask solver.

    Args:
        game: the board and its escape rule.
        plies: whether to find out in how many plies, where the hounds win.
        progress: whether to show bars on stderr.
    """
    state = game.start()
    found = winners(game, progress=progress)
    won, placed = (sum(column) for column in zip(*found.won.values(), strict=True))
    answer: dict[str, Any] = {
        "width": game.width,
        "height": game.height,
        "winner": game.PLAYERS[0 if found.fox_wins(state) else 1],
        "placements": placed,
        "won_by_hounds": won,
    }
    if plies:
        answer["plies"] = hounds_plies(game, state, progress=progress)
    return answer
