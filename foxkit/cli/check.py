"""foxkit check: does this code, on this machine, play the committed games again?"""

import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from foxkit.cli.json_lines import Flag

if TYPE_CHECKING:
    from foxkit.lab.check import ReplayedMatch
    from foxkit.lab.match import Match
    from foxkit.lab.match_run import MatchRun


def check(*, headlines: Flag = False, keep: Flag = False, lines: Flag = False) -> int:
    """Play a block of every committed match again and compare it, game by game.

    Args:
        headlines: only of a dozen matches behind the main numbers, and solve a
            board of Fox & Hounds; a minute or two on a machine where nothing is
            compiled yet.
        keep: note with the committed games that today's code plays them.
        lines: play nothing, but count in how many different positions the games of each
            match stand after twenty moves, and note it beside them; some minutes.
    """
    from foxkit.lab.check import (
        committed_match_names,
        count_lines_of_committed_matches,
        replay_first_blocks,
    )
    from foxkit.lab.match_files import write_unchecked_match_names

    if lines:
        from tqdm import tqdm

        names = committed_match_names()
        for _ in tqdm(
            count_lines_of_committed_matches(names),
            "counting lines",
            len(names),
            disable=None,
        ):
            pass
        print(f"The lines of {len(names)} matches are noted.")
        return 0
    if headlines:
        return _replay_headlines()
    names = committed_match_names()
    differ, left = _differing_and_unplayed_matches(
        replay_first_blocks(names, _arrays_of_package(), keep=keep),
        len(names),
        "matches",
    )
    if left:  # a reader's code is made by its cell alone
        others, left = _differing_and_unplayed_matches(
            _replay_matches_of_cells(left, keep), len(left), "matches of cells"
        )
        differ += others
    for name in left:
        print(f"data/games/{name} could not be played: no cell asks for it")
    if keep:
        write_unchecked_match_names(differ + left)
    return _print_verdict(
        len(names) - len(differ) - len(left), len(names), differ + left
    )


def _replay_headlines() -> int:
    """Play the headline matches again; print whether they are the committed ones."""
    from foxkit.lab.check import headline_match_descriptions, replay_first_blocks

    about = headline_match_descriptions()
    differ, _ = _differing_and_unplayed_matches(
        replay_first_blocks([*about]), len(about), "headline matches"
    )
    for name in differ:
        print(f"{about[name]}: other games than the committed ones")
    solved = _solves_as_committed()
    if not solved:
        print("Fox & Hounds on 6 x 6: another solution than the committed one")
    code = _print_verdict(len(about) - len(differ), len(about), differ)
    return code if solved else 1


def _arrays_of_package() -> list[Any]:
    """The package's arrays of which addresses have a digest."""
    from foxkit.games.fox_game.learned import learned

    return [learned().weights]


def _solves_as_committed() -> bool:
    """Solve Fox & Hounds on 6 x 6 again; whether the committed numbers come out."""
    from foxkit import data
    from foxkit.games.fox_hounds.rules import FoxHounds
    from foxkit.games.fox_hounds.solver import count_games, solve_start

    game = FoxHounds(6, 6)
    solved, size = solve_start(game), count_games(game)
    row = {
        "winner": game.PLAYERS[solved.winner],
        "plies": solved.plies,
        "reachable": size.reachable,
        "games": size.games,
    }
    for path in (data.WORKBOOK / "kept" / "solved").glob("*.json"):
        kept = json.loads(path.read_bytes())
        if kept["address"]["case"] == {"width": 6, "height": 6}:
            return all(kept["rows"][0][name] == value for name, value in row.items())
    return False


def _differing_and_unplayed_matches(
    replays: "Iterable[ReplayedMatch]", total: int, noun: str
) -> tuple[list[str], list[str]]:
    """The names of matches that differ, and of those that could not be played.

    A progress bar moves while the replays are made.
    """
    from tqdm import tqdm

    differ, left = [], []
    bar = tqdm(replays, f"playing {noun} again", total, leave=False, disable=None)
    for replay in bar:
        if replay.agrees is None:
            left.append(replay.name)
        elif not replay.agrees:
            differ.append(replay.name)
            bar.write(f"data/games/{replay.name}: other games now", file=sys.stderr)
    return differ, left


def _print_verdict(agree: int, total: int, differ: list[str]) -> int:
    """Print how many matches agree and which do not; the exit code."""
    print(f"Proved here: {agree} of {total} matches play the committed games.")
    for name in differ:
        print(f"  differs: data/games/{name}.parquet")
    return int(bool(differ))


def _replay_matches_of_cells(
    names: Iterable[str], keep: bool
) -> "Iterator[ReplayedMatch]":
    """Play matches again that only their cells can make.

    A notebook's matches are played before the next one runs: their players may use
    whatever its cells have defined.
    """
    from foxkit.cli.cells import run_cell
    from foxkit.lab.cell_outputs import play_calls_by_cell
    from foxkit.lab.check import ReplayedMatch, replay_first_blocks
    from foxkit.lab.settings import PlaySettings
    from foxkit.site.chapters import NOTEBOOKS, chapters_in

    @dataclass
    class RecordingSettings(PlaySettings):
        """Settings under which a cell plays nothing, and its matches are recorded."""

        matches: "dict[str, Match]" = field(default_factory=dict)

        def report_runs(self, runs: "Sequence[MatchRun]") -> None:
            """Record the matches by the names of their files, and print nothing."""
            self.matches |= {run.match_files.name: run.match for run in runs}

    wanted = {*names}
    asking = {
        cell
        for cell, entry in play_calls_by_cell().items()
        if any(wanted & {*call["matches"]} for call in entry["calls"])
    }
    for chapter in chapters_in(NOTEBOOKS):
        ids = [cell["id"] for cell in chapter.code]
        # A cell may need all those above it: readers build on what they wrote there.
        if last := max((i for i, each in enumerate(ids) if each in asking), default=0):
            sources = ["".join(cell["source"]) for cell in chapter.code[: last + 1]]
            recording = RecordingSettings(plays_missing=False)
            with redirect_stdout(io.StringIO()):
                run_cell(chapter.path, ids[last], sources, recording)
            names_here = wanted & recording.matches.keys()
            given = {name: recording.matches[name] for name in names_here}
            wanted -= given.keys()
            yield from replay_first_blocks([*given], known_matches=given, keep=keep)
    yield from (ReplayedMatch(name, None) for name in sorted(wanted))
