"""Fox & Hounds, exactly: what a position is worth, which moves are good, and boards.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" to "The Fairest Fuzz
Factor". The work is done in the modules beside this one.
"""

from collections.abc import Mapping
from typing import Any

from foxkit.rules.fox_hounds import FOX, FoxHounds, is_foxbox
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_counts import count
from foxkit.solvers.fox_hounds_layers import Answer, answers_at, describe, solved_layers
from foxkit.solvers.fox_hounds_odds import Fuzz
from foxkit.solvers.fox_hounds_placements import placements
from foxkit.solvers.fox_hounds_policies import POLICIES, worth
from foxkit.solvers.fox_hounds_table import answer, table
from foxkit.solvers.fox_hounds_winners import hounds_plies, winners

MOST_BYTES = 8 << 30
"""The largest two layers of distances that are kept in memory."""


def chosen_moves(
    policy: str, after: Mapping[str, Answer], fox_to_move: bool
) -> list[str]:
    """Return the moves among which a player chooses who goes by the answers alone.

    Args:
        policy: one of `fox_hounds_policies.POLICIES`, but not "cautious".
        after: the answer after each legal move.
        fox_to_move: whose moves they are.
    """
    number = POLICIES.index(policy)
    worths = {m: worth(number, found[:3], 0, fox_to_move) for m, found in after.items()}
    return [move for move in after if worths[move] == max(worths.values())]


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
    fox_to_move = position.state.mover == FOX
    kept = [move for move, found in after.items() if found.winner == now.winner]
    return {
        **describe(now),
        "foxbox": is_foxbox(game, position.state),
        "keeping_moves": kept,  # all moves if the mover has lost
        "best_moves": chosen_moves("perfect", after, fox_to_move),
        "ai_moves": chosen_moves("document", after, fox_to_move),
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
    code, box, pair = answers_at(last.rows(0), int(tables.bit[fox]))
    return Answer(code, box, pair, FOX)


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

    `games` counts the games, too, which takes more memory, and `fuzz` finds the fairest
    fuzz factor, with the document's table.

    Raises:
        ValueError: the board is too large.
    """
    answer, counts = start_answer(game, progress), count(game, games, progress)
    found = {"width": game.width, "height": game.height, "reachable": counts.reachable}
    sizes = {"games": counts.games} if games else {}
    return found | sizes | describe(answer) | (_fuzz_summary(game) if fuzz else {})


def winner_summary(
    game: FoxHounds, plies: bool = False, progress: bool = False
) -> dict[str, Any]:
    """Return who wins from the start of a board, by the mask solver.

    `plies` asks in how many plies, too, where the hounds win.
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
