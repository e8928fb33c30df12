"""The exercises of chapter 4: windows by hand, exact values, a match of one's own."""

from itertools import combinations
from math import inf
from typing import Any

from foxkit.agents.wolves_heuristic import TERMS, heuristic
from foxkit.agents.wolves_players import ReportPlayer
from foxkit.core.quoting import quoted
from foxkit.exercises.answers import Wrong, duel, expect, number, one_of, parts, require
from foxkit.lab.store import results
from foxkit.rules.position import Position, PositionError
from foxkit.rules.wolves import Wolves
from foxkit.search.deepening import AlphaBeta
from foxkit.solvers.exact import value_of, values_after, worth
from foxkit.view.numbers import interval

GAME = Wolves()
LEAVES = ((3, 8, 5), (6, 7, 4), (2, 9, 1))
"""A tree of two plies: the root's moves, and what the replies to each are worth."""
PUZZLE = "02021/00000/10000/01000/00000 w"
"""The longest win of the wolves, as `wolves-slices` has it."""


def _pruned(tree: tuple[tuple[int, ...], ...]) -> int:
    """Return how many leaves alpha-beta leaves out; the root wants the largest."""
    alpha, out = -inf, 0
    for replies in tree:
        beta: float = inf
        for seen, leaf in enumerate(replies, 1):
            beta = min(beta, leaf)
            if beta <= alpha:
                out += len(replies) - seen
                break
        alpha = max(alpha, beta)
    return out


def windows(answer: Any) -> str:
    """Check (value of the root, leaves pruned, leaves pruned with the best first)."""
    asked = "the value of the root", "leaves pruned", "leaves pruned in the other order"
    value, first, second = parts(answer, *asked)
    lowest = [min(replies) for replies in LEAVES]
    highest = [max(replies) for replies in LEAVES]
    expect(
        value,
        max(lowest),
        (max(highest), "The opponent would never allow that leaf."),
        (min(lowest), "Of the three moves the root takes the best, not the worst."),
        (min(highest), "At the root it is largest, below it smallest."),
        otherwise="Each move is worth its smallest leaf; the root takes the largest.",
        what="The value of the root",
    )
    expect(
        first,
        _pruned(LEAVES),
        (0, "Look at the last move: its first leaf is below what the middle has."),
        (4, "All leaves of the middle move are above 3: no cut there."),
        (1, "One look at 2 is enough; both leaves after it are cut."),
        otherwise="A move is given up at the first leaf that is not above alpha.",
        what="The number of leaves pruned",
    )
    expect(
        second,
        _pruned((LEAVES[1], LEAVES[0], LEAVES[2])),
        (_pruned(LEAVES), "So it was before. Now alpha is 4 after the first move."),
        (6, "The first move of all is searched whole: alpha is not known yet."),
        otherwise="With the middle move first, how far does one look into the others?",
        what="The number in the other order",
    )
    return "The value is the same in any order. The work is not."


def nothing_pruned(answer: Any) -> str:
    """Check a position in which alpha-beta, two plies deep, prunes nothing."""
    position = _position(answer)
    require(len(position.moves) > 1, "There is only one move: give it a choice.")
    judge = heuristic(position.state, position.state.mover)
    visited = []
    for prune in (False, True):
        means = {"prune": prune, "table": False, "killers": False}
        search = AlphaBeta(GAME, position.state, judge, **means)
        search.search(position.state, 2)
        visited.append(search.nodes)
    plain, cut = visited
    words = f"Minimax visits {plain} positions, and alpha-beta only {cut} of them."
    require(plain == cut, f"{words} What if each move is better than those before it?")
    return f"All {plain} positions are visited: no move was known to be worse in time."


def _position(text: Any) -> Position:
    words = f"The text of a position is asked for: `{quoted(text)}`."
    require(isinstance(text, str), words)
    try:
        position = Position.parse(GAME, text)
    except PositionError as error:
        raise Wrong(f"That is no position: {error}.") from error
    require(position.moves, "There the game is over.")
    return position


def fastest_loss(answer: Any) -> str:
    """Check (the first moves that lose fastest, whether the report avoids them)."""
    moves, avoids = parts(answer, "a list of moves", "'yes' or 'no'")
    after = results("wolves-solution").loc["rules", "steps"][0]["after"]
    soonest = min(plies for _, plies in after.values())
    right = {move for move, (_, plies) in after.items() if plies == soonest}
    given = set(moves) if isinstance(moves, list | tuple | set) else {moves}
    for move in given:
        one_of(move, list(after), "A first move")
    late = sorted(given - right)
    told = ", ".join(f"after {move} they lose in {after[move][1]}" for move in late)
    require(not late, f"Not the fastest: {told}.")
    require(given == right, "There is another one that loses as fast.")
    said = one_of(avoids, ["yes", "no"], "Whether the report's player avoids them")
    words = "From the start it likes 41-31 and 43-33 best: does it step aside?"
    require(said == "yes", words)
    return f"They lose in {soonest} plies more; a step forward loses in 53."


def own_match(answer: Any) -> str:
    """Check (the needless term of the sheep, a seed, the score of a match with it)."""
    asked = "a term", "your seed", "the score that you found"
    term, seed, score = parts(answer, *asked)
    term = one_of(term, list(TERMS), "The term")
    rows = results("wolves-importance").query("agent == 'meant' and side == 'sheep'")
    costs = rows.dropna(subset="costs").set_index("without")["costs"]
    without = costs.get(term, 0.0)
    words = f"Without {term} the sheep lose {100 * without:.1f} points of 100."
    require(without == costs.min(), f"{words} Which term costs less than nothing?")
    given = number(seed, "The seed")
    require(given == int(given) >= 0, "A seed is a whole number from 0.")
    lacking = ReportPlayer(without=(term,))
    row = duel(GAME, lacking, ReportPlayer(), blocks=10, seed=int(given))
    expect(
        score,
        float(row["score"]),
        (float(row["rival_score"]), "That is the score of the whole player."),
        (float(row["a_as_sheep"]), "That is the rate as sheep, not the score."),
        otherwise=f"With seed {given:.0f} and 10 pairs the score is another one. Is"
        " the player without the term the first in `match`?",
        what="The score",
    )
    return (
        f"{interval(row, 'score')} in {row['games']} games, and with another seed"
        " something else: so few games cannot tell. The exact values can."
    )


def elsewhere(answer: Any) -> str:
    """Check the number of places of two wolves from which seven sheep win."""
    given = number(answer, "The number of places")
    require(0 <= given <= 10, "Two wolves have ten places on a row of five squares.")
    places = combinations(range(5), 2)
    rows = ("".join("02"[i in two] for i in range(5)) for two in places)
    texts = (f"11111/11000/00000/00000/{row} w" for row in rows)
    ends = [value_of(Position.parse(GAME, text)).outcome for text in texts]
    words = f"{ends.count('D')} of the places are endless. Do the sheep win those?"
    require(given == ends.count("S"), f"It is not {given:g}: {words}")
    return "Wherever the two stand, the game is endless: nobody can force a win."


def longest_win(answer: Any) -> str:
    """Check a game in which the wolves win the puzzle in 13 plies."""
    words = "The moves of both sides are asked for, in one text with spaces between."
    require(isinstance(answer, str) and answer.split(), words)
    position = Position.parse(GAME, PUZZLE)
    for ply, move in enumerate(answer.split(), 1):
        require(position.moves, f"The game is over before move {ply}, {move}.")
        after = values_after(position)
        words = f"Move {ply}, {move}, is not legal; legal are {', '.join(after)}."
        require(move in after, words)
        mover, value, best = position.mover, after[move], next(iter(after.values()))
        if worth(value, mover) < worth(best, mover):
            who = f"Move {ply}, {move}, of the {mover}"
            require(value.plies is not None, f"{who} lets the game go on for ever.")
            require(value.outcome == "W", f"{who} throws the win away.")
            slower = "takes longer than it needs" if mover == "wolves" else "helps"
            raise Wrong(f"{who} {slower}: then the wolves win in {value.plies}.")
        position = position.play(move)
    require(not position.moves, "That is well played so far; play it to its end.")
    return "Thirteen plies, and every move of both sides as good as can be."


EXERCISES = (windows, nothing_pruned, fastest_loss, own_match, elsewhere, longest_win)
