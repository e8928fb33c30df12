"""Two rates of the Fox Game's studies, played by a second program.

    python tests/verify_fox_rates.py race    # 19 sheep, 16 sideways turns lose
    python tests/verify_fox_rates.py choice  # the highest mean against the most visited

Beside each number stands that of `fox_fair.ipynb` or `fox_choice.ipynb`, which share no
code with this.
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np
from second_fox_game import NO_TABLE, START, read, search, sheep_win
from second_rates import Found, half_of_each, rate_of, tell

FEWER = read("--s.s--/--sss--/sssssss/sssssss/......./--...--/--f.f--")
RACED = {1_000: Found(0.358, 0.320, 0.399), 3_000: Found(0.656, 0.617, 0.693)}
"""Simulations -> what the sheep win in the study's final."""
CHOSEN = Found(0.915, 0.891, 0.934), Found(0.245, 0.213, 0.279), Found(0.58, 0.56, 0.60)
"""What the study's highest mean wins as sheep and as foxes, and its score."""


def race(n: int, seed: int) -> None:
    """Play so many games of the last rule to stay, at two strengths."""
    for simulations, known in RACED.items():
        rng = np.random.default_rng(seed)

        def usual(state: tuple[int, ...], simulations=simulations, rng=rng) -> int:
            return search(state, 16, simulations, NO_TABLE, -1, rng, 19)

        won = rate_of(partial(sheep_win, 16, [usual, usual], FEWER), n)
        tell(f"{simulations:,} simulations, the sheep win", won, known)


def choice(n: int, seed: int, simulations: int = 10_000) -> None:
    """Play so many games of either side, ten sideways turns and 20 sheep."""
    rng = np.random.default_rng(seed)

    def usual(state: tuple[int, ...]) -> int:
        return search(state, 10, simulations, NO_TABLE, -1, rng)

    def mean(state: tuple[int, ...]) -> int:
        return search(state, 10, simulations, NO_TABLE, -1, rng, by_mean=True)

    as_sheep = rate_of(partial(sheep_win, 10, [mean, usual], START), n)
    as_foxes = rate_of(lambda: not sheep_win(10, [usual, mean]), n)
    found = as_sheep, as_foxes, half_of_each(as_sheep, as_foxes)
    words = "as sheep it wins", "as foxes it wins", "its score"
    for what, own, known in zip(words, found, CHOSEN, strict=True):
        tell(f"highest mean, {simulations:,} simulations, {what}", own, known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["race", "choice"])
    parser.add_argument("--number", type=int, help="of games (200, 100 of a side)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    run, usual = (race, 200) if asked.what == "race" else (choice, 100)
    run(asked.number or usual, asked.seed)


if __name__ == "__main__":
    main()
