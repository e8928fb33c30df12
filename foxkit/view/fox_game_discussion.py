"""Pictures and sentences of the Fox Game's chapter: section 6 of its paper."""

from typing import Any

import pandas as pd

from foxkit.lab import results
from foxkit.lab.fox_balance import OWN_C
from foxkit.lab.results import rates
from foxkit.lab.stats import proportion
from foxkit.view.cells import named
from foxkit.view.drawing import Drawing
from foxkit.view.percent import percent, points
from foxkit.view.plots import OURS, canvas, curve, finish, rate_dots, win_rate_curve
from foxkit.view.prose import Prose, missing, needs
from foxkit.view.rates import (
    by_limit,
    in_percent,
    lengths,
    measured,
    meets,
    parts,
    printed,
    turns,
)
from foxkit.view.theme import LIGHT

_AGENTS = {"": "3,000 simulations against 1,000"}
_AGENTS |= {f"C={c} ": f"C = {c} against 0.4" for c in (0.5, 0.3)}


@needs("balance")
def balance() -> Drawing:
    """Plot the score of one agent against another, with 20 and with 18 sheep."""
    found = parts(rates("balance"), r"(?P<agents>|C=\S+ )(?P<flock>\d+ sheep)")
    return rate_dots(
        found.assign(agents=found["agents"].replace("", "3,000 simulations")),
        "agents",
        series="flock",
        title="A stronger against a weaker agent, with 20 and with 18 sheep",
        xlabel="score of 3,000 simulations against 1,000, or of C against 0.4",
    )


@needs("balance", aloud=False)
def balance_verdict() -> Prose:
    """Say whether the more even game shows the difference of two agents better."""
    gaps = measured("fox-s62-easier")
    said = (
        f"{points(*gap[:3])} for {_AGENTS[cell.split('18 sheep')[0]]}"
        for cell, gap in gaps.items()
    )
    better = [gap for gap in gaps.values() if gap.low > 0]
    return Prose(
        "With 18 sheep instead of 20 the distance of the score from one half changes "
        f"by {', '.join(said)}. So the more even game shows "
        f"**{len(better) or 'none'} of these differences better**."
    )


@needs("c-by-side")
def c_by_side() -> Drawing:
    """Plot each side's rate with another C against the base agent, 18 sheep."""
    return win_rate_curve(
        pd.concat(side.assign(side=name) for name, side in _by_side().items()),
        "c",
        series="side",
        title="C against the base agent's, 18 sheep, 3,000 simulations",
        xlabel="C",
    )


def _by_side() -> dict[str, pd.DataFrame]:
    """Return the rates of another C against the base agent's, as sheep and as foxes."""
    found = results.table("c-by-side").dropna(subset=["score"])
    c = found.index.str.removeprefix("C=").astype(float)
    won = {"as sheep": found["a_wins_first"], "as foxes": found["a_wins_second"]}
    return {
        side: pd.DataFrame(map(proportion, wins, found["pairs"])).assign(c=c)
        for side, wins in won.items()
    }


@needs("c-by-side", aloud=False)
def c_by_side_verdict() -> Prose:
    """Say which of the C that were played won most for each side."""
    by_side = _by_side()
    best = {side: rows.loc[rows["estimate"].idxmax()] for side, rows in by_side.items()}
    said = (
        f"{side} with C = {row['c']:g}, {percent(*row[['estimate', 'low', 'high']])}"
        for side, row in best.items()
    )
    sheep, foxes = (row["c"] for row in best.values())
    as_foxes = by_side["as foxes"]
    than = "wider than" if foxes > sheep else "less wide than"
    base = as_foxes[as_foxes["c"] == 0.4].iloc[0]
    wider = as_foxes[(as_foxes["c"] > base["c"]) & (as_foxes["low"] > base["high"])]
    better = ", ".join(f"{c:g}" for c in wider["c"]) or "none"
    return Prose(
        f"Of the values played the agent wins most {', and '.join(said)}. A best value "
        "is not shown: others come close, and one is at the edge of what was played. "
        f"**The foxes do best when they search {than} the sheep do.** Of the wider C, "
        f"these serve them better than 0.4: {better}."
    )


@needs("own-c")
def own_c() -> Drawing:
    """Plot the sheep's rate by flock, each side with its own C or both with 0.4."""
    kinds = {"": "C of its own: sheep {:g}, foxes {:g}".format(*OWN_C)}
    kinds[" C=0.4"] = "both with C = 0.4"
    found = rates("own-c", of="first")
    return win_rate_curve(
        parts(found, r"(?P<sheep>\d+) sheep(?P<kind>| C=0.4)", sheep=int, kind=kinds),
        "sheep",
        series="kind",
        title="Sheep win rate by starting sheep and C, 3,000 simulations",
        xlabel="sheep at the start",
        ylabel="sheep win rate",
    )


@needs("own-c", aloud=False)
def own_c_verdict() -> Prose:
    """Say what the sides' own C do to the balance of the game."""
    if missing("own-c"):
        return Prose("")
    ends = in_percent(rates("own-c", of="first"))
    changed = (f"{n} sheep, {ends[f'{n} sheep']}" for n in (20, 19, 18))
    return Prose(
        f"**Which number is fair depends on a constant of the search.** With C = "
        f"{OWN_C[0]:g} for the sheep and {OWN_C[1]:g} for the foxes the sheep win, of "
        f"games with {'; '.join(changed)}. With 0.4 for both they win, with 18 sheep, "
        f"{ends['18 sheep C=0.4']}. The two were the best of eight against 0.4, with "
        "18 sheep; against each other, others may be better still."
    )


_RULES = {
    "": "the usual rules",
    " limit 5": "sideways limit 5",
    " limit 20": "sideways limit 20",
    " limit 100": "sideways limit 100",
    " no-diagonals": "no diagonal lines",
    " optional-captures": "captures are optional",
    " all three": "limit 100, no diagonals, optional captures",
    " last-sheep": "to the last sheep",
    " last-sheep limit 100": "to the last sheep, sideways limit 100",
    " last-sheep limit 1000": "to the last sheep, without a sideways limit",
}
"""What the cells of random playouts mean; no playout meets a limit of 1,000."""


def _playouts() -> pd.DataFrame:
    """Return the turns of random playouts, by what is changed in the rules."""
    found = turns("lengths")
    cells = found["cell"].str.extract("^playouts(.*)$")[0]
    return found.assign(rules=cells.map(_RULES)).dropna(subset="rules")


@needs("lengths")
def playouts() -> pd.DataFrame:
    """Return mean turns, repeats and sheep wins of random playouts, by rules."""
    found = _playouts().set_index("cell")
    counted = results.table("lengths").loc[found.index]
    shown = found[["estimate", "low", "high"]].rename(columns={"estimate": "turns"})
    shown["repeats"] = counted["repeats"]
    shown["sheep win %"] = 100 * counted["sheep"]
    shown["games"] = counted["games"].astype(int)
    return shown.set_index(found["rules"]).rename_axis(None).round(1)


@needs("lengths", aloud=False)
def playouts_verdict() -> Prose:
    """Say under which rules random playouts are as long as the paper says."""
    found, (low, high) = _playouts(), printed("fox-s63-playouts")
    usual = lengths(found, "rules")[_RULES[""]]
    fits = lengths(found[meets(found, low, high)], "rules")
    said = "; ".join(f"{rules}, {text}" for rules, text in fits.items())
    return Prose(
        f"The paper says {low:g} to {high:g}. Under the usual rules a playout takes "
        f"{usual}. Its range is met by playouts **{said or 'of no such rules'}**. "
        "That fewer than nine sheep lose at once is our reading of the rules, and the "
        "paper says that a playout goes on until the game ends: a program that counts "
        "neither sheep nor sideways turns in its playouts would explain their length, "
        "and their many repetitions. (Again: `foxkit run lengths`.)"
    )


@needs("lengths", aloud=False)
def strategies() -> Prose:
    """Say how often strong and weak agents catch a fox, and where their foxes stand."""
    found = results.table("lengths")
    strong, weak = found.loc["agents"], found.loc["weak agents"]
    once, seldom = (percent(*_ends(row, "caught")) for row in (strong, weak))
    (back,) = measured("fox-s61-back").values()
    low, high = sorted((abs(back.low), abs(back.high)))
    where = "further back" if back.estimate > 0 else "further forward"
    return Prose(
        f"Between agents of 10,000 simulations a fox is caught in {once} of the games, "
        f"both in {percent(*_ends(strong, 'both caught'))}; between agents of 100 one "
        f"is in {seldom}. The strong agents' foxes stand {abs(back.estimate):.2f} rows "
        f"({low:.2f} to {high:.2f}) {where} than the weak ones', on average. (The "
        "games: Figure 10 with 20 sheep, and those of 100 simulations in chapter 2; "
        "counted again by `foxkit run lengths`.)"
    )


def _ends(row: pd.Series, name: str) -> pd.Series:
    return row[[name, f"{name}_low", f"{name}_high"]]


@needs("single-change")
def game_lengths() -> Drawing:
    """Plot the length of a game against the sideways limit, and the paper's range."""
    found, ticks = by_limit(turns("single-change")), (1, 2, 3, 5, 10, 20, 40)
    title = "Turns of a game with 20 sheep by sideways limit, 10,000 simulations"
    with canvas(height=3.2) as (figure, axes):
        low, high = printed("fox-s5-length")
        paper: Any = {"color": LIGHT["published"], "alpha": 0.2, "label": "the paper"}
        axes.axhspan(low, high, **paper)
        curve(axes, found, "limit", OURS)
        axes.set(xscale="log", title=title, ylabel="turns of a game")
        axes.set_xticks(ticks, [f"{tick}" for tick in ticks])
        axes.set(xlabel="sideways turns in a row that lose")
        axes.minorticks_off()
        axes.legend(loc="best")
        said = (f"{limit}: {row}" for limit, row in lengths(found, "limit").items())
        return finish(figure, title, "; ".join(said))


@needs("single-change", aloud=False)
def game_lengths_verdict() -> Prose:
    """Say which single changes of the rules give games as long as the paper's."""
    found, (low, high) = turns("single-change"), printed("fox-s5-length")
    said = lengths(found[meets(found, low, high)], "cell")
    lines = "\n".join(f"* {named(cell)}: {text}" for cell, text in said.items())
    return Prose(
        f"The paper's games took about {low:g} to {high:g} moves; ours, between agents "
        f"of 10,000 simulations, {lengths(found, 'cell')['recommended']}. On the "
        "whole, a longer sideways limit lengthens them. Of the readings and single "
        f"changes that were played, these meet the paper's range:\n\n{lines}\n\n"
        "The games are counted in [chapter 2](02_balance_lab.ipynb); again: "
        "`foxkit run single-change`."
    )


@needs("surface", aloud=False)
def who_is_favoured() -> Prose:
    """Answer the chapter's title."""
    ends = in_percent(rates("surface", of="first"))
    strengths = (100, 300, 10_000, 30_000)
    weak, middle, strong, best = (ends[f"20 sheep n={n}"] for n in strengths)
    few = proportion(15, 30)
    return Prose(
        "**Who is favoured, and how would you know?** With 20 sheep and two equal "
        f"agents the sheep win {weak} of the games at 100 simulations, {middle} at "
        f"300, {strong} at 10,000, and {best} at 30,000: it is the players who decide. "
        "And thirty games, as many as stand behind a point of the paper, say "
        f"{percent(*few[:3])} when they end evenly: ask for "
        "the interval, and for the player."
    )
