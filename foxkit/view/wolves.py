"""Wolves Eat Sheep on the board: its drawing, its opponents, and what tables tell."""

from collections.abc import Mapping

from foxkit.agents.wolves_heuristic import AS_MEANT, AS_PRINTED, terms_of
from foxkit.agents.wolves_perfect import PerfectPlayer
from foxkit.agents.wolves_players import ReportPlayer
from foxkit.rules.position import Position
from foxkit.rules.wolves import WOLVES, Wolves, WolvesState, squares
from foxkit.solvers import exact
from foxkit.solvers.wolves import is_at_hand
from foxkit.view import hooks
from foxkit.view.diagram import (
    Diagram,
    Square,
    diagram,
    digits,
    numbered,
    pieces,
    status,
)
from foxkit.view.opponents import Opponent, Setting, opponents

_POINTS = numbered(squares((1 << 25) - 1))


@diagram.register
def _diagram(game: Wolves, state: WolvesState) -> Diagram:
    said, why = status(game, state), game.reason(state)
    return Diagram(
        title="Wolves Eat Sheep",
        points=_POINTS,
        pieces=pieces("sheep", "sheep", squares(state.sheep))
        + pieces("wolf", "wolves", squares(state.wolves)),
        squares=tuple(
            Square(p.x, p.y, "dark" if i % 2 else "light")
            for i, p in enumerate(_POINTS)
        ),
        columns=digits(5),
        rows=digits(5),
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


@hooks.values.register
def _values(game: Wolves, state: WolvesState) -> Mapping[str, str]:
    if not is_at_hand(game, state):
        return {}
    after = exact.values_after(Position(game, state))
    return {move: words(found) for move, found in after.items()}


@hooks.exact.register
def _exact(game: Wolves, state: WolvesState) -> tuple[float, ...] | None:
    if not is_at_hand(game, state):
        return None
    return exact.payoffs(game, exact.value_of(Position(game, state)))


def words(found: exact.Value) -> str:
    """Return an exact value in words, such as `sheep win in 54`."""
    return exact.words(Wolves(), found)


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
        found["exact value"] = words(exact.value_of(Position(game, state)))
    return found


@hooks.text_form.register
def _text_form(game: Wolves) -> hooks.TextForm:
    letters = {"sheep": "1", "wolf": "2", "": "0"}
    return hooks.TextForm(
        letters, lambda text, point: 6 * int(point[0]) + int(point[1])
    )


@hooks.broken_rule.register
def _broken_rule(game: Wolves, state: WolvesState, start: str, end: str) -> str:
    down, across = abs(int(end[0]) - int(start[0])), abs(int(end[1]) - int(start[1]))
    if down and across:
        return "Nobody moves diagonally."
    if state.mover == WOLVES and down + across == 1 and diagram(game, state).at(end):
        return "A wolf cannot eat a sheep beside it: an empty square must lie between."
    return ""
