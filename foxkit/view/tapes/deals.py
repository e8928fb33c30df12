"""Monte Carlo over deals as a tape, by `foxkit.search.flat`.

For every episode the hands that the mover cannot see are dealt anew; all moves are
tried in that deal, and each is judged by its mean over the deals.
"""

from typing import Any

import numpy as np

from foxkit.agents.defaults import default_evaluation
from foxkit.core.entry import redeal
from foxkit.core.game import mover
from foxkit.core.rng import mix
from foxkit.rules.position import Position
from foxkit.search.flat import judged
from foxkit.search.playout import UNIFORM
from foxkit.view.game_view import view_of
from foxkit.view.tapes.tape import (
    Line,
    Question,
    Row,
    Tape,
    counted,
    listed,
    named,
    signed,
)

PHASES = ("look", "deal", "try", "choose")
COLUMNS = ("Move", "In this deal", "Mean of the deals", "")
CLOSELY = 6
"""The deals that are looked at one by one."""
LATER = (10, 20, 30, 50, 100, 200, 300, 500, 1000)
"""The numbers of deals after which the means are shown."""


def deals(
    position: Position,
    evaluation: Any = None,
    *,
    policy: Any = UNIFORM,
    seed: int = 1,
    episodes: int = 300,
) -> Tape:
    """Return the tape of flat Monte Carlo; all moves of playouts are by `policy`."""
    judge, who = evaluation or default_evaluation(position.game), named(position.mover)
    tape = Tape(f"Monte Carlo over deals, seen by {who}, seed {seed}", PHASES, COLUMNS)
    _look(tape, position)
    before, other = np.zeros(len(position.codes)), 0
    for number in (*range(1, CLOSELY + 1), *(n for n in LATER if n <= episodes)):
        asked = position.codes, judge, policy, number, seed
        means = judged(position.game, position.state, *asked)
        costs = {"deals": number, "playouts": number * len(means)}
        best = [*position.moves][int(means.argmax())]
        words = f"After {counted(number, 'deal')} {best} has the best mean."
        if number > CLOSELY:
            tape.rows = _tried(position, None, means)
            tape.step("choose", words, position, costs, seen_by=position.mover)
            continue
        dealt, one = (
            _dealt(position, mix(mix(seed, 0), number - 1)),
            number * means - before,
        )
        before = number * means
        told = f"Deal {number}: what {who} cannot see is dealt anew."
        tape.step("deal", told, dealt, costs)
        tape.rows = _tried(position, one, means)
        top = [
            m for m, x in zip(position.moves, one, strict=True) if x > one.max() - 1e-9
        ]
        other += best not in top
        tape.step("try", f"Best in this deal: {listed(top)}. {words}", dealt, costs)
    words = f"{best} is played, by its mean. In {other} of the first {CLOSELY} deals "
    words += "another move was best then; but nobody sees which deal it is."
    tape.step("choose", words, position, costs, seen_by=position.mover)
    return tape


def _look(tape: Tape, position: Position) -> None:
    """Begin with what the mover sees, and ask what a deal may change."""
    who = named(position.mover)
    tape.rows = {(move,): Row(["", "", ""]) for move in position.moves}
    seen = view_of(position.game, position.mover).drawn(position.state).words()
    own, rest, every = f"those of {who}", f"those that {who} cannot see", "all"
    hint = f"The search may use all that {who} knows, and nothing else."
    ask = "Which hands will be dealt anew?"
    question = Question(ask, [own, rest, every], rest, hint)
    costs = {"deals": 0, "playouts": 0}
    words = f"What {who} sees: {seen}"
    looks = {"question": question, "seen_by": position.mover}
    tape.step("look", words, position, costs, **looks)


def _dealt(position: Position, seed: int) -> Position:
    """Return the position with what the mover cannot see dealt anew."""
    game, state = position.game, position.state
    return Position(game, redeal(game, state, int(mover(game, state)), seed))


def _tried(position: Position, one: Any, means: Any) -> dict[Line, Row]:
    """Return a row for each move: its result in a deal, and its mean as a bar."""
    low = min(0.0, float(means.min()))
    span = max(1e-9, float(means.max()) - low)
    rows: dict[Line, Row] = {}
    for i, move in enumerate(position.moves):
        cells = ["" if one is None else signed(one[i], 2), signed(means[i]), ""]
        end = round((float(means[i]) - low) / span, 3)
        mark = "good" if i == means.argmax() else ""
        rows[move,] = Row(cells, mark, bar=(end, end))
    return rows
