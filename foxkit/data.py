"""The folders of the workbook's and the reader's data, and safe reading and writing."""

import io
import json
import math
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from foxkit.core.quoting import quoted

WORKBOOK = Path(__file__).resolve().parents[1] / "data"
"""The folder of the workbook's data: published numbers, results, examples."""


def folder() -> Path:
    """The folder that `FOXKIT_DATA` names, or the workbook's own.

    A relative name starts at the workbook's folder: a cell runs in the folder of its
    notebook, and a command anywhere.
    """
    return WORKBOOK.parent / (os.environ.get("FOXKIT_DATA") or WORKBOOK)


def roots() -> tuple[Path, Path]:
    """The folders to search for data: `FOXKIT_DATA`, then the workbook's own."""
    return folder(), WORKBOOK


def readers_data_folder() -> Path:
    """The folder of the reader's games and results; it is never committed."""
    return folder() / "yours"


MAX_BYTES = 1 << 26
"""The size of the largest file that is read whole; the largest committed has 0.3 MB."""
MAX_NESTING = 50
"""The largest depth of JSON data; ours is nested about ten levels deep."""
MAX_VALUES = 1 << 21
"""The largest number of values in JSON data; the largest committed file has 31,000."""
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)


def require_plain_file(path: Path) -> None:
    """Raise ValueError where a path is anything but a plain file, or absent.

    Links, folders, pipes and devices are refused, and so are links among the folders
    between the data folder and the file. The data folder and `yours` themselves may be
    links, because the reader chose where the data lies.
    """
    around = [
        each for each in (readers_data_folder(), *roots()) if path.is_relative_to(each)
    ]
    inner = [each for each in path.parents if around and around[0] in each.parents]
    for each in (path, *inner):
        try:
            mode = each.lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:  # not allowed, a loop of links, a name that is too long
            break  # opening it says so
        if stat.S_ISLNK(mode) or (hasattr(each, "is_junction") and each.is_junction()):
            raise ValueError(f"{each} is a link, which is not followed: move it away")
        if each == path and not stat.S_ISREG(mode):
            kind_of_file = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
            raise ValueError(
                f"{each} is {kind_of_file} in the place of a file: move it away"
            )


def read_file(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a file whole.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it is no plain file (`require_plain_file`), or has over `max_bytes`.
    """
    require_plain_file(path)
    # Since that check it may have become a link or a pipe.
    names = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC")
    flags = sum(getattr(os, name, 0) for name in names)
    with os.fdopen(os.open(path, os.O_RDONLY | flags), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise ValueError(f"{path} is no plain file: move it away")
        content = b"" if state.st_size > max_bytes else file.read(max_bytes + 1)
        if max(state.st_size, len(content)) > max_bytes:
            raise ValueError(
                f"{path} is larger than the {max_bytes:,} bytes allowed here"
            )
    return content


def parse_json(text: str | bytes) -> Any:
    """Parse JSON data from any source.

    Raises:
        ValueError: it is no JSON, has more than `MAX_VALUES`, is nested deeper than
            `MAX_NESTING`, names an entry twice, or holds a number that is not finite or
            has thousands of digits.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise ValueError(f"it has more than {MAX_VALUES:,} values")
    depth = 0
    for part in _TEXT_OR_BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(part[0], 0)
        if depth > MAX_NESTING:
            raise ValueError(f"it is nested more than {MAX_NESTING} levels deep")
    return json.loads(
        text,
        object_pairs_hook=_dict_without_repeats,
        parse_float=_finite_number,
        parse_constant=_finite_number,
    )


def _dict_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The entries of a JSON object; ValueError if a name stands twice."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"it has two entries {twice[:40]!r}")
    return entries


def _finite_number(text: str) -> float:
    """A JSON number; ValueError for infinity and for what is no number."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text[:20]} is no finite number")
    return number


def read_json(path: Path, form: Any = object, max_bytes: int = MAX_BYTES) -> Any:
    """Read JSON data of a form (see `form_faults`) from a file.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it cannot be read (`read_file`, `parse_json`), or has another form.
    """
    content = read_file(path, max_bytes)
    try:
        content_value = parse_json(content)
        wrong = form_faults(content_value, form)
    except ValueError as error:
        wrong = [str(error)]
    if wrong:
        raise ValueError(f"{path} is damaged: {wrong[0]}")
    return content_value


def csv_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file; ValueError if one has too many or few cells."""
    import csv  # the Python of pages does without it

    lines = io.StringIO(read_file(path).decode("utf-8"), newline="")
    try:
        rows: list[Any] = [*csv.DictReader(lines)]
    except csv.Error as error:
        raise ValueError(f"{path.name}: {error}") from None
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"{path.name}: too many or few cells in {row}")
    return rows


_MAX_FOLDER_NAME = 60
_NAMES_OF_DEVICES = {"CON", "PRN", "AUX", "NUL"}
_NAMES_OF_DEVICES |= {f"{x}{n}" for x in ("COM", "LPT") for n in range(10)}
"""Names that Windows gives to no file."""


def folder_name(name: str) -> str:
    """The name of the folder for a game or a function, which every system allows.

    >>> folder_name("<lambda>"), folder_name("fox-game"), folder_name("Con")
    ('lambda', 'fox-game', 'Con-')
    """
    plain = "".join(x if x.isalnum() or x in "-_" else "-" for x in name)
    plain = plain[:_MAX_FOLDER_NAME].strip("-") or "unnamed"
    return f"{plain}-" if plain.upper() in _NAMES_OF_DEVICES else plain


def can_be_read(path: Path) -> bool:
    """Whether to read: the file is readable, or a link, which reading refuses."""
    if os.access(path, os.R_OK):
        return True
    try:
        return path.is_symlink()
    except OSError:
        return False  # its folder may not be looked into, or its name is too long


def require_readable(path: Path) -> None:
    """Raise OSError where a file exists that cannot be read.

    It belongs to somebody else, and its content is not known, so it must not be
    replaced.
    """
    if os.path.lexists(path) and not can_be_read(path):
        raise PermissionError(13, "a file there cannot be read", str(path))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it: it is whole or absent.

    No link is written through. ValueError where something else than a file stands in
    its place (`require_plain_file`).
    """
    require_plain_file(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)  # of a process that died; it may be a link
    try:
        with part.open("xb") as file:
            file.write(content)
        remove_abandoned_parts(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


_PART_NAME = re.compile(r".+\.\d+\.part")
_SECONDS_UNTIL_ABANDONED = 3600
_cleared_folders: set[Path] = set()


def remove_abandoned_parts(part: Path) -> None:
    """Delete unfinished files of processes that were killed while they wrote.

    It is done once for each folder, and in the data folders alone. Unfinished files of
    the last hour stay: another process, maybe on another machine, may be writing them.

    Args:
        part: an unfinished file that was just written there. Its time counts as now,
            because the clock of the file's machine may be another one.
    """
    folder = part.parent
    of_data = any(folder.is_relative_to(each) for each in roots())
    if folder in _cleared_folders or not of_data:
        return
    _cleared_folders.add(folder)
    with suppress(OSError):  # what cannot be deleted does no harm
        latest = part.lstat().st_mtime - _SECONDS_UNTIL_ABANDONED
        for path in folder.glob("*.part"):
            state = path.lstat()
            is_part = _PART_NAME.fullmatch(path.name) and stat.S_ISREG(state.st_mode)
            if is_part and state.st_mtime < latest:
                path.unlink(missing_ok=True)


def cannot_write_message(error: OSError) -> str:
    """A message that results could not be written, and what to do about it."""
    file_in_words = f" ({error.filename})" if error.filename else ""
    return (
        f"nothing more is kept here: {error.strerror or error}{file_in_words}. To keep "
        "it, let the environment variable FOXKIT_DATA name a folder that can be written"
    )


def write_json(path: Path, content: Any) -> None:
    """Write JSON data, whole, with its letters as they are."""
    write_whole(path, _as_json_file(content))


def _as_json_file(content: Any) -> bytes:
    """JSON data as the bytes of a file."""
    return f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode()


def require_readable_later(content: Any) -> None:
    """Raise ValueError for JSON data that `read_json` would refuse from a file."""
    content_bytes = _as_json_file(content)
    if len(content_bytes) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
    parse_json(content_bytes)


def as_json_data(value: Any) -> Any:
    """A value as JSON data: NumPy's numbers become Python's, infinite ones None.

    Raises:
        ValueError: it has something else than numbers, texts, lists and dicts, or two
            names of a dict, such as 1 and "1", are one text.
    """
    try:
        text = json.dumps(value, default=_number_of_numpy)
    except TypeError as error:  # a name that is no text, such as a tuple
        raise ValueError(str(error)) from None
    return json.loads(
        text,
        object_pairs_hook=_dict_without_repeats,
        parse_constant=lambda name: None,
    )


def _number_of_numpy(value: Any) -> Any:
    """A number of NumPy as one of Python; ValueError for anything else."""
    if getattr(value, "size", 0) == 1 and hasattr(value, "item"):
        return value.item()
    raise ValueError(f"{quoted(value)} is no number, text, list or dict")


def form_faults(value: Any, form: Any, name: str = "it") -> list[str]:
    """The faults of JSON data: parts of a form that are missing, or of another type.

    A form is a type, a dict of entries with their forms, or a list of one form.
    """
    expected_type: Any = form if isinstance(form, type) else type(form)
    if not isinstance(value, expected_type) or (
        expected_type is int and isinstance(value, bool)
    ):
        return [f"{name} is missing or no {expected_type.__name__}"]
    parts = []
    if isinstance(form, dict):
        parts = [(value.get(key), each, f"{key!r}") for key, each in form.items()]
    elif isinstance(form, list):
        parts = [(each, form[0], f"an entry of {name}") for each in value]
    return [fault for part in parts for fault in form_faults(*part)]
