"""The README's findings are the ones in the data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from foxkit.lab import fox_balance
from foxkit.lab.results import rates, table
from foxkit.lab.stats import holm
from foxkit.lab.studies import study_rows
from foxkit.view.percent import percent

LIMITS = "limit-8", "limit-9", "recommended"
README = " ".join((Path(__file__).parents[1] / "README.md").read_text("utf-8").split())


def rate(name: str, cell: str, column: str = "score") -> str:
    """Return a stored rate with its interval, as the README writes it."""
    row = table(name).loc[cell]
    return percent(*(row[f"{column}{end}"] for end in ("", "_low", "_high")))


def plies(size: str) -> int:
    """Return how long the hounds take to win on a board."""
    return study_rows("hounds-distances")[size]["plies"]


def errors(agent: str) -> str:
    """Return how often an agent errs as the wolves."""
    return percent(*study_rows("wolves-regret")[agent]["wolves"]["errors"][:3])


def turns_of(cell: str) -> str:
    """Return the mean turns of a kind of playout, as the README writes them."""
    row = table("lengths").loc[cell]
    return "{turns:.0f} turns ({turns_low:.0f} to {turns_high:.0f})".format(**row)


def stronger_than_the_base(simulations: int) -> int:
    """Return how many altered agents of Table 1 are proven to be, by Holm's method."""
    found = rates("table1")
    found = found[(holm(found["p_value"]) < 0.05) & (found["estimate"] > 0.5)]
    return int(found["cell"].str.endswith(f" n={simulations}").sum())


def findings() -> Iterator[str]:
    """Yield every part of a sentence that states a number."""
    yield f"they win {rate('surface', '20 sheep n=300', 'first_rate')} of the games."
    flocks = (rate("fig10", f"{n} sheep", "first_rate") for n in (20, 19, 18))
    yield "players of 10,000 they win {} with 20, {} with 19, and {} with 18".format(
        *flocks
    )
    cells = (f"{n} sheep n=30000" for n in (20, 19, 18))
    flocks = (rate("surface", cell, "first_rate") for cell in cells)
    yield "30,000 it is {} with 20, {} with 19, and only {} with 18.".format(*flocks)
    side = rate("fig10", "19 sheep side", "first_rate")
    yield f"gone instead, 10,000 simulations have them even at {side}."
    stronger = (stronger_than_the_base(n) for n in (1_000, 3_000, 10_000))
    words = (
        "{} are proven stronger than that paper's base agent with 1,000 simulations, "
    )
    yield (words + "{} with 3,000, and {} with 10,000.").format(*stronger)
    same, own = (rate("own-c", f"18 sheep{c}", "first_rate") for c in (" C=0.4", ""))
    yield f"the sheep win {same} if both sides explore with that paper's C = 0.4"
    yield f"and {own} if each has the C that won most against 0.4: the sheep 0.5, the"
    assert fox_balance.OWN_C == (0.5, 0.1)
    yield f"It is, in {rate('final-choice', 'n=10000', 'same')} of a game's positions"
    yield f"and wins {rate('final-choice', 'n=10000')} of the games."
    choice = rates("final-choice")
    assert [*choice["cell"][holm(choice["p_value"]) < 0.05]] == ["n=10000"]
    changes = table("single-change")
    middle = (changes.drop("recommended")["first_rate"] - 0.5).abs()
    assert (len(middle), *middle.nsmallest(2).index) == (26, "limit-5", "all-diagonals")
    turns = (round(changes["turns"][cell]) for cell in ("limit-5", "recommended"))
    yield f"the sheep win {rate('single-change', 'limit-5', 'first_rate')}, and a game"
    yield "game takes {} turns instead of {}.".format(*turns)
    limits = (rate("single-change", cell, "first_rate") for cell in LIMITS)
    yield "with 8, 9 and 10 turns the sheep win {}, {} and {}.".format(*limits)
    yield f"nine sheep lose at once, they take {turns_of('playouts')};"
    free = turns_of("playouts last-sheep limit 1000").replace(" turns", "")
    yield f"without a limit of sideways turns, {free}."
    counts, time = (rate("table2", f"0 - 5 {kind}") for kind in ("counts", "time"))
    yield f"Cutoff 0 scores {counts} against cutoff 5 with the former, {time} with the"
    timed = rates("cutoff", of="rival").set_index("cell").filter(like=" time", axis=0)
    assert timed["estimate"].idxmax() == "3 time"
    best = percent(*timed.loc["3 time", ["estimate", "low", "high"]])
    yield f"at equal time that cutoff scores {best} against 0."
    none = table("cutoff").loc[["none", "none time"]]
    assert (none["score"] == 1).all()
    yield f"lost all of {none['games'].sum():.0f} games against 0."
    yield f"12 x 12 in {plies('12 12')} plies and on 14 x 14 in {plies('14 14')}"
    yield f"as they do on 8 x 8 in {plies('8 8')}."
    start = study_rows("wolves-solution")["rules"]
    assert {end for end, _ in start["steps"][0]["after"].values()} == {"S"}
    yield f"lost for the wolves,** in {start['plies']} plies"
    yield f"gives part of the result away in {errors('printed')} of the wolves'"
    yield f"as meant, in {errors('meant')}."


@pytest.mark.parametrize("sentence", list(findings()))
def test_the_readme_says_what_the_data_say(sentence: str) -> None:
    assert sentence in README


def test_the_fox_wins_on_6_by_6() -> None:
    assert study_rows("hounds-boards")["6 6"]["winner"] == "fox"
