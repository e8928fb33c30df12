"""Fox & Hounds, exactly: what a position is worth, which moves are good, and boards.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" to "The Fairest Fuzz
Factor". The work is done in the modules beside this one:

    index      rank and unrank the placements of the hounds
    table      the retrograde sweep: winner, plies, B and largest B of every placement
    winners    the same for one bit a position: boards up to 14 x 14
    counts     a sweep forwards: reachable positions and games
    policies   which moves a player chooses among, by the answers after them
    odds       how often such players win, if they slip, and the fairest fuzz factor
    handicaps  other numbers of hounds, and free passes for the fox
"""

from typing import Any

from foxkit.rules.fox_hounds import FOX, FoxHounds, is_foxbox
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.position import Position
from foxkit.solvers import exact
from foxkit.solvers.fox_hounds_counts import count, require_counts
from foxkit.solvers.fox_hounds_index import phase_of, placements
from foxkit.solvers.fox_hounds_odds import Fuzz
from foxkit.solvers.fox_hounds_policies import chosen_moves
from foxkit.solvers.fox_hounds_table import (
    STORE,
    Answer,
    answer,
    answers_at,
    describe,
    is_small,
    name_of,
    require_distances,
    solved_layers,
    table,
)
from foxkit.solvers.fox_hounds_winners import hounds_plies, winners


def value_of(game: FoxHounds, state: FoxHoundsState) -> exact.Value:
    """Return winner and plies of any placement, from a table built when missing."""
    return answer(game, state).value


def is_at_hand(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Return whether answers come in a moment, or are on disk already."""
    return is_small(game) or STORE.has(name_of(game, phase_of(game, state)))


def answers_after(position: Position, winning_boxes: bool = True) -> dict[str, Answer]:
    """Return the answer after each legal move; see `solved_layers` for the boxes."""
    boards = {move: position.play(move) for move in position.moves}
    return {
        move: answer(after.game, after.state, winning_boxes)
        for move, after in boards.items()
    }


def move_values(position: Position) -> dict[str, str]:
    """Return what each legal move is worth, in words, such as `hounds win in 43`."""
    after = answers_after(position).items()
    return {move: exact.words(position.game, found.value) for move, found in after}


def value(position: Position) -> dict[str, Any]:
    """Return everything about a position, by the keys of `foxkit value`."""
    game: FoxHounds = position.game
    now, after = answer(game, position.state), answers_after(position)
    kept = [move for move, found in after.items() if found.winner == now.winner]
    return {
        **describe(now),
        "foxbox": is_foxbox(game, position.state),
        "keeping_moves": kept,  # all moves if the mover has lost
        "best_moves": exact.best_moves(position),
        "ai_moves": chosen_moves(position, after, "document"),
    }


def start_answer(game: FoxHounds, progress: bool = False) -> Answer:
    """Solve a board, two layers in memory, and return the answer for its start.

    Raises:
        ValueError: even two layers would be too large.
    """
    for _, layer in solved_layers(game, progress=progress):
        last = layer
    bit = int(placements(game).bit[game.start().fox])
    code, box, pair = answers_at(last.rows(0), bit)
    return Answer(code, box, pair, FOX)


def _fuzz_summary(game: FoxHounds) -> dict[str, Any]:
    """Return the opposite position, the fairest p and the rows of the fuzz table."""
    fuzz, opposite = Fuzz(table(game)), None
    fair, tried = fuzz.bisection()
    if fuzz.opposite is not None:
        found = describe(fuzz.table.answer(fuzz.opposite.state))
        opposite = {"position": fuzz.opposite.text, **found}
    return {"opposite": opposite, "fairest_p": fair, "rows": list(fuzz.rows(tried))}


def summary(
    game: FoxHounds, games: bool = True, fuzz: bool = False, progress: bool = False
) -> dict[str, Any]:
    """Return what there is to know about a board's start.

    `games` counts the games, too, which takes more memory, and `fuzz` finds the fairest
    fuzz factor, with the document's table.

    Raises:
        ValueError: the board is too large for this machine; said before any work.
    """
    require_distances(game)
    require_counts(game, games)
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
    state, found = game.start(), winners(game, progress=progress)
    won, placed = map(sum, zip(*found.won.values(), strict=True))
    return {
        "width": game.width,
        "height": game.height,
        "winner": game.PLAYERS[not found.fox_wins(state)],
        "placements": placed,
        "won_by_hounds": won,
        **({"plies": hounds_plies(game, state, progress)} if plies else {}),
    }
