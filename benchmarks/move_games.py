"""Move the games of data/results to data/games, by what was played; needed once.

python benchmarks/move_games.py          (rows, seeds and makers stay as they are)
"""

import json

import pyarrow.parquet as pq

from foxkit.core.rng import mix
from foxkit.documents import CATALOGUE, experiment
from foxkit.lab import store
from foxkit.lab.games import SCHEMA, Stored, shelf


def moved(name: str) -> int:
    """Move the games of an experiment; return how many."""
    declared, path = experiment(name), store.FOLDER / f"{name}.parquet"
    if not declared.matches or not path.exists():
        return 0
    table = pq.read_table(path, page_checksum_verification=True)
    note, page = json.loads(table.schema.metadata[b"note"]), store.page(name)
    rows = {row["condition"]: row for row in page["conditions"]}
    conditions = table["condition"].to_pandas()
    for one in declared.matches:
        own = table.filter((conditions == one.condition).to_numpy())
        stream = declared.match_seed(one)
        seeds = [mix(stream, block) for block in own["block"].to_pylist()]
        assert seeds == own["seed"].to_pylist(), (name, one.condition)
        made, place = note[one.condition], shelf(one.played)
        games = Stored(
            own.select(SCHEMA.names).cast(SCHEMA),
            tuple(one.game.PLAYERS),
            stream,
            made["seconds"],
            tuple(made["made_with"]),
        )
        place.write(games, committed=True)
        place.remark("rules", {str(declared.rule(one)): 0}, committed=True)
        names = [agent.name for agent in one.agents]
        rows[one.condition] |= {"place": place.name, "agents": names}
    store.write_page(name, store.FOLDER, page)
    return len(table)


if __name__ == "__main__":
    print(sum(map(moved, CATALOGUE)), "games moved")
