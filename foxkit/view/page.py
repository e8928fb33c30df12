"""What the board's page shows of a game in progress, as plain data."""

from collections.abc import Callable, Mapping
from typing import Any

from foxkit.rules.position import Position
from foxkit.view import frames, hooks
from foxkit.view.layers import Overlay
from foxkit.view.opinion import Opinion
from foxkit.view.play import YOU, Play

NOTHING = "none"
_FAINT = 0.04  # arrows of a smaller share of the visits would only hide the others

Values = Callable[[Position], Mapping[str, str]]
"""Tells what each legal move of a solved position is worth; empty if it is not."""


def frame(
    play: Play, values: Values, shown: Mapping[str, str], draft: str | None
) -> dict[str, Any]:
    """Return the position looked at, with what lies on it and the reader's moves."""
    position = play.position if draft is None else _drafted(play.position, draft)
    if draft is not None:
        return {**frames.frame(position, Overlay()), "moves": []}
    overlay = Overlay(
        last=frames.last_path(play.record, play.at),
        arrows=_arrows(play, shown["arrows"]),
        heat=_heats(play).get(shown["heat"], {}),
    )
    own = play.seat.who == YOU and not play.thinking
    moves = frames.moves(position) if own else []
    return {**frames.frame(position, overlay), "moves": moves}


def _drafted(position: Position, text: str) -> Position:
    """Return the position of a text with or without problems, if it can be read."""
    try:
        return Position(*position.game.parse(text))
    except (ValueError, IndexError):
        return position


def game(play: Play) -> dict[str, Any]:
    """Return the moves, the place among them, and how the chances went."""
    return {
        "line": frames.line(play.record),
        "at": play.at,
        "text": play.record.text,
        "worth": [_shares(play, position) for position in play.record.positions],
    }


def _shares(play: Play, position: Position) -> tuple[list[float], str] | None:
    """Return each player's share of the expected score, and how that is known."""
    found = play.values(position)
    if found is None:
        return None
    values, source = found
    total = sum(value + 1 for value in values) or 1
    return [round((value + 1) / total, 4) for value in values], source


def mind(play: Play, values: Values, shown: Mapping[str, str]) -> dict[str, Any]:
    """Return who thinks, what was thought, and what could be shown of it."""
    position = play.position
    over = position.outcome is not None
    return {
        "thinking": play.thinking,
        "waiting": play.seat.who != YOU and not over,
        "opinions": [_opinion(opinion) for opinion in play.opinions],
        "values": dict(values(position)),
        "arrows": _choice([o.who for o in play.opinions], shown["arrows"]),
        "heat": _choice(list(_heats(play)), shown["heat"]),
        "facts": hooks.facts(position.game, position.state),
    }


def _choice(names: list[str], wanted: str) -> dict[str, Any]:
    names = [NOTHING, *dict.fromkeys(names)]
    return {"names": names, "shown": wanted if wanted in names else NOTHING}


def _opinion(opinion: Opinion) -> dict[str, Any]:
    children = [
        {
            "move": child.move,
            "visits": child.visits,
            "value": child.value if child.visits else None,
            "exploration": child.exploration if child.visits else None,
        }
        for child in opinion.children
    ]
    return {**vars(opinion), "children": children}


def _path(play: Play, move: str) -> tuple[str, ...]:
    return hooks.path(play.position.game, play.position.state, move)


def _arrows(play: Play, who: str) -> dict[tuple[str, ...], float]:
    """Return the moves that a player weighed, by their share of the visits."""
    for opinion in play.opinions:
        if opinion.who == who:
            weights = opinion.weights() or {opinion.best: 1.0}
            paths = {_path(play, m): w for m, w in weights.items() if w > _FAINT}
            return {path: weight for path, weight in paths.items() if path}
    return {}


def _heats(play: Play) -> dict[str, Mapping[str, float]]:
    """Return everything that can be shown as heat, by name."""
    heats = hooks.quantities(play.position.game, play.position.state)
    for opinion in play.opinions:
        goals: dict[str, float] = {}
        for child in opinion.children:
            for point in _path(play, child.move)[-1:]:
                goals[point] = goals.get(point, 0) + child.visits
        if goals:
            heats[f"visits by goal, {opinion.who}"] = goals
    return heats
