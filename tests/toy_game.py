"""A toy for the board: three players, stacks, a growing map, and hands that are hidden.

A player puts a card on a cell, where it becomes a stack of the card's number, or lays
it aside face down. Every move adds a cell to the map. Whoever has the most stacks when
the hands are empty has won.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

import numpy as np

from foxkit.core.bits import popcount
from foxkit.core.game import legal_moves, mover, payoffs, play
from foxkit.rules.fields import Field, checked
from foxkit.view.diagram import Diagram, Piece, Point
from foxkit.view.game_view import GameView

CARDS = ("ocelot", "quokka", "wombat", "numbat", "dugong", "tapir", "okapi", "gecko")
ASIDE = 15  # the cell of a card that is laid aside


class ToyState(NamedTuple):
    """Hands and owners as sets of cards, cells packed four bits to a card."""

    red: int
    green: int
    blue: int
    played: int  # sets of cards, eight bits to a player
    cells: int  # four bits to a card: where it lies
    turn: int


class _Rules(NamedTuple):
    deal: int = 0
    cells: int = 3


@checked
class Toy(_Rules):
    """The rules as a value; a deal follows from its number."""

    __slots__ = ()
    NAME = "toy"
    PLAYERS = ("red", "green", "blue")
    MAX_MOVES = 128
    VARIANTS: Mapping[str, Mapping[str, int]] = MappingProxyType({"wide": {"cells": 5}})
    FIELDS: Mapping[str, Field] = MappingProxyType(
        {"deal": Field("deal", range(8)), "cells": Field("cells", range(1, 7))}
    )

    def start(self) -> ToyState:
        """Return the state in which play begins: two cards each."""
        cards = [1 << (self.deal + i) % 8 for i in range(6)]
        hands = (cards[i] | cards[i + 1] for i in (0, 2, 4))
        return ToyState(*hands, 0, 0, 0)

    def problems(self, text: str) -> list[str]:
        """Return everything wrong with a text."""
        numbers = all(part.isdigit() for part in text.split())
        return [] if numbers and len(text.split()) == 6 else ["six numbers"]

    def parse(self, text: str) -> tuple["Toy", ToyState]:
        """Return this game and the state of a text."""
        return self, ToyState(*map(int, text.split()))

    def format(self, state: ToyState) -> str:
        """Return the fields: everybody's cards can be read from them."""
        return " ".join(map(str, state))

    def reason(self, state: ToyState) -> str:
        """Return how a game ended."""
        return "no cards left"

    def format_move(self, state: ToyState, move: int) -> str:
        """Return a card and its cell."""
        card, cell = CARDS[move & 7], move >> 3
        return f"{card} aside" if cell == ASIDE else f"{card} to c{cell}"


@mover.register
def _mover(game: Toy, state: ToyState) -> int:
    return state.turn % 3


@legal_moves.register
def _legal_moves(game: Toy, state: ToyState, moves: np.ndarray) -> int:
    own = state.red
    if state.turn % 3 == 1:
        own = state.green
    if state.turn % 3 == 2:
        own = state.blue
    n = 0
    for card in range(8):
        if own >> card & 1:
            for cell in range(game.cells + state.turn):
                moves[n] = card | cell << 3
                n += 1
            moves[n] = card | ASIDE << 3
            n += 1
    return n


@play.register
def _play(game: Toy, state: ToyState, move: int) -> ToyState:
    card, cell, side = move & 7, move >> 3, state.turn % 3
    gone = ~(1 << card)
    played = state.played if cell == ASIDE else state.played | 1 << card + 8 * side
    return ToyState(
        state.red & gone,
        state.green & gone,
        state.blue & gone,
        played,
        state.cells | cell << 4 * card,
        state.turn + 1,
    )


@payoffs.register
def _payoffs(game: Toy, state: ToyState) -> tuple[float, float, float]:
    a = popcount(state.played & 255)
    b = popcount(state.played >> 8 & 255)
    c = popcount(state.played >> 16 & 255)
    top = max(a, b, c)
    return (
        1.0 if a == top else -1.0,
        1.0 if b == top else -1.0,
        1.0 if c == top else -1.0,
    )


class ToyView(GameView, of=Toy):
    """Cells in a row, the stacks on them, and three hands below."""

    HIDES: ClassVar[bool] = True

    def diagram(self, state: ToyState) -> Diagram:
        """Describe a state; the cards of other hands are hidden."""
        shapes = ("light", "dark", "circle")
        cells = tuple(
            Point(f"c{i}", i, 0, shapes[i % 3])
            for i in range(self.game.cells + state.turn)
        )
        points, pieces = cells, self._stacks(state)
        for seat, player in enumerate(self.game.PLAYERS):
            cards = [c for c in range(8) if state[seat] >> c & 1]
            slots = tuple(
                Point(f"{player}{i}", 2 * seat + 0.8 * i, 1.5, "card") for i in range(2)
            )
            points += slots
            pieces += tuple(
                self._card(player, c, slot)
                for c, slot in zip(cards, slots, strict=False)
            )
        status = self.status(state)
        return Diagram(
            "Toy", points, pieces, scenery=(Point("", -1, 0, "dark"),), status=status
        )

    def _stacks(self, state: ToyState) -> tuple[Piece, ...]:
        return tuple(
            Piece(
                "stack", f"c{state.cells >> 4 * card & 15}", player, f"{card + 1}", seat
            )
            for seat, player in enumerate(self.game.PLAYERS)
            for card in range(8)
            if state.played >> 8 * seat + card & 1
        )

    def _card(self, player: str, card: int, slot: Point) -> Piece:
        if self.seen_by in (None, player):
            return Piece("card", slot.name, player, CARDS[card])
        return Piece("hidden card", slot.name, player)

    def told(self, state: ToyState, move: str) -> str:
        """Return a move; nobody but its player sees a card that is laid aside."""
        player = self.game.PLAYERS[state.turn % 3]
        hidden = move.endswith(" aside") and self.seen_by not in (None, player)
        return "a card aside" if hidden else move

    def path(self, state: ToyState, move: str) -> tuple[str, ...]:
        """Return the card's place in the hand and the cell."""
        card, _, cell = move.partition(" to ")
        own = [p.point for p in self.drawn(state).pieces if p.label == card]
        return (*own, cell) if own and cell else ()
