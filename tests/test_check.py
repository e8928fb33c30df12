"""Committed games are played again: from their addresses, and compared."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from pyarrow import parquet
from small_play import CHANCE

from foxkit import data
from foxkit.agents.fox_learned import learned
from foxkit.cli.check import check
from foxkit.lab.address import address, spelt
from foxkit.lab.check import NotMadeFromAddress, committed, headlines, match_at
from foxkit.lab.games import Shelf
from foxkit.lab.match import play_blocks


def test_matches_are_made_from_their_addresses_alone() -> None:
    """All committed ones are, but for those with a reader's code or a study's array."""
    found = Counter[str]()
    for name in committed():
        schema = parquet.read_schema(data.WORKBOOK / "games" / f"{name}.parquet")
        text = json.loads(schema.metadata[b"note"])["address"]
        try:
            again = spelt(address(match_at(json.loads(text), [learned().weights])))
        except NotMadeFromAddress as error:
            found[str(error)] += 1
        else:
            assert again == text
            found["made"] += 1
    assert found["made"] > 900 and found.total() - found["made"] < 20


def test_headlines_are_committed_and_made_from_their_addresses() -> None:
    for name in headlines():
        path = data.WORKBOOK / "games" / f"{name}.parquet"
        text = json.loads(parquet.read_schema(path).metadata[b"note"])["address"]
        match_at(json.loads(text))


@pytest.mark.usefixtures("own_data")
def test_what_differs_is_named_and_exits_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One match stands as it was played, of another the games of another stream."""
    for seed, stream in ((1, 5), (2, 6)):
        games = replace(play_blocks(CHANCE, 5, range(2)), stream=stream)
        Shelf(replace(CHANCE, seed=seed)).write(games, committed=True)
    assert check() == 1
    said = capsys.readouterr().out
    assert "Proved here: 1 of 2 matches play the committed games." in said
    assert said.count("differs: data/games/") == 1
