"""The board: it receives what a reader does, and has what a page shows, as plain data.

      message --> Board.receive --> Session      a game in progress
                                       |
    page <-- on_change(parts) <-- page.shown     frame, game, seats, analysis, ...

It needs no notebook; in one, it makes its widget (`foxkit.view.widget`) when shown.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from foxkit.core.arguments import whole_number
from foxkit.core.fields import changes_in_words
from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.players.standard import Player, require_player
from foxkit.view import page
from foxkit.view.diagram import player_name
from foxkit.view.opponents import Opponent
from foxkit.view.page import UNCHANGED, PageSettings, Quantity
from foxkit.view.record import MAX_CHARACTERS, Record
from foxkit.view.replay import Replay
from foxkit.view.session import YOU, Session
from foxkit.view.share import default_seats, read_token, share_token
from foxkit.view.stored import example_records, stored_game

_SESSION_MESSAGES: Mapping[str, Mapping[str, Any]] = {
    "move": {"move": str, "at": int},
    "go": {"to": int},
    "step": {"by": int},
    "sit": {"player": str, "who": str, "settings": dict},
    "review": {"on": bool},
    "open_reviewed": {"at": int, "sit": bool},
    **{name: {} for name in ("undo", "redo", "answer", "pause_agents")},
}
_BOARD_MESSAGES: Mapping[str, Mapping[str, Any]] = {
    "why": {"from": str, "to": str},
    "new": {"variant": str},
    "load": {"text": str},
    "open": {"name": str, "row": int},
    "ask": {"who": str, "settings": dict},
    "look": {"arrows": bool, "heat": str},
    "setup": {"on": bool},
    "put": {"point": str, "kind": str},
    "turn": {"player": str},
    "draft": {"text": str},
    **{name: {} for name in ("hello", "bye", "stop", "list")},
}
"""The messages of a page and the types of their arguments: those that go to methods of
the session, and those that go to the board's methods `_on_…`.

Any other message only shows that the page is still there.
"""


def _checked_message(
    arguments: Mapping[str, Any], form: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a message, checked; TypeError where they do not fit the form.

    Arguments with a default may be missing. Texts have a limited length.
    """
    for name, value in arguments.items():
        expected_type = form.get(name, type(None))
        if type(value) is not expected_type or (
            expected_type is str and len(value) > MAX_CHARACTERS
        ):
            raise TypeError(f"{quoted(name)} is none that this board knows")
        numbers = value.values() if expected_type is dict else ()
        if any(type(each) not in (int, float) for each in numbers):
            raise TypeError(f"{name}: a setting is a number")
    return {**arguments}


class Board:
    """A board to play on, against people or programs, with analysis and review.

    As the last line of a notebook's cell it is shown with its controls. On a page
    without Python it shows the game so far as a `Replay`.

    Args:
        game: a game, a position or a record to begin with.
        seats: who plays, by player: "you" (the default), the name of an opponent, or
            the name with settings, such as `("MCTS", {"simulations": 1000})`.
        players: players of a reader by name, as further opponents.
        quantities: functions that give a number to each point, by name, to be shown as
            heat.
        film: simulations of a search that a page without Python shows, as it grows, on
            the board until a reader touches it; 0 shows none.

    Attributes:
        shown: the data that the page shows, by parts; `foxkit.view.page` makes them.
        on_change: called with the parts that have changed, from any thread.
        waits: whether opponents begin to move only when the reader asks them to go on.

    Raises:
        ValueError: no such player or opponent, or no game, position or record.

    Examples:
        >>> board = Board(FoxGame(), seats={"foxes": "MCTS"})
        >>> board.position.mover, "30-40" in board.position.moves
        ('sheep', True)
        >>> board.receive({"do": "move", "move": "33-99"})
        >>> board.shown["said"][1][:28]
        "'33-99' is not a legal move;"
        >>> board.close()
    """

    def __init__(
        self,
        game: Any,
        *,
        seats: Mapping[str, str | tuple[str, Mapping[str, float]]] | None = None,
        players: Mapping[str, Player] | None = None,
        quantities: Mapping[str, Quantity] | None = None,
        film: int = 0,
    ) -> None:
        for name, player in (players or {}).items():
            require_player(player, str(name))
        readers_opponents = {
            name: Opponent(lambda p=p: p) for name, p in (players or {}).items()
        }
        if not isinstance(game, Record):
            start = game if isinstance(game, Position) else Position.start(game)
            game = Record(start)
        self.session = Session(game, readers_opponents)
        self.session.paused = True  # until somebody looks
        for side, seat in (seats or {}).items():
            self.session.sit(side, *((seat, {}) if isinstance(seat, str) else seat))
        self.shown: dict[str, Any] = {"said": [0, ""]}
        self.on_change: Callable[[dict[str, Any]], None] = lambda parts: None
        self._settings = PageSettings(quantities or {})
        self._open_pages, self._last_note, self._rules = 0, "", None
        self._has_own_players = bool(players)
        self._film = whole_number("film", film, 0)
        self._lists_all = False  # games in store as well, not examples alone
        self.waits = False
        self._widget: Any = None
        self.session.changed = self._show
        self._show()

    @classmethod
    def from_token(
        cls, token: str, at: int | None = None, waits: bool = False
    ) -> "Board":
        """The board that a token describes, which `token` gives.

        Where the token names no players, the reader plays the side that is to move. At
        the start of a game (`at=0`) the reader plays the side that begins in any case.
        A player that a page lacks, since it needs a table, is replaced by an agent.

        Args:
            token: the text.
            at: the number of moves before the position that is shown; None is that of
                the token.
            waits: whether opponents begin to move only when the reader asks them to.
        """
        record, position_index, seats = read_token(token)
        if at == 0:
            waiting_side = record.start.mover
            seats = {side: who for side, who in seats.items() if side != waiting_side}
        # A page may ask for a position of another, longer game.
        at = position_index if at is None else min(at, len(record))
        session = cls(record).session
        agents = default_seats(record, at, session.opponents)
        unsolved = {*session.view.opponents_without_solver()}
        missing = {name for name, _ in seats.values()} & unsolved
        for side in [side for side, (name, _) in seats.items() if name in missing]:
            seats = {**seats, side: next(iter(agents.values()))}
        board = cls(record, seats=seats or agents)
        board.waits = waits
        board.session.go(at)
        if missing:
            instead = next(iter(agents.values()))[0]
            names = " and ".join(sorted(missing))
            board._show(f"{names} needs the notebook; {instead} plays instead.")
        return board

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.session.position

    @property
    def record(self) -> Record:
        """The game so far."""
        return self.session.record

    def close(self) -> None:
        """Stop thinking for good and take the board off the page."""
        self.session.close()
        if self._widget is not None:
            self._widget.close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        from foxkit.view.widget import BoardWidget  # only a notebook needs it

        self._widget = self._widget or BoardWidget(self)
        bundle, metadata = self._widget._repr_mimebundle_(**kwargs) or ({}, {})
        still = self._still()
        return bundle | {
            "text/html": still._repr_html_(),
            "image/svg+xml": still._repr_svg_(),
            "text/plain": repr(still.still()),
        }, metadata

    def _still(self) -> Replay:
        """The picture on a page without a kernel: this game, or an example.

        A position that was set up, or that is played against an agent, is shown as it
        is; the start of a game is replaced by an example of the same rules.
        """
        seats, record, at = self.session.seats, self.record, self.session.at
        people = [side for side, seat in seats.items() if seat.who == YOU]
        has_agents = len(people) < len(seats)
        set_up = len(record) or not _is_start(record.start)
        if not set_up and not (people and has_agents):
            game = record.start.game
            for example in example_records(game).values():
                if changes_in_words(example.start.game) == changes_in_words(game):
                    record, at = example, len(example) // 2
                    break
        play, seen_by = self.token(has_agents), self.session.view.seen_by
        can = "play"
        if has_agents and len(people) == 1:
            can = f"play {player_name(people[0], 'the ')}"
        film: Sequence[Mapping[str, str]] = ()
        if self._film:
            from foxkit.view.film import search_film  # where a search is recorded

            film = search_film(record.positions[at], self._film)
        return Replay(record, at, seen_by, play, can, self._has_own_players, film)

    def token(self, seated: bool = True) -> str:
        """The share token of the game and its players, see `foxkit.view.share`."""
        seats = {p: (s.who, s.settings) for p, s in self.session.seats.items()}
        return share_token(self.record, self.session.at, seats if seated else {})

    # -- what the page shows -----------------------------------------------------------

    def _show(self, message: str = "") -> None:
        """Send the page what has changed, with a message or the last move in words."""
        with self.session.lock:
            new = page.page_state(self.session, self._settings)
            if self._rules != self.session.game:
                self._rules = self.session.game
                new["tools"] = page.page_choices(self.session)
                new["stored"] = page.games_to_open(self.session, self._lists_all)
            status = new["frame"]["status"]
            note = f"{self.session.message()} {status[0].upper()}{status[1:]}.".strip()
            if message or note != self._last_note:
                new["said"] = [self.shown["said"][0] + 1, message or note]
            # After a message, the last move is shown again.
            self._last_note = "" if message else note
            parts = {name: x for name, x in new.items() if x != self.shown.get(name)}
            self.shown |= parts
            self.on_change(parts)

    # -- what the page does ------------------------------------------------------------

    def receive(self, message: Any) -> None:
        """Carry out a message of the page, or send it the reason why not."""
        self.session.job.note_page()
        content = {**message} if isinstance(message, Mapping) else {}
        do = str(content.pop("do", ""))
        try:
            if do in _SESSION_MESSAGES:
                content = _checked_message(content, _SESSION_MESSAGES[do])
                getattr(self.session, do)(**content)
            elif do in _BOARD_MESSAGES:
                content = _checked_message(content, _BOARD_MESSAGES[do])
                getattr(self, f"_on_{do}")(**content)
        except (ValueError, TypeError, LookupError, ArithmeticError) as error:
            # The error may reveal what the observer must not know.
            known = self.session.view.may_see_moves(self.position.state)
            plain = known and isinstance(error, ValueError | TypeError)
            self._show(str(error) if plain else "That is not possible now.")

    def _on_hello(self) -> None:
        """A page shows the board: agents may move."""
        self._open_pages += 1
        if self._open_pages == 1 and not self.waits:
            self.session.resume()

    def _on_bye(self) -> None:
        """A page has gone; with the last one all thinking ends."""
        self._open_pages -= 1
        if not self._open_pages:  # the last page has gone
            self.session.stop_thinking()

    def _on_stop(self) -> None:
        """End the present search; its result still counts."""
        self.session.job.stop()

    def _on_list(self) -> None:
        """List the games of all cells, too."""
        self._lists_all, self._rules = True, None
        self._show()

    def _on_why(self, **points: str) -> None:
        """Say why no move leads from one point to another."""
        position, who = self.position, self.session.seat.who
        reason = self.session.view.refusal_in_words(
            position.state, points["from"], points["to"]
        )
        if position.outcome is None and who != YOU:
            turn = player_name(position.mover, "the ")
            reason = f"It is the turn of {turn}, whom {who} plays."
        self._show(reason)

    def _on_new(self, variant: str) -> None:
        """Begin a new game of a variant."""
        game_class, played = type(self.session.game), self.session.game
        if variant != UNCHANGED and variant not in game_class.VARIANTS:
            raise ValueError(f"{played.NAME} has no variant {variant!r}")
        rules = game_class(
            **({} if variant == UNCHANGED else game_class.VARIANTS[variant])
        )
        if hasattr(rules, "with_deal"):  # new hands, or another map
            last = getattr(played, "deal", getattr(played, "seed", 0))
            rules = rules.with_deal(last + 1)
        self._begin(Record(Position.start(rules)))

    def _on_load(self, text: str) -> None:
        """Put a game or position on the board that is given as text."""
        try:
            record = Record.parse(self.session.game, text)
            self.session.view.parse_for_board(record.start.text)
        except ValueError as error:
            self._settings.fault = str(error)
            raise
        self._begin(record, len(record))

    def _on_open(self, name: str, row: int = 0) -> None:
        """Put a stored game on the board."""
        self._begin(stored_game(self.session.game, name, row))

    def _begin(self, record: Record, at: int = 0) -> None:
        """Put a game on the board, and end the setting up of a position."""
        self._settings.draft, self._settings.fault, self._last_note = None, "", ""
        self.session.begin(record, at)

    def _on_ask(self, who: str, settings: Mapping[str, float]) -> None:
        """Ask a player for its opinion of the position, or of the draft."""
        if self._settings.draft is not None:
            self._on_load(self._settings.draft)
        self.session.ask_opinion(who, settings)

    def _on_look(self, arrows: bool, heat: str) -> None:
        """Show or hide arrows and heat."""
        self._settings.arrows, self._settings.heat = arrows, heat
        self._show()

    def _on_setup(self, on: bool) -> None:
        """Begin or end the setting up of a position by hand."""
        self.session.stop_thinking()
        if on and not self.session.view.piece_kinds:
            raise TypeError(f"{self.session.game.NAME} cannot be set up by hand yet")
        self._on_draft(self.position.text if on else None)
        if on:
            self._show("Click a point to put there what is chosen beside the board.")

    def _on_put(self, **piece_and_point: str) -> None:
        """Put a piece on a point of the draft."""
        if self._settings.draft is not None:
            self._on_draft(
                self.session.view.put_piece(self._settings.draft, **piece_and_point)
            )

    def _on_turn(self, player: str) -> None:
        """Let another player be to move in the draft."""
        if self._settings.draft is not None:
            self._on_draft(self.session.view.set_mover(self._settings.draft, player))

    def _on_draft(self, text: str | None) -> None:
        """Change the text of the draft; None ends the setting up."""
        self._settings.draft, self._settings.fault = text, ""
        try:
            if text is not None:
                self.session.view.parse_for_board(text)
        except ValueError as error:
            self._settings.fault = str(error)
        self._show()


def _is_start(position: Position) -> bool:
    """Whether a game begins with a position; false if its rules deal no such start."""
    try:
        return position == Position.start(position.game)
    except ValueError:
        return False
