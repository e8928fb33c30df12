"""Move the games of data/results to data/games, by what was played; needed once.

python benchmarks/move_games.py          (rows, seeds and makers stay as they are)
"""

import pyarrow as pa

from foxkit.core.rng import mix
from foxkit.documents import CATALOGUE, experiment
from foxkit.lab import store
from foxkit.lab.games import SCHEMA, Stored, shelf


def moved(name: str) -> int:
    """Move the games of an experiment; return how many."""
    declared, path = experiment(name), store.FOLDER / f"{name}.parquet"
    if not declared.matches or not path.exists():
        return 0
    games, note = store.read_games(path)
    for one in declared.matches:
        own = games[games["condition"] == one.condition]
        stream = declared.match_seed(one)
        seeds = [mix(stream, int(block)) for block in own["block"]]
        assert seeds == own["seed"].tolist(), (name, one.condition)
        rows = own[SCHEMA.names].to_dict("records")
        made = note[one.condition]
        seats = len(one.agents)
        makers = tuple(made["made_with"])
        table = pa.Table.from_pylist(rows, SCHEMA)
        place = shelf(one.played)
        place.write(Stored(table, seats, stream, made["seconds"], makers), True)
        place.remark("rules", {str(declared.rule(one)): 0}, True)
    return len(games)


if __name__ == "__main__":
    print(sum(map(moved, CATALOGUE)), "games moved")
