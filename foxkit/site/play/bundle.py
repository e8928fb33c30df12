"""The script with which boards are played on pages, and what it is made of.

    pyodide.bin     Python for browsers, packed: Pyodide's core, and of the standard
                    library what stands in `pyodide.json`, compiled to bytecode
    searches.bin    the searches, compiled by `foxkit.site.wasm.build`, and the digest
                    of what they were compiled from; of other sources they stay away
    play.js         what a page loads: that, the package's sources, scripts of the view

From a page on a disk a script can load another script, and no other file. Developers
make `pyodide.bin` again from npm's package: see CONTRIBUTING.
"""

import base64
import gzip
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any

from foxkit.core.caching import code_that_plays, source_files_digest
from foxkit.data import WORKBOOK
from foxkit.games import NAMES, game_named
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.hare_hounds.rules import POINTS, HareHounds, HareHoundsState
from foxkit.lab.address import (
    address_of,
    canonical_json,
    seed_stream_of,
    value_from_address,
)
from foxkit.lab.estimators import estimators
from foxkit.lab.match import Match
from foxkit.lab.match_files import MatchFiles
from foxkit.players.standard import MctsPlayer
from foxkit.site.play import tables
from foxkit.solvers import retrograde
from foxkit.view.assets import file_texts, joined_scripts
from foxkit.view.live_elements import boards_css
from foxkit.view.question import STRENGTH_AXES, BalanceQuestion, curve_axes

_HERE, _PACKAGE = Path(__file__).parent, Path(__file__).parents[2]
_PYODIDE, _PYODIDE_LIST = _HERE / "pyodide.bin", _HERE / "pyodide.json"
SEARCHES_FILE = _HERE / "searches.bin"
_PYODIDE_CORE = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
_LIBRARY = "python_stdlib.zip"
_WHOLE_FOLDERS = "core", "search", "players", "games", "view"
_SOLVER_FILES = {"solver.py", "table.py", "winners.py", "odds.py", "retrograde.py"}
"""Files of games that a page does without: it solves nothing."""
_EXERCISE_MODULES = (
    *(
        "__init__",
        "questions",
        "building",
        "fox_game",
        "franks_zoo",
        "other_games",
        "answers_that_play",
    ),
    *("sandbox", "small_games", "table", "verdict", "wolves", "page_cells"),
)
"""Modules of exercises that a page has: all but worked answers and what makes files."""
_SINGLE_FILES = (
    "data.py",
    "solvers/__init__.py",
    "solvers/brute_force.py",
    "solvers/exact.py",
    "solvers/ranking.py",
    *(f"exercises/{name}.py" for name in _EXERCISE_MODULES),
    "exercises/answers.csv",
    "exercises/known.json",  # and no worked answer
    *(
        f"lab/{name}.py"
        for name in ("__init__", "address", "code", "match", "numbers", "rows", "stats")
    ),
    "site/__init__.py",
    *(
        f"site/play/{n}.py"
        for n in ("__init__", "lab_games", "page_worker", "searches")
    ),
)
_CSV_MODULE = """\
from _csv import reader


def DictReader(lines):
    head, *rows = reader(lines)
    return [dict(zip(head, row)) for row in rows]
"""
"""What Python's `csv` is on a page, whose library is without it."""
_PACKAGE_INIT = """\
from importlib import import_module

__version__ = ""


def __getattr__(name):
    if name not in _PLACES:
        raise AttributeError(f"foxkit has no {{name}}")
    if not _PLACES[name]:
        raise ImportError(f"a page has no {{name}} of foxkit: the notebook has it")
    return getattr(import_module(_PLACES[name]), name)


_PLACES = {places}
"""
"""The package on a page, which has no `lazy_loader` to load names with."""
_PUBLIC_NAME_IMPORT = re.compile(r"^from \.(\S+) import (\w+) as", re.MULTILINE)
_SCRIPTS = "stage.js", "replay_controls.js", "panels.js", "stepper.js"
_WIDGETS = {
    "board": "board.js",
    "steps": "stepper_widget.js",
    "lab": "balance_lab.js",
}


def page_sources() -> dict[str, bytes]:
    """The files of foxkit that a page carries, by their paths there."""
    paths = [
        path
        for folder in _WHOLE_FOLDERS
        for path in sorted((_PACKAGE / folder).rglob("*.*"))
    ]
    paths += [_PACKAGE / name for name in _SINGLE_FILES]
    kinds = {".py", ".svg", ".css", ".csv", ".json", ".txt"}

    def is_solver(path: Path) -> bool:
        return path.name in _SOLVER_FILES and _PACKAGE / "games" in path.parents

    sources = {
        f"foxkit/{path.relative_to(_PACKAGE).as_posix()}": path.read_bytes()
        for path in paths
        if path.suffix in kinds and not is_solver(path)
    }
    for path in sorted((WORKBOOK / "examples").glob("*.txt")):
        sources[f"data/examples/{path.name}"] = path.read_bytes()
    if are_searches_current():
        kept = unpack_files(SEARCHES_FILE.read_bytes())
        sources |= {f"foxkit/site/play/{name}": each for name, each in kept.items()}
    return sources | {
        "foxkit/__init__.py": _package_source(sources).encode(),
        "foxkit/games/hare_hounds/solver.py": (_HERE / "tables.py").read_bytes(),
        f"foxkit/games/hare_hounds/{tables.FILE}": hare_hounds_values(),
        "foxkit/site/play/curves.json": json.dumps(stored_lab_rates()).encode(),
        "foxkit/site/play/streams.json": json.dumps(lab_streams()).encode(),
        "data/usual.json": (WORKBOOK / "usual.json").read_bytes(),
        "numpy/__init__.py": (_HERE / "arrays.py").read_bytes(),
        "numpy/typing.py": b"from numpy import ArrayLike, NDArray\n",
        "csv.py": _CSV_MODULE.encode(),
        "scipy/__init__.py": b"",
        "scipy/special.py": (_HERE / "special.py").read_bytes(),
    }


def _package_source(files: Iterable[str]) -> str:
    """The source of the package on a page, which has these files."""
    modules = {}
    for module, name in _PUBLIC_NAME_IMPORT.findall(
        (_PACKAGE / "__init__.pyi").read_text("utf-8")
    ):
        path = f"foxkit/{module.replace('.', '/')}"
        is_there = {f"{path}.py", f"{path}/__init__.py"} & {*files}
        modules[name] = f"foxkit.{module}" if is_there else ""
    return _PACKAGE_INIT.format(places=json.dumps(modules, indent=0))


@cache
def hare_hounds_values() -> bytes:
    """The exact values of all placements, as a page carries them."""
    game, every = HareHounds(), range(len(POINTS))
    sets = [sum(1 << at for at in three) for three in combinations(every, 3)]
    stalled = range(game.stall_limit + 1)
    placed = (HareHoundsState(*each) for each in product(sets, every, (0, 1), stalled))
    states = [each for each in placed if not each.hounds >> each.hare & 1]
    solved = retrograde.solve(game, *states)
    return tables.values_as_bytes({state: solved.value(state) for state in states})


def stored_lab_rates() -> dict[str, tuple[float, float, float, int]]:
    """The stored rates that a page's balance lab can show, by address.

    They are those of the usual rules: the rate, its interval, and the games behind it.
    """
    rates, game = {}, FoxGame()
    for axis, (values, _) in curve_axes(game).items():
        for value, simulations in product(values, STRENGTH_AXES["simulations"][0]):
            question = BalanceQuestion(game, axis, (value,), simulations, 0, 1, "usual")
            with suppress(ValueError):  # none is stored, or it is no game
                (match_files,) = map(MatchFiles, question.matches())
                games = match_files.read(in_workbook=True)
                rate = estimators(games.players)[question.rate_column](games.payoffs)
                rates[match_files.name.rpartition("/")[2]] = *rate[:3], 2 * games.blocks
    return rates


def lab_streams() -> dict[str, str]:
    """The seeds' streams of the stored matches that a lab can ask for, by digest.

    The same match is the same games in a notebook and on a page. Left out are streams
    that follow from the address; a number is a text, because JSON's have no 64 bits.
    """
    from pyarrow.parquet import read_metadata

    streams = {}
    for game in map(game_named, NAMES):
        if len(game.PLAYERS) != 2 or not hasattr(game, "FIELDS"):
            continue  # there is no lab of it
        for path in sorted((WORKBOOK / "games" / game.NAME).glob("*.parquet")):
            note = json.loads(read_metadata(path).metadata[b"note"])
            match = _match_at_address(game, json.loads(note["address"]))
            if match is None or canonical_json(address_of(match)) != note["address"]:
                continue
            if seed_stream_of(match) != note["stream"]:
                streams[path.stem] = str(note["stream"])
    return streams


def _match_at_address(game: Any, stored_address: Any) -> Match | None:
    """The lab's match whose address may be the stored one; None if there is none."""
    with suppress(ValueError):  # rules that no lab asks for, or a reader's code
        rules = value_from_address(stored_address["game"])
        player = value_from_address(stored_address["players"][0])
        if type(rules) is not type(game) or type(player) is not MctsPlayer:
            return None
        simulations, cutoff = player.budget.simulations, player.cutoff
        if simulations in STRENGTH_AXES["simulations"][0]:
            strengths = (simulations,), simulations, cutoff, 1, "usual"
            (match,) = BalanceQuestion(rules, "simulations", *strengths).matches()
            return match
    return None


def search_code_digest() -> bytes:
    """A digest of all that searches are compiled from, and by."""
    compiler = sorted((_PACKAGE / "site/wasm").rglob("*.py"))
    return source_files_digest([*code_that_plays(), *compiler]).encode()


def write_searches(module: bytes, calls: Any, games: dict[str, str]) -> None:
    """Keep compiled searches for pages, with what they were compiled from.

    `calls` are the exports of searches, see `CompiledFunction`; `games` those of whole
    games, by the kind of what is played.
    """
    files = {"searches.wasm": module, "searches.sha256": search_code_digest()}
    files["searches.json"] = json.dumps(calls).encode()
    SEARCHES_FILE.write_bytes(
        pack_files({**files, "games.json": json.dumps(games).encode()})
    )


def are_searches_current() -> bool:
    """Whether the compiled searches are of today's sources."""
    return (
        unpack_files(SEARCHES_FILE.read_bytes())["searches.sha256"]
        == search_code_digest()
    )


def pack_files(files: dict[str, bytes]) -> bytes:
    """Files behind a line with their names and sizes, compressed."""
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    whole = head.encode() + b"\n" + b"".join(files.values())
    return gzip.compress(whole, 9, mtime=0)


def unpack_files(content: bytes) -> dict[str, bytes]:
    """The files that `pack_files` was given."""
    whole = io.BytesIO(gzip.decompress(content))
    return {name: whole.read(size) for name, size in json.loads(whole.readline())}


def play_script() -> str:
    """`play.js` as it lies beside the pages."""
    known = {
        "FILES": base64.b64encode(_PYODIDE.read_bytes()).decode(),
        "SOURCES": base64.b64encode(pack_files(page_sources())).decode(),
        "WORKER": (_HERE / "worker.js").read_text("utf-8"),
        "LOCK": {
            "info": json.loads(_PYODIDE_LIST.read_text("utf-8"))["info"],
            "packages": {},
        },
        "GAME_WORKER": (_HERE / "game_worker.js").read_text("utf-8"),
        "STYLE": boards_css() + file_texts("stepper.css", "balance_lab.css"),
    }
    constants = "".join(f"const {k} = {json.dumps(v)};\n" for k, v in known.items())
    widgets = "".join(
        file_texts(file).replace("export default", f"WIDGETS.{name} =")
        for name, file in _WIDGETS.items()
    )
    own_scripts = "".join(
        (_HERE / name).read_text("utf-8") for name in ("lab_workers.js", "play.js")
    )
    scripts = (
        f"{joined_scripts(*_SCRIPTS)}\nconst WIDGETS = {{}};\n{widgets}\n{own_scripts}"
    )
    body = f"{constants}{scripts}\nreturn play;"
    return f"window.foxkitPlay = (() => {{\n{body}\n}})();\n"


def _compiled_library(package: Path, names: list[str]) -> bytes:
    """Files of a Pyodide's standard library as bytecode, not compressed by itself.

    A browser would compile their sources each time, for longer than all else takes.
    """
    command = "node", str(_HERE / "compile_library.mjs"), str(package.resolve())
    said = subprocess.check_output(command, input=json.dumps(names).encode())
    compiled: dict[str, str] = json.loads(said)
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as library:
        for name in names:
            content = base64.b64decode(compiled[name])
            library.writestr(zipfile.ZipInfo(f"{name}c"), content)
    return kept.getvalue()


def pack_pyodide(path: Path) -> None:
    """Pack npm's package of Pyodide anew, and write down what is in it."""
    with tempfile.TemporaryDirectory() as folder, tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
        package = Path(folder) / "package"
        about = json.loads(_PYODIDE_LIST.read_text("utf-8"))
        files = {name: (package / name).read_bytes() for name in _PYODIDE_CORE}
        original_library = (package / _LIBRARY).read_bytes()

        def read_json(name: str) -> Any:
            return json.loads((package / name).read_bytes())

        about["info"] = read_json("pyodide-lock.json")["info"]
        about["version"] = read_json("package.json")["version"]
        library = _compiled_library(package, about["library"])
    about["sha256"] = {
        name: sha256(content).hexdigest()
        for name, content in {**files, _LIBRARY: original_library}.items()
    }
    _PYODIDE.write_bytes(pack_files({**files, _LIBRARY: library}))
    _PYODIDE_LIST.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    pack_pyodide(Path(sys.argv[1]))
