"""One palette for boards, plots, the widget and the pages, in light and in dark.

A colour is asked for by its role (`line`, `sheep`, `target`, ...), never by its name.
The hues come from seaborn's `colorblind` palette, blended with black, white or a ground
until the contrast rules of WCAG 2.2 hold, which `tests/view/test_theme.py` computes.
"""

import re
from collections.abc import Mapping, Sequence

from foxkit.view.diagram import player_name

PALETTE: Mapping[str, tuple[str, str]] = {
    "page": ("#ffffff", "#111111"),
    "surface": ("#f7f4ec", "#22262a"),
    "ink": ("#24211c", "#f2efe8"),
    "muted": ("#615c52", "#b9b4a8"),
    "grid": ("#e6e2d8", "#2e3236"),
    "line": ("#7a7264", "#858c92"),
    "goal": ("#badece", "#1a443c"),
    "goal-edge": ("#027e5c", "#41b696"),
    "danger": ("#edc7a5", "#4f3420"),
    "danger-edge": ("#d55e00", "#dd7e33"),
    "square-light": ("#f4ead6", "#4a463d"),
    "square-dark": ("#b8a88a", "#131211"),
    "outline": ("#24211c", "#0c0d0e"),
    "sheep": ("#fffdf6", "#f4f0e4"),
    "sheep-face": ("#3a352d", "#3a352d"),
    "fox": ("#d55e00", "#da7b03"),
    "fox-cheek": ("#fff1df", "#fff1df"),
    "hound": ("#015686", "#6fbfec"),
    "wolf": ("#595959", "#a4a4a4"),
    "last": ("#efe661", "#69672d"),
    "target": ("#0173b2", "#56b4e9"),
    "arrow": ("#0173b2", "#56b4e9"),
    "heat": ("#de8f05", "#de8f05"),
    "focus": ("#016297", "#56b4e9"),
    "alert": ("#aa4b00", "#e8a673"),
    "series-1": ("#0173b2", "#56b4e9"),
    "series-2": ("#bb5300", "#e08640"),
    "series-3": ("#02835f", "#35b18f"),
    "series-4": ("#854e7a", "#cc78bc"),
    "series-5": ("#79573a", "#ca9161"),
    # What is in order, from the least to the most: ever farther from the page.
    "order-1": ("#1a8471", "#2a8996"),
    "order-2": ("#23717f", "#1f9e89"),
    "order-3": ("#2b5f84", "#35b779"),
    "order-4": ("#3e4989", "#6ece58"),
    "order-5": ("#440154", "#fde725"),
    "published": ("#24211c", "#f2efe8"),
}
"""Role -> its colours on a light and on a dark page."""
SERIES_ROLES = tuple(role for role in PALETTE if role.startswith("series"))
ORDER_ROLES = tuple(role for role in PALETTE if role.startswith("order"))
SIDES: Mapping[str, str] = {
    **dict.fromkeys(("sheep", "hounds"), "series-1"),
    **dict.fromkeys(("foxes", "fox", "wolves", "hare"), "series-2"),
    **{f"player {number}": role for number, role in enumerate(SERIES_ROLES, 1)},
}
"""Side of a game -> the role of its colour: in plots, on boards and in the lab."""
LIGHT, DARK = ({role: pair[i] for role, pair in PALETTE.items()} for i in (0, 1))


def colours_of(players: Sequence[str]) -> dict[str, str]:
    """The role of each player's colour; who is not among `SIDES` has the next.

    >>> colours_of(("sheep", "foxes"))
    {'sheep': 'series-1', 'foxes': 'series-2'}
    """
    known = {name: SIDES.get(player_name(name)) for name in players}
    return {
        name: known[name] or SERIES_ROLES[i % len(SERIES_ROLES)]
        for i, name in enumerate(players)
    }


def palette_css(selector: str) -> str:
    """CSS that defines the colour `--fk-ROLE` of every role on `selector`.

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


def with_light_fallbacks(palette_css: str) -> str:
    """CSS with a light colour before each declaration that uses a role's colour.

    Drawing programs that know no custom properties keep the first.

    >>> with_light_fallbacks("fill:var(--fk-line);stroke-width:2")
    'fill:#7a7264;fill:var(--fk-line);stroke-width:2'
    """
    return re.sub(
        r"([\w-]+):var\(--fk-([\w-]+)\)",
        lambda m: f"{m[1]}:{LIGHT[m[2]]};{m[0]}",
        palette_css,
    )
