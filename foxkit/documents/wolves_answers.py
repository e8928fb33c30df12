"""Answers to the Wolves Eats Sheep report's claims that are more than a look-up."""

from collections.abc import Sequence

import pandas as pd

from foxkit.lab.answer import Found, differences


def _costs_less(rows: pd.DataFrame, side: str, one: str, other: str) -> Found:
    """Return what is scored without one term less what is without the other."""
    pairs = [
        (f"{x} without {one}", f"{x} without {other}") for x in ("meant", "printed")
    ]
    return differences(rows, f"a_scores_as_{side}", pairs)


def order_wolves_killed(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Leaving out sheep to be killed costs the wolves less than sheep killed."""
    return _costs_less(rows, "wolves", "facing", "killed")


def order_wolves_facing(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Leaving out the distance costs the wolves less than sheep to be killed."""
    return _costs_less(rows, "wolves", "shortened", "facing")


def order_sheep_killed(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Leaving out trapped wolves costs the sheep less than sheep killed."""
    return _costs_less(rows, "sheep", "trapped", "killed")


def order_sheep_trapped(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Leaving out the distance costs the sheep less than trapped wolves."""
    return _costs_less(rows, "sheep", "shortened", "trapped")


def order_sheep_shortened(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Leaving out blocked sides costs the sheep less than the distance."""
    return _costs_less(rows, "sheep", "ways", "shortened")


def order_sheep_ways(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Leaving out sheep to be killed costs the sheep less than blocked sides."""
    return _costs_less(rows, "sheep", "facing", "ways")


def q2_rounds(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Three wolves take more rounds to win than two."""
    names = ("random", "printed - random", "meant - random")
    pairs = [(name, f"two wolves {name}") for name in names]
    return differences(rows, "rounds_to_win_as_wolves", pairs)
