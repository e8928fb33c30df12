"""Searches as a student writes them, and their mistakes with words of each answer."""

PLAIN = {
    "build-1": """
def ucb1(m, n, N, c):
    return float("inf") if not n else m + c * (log(N) / n) ** 0.5
""",
    "build-2": """
class Node:
    def __init__(self):
        self.n, self.w, self.kids = 0, 0.0, {}


def mcts(position, simulations, ucb1, draw):
    root = Node()
    for number in range(simulations):
        path, node, pos = [(root, position.mover)], root, position
        while pos.moves:
            best, most = None, -inf
            for m in pos.moves:
                kid = node.kids.setdefault(m, Node())
                score = ucb1(kid.w / kid.n if kid.n else 0.0, kid.n, node.n)
                if score > most:
                    best, most = m, score
            node = node.kids[best]
            path.append((node, pos.mover))
            pos = pos.play(best)
            if node.n == 0:
                break
        while pos.moves:
            moves = list(pos.moves)
            pos = pos.play(moves[draw(len(moves))])
        for node, who in path:
            node.n += 1
            node.w += pos.outcome[who]
    return {m: kid.n for m, kid in root.kids.items()}
""",
    "build-3": """
def alphabeta(position, depth, alpha=-inf, beta=inf):
    if not position.moves:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    best = -inf
    for m in position.moves:
        v = -alphabeta(position.play(m), depth - 1, -beta, -alpha)
        best = max(best, v)
        if best > alpha:
            alpha = best
        if alpha >= beta:
            return best
    return best
""",
    "build-3, max and min": """
def alphabeta(position, depth, alpha=-inf, beta=inf, me=None):
    me = me or position.mover
    if position.outcome is not None:
        return position.outcome[me]
    if depth == 0:
        return 0
    v = -inf if position.mover == me else inf
    for m in position.moves:
        other = alphabeta(position.play(m), depth - 1, alpha, beta, me)
        if position.mover == me:
            v = max(v, other)
            alpha = max(alpha, v)
        else:
            v = min(v, other)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v
""",
    "build-4": """
def retrograde(positions, rounds):
    result = {}
    for p in positions:
        for who, pay in (p.outcome or {}).items():
            if pay > 0:
                result[p] = (who, 0)
    r = 0
    while r < rounds:
        r, found = r + 1, {}
        for p in positions:
            kids = [p.play(m) for m in p.moves]
            if p in result:
                continue
            if any(k in result and result[k][0] == p.mover for k in kids):
                found[p] = (p.mover, r)
            elif all(k in result for k in kids):
                found[p] = (result[kids[0]][0], r)
        if not found:
            break
        result.update(found)
    return result
""",
    "build-5": """
def max_n(position):
    if position.outcome:
        return position.outcome
    best = None
    for m in position.moves:
        got = max_n(position.play(m))
        if best is None or got[position.mover] > best[position.mover]:
            best = got
    return best
""",
    "build-6": """
def determinised(position, worlds, deal, value):
    sums, me = {m: 0 for m in position.moves}, position.mover
    for i in range(worlds):
        w = deal(position)
        for m in w.moves:
            sums[m] = sums[m] + value(w.play(m))[me]
    return {m: sums[m] / worlds for m in sums}
""",
    "sheep-4": """
def paranoid(position, me):
    if position.outcome:
        return position.outcome[me]
    best = None
    for m in position.moves:
        got = paranoid(position.play(m), me)
        if best is None or (got > best if position.mover == me else got < best):
            best = got
    return best
""",
    "zoo-4": """
def at_least(m, n, hand, unseen):
    chance = 0
    for k in range(0, min(m, hand + 1)):
        chance += comb(n, k) * comb(unseen - n, hand - k) / comb(unseen, hand)
    return 1 - chance
""",
}
"""Right, and written otherwise than the worked answers."""
SCORE, OTHER = "kid.n, node.n)", "'hare' if p.mover == 'hounds' else 'hounds'"
CUT = "        if alpha >= beta:\n            return best\n"
LEFT = "for p in positions:\n        result.setdefault(p, ({}, r))\n    return result"
GOT = "got[position.mover] > best[position.mover]"
MISTAKES: dict[str, list[tuple[str, str, str]]] = {
    "build-1": [
        ('float("inf") if not n else m', "m", "With 0 visits `ucb1` fails"),
        ('float("inf")', "10**9", "With 0 visits it returns 1000000000"),
        ("log(N)", "log(n)", "visits of the parent, not"),
        ("log(N)", "log(N + 1)", "and yours is"),
    ],
    "build-2": [
        ("outcome[who]", "outcome[position.mover]", "your sign does not flip"),
        ("outcome[who]", "outcome['hounds']", "as the hounds see it"),
        ("pos.mover))", "pos.play(best).mover))", "who is to move at a node"),
        (", kid.n, node", ", kid.n or 1, node", "does not come first"),
        (SCORE, f"{SCORE} if kid.n else 0", "the bound 0"),
        (SCORE, "kid.n, kid.n)", "where the visits of the parent belong"),
        (SCORE, "kid.n, root.n)", "with the visits of the root"),
        (SCORE, "kid.n, number + 1)", "the number of the simulation"),
        (SCORE, "kid.n, simulations)", "the number of all simulations"),
        (SCORE, "node.n, kid.n)", "changed places"),
        ("kid.w / kid.n if", "kid.w if", "divide it by the visits"),
        ("outcome[who]", "outcome[who] > 0", "It counts a loss as 0"),
        ("if node.n == 0", "if False", "all the way to the end"),
        ("in path:", "in path[1:]:", "The root gets no visit"),
        ("in path:", "in path[-1:]:", "Only the last node"),
        ("score > most", "score >= most", "it takes the last"),
        ("m: kid.n for", "m: kid.w / kid.n for", "means of results"),
        ("m: kid.n for", "m[0]: kid.n for", "with other keys"),
        ("root = Node()", "root = globals().setdefault('tree', Node())", "is left"),
        ("kids.setdefault", "kidz.setdefault", "fails at `kid = node.kidz"),
        ("draw(len(moves))", "-1 + draw(len(moves))", "Its visits are not those"),
    ],
    "build-3": [
        ("v = -alpha", "v = alpha", "sign does not flip"),
        ("alpha >= beta", "alpha <= beta", "turned round"),
        ("return 0", "return -1", "for a loss"),
        ("-beta, -alpha", "-alpha, -beta", "an opponent who helps"),
        ("alpha >= beta", "alpha > beta", "When they are equal"),
        (CUT, "", "nothing is cut off"),
        ("-beta, -alpha", "alpha, beta", "is the window handed on"),
        ("best > alpha", "False", "nothing is cut off"),
        ("outcome[position.mover]", "outcome[position.mover] * 2", "largest value"),
        ("depth == 0", "depth == 1", "where no plies are left"),
        ("depth == 0", "depth == -1", "one ply farther"),
        ("depth - 1", "depth", "was stopped at `"),
        ("outcome[position.mover]", "outcome[0]", "at `return position.outcome[0]`"),
        ("return best", "return position", "to be a number"),
    ],
    "build-3, max and min": [
        ("alpha >= beta", "alpha <= beta", "turned round"),
        ("return 0", "return -1", "what nobody sees is 0"),
        ("me or position.mover", "me or 'hounds'", "worth to the hounds"),
        ("position.mover == me", "True", "an opponent who helps"),
        ("beta = min(beta, v)", "pass", "nothing is cut off"),
    ],
    "build-4": [
        ("return result", LEFT.format(OTHER), "what no round decides is not lost"),
        ("all(k in result for k in kids)", "True", "fails at"),
        ("pay > 0", "who != p.mover", "every end for a loss"),
        ("found[p] = ", "found[p] = result[p] = ", "what round n itself has found"),
        ("r < rounds", "r <= rounds", "one round more"),
        ("(who, 0)", "(who, 1)", "should be"),
        (
            "return result",
            "return {p.text: v for p, v in result.items()}",
            "other keys",
        ),
        ("return result", "positions.clear()\n    return result", "changes the list"),
        ("return result", "return [*result]", "positions, and returns a list"),
    ],
    "build-5": [
        (GOT, "got['A'] > best['A']", "what is best for A"),
        (GOT, GOT.replace(">", ">="), "Of equal moves it takes the last"),
        (GOT, GOT.replace(">", "<"), "worst for them"),
        ("return position.outcome", "return 0", "returns a int"),
        (GOT, "got['C'] < best['C']", "In the tree"),
    ],
    "build-6": [
        ("deal(position)", "position", "from the hands as they are"),
        ("value(w.play", "value(position.play", "from the hands as they are"),
        ("value(w.", "value(deal(position).", "deals anew for each move"),
        ("deal(position)", "w if i else deal(position)", "are all one deal"),
        ("sums[m] / worlds", "sums[m]", "the sum over the deals"),
        ("[me]", "[w.play(m).mover]", "not to who makes it"),
        ("value(w.play(m))", "value(w)", "With the jack"),
    ],
    "sheep-4": [
        ("position.mover == me", "True", "that is the optimist"),
        ("position.mover == me", "False", "also its own"),
        ("position.mover == me", "position.mover == 'A'", "is not always A"),
        ("outcome[me]", "outcome[position.mover]", "to move there gets"),
        ("play(m), me", "play(m), position.mover", "stays the same"),
        ("return best", "return 2 * best", "In the tree"),
        ("return best", "return position", "to be a number"),
    ],
    "zoo-4": [
        ("return 1 - chance", "return chance", "and yours is"),
        ("range(0, min(m, hand + 1))", "range(0, min(m + 1, hand + 1))", "more than"),
        (" / comb(unseen, hand)", "", "and yours is"),
        ("return 1 - chance", "return 'much'", "to be a number"),
    ],
}
"""What stands in a program, what is written instead, and words of the answer."""
