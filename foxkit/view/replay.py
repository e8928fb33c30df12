"""Games on a page: as plain data, and as replays without kernel and network.

A *scene* is what stays the same while only pieces move; a *frame* is one position.
`stage.js` draws both and reads them aloud. Lines, and layers over and under the pieces,
are SVG fragments that are made here, so that a board looks the same in a picture, in a
notebook and in a replay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from foxkit.core.arguments import set_frozen_fields, whole_number
from foxkit.core.quoting import quoted
from foxkit.view import layers, svg
from foxkit.view.diagram import Diagram, player_name
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import GameView, view_of
from foxkit.view.live_elements import live_element
from foxkit.view.record import Record
from foxkit.view.share import read_token, share_token
from foxkit.view.svg import Overlay


def scene_data(diagram: Diagram) -> dict[str, Any]:
    """A board without its pieces, as JSON data."""
    labels: dict[str, str] = {}
    for region in diagram.regions:
        for name in () if region.spoiler else region.points:
            labels[name] = ", ".join(filter(None, (labels.get(name), region.label)))
    return {
        "title": diagram.title,
        "box": diagram.box,
        "below": layers.draw_ground(diagram),
        "labels": labels,
        "aside": ", ".join(
            region.label for region in diagram.regions if region.spoiler
        ),
        # The shape only of those that are no square step around their place.
        "points": [
            [p.name, *p.xy, *([p.shape] if p.shape == "card" else [])]
            for p in diagram.points
        ],
    }


def frame_data(view: GameView, state: Any, overlay: Overlay) -> dict[str, Any]:
    """A state to be drawn on its scene, with an overlay, as JSON data."""
    diagram = view.diagram_of(state)
    # Words and a label are sent only where they say more than the drawing.
    pieces = [
        [p.point, p.shape, *([p.words, layers.label(p)] if p.words != p.shape else [])]
        for p in diagram.pieces
    ]
    return {
        "text": "" if view.is_blind else view.game.format(state),
        "status": diagram.status,
        "words": diagram.without_spoilers().words(),
        "tally": view.tally(state),
        "pieces": pieces,
        "last": overlay.last,
        "under": layers.draw_below_pieces(diagram, overlay),
        "over": layers.draw_above_pieces(diagram, overlay),
    }


def index_or_append(item: Any, known: list[Any]) -> int:
    """The index of an item in a list, to which it is appended if it is missing."""
    if item not in known:
        known.append(item)
    return known.index(item)


def moves_in_words(record: Record, view: GameView) -> list[str]:
    """The moves of a game in words, as the observer may know them."""
    steps = zip(record.positions, record.moves, strict=False)
    return [view.spoken_move(position.state, move) for position, move in steps]


def points_of_last_move(record: Record, at: int, view: GameView) -> tuple[str, ...]:
    """The points of the move that led to the position after `at` moves."""
    if not at:
        return ()
    state, after = (record.positions[i].state for i in (at - 1, at))
    present = {point.name for point in view.diagram_of(after).points}  # piles vanish
    path = view.path(state, view.heard_move(state, record.moves[at - 1]))
    return tuple(name for name in path if name in present)


def recent_moves(record: Record, at: int, view: GameView) -> str:
    """The last move of each player before a position, the oldest first.

    It is empty for two players: a board marks their last move.
    """
    last_moves: dict[str, str] = {}
    if len(record.start.game.PLAYERS) > 2:
        for before in range(at - 1, -1, -1):
            position = record.positions[before]
            if position.mover in last_moves:
                break
            move = view.spoken_move(position.state, record.moves[before])
            last_moves[position.mover] = f"{player_name(position.mover)}: {move}"
    return "; ".join([*last_moves.values()][::-1])


def move_list(record: Record, view: GameView) -> list[dict[str, str]]:
    """The moves of a game with players and notes; the first entry is the start."""
    steps = zip(
        ("", *moves_in_words(record, view)), ("", *record.movers()), strict=True
    )
    return [
        {"move": move, "player": player, "note": record.notes.get(number, "")}
        for number, (move, player) in enumerate(steps)
    ]


@dataclass(frozen=True)
class Replay:
    """A recorded game to step through, on pages and in notebooks, without Python.

    Attributes:
        record: the game, a `Record` of `foxkit.view.record`.
        at: the number of moves before the position that is shown first.
        seen_by: the player who looks on; None sees everything.
        play: the share token of what is played from here, if it is another game.
        run: what a reader can do once its cell has run, in words.
        above: whether its cell needs what cells above it define.
        film: a search that moves over the board until a reader touches it, as
            `foxkit.view.film` records it.

    Raises:
        ValueError: it is no record, or the game has fewer moves than `at`.

    Examples:
        >>> from foxkit.view.record import Record
        >>> notes = {2: "A fox steps out."}
        >>> record = Record(Position.start(FoxGame()), ("30-40", "62-53"), notes)
        >>> len(Replay(record, at=2).record.positions)
        3
    """

    record: Record
    at: int = 0
    seen_by: str | None = None
    play: str = ""
    run: str = "replay this game"
    above: bool = False
    film: Sequence[Mapping[str, str]] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.record, Record):
            example = "such as Record.parse(game, text)"
            raise ValueError(
                f"record is a Record, {example}, not {quoted(self.record)}"
            )
        set_frozen_fields(self, at=whole_number("at", self.at, 0, len(self.record)))

    @classmethod
    def from_token(cls, token: str) -> "Replay":
        """The game of a token, such as one that a point of a plot has."""
        record, at, _ = read_token(token)
        return cls(record, at)

    @property
    def _view(self) -> GameView:
        """The view of the game for its observer."""
        return view_of(self.record.start.game, self.seen_by)

    def _overlay(self, at: int) -> Overlay:
        """The last move at a position, to be drawn over it."""
        return Overlay(last=points_of_last_move(self.record, at, self._view))

    def still(self) -> Drawing:
        """A picture of the position shown first."""
        state = self.record.positions[self.at].state
        diagram = self._view.diagram_of(state).without_spoilers()
        move_count, title = len(self.record), self.record.title or diagram.title
        where = (
            f"after {self.at} of {move_count} moves" if move_count else "at the start"
        )
        caption = f"{title}, {where}: {diagram.status}"
        return svg.draw_board(diagram, self._overlay(self.at), caption)

    def data(self) -> dict[str, Any]:
        """Everything that the page's script needs; each scene once."""
        frames: list[Any] = []
        scenes: list[Any] = []
        for at, position in enumerate(self.record.positions):
            place = index_or_append(
                scene_data(self._view.diagram_of(position.state)), scenes
            )
            shown = frame_data(self._view, position.state, self._overlay(at))
            frames.append(shown | {"scene": place})
        return {
            "title": self.record.title,
            "line": move_list(self.record, self._view),
            "at": self.at,
            "scenes": scenes,
            "frames": frames,
            **({"film": self.film} if self.film else {}),
        }

    def _repr_html_(self) -> str:
        """A fragment: a picture, and the script that brings it to life."""
        moves = enumerate(moves_in_words(self.record, self._view), 1)
        words = " ".join([f"{self.still().title}.", *(f"{n}. {m}" for n, m in moves)])
        at = f'data-play="{self.play or share_token(self.record, self.at, {})}"'
        at = f"data-above {at}" if self.above else at
        return live_element("fk-replay", self.still(), words, self.data(), self.run, at)

    def _repr_svg_(self) -> str:
        return str(self.still())

    def __repr__(self) -> str:
        return f"<Replay of {len(self.record)} moves: {self.record.title}>"
