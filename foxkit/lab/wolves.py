"""The studies of Wolves Eat Sheep: what the tables answer, and who errs how often."""

from itertools import product
from typing import Any

from foxkit.agents.wolves_heuristic import (
    AS_MEANT,
    AS_PRINTED,
    Switches,
    terms_of,
)
from foxkit.agents.wolves_players import analysis, effort, evaluation
from foxkit.lab.studies import Row, study_of
from foxkit.lab.wolves_regret import AGENTS, only, regret
from foxkit.rules.games import game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.solvers.exact import principal_variation, values_after
from foxkit.solvers.wolves import GENERATORS, build, summary, value_of

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


def flock_text(sheep: int, last_row: str) -> str:
    """Return the start with sheep from the top, left to right, and wolves below."""
    cells = "1" * sheep + "0" * (20 - sheep) + last_row
    return "/".join(cells[i : i + 5] for i in range(0, 25, 5)) + " w"


def _slice(generator: str, wolves: int, sheep: int) -> Row:
    game = game_named("wolves", generator)
    build(game, wolves, sheep)
    return summary(game, wolves, sheep)


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


def _opinion(name: str, switches: str) -> Row:
    """Return what a player of the report thinks of a position and what it costs."""
    text, chosen = EXAMPLES[name], READINGS[switches]
    state, found = Position.parse(Wolves(), text).state, analysis(text, chosen)
    return {
        "position": text,
        "terms": terms_of(state, chosen)._asdict(),
        "evaluation": evaluation(text, switches=chosen),
        "score": found.score,
        "scores": found.scores,
        "best": found.best,
        **effort(text, chosen)._asdict(),
    }


def _row_of_flocks(last_row: str) -> Row:
    """Return the value of the start for 3 to 15 sheep."""
    texts = {k: flock_text(k, last_row) for k in _FLOCKS}
    states = {k: Wolves().parse(text)[1] for k, text in texts.items()}
    return {"sheep": {str(k): list(value_of(Wolves(), s)) for k, s in states.items()}}


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

STUDIES = (
    study_of(
        "wolves-report",
        "The report's players as meant, with single deviations, and as printed",
        _opinion,
        product(EXAMPLES, READINGS),
    ),
    study_of("wolves-slices", "What each solved slice holds", _slice, _SLICES),
    study_of(
        "wolves-solution",
        "The start and best play under each generator (Q1)",
        _solution,
        [(generator,) for generator in GENERATORS],
    ),
    study_of(
        "wolves-trios",
        "Three wolves anywhere on the last row, 3 to 15 sheep (Q2)",
        _row_of_flocks,
        [(row,) for row in _TRIOS],
    ),
    study_of(
        "wolves-map",
        "One, two and three wolves against 3 to 15 sheep",
        _row_of_flocks,
        [(row,) for row in MAP],
    ),
    study_of(
        "wolves-regret",
        "How often agents throw the exact value away",
        regret,
        [(name,) for name in AGENTS],
    ),
)
