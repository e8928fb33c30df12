"""Monte Carlo players of Frank's Zoo, and what is counted to train them."""

from collections import Counter

import numpy as np
import oracle_franks_zoo as oracle
import pytest

from foxkit.core import entry
from foxkit.core.position import Position
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, heuristic
from foxkit.games.franks_zoo.players import (
    FewerCardsEvaluation,
    MonteCarlo,
    PolicyTraining,
    worthwhile_moves,
)
from foxkit.games.franks_zoo.rules import ALWAYS, FranksZoo, move_text
from foxkit.games.franks_zoo.training import (
    WeightedPolicy,
    count_moves,
    pooled_by_type,
    weighted_policy,
)
from foxkit.players.standard import PolicyPlayer
from foxkit.search.belief import PERFECT_INFORMATION, UNIFORM_DEALS
from foxkit.search.flat import WINS, mean_results

GAME = FranksZoo()
ENDING = "1 fox, 1 fish | 1 lion | 1 mosquito | - ; opening ; 1 1 0 0004"


def parse(text: str) -> Position:
    return Position.parse(GAME, text)


def mean(zoo: oracle.Zoo, seat: int) -> float:
    """What a seat gets on average if all move at random, by all continuations."""
    moves = zoo.moves()
    if not moves:
        return zoo.points[seat] / 2 - 1
    return sum(mean(zoo.play(move), seat) for move in moves) / len(moves)


def test_means_are_those_of_all_continuations() -> None:
    position = parse(ENDING)
    given = FewerCardsEvaluation(), RANDOM_AI, 40_000, 1
    found = mean_results(
        GAME, position.state, position.codes, *given, belief=PERFECT_INFORMATION
    )
    zoo = oracle.Zoo.parse(ENDING)
    for move, value in zip(position.moves, found, strict=True):
        wanted = next(m for m in zoo.moves() if str(m) == move)
        assert value == pytest.approx(mean(zoo.play(wanted), 0), abs=0.02)


@pytest.mark.slow
def test_hidden_hands_cannot_be_seen() -> None:
    """Two positions that look the same: the same means, unless the player peeks."""
    other = ENDING.replace("1 lion", "1 joke").replace("1 mosquito", "1 lion")
    one, two = parse(ENDING), parse(other.replace("1 joke", "1 mosquito"))
    assert entry.observe(GAME, one.state, 0) == entry.observe(GAME, two.state, 0)
    for policy in (RANDOM_AI, heuristic(0)):
        means = [
            mean_results(
                GAME,
                p.state,
                p.codes,
                FewerCardsEvaluation(),
                policy,
                200,
                3,
                belief=belief,
            ).tolist()
            for belief in (UNIFORM_DEALS, PERFECT_INFORMATION)
            for p in (one, two)
        ]
        assert means[0] == means[1]
        assert means[2] != means[3]


def test_what_monte_carlo_does_without_thinking() -> None:
    def listed(text: str, game: FranksZoo = GAME) -> list[str]:
        position = Position.parse(game, text)
        found = worthwhile_moves(game, position.state)
        return [move_text(0, int(move)) for move in found]

    assert listed("2 fox ; 2 hedgehog") == ["2 fox"]
    assert listed("1 fox, 1 joker ; 1 hedgehog") == ["pass"]
    assert listed("1 fox, 1 joker ; opening") == ["1 fox + joker"]
    always = FranksZoo(passing=ALWAYS)
    assert listed("1 fox, 1 fish ; opening", always) == ["1 fox", "1 fish"]
    assert listed("1 joker ; opening") == ["pass"]


@pytest.mark.parametrize("criterion", [0, WINS])
def test_monte_carlo_keeps_control(criterion: int) -> None:
    """The whale cannot be beaten, so it goes first and the fish last."""
    text = "1 whale, 1 fish | 2 fox, 1 seal | 2 bear | 2 seal ; opening ; 1 1 0 0000"
    position = parse(text)
    for policy in (RANDOM_AI, heuristic(0)):
        player = MonteCarlo(policy, 100, criterion)
        code = player.choose(position.game, position.state, 5)
        assert GAME.format_move(position.state, code) == "1 whale"
    with pytest.raises(ValueError, match="episodes is a whole number from 1"):
        MonteCarlo(episodes=0)


def test_counts_are_those_of_games_played_one_by_one() -> None:
    games, seed = 300, 4
    found = count_moves(GAME, RANDOM_AI, games, seed)
    assert found is count_moves(GAME, RANDOM_AI, games, seed)
    assert found.left.sum() >= games and found.left[11:13].sum() == 0
    assert (found.wins <= found.plays).all()
    opened = found.plays[0].sum()
    assert 0 < opened < found.plays.sum() and found.plays[0, 0] < games
    impossible = found.plays[16 * 2 + 0]  # two whales lie there
    texts = {move_text(0, int(move)) for move in np.flatnonzero(impossible)}
    assert texts <= {"3 whale", "2 whale + joker", "pass"}


def test_weights_choose_moves() -> None:
    weights = np.zeros((128, 1024))
    position = parse("1 fox, 1 fish, 1 mouse ; opening")
    fox, fish, mouse = position.moves.values()
    weights[0, fish], weights[0, mouse] = 0.25, 0.75
    drawn = Counter(
        PolicyPlayer(WeightedPolicy(weights, 0)).choose(GAME, position.state, seed)
        for seed in range(2000)
    )
    assert drawn[fox] == 0 and 400 < drawn[fish] < 600
    taken = {
        PolicyPlayer(WeightedPolicy(weights, 1)).choose(GAME, position.state, seed)
        for seed in range(50)
    }
    assert taken == {mouse}
    last = parse("2 fox ; opening")
    own = PolicyPlayer(WeightedPolicy(0 * weights, 1, wins=1))
    played = {own.choose(GAME, last.state, seed) for seed in range(50)}
    assert played == {last.moves["2 fox"]}
    nothing = {
        PolicyPlayer(WeightedPolicy(0 * weights, highest)).choose(
            GAME, position.state, seed
        )
        for seed in range(50)
        for highest in (0, 1)
    }
    assert nothing == {fox, fish, mouse}


@pytest.mark.slow
def test_training() -> None:
    rules = FranksZoo(deck=4)
    policy = PolicyTraining(games=2000).policy(rules)
    found = count_moves(rules, RANDOM_AI, 2000, 1)
    assert policy.highest == 1
    assert policy.weights.max() <= 1
    again = weighted_policy(found, highest=True)
    assert (again.weights == policy.weights).all()
    player = MonteCarlo(PolicyTraining(games=2000), 10)
    state = rules.start()
    assert player.choose(rules, state, 1) == player.choose(rules, state, 1)


def test_phases_divide_the_game() -> None:
    """Their counts add up to those of the whole; later ones know fewer cards."""
    whole = count_moves(GAME, RANDOM_AI, 400, 2)
    parts = count_moves(GAME, RANDOM_AI, 400, 2, phases=3)
    divided = parts.plays.reshape(3, *whole.plays.shape)
    assert (divided.sum(axis=0) == whole.plays).all()
    opened = divided[:, 0, 1:].sum(axis=1)
    assert opened.min() > 400 and parts.left.tolist() == whole.left.tolist()
    policy = weighted_policy(parts, highest=True)
    early, late = np.zeros((128, 1024)), np.zeros((128, 1024))
    fish, mouse = parse("1 fish, 1 mouse ; opening").moves.values()
    early[0, fish], late[0, mouse] = 1, 1
    policy = policy._replace(weights=np.vstack([early, late]))
    start = (
        FranksZoo(deal=1)
        .start()
        ._replace(one=parse("1 fish, 1 mouse ; opening").state.one, mover=0)
    )
    later = start._replace(played=5 * sum(1 << 4 * kind for kind in range(7)))
    chosen = [PolicyPlayer(policy).choose(GAME, state, 1) for state in (start, later)]
    assert chosen == [fish, mouse]


def test_moves_of_one_type_share_a_weight() -> None:
    found = count_moves(GAME, RANDOM_AI, 400, 2)
    pooled = pooled_by_type(found)
    one, three = (parse("3 fox ; opening").moves[text] for text in ("1 fox", "3 fox"))
    assert pooled.plays[0, one] == pooled.plays[0, three]
    assert (
        pooled.plays[0, one] == found.plays[0, (np.arange(1024) >> 4 & 15) == 6].sum()
    )
    lying = [16 * n + 6 for n in range(1, 8)]
    assert pooled.plays[lying[0], 0] == found.plays[lying, 0].sum()
    assert len(np.unique(pooled.wins / np.maximum(pooled.plays, 1))) < 200
