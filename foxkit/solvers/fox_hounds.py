"""Fox & Hounds, exactly: what a position is worth, which moves are good, and boards.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" to "The Fairest Fuzz
Factor". The work is done in the modules beside this one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from foxkit.rules.fox_hounds import FOX, FoxHounds, is_foxbox
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_counts import count
from foxkit.solvers.fox_hounds_fuzz import Fuzz
from foxkit.solvers.fox_hounds_layers import Answer, decoded, describe, solved_layers
from foxkit.solvers.fox_hounds_placements import placements
from foxkit.solvers.fox_hounds_table import answer, table
from foxkit.solvers.fox_hounds_winners import hounds_plies, winners

MOST_BYTES = 8 << 30
"""The largest two layers of distances that are kept in memory."""


def keeping_moves(now: Answer, after: Mapping[str, Answer]) -> list[str]:
    """Return the moves that keep the winner; all moves if the mover has lost."""
    return [move for move, found in after.items() if found.winner == now.winner]


def best_moves(after: Mapping[str, Answer], mover: int) -> list[str]:
    """Return the moves of perfect play: the shortest win or the longest loss."""

    def preference(move: str) -> int:
        winner, plies = after[move][:2]
        return 1000 - plies if winner == mover else plies - 1000

    return _greatest(after, preference)


def ai_moves(now: Answer, after: Mapping[str, Answer]) -> list[str]:
    """Return the moves among which the document's AI player chooses, without fuzz.

    Of the moves that keep the winner it takes those that delay longest if the fox is
    winning, and else those of the largest B that the fox can force, the sooner met the
    better, whichever side it plays.
    """
    kept = keeping_moves(now, after)
    if now.winner == FOX:
        return _greatest(kept, lambda move: after[move].plies)

    def trouble(move: str) -> tuple[int, int]:
        v, plies = after[move].max_b or (0, 0)
        return v, -plies

    return _greatest(kept, trouble)


def _greatest(moves: Any, worth: Callable[[str], Any]) -> list[str]:
    best = max(map(worth, moves), default=None)
    return [move for move in moves if worth(move) == best]


def answers_after(position: Position) -> dict[str, Answer]:
    """Return the answer after each legal move."""
    boards = {move: position.play(move) for move in position.moves}
    return {move: answer(after.game, after.state) for move, after in boards.items()}


def move_values(position: Position) -> dict[str, str]:
    """Return what each legal move is worth, in words, such as `hounds win in 43`."""
    names = "fox wins", "hounds win"
    after = answers_after(position).items()
    return {move: f"{names[found.winner]} in {found.plies}" for move, found in after}


def value(position: Position) -> dict[str, Any]:
    """Return everything about a position, by the keys of `foxkit value`."""
    game: FoxHounds = position.game
    now, after = answer(game, position.state), answers_after(position)
    return {
        **describe(now),
        "foxbox": is_foxbox(game, position.state),
        "keeping_moves": keeping_moves(now, after),
        "best_moves": best_moves(after, position.state.mover),
        "ai_moves": ai_moves(now, after),
    }


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
    for _, layer in solved_layers(game, progress=progress):
        last = layer
    return decoded(last.rows(0), int(tables.bit[fox]), 0)


def _fuzz_summary(game: FoxHounds) -> dict[str, Any]:
    """Return the opposite position, the fairest p and the rows of the fuzz table."""
    fuzz, opposite = Fuzz(table(game)), None
    fair, tried = fuzz.bisection()
    if fuzz.opposite is not None:
        answer = fuzz.table.answer(fuzz.opposite.state)
        opposite = {"position": fuzz.opposite.text, **describe(answer)}
    return {"opposite": opposite, "fairest_p": fair, "rows": list(fuzz.rows(tried))}


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
    found |= describe(answer)
    return found | _fuzz_summary(game) if fuzz else found


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
        answer["plies"] = hounds_plies(game, state, progress)
    return answer
