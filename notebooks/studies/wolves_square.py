"""A square of four scores, with what each step from one to the next changes."""

from collections.abc import Mapping

from foxkit import percent
from foxkit.view.assets import picture_style
from foxkit.view.drawing import Drawing
from foxkit.view.layers import text

_WIDTH, _HEIGHT = 900.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 210.0, 690.0, 80.0, 310.0
_HALF_WIDTH, _HALF_HEIGHT = 150.0, 36.0


def square(scores: Mapping[tuple[int, int], float], title: str) -> Drawing:
    """Draw the sheep's score by the plies of the wolves and of the sheep.

    Args:
        scores: shares of 1 by the wolves' plies and the sheep's, four and five of each.
        title: of the picture.
    """
    body, told = "", []
    places = {(4, 4): (_LEFT, _TOP), (4, 5): (_RIGHT, _TOP)}
    places |= {(5, 4): (_LEFT, _BOTTOM), (5, 5): (_RIGHT, _BOTTOM)}
    for (before, after), words in {
        ((4, 4), (4, 5)): "the sheep's fifth ply",
        ((5, 4), (5, 5)): "the sheep's fifth ply",
        ((4, 4), (5, 4)): "the wolves' fifth ply",
        ((4, 5), (5, 5)): "the wolves' fifth ply",
    }.items():
        (x, y), (end_x, end_y) = places[before], places[after]
        change = f"{100 * (scores[after] - scores[before]):+.1f}".replace("-", "−")
        told.append(f"{words} from {before} to {after}: {change} points")
        if y == end_y:  # to the right
            start, end = x + _HALF_WIDTH, end_x - _HALF_WIDTH
            body += f'<path class="fk-branch" d="M{start:g} {y:g}H{end - 14:g}"/>'
            head = f"M{end:g} {y:g}l-16 -9v18z"
            body += text((x + end_x) / 2, y - 16, change, "inside")
            body += text((x + end_x) / 2, y + 30, "sheep's 5th ply", "move")
        else:  # down
            start, end = y + _HALF_HEIGHT, end_y - _HALF_HEIGHT
            body += f'<path class="fk-branch" d="M{x:g} {start:g}V{end - 14:g}"/>'
            head = f"M{x:g} {end:g}l-9 -16h18z"
            body += text(x - 60, (y + end_y) / 2 + 8, change, "inside")
            body += text(x + 92, (y + end_y) / 2 + 8, "wolves' 5th ply", "move")
        body += f'<path style="fill:var(--fk-line)" d="{head}"/>'
    for (wolves, sheep), (x, y) in places.items():
        score = percent(scores[wolves, sheep])
        told.append(f"wolves {wolves} plies, sheep {sheep}: {score}")
        wide, high = 2 * _HALF_WIDTH, 2 * _HALF_HEIGHT
        body += (
            f'<rect class="fk-node" x="{x - _HALF_WIDTH:g}" y="{y - _HALF_HEIGHT:g}" '
            f'rx="16" width="{wide:g}" height="{high:g}"/>'
            + text(x, y - 6, score, "inside")
            + text(x, y + 22, f"wolves {wolves} plies, sheep {sheep}", "inside")
        )
    head = text(_WIDTH / 2, 26, title, "head")
    page = f'<rect class="fk-page" width="{_WIDTH:g}" height="{_HEIGHT:g}" rx="12"/>'
    return Drawing(
        f'{page}<g class="fk-tree">{head}{body}</g>',
        _WIDTH,
        _HEIGHT,
        title,
        "; ".join(told),
        css=picture_style("tree.css"),
        scale=0.7,
        smallest=19,
    )
