"""Games of other code: checked, marked, refused by name; never averaged in unseen."""

import json
from functools import partial
from typing import Any

import pytest
from small_play import CHANCE, leave, piece, same_as_ever

from foxkit.lab import code, match
from foxkit.lab.match_files import MatchFiles, read_games, write_unchecked_match_names
from foxkit.lab.play import games, play
from foxkit.players.standard import RandomPlayer

pytestmark = pytest.mark.usefixtures("own_data")
Patch = pytest.MonkeyPatch
REFUSED = "today's code plays other games of this match"


def edit(monkeypatch: Patch, plays: str = "alike", name: str = "edited") -> None:
    """Edit the code of the match, so that it plays alike, or otherwise."""
    digest = partial(lambda *values: name)  # as if in the package, as no function is
    monkeypatch.setattr(match, "digest_of_playing_code", digest)
    if plays == "otherwise":
        choose = RandomPlayer.choose
        changed = lambda self, game, state, seed: choose(self, game, state, seed + 1)  # noqa: E731
        monkeypatch.setattr(RandomPlayer, "choose", changed)
        monkeypatch.setattr(
            code, "readers_patches", lambda kind: []
        )  # as if in the package


def made_with(of: Any = CHANCE) -> list[str]:
    return [maker["code"] for maker in MatchFiles(of).read().made_with]


def test_a_cell_draws_games_that_are_not_confirmed_and_says_so(
    played: list[int], monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It compares no code: a list that a whole check leaves says which they are."""
    before = play(CHANCE, max_blocks=20)
    monkeypatch.setattr(match, "digest_of_playing_code", None)
    for listed, said in (
        ([], ""),
        (
            [MatchFiles(CHANCE).name],
            "1 of 1 matches are not confirmed by today's code",
        ),
    ):
        write_unchecked_match_names(listed)
        assert play(CHANCE, max_blocks=20).equals(before)
        assert said in capsys.readouterr().out
    assert len(played) == 20


def test_what_is_checked_and_agrees_is_marked_so(
    at: Any, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = play(CHANCE, max_blocks=20)
    edit(monkeypatch)
    at(checks_changed_code=True)
    assert play(CHANCE, max_blocks=20).equals(before)
    assert MatchFiles(CHANCE).read_notes()["checked"] == {"edited": True}
    assert capsys.readouterr().out == ""


def test_what_is_checked_and_differs_is_refused_until_it_is_played_anew(
    at: Any, monkeypatch: Patch
) -> None:
    play(CHANCE, max_blocks=20)
    place, path = MatchFiles(CHANCE), MatchFiles(CHANCE).path(False)
    before = path.read_bytes()
    edit(monkeypatch, "otherwise")
    at(checks_changed_code=True)
    with pytest.raises(ValueError, match=f"{place.name}: {REFUSED}"):
        play(CHANCE, max_blocks=20)
    at()
    with pytest.raises(ValueError, match="move its files away: ") as error:
        play(CHANCE, max_blocks=30)
    assert path.read_bytes() == before
    for each in path.parent.glob(f"{path.stem}.*"):
        assert str(each.with_suffix(".*")) in str(error.value)
        each.unlink()
    play(CHANCE, max_blocks=20)
    same_as_ever(20)


@pytest.mark.parametrize("column", ["turns", "payoffs", "reason"])
def test_rules_that_say_otherwise_of_the_same_moves_are_found(
    column: str, at: Any, monkeypatch: Patch
) -> None:
    changes = {"turns": 99, "payoffs": [0.0, 0.0], "reason": "nobody knows"}
    leave(0, piece(0, **{column: changes[column]}))
    play(CHANCE, max_blocks=20)
    edit(monkeypatch)
    at(checks_changed_code=True)
    with pytest.raises(ValueError, match=REFUSED):
        play(CHANCE, max_blocks=20)


def test_games_are_extended_under_code_that_plays_alike(monkeypatch: Patch) -> None:
    """Every maker is named."""
    play(CHANCE, max_blocks=10)
    first = made_with()
    for name, most in (("b", 20), ("c", 30)):
        edit(monkeypatch, name=name)
        play(CHANCE, max_blocks=most)
    assert made_with() == [*first, "b", "c"]
    same_as_ever(30)


def test_games_are_not_extended_under_code_that_plays_otherwise(
    played: list[int], monkeypatch: Patch
) -> None:
    play(CHANCE, max_blocks=10)
    edit(monkeypatch, "otherwise")
    with pytest.raises(ValueError, match=REFUSED):
        play(CHANCE, max_blocks=20)
    assert len(played) == 10 and MatchFiles(CHANCE).read().blocks == 10


def others(**changes: Any) -> dict[str, Any]:
    """A piece that other code has left behind a gap, as a run that was killed may."""
    return piece(2, **changes) | {"made_with": [{"code": "other"}]}


def test_a_piece_of_other_code_is_used_where_today_s_plays_alike(
    played: list[int],
) -> None:
    leave(2, others())
    play(CHANCE, max_blocks=10)
    assert sorted(played) == [0, 1, *range(4, 10)] and "other" in made_with()
    same_as_ever(10)


@pytest.mark.parametrize("before", [0, 1])
def test_a_piece_of_other_code_is_refused_where_today_s_plays_otherwise(
    before: int, played: list[int]
) -> None:
    """Whoever has played the blocks before; the piece is kept."""
    if before:
        play(CHANCE, max_blocks=2)
    place = leave(2, others(turns=99))
    with pytest.raises(ValueError, match=REFUSED):
        play(CHANCE, max_blocks=4)
    assert len(played) == 2 * before
    with place.journal() as journal:
        assert len(journal) == 1


def test_a_reader_may_check_what_was_committed(at: Any, monkeypatch: Patch) -> None:
    """The note is the reader's; the committed files stay as they came."""
    at(keep=True)
    play(CHANCE, max_blocks=10)
    place = MatchFiles(CHANCE)
    note = json.loads(place.path(True, ".json").read_text())
    edit(monkeypatch)
    at(checks_changed_code=True)
    play(CHANCE, max_blocks=10)
    assert place.read_note(False)["checked"] == {"edited": True}
    assert json.loads(place.path(True, ".json").read_text()) == note
    assert read_games(place.path(True)).blocks == len(games(CHANCE)) // 2 == 10
