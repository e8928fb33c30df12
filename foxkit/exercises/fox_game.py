"""The exercises of chapter 1: UCB1, C, evaluations, cutoffs, intervals."""

from math import log, log10, sqrt
from typing import Any

import pandas as pd

from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import evaluation
from foxkit.agents.fox_game_players import paper
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import MctsPlayer
from foxkit.exercises.answers import (
    Wrong,
    called,
    duel,
    expect,
    number,
    one_of,
    parts,
    prove,
    reach,
    require,
)
from foxkit.lab.match import match
from foxkit.lab.play import play
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.search.mcts import Settings
from foxkit.search.session import Search
from foxkit.view.numbers import interval

GAME = FoxGame()
THINKS = Budget(simulations=300)
BASE = MctsPlayer(THINKS, FoxHeuristic())
GOOD = "--...--/--...--/..f..../......s/s.sss../--sss--/--ss.-- s 0 -"
BAD = "--sss--/--s.s--/s.....s/.s.s.../..f..../--.f.--/--...-- s 0 -"
"""The sheep are about to win, and to lose."""


def search(simulations: int, c: float = 0.4, seed: int = 4) -> Search:
    """Return a search of the start, by default the one that the chapter works out."""
    settings = Settings(c=c)
    begun = Search(GAME, GAME.start(), FoxHeuristic(), settings, seed=seed)
    return begun.run(simulations)


def ucb1(answer: Any) -> str:
    """Check (UCB1 of 30-40 after simulation 25, the move of simulation 26)."""
    bound, move = parts(answer, "the UCB1 of 30-40", "a move")
    before, after = (
        {child.move: child for child in search(n).children()} for n in (24, 25)
    )
    own, old = after["30-40"], before["30-40"]
    v = own.visits
    expect(
        bound,
        own.ucb1,
        (old.ucb1, "That is still the UCB1 after 24 simulations: 25 has been here."),
        (
            old.value + 0.4 * sqrt(log(25) / v),
            "The bonus is right, but the mean is the old one: it has a new result.",
        ),
        (
            own.value + 0.4 * sqrt(log(25) / old.visits),
            "The mean is right, but the move has one visit more than in the table.",
        ),
        (
            own.value + 0.4 * sqrt(log(24) / v),
            "The parent, too, has one visit more: it is ln 25 under the root.",
        ),
        (own.value + 0.4 * sqrt(log10(25) / v), "ln is the natural logarithm."),
        (own.value + 0.4 * log(25) / v, "The root of the bonus is missing."),
        (own.value + sqrt(log(25) / v), "The bonus is to be multiplied by C."),
        (own.value, "That is the mean alone; the bonus is to be added."),
        within=0.0011,
        otherwise="Three things change in simulation 25: the visits of the move, the"
        " visits of the root, and the mean. Give three decimals.",
        what="The UCB1 of 30-40",
    )
    chosen = one_of(move, list(after), "The move")
    largest = max(child.ucb1 for child in after.values())
    require(chosen != "30-40", "30-40 had the largest UCB1 before its fourth visit.")
    by_mean = max(after.values(), key=lambda child: child.value).move
    words = f"`{chosen}` has the best mean; what counts is its sum with the bonus."
    require(chosen != by_mean, words)
    words = f"`{chosen}` has a UCB1 of {after[chosen].ucb1:.4f}; another one has more."
    require(after[chosen].ucb1 > largest - 1e-4, words)  # three are level by hand
    return "Simulation 25 has cost 30-40 its lead: a visit more is a bonus less."


def no_exploration(answer: Any) -> str:
    """Check how many first moves are tried only once without a bonus."""
    tries = {
        c: [child.visits for child in search(1_000, c, seed=1).children()]
        for c in (0, 0.4)
    }
    once = tries[0].count(1)
    expect(
        answer,
        once,
        (tries[0.4].count(1), "So it is with C = 0.4. Change the tuple of C."),
        (len(tries[0]) - 1, "Not all others: some are tried a second time."),
        (max(tries[0]), "So often the favourite is tried; count the moves with 1."),
        otherwise="Put 0 into the tuple of C, and count the moves with a single visit.",
    )
    return (
        f"{once} of {len(tries[0])} moves are judged by one result for ever. Nothing"
        " calls them back, however unlucky that result was."
    )


def own_evaluation(answer: Any) -> str:
    """Check an evaluation that is to beat the paper's at 300 simulations a move."""
    function = getattr(answer, "function", answer)
    good, even, bad = (_worth(function, text) for text in (GOOD, "", BAD))
    require(
        good != bad,
        "It says the same of a flock that is about to win and of one about to lose.",
    )
    words = "It speaks for the foxes: a large value has to be good for the sheep."
    require(good > bad, words)
    for value in (good, even, bad):
        words = f"It returns {value:.3g}, and has to stay between -1 and 1."
        require(-1 < value < 1, f"{words} `tanh` from `math` squashes any number.")
    try:
        own = evaluation(function)
        MctsPlayer(Budget(1), own).choose(GAME, GAME.start(), 1)
    except Exception as error:
        words = f"numba cannot compile it: {str(error).strip().splitlines()[-1]}."
        raise Wrong(f"{words} Only numbers and bits can be used.") from error
    row = duel(GAME, MctsPlayer(THINKS, own), BASE, blocks=60)
    won = prove(row, "score", 0.5, "Equation (3) is the better judge.")
    return f"Yours scores {won} against equation (3)."


def _worth(function: Any, text: str) -> float:
    position = Position.parse(GAME, text) if text else Position.start(GAME)
    return number(called(function, GAME, position.state), "What it returns")


def cutoff_rule(answer: Any) -> str:
    """Check a rule for the cutoff that is to beat cutoff 0 at 300 simulations."""

    class Ruled:
        def choose(self, game: Any, state: Any, seed: int) -> int:
            cutoff = _cutoff(answer, Position(game, state))
            player = MctsPlayer(THINKS, FoxHeuristic(), cutoff=cutoff)
            return player.choose(game, state, seed)

    first = _cutoff(answer, Position.start(GAME))
    words = "-1 plays out to the end: section 6.3 tells what becomes of such agents."
    require(first != -1, words)
    row = duel(GAME, Ruled(), BASE, blocks=60)
    won = prove(row, "score", 0.5, "Cutoff 0 is better than your rule.")
    return f"Your rule scores {won} against cutoff 0."


def _cutoff(rule: Any, position: Position) -> int:
    value = number(called(rule, position), "A cutoff")
    words = f"A cutoff is a whole number from -1, and this is {value:g}."
    require(value >= -1 and value == int(value), words)
    return int(value)


def figure_8() -> pd.DataFrame:
    """Return the rows of chapter 1's Figure 8, by simulations."""
    sizes = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
    pairs = [match(FoxGame(), paper(n), paper(1_000)) for n in sizes]
    return play(pairs, to=0.02)


def sooner(answer: Any) -> str:
    """Check (simulations as sheep, as foxes) from which an agent wins most games."""
    rows = figure_8()
    need = {
        side: int(rows[rows[f"a_as_{side}_low"] > 0.5].simulations.iloc[0])
        for side in ("sheep", "foxes")
    }
    both = parts(answer, "simulations as sheep", "simulations as foxes")
    given = [number(each, "A number of simulations") for each in both]
    words = "These are the right numbers, the wrong way round: first as sheep."
    require(given != [need["foxes"], need["sheep"]], words)
    for value, side in zip(given, need, strict=True):
        known = [*rows.simulations]
        words = f"No agent of {value:g} simulations was played; these are: {known}."
        require(value in known, words)
        row = rows[rows.simulations == value].iloc[0]
        rate = interval(row, f"a_as_{side}")
        require(value >= need[side], f"With {value:g} it wins {rate} as {side}.")
        words = f"With {value:g} it wins {rate} as {side}, but fewer will do."
        require(value == need[side], words)
    return (
        "It helps sooner as sheep. An agent that is as strong as its opponent wins most"
        " games as sheep already; as foxes it has to be the stronger one."
    )


def how_sure(answer: Any) -> str:
    """Check (a guess at a rate, the games that tell a rate to 10 points)."""
    guess, played = parts(answer, "the rate that you expect", "a number of games")
    rate = number(guess, "The rate")
    require(0 <= rate <= 1, "A rate is a number from 0 to 1; 40 % is 0.4.")
    least = next(n for n in range(2, 200) if reach(n) <= 0.1)
    expect(
        played,
        (least + 100) / 2,
        (384, "So many tell it to 5 points on each side; 10 are asked for."),
        (10, f"10 games tell it to {100 * reach(10):.0f} points on each side."),
        (25, "A quarter is the variance of one game; the games are still to come."),
        within=(100 - least) / 2,
        otherwise="The interval reaches 1.96 standard deviations to each side; that of"
        " a rate near one half is 0.5 divided by the root of the games.",
        what="The number of games",
    )
    pair = match(FoxGame(sheep=18), paper(30_000))
    row = play(pair, to=0.04, of="sheep_rate").iloc[0]
    inside = row["sheep_rate_low"] <= rate <= row["sheep_rate_high"]
    words = (
        "Your guess is inside." if inside else f"You had guessed {100 * rate:.3g} %."
    )
    found = interval(row, "sheep_rate")
    return (
        f"And with 18 sheep and 30,000 simulations the sheep win {found} of"
        f" {row['games']} games. {words}"
    )


EXERCISES = (ucb1, no_exploration, own_evaluation, cutoff_rule, sooner, how_sure)
