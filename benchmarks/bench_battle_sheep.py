"""The Battle Sheep report's search against the same search in plain Python."""

from zlib import crc32

import plain_battle_sheep
from bench import fingerprint, per_second, typical
from bench import ratio as speed_ratio

from foxkit.agents.battle_sheep_players import printed_search, report_player
from foxkit.core.rng import advance, mix
from foxkit.lab.match import play_game, replay
from foxkit.rules.battle_sheep import BattleSheep

GAME = BattleSheep(neighbours=8, percent=45)
ITERATIONS = 500


def positions() -> list[str]:
    """Return positions of a game, from the first slide on."""
    player = report_player(50)
    game = play_game(GAME, [player] * 4, (1, 2, 3, 4))
    return [position.text for position in replay(GAME, game.moves)[4:45:8]]


def search(texts: list[str], seed: int = 1) -> list[list[tuple[str, int, float]]]:
    """Search each position; return moves, visits and values."""
    found = []
    for text in texts:
        state = GAME.parse(text)[1]
        searched = printed_search(ITERATIONS).think(GAME, state, seed)
        rows = [(c.move, c.visits, round(c.value, 9)) for c in searched.children()]
        found.append(sorted(rows))
        searched.release()
    return found


def search_plainly(texts: list[str], seed: int = 1) -> int:
    """Do the same in plain Python; return how many iterations that were."""
    for text in texts:
        plain_battle_sheep.Search(text, mix(seed, 0)).run(ITERATIONS)
    return len(texts) * ITERATIONS


def signature() -> dict[str, int]:
    """Return one integer for searches, and one for a game."""
    player = report_player(50)
    game = play_game(GAME, [player] * 4, (1, 2, 3, advance(4)))
    return {
        "battle-sheep-mcts": crc32(repr(search(positions())).encode()),
        "battle-sheep-games": fingerprint(game.moves),
    }


def speed() -> dict[str, float]:
    """Return iterations per second of processor time."""
    texts = positions()
    work = ITERATIONS * len(texts)
    return {"battle-sheep-mcts": typical(work, lambda: search(texts))}


def ratio() -> dict[str, float]:
    """Return how many times faster than plain Python, in the same run."""
    texts = positions()
    work = ITERATIONS * len(texts)
    found = speed_ratio(
        lambda: per_second(10 * work, lambda: [search(texts) for _ in range(10)]),
        lambda: per_second(work, lambda: search_plainly(texts)),
    )
    return {"battle-sheep-mcts": found}
