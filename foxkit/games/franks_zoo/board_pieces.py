"""Frank's Zoo: cards that show their predators, and all predators in one picture.

Who beats whom is read from the rules' own table; only the places are chosen here.
"""

from foxkit.games.franks_zoo.cards import ANIMALS, DECKS, STANDARD, predators
from foxkit.view.assets import SHAPES, picture_style
from foxkit.view.diagram import UNIT, Point
from foxkit.view.drawing import Drawing
from foxkit.view.layers import arrow_paths, point_toward, text

BEATS = predators(STANDARD)
"""Each animal with its predators."""
_ANIMAL_PLACES = {
    **{"whale": (5.3, 0.0), "elephant": (1.6, 0.1), "crocodile": (7.1, 1.3)},
    **{"bear": (2.9, 2.2), "lion": (0.0, 2.0), "seal": (7.0, 3.8), "fox": (0.5, 4.5)},
    **{"perch": (4.2, 4.4), "hedgehog": (0.0, 6.6), "fish": (5.5, 6.5)},
    **{"mouse": (2.8, 6.6), "mosquito": (4.1, 8.3)},
}


def _animal_drawing(name: str, x: float, y: float, scale: float) -> str:
    """The drawing of an animal, moved to a place and scaled."""
    place = f"translate({x:g} {y:g}) scale({scale:g})"
    return f'<g transform="{place}">{SHAPES[name]}</g>'


def _card_drawing(name: str) -> str:
    """A card: its predators in a row or two, itself, and room for a number."""
    hunters, drawn = BEATS.get(name, []), SHAPES["card"]
    rows = 1 if len(hunters) < 4 else 2
    wide = -(-len(hunters) // rows)
    step, scale = (25, 0.28) if wide > 2 or rows > 1 else (35, 0.38)
    for i, hunter in enumerate(hunters):
        x, y = step * (i % wide - (wide - 1) / 2), 25 * (i // wide)
        drawn += _animal_drawing(hunter, x, y - 51 + 11 * (2 - rows), scale)
    return drawn + _animal_drawing(name, 0, 8, 0.54)


SHAPES |= {f"{name}-card": _card_drawing(name) for name in ANIMALS if name}
# Cards of test decks, whose predators are all higher numbers.
SHAPES |= {
    f"id{n}-card": f'{SHAPES["card"]}<text class="fk-says" y="-10">ID {n}</text>'
    for n in range(1, DECKS[-1] + 1)
}


def _predator_arrow(predator: str, prey: str) -> str:
    """An arrow between two animals, dashed if it leads upwards."""
    start, end = (complex(*_ANIMAL_PLACES[name]) for name in (predator, prey))
    arrow_ends = point_toward(start, end, 0.5), point_toward(end, start, 0.5)
    points = [Point("", place.real, place.imag) for place in arrow_ends]
    shaft, head, _ = arrow_paths(points, 0)
    upwards = " fk-back-arrow" if end.imag < start.imag else ""
    return (
        f'<g class="fk-eats{upwards}"><title>{predator} beats {prey}</title>'
        f'<path class="fk-arrow" d="{shaft}"/>'
        f'<path class="fk-arrowhead" d="{head}z"/></g>'
    )


def predator_graph() -> Drawing:
    """Draw who beats whom with as many cards: an arrow from each predator to its prey.

    All arrows lead down the page but the mouse's.
    """
    edges = "".join(
        _predator_arrow(h, prey) for prey, hunters in BEATS.items() for h in hunters
    )
    nodes = "".join(
        _animal_drawing(name, UNIT * x, UNIT * y, 1)
        + text(UNIT * x, UNIT * y + 66, name, "says")
        for name, (x, y) in _ANIMAL_PLACES.items()
    )
    words = (
        f"{prey.capitalize()}: beaten by {', '.join(hunters) or 'nobody'}."
        for prey, hunters in BEATS.items()
    )
    width, height = 9.1 * UNIT, 9.7 * UNIT
    return Drawing(
        f'<rect class="fk-card" width="{width:g}" height="{height:g}" rx="24"/>'
        f'<g transform="translate(100 65)">{edges}{nodes}</g>',
        width,
        height,
        title="Who beats whom in Frank's Zoo",
        words=" ".join(words),
        css=picture_style("drawing.css"),
        scale=0.46,
        smallest=32,
    )
