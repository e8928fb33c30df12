"""A run that tells a person what it will cost, how far it is, and what it finds."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from time import thread_time
from typing import TextIO

from tqdm import tqdm

from foxkit.agents.players import RandomPlayer
from foxkit.core.entry import play
from foxkit.core.rng import mix
from foxkit.lab.experiment import Agent, Experiment, Match
from foxkit.lab.match import dealt
from foxkit.lab.run import Progress, run
from foxkit.lab.stats import duration, half_width
from foxkit.lab.store import command, has_page
from foxkit.lab.workers import Workers
from foxkit.rules.position import Position

_BAR = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
_PLIES = (0, 10, 20)  # when in a random game a move is timed


def _positions(match: Match) -> list[Position]:
    """Return unfinished positions of a random game, from the start on."""
    position, found = Position.start(dealt(match.game, 1)), []
    for ply in range(_PLIES[-1] + 1):
        if not len(position.codes):
            break
        if ply in _PLIES:
            found.append(position)
        move = RandomPlayer().choose(position.game, position.state, mix(1, ply))
        position = Position(position.game, play(position.game, position.state, move))
    return found


def seconds_a_move(match: Match, agent: Agent) -> float:
    """Return the mean processor time of a move; what is slow but once is left out.

    Some players first place their pieces, and compile another search to move them.
    """
    positions = _positions(match)
    for position in (positions[0], positions[-1]):
        agent.player.choose(position.game, position.state, 0)
    begin = thread_time()
    for position in positions:
        agent.player.choose(position.game, position.state, 0)
    return (thread_time() - begin) / len(positions)


def seconds_a_game(experiment: Experiment, match: Match) -> float:
    """Return the processor time that a game of a match is expected to take."""
    moves = [seconds_a_move(match, agent) for agent in match.agents]
    return experiment.plies * sum(moves) / len(moves)


def prediction(
    experiment: Experiment, costs: Mapping[str, float], workers: int
) -> tuple[str, float]:
    """Return a sentence on what matches will cost at most, and the seconds in all.

    `costs` are the seconds of a game of each match; so many `workers` share the work.
    """
    seats = {match.condition: len(match.agents) for match in experiment.matches}
    games = {name: experiment.stop.blocks() * seats[name] for name in costs}
    seconds = sum(costs[name] * games[name] for name in costs)
    said = (
        f"{experiment.name}: at most {sum(games.values()):,} games, "
        f"about {duration(seconds / workers)} with {workers} workers"
    )
    return said, seconds


def work(progress: Progress, costs: Mapping[str, float]) -> tuple[float, float, float]:
    """Return the work found on disk, done so far, and left, in predicted seconds.

    `costs` are the seconds of a game of each match: some cost more than others.
    """
    found, used, left = (
        sum(costs[name] * games for name, games in zip(costs, column, strict=True))
        for column in zip(*(progress.counts[name] for name in costs), strict=True)
    )
    return found, used, left


def words(progress: Progress, elapsed: float) -> str:
    """Return the games so far, their number a second, and the estimate ± interval."""
    at_most = sum(count.used + count.left for count in progress.counts.values())
    rate, found = progress.played / max(elapsed, 1e-9), progress.estimate
    speed = f", {rate:.3g} games/s" if rate else ""
    return (
        f"{progress.games}/{at_most} games{speed}, "
        f"{progress.condition}: {found.estimate:.3f} ± {half_width(found):.3f}"
    )


def show(
    experiment: Experiment, workers: Workers, folder: Path, screen: TextIO
) -> None:
    """Run an experiment with its predicted cost and a progress bar on `screen`."""
    costs: dict[str, float] = {}
    bars: list[tqdm[None]] = []

    def announce(waiting: list[Match]) -> float | None:
        """Tell the cost, and return it; start the bar."""
        for name in sorted({other for other, _ in experiment.reads.values()}):
            if name != experiment.name and not has_page(name, folder):
                said = f"some of its conditions: {command(name, folder)}"
                print(said, file=screen)
        if not waiting:
            print(f"{experiment.name}: nothing is left to play", file=screen)
            return None
        costs.update((m.condition, seconds_a_game(experiment, m)) for m in waiting)
        said, seconds = prediction(experiment, costs, workers.count)
        print(said, file=screen)
        bars.append(stack.enter_context(tqdm(bar_format=_BAR, file=screen)))
        return seconds

    def report(progress: Progress) -> None:
        """Move the bar on."""
        for bar in bars:
            bar.initial, bar.n, left = work(progress, costs)
            bar.total = bar.n + left
            bar.set_postfix_str(words(progress, bar.format_dict["elapsed"]))

    with ExitStack() as stack:
        run(experiment, workers, folder, report, announce)
