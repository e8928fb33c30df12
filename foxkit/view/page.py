"""What the board's page shows of a game in progress, as plain data."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from foxkit.rules.fields import changes, variant_of
from foxkit.rules.position import Position
from foxkit.view import replay
from foxkit.view.game_view import GameView, view_of
from foxkit.view.opponents import Opinion
from foxkit.view.play import YOU, Play
from foxkit.view.stored import examples, stored_games
from foxkit.view.svg import Overlay

NOTHING, USUAL = "none", "usual rules"
_FAINT = 0.04  # arrows of a smaller share of the visits would only hide the others

Quantity = Callable[[Position], Mapping[str, float]]
"""Gives a number to points of a position, to be shown as heat."""


@dataclass
class Settings:
    """What is looked at besides the game: settings of the page, and what it knows."""

    quantities: Mapping[str, Quantity]  # the reader's own, by name
    arrows: str = NOTHING  # the player whose moves are drawn as arrows
    heat: str = NOTHING  # the quantity that is drawn as heat
    draft: str | None = None  # the text of a position that is being set up
    problems: list[str] = field(default_factory=list)  # of that text, or one loaded


def _frame(play: Play, settings: Settings) -> dict[str, Any]:
    """Return the position looked at, with what lies on it and the reader's moves."""
    position, view, overlay, own = *_looked_at(play, settings), Overlay(), False
    if settings.draft is None:
        own = play.seat.who == YOU and not play.thinking
        overlay = Overlay(
            last=replay.last_path(play.record, play.at, view),
            arrows=_arrows(play, settings.arrows),
            heat=_heats(play, settings).get(settings.heat, {}),
        )
    paths = {m: view.path(position.state, m) for m in position.moves if own}
    return {
        **replay.frame(view, position.state, overlay),
        "scene": replay.scene(view.drawn(position.state)),
        "moves": [
            {"move": m, "path": path, "words": view.spelled(position.state, m)}
            for m, path in paths.items()
        ],
        "heat": {point: f"{value:.3g}" for point, value in overlay.heat.items()},
        "at": play.at,
    }


def _looked_at(play: Play, settings: Settings) -> tuple[Position, GameView]:
    """Return the game's position, or that of the draft if it can be read at all."""
    position = play.position
    if settings.draft is not None:
        with suppress(ValueError, IndexError):
            position = Position(*play.game.parse(settings.draft))
    return position, view_of(position.game, play.view.seen_by)  # of the draft's size


def _game(play: Play) -> dict[str, Any]:
    """Return the title, the moves, and how the chances went."""
    return {
        "title": play.record.title,
        "rules": changes(play.game) or USUAL,
        "line": replay.line(play.record, play.view),
        "text": "" if play.view.blind else play.record.text,
        "worth": [_shares(play, position) for position in play.record.positions],
    }


def _shares(play: Play, position: Position) -> tuple[list[float], str] | None:
    """Return each player's share of the expected score, and how that is known."""
    if (found := play.values(position)) is None:
        return None
    values, source = found[0][: len(play.seats)], found[1]  # of those who play
    total = sum(value + 1 for value in values) or 1
    return [round((value + 1) / total, 4) for value in values], source


def _mind(play: Play, settings: Settings) -> dict[str, Any]:
    """Return who thinks, what was thought, and what could be shown of it."""
    position, view = _looked_at(play, settings)
    drafted = settings.draft is not None
    sound = not settings.problems if drafted else view.knows(position.state)
    moves = ", ".join(position.moves)
    legal = {"legal moves": f"{len(position.moves)}: {moves}" if moves else "none"}
    return {
        "thinking": play.thinking,
        "waiting": not drafted and position.outcome is None and play.seat.who != YOU,
        "paused": play.paused,
        "agents": any(seat.who != YOU for seat in play.seats.values()),
        "opinions": [_opinion(opinion) for opinion in play.opinions],
        "values": dict(view.values(position.state)) if sound else {},
        "arrows": _choice([o.who for o in play.opinions], settings.arrows),
        "heat": _choice(list(_heats(play, settings)), settings.heat),
        "legend": _legend(_heats(play, settings).get(settings.heat, {})),
        "facts": legal | view.facts(position.state) if sound else {},
    }


def _legend(heat: Mapping[str, float]) -> str:
    """Say what the strength of the colour stands for, in which range."""
    if not heat:
        return ""
    least, most = min(heat.values()), max(heat.values())
    return f"The stronger the colour, the larger: {least:.3g} to {most:.3g}"


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
    paths = ((play.view.path(play.position.state, m), w) for m, w in weights.items())
    return {path: w for path, w in paths if path and w > _FAINT}


def _heats(play: Play, settings: Settings) -> dict[str, Mapping[str, float]]:
    """Return everything that can be shown as heat, by name."""
    state, view = play.position.state, play.view
    if not view.knows(state):
        return {}
    own = {name: of(play.position) for name, of in settings.quantities.items()}
    heats = view.quantities(state) | own
    for opinion in play.opinions:
        goals: Counter[str] = Counter()
        for child in opinion.children:
            for point in view.path(state, child.move)[-1:]:
                goals[point] += child.visits
        if goals:
            heats[f"visits by goal, {opinion.who}"] = goals
    return heats


def show(play: Play, settings: Settings) -> dict[str, Any]:
    """Return everything on the page that can change, by the names of its parts."""
    draft = {"on": settings.draft is not None, "text": settings.draft or ""}
    return {
        "frame": _frame(play, settings),
        "game": _game(play),
        "seats": [vars(seat) for seat in play.seats.values()],
        "mind": _mind(play, settings),
        "draft": draft | {"problems": settings.problems},
    }


def tools(play: Play) -> dict[str, Any]:
    """Return what the page offers under these rules: players, games, pieces."""
    game, offered = play.game, play.opponents.items()
    return {
        "players": list(game.PLAYERS),
        "aim": play.view.AIM,
        "marks": dict(play.view.MARKS),
        "opponents": {n: [vars(s) for s in o.settings] for n, o in offered},
        "variants": {USUAL: USUAL} | _in_words(type(game)),
        "variant": variant_of(game) or USUAL,
        "games": list(examples(game)),
        "stored": stored_games(game),
        "kinds": play.view.kinds,
    }


def _in_words(kind: Any) -> dict[str, str]:
    """Return the variants of a game: what is changed -> the variant's name."""
    named = kind.VARIANTS.items()
    return {changes(kind(**rules)) or name: name for name, rules in named}
