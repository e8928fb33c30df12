"""How a game is shown: a class for each game, with defaults for all but the diagram.

The file `board.py` of a game defines a subclass, which is found by the game's class:

    class NimView(GameView, of=Nim):
        def diagram(self, state): ...

With a diagram alone, a game can be played, read and replayed. Everything that a page
shows comes from the view of one observer, so what a player must not see is hidden here,
in one place.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from foxkit.core import is_user_code
from foxkit.core.arguments import one_of
from foxkit.core.position import Position
from foxkit.games import part_of
from foxkit.players.budget import Budget
from foxkit.players.evaluations import CurrentPayoffs
from foxkit.players.perfect import PerfectPlayer
from foxkit.players.standard import MctsPlayer
from foxkit.search.mcts import Settings
from foxkit.solvers import exact
from foxkit.view.diagram import Diagram, player_name
from foxkit.view.opponents import Opponent, evaluation_or_none, opponents_of_every_game

_VIEW_CLASSES: dict[type, type["GameView"]] = {}
_FORMER = {
    "told": "heard_move",
    "said": "spoken_move",
    "spelled": "button_text",
    "parse": "parse_for_board",
    "place": "point_index_in_text",
    "text_index": "point_index_in_text",
    "put": "put_piece",
    "turn": "set_mover",
    "blind": "is_blind",
    "kinds": "piece_kinds",
    "holding": "hands_in_words",
    "values": "move_outcomes_in_words",
    "move_results_in_words": "move_outcomes_in_words",
    "exact": "exact_payoffs",
    "broken_rule": "reason_for_refusal",
    "missing_opponents": "opponents_without_solver",
    "HIDES": "HAS_HIDDEN_PARTS",
    "MARKS": "PLAYER_MARKS",
    "PERFECT": "PERFECT_OPPONENTS",
    "why_not": "refusal_in_words",
    "may_know": "may_see_moves",
}
"""What members of views were called, and what they are called now."""


class GameView:
    """A game as one observer sees it.

    Attributes:
        game: the rules.
        seen_by: the player who looks on; None sees everything.
        diagram_of: the same as `diagram`, remembered for recent states.
    """

    HAS_HIDDEN_PARTS: ClassVar[bool] = False
    """Whether players hold what others must not see. Then `diagram` and `heard_move`
    depend on `seen_by`, and texts, values and opinions that reveal it are not shown."""
    PLAYER_MARKS: ClassVar[Mapping[str, str]] = {}
    """By player, the piece to be drawn beside the name, where it is not clear."""
    AIM: ClassVar[str] = ""
    """How pieces move and who wins under the usual rules, in a few sentences."""
    LETTERS: ClassVar[Mapping[str, str]] = {}
    """By kind of piece, its letter in the text of a position; "" is an empty point."""
    OPPONENTS: ClassVar[Mapping[str, Opponent]] = {}
    """Opponents that only this game has, by name."""
    PERFECT_OPPONENTS: ClassVar[Mapping[str, Opponent]] = {
        "perfect": Opponent(PerfectPlayer)
    }
    """Further opponents where the start is solved."""

    def __init__(self, game: Any, seen_by: str | None = None) -> None:
        self.game, self.seen_by = game, seen_by
        # A reader may edit a diagram while it is in use, so it is not remembered.
        readers = is_user_code(type(self)) or is_user_code(type(game))
        self.diagram_of = self.diagram if readers else lru_cache(64)(self.diagram)

    def __init_subclass__(cls, of: type, **more: Any) -> None:
        super().__init_subclass__(**more)
        for former in _FORMER.keys() & vars(cls).keys():
            today = _FORMER[former]
            raise TypeError(
                f"{former} is called {today} now: rename it in {cls.__name__}"
            )
        _VIEW_CLASSES[of] = cls
        _view_of.cache_clear()

    # -- what a game may define --------------------------------------------------------

    def diagram(self, state: Any) -> Diagram:
        """The description of a state for drawing; boards of states may differ."""
        raise NotImplementedError

    def heard_move(self, state: Any, move: str) -> str:
        """A move that was played in `state`, as much of it as the observer may know."""
        return move

    def spoken_move(self, state: Any, move: str) -> str:
        """A move in words to be read aloud, as much of it as the observer may know."""
        return self.heard_move(state, move)

    def hands_in_words(self, state: Any) -> str:
        """The observer's hand, and the sizes of the others', in a sentence."""
        return self.diagram_of(state).words()

    def button_text(self, state: Any, move: str) -> str:
        """The text of a button for a move, among moves over the same points."""
        return move

    def tally(self, state: Any) -> str:
        """The numbers that players count, such as pieces left, in words."""
        return ""

    def parse_for_board(self, text: str) -> Position:
        """The position of a text; ValueError says why the board cannot show it."""
        return Position.parse(self.game, text)

    def path(self, state: Any, move: str) -> tuple[str, ...]:
        """The points that a legal move touches; none for a pass, say."""
        try:
            return self.diagram_of(state).points_of_move(move)
        except ValueError:
            return ()

    def reason_for_refusal(self, state: Any, start: str, end: str) -> str:
        """The rule that forbids an illegal move from `start` to `end`, in words.

        It is empty where none of the rules that have a sentence of their own does so.
        """
        return ""

    def facts(self, state: Any) -> dict[str, str]:
        """Facts about a state, by name, such as the terms of a heuristic."""
        return {}

    def quantities(self, state: Any) -> dict[str, Mapping[str, float]]:
        """Numbers per point to be shown as heat, by name."""
        return {}

    def move_outcomes_in_words(self, state: Any) -> Mapping[str, str]:
        """The exact result of each move, in words; empty where it is not known."""
        if not self.is_solved(state):
            return {}
        after = exact.values_after(Position(self.game, state))
        return {move: exact.in_words(self.game, value) for move, value in after.items()}

    def exact_payoffs(self, state: Any) -> tuple[float, ...] | None:
        """The payoffs with best play, by seat; None where they are not known."""
        if not self.is_solved(state):
            return None
        return exact.payoffs(self.game, exact.value_of(Position(self.game, state)))

    def is_solved(self, state: Any) -> bool:
        """Whether the exact value of a position comes in a moment."""
        return exact.is_quick(Position(self.game, state))

    def opponents(self) -> dict[str, Opponent]:
        """The opponents that a reader can choose, by name."""
        two = len(self.game.PLAYERS) == 2
        perfect = (
            self.PERFECT_OPPONENTS if two and self.is_solved(self.game.start()) else {}
        )
        return {**self.OPPONENTS, **perfect, **opponents_of_every_game(self.game)}

    def opponents_without_solver(self) -> list[str]:
        """The opponents that need the game's solver, which is missing here."""
        missing = len(self.game.PLAYERS) == 2 and not exact.has_solver(self.game)
        return [*self.PERFECT_OPPONENTS] if missing else []

    def reviewer(self) -> MctsPlayer:
        """The search that reviews the moves of a finished game where it is not solved.

        It must not know more than the player to move.
        """
        evaluation = evaluation_or_none(self.game)
        used_evaluation = evaluation or CurrentPayoffs()
        cutoff = Settings().cutoff if evaluation else -1
        return MctsPlayer(Budget(1), used_evaluation, cutoff=cutoff)

    def point_index_in_text(self, text: str, point: str) -> int:
        """The index of a point's letter in the text of a position.

        By default points are named by row and column, as `34`.
        """
        return int(point[0]) * (text.index("/") + 1) + int(point[1])

    # -- what is the same for every game -----------------------------------------------

    @property
    def is_blind(self) -> bool:
        """Whether something is hidden from the observer."""
        return self.HAS_HIDDEN_PARTS and self.seen_by is not None

    @property
    def piece_kinds(self) -> list[str]:
        """The kinds of pieces that a reader can put on the board by hand."""
        return [] if self.is_blind else [*self.LETTERS]

    def may_see_moves(self, state: Any) -> bool:
        """Whether the observer may know the moves of whoever is to move."""
        return not self.is_blind or Position(self.game, state).mover == self.seen_by

    def status(self, state: Any) -> str:
        """The player to move or, of a finished game, who has won and why, in words."""
        outcome = (position := Position(self.game, state)).outcome
        if outcome is None:
            return f"{player_name(position.mover)} to move"
        best = max(outcome.values())
        winners = [player for player, payoff in outcome.items() if payoff == best]
        drawn = len(winners) == len(outcome)
        result = "drawn" if drawn else f"{' and '.join(map(player_name, winners))} won"
        why = self.game.reason(state) if hasattr(self.game, "reason") else ""
        return ", ".join(filter(None, (result, why)))

    def refusal_in_words(self, state: Any, start: str, end: str) -> str:
        """The reason why no move leads from `start` to `end`, in a sentence."""
        position, piece = (
            Position(self.game, state),
            self.diagram_of(state).piece_at(start),
        )
        turn = f"t is the turn of {player_name(position.mover, 'the ')}."
        if position.outcome is not None:
            return "The game is over."
        if piece is None:
            return f"There is no piece on {start}; i{turn}"
        if piece.player not in ("", position.mover) or not self.may_see_moves(state):
            return f"I{turn}"
        paths = [self.path(state, move) for move in position.moves]
        goals = sorted({p[1] for p in paths if len(p) > 1 and p[0] == start})
        can = f"can go to {', '.join(goals)}, not to {end}"
        able = can if goals else "has no legal move now"
        general_reason = f"The {piece.name} on {start} {able}."
        return self.reason_for_refusal(state, start, end) or general_reason

    def put_piece(self, text: str, point: str, kind: str) -> str:
        """The text of a position with a piece put on a point; kind "" empties it."""
        letter_index = self.point_index_in_text(text, point)
        return text[:letter_index] + self.LETTERS[kind] + text[letter_index + 1 :]

    def set_mover(self, text: str, player: str) -> str:
        """The text of a position with another player to move, without a chain."""
        board, _, *counters = text.split()
        return " ".join([board, player[0], *counters[:1], *("-" for _ in counters[1:])])


def view_of(game: Any, seen_by: str | None = None) -> GameView:
    """The view of a game for an observer; TypeError for one without a view.

    ValueError for an observer who is no player.
    """
    if seen_by is not None:
        one_of("seen_by", seen_by, game.PLAYERS)
    return _view_of(game, seen_by)


@lru_cache(32)
def _view_of(game: Any, seen_by: str | None) -> GameView:
    """The view of a game, made once for each game and observer."""
    part_of(game, "board")  # which registers its view
    for game_class in type(game).__mro__:
        if game_class in _VIEW_CLASSES:
            return _VIEW_CLASSES[game_class](game, seen_by)
    raise TypeError(f"{type(game).__name__} has no drawing: foxkit/games has boards")
