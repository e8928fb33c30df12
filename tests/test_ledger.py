"""Every published row is sound, audited and verdicted, and the verdicts are right."""

import csv
import json
import re
from collections import Counter
from dataclasses import asdict, fields, replace
from math import isclose
from pathlib import Path

import pandas as pd
import pytest
from small_experiment import games_of

from foxkit.agents.players import RandomPlayer
from foxkit.cli import main
from foxkit.documents import CATALOGUE, experiment, facts
from foxkit.documents.ledger import FIRST, answer_of, entries, first_declared
from foxkit.lab import claims as published
from foxkit.lab import ledger, store, tolerance
from foxkit.lab.answer import differences, estimate, from_half
from foxkit.lab.claims import (
    Claim,
    audit,
    claims,
    published_interval,
    quoted,
    strata,
)
from foxkit.lab.experiment import match
from foxkit.lab.stats import Estimate, summary
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
    experiment="fig0",
    condition="one",
    column="score",
    answer="",
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


def test_other_rules_are_no_readings():
    """What contradicts the text of the Fox Game paper decides none of its rows."""
    others = ("limit-5", "limit-20", "optional", "foxes-safe", "limit 100")
    asked = {"fox-s2-compulsory-purpose", "fox-s2-catch-needed", "fox-s2-stall"}
    for claim in claims().values():
        if claim.file == "fox_game" and claim.id not in asked:
            assert not any(other in claim.condition for other in others), claim.id


def test_rows_on_people_and_machines_are_not_judged(rows):
    human = [row for row in rows if row.kind == "human"]
    assert all(row.note.startswith("not judged: it needs people") for row in human)
    machine = [row for row in rows if claims()[row.id].rule == "machine"]
    assert {row.verdict for row in human + machine} == {ledger.NOT_JUDGED}


def test_rows_that_wait_name_the_command_that_decides_them(rows):
    for row in rows:
        experiment = claims()[row.id].experiment
        if row.verdict == ledger.NOT_JUDGED and experiment and row.ours is None:
            assert row.command == f"foxkit run {experiment}"
            assert f"waits for: {row.command}" in row.note
            assert row.kind != "exact" or row.ours is None


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
        ({"experiment": "rules", "rule": "equal"}, None, "0.50", ledger.DEFINED),
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


ROWS = pd.DataFrame(
    {
        "sheep": [20, 19, 18],
        "games": 200,
        "score": [0.6, 0.5, 0.35],
        "score_low": [0.55, 0.45, 0.30],
        "score_high": [0.65, 0.55, 0.40],
        "sheep_rate": [0.8, 0.8, 0.75],
        "sheep_rate_low": [0.75, 0.75, 0.70],
        "sheep_rate_high": [0.85, 0.85, 0.80],
        "plies": [100, 110, 120],
    },
    index=["20 sheep", "19 sheep", "18 sheep"],
)
"""Three conditions of a match."""


@pytest.fixture
def told(monkeypatch):
    """Let every experiment have the rows above."""
    monkeypatch.setattr(store, "has_page", lambda name: True)
    monkeypatch.setattr(store, "results", lambda name: ROWS)
    monkeypatch.setattr(store, "factors", lambda name: {"sheep"})
    made = store.Source("foxkit run x", "2.0 h")
    monkeypatch.setattr(store, "made_by", lambda name, conditions: made)


def look_up(**changes):
    [row] = ledger.rows_of([replace(CLAIM, **changes)], answer_of)
    return row


def test_a_row_is_looked_up_by_condition_and_column(told):
    row = look_up(condition="19 sheep", column="sheep_rate")
    assert (row.ours, row.interval) == (0.8, (0.75, 0.85))
    row = look_up(condition="18 sheep", column="plies", rule="equal", value="120")
    assert (row.ours, row.interval, row.verdict) == (120, None, ledger.REPRODUCED)
    with pytest.raises(ValueError, match="x: no column 'wool'; there are sheep, games"):
        look_up(condition="18 sheep", column="wool")


def test_differences_have_newcombes_interval():
    pairs = [("20 sheep", "18 sheep"), ("20 sheep", "16 sheep")]
    found = differences(ROWS, "score", pairs)
    assert found.keys() == {"20 sheep minus 18 sheep"}
    [gap] = found.values()
    assert gap[:3] == pytest.approx((0.25, 0.179, 0.321), abs=0.001)


def test_a_rate_is_folded_around_one_half():
    folded = [from_half(estimate(ROWS, f"{n} sheep", "score")) for n in (18, 19)]
    assert folded[0][:3] == pytest.approx((0.15, 0.1, 0.2))
    assert folded[1][:3] == pytest.approx((0, 0, 0.05))


def test_what_was_declared_is_no_result(rows):
    """A parameter that is played as printed shows that we read it, and no more."""
    verdicts = {row.id: row.verdict for row in rows}
    for name in ("fox-s52-base", "fox-s53-simulations", "fox-s55-simulations"):
        assert verdicts[name] == ledger.DEFINED


def test_readings_are_told_apart_in_the_note(told):
    row = look_up(kind="unclear", condition="20 sheep; 16 sheep; 18 sheep")
    assert (row.verdict, row.ours) == (ledger.OPEN, 0.6)
    assert (row.cost, row.command) == ("2.0 h", "foxkit run x")
    assert row.interval == (0.55, 0.65)
    assert row.note == (
        "By the rule alone, 20 sheep: 0.600 (0.550 to 0.650), reproduced, p < 0.001; "
        "18 sheep: 0.350 (0.300 to 0.400), undecided, p 0.050"
    )


def test_a_condition_that_is_not_there_waits_for_its_experiment(told):
    row = look_up(condition="16 sheep")
    assert (row.verdict, row.note) == (ledger.NOT_JUDGED, "waits for: foxkit run x")


def test_the_command_is_of_the_experiment_that_played_the_first_reading():
    rows = ledger.rows_of(claims().values(), answer_of, looked_up=True)
    commands = {row.id: row.command for row in rows}
    assert commands["fox-abs-18"] == "foxkit run fig10"
    assert commands["fox-s61-low"] == "foxkit run surface"
    both = "foxkit run table2 && foxkit run cutoff"
    assert commands["fox-s53-too-high-20"] == both


def test_an_experiment_that_was_not_run_is_said():
    row = look_up(experiment="fig0")
    assert (row.verdict, row.ours) == (ledger.NOT_JUDGED, None)
    assert row.note == "waits for: foxkit run fig0"
    assert row.command == "foxkit run fig0"


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
        facts.fact("fox-game", "", "", "", "colour")
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
    ("ours", "column", "text"),
    [
        (0.00498118, "seconds_for_10000_simulations", "4.98 ms"),
        (2.7712, "elapsed", "2.77 s"),
        (3792792.47, "simulations_in_1.5_s", "3,790,000 simulations"),
        (477679, "reachable", "477,679"),
        (0.51256, "p", "0.51256"),
    ],
)
def test_numbers_have_units_and_sensible_digits(ours, column, text):
    claim = replace(CLAIM, column=column, rule="machine")
    for found in (ours, Estimate(float(ours), float(ours), float(ours), 1)):
        row = ledger._entry(claim, ledger.Source({"one": found}), {})
        assert ledger.ours_text(row).replace(".0", "") == text


def test_quoted_gives_the_printed_text():
    assert quoted("fox-t1-c05-rate") == "0.50"


def test_printed_rates_come_with_what_their_counts_allow():
    found = published.printed("fox-t2-n*-rate").set_index("condition")
    assert list(found.index) == ["0 - 5 n=3000", "5 - 10 n=3000", "10 - 20 n=3000"]
    row = found.loc["0 - 5 n=3000"]
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


def test_the_dictionary_names_every_column_of_the_games_and_results():
    random = match("match", FoxGame(), RandomPlayer(), RandomPlayer())
    games = games_of(random, 1, 2).assign(condition="match")
    row = summary(games, ("first", "second"))
    names = {*games.columns, *(re.sub("_(low|high)$", "", name) for name in row)}
    said = {re.sub("first|second", "PLAYER", name) for name in names}
    assert named_in_the_dictionary(said) == said


@pytest.mark.parametrize("name", CATALOGUE)
def test_rows_name_conditions_that_their_experiment_has(name):
    if not store.has_page(name):
        pytest.skip("not run yet")
    rows = store.results(name)
    declared = {each.condition for each in experiment(name).matches} - {*rows.index}
    for claim in claims().values():
        if claim.experiment == name and not declared & {*claim.conditions}:
            assert {*claim.conditions} <= {*rows.index}, claim.id
            assert claim.column in rows or (claim.answer and not claim.column), claim.id


QUESTIONS = experiment("rules").conditions


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.condition)
def test_the_rules_say_today_what_is_stored(asked):
    [row] = asked.rows(store.FOLDER)
    assert row["answer"] == store.results("rules").loc[asked.condition, "answer"]


def test_rows_as_first_declared_name_what_would_answer_them():
    with FIRST.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            assert row["experiment"] in ("", "audit", *CATALOGUE), row["id"]
            assert None not in row.values(), row["id"]


def test_rows_as_first_declared_are_judged_beside_those_of_today():
    pairs = first_declared()
    assert len({now.id for _, now in pairs}) == len(pairs) > 20
    for first, now in pairs:
        assert (first.id, first.quoted) == (now.id, now.quoted)
    verdicts = {now.id: (first.verdict, now.verdict) for first, now in pairs}
    assert verdicts["fox-s5-length"] == (ledger.CONTRADICTED, ledger.OPEN)
    assert verdicts["wolves-pruning"] == (ledger.REPRODUCED, ledger.OPEN)
    assert {now.revised for _, now in pairs} - {""}
