"""A disk cache of compiled code, which never answers from older code of the package.

numba stamps a cached function with the digest of its *own* file. A search that calls
a rule in another file would then keep answering from the old rule. Here numba's folder
(`numba.config.CACHE_DIR`) is named by one digest of all files that hold compiled code.

One attribute of numba that is not public, `_cache`, has a guard in front of it, for
which there is no setting: what depends on a reader's own class, which no digest covers,
is never kept, nor is anything by a process that has outlived an edit, or in which a
function of the package was replaced; and a file that cannot be read counts as missing.
So numba's minor version is pinned.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from types import FunctionType
from typing import Any

PACKAGE = Path(__file__).parents[1]
PLAYING_FOLDERS = ("core", "search", "solvers", "players", "games")
"""The folders of what plays; what a board looks like stands in the last one, too."""
_MODULE_PREFIXES = tuple(f"{PACKAGE.name}.{folder}." for folder in PLAYING_FOLDERS)
_FOLDERS_KEPT = 3  # that are left, of the versions used last
_LIBRARIES = {*sys.stdlib_module_names, PACKAGE.name, "numba", "numpy", "scipy"}


def code_that_plays() -> list[Path]:
    """The files of rules, searches, solvers and players, and none of a drawing.

    A game is drawn by `board.py` in its folder, and by files whose names begin so.
    """
    paths = (
        path for folder in PLAYING_FOLDERS for path in (PACKAGE / folder).rglob("*.py")
    )
    return sorted(path for path in paths if not path.name.startswith("board"))


def source_files_digest(paths: Iterable[Path], package: Path = PACKAGE) -> str:
    """One SHA-256 of files of a package, their paths included, as they are now."""
    total = sha256()
    for path in paths:
        total.update(path.relative_to(package).as_posix().encode() + b"\0")
        total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


DIGEST = source_files_digest(code_that_plays())
"""One SHA-256 of all code that plays, as this process found it."""


@cache
def _set_cache_folder() -> bool:
    """Make numba use this version's folder, if one can be made; remove older ones."""
    from numba import config

    folders = config.CACHE_DIR, PACKAGE / "__pycache__", "~/.cache/foxkit"
    for folder_name in filter(None, folders):
        with suppress(OSError, RuntimeError):  # RuntimeError: there is no home
            folder = Path(folder_name).expanduser() / f"compiled-{DIGEST[:16]}"
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            folder.touch()
            config.CACHE_DIR = str(folder)
            _remove_old_folders(folder.parent)
            return True
    return False


def _remove_old_folders(parent: Path) -> None:
    """Remove all folders of compiled code but those used last."""
    with suppress(OSError):  # another process cleans too
        folders = [*parent.glob("compiled-" + 16 * "[0-9a-f]")]
        folders.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in folders[:-_FOLDERS_KEPT]:
            rmtree(folder, ignore_errors=True)


def jit(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Compile a function with numba; keep it, if it is this package's, on disk."""
    from numba import njit

    if not _is_covered_by_digest(function) or not _set_cache_folder():
        return njit(**options)(function)
    try:
        dispatcher = njit(cache=True, **options)(function)
    except (OSError, RuntimeError):  # the folder is gone, or can be written no longer
        return njit(**options)(function)
    dispatcher._cache = _GuardedCache(dispatcher._cache)
    return dispatcher


def _is_covered_by_digest(code: Any) -> bool:
    """Whether the digest of the code that plays covers a function or class."""
    return (code.__module__ or "").startswith(_MODULE_PREFIXES)


def replaced_functions(*also: str) -> list[tuple[str, FunctionType]]:
    """The functions that a reader has put into modules of what plays, by their places.

    The digest does not cover them: they are set while the process runs. `also` are
    names of further modules.
    """
    found = []
    for name, module in [*sys.modules.items()]:
        if not (name.startswith(_MODULE_PREFIXES) or name in also):
            continue
        for key, value in [*vars(module).items()]:
            function = getattr(value, "py_func", value)
            if not isinstance(function, FunctionType):
                continue
            scope = function.__globals__
            if scope is not vars(module) and _is_of_a_reader(scope):
                found.append((f"{name}:{key}", function))
    return found


def _is_of_a_reader(scope: Mapping[str, Any]) -> bool:
    """Whether the globals of a function are those of a reader's module or notebook."""
    return str(scope.get("__name__")).partition(".")[0] not in _LIBRARIES


def _classes_are_covered_by_digest(numba_type: Any) -> bool:
    """Whether the digest covers every class in numba's type of an argument."""
    named = getattr(numba_type, "instance_class", None)
    is_digested = named is None or _is_covered_by_digest(named)
    return is_digested and all(
        map(_classes_are_covered_by_digest, getattr(numba_type, "types", ()))
    )


def _class_names(types: Any) -> Iterator[str]:
    """The names of the classes in numba's types of arguments."""
    for each in types:
        if named := getattr(each, "instance_class", None):
            yield f"{named.__module__}.{named.__qualname__}"
        yield from _class_names(getattr(each, "types", ()))


class _GuardedCache:
    """numba's files for one function, used where the digest covers all classes.

    What is compiled for a game's classes has an index of its own: to read one of all
    games would import them all.
    """

    def __init__(self, files: Any) -> None:
        """Guard numba's cache object of a function."""
        self._files = files
        self._by_classes: dict[str, Any] = {"": files}

    def __getattr__(self, name: str) -> Any:
        """An attribute of numba's cache object."""
        return getattr(self._files, name)

    def _files_for(self, types: Any) -> Any:
        """The index and files for arguments of these types."""
        names = " ".join(sorted({*_class_names(types)}))
        if names not in self._by_classes:
            from numba.core.caching import IndexDataCacheFile

            new_files = type(self._files)(self._files._py_func)
            suffix = sha256(names.encode()).hexdigest()[:8]
            base = f"{new_files._impl.filename_base}.{suffix}"
            stamp = new_files._impl.locator.get_source_stamp()
            new_files._cache_file = IndexDataCacheFile(
                new_files._cache_path, base, stamp
            )
            self._by_classes[names] = new_files
        return self._by_classes[names]

    def load_overload(self, types: Any, target: Any) -> Any:
        """Compiled code for these types; None where it must be compiled."""
        if not all(map(_classes_are_covered_by_digest, types)) or replaced_functions():
            return None
        files = self._files_for(types)
        try:
            return files.load_overload(types, target)
        except Exception:  # unpickling what is damaged may raise anything at all
            with suppress(OSError):
                files.flush()
            return None

    def save_overload(self, types: Any, result: Any) -> None:
        """Write compiled code, unless a class or an edit is not in the digest."""
        if (
            all(map(_classes_are_covered_by_digest, types))
            and source_files_digest(code_that_plays()) == DIGEST
            and not replaced_functions()
        ):
            with suppress(OSError):  # a full disk, a folder in the file's place
                self._files_for(types).save_overload(types, result)


@contextmanager
def compiling() -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether numba is compiling anything right now."""
    from numba.core import event

    with event.install_recorder("numba:compile") as record:
        yield lambda: sum(2 * each.is_start - 1 for _, each in record.buffer) > 0
