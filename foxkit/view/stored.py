"""Games on disk: annotated examples, and games that the chapters' cells have played.

The latter are tables. What reads them is imported only then, and a board does without
it where it is missing.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foxkit import data
from foxkit.core.position import Position, winner_or_draw_names
from foxkit.core.rng import mix
from foxkit.games import NAMES
from foxkit.lab.address import as_address_data
from foxkit.players.standard import BySide
from foxkit.view.record import Record

if TYPE_CHECKING:
    from foxkit.lab.match import Match
    from foxkit.view.opponents import Opponent


def example_records(game: Any) -> dict[str, Record]:
    """The annotated games of a game, by title; none if there is no file.

    The reader's data folder goes before the workbook's own.
    """
    paths = (root / "examples" / f"{game.NAME}.txt" for root in data.roots())
    path = next((path for path in paths if path.exists()), None)
    texts = data.read_file(path).decode("utf-8").split("\n\n") if path else []
    records = (Record.parse(game, text) for text in texts)
    return {record.title: record for record in records}


@cache
def _files_by_cell(cls: Any) -> dict[str, list[tuple[Path, Any, int, int]]]:
    """The committed files of games whose rules are of a class, by cell.

    For each file: its path, the rules, the plies of the opening, the number of games.
    """
    if find_spec("pyarrow") is None:
        return {}
    from pyarrow.parquet import read_metadata

    from foxkit.lab.address import CannotRebuildMatch, value_from_address
    from foxkit.lab.cell_outputs import play_calls_by_cell

    files_by_cell: dict[str, list[tuple[Path, Any, int, int]]] = {}
    for cell, entry in play_calls_by_cell().items():
        matches = (match for call in entry["calls"] for match in call["matches"])
        for match in dict.fromkeys(matches):
            path = data.WORKBOOK / "games" / f"{match}.parquet"
            if not match.startswith(f"{cls.NAME}/") or not path.exists():
                continue
            data.require_plain_file(path)
            parquet = read_metadata(path)
            note = data.parse_json(parquet.metadata[b"note"])
            address = data.parse_json(note["address"])
            with suppress(CannotRebuildMatch):  # rules of a reader's own
                rules = value_from_address(address["game"])
                opening = address.get("opening", {}).get("Opening", {}).get("plies", 0)
                if type(rules) is cls:
                    file = path, rules, opening, parquet.num_rows
                    files_by_cell.setdefault(cell, []).append(file)
    return files_by_cell


def stored_games(game: Any) -> dict[str, int]:
    """The games that can be opened: examples, and cells, each with its number of games.

    They have the class of this game, under any rules.
    """
    game_class: Any = type(game)
    cells = {
        cell: sum(n for *_, n in files)
        for cell, files in _files_by_cell(game_class).items()
    }
    return dict.fromkeys(example_records(game), 1) | cells


def stored_game(game: Any, name: str, row: int = 0) -> Record:
    """An example, or a game of a cell, by its number among all of the cell's.

    Raises:
        ValueError: there is no such example or cell, or no such game of it.
    """
    known = stored_games(game)
    if name not in known:
        raise ValueError(f"no games of {game.NAME} in store by cell {name!r}")
    if row not in range(known[name]):
        raise ValueError(f"{name} has games 0 to {known[name] - 1}, not {row}")
    if name in (titled := example_records(game)):
        return titled[name]
    from foxkit.lab.match import game_dealt_for_block
    from foxkit.lab.match_files import read_games

    game_class: Any = type(game)
    games_of_cell = [
        (*file, at) for *file, n in _files_by_cell(game_class)[name] for at in range(n)
    ]
    path, rules, opening, at = games_of_cell[int(row)]
    values = read_games(path).games.iloc[at]
    drawn = values.winner == winner_or_draw_names(game.PLAYERS)[-1]
    end = "nobody won" if drawn else f"{values.winner} won"
    title = f"{name}, game {row}: {end}, {values.reason}"
    return Record.from_stored_moves(
        game_dealt_for_block(rules, int(values.seed)), values.moves, title, opening
    )


_tokens: dict[str, str] = {}
"""Tokens of matches by the names of their files: a figure is drawn again and again."""


def share_token_of_match(match: "Match") -> str:
    """The token of a match: its first stored game, at its start, and its players.

    Those players have seats whom a board offers. It is empty for a reader's own game,
    and where no game is stored.
    """
    from foxkit.lab.match import game_dealt_for_block
    from foxkit.lab.match_files import MatchFiles
    from foxkit.view.share import share_token

    if match.game.NAME not in NAMES:
        return ""
    files = MatchFiles(match)
    if files.name in _tokens:
        return _tokens[files.name]
    batch = files.read()
    if not batch.finished:
        return ""
    start = Position.start(game_dealt_for_block(match.game, mix(batch.stream, 0)))
    record = Record(start, title="The first of the stored games")
    token = share_token(record, 0, seats_of(match, start), batch.finished[0].moves)
    return _tokens.setdefault(files.name, token)


def seats_of(
    match: "Match", start: Position
) -> dict[str, tuple[str, dict[str, float]]]:
    """The players of a match, as far as a board offers them, by side."""
    from foxkit.view.game_view import view_of

    offered, seats = view_of(start.game).opponents(), {}
    for number, (side, player) in enumerate(
        zip(match.game.PLAYERS, match.players_by_seat(0), strict=True)
    ):
        player_of_side = (
            player.players[number] if isinstance(player, BySide) else player
        )
        if seat := _seat_choice(offered, player_of_side):
            seats[side] = seat
    return seats


def _seat_choice(
    offered: "Mapping[str, Opponent]", player: Any
) -> tuple[str, dict[str, float]] | None:
    """The name and the settings under which a board offers a player, if it does.

    A number of simulations that no slider has becomes the nearest that it has.
    """
    for name, opponent in offered.items():
        values = {}
        for slider in opponent.settings:
            value = getattr(player, slider.name, slider.value)
            if slider.name == "simulations":
                value = getattr(getattr(player, "budget", None), "simulations", 0)
                value = min(slider.choices, key=lambda each: abs(each - (value or 0)))
            if value != slider.value:
                values[slider.name] = value
        try:
            offered_player: Any = opponent.player(values)
        except ValueError:  # a setting that its slider does not have
            continue
        if hasattr(offered_player, "budget") and hasattr(player, "budget"):
            offered_player = replace(offered_player, budget=player.budget)
        # Players may hold arrays, so their addresses are compared.
        if as_address_data(offered_player) == as_address_data(player):
            return name, values
    return None
