"""The board widget: play, read and replay any game in a notebook."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from foxkit.agents.players import Player
from foxkit.rules.position import Position
from foxkit.view import hooks, page, replay
from foxkit.view.assets import source
from foxkit.view.diary import keep
from foxkit.view.opponents import Opponent, opponents
from foxkit.view.page import Quantity, View
from foxkit.view.play import YOU, Play, Seat
from foxkit.view.record import Record
from foxkit.view.replay import Replay, style
from foxkit.view.stored import examples, experiments, stored

USUAL = "usual rules"
_FOR_PLAY = ("move", "go", "step", "undo", "redo", "answer", "stop", "sit", "hear")
_FOR_BOARD = (
    *("hello", "bye", "why", "new", "load", "open", "stored"),
    *("ask", "look", "setup", "put", "turn", "draft"),
)
"""What the page may ask for: methods of `Play`, and of `Board` behind a `_`."""


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
        results: a CSV file that finished games are added to.
    """

    _esm = source("stage.js", "reel.js", "panels.js", "board.js")
    _css = style()
    scene = traitlets.Dict().tag(sync=True)
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
        results: str | Path | None = None,
    ) -> None:
        record = _record(game)
        rules = record.start.game
        house = opponents(rules)
        for name, own in (players or {}).items():
            house[name] = Opponent(lambda own=own: own)
        self.play = Play(record, house)
        for side, seat in (seats or {}).items():
            self.play.sit(side, *((seat, {}) if isinstance(seat, str) else seat))
        self.play.changed = self._push
        if results is not None:
            self.play.finished = lambda play: keep(results, play)
        self._view = View(quantities or {})
        self._pages, self._told = 0, ""
        super().__init__(
            scene=replay.scene(rules), said=[0, ""], tools=_tools(rules, house)
        )
        self._push()
        self.on_msg(self._receive)

    @property
    def position(self) -> Position:
        """Return the position that is being looked at."""
        return self.play.position

    @property
    def _rules(self) -> Any:
        return self.record.start.game

    @property
    def record(self) -> Record:
        """Return the game so far."""
        return self.play.record

    def close(self) -> None:
        """Stop thinking and take the board off the page."""
        self.play.leave()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        still = Replay(self.record, self.play.at)
        return bundle | {
            "text/html": still._repr_html_(),
            "image/svg+xml": still._repr_svg_(),
            "text/plain": repr(still.still()),
        }, metadata

    # -- what the page does ------------------------------------------------------------

    def _receive(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Do what the page asks; tell it where that is impossible."""
        name = content.pop("do", "")
        if name not in _FOR_PLAY + _FOR_BOARD:
            return
        self.play.hear()
        try:
            if name in _FOR_PLAY:
                getattr(self.play, name)(**content)
            else:
                getattr(self, f"_{name}")(**content)
        except (ValueError, TypeError) as error:
            self._tell(str(error))

    def _tell(self, words: str) -> None:
        with self.play.lock, self.hold_sync():
            self._show()
            self._told = ""  # whatever comes next is news again
            self.said = [self.said[0] + 1, words]

    def _hello(self) -> None:
        self._pages += 1
        if not len(self.record) and not self.play.thinking:
            self.play.answer()

    def _bye(self) -> None:
        self._pages -= 1
        if not self._pages:  # nobody looks any more: think for nobody
            self.play.leave()

    def _why(self, **points: str) -> None:
        position, who = self.position, self.play.seat.who
        words = hooks.why_not(position, points["from"], points["to"])
        if position.outcome is None and who != YOU:
            words = f"It is the turn of the {position.mover}, whom {who} plays."
        self._tell(words)

    def _new(self, variant: str) -> None:
        rules = type(self._rules)()
        if variant != USUAL:
            rules = rules._replace(**rules.VARIANTS[variant])
        self._open_record(Record(Position.start(rules)))

    def _load(self, text: str) -> None:
        try:
            record = Record.parse(self._rules, text)
        except ValueError as error:
            self._view.problems = getattr(error, "problems", [str(error)])
            raise
        self._open_record(record, len(record))

    def _open(self, name: str) -> None:
        self._open_record(examples(self._rules)[name])

    def _stored(self, name: str, row: int) -> None:
        self._open_record(stored(name, row))

    def _open_record(self, record: Record, at: int = 0) -> None:
        self._view.draft, self._view.problems, self._told = None, [], ""
        self.scene = replay.scene(record.start.game)
        self.play.begin(record, at)

    def _ask(self, analysts: list[dict[str, Any]]) -> None:
        if self._view.draft is not None:
            self._load(self._view.draft)
        self._view.arrows = analysts[0]["who"]
        self.play.ask([Seat(seat["who"], seat["settings"]) for seat in analysts])

    def _look(self, arrows: str, heat: str) -> None:
        self._view.arrows, self._view.heat = arrows, heat
        self._push()

    def _setup(self, on: bool) -> None:
        self.play.leave()
        self._draft(self.position.text if on else None)
        if on:
            self._tell("Click a point to put there what is chosen beside the board.")

    def _put(self, point: str, kind: str) -> None:
        if self._view.draft is not None:
            self._draft(hooks.put(self._rules, self._view.draft, point, kind))

    def _turn(self, player: str) -> None:
        if self._view.draft is not None:
            self._draft(hooks.turn(self._view.draft, player))

    def _draft(self, text: str | None) -> None:
        self._view.draft = text
        self._view.problems = [] if text is None else self._rules.problems(text)
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
        for part, data in page.show(self.play, self._view).items():
            self.set_trait(part, data)


def _tools(rules: Any, house: Mapping[str, Opponent]) -> dict[str, Any]:
    """Return what the page offers: players, variants, games, and pieces to set up."""
    return {
        "opponents": {n: [s.slider() for s in o.settings] for n, o in house.items()},
        "variants": [USUAL, *rules.VARIANTS],
        "games": list(examples(rules)),
        "experiments": experiments(rules.NAME),
        "kinds": hooks.kinds(rules),
    }


def _record(game: Any) -> Record:
    """Return the record to begin with: a game's start, a position's, or itself."""
    if isinstance(game, Record):
        return game
    return Record(game if isinstance(game, Position) else Position.start(game))
