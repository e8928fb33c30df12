"""What foxkit's rules, constants and searches say today, asked by `data/rules.csv`.

It asks of a position, after some moves, one of

    position, moves, moves from 43, outcome, payoffs, evaluation, count s, mover,
    reason, FoxBox, HeuristicAI (what it plays), or of a search: ucb1, ...

or for a constant, `module:name`, and the number of a member.
"""

from collections.abc import Callable
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np

from foxkit.core.entry import evaluate, payoffs
from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.fox_hounds.rules import is_foxbox
from foxkit.games.franks_zoo.cards import CARDS_BY_DECK, count_of, type_numbers
from foxkit.games.franks_zoo.evaluation import heuristic
from foxkit.players.defaults import default_evaluation
from foxkit.players.standard import PolicyPlayer
from foxkit.search.session import Search
from foxkit.search.trace import iter_simulations

Row = dict[str, str]
Line = tuple[str, ...]
ZOO_CARDS = {
    name: count_of(int(CARDS_BY_DECK[0]), kind)
    for name, kind in type_numbers(0).items()
}
"""How many cards of each type the standard deck of Frank's Zoo has."""


def fact(game: str, variant: str, position: str, moves: str, asked: str) -> Row:
    """Return the answer to a question as text, and a command that shows it."""
    if not game:
        return {"answer": _constant(asked, position), "command": "foxkit ledger"}
    rules = game_named(game, variant or None)
    start = Position.parse(rules, position) if position else Position.start(rules)
    reached = reduce(Position.play, moves.split(), start)
    word, _, rest = asked.partition(": ")
    if word == "search":
        return {"answer": str(_CHECKS[rest](reached)), "command": "foxkit ledger"}
    option = f" --variant {variant}" if variant else ""
    command = f"echo '{reached.text}' | foxkit moves {game}{option}"
    return {"answer": _of_position(reached, asked), "command": command}


def _of_position(position: Position, quantity: str) -> str:
    game, state = position.game, position.state
    if quantity == "position":
        return position.text
    if quantity == "mover":
        return position.mover
    if quantity == "reason":
        return game.reason(state)
    if quantity == "FoxBox":
        return str(is_foxbox(game, state))
    if quantity == "payoffs":
        return _numbers(payoffs(game, state))
    if quantity == "HeuristicAI":
        player = PolicyPlayer(heuristic(game.deck))
        return game.format_move(state, player.choose(game, state, 1))
    if quantity == "evaluation":
        return _numbers(evaluate(default_evaluation(game), game, state))
    if quantity == "outcome":
        outcome = position.outcome
        return max(outcome, key=outcome.__getitem__) if outcome else "goes on"
    word, _, rest = quantity.partition(" ")
    if word == "count":
        board = position.text.rpartition(" | ")[0] or position.text.split()[0]
        return str(board.count(rest))
    if word != "moves":
        raise ValueError(f"no fact {quantity!r} of a position")
    start = rest.removeprefix("from ")
    return " ".join(sorted(move for move in position.moves if move.startswith(start)))


def _numbers(values: Any) -> str:
    """Write numbers as the published rows do."""
    return " ".join(f"{round(value, 4) + 0:g}" for value in values)


def _constant(path: str, key: str) -> str:
    """Return a constant of a module, a member by name or number, or what has a key."""
    module, _, names = path.partition(":")
    found: Any = import_module(module)
    for name in names.split("."):
        found = found[int(name)] if name.isdecimal() else getattr(found, name)
    value = found[key] if key else found
    return f"{value:g}" if isinstance(value, float) else str(value)


def _search(position: Position, seed: int = 1) -> Search:
    game = position.game
    return Search(game, position.state, default_evaluation(game), seed=seed)


def _follows_ucb1(position: Position) -> bool:
    """Does every simulation begin with a child of the largest UCB1 value?"""
    search = _search(position).run(1)
    for _ in range(100):
        bounds = {child.move: child.ucb1 for child in search.children()}
        [one] = iter_simulations(search, 1)
        if bounds[one.path[0].move] < max(bounds.values()):
            return False
    return True


def _visits_all_first(position: Position) -> bool:
    """Has each move one visit after as many simulations as there are moves?"""
    children = _search(position).run(len(position.moves)).children()
    return all(child.visits == 1 for child in children)


def _picks_at_random(position: Position) -> bool:
    """Is each move the first one to be tried, for some seed?"""
    firsts = (next(iter_simulations(_search(position, seed), 1)) for seed in range(300))
    return {one.path[0].move for one in firsts} == set(position.moves)


def _expands_all(position: Position) -> bool:
    """Does each leaf get a child for every move, and is one of them followed?"""
    search = _search(position)
    for one in iter_simulations(search, 100):
        *line, last = (choice.move for choice in one.path)
        moves = reduce(Position.play, line, position).moves
        children = {child.move: child.visits for child in search.children(*line)}
        if set(children) != set(moves) or not children[last]:
            return False
    return True


def _backs_up(position: Position) -> bool:
    """Does each node on the path gain one visit, and the result from its side?"""
    search, sums = _search(position), dict[Line, tuple[int, float]]()
    for one in iter_simulations(search, 100):
        line: Line = ()
        for choice in one.path:
            found = {child.move: child for child in search.children(*line)}
            line, new = (*line, choice.move), found[choice.move]
            visits, total = sums.get(line, (0, 0.0))
            sign = 1 if choice.player == one.path[-1].player else -1
            sums[line] = visits + 1, total + sign * one.result
            if not np.allclose((new.visits, new.visits * new.value), sums[line]):
                return False
    return True


_CHECKS: dict[str, Callable[[Position], bool]] = {
    "ucb1": _follows_ucb1,
    "unvisited first": _visits_all_first,
    "random child": _picks_at_random,
    "all children": _expands_all,
    "backed up": _backs_up,
}
