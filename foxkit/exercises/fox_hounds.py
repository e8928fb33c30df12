"""The exercises of chapter 3: retrograde values, noise, foxes and hounds."""

from typing import Any

from foxkit.agents.fox_hounds_players import PerfectPlayer
from foxkit.agents.players import RandomPlayer
from foxkit.exercises.answers import (
    as_side,
    expect,
    one_of,
    parts,
    player,
    prove,
    require,
)
from foxkit.lab.store import results
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds import move_values, summary, value

GAME = FoxHounds()
START = Position.start(GAME)
LOST_BOX = Position.parse(GAME, "H.HF/..../..HH/..../..../..../..../.... f")


def losing_answer(answer: Any) -> str:
    """Check the hounds' answer to e8-d7 that loses."""
    worths = move_values(START.play("e8-d7"))
    move = one_of(answer, list(worths), "The answer of the hounds")
    words = f"After {move} the {worths[move]}: that is no mistake. Look farther right."
    require(worths[move].startswith("fox"), words)
    return f"After {move} the {worths[move]}; every other answer keeps the win."


def lost_box(answer: Any) -> str:
    """Check (the fox's winning move, the plies that the win takes)."""
    move, plies = parts(answer, "the move of the fox", "the plies of the win")
    worths = move_values(LOST_BOX)
    move = one_of(move, list(worths), "The move of the fox")
    words = f"After {move} the {worths[move]}: the hounds shut the box again."
    require(worths[move].startswith("fox"), words)
    right = value(LOST_BOX)["plies"]
    expect(
        plies,
        right,
        (right - 1, "So many are left after that move; it is a ply, too."),
        (2, "Two moves of the fox; the move of a hound between them counts, too."),
        otherwise="Count plies, moves of either side, until the fox has escaped.",
        what="The number of plies",
    )
    return "A box with a way out is no prison. For B only boxes count that hold."


def noise(answer: Any) -> str:
    """Check (random picks by the sentence, by the weights, who suffers most)."""
    asked = ("by the sentence", "by the weights", "the hounds that lose most")
    first, second, hounds = parts(answer, *asked)
    fair = results("hounds-fuzz").groupby("reading")["fairest_p"].first()
    p, words = fair["weights"], fair["words"]
    picked = 6 * p / (6 * p + 1 - p)
    expect(
        first,
        words,
        (words / 6, "That is the chance of one of the six; any of them is a pick."),
        (words * 5 / 6, "The pick may fall on the chosen move; it is random then."),
        (round(words, 2), "The right idea; give three decimals."),
        within=0.0005,
        otherwise="By the sentence p itself is the chance of a random pick.",
        what="The first chance",
    )
    expect(
        second,
        picked,
        (p, "That is p itself, which is a weight here and not a chance."),
        (6 * p, "The weights still have to be divided by their sum."),
        (5 * p / (6 * p + 1 - p), "Six moves have the weight p, not only five."),
        within=0.0005,
        otherwise="Each of six moves has the weight p, one of them 1 - p more.",
        what="The second chance",
    )
    rows = results("hounds-players").query("fox == 'document'")
    wins = rows.pivot(index="hounds", columns="fuzz", values="fox_wins")
    gained = wins[0.1] - wins[0.0]
    name = one_of(hounds, list(gained.index), "Those who lose most")
    said = f"The article's fox wins {gained[name]:.1%} more against {name} hounds"
    require(gained[name] == gained.max(), f"{said}; others lose more.")
    return "Noise is noise: the two chances are nearly the same, and only p is not."


def own_fox(answer: Any) -> str:
    """Check a fox that is to last 38 plies against perfect hounds, on the average."""
    sides = [player(answer), PerfectPlayer()]
    lasted = as_side(GAME, 0, sides, games=20)["turns"]
    perfect = summary(GAME)["plies"]
    said = f"It lasts {lasted:.1f} plies, and {perfect} are possible"
    sides = [RandomPlayer(), PerfectPlayer()]
    wanders = as_side(GAME, 0, sides, games=20)["turns"]
    require(lasted > 25, f"{said}. Running down to the hounds is a short life.")
    words = f"{said}. A fox that moves at random lasts {wanders:.1f}."
    require(lasted >= 38, words)
    return f"{said}."


def other_boards(answer: Any) -> str:
    """Check (the losing answer on 6 x 7, the plies of 6 x 6 without escapes)."""
    move, plies = parts(answer, "the move of a hound", "a number of plies")
    begun = Position.start(FoxHounds(6, 7))
    worths = move_values(begun.play(next(iter(begun.moves))))
    move = one_of(move, list(worths), "The answer of the hounds on 6 x 7")
    words = f"On 6 x 7 the {worths[move]} after {move}: that does not lose."
    require(worths[move].startswith("fox"), words)
    usual, without, large = (
        summary(FoxHounds(*size, safe_squares=safe))["plies"]
        for size, safe in (((6, 6), 2), ((6, 6), 0), ((8, 8), 0))
    )
    expect(
        plies,
        without,
        (usual, "So it is with the rule. Without it is `safe_squares=0`."),
        (large, "So it is on 8 x 8, with the rule or without. On 6 x 6 it is not."),
        otherwise="`summary(FoxHounds(6, 6, safe_squares=0))` tells the plies.",
        what="The number of plies",
    )
    return "On 8 x 8 the value does not notice the rule; on 6 x 6 the fox has to walk."


def own_hounds(answer: Any) -> str:
    """Check hounds that are to win most games against a fox without a plan."""
    sides = [RandomPlayer(), player(answer)]
    row = as_side(GAME, 1, sides, games=60)
    less = "Even a fox that moves at random slips through most of the time."
    won = prove(row, "won", 0.5, less)
    return f"Your hounds win {won} against a fox that moves at random."


EXERCISES = (losing_answer, lost_box, noise, own_fox, other_boards, own_hounds)
