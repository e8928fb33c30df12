"""The fast Fox Game against the oracle: random games, random positions, perft."""

import random
from dataclasses import replace
from typing import Any

import pytest
from fox_game_engines import Fast, fast_rules
from fox_game_positions import VARIANTS, random_position, random_walk
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from make_perft import table
from oracle_fox_game import POINTS, FoxGame, Position

from foxkit.core.entry import evaluate
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame as FastFoxGame
from foxkit.search.perft import perft

common_rules = st.builds(
    FoxGame,
    sheep=st.integers(9, 20),
    from_side=st.booleans(),
    sideways_limit=st.integers(1, 12),
    first=st.sampled_from("sf"),
    must_continue=st.booleans(),
    must_capture=st.booleans(),
    catchable=st.booleans(),
    diagonals=st.sampled_from(["alternate", "none", "everywhere"]),
    fox_start=st.sampled_from([((6, 2), (6, 4)), ((4, 0), (5, 3)), ((4, 3), (4, 4))]),
    target=st.integers(6, 9),
    whole_chains=st.booleans(),
    last_sheep=st.booleans(),
    one_by_one=st.booleans(),
    removal_is_turn=st.booleans(),
)


@st.composite
def any_setup(draw: st.DrawFn) -> FoxGame:
    """1 to 4 foxes, another flock and another pasture; most are sound together."""
    rules = replace(draw(common_rules), sheep=draw(st.integers(4, 20)))
    order = draw(st.permutations(POINTS))
    own = tuple(order[: rules.sheep]) if draw(st.booleans()) else ()
    free = [point for point in order if point not in (own or rules.flock())]
    shared = draw(st.sampled_from([0] * 9 + [1]))  # points of foxes on which sheep are
    rows = st.sampled_from([3, 4, 5]).map(lambda r: [p for p in POINTS if p[0] >= r])
    pasture = draw(rows | st.lists(st.sampled_from(POINTS), min_size=1, unique=True))
    return replace(
        rules,
        sheep_start=own,
        fox_start=(*own[:shared], *free)[: draw(st.integers(1, 4))],
        pasture=tuple(pasture),
        target=draw(st.integers(1, min(rules.sheep, len(pasture)) + 1)),
    )


sound_setups = any_setup().filter(FoxGame.is_sound)


@pytest.mark.slow
@given(any_setup())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_what_is_no_game_is_refused(rules: FoxGame) -> None:
    """The fast rules refuse what the oracle calls unsound, and nothing else."""
    try:
        fast_rules(rules)
    except ValueError:
        assert not rules.is_sound()
    else:
        assert rules.is_sound()


def assert_same(fast: Fast, rules: FoxGame, slow: Position) -> None:
    """The two agree on the text, the moves, the winner and equation 3."""
    assert fast.text == slow.text
    assert fast.moves == sorted(rules.moves(slow)), slow.text
    assert fast.winner == rules.winner(slow), slow.text
    judged = FoxHeuristic(), fast.position.game, fast.position.state
    if not rules.knows_values():
        with pytest.raises(ValueError, match="a pasture is worth"):
            evaluate(*judged)
        return
    sheep, foxes = evaluate(*judged)
    assert foxes == pytest.approx(rules.heuristic(slow))
    assert sheep == -foxes


def compare_along_a_game(rules: FoxGame, position: Position, seed: int) -> None:
    fast = Fast(rules, position.text)
    for slow, move in random_walk(rules, position, random.Random(seed)):
        assert_same(fast, rules, slow)
        fast = fast.play(move) if move else fast


# -- random games and positions -------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_are_the_named_ones(variant: str) -> None:
    """`--variant NAME` sets the same rules as the tests mean by that name."""
    changes = FastFoxGame.VARIANTS[variant] if variant != "recommended" else {}
    assert FastFoxGame(**changes) == fast_rules(VARIANTS[variant])


def test_every_variant_is_compared() -> None:
    assert set(FastFoxGame.VARIANTS) <= set(VARIANTS)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_positions(variant: str) -> None:
    """Well-formed positions that play may never reach, and the games from there."""
    rng = random.Random(variant)
    for seed in range(60):
        position = random_position(VARIANTS[variant], rng)
        compare_along_a_game(VARIANTS[variant], position, seed)


# -- both games side by side ----------------------------------------------------------


class TwoGames(RuleBasedStateMachine):
    """One game played by the fast code and the oracle together."""

    kinds = common_rules

    @initialize(
        rules=st.runner().flatmap(lambda own: own.kinds),
        seed=st.none() | st.integers(0, 1_000_000),
    )
    def begin(self, rules: FoxGame, seed: int | None) -> None:
        self.rules, self.slow = rules, rules.start()
        if seed is not None:
            self.slow = random_position(rules, random.Random(seed))
        self.fast = Fast(rules, self.slow.text)

    @rule(choice=st.integers(0, 1_000_000))
    def play(self, choice: int) -> None:
        moves = self.fast.moves
        if not moves:
            return
        move, before = moves[choice % len(moves)], self.slow
        self.fast, self.slow = self.fast.play(move), self.rules.play(before, move)
        self.check_pieces(before, move)

    def check_pieces(self, before: Position, move: str) -> None:
        """A capture takes one sheep each; only a sheep's step can cost foxes."""
        lost = {piece: len(before.where(piece)) for piece in "sf"}
        for piece in "sf":
            lost[piece] -= self.fast.text.split()[0].count(piece)
        assert lost["s"] == move.count("x")
        assert lost["f"] == 0 or (before.mover == "s" and self.rules.catchable)

    @invariant()
    def same(self) -> None:
        assert_same(self.fast, self.rules, self.slow)

    @invariant()
    def finished_exactly_without_moves(self) -> None:
        assert (self.fast.moves == []) == (self.fast.winner is not None)

    @invariant()
    def text_reads_back(self) -> None:
        game = self.fast.position.game
        assert game.parse(self.fast.text)
        assert game.parse(self.fast.text) == (game, self.fast.position.state)


class TwoOwnGames(TwoGames):
    """The same with 1 to 4 foxes, other flocks and other pastures."""

    kinds = sound_setups


for machine in (TwoGames, TwoOwnGames):
    machine.TestCase.settings = settings(
        max_examples=50, stateful_step_count=50, deadline=None, derandomize=True
    )
TestTwoGames = TwoGames.TestCase
TestTwoOwnGames = pytest.mark.slow(TwoOwnGames.TestCase)


# -- perft ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row", table("fox-game"), ids=lambda row: f"{row['variant']}-{row['name']}"
)
def test_perft(row: dict[str, Any]) -> None:
    position = Fast(VARIANTS[row["variant"]], row["position"]).position
    assert perft(position.game, position.state, len(row["counts"])) == row["counts"]
