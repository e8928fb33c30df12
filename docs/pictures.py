"""Make the pictures of README.md again: python docs/pictures.py."""

import re
from dataclasses import replace
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
MIDDLE = "--.s.--/--sss--/s.....s/s..s.fs/..sss../--sf.--/--.ss-- s 0 -"
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
LASTS = 1.6  # seconds of each frame
_ARROWS = re.compile(r'<g opacity="[^"]*"><path class="fk-arrow".*?</g>')
_END = '</g><text class="fk-caption'  # of the points, before the caption


def searched() -> Drawing:
    """Draw a position with the moves that a search likes best, as it goes on.

    One frame shows the arrows after so many simulations. A reader who wants no motion
    sees the last frame.
    """
    position, frames = Position.parse(FoxGame(), MIDDLE), []
    for n in SIMULATIONS:
        search = Search(position.game, position.state, FoxHeuristic(), seed=1).run(n)
        best = search.children()[:5]
        arrows = {child.move: child.visits / best[0].visits for child in best}
        frames.append(board(position, arrows=arrows, caption=f"{n:,} simulations"))
    points, captions = _ARROWS.sub("", frames[-1].body).partition(_END)[0], ""
    for n, frame in enumerate(frames):
        late = f'<g class="frame" style="animation-delay:{LASTS * n:.1f}s">'
        points += f"{late}{''.join(_ARROWS.findall(frame.body))}</g>"
        caption = frame.body.rpartition("<text")[2]
        captions += f"{late}<text{caption}</g>"
    css = (
        f".frame{{visibility:hidden;animation:frame {LASTS * len(frames):.1f}s "
        f"step-end infinite}}@keyframes frame{{0%{{visibility:visible}}"
        f"{100 / len(frames):.2f}%{{visibility:hidden}}}}"
        "@media(prefers-reduced-motion:reduce){.frame{animation:none}"
        ".frame:last-child{visibility:visible}}"
    )
    words = f"{frames[-1].words} At first: {frames[0].words}"
    return replace(
        frames[-1],
        body=f"{points}</g><g>{captions}</g>",
        css=frames[-1].css + css,
        words=words,
    )


def _lettered(plot: Drawing) -> Drawing:
    """A plot as phones show it: README shows it small, and so its letters are large."""
    return replace(plot.narrow or plot, words=plot.words)


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
    looks = {"ylabel": "games won by the sheep"}
    looks["title"] = "18 sheep are too few at every strength, 20 enough from 1,000 on"
    looks |= {"xlabel": "simulations a move of both sides"}
    return _lettered(
        curve(rows, "simulations", "sheep_rate", by="flock", log=True, **looks)
    )


def figure_8() -> Drawing:
    """Draw Figure 8 of the Fox Game's paper, from the start and over openings."""
    sizes = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
    words = {"begins": "from the start"}, {"begins": "over openings", "opening": 8}
    others = [n for n in sizes if n not in (10, 1_000)]
    alike = [match(FoxGame(), paper(n), paper(1_000), **words[0]) for n in sizes]
    opened = [match(FoxGame(), paper(n), paper(1_000), **words[1]) for n in others]
    until = {"of": "score", "min_blocks": 300, "max_blocks": 1_500}
    rows = pd.concat([play(alike, to=0.02), play(opened, to=0.03, **until)])
    looks = {
        "xlabel": "simulations a move of the agent",
        "ylabel": "score of the agent",
    }
    looks["title"] = "The more simulations, the higher the score against 1,000"
    return _lettered(
        curve(rows, "simulations", "score", by="begins", log=True, **looks)
    )


if __name__ == "__main__":
    searched().save(FOLDER / "board.svg")
    flocks().save(FOLDER / "flocks.svg")
    figure_8().save(FOLDER / "figure-8.svg")
