"""Frank's Zoo as a table to play at: one's own hand, the last move, what all may know.

A pile of cards of one type is one card with their number, and each type has its own
place in the hand. Hands of others lie face down. Moves are open: everybody hears them.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

from foxkit.core.position import Position
from foxkit.games.franks_zoo.cards import (
    count_of,
    number_of_cards,
    predators,
    type_numbers,
)
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, heuristic
from foxkit.games.franks_zoo.players import MonteCarlo, ZooMcts
from foxkit.games.franks_zoo.rules import (
    NUM_SEATS,
    FranksZoo,
    ZooState,
    hand_of,
    hand_text,
    score_of,
    table_text,
    unseen_cards,
)
from foxkit.players.budget import Budget
from foxkit.players.standard import PolicyPlayer
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.view.diagram import Diagram, Piece, Point, player_name
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent, SliderSetting

_EPISODE_CHOICES = 10, 30, 100, 300, 1000
_EPISODES_SLIDER = SliderSetting(
    "episodes", "episodes a move", _EPISODE_CHOICES, MonteCarlo.episodes
)
_TABLE_NAME, _FACE_DOWN = "table", "cards"
_PILES_PER_ROW = 7  # places of one's own hand in a row
_PILE_STEP, _ROW_STEP = 0.92, 1.45  # to the next card and row
_OPEN_STEP = 0.85, 7.0  # in an open hand: at most, and for all its steps together
_OTHERS_STEP = (
    1.2,
    1.4,
)  # to the next other player, at a table of six and at a smaller one


class FranksZooView(GameView, of=FranksZoo):
    """The others' hands and the table in a row, one's own hand in two rows below.

    Who sees everything has a row for each seat, and the table beside them.
    """

    AIM: ClassVar[str] = (
        "Play cards of one animal. They are beaten by as many of an animal that hunts "
        "it, or by one more of the same; who cannot or will not passes, and who is "
        "beaten by nobody opens again. Get rid of your cards before the others do."
    )
    HAS_HIDDEN_PARTS: ClassVar[bool] = True

    def diagram(self, state: ZooState) -> Diagram:
        """All hands as piles of cards, and the table."""
        order, pieces = self.game.PLAYERS, list[Piece]()
        points = [Point(_TABLE_NAME, *self._table_position, "card")]
        if state.table:
            n, name = self._table_words(state)
            pieces.append(Piece(f"{name} card", _TABLE_NAME, order[state.last], n))
        for seat, player in enumerate(order):
            held = self._visible_cards(state, seat)
            names = (
                [*type_numbers(self.game.deck)] if self.seen_by == player else [*held]
            )
            for i, name in enumerate(names or [_FACE_DOWN]):
                point = Point(
                    f"{player}: {name}", *self._pile_position(player, i), "card"
                )
                points.append(point)
                if name in held:
                    kind = "hidden card" if name == _FACE_DOWN else f"{name} card"
                    pieces.append(Piece(kind, point.name, player, f"{held[name]}"))
        rows = ((_ROW_STEP * seat, player) for seat, player in enumerate(order))
        return Diagram(
            "Frank's Zoo",
            tuple(points),
            tuple(pieces),
            rows=() if self.is_blind else tuple(rows),
            captions=tuple(self._captions(state)),
            status=self.status(state),
        )

    @property
    def _table_position(self) -> tuple[float, float]:
        """The place of the last move's cards: x and y in grid steps."""
        if self.is_blind:
            return _OTHERS_STEP[0] + _PILE_STEP * (_PILES_PER_ROW - 2), 0.0
        return 0.0, _ROW_STEP * (self.game.players - 1) / 2

    def _pile_position(self, player: str, pile_index: int) -> tuple[float, float]:
        """The place of a pile of a hand; the others sit in the order of turns."""
        order = self.game.PLAYERS
        if self.seen_by is None:
            return self._open_hand_place(pile_index), _ROW_STEP * order.index(player)
        if player == self.seen_by:
            return _PILE_STEP * (pile_index % _PILES_PER_ROW), _ROW_STEP * (
                1.35 + pile_index // _PILES_PER_ROW
            )
        beyond = order.index(player) - order.index(self.seen_by) - 1
        return _OTHERS_STEP[len(order) < NUM_SEATS] * (beyond % len(order)), 0.0

    @property
    def _types(self) -> int:
        """The number of types in the deck, the joker included."""
        return len(type_numbers(self.game.deck))

    def _open_hand_place(self, i: int) -> float:
        """The x of pile `i` of a hand that everybody sees; many piles overlap."""
        step, whole = _OPEN_STEP
        return 1.3 + min(step, whole / max(self._types - 1, 1)) * i

    def _captions(self, state: ZooState) -> Iterator[tuple[float, float, str]]:
        """Yield the captions (x, y and words) of all hands and of the table."""
        if self.seen_by is None:
            yield self._open_hand_place(self._types - 1), -0.1, ""  # of a full hand
            return
        yield self._table_position[0], -0.85, "table"
        by = f"by {self.game.PLAYERS[state.last]}" if state.table else "opening"
        yield self._table_position[0], 0.85, by
        for seat, player in enumerate(self.game.PLAYERS):
            known = self._seat_in_words(state, seat)
            if player == self.seen_by:
                words = ", ".join(filter(None, (f"player {player}", known)))
                yield _PILE_STEP * (_PILES_PER_ROW - 1) / 2, 1.1, words
            else:
                x, y = self._pile_position(player, 0)
                yield x, y - 0.85, f"player {player}"
                yield x, y + 0.85, known

    def _seat_in_words(self, state: ZooState, seat: int) -> str:
        """The state of a seat in a word or two, such as that it has passed."""
        over = Position(self.game, state).outcome is not None
        if over or not hand_of(state, seat):
            return f"{score_of(state, seat)} points"
        if seat == state.mover:
            return "to move"
        return "passed" if self.game.PLAYERS[seat] in self._seats_passed(state) else ""

    def _visible_cards(self, state: ZooState, seat: int) -> Mapping[str, int]:
        """A hand as far as it is seen: cards by name, or how many are face down."""
        cards = int(hand_of(state, seat))
        open_to_all = self.seen_by in (None, self.game.PLAYERS[seat])
        if open_to_all and cards > 0:
            kinds = type_numbers(self.game.deck)
            return {name: n for name, k in kinds.items() if (n := count_of(cards, k))}
        n = number_of_cards(cards) if cards > 0 else -cards
        return {_FACE_DOWN: n} if n else {}

    def hands_in_words(self, state: ZooState) -> str:
        """The observer's hand, and the sizes of the others', in a sentence."""
        if self.seen_by is None:
            return super().hands_in_words(state)
        order = self.game.PLAYERS
        seat = order.index(self.seen_by)
        hand = int(hand_of(state, seat))
        own_hand = hand_text(self.game.deck, hand) if hand else "no cards"
        others = [*range(seat + 1, len(order)), *range(seat)]
        counts = [sum(self._visible_cards(state, other).values()) for other in others]
        cards = "card" if set(counts) == {1} else "cards"
        both = own_hand, ", ".join(map(str, counts))
        mine, theirs = (" and ".join(names.rsplit(", ", 1)) for names in both)
        return f"You hold {mine}; the others hold {theirs} {cards}."

    def _table_words(self, state: ZooState) -> list[str]:
        """The table in words, split: a number and an animal, or `opening` alone."""
        return table_text(self.game.deck, int(state.table)).split(" ")

    def path(self, state: ZooState, move: str) -> tuple[str, ...]:
        """The piles that a move takes cards from, and the table."""
        player = self.game.PLAYERS[state.mover]
        if move == "pass" or self.seen_by not in (None, player):
            return ()
        kind = move.split(" + ")[0].split(" ", 1)[1]
        return (f"{player}: {kind}",)

    def status(self, state: ZooState) -> str:
        """Who moves, has won or has passed, in words."""
        words = super().status(state)
        if not words.endswith("to move"):
            return words
        lying = "opening"
        if state.table:
            by = player_name(self.game.PLAYERS[state.last])
            lying = f"to beat {by}'s {' '.join(self._table_words(state))}"
        passed = ", ".join(map(player_name, self._seats_passed(state)))
        return f"{words}, {lying}" + (f"; passed: {passed}" if passed else "")

    def _seats_passed(self, state: ZooState) -> list[str]:
        """The players who have passed since the last move, or on an empty table."""
        order, at = self.game.PLAYERS, state.mover
        before = [*range(at - 1, -1, -1), *range(len(order) - 1, at, -1)]
        still_playing = [order[seat] for seat in before if hand_of(state, seat)]
        return still_playing[: state.passes][::-1]

    def facts(self, state: ZooState) -> dict[str, str]:
        """What is known of the cards, by name."""
        shown = {
            f"cards of {player}": f"{sum(self._visible_cards(state, seat).values())}"
            for seat, player in enumerate(self.game.PLAYERS)
        }
        if self.seen_by is not None:
            seat = self.game.PLAYERS.index(self.seen_by)
            pool = int(unseen_cards(self.game, state, seat))
            shown["cards in other hands"] = hand_text(self.game.deck, pool)
        if state.table:
            kind = self._table_words(state)[1]
            beaten_by = predators(self.game.deck)[kind]
            shown[f"predators of {kind}"] = ", ".join(beaten_by) or "none"
        return shown

    def reviewer(self) -> ZooMcts:
        """A search that deals the other hands anew, and plays by HeuristicAI."""
        policy = heuristic(self.game.deck)
        return ZooMcts(Budget(1), c=0.7, policy=policy, belief=UNIFORM_DEALS)

    def opponents(self) -> dict[str, Opponent]:
        """The opponents that a reader can choose, by name."""
        policy = heuristic(self.game.deck)
        carlo = partial(MonteCarlo, policy)
        return {
            "HeuristicAI": Opponent(partial(PolicyPlayer, policy)),
            "Monte Carlo": Opponent(MonteCarlo, (_EPISODES_SLIDER,)),
            "Monte Carlo with HeuristicAI": Opponent(carlo, (_EPISODES_SLIDER,)),
            "random": Opponent(partial(PolicyPlayer, RANDOM_AI)),
        }
