"""Wolves Eat Sheep on the board: its drawing, its opponents, and what tables tell."""

from collections.abc import Mapping

from foxkit.agents.wolves_heuristic import AS_MEANT, AS_PRINTED, terms_of
from foxkit.agents.wolves_perfect import PerfectPlayer
from foxkit.agents.wolves_players import ReportPlayer
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves, WolvesState, squares
from foxkit.solvers.wolves_tables import Value, is_at_hand, value_of, values_after
from foxkit.view import hooks
from foxkit.view.diagram import Diagram, Piece, Point, Square, diagram, status
from foxkit.view.opponents import Opponent, Setting, opponents

_SQUARES = squares((1 << 25) - 1)


@diagram.register
def _diagram(game: Wolves, state: WolvesState) -> Diagram:
    said, why = status(game, state), game.reason(state)
    return Diagram(
        title="Wolves Eat Sheep",
        points=tuple(Point(s, int(s[1]), int(s[0])) for s in _SQUARES),
        pieces=(
            *(Piece("sheep", square) for square in squares(state.sheep)),
            *(Piece("wolf", square) for square in squares(state.wolves)),
        ),
        squares=tuple(
            Square(int(s[1]), int(s[0]), "dark" if i % 2 else "light")
            for i, s in enumerate(_SQUARES)
        ),
        columns=tuple((i, str(i)) for i in range(5)),
        rows=tuple((i, str(i)) for i in range(5)),
        status=f"{said}, {why}" if why else said,
    )


_LEAD = Setting("deviations", "program", (0, 1), 0, ("as meant", "as printed"))
_DEPTH = Setting("depth", "depth", tuple(range(1, 11)), 4)


@opponents.register
def _opponents(game: Wolves) -> dict[str, Opponent]:
    def report(deviations: float) -> ReportPlayer:
        return ReportPlayer(AS_PRINTED if deviations else AS_MEANT)

    def deeper(depth: float) -> ReportPlayer:
        return ReportPlayer(AS_MEANT, (int(depth), int(depth)))

    found = {
        "report's AI": Opponent(report, (_LEAD,)),
        "alpha-beta": Opponent(deeper, (_DEPTH,)),
        **opponents.dispatch(object)(game),
    }
    if is_at_hand(game, game.start()):
        found["perfect"] = Opponent(PerfectPlayer)
    return found


def labels(position: Position) -> Mapping[str, str]:
    """Return the exact value of each move; none where no table is at hand."""
    if not is_at_hand(position.game, position.state):
        return {}
    return {move: words(found) for move, found in values_after(position).items()}


@hooks.values.register
def _values(game: Wolves, state: WolvesState) -> Mapping[str, str]:
    return labels(Position(game, state))


@hooks.exact.register
def _exact(game: Wolves, state: WolvesState) -> tuple[float, ...] | None:
    if not is_at_hand(game, state):
        return None
    payoff = {"W": 1.0, "S": -1.0}.get(value_of(game, state).outcome, 0.0)
    return (payoff, -payoff)


def words(found: Value) -> str:
    """Return an exact value in words, such as `sheep win in 54`."""
    winner = {"W": "wolves", "S": "sheep"}.get(found.outcome)
    return f"{winner} win in {found.plies}" if winner else "draw"


@hooks.facts.register
def _facts(game: Wolves, state: WolvesState) -> dict[str, str]:
    terms = terms_of(state)
    found = {
        "sheep": str(terms.sheep),
        "distances from sheep to wolves": str(terms.distance),
        "sheep that can be eaten": str(terms.facing),
        "blocked sides of free wolves": str(terms.ways),
        "trapped wolves": str(terms.trapped),
    }
    if is_at_hand(game, state):
        found["exact value"] = words(value_of(game, state))
    return found


@hooks.put.register
def _put(game: Wolves, text: str, point: str, kind: str) -> str:
    place = 6 * int(point[0]) + int(point[1])
    letter = {"sheep": "1", "wolf": "2"}.get(kind, "0")
    return text[:place] + letter + text[place + 1 :]


@hooks.turn.register
def _turn(game: Wolves, text: str, player: str) -> str:
    return f"{text.split()[0]} {player[0]}"


@hooks.why_not.register
def _why_not(game: Wolves, state: WolvesState, start: str, end: str) -> str:
    usual = hooks.why_not.dispatch(object)(game, state, start, end)
    piece = diagram(game, state).at(start)
    if game.reason(state) or piece is None:
        return usual
    if (piece.kind == "wolf") == bool(state.mover):
        return f"It is the turn of the {game.PLAYERS[state.mover]}."
    down, across = abs(int(end[0]) - int(start[0])), abs(int(end[1]) - int(start[1]))
    if down and across:
        return "Nobody moves diagonally."
    if piece.kind == "wolf" and down + across == 1 and diagram(game, state).at(end):
        return "A wolf cannot eat a sheep beside it: an empty square must lie between."
    return usual
