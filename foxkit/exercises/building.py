"""Exercises in which one writes a search: what it does is watched, and told.

    ucb1, mcts, alphabeta     on positions of Hare and Hounds
    retrograde                from the ends backwards: in `backwards`
    max_n                     on trees for three players
    determinised              in a poker of three cards

A check gives the reader's function positions that write down what is played on from
them, and compares what it returns with an exact answer. What is wrong is told from
what was written down; else by the usual slip of `blackboard` that does the same.
"""

from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from math import inf
from typing import Any

from foxkit.agents.evaluations import ZeroEvaluation
from foxkit.exercises import blackboard
from foxkit.exercises.small_games import CARDS, OneCard, grown
from foxkit.exercises.table import Wrong, number, require
from foxkit.exercises.watching import SLIPS, Watch, asked, dictionary, same, slip
from foxkit.rules.hare_hounds import HareHounds
from foxkit.rules.position import Position
from foxkit.search import reference
from foxkit.solvers.exact import regrets
from foxkit.solvers.whole import solve

PLACES = (
    "hh.h......r h 0",  # the start
    ".h..h..rh.. r 0",  # the hare wins in 3
    "..h....hrh. h 0",  # the hounds win in 3
    ".h.hr..h... h 0",  # the hounds win in 1
    "hh.h......r h 9",  # a move up or down wins for the hare
    ".h.h..h.r.. r 1",
)
"""Positions that searches are asked about."""


@cache
def decisions(many: int) -> list[Position]:
    """Return positions where some moves keep the result and others give it away."""
    solve(HareHounds())
    found: list[Position] = []
    for seed in count():
        position, draw = Position.start(HareHounds()), blackboard.draws(seed)
        for _ in range(1 + draw(11)):
            if position.moves:
                position = position.play([*position.moves][draw(len(position.moves))])
        if position.moves and {*regrets(position).values()} == {0.0, 1.0}:
            found += [position] if position not in found else []
        if len(found) == many:
            return found
    raise AssertionError


def ucb1(answer: Any) -> str:
    """Check a function of (mean, visits, parent_visits, c)."""
    first = "A child that nobody has visited comes first: its bound is `inf`."
    try:
        unvisited = asked(answer, 0.0, 0, 20, 1.0)
    except Wrong as wrong:
        raise Wrong(f"With 0 visits {wrong}. {first}") from wrong
    questions = [(0.25, 4, 20, 1.0), (-0.5, 3, 50, 0.4), (0.6, 7, 9, 2.0)]
    given = [number(asked(answer, *each), "What it returns") for each in questions]
    for question, found in zip(questions, given, strict=True):
        right = blackboard.ucb1(*question)
        words = f"`ucb1{question}` is {right:.4f}, and yours is {found:.4f}."
        known = slip("ucb1", blackboard.ucb1, questions, given)
        require(same(found, right), known or words)
    require(unvisited == inf, f"With 0 visits it returns {unvisited}. {first}")
    return "A rare child gets a bonus, and one that nobody knows comes first."


Question = tuple[Position, int, int]
"""A position, how many simulations, and the seed of the draws."""
WAYS = "", "root first"
"""Both are right: the first simulation steps to a child, or plays from the root."""


@dataclass
class Search:
    """What a reader's tree search did: its visits, how it asked, what it drew."""

    visits: dict[str, int]
    calls: list[tuple[float, int, int]]
    draws: int

    @classmethod
    def of(cls, function: Any, question: Question) -> "Search":
        """Let a function search."""
        position, simulations, seed = question
        calls: list[tuple[float, int, int]] = []
        drawn, stream = count(), blackboard.draws(seed)

        def bound(mean: float, visits: int, parent: int, c: float = 1.0) -> float:
            calls.append((mean, visits, parent))
            return blackboard.ucb1(mean, visits, max(parent, 1), c)

        def draw(n: int) -> int:
            next(drawn)
            return stream(n)

        found = asked(function, Watch().over(position), simulations, bound, draw)
        visits = dictionary(found, position.moves, "mcts", "the visits of each move")
        return cls(visits, calls, next(drawn))


def mcts(answer: Any) -> str:
    """Check a function of (position, simulations, ucb1, draw)."""
    near, places = decisions(12), [Position.parse(HareHounds(), t) for t in PLACES]
    questions = [(places[i], n, i) for i, n in enumerate((80, 240, 60))]
    searches = []
    for question in questions:
        search, again = (Search.of(answer, question) for _ in "ab")
        _require_visits(search.visits, question[1])
        _require_questions(search)
        words = "Asked the same again, with the same draws, it has other visits:"
        repeats = again.visits == search.visits or not search.draws
        require(repeats, f"{words} something of the first search is still there.")
        searches.append(search)
    given = [search.visits for search in searches]
    if not any(search.draws for search in searches):
        _require_near(answer)
    elif given not in [[_grown(*each, way) for each in questions] for way in WAYS]:
        words = "Its visits are not those of the same search with the same draws:"
        known = slip("mcts", _grown, questions, given)
        raise Wrong(known or f"{words} {_difference(questions, given)}")
    parents = [parent for _, _, parent in searches[1].calls]
    require(parents != sorted(parents), SLIPS["mcts"]["root's visits"])
    favourites = [(each, Search.of(answer, (each, 100, 4)).visits) for each in near]
    kept = sum(regrets(at)[max(n, key=n.__getitem__)] == 0 for at, n in favourites)
    return (
        "The tree grows as it should. After 100 simulations its favourite keeps the"
        f" result in {kept} of {len(near)} positions where it matters."
    )


def _grown(
    position: Position, simulations: int, seed: int, slip: str
) -> dict[str, int]:
    draw = blackboard.draws(seed)
    return blackboard.mcts(position, simulations, blackboard.ucb1, draw, slip)


def _require_visits(visits: dict[str, int], simulations: int) -> None:
    """Raise `Wrong` where the visits of the root's children show what is wrong."""
    odd = next((n for n in visits.values() if n != int(n) or n < 0), None)
    words = f"Visits are asked for, whole numbers, and it returns {odd}: is that a sum"
    require(odd is None, f"{words} or a mean of results?")
    total, most = sum(visits.values()), max(visits.values())
    fewer = f"The visits add up to {total} after {simulations} simulations: each counts"
    words = f"{fewer} for every node on its way, that below the root, too."
    require(total in (simulations, simulations - 1), words)
    never = [move for move, times in visits.items() if not times]
    words = f"`{(never or [''])[0]}` was never tried, and another move {most} times:"
    require(not never, f"{words} a child that nobody has visited comes first.")


def _require_questions(search: Search) -> None:
    """Raise `Wrong` where what a search asks of `ucb1` shows what is wrong."""
    require(search.calls, "It never asks `ucb1`, which is to choose among children.")
    above = search.calls[0][2]
    words = f"In its first question the parent has {above} visits, before anybody was"
    require(above <= 1, f"{words} there: give `ucb1` those of the node so far.")
    for mean, visits, parent in search.calls:
        words = f"It asks `ucb1` for a mean of {mean:g}, and results are from -1 to 1:"
        require(abs(mean) <= 1, f"{words} that is the sum; divide it by the visits.")
        words = f"It asks `ucb1` for a child of {visits} visits below a parent of"
        fits = visits <= max(parent, 1)
        require(fits, f"{words} {parent}: did they change places?")
    asked_first = [visits for _, visits, parent in search.calls if not parent]
    require(not any(asked_first), SLIPS["mcts"]["not first"])
    own = all(visits == parent for _, visits, parent in search.calls)
    require(not own, SLIPS["mcts"]["own visits"])
    words = "It asks `ucb1` below a node that nobody had visited. There the tree ends:"
    fits = len(asked_first) <= len(search.visits)
    require(fits, f"{words} from a new node it plays on at random, with `draw`.")


def _require_near(answer: Any) -> None:
    """Raise `Wrong` unless a search that never calls `draw` is much like ours."""
    question = Position.parse(HareHounds(), PLACES[3]), 400, 1
    found, usual = Search.of(answer, question).visits, _grown(*question, slip="")
    move = max(usual, key=usual.__getitem__)
    mine, share = found[move] / 400, usual[move] / 400
    low, high = share - 0.15, share + 0.15
    words = f"It never calls `draw`, so its visits can only be near ours: `{move}` has"
    words = f"{words} {100 * mine:.0f} % of them, and {100 * low:.0f} to"
    require(low <= mine <= high, f"{words} {100 * high:.0f} % were to be expected.")


def _difference(questions: list[Question], given: list[dict[str, int]]) -> str:
    for (position, simulations, seed), visits in zip(questions, given, strict=True):
        usual = _grown(position, simulations, seed, "")
        for move in usual:
            if visits[move] != usual[move]:
                told = f"{visits[move]} for {usual[move]} of {simulations}"
                return f"from `{position.text}`, {told} for `{move}`."
    raise AssertionError


def alphabeta(answer: Any) -> str:
    """Check a function of (position, depth, alpha, beta)."""
    places = [Position.parse(HareHounds(), text) for text in PLACES]
    questions = [(place, depth) for depth in (1, 2, 3, 4) for place in places]
    right = [_minimax(place, place.mover, depth) for place, depth in questions]
    watches = [Watch() for _ in questions]
    given = [
        _worth(asked(answer, watch.over(place), depth))
        for watch, (place, depth) in zip(watches, questions, strict=True)
    ]
    words = "Asked the same again it says something else: does anything outlive a call,"
    again = _worth(asked(answer, *questions[0]))
    require(again == given[0], f"{words} a global, or a list as a usual value?")
    for question, watch, *values in zip(questions, watches, given, right, strict=True):
        _require_depth(watch, *question, is_right=values[0] == values[1])
        if values[0] != values[1]:
            known = _left_out(watch, question[0], values[0])
            for way in (_seen, partial(_seen, hard=True)):
                known = known or slip("alphabeta", way, questions, given)
            deep = "1 ply" if question[1] == 1 else f"{question[1]} plies"
            words = f"From `{question[0].text}`, {deep} deep, it returns"
            words = f"{words} {values[0]:g}, and it is {values[1]:g}."
            more = " Who is to move takes the largest value, each turned round once."
            raise Wrong(known or words + more * (abs(values[0]) == inf))
    ours, few = sum(len(watch.lines) for watch in watches), _looked_at(questions)
    for late, told in SLIPS["alphabeta, nodes"].items():
        words = told.format(ours=ours, few=few)
        as_many = {_looked_at(questions, late, hard) for hard in (False, True)}
        require(ours <= few or ours not in as_many, words)
    words = f"The values are right, with {ours:,} positions where {few:,} will do: is"
    require(ours <= few, f"{words} everything left out as soon as `alpha >= beta`?")
    plain = _looked_at(questions, "plain")
    return f"Every value is right, with {ours:,} positions where minimax has {plain:,}."


def _worth(found: Any) -> float:
    """Return what was returned as a number; some slips lead to an infinite one."""
    endless = isinstance(found, float) and abs(found) == inf
    return found if endless else number(found, "What it returns")


def _minimax(place: Position, player: str, depth: int) -> float:
    return reference.minimax(place, ZeroEvaluation(), player, depth)


def _seen(place: Position, depth: int, slip: str, hard: bool = False) -> float:
    """Return what a slip makes of a position; `hounds` sees all from their side."""
    if slip == "hounds":
        return _minimax(place, slip, depth)
    return blackboard.alphabeta(place, depth, slip=slip, hard=hard)


def _require_depth(watch: Watch, place: Position, depth: int, is_right: bool) -> None:
    """Raise `Wrong` where a search looks too far, or not far enough to be right."""
    deepest, usual = max(map(len, watch.lines), default=0), Watch()
    words = f"Asked to look {depth} plies ahead it plays on nothing: is that the answer"
    words = f"{words} to another question? A table has to know how deep it has looked."
    require(deepest or is_right or depth == 1, words)
    blackboard.alphabeta(usual.over(place), depth)
    few = max(map(len, usual.lines))
    ahead = "1 ply" if depth == 1 else f"{depth} plies"
    words = f"Asked to look {ahead} ahead it has gone {deepest} deep: when are"
    fits = deepest <= few if is_right else deepest == few
    require(fits, f"{words} there no plies left?")


def _left_out(watch: Watch, place: Position, value: float) -> str:
    """Return what to say where moves of the root were left out for no reason."""
    tried = len({line[0] for line in watch.lines})
    if tried == len(place.moves) or value == 1:
        return ""
    return (
        f"At the root it leaves off after {tried} of {len(place.moves)} moves, though"
        " nothing limits it there: the test that cuts off is turned round."
    )


@cache
def _counted(place: Position, depth: int, slip: str, hard: bool) -> int:
    watch = Watch()
    blackboard.alphabeta(watch.over(place), depth, slip=slip, hard=hard)
    return len(watch.lines)


def _looked_at(
    questions: list[tuple[Position, int]], slip: str = "", hard: bool = False
) -> int:
    """Return how many positions our alpha-beta with some slip looks at."""
    return sum(_counted(*each, slip, hard) for each in questions)


def max_n(answer: Any) -> str:
    """Check a function of a position for players A, B and C."""
    draw = blackboard.draws(1)
    trees = sorted(
        (grown(draw, n % 4, n) for n in range(40)), key=lambda t: len(str(t))
    )
    given = []
    for tree in trees:
        found = asked(answer, tree)
        given.append(dictionary(found, "ABC", "max_n", "the payoffs of A, B and C"))
    known = slip("max_n", blackboard.max_n, [(tree,) for tree in trees], given)
    for tree, found in zip(trees, given, strict=True):
        right = reference.max_n(tree, None, inf)  # type: ignore[arg-type]
        words = f"In the tree {tree} (who chooses, and the payoffs of A, B and C) it"
        words = f"{words} finds {_row(found)}, and it is {_row(right)}."
        require(same(found, right), known or words)
    return f"Right in all of {len(trees)} trees: each takes what is best for itself."


def _row(pays: dict[str, Any]) -> str:
    return " ".join(str(pays[player]).removesuffix(".0") for player in "ABC")


LINES: tuple[tuple[str, ...], ...] = ((), ("check",), ("bet",), ("check", "bet"))


def determinised(answer: Any) -> str:
    """Check a function of (position, worlds, deal, value)."""
    hands = [(a, b) for a in range(3) for b in range(3) if a != b]
    places = [OneCard(cards, line) for line in LINES for cards in hands]
    given = []
    for place in places:
        peeked: list[str] = []
        position, deals = OneCard(place.cards, place.line, peeked), Deals()
        found = asked(answer, position, 20, deals.deal, blackboard.max_n)
        words = f"It plays `{(peeked or [''])[0]}` on from the hands as they are: those"
        require(
            not peeked, f"{words} are the true ones. Play on from what `deal` gave."
        )
        require(deals.made, "It never calls `deal`: the true hands are not to be seen.")
        words = (
            f"For 20 worlds and {len(place.moves)} moves its deals are {deals.made},"
        )
        require(deals.made == 20, f"{words} not 20: a world is one deal for all moves.")
        given.append(
            dictionary(found, place.moves, "determinised", "the mean of each move")
        )
    questions = [(place, 20) for place in places]
    known = slip("determinised", _averaged, questions, given)
    for place, found in zip(places, given, strict=True):
        right, card = _averaged(place, 20), CARDS[place.cards[place.mover == "second"]]
        words = f"With the {card}, after {place.line or 'nothing'}, it finds {found},"
        require(same(found, right), known or f"{words} and it is {right}.")
    return (
        "Right with every card. With the jack a bet is never worth more than a check:"
        " in each world the other sees the jack, and calls. So it cannot bluff."
    )


@dataclass
class Deals:
    """Deals anew, both other cards in turn, and counts."""

    made: int = 0

    def deal(self, position: OneCard) -> OneCard:
        """Return the position with another card for who is not to move."""
        self.made += 1
        return position.dealt(lambda n: self.made % n)


def _averaged(place: OneCard, worlds: int, slip: str = "") -> dict[str, float]:
    value = blackboard.max_n
    return blackboard.determinised(place, worlds, Deals().deal, value, slip)
