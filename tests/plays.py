"""Play a match piece by piece, as a cell does: python tests/plays.py KIND BLOCKS N."""

import signal
import sys
from math import inf

from foxkit.games.fox_game.evaluation import paper
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab import match_run as task
from foxkit.lab.match import Match, match, play_blocks
from foxkit.lab.play import play
from foxkit.lab.settings import PlaySettings, active_settings


def strong(simulations: int) -> Match:
    """A match of which a block takes some time, or minutes."""
    return match(FoxGame(), paper(simulations), paper(simulations // 2))


if __name__ == "__main__":
    # Started from a script's background, a process inherits that SIGINT is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kind, blocks, simulations = sys.argv[1:]
    task.PIECE_SECONDS = 0.0
    active_settings.set(PlaySettings(seconds=inf, executor=kind, workers=2))
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    play_blocks(strong(4), 1, range(1))  # what is compiled is at hand
    print("playing", file=sys.stderr, flush=True)
    print(play(strong(int(simulations)), max_blocks=int(blocks))["games"].tolist())
