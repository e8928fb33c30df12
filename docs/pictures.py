"""Make the pictures of README.md again: python docs/pictures.py."""

from pathlib import Path

import pandas as pd

from foxkit.core.position import Position
from foxkit.games.fox_game.evaluation import FoxHeuristic, paper
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.match import match
from foxkit.lab.play import play
from foxkit.search.session import Search
from foxkit.view.drawing import Drawing
from foxkit.view.plots import curve
from foxkit.view.svg import board

FOLDER = Path(__file__).parent
MIDDLE = "--.ss--/--sss--/ss.s.ss/.ss.ss./..sfs../--.f.--/--...-- s 0 -"


def searched() -> Drawing:
    """Draw a position with the moves that a search visits most."""
    position = Position.parse(FoxGame(), MIDDLE)
    search = Search(position.game, position.state, FoxHeuristic(), seed=1).run(10_000)
    best = search.children()[:4]
    arrows = {child.move: child.visits / best[0].visits for child in best}
    return board(position, arrows=arrows)


def flocks() -> Drawing:
    """Draw who wins with 20 sheep and with 18, by the strength of both players."""
    sizes = (100, 300, 1_000, 3_000, 30_000)
    some = [match(FoxGame(sheep=s), paper(n)) for s in (20, 18) for n in sizes]
    base = [match(FoxGame(sheep=s), paper(10_000)) for s in (20, 18)]
    found = [play(some, to=0.04, of="sheep_rate"), play(base, to=0.02, of="sheep_rate")]
    rows = pd.concat(found).sort_values(
        ["sheep", "simulations"], ascending=[False, True]
    )
    rows["flock"] = rows.sheep.map("{} sheep".format)
    looks = {"title": "How often the sheep win", "ylabel": "sheep win"}
    looks |= {"xlabel": "simulations a move of both sides"}
    return curve(rows, "simulations", "sheep_rate", by="flock", log=True, **looks)


def figure_8() -> Drawing:
    """Draw Figure 8 of the Fox Game's paper."""
    sizes = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
    rows = play([match(FoxGame(), paper(n), paper(1_000)) for n in sizes], to=0.02)
    looks = {"xlabel": "simulations a move", "ylabel": "score, mean of both sides"}
    title = "Figure 8 of the paper: score against 1,000 simulations"
    return curve(rows, "simulations", "score", log=True, title=title, **looks)


if __name__ == "__main__":
    searched().save(FOLDER / "board.svg")
    flocks().save(FOLDER / "flocks.svg")
    figure_8().save(FOLDER / "figure-8.svg")
