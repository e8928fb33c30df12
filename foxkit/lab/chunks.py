"""Finished pieces of an experiment, one Parquet file each, safe against interruption.

A chunk is written under a temporary name and renamed, so it is whole or absent. Its
note names the match and the pairs; with the checksums of its pages it tells a damaged
or foreign file, which is named, set aside and played again.
"""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from foxkit.lab.match import TimedGames

SCHEMA = pa.schema(
    {
        "cell": pa.large_string(),
        "seed": pa.int64(),
        "agent_a": pa.large_string(),
        "agent_b": pa.large_string(),
        "side_a": pa.large_string(),
        "winner": pa.large_string(),
        "reason": pa.large_string(),
        "turns": pa.int64(),
        "hash": pa.large_string(),
        "moves": pa.binary(),
        "pair": pa.int64(),
    }
)
"""The columns of a file of games, explained in `data/README.md`."""
UNKNOWN = {"code": "not recorded"}
"""What older files were made with."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it: it is whole or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(path)


def write_games(path: Path, games: pd.DataFrame, note: dict[str, str]) -> None:
    """Write games and a note about them as Parquet, whole or not at all."""
    table = pa.Table.from_pandas(games, SCHEMA, preserve_index=False)
    content = pa.BufferOutputStream()
    pq.write_table(
        table.replace_schema_metadata(note),
        content,
        compression="zstd",
        compression_level=19,
        write_page_checksum=True,
    )
    write_whole(path, content.getvalue().to_pybytes())


def read_games(path: Path) -> tuple[pd.DataFrame, dict[str, str]]:
    """Return the games of a file and its note; raise ValueError if it is damaged."""
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        games = table.cast(SCHEMA).to_pandas()
        note = table.schema.metadata or {}
        texts = {key.decode(): value.decode() for key, value in note.items()}
    except (OSError, ValueError, pa.ArrowException) as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
    return games, texts


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
        made = {
            "seconds": f"{played.seconds:.3f}",
            "made_with": json.dumps(played.made_with),
        }
        write_games(self.path(number), played.games, self._note(number) | made)

    def read(self, number: int) -> TimedGames | None:
        """Return a chunk, or None if it is missing or useless (which is told)."""
        path = self.path(number)
        if not path.exists():
            return None
        try:
            return self._checked(number, *read_games(path))
        except (KeyError, ValueError) as error:
            print(f"playing {path.name} again: {error}", file=sys.stderr)
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
        for field, value in self._note(number).items():
            if note[field] != value:
                raise ValueError(f"it has {field} {note[field]}, not {value}")
        if len(games) != 2 * self.size:
            raise ValueError(f"it has {len(games)} games, not {2 * self.size}")
        makers = json.loads(note["made_with"]) if "made_with" in note else [UNKNOWN]
        return TimedGames(games, float(note["seconds"]), tuple(makers))
