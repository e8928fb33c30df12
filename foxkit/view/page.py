"""What the board's page shows of a game in progress, as plain data."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from foxkit.rules.position import Position
from foxkit.view import hooks, replay
from foxkit.view.layers import Overlay
from foxkit.view.opponents import Opinion
from foxkit.view.play import YOU, Play

NOTHING = "none"
_FAINT = 0.04  # arrows of a smaller share of the visits would only hide the others

Quantity = Callable[[Position], Mapping[str, float]]
"""Gives a number to points of a position, to be shown as heat."""


@dataclass
class View:
    """What is looked at besides the game: settings of the page, and what it knows."""

    quantities: Mapping[str, Quantity]  # the reader's own, by name
    arrows: str = NOTHING  # the player whose moves are drawn as arrows
    heat: str = NOTHING  # the quantity that is drawn as heat
    draft: str | None = None  # the text of a position that is being set up
    problems: list[str] = field(default_factory=list)  # of that text, or one loaded


def _frame(play: Play, view: View) -> dict[str, Any]:
    """Return the position looked at, with what lies on it and the reader's moves."""
    if view.draft is not None:
        position, overlay, own = _drafted(play.position, view.draft), Overlay(), False
    else:
        position, own = play.position, play.seat.who == YOU and not play.thinking
        overlay = Overlay(
            last=replay.last_path(play.record, play.at),
            arrows=_arrows(play, view.arrows),
            heat=_heats(play, view).get(view.heat, {}),
        )
    moves = [
        {"move": m, "path": hooks.path(position, m)} for m in position.moves if own
    ]
    heat = {point: f"{value:.3g}" for point, value in overlay.heat.items()}
    shown = replay.frame(position, overlay)
    return {**shown, "moves": moves, "heat": heat, "at": play.at}


def _drafted(position: Position, text: str) -> Position:
    """Return the position of a text with or without problems, if it can be read."""
    try:
        return Position(*position.game.parse(text))
    except (ValueError, IndexError):
        return position


def _game(play: Play) -> dict[str, Any]:
    """Return the title, the moves, and how the chances went."""
    return {
        "title": play.record.title,
        "line": replay.line(play.record),
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


def _mind(play: Play, view: View) -> dict[str, Any]:
    """Return who thinks, what was thought, and what could be shown of it."""
    position, sound = play.position, True
    if view.draft is not None:
        position, sound = _drafted(position, view.draft), not view.problems
    waiting = view.draft is None and play.seat.who != YOU and position.outcome is None
    return {
        "thinking": play.thinking,
        "waiting": waiting,
        "opinions": [_opinion(opinion) for opinion in play.opinions],
        "values": dict(hooks.values(position.game, position.state)) if sound else {},
        "arrows": _choice([o.who for o in play.opinions], view.arrows),
        "heat": _choice(list(_heats(play, view)), view.heat),
        "facts": _facts(position) if sound else {},
    }


def _facts(position: Position) -> dict[str, str]:
    """Return what can be said of a position without a search."""
    moves = ", ".join(position.moves)
    found = {"legal moves": f"{len(position.moves)}: {moves}" if moves else "none"}
    return found | hooks.facts(position.game, position.state)


def _choice(names: list[str], wanted: str) -> dict[str, Any]:
    names = [NOTHING, *dict.fromkeys(names)]
    return {"names": names, "shown": wanted if wanted in names else NOTHING}


def _opinion(opinion: Opinion) -> dict[str, Any]:
    unknown = {"value": None, "exploration": None}  # infinity is no JSON
    children = [vars(c) | ({} if c.visits else unknown) for c in opinion.children]
    return vars(opinion) | {"children": children}


def _arrows(play: Play, who: str) -> dict[tuple[str, ...], float]:
    """Return the moves that a player weighed, by their share of the visits."""
    weights: dict[str, float] = {}
    for opinion in play.opinions:
        if opinion.who == who:
            weights = opinion.weights() or {opinion.best: 1.0}
    paths = ((hooks.path(play.position, m), w) for m, w in weights.items())
    return {path: w for path, w in paths if path and w > _FAINT}


def _heats(play: Play, view: View) -> dict[str, Mapping[str, float]]:
    """Return everything that can be shown as heat, by name."""
    heats = hooks.quantities(play.position.game, play.position.state)
    for name, quantity in view.quantities.items():
        heats[name] = quantity(play.position)
    for opinion in play.opinions:
        goals: Counter[str] = Counter()
        for child in opinion.children:
            for point in hooks.path(play.position, child.move)[-1:]:
                goals[point] += child.visits
        if goals:
            heats[f"visits by goal, {opinion.who}"] = goals
    return heats


def show(play: Play, view: View) -> dict[str, Any]:
    """Return everything on the page that can change, by the names of its parts."""
    draft = {"on": view.draft is not None, "text": view.draft or ""}
    return {
        "frame": _frame(play, view),
        "game": _game(play),
        "seats": [vars(seat) for seat in play.seats.values()],
        "mind": _mind(play, view),
        "draft": draft | {"problems": view.problems},
    }
