"""What is counted and searched of one position of the Fox Game, see `fox_step`."""

from itertools import combinations, pairwise

import pandas as pd
from fox_step import STEP, mirrored, position, step_in

from foxkit import FoxGame, Search, match, paper, play, replay
from foxkit.core.rng import mix
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.lab.stats import Row, proportion, put_estimate

BUDGETS = (1_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000)
"""Simulations a move of the sheep and of the foxes that are crossed."""
MOST = dict.fromkeys((5_000, 7_000, 9_000, 11_000, 15_000, 20_000), 100)
MOST |= {300: 200, 1_000: 200, 3_000: 200, 8_000: 50, 12_000: 50, 30_000: 50}
"""Pairs of games between equal players, by their simulations a move."""
FINER = {(9, 10_000): 0.04, (10, 10_000): 0.02}
FINER |= dict.fromkeys(((10, n) for n in (300, 1_000, 3_000, 30_000)), 0.04)
"""Limit and simulations -> to how much a rate was played instead."""


def equals(limit: int, simulations: int) -> pd.DataFrame:
    """Play agents against themselves, by the rule that was set for their strength."""
    finer = FINER.get((limit, simulations))
    rule = {"to": finer} if finer else {"max_blocks": MOST[simulations]}
    one = match(FoxGame(sideways_limit=limit), paper(simulations))
    return play(one, of="sheep_rate", **rule).assign(turns=limit)


def crossed(limit: int, most: int) -> pd.DataFrame:
    """Return the sheep's rate for each budget of the `sheep` and of the `foxes`."""
    game, squares = FoxGame(sideways_limit=limit), []
    pairs = [*combinations(BUDGETS, 2)]
    rows = play([match(game, paper(b), paper(a)) for a, b in pairs], max_blocks=most)
    for (a, b), (_, row) in zip(pairs, rows.iterrows(), strict=True):
        for sheep, foxes, rate in ((b, a, "a_as_sheep"), (a, b, "b_as_sheep")):
            ends = {f"sheep_rate{x}": row[f"{rate}{x}"] for x in ("", "_low", "_high")}
            squares.append({"sheep": sheep, "foxes": foxes, "games": most, **ends})
    same = [equals(limit, n).assign(sheep=n, foxes=n) for n in BUDGETS]
    return pd.concat([pd.DataFrame(squares), *same]).sort_values(["sheep", "foxes"])


def found(simulations: int, limit: int, count: int, searches: int = 200) -> Row:
    """Tell how often a search of the position, with seeds of its own, steps in."""
    there, stepped = position(limit, count), 0
    for number in range(searches):
        seed = mix(mix(simulations, count), number)
        settings = paper(simulations).settings
        search = Search(
            there.game, there.state, FoxHeuristic(), settings, seed, simulations
        )
        stepped += search.run(simulations).best() == there.moves[STEP]
        search.release()
    row: Row = {"searches": searches}
    put_estimate(row, "stepped", proportion(stepped, searches))
    return row


def waited(played: pd.DataFrame, limit: int) -> list[Row]:
    """Count games by what the foxes do in the position: `foxes` names it.

    `games` is their number, `share` that of all, `sheep_rate` what the sheep win of
    them; equal players, so each game is a unit.
    """
    told = []
    for moves in played["moves"]:
        line = replay(FoxGame(sideways_limit=limit), moves)
        met = [
            after.state.foxes == before.play(step).state.foxes
            for before, after in pairwise(line)
            if (step := step_in(before.state))
        ]
        kind = "step in whenever they can" if all(met) else "do not, once or more"
        told.append(kind if met else "never come there")
    table = pd.DataFrame({"foxes": told, "won": [p[0] > 0 for p in played["payoffs"]]})
    rows = []
    for kind, own in table.groupby("foxes"):
        row: Row = {"foxes": str(kind), "games": len(own)}
        put_estimate(row, "share", proportion(len(own), len(table)))
        put_estimate(row, "sheep_rate", proportion(int(own.won.sum()), len(own)))
        rows.append(row)
    return rows


def openings(played: pd.DataFrame, limit: int, ply: int, games: int) -> Row:
    """Count the positions in which games stand after `ply` moves.

    A position and its mirror are one, the counter of sideways turns is none of it.
    `different` is their number, `usual` the share of games in the most frequent.
    """
    game, there = FoxGame(sideways_limit=limit), []
    for moves in played["moves"][:games]:
        line = replay(game, moves)
        text = game.format(line[min(ply, len(line) - 1)].state)
        there.append(min(text.split()[0], mirrored(text).split()[0]))
    counts = pd.Series(there).value_counts()
    row: Row = {"games": len(there), "different": len(counts)}
    put_estimate(row, "usual", proportion(int(counts.iloc[0]), len(there)))
    return row


WAITING = {
    "--sss--/--sss--/.ssss.s/sfsss.s/ss..fss/--...--/--...--": "between the sheep",
    "--sss--/--sss--/.ssss.s/s.ssss./ssf.fss/--...--/--...--": "gone back",
}
"""The boards between which the sheep wait, when it is their turn: where the fox is."""


def ends_of_waiting(played: pd.DataFrame, limit: int) -> list[Row]:
    """Count games by where the sheep leave the position for good, the commonest first.

    `fox` is a value of `WAITING`, `turns_left` how many more sideways turns lose.
    """
    game, ends = FoxGame(sideways_limit=limit), []
    boards = {
        t.split()[0]: w for b, w in WAITING.items() for t in (b, mirrored(b + " "))
    }
    for moves, payoffs in zip(played["moves"], played["payoffs"], strict=True):
        last = None
        for each in replay(game, moves):
            where = boards.get(game.format(each.state).split()[0])
            if where and each.mover == "sheep":
                last = where, limit - each.state.sideways
        if last:
            ends.append((*last, payoffs[0] > 0))
    table = pd.DataFrame(ends, columns=["fox", "turns_left", "won"])
    rows: list[Row] = []
    for (fox, left), own in table.groupby(["fox", "turns_left"]):
        row: Row = {"fox": str(fox), "turns_left": int(left), "games": len(own)}
        put_estimate(row, "sheep_rate", proportion(int(own.won.sum()), len(own)))
        rows.append(row)
    return sorted(rows, key=lambda row: -int(row["games"]))
