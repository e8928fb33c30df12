"""Variants and positions of the Fox Game for the tests, and walks by the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator

from oracle_fox_game import EMPTY, FOX, POINTS, SHEEP, FoxGame, Position

VARIANTS = {
    "recommended": FoxGame(),
    "19-sheep": FoxGame(sheep=19),
    "18-sheep": FoxGame(sheep=18),
    "17-sheep": FoxGame(sheep=17),
    "19-sheep-side": FoxGame(sheep=19, from_side=True),
    "18-sheep-side": FoxGame(sheep=18, from_side=True),
    "whole-chains": FoxGame(whole_chains=True),
    "optional-chains": FoxGame(must_continue=False),
    "optional-captures": FoxGame(must_capture=False),
    "foxes-first": FoxGame(first=FOX),
    "foxes-safe": FoxGame(catchable=False),
    "no-diagonals": FoxGame(diagonals="none"),
    "all-diagonals": FoxGame(diagonals="everywhere"),
}
"""The oracle's rules by the names of the fast code's variants."""

TRICKY = {
    "chain that branches": (
        "--sss--/--sss--/s.....s/...ss../......./--.s.--/--f.f-- f 0 -"
    ),
    "chain that returns to its start": (
        "--sss--/--sss--/ss...ss/..s..../..fs..f/--s.s--/--.s.-- f 0 -"
    ),
    "same fox goes on": (
        "--sss--/--sss--/s.....s/..s..../......./--s.s--/--f.f-- f 4 -"
    ),
    "inside a chain": (
        "--sss--/--sss--/s.....s/....s../f..sf../--.ss--/--s..-- f 0 44"
    ),
    "nine sheep": "--sss--/--sss--/s....../....s../..fs.../--...--/--..f-- f 0 -",
    "fox nearly caught": (
        "--sss--/--sss--/s....../ss...../fss..../--...--/--..f-- s 0 -"
    ),
    "both foxes nearly caught": (
        "--sss--/--sss--/......./....s../..s..../--sss--/--fsf-- s 0 -"
    ),
    "foxes that block each other": (
        "--sss--/--sss--/......./..s..../...ss../--.ss--/--sff-- s 0 -"
    ),
    "immobile fox as given": (
        "--sss--/--.ss--/s.s..../ss..s../fss..../--.s.--/--f..-- f 0 -"
    ),
    "sheep nearly home": (
        "--s.s--/--...--/f.....f/...s.../..s.s../--sss--/--sss-- s 0 -"
    ),
    "sheep nearly stuck": (
        "--f..--/--...--/......./....f../ssss.../--sss--/--sss-- f 0 -"
    ),
    "sideways counter nearly full": (
        "--sss--/--sss--/sss..../...s.../......./--...--/--f.f-- s 8 -"
    ),
    "foxes at missing corners": (
        "--.ss--/--sss--/fss..../s.....f/s....s./--sss--/--.s.-- f 0 -"
    ),
    "one fox": "--sss--/--s.s--/s.s.s.s/.s.f.s./..s.s../--.s.--/--...-- f 0 -",
}
"""Positions in which one rule or another decides, by what is tricky about them."""


def with_chain_point(game: FoxGame, position: Position, rng: random.Random) -> Position:
    """The position inside a chain of a fox that can capture, if there is one."""
    ready = [fox for fox in position.where(FOX) if game.fox_jumps(position, fox)]
    chain = rng.choice(ready) if ready else None
    return Position(position.board, FOX, position.sideways, chain)


def random_position(game: FoxGame, rng: random.Random) -> Position:
    position = game.start()
    most = len(game.fox_start)
    foxes, sheep = rng.choice([1, most, most, most]), rng.randint(7, 20)
    for point in POINTS:
        position.put(point, EMPTY)
    for i, point in enumerate(rng.sample(POINTS, foxes + sheep)):
        position.put(point, FOX if i < foxes else SHEEP)
    position.mover = rng.choice([SHEEP, FOX])
    position.sideways = rng.randrange(game.sideways_limit)
    return with_chain_point(game, position, rng) if rng.random() < 0.2 else position


def random_walk(
    game: FoxGame, position: Position, rng: random.Random
) -> Iterator[tuple[Position, str | None]]:
    """Each position of a random game with the move that is played in it."""
    while moves := game.moves(position):
        move = rng.choice(moves)
        yield position, move
        position = game.play(position, move)
    yield position, None
