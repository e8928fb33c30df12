"""Make the pictures of README.md again: python docs/pictures.py."""

from pathlib import Path

from foxkit.agents.fox_game_players import paper
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.lab.match import match
from foxkit.lab.play import play
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.search.session import Search
from foxkit.view.plots import curve
from foxkit.view.svg import board

FOLDER = Path(__file__).parent
MIDDLE = "--.ss--/--sss--/ss.s.ss/.ss.ss./..sfs../--.f.--/--...-- s 0 -"


def main() -> None:
    """Write board.svg and figure-8.svg."""
    position = Position.parse(FoxGame(), MIDDLE)
    search = Search(position.game, position.state, FoxHeuristic(), seed=1).run(10_000)
    best = search.children()[:4]
    arrows = {child.move: child.visits / best[0].visits for child in best}
    board(position, arrows=arrows).save(FOLDER / "board.svg")
    sizes = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
    rows = play([match(FoxGame(), paper(n), paper(1_000)) for n in sizes], to=0.02)
    curve(
        rows,
        "simulations",
        "score",
        log=True,
        xlabel="simulations a move",
        ylabel="score, mean of both sides",
        title="Score against 1,000 simulations (Figure 8 of the Fox Game paper)",
    ).save(FOLDER / "figure-8.svg")


if __name__ == "__main__":
    main()
