"""The reader's own games against agents, kept in a small CSV file."""

import csv
from datetime import UTC, datetime
from pathlib import Path

from foxkit.view.play import YOU, Play

COLUMNS = ("finished", "rules", "you", "opponent", "settings", "score", "moves", "game")
"""`score` is the reader's payoff in [-1, 1]; `game` is the whole game as text."""


def keep(path: str | Path, play: Play) -> None:
    """Add a finished game to a file if one side was played by a person, one was not."""
    own = [player for player, seat in play.seats.items() if seat.who == YOU]
    others = [seat for seat in play.seats.values() if seat.who != YOU]
    outcome = play.position.outcome
    if outcome is None or len(own) != 1 or not others:
        return
    lines = play.record.text.splitlines()
    row = (
        datetime.now(UTC).isoformat(timespec="seconds"),
        next(line for line in lines if line.startswith(play.position.game.NAME)),
        own[0],
        " ".join(seat.who for seat in others),
        " ".join(f"{k}={v:g}" for seat in others for k, v in seat.settings.items()),
        outcome[own[0]],
        len(play.record),
        play.record.text,
    )
    new = not Path(path).exists()
    with Path(path).open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(COLUMNS)
        writer.writerow(row)
