"""The exercises of chapter 5: freedom and beliefs by hand, and a start of one's own."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.agents.battle_sheep_players import Shepherd, printed_search, report_player
from foxkit.agents.battle_sheep_starts import starts
from foxkit.core.quoting import quoted
from foxkit.documents.battle_sheep import MAPS
from foxkit.exercises.answers import (
    called,
    duel,
    expect,
    number,
    parts,
    player,
    require,
)
from foxkit.lab.store import games
from foxkit.rules.position import Position
from foxkit.view.numbers import interval

NINE = "# # # # #/# . . . #/# . . . #/# . . . #/# # # # # | 1"
CELLS = {"middle": (2, 2), "corner": (1, 1), "side": (2, 1)}
PAYOFFS = (
    *((1, 8, 1), (3, 3, 4), (2, 3, 5), (1, 1, 8)),
    *((2, 3, 5), (5, 3, 2), (2, 2, 6), (6, 1, 3)),
)
"""The leaves of the tree for three, from left to right."""


def freedom(answer: Any) -> str:
    """Check L1 and L2 of three cells of a small map, and where player 1 starts."""
    words = "The answer is a dictionary with middle, corner, side and start."
    require(isinstance(answer, dict) and {*answer} == {*CELLS, "start"}, words)
    own = starts(NINE)
    for name, at in CELLS.items():
        _sees(name, answer[name], int(own.l1[at]))
    for name, at in CELLS.items():  # an L2 is made of every L1
        _adds(name, answer[name], int(own.l1[at]), int(own.l2[at]), int(own.reach[at]))
    first = own.chosen["all DOF"][0]
    words = "Nobody may start in the middle: no obstacle is at a side of it."
    require(answer["start"] != "2,2", words)
    words = "By DOF it is the largest L2 at the border, the first of equal ones."
    require(answer["start"] == "{},{}".format(*first), words)
    return "The middle is the freest cell, and the one where nobody may start."


def _sees(name: str, given: Any, l1: int) -> None:
    """Hold L1 of a cell to the truth."""
    expect(
        parts(given, f"L1 of the {name}", f"L2 of the {name}")[0],
        l1,
        (4, f"L1 of the {name}: the diagonals count, too."),
        (l1 + 1, f"L1 of the {name}: a cell does not see itself."),
        otherwise=f"L1 of the {name}: count along all eight directions.",
        what=f"L1 of the {name}",
    )


def _adds(name: str, given: Any, l1: int, l2: int, reach: int) -> None:
    """Hold L2 of a cell to the truth, where every L1 is right."""
    expect(
        given[1],
        l2,
        (l2 - l1, f"L2 of the {name}: its own L1 belongs to it."),
        (reach, f"L2 of the {name} counts ways, not cells."),
        (l1, f"That is L1 of the {name} once more."),
        otherwise=f"L2 of the {name}: add up L1 of every cell that it sees.",
        what=f"L2 of the {name}",
    )


def joining(answer: Any) -> str:
    """Check what a cell is worth that joins regions of three and four cells."""
    apart, joined = 3**1.25 + 4**1.25, 8**1.25
    expect(
        answer,
        joined - apart,
        (1, "A region counts more than its cells: n cells count n to the 1.25."),
        (joined, "That is all the land; take away what you have already."),
        (7**1.25 - apart, "The cell itself belongs to the region, too."),
        (8**1.25 - 7**1.25, "The regions are still apart: they do not count as 7."),
        (5**1.25 - 4**1.25, "The cell joins both regions, not only the larger."),
        within=0.02,
        otherwise="What do the regions count now, and what does the joined one?",
    )
    return "Nearly as much as a new region of three: connections are land."


def _value(line: Sequence[int], belief: Any) -> tuple[int, ...]:
    """Return the scores that a belief expects after some moves, 0 left and 1 right."""
    if len(line) == 3:
        return PAYOFFS[4 * line[0] + 2 * line[1] + line[2]]
    after = [_value((*line, move), belief) for move in (0, 1)]
    wants = [number(called(belief, each, len(line)), "A belief") for each in after]
    return after[wants.index(max(wants))]


def team(answer: Any) -> str:
    """Check (a belief that A and C are a team, what they get left and right)."""
    asked = "a function", "what A and C get on the left", "on the right"
    belief, *given = parts(answer, *asked)
    for mover, who in ((0, "A"), (2, "C")):
        same = called(belief, (5, 0, 1), mover) == called(belief, (1, 9, 5), mover)
        less = called(belief, (4, 9, 1), mover) < called(belief, (1, 0, 5), mover)
        words = f"At {who}'s node the sum of A's and C's scores should be large."
        require(same and less, words)
    selfish = called(belief, (9, 2, 9), 1) < called(belief, (0, 3, 0), 1)
    require(selfish, "At B's node B's own score should be large: mover is 1 there.")
    for move, side in enumerate(("left", "right")):
        scores = _value((move,), belief)
        expect(
            given[move],
            scores[0] + scores[2],
            (scores[0], f"That is A's score on the {side}; C belongs to the team."),
            (sum(scores), f"That is everybody's on the {side}; B is no friend."),
            otherwise=f"The belief is right. Work up the {side} side from its leaves.",
            what=f"The sum on the {side}",
        )
    return "To the team both sides are worth the same: A need not care where to go."


def how_many(answer: Any) -> str:
    """Check (games for a mean rank to 0.1, games to 0.4)."""
    fine, coarse = parts(answer, "games for 0.1", "games for 0.4")
    for given, reach in ((fine, 0.1), (coarse, 0.4)):
        right = (1.96 * 1.1 / reach) ** 2
        expect(
            given,
            right,
            (1.96 * 1.1 / reach, "The root of the games divides: take the square."),
            ((1.1 / reach) ** 2, "The interval reaches 1.96 standard deviations."),
            (4 * right, f"±{reach} is {reach} to each side, not in all."),
            (
                (1.96 * 1.1 / (0.5 - reach)) ** 2,
                "These are right, the wrong way round.",
            ),
            within=1.01,
            otherwise=f"For ±{reach}: 1.96 times 1.1 over the root of n is {reach}.",
            what=f"The number of games for ±{reach}",
        )
    return "Four times as narrow takes sixteen times as many games."


def widest(answer: Any) -> str:
    """Check a player that starts where most cells are within two slides."""
    for seed in range(6):
        position = Position.start(MAPS["845"].dealt(seed))
        cell = called(answer, position, seed)
        listed = ", ".join([*position.moves][:4])
        words = (
            f"`{quoted(cell)}` is no cell to start on; there are {listed} and others."
        )
        require(cell in position.moves, words)
        found = starts(position.text)
        reach, ways = (
            {at: int(array[tuple(map(int, at.split(",")))]) for at in position.moves}
            for array in (found.reach, found.l2)
        )
        by_ways = ways[cell] == max(ways.values()) and reach[cell] < max(reach.values())
        require(not by_ways, "That is the largest L2, which counts ways: DOF itself.")
        most = max(reach.values())
        words = f"It starts with {reach[cell]} cells in reach where {most} can be had."
        require(reach[cell] == most, words)
    own = Shepherd(player(answer), printed_search(50))
    row = duel(MAPS["845"], own, *[report_player(50)] * 3, blocks=15, seed=5)
    ranked = interval(row, "rank", digits=2, rate=False)
    return (
        f"Its mean rank is {ranked} in {row['games']} games; 2.5 is even. So whether"
        " cells would have been the better choice is not shown by so few."
    )


def bonus(answer: Any) -> str:
    """Check points for four seats that bring their mean ranks closer together."""
    points = parts(answer, "player 1", "player 2", "player 3", "player 4")
    own = [number(each, "A bonus") for each in points]
    single = min(_unlike((0, 0, 0, k / 2)) for k in range(8))
    found, none = _unlike(own), _unlike((0, 0, 0, 0))
    told = f"The ranks are unlike by {found:.3f}, without any points by {none:.3f}"
    require(len({*own}) > 1, f"{told}: only differences between seats matter.")
    require(found < none, f"{told}. That favours those who were ahead already.")
    words = f"{told}, and with points for player 4 alone by {single:.3f}."
    require(found < single - 1e-9, words)
    others = ("845 all DIS 5", "grow4 all DOF")
    there = "; ".join(f"{name} {_unlike(own, name):.3f}" for name in others)
    return f"{told}. For players and maps that you did not look at: {there}."


def _unlike(points: Sequence[float], condition: str = "845 all DOF") -> float:
    """Return how unlike the mean ranks of the seats are: squares from 2.5, added."""
    reasons = games("sheep-starts").set_index("condition")["reason"]
    finals = reasons.loc[condition].str.extract(r"(\d+), (\d+), (\d+), (\d+)")
    scores: pd.DataFrame = finals.astype(int).add([*points], axis="columns")
    ranks = scores.rank(axis=1, ascending=False).mean()
    return float(((ranks - 2.5) ** 2).sum())


EXERCISES = (freedom, joining, team, how_many, widest, bonus)
