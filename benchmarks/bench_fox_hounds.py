"""Fox & Hounds: the solvers' answers, their speed, and brute force in plain Python."""

from collections.abc import Callable
from statistics import median

import plain_fox_hounds
from bench import Measurement, digest, median_speed, per_second
from bench import ratio as speed_ratio

from foxkit.games.fox_hounds.odds import FairestFuzz
from foxkit.games.fox_hounds.ranking import numbering_of
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.fox_hounds.solver import count_games, solve_start
from foxkit.games.fox_hounds.table import solve_table
from foxkit.games.fox_hounds.winners import solve_winners

SMALL, STANDARD, LARGE = FoxHounds(6, 6), FoxHounds(), FoxHounds(10, 10)


def signature() -> dict[str, int]:
    """One integer for all answers, and one for who wins where."""
    tables = [solve_table(STANDARD, phase).answers._asdict() for phase in (0, 1)]
    digests = "".join(digest(table) for table in tables)
    won = sum(n for n, _ in solve_winners(STANDARD).won.values())
    return {"fox-hounds-answers": int(digests[:8], 16), "fox-hounds-won": won}


def _count_placements(game: FoxHounds) -> int:
    """The placements of all pieces, one side to move in each."""
    tables = numbering_of(game)
    return tables.num_placements * (tables.per_rank * tables.height - tables.per_rank)


def speed() -> dict[str, Measurement]:
    """Positions per second of processor time; all placements are positions."""
    large = _count_placements(LARGE)

    def fuzz() -> float:
        fuzz, work = FairestFuzz(solve_table(STANDARD)), _count_placements(STANDARD)
        return median_speed(work, lambda: fuzz.chance(0, fuzz.start, 0.01))

    def on_large(work: Callable[[], object]) -> Measurement:
        return lambda: median_speed(large, work, 3)

    return {
        "fox-hounds-solve": on_large(lambda: solve_start(LARGE)),
        "fox-hounds-count": on_large(lambda: count_games(LARGE, with_games=False)),
        "fox-hounds-winners": on_large(lambda: solve_winners(LARGE)),
        "fox-hounds-fuzz": fuzz,
    }


def _positions_solved_per_second(game: FoxHounds, rounds: int) -> float:
    """The reachable positions solved per second, with games, B and largest B."""
    reachable = count_games(game, with_games=False).reachable

    def work() -> None:
        for _ in range(rounds):
            solve_start(game)
            count_games(game)

    return per_second(rounds * reachable, work)


def ratio() -> dict[str, Measurement]:
    """How many times faster than brute force in plain Python.

    Ours finds B and the largest B, too, and for all placements instead of the
    reachable ones only; theirs finds the table of the document.
    """
    slow = plain_fox_hounds.positions_per_second
    return {
        "fox-hounds-solve": lambda: median(
            _positions_solved_per_second(STANDARD, 5) / slow(8, 8) for _ in range(3)
        ),
        "fox-hounds-solve-6x6": lambda: speed_ratio(
            lambda: _positions_solved_per_second(SMALL, 100), lambda: slow(6, 6)
        ),
    }
