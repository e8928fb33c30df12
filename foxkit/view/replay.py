"""Games on a page: as plain data, and to scrub through without kernel and network.

A *scene* is what stays while nothing but pieces moves, a *frame* is one position;
`stage.js` draws both and reads them aloud. The lines and whatever lies over and under
the pieces are SVG fragments made here, so that a board looks the same in a still
picture, in the widget and in a replay.
"""

from dataclasses import dataclass
from typing import Any

from foxkit.core.arguments import replace_fields, whole_number
from foxkit.core.quoting import quoted
from foxkit.view import layers, svg
from foxkit.view.diagram import Diagram
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import GameView, view_of
from foxkit.view.lively import element
from foxkit.view.record import Record
from foxkit.view.share import letters_of
from foxkit.view.svg import Overlay


def scene(shown: Diagram) -> dict[str, Any]:
    """A board without its pieces."""
    labels: dict[str, str] = {}
    for region in shown.regions:
        for name in () if region.aside else region.points:
            labels[name] = ", ".join(filter(None, (labels.get(name), region.label)))
    return {
        "title": shown.title,
        "box": shown.box,
        "below": layers.below(shown),
        "labels": labels,
        "aside": ", ".join(region.label for region in shown.regions if region.aside),
        # The shape only of those that are no square step around their place.
        "points": [
            [p.name, *p.xy, *([p.shape] if p.shape == "card" else [])]
            for p in shown.points
        ],
    }


def frame(view: GameView, state: Any, overlay: Overlay) -> dict[str, Any]:
    """What the page needs to show a state on its scene, with what lies on it."""
    shown = view.drawn(state)
    # Words and a label are sent only where they say more than the drawing.
    pieces = [
        [p.point, p.shape, *([p.words, layers.label(p)] if p.words != p.shape else [])]
        for p in shown.pieces
    ]
    return {
        "text": "" if view.blind else view.game.format(state),
        "status": shown.status,
        "words": shown.without_asides().words(),
        "tally": view.tally(state),
        "pieces": pieces,
        "last": overlay.last,
        "under": layers.under(shown, overlay),
        "over": layers.over(shown, overlay),
    }


def place_of(one: Any, known: list[Any]) -> int:
    """The place of something in a list, at whose end it is put if missing."""
    if one not in known:
        known.append(one)
    return known.index(one)


def said(record: Record, view: GameView) -> list[str]:
    """The moves of a game as the observer hears of them."""
    steps = zip(record.positions, record.moves, strict=False)
    return [view.said(position.state, move) for position, move in steps]


def last_path(record: Record, at: int, view: GameView) -> tuple[str, ...]:
    """The points of the move that led to the position after `at` moves."""
    if not at:
        return ()
    state, after = (record.positions[i].state for i in (at - 1, at))
    there = {point.name for point in view.drawn(after).points}  # a pile may be gone
    path = view.path(state, view.told(state, record.moves[at - 1]))
    return tuple(name for name in path if name in there)


def reel(record: Record, view: GameView) -> list[dict[str, str]]:
    """A game's moves with their players and notes, led by the start's note."""
    steps = zip(("", *said(record, view)), ("", *record.movers()), strict=True)
    return [
        {"move": move, "player": player, "note": record.notes.get(number, "")}
        for number, (move, player) in enumerate(steps)
    ]


@dataclass(frozen=True)
class Replay:
    """A record that a page can scrub; Jupyter and exported pages show it as it is."""

    record: Record
    at: int = 0  # number of moves before the position shown first
    seen_by: str | None = None  # the player who looks on; None sees everything
    play: str = ""  # letters of `foxkit.view.share`, if other than this is played here
    run: str = "replay this game"  # what a reader can do once its cell has run
    above: bool = False  # whether its cell needs what cells above it make

    def __post_init__(self) -> None:
        if not isinstance(self.record, Record):
            told = "such as Record.parse(game, text)"
            raise ValueError(f"record is a Record, {told}, not {quoted(self.record)}")
        replace_fields(self, at=whole_number("at", self.at, 0, len(self.record)))

    @property
    def _view(self) -> GameView:
        return view_of(self.record.start.game, self.seen_by)

    def _overlay(self, at: int) -> Overlay:
        return Overlay(last=last_path(self.record, at, self._view))

    def still(self) -> Drawing:
        """A picture of the position shown first."""
        state = self.record.positions[self.at].state
        shown = self._view.drawn(state).without_asides()
        made, title = len(self.record), self.record.title or shown.title
        where = f"after {self.at} of {made} moves" if made else "at the start"
        caption = f"{title}, {where}: {shown.status}"
        return svg.draw(shown, self._overlay(self.at), caption)

    def data(self) -> dict[str, Any]:
        """Everything that the page's script needs; each scene once."""
        frames: list[Any] = []
        scenes: list[Any] = []
        for at, position in enumerate(self.record.positions):
            place = place_of(scene(self._view.drawn(position.state)), scenes)
            own = frame(self._view, position.state, self._overlay(at))
            frames.append(own | {"scene": place})
        return {
            "title": self.record.title,
            "line": reel(self.record, self._view),
            "at": self.at,
            "scenes": scenes,
            "frames": frames,
        }

    def _repr_html_(self) -> str:
        """A fragment: a picture, and the script that brings it to life."""
        moves = enumerate(said(self.record, self._view), 1)
        words = " ".join([f"{self.still().title}.", *(f"{n}. {m}" for n, m in moves)])
        at = f'data-play="{self.play or letters_of(self.record, self.at, {})}"'
        at = f"data-above {at}" if self.above else at
        return element("fk-replay", self.still(), words, self.data(), self.run, at)

    def _repr_svg_(self) -> str:
        return str(self.still())

    def __repr__(self) -> str:
        return f"<Replay of {len(self.record)} moves: {self.record.title}>"
