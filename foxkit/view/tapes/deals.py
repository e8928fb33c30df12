"""Monte Carlo over deals as a tape, by `foxkit.search.flat`.

For every episode the hands that the mover cannot see are dealt anew; all moves are
tried in that deal, and each is judged by its mean over the deals.
"""

from typing import Any

import numpy as np

from foxkit.agents.defaults import default_evaluation
from foxkit.agents.franks_zoo_fusion import Fusion, fusion
from foxkit.core.entry import redeal
from foxkit.core.game import mover
from foxkit.core.rng import mix
from foxkit.rules.position import Position
from foxkit.search.flat import judged
from foxkit.search.playout import UNIFORM
from foxkit.view.diagram import called
from foxkit.view.game_view import view_of
from foxkit.view.tapes.tape import Line, Question, Row, Tape, counted, listed, signed

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
    judge, who = evaluation or default_evaluation(position.game), called(position.mover)
    title = f"Monte Carlo over deals, seen by {who}, seed {seed}"
    tape = Tape(title, position, PHASES, COLUMNS)
    _look(tape)
    before, other = np.zeros(len(position.codes)), 0
    for number in (*range(1, CLOSELY + 1), *(n for n in LATER if n <= episodes)):
        asked = position.codes, judge, policy, number, seed
        means = judged(position.game, position.state, *asked)
        tape.counters = {"deals": number, "playouts": number * len(means)}
        best = [*position.moves][int(means.argmax())]
        words = f"After {counted(number, 'deal')} {best} has the best mean."
        if number > CLOSELY:
            tape.rows = _tried(position, None, means)
            tape.step("choose", words, seen_by=position.mover)
            continue
        one, before = (number * means - before).round(9), number * means
        dealt = _dealt(position, mix(mix(seed, 0), number - 1))
        told = f"Deal {number}: what {who} cannot see is dealt anew."
        tape.step("deal", told, at=dealt)
        top = [m for m, x in zip(position.moves, one, strict=True) if x == one.max()]
        other += best not in top
        tape.rows = _tried(position, one, means)
        tape.step("try", f"Best in this deal: {listed(top)}. {words}", at=dealt)
    words = f"{best} is played, by its mean. In {other} of the first {CLOSELY} deals "
    words += "another move was best then; but nobody sees which deal it is."
    tape.step("choose", words, seen_by=position.mover)
    return tape


def _look(tape: Tape) -> None:
    """Begin with what the mover sees, and ask what a deal may change."""
    mover = tape.start.mover
    who = called(mover)
    tape.counters = {"deals": 0, "playouts": 0}
    tape.rows = {(move,): Row(["", "", ""]) for move in tape.start.moves}
    seen = view_of(tape.start.game, mover).drawn(tape.start.state).words()
    own, rest, every = f"those of {who}", f"those that {who} cannot see", "all"
    hint = f"The search may use all that {who} knows, and nothing else."
    ask = "Which hands will be dealt anew?"
    question = Question(ask, [own, rest, every], rest, hint)
    tape.step("look", f"What {who} sees: {seen}", question=question, seen_by=mover)


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


def fused(position: Position, _: Any = None) -> Tape:
    """Return the tape of strategy fusion, for hands of a few cards of Frank's Zoo.

    Averaging asks what a move is worth in each deal, as if later moves could depend on
    the deal; `foxkit.agents.franks_zoo_fusion` also says what can be had in truth.
    """
    found, who = fusion(position.text, position.game), called(position.mover)
    columns = ("Move", "In this deal", "Averaged", "In truth")
    phases = ("look", "deal", "truth")
    tape = Tape(f"Strategy fusion, seen by {who}", position, phases, columns)
    _look(tape)
    seat, weight = int(position.state.mover), 0.0
    sums = dict.fromkeys(found.by_deal, 0.0)
    own, table = position.text.split(" | ")[seat], position.text.partition(" ; ")[2]
    known = zip(found.deals, found.chances, strict=True)
    for number, (others, chance) in enumerate(known):
        hands = others.split(" | ")
        hands.insert(seat, own)
        dealt = Position.parse(position.game, f"{' | '.join(hands)} ; {table}")
        weight += chance
        for move, values in found.by_deal.items():
            sums[move] += chance * values[number]
            cells = [f"{values[number]:.3f}", f"{sums[move] / weight:.3f}", ""]
            tape.rows[move,] = Row(cells)
        tape.counters = {"deals": number + 1, "of all": len(found.deals)}
        words = f"If {who} knew that this is the deal, the moves were worth this."
        tape.step("deal", words, at=dealt)
    _unmask(tape, found)
    return tape


def _unmask(tape: Tape, found: Fusion) -> None:
    """Ask whether what averaging promises can be had, and tell."""
    hoped = max(found.averaged, key=lambda move: found.averaged[move])
    best = max(found.in_truth, key=lambda move: found.in_truth[move])
    mover, at = tape.start.mover, found.averaged[hoped]
    for move, average in found.averaged.items():
        tape.rows[move,] = Row(["", f"{average:.3f}", ""], "good" * (move == hoped))
    less = found.in_truth[hoped] < at - 1e-9
    hint = (
        f"Later {called(mover)} sees the same in several deals. Can the moves differ "
    )
    hint += "there?"
    choices = ["as much", "less"]
    question = Question("What is it worth in truth?", choices, choices[less], hint)
    words = f"By averages {hoped} is best, {at:.3f}. But {called(mover)} never sees "
    tape.step("truth", f"{words}the deal.", question=question, seen_by=mover)
    for move, worth in found.in_truth.items():
        row, mark = tape.rows[move,], "good" * (move == best)
        tag = "hoped for" * (move == hoped != best)
        cells = [*row.cells[:2], f"{worth:.3f}"]
        tape.rows[move,] = row._replace(cells=cells, mark=mark, tag=tag)
    gets, most = found.in_truth[hoped], found.in_truth[best]
    words = f"Who must play alike where all looks alike gets {gets:.3f} with {hoped}; "
    words += f"{best} gives {most:.3f}, the most. Averaging fused the plans of "
    words += "different deals into one that nobody can follow."
    tape.step("truth", words, seen_by=mover)
