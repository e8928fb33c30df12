"""What the board's page shows of a session, as plain data."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from foxkit.core.fields import changes_in_words, variant_of
from foxkit.core.grid import UnsoundPosition
from foxkit.core.position import Position
from foxkit.view import replay
from foxkit.view.diagram import player_name
from foxkit.view.game_view import GameView, view_of
from foxkit.view.session import YOU, Session
from foxkit.view.stored import example_records, stored_games
from foxkit.view.svg import Overlay
from foxkit.view.theme import colours_of

NOTHING, UNCHANGED = "none", "usual rules"
_MIN_ARROW_WEIGHT = 0.04  # a smaller share of the visits would only hide the others

Quantity = Callable[[Position], Mapping[str, float]]
"""Gives a number to points of a position, to be shown as heat."""


@dataclass
class PageSettings:
    """The settings of a board's page: arrows, heat, and a position being set up."""

    quantities: Mapping[str, Quantity]  # the reader's own, by name
    arrows: bool = True  # whether the moves that an agent weighed are drawn
    heat: str = NOTHING  # the quantity that is drawn as heat
    draft: str | None = None  # the text of a position that is being set up
    fault: str = ""  # of that text, or of one that was loaded


def page_state(session: Session, settings: PageSettings) -> dict[str, Any]:
    """Everything on the page that can change, by the names of its parts."""
    drafted = settings.draft is not None
    heats = _heat_by_name(session, settings)
    heat = {} if drafted else heats.get(settings.heat, {})
    legend = ""
    if heat:
        span = f"{min(heat.values()):.3g} to {max(heat.values()):.3g}"
        legend = f"The stronger the colour, the larger: {span}"
    return {
        "frame": _frame_data(session, settings, heat),
        "game": _game_data(session),
        "seats": [vars(seat) for seat in session.seats.values()],
        "analysis": _analysis_data(session, settings)
        | {"heats": [NOTHING, *heats], "heat": settings.heat if heat else NOTHING}
        | {"arrows": settings.arrows, "legend": legend},
        "reviewed": _review_data(session),
        "draft": {"on": drafted, "text": settings.draft or "", "fault": settings.fault},
    }


def page_choices(session: Session) -> dict[str, Any]:
    """The choices that the page offers under these rules: players, games, pieces."""
    game = session.game
    game_class = type(session.game)
    offered = session.opponents.items()
    known = getattr(game_class, "VARIANTS", {})  # a reader's own game need not have any
    variants = {
        changes_in_words(game_class(**v)) or name: name for name, v in known.items()
    }
    return {
        "players": list(game.PLAYERS),
        "aim": session.view.AIM,
        "marks": dict(session.view.PLAYER_MARKS),
        "colours": colours_of(game.PLAYERS),
        "opponents": {n: [vars(s) for s in o.settings] for n, o in offered},
        "absent": session.view.opponents_without_solver(),
        "variants": {UNCHANGED: UNCHANGED} | variants,
        "variant": (known and variant_of(game)) or UNCHANGED,
        "kinds": session.view.piece_kinds,
    }


def games_to_open(session: Session, whole: bool) -> dict[str, int]:
    """The games to open, by name, each with how many there are.

    Those that cells have in store are read from hundreds of files: until somebody asks
    for them the examples stand alone.
    """
    game = session.game
    return stored_games(game) if whole else dict.fromkeys(example_records(game), 1)


def _position_and_view(
    session: Session, settings: PageSettings
) -> tuple[Position, GameView]:
    """The game's position, or that of the draft if it can be drawn at all."""
    position = session.position
    if settings.draft is not None:
        try:
            position = Position.parse(session.game, settings.draft)
        except UnsoundPosition as error:
            position = Position(*error.read)
        except ValueError:
            pass  # the last one stays
    return position, view_of(position.game, session.view.seen_by)  # of its own size


def _frame_data(
    session: Session, settings: PageSettings, heat: Mapping[str, float]
) -> dict[str, Any]:
    """The board's drawing as JSON data, with arrows, heat, and the reader's moves."""
    position, view, overlay, is_readers_turn = (
        *_position_and_view(session, settings),
        Overlay(),
        False,
    )
    state = position.state
    if settings.draft is None:
        is_readers_turn = session.seat.who == YOU and not session.thinking
        last = replay.points_of_last_move(session.record, session.at, view)
        weights = _move_weights(session) if settings.arrows else {}
        paths = ((view.path(state, move), weight) for move, weight in weights.items())
        arrows = {
            path: weight
            for path, weight in paths
            if path and weight > _MIN_ARROW_WEIGHT
        }
        overlay = Overlay(last=last, arrows=arrows, heat=heat)
    return {
        **replay.frame_data(view, state, overlay),
        "scene": replay.scene_data(view.diagram_of(state)),
        "moves": [
            {
                "move": m,
                "path": view.path(state, m),
                "words": view.button_text(state, m),
            }
            for m in position.moves
            if is_readers_turn
        ],
        "heat": {point: f"{value:.3g}" for point, value in heat.items()},
        "at": session.at,
        "recent": replay.recent_moves(session.record, session.at, view),
    }


def _move_weights(session: Session) -> dict[str, float]:
    """The moves to draw as arrows, by weight: an agent's, or a review's best one."""
    reviewed, at = session.reviewed, session.at
    if session.opinion:
        return session.opinion.weights()
    if reviewed is None or not session.view.may_see_moves(session.position.state):
        return {}
    same = reviewed.record.positions[at : at + 1] == (session.position,)
    return {move: 1.0 for move in [reviewed.best_move(at)] if same and move}


def _review_data(session: Session) -> dict[str, Any]:
    """The review of the game, and where in it the reader is, if anywhere."""
    if (reviewed := session.reviewed) is None:
        return {"on": False}
    same = (
        reviewed.record.positions[: session.at + 1]
        == session.record.positions[: session.at + 1]
    )
    readers_place = {"on": session.reviewing, "at": session.at if same else None}
    return readers_place | reviewed.as_json_data(session.view)


def _game_data(session: Session) -> dict[str, Any]:
    """The title, the moves, and how the evaluations went."""
    record, view = session.record, session.view
    return {
        "title": record.title,
        "rules": changes_in_words(session.game) or UNCHANGED,
        "line": replay.move_list(record, view),
        "ending": _ending_in_words(session),
        "text": "" if view.is_blind else record.text,
        "worth": [
            _value_and_source(session, position) for position in record.positions
        ],
    }


def _ending_in_words(session: Session) -> str:
    """How the game ended, as the reader sees it who played one side; "" before that."""
    record, game = session.record, session.game
    end = record.positions[-1]
    if (outcome := end.outcome) is None:
        return ""
    best = max(outcome.values())
    winners = [side for side, payoff in outcome.items() if payoff == best]
    readers = [side for side, seat in session.seats.items() if seat.who == YOU]
    result = "Nobody won"
    if len(readers) == 1 and len(outcome) > 1:
        did = "lost" if readers[0] not in winners else "won"
        result = f"You {did}" if len(winners) < len(outcome) else "It is a draw"
    elif len(winners) == 1:
        result = f"{player_name(winners[0], 'the ')} won"
    reason = game.reason(end.state) if hasattr(game, "reason") else ""
    after = f" in {len(record)} moves" if len(record) else ""
    return f"{result[0].upper()}{result[1:]}{after}{f': {reason}' if reason else ''}."


def _value_and_source(
    session: Session, position: Position
) -> tuple[list[float], str] | None:
    """A position's value for each player, from -1 to 1, and how it is known."""
    if (value_and_source := session.values(position)) is None:
        return None
    values, source = value_and_source
    values_of_players = values[: len(session.seats)]
    return [round(value, 4) for value in values_of_players], source


def _analysis_data(session: Session, settings: PageSettings) -> dict[str, Any]:
    """The analysis of the position as JSON data: who thinks, and the opinion."""
    position, view = _position_and_view(session, settings)
    drafted = settings.draft is not None
    sound = not settings.fault if drafted else view.may_see_moves(position.state)
    legal = f"{len(position.moves)}: {', '.join(position.moves)}"
    facts = {"legal moves": legal if position.moves else "none"}
    awaited = not drafted and position.outcome is None and session.seat.who != YOU
    return {
        "thinking": session.thinking if session.thinking != YOU else "",
        "waiting": awaited,
        "paused": session.paused,
        "agents": any(seat.who != YOU for seat in session.seats.values()),
        "opinion": session.opinion and session.opinion.as_json_data(),
        "values": dict(view.move_outcomes_in_words(position.state)) if sound else {},
        "facts": facts | view.facts(position.state) if sound else {},
    }


def _heat_by_name(
    session: Session, settings: PageSettings
) -> dict[str, Mapping[str, float]]:
    """Everything that can be shown as heat, by name."""
    position, view = session.position, session.view
    if not view.may_see_moves(position.state):
        return {}
    of_reader = {name: of(position) for name, of in settings.quantities.items()}
    goals: Counter[str] = Counter()
    for child in session.opinion.children if session.opinion else ():
        for point in view.path(position.state, child.move)[-1:]:
            goals[point] += child.visits
    visits = {"visits by goal": goals} if goals else {}
    return dict(view.quantities(position.state)) | of_reader | visits
