"""Pictures and sentences of the Fox Game's chapter: section 6 of its paper."""

import pandas as pd

from foxkit.lab import results
from foxkit.lab.fox_balance import OWN_C
from foxkit.lab.published import claims
from foxkit.lab.results import rates
from foxkit.lab.stats import proportion
from foxkit.view.drawing import Drawing
from foxkit.view.plots import rate_dots, win_rate_curve
from foxkit.view.prose import Prose, missing, needs
from foxkit.view.rates import in_percent, meets, parts


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


@needs("c-by-side")
def c_by_side() -> Drawing:
    """Plot each side's rate with another C against the base agent, 18 sheep."""
    found = results.table("c-by-side").dropna(subset=["score"])
    rows = [
        {
            **proportion(int(row[f"a_wins_{seat}"]), int(row["pairs"]))._asdict(),
            "c": float(cell.removeprefix("C=")),
            "side": f"as {side}",
        }
        for side, seat in (("sheep", "first"), ("foxes", "second"))
        for cell, row in found.iterrows()
    ]
    return win_rate_curve(
        pd.DataFrame(rows),
        "c",
        series="side",
        title="C against the base agent's, 18 sheep, 3,000 simulations",
        xlabel="C",
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


def _playouts() -> pd.DataFrame:
    """Return what was counted in random playouts, by what is changed in the rules."""
    found = results.table("lengths")
    found = found[found.index.str.startswith("playouts")]
    found = found.rename(columns={"turns_low": "low", "turns_high": "high"})
    return found.rename(index=lambda cell: cell[9:] or "the paper's rules")


@needs("lengths")
def playouts() -> pd.DataFrame:
    """Return mean turns, repeats and sheep wins of random playouts, by rules."""
    found = _playouts()
    shown = found[["turns", "low", "high", "repeats"]].round(1)
    shown["sheep win %"] = (100 * found["sheep"]).round(1)
    shown["games"] = found["games"].astype(int)
    return shown.rename_axis(None)


@needs("lengths", aloud=False)
def playouts_verdict() -> Prose:
    """Say under which rules random playouts are as long as the paper says."""
    low, high = map(float, claims()["fox-s63-playouts"].value.split())
    found = _playouts()
    fits = found[meets(found, low, high)]
    longest = found.loc[found["turns"].idxmax()]
    return Prose(
        f"Rules whose playouts take the paper's {low:g} to {high:g} turns: "
        f"**{', '.join(fits.index) or 'none of these'}**. The longest are those under "
        f"*{longest.name}*, with {longest['turns']:.0f} turns. The paper may count "
        "moves or playouts otherwise, or its rules differ from every reading here."
    )
