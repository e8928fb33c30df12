"""The Battle Sheep report's search against the same search in plain Python."""

from zlib import crc32

import plain_battle_sheep
from bench import Measurement, fingerprint, median_speed, per_second
from bench import ratio as speed_ratio
from listing_battle_sheep import search as as_listed

from foxkit.core.rng import mix
from foxkit.games.battle_sheep.players import report_player, search_as_printed
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.lab.match import play_game, replay

GAME = BattleSheep(neighbours=8, percent=45)
ITERATIONS = 500


def positions() -> list[str]:
    """Positions of a game, from the first slide on."""
    player = report_player(50)
    game = play_game(GAME, [player] * 4, (1, 2, 3, 4))
    return [position.text for position in replay(GAME, game.moves)[4:45:8]]


def choose_moves(texts: list[str]) -> list[int]:
    """Choose a move in each position; return the codes of the moves."""
    player = search_as_printed(ITERATIONS)
    return [player.choose(GAME, GAME.parse(text)[1], 1) for text in texts]


def count_plain_iterations(texts: list[str]) -> int:
    """Do the same in plain Python; return how many iterations that were."""
    for text in texts:
        plain_battle_sheep.Search(text, mix(1, 0)).run(ITERATIONS)
    return len(texts) * ITERATIONS


def signature() -> dict[str, int]:
    """One integer for searches, and one for a game."""
    player, found = report_player(50), []
    game = play_game(GAME, [player] * 4, (1, 2, 3, 4))
    for text in positions():
        searched = search_as_printed(ITERATIONS).think(GAME, GAME.parse(text)[1], 1)
        found.append(sorted((c.move, c.visits, c.value) for c in searched.children()))
    return {
        "battle-sheep-mcts": crc32(repr(found).encode()),
        "battle-sheep-games": fingerprint(game.moves),
    }


def speed() -> dict[str, Measurement]:
    """Iterations per second of processor time."""
    texts = positions()
    work = ITERATIONS * len(texts)
    return {
        "battle-sheep-mcts": lambda: median_speed(work, lambda: choose_moves(texts))
    }


def ratio() -> dict[str, Measurement]:
    """How many times faster than plain Python, in the same run.

    Against somebody who tunes, and against the manner of the report's listing.
    """
    texts, few = positions(), ITERATIONS // 10

    def ours() -> float:
        work = 10 * ITERATIONS * len(texts)
        return per_second(work, lambda: [choose_moves(texts) for _ in range(10)])

    def plain() -> float:
        return per_second(
            ITERATIONS * len(texts), lambda: count_plain_iterations(texts)
        )

    def listing() -> float:
        work = few * len(texts)
        return per_second(work, lambda: [as_listed(text, few) for text in texts])

    return {
        "battle-sheep-mcts": lambda: speed_ratio(ours, plain),
        "battle-sheep-mcts-listing": lambda: speed_ratio(ours, listing),
    }
