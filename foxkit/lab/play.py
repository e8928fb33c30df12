"""`play`: the games that a cell asks for, read where they are there, played where not.

    rows = play([match(FoxGame(sheep=n), paper(300)) for n in (20, 18)], to=0.04)
                       |
      store (`games`) -+-> enough by the rule of this call --> rows
                       |                                        ^
                       +-> too few: pieces of seconds, in any order, each in the match's
                           journal as soon as it is finished ---+

How long, where and by whom is played is not the cell's business but the desk's: in a
notebook about a minute, in a page build not at all, by `foxkit run` to the end.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from foxkit import data
from foxkit.core.arguments import renamed_keywords
from foxkit.core.quoting import quoted
from foxkit.lab.address import parameters
from foxkit.lab.journal import Locked
from foxkit.lab.match import COLUMNS, Match
from foxkit.lab.match_files import match_files
from foxkit.lab.match_run import MatchRun
from foxkit.lab.settings import PlaySettings, here
from foxkit.lab.stats import Estimate, Row
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.lab.workers import Workers, result

if TYPE_CHECKING:
    import pandas as pd


@renamed_keywords(least="min_blocks", most="max_blocks")
def play(
    matches: Match | Iterable[Match],
    *,
    to: float | None = None,
    of: str = "score",
    min_blocks: int = 200,
    max_blocks: int = 2_000,
    seed: int | None = None,
) -> "pd.DataFrame":
    """A row for each match: labels, all parameters of game and players, results.

    Games that are there are read; what is missing is played and kept. A number with an
    interval of 95 % has it in `_low` and `_high`; the columns are in `data/README.md`.
    A match that is not `finished` by the rule has the games that there are. Parameters
    that are usual and the same in all rows stand last, and are not shown.

    Args:
        matches: what to play, see `match`.
        to: play until the interval of `of` is ± this or narrower; None: play
            `max_blocks` blocks.
        of: the column that `to` is about, or `sides`, the less sure of A's two sides.
        min_blocks: blocks before the interval is looked at for the first time. A block
            is all seatings of one seed: with two players a pair of games.
        max_blocks: blocks at which a match is over in any case.
        seed: a number for other games than the match's own, the same deals for all.

    Raises:
        ValueError: an argument is not in its range, a match cannot be told from others,
            its files are damaged, a label is called as a result is, or today's code
            plays other games.
    """
    wanted: list[Match] = []
    several = isinstance(matches, Iterable) and not isinstance(matches, str)
    for each in cast("Iterable[Any]", matches if several else [matches]):
        _require_match(each)
        wanted.append(each)
    if not wanted:
        raise ValueError("no match to play")
    if seed is not None:
        wanted = [replace(each, seed=seed) for each in wanted]
    rule, places = (
        StoppingRule(of, to, min_blocks, max_blocks),
        [*map(match_files, wanted)],
    )
    tasks = {place.address: MatchRun(place, rule) for place in places}
    complete([*tasks.values()], desk := here())
    for task in tasks.values():
        task.count_lines(desk.keep, notes=desk.plays)
    done = [tasks[place.address] for place in places]
    desk.tell(done)
    return _rows(wanted, [task.row() for task in done])


def _rows(matches: Sequence[Match], results: Sequence[Row]) -> "pd.DataFrame":
    """A row for each match: labels, parameters and results."""
    import pandas as pd  # a second that nobody waits for who plays

    from foxkit.lab.row_frame import Rows
    from foxkit.lab.rows import HIDDEN

    labels = pd.DataFrame([dict(each.labels) for each in matches])
    found = pd.DataFrame(results)
    if taken := [*found.columns.intersection(labels.columns)]:
        raise ValueError(f"a label cannot be called {taken[0]!r}: a result is")
    told = parameters(matches, [*labels.columns, *found.columns, *COLUMNS])
    hidden = told.attrs[HIDDEN]
    shown = told.drop(columns=hidden)
    rows = Rows(pd.concat([labels, shown, found, told[hidden]], axis=1))
    rows.attrs = {HIDDEN: hidden}
    return rows


def games(match: Match) -> "pd.DataFrame":
    """All games of a match that are there, one row each (`data/README.md`)."""
    _require_match(match)
    return match_files(match).read().games


def _require_match(match: Any) -> None:
    """Raise ValueError for what is no match."""
    if not isinstance(match, Match):
        made = "made by match(game, player)"
        raise ValueError(f"a match is {made}, not {quoted(match)}")


def estimate(rows: "pd.DataFrame", column: str, **where: Any) -> Estimate:
    """The number of one row with its interval: `estimate(rows, "score", c=0.3)`.

    Raises:
        ValueError: there is no such column; no row, or more than one, has these values.
    """
    if not hasattr(rows, "to_dict"):
        raise ValueError(f"rows are those of play, a DataFrame, not {quoted(rows)}")
    from foxkit.lab.rows import with_columns

    kept = rows = with_columns(rows, column, *where)
    for name, value in where.items():
        kept = kept[kept[name] == value]
    if len(kept) != 1:
        said = ", ".join(f"{name}={value!r}" for name, value in where.items())
        raise ValueError(f"{len(kept)} rows with {said or 'any values'}, not one")
    (row,) = kept.to_dict("records")
    low, high = (row.get(f"{column}_{end}", row[column]) for end in ("low", "high"))
    return Estimate(row[column], low, high, row.get("games", 1))


def complete(tasks: Sequence[MatchRun], desk: PlaySettings) -> None:
    """Play what is missing of some matches, as far as a desk plays."""
    for task in tasks:
        if desk.checks:
            task.check(desk.keep)
        if desk.plays and (task.repeats or task.found):
            task.ask(desk.keep)
        if desk.keep:
            task.finish(desk.keep)
    missing = [task for task in tasks if task.enough is None]
    if not (missing and desk.plays):
        return
    try:
        with ExitStack() as stack:
            ours = [task for task in missing if _is_taken_up(task, desk, stack)]
            for task in ours:
                task.check(desk.keep)
            ours = [task for task in ours if not task.finish(desk.keep)]
            if ours:
                staff = stack.enter_context(desk.staff())
                show = stack.enter_context(desk.progress(ours))
                _play(ours, staff, desk, show)
    except KeyboardInterrupt:
        if desk.raises:
            raise
        print("interrupted: this is what there is so far")


def _is_taken_up(task: MatchRun, desk: PlaySettings, stack: ExitStack) -> bool:
    """Open a match's journal; tell a reader whose match is under way elsewhere."""
    try:
        task.resume(stack.enter_context(task.match_files.journal()))
    except Locked as error:
        if desk.raises:
            raise
        print(f"{error}: this is what there is so far")
        return False
    except OSError as error:  # a folder that cannot be written, a full disk
        task.resume(None)
        task.unkept = data.not_kept(error)
    return True


Pending = dict[Future[Any], tuple[MatchRun, range, bool]]
"""What is being played: whose games, which blocks, and whether it is to show that they
repeat."""


def _play(
    tasks: Sequence[MatchRun],
    staff: Workers,
    desk: PlaySettings,
    show: Callable[[], None],
) -> None:
    """Hand pieces out and take them in until every match, or the time, is over."""
    ends = time.monotonic() + desk.seconds
    pending: Pending = {}
    try:
        while (left := ends - time.monotonic()) > 0:
            _hand_out(tasks, staff, pending, left)
            if all(task.enough is not None for task in tasks):
                return
            finished, _ = wait(pending, min(left, 0.25), FIRST_COMPLETED)
            _take_in(finished, pending, desk)
            show()
    finally:
        try:
            staff.break_off(desk.say)
        finally:
            done = [each for each in pending if each.done() and not each.cancelled()]
            _take_in([each for each in done if not each.exception()], pending, desk)


def _hand_out(
    tasks: Sequence[MatchRun], staff: Workers, pending: Pending, left: float
) -> None:
    """Keep every worker busy, and one piece more waiting for each."""
    for future, (task, *_) in [*pending.items()]:
        if task.enough is not None and future.cancel():
            del pending[future]
    while len(pending) < 2 * staff.count():
        wanting = [task for task in tasks if task.wants_more]
        if not wanting:
            return
        task = min(wanting, key=lambda each: each.next / each.expected)
        stream = task.games.stream
        if not task.repeats:
            twice = task.hand_out_proof()
            future = staff.play(task.match, stream, range(1), twice)
            pending[future] = task, range(1), True
            continue
        blocks = task.next_blocks(left)
        pending[staff.play(task.match, stream, blocks)] = task, blocks, False


def _take_in(
    finished: Iterable[Future[Any]], pending: Pending, desk: PlaySettings
) -> None:
    """Keep what is finished; raise what went wrong only when all of it is kept."""
    wrong = []
    for future in finished:
        task, blocks, is_proof = pending.pop(future)
        needed = task.enough is None
        try:
            played = result(future, task, blocks)
            task.match_files.require_same_player()
            if is_proof:
                task.take_proof(played, desk.keep)
            elif needed:
                task.add_blocks(blocks.start, played)
        except Exception as error:  # a player may raise anything at all
            wrong.append(error)
            continue
        if needed:
            task.finish(desk.keep)
    if wrong:
        raise wrong[0]
