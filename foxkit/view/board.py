"""The board widget: play, read and replay any game in a notebook."""

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from foxkit.agents.players import Player
from foxkit.rules.fields import changes
from foxkit.rules.position import Position
from foxkit.view import page
from foxkit.view.assets import script
from foxkit.view.diagram import called
from foxkit.view.opponents import Opponent
from foxkit.view.page import USUAL, Quantity, Settings
from foxkit.view.play import YOU, Play, Seat
from foxkit.view.record import Record
from foxkit.view.replay import Replay, style
from foxkit.view.stored import examples, stored_game

_OF_PLAY = ("move", "go", "step", "undo", "redo", "answer", "pause", "sit")
_OF_BOARD = (
    *("hello", "bye", "why", "new", "load", "open", "stored"),
    *("ask", "look", "setup", "put", "turn", "draft"),
)
"""What the page may ask for: methods of `Play`, and of `Board` behind a `_`.

Anything else that it says only shows that it is still there.
"""


class Board(anywidget.AnyWidget):
    """A board to play on, against people or agents, with everything there is to read.

    >>> from foxkit.rules.fox_game import FoxGame
    >>> board = Board(FoxGame(), seats={"foxes": "MCTS"})

    In a page without a kernel it shows the game so far as a `Replay`.

    Args:
        game: a game, a position or a record to begin with.
        seats: player -> "you" (the default) or an opponent's name, or that name with
            settings, such as `("MCTS", {"simulations": 1000})`.
        players: more opponents by name: your own.
        quantities: your own numbers per point, by name, to be shown as heat.
    """

    _esm = script("stage.js", "reel.js", "panels.js", "board.js")
    _css = style()
    frame = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    seats: Any = traitlets.List().tag(sync=True)
    mind = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    said: Any = traitlets.List().tag(sync=True)
    tools = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Any,
        *,
        seats: Mapping[str, str | tuple[str, Mapping[str, float]]] | None = None,
        players: Mapping[str, Player] | None = None,
        quantities: Mapping[str, Quantity] | None = None,
    ) -> None:
        own = {name: Opponent(lambda p=p: p) for name, p in (players or {}).items()}
        if not isinstance(game, Record):
            start = game if isinstance(game, Position) else Position.start(game)
            game = Record(start)
        self.play = Play(game, own)
        self.play.paused = True  # until somebody looks
        for side, seat in (seats or {}).items():
            self.play.sit(side, *((seat, {}) if isinstance(seat, str) else seat))
        self.play.changed = self._push
        self._settings = Settings(quantities or {})
        self._pages, self._told = 0, ""
        super().__init__(said=[0, ""], tools=page.tools(self.play))
        self._push()
        self.on_msg(self._receive)

    @property
    def position(self) -> Position:
        """Return the position that is being looked at."""
        return self.play.position

    @property
    def record(self) -> Record:
        """Return the game so far."""
        return self.play.record

    def close(self) -> None:
        """Stop thinking for good and take the board off the page."""
        self.play.close()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        still = self._still()
        return bundle | {
            "text/html": still._repr_html_(),
            "image/svg+xml": still._repr_svg_(),
            "text/plain": repr(still.still()),
        }, metadata

    def _still(self) -> Replay:
        """Return what a page without a kernel shows: this game, or one to look at.

        A position that somebody has set up is shown as it is.
        """
        begun = len(self.record) or not _is_start(self.record.start)
        known = () if begun else examples(self.play.game).values()
        rules = changes(self.play.game)
        alike = (r for r in known if changes(r.start.game) == rules)
        record = next(alike, self.record)
        at = self.play.at if record is self.record else len(record) // 2
        return Replay(record, at, self.play.view.seen_by)

    # -- what the page does ------------------------------------------------------------

    def _receive(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Do what the page asks; tell it where that is impossible."""
        self.play.job.hear()
        does: dict[str, Callable[..., object]] = {
            **{name: getattr(self.play, name) for name in _OF_PLAY},
            **{name: getattr(self, f"_{name}") for name in _OF_BOARD},
            "stop": self.play.job.stop,
        }
        try:
            does.get(content.pop("do", ""), lambda **_: None)(**content)
        except (ValueError, TypeError) as error:
            known = self.play.view.knows(self.position.state)  # or it may tell too much
            self._tell(str(error) if known else "That is not possible now.")

    def _tell(self, words: str) -> None:
        with self.play.lock, self.hold_sync():
            self._show()
            self._told = ""  # whatever comes next is news again
            self.said = [self.said[0] + 1, words]

    def _hello(self) -> None:
        self._pages += 1
        if self._pages == 1:
            self.play.resume()

    def _bye(self) -> None:
        self._pages -= 1
        if not self._pages:  # nobody looks any more: think for nobody
            self.play.leave()

    def _why(self, **points: str) -> None:
        position, who = self.position, self.play.seat.who
        if position.outcome is None and who != YOU:
            turn = called(position.mover, "the ")
            return self._tell(f"It is the turn of {turn}, whom {who} plays.")
        state = position.state
        self._tell(self.play.view.why_not(state, points["from"], points["to"]))

    def _new(self, variant: str) -> None:
        kind, played = type(self.play.game), self.play.game
        rules = kind(**({} if variant == USUAL else kind.VARIANTS[variant]))
        if hasattr(rules, "dealt"):  # new hands, or another map
            last = getattr(played, "deal", getattr(played, "seed", 0))
            rules = rules.dealt(last + 1)
        self._open_record(Record(Position.start(rules)))

    def _load(self, text: str) -> None:
        try:
            record = Record.parse(self.play.game, text)
            self._check(record.start.text)
        except ValueError as error:
            self._settings.problems = getattr(error, "problems", [str(error)])
            raise
        self._open_record(record, len(record))

    def _check(self, text: str) -> None:
        """Raise ValueError for a position that no game reaches."""
        if problems := self.play.view.problems(text):
            raise ValueError("; ".join(problems))

    def _open(self, name: str) -> None:
        self._open_record(examples(self.play.game)[name])

    def _stored(self, name: str, row: int) -> None:
        self._open_record(stored_game(self.play.game, name, row))

    def _open_record(self, record: Record, at: int = 0) -> None:
        settings, before = self._settings, self.play.game
        settings.draft, settings.problems, self._told = None, [], ""
        with self.hold_sync():
            self.play.begin(record, at)
            if self.play.game != before:
                self.tools = page.tools(self.play)

    def _ask(self, analysts: list[dict[str, Any]]) -> None:
        if self._settings.draft is not None:
            self._load(self._settings.draft)
        self._settings.arrows = analysts[0]["who"]
        self.play.ask([Seat(seat["who"], seat["settings"]) for seat in analysts])

    def _look(self, arrows: str, heat: str) -> None:
        self._settings.arrows, self._settings.heat = arrows, heat
        self._push()

    def _setup(self, on: bool) -> None:
        self.play.leave()
        if on and not self.play.view.kinds:
            raise TypeError(f"{self.play.game.NAME} cannot be set up by hand yet")
        self._draft(self.position.text if on else None)
        if on:
            self._tell("Click a point to put there what is chosen beside the board.")

    def _put(self, **what: str) -> None:
        if self._settings.draft is not None:
            self._draft(self.play.view.put(self._settings.draft, **what))

    def _turn(self, player: str) -> None:
        if self._settings.draft is not None:
            self._draft(self.play.view.turn(self._settings.draft, player))

    def _draft(self, text: str | None) -> None:
        self._settings.draft = text
        self._settings.problems = [] if text is None else self.play.view.problems(text)
        self._push()

    # -- what the page shows -----------------------------------------------------------

    def _push(self) -> None:
        """Send the page everything that has changed, and tell what is news."""
        with self.play.lock, self.hold_sync():
            self._show()
            status = self.frame["status"]
            words = f"{self.play.news()} {status[0].upper()}{status[1:]}.".strip()
            if words != self._told:
                self._told = words
                self.said = [self.said[0] + 1, words]

    def _show(self) -> None:
        for part, data in page.show(self.play, self._settings).items():
            self.set_trait(part, data)


def _is_start(position: Position) -> bool:
    """Return whether a game begins so; not if its rules deal no start of that size."""
    try:
        return position == Position.start(position.game)
    except ValueError:
        return False
