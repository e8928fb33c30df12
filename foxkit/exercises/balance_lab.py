"""The exercises of chapter 2: variants that are even, and for whom."""

from typing import Any

import pandas as pd

from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import MctsPlayer
from foxkit.core.quoting import quoted
from foxkit.exercises.answers import duel, expect, number, parts, reach, require
from foxkit.lab.stats import Row
from foxkit.rules.fox_game import FoxGame
from foxkit.view.numbers import interval

USUAL = FoxGame()
_NEEDED = ("sideways_limit", "turns", "turns_low", "turns_high", "sheep_rate")


def played(variant: FoxGame, simulations: int, pairs: int, seed: int = 1) -> Row:
    """Return the summary of a match between two equal players."""
    own = MctsPlayer(Budget(simulations), FoxHeuristic())
    return duel(variant, own, own, blocks=pairs, seed=seed)


def _variant(answer: Any) -> FoxGame:
    """Return a variant of the game; raise `Wrong` where it is none or the usual one."""
    words = "A variant is asked for, such as FoxGame(sideways_limit=5)"
    require(isinstance(answer, FoxGame), f"{words}, not `{quoted(answer)}`.")
    require(answer != USUAL, "These are the usual rules: change something.")
    variant: FoxGame = answer
    return variant


def _even(variant: FoxGame, simulations: int, pairs: int) -> str:
    """Return the sheep's rate in words; raise `Wrong` where it is proven not even."""
    row = played(variant, simulations, pairs)
    found = f"{interval(row, 'sheep_rate')} with {simulations:,} simulations"
    low, high = float(row["sheep_rate_low"]), float(row["sheep_rate_high"])
    words = f"The sheep win {found}: the foxes are favoured. Help the sheep"
    require(high > 0.5, f"{words} a little more.")
    words = f"The sheep win {found}: they are favoured. Help them"
    require(low < 0.5, f"{words} a little less.")
    return found


def two_changes(answer: Any) -> str:
    """Check a limit of 5 with another change that is even for 1,000 simulations."""
    variant = _variant(answer)
    words = "Keep the sideways limit at 5, and change a second rule."
    require(variant.sideways_limit == 5, words)
    alone = USUAL._replace(sideways_limit=5)
    words = "That is the limit alone; a second change is missing."
    require(variant != alone, words)
    found = _even(variant, 1_000, 30)
    before = interval(played(alone, 1_000, 30), "sheep_rate")
    return f"The sheep win {found}; with the limit alone it was {before}."


def fair_for_both(answer: Any) -> str:
    """Check (a variant even at 100 and 1,000 simulations, the pairs for 5 points)."""
    chosen, pairs = parts(answer, "a variant", "a number of pairs")
    variant = _variant(chosen)
    least = next(n for n in range(300, 400, 2) if reach(n) <= 0.05)
    expect(
        pairs,
        (least + 400) / 4,
        (384, "So many games; a pair has two."),
        (48, "So many pairs tell it to 10 points on each side."),
        (96, "So many games tell it to 10 points on each side."),
        (30, f"30 pairs tell it to {100 * reach(60):.0f} points on each side."),
        within=(400 - least) / 4,
        otherwise="The interval reaches 1.96 times 0.5 over the root of the games.",
        what="The number of pairs",
    )
    weak, strong = _even(variant, 100, 60), _even(variant, 1_000, 30)
    return (
        f"Neither is proven to be uneven: the sheep win {weak} and {strong}. Your"
        " number of pairs would tell it far better than these few."
    )


def shorter(answer: Any) -> str:
    """Check (the rows of `limits`, how many shorten the game, the most even one)."""
    names = "the rows of the cell `limits`", "how many", "a limit"
    given, count, limit = parts(answer, *names)
    words = "The rows are those that the cell `limits` leaves: run it first."
    require(isinstance(given, pd.DataFrame) and {*_NEEDED} <= {*given}, words)
    rows = given.set_index("sideways_limit")
    require(USUAL.sideways_limit in rows.index, words)
    usual = rows.loc[USUAL.sideways_limit]
    less = rows[rows.turns_high < usual.turns_low]
    require(len(less) > 0, "None of these limits is shorter: run `limits` as it was.")
    expect(
        count,
        len(less),
        (
            (rows.turns < usual.turns).sum(),
            "Some of those are not proven: their intervals meet the usual one.",
        ),
        (len(rows) - 1, "That is all of them; some make longer games."),
        ((rows.turns_low > usual.turns_high).sum(), "So many make it longer."),
        otherwise="Compare `turns_high` of each row with `turns_low` of the usual one.",
        what="The number of limits",
    )
    off = (less.sheep_rate - 0.5).abs()
    chosen = int(off.idxmin())
    words = "Which of them is nearest to one half? Look at `sheep_rate`."
    expect(limit, chosen, otherwise=words, what="The limit")
    rate = interval(less.loc[chosen], "sheep_rate")
    return f"With {chosen} the sheep win {rate}: one half is just outside."


def honest_winner(answer: Any) -> str:
    """Check (a variant, its rate with seed 1, its rate with seed 2)."""
    asked = "a variant", "the rate with seed 1", "the rate with seed 2"
    chosen, *given = parts(answer, *asked)
    variant, rows = _variant(chosen), []
    for seed, rate in enumerate(given, 1):
        row = played(variant, 100, 30, seed)
        words = "Is it the rate of the sheep, with 100 simulations and 30 pairs?"
        found = number(rate, f"The rate with seed {seed}")
        near = abs(found - float(row["sheep_rate"])) < 0.001
        said = f"With seed {seed} the sheep win {interval(row, 'sheep_rate')}."
        flipped = abs(1 - found - float(row["sheep_rate"])) < 0.001
        require(not flipped, f"{said} Yours is the rate of the foxes.")
        require(near, f"{said} Yours is another number. {words}")
        rows.append(row)
    first, second = (interval(row, "sheep_rate") for row in rows)
    return (
        f"{first}, then {second}: the same rules and players, and other games. Whoever"
        " picks the best of several picks luck as well; the second number is honest."
    )


EXERCISES = (two_changes, fair_for_both, shorter, honest_winner)
