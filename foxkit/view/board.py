"""The board widget: play, read and replay any game in a notebook."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from foxkit.agents.players import Player
from foxkit.rules.position import Position
from foxkit.view import frames, hooks, page
from foxkit.view.diary import keep
from foxkit.view.opponents import Opponent, opponents
from foxkit.view.page import Values
from foxkit.view.play import YOU, Play, Seat
from foxkit.view.record import Record
from foxkit.view.replay import Replay, source, style
from foxkit.view.stored import examples, experiments, stored

USUAL = "usual rules"


class Board(anywidget.AnyWidget):
    """A board to play on, against people or agents, with everything there is to read.

    >>> Board(FoxGame(), seats={"foxes": "MCTS"})

    In a page without a kernel it shows the game so far as a `Replay`.

    Args:
        game: a game, a position or a record to begin with.
        seats: player -> "you" (the default) or an opponent's name, or that name with
            settings, such as `("MCTS", {"simulations": 1000})`.
        players: more opponents by name: your own.
        games: records that can be opened, by name; the annotated examples by default.
        values: what solved positions' moves are worth.
        results: a CSV file that finished games are added to.
        seed: of the agents' randomness.
    """

    _esm = source("stage.js") + source("board.js")
    _css = style()
    scene = traitlets.Dict().tag(sync=True)
    frame = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    seats: Any = traitlets.List().tag(sync=True)
    mind = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    said: Any = traitlets.List().tag(sync=True)
    opponents = traitlets.Dict().tag(sync=True)
    variants: Any = traitlets.List().tag(sync=True)
    games: Any = traitlets.List().tag(sync=True)
    tools = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Any,
        *,
        seats: Mapping[str, str | tuple[str, Mapping[str, float]]] | None = None,
        players: Mapping[str, Player] | None = None,
        games: Mapping[str, Record] | None = None,
        values: Values = lambda position: {},
        results: str | Path | None = None,
        seed: int = 0,
    ) -> None:
        record = _record(game)
        rules = record.start.game
        house = opponents(rules)
        for name, own in (players or {}).items():
            house[name] = Opponent(partial(_same, own))
        self.play = Play(record, house, seed=seed)
        for side, seat in (seats or {}).items():
            who, settings = (seat, {}) if isinstance(seat, str) else seat
            self.play.sit(side, who, settings)
        self._games = examples(rules) if games is None else dict(games)
        self._values = values
        self._shown = {"arrows": page.NOTHING, "heat": page.NOTHING}
        self._draft: str | None = None
        self._problems: list[str] = []
        self._told = ""
        super().__init__(
            scene=frames.scene(rules),
            opponents={
                name: [vars(setting) for setting in who.settings]
                for name, who in house.items()
            },
            variants=[USUAL, *rules.VARIANTS],
            games=list(self._games),
            said=[0, ""],
            tools={
                "kinds": hooks.kinds(rules),
                "players": list(rules.PLAYERS),
                "experiments": experiments(rules.NAME),
            },
        )
        self.play.at = len(record)
        self.play.changed = self._push
        if results is not None:
            self.play.finished = lambda play: keep(results, play)
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

    def replay(self) -> Replay:
        """Return the game so far as it can be shown without a kernel."""
        return Replay(self.record, self.play.at)

    def close(self) -> None:
        """Stop thinking and take the board off the page."""
        self.play.leave()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        still = self.replay().still()
        return bundle | {
            "text/html": self.replay()._repr_html_(),
            "image/svg+xml": str(still),
            "text/plain": f"{still.title}\n{still.words}",
        }, metadata

    # -- what the page does ------------------------------------------------------------

    def _receive(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Do what the page asks; tell it where that is impossible."""
        do = _ACTIONS.get(content.pop("do", ""))
        if do is None:
            return
        self.play.hear()
        try:
            do(self, **content)
        except (ValueError, TypeError) as error:
            self._tell(str(error))

    def _tell(self, words: str) -> None:
        with self.play.lock:
            self._push()
            self.said = [self.said[0] + 1, words]

    def _hello(self) -> None:
        if not len(self.record) and not self.play.thinking:
            self.play.answer()

    def _why(self, **points: str) -> None:
        self._tell(self._reason(points["from"], points["to"]))

    def _reason(self, start: str, end: str) -> str:
        position, seat = self.position, self.play.seat
        if position.outcome is None and seat.who != YOU:
            return f"It is the turn of the {position.mover}, whom {seat.who} plays."
        return hooks.why_not(position.game, position.state, start, end)

    def _new(self, variant: str) -> None:
        rules = type(self.record.start.game)()
        if variant != USUAL:
            rules = rules._replace(**rules.VARIANTS[variant])
        self._open_record(Record(Position.start(rules)))

    def _load(self, text: str) -> None:
        try:
            record = Record.parse(self.record.start.game, text)
        except ValueError as error:
            self._problems = getattr(error, "problems", [str(error)])
            raise
        self._open_record(record, len(record))

    def _open(self, name: str) -> None:
        self._open_record(self._games[name])

    def _stored(self, name: str, row: int) -> None:
        self._open_record(stored(name, row))

    def _open_record(self, record: Record, at: int = 0) -> None:
        self._draft, self._problems = None, []
        self.scene = frames.scene(record.start.game)
        self.play.begin(record, at)

    def _ask(self, analysts: list[dict[str, Any]]) -> None:
        self._shown["arrows"] = analysts[0]["who"]
        self.play.ask([Seat(seat["who"], seat["settings"]) for seat in analysts])

    def _look(self, arrows: str, heat: str) -> None:
        self._shown = {"arrows": arrows, "heat": heat}
        self._push()

    def _setup(self, on: bool) -> None:
        self.play.leave()
        self._redraft(self.position.text if on else None)

    def _put(self, point: str, kind: str) -> None:
        if self._draft is not None:
            self._redraft(hooks.put(self.position.game, self._draft, point, kind))

    def _turn(self, player: str) -> None:
        if self._draft is not None:
            self._redraft(hooks.turn(self.position.game, self._draft, player))

    def _redraft(self, text: str | None) -> None:
        self._draft = text
        self._problems = [] if text is None else self.position.game.problems(text)
        self._push()

    # -- what the page shows -----------------------------------------------------------

    def _push(self) -> None:
        """Send the page everything that has changed."""
        play = self.play
        with play.lock, self.hold_sync():
            self.frame = page.frame(play, self._values, self._shown, self._draft)
            self.game = page.game(play)
            self.seats = [vars(seat) for seat in play.seats.values()]
            self.mind = page.mind(play, self._values, self._shown)
            self.draft = {
                "on": self._draft is not None,
                "text": self._draft or "",
                "problems": self._problems,
            }
            status = self.frame["status"]
            words = f"{play.news()} {status[0].upper()}{status[1:]}.".strip()
            if words != self._told:
                self._told = words
                self.said = [self.said[0] + 1, words]


_ACTIONS: dict[str, Callable[..., None]] = {
    "hello": Board._hello,
    "here": lambda board: None,
    "bye": lambda board: None,
    "play": lambda board, move, at: board.play.move(move, at),
    "why": Board._why,
    "go": lambda board, to: board.play.go(to),
    "undo": lambda board: board.play.undo(),
    "redo": lambda board: board.play.redo(),
    "answer": lambda board: board.play.answer(),
    "stop": lambda board: board.play.stop(),
    "sit": lambda board, player, who, settings: board.play.sit(player, who, settings),
    "new": Board._new,
    "load": Board._load,
    "open": Board._open,
    "stored": Board._stored,
    "ask": Board._ask,
    "look": Board._look,
    "setup": Board._setup,
    "put": Board._put,
    "turn": Board._turn,
    "draft": lambda board, text: board._redraft(text),
}


def _same(player: Player) -> Player:
    return player


def _record(game: Any) -> Record:
    """Return the record to begin with: a game's start, a position's, or itself."""
    if isinstance(game, Record):
        return game
    return Record(game if isinstance(game, Position) else Position.start(game))
