"""A search as a short film over its board: the lines that it looks at, and its choice.

It is recorded where Python runs; a page shows it without.
"""

from typing import Any

from foxkit.core.arguments import whole_number
from foxkit.core.position import Position
from foxkit.search.trace import PathMove, iter_simulations
from foxkit.view.game_view import GameView, view_of
from foxkit.view.layers import draw_above_pieces
from foxkit.view.opponents import opponents_of_every_game
from foxkit.view.svg import Overlay

_ONE_BY_ONE = 6  # simulations that have a picture each; then ever more have one
_GROWTH_OF_STEPS = 1.4
_MAX_SIMULATIONS = 1_000_000
_MAX_PLIES_SHOWN = 8  # of a line that are drawn


def search_film(position: Position, simulations: int) -> list[dict[str, Any]]:
    """The pictures of a search by the game's standard MCTS player, as JSON data.

    Each has `said`, and `over`: SVG markup of the line that the search looked at last,
    and of an arrow for each move, the stronger the more often it was tried.

    Raises:
        ValueError: the game is over, or it has no such player.
    """
    simulations = whole_number("simulations", simulations, 1, _MAX_SIMULATIONS)
    opponent = opponents_of_every_game(position.game).get("MCTS")
    if opponent is None:
        raise ValueError(f"{position.game.NAME} has no MCTS player")
    view = view_of(position.game)
    diagram = view.diagram_of(position.state)
    player: Any = opponent.player({})
    search = player.new_search(position.game, position.state, 1)
    pictures = []
    for number in _picture_numbers(simulations):
        search.run(number - 1 - search.simulations)
        (last,) = iter_simulations(search, 1)
        children = search.children()
        top = max(child.visits for child in children)
        arrows = {
            view.path(position.state, child.move): (child.visits / top) ** 2
            for child in children
            if child.visits
        }
        line = _moves_markup(view, position, last.path)
        pictures.append(
            {
                "said": f"{number:,} line{'s' if number > 1 else ''} of play tried.",
                "over": draw_above_pieces(diagram, Overlay(arrows=arrows)) + line,
            }
        )
    search.release()
    return pictures


def _picture_numbers(simulations: int) -> list[int]:
    """The simulations after which there is a picture."""
    numbers, number = set[int](), 1.0
    while number < simulations:
        numbers.add(round(number))
        number = number + 1 if number < _ONE_BY_ONE else number * _GROWTH_OF_STEPS
    return sorted({*numbers, simulations})


def _moves_markup(view: GameView, position: Position, path: list[PathMove]) -> str:
    """Markup of the moves that a simulation tried, one after the other."""
    drawn = []
    for ply, choice in enumerate(path[:_MAX_PLIES_SHOWN]):
        points = view.path(position.state, choice.move)
        spots = view.diagram_of(position.state).points_named(points)
        path_data = "L".join("{} {}".format(*spot.xy) for spot in spots)
        x, y = spots[-1].xy
        side = position.game.PLAYERS.index(choice.player) + 1
        drawn.append(
            f'<g class="fk-imagined fk-side-{side}" opacity="{1 - ply / 12:.2f}">'
            f'<path d="M{path_data}"/><circle cx="{x}" cy="{y}" r="11"/></g>'
        )
        position = position.play(choice.move)
    return "".join(drawn)
