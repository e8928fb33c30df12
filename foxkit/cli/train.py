"""foxkit train: weights that players use, learned from games and kept in a file."""

import json
import os
import shlex
from pathlib import Path

from cyclopts import App

train = App(name="train", help="Train the weights of a game's players.")


@train.command
def franks_zoo(
    *,
    to: Path,
    games: int = 1_000_000,
    seed: int = 1,
    phases: int = 1,
    teacher: str = "RandomAI",
    variant: str | None = None,
    workers: int | None = None,
) -> None:
    """Train the weights of cards (Table 3) and of moves (section 4.2) of Frank's Zoo.

    Args:
        to: the file to write, JSON; `foxkit.agents.franks_zoo_tables` reads it.
        games: between four copies of the teacher.
        seed: the randomness; the table is the same for any number of workers.
        phases: of a game, each with weights of moves of its own.
        teacher: RandomAI or HeuristicAI.
        variant: deck-2 to deck-13, or another rule variant.
        workers: threads; by default, as many as there are processors.
    """
    from foxkit.agents.franks_zoo_tables import train
    from foxkit.lab.match import made_with
    from foxkit.lab.store import write_whole
    from foxkit.rules.games import game_named

    game = game_named("franks-zoo", variant)
    staff = workers if workers is not None else os.cpu_count() or 1
    found = train(game, teacher, games, seed, phases, staff)
    words = f"foxkit train franks-zoo --to {shlex.quote(str(to))} --games {games}"
    words += f" --seed {seed} --phases {phases}"
    words += f" --teacher {shlex.quote(teacher)}"
    words += f" --variant {shlex.quote(variant)}" if variant else ""
    text = json.dumps({"command": words, "made_with": made_with(), **found}, indent=1)
    write_whole(to, f"{text}\n".encode())
    print(to)
