#!/usr/bin/env python3
"""Set foxkit up where that is needed, then run it.

    python3 workbook.py             write site/, execute what has changed, prove results
    python3 workbook.py PATH.ipynb  the same, and a notebook that is not the workbook's
    python3 workbook.py all         execute every chapter anew and write site/
    python3 workbook.py check       play a block of every committed match again
    python3 workbook.py test ...    run the tests; arguments go to pytest
    python3 workbook.py test --quick ...    leave out those that take long
    python3 workbook.py lab         open JupyterLab on the index chapter
    python3 workbook.py lab PATH    open it on a notebook or folder in this one
    python3 workbook.py CMD ...     run `foxkit CMD ...`

It needs Python 3.11 to 3.14 and nothing else. All it installs goes into the folder
.venv beside it, and deleting that folder undoes it; what JupyterLab and others remember
goes into .jupyter. An older Python must be able to
read this file and say so in a sentence: hence no newer syntax here.
"""

import contextlib
import hashlib
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from ast import literal_eval
from pathlib import Path
from threading import Event, Thread

OLDEST, NEWEST = (3, 11), (3, 14)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / ".venv.lock"
JUPYTER_FOLDER = ROOT / ".jupyter"


class Packages:
    """A lock file, and what installing it costs, measured on Linux.

    Both files come from one resolution: the packages of the workbook are a part of
    those that its tests need, in the same versions.
    """

    def __init__(self, file: str, download: int, disk: float) -> None:
        self.path = ROOT / file
        self.stamp = VENV / f"foxkit-stamp-{Path(file).stem}"
        self.download = download  # megabytes
        self.disk = disk  # gigabytes

    @property
    def size(self) -> str:
        """The cost in words."""
        words = "about {} MB to download, {} GB on the disk"
        return words.format(self.download, self.disk)

    def digest(self) -> str:
        """A digest of all that an environment with these packages depends on."""
        total = hashlib.sha256(repr((sys.version, str(ROOT))).encode())
        for path in (self.path, ROOT / "pyproject.toml"):
            total.update(path.read_bytes())
        return total.hexdigest()

    def are_installed(self) -> bool:
        """Whether a finished set-up with just these packages is there."""
        try:
            return PYTHON.exists() and self.stamp.read_text() == self.digest()
        except FileNotFoundError:
            return False

    def write_pin_of(self, name: str) -> Path:
        """Write a lock file of one package alone into the environment; its path."""
        text = self.path.read_text(encoding="utf-8")
        pin = re.search(rf"(?m)^{re.escape(name)}==.*\n(?:[ \t]+.*\n)*", text)
        path = VENV / f"{name}.txt"
        path.write_text(pin[0] if pin else "", encoding="utf-8")
        return path

    def note_installed(self) -> None:
        """Note that the set-up is finished."""
        fresh = self.stamp.with_suffix(".new")
        fresh.write_text(self.digest())
        fresh.replace(self.stamp)


UV_DOWNLOAD = 17  # megabytes
LOCKED = ("--require-hashes", "--no-deps", "-r")
"""Options before the name of a lock file: just what stands there is installed."""
WORKBOOK = Packages("requirements.txt", 270, 0.9)
TESTS = Packages("requirements-test.txt", 110, 0.4)
"""The size is that of what the tests need beside the workbook's own packages."""

IN_WORKERS = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
"""Options of pytest: a worker takes whole files, in the order that the tests say."""

NO_SPACE = r"no space left|disk quota|not enough space|os error 112"
FAILURE_CAUSES = (
    (NO_SPACE, "The disk is full: foxkit's packages take about 0.9 GB."),
    (
        r"read-only file system|permission denied|access is denied",
        f"{ROOT} cannot be written: put foxkit into a folder of your own, and close"
        " the programs that are using its .venv.",
    ),
    (
        r"ensurepip is not available|no module named '?(ensurepip|venv)",
        "This Python cannot make virtual environments: install the rest of it"
        " (on Debian and Ubuntu: sudo apt install python3-venv).",
    ),
    (
        r"name resolution|resolve host|dns error|failed to lookup|nodename nor|"
        r"failed to establish|connection refused|connect error|unreachable|"
        r"timed out|connection broken|failed to connect|cannot connect to proxy",
        "The package index cannot be reached: the first call downloads foxkit's"
        " packages and needs a network connection.",
    ),
    (
        r"hash(es)? (mismatch|do not match)|do not match the hashes",
        "A package is not the one that the lock file names by its hash, so nothing of"
        " it was installed: the index or a cache between holds another file.",
    ),
)
"""What the last words of a failed step mean, the first match first."""

SOURCE_SETTINGS = (
    "INDEX|LINK|CERT|TLS|PROXY|HOST|KEYRING|TIMEOUT|RETRIES|CACHE|OFFLINE|CONFIG_FILE"
)
"""What settings of pip and uv are about that say where packages come from, and how."""


class SetUpError(Exception):
    """A set-up that cannot go on; the message is for the person who started it."""


class StepFailed(Exception):
    """A step of the set-up has failed; the message is what it printed."""


def say(text: str) -> None:
    """Tell the person at the terminal; stdout belongs to the command's answer."""
    print(text, file=sys.stderr, flush=True)


def unsupported_python_message() -> str:
    """The reason why foxkit cannot run on this Python, or an empty string."""
    supported = OLDEST <= sys.version_info[:2] <= NEWEST
    if not supported or sys.implementation.name != "cpython":
        return (
            "foxkit needs CPython 3.11 to 3.14, and this is {} {}.{}: start it with"
            " one of those, for example `python3.13 workbook.py`.".format(
                platform.python_implementation(), *sys.version_info[:2]
            )
        )
    if sys.platform == "darwin" and platform.machine() == "x86_64":
        return (
            "foxkit needs numba, which is no longer made for Python on Intel Macs"
            " (on a Mac with Apple silicon, use a Python made for arm64)."
        )
    return ""


def step_environment() -> "dict[str, str]":
    """The environment variables of the set-up's steps.

    Of the settings of pip and uv it keeps only those that say where packages come from:
    others, such as PIP_USER or PIP_TARGET, would install them somewhere else.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not re.match("PIP_|UV_", name) or re.search(SOURCE_SETTINGS, name)
    }
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return dict(kept, PYTHONUTF8="1", PIP_USER="0", **quiet)  # 0: its files may say 1


def explanation_of_failure(text: str) -> str:
    """The sentence that explains what a failed step printed, or an empty string."""
    return next((s for p, s in FAILURE_CAUSES if re.search(p, text, re.IGNORECASE)), "")


def try_lock(descriptor: int) -> bool:
    """Lock an open file without waiting; the system unlocks it when we end."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextlib.contextmanager
def only_set_up_here():  # type: ignore[no-untyped-def]
    """Wait until no other set-up is at work here; yield the lock's descriptor."""
    descriptor = os.open(str(LOCK), os.O_RDWR | os.O_CREAT)
    try:
        if not try_lock(descriptor):
            say("Another set-up is at work in this folder; waiting for it.")
            while not try_lock(descriptor):
                time.sleep(0.2)
        yield descriptor
    finally:
        os.close(descriptor)


MEGABYTES = {"k": 1e-3, "M": 1.0, "G": 1e3}


class Downloads:
    """Tells what a step downloads while it is at work, from the lines that it prints.

    uv names a package when it begins and when it has it; pip names it when it begins,
    and takes one after the other.
    """

    BEGUN = re.compile(r"Downloading (\S+) \(([\d.]+) ?([kMG])i?B\)")
    DONE = re.compile(r" Downloaded (\S+)")
    EVERY = 5.0  # seconds from one line to the next

    def __init__(self, expected: float) -> None:
        self.expected = expected
        self.started = time.monotonic()
        self.under_way = {}  # type: dict[str, float]
        self.finished = 0.0
        self._ended = Event()

    def read_line(self, line: str) -> None:
        """Read a line that the step prints."""
        begun, done = self.BEGUN.search(line), self.DONE.search(line)
        if begun:
            if not line.startswith("Downloading"):  # pip's lines are indented
                self._finish(*self.under_way)
            size = float(begun[2]) * MEGABYTES[begun[3]]
            self.under_way[begun[1].partition("-")[0]] = size
        elif done:
            self._finish(done[1])

    def _finish(self, *names: str) -> None:
        """Count downloads as finished."""
        for name in names:
            self.finished += self.under_way.pop(name, 0.0)

    def progress_in_words(self) -> str:
        """How far the step is, and how long its downloads take at this pace."""
        seconds = time.monotonic() - self.started
        if not self.under_way:
            return f"at work for {seconds:.0f} s"
        said = f"downloaded {self.finished:.0f} of about {self.expected:.0f} MB"
        if self.finished > self.expected / 10:  # sooner it would be a guess
            rest = max(0.0, self.expected - self.finished)
            left = rest * seconds / self.finished
            said += f", about {left:.0f} s left"
        largest = sorted(self.under_way, key=self.under_way.__getitem__)[-3:]
        return "{}; now {}".format(said, ", ".join(reversed(largest)))

    def _tell(self) -> None:
        """Print how far the step is, every few seconds."""
        while not self._ended.wait(self.EVERY):
            say(f"  {self.progress_in_words()}")

    def __enter__(self) -> "Downloads":
        Thread(target=self._tell, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()


class Builder:
    """Makes the environment, one step after the other.

    Every step inherits the lock: if this program is killed, the next one waits until
    a step that is still running has ended.
    """

    def __init__(self, lock: int) -> None:
        self.keep = {} if os.name == "nt" else {"pass_fds": (lock,)}

    def run_step(
        self,
        *command: object,
        environment: "dict[str, str] | None" = None,
        expected: float = 0.0,
    ) -> None:
        """Run a step; if it fails, show all that it printed and raise StepFailed.

        While it is at work it is told every few seconds how far it is; `expected` are
        the megabytes that it may download.
        """
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=str(ROOT),
            env=dict(environment or {}, **step_environment()),
            **self.keep,  # type: ignore
        )
        words = []
        with Downloads(expected) as downloads:
            for line in process.stdout or ():
                words.append(line.decode(errors="replace"))
                downloads.read_line(words[-1])
        if process.wait() != 0:
            sys.stderr.write("".join(words))
            raise StepFailed("".join(words))

    def pip_settings(self) -> "dict[str, str]":
        """The configuration of pip, as environment variables.

        uv does not read pip's configuration, and where that names a mirror or a
        certificate nothing could be installed without it.
        """
        text = subprocess.check_output(
            [str(PYTHON), "-m", "pip", "config", "list"],
            stdin=subprocess.DEVNULL,
            env=step_environment(),
        ).decode(errors="replace")
        lines = re.findall(r"(?m)^(global|install|:env:)\.([^=]+)=(.*?)\s*$", text)
        sections = ["global", "install", ":env:"]  # pip's order: the last wins
        lines.sort(key=lambda line: sections.index(line[0]))
        return uv_variables(
            {name.upper().replace("-", "_"): literal_eval(v) for _, name, v in lines}
        )

    def install(
        self,
        installer: "list[object]",
        packages: Packages,
        environment: "dict[str, str] | None" = None,
    ) -> None:
        """Install locked packages, each by its hash, then this folder's foxkit."""
        command = [*installer, *LOCKED, packages.path]
        self.run_step(*command, environment=environment, expected=packages.download)
        own = ["--no-deps", "--no-build-isolation", "-e", ROOT]
        self.run_step(*installer, *own, environment=environment)
        link_package_here()

    def install_all(self, packages: Packages) -> None:
        """Install with uv, several times faster, or with pip where uv fails.

        Python compiles what it imports: of 9,000 files most are never used.
        """
        pip = [PYTHON, "-m", "pip", "install", "--no-compile"]
        uv = [PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON]
        try:
            pin = packages.write_pin_of("uv")
            self.run_step(*pip, *LOCKED, pin, expected=UV_DOWNLOAD)
            self.install(uv, packages, self.pip_settings())
        except StepFailed as failure:
            if re.search(NO_SPACE, str(failure), re.IGNORECASE):
                raise
            say("uv did not succeed; trying the same with pip.")
            self.install(pip, packages)

    def build(self) -> None:
        """Make the environment of the workbook from nothing."""
        say(f"Setting foxkit up in .venv, once: {WORKBOOK.size}.")
        for packages in (WORKBOOK, TESTS):
            with contextlib.suppress(FileNotFoundError):
                packages.stamp.unlink()
        self.run_step(sys.executable, "-m", "venv", "--clear", VENV)
        self.install_all(WORKBOOK)
        WORKBOOK.note_installed()
        say("foxkit is set up.")

    def add_tests(self) -> None:
        """Add what the tests need."""
        say(f"Adding what the tests need, once: {TESTS.size}.")
        self.install_all(TESTS)
        TESTS.note_installed()


def link_package_here() -> None:
    """Let the environment name this folder from its own: in ASCII, whatever its name.

    Python 3.11 and 3.12 read such files in the locale's encoding, and do not start
    where that cannot spell the folder.
    """
    packages = sysconfig.get_path("purelib", "venv", {"base": str(VENV)})
    link = Path(packages, "foxkit.pth")
    if link.exists():
        link.write_text(os.path.relpath(str(ROOT), packages) + "\n", encoding="ascii")


def uv_variables(pip: "dict[str, str]") -> "dict[str, str]":
    """The settings of pip under uv's names, with lists joined as uv reads them.

    pip takes the best version of all its indexes; uv must be told to.
    """
    names = {
        "INDEX_URL": "UV_INDEX_URL",
        "EXTRA_INDEX_URL": "UV_EXTRA_INDEX_URL",
        "FIND_LINKS": "UV_FIND_LINKS",
        "CERT": "SSL_CERT_FILE",
        "PROXY": "ALL_PROXY",
        "TIMEOUT": "UV_HTTP_TIMEOUT",
        "TRUSTED_HOST": "UV_INSECURE_HOST",
    }
    variables = {names[n]: " ".join(pip[n].split()) for n in names if n in pip}
    if "FIND_LINKS" in pip:
        variables["UV_FIND_LINKS"] = variables["UV_FIND_LINKS"].replace(" ", ",")
    if "EXTRA_INDEX_URL" in pip:
        variables["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return variables


def prepare_environment(testing: bool = False) -> None:
    """Make sure that the environment is there; raise SetUpError if it cannot be."""
    reason = unsupported_python_message()
    if reason:
        raise SetUpError(reason)

    def is_ready() -> bool:
        return WORKBOOK.are_installed() and (not testing or TESTS.are_installed())

    if is_ready():
        return
    try:
        with only_set_up_here() as lock:
            # Unless the set-up that we waited for has made it.
            if not WORKBOOK.are_installed():
                Builder(lock).build()
            if not is_ready():
                Builder(lock).add_tests()
    except (StepFailed, OSError) as failure:
        words = str(failure).strip() or type(failure).__name__
        reason = (
            explanation_of_failure(words)
            or f"The set-up failed: {words.splitlines()[-1]}."
        )
        again = "The next call starts the set-up afresh."
        raise SetUpError(f"{reason} {again}") from failure


def cache_variables() -> "dict[str, str]":
    """Environment variables by which programs write their caches here, not at home.

    Runtime files hold the key to a running JupyterLab: a folder whose name begins with
    a dot is never served by it. Where nothing can be written here, it is a new folder
    among the system's temporary ones.
    """
    kept = JUPYTER_FOLDER
    try:
        kept.mkdir(exist_ok=True)
    except OSError:
        kept = Path(tempfile.mkdtemp(prefix="foxkit-"))
    names = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "MPLCONFIGDIR": "matplotlib",
        "XDG_CACHE_HOME": "cache",  # of fontconfig, which matplotlib asks for fonts
        "NPM_CONFIG_CACHE": "npm",  # JupyterLab asks npm for language servers
    }
    return {name: str(kept / folder) for name, folder in names.items()}


def become_program(arguments: "list[str]") -> int:
    """Become the program that the arguments name; on Windows run it: its exit code."""
    if not arguments or arguments[0].endswith(".ipynb"):
        arguments = ["site", "--prove", *arguments]
    if arguments[0] == "all":
        arguments = ["site", "--anew", *arguments[1:]]
    name, rest = arguments[0], arguments[1:]
    program = {
        "test": ["-m", "pytest", *IN_WORKERS],
        "lab": ["-P", "-m", "foxkit.site.lab"],
    }.get(name, ["-P", "-m", "foxkit", name])
    if name == "test":
        os.chdir(str(ROOT))
        if "--quick" in rest:
            rest.remove("--quick")
            program += ["-m", "not slow"]
    command = [str(PYTHON), *program, *rest]
    environment = dict(os.environ, PYTHONUTF8="1", **cache_variables())
    if name == "test":  # they start hundreds of Pythons, which share what one compiles
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)


def main() -> int:
    """Set up, then run what the arguments ask for; return the exit code."""
    try:
        prepare_environment(testing=sys.argv[1:2] == ["test"])
        return become_program(sys.argv[1:])
    except SetUpError as error:
        say(f"workbook.py: {error}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
