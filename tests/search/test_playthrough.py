"""Every game and variant as a readable random game, compared line by line."""

from difflib import unified_diff

import pytest
from make_playthroughs import FOLDER, all_games, path, playthrough

REMEDY = "if the rules have changed on purpose: python tests/make_playthroughs.py"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), all_games())
def test_the_game_is_still_played_so(name: str, variant: str | None) -> None:
    golden = path(name, variant)
    assert golden.exists(), (
        f"{name} {variant or ''} has no playthrough; make it by:"
        f" python tests/make_playthroughs.py {name}"
    )
    stored, now = golden.read_text(), playthrough(name, variant)
    changes = list(unified_diff(stored.splitlines(), now.splitlines(), "stored", "now"))
    assert not changes, "\n".join([*changes[:40], f"{REMEDY} {name}"])


def test_no_playthrough_is_left_over() -> None:
    known = {path(name, variant) for name, variant in all_games()}
    assert set(FOLDER.glob("playthrough_*.txt")) <= known
