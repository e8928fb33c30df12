"""Layers of the package: which folder may import which."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "foxkit"
LAYERS = {
    "core": 1,
    "search": 2,
    "solvers": 3,
    "players": 4,
    "lab": 5,
    "view": 6,
    "games": 7,
    "exercises": 8,
    "site": 9,
    "cli": 9,
}
UPWARD = {("core/position.py", "view")}
"""A position draws itself when a notebook asks it to, and only then imports how."""
MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def folder_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


_MODULE = re.compile(r"foxkit(\.\w+)+\.?(:\w+)?")


def imported(source: str) -> Iterator[str]:
    """Yield the full names that the statements of a source import, anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports stand with their full names"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def named(source: str) -> Iterator[str]:
    """Yield the texts that name a module of ours: they are there to be imported."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and _MODULE.fullmatch(str(node.value)):
            yield str(node.value)


@cache
def imports(path: Path) -> frozenset[str]:
    source = path.read_text(encoding="utf-8")
    return frozenset((*imported(source), *named(source)))


def tops(names: Iterable[str]) -> set[str]:
    """The packages of some modules."""
    return {name.partition(".")[0] for name in names}


def folders_used(path: Path) -> set[str]:
    """Return the folders that a module imports from, other than its own."""
    names = (n.split(".") for n in imports(path) if n.startswith("foxkit."))
    used = {parts[1] for parts in names if parts[1] in LAYERS} - {folder_of(path)}
    return used if of_a_game(path) else used - {"games"}


def of_a_game(path: Path) -> bool:
    return folder_of(path) == "games"


def modules_of(*folders: str) -> list[Path]:
    return [path for path in MODULES if folder_of(path) in folders]


def test_every_folder_has_a_layer():
    folders = {path.name for path in PACKAGE.iterdir() if list(path.glob("*.py"))}
    assert folders <= LAYERS.keys()


def test_folders_import_from_lower_layers_only():
    above = {
        (name_of(path), folder)
        for path in modules_of(*LAYERS)
        for folder in folders_used(path)
        if LAYERS[folder] >= LAYERS[folder_of(path)] != 9
    }
    assert above == UPWARD


def test_the_front_door_needs_python_alone():
    source = (ROOT / "workbook.py").read_text(encoding="utf-8")
    assert tops(imported(source)) <= sys.stdlib_module_names


def test_rules_and_searches_are_light_to_import():
    """numba, too, waits for the first call of something compiled."""
    paths = [*modules_of("core", "search"), *PACKAGE.glob("games/*/rules.py")]
    names = (name_of(path)[:-3].replace("/", ".") for path in paths)
    load_lightly(name.removesuffix(".__init__") for name in names)


def test_what_is_played_is_light_to_say():
    """A page asks for the games of a match, and has none of the lab's libraries."""
    load_lightly(["lab.address", "lab.match", "view.question"])


def test_what_chapters_import_is_light():
    """A first picture does not wait for what plots and tables need."""
    names = (ROOT / "foxkit/__init__.pyi").read_text(encoding="utf-8")
    modules = {*re.findall(r"^from \.([\w.]+) import", names, re.MULTILINE)}
    load_lightly(sorted(modules))


def load_lightly(names):
    """Import some modules in a process of their own, in which nothing slow may be."""
    loads = "\n".join(f"import foxkit.{name}" for name in names)
    slow = {"numba", "llvmlite", "pandas", "pyarrow", "scipy", "tqdm"}
    slow |= {"matplotlib", "IPython", "ipywidgets"}
    code = f"{loads}\nimport sys\nassert not {slow} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


RULES = sorted(PACKAGE.glob("games/*/rules.py"))


def test_rules_and_search_touch_no_files():
    paths = [*modules_of("search"), *RULES]
    of_files = {"io", "json", "os", "pathlib", "pandas", "pyarrow", "shutil"}
    assert not {name_of(path) for path in paths if tops(imports(path)) & of_files}


ASKED = {"LINKED_EVALUATIONS", "LINKED_GAMES", "NAMES", "game_named", "class_for_link"}
ASKED |= {"part_of", "all_parts"}
"""What `foxkit.games` answers."""
GENERIC = modules_of("core", "search", "solvers", "players", "lab", "view")


def games_known(path: Path) -> set[str]:
    """What a module imports from `foxkit.games`, but for what that answers."""
    parts = [name.split(".") for name in imports(path)]
    return {name[2] for name in parts if name[:2] == ["foxkit", "games"]} - ASKED


def test_what_is_generic_knows_no_game():
    """It asks `foxkit.games` for a game by its name, or for a part of a game."""
    assert not {
        name_of(path): games_known(path) for path in GENERIC if games_known(path)
    }


OF_GAMES = sorted(PACKAGE.glob("games/*/*.py"))


def test_a_game_knows_no_other_game():
    known = {name_of(path): games_known(path) - {path.parent.name} for path in OF_GAMES}
    assert not {name: games for name, games in known.items() if games}


def test_only_boards_draw():
    drawing = {path.name for path in OF_GAMES if "view" in folders_used(path)}
    assert all(name.startswith("board") for name in drawing)


UPPER = modules_of("lab", "view", "cli", "site")
UPPER = [path for path in UPPER if path.parent.name != "wasm"]  # compiles, for pages


def test_compiling_stays_on_the_lower_floors():
    assert not {name_of(path) for path in UPPER if "numba" in tops(imports(path))}


def test_randomness_comes_in_as_a_value():
    """No stream that is shared behind the scenes: neither random's nor NumPy's."""
    assert not {name_of(path) for path in MODULES if "random" in tops(imports(path))}
    shared = re.compile(r"np\.random\.(?!default_rng|Generator)\w+")
    sources = {name_of(path): path.read_text(encoding="utf-8") for path in MODULES}
    assert not {name for name, source in sources.items() if shared.search(source)}


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every file under version control."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    listed = subprocess.run(command, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git working tree")
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if (
            path.suffix not in {".bin", ".journal", ".npz", ".parquet", ".png"}
            and path.is_file()
        ):
            yield name, path.read_text(encoding="utf-8")


def test_no_file_names_the_machine_it_was_made_on():
    home = re.compile("|".join(("/" + "root/", "/" + "home/", "/" + "Users/")))
    assert not [name for name, text in tracked_texts() if home.search(text)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "check",
    [
        ["ruff", "format", "--check"],
        ["ruff", "check"],
        ["mypy", "foxkit", "workbook.py"],
    ],
    ids=["format", "lint", "types"],
)
def test_style(check):
    done = subprocess.run(
        [sys.executable, "-m", *check], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
