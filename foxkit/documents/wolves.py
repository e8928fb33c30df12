"""What the tables of Wolves Eat Sheep answer, who errs how often, and other ends.

What was predicted before the runs:

wolves-thresholds   If the wolves win at t sheep instead of two, the sheep still win the
                    start of ten at t = 4 (so they do for smaller t), and the wolves win
                    it at t = 8; starts with fewer sheep tip earlier.
wolves-slips        Against one wolf, equal players who slip and know it are near even
                    with fewer sheep the less they slip: with a slip of 0.1 with five or
                    six. (Two wolves against three to five sheep were tried with
                    slips of 0.1 and 0.5 before this was written: they win above 99 %.
                    Ten sheep would take hours; `wolves-levels` plays those.)
wolves-importance   As meant, the wolves err most without `killed` and the sheep without
                    `ways`, and leaving out `facing` changes least for the sheep: the
                    report's order fails at `shortened` before `ways`.
"""

from itertools import product
from typing import Any

from foxkit.agents.wolves_heuristic import AS_MEANT, AS_PRINTED, Switches, terms_of
from foxkit.agents.wolves_players import analysis, effort, evaluation
from foxkit.documents.wolves_regret import AGENTS, PARTIAL, importance, only, regret
from foxkit.lab.experiment import Cases
from foxkit.lab.stats import Row
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.solvers.exact import principal_variation, values_after
from foxkit.solvers.wolves import GENERATORS, summary, value_in, value_of
from foxkit.solvers.wolves_retrograde import solve_slice
from foxkit.solvers.wolves_slips import chance, slices

_SLICES = (
    *((generator, 2, k) for generator in GENERATORS for k in range(3, 11)),
    *(("rules", 2, k) for k in range(11, 16)),
    *(("rules", wolves, k) for wolves in (1, 3) for k in range(3, 16)),
)
LAST_ROW = tuple(f"{squares:05b}".replace("1", "2") for squares in range(1, 32))
"""Placements of wolves on the last row, `2` a wolf."""
_TRIOS = tuple(row for row in LAST_ROW if row.count("2") == 3)
MAP = ("00200", "02020", "02220")
"""The designer's map: one, two and three wolves, centred."""
_FLOCKS = range(3, 16)
SLIPS = (0.1, 0.2, 0.5)
MOST = 10  # sheep at the start
_OUTCOMES = {"W": "wolves_win", "D": "draw", "S": "sheep_win"}


def flock_text(sheep: int, last_row: str) -> str:
    """Return the start with sheep from the top, left to right, and wolves below."""
    cells = "1" * sheep + "0" * (20 - sheep) + last_row
    return "/".join(cells[i : i + 5] for i in range(0, 25, 5)) + " w"


def _slice(generator: str, wolves: int, sheep: int) -> list[Row]:
    """Return what a solved slice holds, for each side to move."""
    game = game_named("wolves", generator)
    held = summary(game, wolves, sheep)
    rows = []
    for mover in game.PLAYERS:
        outcomes = held[f"{mover} to move"]
        row: Row = {"condition": mover, "mover": mover}
        row |= {key: held[key] for key in ("placements", "bytes", "sha256")}
        row |= {f"solved_{key}": cost for key, cost in held["solved_in"].items()}
        row |= {name: outcomes[letter] for letter, name in _OUTCOMES.items()}
        for letter, (plies, position) in outcomes["longest"].items():
            row[f"longest_{_OUTCOMES[letter]}"] = plies
            row[f"longest_{_OUTCOMES[letter]}_from"] = position
        rows.append(row)
    return rows


def _valued(position: Position) -> Row:
    """Return a position with its value and the value after every move."""
    after = {move: list(found) for move, found in values_after(position).items()}
    value = value_of(position.game, position.state)
    return {"position": position.text, "value": list(value), "after": after}


def _solution(generator: str) -> Row:
    """Return the value of the start, and of every move along best play."""
    position = Position.start(game_named("wolves", generator))
    found: dict[str, Any] = value_of(position.game, position.state)._asdict()
    line, steps = principal_variation(position), []
    for move in line:
        steps.append(_valued(position))
        position = position.play(move)
    return {**found, "line": line, "steps": steps, "end": position.text}


def _opinion(example: str, switches: str) -> Row:
    """Return what a player of the report thinks of a position and what it costs."""
    text, chosen = EXAMPLES[example], READINGS[switches]
    state, found = Position.parse(Wolves(), text).state, analysis(text, chosen)
    return {
        "position": text,
        **terms_of(state, chosen)._asdict(),
        "evaluation": evaluation(text, switches=chosen),
        "score": found.score,
        "scores": found.scores,
        "best": found.best,
        **effort(text, chosen)._asdict(),
    }


def _row_of_flocks(last_row: str) -> list[Row]:
    """Return the value of the start for 3 to 15 sheep."""
    rows = []
    for sheep in _FLOCKS:
        state = Wolves().parse(flock_text(sheep, last_row))[1]
        found = value_of(Wolves(), state)._asdict()
        rows.append({"condition": f"{sheep}", "sheep": sheep, **found})
    return rows


def _threshold(enough: int) -> list[Row]:
    """Return the value of each start if the wolves have won at `enough` sheep."""
    game, below, rows = Wolves(enough=enough), None, list[Row]()
    for sheep in range(enough + 1, MOST + 1):
        below = solve_slice(game, 2, sheep, below, progress=True)
        state = game.parse(flock_text(sheep, MAP[1]))[1]
        found = value_in(below, state)._asdict()
        rows.append({"condition": f"{sheep}", "sheep": sheep, **found})
    return rows


def _slips(wolves: int, most: int, slip: float) -> list[Row]:
    """Return the wolves' chance from each start, between bounds 0.002 apart at most."""
    game, rows = Wolves(), list[Row]()
    for part in slices(game, wolves, most, slip):
        sheep = game.enough + 1 + len(rows)
        state = game.parse(flock_text(sheep, MAP[wolves - 1]))[1]
        low, high = chance(part, state)
        found = {"wolves_win": (low + high) / 2, "below": low, "above": high}
        rows.append({"condition": f"{sheep}", "sheep": sheep, **found})
    return rows


READINGS = {
    "meant": AS_MEANT,
    **{switch: only(switch) for switch in Switches._fields[:4]},
    "printed": AS_PRINTED,
}
EXAMPLES = {
    "start": Position.start(Wolves()).text,
    "reply": "11111/11111/00000/02000/00020 s",
    "middle": "10101/11010/10020/00200/00000 w",
    "corners": "20000/00000/11111/00000/00002 w",
    "three": "11111/11111/11111/00000/02220 w",
}
"""Positions that show how the report's program and its words differ."""

COMPUTED: Cases = {
    "wolves-report": (_opinion, "example switches", tuple(product(EXAMPLES, READINGS))),
    "wolves-slices": (_slice, "generator wolves sheep", _SLICES),
    "wolves-solution": (_solution, "generator", GENERATORS),
    "wolves-trios": (_row_of_flocks, "last_row", _TRIOS),
    "wolves-map": (_row_of_flocks, "last_row", MAP),
    "wolves-regret": (regret, "agent", AGENTS),
    "wolves-thresholds": (_threshold, "enough", range(3, MOST)),
    "wolves-slips": (
        _slips,
        "wolves most slip",
        [*((1, 6, slip) for slip in SLIPS), (2, 4, SLIPS[0])],
    ),
    "wolves-importance": (importance, "agent", PARTIAL),
}
"""Name -> what is computed, the names of its factors, and their values."""
