"""Climb: `.venv/bin/python notebooks/studies/wolves_climb.py SEED SUMS`.

From a random sum of two numbers of `wolves_wishes.SEEN`, change a weight at a time and
keep what wins from no fewer of 500 placements; where 40 changes bring nothing better,
begin anew. The best is asked for 2,000 other placements, those of the study.
"""

import sys
from itertools import islice
from math import sqrt
from random import Random
from time import process_time

from wolves_proof import Board
from wolves_wishes import SEEN, Flock, placements, results

Wish = dict[str, int]


def changed(wish: Wish, stream: Random) -> Wish:
    """Return the sum with one weight new, nudged, doubled, halved or left out."""
    name, sign = stream.choice([*SEEN]), stream.choice((1, -1))
    old, new = wish.get(name, 0), sign * stream.choice((1, 2, 3, 5, 8, 12, 20, 40))
    nudged = old + stream.choice((-4, -2, -1, 1, 2, 4))
    after = wish | {name: stream.choice((0, new, nudged, 2 * old, old // 2))}
    return {name: weight for name, weight in after.items() if weight}


def share(wish: Wish, boards: list[Board], needed: float) -> float:
    """Return the share won against every play; 0 where `needed` is far off."""
    flock, won = Flock([wish]), 0
    for seen, board in enumerate(boards, 1):
        won += flock.wins(board)
        if won + sqrt(seen) + 3 < needed * seen:
            return 0.0
    return won / len(boards)


def climb(seed: int, sums: int) -> Wish:
    """Return the best sum of so many; print each that is the best so far."""
    stream, tried, best, most = Random(seed), 0, Wish(), -1.0
    boards = [board for _, board in islice(placements(10), 2_000, 2_500)]
    while tried < sums:
        wish, reached, idle = changed(changed({}, stream), stream), -1.0, 0
        while idle < 40 and tried < sums:
            after = changed(wish, stream)
            found = share(after, boards, reached)
            tried, idle = tried + 1, 0 if found > reached else idle + 1
            if found >= reached:
                wish, reached = after, found
            if reached > most:
                best, most = wish, reached
                print(f"{tried}: {most:.1%} {best} {process_time():.0f} s", flush=True)
    return best


if __name__ == "__main__":
    found = results([climb(*map(int, sys.argv[1:]))], 10, 2_000)
    print("others: {won:.1%} ({won_low:.1%} to {won_high:.1%})".format(**found))
