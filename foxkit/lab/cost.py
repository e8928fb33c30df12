"""What an experiment will cost, measured before it starts."""

from time import thread_time

from foxkit.agents.players import RandomPlayer
from foxkit.core.entry import play
from foxkit.core.rng import mix
from foxkit.lab.experiments import Experiment
from foxkit.lab.match import Entrant, Match
from foxkit.rules.position import Position

_PLIES = (0, 10, 20)  # when in a random game a move is timed


def _positions(match: Match) -> list[Position]:
    """Return unfinished positions of a random game, from the start on."""
    position, found = Position.start(match.game), []
    for ply in range(_PLIES[-1] + 1):
        if not len(position.codes):
            break
        if ply in _PLIES:
            found.append(position)
        move = RandomPlayer().choose(match.game, position.state, mix(1, ply))
        position = Position(match.game, play(match.game, position.state, move))
    return found


def seconds_a_move(match: Match, entrant: Entrant) -> float:
    """Return the mean processor time of a move, after one move to warm up."""
    positions = _positions(match)
    entrant.player.choose(match.game, positions[0].state, 0)
    begin = thread_time()
    for position in positions:
        entrant.player.choose(match.game, position.state, 0)
    return (thread_time() - begin) / len(positions)


def predict(experiment: Experiment) -> dict[str, float]:
    """Return the seconds of one processor that each match will take at most."""
    games = 2 * experiment.pairs()
    costs = {}
    for match in experiment.matches:
        move = sum(seconds_a_move(match, each) for each in (match.a, match.b)) / 2
        costs[match.cell] = games * experiment.plies * move
    return costs
