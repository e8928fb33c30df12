"""The rules of Battle Sheep: hand-made cases, the oracle, maps and golden counts."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_battle_sheep import Position as Slow
from oracle_battle_sheep import shifted

from foxkit.core import entry
from foxkit.core.fields import game_with
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games import game_named
from foxkit.games.battle_sheep import geometry
from foxkit.games.battle_sheep.geometry import cells_of
from foxkit.games.battle_sheep.rules import BOTH, PASS, SCORE, BattleSheep, scores

VARIANTS = (None, *BattleSheep.VARIANTS)
SMALL = "# # # #/# a6 . #/# . . b2/# . # c1 | 1"


def parse(text: str, variant: str | None = None) -> Position:
    return Position.parse(game_named("battle-sheep", variant), text)


# -- against the oracle --------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=25)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.randoms())
def test_whole_games_go_as_the_oracle_says(
    variant: str | None, seed: int, rng: random.Random
) -> None:
    fast = Position.start(game_named("battle-sheep", variant).with_deal(seed))
    slow = Slow.parse(fast.text, fast.game.sheep)
    while slow.moves:
        assert list(fast.moves) == slow.moves, "the report's own order, too"
        move = rng.choice(slow.moves)
        fast, slow = fast.play(move), slow.play(move)
        assert fast.text == slow.text
    assert not fast.moves
    points = [slow.score(player) for player in (1, 2, 3, 4)]
    assert list(scores(fast.state)) == points
    assert fast.game.reason(fast.state) == f"scores {', '.join(map(str, points))}"


@given(st.integers(3, 15), st.randoms())
def test_any_drawing_is_read_as_the_oracle_reads_it(
    size: int, rng: random.Random
) -> None:
    """Positions that no play leads to: scattered stacks on arrays of every size."""
    cells = ["#", ".", ".", ".", *(f"{p}{n}" for p in "abcd" for n in (1, 2))]
    left = dict.fromkeys("abcd", 16)

    def cell() -> str:
        found = rng.choice(cells)
        sheep = int(found[1:] or 0)
        if sheep > left.get(found[0], 16):
            return "."
        left[found[0]] = left.get(found[0], 16) - sheep
        return found

    rows = "/".join(" ".join(cell() for _ in range(size)) for _ in range(size))
    text = f"{rows} | {rng.randint(1, 4)}"
    fast, slow = parse(text), Slow.parse(text)
    assert fast.text == text
    assert list(fast.moves) == slow.moves
    assert all(fast.play(move).text == slow.play(move).text for move in slow.moves)
    assert list(scores(fast.state)) == [slow.score(player) for player in (1, 2, 3, 4)]


# -- hand-made -----------------------------------------------------------------------


def test_sheep_slide_as_far_as_they_can_and_no_shorter() -> None:
    position = parse(". . . . ./a6 # # # ./. # . # ./. # # # ./. . . . . | 1")
    assert [m for m in position.moves if ":3>" in m] == [
        "0,1:3>2",
        "0,1:3>3",
        "0,1:3>8",
    ]
    assert position.play("0,1:2>8").text.split("/")[4] == "a2 . . . . | 2"
    assert position.play("0,1:2>3").text.split("/")[0] == ". a2 . . ."


def test_a_stack_of_one_stays() -> None:
    assert list(parse("a1 . #/# . #/# b2 # | 1").moves) == ["pass"]


def test_who_cannot_move_passes_while_others_can() -> None:
    position = parse("a1 # b2/# # ./c1 # d1 | 1")
    assert (position.mover, list(position.moves)) == ("1", ["pass"])
    assert list(position.moves.values()) == [PASS]
    assert position.play("pass").mover == "2"
    after = position.play("pass").play("2,0:1>8")
    assert (after.mover, list(after.moves)) == ("3", [])
    assert after.outcome == {"1": -1 / 3, "2": 1.0, "3": -1 / 3, "4": -1 / 3}


def test_a_flock_starts_beside_an_obstacle_but_the_arrays_edge_is_none() -> None:
    assert list(parse(". . ./. . ./. . # | 1").moves) == ["1,2", "2,1"]
    assert list(parse("a16 . ./. . ./. . # | 2").moves) == ["1,2", "2,1"]
    assert parse("a16 b16 ./. . ./. . # | 3").play("1,2").text.split("/")[2] == (
        ". c16 # | 4"
    )


def test_a_taken_cell_is_no_obstacle() -> None:
    assert list(parse("a16 . ./. . ./. . . | 2").moves) == ["pass"]


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("a1 a1 #/# # a1/# # #", round(2**1.25 + 1)),
        ("a1 a1 a1/a1 a1 a1/a1 a1 a1", round(9**1.25)),
        ("a1 # #/# a1 #/# # a1", 3),
    ],
)
def test_regions_are_joined_by_sides_only(rows: str, points: int) -> None:
    assert scores(parse(f"{rows} | 1").state)[0] == points


def test_sixteen_cells_in_one_region_are_the_most() -> None:
    rows = "/".join(["a1 a1 a1 a1"] * 4)
    position = parse(f"{rows} | 1")
    assert scores(position.state) == (32, 0, 0, 0)
    game = position.game._replace(pays=SCORE)
    assert entry.payoffs(game, position.state) == (1.0, -1.0, -1.0, -1.0)
    both = entry.payoffs(game._replace(pays=BOTH), position.state)
    assert both == pytest.approx((1.0, -0.5, -0.5, -0.5))


def test_partners_share_their_score() -> None:
    rows = "a1 a1 a1/b1 c1 d1/# # #"
    alone, teams = parse(f"{rows} | 1"), parse(f"{rows} | 1", "teams")
    assert alone.outcome == pytest.approx(
        {"1": 1, "2": -1 / 3, "3": -1 / 3, "4": -1 / 3}
    )
    assert teams.outcome == {"1": 1.0, "2": -1.0, "3": 1.0, "4": -1.0}
    tied = parse("a1 b1 #/# # #/c1 d1 # | 1")
    assert tied.outcome == dict.fromkeys("1234", 0.0)


# -- maps ----------------------------------------------------------------------------


def test_the_random_stream_is_splitmix64() -> None:
    """The first numbers of seed 0, as published implementations print them."""
    assert [*islice(geometry.splitmix64(0), 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_map_has_its_cells_and_hangs_together(variant: str | None) -> None:
    game = game_named("battle-sheep", variant)
    for seed in range(30):
        field = game.with_deal(seed).start().free
        assert sum(word.bit_count() for word in field) == game.cells
        cells = cells_of(field)
        near = (2, 4, 6, 8) if game.neighbours == 4 else range(1, 10)
        region, queue = {cells[0]}, cells[:1]
        while queue:
            here = queue.pop()
            more = {shifted(here, d) for d in near if d != 5} & set(cells) - region
            region |= more
            queue += more
        assert region == set(cells)
    assert (
        game.with_deal(1).start()
        == game.with_deal(1).start()
        != game.with_deal(2).start()
    )


def test_only_joined_maps_if_they_are_asked_for() -> None:
    ragged = game_named("battle-sheep", "845")
    strict = ragged._replace(joined=1, percent=60)
    assert not all(
        geometry.is_joined(ragged.with_deal(s).start().free) for s in range(20)
    )
    assert all(
        geometry.is_joined(strict.with_deal(seed).start().free) for seed in range(5)
    )


def test_a_map_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no map of 64 cells on 5 x 5"):
        game_with(BattleSheep, {"size": 5})


# -- hidden heights ------------------------------------------------------------------


def middle(variant: str, plies: int, seed: int) -> Position:
    position = Position.start(game_named("battle-sheep", variant).with_deal(seed))
    rng = random.Random(seed)
    for _ in range(plies):
        position = position.play(rng.choice(list(position.moves)))
    return position


@pytest.mark.parametrize("seed", range(4))
def test_a_new_deal_looks_the_same_and_gives_nothing_away(seed: int) -> None:
    position = middle("hidden", 4 + 6 * seed, seed)
    game, state = position.game, position.state
    for player in range(4):
        seen = entry.observe(game, state, player)
        assert seen.owned == state.owned
        for draw in range(10):
            again = entry.resample_hidden(game, state, player, draw)
            assert again == entry.resample_hidden(game, seen, player, draw)
            assert entry.observe(game, again, player) == seen
            sheep = Slow.parse(game.format(again))
            assert all(sum(sheep.stacks(p).values()) == 16 for p in (1, 2, 3, 4))


def test_every_way_to_share_hidden_sheep_is_as_likely() -> None:
    position = parse("a16 b1 #/# b2 ./b1 . # | 1", "hidden")
    game = position.game._replace(sheep=5)
    ways = Counter(
        game.format(entry.resample_hidden(game, position.state, 0, mix(seed, 1)))
        for seed in range(3000)
    )
    assert len(ways) == 6, "two sheep more on three cells"
    assert all(400 < count < 600 for count in ways.values())


def test_nothing_is_hidden_otherwise() -> None:
    position = middle("845", 20, 1)
    game, state = position.game, position.state
    assert (
        entry.observe(game, state, 2)
        == entry.resample_hidden(game, state, 2, 7)
        == state
    )


# -- texts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not 2 parts but 1"),
        ("a16 . . | 1", "1 rows instead of 3 to 15"),
        (". . ./. ./. . x | 5", "row 1 has 2 cells instead of 3"),
        (". . ./. . ./. . x | 1", "'x' at 2,2"),
        (". . ./. a0 ./. . e3 | 1", "'a0' at 1,1"),
        ("a9 a9 ./. . ./b17 . . | 1", "player 1 has 18 sheep"),
        (". . ./. . ./. . . | 5", "'5' instead of 1, 2"),
    ],
)
def test_the_first_fault_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse(text)


def test_a_large_flock_is_sound_where_flocks_are_large() -> None:
    assert parse("a31 a1 ./. . ./# . . | 1", "large").moves
