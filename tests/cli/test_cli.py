"""moves, perft, search, list and run, as scripts and other programs rely on them."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from fresh import ROOT, command, run

from foxkit.cli import main
from foxkit.core.position import Position
from foxkit.games import NAMES, game_named
from foxkit.lab.cell_outputs import CELLS_FILE

START = "--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -"
EIGHT_LEFT = "--sss--/--sss--/s....../....s../....f../--...--/--..f-- f 0 -"
IN_A_CHAIN = "--sss--/--sss--/sss..../..f..../..s..../--...--/--..f-- f 0 33"
SEVERAL_FAULTS = "--sss--/--sss--/sssssss/ssxssss/......./--...--/--f.f-- q 99 77"
NO_FOX = "--sss--/--sss--/sssssss/sssssss/......./--...--/--...-- s 0 -"

TABLE = json.loads((ROOT / "data" / "golden" / "perft_fox_game.json").read_text())

Ask = Callable[..., tuple[int, list[Any]]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Give a command some lines; return the exit code and the JSON values answered."""

    def ask(arguments: str, *lines: str) -> tuple[int, list[Any]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
        code = main(arguments.split())
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, [json.loads(line) for line in captured.out.splitlines()]

    return ask


# -- moves -----------------------------------------------------------------------------


def test_a_finished_position_has_an_outcome_and_no_moves(ask: Ask) -> None:
    _, [answer] = ask("moves fox-game", EIGHT_LEFT)
    assert (answer["moves"], answer["after"]) == ([], {})
    assert answer["outcome"] == {"sheep": -1.0, "foxes": 1.0}


@pytest.mark.parametrize("name", NAMES)
def test_what_moves_answers_can_be_asked_again(name: str, ask: Ask) -> None:
    """Two plies deep: `after` holds sound positions, one answer for each of some."""
    lines = [Position.start(game_named(name)).text]
    for _ in range(2):
        code, answers = ask(f"moves {name}", *lines)
        assert code == 0
        assert [answer["position"] for answer in answers] == lines
        lines = [text for answer in answers for text in answer["after"].values()][:60]


def test_a_bad_line_names_a_fault_and_spares_the_others(ask: Ask) -> None:
    code, answers = ask("moves fox-game", START, SEVERAL_FAULTS, "", EIGHT_LEFT)
    assert code == 2
    assert [set(answer) >= {"moves"} for answer in answers] == [True, False, True]
    error = answers[1]["error"]
    assert answers[1]["position"] == SEVERAL_FAULTS
    assert "'x' at 32 instead of . (empty), s (sheep) or f (fox)" in error


@pytest.mark.parametrize(
    ("game", "line", "fault"),
    [
        ("wolves", "1x11/00000/00000/00000/00002 w k", "not 2 fields but 3"),
        ("fox-game", "--x--/--sss-- s 0 -", "rows of 5, 7 characters"),
        ("fox-hounds", "F/XF q", "ranks of 1 to 2 squares"),
        ("fox-hounds", "X./HF q", "'X' at a2 instead of . (empty), F (the fox)"),
    ],
)
def test_the_first_fault_of_a_line_is_named(
    game: str, line: str, fault: str, ask: Ask
) -> None:
    code, [told] = ask(f"moves {game}", line)
    assert code == 2
    assert fault in told["error"], told


def test_positions_that_play_never_reaches_are_accepted(ask: Ask) -> None:
    code, [answer] = ask("moves fox-game", NO_FOX)
    assert code == 0
    assert answer["outcome"] == {"sheep": 1.0, "foxes": -1.0}


@pytest.mark.slow
def test_lines_that_are_no_text_are_told_too() -> None:
    """Bytes in no encoding: that line is bad, the others are answered."""
    utf8 = {"LC_ALL": "C", "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:strict"}
    done = run(
        [
            *(sys.executable, "-c"),
            "import os, subprocess, sys; sys.exit(subprocess.run("
            "[sys.executable, '-m', 'foxkit', 'moves', 'fox-game'],"
            f"input=b'\\xff\\xfe\\n{START}\\n').returncode)",
        ],
        **utf8,
    )
    bad, good = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (2, "")
    assert "\\xff" in bad["position"]
    assert len(good["moves"]) == 7


BYTES = {
    "a mark": b"\xef\xbb\xbf" + START.encode(),
    "marks of files joined": b"\xef\xbb\xbf\n\xef\xbb\xbf" + START.encode() + b"\n",
    "lines of Windows": b"\r\n" + START.encode() + b"\r\n\r\n",
    "old lines of the Mac": b"\r" + START.encode() + b"\r",
}


def asked(content: bytes, monkeypatch: pytest.MonkeyPatch, encoding: str) -> int:
    stdin = io.TextIOWrapper(io.BytesIO(content), encoding=encoding)
    monkeypatch.setattr(sys, "stdin", stdin)
    return main(["moves", "fox-game"])


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
@pytest.mark.parametrize("content", BYTES)
def test_text_of_any_editor_is_read(
    content: str,
    encoding: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert asked(BYTES[content], monkeypatch, encoding) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["position"] == START


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_what_is_no_utf8_is_told_with_how_to_save_it(
    encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(f"{START}\n{START}\n".encode(encoding), monkeypatch, "utf-8") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "looks like UTF-16" in captured.err and "save it as UTF-8" in captured.err


@pytest.mark.parametrize("line", ["\0", "--s\0s", "\ud800", "\uffff", "x" * 10**6])
def test_a_line_of_odd_letters_spares_the_others(line: str, ask: Ask) -> None:
    code, answers = ask("moves fox-game", START, line, START)
    assert (code, len(answers)) == (2, 3)
    assert answers[1]["position"] == line and len(answers[1]["error"]) < 1_000
    assert answers[2]["moves"]


def test_without_a_line_there_is_no_answer(ask: Ask) -> None:
    assert ask("moves fox-game") == ask("moves fox-game", "", " ") == (0, [])


def test_where_stdout_has_few_letters_they_are_written_as_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"\N{FOX FACE}\n{START}"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["moves", "fox-game"]) == 2
    bad, good = map(json.loads, written.getvalue().decode().splitlines())
    assert bad["position"] == "\N{FOX FACE}" and good["moves"]


# -- perft -----------------------------------------------------------------------------


def test_perft_counts_and_divides(ask: Ask) -> None:
    _, [answer] = ask("perft fox-game --depth 3 --divide")
    assert answer["counts"] == [7, 42, 452]
    assert sum(answer["divide"].values()) == 452
    assert len(answer["divide"]) == 7


@pytest.mark.parametrize("joint", [" ", "="])
def test_perft_of_a_position_and_a_variant(
    joint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A position begins like an option; it is one word all the same."""
    for row in (*TABLE[:4], *TABLE[11:30]):
        variant = (
            [] if row["variant"] == "recommended" else ["--variant", row["variant"]]
        )
        position = ["--position", row["position"]]
        if joint == "=":
            position = ["=".join(position)]
        words = ["perft", "fox-game", "--depth", "2", *variant, *position]
        assert main(words) == 0
        assert json.loads(capsys.readouterr().out) == {"counts": row["counts"][:2]}


# -- search ----------------------------------------------------------------------------


def test_search_adds_up(ask: Ask) -> None:
    _, [answer] = ask("search fox-game --simulations 300 --seed 5", START)
    children = answer["children"].values()
    assert answer["simulations"] == 300 == sum(child["visits"] for child in children)
    mean = sum(child["visits"] * child["value"] for child in children) / 300
    assert answer["value"] == pytest.approx(mean)
    assert -1 <= answer["value"] <= 1
    assert list(answer["children"]) == sorted(
        answer["children"], key=lambda move: -answer["children"][move]["visits"]
    )


def test_a_seed_decides_a_search_whatever_stands_on_other_lines(ask: Ask) -> None:
    arguments = "search fox-game --simulations 50 --seed 5"
    _, [alone] = ask(arguments, IN_A_CHAIN)
    _, answers = ask(arguments, START, "nonsense", IN_A_CHAIN)
    assert answers[2] == alone
    _, [other] = ask("search fox-game --simulations 50 --seed 6", START)
    assert other != answers[0]


def test_values_are_those_of_the_mover(ask: Ask) -> None:
    """The foxes on their way to the eighth sheep are content, in a chain too."""
    lost = "--s.s--/--.s.--/s....../.s.sf../s..s.../--..s--/--..f-- f 0 -"
    _, [answer] = ask("search fox-game --simulations 200 --seed 1", lost)
    assert answer["value"] > 0.3
    assert ask("search fox-game --simulations 9 --seed 1", EIGHT_LEFT)[1] == [
        {"position": EIGHT_LEFT, "simulations": 0, "value": 1.0, "children": {}}
    ]


def test_who_wins_is_told_of_what_is_solved_and_null_of_the_rest(ask: Ask) -> None:
    asked = "value hare-hounds", "hh.h......r h 0"
    assert ask(*asked)[1][0]["winner"] == "hounds"
    code, answers = ask("value fox-game", START, EIGHT_LEFT)
    assert (code, [each["winner"] for each in answers]) == (0, [None, "foxes"])


def test_a_game_without_an_evaluation_is_searched_to_the_end(ask: Ask) -> None:
    start = Position.start(game_named("fox-hounds")).text
    _, [answer] = ask("search fox-hounds --simulations 30", start)
    assert sum(child["visits"] for child in answer["children"].values()) == 30


# -- list and run ----------------------------------------------------------------------


def test_list_names_games_variants_and_cells(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list"]) == 0
    listed = capsys.readouterr().out
    words = set(listed.replace(":", " ").replace(",", " ").split())
    assert {*json.loads(CELLS_FILE.read_text(encoding="utf-8"))} <= words
    for name in NAMES:
        variants = ", ".join(game_named(name).VARIANTS)
        assert f"game        {name}: {variants}\n" in listed


# -- bad input -------------------------------------------------------------------------

BAD = {
    "moves chess": "no game 'chess'; there are fox-game",
    "moves fox-game --variant tiny": "no variant 'tiny'; there are 19-sheep",
    "perft fox-game --depth 0": "depth is a whole number from 1 to 1000, not 0",
    "perft fox-game --depth 2.9": "--depth: '2.9' is not a whole number",
    "search fox-game --simulations 1e3": "'1e3' is not a whole number",
    "perft fox-game --depth 1 --position x": "not 4 fields but 1",
    "search fox-game --simulations 0": "simulations is a whole number from 1 to",
    "search fox-game --simulations 9 --expansion all": "is 'literal' or 'textbook'",
    "search fox-game --simulations 9 --seed -1": "seed is a whole number from 0",
    f"search fox-game --simulations 9 --seed {2**63}": "seed is a whole number from 0",
    "value hare-hounds --most -1": "most is a whole number from 1",
    "solve hare-hounds --stall-limit 1": "stall_limit is a whole number from 2",
    "solve wolves --threads 0": "threads",
    "solve wolves --wolves 9": "wolves",
    "solve fox-hounds --width 7": "width is a whole number from 2",
    "moves foxgame": "did you mean 'fox-game'?",
    "search fox-game --simulations 9 --c nan": "c is a number from 0 up, not nan",
    "search fox-game --simulations 9 --cutoff -2": "cutoff is a whole number from -1",
    "search fox-hounds --simulations 9 --cutoff 0": "no evaluation: play to the end",
    f"search wolves --simulations {10**20}": "from 1 to 1000000000, not 100",
    "run nothing": "no cell or chapter 'nothing'; see foxkit list",
    "run fig10 --workers 0": "workers is a whole number from 1 to 10000, not 0",
    "run fig10 --executor tcp://nonsense": "no dask scheduler at tcp://nonsense",
    "run fig10 --executor fibres": "'fibres' is not 'threads', 'processes', 'tcp",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_told_with_what_is_allowed(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line on stderr, with exit code 2 and nothing on stdout."""
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert BAD[arguments] in captured.err
    assert len(captured.err.splitlines()) == 1


def test_too_little_memory_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def allocate(*_: object) -> None:
        raise MemoryError("12 TiB")

    monkeypatch.setattr(numpy, "empty", allocate)
    monkeypatch.setattr(sys, "stdin", io.StringIO(START))
    assert main(["search", "fox-game", "--simulations", "9"]) == 2
    assert capsys.readouterr().err == "foxkit: a number is too large: 12 TiB\n"


@pytest.mark.slow
def test_an_answer_comes_while_the_pipe_stays_open() -> None:
    """As other programs ask: a line, its answer, and then the next line."""
    words = command("moves", "hare-hounds")
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, cwd=ROOT, text=True, **pipes) as process:
        for _ in range(2):
            process.stdin.write(f"{Position.start(game_named('hare-hounds')).text}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["moves"]
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.slow
def test_streams_and_exit_codes_of_a_real_process() -> None:
    done = run(command("moves", "fox-game"), stdin=f"{START}\nnonsense\n")
    assert (done.returncode, done.stderr) == (2, "")
    assert len(done.stdout.splitlines()) == 2
    done = run(command("perft", "fox-game", "--depth", "1"))
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"counts": [7]}\n', "")
    done = run(command("run", "nothing"))
    assert (done.returncode, done.stdout) == (2, "")
