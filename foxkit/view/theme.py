"""One palette for boards, plots, the widget and the pages, in light and in dark.

A colour is asked for by its role (`line`, `sheep`, `target`, ...), never by its name.
The hues come from seaborn's `colorblind` palette; grounds and inks are greys chosen so
that the contrast rules of WCAG 2.2 hold, which `tests/test_theme.py` computes.
"""

from collections.abc import Mapping

BASE = {
    "blue": "#0173b2",
    "orange": "#de8f05",
    "green": "#029e73",
    "vermilion": "#d55e00",
    "pink": "#cc78bc",
    "tan": "#ca9161",
    "rose": "#fbafe4",
    "grey": "#949494",
    "yellow": "#ece133",
    "sky": "#56b4e9",
}
"""Seaborn's `colorblind` palette, in its order."""


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str, other: str, share: float) -> str:
    """Blend two `#rrggbb` colours; `share` of `other` in [0, 1]."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` in [0, 1] (WCAG 2.2)."""
    parts = [c / 255 for c in _channels(colour)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


LIGHT: Mapping[str, str] = {
    "page": "#ffffff",
    "surface": "#f7f4ec",
    "ink": "#24211c",
    "muted": "#615c52",
    "grid": "#e6e2d8",
    "line": "#8a8272",
    "goal": mix("#f7f4ec", BASE["green"], 0.25),
    "goal-edge": mix(BASE["green"], "#000000", 0.2),
    "danger": mix("#f7f4ec", BASE["vermilion"], 0.3),
    "danger-edge": BASE["vermilion"],
    "square-light": "#f4ead6",
    "square-dark": "#b8a88a",
    "outline": "#24211c",
    "sheep": "#fffdf6",
    "sheep-face": "#3a352d",
    "fox": BASE["vermilion"],
    "fox-cheek": "#fff1df",
    "hound": mix(BASE["blue"], "#000000", 0.25),
    "wolf": mix(BASE["grey"], "#000000", 0.4),
    "last": mix("#f7f4ec", BASE["yellow"], 0.75),
    "target": BASE["blue"],
    "arrow": BASE["blue"],
    "heat": BASE["orange"],
    "focus": mix(BASE["blue"], "#000000", 0.15),
    "alert": mix(BASE["vermilion"], "#000000", 0.2),
    "series-1": BASE["blue"],
    "series-2": BASE["vermilion"],
    "series-3": mix(BASE["green"], "#000000", 0.15),
    "series-4": mix(BASE["pink"], "#000000", 0.35),
    "series-5": mix(BASE["tan"], "#000000", 0.35),
    "published": "#24211c",
}
"""Role -> colour on a light page."""

DARK: Mapping[str, str] = {
    "page": "#111111",
    "surface": "#22262a",
    "ink": "#f2efe8",
    "muted": "#b9b4a8",
    "grid": "#2e3236",
    "line": "#858c92",
    "goal": mix("#22262a", BASE["green"], 0.25),
    "goal-edge": mix(BASE["green"], "#ffffff", 0.25),
    "danger": mix("#22262a", BASE["vermilion"], 0.25),
    "danger-edge": mix(BASE["vermilion"], "#ffffff", 0.2),
    "square-light": "#4a463d",
    "square-dark": "#2b2a27",
    "outline": "#0c0d0e",
    "sheep": "#f4f0e4",
    "sheep-face": "#3a352d",
    "fox": mix(BASE["vermilion"], BASE["orange"], 0.6),
    "fox-cheek": "#fff1df",
    "hound": mix(BASE["sky"], "#ffffff", 0.15),
    "wolf": mix(BASE["grey"], "#ffffff", 0.15),
    "last": mix("#22262a", BASE["yellow"], 0.35),
    "target": BASE["sky"],
    "arrow": BASE["sky"],
    "heat": BASE["orange"],
    "focus": BASE["sky"],
    "alert": mix(BASE["vermilion"], "#ffffff", 0.45),
    "series-1": BASE["sky"],
    "series-2": mix(BASE["vermilion"], "#ffffff", 0.25),
    "series-3": mix(BASE["green"], "#ffffff", 0.2),
    "series-4": BASE["pink"],
    "series-5": BASE["tan"],
    "published": "#f2efe8",
}
"""Role -> colour on a dark page; the same roles as `LIGHT`."""


def _within(selector: str, light: str, name: str) -> str:
    mark = f'[data-jp-theme-light="{light}"],.vscode-{name}'
    inner = ",".join(f"{m},{m} *" for m in mark.split(","))
    return f"{selector}:is({inner})"


def css(selector: str = "body") -> str:
    """Return CSS that defines `--fk-ROLE` for every role on `selector`.

    The dark colours hold where the reader's system asks for dark; a page that states
    its own theme (JupyterLab, an exported notebook, VS Code) goes before the system.
    """
    light, dark = (
        "{" + ";".join(f"--fk-{role}:{colour}" for role, colour in theme.items()) + "}"
        for theme in (LIGHT, DARK)
    )
    return (
        f"{selector}{light}"
        f"@media (prefers-color-scheme:dark){{{selector}{dark}}}"
        f"{_within(selector, 'false', 'dark')}{dark}"
        f"{_within(selector, 'true', 'light')}{light}"
    )


def style(declarations: str) -> str:
    """Fill `{role}` in CSS declarations with colours.

    Each declaration that names a role is written twice, as a plain light colour and as
    a custom property: drawing programs that know no custom properties keep the first.

    >>> style("fill:{line};stroke-width:2")
    'fill:#8a8272;fill:var(--fk-line);stroke-width:2'
    """
    done = []
    for declaration in declarations.split(";"):
        plain = declaration.format_map(LIGHT)
        done.append(plain)
        if plain != declaration:
            done.append(declaration.replace("{", "var(--fk-").replace("}", ")"))
    return ";".join(done)
