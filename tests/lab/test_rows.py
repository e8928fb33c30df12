"""What columns rows have, which of them are shown, and what a misspelt one says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from foxkit import (
    BattleSheep,
    FoxGame,
    FranksZoo,
    FunctionPlayer,
    HareHounds,
    claim,
    curve,
    dots,
    estimate,
    estimate_in_words,
    match,
    paper,
    play,
    published,
    table,
)
from foxkit.games.franks_zoo.players import PolicyPlayer, PolicyTraining
from foxkit.lab.rows import require_columns
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.players.standard import BySide, RandomPlayer, SecondChoice
from foxkit.view import plots
from foxkit.view.claims import compare


@pytest.fixture(autouse=True)
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOXKIT_PLAYS", "0")


def test_a_row_has_all_parameters_and_shows_those_that_tell_something() -> None:
    rows = play(match(FoxGame(), paper(7), paper(9)), max_blocks=25)
    [row] = rows.to_dict("records")
    assert (row["sheep"], row["sideways_limit"]) == (20, 10)
    assert (row["simulations"], row["opponent_simulations"]) == (7, 9)
    assert (row["c"], row["opponent_c"], row["opponent_cutoff"]) == (0.4, 0.4, 0)
    for shown in (repr(rows), rows[:1]._repr_html_()):
        assert "simulations" in shown and "sideways_limit" not in shown
    assert [*rows.columns][:2] == ["simulations", "opponent_simulations"]
    more = play([match(FoxGame(target=n), paper(7)) for n in (9, 8)], max_blocks=25)
    assert "target" in repr(more) and "opponent" not in repr(more).replace(
        "opponent_score", ""
    )
    assert "target" in repr(more.query("target == 8").assign(x=1))


def test_a_parameter_that_is_called_as_a_result_is_prefixed() -> None:
    zoo = play(match(FranksZoo(), PolicyPlayer(PolicyTraining(games=70))), max_blocks=1)
    assert zoo["player_games"].tolist() == [70]
    assert zoo["games"].tolist() == [0]
    sheep = play(match(BattleSheep(seed=3), RandomPlayer()), max_blocks=1)
    assert sheep["game_seed"].tolist() == [3]
    labelled = play(match(FoxGame(), RandomPlayer(), sheep="many"), max_blocks=1)
    assert labelled["sheep"].tolist() == ["many"]
    assert labelled["game_sheep"].tolist() == [20]
    with pytest.raises(ValueError, match="a label cannot be called 'games'"):
        play(match(FoxGame(), RandomPlayer(), games=3), max_blocks=1)


def first_move(position: Any, seed: int) -> str:
    return next(iter(position.moves))


ROWS_OF_PLAY: dict[str, Callable[[], Any]] = {
    "one": lambda: play(match(HareHounds(), RandomPlayer(), opening=4), seed=3),
    "rule": lambda: play(
        [match(FoxGame(sheep=n), paper(7)) for n in (20, 18)],
        to=0.02,
        of="sheep_rate",
        min_blocks=25,
    ),
    "selected": lambda: play(
        [match(FoxGame(sheep=n), paper(7)) for n in (20, 18, 17)], max_blocks=50
    ).query("sheep < 20"),
    "other names": lambda: play(
        match(FoxGame(), BySide((paper(7), RandomPlayer())), FunctionPlayer(first_move))
    ),
}


@pytest.mark.parametrize("made", ROWS_OF_PLAY.values(), ids=ROWS_OF_PLAY)
def test_rows_give_the_code_that_makes_them_again(made: Any) -> None:
    rows, names = made(), dict[str, Any]()
    exec(rows.to_code(), names)
    pd.testing.assert_frame_equal(names["rows"], rows.reset_index(drop=True))
    assert names["rows"].to_code() == rows.to_code()


def test_rows_without_a_call_or_a_name_have_no_code() -> None:
    rows = play([match(FoxGame(), paper(n)) for n in (7, 8)], max_blocks=25)
    others = play(match(FoxGame(), paper(9)), max_blocks=50)
    with pytest.raises(ValueError, match="they lack the column match"):
        rows.drop(columns="match").to_code()
    with pytest.raises(ValueError, match="they lack the column match"):
        rows.assign(match=3).to_code()
    with pytest.raises(ValueError, match="they lack the column match"):
        rows[:0].to_code()
    with pytest.raises(ValueError, match="not of one call of play"):
        pd.concat([rows, others]).to_code()
    unnamed = FunctionPlayer(lambda position, seed: next(iter(position.moves)))
    with pytest.raises(ValueError, match=r"something in .* has no name"):
        play(match(FoxGame(), unnamed), max_blocks=25).to_code()


def test_a_player_within_a_player_stands_in_its_name() -> None:
    players = paper(7), SecondChoice(paper(7))
    rows = play([match(FoxGame(), each) for each in players], max_blocks=25)
    assert rows["player"].tolist() == ["MctsPlayer", "SecondChoice of MctsPlayer"]
    assert "SecondChoice" in repr(rows) and rows["simulations"].tolist() == [7, 7]
    both = BySide((paper(7), RandomPlayer()))
    [row] = play(match(FoxGame(), both), max_blocks=25).to_dict("records")
    assert row["player"] == "BySide of MctsPlayer, RandomPlayer"
    assert row["simulations"] == "7, None"


def test_the_former_names_of_arguments_are_refused_by_those_of_today() -> None:
    some: Any = {"least": 25}
    with pytest.raises(TypeError, match="least= is called min_blocks= now"):
        play(match(FoxGame(), RandomPlayer()), **some)


ROWS = pd.DataFrame(
    {"sheep": [20, 18], "rule": ["a", "b"], "sheep_rate": [0.4, 0.5]}
    | {"sheep_rate_low": [0.3, 0.4], "sheep_rate_high": [0.5, 0.6], "n": [1, 2]}
)
WRONG: dict[str, Any] = {
    "curve, y": lambda: curve(ROWS, "sheep", "sheeprate"),
    "curve, x": lambda: curve(ROWS, "sheep_rte", "sheep_rate"),
    "curve, by": lambda: curve(ROWS, "sheep", "sheep_rate", by="sheep_rat"),
    "curve, published": lambda: curve(
        ROWS, "sheep", "sheep_rate", published=ROWS.assign(estimat=0.5)
    ),
    "dots, x": lambda: dots(ROWS, "sheeprate", "rule"),
    "dots, y": lambda: dots(ROWS, "sheep_rate", "sheeprate"),
    "dots, by": lambda: dots(ROWS, "sheep_rate", "rule", by="sheeprate"),
    "shares": lambda: plots.stacked_shares(
        ROWS, "rule", {"sheeprate": ("x", "series-1")}
    ),
    "grid": lambda: plots.grid(ROWS, "sheep", "rule", "sheeprate", "n", {}),
    "heatmap, x": lambda: plots.heatmap(
        ROWS, "sheeprate", "rule", "sheep_rate", sides=("sheep", "foxes")
    ),
    "heatmap, y": lambda: plots.heatmap(
        ROWS, "sheep", "sheeprate", "sheep_rate", sides=("sheep", "foxes")
    ),
    "table": lambda: table(ROWS, ["sheeprate"]),
    "table, headings": lambda: table(ROWS, {"sheeprate": "won"}),
    "table, rates": lambda: table(ROWS, ["sheep"], rates="sheeprate"),
    "the": lambda: estimate(ROWS, "sheeprate", sheep=20),
    "the, where": lambda: estimate(ROWS, "sheep_rate", sheeprate=20),
    "claim": lambda: claim("fox-s4-help", ROWS[:1], "sheeprate"),
    "printed": lambda: published("fox-t1-{sheeprate}-rate", ROWS),
    "beside, ids": lambda: compare(ROWS, "fox-t1-{sheeprate}", {"x": "sheep"}),
    "beside": lambda: compare(ROWS, "fox-t1-{rule}-{line}", {"x": "sheeprate"}),
    "play": lambda: StoppingRule("sheeprate", 0.1).estimator(("sheep", "foxes")),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_column_that_does_not_exist_is_an_error_that_lists_them(wrong: Any) -> None:
    with pytest.raises(
        ValueError, match=r"no column '\w+'.* [Tt]here are .*(sheep_rate|est)"
    ):
        wrong()


ODD: dict[str, tuple[Any, str]] = {
    "no frame": (lambda: curve([{"sheep": 18}], "sheep", "score"), "a DataFrame"),  # type: ignore[arg-type]
    "nothing": (lambda: dots(None, "score", "sheep"), "a DataFrame"),  # type: ignore[arg-type]
    "a column": (lambda: estimate(ROWS["sheep"], "sheep"), "a DataFrame"),  # type: ignore[arg-type]
    "published, no frame": (
        lambda: curve(ROWS, "sheep", "sheep_rate", published=3),  # type: ignore[arg-type]
        "a DataFrame",
    ),
    "a list of columns": (lambda: estimate(ROWS, ["n"]), "named by a text"),  # type: ignore[arg-type]
    "by a list": (
        lambda: curve(ROWS, "sheep", "sheep_rate", by=["rule"]),  # type: ignore[arg-type]
        "named by a text",
    ),
    "texts estimated": (lambda: estimate(ROWS[:1], "rule"), "no numbers, but 'a'"),
    "texts as a curve": (lambda: curve(ROWS, "sheep", "rule"), "no numbers, but 'a'"),
    "texts as dots": (lambda: dots(ROWS, "rule", "sheep"), "no numbers, but 'a'"),
    "objects along": (
        lambda: curve(ROWS.assign(x=[{}, {}]), "x", "sheep_rate"),
        "neither numbers nor texts",
    ),
    "nought on a log axis": (
        lambda: curve(ROWS.assign(c=[0, 1]), "c", "sheep_rate", log=True),
        "log=True needs values of 'c' above 0, not 0",
    ),
    "infinity": (
        lambda: curve(ROWS.assign(c=[float("inf"), 1]), "c", "sheep_rate"),
        "'c' is inf in a row",
    ),
    "infinity as a dot": (
        lambda: dots(ROWS.assign(c=[float("inf"), 1]), "c", "rule"),
        "'c' is inf in a row",
    ),
    "a row without a category": (
        lambda: dots(ROWS.assign(c=["a", None]), "sheep_rate", "c"),
        "'c' is missing in a row",
    ),
    "a row of no curve": (
        lambda: curve(ROWS.assign(c=["a", None]), "sheep", "sheep_rate", by="c"),
        "'c' is missing in a row",
    ),
    "two columns of one name": (
        lambda: curve(pd.concat([ROWS, ROWS], axis=1), "sheep", "sheep_rate"),
        "2 columns are called 'sheep'",
    ),
    "two columns of one heading": (
        lambda: table(ROWS, {"sheep": "n", "sheep_rate": "n"}),
        "two columns have the heading 'n'",
    ),
    "texts as rates": (
        lambda: table(ROWS, {"rule": "n"}, rates="rule"),
        "no numbers, but 'a'",
    ),
    "rates in a list": (
        lambda: table(ROWS, ["n"], rates=["n"]),  # type: ignore[arg-type]
        "rates is a text",
    ),
    "an interval of rows": (lambda: estimate_in_words(ROWS, "sheep_rate"), "a row is"),
    "an interval of no column": (
        lambda: estimate_in_words(ROWS.iloc[0], "sheeprate"),
        "did you mean 'sheep_rate'",
    ),
}


@pytest.mark.parametrize(("odd", "said"), ODD.values(), ids=ODD)
def test_what_is_no_table_or_no_number_is_refused_in_words(odd: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        odd()


def test_a_whole_of_one_part_can_be_drawn() -> None:
    drawn = plots.stacked_shares(ROWS, "rule", {"sheep_rate": ("sheep win", "sheep")})
    assert "sheep win: 40.0" in repr(drawn).replace("\xa0", " ")


def test_a_name_that_is_in_no_row_is_an_error_that_lists_them() -> None:
    for usual, wrong in (("c", "rule"), ("sheep", "rule")):
        with pytest.raises(ValueError, match=f"no {wrong} '{usual}'; there are a, b"):
            dots(ROWS, "sheep_rate", "rule", usual=usual)
    colours = {"a": "series-1"}
    with pytest.raises(ValueError, match="no rule 'b'; there are a"):
        plots.grid(ROWS, "sheep", "n", "rule", "rule", colours)
    with pytest.raises(ValueError, match="no colour 'red'; there are "):
        plots.grid(ROWS, "sheep", "n", "rule", "rule", {"a": "red", "b": "series-1"})


def test_what_was_not_computed_yet_waits_whatever_is_asked_of_it() -> None:
    waiting = pd.DataFrame({"n": [1, 2], "finished": [False, False]})
    for drawn in (curve(waiting, "n", "won"), dots(waiting, "won", "n")):
        assert "Waits for games." in repr(drawn)
    assert "\n1" in repr(table(waiting, ["n", "won"]))
    assert "Waits for games." in repr(curve(pd.DataFrame(), "n", "won"))
    with pytest.raises(ValueError, match="no column 'won'; there are "):
        require_columns(waiting.assign(finished=[True, False]), "won")
