"""The Fox Game chapters' figures and sentences: with all data, with some, with none."""

import pandas as pd
import pytest

from foxkit.lab import results
from foxkit.lab.catalogue import experiment
from foxkit.lab.published import claims
from foxkit.lab.results import Results
from foxkit.lab.stats import proportion
from foxkit.view import balance_story, prose
from foxkit.view import fox_game_discussion as discussion
from foxkit.view import fox_game_story as story
from foxkit.view.cells import named
from foxkit.view.drawing import Drawing
from foxkit.view.figures import FIGURES, FURTHER, figure, write_figures
from foxkit.view.percent import in_hundred, in_words, percent
from foxkit.view.prose import Prose
from foxkit.view.verdicts import verdicts

FOX_GAME = [
    *("table1", "fig8", "table2", "cutoff", "final-choice", "fig10", "balance"),
    *("c-by-side", "own-c", "surface", "readings", "single-change"),
]
SENTENCES = (
    story.table_1_verdict,
    story.table_2_reasons,
    story.figure_8_shape,
    story.final_choice_verdict,
    story.part_one,
    story.best_cutoff,
    story.which_sheep_go,
    discussion.balance_verdict,
    discussion.c_by_side_verdict,
    discussion.own_c_verdict,
    discussion.playouts_verdict,
    discussion.strategies,
    discussion.game_lengths_verdict,
    discussion.who_is_favoured,
    balance_story.fair_by_strength,
    balance_story.best_change,
    balance_story.dips,
    balance_story.excluded_readings,
)


def row(number: int) -> dict[str, object]:
    """Return a match of 100 pairs in which A wins more, the larger the number."""
    wins = min(100, 5 + 9 * number)
    rate = proportion(wins, 100)._asdict()
    return {
        "first": "sheep",
        "second": "foxes",
        "games": 200,
        "pairs": 100,
        "distinct": 200,
        **{f"turns{end}": 100.0 + number for end in ("", "_low", "_high")},
        "p_value": 0.001 if number else 0.5,
        "a_wins_first": wins,
        "a_wins_second": wins // 2,
        "b_wins_first": 100 - wins // 2,
        "b_wins_second": 100 - wins,
        **{
            f"{name}{end}": rate[key]
            for name in ("score", "first_rate")
            for end, key in (("", "estimate"), ("_low", "low"), ("_high", "high"))
        },
    }


def played(name: str, part: slice = slice(None)) -> pd.DataFrame:
    """Return a table as if these of an experiment's cells had been played."""
    declared = experiment(name)
    cells = [*declared.reads, *(match.cell for match in declared.matches)][part]
    rows = {cell: row(number) for number, cell in enumerate(cells)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("cell")


@pytest.fixture
def all_played(monkeypatch):
    real = results.table
    tables = lambda name, folder=None: (  # noqa: E731
        real(name) if name == "speed" else played(name)
    )
    monkeypatch.setattr(results, "table", tables)
    found = lambda name, folder=None: Results(played(name), "", "")  # noqa: E731
    monkeypatch.setattr(results, "results", found)


@pytest.mark.parametrize("name", FOX_GAME)
def test_each_figure_draws_every_cell_once_it_is_there(all_played, name):
    drawn = figure(name)
    assert isinstance(drawn, Drawing)
    without_zero = {"20 - none", "none - none"}  # Figures show cutoffs against 0.
    assert drawn.words.count("%") >= len({*played(name).index} - without_zero)
    assert prose.missing(name) == []
    assert "still to be played" not in prose.counts(name).note


@pytest.mark.parametrize("name", FOX_GAME)
def test_each_figure_without_data_says_which_command_makes_it(monkeypatch, name):
    monkeypatch.setattr(results, "results", lambda name: None)
    assert f"`foxkit run {name}`" in figure(name).text
    assert prose.counts(name) == Prose("")
    assert [sentence().text for sentence in SENTENCES] == [""] * len(SENTENCES)


@pytest.mark.parametrize("name", ["surface", "readings", "single-change", "table1"])
def test_a_run_under_way_is_drawn_as_far_as_it_is(monkeypatch, name):
    some = played(name, slice(5))
    monkeypatch.setattr(results, "table", lambda name, folder=None: some)
    monkeypatch.setattr(results, "results", lambda name: Results(some, "", ""))
    assert isinstance(figure(name), Drawing)
    assert prose.missing(name)[0] in prose.counts(name).note


FOUND = sorted(path.stem for path in results.FOLDER.glob("*.json"))


@pytest.mark.parametrize("name", FOUND)
def test_each_result_with_rates_has_a_figure(name, tmp_path):
    has_rates = bool(results.provenance(name).get("summary"))
    paths = write_figures(name, tmp_path / "figures")
    names = [name, *FURTHER.get(name, ())] if has_rates or name in FIGURES else []
    assert [path.stem for path in paths] == names
    assert all("<svg" in path.read_text(encoding="utf-8")[:5] for path in paths)


def test_sentences_read_the_numbers(all_played):
    assert "steepest from" in story.figure_8_shape().text
    assert "* **10,000 simulations:** stronger: " in story.table_1_verdict().text
    best = balance_story.best_change().text
    assert best.startswith("Of 26 single changes, **")
    assert "instead of 5.0 % (2.2 to 11.2)" in best
    assert (
        "* 10,000 simulations (our experts): " in balance_story.fair_by_strength().text
    )
    assert "Still to be played" not in balance_story.excluded_readings().text


def test_rows_below_a_figure_go_by_their_numbers(all_played):
    cells = list(prose.counts("surface").frame.index)
    assert cells[:2] == ["17 sheep, 100 simulations", "18 sheep, 100 simulations"]
    assert cells[-2:] == [f"{n} sheep, 30,000 simulations" for n in (19, 20)]


def test_rows_of_several_kinds_stand_by_kind(all_played):
    cells = list(prose.counts("single-change", "first").frame.index)
    assert cells[:2] == ["the usual rules", "the foxes begin"]
    limits = [cell for cell in cells if cell.startswith("sideways limit ")]
    assert limits == sorted(limits, key=lambda cell: int(cell.split()[-1]))
    first = cells.index(limits[0])
    assert cells[first : first + len(limits)] == limits


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("C=0.3 20 sheep", "C=0.3, 20 sheep"),
        ("recommended 18 sheep", "the usual rules, 18 sheep"),
        ("from-side 18 sheep", "sheep taken from one side, 18 sheep"),
        ("19 sheep side", "19 sheep, from one side"),
        ("20 sheep n=30000", "20 sheep, 30,000 simulations"),
        ("n=1000", "1,000 simulations"),
        ("* n=3000", "3,000 simulations"),
        ("18 sheep minus 20 sheep", "18 sheep minus 20 sheep"),
        (
            "recommended minus recommended 18 sheep",
            "the usual rules minus the usual rules, 18 sheep",
        ),
        ("17 sheep C=0.4", "17 sheep, C=0.4"),
        ("0 - 5 counts", "0 - 5, the paper's counts"),
        ("none time", "no cutoff, equal time"),
    ],
)
def test_cells_in_words(cell, words):
    assert named(cell) == words


def test_endings_are_shares_of_all_games():
    table = balance_story.endings()
    assert list(table.index[:2]) == [
        "20 sheep, 10,000 simulations",
        "20 sheep, 30,000 simulations",
    ]
    assert table.sum(axis=1).between(99.7, 100.3).all()
    games = results.games("surface")
    games = games[games["cell"] == "18 sheep n=30000"]
    filled = (games["reason"] == "pasture filled").mean()
    found = table.loc["18 sheep, 30,000 simulations", "sheep: pasture filled"]
    assert found == pytest.approx(100 * filled, abs=0.06)


def test_readings_by_which_the_sheep_are_not_favoured_are_told():
    out = balance_story.excluded_readings().text.split("\n\n")[1]
    assert "captures are optional" in out and "the foxes begin" not in out


def test_a_number_is_rounded_once_everywhere():
    shares = 0.4625, 0.4425, 0.4825
    assert percent(*shares) == "46.3 % (44.3 to 48.2)"
    assert [*map(in_hundred, shares)] == [46.3, 44.3, 48.2]
    row = dict(zip(("estimate", "low", "high"), shares, strict=True)) | {"x": 5}
    assert "5: 46.3 % (44.3 to 48.2)" in in_words({"": pd.DataFrame([row])}, "x")


def test_a_limit_below_both_its_neighbours_is_told(monkeypatch):
    wins = {"limit-8": 80, "limit-9": 50, "recommended": 85, "limit-12": 30}
    rows = {c: proportion(k, 100)._asdict() | {"cell": c} for c, k in wins.items()}
    found = pd.DataFrame(rows.values())
    monkeypatch.setattr(balance_story, "rates", lambda name, of: found)
    assert "at 9, 50.0 %" in balance_story.dips().text
    assert "12" not in balance_story.dips().text


@pytest.mark.parametrize(
    ("turns", "fits"), [(210.0, "to the last sheep, 210"), (90.0, "of no such")]
)
def test_the_length_of_playouts_is_judged(monkeypatch, turns, fits):
    rows = {"agents": 190.0, "playouts": 60.0, "playouts last-sheep": turns}
    columns = ("turns", "turns_low", "turns_high", "repeats", "sheep", "games")
    table = pd.DataFrame({name: pd.Series(rows) for name in columns})
    monkeypatch.setattr(results, "table", lambda name, folder=None: table)
    monkeypatch.setattr(results, "results", lambda name: Results(table, "", ""))
    assert list(discussion.playouts().index) == ["the usual rules", "to the last sheep"]
    assert f"**{fits}" in discussion.playouts_verdict().text


def test_matrix_2_is_on_an_empty_board():
    drawn = story.piece_square_table()
    assert "Sheep" not in drawn.words
    assert drawn.words.count("33 3") == 1


def test_every_cell_has_its_name():
    cells = played("single-change").index.append(played("readings").index)
    for cell in cells:
        assert "-" not in named(cell)


def test_a_text_is_filled_in_from_the_ledger():
    told = prose.tell("{fox-s2-sheep.quoted} {fox-s2-sheep} {x}", x=3)
    assert told == Prose("20 sheep 20 3")
    with pytest.raises(ValueError, match="no published row 'nothing'"):
        prose.tell("{nothing}")


def test_a_rate_is_written_in_percent():
    assert prose.percent(0.5) == "50.0 %"
    assert prose.percent(0.5, 0.4, 0.6) == "50.0 % (40.0 to 60.0)"


def test_verdicts_name_each_claim_of_a_section_once():
    said = verdicts("fox-s52-*").text
    for claim in claims().values():
        if claim.id.startswith("fox-s52-") and claim.kind == "stochastic":
            assert said.count(claim.statement) == 1
    assert (
        "no reading played agrees (?x):** “the foxes often"
        in verdicts("fox-s61-*").text
    )
    with pytest.raises(ValueError, match="no published row matches fox-x"):
        verdicts("fox-x-*")


def test_the_stopping_rule_is_said():
    rule = prose.stop_rule("fig8")
    assert "±2 percentage points" in rule and "200 pairs at least" in rule
