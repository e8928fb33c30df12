"""Fox & Hounds, Wolves Eat Sheep, Battle Sheep and Frank's Zoo: answers that play."""

from typing import Any

from foxkit.agents.franks_zoo_fusion import EXAMPLE, fusion
from foxkit.agents.players import BySide, RandomPlayer
from foxkit.agents.wolves_heuristic import heuristic
from foxkit.core.entry import mover
from foxkit.exercises.played import player, position, prove
from foxkit.exercises.table import TABLES, parts
from foxkit.exercises.verdict import Wrong, require
from foxkit.exercises.watching import returned
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.franks_zoo import FranksZoo
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.search.deepening import AlphaBeta
from foxkit.solvers.exact import values_after, worth
from foxkit.view.numbers import percent

WOLVES = Wolves()
PUZZLE = "02021/00000/10000/01000/00000 w"
"""The longest win of the wolves."""


def own_hounds(answer: Any) -> str:
    """Check hounds that are to win most games against a fox without a plan."""
    sides = BySide((RandomPlayer(), player(answer)))
    less = "Even a fox that moves at random slips through most of the time."
    won = prove(FoxHounds(), sides, of="hounds_rate", less=less)
    return f"Your hounds win {won} against a fox that moves at random."


def team(answer: Any) -> str:
    """Check (a belief that A and C are a team, what they get left and right)."""
    asked = "a function", "what A and C get on the left", "on the right"
    belief, left, right = parts(answer, *asked)
    for seat, who in ((0, "A"), (2, "C")):
        same = returned(belief, (5, 0, 1), seat) == returned(belief, (1, 9, 5), seat)
        less = returned(belief, (4, 9, 1), seat) < returned(belief, (1, 0, 5), seat)
        words = f"At {who}'s node the sum of A's and C's scores should be large."
        require(same and less, words)
    selfish = returned(belief, (9, 2, 9), 1) < returned(belief, (0, 3, 0), 1)
    require(selfish, "At B's node B's own score should be large: mover is 1 there.")
    for part, given in zip(TABLES["sheep-2"].parts, (left, right), strict=True):
        part.hold(given)
    return "To the team both sides are worth the same: A need not care where to go."


def nothing_to_fuse(answer: Any) -> str:
    """Check hands in which averaging over the deals and the truth agree."""
    text = position(FranksZoo(), answer).text
    require(answer != EXAMPLE, "That is the example itself; change its hands.")
    found = fusion(text)
    words = "There is only one move: give player 1 a choice."
    require(len(found.averaged) > 1, words)
    words = "There is only one deal: the others' hands are known, and nothing is fused."
    require(len(found.deals) > 1, words)
    gaps = {m: found.averaged[m] - found.in_truth[m] for m in found.averaged}
    worst = max(gaps, key=lambda move: abs(gaps[move]))
    a, b = percent(found.averaged[worst]), percent(found.in_truth[worst])
    words = f"{worst}: {a} by the mean over the deals, {b} in truth."
    require(abs(gaps[worst]) < 1e-9, f"{words} Where is a choice left after it?")
    return "They agree on every move: no choice is left that the deals could advise."


def nothing_pruned(answer: Any) -> str:
    """Check a position in which alpha-beta, two plies deep, prunes nothing."""
    begun = position(WOLVES, answer)
    require(begun.moves, "There the game is over.")
    require(len(begun.moves) > 1, "There is only one move: give it a choice.")
    plain, cut = (_visited(begun.state, prune) for prune in (False, True))
    words = f"Minimax visits {plain} positions, and alpha-beta only {cut} of them."
    require(plain == cut, f"{words} What if each move is better than those before it?")
    return f"All {plain} positions are visited: no move was known to be worse in time."


def _visited(state: Any, prune: bool) -> int:
    judge = heuristic(state, state.mover)
    search = AlphaBeta(WOLVES, state, judge, prune=prune, table=False, killers=False)
    search.search(state, 2)
    return search.nodes


def longest_win(answer: Any) -> str:
    """Check a game in which the wolves win the puzzle in 13 plies."""
    words = "The moves of both sides are asked for, in one text with spaces between."
    require(isinstance(answer, str) and answer.split(), words)
    now = Position.parse(WOLVES, PUZZLE)
    for ply, move in enumerate(answer.split(), 1):
        require(now.moves, f"The game is over before move {ply}, {move}.")
        after = values_after(now)
        words = f"Move {ply}, {move}, is not legal; legal are {', '.join(after)}."
        require(move in after, words)
        value, best = after[move], next(iter(after.values()))
        who = mover(now.game, now.state)
        if worth(value, who) < worth(best, who):
            raise Wrong(f"Move {ply}, {move}, of the {now.mover} {_fault(now, value)}")
        now = now.play(move)
    require(not now.moves, "That is well played so far; play it to its end.")
    return "Thirteen plies, and every move of both sides as good as can be."


def _fault(before: Position, value: Any) -> str:
    """Return what is the matter with a move that is worth less than the best."""
    if value.plies is None:
        return "lets the game go on for ever."
    if value.winner != WOLVES.PLAYERS.index("wolves"):
        return "throws the win away."
    slower = "takes longer than it needs" if before.mover == "wolves" else "helps"
    return f"{slower}: then the wolves win in {value.plies}."
