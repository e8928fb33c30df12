"""A game in progress, independent of any page: its record, its players, its review."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.players.standard import Player, RandomPlayer
from foxkit.view.diagram import player_name
from foxkit.view.game_view import GameView, view_of
from foxkit.view.job import Job
from foxkit.view.opponents import Opinion, Opponent, evaluation_or_none, think
from foxkit.view.record import Record
from foxkit.view.review import PositionSearch, Review

YOU = "you"
"""The name of the player of a seat where a person plays."""
_PAUSE = 0.4  # seconds before a forced or an agent's move, so that one can follow


@dataclass
class Seat:
    """The player of a side: `YOU` or an opponent's name, with its settings."""

    who: str = YOU
    settings: dict[str, float] = field(default_factory=dict)


class Session:
    """A record, the position in it that is shown, the players, and who thinks.

    Every method may be called while an agent thinks. `changed` is called after each
    change, from the thread that made it, with the lock held.

    Args:
        record: the game to begin with.
        readers_opponents: opponents by name, besides those that the game's view offers.
    """

    def __init__(
        self,
        record: Record,
        readers_opponents: Mapping[str, Opponent] = MappingProxyType({}),
    ) -> None:
        self.job = Job()
        self.lock = self.job.lock
        self.opinion: Opinion | None = None  # of the present position
        self.note = ""  # a message beyond the position and the last move
        self.thinking = ""  # who thinks, "" for nobody; `YOU` before a forced move
        self.paused = False  # whether agents wait for the reader
        self.changed: Callable[[], None] = lambda: None
        self.seats: dict[str, Seat] = {}
        self._more_opponents = readers_opponents
        self._games = 0  # the number of games so far, a seed of the agents
        self._load(record, len(record))

    def _load(self, record: Record, at: int) -> None:
        """Put a record on the board, with the opponents that its rules allow."""
        self.record = record  # the game so far, with moves that can be redone
        self.at = min(at, len(record))  # the number of moves before the position shown
        self._games += 1
        self.reviewed: Review | None = (
            None  # of the game as it was when it was asked for
        )
        self.reviewing = False
        self._values: dict[Position, tuple[tuple[float, ...], str]] = {}
        self.opponents = {**view_of(self.game).opponents(), **self._more_opponents}
        known = {p: s for p, s in self.seats.items() if s.who in (YOU, *self.opponents)}
        self.seats = {player: known.get(player, Seat()) for player in self.game.PLAYERS}

    @property
    def game(self) -> Any:
        """The rules."""
        return self.record.start.game

    @property
    def view(self) -> GameView:
        """The view of the game for the people before the board.

        It is the view of the one person who plays; of several persons, that of the one
        to move; where only agents play, everything is seen.
        """
        people = [player for player, seat in self.seats.items() if seat.who == YOU]
        people.sort(key=lambda player: player != self.position.mover)
        return view_of(self.game, next(iter(people), None))

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.record.positions[self.at]

    @property
    def seat(self) -> Seat:
        """The seat of the player to move."""
        return self.seats[self.position.mover]

    def message(self) -> str:
        """The line to be read out: a message, or the last move."""
        if self.note or not self.at:
            return self.note
        before = self.record.positions[self.at - 1]
        move_in_words = self.view.spoken_move(
            before.state, self.record.moves[self.at - 1]
        )
        only = ", the only move" if self._person_chooses(before, among=1) else ""
        return f"{player_name(before.mover).capitalize()}: {move_in_words}{only}."

    def _person_chooses(self, position: Position, among: int) -> bool:
        """Whether a person is to move, and has exactly this number of moves."""
        yours = self.seats[position.mover].who == YOU
        return yours and len(position.moves) == among

    # -- what the people before the board can do ---------------------------------------

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Hold the lock, and call `changed` afterwards, unless an error was raised."""
        with self.lock:
            yield
            self._continue_review()
            self.changed()

    def move(self, move: str, at: int | None = None) -> None:
        """Play a move in the present position, and let the agents answer.

        A move for another position (`at` moves played) is ignored: it comes from a page
        that did not know of a change yet. ValueError if the move is illegal.
        """
        with self._change():
            if at in (None, self.at):
                self.job.cancel()
                self._apply(move)
                self.paused = False
                self._answer()

    def go(self, to: int) -> None:
        """Show the position after `to` moves, or the nearest one.

        Agents wait while an earlier position is shown, and go on at the last one.
        """
        with self._change():
            self.stop_thinking()
            self.at = min(max(to, 0), len(self.record))
            self._let_agents_go_on()

    def step(self, by: int) -> None:
        """Show the position so many moves later, or earlier."""
        self.go(self.at + by)

    def undo(self) -> None:
        """Go back to a person's last choice, or one move; ValueError at the start."""
        self._go_to_choice(range(self.at - 1, -1, -1), "undo")

    def redo(self) -> None:
        """Go on to a person's next choice, or one move; ValueError at the end."""
        self._go_to_choice(range(self.at + 1, len(self.record) + 1), "redo")

    def _go_to_choice(self, places: range, what: str) -> None:
        """Go to the first of some positions in which a person has a choice.

        If there is none, go to the first of them.
        """
        if not places:
            raise ValueError(f"There is nothing to {what}.")
        line = self.record.positions
        persons_positions = (n for n in places if self.seats[line[n].mover].who == YOU)
        free = (
            n for n in persons_positions if not self._person_chooses(line[n], among=1)
        )
        self.go(next(free, places[0]))

    def begin(self, record: Record, at: int = 0) -> None:
        """Put another game on the board, and show the position after `at` moves."""
        with self._change():
            self.stop_thinking()
            self._load(record, at)
            self.note = f"{record.title}." if record.title else ""
            self.paused = False
            self._let_agents_go_on()

    def sit(self, player: str, who: str, settings: Mapping[str, float]) -> None:
        """Give a side to a person or an opponent; ValueError names what is wrong."""
        names = (YOU, *self.opponents)
        if player not in self.seats or who not in names:
            can = f"{', '.join(self.seats)} can be {', '.join(names)}"
            raise ValueError(f"{who!r} as {player!r}: {can}")
        with self._change():
            if who != YOU:
                self.opponents[who].player(settings)
            self.stop_thinking()
            self.seats[player] = Seat(who, dict(settings))
            self._let_agents_go_on()

    def answer(self) -> None:
        """Let the agent whose turn it is move, and go on from there."""
        with self._change():
            self.paused = False
            self._answer()

    def pause_agents(self) -> None:
        """Let agents wait until the reader moves, or asks them to go on."""
        with self._change():
            self.stop_thinking()
            self.paused = True

    def resume(self) -> None:
        """Let agents move again by themselves, at the last position of the game."""
        with self._change():
            self.paused = False
            self._let_agents_go_on()

    def ask_opinion(self, who: str, settings: Mapping[str, float]) -> None:
        """Ask an opponent for its opinion of the present position.

        ValueError where that would reveal what is hidden from the observer.
        """
        with self._change():
            if not self.view.may_see_moves(self.position.state):
                turn = player_name(self.position.mover, "the ")
                raise ValueError(f"It is the turn of {turn}.")
            if self.position.outcome is None:
                self._think(Seat(who, dict(settings)), self._show_opinion)

    def review(self, on: bool) -> None:
        """Review the game so far; or stop the review, and keep its results."""
        with self._change():
            if on and (self.reviewed is None or self.reviewed.record != self.record):
                self.reviewed = Review(self.record, self.view)
            self.reviewing = on
            if not self.thinking:
                self.job.cancel()

    def open_reviewed(self, at: int, sit: bool = False) -> None:
        """Show a position of the game that was reviewed.

        If `sit`, the reader takes the seat of the player to move, to play on from
        there.
        """
        with self._change():
            self.stop_thinking()
            self.record = self.reviewed.record if self.reviewed else self.record
            self.at = min(max(at, 0), len(self.record))
            if sit:
                self.seats[self.position.mover] = Seat()

    def stop_thinking(self) -> None:
        """Stop the search that runs, and forget the result."""
        self.job.cancel()
        self.thinking, self.opinion, self.note = "", None, ""

    def close(self) -> None:
        """Stop the search that runs; none is started here any more."""
        self.job.close()
        self.stop_thinking()

    # -- what the agents do ------------------------------------------------------------

    def _apply(self, move: str) -> None:
        """Play a move at the position shown; later moves and opinions go."""
        self.record = self.record.with_move(move, self.at)
        self.at += 1
        self.opinion, self.note = None, ""

    def _let_agents_go_on(self) -> None:
        """Let an agent move, unless paused or an earlier position is shown."""
        if not (self.paused or self.thinking) and self.at == len(self.record):
            self._answer()

    def _answer(self) -> None:
        """Make the agent to move think, or play a forced move for a person."""
        if self.job.page_is_gone or self.position.outcome:
            return
        forced = bool(self.at) and self._person_chooses(self.position, among=1)
        if self.seat.who == YOU and not forced:
            return
        watched = self.at and all(other.who != YOU for other in self.seats.values())
        self._think(self.seat, self._play_opinion, _PAUSE if watched or forced else 0)

    def _play_opinion(self, opinion: Opinion) -> None:
        """Play the best move of an opinion, and go on."""
        self._apply(opinion.best)
        self._answer()

    def _show_opinion(self, opinion: Opinion) -> None:
        """Show an opinion without playing its move."""
        self.opinion, self.note = opinion, f"{opinion.who} would play {opinion.best}."

    def _think(
        self, seat: Seat, done: Callable[[Opinion], None], pause: float = 0
    ) -> None:
        """Let an agent think about the present position, and pass on its opinion."""
        if self.job.closed:
            return
        position, seed = self.position, mix(self._games, self.at)
        player: Player = RandomPlayer()  # of one move, the only one
        if seat.who != YOU:
            player = self.opponents[seat.who].player(seat.settings)

        def ended(result: Opinion | Exception) -> None:
            """Use the opinion, or show what went wrong."""
            self.thinking = ""
            if isinstance(result, Exception):
                hidden = self.view.is_blind  # an error may name what a player holds
                self.note = "No answer." if hidden else f"No answer: {result}"
            else:
                if result.value is not None:
                    self._remember_value(position, result.value)
                done(result)
            self._continue_review()
            self.changed()

        self.thinking = seat.who
        self.job.start(
            lambda stopped: think(seat.who, player, position, seed, stopped),
            ended,
            pause,
        )

    def _remember_value(self, position: Position, value: float) -> None:
        """Remember the value of a position, from a search by its mover, if two play."""
        if len(self.seats) == 2:
            first = position.mover == self.game.PLAYERS[0]
            of_first = value if first else -value
            self._values[position] = (of_first, -of_first), "search"

    def _continue_review(self) -> None:
        """Search the next position of the review, unless an agent thinks."""
        reviewed = self.reviewed
        at = reviewed.next_position if reviewed and self.reviewing else None
        if reviewed is None or at is None or self.thinking or self.job.page_is_gone:
            return

        def ended(result: PositionSearch | Exception) -> None:
            """Use the result, or show why there is none."""
            if isinstance(result, Exception):
                self.reviewing, self.note = False, f"No review: {result}"
            else:
                reviewed.searches[at].append(result)
                self._remember_value(
                    reviewed.record.positions[at],
                    reviewed.value_of_best(at).points / 50 - 1,
                )
                self.reviewing = reviewed.next_position is not None
            self._continue_review()
            self.changed()

        self.job.start(lambda stopped: reviewed.search_position(at, stopped), ended)

    def values(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        """The value of a position for each player, in [-1, 1], and its source; or None.

        Sources are "result", "solved", "search" and "heuristic".
        """
        if position.outcome is not None:
            return tuple(position.outcome.values()), "result"
        if self.view.is_blind:
            return None
        known = self._values.get(position)
        if known is None or known[1] != "solved":
            # Since then a table may have been made.
            exact = self.view.exact_payoffs(position.state)
            if exact is not None:
                known = self._values[position] = exact, "solved"
        if known is None and (evaluation := evaluation_or_none(self.game)) is not None:
            return evaluate(evaluation, self.game, position.state), "heuristic"
        return known
