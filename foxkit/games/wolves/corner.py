"""A corner of Wolves Eat Sheep, three squares wide: small enough to be solved by hand.

One wolf or two and some sheep live on squares 00 to 22 by the usual rules; nobody
leaves the corner.
"""

from foxkit.games.wolves.rules import Wolves, playable

CORNER = 0b00111_00111_00111


class WolvesCorner(Wolves):
    """The rules as a value, as those of the whole board."""

    __slots__ = ()
    NAME = "wolves-corner"


@playable.register
def _corner(game: WolvesCorner) -> int:
    return CORNER
