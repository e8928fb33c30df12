"""The chapter on Wolves Eat Sheep: its tables and pictures say what the results say."""

import pytest

from foxkit.agents.wolves_heuristic import AS_MEANT, AS_PRINTED
from foxkit.lab.results import table
from foxkit.lab.studies import study_rows
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.view import wolves_story as story

GENERATORS = ("rules", "author", "forced")
START = Position.start(Wolves())


def example(name: str) -> Position:
    row = study_rows("wolves-report")[f"{name} meant"]
    return Position.parse(Wolves(), row["position"])


def test_the_terms_are_those_of_the_evaluation() -> None:
    printed = story.terms_board(example("middle"), AS_PRINTED, "as printed")
    assert str(printed).count('class="fk-ring"') == 5
    assert 'class="fk-ring"' not in str(story.terms_board(example("middle")))
    found = story.terms_table(example("middle"), meant=AS_MEANT, printed=AS_PRINTED)
    assert found.loc["facing"].to_list() == [0, 5]
    assert found.loc["score"].to_list() == [0, 5 * story.weights().wolves["facing"]]


def test_thoughts_go_from_the_words_to_the_program() -> None:
    found = story.thoughts("start")
    assert list(found.index[[0, -1]]) == ["meant", "printed"]
    assert found.loc["printed", "second"] == "wolves"
    assert found.loc["printed", "visited"] == found.loc["printed", "minimax"]


def test_every_first_move_has_its_value() -> None:
    found = story.first_moves()
    assert set(found.index) == {"the start", *START.moves}
    assert list(found.columns) == list(GENERATORS)


@pytest.mark.parametrize("generator", GENERATORS)
def test_best_play_ends_as_the_value_says(generator: str) -> None:
    record, row = story.best_play(generator), study_rows("wolves-solution")[generator]
    if row["outcome"] == "D":
        assert len(record) == 0
        return
    assert len(record) == row["plies"]
    winner = {"W": "wolves", "S": "sheep"}[row["outcome"]]
    assert record.positions[-1].outcome[winner] == 1
    assert all(f"{winner} win in {row['plies'] - n}" in record.notes[n] for n in (0, 7))


def test_slices_are_counted_as_shares() -> None:
    found = story.slice_table("rules")
    assert list(found.index)[:8] == list(range(3, 11))
    shares = found[["wolves win", "endless", "sheep win"]].sum(axis=1)
    assert shares.to_list() == pytest.approx([1.0] * len(found), abs=2e-4)
    assert story.longest_win("rules", "wolves", "S")[0] >= found.iloc[:8, 5].max()


@pytest.mark.parametrize(("study", "rows"), [("wolves-trios", 10), ("wolves-map", 3)])
def test_a_grid_has_every_value(study: str, rows: int) -> None:
    drawn = story.value_grid(study, "A grid")
    assert drawn.words.count("15 sheep: ") == rows
    assert "W" in str(drawn)


def test_bars_are_told_in_words() -> None:
    cells = {"random": ("wolves-players", "random")}
    row = table("wolves-players").loc["random"]
    words = story.outcome_bars(cells, "Who wins?").words
    assert f"random: wolves win {row['wolves win']:.1%}" in words


@pytest.mark.parametrize("side", ["wolves", "sheep"])
def test_regret_falls_with_depth(side: str) -> None:
    found = story.regret_table("depth", side)
    assert list(found["nodes"]) == sorted(found["nodes"])
    assert found["estimate"].iloc[-1] < found["estimate"].iloc[0]
    assert "random: 1: " in story.regret_curve(side).words


def test_a_search_saves_positions_without_changing_its_value() -> None:
    found = story.savings(START, [3, 5])
    assert (found["and a table"] < found["minimax"]).all()
    assert found.loc[5, "share"] < found.loc[3, "share"] < 1
