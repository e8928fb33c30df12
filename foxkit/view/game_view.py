"""What the board knows of a game: one class a game, with a default for everything else.

A game's file in this folder makes a subclass, which is found by the game's class:

    class NimView(GameView, of=Nim):
        def diagram(self, state): ...

With a diagram alone, a game can be played, read and replayed. Everything that a page
shows is asked of the view of one observer, so what a player must not see is hidden
here, in one place.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from foxkit.core import is_readers
from foxkit.core.arguments import one_of
from foxkit.core.position import Position
from foxkit.games import part_of
from foxkit.players.budget import Budget
from foxkit.players.evaluations import CurrentPayoffs
from foxkit.players.perfect import PerfectPlayer
from foxkit.players.standard import MctsPlayer
from foxkit.search.mcts import Settings
from foxkit.solvers import exact
from foxkit.view.diagram import Diagram, called
from foxkit.view.opponents import Opponent, house, known_evaluation

_VIEWS: dict[type, type["GameView"]] = {}


class GameView:
    """How a game looks to one observer, `seen_by`; None is one who sees everything."""

    HIDES: ClassVar[bool] = False
    """Whether players hold what others must not see. `diagram` and `told` then ask
    `self.seen_by`; texts, values and thoughts that would tell stay away."""
    MARKS: ClassVar[Mapping[str, str]] = {}
    """Player -> the drawing beside their name, where that does not name it."""
    AIM: ClassVar[str] = ""
    """How pieces move and who wins, by the usual rules, in a few sentences."""
    LETTERS: ClassVar[Mapping[str, str]] = {}
    """Kind of piece, "" for none -> its letter in a text, to set positions up."""
    OPPONENTS: ClassVar[Mapping[str, Opponent]] = {}
    """The game's own players, by name, besides those of every game."""
    PERFECT: ClassVar[Mapping[str, Opponent]] = {"perfect": Opponent(PerfectPlayer)}
    """Further ones, where the start is solved: with best play, at least."""

    def __init__(self, game: Any, seen_by: str | None = None) -> None:
        self.game, self.seen_by = game, seen_by
        # A reader may edit what his diagram draws; ours stays.
        readers = is_readers(type(self)) or is_readers(type(game))
        self.drawn = self.diagram if readers else lru_cache(64)(self.diagram)

    def __init_subclass__(cls, of: type, **more: Any) -> None:
        super().__init_subclass__(**more)
        _VIEWS[of] = cls
        _view_of.cache_clear()

    # -- what a game may say -----------------------------------------------------------

    def diagram(self, state: Any) -> Diagram:
        """Describe a state for drawing; the board follows it, so that it may vary."""
        raise NotImplementedError

    def told(self, state: Any, move: str) -> str:
        """Return what the observer hears of a move that was played in `state`."""
        return move

    def said(self, state: Any, move: str) -> str:
        """Return the same as one says it aloud."""
        return self.told(state, move)

    def holding(self, state: Any) -> str:
        """Say in a sentence what the observer holds, and how much the others do."""
        return self.drawn(state).words()

    def spelled(self, state: Any, move: str) -> str:
        """Return what tells a move from others over the same points, for a button."""
        return move

    def tally(self, state: Any) -> str:
        """Return what both sides count while they play, such as pieces left."""
        return ""

    def problems(self, text: str) -> list[str]:
        """Return everything wrong with the text of a position for the board."""
        return list(self.game.problems(text))

    def path(self, state: Any, move: str) -> tuple[str, ...]:
        """Return the points that a legal move touches; none for one such as a pass."""
        try:
            return self.drawn(state).trace(move)
        except ValueError:
            return ()

    def broken_rule(self, state: Any, start: str, end: str) -> str:
        """Say what forbids the mover's piece on `start` to go to `end`, if known."""
        return ""

    def facts(self, state: Any) -> dict[str, str]:
        """Return what can be counted on the board, such as the terms of a heuristic."""
        return {}

    def quantities(self, state: Any) -> dict[str, Mapping[str, float]]:
        """Return numbers per point to be shown as heat, by name."""
        return {}

    def values(self, state: Any) -> Mapping[str, str]:
        """Return what each move leads to where the position is solved, else nothing."""
        if not self.is_solved(state):
            return {}
        after = exact.values_after(Position(self.game, state))
        return {move: exact.words(self.game, value) for move, value in after.items()}

    def exact(self, state: Any) -> tuple[float, ...] | None:
        """Return a solved position's payoffs with best play, None for another."""
        if not self.is_solved(state):
            return None
        return exact.payoffs(self.game, exact.value_of(Position(self.game, state)))

    def is_solved(self, state: Any) -> bool:
        """Tell whether the exact value of a position comes in a moment."""
        return exact.is_at_hand(Position(self.game, state))

    def opponents(self) -> dict[str, Opponent]:
        """Return who can be played against, by name."""
        two = len(self.game.PLAYERS) == 2
        perfect = self.PERFECT if two and self.is_solved(self.game.start()) else {}
        return {**self.OPPONENTS, **perfect, **house(self.game)}

    def absent(self) -> list[str]:
        """Return who could be played against where the game's solver is."""
        missing = len(self.game.PLAYERS) == 2 and not exact.is_carried(self.game)
        return [*self.PERFECT] if missing else []

    def reviewer(self) -> MctsPlayer:
        """Return who weighs the moves of a finished game, as far as it is not solved.

        It must not know more than the player to move.
        """
        own = known_evaluation(self.game)
        judge, cutoff = own or CurrentPayoffs(), Settings().cutoff if own else -1
        return MctsPlayer(Budget(1), judge, cutoff=cutoff)

    def place(self, text: str, point: str) -> int:
        """Return where a point, named by row and column, has its letter in a text."""
        return int(point[0]) * (text.index("/") + 1) + int(point[1])

    # -- what is the same for every game -----------------------------------------------

    @property
    def blind(self) -> bool:
        """Tell whether something is hidden from the observer."""
        return self.HIDES and self.seen_by is not None

    @property
    def kinds(self) -> list[str]:
        """Return what can be put on the board by hand, nothing where stacks hide."""
        return [] if self.blind else [*self.LETTERS]

    def knows(self, state: Any) -> bool:
        """Tell whether the observer may know the moves of whoever is to move."""
        return not self.blind or Position(self.game, state).mover == self.seen_by

    def status(self, state: Any) -> str:
        """Say who is to move or, of a finished game, who has won and why."""
        outcome = (position := Position(self.game, state)).outcome
        if outcome is None:
            return f"{called(position.mover)} to move"
        best = max(outcome.values())
        winners = [player for player, payoff in outcome.items() if payoff == best]
        drawn = len(winners) == len(outcome)
        said = "drawn" if drawn else f"{' and '.join(map(called, winners))} won"
        why = self.game.reason(state) if hasattr(self.game, "reason") else ""
        return ", ".join(filter(None, (said, why)))

    def why_not(self, state: Any, start: str, end: str) -> str:
        """Say in a sentence why no move leads from `start` to `end`."""
        position, piece = Position(self.game, state), self.drawn(state).at(start)
        turn = f"t is the turn of {called(position.mover, 'the ')}."
        if position.outcome is not None:
            return "The game is over."
        if piece is None:
            return f"There is no piece on {start}; i{turn}"
        if piece.player not in ("", position.mover) or not self.knows(state):
            return f"I{turn}"
        paths = [self.path(state, move) for move in position.moves]
        goals = sorted({p[1] for p in paths if len(p) > 1 and p[0] == start})
        can = f"can go to {', '.join(goals)}, not to {end}"
        able = can if goals else "has no legal move now"
        usual = f"The {piece.name} on {start} {able}."
        return self.broken_rule(state, start, end) or usual

    def put(self, text: str, point: str, kind: str) -> str:
        """Return a position's text with a piece on a point; no piece for kind ""."""
        place = self.place(text, point)
        return text[:place] + self.LETTERS[kind] + text[place + 1 :]

    def turn(self, text: str, player: str) -> str:
        """Return a position's text with another player to move, no chain under way."""
        board, _, *counters = text.split()
        return " ".join([board, player[0], *counters[:1], *("-" for _ in counters[1:])])


def view_of(game: Any, seen_by: str | None = None) -> GameView:
    """Return the view of a game for an observer; TypeError for one without a view.

    ValueError for an observer who is no player.
    """
    if seen_by is not None:
        one_of("seen_by", seen_by, game.PLAYERS)
    return _view_of(game, seen_by)


@lru_cache(32)
def _view_of(game: Any, seen_by: str | None) -> GameView:
    part_of(game, "board")  # which registers its view
    for kind in type(game).__mro__:
        if kind in _VIEWS:
            return _VIEWS[kind](game, seen_by)
    raise TypeError(f"{type(game).__name__} has no drawing: foxkit/games has boards")
