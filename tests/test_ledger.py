"""Every published row is sound, audited and verdicted, and the verdicts are right."""

import csv
import json
import re
from collections import Counter
from dataclasses import asdict, fields, replace
from math import isclose
from pathlib import Path

import pytest
from rules_said import fact

from foxkit.agents.players import RandomPlayer
from foxkit.cli import main
from foxkit.lab import claims as published
from foxkit.lab import ledger, tolerance
from foxkit.lab.claims import (
    Claim,
    audit,
    claims,
    published_interval,
    quoted,
    strata,
)
from foxkit.lab.ledger import entries
from foxkit.lab.match import match
from foxkit.lab.play import games, play
from foxkit.lab.stats import Estimate, from_half
from foxkit.rules.fox_game import FoxGame

CLAIM = Claim(
    id="x",
    document="d.txt",
    place="Table 9",
    family="Table 9",
    quoted="0.50",
    value="0.50",
    counts="",
    kind="stochastic",
    statement="a rate",
    rule="above 0.4",
    unit="",
    note="",
    revised="",
    file="fox_game",
)


OF_THE_PROGRAM = {
    f"wolves-{name}"
    for name in (
        *("turn", "min", "generator", "trapped-ways", "trapped-wolves"),
        *("facing", "facing-corners", "ends-three", "q2-free"),
    )
} | {
    *("hounds-fair-words", "sheep-l2", "sheep-simulate", "sheep-exploitation"),
    *("sheep-a-samples", "sheep-b3-games", "sheep-b4-games"),
}
"""What a document's words say and its program does not do."""
TOO_FEW = {"sheep-c15-games", "sheep-d-games"}
"""Four averages cannot tell 100 games from any other number that is not 30."""
WRONG_OF_003 = {
    f"wolves-{name}" for name in ("symmetric", "multiple", "advantage", "fair")
}
"""What the report says and the rules, or best play, refute."""
WRONG_OF_004 = {"zoo-s51-more"}
"""The standard deck has no more types of cards than the largest test deck."""


@pytest.fixture(scope="module")
def rows():
    return entries()


def test_every_row_has_a_verdict_a_rule_and_a_reason(rows):
    assert len(rows) == len(claims()) > 370
    for row in rows:
        assert row.verdict in ledger.VERDICTS, row.id
        assert row.tolerance or row.verdict == ledger.NOT_JUDGED, row.id
        assert row.note or row.command or row.verdict == ledger.NOT_JUDGED, row.id
        assert row.command or row.verdict == ledger.NOT_JUDGED, row.id


def test_every_exact_row_that_can_be_computed_agrees(rows):
    agree = {ledger.REPRODUCED, ledger.DEFINED}
    exact = [r for r in rows if r.kind in ("exact", "program") and r.ours is not None]
    assert len(exact) > 100
    wrong = {r.id for r in exact if r.audit == "" and r.verdict not in agree}
    assert wrong == TOO_FEW | WRONG_OF_003 | WRONG_OF_004 | OF_THE_PROGRAM
    verdicts = {row.id: row.verdict for row in rows}
    assert {verdicts[id] for id in OF_THE_PROGRAM} == {ledger.CONTRADICTS_ITSELF}
    assert {verdicts[id] for id in WRONG_OF_003} == {ledger.CONTRADICTED}
    assert {verdicts[id] for id in TOO_FEW} == {ledger.UNDECIDED}


def test_a_rate_of_few_games_is_not_reproduced_by_agreeing(rows):
    """Table 2 has 15 to 30 games a side: nearly any rate would agree."""
    table = [row for row in rows if row.family == "Table 2"]
    assert {row.verdict for row in table} <= {ledger.UNDECIDED, ledger.OPEN}
    undecided = [row for row in table if row.verdict == ledger.UNDECIDED]
    assert len(undecided) > 20
    assert all(row.could_have_told > 0.1 for row in undecided)
    assert max(row.could_have_told for row in undecided) > 0.25


def test_readings_of_what_is_left_open_agree_or_not(rows):
    found = {row.id: row for row in rows}
    assert found["fox-s2-catch-needed"].readings == ledger.NONE
    assert found["fox-s55-nearest"].readings == ledger.SOME
    assert found["fox-s61-capture"].readings == ledger.EVERY
    for row in rows:
        verdicts = set(re.findall("reproduced|contradicted|undecided", row.note))
        if row.readings == ledger.SOME:
            assert len(verdicts) > 1, row.id
        assert not row.readings or row.verdict == ledger.OPEN


def test_what_hangs_together_within_a_game_is_compared_there(rows):
    """A map gives all four scores at once, and a match the wins of two players."""
    found = {row.id: (row.ours, *row.interval) for row in rows if row.interval}
    near = {"abs": 0.001}
    assert found["sheep-order"] == pytest.approx((0.273, 0.152, 0.394), **near)
    assert found["sheep-factor-15"] == pytest.approx((-1.187, -2.259, -0.115), **near)
    assert found["sheep-factor-10"] == pytest.approx((0.497, -0.558, 1.552), **near)
    assert found["sheep-iterations"] == pytest.approx((0.069, -0.05, 0.188), **near)
    rounds = 22.36 - 3730 / 222  # of the report's own wins, with three wolves and two
    assert found["wolves-q2-rounds"][0] == pytest.approx(rounds)
    scored = found["wolves-q2-works-sheep"]
    assert scored == pytest.approx((0.492, 0.453, 0.532), **near)


def test_a_printed_table_is_one_family(rows):
    """Its scores and ranks are corrected together, whatever they are called."""
    tables = [r for r in rows if re.match(r"sheep-\w+-(score|rank)-\d", r.id)]
    assert Counter(row.family for row in tables) == dict.fromkeys(
        ("a", "b3", "b4", "c15", "d"), 8
    )


def test_a_printed_rate_says_what_would_not_show(rows):
    rates = [row for row in rows if row.place.startswith("Table 2, 3000")]
    assert len(rates) == 15
    for row in rates:
        points = f"{100 * row.could_have_told:.0f} points"
        assert f"a difference of less than {points} may well not show" in row.note


def test_rows_on_people_and_machines_are_not_judged(rows):
    human = [row for row in rows if row.kind == "human"]
    assert all(row.note.startswith("not judged: it needs people") for row in human)
    machine = [row for row in rows if claims()[row.id].rule == "machine"]
    assert {row.verdict for row in human + machine} == {ledger.NOT_JUDGED}


def test_no_quoted_phrase_of_a_place_stands_twice():
    seen = Counter(
        (c.document, c.place, c.quoted, c.statement) for c in claims().values()
    )
    assert max(seen.values()) == 1


def test_the_tables_of_document_000_add_up():
    columns = {c.rsplit("-", 1)[0] for c in claims() if re.match(r"fox-t\d-.*-rate", c)}
    assert len(columns) == 13
    games = {}
    for column in columns:
        sides = strata(claims()[f"{column}-rate"])
        games[column] = sum(n for _, n in sides)
        cells = [c for c in claims() if re.match(rf"{column}-\w+-(sheep|foxes)$", c)]
        assert sum(int(claims()[c].value) for c in cells) == games[column]
    assert sum(games.values()) == 688
    assert {n for column, n in games.items() if "-t1-" in column} == {60}


def test_the_audit_finds_what_does_not_follow_from_the_counts():
    failed = {c.id for c in claims().values() if audit(c).follows is False}
    assert failed == {
        "fox-s5-same-sides",
        "fox-s51-as-sheep",
        "fox-s51-as-foxes",
        "fox-s53-more-than-30",
        "fox-s55-85",
        "fox-s62-85",
        "sheep-loops",
        "zoo-e5-specials",
        "zoo-s1-four",
        "zoo-s51-highest",
        *(f"fox-t1-{column}-rate" for column in ("q14", "q10", "k09", "k07")),
    }
    assert str(audit(claims()["fox-t1-k09-rate"])) == "32/60 = 0.533: does not follow"
    assert audit(claims()["fox-s55-85"]).counted == "571/688 = 0.830"


def test_intervals_of_the_document_are_stratified_by_side():
    got = published_interval(claims()["fox-t1-k09-rate"])
    assert strata(claims()["fox-t1-k09-rate"]) == [(24, 30), (8, 30)]
    assert got[:3] == pytest.approx((0.533, 0.427, 0.637), abs=0.001)
    assert published_interval(claims()["fox-s2-sheep"]) is None


SHARP, BLUNT = Estimate(0.5, 0.45, 0.55, 400), Estimate(0.5, 0.3, 0.7, 24)


@pytest.mark.parametrize(
    ("change", "follows", "ours", "verdict"),
    [
        ({}, False, 1.0, ledger.CONTRADICTS_ITSELF),
        ({"kind": "unclear"}, None, 1.0, ledger.OPEN),
        ({"rule": "machine"}, None, 1.0, ledger.NOT_JUDGED),
        ({"kind": "unclear"}, None, None, ledger.NOT_JUDGED),
        ({"kind": "exact", "rule": "equal"}, None, "0.50", ledger.REPRODUCED),
        ({"kind": "exact", "rule": "equal"}, None, "0.51", ledger.CONTRADICTED),
        ({"kind": "program", "rule": "equal"}, None, "0.50", ledger.DEFINED),
        ({"kind": "program", "rule": "equal"}, None, "1", ledger.CONTRADICTS_ITSELF),
        ({"kind": "exact", "rule": "audit"}, True, "60", ledger.DEFINED),
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
    checked = published.Audit(follows, "")
    assert ledger._verdict(replace(CLAIM, **change), checked, ours) == verdict


def test_a_rate_is_folded_around_one_half():
    estimates = Estimate(0.35, 0.3, 0.4, 200), Estimate(0.5, 0.45, 0.55, 200)
    folded = [from_half(each) for each in estimates]
    assert folded[0][:3] == pytest.approx((0.15, 0.1, 0.2))
    assert folded[1][:3] == pytest.approx((0, 0, 0.05))


def test_what_was_declared_is_no_result(rows):
    """A parameter that is played as printed shows that we read it, and no more."""
    verdicts = {row.id: row.verdict for row in rows}
    for name in ("fox-s52-base", "fox-s53-simulations", "fox-s55-simulations"):
        assert verdicts[name] == ledger.DEFINED


def judged(change, readings):
    source = ledger.Source(readings, "foxkit run x", "800 games")
    [row] = ledger.judged([(replace(CLAIM, **change), source)])
    return row


def test_readings_are_told_apart_in_the_note():
    found = Estimate(0.6, 0.55, 0.65, 400), None, Estimate(0.35, 0.3, 0.4, 400)
    readings = dict(zip(("20 sheep", "16 sheep", "18 sheep"), found, strict=True))
    row = judged({"kind": "unclear"}, readings)
    assert (row.verdict, row.ours) == (ledger.OPEN, 0.6)
    assert (row.cost, row.command) == ("800 games", "foxkit run x")
    assert row.interval == (0.55, 0.65)
    assert row.note == (
        "By the rule alone, 20 sheep: 0.600 (0.550 to 0.650), reproduced, p < 0.001; "
        "18 sheep: 0.350 (0.300 to 0.400), undecided, p 0.050"
    )


def test_a_row_without_games_waits_for_its_cell():
    row = judged({}, {"16 sheep": None})
    assert (row.verdict, row.note) == (ledger.NOT_JUDGED, "waits for: foxkit run x")


GOLDEN = Path(__file__).parents[1] / "data" / "golden" / "ledger.json"


def test_our_numbers_and_verdicts_are_those_that_were_frozen(rows):
    """A change here is a change of results: it must be meant, and said."""
    frozen = {row["id"]: row for row in json.loads(GOLDEN.read_text(encoding="utf-8"))}
    assert frozen.keys() == {row.id for row in rows}
    for row in rows:
        then, now = frozen[row.id], json.loads(json.dumps(asdict(row)))
        for field, value in then.items():
            got = now[field]
            if isinstance(value, float) and isinstance(got, float):
                assert isclose(got, value, rel_tol=1e-6, abs_tol=1e-9), row.id
            elif isinstance(value, list):
                assert got == pytest.approx(value), (row.id, field)
            else:
                assert got == value, (row.id, field)


def test_what_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no published row 'nothing'"):
        quoted("nothing")
    with pytest.raises(ValueError, match="no rule 'roughly 3'; there are meets"):
        tolerance.sentence("roughly 3")
    with pytest.raises(ValueError, match="no fact 'colour'"):
        fact("fox-game", "", "", "", "colour")
    with pytest.raises(ValueError, match="kind 'vague'"):
        replace(CLAIM, kind="vague")
    with pytest.raises(ValueError, match=r"no published row matches 'nothing-\*'"):
        strata(replace(CLAIM, counts="nothing-* / nothing-*"))


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
    monkeypatch.setattr(published, "FOLDER", tmp_path)
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
        row = ledger._entry(claim, ledger.Source({"one": found}), {})
        assert ledger.ours_text(row).replace(".0", "") == text


def test_quoted_gives_the_printed_text():
    assert quoted("fox-t1-c05-rate") == "0.50"


def test_printed_rates_come_with_what_their_counts_allow():
    found = published.printed("fox-t2-n*-rate")
    assert len(found) == 3
    row = found.iloc[0]
    assert (row["quoted"], row["games"]) == ("0.29", 38)
    assert row["low"] < row["estimate"] < row["high"] < 0.5
    with pytest.raises(ValueError, match="no published row 'nothing'"):
        published.printed("nothing")


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
    for verdict, n in ledger.verdict_counts(rows).items():
        said = (
            f"{n} rules and settings"
            if verdict == ledger.DEFINED
            else f"{n:4} {verdict}"
        )
        assert said in text
    assert main(["ledger", "999"]) == 2


def named_in_the_dictionary(names):
    text = (Path(__file__).parents[1] / "data" / "README.md").read_text()
    return {name for name in names if f"`{name}`" in text}


@pytest.mark.parametrize("row", [Claim, ledger.Entry])
def test_the_dictionary_names_every_column_of_the_ledger(row):
    names = {field.name for field in fields(row)} - {"file"}
    assert named_in_the_dictionary(names) == names


def test_the_dictionary_names_every_column_of_rows_and_games(own_data):
    some = match(FoxGame(), RandomPlayer())
    row = play(some, most=2)
    names = {*games(some).columns, *(re.sub("_(low|high)$", "", x) for x in row)}
    said = {re.sub("sheep|foxes", "PLAYER", name) for name in names}
    assert named_in_the_dictionary(said) == said


with ledger.RULES.open(encoding="utf-8", newline="") as file:
    QUESTIONS = [row for row in csv.DictReader(file) if row["asked"]]


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked["id"])
def test_the_rules_say_today_what_is_stored(asked):
    said = {name: asked.pop(name) for name in ("answer", "command")}
    asked.pop("id")
    assert fact(**asked) == said
