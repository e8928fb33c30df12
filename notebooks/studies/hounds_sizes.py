"""Boards of Fox & Hounds of any size that fits: who wins, from where, in how long."""

from foxkit import FoxHounds
from foxkit.games.fox_hounds.ranking import phase_of
from foxkit.games.fox_hounds.rules import FoxHoundsState, square_name
from foxkit.games.fox_hounds.solver import solve_start, summary
from foxkit.games.fox_hounds.table import solved_table
from foxkit.games.fox_hounds.winners import (
    StartWinners,
    plies_to_hounds_win,
    solve_winners,
)
from foxkit.lab.stats import Row


def valued(width: int, height: int) -> Row:
    """Return who wins from the start, and in how many plies."""
    answer = solve_start(FoxHounds(width, height))
    return {"winner": FoxHounds.PLAYERS[answer.winner], "plies": answer.plies}


def with_distances(width: int, height: int) -> Row:
    """Return what is known of a start, with the positions that play can reach."""
    found = summary(FoxHounds(width, height), games=False)
    largest, after = found["max_B"]
    names = "reachable", "winner", "plies"
    return {x: found[x] for x in names} | {"largest": largest, "after": after}


def starts(width: int, height: int, first: str) -> dict[str, tuple[str, int]]:
    """Return winner and plies by the fox's start square, one side moving first."""
    game, found = FoxHounds(width, height), {}
    for fox in range(game.per_rank, game.per_rank * height):
        state = FoxHoundsState(
            fox, (1 << game.per_rank) - 1, 0, game.PLAYERS.index(first)
        )
        answer = solved_table(game, phase_of(game, state)).answer(state)
        found[square_name(game.per_rank, fox)] = (
            game.PLAYERS[answer.winner],
            answer.plies,
        )
    return found


def _won(found: tuple[StartWinners, StartWinners], mover: int) -> int:
    """Count the fox's start squares from which it wins; `found` by phase."""
    game = found[0].game
    won = 0
    for fox in range(game.per_rank, game.per_rank * game.height):
        by_phase = found[(fox // game.per_rank + mover - (game.height - 1)) % 2]
        state = FoxHoundsState(fox, (1 << game.per_rank) - 1, 0, mover)
        won += bool(by_phase.fox_wins(state))
    return won


def by_words(width: int, height: int) -> Row:
    """Return from how many start squares the fox wins, by a bit for each position.

    And of all placements, fox to move, how many the hounds win.
    """
    game = FoxHounds(width, height)
    found = solve_winners(game, 0), solve_winners(game, 1)
    won, placed = (sum(column) for column in zip(*found[0].won.values(), strict=True))
    sides = {f"{who} first": _won(found, i) for i, who in enumerate(game.PLAYERS)}
    squares = game.per_rank * (height - 1)
    return {"squares": squares} | sides | {"placements": placed, "won_by_hounds": won}


def plies(width: int, height: int) -> Row:
    """Return in how many plies the hounds win the start, by deadlines."""
    game = FoxHounds(width, height)
    return {"plies": plies_to_hounds_win(game, game.start())}
