"""A game in progress, apart from any page: its record, its players, their thoughts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import sleep
from types import MappingProxyType
from typing import Any

from foxkit.agents.evaluations import judge
from foxkit.core.rng import mix
from foxkit.rules.position import Position
from foxkit.view.diagram import called
from foxkit.view.game_view import GameView, view_of
from foxkit.view.job import Halted, Job
from foxkit.view.opponents import Opinion, Opponent, ask, evaluation
from foxkit.view.record import Record

YOU = "you"
"""The name of a seat that a person takes."""
_GLANCE = 0.4  # seconds between moves when nobody plays, so that one can follow


@dataclass
class Seat:
    """Who plays a side: `YOU` or an opponent's name, with its settings."""

    who: str = YOU
    settings: dict[str, float] = field(default_factory=dict)


class Play:
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
        self.opinions: list[Opinion] = []  # of the present position
        self.said = ""  # what there is to tell beyond the position and the last move
        self.thinking = ""  # who thinks, "" if nobody does
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
        return f"{called(before.mover).capitalize()}: {said}."

    def move(self, move: str, at: int | None = None) -> None:
        """Play a move in the present position, and let the agents answer.

        A move meant for another position (`at` moves played) is ignored: it comes
        from a page that had not heard of a change yet. ValueError if it is not legal.
        """
        with self.lock:
            if at is not None and at != self.at:
                return
            self.job.forget()
            self.paused = False
            self._apply(move)
            self._answer()
            self.changed()

    def _apply(self, move: str) -> None:
        self.record = self.record.played(move, self.at)
        self.at += 1
        self.opinions, self.said = [], ""

    def go(self, to: int) -> None:
        """Look at the position after `to` moves, or at the nearest that there is.

        Agents wait while an earlier position is looked at, and go on at the last.
        """
        with self.lock:
            self.leave()
            self.at = min(max(to, 0), len(self.record))
            self._go_on()
            self.changed()

    def step(self, by: int) -> None:
        """Look so many moves on, or back."""
        self.go(self.at + by)

    def undo(self) -> None:
        """Go back to a person's last turn, or one move; ValueError at the start."""
        self._own_turn(range(self.at - 1, -1, -1), "undo")

    def redo(self) -> None:
        """Go on to a person's next turn, or one move; ValueError at the end."""
        self._own_turn(range(self.at + 1, len(self.record) + 1), "redo")

    def _own_turn(self, places: range, what: str) -> None:
        """Go to the first of some places in which a person is to move, or the first."""
        if not places:
            raise ValueError(f"There is nothing to {what}.")
        movers = ((n, self.record.positions[n].mover) for n in places)
        own = (n for n, mover in movers if self.seats[mover].who == YOU)
        self.go(next(own, places[0]))

    def begin(self, record: Record, at: int = 0) -> None:
        """Put another game on the board, looking at the position after `at` moves."""
        with self.lock:
            self.leave()
            self._take(record, at)
            self.said = f"{record.title}." if record.title else ""
            self.paused = False
            self._go_on()
            self.changed()

    def sit(self, player: str, who: str, settings: Mapping[str, float]) -> None:
        """Give a side to a person or an opponent; ValueError names what is wrong."""
        if player not in self.seats or who not in (YOU, *self.opponents):
            players, names = ", ".join(self.seats), ", ".join((YOU, *self.opponents))
            raise ValueError(f"{who!r} as {player!r}: {players} can be {names}")
        with self.lock:
            if who != YOU:
                self.opponents[who].player(settings)
            self.leave()
            self.seats[player] = Seat(who, dict(settings))
            self._go_on()
            self.changed()

    def answer(self) -> None:
        """Let the agent move whose turn it is, and go on from there."""
        with self.lock:
            self.paused = False
            self._answer()
            self.changed()

    def pause(self) -> None:
        """Let agents wait until somebody moves or asks them to go on."""
        with self.lock:
            self.leave()
            self.paused = True
            self.changed()

    def resume(self) -> None:
        """Let agents move again by themselves, at the last position of the game."""
        with self.lock:
            self.paused = False
            self._go_on()
            self.changed()

    def _go_on(self) -> None:
        """Let an agent move that is to, unless it is paused or the past looked at."""
        if not (self.paused or self.thinking) and self.at == len(self.record):
            self._answer()

    def _answer(self) -> None:
        seat = self.seat
        if seat.who == YOU or self.job.deserted or self.position.outcome is not None:
            return
        watched = self.at and all(other.who != YOU for other in self.seats.values())

        def answered(found: list[Opinion]) -> None:
            """Play the move that was found, and let others answer it."""
            self._apply(found[0].best)
            self._answer()

        self._think([seat], answered, _GLANCE if watched else 0)

    def ask(self, analysts: list[Seat]) -> None:
        """Ask opponents for their opinions of the present position.

        ValueError where they would tell what is hidden from the observer.
        """
        with self.lock:
            if not self.view.knows(self.position.state):
                turn = called(self.position.mover, "the ")
                raise ValueError(f"It is the turn of {turn}.")
            if analysts and self.position.outcome is None:
                self._think(analysts, self._asked)
                self.changed()

    def _asked(self, found: list[Opinion]) -> None:
        self.opinions = found
        self.said = "; ".join(f"{o.who} would play {o.best}" for o in found) + "."

    def _think(
        self, seats: list[Seat], done: Callable[[list[Opinion]], None], pause: float = 0
    ) -> None:
        """Let agents think of the present position, and hand on what they found."""
        if self.job.closed:
            return
        position, seed = self.position, mix(self._games, self.at)
        players = [(s.who, self.opponents[s.who].player(s.settings)) for s in seats]

        def job(stopped: Halted) -> list[Opinion]:
            """Return what each player thinks."""
            sleep(pause)
            return [ask(*player, position, seed, stopped) for player in players]

        def ended(result: list[Opinion] | Exception) -> None:
            """Take in what was thought, or say what went wrong."""
            self.thinking = ""
            if isinstance(result, Exception):
                hidden = self.view.blind  # an error may name what a player holds
                self.said = "No answer." if hidden else f"No answer: {result}"
            else:
                self._learn(result)
                done(result)
            self.changed()

        self.thinking = " and ".join(who for who, _ in players)
        self.job.start(job, ended)

    def _learn(self, opinions: list[Opinion]) -> None:
        """Keep a search's value of the present position, for two players."""
        sign = 1 if self.position.mover == self.game.PLAYERS[0] else -1
        for value in (opinion.value for opinion in opinions):
            if value is not None and len(self.seats) == 2:
                self._found[self.position] = (sign * value, -sign * value), "search"

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
        if known is None and (own := evaluation(self.game)) is not None:
            return judge(own, self.game, position.state), "heuristic"
        return known

    def leave(self) -> None:
        """End whatever is being thought, and forget it."""
        self.job.forget()
        self.thinking, self.opinions, self.said = "", [], ""

    def close(self) -> None:
        """End whatever is being thought; nobody thinks here any more."""
        self.job.close()
        self.leave()
