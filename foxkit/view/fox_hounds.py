"""Fox & Hounds on the board: its drawing, its opponents, and what a table tells."""

from collections.abc import Mapping
from itertools import product

from foxkit.agents.fox_hounds_players import DocumentPlayer, PerfectPlayer
from foxkit.rules.fox_hounds import FOX, FoxHounds, areas, is_foxbox
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.rules.fox_hounds_text import name
from foxkit.rules.position import Position
from foxkit.solvers import exact
from foxkit.solvers.fox_hounds import is_at_hand, move_values, value
from foxkit.solvers.fox_hounds_index import hound_squares
from foxkit.solvers.fox_hounds_table import answer
from foxkit.view import hooks
from foxkit.view.diagram import (
    Diagram,
    Point,
    Region,
    Square,
    diagram,
    pieces,
    status,
)
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
    said, why = status(game, state), game.reason(state)
    return Diagram(
        title="Fox & Hounds",
        points=points,
        pieces=pieces("hound", "hounds", _names(game, state.even, state.odd))
        + pieces("fox", "fox", [name(game.k, state.fox)]),
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
    usual = opponents.dispatch(object)(game)
    if not is_at_hand(game, game.start()):
        return usual
    fuzz = Setting("fuzz", "fuzz factor p", FUZZ, 0.006935)
    document, perfect = Opponent(DocumentPlayer, (fuzz,)), Opponent(PerfectPlayer)
    return {"document's player": document, "perfect": perfect, **usual}


@hooks.values.register
def _values(game: FoxHounds, state: FoxHoundsState) -> Mapping[str, str]:
    return move_values(Position(game, state)) if is_at_hand(game, state) else {}


@hooks.exact.register
def _exact(game: FoxHounds, state: FoxHoundsState) -> tuple[float, ...] | None:
    position = Position(game, state)
    if not exact.is_at_hand(position):
        return None
    return exact.payoffs(game, exact.value_of(position))


@hooks.facts.register
def _facts(game: FoxHounds, state: FoxHoundsState) -> dict[str, str]:
    if not is_at_hand(game, state):
        return {"FoxBox": "yes" if is_foxbox(game, state) else "no"}
    found = value(Position(game, state))
    b, largest = found["B"], found["max_B"]
    return {
        "value": f"{found['winner']} in {found['plies']}",
        "FoxBox": "yes" if found["foxbox"] else "no",
        "B, plies to force a FoxBox": "never" if b is None else str(b),
        "largest B": f"{largest[0]} after {largest[1]}" if largest else "never",
        "the document's player chooses among": ", ".join(found["ai_moves"]),
    }


@hooks.quantities.register
def _quantities(
    game: FoxHounds, state: FoxHoundsState
) -> dict[str, Mapping[str, float]]:
    if not is_at_hand(game, state):
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


def _place(text: str, point: str) -> int:
    """Return where in a text the letter of a square stands; the top row is first."""
    row, column = text.count("/") + 1 - int(point[1:]), ord(point[0]) - ord("a")
    return row * (text.index("/") + 1) + column // 2


@hooks.text_form.register
def _text_form(game: FoxHounds) -> hooks.TextForm:
    return hooks.TextForm({"hound": "H", "fox": "F", "": "."}, _place)


@hooks.broken_rule.register
def _broken_rule(game: FoxHounds, state: FoxHoundsState, start: str, end: str) -> str:
    board = diagram(game, state)
    here, there = board[start], board[end]
    if state.mover != FOX and there.y >= here.y:
        return "Hounds only move up the board."
    if abs(there.x - here.x) != 1 or abs(there.y - here.y) != 1:
        return "Every move is one step diagonally."
    return ""
