"""The Wolves Eats Sheep report's AI with lists and plain minimax: the oracle.

Written from sections 1 and 2 of the report, with its deviations as switches. It shares
no code with foxkit. A score comes with the depth at which it was found, for the report
breaks ties by the smaller depth.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracle_wolves import (
    DIRECTIONS,
    EMPTY,
    SHEEP,
    WOLF,
    Position,
    Square,
    Wolves,
    beyond,
)

WIN = 100_000
Terms = dict[str, int]


@dataclass
class Report:
    """The report's player."""

    turn_bug: bool = False
    dropped_step: bool = False
    facing_sheep: bool = False
    running_total: bool = False
    two_wolves: bool = False
    pair_ends: bool = False
    generator: str = "rules"

    @property
    def game(self) -> Wolves:
        generator = "author" if self.dropped_step else self.generator
        return Wolves(generator, self.turn_bug, self.pair_ends)

    def wolves(self, position: Position) -> list[Square]:
        every = position.squares(WOLF)
        return [every[0], every[-1]] if self.two_wolves else every

    def distance(self, position: Position) -> int:
        return sum(
            abs(wolf[0] - sheep[0]) + abs(wolf[1] - sheep[1])
            for wolf in self.wolves(position)
            for sheep in position.squares(SHEEP)
        )

    def is_facing(self, position: Position, sheep: Square) -> bool:
        """Whether a wolf (or sheep) stands two squares off, with nothing between."""
        wanted = SHEEP if self.facing_sheep else WOLF
        return any(
            position.at(beyond(sheep, d, 1)) == EMPTY
            and position.at(beyond(sheep, d, 2)) == wanted
            for d in DIRECTIONS
        )

    def ways_and_trapped(self, position: Position) -> tuple[int, int]:
        """Blocked sides of the wolves, and wolves with four of them."""
        ways, trapped = 0, 0
        for wolf in self.wolves(position):
            around = [position.at(beyond(wolf, d, 1)) for d in DIRECTIONS]
            blocked = sum(piece != EMPTY for piece in around)
            if self.running_total:
                ways += blocked
                if ways == 4:
                    ways, trapped = 0, trapped + 1
            elif blocked == 4:
                trapped += 1
            else:
                ways += blocked
        return ways, trapped

    def evaluate(self, cur: Position, org: Position, player: str) -> int:
        """The score of `cur` for a player, 'w' or 's', at a search from `org`."""
        if winner := self.game.winner(cur):
            return WIN if winner[0] == player else -WIN
        killed = len(org.squares(SHEEP)) - len(cur.squares(SHEEP))
        shortened = self.distance(org) - self.distance(cur)
        facing = sum(self.is_facing(cur, sheep) for sheep in cur.squares(SHEEP))
        if player == "w":
            return 500 * killed + 20 * shortened + 300 * facing
        (ways, trapped), (ways_org, trapped_org) = map(
            self.ways_and_trapped, (cur, org)
        )
        score = -20_000 * killed - 100 * shortened - facing
        return score + 800 * (ways - ways_org) + 4_000 * (trapped - trapped_org)

    def scores(self, root: Position, depth: int) -> dict[str, tuple[int, int]]:
        """The score of every move of the root, and the depth at which it was found."""
        known: dict[tuple[str, int], tuple[int, int]] = {}  # other orders of moves

        def minimax(cur: Position, at: int) -> tuple[int, int]:
            place = cur.text, at
            if place not in known:
                moves = self.game.moves(cur) if at < depth else []
                found = [minimax(self.game.play(cur, move), at + 1) for move in moves]
                if not found:
                    known[place] = self.evaluate(cur, root, root.mover), at
                elif cur.mover == root.mover:
                    known[place] = min(found, key=lambda pair: (-pair[0], pair[1]))
                else:
                    known[place] = min(found)
            return known[place]

        return {m: minimax(self.game.play(root, m), 1) for m in self.game.moves(root)}
