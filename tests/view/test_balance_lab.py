"""The balance lab, driven as its page drives it, but without a browser."""

import time
from pathlib import Path
from typing import Any

import pytest

from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.learned import learned
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.wolves.rules import Wolves
from foxkit.view.balance_lab import BalanceLab

GAMES = FoxGame, FoxHounds, HareHounds, Wolves


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BalanceLab:
    """A lab in a folder without any games of the reader's."""
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    return BalanceLab(FoxGame(), workers=1)


def asked(lab: BalanceLab, values: tuple[int, ...] = (30, 100), **more: Any) -> Any:
    """What the page sends of its controls; rules and strengths by name."""
    strengths = {"simulations": 100, "cutoff": 0, "pairs": 25, "judge": "usual"}
    rules = {rule["name"]: rule["value"] for rule in lab.shown["setup"]["rules"]}
    rules |= {name: more.pop(name) for name in [*more] if name in rules}
    return {"axis": "simulations", "values": [*values], "rules": rules} | (
        strengths | more
    )


def send(lab: BalanceLab, do: str, question: Any, **more: Any) -> None:
    lab.receive({"do": do, "asked": question, **more})


def finish(lab: BalanceLab, seconds: float = 100) -> str:
    """Wait for the games, and return what is said then."""
    ends = time.monotonic() + seconds
    while lab.shown["run"]["playing"] and time.monotonic() < ends:
        time.sleep(0.05)
    assert not lab.shown["run"]["playing"]
    return str(lab.shown["run"]["words"])


@pytest.mark.slow
def test_a_run_grows_a_curve_that_the_cell_reads_and_a_game_is_watched(
    lab: BalanceLab,
) -> None:
    question = asked(lab, sideways_limit="2")
    send(lab, "ask", question)
    curve = lab.shown["curve"]
    assert (curve["name"], curve["points"]) == ("sideways limit 2", [])
    assert 1_000 in [point["value"] for point in curve["usual"]]
    send(lab, "play", question)
    assert finish(lab) == ""
    points = lab.shown["curve"]["points"]
    assert [(x["value"], x["games"]) for x in points] == [(30, 50), (100, 50)]
    names: dict[str, Any] = {}
    exec(lab.shown["curve"]["cell"], names)
    rows = names["rows"]
    assert rows.finished.all() and [*rows.games] == [50, 50]
    assert [*rows.sheep_rate] == [x["rate"][0] for x in points]
    send(lab, "watch", question, at=1, number=3)
    watched = lab.shown["watched"]
    assert watched["data"]["title"] == "Game 4 of simulations 100"
    moves = names["pairs"][1], watched["data"]["line"]
    assert len(moves[1]) == len(watched["data"]["frames"]) > 10
    send(lab, "watch", question, at=1, number=50)
    assert lab.shown["curve"]["fault"] == "this point has no such game yet"


def test_a_stopped_run_goes_on_where_it_was(lab: BalanceLab, tmp_path: Path) -> None:
    question = asked(lab, pairs=1_000)
    send(lab, "play", question)
    while "left" not in lab.shown["run"]["words"]:
        time.sleep(0.05)
    lab.receive({"do": "stop"})
    assert finish(lab).startswith("Stopped. Finished games are kept")
    games = sum(point["games"] for point in lab.shown["curve"]["points"])
    assert games and [*tmp_path.rglob("*.journal")]
    send(lab, "play", question)
    while "left" not in lab.shown["run"]["words"]:
        time.sleep(0.05)
    assert sum(point["games"] for point in lab.shown["curve"]["points"]) >= games
    lab.close()
    begun = []
    while begun != (begun := sorted(tmp_path.rglob("*"))):
        time.sleep(0.5)  # the games under way end
    send(lab, "play", question)
    time.sleep(0.2)
    assert sorted(tmp_path.rglob("*")) == begun


def test_the_rules_of_a_point_are_played_against_its_player(lab: BalanceLab) -> None:
    """Before any game of it is played, too, and until another question is asked."""
    question = asked(lab, sideways_limit="2")
    send(lab, "begin_board", question, at=1)
    board = lab.shown["board"]
    assert board["game"]["rules"] == "sideways limit 2"
    who = [(seat["who"], seat["settings"]) for seat in board["seats"]]
    assert who == [("you", {}), ("MCTS", {"simulations": 100})]
    for message in ({"do": "hello"}, {"do": "move", "move": "30-40", "at": 0}):
        lab.receive({"do": "board", "message": message})
    ends = time.monotonic() + 100
    while lab.shown["board"]["frame"]["at"] < 2 and time.monotonic() < ends:
        time.sleep(0.05)
    assert lab.shown["board"]["frame"]["at"] == 2
    lab.receive({"do": "board", "message": {"do": "move", "move": "x", "at": 2}})
    assert "not a legal move" in lab.shown["board"]["said"][1]
    lab.receive({"do": "end_board"})
    assert lab.shown["board"] == {}
    lab.receive({"do": "board", "message": {"do": "undo"}})  # it comes too late
    for at in (9, -1):
        send(lab, "begin_board", question, at=at)
        assert lab.shown["board"] == {}
        assert "at is a whole number from 0 to 1" in lab.shown["curve"]["fault"]


@pytest.mark.parametrize("kind", GAMES)
def test_any_game_of_two_sides_has_a_lab(kind: Any, own_data: Any) -> None:
    lab = BalanceLab(kind(), workers=1)
    setup = lab.shown["setup"]
    assert {rule["name"] for rule in setup["rules"]} == set(kind._fields)
    assert (lab.question(asked(lab, cutoff=-1)).game, setup["plays"]) == (
        kind(),
        "kernel",
    )
    send(lab, "ask", asked(lab, cutoff=-1))
    assert "fault" not in lab.shown["curve"]
    send(lab, "begin_board", asked(lab, cutoff=-1), at=0)
    assert {seat["who"] for seat in lab.shown["board"]["seats"]} == {"you", "MCTS"}
    lab.close()


def test_a_learned_evaluation_can_be_chosen_where_there_is_one(lab: BalanceLab) -> None:
    question = asked(lab, (30,), judge="learned")
    (match,) = lab.question(question).matches()
    assert match.players[0].evaluation is learned()
    other = BalanceLab(HareHounds(), workers=1)
    assert other.shown["setup"]["judges"] == ["usual"]
    send(other, "ask", asked(other, (30,), judge="learned"))
    assert "no evaluation 'learned'" in other.shown["curve"]["fault"]


@pytest.mark.slow
def test_every_value_of_a_rule_is_a_game_or_refused_in_words(lab: BalanceLab) -> None:
    for rule in lab.shown["setup"]["rules"]:
        values = [value for value, _ in rule.get("choices", [])]
        for value in values + rule.get("offered", []):
            send(lab, "ask", asked(lab, (30,), **{rule["name"]: str(value)}))
            fault = lab.shown["curve"].get("fault", "")
            assert not fault or "is above" in fault  # more to save than there are


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"pasture": "07"}, "pasture is a list of 1 to 33 points"),
        ({"sideways_limit": "0"}, "sideways_limit is a whole number from 1 to 1000"),
        ({"sideways_limit": "ten"}, "sideways_limit is a whole number"),
        ({"values": ()}, "tick a value of simulations"),
        ({"pairs": 10**9}, "or 1000000000 pairs"),
        ({"cutoff": None}, "cutoff is a whole number"),
        ({"rules": {"wings": 2}}, "not possible"),
    ],
)
def test_what_is_no_question_is_refused(lab: BalanceLab, more: Any, said: str) -> None:
    send(lab, "ask", asked(lab, **more))
    assert said in lab.shown["curve"]["fault"]


def test_what_has_no_lab_is_refused() -> None:
    with pytest.raises(ValueError, match="battle-sheep has 4 sides"):
        BalanceLab(BattleSheep())
    with pytest.raises(ValueError, match="'chess' is no game"):
        BalanceLab("chess")


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({"simulations": float("inf")}, "simulations is a whole number from 1 to"),
        ({"cutoff": "x"}, "cutoff is a whole number from -1 to"),
        ({"pairs": None}, "pairs is a whole number"),
        ({"values": (18.7,), "axis": "sheep"}, "sheep is a whole number"),
        ({"values": (float("nan"),)}, "simulations is a whole number"),
        ({"axis": "nothing"}, "no axis 'nothing'"),
        ({"sheep": "--3"}, "sheep is a whole number from 1 to 20"),
    ],
)
def test_what_is_no_number_is_told_in_words(
    lab: BalanceLab, odd: Any, said: str
) -> None:
    send(lab, "ask", asked(lab, **odd))
    assert said in lab.shown["curve"]["fault"]


@pytest.mark.parametrize("odd", [{"at": float("inf")}, {"at": 2}, {"number": -1}])
def test_a_point_or_game_that_is_not_there_is_told(lab: BalanceLab, odd: Any) -> None:
    send(lab, "watch", asked(lab), **{"at": 0, "number": 0} | odd)
    assert f"{next(iter(odd))} is a whole number from 0" in lab.shown["curve"]["fault"]
