"""Numbers for sets: ranks in the combinatorial number system, without a hash table.

The sets of k items are numbered in the order of their binary numbers, within those
whose items have the same sum of weights. With the items ascending, h1 < ... < hk, and
r_j the sum of the weights of h1 to hj,

    rank = sum over j of counts[h_j, j, r_j]

where counts[n, j, r] is how many sets of j of the first n items have the sum r. Where
no item has a weight, counts[n, j, 0] is the binomial coefficient "n over j".
"""

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled_inline

Ints = NDArray[np.int64]


def count_sets_by_size_and_sum(weights: Ints, max_members: int) -> Ints:
    """How many sets there are, see above: [items, members, sum of weights].

    Args:
        weights: of the items, 0 or more.
        max_members: the members that a set has at most.

    Returns:
        The counts for 0 to all items and 0 to `max_members` members; the last sum is
        larger than that of any set.
    """
    sums = max_members * int(weights.max()) + 2
    counts = np.zeros((len(weights) + 1, max_members + 1, sums), np.int64)
    counts[:, 0, 0] = 1
    for n, weight in enumerate(weights.tolist()):
        counts[n + 1] = counts[n]
        counts[n + 1, 1:, weight:] += counts[n, :-1, : sums - weight]
    return counts


@compiled_inline
def rank_with_replaced(
    counts: Ints, weights: Ints, members: Ints, index: int, item: int
) -> int:
    """The rank of a set in which `item` replaces the member at an index.

    Args:
        counts, weights: as in `count_sets_by_size_and_sum`.
        members: ascending.
        index: of the member that is replaced.
        item: this member, or an item that is not in the set.
    """
    rank, total, seat, waiting = 0, 0, 0, True
    for j in range(len(members)):
        if j == index:
            continue
        if waiting and item < members[j]:
            seat, total, waiting = seat + 1, total + weights[item], False
            rank += counts[item, seat, total]
        seat, total = seat + 1, total + weights[members[j]]
        rank += counts[members[j], seat, total]
    if waiting:
        rank += counts[item, seat + 1, total + weights[item]]
    return rank


@compiled_inline
def unrank(
    counts: Ints, weights: Ints, weight_sum: int, rank: int, members: Ints
) -> None:
    """Write the set of a rank, among those of a sum of weights, into `members`.

    They are ascending, and as many as the array has room for.
    """
    item = len(weights)
    for j in range(len(members), 0, -1):
        item -= 1
        while counts[item, j, weight_sum] > rank:
            item -= 1
        members[j - 1] = item
        rank -= counts[item, j, weight_sum]
        weight_sum -= weights[item]
