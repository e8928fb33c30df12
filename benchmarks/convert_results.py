"""Convert results of the first form (pairs, two sides) into today's, and check them.

    python benchmarks/convert_results.py [FOLDER]

It reads NAME.parquet and NAME.json of every experiment, writes them anew, and holds
every number of the old page against the one that the converted games give. Files that
are converted already, and those of experiments that are not declared, are left alone.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from math import isclose
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq

from foxkit.documents import CATALOGUE, experiment
from foxkit.documents.wolves_matches import endings
from foxkit.lab import store
from foxkit.lab.describe import describe, factors
from foxkit.lab.experiment import Computed, Experiment
from foxkit.lab.match import Match, ranks
from foxkit.lab.stats import summary

Row = dict[str, Any]
_NAMES = {
    "both caught": "both_caught",
    "material ratio": "material_ratio",
    "fox row": "fox_row",
    "simulations a second": "simulations_a_second",
    "simulations in 1 s": "simulations_in_1_s",
    "simulations in 1.5 s": "simulations_in_1.5_s",
    "seconds for 10000 simulations": "seconds_for_10000_simulations",
    "playout share": "playout_share",
}
_TIMES = ("elapsed", "processor_seconds", "peak_mib")
_OUTCOMES = {"W": "wolves_win", "D": "draw", "S": "sheep_win"}


def first_key(of: Experiment, match: Match) -> str:
    """Return the key under which the first form kept a match."""
    a, b = (describe(each) | {"kind": "Entrant"} for each in match.agents)
    told = {"kind": "Match", "cell": match.condition, "a": a, "b": b}
    played = [told | {"game": describe(match.game)}, of.match_seed(match), of.chunk]
    return sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()


def converted_games(games: pd.DataFrame, match: Match) -> pd.DataFrame:
    """Return the games of a match in today's form."""
    players, (a, b) = match.game.PLAYERS, match.agents
    rotation = (games["side_a"] == players[1]).astype(int)
    payoffs = [
        [0.0, 0.0]
        if won == "draw"
        else [1.0, -1.0]
        if won == players[0]
        else [-1.0, 1.0]
        for won in games["winner"]
    ]
    names = [[b.name, a.name] if swapped else [a.name, b.name] for swapped in rotation]
    return games.assign(
        condition=match.condition,
        block=games["pair"],
        rotation=rotation,
        agents=names,
        payoffs=payoffs,
        ranks=[ranks(each) for each in payoffs],
    ).drop(columns=["cell", "pair", "agent_a", "agent_b", "side_a"])


def held(new: Row, old: Row, names: dict[str, str], what: str) -> None:
    """Check that every number of an old row is in the new one; ValueError if not."""
    for name, value in old.items():
        mine = new.get(names.get(name, name))
        number = isinstance(value, int | float) and not isinstance(value, bool)
        same = (
            mine is not None and isclose(value, mine, rel_tol=1e-9, abs_tol=1e-11)
            if number
            else value is None or mine == value
        )
        if not same:
            raise ValueError(f"{what}: {name} was {value}, is {mine}")


def of_summary(match: Match) -> dict[str, str]:
    """Return what the columns of the first form's summary are called now."""
    first, second = match.game.PLAYERS
    found = {"pairs": "blocks"}
    for who in "ab":
        found |= {f"{who}_wins_first": f"{who}_wins_as_{first}"}
        found |= {f"{who}_wins_second": f"{who}_wins_as_{second}"}
    for end in ("", "_low", "_high"):
        found[f"first_rate{end}"] = f"{first}_rate{end}"
        for name in (f"{first} win", f"{second} win"):
            found[f"{name}{end}"] = f"{name.replace(' ', '_')}{end}"
        for side in (first, second):
            found[f"A wins as {side}{end}"] = f"a_as_{side}{end}"
            for words in ("A scores as", "rounds to win as"):
                own = f"{words} {side}".replace(" ", "_").lower()
                found[f"{words} {side}{end}"] = f"{own}{end}"
    return found


def matches(of: Experiment, page: Row, path: Path) -> tuple[list[Row], str]:
    """Convert the games of an experiment; return its rows and the new checksum."""
    table = pq.read_table(path, page_checksum_verification=True)
    note = {
        k.decode(): json.loads(v)
        for k, v in table.schema.metadata.items()
        if k in (b"keys", b"seconds", b"made_with")
    }
    games, parts, rows, told = table.to_pandas(), [], [], {}
    for match in of.matches:
        name = match.condition
        if note["keys"].get(name) != first_key(of, match):
            print(f"{of.name}, {name}: not there, or played otherwise", file=sys.stderr)
            continue
        own = converted_games(games[games["cell"] == name], match)
        found = summary(own, match.game.PLAYERS)
        old = next(row for row in page["summary"] if row["cell"] == name)
        extra = next((r for r in page.get("measured", []) if r["cell"] == name), {})
        if of.derive is endings:
            found |= endings(match, own)
        elif extra:
            found |= {key: value for key, value in extra.items() if key != "cell"}
        ignored = {"cell", "agent_a", "agent_b", "first", "second"}
        for each in (old, extra):
            kept = {k: v for k, v in each.items() if k not in ignored}
            held(found, kept, of_summary(match), f"{of.name}, {name}")
        makers = note.get("made_with", {}).get(name) or page["made_with"][name]
        told[name] = {"key": of.key(match), "seconds": note["seconds"][name]}
        told[name]["made_with"] = makers
        parts.append(own)
        rows.append(
            {
                "condition": name,
                "key": of.key(match),
                "factors": factors(match),
                "found": found,
                "seconds": float(note["seconds"][name]),
                "made_with": makers,
            }
        )
    return rows, store.write_games(path, pd.concat(parts, ignore_index=True), told)


def study_rows(name: str, old: Row) -> Iterator[Row]:
    """Yield the rows that an old row of a study stands for, without their times."""
    row = {k: v for k, v in old.items() if k not in ("cell", *_TIMES)}
    if name == "hounds-lengths":
        for plies, share in row["shares"].items():
            yield {"condition": plies, "plies": int(plies), "share": share}
    elif name == "hounds-fuzz":
        for p, found in row["rows"].items():
            yield {"condition": p, **found, "fairest_p": row["fairest_p"]}
    elif name == "hounds-starts":
        for square, found in row["squares"].items():
            yield {"condition": square, "square": square, **found}
    elif name == "hounds-moves":
        for line, found in row["after"].items():
            yield {"condition": line, "line": line, **found}
    elif name in ("wolves-trios", "wolves-map"):
        for sheep, (outcome, plies) in row["sheep"].items():
            found = {"sheep": int(sheep), "outcome": outcome, "plies": plies}
            yield {"condition": sheep, **found}
    elif name == "wolves-regret":
        for side in ("wolves", "sheep"):
            found = row[side]
            new: Row = {"decisions": found["errors"][3], "nodes": found["nodes"]}
            for what in ("errors", "lost"):
                ends = zip(("", "_low", "_high"), found[what], strict=False)
                new |= {f"{what}{end}": value for end, value in ends}
            yield {"condition": side, "side": side, **new, "seconds": found["seconds"]}
    elif name == "wolves-slices":
        yield from slice_rows(row)
    else:
        terms = row.pop("terms", {})
        yield {"condition": "", **terms, **row}


def slice_rows(row: Row) -> Iterator[Row]:
    """Yield the rows of a slice, one for each side to move."""
    for mover in ("wolves", "sheep"):
        held = row[f"{mover} to move"]
        new = {"condition": mover, "mover": mover}
        new |= {key: row[key] for key in ("placements", "bytes", "sha256")}
        new |= {f"solved_{key}": cost for key, cost in row["solved_in"].items()}
        new |= {name: held[letter] for letter, name in _OUTCOMES.items()}
        for letter, (plies, position) in held["longest"].items():
            new[f"longest_{_OUTCOMES[letter]}"] = plies
            new[f"longest_{_OUTCOMES[letter]}_from"] = position
        yield new


def computed(of: Experiment, page: Row) -> list[Row]:
    """Return the rows of computed conditions in today's form."""
    old = {row["cell"]: row for row in page.get("rows", page.get("measured", []))}
    rows = []
    for each in of.conditions:
        if not isinstance(each, Computed):
            continue
        if of.name == "speed":
            parts = [renamed(row) | {"condition": row["cell"]} for row in old.values()]
            for part in parts:
                name = part["condition"].removeprefix("cutoff ")
                part["cutoff"] = -1 if name == "no cutoff" else int(name)
            times: Row = {}
        elif of.name == "lengths":
            parts = [renamed(old[each.condition]) | {"condition": ""}]
            times = {}
        else:
            mine = old[each.condition]
            parts = list(study_rows(of.name, mine))
            times = {key: mine[key] for key in _TIMES if key in mine}
        for i, part in enumerate(parts):
            name = part.pop("condition")
            found = {k: v for k, v in part.items() if k not in each.factors}
            rows.append(
                {
                    "condition": f"{each.condition} {name}".strip(),
                    "key": of.key(each),
                    "factors": dict(each.factors),
                    "found": found if i else found | times,
                    "seconds": 0.0 if i else float(times.get("processor_seconds", 0)),
                    "made_with": [page["made_with"]],
                }
            )
    return rows


def renamed(row: Row) -> Row:
    """Return a measured row with the names of today."""
    found = {}
    for key, value in row.items():
        stem, end = key, ""
        for suffix in ("_low", "_high"):
            if key.endswith(suffix):
                stem, end = key.removesuffix(suffix), suffix
        if key != "cell":
            found[_NAMES.get(stem, stem) + end] = value
    return found


def convert(name: str, folder: Path) -> None:
    """Convert one experiment."""
    path = folder / f"{name}.json"
    page = json.loads(path.read_text(encoding="utf-8"))
    if "form" in page:
        return
    of, games = experiment(name), ""
    rows = computed(of, page)
    if of.name == "lengths" and "measured" in page["seconds"]:
        rows[0]["seconds"] = float(page["seconds"]["measured"])
    if of.name == "speed":
        rows[0]["seconds"] = float(page["seconds"].get("measured", 0))
    parquet = folder / f"{name}.parquet"
    if parquet.exists():
        rows, games = matches(of, page, parquet)
    kept = ("stop", "predicted_seconds")
    new = {
        "form": store.FORM,
        "experiment": name,
        "title": page["title"],
        "command": page["command"],
        **{key: page[key] for key in kept if key in page},
        "seed": of.seed,
        "chunk": of.chunk,
        "games": games,
        "reads": {key: list(value) for key, value in of.reads.items()},
        "conditions": rows,
    }
    path.unlink()
    store.write_page(name, folder, new)
    print(f"{name}: {len(rows)} rows")


def main() -> None:
    """Convert a folder; by default, the workbook's."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else store.FOLDER
    names = [name for name in CATALOGUE if (folder / f"{name}.json").exists()]
    for name in sorted(names, key=lambda each: bool(experiment(each).after)):
        convert(name, folder)
    for name in names:
        page = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        after = {each: store.checksum(each, folder) for each in experiment(name).after}
        reading = {
            experiment(name).key(each)
            for each in experiment(name).conditions
            if isinstance(each, Computed) and each.reads
        }
        for row in page["conditions"]:
            if row["key"] in reading and "inputs" not in row:
                row["inputs"] = after
        store.write_page(name, folder, page)


if __name__ == "__main__":
    main()
