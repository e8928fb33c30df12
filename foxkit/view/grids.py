"""A grid of squares with words, coloured by kind: who wins where, for example."""

from collections.abc import Mapping

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from foxkit.view.canvas import STYLE, Tip, canvas, finish
from foxkit.view.drawing import Drawing
from foxkit.view.theme import LIGHT


def _squares(axes: Axes, texts: pd.DataFrame) -> list[Tip]:
    """Return what each square of a grid stands for."""
    return [
        Tip(axes, str(b), f"{a} {said}", (i + 0.2, i + 0.8), (j + 0.2, j + 0.8))
        for j, (b, row) in enumerate(texts.iterrows())
        for i, (a, said) in enumerate(row.items())
        if said == said
    ]


def grid(
    frame: pd.DataFrame,
    x: str,
    y: str,
    text: str,
    kind: str,
    colours: Mapping[str, str],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
) -> Drawing:
    """Draw a grid of squares, the first y below: who wins where, for example.

    Args:
        frame: one row a square.
        x, y: the columns across and upwards.
        text: the column that is written into the squares.
        kind: the column that gives a square its colour.
        colours: kind -> role of its colour, such as `series-1`.
        title, xlabel, ylabel: of the plot; an axis has its column's name by default.
    """
    codes = frame[kind].map({each: code for code, each in enumerate(colours)})
    wide = frame.assign(code=codes).pivot(index=y, columns=x)
    wide = wide.reindex(dict.fromkeys(frame[y]))
    with canvas(7.0, 1.2 + 0.36 * len(wide)) as (figure, axes):
        sns.heatmap(
            wide["code"],
            annot=wide[text],
            fmt="",
            annot_kws={"color": LIGHT["ink"], "size": STYLE["font.size"]},
            cmap=[LIGHT[role] for role in colours.values()],
            vmin=-0.5,
            vmax=len(colours) - 0.5,
            alpha=0.35,
            linewidths=2,
            cbar=False,
            ax=axes,
        )
        axes.invert_yaxis()
        axes.grid(False)
        axes.tick_params(length=0, rotation=0)
        axes.set(xlabel=xlabel or x, ylabel=ylabel or y, title=title)
        return finish(figure, title, _squares(axes, wide[text]))
