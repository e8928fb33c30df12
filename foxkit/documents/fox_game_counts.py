"""What no table of wins tells of the Fox Game: counted in replayed games, or measured.

Each function returns rows with the columns that the ledger asks for; a mean has its
95 % interval in `_low` and `_high`, from the pairs of games, which are independent.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from time import thread_time

import numpy as np
import pandas as pd

from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import judge
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import MctsPlayer, RandomPlayer
from foxkit.lab import store
from foxkit.lab.answer import estimate
from foxkit.lab.claims import claims
from foxkit.lab.experiment import Match, match
from foxkit.lab.match import play_blocks, play_game, replay
from foxkit.lab.stats import Row, mean_score, means, paired_score, pooled, put
from foxkit.rules.fox_game import CAPTURE, FoxGame
from foxkit.rules.fox_game_board import FOXES, NONE, SHEEP
from foxkit.rules.fox_game_text import members
from foxkit.rules.position import Position
from foxkit.search.mcts import Settings
from foxkit.search.session import HIGHEST_VALUE, MOST_VISITED, Search

GAME = FoxGame()
PLAYOUTS: dict[str, dict[str, int]] = {
    "": {},
    "limit 5": {"sideways_limit": 5},
    "limit 20": {"sideways_limit": 20},
    "limit 100": {"sideways_limit": 100},
    "no-diagonals": {"diagonals": NONE},
    "optional-captures": {"must_capture": 0},
    "all three": {"sideways_limit": 100, "diagonals": NONE, "must_capture": 0},
    "last-sheep": {"last_sheep": 1},
    "last-sheep limit 100": {"last_sheep": 1, "sideways_limit": 100},
    "last-sheep limit 1000": {"last_sheep": 1, "sideways_limit": 1_000},
}
"""Rules under which random playouts are counted; the first are the paper's."""
VARIED = {
    rule: getattr(GAME, rule) for rule in PLAYOUTS["all three"] | PLAYOUTS["last-sheep"]
}
"""The paper's settings of all rules that are varied."""
_PLAYOUT_PAIRS = 500
_STRIDE = 8  # plies between two positions of a game that are searched
_SEARCHED_GAMES = 100
_ROUNDS, _PLAIN_ROUNDS = 7, 3  # of timing; the median counts
_PLAIN_SIMULATIONS = 100

Facts = dict[str, float]


def _counted(
    games: pd.DataFrame, game: FoxGame, count: Callable[[list[Position]], Facts]
) -> Row:
    """Replay pairs of games, count in each, and return means with their intervals."""
    replays = (replay(game, moves) for moves in games["moves"])
    facts = pd.DataFrame([count(positions) for positions in replays])
    row: Row = {"games": len(games)}
    for name, values in facts.items():
        one, other = values[::2].to_numpy(), values[1::2].to_numpy()
        share = values.dtype == bool  # 0 and 1 are bounds that a t interval leaves
        found = paired_score(one, other) if share else mean_score((one + other) / 2)
        put(row, str(name), found)
    return row


def _turns(positions: list[Position]) -> int:
    """Return the number of runs of positions with one side to move."""
    movers = [position.state.mover for position in positions[:-1]]
    return 1 + int(np.count_nonzero(np.diff(movers)))


def _sizes(positions: list[Position], k: float) -> float:
    """Return the mean size of equation (3)'s sum with this k instead of the agent's."""
    values = [judge(FoxHeuristic(k=k), p.game, p.state)[0] for p in positions]
    return float(np.abs(np.arctanh(values)).mean())


def _in_game(positions: list[Position]) -> Facts:
    foxes_left = len(members(positions[-1].state.foxes))
    choices = [(p.state.mover, len(p.codes)) for p in positions[:-1]]
    sheep, foxes = ([n for who, n in choices if who == side] for side in (0, 1))
    rows = [[int(point[0]) for point in members(p.state.foxes)] for p in positions]
    return {
        "turns": _turns(positions),
        "caught": foxes_left < 2,
        "both_caught": foxes_left == 0,
        "branching": float(np.mean(sheep) - np.mean(foxes)),
        "material_ratio": _sizes(positions, 1.0) / _sizes(positions, 0.0),
        "fox_row": float(np.mean([row for each in rows for row in each])),
        "fox_row_of_two": float(np.mean([each for each in rows if len(each) == 2])),
    }


def _in_playout(positions: list[Position]) -> Facts:
    boards = {(p.state.sheep, p.state.foxes, p.state.mover) for p in positions}
    return {
        "turns": _turns(positions),
        "repeats": len(positions) - len(boards),
        "sheep": (positions[-1].outcome or {})["sheep"] > 0,
    }


def of_agents(folder: Path, experiment: str, source: str) -> Row:
    """Count in the stored games of a condition of 20 sheep.

    `branching` is the sheep's mean number of moves less the foxes'; `material_ratio`
    the mean size of equation (3)'s material part over that of its positional part;
    `fox_row_of_two` the mean row of the foxes while both are on the board.
    """
    return VARIED | _counted(store.games(experiment, source, folder), GAME, _in_game)


def _is_offered(before: Position, after: Position) -> bool:
    """Tell whether the sheep let the foxes capture though they could have not."""

    def threatened(position: Position) -> bool:
        return position.state.mover == FOXES and any(position.codes & CAPTURE)

    others = (before.play(move) for move in before.moves)
    return threatened(after) and not all(map(threatened, others))


def _sacrifices(positions: list[Position]) -> Facts | None:
    """Count offers in the sheep's three turns up to each turn; None without a catch."""
    pairs = [(a, b) for a, b in pairwise(positions) if a.state.mover == SHEEP]
    offered = np.array([_is_offered(*pair) for pair in pairs])
    lately = np.convolve(offered, [1, 1, 1, 1])[: len(pairs)] > 0
    foxes = [len(members(p.state.foxes)) for p in positions]
    caught = [len(members(b.state.foxes)) < 2 for _, b in pairs]
    if min(foxes) == 2:
        return None
    first = caught.index(True)
    return {"before": lately[first], "usual": lately[:first].mean()}


def of_catches(folder: Path, experiment: str, source: str) -> Row:
    """Are foxes caught by sacrifices? Counted in 100 pairs of stored games.

    A sheep is *offered* if the foxes can capture after the sheep's move, and could not
    after another one. `before` is the share of games, of those with a fox caught, in
    which one was offered by the catching move or in the three sheep turns before;
    `usual` the share of the earlier sheep turns of which the same can be said. The
    prediction: it is more often so before a catch.
    """
    games = store.games(experiment, source, folder)
    games = games[games["block"] < _SEARCHED_GAMES]
    facts = [_sacrifices(replay(GAME, moves)) for moves in games["moves"]]
    found = pd.DataFrame([fact for fact in facts if fact], dtype=float)
    found["more_before"] = found["before"] - found["usual"]
    return {"games": len(games), "catches": len(found)} | means(found)


def of_tables(folder: Path, simulations: int) -> Row:
    """Return the sheep's rate in the columns of Tables 1 and 2, weighed as printed.

    Each column counts by its printed games. Of Table 2's second part those with the
    paper's counts of simulations are taken, of Table 1 those of `simulations`.
    """
    rates = {name: store.results(name, folder) for name in ("table1", "table2")}
    asked = rates["table1"].query("simulations == @simulations").index
    printed: dict[tuple[str, str], int] = defaultdict(int)
    for claim in claims().values():
        if fnmatchcase(claim.id, "fox-t?-*-*-*"):
            own = [name for name in claim.conditions if name in asked]
            printed[claim.experiment, (own or claim.conditions)[0]] += int(claim.value)
    parts = [
        estimate(rates[name], condition, "sheep_rate")._replace(n=games)
        for (name, condition), games in printed.items()
    ]
    row: Row = {"printed_games": sum(part.n for part in parts)}
    put(row, "sheep_rate", pooled(parts))
    return row


def of_playouts(**rules: int) -> Row:
    """Count in random playouts from the start, under other rules.

    What ends a playout, the text does not tell in full. `repeats` are the positions
    that occurred before, counters aside.
    """
    game, player = GAME._replace(**rules), RandomPlayer()
    random = match("", game, player, player)
    games = play_blocks(random.played, 63, range(_PLAYOUT_PAIRS)).games
    return _counted(games, game, _in_playout)


def _searched(
    positions: list[Position], simulations: int, cutoff: int = 0
) -> Iterator[Search]:
    """Search every eighth position in which there is a choice."""
    for seed, position in enumerate(positions[::_STRIDE]):
        if len(position.codes) > 1:
            yield Search(
                position.game,
                position.state,
                FoxHeuristic(),
                Settings(cutoff=cutoff),
                seed,
                simulations,
            ).run(simulations)


def same_choice(match: Match, games: pd.DataFrame) -> Row:
    """Search positions of a match's games; how often do both final choices agree?"""
    simulations = match.agents[0].player.budget.simulations  # type: ignore[attr-defined]

    def same(positions: list[Position]) -> Facts:
        """Return the share of a game's positions where both agree."""
        choices = [
            search.best(MOST_VISITED) == search.best(HIGHEST_VALUE)
            for search in _searched(positions, simulations)
        ]
        return {"same": float(np.mean(choices))}

    found = _counted(games.iloc[:_SEARCHED_GAMES], GAME, same)
    del found["games"]
    return found


def _seconds(positions: list[Position], simulations: int, cutoff: int) -> float:
    """Return the processor seconds of one search, the mean over a game."""
    begin, n = thread_time(), 0
    for search in _searched(positions, simulations, cutoff):
        search.release()
        n += 1
    return (thread_time() - begin) / n


def speed() -> list[Row]:
    """Time searches by cutoff over the positions of one game, the cutoffs in turn."""
    player = MctsPlayer(Budget(1_000), FoxHeuristic())
    positions = replay(GAME, play_game(GAME, (player, player), (1, 2)).moves)
    cutoffs, times = (0, 1, 2, 3, 5, 10, 20, -1), defaultdict(list)
    for _ in range(_ROUNDS):
        for cutoff, n in product(cutoffs, (3_000, 10_000)):
            times[cutoff, n].append(_seconds(positions, n, cutoff))
    return [
        {
            "condition": f"cutoff {cutoff}" if cutoff >= 0 else "no cutoff",
            "cutoff": cutoff,
            "games": 1,
            "simulations_a_second": 3_000 / few,
            "simulations_in_1_s": 3_000 / few,
            "simulations_in_1.5_s": 1.5 * 3_000 / few,
            "seconds_for_10000_simulations": median(times[cutoff, 10_000]),
            "playout_share": 1 - median(times[0, 3_000]) / few,
        }
        for cutoff in cutoffs
        for few in [median(times[cutoff, 3_000])]
    ]
