"""Frank's Zoo as a table to play at: one's own hand, the last move, what all may know.

A pile of cards of one type is one card with their number. Hands of others lie face
down; moves are open, so that everybody hears them.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from foxkit.agents.franks_zoo_heuristic import RANDOM_AI, heuristic
from foxkit.agents.franks_zoo_players import MonteCarlo
from foxkit.agents.players import PolicyPlayer
from foxkit.rules.franks_zoo import FranksZoo, ZooState, unseen
from foxkit.rules.franks_zoo_cards import ANIMALS, count, names, predators, size
from foxkit.rules.franks_zoo_text import hand_text, table_text
from foxkit.view.diagram import Diagram, Piece, Point, hand
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent, Setting

_EPISODES = Setting("episodes", "episodes a move", (10, 30, 100, 300, 1000), 100)
_TABLE, _FACE_DOWN = "table", "cards"


def _kind(name: str) -> str:
    """Return the kind of piece that a pile is: cards of test decks have no picture."""
    if name == _FACE_DOWN:
        return "hidden card"
    return f"{name} card" if name in ANIMALS else "card"


def _words(n: int, name: str) -> str:
    """Return what is written on a pile."""
    return f"{n} {name}" if _kind(name) == "card" else f"{n}"


class FranksZooView(GameView, of=FranksZoo):
    """Hands in rows, the seats' own on top of each other, and the table beside them."""

    HIDES: ClassVar[bool] = True

    def diagram(self, state: ZooState) -> Diagram:
        """Describe a state; the cards of other hands are hidden."""
        points = [Point(_TABLE, 0, (self.game.players - 1) / 2 * 1.1, "card")]
        pieces = list(self._table(state))
        for seat, player in enumerate(self.game.PLAYERS):
            held = self._held(state, seat)
            places = (f"{player}: {name}" for name in held)
            slots = hand(places, left=1.5, top=1.1 * seat)
            points += slots
            pieces += [
                Piece(_kind(name), slot.name, player, _words(n, name))
                for slot, (name, n) in zip(slots, held.items(), strict=True)
            ]
        rows = tuple((1.1 * seat, p) for seat, p in enumerate(self.game.PLAYERS))
        place = Point("", 1.5 + 0.8 * 12, 1.1 * (self.game.players - 1), "dot")
        status = self.status(state)
        return Diagram(
            "Frank's Zoo",
            tuple(points),
            tuple(pieces),
            scenery=(place,),
            rows=rows,
            status=status,
        )

    def _held(self, state: ZooState, seat: int) -> Mapping[str, int]:
        """Return what is seen of a hand: cards by name, or how many face down."""
        cards = int(state[seat])
        open_to_all = self.seen_by in (None, self.game.PLAYERS[seat])
        if open_to_all and cards > 0:
            kinds = names(self.game.deck)
            return {name: n for name, k in kinds.items() if (n := count(cards, k))}
        n = size(cards) if cards > 0 else -cards
        return {_FACE_DOWN: n} if n else {}

    def _table(self, state: ZooState) -> Iterator[Piece]:
        if state.table:
            n, name = table_text(self.game.deck, int(state.table)).split(" ")
            by = self.game.PLAYERS[state.last]
            yield Piece(_kind(name), _TABLE, by, _words(int(n), name))

    def path(self, state: ZooState, move: str) -> tuple[str, ...]:
        """Return the pile that a move comes from, if the observer sees it."""
        player = self.game.PLAYERS[state.mover]
        if move == "pass" or self.seen_by not in (None, player):
            return ()
        kind = move.split(" + ")[0].split(" ", 1)[1]
        return (f"{player}: {kind}",)

    def status(self, state: ZooState) -> str:
        """Say whose turn it is, what lies there and who passed; or who has won."""
        said = super().status(state)
        if not said.endswith("to move"):
            return said
        if not state.table:
            lying = "opening"
        else:
            by = self.game.PLAYERS[state.last]
            lying = f"to beat {table_text(self.game.deck, int(state.table))} of {by}"
        passed = ", ".join(self._passed(state))
        return f"{said}, {lying}" + (f"; passed: {passed}" if passed else "")

    def _passed(self, state: ZooState) -> list[str]:
        """Return who has passed since the last move, or since the table was empty."""
        seats = self.game.players
        before = ((state.mover - i) % seats for i in range(1, seats))
        there = [seat for seat in before if state[seat]]
        return [self.game.PLAYERS[seat] for seat in there[: state.passes]][::-1]

    def facts(self, state: ZooState) -> dict[str, str]:
        """Return what the observer can know: cards left, cards unseen, predators."""
        found = {
            f"cards of {player}": f"{sum(self._held(state, seat).values())}"
            for seat, player in enumerate(self.game.PLAYERS)
        }
        if self.seen_by is not None:
            seat = self.game.PLAYERS.index(self.seen_by)
            pool = int(unseen(self.game, state, seat))
            found["cards in other hands"] = hand_text(self.game.deck, pool)
        if state.table:
            kind = table_text(self.game.deck, int(state.table)).split(" ", 1)[1]
            beaten_by = predators(self.game.deck)[kind]
            found[f"predators of {kind}"] = ", ".join(beaten_by) or "none"
        return found

    def opponents(self) -> dict[str, Opponent]:
        """Return the report's players, and Monte Carlo with HeuristicAI's episodes."""
        own = heuristic(self.game.deck)

        def random_episodes(episodes: float) -> MonteCarlo:
            return MonteCarlo(RANDOM_AI, int(episodes))

        def own_episodes(episodes: float) -> MonteCarlo:
            return MonteCarlo(own, int(episodes))

        return {
            "HeuristicAI": Opponent(lambda: PolicyPlayer(own)),
            "Monte Carlo": Opponent(random_episodes, (_EPISODES,)),
            "Monte Carlo with HeuristicAI": Opponent(own_episodes, (_EPISODES,)),
            "random": Opponent(lambda: PolicyPlayer(RANDOM_AI)),
        }
