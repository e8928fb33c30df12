"""Finished pieces of an experiment, one Parquet file each, safe against interruption.

A chunk is written under a temporary name and renamed, so it is whole or absent. Its
note names the match and the pairs; with the checksums of its pages it tells a damaged
or foreign file, which is named, set aside and played again.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from foxkit.lab.match import TimedGames


def write_games(path: Path, games: pd.DataFrame, note: dict[str, str]) -> None:
    """Write games and a note about them as Parquet, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pandas(games, preserve_index=False)
    part = path.with_name(f"{path.name}.part")
    pq.write_table(
        table.replace_schema_metadata(note),
        part,
        compression="zstd",
        compression_level=19,
        write_page_checksum=True,
    )
    part.replace(path)


def read_games(path: Path) -> tuple[pd.DataFrame, dict[str, str]]:
    """Return the games of a file and its note; raise ValueError if it is damaged."""
    try:
        table = pq.read_table(path, page_checksum_verification=True)
    except (OSError, pa.ArrowException) as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
    note = {k.decode(): v.decode() for k, v in (table.schema.metadata or {}).items()}
    return table.to_pandas(), note


@dataclass(frozen=True)
class Chunks:
    """The finished chunks of one match.

    Attributes:
        folder: where the files lie.
        key: digest of what is played; chunks of another key are foreign.
        size: pairs in a chunk.
    """

    folder: Path
    key: str
    size: int

    def pairs(self, number: int) -> range:
        """Return the numbers of a chunk's pairs."""
        return range(number * self.size, (number + 1) * self.size)

    def path(self, number: int) -> Path:
        """Return the file of a chunk."""
        return self.folder / f"{self.key[:16]}-{number:05d}.parquet"

    def write(self, number: int, played: TimedGames) -> None:
        """Keep a finished chunk."""
        note = self._note(number) | {"seconds": f"{played.seconds:.3f}"}
        write_games(self.path(number), played.games, note)

    def read(self, number: int) -> TimedGames | None:
        """Return a chunk, or None if it is missing or useless (which is told)."""
        path = self.path(number)
        if not path.exists():
            return None
        try:
            return self._checked(number, *read_games(path))
        except ValueError as error:
            print(f"playing a chunk again: {error}", file=sys.stderr)
            path.replace(path.with_name(f"{path.name}.damaged"))
            return None

    def clear(self) -> None:
        """Remove the files, which another file has replaced."""
        for path in self.folder.glob(f"{self.key[:16]}-*"):
            path.unlink()

    def _note(self, number: int) -> dict[str, str]:
        pairs = self.pairs(number)
        return {"key": self.key, "pairs": f"{pairs.start} to {pairs.stop - 1}"}

    def _checked(
        self, number: int, games: pd.DataFrame, note: dict[str, str]
    ) -> TimedGames:
        name = self.path(number).name
        for field, value in self._note(number).items():
            if note.get(field) != value:
                raise ValueError(f"{name} has {field} {note.get(field)}, not {value}")
        if len(games) != 2 * self.size:
            raise ValueError(f"{name} has {len(games)} games, not {2 * self.size}")
        return TimedGames(games, float(note["seconds"]))
