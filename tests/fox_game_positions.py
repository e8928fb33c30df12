"""Fox Game positions for the tests: random ones, and random walks of the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator

from oracle_fox_game import EMPTY, FOX, POINTS, SHEEP, FoxGame, Position


def random_position(game: FoxGame, rng: random.Random) -> Position:
    """A well-formed position that play may never reach, with no chain under way."""
    position = game.start()
    foxes, sheep = rng.choice([1, 2, 2, 2]), rng.randint(7, 20)
    points = rng.sample(POINTS, foxes + sheep)
    for point in POINTS:
        position.put(point, EMPTY)
    for i, point in enumerate(points):
        position.put(point, FOX if i < foxes else SHEEP)
    position.mover = rng.choice([SHEEP, FOX])
    position.sideways = rng.randrange(game.sideways_limit)
    return position


def random_walk(
    game: FoxGame, position: Position, rng: random.Random
) -> Iterator[tuple[Position, str | None]]:
    """Each position of a random game with the move that is played in it."""
    while moves := game.moves(position):
        move = rng.choice(moves)
        yield position, move
        position = game.play(position, move)
    yield position, None
