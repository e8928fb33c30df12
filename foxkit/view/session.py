"""A game in progress, apart from any page: its record, its players, their thoughts."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.players.standard import Player, RandomPlayer
from foxkit.view.diagram import called
from foxkit.view.game_view import GameView, view_of
from foxkit.view.job import Job
from foxkit.view.opponents import Opinion, Opponent, known_evaluation, think
from foxkit.view.record import Record
from foxkit.view.review import Look, Review

YOU = "you"
"""The name of a seat that a person takes."""
_GLANCE = 0.4  # seconds before a move that nobody chooses, so that one can follow


@dataclass
class Seat:
    """Who plays a side: `YOU` or an opponent's name, with its settings."""

    who: str = YOU
    settings: dict[str, float] = field(default_factory=dict)


class Session:
    """A record, the place in it that is being looked at, who plays, and who thinks.

    Every method may be called while an agent thinks. `changed` is called after each
    change, from whichever thread made it, with the lock held. `own` are opponents by
    name, besides those that the game's view offers.
    """

    def __init__(
        self, record: Record, own: Mapping[str, Opponent] = MappingProxyType({})
    ) -> None:
        self.job = Job()
        self.lock = self.job.lock
        self.opinion: Opinion | None = None  # of the present position
        self.said = ""  # what there is to tell beyond the position and the last move
        self.thinking = ""  # who thinks, "" if nobody does; `YOU` before a forced move
        self.paused = False  # agents do not move until somebody says so
        self.changed: Callable[[], None] = lambda: None
        self.seats: dict[str, Seat] = {}
        self._own = own
        self._games = 0  # begun here: the agents' randomness, so that games repeat
        self._take(record, len(record))

    def _take(self, record: Record, at: int) -> None:
        """Put a record on the board, with the opponents that its rules allow."""
        self.record = record  # the game as played so far, with what can be redone
        self.at = min(at, len(record))  # moves before the position looked at
        self._games += 1
        self.reviewed: Review | None = (
            None  # of the game as it was when it was asked for
        )
        self.reviewing = False
        self._found: dict[Position, tuple[tuple[float, ...], str]] = {}
        self.opponents = {**view_of(self.game).opponents(), **self._own}
        known = {p: s for p, s in self.seats.items() if s.who in (YOU, *self.opponents)}
        self.seats = {player: known.get(player, Seat()) for player in self.game.PLAYERS}

    @property
    def game(self) -> Any:
        """Return the rules."""
        return self.record.start.game

    @property
    def view(self) -> GameView:
        """Return the game as those who sit before the board may see it.

        That is a person's view; of several persons, the view of the one to move; and
        everything where agents play among themselves.
        """
        people = [player for player, seat in self.seats.items() if seat.who == YOU]
        people.sort(key=lambda player: player != self.position.mover)
        return view_of(self.game, next(iter(people), None))

    @property
    def position(self) -> Position:
        """Return the position that is being looked at."""
        return self.record.positions[self.at]

    @property
    def seat(self) -> Seat:
        """Return the seat of the player to move."""
        return self.seats[self.position.mover]

    def news(self) -> str:
        """Return what there is to tell: a message, or the last move."""
        if self.said or not self.at:
            return self.said
        before = self.record.positions[self.at - 1]
        said = self.view.said(before.state, self.record.moves[self.at - 1])
        only = ", the only move" if self._chooses(before, among=1) else ""
        return f"{called(before.mover).capitalize()}: {said}{only}."

    def _chooses(self, position: Position, among: int) -> bool:
        """Return whether a person is to move, and has just so many moves."""
        yours = self.seats[position.mover].who == YOU
        return yours and len(position.moves) == among

    # -- what those before the board can do --------------------------------------------

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Hold the lock, and tell of the change afterwards, unless it was refused."""
        with self.lock:
            yield
            self._look_back()
            self.changed()

    def move(self, move: str, at: int | None = None) -> None:
        """Play a move in the present position, and let the agents answer.

        A move meant for another position (`at` moves played) is ignored: it comes
        from a page that had not heard of a change yet. ValueError if it is not legal.
        """
        with self._change():
            if at in (None, self.at):
                self.job.forget()
                self._apply(move)
                self.paused = False
                self._answer()

    def go(self, to: int) -> None:
        """Look at the position after `to` moves, or at the nearest that there is.

        Agents wait while an earlier position is looked at, and go on at the last.
        """
        with self._change():
            self.leave()
            self.at = min(max(to, 0), len(self.record))
            self._go_on()

    def step(self, by: int) -> None:
        """Look so many moves on, or back."""
        self.go(self.at + by)

    def undo(self) -> None:
        """Go back to a person's last choice, or one move; ValueError at the start."""
        self._own_turn(range(self.at - 1, -1, -1), "undo")

    def redo(self) -> None:
        """Go on to a person's next choice, or one move; ValueError at the end."""
        self._own_turn(range(self.at + 1, len(self.record) + 1), "redo")

    def _own_turn(self, places: range, what: str) -> None:
        """Go to the first of some places in which a person chooses, or the first."""
        if not places:
            raise ValueError(f"There is nothing to {what}.")
        line = self.record.positions
        own = (n for n in places if self.seats[line[n].mover].who == YOU)
        free = (n for n in own if not self._chooses(line[n], among=1))
        self.go(next(free, places[0]))

    def begin(self, record: Record, at: int = 0) -> None:
        """Put another game on the board, looking at the position after `at` moves."""
        with self._change():
            self.leave()
            self._take(record, at)
            self.said = f"{record.title}." if record.title else ""
            self.paused = False
            self._go_on()

    def sit(self, player: str, who: str, settings: Mapping[str, float]) -> None:
        """Give a side to a person or an opponent; ValueError names what is wrong."""
        names = (YOU, *self.opponents)
        if player not in self.seats or who not in names:
            can = f"{', '.join(self.seats)} can be {', '.join(names)}"
            raise ValueError(f"{who!r} as {player!r}: {can}")
        with self._change():
            if who != YOU:
                self.opponents[who].player(settings)
            self.leave()
            self.seats[player] = Seat(who, dict(settings))
            self._go_on()

    def answer(self) -> None:
        """Let the agent move whose turn it is, and go on from there."""
        with self._change():
            self.paused = False
            self._answer()

    def pause(self) -> None:
        """Let agents wait until somebody moves or asks them to go on."""
        with self._change():
            self.leave()
            self.paused = True

    def resume(self) -> None:
        """Let agents move again by themselves, at the last position of the game."""
        with self._change():
            self.paused = False
            self._go_on()

    def ask(self, who: str, settings: Mapping[str, float]) -> None:
        """Ask an opponent for its opinion of the present position.

        ValueError where it would tell what is hidden from the observer.
        """
        with self._change():
            if not self.view.knows(self.position.state):
                turn = called(self.position.mover, "the ")
                raise ValueError(f"It is the turn of {turn}.")
            if self.position.outcome is None:
                self._think(Seat(who, dict(settings)), self._told)

    def review(self, on: bool) -> None:
        """Look back on the game so far, or stop that and keep what was found."""
        with self._change():
            if on and (self.reviewed is None or self.reviewed.record != self.record):
                self.reviewed = Review(self.record, self.view)
            self.reviewing = on
            if not self.thinking:
                self.job.forget()

    def open_reviewed(self, at: int, sit: bool = False) -> None:
        """Look at a position of the game that was reviewed, whatever came of it.

        Whoever sits down takes the seat of the player to move, to play on from there.
        """
        with self._change():
            self.leave()
            self.record = self.reviewed.record if self.reviewed else self.record
            self.at = min(max(at, 0), len(self.record))
            if sit:
                self.seats[self.position.mover] = Seat()

    def leave(self) -> None:
        """End whatever is being thought, and forget it."""
        self.job.forget()
        self.thinking, self.opinion, self.said = "", None, ""

    def close(self) -> None:
        """End whatever is being thought; nobody thinks here any more."""
        self.job.close()
        self.leave()

    # -- what the agents do ------------------------------------------------------------

    def _apply(self, move: str) -> None:
        self.record = self.record.played(move, self.at)
        self.at += 1
        self.opinion, self.said = None, ""

    def _go_on(self) -> None:
        """Let an agent move that is to, unless it is paused or the past looked at."""
        if not (self.paused or self.thinking) and self.at == len(self.record):
            self._answer()

    def _answer(self) -> None:
        if self.job.deserted or self.position.outcome:
            return
        forced = bool(self.at) and self._chooses(self.position, among=1)
        if self.seat.who == YOU and not forced:
            return
        watched = self.at and all(other.who != YOU for other in self.seats.values())
        self._think(self.seat, self._answered, _GLANCE if watched or forced else 0)

    def _answered(self, found: Opinion) -> None:
        self._apply(found.best)
        self._answer()

    def _told(self, found: Opinion) -> None:
        self.opinion, self.said = found, f"{found.who} would play {found.best}."

    def _think(
        self, seat: Seat, done: Callable[[Opinion], None], pause: float = 0
    ) -> None:
        """Let an agent think of the present position, and hand on what it found."""
        if self.job.closed:
            return
        position, seed = self.position, mix(self._games, self.at)
        player: Player = RandomPlayer()  # of one move, the only one
        if seat.who != YOU:
            player = self.opponents[seat.who].player(seat.settings)

        def ended(result: Opinion | Exception) -> None:
            """Take in what was thought, or say what went wrong."""
            self.thinking = ""
            if isinstance(result, Exception):
                hidden = self.view.blind  # an error may name what a player holds
                self.said = "No answer." if hidden else f"No answer: {result}"
            else:
                if result.value is not None:
                    self._find(position, result.value)
                done(result)
            self._look_back()
            self.changed()

        self.thinking = seat.who
        self.job.start(
            lambda stopped: think(seat.who, player, position, seed, stopped),
            ended,
            pause,
        )

    def _find(self, position: Position, value: float) -> None:
        """Keep what a search of a game for two says of a position, for its mover."""
        if len(self.seats) == 2:
            first = position.mover == self.game.PLAYERS[0]
            own = value if first else -value
            self._found[position] = (own, -own), "search"

    def _look_back(self) -> None:
        """Look at the next position of the review, unless somebody thinks."""
        reviewed = self.reviewed
        at = reviewed.next if reviewed and self.reviewing else None
        if reviewed is None or at is None or self.thinking or self.job.deserted:
            return

        def ended(found: Look | Exception) -> None:
            """Take in what was found, or say why nothing was."""
            if isinstance(found, Exception):
                self.reviewing, self.said = False, f"No review: {found}"
            else:
                reviewed.looks[at].append(found)
                self._find(
                    reviewed.record.positions[at], reviewed.worth(at).points / 50 - 1
                )
                self.reviewing = reviewed.next is not None
            self._look_back()
            self.changed()

        self.job.start(lambda stopped: reviewed.look(at, stopped), ended)

    def values(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        """Return what a position is worth to each player, and how that is known."""
        if position.outcome is not None:
            return tuple(position.outcome.values()), "result"
        if self.view.blind:
            return None
        known = self._found.get(position)
        if known is None or known[1] != "solved":
            exact = self.view.exact(position.state)  # a table may have come since
            if exact is not None:
                known = self._found[position] = exact, "solved"
        if known is None and (own := known_evaluation(self.game)) is not None:
            return evaluate(own, self.game, position.state), "heuristic"
        return known
