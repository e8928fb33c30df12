"""Every published row is sound, audited and verdicted, and the verdicts are right."""

import csv
import fnmatch
import json
import re
from dataclasses import asdict, fields, replace
from math import isclose
from pathlib import Path

import pytest
from rules_said import fact

from foxkit.cli import main
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab import cell_outputs, criteria, ledger
from foxkit.lab import claims as published
from foxkit.lab.cell_outputs import ClaimedResult, claimed_results
from foxkit.lab.claims import (
    Claim,
    claims,
    counts_by_side,
    published_interval,
    quotation,
)
from foxkit.lab.ledger import ledger_rows
from foxkit.lab.match import match
from foxkit.lab.play import games, play
from foxkit.lab.rows import HIDDEN_KEY
from foxkit.lab.stats import Difference, Estimate
from foxkit.players.standard import RandomPlayer

PRINTED = {"id": "x", "document": "d.txt", "place": "Table 9", "family": "Table 9"}
PRINTED |= {"quoted": "0.50", "value": "0.50", "kind": "stochastic", "file": "fox_game"}
PRINTED |= {"statement": "a rate", "rule": "above 0.4"}
CLAIM = Claim(**dict.fromkeys([each.name for each in fields(Claim)], "") | PRINTED)


@pytest.fixture(scope="module")
def rows():
    return ledger_rows()


def test_every_reading_that_counts_is_played_and_every_one_played_is_in_the_table():
    for id, found in claimed_results().items():
        table, mine = ledger.decides_by_reading(id), {*found.readings}
        deciding = {name for name, decides in table.items() if decides} or {"ours"}
        assert deciding <= mine <= deciding | {*table}, id


def test_the_table_of_readings_quotes_the_documents_and_touches_rows():
    for line in ledger.possible_readings():
        of = [c.id for c in claims().values() if c.document == line["document"]]
        assert line["words"] and line["question"] and line["reading"], line
        assert line["decides"] in ("yes", "no"), line
        for ids in line["rows"].split():
            assert fnmatch.filter(of, ids), (ids, line)


def test_intervals_of_the_document_are_stratified_by_side():
    got = published_interval(claims()["fox-t1-k09-rate"])
    assert counts_by_side(claims()["fox-t1-k09-rate"]) == [(24, 30), (8, 30)]
    assert got[:3] == pytest.approx((0.533, 0.427, 0.637), abs=0.001)
    assert published_interval(claims()["fox-s2-sheep"]) is None


SHARP, BLUNT = Estimate(0.5, 0.45, 0.55, 400), Estimate(0.5, 0.3, 0.7, 24)


@pytest.mark.parametrize(
    ("change", "follows", "ours", "verdict"),
    [
        ({}, False, 1.0, ledger.CONTRADICTS_ITSELF),
        ({"rule": "machine"}, None, 1.0, ledger.NOT_JUDGED),
        ({}, None, None, ledger.NOT_JUDGED),
        ({"rule": ""}, None, 1.0, ledger.NOT_JUDGED),
        ({"kind": "exact", "rule": "equal"}, None, "0.50", ledger.REPRODUCED),
        ({"kind": "exact", "rule": "equal"}, None, "0.51", ledger.CONTRADICTED),
        ({"kind": "program", "rule": "equal"}, None, "0.50", ledger.GIVEN),
        ({"kind": "program", "rule": "equal"}, None, "1", ledger.CONTRADICTS_ITSELF),
        ({"kind": "exact", "rule": "audit"}, True, "60", ledger.GIVEN),
        (
            {"rule": "not below 0.4"},
            None,
            Estimate(0.5, 0.45, 0.55, 9),
            ledger.REPRODUCED,
        ),
        ({"rule": "not below 0.4"}, None, Estimate(0.5, 0.3, 0.7, 9), ledger.UNDECIDED),
    ],
)
def test_what_comes_first_in_a_verdict(change, follows, ours, verdict):
    claim = replace(CLAIM, **change)
    said = [] if ours is None else [criteria.criterion_verdict(claim, ours)]
    assert ledger.row_verdict(claim, follows, said) == verdict


@pytest.mark.parametrize(
    ("readings", "verdict"),
    [
        ("= =", ledger.REPRODUCED),
        ("x x", ledger.CONTRADICTED),
        ("= x", ledger.DEPENDS),
        ("= x ~", ledger.DEPENDS),
        ("= ~", ledger.UNDECIDED),
        ("x ~", ledger.UNDECIDED),
    ],
)
def test_a_verdict_is_what_all_readings_say(readings, verdict):
    signs = {"=": ledger.REPRODUCED, "x": ledger.CONTRADICTED, "~": ledger.UNDECIDED}
    assert ledger.combined_verdict(signs[each] for each in readings.split()) == verdict


def test_a_finding_agrees_where_all_its_cells_agree_by_one_reading():
    def cell(*verdicts):
        said = zip(("a", "b"), verdicts, strict=False)
        readings = tuple(ledger.Reading(name, 1.0, None, v) for name, v in said)
        [row] = ledger.judged_rows([(CLAIM, ClaimedResult({"a": 0.6}))])
        return replace(
            row, readings=readings, verdict=ledger.combined_verdict(verdicts)
        )

    good, bad, vague = ledger.REPRODUCED, ledger.CONTRADICTED, ledger.UNDECIDED
    for cells, verdict in (
        ([cell(good, good), cell(good, good)], good),
        ([cell(good, bad), cell(good, good)], ledger.DEPENDS),
        ([cell(good, bad), cell(bad, good)], bad),
        ([cell(good, good), cell(vague, good)], vague),
        ([cell(good, bad), cell(good)], ledger.DEPENDS),
    ):
        [finding] = ledger.findings(cells)
        assert finding.verdict == verdict


def judged_rows(change, readings):
    source = ClaimedResult(readings, "foxkit run x", "800 games")
    [row] = ledger.judged_rows([(replace(CLAIM, **change), source)])
    return row


def test_each_reading_says_what_it_gives():
    found = Estimate(0.6, 0.55, 0.65, 400), None, Estimate(0.35, 0.3, 0.4, 400)
    readings = dict(zip(("20 sheep", "16 sheep", "18 sheep"), found, strict=True))
    row = judged_rows({}, readings)
    assert (row.verdict, row.ours) == (ledger.UNDECIDED, 0.6)
    assert (row.cost, row.command) == ("800 games", "foxkit run x")
    assert row.interval == (0.55, 0.65)
    assert [(x.name, x.verdict) for x in row.readings] == [
        ("20 sheep", ledger.REPRODUCED),
        ("18 sheep", ledger.UNDECIDED),
    ]
    assert row.readings[0].p_corrected < 0.001


def test_what_only_the_numbers_suggest_decides_nothing(monkeypatch):
    table = {"as printed": True, "a fit": False}
    monkeypatch.setattr(ledger, "decides_by_reading", lambda id: table)
    found = Estimate(0.2, 0.15, 0.25, 400), Estimate(0.6, 0.55, 0.65, 400)
    row = judged_rows({}, dict(zip(table, found, strict=True)))
    assert row.verdict == ledger.CONTRADICTED
    assert [x.verdict for x in row.readings] == [row.verdict, ledger.REPRODUCED]


def test_a_row_without_games_waits_for_its_cell():
    row = judged_rows({}, {"16 sheep": None})
    assert (row.verdict, row.note) == (ledger.NOT_JUDGED, "waits for: foxkit run x")


GOLDEN = Path(__file__).parents[2] / "data" / "golden" / "ledger.json"


def test_our_numbers_and_verdicts_are_those_that_were_frozen(rows):
    """A change here is a change of results: it must be meant, and said."""
    frozen = {row["id"]: row for row in json.loads(GOLDEN.read_text(encoding="utf-8"))}
    assert frozen.keys() == {row.id for row in rows}
    for row in rows:
        assert is_same(frozen[row.id], json.loads(json.dumps(asdict(row)))), row.id


def is_same(then, now):
    """Tell whether data are equal, and numbers up to their last digits."""
    if isinstance(then, dict):
        return then.keys() == now.keys() and all(is_same(then[k], now[k]) for k in then)
    if isinstance(then, list):
        return len(then) == len(now) and all(map(is_same, then, now))
    if isinstance(then, float):
        return isclose(now, then, rel_tol=1e-6, abs_tol=1e-9)
    return then == now


def test_what_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no published row 'nothing'"):
        quotation("nothing")
    with pytest.raises(ValueError, match="no rule 'roughly 3'; there are meets"):
        criteria.criterion("roughly 3")
    with pytest.raises(ValueError, match="no fact 'colour'"):
        fact("fox-game", "", "", "", "colour")
    with pytest.raises(ValueError, match="kind 'vague'"):
        replace(CLAIM, kind="vague")
    with pytest.raises(ValueError, match=r"no published row matches 'nothing-\*'"):
        counts_by_side(replace(CLAIM, counts="nothing-* / nothing-*"))


@pytest.mark.parametrize(
    ("more", "words"),
    [("{line}", "the id 'x' stands twice"), ("{line},", "many"), ("x", "few cells")],
)
def test_a_damaged_file_of_claims_is_refused_by_name(
    tmp_path, monkeypatch, more, words
):
    names = [field.name for field in fields(Claim) if field.name != "file"]
    line = ",".join(asdict(CLAIM)[name] for name in names)
    lines = [",".join(names), line, more.format(line=line)]
    (tmp_path / "two.csv").write_text("\n".join(lines))
    monkeypatch.setattr(published, "PUBLISHED_FOLDER", tmp_path)
    with pytest.raises(ValueError, match=rf"two\.csv: .*{words}"):
        claims.__wrapped__()


@pytest.mark.parametrize(
    ("ours", "unit", "text"),
    [
        (0.00498118, "s", "4.98 ms"),
        (2.7712, "s", "2.77 s"),
        (3792792.47, "simulations", "3,790,000 simulations"),
        (477679, "", "477,679"),
        (0.51256, "", "0.51256"),
    ],
)
def test_numbers_have_units_and_sensible_digits(ours, unit, text):
    claim = replace(CLAIM, unit=unit, rule="machine")
    for found in (ours, Estimate(float(ours), float(ours), float(ours), 1)):
        [row] = ledger.judged_rows([(claim, ClaimedResult({"one": found}))])
        assert ledger.our_value_in_words(row).replace(".0", "") == text


def test_printed_rates_come_with_what_their_counts_allow():
    found = published.published("fox-t2-n*-rate")
    assert len(found) == 3
    row = found.iloc[0]
    assert (row["quoted"], row["games"]) == ("0.29", 38)
    assert row["low"] < row["estimate"] < row["high"] < 0.5
    with pytest.raises(ValueError, match="no published row 'nothing'"):
        published.published("nothing")


def test_the_command_prints_one_array_of_rows(capsys, rows):
    assert main(["ledger", "000", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    expected = [row.id for row in rows if row.document.startswith("000")]
    assert [row["id"] for row in printed] == expected
    needed = {"id", "document", "place", "quoted", "kind"}
    assert needed | {"ours", "interval", "verdict", "command"} <= printed[0].keys()


def test_the_command_counts_the_verdicts(capsys, rows):
    assert main(["ledger"]) == 0
    text = capsys.readouterr().out
    for verdict, n in ledger.verdict_counts(ledger.findings(rows)).items():
        assert f"{n:4} {verdict}" in text
    assert main(["ledger", "999"]) == 2


def named_in_the_dictionary(names):
    text = (Path(__file__).parents[2] / "data" / "README.md").read_text()
    return {name for name in names if f"`{name}`" in text}


@pytest.mark.parametrize("row", [Claim, ledger.LedgerRow, ledger.Reading])
def test_the_dictionary_names_every_column_of_the_ledger(row):
    names = {field.name for field in fields(row)} - {"file"}
    assert named_in_the_dictionary(names) == names


def test_the_dictionary_names_every_column_of_rows_and_games(own_data):
    some = match(FoxGame(), RandomPlayer())
    row = play(some, max_blocks=2)
    found = [x for x in row if x not in row.attrs[HIDDEN_KEY]]  # no parameters
    names = {*games(some).columns, *(re.sub("_(low|high)$", "", x) for x in found)}
    said = {re.sub("sheep|foxes", "PLAYER", name) for name in names}
    assert named_in_the_dictionary(said) == said


with ledger.RULES_FILE.open(encoding="utf-8", newline="") as file:
    QUESTIONS = [row for row in csv.DictReader(file) if row["asked"]]


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked["id"])
def test_the_rules_say_today_what_is_stored(asked):
    said = {name: asked.pop(name) for name in ("answer", "command")}
    asked.pop("id")
    assert fact(**asked) == said


def test_a_cost_counts_the_games_of_matches_each_once(monkeypatch):
    """Not the `n` of estimates, which counts independent units, such as pairs."""
    gap = Difference(0.1, 0.05, 0.15, 200)
    calls = [
        {"rule": "a", "matches": ["x", "y"], "games": [400, 900]},
        {"rule": "b", "matches": ["y", "z"], "games": [500, 100]},
    ]
    entry = {"id": "i", "notebook": "n", "cell": "c", "readings": []}
    entry["readings"] = [{"reading": "ours", "value": list(gap)}]
    monkeypatch.setattr(
        cell_outputs, "_stored_claims", lambda: [entry, entry | {"cell": "d"}]
    )
    monkeypatch.setattr(
        cell_outputs, "play_calls_by_cell", lambda: {"c": {"calls": calls}}
    )
    cell_outputs.claimed_results.cache_clear()
    assert cell_outputs.count_games_used(calls) == 400 + 900 + 100
    assert cell_outputs.claimed_results()["i"].cost == ""  # cell d plays nothing
    monkeypatch.setattr(cell_outputs, "_stored_claims", lambda: [entry])
    cell_outputs.claimed_results.cache_clear()
    assert cell_outputs.claimed_results()["i"].cost == "1,400 games"
    cell_outputs.claimed_results.cache_clear()
