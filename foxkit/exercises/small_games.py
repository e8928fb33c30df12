"""Two games for exercises: trees for three players, and a poker of three cards.

Their positions have `moves`, `play`, `mover` and `outcome`, as `Position` has.
"""

from dataclasses import dataclass, field, replace

from foxkit.exercises.blackboard import Draw

MOVES = ("left", "middle", "right")
CARDS = ("jack", "queen", "king")
_AFTER = {"": ("check", "bet"), "check": ("check", "bet"), "bet": ("fold", "call")}
"""What can be done at the start, and after a check or a bet."""


@dataclass(frozen=True)
class Tree:
    """A position of players A, B and C: some branches, or an end with payoffs."""

    mover: str
    branches: tuple["Tree", ...] = ()
    pays: tuple[int, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves, one for each branch."""
        return MOVES[: len(self.branches)]

    @property
    def outcome(self) -> dict[str, float] | None:
        """Return each player's payoff at an end."""
        pays = dict(zip("ABC", map(float, self.pays), strict=False))
        return None if self.branches else pays

    def play(self, move: str) -> "Tree":
        """Return what a move leads to."""
        return self.branches[self.moves.index(move)]

    def __str__(self) -> str:
        if not self.branches:
            return " ".join(map(str, self.pays))
        return f"{self.mover}({' | '.join(map(str, self.branches))})"


def grown(draw: Draw, depth: int, turn: int = 0) -> Tree:
    """Return a random tree in which A, B and C move in turn."""
    if depth == 0:
        return Tree("ABC"[turn % 3], pays=tuple(draw(6) for _ in "ABC"))
    below = (grown(draw, depth - 1, turn + 1) for _ in range(2 + draw(2)))
    return Tree("ABC"[turn % 3], tuple(below))


@dataclass(frozen=True)
class OneCard:
    """A poker of three cards, one for each of two players (Kuhn, 1950).

    Each pays one chip. A bet costs one more, and so does its call; who folds loses the
    first chip. Whoever has the higher card at the end gets all.

    Attributes:
        cards: of the first and of the second player, as places in CARDS.
        line: what has been done.
        peeked: what was played on while the cards were the true ones, for a check.
    """

    cards: tuple[int, int]
    line: tuple[str, ...] = ()
    peeked: list[str] | None = field(default=None, compare=False, repr=False)

    @property
    def mover(self) -> str:
        """Return who is to move."""
        return ("first", "second")[len(self.line) % 2]

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves; none at an end."""
        over = self.line[-1:] in (("fold",), ("call",)) or self.line == ("check",) * 2
        return () if over else _AFTER["".join(self.line[-1:])]

    def play(self, move: str) -> "OneCard":
        """Return the position after a move."""
        if self.peeked is not None:
            self.peeked.append(move)
        return replace(self, line=(*self.line, move))

    @property
    def outcome(self) -> dict[str, float] | None:
        """Return the chips that each wins or loses at an end."""
        if self.moves:
            return None
        first = 1.0 if self.cards[0] > self.cards[1] else -1.0
        if self.line[-1] == "fold":  # whose turn it is has not folded
            first = 1.0 if self.mover == "first" else -1.0
        chips = 2 if self.line[-1] == "call" else 1
        return {"first": first * chips, "second": -first * chips}

    def dealt(self, draw: Draw) -> "OneCard":
        """Return the same with another card, drawn anew, for who is not to move."""
        mine = self.cards[self.mover == "second"]
        other = [card for card in range(3) if card != mine][draw(2)]
        cards = (mine, other) if self.mover == "first" else (other, mine)
        return replace(self, cards=cards, peeked=None)
