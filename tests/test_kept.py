"""`kept`: computed once, and computed again where the code has changed."""

import json
from typing import Any

import numpy as np
import pytest
from small_play import CHANCE

from foxkit import data
from foxkit.lab import code
from foxkit.lab.kept import kept
from foxkit.lab.play import play

pytestmark = pytest.mark.usefixtures("own_data")
CALLED: list[int] = []
SCALE = {"by": 1}


def squares(n: int) -> list[dict[str, Any]]:
    CALLED.append(n)
    return [{"square": np.int64(n * n * SCALE["by"]), "far": np.nan, "low": (0.5,)}]


def lengths(games: Any) -> dict[str, Any]:
    return {"games": len(games), "plies": int(games["moves"].map(len).sum())}


@pytest.fixture(autouse=True)
def called(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """As if the package had these functions: another code may compute the same."""
    monkeypatch.setattr(code, "of_modules", lambda modules: SCALE.get("code", "one"))
    monkeypatch.setattr(code, "is_own", lambda value: False)
    CALLED.clear()
    yield CALLED
    SCALE.clear()
    SCALE["by"] = 1


def test_it_is_computed_once_and_a_case_that_is_missing_is_told(
    called: list[int], at: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [{"n": n} for n in (2, 3)]
    first = kept(squares, cases)
    assert first[["n", "square"]].to_numpy().tolist() == [[2, 4], [3, 9]]
    assert first["far"].isna().all() and first["finished"].all()
    assert kept(squares, cases).equals(first) and called == [2, 3]
    at(plays=False)
    more = kept(squares, [*cases, {"n": 4}])
    assert more["finished"].tolist() == [True, True, False] and called == [2, 3]
    assert "1 of 3 cases of squares are missing" in capsys.readouterr().out


def test_other_code_computes_the_first_case_again_and_all_where_that_differs(
    called: list[int],
) -> None:
    cases = [{"n": n} for n in (2, 3)]
    kept(squares, cases)
    SCALE["code"] = "two"
    kept(squares, cases)
    assert called == [2, 3, 2]
    SCALE.update(code="three", by=10)
    assert kept(squares, cases)["square"].tolist() == [40, 90]
    assert called == [2, 3, 2, 2, 3]


def test_a_match_is_handed_over_as_its_games_and_more_games_are_another_case() -> None:
    play(CHANCE, most=3)
    assert kept(lengths, [{"games": CHANCE}])["games"].tolist() == [6]
    play(CHANCE, most=5)
    assert kept(lengths, [{"games": CHANCE}])["games"].tolist() == [10]


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"address": {}}'])
def test_a_damaged_file_is_refused_by_name(text: str) -> None:
    kept(squares, [{"n": 2}])
    (path,) = (data.yours() / "kept" / "squares").glob("*.json")
    content = path.read_text()
    path.write_text(text)
    with pytest.raises(ValueError, match=f"{path.name} is damaged"):
        kept(squares, [{"n": 2}])
    path.write_text(json.dumps(json.loads(content) | {"address": {"n": 3}}))
    with pytest.raises(ValueError, match="holds another computation"):
        kept(squares, [{"n": 2}])
