"""A game in progress, apart from any page: its record, its players, their thoughts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import inf
from time import sleep

from foxkit.agents.evaluations import judge
from foxkit.core.rng import mix
from foxkit.rules.position import Position
from foxkit.view import hooks
from foxkit.view.opponents import Opinion, Opponent, ask
from foxkit.view.record import Record
from foxkit.view.thinker import Stopped, Thinker

YOU = "you"
"""The name of a seat that a person takes."""
_GLANCE = 0.4  # seconds between moves when nobody plays, so that one can follow


@dataclass
class Seat:
    """Who plays a side: `YOU` or an opponent's name, with its settings."""

    who: str = YOU
    settings: dict[str, float] = field(default_factory=dict)


class Play:
    """A record, the place in it that is being looked at, and who plays.

    Every method may be called while an agent thinks. `changed` is called after each
    change, from whichever thread made it, with the lock held.

    Attributes:
        record: the game as played so far; the part after `at` can be redone.
        at: number of moves before the position looked at.
        seats: player -> who plays.
        opinions: what was thought of the present position.
        said: what there is to tell beyond the position and the move that led to it.
        thinking: who thinks, "" if nobody does.
        finished: called with this object when a game has come to its end.
    """

    def __init__(
        self,
        record: Record,
        opponents: Mapping[str, Opponent],
        changed: Callable[[], None] = lambda: None,
        seed: int = 0,
    ) -> None:
        self.record, self.at = record, 0
        self.opponents = dict(opponents)
        self.seats = {player: Seat() for player in record.start.game.PLAYERS}
        self.opinions: list[Opinion] = []
        self.said = ""
        self.thinking = ""
        self.finished: Callable[[Play], object] = lambda play: None
        self._found: dict[Position, tuple[float, ...]] = {}
        self._exact = cache(hooks.exact)
        self._thinker, self.changed, self._seed = Thinker(), changed, seed
        self.lock = self._thinker.lock

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
        mover = self.record.positions[self.at - 1].mover
        return f"{mover.capitalize()}: {self.record.moves[self.at - 1]}."

    def move(self, move: str, at: int | None = None) -> None:
        """Play a move in the present position, and let the agents answer.

        A move meant for another position (`at` moves played) is ignored: it comes
        from a page that had not heard of a change yet. ValueError if it is not legal.
        """
        with self.lock:
            if at is not None and at != self.at:
                return
            self._thinker.forget()
            self._apply(move)
            self._answer()
            self.changed()

    def _apply(self, move: str) -> None:
        self.record = self.record.played(move, self.at)
        self.at += 1
        self.opinions, self.said = [], ""
        if self.position.outcome is not None:
            self.finished(self)

    def go(self, to: int) -> None:
        """Look at the position after `to` moves, or at the nearest that there is."""
        with self.lock:
            self._rest()
            self.at = min(max(to, 0), len(self.record))
            self.changed()

    def undo(self) -> None:
        """Go back to the last position in which a person was to move, or one move.

        ValueError at the start.
        """
        if not self.at:
            raise ValueError("There is nothing to undo.")
        self.go(self._own_turn(range(self.at - 1, -1, -1), self.at - 1))

    def redo(self) -> None:
        """Go forward to the next position in which a person is to move, or one move.

        ValueError at the end.
        """
        if self.at == len(self.record):
            raise ValueError("There is nothing to redo.")
        self.go(self._own_turn(range(self.at + 1, len(self.record) + 1), self.at + 1))

    def _own_turn(self, numbers: range, other: int) -> int:
        movers = {n: self.record.positions[n].mover for n in numbers}
        own = (n for n, mover in movers.items() if self.seats[mover].who == YOU)
        return next(own, other)

    def begin(self, record: Record, at: int = 0) -> None:
        """Put another game on the board, looking at the position after `at` moves."""
        with self.lock:
            self._rest()
            self.record, self.at = record, min(at, len(record))
            self.said = f"{record.title}." if record.title else ""
            if not len(record):
                self._answer()
            self.changed()

    def sit(self, player: str, who: str, settings: Mapping[str, float]) -> None:
        """Give a side to a person or an opponent; ValueError names what is wrong."""
        if player not in self.seats or who not in (YOU, *self.opponents):
            players, names = ", ".join(self.seats), ", ".join((YOU, *self.opponents))
            raise ValueError(f"{who!r} as {player!r}: {players} can be {names}")
        with self.lock:
            if who != YOU:
                self.opponents[who].player(settings)
            self._rest()
            self.seats[player] = Seat(who, dict(settings))
            self.changed()

    def answer(self) -> None:
        """Let the agent move whose turn it is, and go on from there."""
        with self.lock:
            self._answer()
            self.changed()

    def _answer(self) -> None:
        seat, position = self.seat, self.position
        if seat.who == YOU or self._thinker.deserted or position.outcome is not None:
            return
        watched = all(other.who != YOU for other in self.seats.values())
        player = self.opponents[seat.who].player(seat.settings)

        def job(stopped: Stopped) -> Opinion:
            if watched and self.at:
                sleep(_GLANCE)
            return ask(seat.who, player, position, self._next_seed(), stopped)

        self.thinking = seat.who
        self._thinker.start(job, self._answered)

    def _answered(self, result: Opinion | Exception) -> None:
        self.thinking = ""
        if isinstance(result, Exception):
            self.said = f"No answer: {result}"
        else:
            self._learn(result)
            self._apply(result.best)
            self._answer()
        self.changed()

    def ask(self, analysts: list[Seat]) -> None:
        """Ask opponents for their opinions of the present position."""
        position = self.position
        if position.outcome is not None or not analysts:
            return
        players = [(s.who, self.opponents[s.who].player(s.settings)) for s in analysts]

        def job(stopped: Stopped) -> list[Opinion]:
            seed = self._next_seed()
            return [
                ask(who, player, position, seed, stopped) for who, player in players
            ]

        with self.lock:
            self.thinking = " and ".join(who for who, _ in players)
            self._thinker.start(job, self._asked)
            self.changed()

    def _asked(self, result: list[Opinion] | Exception) -> None:
        self.thinking = ""
        if isinstance(result, Exception):
            self.said = f"No opinion: {result}"
        else:
            for opinion in result:
                self._learn(opinion)
            self.opinions = result
            best = "; ".join(f"{o.who} would play {o.best}" for o in result)
            self.said = f"{best}."
        self.changed()

    def _learn(self, opinion: Opinion) -> None:
        """Keep a search's value of the present position, for two players."""
        game, mover = self.position.game, self.position.mover
        if opinion.value is not None and len(game.PLAYERS) == 2:
            sign = 1 if mover == game.PLAYERS[0] else -1
            self._found[self.position] = (sign * opinion.value, -sign * opinion.value)

    def values(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        """Return what a position is worth to each player, and how that is known."""
        if position.outcome is not None:
            return tuple(position.outcome.values()), "result"
        exact = self._exact(position.game, position.state)
        if exact is not None:
            return exact, "solved"
        if position in self._found:
            return self._found[position], "search"
        own = hooks.evaluation(position.game)
        if own is None:
            return None
        return judge(own, position.game, position.state), "heuristic"

    def stop(self) -> None:
        """End the present thought early; its best move so far is played."""
        self._thinker.stop()

    def hear(self) -> None:
        """Note that a page is looking."""
        self._thinker.hear()

    def leave(self) -> None:
        """End whatever is being thought, and forget it."""
        self._rest()

    def wait(self, seconds: float = inf) -> None:
        """Wait until nobody thinks any more, at most so many seconds."""
        self._thinker.wait(seconds)

    def _rest(self) -> None:
        self._thinker.forget()
        self.thinking, self.opinions, self.said = "", [], ""

    def _next_seed(self) -> int:
        self._seed = mix(self._seed, 1)
        return self._seed
