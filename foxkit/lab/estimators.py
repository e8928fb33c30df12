"""The estimators of a match: from the payoffs of its games to the columns of its row.

    payoffs of games -- estimators --> score, sheep_rate, a_as_foxes, ...
                     -- result_row --> each with its _low and _high, and games, blocks

The formulas of the intervals are those of `foxkit.lab.stats`.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial

import numpy as np

from foxkit.lab import stats
from foxkit.lab.match import FinishedGame, GameBatch
from foxkit.lab.stats import (
    Estimate,
    Floats,
    Row,
    half_width,
    mean_score,
    mean_value,
    put_estimate,
    ranks,
)

Estimators = Mapping[str, Callable[[Floats], Estimate]]
"""Functions that estimate a column from payoffs, an array of shape (blocks, rotations,
seats), by the name of the column."""


def _values_of_player_a(by_seat: Floats) -> Floats:
    """The values of player A.

    Args:
        by_seat: an array of shape (blocks, rotations, seats).

    Returns:
        An array of shape (blocks, rotations).
    """
    return np.diagonal(by_seat, axis1=1, axis2=2)


def _results_of_a(payoffs: Floats) -> tuple[Floats, Floats]:
    """A's results (1, 0 or 1/2) as first and as second player, one for each block."""
    first, second = (1 + _values_of_player_a(payoffs).T) / 2
    return first, second


def _is_zero_sum(payoffs: Floats) -> bool:
    """Whether one player always wins what the other loses; a reader's game need not."""
    return not payoffs.sum(axis=2).any()


def _with_players_exchanged(payoffs: Floats) -> Floats:
    """The payoffs of two players, as if player A were B and B were A."""
    return payoffs[:, ::-1, :]


def _with_sides_exchanged(payoffs: Floats) -> Floats:
    """The payoffs of two players, as if the sides had changed their places."""
    return payoffs[:, ::-1, ::-1]


def _score(payoffs: Floats) -> Estimate:
    """A's score against one opponent."""
    return stats.paired_score(*_results_of_a(payoffs))


def _opponent_score(payoffs: Floats) -> Estimate:
    """The opponent's score, 1 less A's where one wins what the other loses."""
    if _is_zero_sum(payoffs):
        return stats.complement(_score(payoffs))
    return _score(_with_players_exchanged(payoffs))


def _first_side_rate(payoffs: Floats) -> Estimate:
    """The rate of games that the first side wins; a draw is half a win."""
    first, second = _results_of_a(payoffs)
    if not _is_zero_sum(payoffs):
        second = 1 - (1 + payoffs[:, 1, 0]) / 2  # what B, as first, leaves
    return stats.first_player_rate(first, second)


def _second_side_rate(payoffs: Floats) -> Estimate:
    """The rate of games that the second side wins, likewise."""
    if _is_zero_sum(payoffs):
        return stats.complement(_first_side_rate(payoffs))
    return _first_side_rate(_with_sides_exchanged(payoffs))


def _rate_in_seat(player: int, seat: int, payoffs: Floats) -> Estimate:
    """How often a player, 0 for A, wins in a seat: gains, and more than the other."""
    paid = payoffs[:, (seat - player) % 2]
    won = (paid[:, seat] > 0) & (paid[:, seat] > paid[:, 1 - seat])
    return stats.proportion(int(won.sum()), len(payoffs))


def _side_with_wider_interval(payoffs: Floats) -> Estimate:
    """Of A's win rates as the one side and as the other, that of the wider interval."""
    rates = _rate_in_seat(0, 0, payoffs), _rate_in_seat(0, 1, payoffs)
    return max(rates, key=half_width)


def _mean_value_of_a(payoffs: Floats, within: stats.ValueRange = (-1, 1)) -> Estimate:
    """The mean of A's numbers, an array of shape (blocks, rotations, seats)."""
    return mean_score(_values_of_player_a(payoffs).mean(axis=1), within)


def _mean_rank(payoffs: Floats) -> Estimate:
    """A's mean rank, 1 for the best."""
    return _mean_value_of_a(ranks(payoffs), (1, payoffs.shape[-1]))


def _share_of_first_places(payoffs: Floats) -> Estimate:
    """The share of games in which A alone comes first."""
    return _mean_value_of_a(ranks(payoffs) == 1, (0, 1))


def _score_among_several(payoffs: Floats) -> Estimate:
    """A's score against several: its mean payoff, scaled from [-1, 1] to [0, 1]."""
    return mean_score((1 + _values_of_player_a(payoffs).mean(axis=1)) / 2)


_FOR_MORE_THAN_TWO_PLAYERS: Estimators = {
    "score": _score_among_several,
    "payoff": _mean_value_of_a,
    "rank": _mean_rank,
    "first": _share_of_first_places,
}


@cache
def estimators(players: tuple[str, ...]) -> Estimators:
    """The estimators of a game with these players: what a stopping rule can be about.

    Those of the Fox Game are `score` and `opponent_score`; `sheep_rate` and
    `foxes_rate`, by `_first_side_rate` and `_second_side_rate`; `a_as_sheep`,
    `a_as_foxes`, `b_as_sheep` and `b_as_foxes`, by `_rate_in_seat`; and `sides`.
    """
    if len(players) != 2:
        return _FOR_MORE_THAN_TWO_PLAYERS
    one, two = players
    return {
        "score": _score,
        "opponent_score": _opponent_score,
        f"{one}_rate": _first_side_rate,
        f"{two}_rate": _second_side_rate,
        f"a_as_{one}": partial(_rate_in_seat, 0, 0),
        f"a_as_{two}": partial(_rate_in_seat, 0, 1),
        f"b_as_{one}": partial(_rate_in_seat, 1, 0),
        f"b_as_{two}": partial(_rate_in_seat, 1, 1),
        "sides": _side_with_wider_interval,
    }


def result_row(games: GameBatch, lines: int | None = None) -> Row:
    """The results of games: how many, how long, and who won, with intervals.

    Args:
        games: at least one block of them.
        lines: how many lines of play they are, see `foxkit.lab.lines_of_play`.
    """
    row: Row = {"games": len(games.finished), "blocks": games.blocks}
    row |= {"distinct": len({*games.moves}), "lines": lines}
    turns = np.array([game.turns for game in games.finished], float)
    put_estimate(row, "turns", mean_value(turns.reshape(games.blocks, -1).mean(axis=1)))
    known = {**estimators(games.players)}
    known.pop("sides", None)  # it is one of the others
    for column, estimator in known.items():
        put_estimate(row, column, estimator(games.payoffs))
    if len(games.players) == 2:
        row["p_value"] = stats.paired_sign_test(*_results_of_a(games.payoffs))
        for column in [each for each in known if "_as_" in each]:
            wins = round(row[column] * games.blocks)
            row[column.replace("_as_", "_wins_as_")] = wins
    return row


def empty_row(players: tuple[str, ...]) -> Row:
    """The columns of `result_row`, empty, for a match without games."""
    draw = FinishedGame((0.0,) * len(players), "", 0, b"")
    row = result_row(GameBatch(players, finished=(draw,) * len(players)))
    return dict.fromkeys(row) | {"games": 0, "blocks": 0, "distinct": 0}
