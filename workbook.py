#!/usr/bin/env python3
"""Set foxkit up where that is needed, then run it.

    python3 workbook.py             run every chapter and write site/
    python3 workbook.py PATH.ipynb  the same, and a notebook that is not the workbook's
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
import time
from ast import literal_eval
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 14)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "foxkit-stamp"
LOCK = ROOT / ".venv.lock"
KEPT = ROOT / ".jupyter"
REQUIREMENTS = ROOT / "requirements.txt"

NO_SPACE = r"no space left|disk quota|not enough space|os error 112"
CAUSES = (
    (NO_SPACE, "The disk is full: foxkit's packages take about 1.5 GB."),
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
)
"""What the last words of a failed step mean, the first match first."""

SOURCES = (
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


def refusal() -> str:
    """Return why foxkit cannot run on this Python, or an empty string."""
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


def own_environment() -> "dict[str, str]":
    """Return the environment of the set-up's steps.

    Of the settings of pip and uv it keeps only those that say where packages come from:
    others, such as PIP_USER or PIP_TARGET, would install them somewhere else.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not re.match("PIP_|UV_", name) or re.search(SOURCES, name)
    }
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return dict(kept, PYTHONUTF8="1", PIP_USER="0", **quiet)  # 0: its files may say 1


def meaning(text: str) -> str:
    """Return the sentence that explains a failed step's words, or an empty string."""
    return next((s for p, s in CAUSES if re.search(p, text, re.IGNORECASE)), "")


def stamp() -> str:
    """Return a digest of all that the environment depends on."""
    digest = hashlib.sha256(repr((sys.version, str(ROOT))).encode())
    for path in (REQUIREMENTS, ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_ready() -> bool:
    """Return whether a finished set-up for this very stamp is there."""
    try:
        return PYTHON.exists() and STAMP.read_text() == stamp()
    except FileNotFoundError:
        return False


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
def alone():  # type: ignore[no-untyped-def]
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


class Builder:
    """Makes the environment, one step after the other.

    Every step inherits the lock: if this program is killed, the next one waits until
    a step that is still running has ended.
    """

    def __init__(self, lock: int) -> None:
        self.keep = {} if os.name == "nt" else {"pass_fds": (lock,)}

    def run(self, *command: object, **environment: str) -> None:
        """Run a step, its words on stderr; raise StepFailed if it fails."""
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=str(ROOT),
            env=dict(environment, **own_environment()),
            **self.keep,  # type: ignore
        )
        words = []
        for line in process.stdout or ():
            words.append(line.decode(errors="replace"))
            if not words[-1].startswith(" + "):  # uv's list of what it installed
                sys.stderr.write(words[-1])
        if process.wait() != 0:
            raise StepFailed("".join(words))

    def pip_settings(self) -> "dict[str, str]":
        """Return, as environment variables, what pip is configured with.

        uv does not read pip's configuration, and where that names a mirror or a
        certificate nothing could be installed without it.
        """
        text = subprocess.check_output(
            [str(PYTHON), "-m", "pip", "config", "list"],
            stdin=subprocess.DEVNULL,
            env=own_environment(),
        ).decode(errors="replace")
        lines = re.findall(r"(?m)^(global|install|:env:)\.([^=]+)=(.*?)\s*$", text)
        sections = ["global", "install", ":env:"]  # pip's order: the last wins
        lines.sort(key=lambda line: sections.index(line[0]))
        return uv_variables(
            {name.upper().replace("-", "_"): literal_eval(v) for _, name, v in lines}
        )

    def install(self, installer: "list[object]", **environment: str) -> None:
        """Install the locked packages, then this folder's foxkit."""
        self.run(*installer, "-r", REQUIREMENTS, **environment)
        self.run(
            *installer, "--no-deps", "--no-build-isolation", "-e", ROOT, **environment
        )
        link_here()

    def install_all(self) -> None:
        """Install with uv, several times faster, or with pip where uv fails.

        Python compiles what it imports: of 9,000 files most are never used.
        """
        pip = [PYTHON, "-m", "pip", "install", "--no-compile"]
        uv = [PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON]
        try:
            self.run(*pip, "--quiet", "-c", REQUIREMENTS, "uv")
            self.install(uv, **self.pip_settings())
        except StepFailed as failure:
            if re.search(NO_SPACE, str(failure), re.IGNORECASE):
                raise
            say("uv did not succeed; trying the same with pip.")
            self.install(pip)

    def build(self) -> None:
        """Make the environment from nothing and stamp it."""
        say("Setting foxkit up in .venv, once. This takes a minute or two.")
        with contextlib.suppress(FileNotFoundError):
            STAMP.unlink()
        self.run(sys.executable, "-m", "venv", "--clear", VENV)
        say("Installing the locked packages.")
        self.install_all()
        fresh = STAMP.with_suffix(".new")
        fresh.write_text(stamp())
        fresh.replace(STAMP)
        say("foxkit is set up.")


def link_here() -> None:
    """Let the environment name this folder from its own: in ASCII, whatever its name.

    Python 3.11 and 3.12 read such files in the locale's encoding, and do not start
    where that cannot spell the folder.
    """
    packages = sysconfig.get_path("purelib", "venv", {"base": str(VENV)})
    link = Path(packages, "foxkit.pth")
    if link.exists():
        link.write_text(os.path.relpath(str(ROOT), packages) + "\n", encoding="ascii")


def uv_variables(pip: "dict[str, str]") -> "dict[str, str]":
    """Return pip's settings under uv's names, values split at blanks joined uv's way.

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


def prepare() -> None:
    """Make sure that the environment is there; raise SetUpError if it cannot be."""
    reason = refusal()
    if reason:
        raise SetUpError(reason)
    if is_ready():
        return
    try:
        with alone() as lock:
            if not is_ready():  # unless the set-up that we waited for has made it
                Builder(lock).build()
    except (StepFailed, OSError) as failure:
        words = str(failure).strip() or type(failure).__name__
        reason = meaning(words) or f"The set-up failed: {words.splitlines()[-1]}."
        again = "The next call starts the set-up afresh."
        raise SetUpError(f"{reason} {again}") from failure


def remembered() -> "dict[str, str]":
    """Return where programs keep what they remember: here, not in the reader's home.

    Runtime files hold the key to a running JupyterLab: a folder whose name begins with
    a dot is never served by it.
    """
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
    return {name: str(KEPT / folder) for name, folder in names.items()}


def start(arguments: "list[str]") -> int:
    """Become the program that was asked for, or return its exit code (on Windows)."""
    if not arguments or arguments[0].endswith(".ipynb"):
        arguments = ["site", *arguments]
    name, rest = arguments[0], arguments[1:]
    program = {
        "test": ["-m", "pytest", "-n", "auto", "--dist", "worksteal"],
        "lab": ["-P", "-m", "foxkit.site.lab"],
    }.get(name, ["-P", "-m", "foxkit", name])
    if name == "test":
        os.chdir(str(ROOT))
        if "--quick" in rest:
            rest.remove("--quick")
            program += ["-m", "not slow"]
    command = [str(PYTHON), *program, *rest]
    environment = dict(os.environ, PYTHONUTF8="1", **remembered())
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)


def main() -> int:
    """Set up, then run what the arguments ask for; return the exit code."""
    try:
        prepare()
        return start(sys.argv[1:])
    except SetUpError as error:
        say(f"workbook.py: {error}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
