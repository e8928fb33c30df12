"""Write one readable playthrough per game and variant: a random game, ply by ply.

python tests/make_playthroughs.py             every game and variant
python tests/make_playthroughs.py wolves      one game and its variants
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games import NAMES, game_named
from foxkit.players.defaults import position_terms
from foxkit.players.standard import RandomPlayer

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SEEDS = range(20)
GAME_LIMIT = 400


def path(name: str, variant: str | None) -> Path:
    parts = ("playthrough", name, *filter(None, [variant]))
    return FOLDER / f"{'_'.join(parts).replace('-', '_')}.txt"


def all_games() -> list[tuple[str, str | None]]:
    """Every game by name, on its own and with each variant that makes a difference."""
    return [
        (name, variant)
        for name in NAMES
        for variant in (None, *game_named(name).VARIANTS)
        if variant is None or game_named(name, variant) != game_named(name)
    ]


def random_game(game: object, seed: int) -> list[tuple[Position, str]]:
    """The positions of a random game with the move made in each; "" in the last."""
    position, played = Position.start(game), []
    while position.moves and len(played) < GAME_LIMIT:
        code = RandomPlayer().choose(game, position.state, mix(seed, len(played)))
        move = list(position.moves)[list(position.moves.values()).index(code)]
        played.append((position, move))
        position = position.play(move)
    return [*played, (position, "")]


def facts(position: Position, move: str) -> Iterator[str]:
    yield position.text
    outcome = position.outcome
    if outcome is None:
        yield f"{position.mover} to move: {move}"
    else:
        yield f"{position.game.reason(position.state)}: {outcome}"
    for name, value in position_terms(position.game, position.state).items():
        yield f"{name} = {value:.9f}"
    if position.moves:
        yield from wrap(f"of {len(position.moves)}: {' '.join(position.moves)}", 88)


def drawn(text: str) -> list[str]:
    """The rows of the board in a position's text; nothing where there is no board."""
    board = text.partition(" | ")[0] if " | " in text else text.split()[0]
    return board.split("/") if "/" in board else []


def playthrough(name: str, variant: str | None) -> str:
    """The shortest of some random games, every ply with all that the rules say."""
    game = game_named(name, variant)
    played = min((random_game(game, seed) for seed in SEEDS), key=len)
    lines = [f"{name}, {variant or 'as a rule'}: {game!r}"]
    for ply, (position, move) in enumerate(played):
        lines += ["", f"ply {ply}"]
        rows = drawn(position.text)
        width = max(map(len, rows), default=0)
        for row, fact in zip_longest(rows, facts(position, move), fillvalue=""):
            lines.append(f"  {row:{width}}  {fact}".rstrip())
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> None:
    for name, variant in all_games():
        if not names or name in names:
            path(name, variant).write_text(playthrough(name, variant))


if __name__ == "__main__":
    main(sys.argv[1:])
