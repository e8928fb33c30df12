"""Where two final choices of a search differ, and what a longer search says of them."""

import pandas as pd

from foxkit import FoxGame, Position, Search, replay
from foxkit.core.rng import mix
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.lab.stats import Row, put_estimate, ratio
from foxkit.search.session import HIGHEST_VALUE, MOST_VISITED

GAME = FoxGame()
JUDGED = ("by_visits", "by_value", "gain")


def _searched(position: Position, simulations: int, seed: int) -> Search:
    game, state = position.game, position.state
    search = Search(
        game, state, FoxHeuristic(), seed=seed, expected_simulations=simulations
    )
    return search.run(simulations)


def _judged(position: Position, simulations: int, seed: int) -> dict[str, float] | None:
    """Ask two judges whether the highest mean is better, or None if both agree.

    `by_visits`: a search of ten times as many simulations visits it more often.
    `by_value`: of two searches of five times as many, one after each move, its own has
    the better value for who moves: neither move is looked at more than the other.
    `gain`: by how much, in the second judge's evaluation, a sure win being 1 more than
    a sure loss.
    """
    search = _searched(position, simulations, mix(seed, 0))
    codes = [search.best(choice) for choice in (HIGHEST_VALUE, MOST_VISITED)]
    search.release()
    if codes[0] == codes[1]:
        return None
    texts = [position.game.format_move(position.state, code) for code in codes]
    search = _searched(position, 10 * simulations, mix(seed, 1))
    visits = {child.move: child.visits for child in search.children()}
    search.release()
    values = []
    for stream, text in enumerate(texts, 2):
        after = position.play(text)
        if not after.moves:
            payoff = (after.outcome or {})[position.mover]
            values.append(float(payoff))
            continue
        search = _searched(after, 5 * simulations, mix(seed, stream))
        values.append(search.value if after.mover == position.mover else -search.value)
        search.release()
    mean, most = (visits[text] for text in texts)
    gain = (values[0] - values[1]) / 2
    return {"by_visits": mean > most, "by_value": gain > 0, "gain": gain}


def differing(played: pd.DataFrame, simulations: int, pairs: int) -> list[Row]:
    """Judge every decision of some games in which the two final choices differ.

    A row for each side and one for both, `who`; `differ` is the share of decisions,
    and what the judges say is a share, or a mean, of those. Intervals are of ratios, by
    pairs of games.
    """
    found = []
    for row in played[played["block"] < pairs].itertuples():
        for number, position in enumerate(replay(GAME, row.moves)[:-1]):
            if len(position.codes) > 1:
                seed = mix(mix(simulations, int(row.Index)), number)
                judged = _judged(position, simulations, seed)
                known = {"pair": row.block, "who": position.mover, "n": 1}
                found.append(known | {"differ": judged is not None, **(judged or {})})
    table = pd.DataFrame(found)
    every = ("both", table), *table.groupby("who")
    return [_row(str(who), own) for who, own in every]


def _row(who: str, decisions: pd.DataFrame) -> Row:
    """Return the shares among some decisions."""
    row: Row = {"who": who, "decisions": len(decisions)}
    sums = decisions.groupby("pair")[["n", "differ", *JUDGED]].sum()
    for part, whole in (("differ", "n"), *((name, "differ") for name in JUDGED)):
        within = (-1, 1) if part == "gain" else (0, 1)
        put_estimate(row, part, ratio(sums[part], sums[whole], within))
    return row
