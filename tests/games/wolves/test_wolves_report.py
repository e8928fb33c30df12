"""The report's evaluations and players against an oracle, switch by switch."""

import random

import pytest
from oracle_wolves import START, Position
from oracle_wolves_report import Report
from wolves_positions import random_position

from foxkit.games.wolves import rules as wolves
from foxkit.games.wolves.evaluation import AS_MEANT, AS_PRINTED, ReportBugs
from foxkit.games.wolves.players import ReportPlayer, score_moves, score_of
from foxkit.games.wolves.rules import Wolves

ALONE = [tuple(i == on for i in range(4)) for on in range(4)]
SWITCHES = [(False,) * 4, *ALONE, (True,) * 4]
"""The first four: none of them, each alone, all together."""


def unfinished(rng: random.Random, wolves: int = 2) -> Position:
    """A random position with so many wolves in which the game goes on."""
    while True:
        position = random_position(rng)
        if len(position.squares("2")) == wolves and Report().game.moves(position):
            return position


def crowded(rng: random.Random) -> Position:
    """A position with three wolves, many sheep, and the wolves' first in a corner."""
    while True:
        cells = list("2" + "".join(rng.choices("012", (4, 8, 1), k=24)))
        text = "/".join("".join(cells[i : i + 5]) for i in range(0, 25, 5))
        position = Position.parse(f"{text} {rng.choice('ws')}")
        if len(position.squares("2")) == 3 and Report().game.moves(position):
            return position


def later(root: Position, plies: int, rng: random.Random) -> Position:
    """A position some moves after a root."""
    position = root
    for _ in range(plies):
        moves = Report().game.moves(position)
        if moves:
            position = Report().game.play(position, rng.choice(moves))
    return position


@pytest.mark.parametrize("switches", SWITCHES)
def test_evaluations_agree_with_the_oracle(switches: tuple[bool, ...]) -> None:
    rng, report = random.Random(str(switches)), Report(*switches)
    for _ in range(50):
        root = unfinished(rng)
        cur = later(root, rng.randint(0, 6), rng)
        ours = score_of(cur.text, root.text, ReportBugs(*switches))
        assert ours == report.evaluate(cur, root, root.mover), (cur.text, root.text)


@pytest.mark.parametrize("turn_bug", [False, True])
def test_three_wolves_agree_with_the_oracle(turn_bug: bool) -> None:
    """With all slips the search ends where the first wolf and another are trapped."""
    rng, switches = random.Random(7), (turn_bug, True, True, True, True, True)
    report, false_ends = Report(*switches), 0
    for _ in range(40):
        root = crowded(rng)
        if report.game.winner(root):
            false_ends += 1
            with pytest.raises(ValueError, match="believes that the game is over"):
                score_moves(root.text, ReportBugs(*switches), 2)
            state = Wolves().parse(root.text)[1]
            assert ReportPlayer(ReportBugs(*switches)).choose(Wolves(), state, 1)
            continue
        ours = score_moves(root.text, ReportBugs(*switches), 2)
        theirs = report.scores(root, 2)
        assert ours.scores == {m: score for m, (score, _) in theirs.items()}, root.text
    assert false_ends > 3


@pytest.mark.parametrize("switches", SWITCHES)
def test_root_scores_agree_with_the_oracle(switches: tuple[bool, ...]) -> None:
    rng, report = random.Random(str(switches)), Report(*switches)
    for depth in (1, 2, 3):
        root = unfinished(rng)
        ours = score_moves(root.text, ReportBugs(*switches), depth)
        theirs = report.scores(root, depth)
        assert ours.scores == {m: score for m, (score, _) in theirs.items()}, root.text
        assert ours.score == max(score for score, _ in theirs.values())
        quickest = min(theirs.values(), key=lambda pair: (-pair[0], pair[1]))
        chosen = {move for move, pair in theirs.items() if pair == quickest}
        assert set(ours.chosen) == chosen, root.text


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("20000/00000/10100/00000/00100 w", {"00x20"}),
        ("20100/00000/00000/02000/10001 w", {"00x02"}),
    ],
)
def test_the_quickest_win_is_chosen(text: str, moves: set[str]) -> None:
    found = score_moves(text)
    assert (found.score, set(found.chosen)) == (100_000, moves)
    player, state = ReportPlayer(), Wolves().parse(text)[1]
    seen = {player.choose(Wolves(), state, seed) for seed in range(5)}
    assert {Wolves().format_move(state, move) for move in seen} == moves


def test_a_term_can_be_left_out() -> None:
    root, cur = START, "11111/11111/00000/02000/00020 s"
    assert score_of(cur, root) == 20 * 10 + 300
    assert score_of(cur, root, without=["facing"]) == 20 * 10
    with pytest.raises(ValueError, match="no term 'ears'; there are killed"):
        score_of(cur, root, without=["ears"])


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="no wolf"):
        score_moves("11111/11111/00000/00000/00000 w")
    with pytest.raises(ValueError, match="the game is over"):
        score_moves("11000/00000/00000/00000/02020 w")
    assert score_of("11000/00000/00000/00000/02020 w") == 100_000


@pytest.mark.parametrize("generator", [wolves.RULES, wolves.FORCED])
def test_players_play_legal_moves(generator: int) -> None:
    rng, game = random.Random(5), Wolves(generator=generator)
    for switches in (AS_MEANT, AS_PRINTED):
        for _ in range(20):
            state = game.parse(unfinished(rng).text)[1]
            move = ReportPlayer(switches, depths=(2, 2)).choose(game, state, 1)
            assert game.format_move(state, move)


@pytest.mark.slow
@pytest.mark.parametrize("depth, move", [(4, "24-23"), (5, "21-31")])
def test_four_and_five_plies_part_in_the_fort(depth, move):
    """See the study of depth: the two agree on no move there."""
    fort = "11111/10001/01101/00220/00000 s"
    scores = Report().scores(Position.parse(fort), depth)
    best = max(score for score, _ in scores.values())
    assert [x for x, (score, _) in scores.items() if score == best] == [move]
    assert score_moves(fort, depth=depth).chosen == [move]
