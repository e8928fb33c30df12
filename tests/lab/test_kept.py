"""`computed`: what is kept, what is another case, and what is refused."""

import json
from typing import Any

import numpy as np
import pytest
from small_play import CHANCE

from foxkit import data
from foxkit.lab import code
from foxkit.lab.computed import computed
from foxkit.lab.play import play

pytestmark = pytest.mark.usefixtures("own_data")
CALLED: list[int] = []
IS_OWN = code.is_readers_code


def squares(n: int) -> list[dict[str, Any]]:
    CALLED.append(n)
    return [{"square": np.int64(n * n), "far": np.nan, "low": (0.5,)}]


def lengths(games: Any) -> dict[str, Any]:
    return {"games": len(games), "plies": int(games["moves"].map(len).sum())}


@pytest.fixture(autouse=True)
def called(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """As if the package had these functions, so that they may count their calls."""
    monkeypatch.setattr(code, "is_readers_code", lambda value: False)
    CALLED.clear()
    return CALLED


def test_it_is_computed_once_and_a_case_that_is_missing_is_told(
    called: list[int], at: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [{"n": n} for n in (2, 3)]
    first = computed(squares, cases)
    assert first[["n", "square"]].to_numpy().tolist() == [[2, 4], [3, 9]]
    assert first["far"].isna().all() and first["finished"].all()
    assert computed(squares, cases).equals(first) and called == [2, 3]
    at(plays_missing=False)
    more = computed(squares, [*cases, {"n": 4}])
    assert more["finished"].tolist() == [True, True, False] and called == [2, 3]
    assert "1 of 3 cases of squares are missing" in capsys.readouterr().out


def test_a_match_is_handed_over_as_its_games_and_more_games_are_another_case() -> None:
    play(CHANCE, max_blocks=3)
    assert computed(lengths, [{"games": CHANCE}])["games"].tolist() == [6]
    play(CHANCE, max_blocks=5)
    assert computed(lengths, [{"games": CHANCE}])["games"].tolist() == [10]


@pytest.mark.parametrize("result", [None, {1, 2}, [1], "x"])
def test_what_is_no_row_is_refused_in_words(result: Any) -> None:
    def odd(n: int) -> Any:
        return result

    with pytest.raises(ValueError, match=r"odd returns .* instead of a row, a dict"):
        computed(odd, [{"n": 1}])


def test_a_function_that_changes_what_it_uses_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would be another one at another address, whatever it computes."""
    monkeypatch.setattr(code, "is_readers_code", IS_OWN)
    known: dict[int, int] = {}

    def remembered(n: int) -> dict[str, Any]:
        known[n] = n * n
        return {"square": known[n]}

    with pytest.raises(ValueError, match="remembered has changed while it ran"):
        computed(remembered, [{"n": 2}])


def test_what_has_an_older_form_of_address_is_named_and_not_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(code, "is_readers_code", IS_OWN)

    def plain(n: int) -> dict[str, Any]:
        return {"square": n * n}

    older = {"function": {"own": "plain", "code": "4a6fbf0d7e3c2b19"}, "case": {"n": 2}}
    content = {"address": older, "code": "", "rows": [{"square": 5}]}
    data.write_json(
        data.readers_data_folder() / "kept/plain/4a6fbf0d7e3c2b19.json", content
    )
    assert computed(plain, [{"n": 2}])["square"].tolist() == [4]
    assert "1 files of" in (said := capsys.readouterr().out)
    assert "older form, such as 4a6fbf0d7e3c2b19.json" in said


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"address": {}}'])
def test_a_damaged_file_is_refused_by_name(text: str) -> None:
    computed(squares, [{"n": 2}])
    (path,) = (data.readers_data_folder() / "kept" / "squares").glob("*.json")
    content = path.read_text()
    path.write_text(text)
    with pytest.raises(ValueError, match=f"{path.name} is damaged"):
        computed(squares, [{"n": 2}])
    path.write_text(json.dumps(json.loads(content) | {"address": {"n": 3}}))
    with pytest.raises(ValueError, match="holds another computation"):
        computed(squares, [{"n": 2}])


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({1, 2}, r"\{1, 2\} is no number, text, list or dict"),
        (1j, "1j is no number"),
        (np.array([1, 2]), r"array\(\[1, 2\]\) is no number"),
        ({(1, 2): 3}, "keys must be str"),
        ({1: 2, "1": 3}, "it has two entries '1'"),
    ],
)
def test_a_row_that_is_no_json_is_refused_in_words(odd: Any, said: str) -> None:
    def result(n: int) -> Any:
        return {"value": odd}

    with pytest.raises(ValueError, match=f"result returns what cannot be kept: {said}"):
        computed(result, [{"n": 1}])


@pytest.mark.parametrize(
    ("value", "said"),
    [("x" * (data.MAX_BYTES + 1), "bytes"), (eval("[" * 60 + "]" * 60), "nested")],
)
@pytest.mark.slow
def test_a_result_that_could_not_be_read_again_is_shown_and_not_kept(
    value: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def large(n: int) -> Any:
        return {"value": value}

    for _ in range(2):
        assert computed(large, [{"n": 1}])["value"].tolist() == [value]
        assert "what large returns is not kept: it " in (out := capsys.readouterr().out)
        assert said in out
    assert not [*(data.readers_data_folder() / "kept").rglob("*.json")]


def test_the_order_of_a_dict_makes_another_case() -> None:
    """And what was kept for one of them stays when the other is computed."""

    def first(weights: Any) -> dict[str, Any]:
        return {"first": next(iter(weights[0]))}

    cases = [{"weights": [{"b": 1, "a": 2}]}, {"weights": [{"a": 2, "b": 1}]}]
    folder = data.readers_data_folder() / "kept" / "first"
    for _ in range(2):
        assert computed(first, cases)["first"].tolist() == ["b", "a"]
        assert len([*folder.glob("*.json")]) == 2
    assert computed(first, cases[1:])["first"].tolist() == ["a"]


@pytest.mark.parametrize("text", ["inf", "-inf", "nan"])
def test_a_text_is_no_number(text: str) -> None:
    def kind(x: Any) -> dict[str, Any]:
        return {"kind": type(x).__name__}

    for _ in range(2):
        rows = computed(kind, [{"x": float(text)}, {"x": text}])
        assert rows["kind"].tolist() == ["float", "str"]


def test_a_name_with_slashes_leads_nowhere_else() -> None:
    def odd(n: int) -> dict[str, Any]:
        return {"n": n}

    odd.__name__ = "../../../odd"
    computed(odd, [{"n": 1}])
    (path,) = (data.readers_data_folder() / "kept").glob("*/*.json")
    assert path.parent.name == "odd"


def test_equal_cases_are_computed_once(called: list[int]) -> None:
    assert computed(squares, [{"n": 2}, {"n": 2}])["square"].tolist() == [4, 4]
    assert called == [2]


def test_the_folder_of_a_reader_is_one_wherever_a_cell_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("FOXKIT_DATA", "mine")
    here = data.folder()
    monkeypatch.chdir(tmp_path)
    assert data.folder() == here == data.WORKBOOK.parent / "mine"
    monkeypatch.setenv("FOXKIT_DATA", "")
    assert data.folder() == data.WORKBOOK


@pytest.mark.parametrize("folder", ["loop", "x" * 300])
def test_a_folder_that_cannot_be_is_told_and_rows_come_all_the_same(
    folder: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path / folder))
    assert computed(squares, [{"n": 2}])["square"].tolist() == [4]
    assert play(CHANCE, max_blocks=3)["games"].tolist() == [6]
    assert capsys.readouterr().out.count("nothing more is kept here") == 2


def kind(n: Any) -> dict[str, Any]:
    CALLED.append(n)
    return {"kind": type(n).__name__}


@pytest.mark.parametrize("order", [(1, 1.0, True), (True, 1, 1.0), (1.0, True, 1)])
def test_equal_numbers_of_other_types_are_other_cases(
    order: tuple[Any, ...], called: list[int]
) -> None:
    cases = [{"n": n} for n in order] + [{"n": (n,)} for n in order]
    first = computed(kind, cases)["kind"].tolist()
    assert first == [*(type(n).__name__ for n in order), *["tuple"] * 3]
    assert computed(kind, cases)["kind"].tolist() == first and len(called) == 6


def test_an_older_file_does_not_say_the_types_of_its_numbers(called: list[int]) -> None:
    computed(kind, [{"n": 1}])
    (path,) = (data.readers_data_folder() / "kept" / "kind").iterdir()
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content.pop("numbers") == {"n": ["int"]}
    path.write_text(json.dumps(content), encoding="utf-8")
    assert computed(kind, [{"n": 1.0}])["kind"].tolist() == ["int"] and called == [1]


def test_results_of_a_lambda_have_a_folder_that_every_system_allows() -> None:
    computed(lambda n: {"twice": 2 * n}, [{"n": 1}])
    assert [x.name for x in (data.readers_data_folder() / "kept").iterdir()] == [
        "lambda"
    ]
    names = {data.folder_name(x) for x in ("nul", "a/b", "..", "x" * 300, "<", "CON")}
    assert names == {"nul-", "a-b", "unnamed", "x" * 60, "CON-"}
