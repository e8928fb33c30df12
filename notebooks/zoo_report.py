"""Who plays in the report on Frank's Zoo, and what its text states of its figures."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import zoo_counts as counts

from foxkit import (
    Folded,
    FranksZoo,
    Position,
    advise,
    claim,
    computed,
    curve,
    estimate,
    match,
    percent,
    play,
    table,
)
from foxkit.games.franks_zoo.cards import number_of_cards
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, TypeFirst, heuristic
from foxkit.games.franks_zoo.players import MonteCarlo, PolicyTraining
from foxkit.games.franks_zoo.rules import ALWAYS, hand_text, unseen_cards
from foxkit.lab.claims import claims
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.stats import Estimate, difference, pooled
from foxkit.players.standard import PolicyPlayer
from foxkit.view.canvas import half_width
from foxkit.view.drawing import Drawing

DECKS = tuple(range(2, 14))
"""Types of cards in the test decks."""
COLUMNS = {"wins": "first", "score": "score"}
"""What the report counts -> the column of rows."""
WORDS = {"first": "goes out first", "score": "share of the score"}
EVEN = {"wins": 1 / 4, "score": 9 / 16}
"""What each of four equal players gets: a round brings 4, 3, 2 and no points."""
RANDOM = PolicyPlayer(RANDOM_AI)
READINGS = {"any move": RANDOM_AI, "any animal": TypeFirst()}
"""What RandomAI chooses among, which section 2 leaves open."""
PASSING = {"any move": ALWAYS, "any animal": 0}
"""Whether a pass is always among it; `TypeFirst` has it anyway, where it is legal."""
TEACHERS = {"any move": None, "any animal": TypeFirst()}
"""Who plays the games that weights are learned from."""


def zoo(deck: int = 0) -> FranksZoo:
    """Return the rules with a deck: the real one, or one of so many types."""
    return FranksZoo(deck=deck, passing=ALWAYS)


def rules(deck: int = 0) -> PolicyPlayer:
    """Return HeuristicAI, with the weights that the report prints for a deck."""
    return PolicyPlayer(heuristic(deck))


def estimates(rows: pd.DataFrame, column: str) -> dict[int, Estimate]:
    """Return a column's number of each test deck among some rows."""
    own = rows[rows["deck"] > 0]
    return {deck: estimate(own, column, deck=deck) for deck in own["deck"]}


def average(rows: pd.DataFrame, column: str, most: int = 13) -> Estimate:
    """Return the mean over the test decks of up to so many types."""
    found = estimates(rows, column)
    chosen = [each for deck, each in found.items() if deck <= most]
    return pooled(chosen, [1] * len(chosen))


def beyond(
    rows: pd.DataFrame, column: str, deck: int, best: bool, most: int = 13
) -> Any:
    """Return a deck's number less that of the best, or worst, of the other decks."""
    found = {k: x for k, x in estimates(rows, column).items() if k <= most}
    own = found.pop(deck)
    pick = max if best else min
    return difference(own, pick(found.values(), key=lambda each: each.estimate))


def each_way(found: Callable[[str], Any]) -> dict[str, Any]:
    """Return what a function finds by each reading of RandomAI."""
    return {way: found(way) for way in READINGS}


def among(
    way: str, player: Any, decks: Iterable[int] = DECKS, most: int = 250
) -> pd.DataFrame:
    """Seat a player among three RandomAIs, by a reading of these; a row a deck."""
    three, passing = PolicyPlayer(READINGS[way]), PASSING[way]
    games = [FranksZoo(deck=deck, passing=passing) for deck in decks]
    return play([match(game, player, three) for game in games], max_blocks=most)


def seconds(player: Any, deck: int) -> float:
    """Return the processor time of a stored round among three RandomAIs."""
    played = MatchFiles(match(zoo(deck), player, RANDOM)).read()
    return played.seconds / max(len(played.moves), 1)


def ruled(way: str, decks: Iterable[int]) -> pd.DataFrame:
    """Seat HeuristicAI among three RandomAIs, by a reading of these; a row a deck."""
    rest = {"three": READINGS[way], "deals": 25_000, "seed": 1}
    rest |= {} if PASSING[way] == ALWAYS else {"passing": PASSING[way]}
    return computed(
        counts.seated, [{"deck": n, "one": heuristic(n), **rest} for n in decks]
    )


def trained(
    decks: Iterable[int] = DECKS, most: int = 250, **how: Any
) -> dict[str, pd.DataFrame]:
    """Seat Monte Carlo with weights that RandomAI has taught, by reading."""
    teachers = {
        way: PolicyTraining(**how, teacher=teacher) for way, teacher in TEACHERS.items()
    }
    return each_way(lambda way: among(way, MonteCarlo(teachers[way]), decks, most))


def claim_figure(
    figure: str, ways: Mapping[str, pd.DataFrame], by: tuple[int, ...] = (13,)
) -> None:
    """Claim averages, best and worst decks that the text states of a figure.

    Each way to read RandomAI has its rows. With several numbers of types in `by` each
    is a reading of which decks there are.
    """
    named = {
        (way, n): f"2 to {n} types, {way}" if by[1:] else way
        for n in by
        for way in ways
    }
    for what, column in COLUMNS.items():
        id = f"zoo-{figure}-{what}"
        mean = {x: average(ways[w], column, n) for (w, n), x in named.items()}
        claim(f"{id}-average", mean, column)
        for end in ("best", "worst"):
            deck = int(claims()[f"{id}-{end}-deck"].number)
            own = {
                x: estimate(ways[w], column, deck=deck) for (w, _), x in named.items()
            }
            claim(f"{id}-{end}", own, column)
            gaps = {
                said: beyond(ways[way], column, deck, end == "best", n)
                for (way, n), said in named.items()
            }
            claim(f"{id}-{end}-deck", gaps, column)


def stated(figure: str) -> pd.DataFrame:
    """Return the best and the worst deck that the text states of a figure.

    The ends are rounding and two standard errors of the report's games.
    """
    rows = []
    for what, column in COLUMNS.items():
        for end in ("best", "worst"):
            row = claims()[f"zoo-{figure}-{what}-{end}"]
            low, high = map(float, row.rule.split()[1:])
            deck = int(claims()[f"{row.id}-deck"].number)
            ends = {"estimate": row.number, "low": low, "high": high}
            rows.append({"deck": deck, "what": column, **ends})
    return pd.DataFrame(rows)


def panels(
    figure: str, title: str, players: Mapping[str, pd.DataFrame]
) -> list[Drawing]:
    """Draw a figure of the report as two plots of half the width: wins, and score.

    Args:
        figure: such as `f3`; what the text states of it is black.
        title: what the plots show; which of the two it is stands before it.
        players: rows on the test decks, by who plays.
    """
    own = [rows[rows["deck"] > 0].assign(who=who) for who, rows in players.items()]
    said, drawn = stated(figure), []
    for what, column in COLUMNS.items():
        mean = claims()[f"zoo-{figure}-{what}-average"].number
        band = (mean - 0.005, mean + 0.005, f"the report's mean: {mean:.0%}")
        looks: Any = {"by": "who" if len(players) > 1 else None, "band": [band]}
        looks |= {"published": said[said["what"] == column], "even": EVEN[what]}
        looks |= {"xlabel": "types of cards in the deck", "ylabel": WORDS[column]}
        looks |= {"published_label": "the report's best and worst deck"}
        looks |= {"even_label": f"an even share: {EVEN[what]:.0%}"}
        head = f"Figure {figure[1]}, {what}: {title}"
        with half_width():
            drawn.append(curve(pd.concat(own), "deck", column, title=head, **looks))
    return drawn


def distance(rows: pd.DataFrame, figure: str, what: str = "") -> float:
    """Return how far the stated decks are on average from rows of the same decks.

    These are the best and the worst deck by wins and by score, or only by one of them.
    """
    said = stated(figure)
    said = said[said["what"] == COLUMNS[what]] if what else said
    gaps = [
        abs(estimate(rows, row.what, deck=row.deck).estimate - row.estimate)
        for row in said.itertuples()
    ]
    return float(np.mean(gaps))


def after(deal: int, plies: int) -> Position:
    """Return the position after some plies between four HeuristicAIs."""
    position = Position.start(FranksZoo(deal=deal))
    for ply in range(plies):
        code = rules().choose(position.game, position.state, ply)
        text = position.game.format_move(position.state, code)
        position = position.play(text)
    return position


def pool(position: Position) -> str:
    """Return what the others hold together, as text."""
    state = position.state
    return hand_text(0, unseen_cards(position.game, state, state.mover))


def advice(position: Position) -> Any:
    """Return what HeuristicAI makes of a position."""
    state = position.state
    hand, played = hand_text(0, state[state.mover]), f"{number_of_cards(state.played)}"
    lies = position.game.format(state).split(" ; ")[1]
    return advise(hand, lies, pool(position), played)


def seen(position: Position) -> Any:
    """Return what each kind of player sees in a position, folded."""
    found, rows = advice(position), pd.DataFrame({"move": [*position.moves]})
    rows["weight"] = rows["move"].map(found.weights)
    rows["rule"] = ["→" if move in found.moves else "" for move in rows["move"]]
    for name, policy in (("random", RANDOM_AI), ("rules", heuristic(0))):
        sampler = MonteCarlo(policy, 1000)
        means = sampler.means(position.game, position.state, position.codes, 1)
        worth = (means + 1) / 2
        best = ["" if x < worth.max() else " →" for x in worth]
        rows[name] = [percent(x, 0) + end for x, end in zip(worth, best, strict=True)]
    heads = {"move": "move", "weight": "weight", "rule": "HeuristicAI"}
    heads |= {"random": "random episodes", "rules": "by the rules"}
    said = f"HeuristicAI's step: {found.step}; L {found.lower:g}, U {found.upper:g}"
    return Folded(table(rows, heads, caption=said), "What each player sees")
