import itertools
import re

import numpy as np
import pytest
from pygments.styles import get_style_by_name
from pygments.token import Whitespace
from wcag import contrast

from foxkit.games import NAMES, game_named
from foxkit.site import pages
from foxkit.site.chapters import ROOT
from foxkit.view import theme
from foxkit.view.board import Board
from foxkit.view.canvas import series_styles
from foxkit.view.diagram import player_name
from foxkit.view.ledger import VERDICT_ROLES
from foxkit.view.plots import MAX_OPACITY

GAMES = [game_named(name) for name in NAMES]
THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
GROUNDS = ("surface", "goal", "danger", "square-light", "square-dark", "last")
TEXTS = ("ink", "muted", "alert", "focus")
MARKS = {
    **dict.fromkeys(("line", "goal-edge", "danger-edge"), "surface"),
    **{"target": "surface goal square-light", "arrow": "surface goal"},
    **{"focus": "page surface goal"},
    **dict.fromkeys(("published", *theme.SERIES_ROLES, *theme.ORDER_ROLES), "page"),
}
# Machado, Oliveira & Fernandes (2009), full severity, on linear RGB.
VISION = {
    "usual": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}


@pytest.mark.parametrize("name", THEMES)
def test_text_marks_and_pieces_stand_out_from_their_grounds(name):
    colours = THEMES[name]
    for role, ground in itertools.product(TEXTS, ("page", "surface")):
        assert contrast(colours[role], colours[ground]) >= 4.5, (role, ground)
    assert contrast(colours["ink"], colours["last"]) >= 4.5  # the present move
    for role, grounds in MARKS.items():
        for ground in grounds.split():
            assert contrast(colours[role], colours[ground]) >= 3, (role, ground)
    for fill, ground in itertools.product(("sheep", "fox"), GROUNDS):
        ends = [contrast(colours[role], colours[ground]) for role in (fill, "outline")]
        assert max(ends) >= 3, (fill, ground)


def _lab(colour, matrix):
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(matrix @ linear, 0, 1)
    to_xyz = [
        [0.4124, 0.3576, 0.1805],
        [0.2126, 0.7152, 0.0722],
        [0.0193, 0.1192, 0.9505],
    ]
    x, y, z = np.cbrt(to_xyz @ seen / np.array([0.9505, 1, 1.089]) + 1e-9)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("vision", VISION)
def test_series_stay_apart_for_every_reader(name, vision):
    labs = {
        role: _lab(THEMES[name][role], VISION[vision]) for role in theme.SERIES_ROLES
    }
    for one, other in itertools.combinations(theme.SERIES_ROLES, 2):
        assert np.linalg.norm(labs[one] - labs[other]) > 12, (one, other)


def page_colours(name):
    """Return the colours that an exported page gives to a name, light and dark."""
    sheet = (ROOT / "foxkit/site/chapter/style.css").read_text()
    return dict(zip(THEMES, re.findall(rf"--{name}: (#\w+);", sheet), strict=True))


@pytest.mark.parametrize("name", THEMES)
def test_text_and_signs_can_be_read_on_the_exported_page(name):
    page = page_colours("page")[name]
    for role in (*TEXTS, *VERDICT_ROLES):
        assert contrast(THEMES[name][role], page) >= 4.5, role


@pytest.mark.parametrize("name", THEMES)
def test_code_can_be_read_on_its_ground(name):
    style = get_style_by_name(pages.CODE_COLOURS[name])
    seen = (part for kind, part in style if kind is not Whitespace)
    colours = {f"#{part['color']}" for part in seen if part["color"]}
    assert len(colours) > 5
    for colour in colours:
        assert contrast(colour.lower(), page_colours("panel")[name]) >= 4.5, colour


@pytest.mark.parametrize("game", GAMES, ids=[game.NAME for game in GAMES])
def test_a_side_has_its_colour_on_the_board_as_in_plots(game):
    roles = Board(game).shown["tools"]["colours"]
    drawn = series_styles([player_name(player) for player in game.PLAYERS])
    for player, role in roles.items():
        assert drawn[player_name(player)]["color"] == theme.LIGHT[role]
    assert len({*roles.values()}) == len(game.PLAYERS)


@pytest.mark.parametrize("name", THEMES)
def test_what_is_in_order_goes_ever_farther_from_the_page(name):
    """So that more is more, for every reader and in grey."""
    colours, ground = THEMES[name], THEMES[name]["page"]
    steps = [contrast(colours[role], ground) for role in theme.ORDER_ROLES]
    assert all(low * 1.15 < high for low, high in itertools.pairwise(steps))
    for deep in (theme.SIDES["sheep"], theme.SIDES["foxes"]):
        one, two = (
            [int(colours[each][i : i + 2], 16) for i in (1, 3, 5)]
            for each in ("page", deep)
        )
        part = [round(a + MAX_OPACITY * (b - a)) for a, b in zip(one, two, strict=True)]
        blend = "#{:02x}{:02x}{:02x}".format(*part)
        assert contrast(colours["ink"], blend) >= 4.5


def test_css_gives_each_role_in_each_theme():
    css = theme.palette_css(".board")
    assert list(theme.LIGHT) == list(theme.DARK)
    for role, colour in [*theme.LIGHT.items(), *theme.DARK.items()]:
        assert css.count(f"--fk-{role}:{colour}") >= 2, role
    assert "prefers-color-scheme:dark" in css
    assert css.count("{") == css.count("}")
