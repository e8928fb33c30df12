"""Usual mistakes in the searches that a reader writes, and words of each answer."""

BOTH = "known[here] = new[here] = "
VISITS = "    visits, total = Counter(), Counter()"
OWN = "position, simulations, ucb1, draw"
VALUE = "-alphabeta(position.play(move), depth - 1, -beta, -alpha)"
LOST = "len(winners) == len(after[here])"
WON = "if here.mover in winners:"
WORTH = "worth[position.mover]"
OTHER = '{"hounds": "hare", "hare": "hounds"}[here.mover]'
LOST_LEFT = f"{{here: known.get(here, ({OTHER}, 0)) for here in after}}"
"""Pieces of the worked answers, and what stands in their places."""
MISTAKES: dict[str, list[tuple[dict[str, str], str]]] = {
    "build-1": [
        ({"visits == 0": "visits == -1"}, "ZeroDivisionError"),
        ({"return inf": "return 0"}, "With 0 visits it returns 0"),
        ({"log(parent_visits)": "log(visits)"}, "visits of the parent, not"),
        ({"log(parent_visits) / visits": "log(visits) / parent_visits"}, "changed"),
        ({"log(": "log10("}, "logarithm to base 10"),
        ({"log(": "log2("}, "logarithm to base 2"),
        ({"log(parent_visits)": "parent_visits"}, "logarithm of the parent's visits"),
        ({"sqrt(": "("}, "The root of the bonus"),
        ({"sqrt(log(parent_visits) /": "(sqrt(log(parent_visits)) /"}, "the whole"),
        ({"c * sqrt(log": "sqrt(c * log"}, "`c` stands under the root"),
        ({"c * ": ""}, "multiplied by `c`"),
        ({"log(parent": "2 * log(parent"}, "With the 2"),
        ({"mean + c": "mean - c"}, "to be added"),
        ({" + c * sqrt(log(parent_visits) / visits)": ""}, "the mean alone"),
        ({"mean + c": "c"}, "the bonus alone"),
        ({"mean + c": "mean / visits + c"}, "divided already"),
        ({"log(parent_visits)": "log(parent_visits + 1)"}, "and yours is"),
    ],
    "build-2": [
        ({"here.outcome[mover]": "here.outcome[position.mover]"}, "does not flip"),
        ({"here.outcome[mover]": "-here.outcome[mover]"}, "who is to move at a node"),
        (
            {"here.outcome[mover]": "(-1 if here.mover == mover else 1)"},
            "It takes an end for a loss",
        ),
        (
            {"visits[child], visits[node])": "visits[child], visits[child])"},
            "where the visits of the parent belong",
        ),
        ({"child], visits[node])": "child], visits[()])"}, "visits of the root"),
        (
            {"(mean, visits[child]": "(mean, max(1, visits[child])"},
            "does not come first",
        ),
        ({" / max(1, visits[child])": ""}, "that is the sum"),
        ({"visits[child], visits[node])": "visits[node], visits[child])"}, "places?"),
        ({"= max(children": "= min(children"}, "was never tried"),
        ({"max(children": "max(children[::-1]"}, "takes the last"),
        ({"(node == () or visits[node])": "node == ()"}, "at the root alone"),
        ({"mover in line:": "mover in line[-1:]:"}, "The visits add up to"),
        ({OWN: f"{OWN}, visits=Counter(), total=Counter()", VISITS: "    #"}, "again"),
        ({"[*here.moves][draw(": "[*here.moves][-1 + draw("}, "Its visits are not"),
        ({"outcome[mover]": "outcome[mver]"}, "at `total[node] += here.outcome[mver]`"),
        ({"visits[move,] for": "total[move,] for"}, "whole numbers, and it returns"),
        ({"child], visits[node])": "child], simulations)"}, "the parent has 80 visits"),
        ({"(node == () or visits[node])": "True"}, "from a new node it plays on"),
        ({"return {move: visits[move,] ": "return {move[0]: 1 "}, "with other keys"),
    ],
    "build-3": [
        ({VALUE: VALUE[1:]}, "sign does not flip"),
        (
            {"max(alpha, value)": "min(alpha, value)"},
            "Who is to move takes the largest",
        ),
        (
            {"return position.outcome[position.mover]": "return -1"},
            "every end for a loss",
        ),
        ({"outcome[position.mover]": 'outcome["hounds"]'}, "as the hounds see it"),
        ({"return position.outcome[position.mover]": "return 1"}, "for a win of who"),
        (
            {
                "    if depth == 0:\n        return 0\n": "",
                "    if position.outcome": "    if depth == 0:\n        return 0\n"
                "    if position.outcome",
            },
            "It asks for the depth before",
        ),
        ({"return position.out": "return -position.out"}, "from the wrong side"),
        ({"return 0": "return -1"}, "cannot see for a loss"),
        ({"-beta, -alpha": "alpha, beta"}, "hands its window on"),
        ({"-beta, -alpha": "-alpha, -beta"}, "change places"),
        ({"alpha >= beta": "alpha <= beta"}, "turned round"),
        ({"depth == 0": "depth == 1"}, "has gone 0 deep"),
        ({"depth == 0": "depth == -1"}, "has gone 2 deep"),
        ({"alpha >= beta": "alpha > beta"}, "When they are equal"),
        ({"if alpha >= beta": "if False"}, "nothing is cut off"),
        ({", -beta, -alpha": ""}, "nothing is cut off"),
        ({"return alpha": "return position"}, "to be a number"),
        ({"outcome[position.mover]": "outcome[0]"}, "at `return position.outcome[0]`"),
    ],
    "build-4": [
        ({"new[here] = ": BOTH}, "what round n itself has found"),
        ({LOST: "winners"}, "as soon as one of its moves loses"),
        ({LOST: "True", "winners[0], number": f"{OTHER}, number"}, "What is not"),
        (
            {WON: f"if {OTHER} in winners:", "here.mover, number": f"{OTHER}, number"},
            "",
        ),
        (
            {"max(end.outcome, key=end.outcome.get)": OTHER.replace("here", "end")},
            "end",
        ),
        (
            {"return known": "return {p: (w, n + 1) for p, (w, n) in known.items()}"},
            "one",
        ),
        ({"return known": "positions.clear()\n    return known"}, "changes the list"),
        ({"number < rounds and ": ""}, "After one round"),
        (
            {"return known": f"return {LOST_LEFT}"},
            "All that it decides by rounds is right",
        ),
        (
            {"return known": f"return known if new else {LOST_LEFT}"},
            "Where nobody counts stalled moves",
        ),
        ({"return known": "return [*known]"}, "a dictionary, and returns a list"),
        ({"new[here] = here.mover, number": "new[here] = here.mover"}, "After one"),
    ],
    "build-5": [
        ({"return max(": "return min("}, "worst for them"),
        ({"worth[position.mover]": 'worth["A"]'}, "what is best for A"),
        ({"worth[position.mover]": "sum(worth.values())"}, "make the sum largest"),
        ({"worth[position.mover]": f"2 * {WORTH} - sum(worth.values())"}, "ahead of"),
        ({"max(after": "max(after[::-1]"}, "Of equal moves it takes the last"),
        ({"return position.outcome": "return 0"}, "returns a int"),
        ({"worth[position.mover]": "-worth['C']"}, "In the tree"),
    ],
    "build-6": [
        ({"world = deal(position)": "world = position"}, "from the hands as they are"),
        ({"value(world.": "value(deal(position)."}, "its deals are 60"),
        (
            {
                "    for _ in": "    world = deal(position)\n    for _ in",
                "        world = deal(position)\n": "",
            },
            "its deals are 1,",
        ),
        ({"each / worlds": "each"}, "the sum over the deals"),
        ({"[position.mover]": "[world.play(move).mover]"}, "not to who makes it"),
        ({"return {": "return [0] or {"}, "returns a list"),
        ({"value(world.play(move))": "value(world)"}, "With the"),
    ],
}
PARANOID = """
def max_n(position, root=None):
    root = root or position.mover
    if position.outcome is not None:
        return position.outcome
    after = [max_n(position.play(move), root) for move in position.moves]
    best = max if position.mover == root else min
    return best(after, key=lambda worth: worth[root])
"""
SMALLEST = """
def alphabeta(position, depth, alpha=-inf, beta=inf):
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    best = inf
    for move in position.moves:
        best = min(best, -alphabeta(position.play(move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
HOUNDS = """
def alphabeta(position, depth):
    if position.outcome is not None:
        return position.outcome["hounds"]
    if depth == 0:
        return 0
    best = max if position.mover == "hounds" else min
    return best(alphabeta(position.play(move), depth - 1) for move in position.moves)
"""
STAYS = """
def alphabeta(position, depth, alpha=-inf, beta=inf):
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    best = -inf
    for move in position.moves:
        best = max(best, -alphabeta(position.play(move), depth - 1, -beta, -alpha))
        if best >= beta:
            break
    return best
"""
TABLE = """
seen = {}


def alphabeta(position, depth):
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    if position not in seen:
        after = map(position.play, position.moves)
        seen[position] = max(-alphabeta(each, depth - 1) for each in after)
    return seen[position]
"""
VOTES = """
def determinised(position, worlds, deal, value):
    votes = dict.fromkeys(position.moves, 0)
    for _ in range(worlds):
        world = deal(position)
        worth = {move: value(world.play(move))[position.mover] for move in votes}
        for move in votes:
            votes[move] += worth[move] == max(worth.values())
    return {move: each / worlds for move, each in votes.items()}
"""
PROGRAMS = [
    ("build-6", VOTES, "in how many deals a move is best"),
    ("build-5", PARANOID, "paranoid"),
    ("build-5", PARANOID.replace("else min", "else max"), "the player at the root"),
    ("build-3", SMALLEST, "wrong side minimises"),
    ("build-3", HOUNDS, "worth to the hounds"),
    ("build-3", STAYS, "nothing is cut off"),
    ("build-3", TABLE, "how deep it has looked"),
]
"""Other programs than the worked ones with a line changed."""
