"""Alpha-beta on Wolves Eat Sheep against the same search in plain Python."""

from types import ModuleType
from zlib import crc32

import plain_wolves
from bench import Measurement, fingerprint, median_speed, per_second
from bench import ratio as speed_ratio

from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.players import ReportPlayer
from foxkit.games.wolves.retrograde import solve_placements
from foxkit.games.wolves.rules import Wolves
from foxkit.lab.match import play_game, replay
from foxkit.search.deepening import AlphaBeta

GAME = Wolves()
DEPTH = 8
POSITIONS = (
    plain_wolves.START,
    "11011/10101/02010/00020/01000 w",
    "11011/10101/02010/00020/01000 s",
)
SLICE = (2, 5)


def signature() -> dict[str, int]:
    """One integer for searches, one for a game, and one for a solved slice."""
    player = ReportPlayer()
    game = play_game(GAME, (player, player), (1, 2))
    found = []
    for position in replay(GAME, game.moves)[:40:5]:
        state = position.state
        search = AlphaBeta(GAME, state, heuristic(state, state.mover))
        values = list(search.iterate_depths(6))
        found.append((values, search.nodes, search.pruned, search.hits))
    below = None
    for sheep in range(3, SLICE[1] + 1):
        below = solve_placements(GAME, SLICE[0], sheep, below)
    return {
        "wolves-alphabeta": crc32(repr(found).encode()),
        "wolves-games": fingerprint(game.moves),
        "wolves-slice": crc32(below),
    }


def count_visited() -> int:
    """Search from some positions; return how many positions were visited."""
    nodes = 0
    for text in POSITIONS:
        state = GAME.parse(text)[1]
        judge = heuristic(state, state.mover)
        found = AlphaBeta(GAME, state, judge, bits=12)
        found.search(state, DEPTH)
        nodes += found.nodes
    return nodes


def count_visited_plainly(plain: ModuleType) -> int:
    """Do the same in plain Python."""
    found = [plain.Search(plain.Game(text), DEPTH) for text in POSITIONS]
    for each in found:
        each.value(DEPTH)
    return sum(each.nodes for each in found)


def speed() -> dict[str, Measurement]:
    """Positions visited, and solved, per second of processor time."""

    def solve() -> float:
        first = solve_placements(GAME, SLICE[0], 3)
        below = solve_placements(GAME, SLICE[0], SLICE[1] - 1, first)
        positions = solve_placements(GAME, *SLICE, below).size
        return median_speed(positions, lambda: solve_placements(GAME, *SLICE, below))

    return {
        "wolves-alphabeta": lambda: median_speed(count_visited(), count_visited),
        "wolves-solve": solve,
    }


def ratio() -> dict[str, Measurement]:
    """How many times faster than plain Python, in the same run."""

    def found() -> float:
        ours, theirs = count_visited(), count_visited_plainly(plain_wolves)
        return speed_ratio(
            lambda: per_second(4 * ours, lambda: [count_visited() for _ in range(4)]),
            lambda: per_second(theirs, lambda: count_visited_plainly(plain_wolves)),
        )

    return {"wolves-alphabeta": found}
