"""`play` reads the games that a cell needs, and plays those that are missing.

    rows = play([match(FoxGame(sheep=n), paper(300)) for n in (20, 18)], to=0.04)
                       |
    files (`MatchRun`) +-> enough by the rule of this call --> rows (`_rows`)
                       |                                        ^
                       +-> too few: pieces of seconds, in any order, each in the match's
                           journal as soon as it is finished ---+

For how long, where and by how many workers is not the cell's business but that of the
settings: a notebook plays for about a minute, a page build not at all, and `foxkit run`
to the end. Today's code is compared with that which played the games only where
something is played, and by `foxkit check`. Games are stored, and results are not: they
are computed from the games at each call.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from foxkit import data
from foxkit.core.arguments import refuse_former_keywords
from foxkit.core.quoting import quoted, shortened
from foxkit.lab.address import parameter_table
from foxkit.lab.journal import Locked
from foxkit.lab.live_figure import live_figure
from foxkit.lab.match import GAME_TABLE_COLUMNS, Match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.match_run import MatchRun
from foxkit.lab.rows import (
    CALL_KEY,
    HIDDEN_KEY,
    MATCH_COLUMN,
    require_columns,
    require_numbers,
)
from foxkit.lab.settings import PlaySettings, current_settings
from foxkit.lab.stats import Estimate, read_estimate
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.lab.workers import Workers, games_of_finished_piece

if TYPE_CHECKING:
    import pandas as pd


@refuse_former_keywords(least="min_blocks", most="max_blocks")
def play(
    matches: Match | Iterable[Match],
    *,
    to: float | None = None,
    of: str = "score",
    min_blocks: int = 200,
    max_blocks: int = 2_000,
    seed: int | None = None,
) -> "pd.DataFrame":
    """Play matches, and return a table with one row for each.

    A row has the match's labels, every parameter of game and players, and the results.
    Games that were played before are read from disk; missing ones are played and kept.
    An estimated number has the ends of its 95 % interval in the columns that end in
    `_low` and `_high`; `data/README.md` explains all columns. A row that is not
    `finished` is made of fewer games than asked for. Parameters that have their default
    values in all rows stand last, and are not shown.

    Args:
        matches: a match, or several, each made by `match`.
        to: half the width of an interval: play until that of `of` is at most ± this.
            None plays `max_blocks` blocks.
        of: the column that `to` is about; `sides` is that of A's two win rates, as the
            one side and the other, which is known less well.
        min_blocks: blocks before the interval is looked at for the first time. A block
            is all seatings of one seed: with two players a pair of games.
        max_blocks: blocks at which a match is over in any case.
        seed: a whole number, to play other games than usual, with the same deals for
            all matches.

    Returns:
        A pandas DataFrame. Its method `to_code` gives the code that makes it again.

    Raises:
        ValueError: an argument is not in its range, a match cannot be distinguished
            from others, its files are damaged, a label has the name of a result, or
            today's code plays other games than the kept ones.

    Examples:
        Fifty games each with 20 and with 17 sheep, between players with thirty
        simulations a move. With so few simulations the foxes win nearly all of them:

        >>> matches = [match(FoxGame(sheep=n), paper(30)) for n in (20, 17)]
        >>> rows = play(matches, min_blocks=25, max_blocks=25)
        >>> rows[["sheep", "simulations", "games", "sheep_rate"]]
           sheep  simulations  games  sheep_rate
        0     20           30     50        0.00
        1     17           30     50        0.02
        >>> estimate(rows, "sheep_rate", sheep=20).high < 0.14
        True
    """
    listed: list[Match] = []
    several = isinstance(matches, Iterable) and not isinstance(matches, str)
    for each in cast("Iterable[Any]", matches if several else [matches]):
        _require_match(each)
        listed.append(each)
    if not listed:
        raise ValueError("no match to play")
    if seed is not None:
        listed = [replace(each, seed=seed) for each in listed]
    rule = StoppingRule(of, to, min_blocks, max_blocks)
    stored = [*map(MatchFiles, listed)]
    # A run reads its games, and finds how many of them the rule needs.
    run_at = {files.address: MatchRun(files, rule) for files in stored}
    runs = [run_at[files.address] for files in stored]  # equal matches share theirs
    settings, different = current_settings(), [*run_at.values()]
    missing = any(run.stopped_at is None for run in different)
    if (
        settings.checks_changed_code
        or settings.keep
        or (missing and settings.plays_missing)
    ):
        with live_figure(partial(_rows, listed, runs), settings.builds_page) as draw:
            play_missing(different, settings, draw)
    for run in different:
        run.count_lines_of_play()
        if settings.plays_missing:
            run.note_stop_and_lines(settings.keep)
    settings.report_runs(runs)
    rows = _rows(listed, runs)
    blocks = {"min_blocks": min_blocks, "max_blocks": max_blocks}
    rows.attrs[CALL_KEY] = {"to": to, "of": of, **blocks}
    return rows


def _rows(matches: Sequence[Match], runs: Sequence[MatchRun]) -> "pd.DataFrame":
    """A row for each match: labels, parameters and results."""
    import pandas as pd  # takes a second to load, so not before games are played

    from foxkit.lab.row_frame import Rows

    labels = pd.DataFrame([dict(each.labels) for each in matches])
    results = pd.DataFrame([run.row() for run in runs])
    taken = [*results.columns, MATCH_COLUMN]
    if clash := [name for name in labels.columns if name in taken]:
        raise ValueError(f"a label cannot be called {clash[0]!r}: a result is")
    described = parameter_table(matches, [*labels.columns, *taken, *GAME_TABLE_COLUMNS])
    hidden = described.attrs[HIDDEN_KEY]
    last = described[hidden].assign(**{MATCH_COLUMN: [*matches]})
    described = described.drop(columns=hidden)
    rows = Rows(pd.concat([labels, described, results, last], axis=1))
    rows.attrs = {HIDDEN_KEY: [*last.columns]}
    return rows


def games(match: Match) -> "pd.DataFrame":
    """The games of a match that are on disk, as a table with one row for each game.

    Nothing is played. `play` shows what the games say together; this is for a look
    at each. The columns are explained in `data/README.md`.

    Args:
        match: made by `match`.

    Returns:
        A pandas DataFrame; `moves` is for `replay`.

    Raises:
        ValueError: it is no match, or its files are damaged.

    Examples:
        >>> rules = HareHounds()
        >>> rows = play(match(rules, RandomPlayer()), min_blocks=25, max_blocks=25)
        >>> found = games(match(rules, RandomPlayer()))
        >>> len(found)
        50
        >>> found.loc[0, ["block", "rotation", "winner", "turns"]].to_dict()
        {'block': 0, 'rotation': 0, 'winner': 'hare', 'turns': 19}
    """
    _require_match(match)
    return MatchFiles(match).read().games


def _require_match(match: Any) -> None:
    """Raise ValueError for anything but a match."""
    if not isinstance(match, Match):
        origin = "made by match(game, player)"
        raise ValueError(f"a match is {origin}, not {quoted(match)}")


def estimate(rows: "pd.DataFrame", column: str, **where: Any) -> Estimate:
    """One number of a table with its interval: `estimate(rows, "score", c=0.3)`.

    Args:
        rows: a table that `play` or `computed` returned.
        column: the number, such as `score` or `sheep_rate`.
        where: values of other columns that choose the row, such as `sheep=18`.

    Returns:
        An `Estimate`: `estimate`, `low` and `high`, the ends of the 95 % interval, and
        `n`, the number of independent units behind them: the row's `blocks`, or None
        where the row has no such column.

    Raises:
        ValueError: there is no such column; no row, or more than one, has these values.

    Examples:
        >>> matches = [match(FoxGame(), paper(30, c=c), paper(30)) for c in (0.3, 0.5)]
        >>> rows = play(matches, min_blocks=25, max_blocks=25)
        >>> score = estimate(rows, "score", c=0.3)
        >>> score.low < score.estimate < score.high, score.n
        (True, 25)
    """
    chosen = rows = require_columns(rows, column, *where)
    require_numbers(rows, column)
    for name, value in where.items():
        chosen = chosen[chosen[name] == value]
    if len(chosen) != 1:
        raise ValueError(_row_choice_error(rows, chosen, where))
    (row,) = chosen.to_dict("records")
    return read_estimate(row, column)


def _row_choice_error(
    rows: "pd.DataFrame", chosen: "pd.DataFrame", where: Mapping[str, Any]
) -> str:
    """Why values of columns choose no row, or several; and which values there are."""
    values = ", ".join(f"{name}={value!r}" for name, value in where.items())
    fault = f"{len(chosen)} rows with {values or 'any values'}, not one"
    if len(chosen):
        ends = [*chosen.columns].index("games") if "games" in chosen else None
        settings = chosen.drop(columns=rows.attrs.get(HIDDEN_KEY, [])).iloc[:, :ends]
        names = [x for x in settings if x not in where and settings[x].nunique() > 1]
        return f"{fault}: choose by {' or '.join(map(str, names))}" if names else fault
    available = (
        f"{name} is {shortened(', '.join(map(str, dict.fromkeys(rows[name]))))}"
        for name, value in where.items()
        if value not in rows[name].tolist()
    )
    return "; ".join([fault, *available])


def play_missing(
    runs: Sequence[MatchRun],
    settings: PlaySettings,
    draw: Callable[[], None] = lambda: None,
) -> None:
    """Play the missing games of some matches, as far as the settings allow.

    Args:
        runs: the matches, with what there is of them.
        settings: how long, by whom and where to is played.
        draw: is called again and again while games are played.

    Raises:
        ValueError: today's code plays other games of a match than the kept ones.
    """
    for run in runs:
        if settings.checks_changed_code:
            run.require_same_games(settings.keep)
        if settings.keep:
            run.write_if_enough(settings.keep)
    missing = [run for run in runs if run.stopped_at is None]
    if not (missing and settings.plays_missing):
        return
    for run in missing:
        # Before a game is played, so that it shows when the rule was chosen.
        run.note_stop_and_lines(settings.keep)
    try:
        with ExitStack() as stack:
            free = [run for run in missing if _open_journal(run, settings, stack)]
            for run in free:
                run.require_same_games(settings.keep)
            unfinished = [run for run in free if not run.write_if_enough(settings.keep)]
            if unfinished:
                workers = stack.enter_context(settings.open_pool())
                show = stack.enter_context(settings.progress_bar(unfinished))
                _play_until_done(unfinished, workers, settings, (show, draw))
    except KeyboardInterrupt:
        if settings.raises_interruptions:
            raise
        print("interrupted: this is what there is so far")


def _open_journal(run: MatchRun, settings: PlaySettings, stack: ExitStack) -> bool:
    """Open a match's journal, and resume from it; whether the match can be played.

    Where another run has the journal open, the match is left to that run.
    """
    try:
        run.resume_from_journal(stack.enter_context(run.match_files.journal()))
    except Locked as error:
        if settings.raises_interruptions:
            raise
        print(f"{error}: this is what there is so far")
        return False
    except OSError as error:  # a folder that cannot be written, a full disk
        run.resume_from_journal(None)
        run.keep_error = data.cannot_write_message(error)
    return True


PiecesBeingPlayed = dict[Future[Any], tuple[MatchRun, range, bool]]
"""The pieces that are being played, by their futures: the match, its blocks, and
whether they are played only to see that games repeat."""


def _play_until_done(
    runs: Sequence[MatchRun],
    workers: Workers,
    settings: PlaySettings,
    shows: Sequence[Callable[[], None]],
) -> None:
    """Play pieces until every match is finished, or the time is over."""
    end_time = time.monotonic() + settings.seconds
    pending: PiecesBeingPlayed = {}
    try:
        while (seconds_left := end_time - time.monotonic()) > 0:
            _start_pieces(runs, workers, pending, seconds_left)
            if all(run.stopped_at is not None for run in runs):
                return
            finished, _ = wait(pending, min(seconds_left, 0.25), FIRST_COMPLETED)
            _keep_finished(finished, pending, settings)
            for show in shows:
                show()
    finally:
        try:
            workers.stop_all(settings.print_now)
        finally:
            finished_pieces = [x for x in pending if x.done() and not x.cancelled()]
            played = [x for x in finished_pieces if not x.exception()]
            _keep_finished(played, pending, settings)


def _start_pieces(
    runs: Sequence[MatchRun],
    workers: Workers,
    pending: PiecesBeingPlayed,
    seconds_left: float,
) -> None:
    """Start pieces until each worker has one to play and one waiting.

    The next piece is of the match that lags most behind its expected length.
    """
    for future, (run, *_) in [*pending.items()]:
        if run.stopped_at is not None and future.cancel():
            del pending[future]
    while len(pending) < 2 * workers.count():
        unfinished = [run for run in runs if run.needs_another_piece]
        if not unfinished:
            return
        run = min(unfinished, key=lambda x: x.next_block / x.expected_total_blocks)
        stream = run.games.stream
        if not run.is_known_to_repeat:
            twice = run.start_repeat_check()
            future = workers.play(run.match, stream, range(1), twice)
            pending[future] = run, range(1), True
            continue
        blocks = run.next_blocks(seconds_left)
        pending[workers.play(run.match, stream, blocks)] = run, blocks, False


def _keep_finished(
    finished: Iterable[Future[Any]], pending: PiecesBeingPlayed, settings: PlaySettings
) -> None:
    """Keep finished pieces; an error is raised only after all of them are kept."""
    errors = []
    for future in finished:
        run, blocks, is_repeat_check = pending.pop(future)
        needed = run.stopped_at is None
        try:
            played = games_of_finished_piece(future, run, blocks)
            run.match_files.require_same_player()
            if is_repeat_check:
                run.finish_repeat_check(played, settings.keep)
            elif needed:
                run.add_blocks(blocks.start, played)
        except Exception as error:  # a player may raise anything at all
            errors.append(error)
            continue
        if needed:
            run.write_if_enough(settings.keep)
    if errors:
        raise errors[0]
