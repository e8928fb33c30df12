"""What is installed, where, and what the documents say about it."""

import re
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from flit_core import buildapi
from packaging.requirements import Requirement
from rattler import MatchSpec

import conftest
import foxkit
from foxkit.cli import app
from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.games.fox_game.rules import FoxGame
from foxkit.players.standard import FunctionPlayer

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKS = {
    # Each line that names a package, and below it one hash a file.
    name: re.findall(r"(?m)^([a-z0-9][^\\\n]*?) \\\n((?:    --hash.*\n)+)", text)
    for name in ("requirements.txt", "requirements-test.txt")
    for text in [(ROOT / name).read_text()]
}


def pins(lock: str) -> dict[str, set[str]]:
    """Return the versions of each package: one, or one for each Python."""
    found: dict[str, set[str]] = {}
    for line, _ in LOCKS[lock]:
        requirement = Requirement(line)
        found.setdefault(requirement.name, set()).add(str(requirement.specifier))
    return found


DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
DOCUMENTS += ["docs/RELEASE.md", "docs/RESEARCH.md", "docs/TEACHING.md"]


def bounds(spec: str) -> tuple[str, frozenset[str]]:
    """Return the name and the version bounds of a conda specification."""
    name, _, version = str(MatchSpec(spec)).partition(" ")
    return name, frozenset(version.split(","))


def test_conda_gets_the_same_names_and_bounds():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    wanted = [f"python {PROJECT['requires-python']}", "pip"]
    for requirement in map(Requirement, PROJECT["dependencies"]):
        wanted.append(f"{requirement.name} {requirement.specifier}")
    specs = [spec for spec in listed if isinstance(spec, str)]
    assert sorted(map(bounds, specs)) == sorted(map(bounds, wanted))


@pytest.mark.parametrize("extra", ["", *PROJECT["optional-dependencies"]])
def test_the_locks_hold_every_dependency_within_its_bounds(extra):
    wanted = PROJECT["optional-dependencies"].get(extra, PROJECT["dependencies"])
    lock = "requirements.txt" if extra in ("", "setup") else "requirements-test.txt"
    for requirement in map(Requirement, wanted):
        for pin in pins(lock)[requirement.name]:
            assert pin.startswith("==")
            assert requirement.specifier.contains(pin.removeprefix("=="))


def test_the_workbooks_lock_is_a_part_of_the_tests_lock():
    ours, tests = map(pins, LOCKS)
    assert all(tests[name] == versions for name, versions in ours.items())
    assert not {"mypy", "playwright", "pytest", "ruff"} & {*ours}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_names_versions_and_hashes_only(lock):
    text = (ROOT / lock).read_text()
    comments = re.sub(r"(?m)^\s*#.*\n", "", text)
    pinned = [f"{line} \\\n{hashes}" for line, hashes in LOCKS[lock]]
    assert "".join(pinned) == comments
    allowed = re.compile(r"[a-z0-9._-]+==[\w.]+( ; .+)?")
    assert not [line for line, _ in LOCKS[lock] if not allowed.fullmatch(line)]
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
    lines = (line for _, hashes in LOCKS[lock] for line in hashes.splitlines())
    assert all(digest.fullmatch(line) for line in lines)


def test_the_workflow_checks_every_python_on_every_system():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    matrix = workflow["jobs"]["check"]["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {
        "ubuntu",
        "macos",
        "windows",
    }
    oldest, newest = re.findall(r"3\.(\d+)", PROJECT["requires-python"])
    assert matrix["python"] == [f"3.{n}" for n in range(int(oldest), int(newest))]


def test_workflows_use_actions_by_their_commits():
    for path in (ROOT / ".github/workflows").iterdir():
        used = re.findall(r"uses: *(.*)", path.read_text())
        assert used and all(re.fullmatch(r"\S+@[0-9a-f]{40} # v\S+", x) for x in used)


def test_one_version():
    assert foxkit.__version__ == PROJECT["version"]
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_wheel_has_all_that_is_not_python(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    wheel = tmp_path / buildapi.build_wheel(str(tmp_path))
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = (p for p in (ROOT / "foxkit").rglob("*") if p.is_file())
    named = {p.relative_to(ROOT).as_posix() for p in files}
    assert packed >= {name for name in named if "__pycache__" not in name}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_to_files(name):
    path = ROOT / name
    links = re.findall(r"\]\(([^)#]+)", path.read_text())
    assert not [
        link
        for link in links
        if "://" not in link and not (path.parent / link).exists()
    ]


def shown(name: str, language: str) -> str:
    """Return the blocks of code in a language that a document shows."""
    text = (ROOT / name).read_text()
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_commands_in_documents_exist(name):
    call = re.compile(r"(?:workbook\.py|^foxkit) +([a-z-]+)", re.MULTILINE)
    called = call.findall(shown(name, "sh"))
    # A path names a notebook that is to have a page.
    assert set(called) <= {"all", "test", "lab", "notebooks", *app}


def test_a_position_in_the_readme_is_one():
    (text,) = re.findall(r'echo "(.*)"', shown("README.md", "sh"))
    assert Position.parse(FoxGame(), text) == Position.start(FoxGame())


def test_files_that_contributors_are_sent_to_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    endings = "css|csv|ipynb|js|json|md|parquet|pyi?|yml"
    named = re.findall(rf"[\w.-]+/[\w./-]+\.(?:{endings})\b", text)
    assert len(named) > 30
    folders = ROOT, ROOT / "foxkit"
    found = {name for folder in folders for name in named if (folder / name).exists()}
    assert found == {*named} - {"notebooks/new.ipynb"}  # one that is to be written


@pytest.mark.slow
def test_the_examples_for_contributors_run(tmp_path, monkeypatch):
    """They run as a notebook's cells do: what they play is kept by their source."""
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    file = tmp_path / "examples.py"
    file.write_text(shown("CONTRIBUTING.md", "python"))
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(file.read_text(), str(file), "exec"), names)
    assert names["rows"].finished.all()
    start = Position.start(FoxGame())
    chosen = names["patient"](start, 1)
    assert start.moves[chosen] == FunctionPlayer(names["patient"]).choose(
        start.game, start.state, 1
    )
    assert evaluate(names["keep_the_flock"], start.game, start.state) == (0.5, -0.5)


def test_browsers_are_slow_and_what_takes_long_begins():
    class Item(SimpleNamespace):
        def get_closest_marker(self, name):
            return next((mark for mark in self.marks if mark.name == name), None)

    slow = pytest.mark.slow
    kinds = {
        "quick.py": ([], []),
        "long.py": ([], [slow]),
        "page.py": (["chromium"], []),
    }
    items = [
        Item(
            path=Path(file), fixturenames=fixtures, marks=marks, add_marker=marks.append
        )
        for file, (fixtures, marks) in kinds.items()
        for _ in range(2)
    ]
    conftest.pytest_collection_modifyitems(items)
    files = ["page.py"] * 2 + ["long.py"] * 2 + ["quick.py"] * 2
    assert [item.path.name for item in items] == files
    assert [item.get_closest_marker("slow") is None for item in items] == [
        *([False] * 4),
        *([True] * 2),
    ]
