"""Give stored games and kept results the addresses that today's digests give them.

    python benchmarks/move_addresses.py           move what `data/moved.json` lists
    python benchmarks/move_addresses.py collect   make that list
    python benchmarks/move_addresses.py names     add what kept results reach of foxkit
                                                  to `data/names.json`

An older address has digests of whole files of a reader's code. The list says for each
of them which digest (`foxkit.lab.reachable`) has taken its place, and for each file of
games or results its old name and its new one. Games, streams and rows stay as they are.

The list was made where the code of the commit `OLD` still gave the old digests of the
modules beside notebooks, and of what cells define. A result that was kept twice, by
versions of a module that differ elsewhere, is kept once.
"""

import importlib
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
MOVED_FILE, NAMES, CELLS = DATA / "moved.json", DATA / "names.json", DATA / "cells.json"
OLD = "ff354a40"
NOTEBOOKS_THAT_DEFINE = "00_index", "07_your_own_game", "08_build_a_search"
"""The notebooks whose cells define players or games that they play."""


def address_with_new_digests(address: Any, codes: dict[str, str]) -> Any:
    """An old address with the new digests of a reader's code."""
    if isinstance(address, list):
        return [address_with_new_digests(each, codes) for each in address]
    if not isinstance(address, dict):
        return address
    found = {
        key: address_with_new_digests(each, codes) for key, each in address.items()
    }
    if "own" in address and "code" in address:
        new = codes[f"{address['own']} {address['code']}"]
        found = {"own": address["own"], "syntax": new} | found
        del found["code"]
    return found


def old_digests_in(address: Any) -> Iterator[tuple[str, str]]:
    """Yield each name and old digest of a reader's code in an address."""
    inner = address if isinstance(address, list) else []
    if isinstance(address, dict):
        inner = list(address.values())
        if "own" in address and "code" in address:
            yield address["own"], address["code"]
    for each in inner:
        yield from old_digests_in(each)


def results_at_old_addresses() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and content of each kept result at an old address."""
    for path in sorted((DATA / "kept").glob("*/*.json")):
        held = json.loads(path.read_bytes())
        if [*old_digests_in(held["address"])]:
            yield path.relative_to(DATA / "kept").as_posix(), held


def matches_at_old_addresses() -> Iterator[tuple[str, Any]]:
    """Yield the name and address of each stored match at an old address."""
    from pyarrow import parquet

    for path in sorted((DATA / "games").glob("*/*.parquet")):
        note = json.loads(parquet.read_metadata(path).metadata[b"note"])
        address = json.loads(note["address"])
        if [*old_digests_in(address)]:
            yield path.relative_to(DATA / "games").with_suffix("").as_posix(), address


def move() -> None:
    """Move what the list names from its old place to its new one."""
    from foxkit import data
    from foxkit.lab import code
    from foxkit.lab import match_files as games
    from foxkit.lab.address import canonical_json

    listed = json.loads(MOVED_FILE.read_bytes())
    codes, counts = listed["codes"], [0, 0]
    for old, held in results_at_old_addresses():
        there = DATA / "kept" / listed["kept"][old]
        held["address"] = address_with_new_digests(held["address"], codes)
        assert code.digest(canonical_json(held["address"])) == there.stem, old
        if there.exists():
            assert json.loads(there.read_bytes())["rows"] == held["rows"], old
        data.write_json(there, held)
        (DATA / "kept" / old).unlink()
        counts[0] += 1
    for old, address in matches_at_old_addresses():
        path, there = (DATA / f"games/{x}.parquet" for x in (old, listed["games"][old]))
        played, note = games._read_parquet(path, (0, 0))
        text = canonical_json(address_with_new_digests(address, codes))
        assert code.digest(text) == there.stem, old
        said = note | {"address": text}
        said["digest"] = games._metadata_digest(said)
        there.write_bytes(games._as_parquet(played, said))
        assert games.read_games(there, text) == played, old
        path.unlink()
        beside = path.with_suffix(".json")
        if beside.exists():
            held = json.loads(beside.read_bytes()) | {"address": json.loads(text)}
            data.write_json(there.with_suffix(".json"), held)
            beside.unlink()
        counts[1] += 1
    text = CELLS.read_text(encoding="utf-8")
    for old, new in listed["games"].items():
        text = text.replace(f'"{old}"', f'"{new}"')
    CELLS.write_text(text, encoding="utf-8")
    print(f"moved {counts[0]} results and {counts[1]} matches")


def _module_of_old_addresses() -> ModuleType:
    """The module that made the old addresses."""
    for name in ("code", "address"):
        source = subprocess.run(
            ["git", "show", f"{OLD}:foxkit/lab/{name}.py"],
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        source = source.replace(
            "from foxkit.lab import code", "import old_code as code"
        )
        module = sys.modules[f"old_{name}"] = ModuleType(f"old_{name}")
        exec(compile(source, module.__name__, "exec"), vars(module))
    return module


def collect() -> None:
    """Make the list, and note in `data/names.json` what it reaches of foxkit."""
    from foxkit import data
    from foxkit.lab import code
    from foxkit.lab.address import canonical_json

    before, reached = _module_of_old_addresses(), _record_reached_names()
    kept, played = [*results_at_old_addresses()], [*matches_at_old_addresses()]
    addresses = [held["address"] for _, held in kept] + [each for _, each in played]
    needed = {f"{own} {old}" for each in addresses for own, old in old_digests_in(each)}
    codes = _new_digests_of_modules(before, needed)
    names = _add_digests_of_cells(before, codes)
    _add_digests_of_doubles(kept, codes)
    if lacking := sorted(needed - codes.keys()):
        raise SystemExit(f"no code of today has these digests: {lacking}")
    for old, held in kept:
        new = code.digest(
            canonical_json(address_with_new_digests(held["address"], codes))
        )
        names["kept"][old] = f"{old.partition('/')[0]}/{new}.json"
    for old, address in played:
        new = code.digest(canonical_json(address_with_new_digests(address, codes)))
        names["games"][old] = f"{old.partition('/')[0]}/{new}"
    data.write_json(MOVED_FILE, {"codes": dict(sorted(codes.items())), **names})
    _write_names(reached, codes.values())
    news = len({*names["kept"].values()})
    print(
        f"{len(names['kept'])} results, {news} without doubles; {len(played)} matches"
    )


def names() -> None:
    """Add what functions beside notebooks reach whose results are kept."""
    from foxkit.lab.address import code_digest

    reached, digests = _record_reached_names(), set[str]()
    held = [json.loads(path.read_bytes()) for path in DATA.glob("kept/*/*.json")]
    functions = [each["address"]["function"] for each in held]
    wanted = {(x["own"], x["syntax"]) for x in functions if isinstance(x, dict)}
    for module in _modules_beside_notebooks():
        for name in {own for own, _ in wanted} & vars(module).keys():
            before = {*reached}
            if (name, found := code_digest(vars(module)[name])) in wanted:
                digests.add(found)
            else:
                reached &= before
    _write_names(reached, digests)


def _record_reached_names() -> set[str]:
    """A set into which each reading from now on puts the names that it meets."""
    from foxkit.lab import reachable

    reached, digest = set[str](), reachable.CodeReader.digest

    def noting(reader: Any, value: Any) -> str:
        found = digest(reader, value)
        reached.update(reader.names)
        return found

    reachable.CodeReader.digest = noting  # type: ignore[method-assign]
    return reached


def _write_names(reached: Iterable[str], digests: Iterable[str]) -> None:
    """Add names of foxkit and digests to `data/names.json`."""
    from foxkit import data

    table = json.loads(NAMES.read_bytes())
    ours = {x for x in reached if x.startswith("foxkit")} - table["names"].keys()
    table["names"] |= {x: x for x in sorted(ours)}
    table["digests"] = sorted({*table["digests"], *digests})
    data.write_json(NAMES, table)


def _modules_beside_notebooks() -> Iterator[ModuleType]:
    """Yield the modules beside notebooks."""
    for path in sorted((ROOT / "notebooks").rglob("*.py")):
        sys.path.insert(0, str(path.parent))
        yield importlib.import_module(path.stem)


def _new_digests_of_modules(before: ModuleType, needed: set[str]) -> dict[str, str]:
    """The new digests of what modules beside notebooks define, by the old."""
    from foxkit.lab.address import code_digest

    owns, found = {each.partition(" ")[0] for each in needed}, {}
    for module in _modules_beside_notebooks():
        for name in owns & vars(module).keys():
            value = vars(module)[name]
            if value.__module__ == module.__name__:
                old = sys.modules["old_code"].code_digest(value, before.described)
                found[f"{name} {old}"] = code_digest(value)
    return {name: new for name, new in found.items() if name in needed}


def _add_digests_of_cells(
    before: ModuleType, codes: dict[str, str]
) -> dict[str, dict[str, str]]:
    """Add the digests of what cells define; return the names of what they play."""
    from recompute import run_cells

    from foxkit.lab import code
    from foxkit.lab import match_files as games
    from foxkit.lab.address import address_of, canonical_json

    names: dict[str, str] = {}

    def pair(old: Any, new: Any) -> None:
        if isinstance(old, list):
            for one, other in zip(old, new, strict=True):
                pair(one, other)
        elif isinstance(old, dict):
            if "own" in old and "code" in old:
                key = f"{old['own']} {old['code']}"
                assert codes.setdefault(key, new["syntax"]) == new["syntax"], key
                old = {k: x for k, x in old.items() if k != "code"}
                new = {k: x for k, x in new.items() if k != "syntax"}
            assert old.keys() == new.keys()
            for key, value in old.items():
                pair(value, new[key])
        else:
            assert old == new

    def text(match_files: Any) -> str:
        new, old = address_of(match_files.match), before.address(match_files.match)
        if [*old_digests_in(old)]:
            pair(old, new)
            game = getattr(
                match_files.match.game, "NAME", type(match_files.match.game).__name__
            )
            one, other = (
                f"{game}/{code.digest(canonical_json(x))}" for x in (old, new)
            )
            names[one] = other
        return canonical_json(old)

    made = cached_property(text)
    made.__set_name__(games.MatchFiles, "address")
    games.MatchFiles.address = made  # type: ignore[assignment]
    for _ in run_cells(*NOTEBOOKS_THAT_DEFINE):
        pass
    return {"games": names, "kept": {}}


def _add_digests_of_doubles(
    kept: list[tuple[str, dict[str, Any]]], codes: dict[str, str]
) -> None:
    """Add the digests of older versions of a function whose rows are all today's."""
    cases: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, held in kept:
        function, case = held["address"]["function"], held["address"]["case"]
        if isinstance(function, dict):
            key = f"{function['own']} {function['code']}"
            case = json.dumps([name.partition("/")[0], case], sort_keys=True)
            cases[key][case] = held["rows"]
    for old in cases.keys() - codes.keys():
        own = old.partition(" ")[0]
        same = {
            codes[new]
            for new in cases.keys() & codes.keys()
            if new.partition(" ")[0] == own
            and all(cases[new].get(x) == rows for x, rows in cases[old].items())
        }
        if len(same) == 1:
            codes[old] = same.pop()


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]
    {"collect": collect, "names": names}.get(sys.argv[-1], move)()
