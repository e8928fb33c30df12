"""The exercises of chapter 0: a score, an interval, a player of five lines."""

from typing import Any

from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import GreedyPlayer
from foxkit.core.quoting import quoted, shortened
from foxkit.exercises.answers import as_side, expect, number, player, prove, require
from foxkit.exercises.fox_game import figure_8
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import SHEEP


def score(answer: Any) -> str:
    """Check the score of an agent that won 18 of 20 games and 4 of 20."""
    expect(
        answer,
        0.55,
        (22, "That is the number of games; a score is a rate, from 0 to 1."),
        (55, "A rate is a number from 0 to 1, not one in percent."),
        (0.9, "That is its rate as sheep alone; sheep may be easy to play."),
        (0.2, "That is its rate as foxes alone; foxes may be hard to play."),
        (1.1, "Those are both rates added; a mean is half of that."),
        otherwise="Take the win rate on each side, and then the mean of the two.",
    )
    return "Nine of ten games as sheep, and still hardly more than an even score."


def proven_weaker(answer: Any) -> str:
    """Check the list of simulations that are proven to be weaker than 1,000."""
    rows = figure_8()
    right = [*rows[rows.score_high < 0.5].simulations]
    words = f"A list of simulations is asked for, such as [10], not `{quoted(answer)}`."
    require(isinstance(answer, list | tuple | set), words)
    given = {number(each, "Each of them") for each in answer}
    others = (f"{each:g}" for each in given - {*rows.simulations})
    unknown = shortened(", ".join(others))
    require(not unknown, f"No agent of {unknown} simulations is in the table.")
    words = "Its interval has one half in it: it is not proven to be anything."
    require(1_000 not in given, f"Take 1,000 out. {words}")
    words = "Those with more simulations have a score above one half."
    require(all(each < 1_000 for each in given), words)
    missing = ", ".join(f"{each:g}" for each in right if each not in given)
    words = f"You have left out {missing}: the interval ends below one half."
    require(not missing, words)
    return "Each of these intervals ends below one half."


def sheep_player(answer: Any) -> str:
    """Check a player that is to win most of its games as the sheep."""
    sides = [player(answer), GreedyPlayer(FoxHeuristic())]
    row = as_side(FoxGame(), SHEEP, sides, games=60)
    less = "As the sheep it loses most of its games to the greedy player's foxes."
    won = prove(row, "won", 0.5, less)
    return f"As the sheep it wins {won} against the greedy player's foxes."


EXERCISES = (score, proven_weaker, sheep_player)
