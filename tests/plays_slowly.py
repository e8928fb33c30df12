"""Play with a player that sleeps: python tests/plays_slowly.py KIND BLOCKS SECONDS."""

import signal
import sys
import time
from dataclasses import dataclass
from math import inf
from typing import Any

from small_play import CHANCE, SMALL

from foxkit.lab import match_run as task
from foxkit.lab.match import match
from foxkit.lab.play import play
from foxkit.lab.settings import PlaySettings, active_settings
from foxkit.players.standard import RandomPlayer


@dataclass(frozen=True)
class Sleeper:
    """A player that thinks about each move for so long."""

    seconds: float

    def choose(self, game: Any, state: Any, seed: int) -> int:
        print("asleep", file=sys.stderr, flush=True)
        time.sleep(self.seconds)
        return RandomPlayer().choose(game, state, seed)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kind, blocks, seconds = sys.argv[1:]
    task.PIECE_SECONDS = 0.0
    active_settings.set(PlaySettings(seconds=inf, executor=kind, workers=2))
    print(play(CHANCE, max_blocks=int(blocks))["games"].tolist(), flush=True)
    slow = match(SMALL, Sleeper(float(seconds)), RandomPlayer())
    print("playing", file=sys.stderr, flush=True)
    print(
        play([CHANCE, slow], max_blocks=2 * int(blocks))["games"].tolist(), flush=True
    )
