"""The experiments of Fox & Hounds: what the document prints, and what it leaves."""

from itertools import pairwise, product
from time import perf_counter, process_time

from foxkit.lab.experiment import Cases
from foxkit.lab.stats import Row
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.fox_hounds_text import name as square_name
from foxkit.rules.noughts_and_crosses import NoughtsAndCrosses
from foxkit.rules.position import Position
from foxkit.solvers import brute_force
from foxkit.solvers.fox_hounds import answers_after, count, start_answer, summary
from foxkit.solvers.fox_hounds_index import phase_of
from foxkit.solvers.fox_hounds_odds import Fuzz, Side, fox_chance
from foxkit.solvers.fox_hounds_policies import Choices, choices
from foxkit.solvers.fox_hounds_table import (
    HOUND_CODES,
    NEVER,
    NOBODY,
    Table,
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
    """Everything about a board's start, and the opposite position.

    The clock starts when all is compiled: 4 x 4 is solved once before.
    """
    _whole_board(4, 4)
    began, worked = perf_counter(), process_time()
    found = _whole_board(width, height)
    return found | {
        "solving_seconds": round(perf_counter() - began, 4),
        "solving_processor_seconds": round(process_time() - worked, 4),
    }


def _whole_board(width: int, height: int) -> Row:
    game = FoxHounds(width, height)
    opposite = Fuzz(solve_table(game)).opposite
    found = summary(game, progress=True)
    if opposite is not None:
        answer = table(game).answer(opposite.state)
        after = {f"opposite_{key}": v for key, v in describe(answer).items()}
        found |= {"opposite": opposite.text, **after}
    return found


def _noughts(board: str) -> Row:
    """Count noughts and crosses on a board of 3 x 3, the only one there is."""
    start = Position.start(NoughtsAndCrosses())
    reachable = len(brute_force.reachable(start))
    return {"reachable": reachable, "games": brute_force.games(start)}


def _heat(width: int, height: int) -> Row:
    game = FoxHounds(width, height)
    counts = count(game, with_games=False)
    return {"reachable": counts.reachable, **describe(start_answer(game))}


def _lengths(width: int, height: int, games: str) -> list[Row]:
    """Return how long the games are that the hounds win, as shares of all of these.

    The games are all possible ones, or those between two players of a policy, the
    document's hounds with its fair fuzz.
    """
    game = FoxHounds(width, height)
    won = count(game).lengths if games == "possible" else _played(game, games)
    total = sum(won.values())
    return [
        {"condition": f"{plies}", "plies": plies, "share": number / total}
        for plies, number in won.items()
    ]


def _played(game: FoxHounds, policy: str) -> dict[int, float]:
    """Return by plies the chance of such a win of the hounds, above 0."""
    board, fuzz = table(game), FUZZ[1] if policy == "document" else 0.0
    chosen, sides = choices(board, policy, policy), (Side(), Side(0, fuzz))
    lost = [
        fox_chance(board, chosen, *sides, game.start(), deadline)
        for deadline in range(board.placements.layers + 1)
    ]
    ends = enumerate(before - after for before, after in pairwise(lost))
    return {2 * layer: chance for layer, chance in ends if chance > 0}


def _fuzz(reading: str) -> list[Row]:
    """Return the fuzz table at all p that either reading tries."""
    fuzzes = {name: Fuzz(table(FoxHounds()), lit) for name, lit in READINGS.items()}
    fair = {name: fuzz.bisection() for name, fuzz in fuzzes.items()}
    tried = {p for _, ps in fair.values() for p in ps}
    return [
        {"condition": f"{row['p']:.6f}", **row, "fairest_p": fair[reading][0]}
        for row in fuzzes[reading].rows(tried)
    ]


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


def _start(width: int, height: int, first: str) -> list[Row]:
    """Return the value of every start square of the fox, one side moving first."""
    game = FoxHounds(width, height)
    found: list[Row] = []
    for fox in range(game.k, game.k * height):
        state = FoxHoundsState(fox, (1 << game.k) - 1, 0, game.PLAYERS.index(first))
        answer = table(game, phase_of(game, state)).answer(state)
        square = square_name(game.k, fox)
        found.append({"condition": square, "square": square, **describe(answer)})
    return found


def _moves(width: int, height: int) -> list[Row]:
    """Return the value after each first move of the fox and each answer to it."""
    game = FoxHounds(width, height)
    start = Position.start(game)
    lines = {"": start, **{f"{move} ": start.play(move) for move in start.moves}}
    return [
        {"condition": line + move, "line": line + move, **describe(answer)}
        for line, position in lines.items()
        for move, answer in answers_after(position).items()
    ]


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


def board_of(strategy: str) -> tuple[Table, str]:
    """Return the 8 x 8 table by which a strategy judges, and its policy.

    `boxes` is FoxBox by a B that counts any FoxBox: the document's "simple strategy for
    the hounds".
    """
    boxes = strategy == "boxes"
    policy = "FoxBox" if boxes else strategy
    return table(FoxHounds(), winning_boxes=not boxes), policy


def _players(fox: str, hounds: str, fuzz: float) -> Row:
    """Return how often a fox wins from the start, the hounds having some fuzz."""
    board, (judged, policy) = table(FoxHounds()), board_of(hounds)
    met = choices(judged, "random", policy)
    won, delaying = (
        fox_chance(
            board,
            [Choices(a.fox, b.hounds) for a, b in zip(own, met, strict=True)],
            Side(),
            Side(0, fuzz),
            board.game.start(),
        )
        for own in (choices(board, each) for each in (fox, "perfect"))
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


_BOARD = "width height"
COMPUTED: Cases = {
    "hounds-boards": (_board, _BOARD, SQUARES),
    "hounds-lengths": (
        _lengths,
        "width height games",
        [
            *((*size, "possible") for size in SQUARES[1:]),
            *((8, 8, policy) for policy in ("random", "document")),
        ],
    ),
    "hounds-fuzz": (_fuzz, "reading", READINGS),
    "hounds-ablations": (
        _ablation,
        "width height without",
        [(*size, name) for size in ((6, 6), (8, 8)) for name in ABLATIONS],
    ),
    "hounds-starts": (
        _start,
        "width height first",
        [(*size, side) for size in SQUARES[1:] for side in FoxHounds.PLAYERS],
    ),
    "hounds-moves": (_moves, _BOARD, SQUARES[1:]),
    "hounds-heat": (_heat, _BOARD, HEAT),
    "hounds-fair": (_fair, _BOARD, FAIR),
    "hounds-players": (
        _players,
        "fox hounds fuzz",
        tuple(product(PLAYERS, (*PLAYERS, "boxes"), FUZZ)),
    ),
    "hounds-large": (_large, _BOARD, [(12, 12)]),
    "hounds-words": (_words, _BOARD, WORDS),
    "hounds-distances": (_distance, _BOARD, DISTANCES),
    "noughts": (_noughts, "board", ["3x3"]),
}
"""Name -> what is computed, the names of its factors, and their values."""
