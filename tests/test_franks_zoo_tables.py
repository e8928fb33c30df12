"""Weights in a file: by one command, the same for all workers, and read back."""

import json
from pathlib import Path

import numpy as np
import pytest

from foxkit.agents.franks_zoo_heuristic import RANDOM_AI
from foxkit.agents.franks_zoo_players import MonteCarlo
from foxkit.agents.franks_zoo_tables import read_heuristic, read_weights
from foxkit.agents.franks_zoo_training import counts, weighted
from foxkit.agents.players import PolicyPlayer
from foxkit.cli import main
from foxkit.lab.match import match, play_blocks
from foxkit.rules.franks_zoo import FranksZoo

GAMES = 12_000


def trained(path: Path, *options: str) -> Path:
    words = ["train", "franks-zoo", "--to", str(path), "--games", str(GAMES), *options]
    assert main(words) == 0
    return path


def test_a_file_holds_what_was_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = trained(tmp_path / "weights.json", "--seed", "3", "--phases", "2")
    assert capsys.readouterr().out.strip() == str(path)
    found = counts(FranksZoo(), RANDOM_AI, GAMES, 3, phases=2)
    for highest in (True, False):
        policy, wanted = read_weights(path, highest), weighted(found, highest)
        assert policy.highest == wanted.highest
        assert np.array_equal(policy.weights, wanted.weights)
    weights = 200 * found.left[:14] / GAMES
    assert read_heuristic(path).weights == tuple(weights.tolist())
    page = json.loads(path.read_text())
    assert page["made_with"]["python"] and page["command"] == (
        f"foxkit train franks-zoo --to {path} --games {GAMES} --seed 3 --phases 2"
        " --teacher RandomAI"
    )


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    options = "--variant", "deck-5", "--teacher", "HeuristicAI"
    one, three = (
        trained(tmp_path / "weights.json", *options, "--workers", n).read_bytes()
        for n in "13"
    )
    assert one == three


def test_players_are_given_a_file(tmp_path: Path) -> None:
    path = trained(tmp_path / "weights.json")
    usual = PolicyPlayer(RANDOM_AI)
    for player in (
        MonteCarlo(read_weights(path), 5),
        PolicyPlayer(read_weights(path, highest=False)),
        PolicyPlayer(read_heuristic(path)),
    ):
        own = match(FranksZoo(), player, usual, usual, usual)
        assert len(play_blocks(own, 1, range(2)).games) == 8


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"form": 2}', '{"form": 1}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"weights\.json is no table of weights"):
        read_weights(path)


@pytest.mark.parametrize(
    "options",
    ["--games 0", "--workers 0", "--phases 0", "--teacher Frank", "--variant deck-1"],
)
def test_bad_options_are_told(
    tmp_path: Path, options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.json"
    assert main(["train", "franks-zoo", "--to", str(path), *options.split()]) == 2
    assert capsys.readouterr().err.startswith("foxkit: ")
    assert not path.exists()
