"""foxkit value and solve: exact answers, from tables that are built when missing."""

from typing import TYPE_CHECKING, Any

from cyclopts import App

from foxkit.cli.json_lines import JsonFlag, answer_positions_on_stdin, print_answer

if TYPE_CHECKING:
    from foxkit.core.position import Position

solve = App(name="solve", help="Solve a game and sum the answer up.")


def value(game: str, *, variant: str | None = None, most: int = 200_000) -> int:
    """Give the exact value of each position on stdin, one JSON object a line.

    Args:
        game: fox-game (its endings), fox-hounds, wolves, hare-hounds, or another of two
            players.
        variant: a rule variant of the game.
        most: give up where play can reach more positions; by default those of some two
            seconds. Games with tables of their own need no limit.
    """
    from foxkit.core.arguments import whole_number
    from foxkit.games import game_named
    from foxkit.solvers import retrograde
    from foxkit.solvers.exact import is_quick, solver_of

    most = whole_number("most", most, 1)
    rules = game_named(game, variant)
    solver: Any = solver_of(rules)

    def answer(position: "Position") -> dict[str, Any]:
        if solver is retrograde and not is_quick(position):
            retrograde.solve(rules, position.state, max_positions=most)
        return dict(solver.value(position))

    return answer_positions_on_stdin(rules, answer)


@solve.command
def fox_game(
    *, sideways_limit: int = 10, variant: str | None = None, as_json: JsonFlag = False
) -> None:
    """Solve the Fox Game's endings, all sheep on rows 3 and beyond; count who wins.

    For each number of sheep: placements that the sheep win, of all, when they move.

    Args:
        sideways_limit: sheep turns in a row without a forward step that lose.
        variant: no-diagonals or all-diagonals.
        as_json: print one JSON object.
    """
    from foxkit.games import game_named
    from foxkit.games.fox_game.solver import summary

    game = game_named("fox-game", variant)._replace(sideways_limit=sideways_limit)
    counts_by_sheep = {f"{sheep} sheep": rows for sheep, rows in summary(game).items()}
    print_answer(counts_by_sheep, as_json)


@solve.command
def fox_hounds(
    *,
    width: int = 8,
    height: int = 8,
    fuzz: bool = False,
    games: bool | None = None,
    winner_only: bool = False,
    plies: bool = False,
    variant: str | None = None,
    as_json: JsonFlag = False,
) -> None:
    """Solve a board of Fox & Hounds.

    Args:
        width: files, an even number.
        height: ranks.
        fuzz: find the fairest fuzz factor, too, and the document's table around it.
        games: count the games, which takes more memory on a large board; by default.
        winner_only: ask the mask solver, which reaches boards up to 14 x 14.
        plies: with the mask solver, also find the number of plies, by bisection.
        variant: one-safe-square or no-escape.
        as_json: print one JSON object.
    """
    from foxkit.games import game_named
    from foxkit.games.fox_hounds.solver import summary, winner_summary

    if plies and not winner_only:
        raise ValueError("--plies asks the mask solver: it needs --winner-only")
    if winner_only and (fuzz or games is not None):
        raise ValueError("--winner-only counts no games and no fuzz")
    game = game_named("fox-hounds", variant)._replace(width=width, height=height)
    if winner_only:
        result = winner_summary(game, plies, progress=True)
    else:
        result = summary(game, games is not False, fuzz, progress=True)
    print_answer(result, as_json)


@solve.command
def wolves(
    *,
    wolves: int = 2,
    sheep: int = 10,
    variant: str = "rules",
    threads: int = 2,
    as_json: JsonFlag = False,
) -> None:
    """Solve Wolves Eat Sheep, slice by number of sheep, and count the outcomes.

    Slices that are there are not solved again: a run that was broken off goes on.

    Args:
        wolves: 1 to 3.
        sheep: solve the slices from 3 up to so many.
        variant: rules, author or forced.
        threads: how many to run.
        as_json: print one JSON object.
    """
    from foxkit.games import game_named
    from foxkit.games.wolves.solver import solved_table, summary

    game = game_named("wolves", variant)
    solved_table(game, wolves, sheep, threads)
    name = "{}" if as_json else "{:2} sheep"
    counts_by_sheep = {
        name.format(k): summary(game, wolves, k) for k in range(3, sheep + 1)
    }
    print_answer(counts_by_sheep, as_json)


@solve.command
def hare_hounds(
    *, stall_limit: int = 10, variant: str | None = None, as_json: JsonFlag = False
) -> None:
    """Solve Hare and Hounds, and count who wins how many positions.

    Args:
        stall_limit: moves without a step forward that lose, 2 to 60.
        variant: hare-first.
        as_json: print one JSON object.
    """
    from foxkit.games import game_named
    from foxkit.solvers.retrograde import solve

    game = game_named("hare-hounds", variant)._replace(stall_limit=stall_limit)
    print_answer(solve(game).summary(), as_json)
