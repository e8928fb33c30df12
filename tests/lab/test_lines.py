"""In how many positions the games of a match stand, and what is said if few."""

from pathlib import Path
from typing import Any

import pytest

from foxkit import (
    FoxHounds,
    FranksZoo,
    HareHounds,
    Opening,
    Position,
    RandomPlayer,
    curve,
    match,
    play,
    play_blocks,
    replay,
)
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.lab import cell_outputs, lines_of_play
from foxkit.lab.match import Match
from foxkit.lab.match_files import MatchFiles
from foxkit.players.standard import FunctionPlayer

ANY = RandomPlayer()


def first(position: Position, seed: int) -> str:
    """The first move listed: every game is the same."""
    return next(iter(position.moves))


FIRST = match(FoxHounds(6, 6), FunctionPlayer(first))


@pytest.mark.parametrize("opening", [0, Opening(3, ANY), Opening(30, ANY)])
def test_lines_are_positions_after_the_opening_and_twenty_plies(opening: Any) -> None:
    of = match(HareHounds(), ANY, opening=opening)
    games = play_blocks(of, 3, range(25))
    ply = 20 + (of.opening.plies if of.opening else 0)
    ends = [replay(of.game, each.moves) for each in games.finished]
    pairs = [*zip(ends, games.moves, strict=True)]
    stand = {line[ply].state for line, _ in pairs if len(line) > ply}
    ended = {moves for line, moves in pairs if len(line) <= ply}
    count = lines_of_play.count_lines_of_play(of.game, games, ply - 20)
    assert count == len(stand) + len(ended) > 1 and ended


def test_games_that_end_early_are_lines_by_their_moves() -> None:
    """Many orders of moves end in one full board of noughts and crosses."""
    games = play_blocks(match(NoughtsAndCrosses(), ANY), 1, range(200))
    game, moves = NoughtsAndCrosses(), {*games.moves}
    ends = {replay(game, each)[-1].state for each in moves}
    assert lines_of_play.count_lines_of_play(game, games) == len(moves) > len(ends)


def test_moves_that_meet_again_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that go on are compared by where they stand."""
    games = play_blocks(match(FoxHounds(8, 8), ANY), 1, range(300))
    game, long = FoxHounds(8, 8), [x for x in games.moves if len(x) > 4]
    stand = {replay(game, each)[4].state for each in long}
    monkeypatch.setattr(lines_of_play, "PLIES_TO_COMPARE", 4)
    found = lines_of_play.count_lines_of_play(game, games)
    assert found == len(stand) < len({x[:4] for x in long})


def test_games_of_other_deals_are_not_counted() -> None:
    assert (
        lines_of_play.count_lines_of_play(
            FranksZoo(), play_blocks(match(FranksZoo(), ANY), 1, range(1))
        )
        is None
    )


def test_moves_of_other_rules_are_refused() -> None:
    games = play_blocks(match(FoxHounds(8, 8), ANY), 1, range(5))
    with pytest.raises(ValueError, match=r"no legal move number . in a game of fox-"):
        lines_of_play.count_lines_of_play(FoxHounds(4, 4), games)


def noted(of: Match) -> dict[str, int]:
    found: dict[str, int] = MatchFiles(of).read_notes()["lines"]
    return found


def test_a_row_and_its_note_and_its_tooltip_say_how_many_lines_there_are(
    own_data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = play(FIRST, min_blocks=25, max_blocks=50).assign(strength=1)
    assert rows.lines.to_list() == [1] and [*noted(FIRST).values()] == [1]
    assert "100 games in only 1 line of play" in capsys.readouterr().out
    assert "100 games in 1 line<" in str(curve(rows, "strength", "fox_rate"))

    def never(*_: Any) -> int:
        raise AssertionError("it is noted")

    monkeypatch.setattr(lines_of_play, "count_lines_of_play", never)
    assert play(FIRST, min_blocks=25, max_blocks=50).lines.to_list() == [1]


@pytest.mark.parametrize("number", [0, -3, 101, 10**30])
def test_a_number_of_lines_that_cannot_be_is_not_believed(
    number: int, own_data: Path
) -> None:
    play(FIRST, max_blocks=50)
    (digest,) = noted(FIRST)
    MatchFiles(FIRST).add_to_note(False, lines={digest: number})
    assert play(FIRST, max_blocks=50).lines.to_list() == [1]
    assert noted(FIRST) == {digest: 1}


def test_games_that_do_not_repeat_themselves_say_nothing(
    own_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After openings the same players stand in many positions."""
    opened = match(FIRST.game, FIRST.players[0], opening=Opening(8, ANY))
    rows = play([opened, FIRST], max_blocks=25).assign(strength=[1, 2])
    assert rows.lines[0] > 12 and not lines_of_play.games_repeat_themselves(
        rows.lines[0], 25
    )
    out = capsys.readouterr().out
    assert "1 of 2 matches repeats itself: 50 games in only 1 line of play" in out
    assert str(curve(rows, "strength", "fox_rate")).count("50 games in 1 line") == 1


def test_what_is_said_of_the_cells_matches() -> None:
    call = {"matches": ["a", "b", "c"], "games": [1_000, 400, 200]}
    told = [{**call, "lines": [9, None, 100]}, {**call, "lines": [9, None, 100]}]
    worst = "1,000 games in only 9 lines of play"
    said = f"2 of 3 matches repeat themselves, such as {worst}"
    assert cell_outputs.repetition_warning(told) == said
    assert cell_outputs.repetition_warning([call]) == ""
    alone = {"matches": ["a"], "games": [1_000], "lines": [9]}
    assert cell_outputs.repetition_warning([alone]) == worst
