"""The reader's own games against agents, kept in a small CSV file."""

from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from foxkit.core import data
from foxkit.lab.stats import proportion
from foxkit.rules.position import Position
from foxkit.view.play import YOU, Play

COLUMNS = ("finished", "rules", "you", "opponent", "settings", "score", "moves", "game")
"""`score` is the reader's payoff in [-1, 1]; `game` is the whole game as text."""


def mine() -> Path:
    """Return where the chapters keep the reader's games; it is never committed."""
    return data.cache() / "my_games.csv"


def keep(path: str | Path, play: Play) -> None:
    """Add a finished game to a file if one side was played by a person, one was not.

    Games that began from another position are not the reader's.
    """
    if play.record.start != Position.start(play.game):
        return
    own = [player for player, seat in play.seats.items() if seat.who == YOU]
    others = [seat for seat in play.seats.values() if seat.who != YOU]
    outcome = play.position.outcome
    if outcome is None or len(own) != 1 or not others:
        return
    path = Path(path)
    row = (
        datetime.now(UTC).isoformat(timespec="seconds"),
        play.record.rules,
        own[0],
        " ".join(seat.who for seat in others),
        " ".join(f"{k}={v:g}" for seat in others for k, v in seat.settings.items()),
        outcome[own[0]],
        len(play.record),
        play.record.text,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    frame = pd.DataFrame([row], columns=COLUMNS)
    frame.to_csv(path, mode="a", header=not path.exists(), index=False)


def tally(path: str | Path | None = None) -> pd.DataFrame:
    """Return how often the reader has won: one row a side, opponent and setting.

    Columns games, won, and low and high of the 95 % interval of the rate.
    """
    path, keys = Path(path or mine()), ["rules", "you", "opponent", "settings"]
    kept = pd.DataFrame(columns=COLUMNS)
    if path.exists():
        kept = pd.read_csv(path, keep_default_na=False)
    rows = [
        (*key, won.n, won.estimate, won.low, won.high)
        for key, scores in kept.groupby(keys)["score"]
        for won in [proportion(int((scores > 0).sum()), len(scores))]
    ]
    title = "" if rows else "no games yet"  # else a bare header is all there is to see
    names = pd.Index([*keys, "games", "won", "low", "high"], name=title)
    return pd.DataFrame(rows, columns=names)
