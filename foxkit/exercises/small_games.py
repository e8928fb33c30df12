"""Exercises with games of their own: trees for three, and a poker of three cards.

Their positions have `moves`, `play`, `mover` and `outcome`, as `Position` has.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from typing import Any

from foxkit.exercises.questions import (
    AskQuestions,
    DrawBelow,
    answer_as_json_data,
    random_draws,
    require_right_answers,
)
from foxkit.exercises.sandbox import (
    call_with_time_limit,
    number_returned,
    require_dictionary,
)
from foxkit.search import reference

Payoffs = dict[str, float]
MOVES = ("left", "middle", "right")
CARDS = ("jack", "queen", "king")
_MOVES_AFTER = {
    "": ("check", "bet"),
    "check": ("check", "bet"),
    "bet": ("fold", "call"),
}
"""The moves at the start, and after a check or a bet."""


@dataclass(frozen=True)
class TreePosition:
    """A position of players A, B and C: some branches, or an end with payoffs."""

    mover: str
    branches: tuple["TreePosition", ...] = ()
    pays: tuple[int, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves, one for each branch."""
        return MOVES[: len(self.branches)]

    @property
    def outcome(self) -> dict[str, float] | None:
        """Each player's payoff at an end."""
        pays = dict(zip("ABC", map(float, self.pays), strict=False))
        return None if self.branches else pays

    def play(self, move: str) -> "TreePosition":
        """The position after a move."""
        return self.branches[self.moves.index(move)]

    def __str__(self) -> str:
        if not self.branches:
            return " ".join(map(str, self.pays))
        return f"{self.mover}({' | '.join(map(str, self.branches))})"


def _random_tree(draw: DrawBelow, depth: int, turn: int = 0) -> TreePosition:
    """A random tree in which A, B and C move in turn."""
    if depth == 0:
        return TreePosition("ABC"[turn % 3], pays=tuple(draw(6) for _ in "ABC"))
    below = (_random_tree(draw, depth - 1, turn + 1) for _ in range(2 + draw(2)))
    return TreePosition("ABC"[turn % 3], tuple(below))


@cache
def random_trees() -> list[TreePosition]:
    """Random trees, the shortest first."""
    draw = random_draws(1)
    grown = (_random_tree(draw, n % 4, n) for n in range(40))
    return sorted(grown, key=lambda tree: len(str(tree)))


def check_max_n(answer: Any) -> str:
    """Check a function of a position for players A, B and C."""

    def readers_payoffs(tree: TreePosition) -> Any:
        names = "ABC", "max_n", "the payoffs of A, B and C"
        return require_dictionary(call_with_time_limit(answer, tree), *names)

    def otherwise(at: int, given: Payoffs, right: Payoffs) -> str:
        return (
            f"In the tree {random_trees()[at]} (who chooses, and the payoffs of A, B"
            f" and C) it finds {answer_as_json_data(given)}, and it is {right}."
        )

    given = [*QUESTIONS["max_n"](readers_payoffs)]
    require_right_answers("max_n", given, otherwise)
    return f"Right in all of {len(given)} trees: each takes what is best for itself."


_SEARCHERS = "ABC"


def _trees_and_searchers() -> list[tuple[TreePosition, str]]:
    """Each random tree for each player who may search it."""
    return [(tree, me) for tree in random_trees() for me in _SEARCHERS]


def check_paranoid(answer: Any) -> str:
    """Check a function of a position for players A, B and C, and of one of them."""

    def otherwise(at: int, found: float, right: float) -> str:
        tree, me = _trees_and_searchers()[at]
        return (
            f"In the tree {tree} (who chooses, and the payoffs of A, B and C) it finds"
            f" {found:g} for {me}, and it is {right:g}."
        )

    given = [*QUESTIONS["paranoid"](partial(number_returned, answer))]
    require_right_answers("paranoid", given, otherwise)
    return (
        f"Right in all of {len(given)} cases. With two sides, the searcher and all the"
        " others, alpha-beta works again."
    )


@dataclass(frozen=True)
class OneCard:
    """A poker of three cards, one for each of two players (Kuhn, 1950).

    Each player pays one chip. A bet costs one more, and so does calling it; a player
    who folds loses the first chip. At the end the higher card wins all.

    Attributes:
        cards: of the first and of the second player, as indices of CARDS.
        line: the moves so far.
    """

    cards: tuple[int, int]
    line: tuple[str, ...] = ()

    @property
    def mover(self) -> str:
        """The player to move."""
        return ("first", "second")[len(self.line) % 2]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves; none at an end."""
        over = self.line[-1:] in (("fold",), ("call",)) or self.line == ("check",) * 2
        return () if over else _MOVES_AFTER["".join(self.line[-1:])]

    def play(self, move: str) -> "OneCard":
        """The position after a move."""
        return replace(self, line=(*self.line, move))

    @property
    def outcome(self) -> dict[str, float] | None:
        """The chips that each wins or loses at an end."""
        if self.moves:
            return None
        first = 1.0 if self.cards[0] > self.cards[1] else -1.0
        if self.line[-1] == "fold":  # whose turn it is has not folded
            first = 1.0 if self.mover == "first" else -1.0
        chips = 2 if self.line[-1] == "call" else 1
        return {"first": first * chips, "second": -first * chips}

    def with_other_card_redrawn(self, draw: DrawBelow) -> "OneCard":
        """The position with another card, drawn anew, for the player not to move."""
        mine = self.cards[self.mover == "second"]
        other = [card for card in range(3) if card != mine][draw(2)]
        cards = (mine, other) if self.mover == "first" else (other, mine)
        return replace(self, cards=cards)


MOVE_SEQUENCES: tuple[tuple[str, ...], ...] = (
    (),
    ("check",),
    ("bet",),
    ("check", "bet"),
)
UNFINISHED_POSITIONS = [
    OneCard(cards, line)
    for line in MOVE_SEQUENCES
    for cards in permutations(range(3), 2)
]
"""Every position that is not an end."""


def _value_with_open_hands(position: Any) -> Payoffs:
    """The payoff of each player if all see all hands."""
    return reference.max_n(position, None, 9)  # plies: more than there are


def _means_of_positions(search: Any) -> Iterator[Payoffs]:
    """Yield the means that a search gives for each unfinished position."""
    for number, position in enumerate(UNFINISHED_POSITIONS):
        deal = partial(OneCard.with_other_card_redrawn, draw=random_draws(number))
        yield search(position, 20, deal, _value_with_open_hands)


def check_determinised(answer: Any) -> str:
    """Check a function of (position, worlds, deal, value)."""

    def reader(position: OneCard, *others: Any) -> Any:
        names = position.moves, "determinised", "the mean of each move"
        return require_dictionary(
            call_with_time_limit(answer, position, *others), *names
        )

    def otherwise(at: int, given: Payoffs, right: Payoffs) -> str:
        position = UNFINISHED_POSITIONS[at]
        card = CARDS[position.cards[position.mover == "second"]]
        moves = " and ".join(position.line) or "nothing"
        return (
            f"With the {card}, after {moves}, it finds {answer_as_json_data(given)},"
            f" and it is {right}."
        )

    require_right_answers("determinised", [*_means_of_positions(reader)], otherwise)
    return (
        "Right with every card. With the jack a bet is never worth more than a check:"
        " in each world the other sees the jack, and calls. So it cannot bluff."
    )


QUESTIONS: dict[str, AskQuestions] = {
    "max_n": lambda search: map(search, random_trees()),
    "paranoid": lambda search: (search(*each) for each in _trees_and_searchers()),
    "determinised": _means_of_positions,
}
"""The questions, by the names of their entries in `known.json`."""
