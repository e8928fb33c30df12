"""What foxkit's rules and defaults say, for the exact rows of the ledger.

Two kinds: a fact about a *position* of a game (its text, then moves to play; what
`foxkit moves` shows too), and a *named* fact, a short function of this module.
"""

from collections.abc import Callable
from math import atanh
from typing import Any

from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import PST, FoxHeuristic, fox_view, sheep_value
from foxkit.agents.players import MctsPlayer
from foxkit.core.game import evaluate, payoffs
from foxkit.lab.stats import pairs_needed
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.games import NAMES, game_named
from foxkit.rules.position import Position
from foxkit.search.session import Search
from foxkit.search.trace import trace

NAMED = "facts"
"""The `experiment` of rows whose value is a named fact."""
_BASE = MctsPlayer(Budget(simulations=1), FoxHeuristic())
_GAME = FoxGame()


def knows(experiment: str) -> bool:
    """Tell whether a published row is answered here."""
    return experiment == NAMED or experiment in NAMES


def fact(experiment: str, cell: str, quantity: str) -> str:
    """Return our value for an exact row, as text; ValueError if there is none."""
    if experiment == NAMED:
        if quantity not in _FACTS:
            raise ValueError(f"no fact {quantity!r}; there are {', '.join(_FACTS)}")
        return _FACTS[quantity](cell)
    return _of_position(_position(experiment, cell), quantity)


def command(experiment: str, cell: str) -> str:
    """Return a command that shows the fact."""
    if experiment == NAMED:
        return "foxkit ledger"
    position = _position(experiment, cell)
    return f"echo '{position.text}' | foxkit moves {experiment}"


def _position(name: str, cell: str) -> Position:
    """Return the position of a text, which moves to play may follow."""
    game = game_named(name)
    words = cell.split()
    size = len(Position.start(game).text.split())
    position = Position.parse(game, " ".join(words[:size]))
    for move in words[size:]:
        position = position.play(move)
    return position


def _of_position(position: Position, quantity: str) -> str:
    """Return `position`, `moves`, `outcome`, `payoffs`, `moves from P` or `count L`."""
    if quantity == "position":
        return position.text
    if quantity == "payoffs":
        return _numbers(payoffs(position.game, position.state))
    if quantity == "outcome":
        outcome = position.outcome
        return max(outcome, key=outcome.__getitem__) if outcome else "goes on"
    word, _, rest = quantity.partition(" ")
    if word == "count":
        return str(position.text.split()[0].count(rest))
    start = rest.removeprefix("from ")
    return " ".join(sorted(move for move in position.moves if move.startswith(start)))


def _numbers(values: Any) -> str:
    """Write numbers as the published rows do."""
    return " ".join(f"{round(value, 6) + 0:g}" for value in values)


def _weight(text: str, other: str) -> float:
    """Return how far apart H of two positions is before the hyperbolic tangent."""
    a, b = (fox_view(FoxHeuristic(), _GAME, _GAME.parse(t)[1]) for t in (text, other))
    return atanh(a) - atanh(b)


_TEXT = _GAME.format(_GAME.start())
_NO_FOX = _TEXT.replace("f.f", "..f")
_NO_SHEEP = _TEXT.replace("sss", "ss.", 1)  # a point worth 0
_AHEAD = _TEXT.replace("sssssss/.......", ".ssssss/s......")  # from worth 3 to worth 4


def _material_weights(_: str) -> str:
    k = FoxHeuristic().k
    return _numbers([_weight(_TEXT, _NO_FOX) / k, _weight(_NO_SHEEP, _TEXT) / k])


def _positional_factor(_: str) -> str:
    return _numbers([_weight(_TEXT, _AHEAD) / (1 - FoxHeuristic().k)])


def _value_of_start(_: str) -> str:
    return _numbers([fox_view(FoxHeuristic(), _GAME, _GAME.start())])


def _sum_of_sides(_: str) -> str:
    state = _GAME.parse(_NO_FOX)[1]
    return _numbers([sum(evaluate(FoxHeuristic(), _GAME, state))])


def _range(_: str) -> str:
    """Is |H| below 1 even where one side has lost everything?"""
    board = _TEXT.split(" ", 1)
    ends = (board[0].replace("s", "."), board[0].replace("f", "."))
    states = [_GAME.parse(f"{end} {board[1]}")[1] for end in ends]
    values = [fox_view(FoxHeuristic(), _GAME, state) for state in states]
    return str(max(map(abs, values)) < 1)


def _follows_ucb1(_: str) -> str:
    """Does every simulation begin with the child of the largest UCB1 value?"""
    search = Search(_GAME, _GAME.start(), FoxHeuristic(), seed=1)
    first = [step.path[0] for step in trace(search, 100)]
    chosen = [next(o for o in c.options if o.move == c.move) for c in first]
    limits = [max(o.ucb1 for o in c.options) for c in first]
    return str([c.ucb1 for c in chosen] == limits)


def _visits_all_first(_: str) -> str:
    """Has each move one visit after as many simulations as there are moves?"""
    search = Search(_GAME, _GAME.start(), FoxHeuristic(), seed=1)
    moves = len(Position.start(_GAME).moves)
    return str({child.visits for child in search.run(moves).children()} == {1})


def _pst_row(row: str) -> str:
    return _numbers(value for point, value in PST.items() if point[0] == row)


def _value_v(flocks: str) -> str:
    games = (FoxGame(sheep=int(n)) for n in flocks.split())
    return _numbers(sheep_value(game.start().sheep) for game in games)


def _base_agent(name: str) -> str:
    constants = {**FoxHeuristic()._asdict(), "C": _BASE.c}
    return _numbers([constants[name]])


_FACTS: dict[str, Callable[[str], str]] = {
    "players": lambda _: " ".join(FoxGame.PLAYERS),
    "target": lambda _: str(FoxGame().target),
    "ucb1": _follows_ucb1,
    "unvisited first": _visits_all_first,
    "final choice": lambda _: _BASE.choice,
    "pst row": _pst_row,
    "material weights": _material_weights,
    "positional factor": _positional_factor,
    "H of the start": _value_of_start,
    "H range": _range,
    "H sum": _sum_of_sides,
    "base agent": _base_agent,
    "V of the start": _value_v,
    "start": lambda n: Position.start(FoxGame(sheep=int(n))).text,
    # sheep and foxes won 83 % and 17 % of the document's games
    "games needed": lambda _: str(2 * pairs_needed(0.02, (0.83, 0.17))),
}
