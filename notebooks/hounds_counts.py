"""What is counted on solved boards of Fox & Hounds: exact numbers, nothing is played.

On 8 x 8 each takes a second or less, once the solver is compiled.
"""

from functools import cache
from itertools import pairwise

import numpy as np

from foxkit import FoxHounds
from foxkit.games.fox_hounds.odds import (
    BEST_RESPONSE,
    ChosenMoves,
    FairestFuzz,
    PlayStyle,
    choose_by_layer,
    fox_chance,
)
from foxkit.games.fox_hounds.solver import count_games, summary
from foxkit.games.fox_hounds.table import (
    FOX_WINS,
    HOUND_CODES,
    NEVER,
    NO_FOX,
    Table,
    solve_table,
    solved_table,
)
from foxkit.lab.stats import Row

STEP = 2**-17
"""The article's bisection stops at this; the p of its table are whole steps."""
WITHOUT: dict[str, tuple[int, bool, str, bool]] = {
    "as in the article": (2, True, "document", False),
    "no escape rule": (0, True, "document", False),
    "one safe square is enough": (1, True, "document", False),
    "B counts any FoxBox": (2, False, "document", False),
    "ties of the largest B at random": (2, True, "document without k", False),
    "fuzz by the sentence": (2, True, "document", True),
}
"""Safe squares, whether B asks for boxes that the hounds win, policy, fuzz."""


def solved(width: int, height: int) -> Row:
    """Return what the article prints of a board: positions, games, value of the start.

    `B` and `largest` are those of the start.
    """
    found = summary(FoxHounds(width, height))
    names = "reachable", "games", "winner", "plies", "B"
    largest = found["max_B"] and found["max_B"][0]
    return {name: found[name] for name in names} | {"largest": largest}


@cache
def fuzz(reading: str = "weights") -> FairestFuzz:
    """Return the article's player on 8 x 8, its fuzz read by `weights` or `words`."""
    return FairestFuzz(solved_table(FoxHounds()), literal=reading == "words")


def chances(p: float, reading: str = "weights") -> Row:
    """Return both columns of the article's table at a p; it prints six digits of each.

    Against its player with this fuzz, the fox wins from the initial position and the
    hounds win from the opposite one so often, if they make the most of it.
    """
    step, said, player = round(p / STEP) * STEP, f"{p:.6f}", fuzz(reading)
    exact = step if f"{step:.6f}" == said else p
    fox, hounds = player.from_start(exact), player.from_opposite(exact)
    return {"p": said, "fox wins": fox, "hounds win": hounds}


def lengths(games: str) -> dict[int, float]:
    """Return by plies the share of the games on 8 x 8 that the hounds win.

    The games are all `possible` ones, or those between two players of a policy, such as
    `random`; the hounds of `document` have its fair fuzz.
    """
    if games == "possible":
        ways: dict[int, float] = {**count_games(FoxHounds()).lengths}
    else:
        board, p = solved_table(FoxHounds()), 0.006935 if games == "document" else 0.0
        chosen, sides = (
            choose_by_layer(board, games, games),
            (PlayStyle(), PlayStyle(0, p)),
        )
        lost = [
            fox_chance(board, chosen, *sides, board.game.start(), deadline)
            for deadline in range(board.numbering.layers + 1)
        ]
        ends = enumerate(before - after for before, after in pairwise(lost))
        ways = {2 * layer: chance for layer, chance in ends}
    return {plies: n / sum(ways.values()) for plies, n in ways.items()}


def _board_of(strategy: str) -> tuple[Table, str]:
    """Return the table by which a strategy judges, and its policy.

    `boxes` is FoxBox by a B that counts any FoxBox: the article's simple strategy.
    """
    if strategy == "boxes":
        return solved_table(FoxHounds(), winning_boxes=False), "FoxBox"
    return solved_table(FoxHounds()), strategy


def met(fox: str, hounds: str, p: float) -> float:
    """Return how often a fox wins from the start of 8 x 8, the hounds having fuzz p."""
    board, (judged, policy) = solved_table(FoxHounds()), _board_of(hounds)
    both = zip(
        choose_by_layer(board, fox, "random"),
        choose_by_layer(judged, "random", policy),
        strict=True,
    )
    chosen = [ChosenMoves(own.fox, other.hounds) for own, other in both]
    return fox_chance(board, chosen, PlayStyle(), PlayStyle(0, p), board.game.start())


def beaten(side: str, strategy: str, p: float) -> float:
    """Return how often the best opponent beats a strategy, from where it has lost.

    That is the initial position against hounds, the opposite one against a fox.
    """
    board, policy = _board_of(strategy)
    chosen, player = choose_by_layer(board, policy, policy), PlayStyle(0, p)
    if side == "hounds":
        return fox_chance(board, chosen, BEST_RESPONSE, player, board.game.start())
    opposite = fuzz().opposite
    assert opposite is not None
    return 1 - fox_chance(board, chosen, player, BEST_RESPONSE, opposite.state)


def exceptions() -> dict[str, tuple[int, int]]:
    """Count placements of 8 x 8, fox to move, that a claim is about, and exceptions.

    `escaped`: the fox has, yet would not win without the escape rule; `trapped`: it
    cannot move, yet is in no FoxBox; `hounds win`: yet B is never; `B` and `largest B`:
    the fox has lost and sits in a FoxBox, and that measure tells its moves apart.
    """
    game = FoxHounds()
    board, endless = solved_table(game), solved_table(game._replace(safe_squares=0))
    values, boxes = board.answers.values, board.answers.boxes
    later, won = endless.answers.values, values <= HOUND_CODES
    escaped, trapped, boxed = values == FOX_WINS, values == 0, won & (boxes == 0)
    boxed &= values > 0
    every = choose_by_layer(board, "random", "random")

    def apart(policy: str) -> np.ndarray:
        pairs = zip(choose_by_layer(board, policy, "random"), every, strict=True)
        return np.concatenate([a.fox != b.fox for a, b in pairs])

    asked = {
        "escaped": (escaped, (later <= HOUND_CODES) | (later == NO_FOX)),
        "trapped": (trapped, boxes != 0),
        "hounds win": (won, boxes == NEVER),
        "B": (boxed, apart("FoxBox")),
        "largest B": (boxed, apart("document")),
    }
    return {
        name: (int(among.sum()), int((among & odd).sum()))
        for name, (among, odd) in asked.items()
    }


def without(rule: str, width: int = 8, height: int = 8) -> Row:
    """Return what changes when one of the definitions is left out, see `WITHOUT`."""
    safe_squares, winning_boxes, policy, literal = WITHOUT[rule]
    game = FoxHounds(width, height, safe_squares)
    board = solve_table(game, winning_boxes=winning_boxes)
    value = board.answer(game.start()).value
    found = {"rule": rule, "reachable": count_games(game, with_games=False).reachable}
    zero = int((board.answers.boxes == 0).sum())
    fair = FairestFuzz(board, literal, policy).bisection()[0]
    return found | {"plies": value[1], "zero": zero, "fair": fair}
