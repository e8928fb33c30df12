"""What the Fox Game's parameters cost: the package against a copy with constants.

In the copy every `game.FIELD` of the rules is replaced by its default before it is
compiled, so nothing of the parameters is left at run time. Both run in turns, each in
a process of its own.

    python benchmarks/parameters.py
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from foxkit.games.fox_game.rules import FoxGame

PACKAGE = Path(__file__).parents[1] / "foxkit"
ROUNDS = 15
RUN = """
from time import process_time
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.search.mcts import Settings
from foxkit.search.session import Search
def simulations(seed):
    game = FoxGame()
    search = Search(game, game.start(), FoxHeuristic(), Settings(0.4, 5), seed)
    search.run(10_000).release()
simulations(0)
begin = process_time()
for seed in range(40):
    simulations(seed)
print(400_000 / (process_time() - begin))
"""


def copy_with_constants(folder: Path) -> None:
    """Copy the package to `folder`, its rules with constants for parameters."""
    shutil.copytree(
        PACKAGE, folder / "foxkit", ignore=shutil.ignore_patterns("*cache*")
    )
    for path in (folder / "foxkit" / "rules").glob("fox_game*.py"):
        text = path.read_text()
        for field, value in FoxGame()._asdict().items():
            text = re.sub(rf"\bgame\.{field}\b", str(int(value)), text)
        path.write_text(text)


def speed(folder: Path) -> float:
    """Simulations per second of processor time of the package in `folder`."""
    command = [sys.executable, "-c", RUN]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Print the median ratio of the speeds."""
    with TemporaryDirectory() as folder:
        copy_with_constants(Path(folder))
        pairs = [(speed(PACKAGE.parent), speed(Path(folder))) for _ in range(ROUNDS)]
    ratio = median(ours / fixed for ours, fixed in pairs)
    print(f"with parameters: {ratio:.3f} of the speed with constants, {ROUNDS} rounds")


if __name__ == "__main__":
    main()
