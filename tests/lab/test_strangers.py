"""Files of strangers: among the chapters, or in `data/yours`, they run nothing."""

import json
import os
from pathlib import Path

import pytest
from fresh import answer, command, remembered, run
from nbformat import NotebookNode, v4, write

from foxkit.cli import main
from foxkit.site import build as building
from foxkit.site import chapters
from foxkit.site.build import build
from foxkit.site.chapters import Chapter
from foxkit.site.execution import execute_chapter

MARK = "import pathlib; pathlib.Path({!r}).touch()"
MODULES = ("numpy", "random", "foxkit", "runpy", "sitecustomize", "ipykernel_launcher")


def book(*sources: str, **options: object) -> NotebookNode:
    """A notebook of code cells, the last of them called as a cell of chapter 1."""
    cells = [v4.new_code_cell(source, **options) for source in sources]
    cells[-1].id = "fig8"
    return v4.new_notebook(cells=cells)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The workbook's folder, with a chapter; what is executed leaves files in `ran`."""
    folder = tmp_path / "notebooks"
    (folder / "studies").mkdir(parents=True)
    (tmp_path / "ran").mkdir()
    for module in (chapters, building):
        monkeypatch.setattr(module, "NOTEBOOKS", folder)
        monkeypatch.setattr(module, "checksums", lambda: {"01_own.ipynb": ""})
    monkeypatch.setattr(building, "WORKBOOK", tmp_path / "data")
    leave(folder, "01_own")
    return folder


def leave(folder: Path, *names: str) -> None:
    """Leave notebooks in a folder that tell when they are executed."""
    for name in names:
        mark = folder.parent / "ran" / Path(name).name
        write(book("1", MARK.format(str(mark))), folder / f"{name}.ipynb")


def ran(folder: Path) -> set[str]:
    return {path.name for path in (folder.parent / "ran").iterdir()}


@pytest.mark.slow
def test_pages_are_built_of_the_workbook_s_own_and_of_what_is_named(
    folder, monkeypatch, capsys
):
    claimed = []
    monkeypatch.setattr(
        building, "store_claims", lambda name, cells: claimed.append(name)
    )
    monkeypatch.setattr(building, "store_play_calls", lambda name, played: None)
    leave(folder, "01_own copy", "studies/new", ".hidden")
    site = folder.parent / "site"
    build(folder, site)
    assert ran(folder) == {"01_own"} and claimed == ["01_own.ipynb"]
    said = capsys.readouterr().err
    assert "Left out" in said and "01_own copy.ipynb" in said and "new.ipynb" in said
    index = (site / "index.html").read_text()
    build(folder, site, [folder / "01_own copy.ipynb", folder / "01_own.ipynb"])
    assert ran(folder) == {"01_own", "01_own copy"} and claimed == ["01_own.ipynb"]
    said = capsys.readouterr().err
    assert "new.ipynb" in said and "01_own copy.ipynb," not in said
    assert (site / "01_own copy.html").exists() and not [*site.glob("*new*")]
    assert (site / "index.html").read_text() == index  # no page has to be made again


@pytest.mark.parametrize("name", ["01_own", "01_OWN", "00_index", "README"])
def test_no_notebook_takes_the_page_of_another(name, folder, tmp_path):
    (tmp_path / "other").mkdir()
    leave(tmp_path / "other", name)
    with pytest.raises(ValueError, match="give the file another name"):
        build(folder, tmp_path / "site", [tmp_path / "other" / f"{name}.ipynb"])
    assert ran(tmp_path / "other") == set()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="such names and files are refused there")
def test_what_lies_beside_chapters_is_neither_read_whole_nor_told_a_terminal(
    folder, tmp_path, capsys
):
    """A file of a terabyte, a link to one that has no end, and a name of signs."""
    with (folder / "large.csv").open("wb") as file:
        file.truncate(1 << 40)
    (folder / "memory.csv").symlink_to("/proc/kcore")
    write(book("1"), folder / "a\x1b[2J\n.ipynb")
    write(book("1"), folder / "01_own.ipynb")
    assert main(["exercises", "--to", str(tmp_path / "out")]) == 0
    assert main(["site", "--to", str(tmp_path / "site")]) == 0
    said = capsys.readouterr().err
    assert said.count(r"a\x1b[2J\n.ipynb") == 2 and "\x1b[2J" not in said


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_out_of_the_folder_is_not_followed(folder, tmp_path, capsys):
    path = folder / "01_own.ipynb"
    path.replace(tmp_path / "elsewhere.ipynb")
    path.symlink_to(tmp_path / "elsewhere.ipynb")
    assert main(["site", "--to", str(tmp_path / "site")]) == 2
    assert "01_own.ipynb is a link to another folder" in capsys.readouterr().err
    assert main(["run", "fig8"]) == 2 and ran(folder) == set()


def test_a_cell_is_that_of_the_workbook_unless_a_notebook_is_named(folder, capsys):
    leave(folder, "00_mine", "02_mine")
    assert main(["run", "fig8"]) == 0 and ran(folder) == {"01_own"}
    assert main(["run", "02_mine"]) == 2
    assert "name the notebook that has it" in capsys.readouterr().err
    path = folder / "02_mine.ipynb"
    assert main(["run", "fig8", "--notebook", str(path)]) == 0
    assert ran(folder) == {"01_own", "02_mine"}


@pytest.mark.slow
def test_a_file_beside_a_chapter_does_not_take_the_place_of_a_package(folder, capfd):
    """It is found, all the same, where no package has its name."""
    for name in MODULES:
        mark = folder.parent / "ran" / name
        (folder / f"{name}.py").write_text(MARK.format(str(mark)))
    (folder / "beside.py").write_text("x = 6 * 7")
    code = "import numpy, random, foxkit, runpy, beside; print(beside.x)"
    done = execute_chapter(Chapter(folder / "02.ipynb", book(code)))
    assert (done.error, done.notebook.cells[0].outputs[0].text) == ("", "42\n")
    write(book("1", code), folder / "01_own.ipynb")
    assert main(["run", "fig8"]) == 0
    assert "42" in capfd.readouterr().out and ran(folder) == set()


@pytest.mark.slow
def test_what_a_notebook_shows_was_made_here():
    """Behind a cell that fails, as well; and no stored kernel or widget has a say."""
    stored = [v4.new_output("display_data", {"text/html": "<script>1</script>"})]
    there = book("1 / 0", "2", outputs=stored)
    there.metadata = {
        "kernelspec": {"name": "other", "display_name": "x", "argv": ["false"]},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}},
    }
    done = execute_chapter(Chapter(Path("x.ipynb").resolve(), there))
    assert done.error.startswith("ZeroDivisionError")
    assert "<script>" not in json.dumps(done.notebook)
    assert "widgets" not in done.notebook.metadata
    assert done.notebook.metadata.kernelspec.name == "python3"


DRAWN = """
from IPython.display import display
from foxkit import curve
import pandas as pd
display(curve(pd.DataFrame({"n": [1, 2], "won": [0.25, 0.5]}), "n", "won", title="Won"))
"""


@pytest.mark.slow
def test_pages_and_figures_leave_nothing_in_the_home(tmp_path):
    """So does JupyterLab: test_lab_untrusted.py has it."""
    home, folder = tmp_path / "home", tmp_path / "book"
    home.mkdir()
    folder.mkdir()
    write(book("1", DRAWN), folder / "01_a.ipynb")
    own = remembered(tmp_path / "remembered") | {"HOME": str(home)}
    own |= {"FOXKIT_DATA": str(tmp_path / "data")}
    site = ("--notebooks", str(folder), "--to", str(tmp_path / "site"))
    done = run(command("site", *site), **own)
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / "site" / "01_a.html").read_text()
    fig8 = ("fig8", "--notebook", str(folder / "01_a.ipynb"))
    done = run(command("run", *fig8), **own)
    assert done.returncode == 0, done.stderr
    assert [each.name for each in home.rglob("*")] == []
    assert (tmp_path / "remembered" / "matplotlib").exists()


READ = """
import io, json, marshal, os, pickle, sqlite3, sys
import numpy as np
import pyarrow as pa
from pyarrow import parquet
from contextlib import closing, suppress
from pathlib import Path
from foxkit import RandomPlayer, computed, data, games, match, play
from foxkit.lab.match_files import read_games, MatchFiles
from foxkit.games.fox_hounds.rules import FoxHounds

chance, happened, watched = match(FoxHounds(4, 4), RandomPlayer()), [], []

def mean(games):
    return {"mean": 1}

class Runs:
    def __reduce__(self):
        return os.system, ("touch " + str(data.readers_data_folder() / "ran"),)

def table(**metadata):
    field = pa.field("block", pa.int32(), metadata=metadata)
    schema = pa.schema([field], metadata={"note": "{}", "pandas": pickled, **metadata})
    out = pa.BufferOutputStream()
    parquet.write_table(pa.table({"block": pa.array([1], pa.int32())}, schema), out)
    return out.getvalue().to_pybytes()

def stored(array):
    out = io.BytesIO()
    np.save(out, array, allow_pickle=True)
    return out.getvalue()

def base(*statements):
    path = data.readers_data_folder() / "made.db"
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as made, made:
        for each in statements:
            made.execute(each)
    return path.read_bytes()

def all_read():
    place = MatchFiles(chance)
    for read in (place.read, place.read_notes, lambda: games(chance),
                 lambda: play(chance), lambda: computed(mean, [{"games": chance}])):
        with suppress(ValueError, OSError):
            read()
    with suppress(ValueError, OSError, sqlite3.Error), place.journal() as journal:
        [*journal.pieces(f"stream {place.own_stream}", {})]

play(chance, max_blocks=2)
computed(mean, [{"games": chance}])
os.environ["FOXKIT_PLAYS"] = "0"
place = MatchFiles(chance)
folder = data.readers_data_folder()
sound = place.path(False).read_bytes()
(result,) = (folder / "kept").rglob("*.json")
paths = [*(place.path(False, x) for x in (".parquet", ".journal", ".json")), result]
pickled = pickle.dumps(Runs())
piece = "CREATE TABLE pieces (key TEXT, start INTEGER, content TEXT, checksum TEXT)"
hostile = [
    pickled, pickle.dumps(Runs(), 0), marshal.dumps(compile("1", "x", "exec")),
    b"import os; os._exit(9)", b"#!/bin/sh\\nexit 9\\n", b"\\0" * 4096,
    stored(np.array([Runs()], dtype=object)), b"PK" + pickled, b"!!python/object:os.x",
    b'{"py/object": "os.system", "py/reduce": ["os.system", "exit"]}',
    b'{"address": "os._exit(9)", "code": "os._exit(9)", "rows": [{"a": "exec()"}]}',
    table(), table(**{"ARROW:extension:name": "arrow.py_extension_type",
                      "ARROW:extension:metadata": pickled}),
    base(piece, "CREATE TRIGGER t BEFORE INSERT ON pieces"
         " BEGIN SELECT load_extension('x'); END"),
    base("CREATE VIEW pieces AS SELECT 'k' key, 1 start,"
         " load_extension('x') content, '' checksum"),
]
NEVER = {"exec", "import", "marshal.loads", "pickle.find_class", "os.system",
    "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "subprocess.Popen",
    "ctypes.dlopen", "code.__new__", "function.__new__", "socket.connect",
    "socket.getaddrinfo", "sqlite3.enable_load_extension", "sqlite3.load_extension"}

def hook(event, arguments):
    if watched and event in NEVER:
        happened.append([event, repr(arguments)[:200]])

def leave_everywhere(content):
    for path in paths:
        path.unlink(missing_ok=True)
        path.write_bytes(content)
    all_read()

hostile += [b"{}", sound]
for content in hostile:  # what is imported for it, encodings for one, is there now
    leave_everywhere(content)
sys.addaudithook(hook)
watched.append(1)
eval("1")
seen = len(happened)
happened.clear()
for content in hostile:
    leave_everywhere(content)
watched.clear()
print(json.dumps([seen, happened, (folder / "ran").exists()]))
"""
"""Reads hostile files in the places of all kinds of files; prints what that ran."""


@pytest.mark.slow
def test_what_a_friend_s_data_holds_is_read_without_running_anything(tmp_path):
    (tmp_path / "read.py").write_text(READ)  # `kept` asks for a function's source
    script = f"import runpy; runpy.run_path({str(tmp_path / 'read.py')!r})"
    seen, happened, left = answer(script, FOXKIT_DATA=str(tmp_path))
    assert seen and (happened, left) == ([], False)
