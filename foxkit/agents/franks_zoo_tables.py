"""Tables of weights in a file: trained once, for any player to read.

Sources: sections 3.4 and 4.2 of the Frank's Zoo report. A file holds what was counted,
so that it can be read as any policy whose weights are made of it:

    {"form": 1, "players": 4, "deck": 0, "teacher": "RandomAI", "games": 1000000, ...
     "left": {"whale": 8, ...},
     "phases": [{"2 fox": {"3 fox": [plays, wins], "pass": [plays, wins], ...}, ...}]}
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from foxkit.agents.franks_zoo_heuristic import RANDOM_AI, Heuristic, heuristic
from foxkit.agents.franks_zoo_training import (
    MOVES,
    SITUATIONS,
    Counts,
    Weighted,
    counts,
    weighted,
)
from foxkit.rules import franks_zoo_text as text_form
from foxkit.rules.franks_zoo import FranksZoo
from foxkit.rules.franks_zoo_cards import CARDS, TYPES, names
from foxkit.rules.franks_zoo_moves import PASS, openings

TEACHERS = ("RandomAI", "HeuristicAI")
FORM = 1
_PIECE = 10_000  # games


def train(
    game: FranksZoo, teacher: str, games: int, seed: int, phases: int, workers: int
) -> dict[str, Any]:
    """Count moves and wins in games between copies of a teacher; return a table.

    Every game has a seed of its own, so the table is the same for any number of
    workers, which are threads. Each phase of a game has counts of its own.

    Raises:
        ValueError: there is no such teacher, or a number is below 1.
    """
    if teacher not in TEACHERS:
        raise ValueError(f"no teacher {teacher!r}; there are {', '.join(TEACHERS)}")
    if min(games, phases, workers) < 1:
        raise ValueError(
            f"{games} games, {phases} phases, {workers} workers: all must be 1 or more"
        )
    policy = RANDOM_AI if teacher == TEACHERS[0] else heuristic(game.deck)

    def piece(first: int) -> Counts:
        """Count without keeping what is only a part."""
        number = min(_PIECE, games - first)
        return counts.__wrapped__(game, policy, number, seed, phases, first)

    with ThreadPoolExecutor(workers) as pool:
        pieces = [*pool.map(piece, range(0, games, _PIECE))]
    plays, wins, left, _ = (sum(each) for each in zip(*pieces, strict=True))
    how = {"form": FORM, "players": game.players, "deck": game.deck, "seed": seed}
    cards = {name: int(left[kind]) for name, kind in names(game.deck).items()}
    return how | {
        "teacher": teacher,
        "games": games,
        "left": cards,
        "phases": _written(game.deck, plays, wins),
    }


def _written(deck: int, plays: np.ndarray, wins: np.ndarray) -> list[Any]:
    """Return plays and wins of each pair, by phase, table and move."""
    found: list[Any] = [{} for _ in range(len(plays) // SITUATIONS)]
    for row, move in np.argwhere(plays).tolist():
        phase, table = divmod(row, SITUATIONS)
        answers = found[phase].setdefault(text_form.table_text(deck, table), {})
        pair = [int(plays[row, move]), int(wins[row, move])]
        answers[text_form.move_text(deck, move)] = pair
    return found


def read_weights(path: Path | str, highest: bool = True) -> Weighted:
    """Return the policy of sections 4.2 and 4.3 with the weights of a file.

    Args:
        path: a file that `foxkit train` has written.
        highest: whether the move of the highest weight is played, or drawn by weight.

    Raises:
        ValueError: it is no such file.
    """
    return weighted(_read(path), highest)


def read_heuristic(path: Path | str) -> Heuristic:
    """Return HeuristicAI with the weights of a file, on the scale of Table 3.

    Raises:
        ValueError: it is no file that `foxkit train` has written.
    """
    found = _read(path)
    weights = 200 * found.left[:TYPES] / found.games
    return Heuristic(tuple(weights.tolist()))


def _read(path: Path | str) -> Counts:
    """Return the counts of a file."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        if found["form"] != FORM:
            raise ValueError(f"form {found['form']!r} instead of {FORM}")
        deck, left = found["deck"], np.zeros(TYPES + 1, np.int64)
        for name, kind in names(deck).items():
            left[kind] = found["left"][name]
        plays, wins = _pairs(deck, found["phases"])
        return Counts(plays, wins, left, found["games"])
    except (AttributeError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no table of weights: {error}") from error


def _pairs(deck: int, phases: list[Any]) -> np.ndarray:
    """Return plays and wins: 2 x rows x moves."""
    codes = np.full(FranksZoo.MAX_MOVES, PASS, np.int64)
    openings(int(CARDS[deck]), codes)
    code = {text_form.move_text(deck, int(move)): int(move) for move in codes}
    found = np.zeros((2, len(phases) * SITUATIONS, MOVES), np.int64)
    for phase, tables in enumerate(phases):
        for table, answers in tables.items():
            row = phase * SITUATIONS + text_form.read_table(deck, table)
            for move, pair in answers.items():
                found[:, row, code[move]] = pair
    return found
