"""Checks of an answer that plays: matches, until a rate is proven."""

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import product
from time import monotonic
from typing import Any

from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.core.rng import mix
from foxkit.exercises.sandbox import call_readers_function
from foxkit.exercises.verdict import Wrong, require
from foxkit.lab.match import Match, match, play_game
from foxkit.lab.numbers import duration_in_words, estimate_in_words
from foxkit.lab.stats import (
    Row,
    complement,
    first_player_rate,
    paired_score,
    put_estimate,
)
from foxkit.players.standard import FunctionPlayer

PAIR_COUNTS = (15, 30, 60, 120, 240)
"""The numbers of pairs of games after which a check looks whether they decide."""


def player_of_function(function: Any) -> FunctionPlayer:
    """A reader's function of a position and a seed as a player."""

    @wraps(function)
    def guarded(position: Any, seed: int) -> Any:
        return call_readers_function(function, position, seed)

    return FunctionPlayer(guarded)


Payoffs = tuple[float, ...]
"""What each side got in a game."""


def _no_compiled_game(
    one: Match, seed: int, pair: int, rotation: int
) -> Payoffs | None:
    """None: outside of pages no game is played by one compiled function."""
    return None


compiled_game: Callable[[Match, int, int, int], Payoffs | None] = _no_compiled_game
"""Plays a game of a match by one compiled function; None where there is none for it.

A page has some (`foxkit.site.play.searches`), as its Python takes long between moves.
"""


def payoffs_of_pairs(one: Match, seed: int, pairs: range) -> list[Payoffs]:
    """The payoffs of some pairs of games of a match.

    Their seeds are those that `play_blocks` would take.

    Raises:
        Wrong: a move was not legal.
    """
    results = []
    try:
        for pair, rotation in product(pairs, (0, 1)):
            payoffs = compiled_game(one, seed, pair, rotation)
            if payoffs is None:
                seeds = [mix(mix(seed, pair), seat ^ rotation) for seat in (0, 1)]
                finished = play_game(one.game, one.players_by_seat(rotation), seeds)
                payoffs = finished.payoffs
            results.append(payoffs)
    except ValueError as error:
        raise Wrong(f"A game could not go on: {error}.") from error
    return results


def win_rates(game: Any, games: list[Payoffs]) -> Row:
    """How many games of two players there are, and who won how often."""
    results = [(1 + payoffs[i % 2]) / 2 for i, payoffs in enumerate(games)]
    a_first, a_second = results[::2], results[1::2]
    row, rate = Row(games=len(results)), first_player_rate(a_first, a_second)
    put_estimate(row, "score", paired_score(a_first, a_second))
    for side, each in zip(game.PLAYERS, (rate, complement(rate)), strict=True):
        put_estimate(row, f"{side}_rate", each)
    return row


def play_until_decided(
    game: Any, *players: Any, of: str, pairs: Sequence[int] = PAIR_COUNTS
) -> tuple[Row, bool | None]:
    """Play until a rate is proven to be more or less than one half.

    How long that takes here is printed first, measured on the second pair of games.

    Args:
        game: the rules.
        players: player A and the others.
        of: the rate whose interval must not contain one half.
        pairs: the numbers of pairs after which to look.

    Returns:
        The row of `win_rates`, and whether the rate is more; None if undecided.
    """
    one, row = match(game, *players), Row()
    payoffs = payoffs_of_pairs(one, 1, range(1))  # in a notebook this compiles
    begun = monotonic()
    payoffs_of_pairs(one, 1, range(1))
    first, last = (
        duration_in_words((monotonic() - begun) * n) for n in (pairs[0], pairs[-1])
    )
    message = f"Playing {2 * pairs[0]} games, about {first}"
    print(f"{message}; up to {2 * pairs[-1]} ({last}) where they leave it open.")
    for until in pairs:
        payoffs += payoffs_of_pairs(one, 1, range(len(payoffs) // 2, until))
        row = win_rates(game, payoffs)
        if row[f"{of}_low"] > 0.5 or row[f"{of}_high"] <= 0.5:
            return row, row[f"{of}_low"] > 0.5
    return row, None


def require_majority(game: Any, *players: Any, of: str, less: str) -> str:
    """A rate in words, if it is proven to be larger than one half; else raise `Wrong`.

    Args:
        game: the rules.
        players: player A and the others.
        of: the rate.
        less: what to say if the rate is proven to be smaller.
    """
    row, is_more = play_until_decided(game, *players, of=of)
    result_in_words = f"{estimate_in_words(row, of)} in {row['games']} games"
    require(is_more is not False, f"{less} It has {result_in_words}.")
    require(
        is_more,
        f"It has {result_in_words}, and the interval still reaches down to 50 % or "
        "below: chance could have done that. It has to be clearer.",
    )
    return result_in_words


def position_of_answer(game: Any, text: Any) -> Position:
    """The position whose text is the answer; raise `Wrong` if it is none."""
    words = f"The text of a position is asked for, and this is `{quoted(text)}`."
    require(isinstance(text, str), words)
    try:
        return Position.parse(game, text)
    except ValueError as error:
        raise Wrong(f"That is no position: {error}.") from error
