"""One palette for boards, plots, the widget and the pages, in light and in dark.

A colour is asked for by its role (`line`, `sheep`, `target`, ...), never by its name.
The hues come from seaborn's `colorblind` palette; grounds and inks are greys chosen so
that the contrast rules of WCAG 2.2 hold, which `tests/test_theme.py` computes.
"""

import re
from collections.abc import Mapping

COLORBLIND = (
    *("#0173b2", "#de8f05", "#029e73", "#d55e00", "#cc78bc"),
    *("#ca9161", "#fbafe4", "#949494", "#ece133", "#56b4e9"),
)
"""Seaborn's `colorblind` palette, in its order."""
BLUE, ORANGE, GREEN, VERMILION, PINK, TAN, _, GREY, YELLOW, SKY = COLORBLIND
BLACK, WHITE, PAPER, SLATE = "#000000", "#ffffff", "#f7f4ec", "#22262a"


def blend(one: str, other: str, share: float) -> str:
    """Blend two `#rrggbb` colours; `share` of `other` in [0, 1]."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


PALETTE: Mapping[str, tuple[str, str]] = {
    "page": (WHITE, "#111111"),
    "surface": (PAPER, SLATE),
    "ink": ("#24211c", "#f2efe8"),
    "muted": ("#615c52", "#b9b4a8"),
    "grid": ("#e6e2d8", "#2e3236"),
    "line": ("#7a7264", "#858c92"),
    "goal": (blend(PAPER, GREEN, 0.25), blend(SLATE, GREEN, 0.25)),
    "goal-edge": (blend(GREEN, BLACK, 0.2), blend(GREEN, WHITE, 0.25)),
    "danger": (blend(PAPER, VERMILION, 0.3), blend(SLATE, VERMILION, 0.25)),
    "danger-edge": (VERMILION, blend(VERMILION, WHITE, 0.2)),
    "square-light": ("#f4ead6", "#4a463d"),
    "square-dark": ("#b8a88a", "#2b2a27"),
    "outline": ("#24211c", "#0c0d0e"),
    "sheep": ("#fffdf6", "#f4f0e4"),
    "sheep-face": ("#3a352d", "#3a352d"),
    "fox": (VERMILION, blend(VERMILION, ORANGE, 0.6)),
    "fox-cheek": ("#fff1df", "#fff1df"),
    "hound": (blend(BLUE, BLACK, 0.25), blend(SKY, WHITE, 0.15)),
    "wolf": (blend(GREY, BLACK, 0.4), blend(GREY, WHITE, 0.15)),
    "last": (blend(PAPER, YELLOW, 0.75), blend(SLATE, YELLOW, 0.35)),
    "target": (BLUE, SKY),
    "arrow": (BLUE, SKY),
    "heat": (ORANGE, ORANGE),
    "focus": (blend(BLUE, BLACK, 0.15), SKY),
    "alert": (blend(VERMILION, BLACK, 0.2), blend(VERMILION, WHITE, 0.45)),
    "series-1": (BLUE, SKY),
    "series-2": (blend(VERMILION, BLACK, 0.12), blend(VERMILION, WHITE, 0.25)),
    "series-3": (blend(GREEN, BLACK, 0.17), blend(GREEN, WHITE, 0.2)),
    "series-4": (blend(PINK, BLACK, 0.35), PINK),
    "series-5": (blend(TAN, BLACK, 0.4), TAN),
    "published": ("#24211c", "#f2efe8"),
}
"""Role -> its colours on a light and on a dark page."""
SERIES = tuple(role for role in PALETTE if role.startswith("series"))
SIDES: Mapping[str, str] = {
    **dict.fromkeys(("sheep", "hounds"), "series-1"),
    **dict.fromkeys(("foxes", "fox", "wolves", "hare"), "series-2"),
}
"""Side of a game -> the role of its colour in every plot."""
LIGHT, DARK = ({role: pair[i] for role, pair in PALETTE.items()} for i in (0, 1))


def css(selector: str) -> str:
    """Return CSS that defines `--fk-ROLE` for every role on `selector`.

    The dark colours hold where the reader's system asks for dark; a page that states
    its own theme (JupyterLab, an exported notebook, VS Code) goes before the system.
    """
    light, dark = (
        "{" + ";".join(f"--fk-{role}:{colour}" for role, colour in theme.items()) + "}"
        for theme in (LIGHT, DARK)
    )
    dark_pages, light_pages = (
        f"{selector}:is({mark},{mark} *,.vscode-{name},.vscode-{name} *)"
        for mark, name in (
            ('[data-jp-theme-light="false"]', "dark"),
            ('[data-jp-theme-light="true"]', "light"),
        )
    )
    return (
        f"{selector}{light}@media (prefers-color-scheme:dark){{{selector}{dark}}}"
        f"{dark_pages}{dark}{light_pages}{light}"
    )


def plain(css: str) -> str:
    """Put a plain light colour before each declaration that asks for a role's colour.

    Drawing programs that know no custom properties keep the first.

    >>> plain("fill:var(--fk-line);stroke-width:2")
    'fill:#7a7264;fill:var(--fk-line);stroke-width:2'
    """
    return re.sub(
        r"([\w-]+):var\(--fk-([\w-]+)\)", lambda m: f"{m[1]}:{LIGHT[m[2]]};{m[0]}", css
    )
