"""Fox & Hounds on the board: its drawing, its opponents, and what a table tells."""

from collections.abc import Mapping
from itertools import product

from foxkit.agents.fox_hounds_players import DocumentPlayer, PerfectPlayer
from foxkit.agents.players import RandomPlayer
from foxkit.rules.fox_hounds import FOX, FoxHounds, areas, is_foxbox
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.fox_hounds_text import name
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds import move_values, value
from foxkit.solvers.fox_hounds_table import answer, hound_squares, is_at_hand
from foxkit.view import hooks
from foxkit.view.diagram import Diagram, Piece, Point, Region, Square, diagram, status
from foxkit.view.opponents import Opponent, Setting, opponents

FUZZ = (0.0, 0.001, 0.003, 0.006935, 0.01, 0.03, 0.1, 0.3, 1.0)


def _names(game: FoxHounds, even: int, odd: int) -> tuple[str, ...]:
    """Return the names of the squares of two sets, in reading order from below."""
    state = FoxHoundsState(0, even, odd, FOX)
    return tuple(name(game.k, square) for square in hound_squares(game.k, state))


def _regions(game: FoxHounds, state: FoxHoundsState) -> tuple[Region, ...]:
    reach_even, reach_odd, safe_even, safe_odd, even, odd = areas(game, state)
    found = [
        Region(
            "within the hounds' reach", _names(game, reach_even, reach_odd), "reach"
        ),
        Region("where a fox has escaped", _names(game, safe_even, safe_odd), "goal"),
    ]
    if is_foxbox(game, state):
        found.append(Region("FoxBox", _names(game, even, odd), "box"))
    return tuple(region for region in found if region.points)


def _point(game: FoxHounds, square: int) -> Point:
    y, j = divmod(square, game.k)
    return Point(name(game.k, square), 2 * j + 1 - y % 2, game.height - 1 - y)


@diagram.register
def _diagram(game: FoxHounds, state: FoxHoundsState) -> Diagram:
    points = tuple(_point(game, square) for square in range(game.k * game.height))
    light = {(point.x, point.y) for point in points}
    board = product(range(game.width), range(game.height))
    hounds = _names(game, state.even, state.odd)
    why = game.reason(state)
    said = status(game, state)
    return Diagram(
        title="Fox & Hounds",
        points=points,
        pieces=(
            *(Piece("hound", square) for square in hounds),
            Piece("fox", name(game.k, state.fox)),
        ),
        squares=tuple(
            Square(x, y, "light" if (x, y) in light else "dark") for x, y in board
        ),
        regions=_regions(game, state),
        columns=tuple((x, chr(ord("a") + x)) for x in range(game.width)),
        rows=tuple((game.height - 1 - y, str(y + 1)) for y in range(game.height)),
        status=f"{said}, {why}" if why else said,
    )


@opponents.register
def _opponents(game: FoxHounds) -> dict[str, Opponent]:
    if not is_at_hand(game):
        return {"random": Opponent(RandomPlayer)}
    fuzz = Setting("fuzz", "fuzz factor p", FUZZ, 0.006935)
    return {
        "document's player": Opponent(DocumentPlayer, (fuzz,)),
        "perfect": Opponent(PerfectPlayer),
        "random": Opponent(RandomPlayer),
    }


def labels(position: Position) -> Mapping[str, str]:
    """Return the exact value of each move; none where no table is at hand."""
    return move_values(position) if is_at_hand(position.game) else {}


@hooks.values.register
def _values(game: FoxHounds, state: FoxHoundsState) -> Mapping[str, str]:
    return labels(Position(game, state))


@hooks.exact.register
def _exact(game: FoxHounds, state: FoxHoundsState) -> tuple[float, ...] | None:
    if not is_at_hand(game):
        return None
    return (1.0, -1.0) if answer(game, state).winner == FOX else (-1.0, 1.0)


@hooks.facts.register
def _facts(game: FoxHounds, state: FoxHoundsState) -> dict[str, str]:
    if not is_at_hand(game):
        return {"FoxBox": "yes" if is_foxbox(game, state) else "no"}
    found = value(Position(game, state))
    largest = found["max_B"]
    return {
        "value": f"{found['winner']} in {found['plies']}",
        "FoxBox": "yes" if found["foxbox"] else "no",
        "B, plies to force a FoxBox": "never"
        if found["B"] is None
        else str(found["B"]),
        "largest B": f"{largest[0]} after {largest[1]}" if largest else "never",
        "the document's player chooses among": ", ".join(found["ai_moves"]),
    }


@hooks.quantities.register
def _quantities(
    game: FoxHounds, state: FoxHoundsState
) -> dict[str, Mapping[str, float]]:
    if not is_at_hand(game):
        return {}
    taken = hound_squares(game.k, state)
    free = set(range(game.k * game.height)) - set(taken)
    parity = state.fox // game.k % 2
    like = [fox for fox in sorted(free) if fox // game.k % 2 == parity]
    wins = {fox: answer(game, state._replace(fox=fox)).winner == FOX for fox in like}
    return {
        "who wins with the fox there": {
            name(game.k, fox): 1.0 if won else -1.0 for fox, won in wins.items()
        }
    }


@hooks.put.register
def _put(game: FoxHounds, text: str, point: str, kind: str) -> str:
    rows, side = text.split()
    drawn = rows.split("/")
    y, x = len(drawn) - int(point[1:]), ord(point[0]) - ord("a")
    letter = {"fox": "F", "hound": "H"}.get(kind, ".")
    drawn[y] = drawn[y][: x // 2] + letter + drawn[y][x // 2 + 1 :]
    return f"{'/'.join(drawn)} {side}"


@hooks.turn.register
def _turn(game: FoxHounds, text: str, player: str) -> str:
    return f"{text.split()[0]} {player[0]}"


@hooks.why_not.register
def _why_not(game: FoxHounds, state: FoxHoundsState, start: str, end: str) -> str:
    usual = hooks.why_not.dispatch(object)(game, state, start, end)
    board = diagram(game, state)
    piece = board.at(start)
    if game.reason(state) or piece is None:
        return usual
    if piece.kind != ("hound" if state.mover else "fox"):
        return f"It is the turn of the {game.PLAYERS[state.mover]}."
    here, there = board[start], board[end]
    if piece.kind == "hound" and there.y >= here.y:
        return "Hounds only move up the board."
    if abs(there.x - here.x) != 1 or abs(there.y - here.y) != 1:
        return "Every move is one step diagonally."
    return usual
