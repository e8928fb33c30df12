"""The Fox Game: a shepherd, an evaluation, variants that are even, and for whom."""

from math import sqrt
from typing import Any

from foxkit.core.position import Position
from foxkit.core.quoting import quoted
from foxkit.exercises.answers_that_play import (
    payoffs_of_pairs,
    play_until_decided,
    player_of_function,
    require_majority,
    win_rates,
)
from foxkit.exercises.sandbox import call_readers_function, last_line_of_message
from foxkit.exercises.table import answer_parts
from foxkit.exercises.verdict import Wrong, require, require_number
from foxkit.games.fox_game.evaluation import FoxHeuristic, paper
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.match import match
from foxkit.lab.numbers import estimate_in_words
from foxkit.lab.stats import Row
from foxkit.players.budget import Budget
from foxkit.players.evaluations import evaluation
from foxkit.players.standard import BySide, GreedyPlayer, MctsPlayer

SHEEP_WINNING = "--...--/--...--/..f..../......s/s.sss../--sss--/--ss.-- s 0 -"
START_TEXT = Position.start(FoxGame()).text
SHEEP_LOSING = "--sss--/--s.s--/s.....s/.s.s.../..f..../--.f.--/--...-- s 0 -"
"""The sheep are about to win, are to begin, and are about to lose."""
GAME = FoxGame()


def check_shepherd(answer: Any) -> str:
    """Check a player that is to win most of its games as the sheep."""
    sides = BySide((player_of_function(answer), GreedyPlayer(FoxHeuristic())))
    less = "As the sheep it loses most of its games to the greedy player's foxes."
    won = require_majority(GAME, sides, of="sheep_rate", less=less)
    return f"As the sheep it wins {won} against the greedy player's foxes."


def check_own_evaluation(answer: Any) -> str:
    """Check an evaluation that is to beat the paper's at 300 simulations a move."""
    function = getattr(answer, "function", answer)
    good, even, bad = (
        _value_given_by(function, text)
        for text in (SHEEP_WINNING, START_TEXT, SHEEP_LOSING)
    )
    words = "It says the same of a flock that is about to win and of one about to lose."
    require(good != bad, words)
    words = "It speaks for the foxes: a large value has to be good for the sheep."
    require(good > bad, words)
    for value in (good, even, bad):
        require(
            -1 < value < 1,
            f"It returns {value:.3g}, and has to stay between -1 and 1. `tanh` from"
            " `math` squashes any number.",
        )
    try:
        readers_player = MctsPlayer(Budget(300), evaluation(function))
        readers_player.choose(GAME, GAME.start(), 1)
    except ValueError as error:  # it says which position and which value
        raise Wrong(f"{error}.") from error
    except Exception as error:
        raise Wrong(
            f"numba cannot compile it: {last_line_of_message(error)}. Only numbers and"
            " bits can be used."
        ) from error
    less = "Equation (3) is the better judge."
    won = require_majority(GAME, readers_player, paper(300), of="score", less=less)
    return f"Yours scores {won} against equation (3)."


def _value_given_by(function: Any, text: str) -> float:
    """What a reader's evaluation gives for the position of a text."""
    state = Position.parse(GAME, text).state
    value = call_readers_function(function, GAME, state)
    return require_number(value, "What it returns")


def sheep_rate(variant: FoxGame, simulations: int, pairs: int, seed: int = 1) -> Row:
    """How often each side wins a match between two equal players.

    `by_pair` has the share of games that the sheep won, for each pair: 0, 0.5 or 1.
    """
    games = payoffs_of_pairs(match(variant, paper(simulations)), seed, range(pairs))
    won = [(1 + payoffs[0]) / 2 for payoffs in games]
    shares = [(a + b) / 2 for a, b in zip(won[::2], won[1::2], strict=True)]
    return win_rates(variant, games) | {"by_pair": shares}


def _error_of_mean(values: list[float]) -> float:
    """The standard error of the mean of independent values."""
    mean, n = sum(values) / len(values), len(values)
    return sqrt(sum((each - mean) ** 2 for each in values) / (n - 1) / n)


def _require_variant(answer: Any) -> FoxGame:
    """A variant of the game; raise `Wrong` where it is none or the usual one."""
    if not isinstance(answer, FoxGame):
        raise Wrong(
            "A variant is asked for, such as FoxGame(sheep=18), not"
            f" `{quoted(answer)}`."
        )
    require(answer != FoxGame(), "These are the usual rules: change something.")
    return answer


def _check_even(variant: FoxGame, simulations: int, max_pairs: int) -> str:
    """The sheep's rate in words; `Wrong` as soon as it is proven not even."""
    pairs = (max_pairs // 3, max_pairs)
    row, is_more = play_until_decided(
        variant, paper(simulations), of="sheep_rate", pairs=pairs
    )
    result_in_words = (
        f"{estimate_in_words(row, 'sheep_rate')} with {simulations:,} simulations"
    )
    require(
        is_more is not False,
        f"The sheep win {result_in_words}: the foxes are favoured. Help the sheep a"
        " little more.",
    )
    require(
        is_more is None,
        f"The sheep win {result_in_words}: they are favoured. Help them a little less.",
    )
    return result_in_words


def check_fair_for_both(answer: Any) -> str:
    """Check a variant that is to be even at 100 and at 1,000 simulations."""
    variant = _require_variant(answer)
    weak, strong = _check_even(variant, 100, 60), _check_even(variant, 1_000, 30)
    return (
        f"Neither is proven to be uneven: the sheep win {weak} and {strong}. That is"
        " no proof that it is even: one half is inside wide intervals."
    )


def check_honest_winner(answer: Any) -> str:
    """Check (a variant, its rate with seed 1, with seed 2, the error of their gap)."""
    asked = "a variant", "the rate with seed 1", "the rate with seed 2"
    chosen, *given, luck = answer_parts(answer, *asked, "the standard error")
    variant, rates_in_words, errors = _require_variant(chosen), [], []
    for seed, rate in enumerate(given, 1):
        given_rate = require_number(rate, f"The rate with seed {seed}")
        row = sheep_rate(variant, 100, 30, seed)
        errors.append(_error_of_mean(row["by_pair"]))
        rates_in_words.append(estimate_in_words(row, "sheep_rate"))
        beginning = f"With seed {seed} the sheep win {rates_in_words[-1]}. Yours is"
        flipped = abs(given_rate - float(row["foxes_rate"])) < 0.001
        near = abs(given_rate - float(row["sheep_rate"])) < 0.001
        require(near or not flipped, f"{beginning} the rate of the foxes.")
        words = "Is it the rate of the sheep, with 100 simulations and 30 pairs?"
        require(near, f"{beginning} another number. {words}")
    both = sqrt(errors[0] ** 2 + errors[1] ** 2)
    _require_error_of_pairs(require_number(luck, "The standard error"), errors, given)
    return (
        f"{rates_in_words[0]}, then {rates_in_words[1]}: the same rules and players,"
        f" and other games. They differ by {100 * abs(given[0] - given[1]):.1f} points,"
        f" and the standard error of this difference is {100 * both:.1f} points. The"
        " best of several has luck in it, too."
    )


def _require_error_of_pairs(
    error: float, errors: list[float], rates: list[float]
) -> None:
    """Raise `Wrong` unless an error is that of the difference of two rates."""
    both, close = sqrt(errors[0] ** 2 + errors[1] ** 2), 0.0025
    if abs(error - both) < close:
        return
    words = f"{error:.3g} is the standard error of one rate; the difference has two."
    require(min(abs(error - one) for one in errors) > close, words)
    words = f"{error:.3g} is the sum of two standard errors; it is their squares"
    require(abs(error - sum(errors)) > close, f"{words} that add up.")
    words = f"{error:.3g} counts sixty games as independent. The two games of a pair"
    by_games = sqrt(sum(rate * (1 - rate) / 60 for rate in rates))
    near = min(abs(error - by_games), abs(error - sqrt(0.5 / 60)))
    require(near > close, f"{words} have one seed: count thirty pairs.")
    words = f"The standard error of the difference is not {error:.3g}. Each rate is"
    raise Wrong(f"{words} the mean of the thirty numbers in `by_pair`.")
