"""Compute kept results once more, and compare: `python benchmarks/recompute.py`.

    python benchmarks/recompute.py                every result that a cell asks for
    python benchmarks/recompute.py found regret   those of some functions
    python benchmarks/recompute.py --list         only say what cells ask for and find
    python benchmarks/recompute.py --keep         write what differs over it

Cells are run for their arguments, and nothing is played or kept. `recomputed.json`,
beside this file, has the digest of each result that came out the same, so that a run
which is stopped goes on from there. The exit code is 1 where a result differs, or is
missing.
"""

import io
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DONE = Path(__file__).with_name("recomputed.json")


def run_cells(*names: str) -> Iterator[str]:
    """Run the cells of some notebooks, or all, each in one session; yield its name.

    Nothing is played. A cell that fails, because games are missing, is told.
    """
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    from foxkit.lab.settings import PlaySettings, active_settings
    from foxkit.site.chapters import NOTEBOOKS, chapters_in

    quiet = Config({"HistoryManager": {"enabled": False}})
    shell: Any = InteractiveShell.instance(config=quiet, user_ns={})
    shell.displayhook.write_output_prompt = lambda: None
    active_settings.set(PlaySettings(plays_missing=False))
    for chapter in chapters_in(NOTEBOOKS):
        if names and chapter.path.stem not in names:
            continue
        folder = chapter.path.parent
        sys.path.insert(0, str(folder))
        shell.reset(new_session=False)
        with chdir(folder):
            for cell in chapter.code:
                with redirect_stdout(io.StringIO()):
                    done = shell.run_cell("".join(cell["source"]))
                if not done.success:
                    error = done.error_before_exec or done.error_in_exec
                    print(f"{chapter.path.stem}, {cell['id']}: {error!r}")
        sys.path.remove(str(folder))
        yield chapter.path.stem


def digest_of(rows: Any) -> str:
    """The digest of a result's rows."""
    return sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]


def main(arguments: Sequence[str]) -> int:
    """Compare what is kept with what is computed now; return the exit code."""
    from foxkit import data
    from foxkit.lab import computed as kept

    only_list, keep = "--list" in arguments, "--keep" in arguments
    names = {x for x in arguments if not x.startswith("--")}
    done = json.loads(DONE.read_bytes()) if DONE.exists() else {}
    found: dict[str, bool] = {}
    differing: list[str] = []
    made = kept.ComputedCase.__init__

    def init(case: Any, function: Any, *rest: Any) -> None:
        made(case, function, *rest)
        path = case.path(True)
        name = f"{path.parent.name}/{path.name}"
        if (names and function.__name__ not in names) or name in found:
            return
        found[name] = bool(case.stored)
        if only_list or not case.stored:
            return
        kept_digest = digest_of(case.stored["rows"])
        if done.get(name) == kept_digest:
            return
        begun = time.process_time()
        case.write = lambda content, keep: vars(case).update(stored=content)
        case.compute(True)
        is_same = digest_of(case.stored["rows"]) == kept_digest
        seconds = time.process_time() - begun
        said = f"{name}: {'same' if is_same else 'DIFFERS'}, {seconds:.1f} s"
        print(said, file=sys.stderr, flush=True)  # cells print, which is not shown
        if not is_same:
            differing.append(name)
        if keep and not is_same:
            del case.write
            case.write(case.stored, True)
        if is_same or keep:
            done[name] = digest_of(case.stored["rows"])
            data.write_json(DONE, done)

    kept.ComputedCase.__init__ = init  # type: ignore[method-assign]
    for _ in run_cells():
        pass
    there = {f"{x.parent.name}/{x.name}" for x in ROOT.glob("data/kept/*/*.json")}
    if names:
        there = {x for x in there if x.partition("/")[0] in names}
    missing = [name for name, is_kept in found.items() if not is_kept]
    unasked = sorted(there - found.keys())
    print(f"{len(found)} results are asked for, {len(found) - len(missing)} are kept")
    for what, those in (
        ("missing", missing),
        ("unasked", unasked),
        ("other", differing),
    ):
        for name in those:
            print(f"{what}: {name}")
    return int(bool(missing or differing))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
