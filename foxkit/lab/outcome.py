"""The result of a run: what it holds already, what is still left, how it is written."""

import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pandas as pd

from foxkit.lab import store
from foxkit.lab.describe import describe, factors
from foxkit.lab.experiment import Computed, Experiment
from foxkit.lab.journal import Journal
from foxkit.lab.match import Played, made_with
from foxkit.lab.ongoing import Ongoing
from foxkit.lab.stats import Row, summary
from foxkit.solvers.store import peak_mib

_COMPUTED = {"rows": [store.ROW | {"inputs": dict}], "made_with": store.MAKER}
"""The form of a computed condition in the journal."""


class Outcome:
    """An experiment under way: its matches, its computed rows, and where they go."""

    def __init__(self, experiment: Experiment, journal: Journal, folder: Path) -> None:
        self.experiment, self.journal, self.folder = experiment, journal, folder
        name = experiment.name
        self.page = store.page(name, folder) if store.has_page(name, folder) else {}
        self.rows = self._believed()
        self.renamed = self._name_factors()
        self.predicted: float | None = None
        self.matches = self._take_up()

    def _believed(self) -> dict[str, Row]:
        """Return the rows of the page; not those on games that it does not belong to.

        A run that is broken off between the games and the page leaves an older page.
        """
        rows = {row["condition"]: row for row in self.page.get("conditions", [])}
        if store.belong_together(self.experiment.name, self.folder):
            return rows
        matches = {match.condition for match in self.experiment.matches}
        return {name: row for name, row in rows.items() if name not in matches}

    def _name_factors(self) -> bool:
        """Give rows the factors of today, as rules and agents may have younger ones."""
        before = {name: row["factors"] for name, row in self.rows.items()}
        for match in self.experiment.matches:
            if match.condition in self.rows:
                row = self.rows[match.condition]
                self.rows[match.condition] = row | {"factors": factors(match)}
        return before != {name: row["factors"] for name, row in self.rows.items()}

    def _take_up(self) -> list[Ongoing]:
        """Return the matches with the games that the result holds."""
        path = self.folder / f"{self.experiment.name}.parquet"
        games, note = store.read_games(path) if path.exists() else (pd.DataFrame(), {})
        found, known = [], set()
        for match in self.experiment.matches:
            used = Played(pd.DataFrame())
            made = note.get(match.condition, {})
            if made.get("key") == self.experiment.key(match):
                own = games[games["condition"] == match.condition]
                makers = tuple(made["made_with"])
                used = Played(own.reset_index(drop=True), made["seconds"], makers)
                known.add(match.condition)
            found.append(Ongoing(self.experiment, match, self.journal, used))
        self.others = {*note} - known
        self._set_aside(path, self.others)
        return found

    def _set_aside(self, path: Path, others: set[str]) -> None:
        """Keep a copy of a result with games that the experiment does not declare now.

        A run writes the result again without them.
        """
        if not others:
            return
        content = path.read_bytes()
        copy = path.with_name(
            f"{path.stem}-earlier-{sha256(content).hexdigest()[:8]}.parquet"
        )
        store.write_whole(copy, content)
        print(
            f"{path.name} has games of matches that are not declared, or were declared "
            f"otherwise: {', '.join(sorted(others))}. They are kept in {copy.name}",
            file=sys.stderr,
        )

    @property
    def is_finished(self) -> bool:
        """Tell whether the result holds all that is declared."""
        played = all(
            each.done and each.kept == each.found and each.match.condition in self.rows
            for each in self.matches
        )
        left = self.others or self.renamed or self._left()
        return bool(self.page) and played and not left

    @property
    def has_rows_of_other_code(self) -> bool:
        """Tell whether other code has computed rows; they are not computed again."""
        keys = {each.key for each in self.experiment.computed}
        made = [row["made_with"] for row in self.rows.values() if row["key"] in keys]
        code = made_with()["code"]
        return any(maker["code"] != code for makers in made for maker in makers)

    def _left(self) -> list[Computed]:
        """Return the computations whose rows are not there, or are of other games."""
        there = {
            row["key"]
            for row in self.rows.values()
            if not store.is_stale(row, self.folder)
        }
        return [each for each in self.experiment.computed if each.key not in there]

    def compute(self) -> None:
        """Compute what is left, each row kept as soon as it is there."""
        left, code = self._left(), made_with()
        for number, each in enumerate(left, 1):
            piece = self._kept(each, code)
            if piece is None:
                print(f"{number} of {len(left)}: {each.condition}", file=sys.stderr)
                piece = {"rows": self._timed(each), "made_with": code}
                self.journal.put(each.key, 0, piece)
            for row in piece["rows"]:
                self.rows[row["condition"]] = row | {"made_with": [code]}

    def _kept(self, one: Computed, code: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the same code has computed in a run that was broken off."""
        try:
            piece = self.journal.get(one.key, 0, _COMPUTED)
        except ValueError as error:
            print(f"computing {one.condition} again: {error}", file=sys.stderr)
            return None
        if piece is None or piece["made_with"]["code"] != code["code"]:
            return None
        stale = any(store.is_stale(row, self.folder) for row in piece["rows"])
        return None if stale else piece

    def _timed(self, one: Computed) -> list[Row]:
        """Compute the rows of a condition; the first of them bears the cost."""
        inputs = {
            name: store.checksum(name, self.folder)
            for name in (self.experiment.after if one.reads else ())
        }
        began, worked = time.perf_counter(), time.process_time()
        rows = one.rows(self.folder)
        times = {
            "elapsed": round(time.perf_counter() - began, 3),
            "processor_seconds": round(time.process_time() - worked, 3),
            "peak_mib": peak_mib(),
        }
        return [
            {
                "condition": row.pop("condition"),
                "key": self.experiment.key(one),
                "factors": {name: row.pop(name) for name in one.factors},
                "found": row if i else row | times,
                "seconds": 0.0 if i else times["processor_seconds"],
                "inputs": inputs,
            }
            for i, row in enumerate(map(dict, rows))
        ]

    def export(self) -> None:
        """Write the finished matches and rows as the result; forget their pieces.

        A match that was finished once and is now made longer stays in the result.
        """
        kept = [each for each in self.matches if each.done or each.kept]
        for each in kept:
            if (
                each.kept < len(each.used.games)
                or each.match.condition not in self.rows
            ):
                self.rows[each.match.condition] = self._row(each)
        note = {
            each.match.condition: {
                "key": each.key,
                "seconds": each.used.seconds,
                "made_with": each.used.made_with,
            }
            for each in kept
        }
        sum = ""
        if kept:
            path = self.folder / f"{self.experiment.name}.parquet"
            games = pd.concat([each.used.games for each in kept], ignore_index=True)
            sum = store.write_games(path, games, note)
        self.page = self._page(kept, sum)
        store.write_page(self.experiment.name, self.folder, self.page)
        for each in kept:
            each.kept = len(each.used.games)
            self.journal.forget(each.key, each.blocks)
        for condition in self.experiment.computed:
            self.journal.forget(condition.key, 1)

    def _row(self, one: Ongoing) -> Row:
        """Return the row of a match: its factors, who won, and what is derived."""
        games, match = one.used.games, one.match
        found = summary(games, match.game.PLAYERS)
        if self.experiment.derive:
            found |= self.experiment.derive(match, games)
        return {
            "condition": match.condition,
            "key": one.key,
            "factors": factors(match),
            "found": found,
            "seconds": round(one.used.seconds, 1),
            "made_with": list(one.used.made_with),
        }

    def _page(self, kept: list[Ongoing], checksum: str) -> store.Page:
        """Return the page: how the result was made, and its rows in declared order."""
        experiment = self.experiment
        order = [experiment.key(each) for each in experiment.conditions]
        rows = [row for row in self.rows.values() if row["key"] in order]
        rows.sort(key=lambda row: order.index(row["key"]))
        new = any(each.kept < len(each.used.games) for each in kept) or not kept
        played = {
            "command": experiment.command
            or store.command(experiment.name, self.folder),
            "stop": describe(experiment.stop),
        }
        if self.page and not new:
            played = {key: self.page[key] for key in played}
        if self.predicted or "predicted_seconds" in self.page:
            seconds = self.predicted or self.page["predicted_seconds"]
            played["predicted_seconds"] = round(seconds, 1)
        return {
            "form": store.FORM,
            "experiment": experiment.name,
            "title": experiment.title,
            **played,
            "seed": experiment.seed,
            "chunk": experiment.chunk,
            "games": checksum,
            "reads": {key: list(value) for key, value in experiment.reads.items()},
            "conditions": rows,
        }
