"""The studies of Fox & Hounds: what the document prints, and what it does not say."""

from itertools import product

from foxkit.lab.studies import Row, study_of
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.fox_hounds_text import name as square_name
from foxkit.rules.noughts_and_crosses import NoughtsAndCrosses
from foxkit.rules.position import Position
from foxkit.solvers import brute_force
from foxkit.solvers.fox_hounds import answers_after, start_answer, summary
from foxkit.solvers.fox_hounds_counts import count
from foxkit.solvers.fox_hounds_index import phase_of
from foxkit.solvers.fox_hounds_odds import Fuzz, Side, fox_chance
from foxkit.solvers.fox_hounds_policies import choices
from foxkit.solvers.fox_hounds_table import (
    HOUND_CODES,
    NEVER,
    NOBODY,
    describe,
    solve_table,
    table,
)
from foxkit.solvers.fox_hounds_winners import Winners, hounds_plies, winners

SQUARES = ((2, 2), (4, 4), (6, 6), (8, 8), (10, 10))
HEAT = tuple(product((4, 6, 8, 10), range(3, 13)))
FAIR = ((4, 4), (4, 7), (6, 6), (6, 7), (8, 7), (8, 8), (8, 9), (10, 9), (10, 10))
DISTANCES = ((8, 8), (10, 10), (12, 12), (14, 14))
READINGS = {"weights": False, "words": True}
PLAYERS = ("random", "cautious", "FoxBox", "perfect", "document")
FUZZ = (0.0, 0.006935, 0.1)
WORDS = ((4, 4), (6, 6), (8, 8), (10, 10), (12, 12), *((14, h) for h in range(3, 15)))


def _board(width: int, height: int) -> Row:
    """Everything about a board's start, and the opposite position."""
    game = FoxHounds(width, height)
    opposite = Fuzz(solve_table(game)).opposite
    found = summary(game, progress=True)
    if opposite is not None:
        answer = table(game).answer(opposite.state)
        after = {f"opposite_{key}": v for key, v in describe(answer).items()}
        found |= {"opposite": opposite.text, **after}
    return found


def _noughts(_: str) -> Row:
    start = Position.start(NoughtsAndCrosses())
    reachable = len(brute_force.reachable(start))
    return {"reachable": reachable, "games": brute_force.games(start)}


def _heat(width: int, height: int) -> Row:
    game = FoxHounds(width, height)
    counts = count(game, with_games=False)
    answer = describe(start_answer(game))
    return {"width": width, "height": height, "reachable": counts.reachable, **answer}


def _lengths(width: int, height: int) -> Row:
    """Return how long the games are that the hounds win, as shares of all of these."""
    lengths = count(FoxHounds(width, height)).lengths
    total = sum(lengths.values())
    shares = {str(plies): games / total for plies, games in lengths.items()}
    return {"shares": shares, "largest_3": sum(sorted(shares.values())[-3:])}


def _fuzz(reading: str) -> Row:
    """Return the fuzz table at all p that either reading tries."""
    fuzzes = {name: Fuzz(table(FoxHounds()), lit) for name, lit in READINGS.items()}
    fair = {name: fuzz.bisection() for name, fuzz in fuzzes.items()}
    tried = {p for _, ps in fair.values() for p in ps}
    rows = {f"{row['p']:.6f}": row for row in fuzzes[reading].rows(tried)}
    return {"fairest_p": fair[reading][0], "rows": rows}


ABLATIONS: dict[str, tuple[int, bool, str, bool]] = {
    "as-in-the-document": (2, True, "document", False),
    "no-escape-rule": (0, True, "document", False),
    "one-safe-square": (1, True, "document", False),
    "B-in-any-FoxBox": (2, False, "document", False),
    "ties-without-k": (2, True, "document without k", False),
    "fuzz-by-the-words": (2, True, "document", True),
}
"""Safe squares, whether B asks for winning FoxBoxes, policy, fuzz by the words."""


def _ablation(width: int, height: int, name: str) -> Row:
    """Return what changes when one of the definitions is left out."""
    safe_squares, winning_boxes, policy, literal = ABLATIONS[name]
    game = FoxHounds(width, height, safe_squares)
    solved = solve_table(game, winning_boxes=winning_boxes)
    fuzz = Fuzz(solved, literal, policy)
    answer = describe(solved.answer(game.start()))
    boxed = int((solved.answers.boxes == 0).sum())
    reachable = count(game, with_games=False).reachable
    codes, never = solved.answers.values, solved.answers.boxes == NEVER
    lost = int((never & (codes <= HOUND_CODES)).sum())
    counts = {
        "reachable": reachable,
        "B_0_fox_to_move": boxed,
        "never_though_won": lost,
        "won_by_fox": int(((codes > HOUND_CODES) & (codes < NOBODY)).sum()),
    }
    return {**answer, **counts, "fairest_p": fuzz.bisection()[0]}


def _start(width: int, height: int, first: str) -> Row:
    """Return the value of every start square of the fox, one side moving first."""
    game = FoxHounds(width, height)
    found = {}
    for fox in range(game.k, game.k * height):
        state = FoxHoundsState(fox, (1 << game.k) - 1, 0, game.PLAYERS.index(first))
        answer = table(game, phase_of(game, state)).answer(state)
        found[square_name(game.k, fox)] = describe(answer)
    return {"squares": found}


def _moves(width: int, height: int) -> Row:
    """Return the value after each first move of the fox and each answer to it."""
    game = FoxHounds(width, height)
    start = Position.start(game)
    lines = {"": start, **{f"{move} ": start.play(move) for move in start.moves}}
    found = {
        line + move: describe(answer)
        for line, position in lines.items()
        for move, answer in answers_after(position).items()
    }
    return {"after": found}


def _fair(width: int, height: int) -> Row:
    """Return the fairest p from the initial and from the opposite position."""
    fuzz = Fuzz(solve_table(FoxHounds(width, height), progress=True))
    names = FoxHounds.PLAYERS
    found: Row = {
        "underdog": names[fuzz.underdog],
        "fairest_p": fuzz.bisection()[0],
        "at_1": fuzz.from_start(1.0),
        "opposite": fuzz.opposite and fuzz.opposite.text,
    }
    if fuzz.opposite is not None:
        found["fairest_p_opposite"] = fuzz.bisection(fuzz.from_opposite)[0]
        found["opposite_at_1"] = fuzz.from_opposite(1.0)
    return found


def _players(fox: str, hounds: str, fuzz: float) -> Row:
    """Return how often a fox wins from the start, the hounds having some fuzz."""
    board, sides = table(FoxHounds()), (Side(), Side(0, fuzz))
    won, delaying = (
        fox_chance(board, choices(board, own, hounds), *sides, board.game.start())
        for own in (fox, "perfect")
    )
    return {"fox_wins": won, "more_than_delaying": won - delaying}


def _large(width: int, height: int) -> Row:
    return summary(FoxHounds(width, height), games=False, progress=True)


def _winners(found: tuple[Winners, Winners], mover: int) -> str:
    """Draw who wins from each start square of the fox: `f`, `h`; `H` are the hounds."""
    game = found[0].game
    ranks = ["H" * game.k]
    for y in range(1, game.height):
        by_phase = found[(y + mover - (game.height - 1)) % 2]
        squares = range(game.k * y, game.k * (y + 1))
        states = [FoxHoundsState(fox, (1 << game.k) - 1, 0, mover) for fox in squares]
        ranks.append("".join("hf"[by_phase.fox_wins(state)] for state in states))
    return "/".join(reversed(ranks))


def _words(width: int, height: int) -> Row:
    """Return who wins from each start square of the fox, either side moving first."""
    game = FoxHounds(width, height)
    found = winners(game, 0, progress=True), winners(game, 1, progress=True)
    won, placed = (sum(column) for column in zip(*found[0].won.values(), strict=True))
    row: Row = {"placements": placed, "won_by_hounds": won}
    return row | {
        f"{name}_first": _winners(found, i) for i, name in enumerate(game.PLAYERS)
    }


def _distance(width: int, height: int) -> Row:
    game = FoxHounds(width, height)
    return {"plies": hounds_plies(game, game.start(), progress=True)}


_SIDES = FoxHounds.PLAYERS
STUDIES = (
    study_of("hounds-boards", "The document's table of boards", _board, SQUARES),
    study_of("noughts", "Noughts and crosses by brute force", _noughts, [("3x3",)]),
    study_of("hounds-lengths", "Plies of the hounds' wins", _lengths, SQUARES[1:]),
    study_of("hounds-fuzz", "The fuzz table, read twice", _fuzz, product(READINGS)),
    study_of(
        "hounds-ablations",
        "What changes without each definition",
        _ablation,
        [(*size, name) for size in ((6, 6), (8, 8)) for name in ABLATIONS],
    ),
    study_of(
        "hounds-starts",
        "Every start square of the fox, either side first",
        _start,
        [(*size, side) for size in SQUARES[1:] for side in _SIDES],
    ),
    study_of(
        "hounds-moves", "The first moves and the answers to them", _moves, SQUARES[1:]
    ),
    study_of("hounds-heat", "Boards of width 4 to 10, height 3 to 12", _heat, HEAT),
    study_of("hounds-fair", "The fairest fuzz factor of other boards", _fair, FAIR),
    study_of(
        "hounds-players",
        "Players against each other, the hounds with some fuzz",
        _players,
        product(PLAYERS, PLAYERS, FUZZ),
    ),
    study_of("hounds-large", "12 x 12 with distances", _large, [(12, 12)]),
    study_of("hounds-words", "Winners by the mask solver", _words, WORDS),
    study_of("hounds-distances", "Plies by the mask solver", _distance, DISTANCES),
)
