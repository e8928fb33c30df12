"""The front door: workbook.py, in folders of its own and with its steps faked."""

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
FOXKIT = """
import os, sys
print(sys.argv[1:], os.getcwd(), sys.stdin.read().strip())
sys.exit(int(os.environ.get("CODE", "0")))
"""
"""Stands in for foxkit: tells how it was called."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the front door and a foxkit that tells its arguments."""
    home = tmp_path / "a földer"
    (home / "foxkit").mkdir(parents=True)
    (home / "foxkit" / "__main__.py").write_text(FOXKIT)
    locks = "requirements.txt", "requirements-test.txt"
    for name in ("workbook.py", "pyproject.toml", *locks):
        shutil.copy(ROOT / name, home)
    return home


def load(folder: Path) -> ModuleType:
    """Return the front door of a folder as a module."""
    spec = importlib.util.spec_from_file_location("workbook", folder / "workbook.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def workbook(folder: Path) -> ModuleType:
    return load(folder)


@pytest.fixture
def steps(workbook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fake the steps of the set-up; return what was run, as it is run."""
    ran: list[str] = []

    def run(builder: object, *command: object, **environment: str) -> str:
        ran.append(" ".join(map(str, command)))
        if "venv" in ran[-1].split():
            workbook.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            workbook.PYTHON.touch()
        return ""

    monkeypatch.setattr(workbook.Builder, "run_step", run)
    monkeypatch.setattr(workbook.Builder, "pip_settings", lambda builder: {})
    return ran


def fail(workbook: ModuleType, monkeypatch: pytest.MonkeyPatch, step: str, words: str):
    """Make the step whose command contains `step` fail with `words`."""
    run = workbook.Builder.run_step

    def failing(builder: object, *command: object, **environment: str) -> str:
        if step in " ".join(map(str, command)):
            raise workbook.StepFailed(words)
        return run(builder, *command, **environment)

    monkeypatch.setattr(workbook.Builder, "run_step", failing)


def call(
    folder: Path, *arguments: str, **options: object
) -> subprocess.CompletedProcess:
    """Call the front door of `folder` as a person does."""
    command = [sys.executable, folder / "workbook.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, **options)


def stamp_by_hand(workbook: ModuleType) -> None:
    """Make a finished environment: this Python's, without any package."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", workbook.VENV], check=True
    )
    (purelib,) = workbook.VENV.rglob("site-packages")
    (purelib / "foxkit.pth").write_text(str(workbook.ROOT), encoding="utf-8")
    workbook.link_package_here()
    workbook.WORKBOOK.note_installed()
    workbook.TESTS.note_installed()


class TestPassingOn:
    @pytest.fixture(autouse=True)
    def ready(self, workbook):
        stamp_by_hand(workbook)

    def test_arguments_stdin_and_folder_reach_foxkit(self, folder, tmp_path):
        done = call(folder, "moves", "a b", "--x", input="fox\n", cwd=tmp_path)
        assert done.stdout == f"{['moves', 'a b', '--x']} {tmp_path} fox\n"
        assert (done.returncode, done.stderr) == (0, "")

    def test_without_arguments_the_pages_are_built_and_the_exit_code_comes_back(
        self, folder
    ):
        done = call(folder, input="", env={**os.environ, "CODE": "2"})
        assert done.stdout.startswith("['site', '--prove']") and done.returncode == 2

    def test_a_notebook_that_is_named_goes_to_the_pages(self, folder, tmp_path):
        done = call(folder, "my own.ipynb", "--to", "x", input="", cwd=tmp_path)
        assert done.stdout.startswith(
            "['site', '--prove', 'my own.ipynb', '--to', 'x']"
        )

    def test_programs_remember_things_in_the_folder(self, folder, workbook):
        (folder / "foxkit" / "__main__.py").write_text(
            "import json, os; print(json.dumps(dict(os.environ)))"
        )
        given = json.loads(call(folder, "list", input="").stdout)
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
            assert Path(given[name]).parent == workbook.ROOT / ".jupyter"

    def test_tests_share_what_python_compiles(self, folder):
        script = "import os; print('PYTHONDONTWRITEBYTECODE' in os.environ)"
        (folder / "pytest.py").write_text(script)
        forbidding = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        assert call(folder, "test", input="", env=forbidding).stdout == "False\n"

    def test_a_path_for_the_lab_counts_from_where_one_is(self, folder, tmp_path):
        (folder / "foxkit" / "site").mkdir()
        (folder / "foxkit" / "site" / "lab.py").write_text(FOXKIT)
        done = call(folder, "lab", "a.ipynb", input="", cwd=tmp_path)
        assert done.stdout == f"{['a.ipynb']} {tmp_path} \n"

    def test_arguments_of_the_tests_reach_pytest(self, folder, workbook):
        (folder / "pytest.py").write_text(FOXKIT)
        done = call(folder, "test", "-x", "--quick", input="", cwd=folder.parent)
        words = [*workbook.IN_WORKERS, "-m", "not slow", "-x"]
        assert done.stdout == f"{words} {folder} \n"

    def test_another_folder_named_foxkit_is_not_run(self, folder, tmp_path):
        (tmp_path / "foxkit").mkdir()
        (tmp_path / "foxkit" / "__main__.py").write_text("raise SystemExit(9)")
        assert call(folder, "list", input="", cwd=tmp_path).returncode == 0

    @pytest.mark.skipif(os.name == "nt", reason="needs POSIX locales")
    def test_a_locale_that_cannot_spell_the_folder_does_not_matter(self, folder):
        environment = {**os.environ, "LC_ALL": "C"}
        done = call(folder, "list", input="", cwd=folder, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"['list'] {folder} \n"

    def test_it_costs_little(self, folder):
        """Less CPU time than 0.2 s over what the same program needs by itself."""
        call(folder, input="")
        before = os.times()
        call(folder, input="")
        after = os.times()
        cost = after.children_user + after.children_system
        assert cost - before.children_user - before.children_system < 0.2

    def test_what_has_changed_asks_for_another_set_up(
        self, folder, workbook, monkeypatch
    ):
        """Another lock, another Python, a folder that was moved."""
        packages = workbook.WORKBOOK
        assert packages.are_installed()
        with monkeypatch.context() as other:
            other.setattr(sys, "version", "3.11.99")
            assert not packages.are_installed()
        with packages.path.open("a") as file:
            file.write("# changed\n")
        assert not packages.are_installed()
        stamp_by_hand(workbook)
        workbook = load(folder.rename(folder.with_name("moved")))
        packages = workbook.WORKBOOK
        assert not packages.are_installed()
        packages.note_installed()
        assert packages.are_installed()
        workbook.PYTHON.unlink()
        assert not packages.are_installed()


class TestSettingUp:
    def test_every_step_once_and_then_none(self, workbook, steps, capsys):
        workbook.prepare_environment()
        assert capsys.readouterr().out == ""  # stdout belongs to the answer
        locked = "--require-hashes --no-deps -r"
        marks = ["-m venv --clear", f"-m pip install --no-compile {locked}"]
        marks += [f"{locked} {workbook.WORKBOOK.path}"]
        marks += ["--no-deps --no-build-isolation -e"]
        assert all(m in step for m, step in zip(marks, steps, strict=True))
        workbook.prepare_environment()
        assert len(steps) == len(marks)

    def test_what_the_tests_need_is_added_once(self, workbook, steps, capsys):
        workbook.prepare_environment()
        assert not any("requirements-test" in step for step in steps)
        done = len(steps)
        workbook.prepare_environment(testing=True)
        assert not any("--clear" in step for step in steps[done:])
        assert any(str(workbook.TESTS.path) in step for step in steps[done:])
        done = len(steps)
        workbook.prepare_environment(testing=True)
        assert len(steps) == done
        assert "110 MB to download" in capsys.readouterr().err

    def test_the_installer_is_pinned_by_its_hash(self, workbook, steps):
        workbook.prepare_environment()
        (pin,) = workbook.VENV.glob("uv.txt")
        name, *hashes = pin.read_text().split(" \\\n")
        assert name.startswith("uv==") and "--hash=sha256:" in hashes[0]

    @pytest.mark.parametrize("step", ["venv --clear", "uv pip install", "--no-deps"])
    def test_an_interrupted_set_up_is_made_afresh(
        self, workbook, steps, monkeypatch, step
    ):
        workbook.prepare_environment()
        with workbook.WORKBOOK.path.open("a") as file:
            file.write("# changed\n")
        with monkeypatch.context() as once:
            fail(workbook, once, step, "no space left on device")
            with pytest.raises(workbook.SetUpError):
                workbook.prepare_environment()
        assert not workbook.WORKBOOK.stamp.exists()
        del steps[:]
        workbook.prepare_environment()
        assert "--clear" in steps[0]
        assert workbook.WORKBOOK.are_installed()

    def test_pip_steps_in_for_uv(self, workbook, steps, monkeypatch, capsys):
        fail(workbook, monkeypatch, "-m uv", "uv is not made for this machine")
        workbook.prepare_environment()
        assert "trying the same with pip" in capsys.readouterr().err
        install = f"--no-compile --require-hashes --no-deps -r {workbook.ROOT}"
        assert any(f"-m pip install {install}" in step for step in steps)
        assert workbook.WORKBOOK.are_installed()

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (
                "error: failed to write to file: No space left on device (os error 28)",
                "The disk is full",
            ),
            (
                "error: Failed to fetch\n  Caused by: dns error: failed to lookup",
                "The package index cannot be reached",
            ),
            ("OSError: [Errno 30] Read-only file system", "cannot be written"),
            (
                "The virtual environment was not created successfully because"
                " ensurepip is not available.",
                "python3-venv",
            ),
            (
                "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE FILE",
                "not the one that the lock file names by its hash",
            ),
            ("first line\nsomething else", "The set-up failed: something else"),
        ],
    )
    def test_what_went_wrong_is_told_in_a_sentence(
        self, workbook, steps, monkeypatch, capsys, words, sentence
    ):
        fail(workbook, monkeypatch, " -m ", words)
        monkeypatch.setattr(sys, "argv", ["workbook.py"])
        assert workbook.main() == 1
        last = capsys.readouterr().err.splitlines()[-1]
        assert sentence in last
        assert last.startswith("workbook.py: ")
        assert last.endswith("The next call starts the set-up afresh.")

    def test_a_real_step_that_fails(self, workbook, capfd):
        with pytest.raises(workbook.StepFailed, match="sorry"):
            workbook.Builder(0).run_step(
                sys.executable, "-c", "import sys; sys.exit('sorry')"
            )
        assert capfd.readouterr() == ("", "sorry\n")

    def test_steps_know_where_packages_come_from_and_no_other_place_for_them(
        self, workbook, monkeypatch, capfd
    ):
        kept = {"PIP_INDEX_URL": "a", "UV_HTTP_TIMEOUT": "9", "HTTPS_PROXY": "b"}
        for name, value in kept.items():
            monkeypatch.setenv(name, value)
        for name in ("PIP_USER", "PIP_TARGET", "PIP_DRY_RUN", "UV_TARGET", "UV_SYSTEM"):
            monkeypatch.setenv(name, "1")
        script = "import json, os, sys; sys.exit(json.dumps(dict(os.environ)))"
        with pytest.raises(workbook.StepFailed):
            workbook.Builder(0).run_step(sys.executable, "-c", script)
        found = json.loads(capfd.readouterr().err)
        assert kept.items() <= found.items()
        assert not {"PIP_TARGET", "PIP_DRY_RUN", "UV_TARGET", "UV_SYSTEM"} & set(found)
        assert (found["PIP_USER"], found["PYTHONUTF8"]) == ("0", "1")

    @pytest.mark.parametrize(
        "lines",
        [
            # uv takes several at once and says when each is there
            "Downloading numpy (16.0MiB)\nDownloading scipy (34.0MiB)\n"
            " Downloaded numpy",
            # pip takes one after the other
            "  Downloading numpy-2.4-cp311.whl (16.0 MB)\n"
            "  Downloading scipy-1.17-cp311.whl (34.0 MB)",
        ],
    )
    def test_how_far_downloads_are_is_told(self, workbook, lines):
        downloads = workbook.Downloads(116)
        downloads.started -= 8
        for line in lines.splitlines():
            downloads.read_line(line)
        words = "downloaded 16 of about 116 MB, about 50 s left; now scipy"
        assert downloads.progress_in_words() == words

    def test_a_silent_step_tells_that_it_is_at_work(self, workbook, monkeypatch, capfd):
        monkeypatch.setattr(workbook.Downloads, "EVERY", 0.2)
        wait = "import time; time.sleep(1)"
        workbook.Builder(0).run_step(sys.executable, "-c", wait)
        assert "at work for" in capfd.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX locks")
class TestTwoAtOnce:
    SLOW = (
        "import sys, workbook\n"
        "with workbook.only_set_up_here() as lock:\n"
        "    print('locked', flush=True)\n"
        "    workbook.Builder(lock).run_step(sys.executable, '-c',\n"
        "        'import time; time.sleep(1.5)')\n"
    )

    @pytest.fixture
    def other(self, folder) -> Iterator[subprocess.Popen]:
        command, pipe = [sys.executable, "-c", self.SLOW], subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, text=True, cwd=folder) as process:
            assert process.stdout.readline() == "locked\n"
            yield process

    def test_the_second_waits_for_the_first(self, workbook, other, capsys):
        with workbook.only_set_up_here():
            assert other.wait(timeout=5) == 0
        assert "waiting for it" in capsys.readouterr().err

    def test_the_second_waits_for_a_step_of_one_that_was_killed(self, workbook, other):
        time.sleep(0.3)
        start = time.monotonic()
        other.kill()
        other.wait()
        with workbook.only_set_up_here():
            assert time.monotonic() - start > 0.5


class TestWhichPython:
    def test_an_old_python_can_read_the_front_door(self):
        ast.parse((ROOT / "workbook.py").read_text(), feature_version=(3, 6))

    @pytest.mark.parametrize("version", [(3, 6), (3, 10), (3, 15)])
    def test_an_unsupported_one_is_told_so(self, workbook, monkeypatch, version):
        monkeypatch.setattr(sys, "version_info", (*version, 0, "final", 0))
        words = r"3\.11 to 3\.14, and this is CPython {}\.{}".format(*version)
        with pytest.raises(workbook.SetUpError, match=words):
            workbook.prepare_environment()

    def test_an_intel_mac_is_told_so(self, workbook, monkeypatch):
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(workbook.platform, "machine", lambda: "x86_64")
        with pytest.raises(workbook.SetUpError, match="Intel Macs"):
            workbook.prepare_environment()


def test_what_pip_is_configured_with_reaches_uv(workbook):
    assert workbook.uv_variables(
        {
            "INDEX_URL": "https://one.example/simple",
            "EXTRA_INDEX_URL": "https://two.example/simple\nfile:///three",
            "FIND_LINKS": "/wheels /more",
            "CERT": "/etc/certificate.pem",
        }
    ) == {
        "UV_INDEX_URL": "https://one.example/simple",
        "UV_EXTRA_INDEX_URL": "https://two.example/simple file:///three",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/wheels,/more",
        "SSL_CERT_FILE": "/etc/certificate.pem",
    }


def test_what_programs_remember_goes_elsewhere_where_nothing_can_be_written(
    workbook, tmp_path, monkeypatch
):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(workbook, "JUPYTER_FOLDER", tmp_path / "file" / ".jupyter")
    folders = {Path(each).parent for each in workbook.cache_variables().values()}
    assert len(folders) == 1 and folders.pop().is_dir()
