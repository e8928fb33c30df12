"""The plain-Python baseline of Frank's Zoo plays the same game as the package."""

from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import oracle_franks_zoo as oracle
import pytest

ROOT = Path(__file__).parents[1]
NAMES = [*list(oracle.DECK)[:12], "joker"]


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")


def test_its_moves_are_the_oracles() -> None:
    import plain_franks_zoo as plain

    rng = Random(5)
    for _ in range(400):
        cards = rng.sample(plain.CARDS, rng.randint(1, 15))
        hand = [cards.count(kind) for kind in range(13)]
        held = Counter({NAMES[k]: n for k, n in enumerate(hand) if n})
        wanted = oracle.legal_combinations(held)
        found = [oracle.Move(NAMES[t], m, y, z) for t, m, y, z in plain.openings(hand)]
        assert sorted(found) == sorted(wanted)
        kind, total = rng.randrange(12), rng.randint(1, 4)
        beating = [m for m in wanted if oracle.defeats(m, NAMES[kind], total)]
        *found, last = plain.answers(hand, kind, total)
        assert last == plain.PASS
        moves = [oracle.Move(NAMES[t], m, y, z) for t, m, y, z in found]
        assert sorted(moves) == sorted(beating)


def test_its_games_are_as_long_as_the_packages() -> None:
    import bench_franks_zoo as bench
    import plain_franks_zoo as plain

    rng = Random(1)
    games = [plain.play_game(rng) for _ in range(1500)]
    assert all(sorted(points) == [0, 2, 3, 4] for points, _ in games)
    ours = bench.plies_of(bench.GAME, bench.RANDOM_AI, 5000, bench._MOVES) / 5000
    theirs = [plies for _, plies in games]
    error = np.std(theirs) / np.sqrt(len(theirs))
    assert abs(np.mean(theirs) - ours) < 4 * error
