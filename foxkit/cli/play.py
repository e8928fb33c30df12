"""foxkit moves, perft and search: what the rules allow and what a search thinks."""

import json
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from foxkit.cli.json_lines import answer_positions_on_stdin, parse_position

if TYPE_CHECKING:
    from foxkit.core.position import Position


def moves(game: str, *, variant: str | None = None) -> int:
    """List the legal moves of each position on stdin, one JSON object a line.

    Its keys are `position`, `mover`, `moves`, `after` (move -> position), `outcome`
    (null, or player -> payoff), and for fox-game `H`: the foxes' value in [-1, 1] by
    the heuristic of equation (3), with k = 0.8, q = 12 and b = 1. For battle-sheep
    it adds `score 1` to `score 4`, as the board stands. Where hands are hidden there
    is no `after`.

    Args:
        game: fox-game, wolves, ...
        variant: a rule variant of the game.
    """
    from foxkit.games import game_named
    from foxkit.players.defaults import position_terms

    def answer(position: "Position") -> dict[str, Any]:
        reply: dict[str, Any] = {"mover": position.mover, "moves": [*position.moves]}
        if not position.is_partial:
            reply["after"] = {x: position.play(x).text for x in position.moves}
        extra_terms = position_terms(position.game, position.state)
        return {**reply, "outcome": position.outcome, **extra_terms}

    return answer_positions_on_stdin(game_named(game, variant), answer)


def perft(
    game: str,
    *,
    depth: int,
    position: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    variant: str | None = None,
    divide: bool = False,
) -> None:
    """Count the move sequences of exactly 1, 2, ... DEPTH plies.

    Args:
        game: fox-game, wolves, ...
        depth: the largest number of plies.
        position: where to begin; the start by default.
        variant: a rule variant of the game.
        divide: count the sequences of DEPTH plies by first move, too.
    """
    from foxkit.core.position import Position
    from foxkit.games import game_named
    from foxkit.search import perft as counting

    rules = game_named(game, variant)
    root = parse_position(rules, position) if position else Position.start(rules)
    answer: dict[str, Any] = {"counts": counting.perft(root.game, root.state, depth)}
    if divide:
        answer["divide"] = counting.divide(root.game, root.state, depth)
    print(json.dumps(answer))


def search(
    game: str,
    *,
    simulations: int,
    seed: int = 0,
    cutoff: int | None = None,
    c: float = 0.4,
    expansion: str = "literal",
    variant: str | None = None,
) -> int:
    """Search each position on stdin by MCTS, one JSON object a line.

    Args:
        game: fox-game, wolves, ...
        simulations: simulations for each position.
        seed: the randomness.
        cutoff: random moves before the evaluation; -1 plays to the end. Unless given
            it is 0, or -1 where a game has no evaluation.
        c: weight of UCB1's exploration term.
        expansion: literal (a leaf's first visit) or textbook (its second).
        variant: a rule variant of the game.
    """
    from foxkit.core.arguments import one_of, seed_number
    from foxkit.games import game_named
    from foxkit.players.budget import Budget
    from foxkit.players.defaults import default_cutoff, default_evaluation
    from foxkit.players.evaluations import ZeroEvaluation
    from foxkit.players.standard import MctsPlayer
    from foxkit.search.mcts import EXPANSIONS

    one_of("expansion", expansion, EXPANSIONS)
    seed = seed_number(seed)  # a bad one is said once, and not at each line
    rules = game_named(game, variant)
    cutoff = default_cutoff(rules) if cutoff is None else cutoff
    plays_to_end = cutoff == -1 and len(rules.PLAYERS) == 2
    used_evaluation = ZeroEvaluation() if plays_to_end else default_evaluation(rules)
    budget, how = Budget(simulations=simulations), EXPANSIONS[expansion]
    player = MctsPlayer(budget, used_evaluation, c=c, cutoff=cutoff, expansion=how)

    def answer(position: "Position") -> dict[str, Any]:
        if position.outcome is not None:
            value = position.outcome[position.mover]
            return {"simulations": 0, "value": value, "children": {}}
        finished_search = player.think(position.game, position.state, seed)
        children = {
            child.move: {"visits": child.visits, "value": child.value}
            for child in finished_search.children()
        }
        counts = {
            "simulations": finished_search.simulations,
            "value": finished_search.value,
        }
        finished_search.release()
        return {**counts, "children": children}

    return answer_positions_on_stdin(rules, answer, needs_all_hands=True)
