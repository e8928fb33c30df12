"""Openings: the same in all games of a block, and for all that are compared."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from own_players import guessing
from small_play import leave, same_as_ever
from toys import Counters

from foxkit import (
    BattleSheep,
    Budget,
    FoxGame,
    FoxHounds,
    FranksZoo,
    FunctionPlayer,
    HareHounds,
    MctsPlayer,
    Opening,
    Position,
    RandomPlayer,
    Wolves,
    match,
    paper,
    play,
    play_blocks,
    replay,
)
from foxkit.core.game import legal_moves, payoffs
from foxkit.core.game import play as played_on
from foxkit.core.generic import compared_by_class
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.lab.address import address_of, match_from_address, seed_stream_of
from foxkit.lab.match import FinishedGame, Match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.match_run import piece_as_json_data
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.view.record import OPENING_ENDS, Record

ANY = RandomPlayer()
BY_CHANCE = Opening(8, player=ANY)


def begun(of: Match, blocks: int = 5) -> list[tuple[int, ...]]:
    """The openings of some blocks, each the same in every game of its block."""
    games = play_blocks(of, seed_stream_of(of), range(blocks))
    seats, plies = len(games.players), of.opening.plies if of.opening else 0
    size = 1 if of.game.MAX_MOVES <= 256 else 2
    found = [tuple(game.moves[: plies * size]) for game in games.finished]
    blocks_of = [found[at : at + seats] for at in range(0, len(found), seats)]
    assert all(len({*each}) == 1 for each in blocks_of)
    return [each[0] for each in blocks_of]


def test_a_match_without_an_opening_is_the_one_that_it_was() -> None:
    plain = match(FoxGame(), paper(5))
    assert address_of(plain).keys() == {"game", "players"}
    for none in (0, 0.0, Opening(0), Opening(0, ANY)):
        assert match(FoxGame(), paper(5), opening=none) == plain


def test_the_address_says_who_plays_an_opening_and_is_enough_to_play_it() -> None:
    usual = match(FoxGame(), paper(5), opening=8)
    assert address_of(usual)["opening"] == {
        "Opening": {
            "plies": 8,
            "player": address_of(match(FoxGame(), paper(300)))["players"][0],
        }
    }
    assert usual == match(FoxGame(), paper(5), opening=Opening(8, paper(300)))
    for one in (usual, match(Counters(), ANY, opening=BY_CHANCE)):
        if one is usual:
            assert match_from_address(json.loads(MatchFiles(one).address)) == one
        assert one != match(one.game, *one.players)
        assert MatchFiles(one).name != MatchFiles(match(one.game, *one.players)).name


def test_players_and_rules_are_compared_on_the_same_openings() -> None:
    """Other blocks, plies, players of the opening and seeds have others."""
    fox = FoxGame()
    first = begun(match(fox, paper(5), opening=BY_CHANCE))
    assert len({*first}) == 5
    assert first == begun(match(fox, ANY, paper(9), opening=BY_CHANCE))
    assert first == begun(match(FoxGame(sideways_limit=9), ANY, opening=BY_CHANCE))
    searched = begun(match(fox, ANY, opening=Opening(8, paper(20))))
    assert searched == begun(match(fox, paper(5), opening=Opening(8, paper(20))))
    shorter = begun(match(fox, ANY, opening=Opening(7, ANY)))
    seeded = begun(Match(fox, (ANY, ANY), seed=3, opening=BY_CHANCE))
    assert first != searched and first != seeded
    assert [each[:7] for each in first] != shorter


OPENED: dict[str, Match] = {
    "fox": match(FoxGame(), ANY, opening=4),
    "hounds": match(FoxHounds(4, 4), ANY, opening=3),
    "hare": match(HareHounds(), ANY, opening=4),
    "wolves": match(Wolves(), ANY, opening=4),
    "sheep": match(BattleSheep(size=8, cells=20, sheep=4), ANY, opening=4),
    "zoo": match(FranksZoo(), ANY, opening=4),
    "own": match(Counters(), ANY, opening=Opening(2, ANY)),
}


@pytest.mark.timeout(900)  # all that is played is compiled first
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("fox", "own") else pytest.mark.slow)
        for name in OPENED
    ],
)
def test_any_game_is_opened(name: str) -> None:
    """Deals are the same for all who are compared, too."""
    of = OPENED[name]
    games = play_blocks(of, seed_stream_of(of), range(4))
    assert len({*begun(of, 4)}) > 1
    other = Match(
        of.game, (FunctionPlayer(_first),) * len(of.players), opening=of.opening
    )
    assert seed_stream_of(other) == seed_stream_of(of)
    others = play_blocks(other, seed_stream_of(other), range(4)).games
    assert games.games["seed"].to_list() == others["seed"].to_list()
    assert begun(other, 4) == begun(of, 4)


def _first(position: Position, seed: int) -> str:
    return next(iter(position.moves))


def test_moves_are_drawn_in_proportion_to_the_visits_of_a_search() -> None:
    """The first move of 400 openings, against the visits of 400 other searches."""
    game, player = NoughtsAndCrosses(), MctsPlayer(Budget(60), ZeroEvaluation())
    drawn = Counter(
        Opening(1, player).draw_move_indices(game, seed)[0] for seed in range(400)
    )
    visits: Counter[int] = Counter()
    start = Position.start(game)
    for seed in range(400):
        search = player.think(game, start.state, 10_000 + seed)
        for child in search.children():
            visits[[*start.moves].index(child.move)] += child.visits
    assert sum(visits.values()) == 400 * 60
    expected = {at: 400 * n / (400 * 60) for at, n in visits.items()}
    distance = sum((drawn[at] - n) ** 2 / n for at, n in expected.items())
    assert distance < 27.9  # of chi-square with 9 - 1 degrees, one in 2,000
    assert max(drawn.values()) < 400  # not the most visited move alone


def test_a_player_without_visits_plays_its_move() -> None:
    opening = Opening(3, FunctionPlayer(_first))
    assert {
        opening.draw_move_indices(NoughtsAndCrosses(), seed) for seed in range(5)
    } == {(0, 0, 0)}


def test_an_opening_leaves_a_choice_of_moves() -> None:
    """Of seven random plies of noughts and crosses some end the game, or leave one."""
    game = NoughtsAndCrosses()
    games = play_blocks(match(game, ANY), 1, range(60)).finished
    assert 5 < sum(len(each.moves) <= 7 for each in games) < 115
    for seed in range(60):
        position, line = (
            Position.start(game),
            Opening(7, ANY).draw_move_indices(game, seed),
        )
        for number in line:
            position = position.play([*position.moves][number])
        assert len(line) == 7 and len(position.codes) > 1


@pytest.mark.parametrize("plies", [8, 9, 10, 1000])
def test_an_opening_that_cannot_be_drawn_is_told(plies: int) -> None:
    """Noughts and crosses leaves one move after eight plies, and is over after nine."""
    said = f"no opening of {plies} plies: 100 times noughts-and-crosses was over after"
    one = match(NoughtsAndCrosses(), ANY, opening=Opening(plies, ANY))
    with pytest.raises(ValueError, match=said):
        play_blocks(one, 1, range(1))


def test_an_opening_is_shorter_than_a_game_may_be() -> None:
    class Short(HareHounds):
        GAME_LIMIT = 6

    assert len(Opening(5, ANY).draw_move_indices(Short(), 1)) == 5
    with pytest.raises(ValueError, match="no opening of 6 plies"):
        Opening(6, ANY).draw_move_indices(Short(), 1)


class Hands(NamedTuple):
    """What is in either, and whose turn it is."""

    left: int = 2
    right: int = 2
    mover: int = 0


@compared_by_class
class TwoHands(NamedTuple):
    """A game of a reader's: take from either hand until both are empty."""

    held: int = 2
    NAME, PLAYERS, MAX_MOVES = "two-hands", ("one", "two"), 2

    def start(self) -> Hands:
        return Hands(self.held, self.held)

    def format(self, state: Hands) -> str:
        return f"{state.left} {state.right}"

    def format_move(self, state: Hands, move: int) -> str:
        return ("left", "right")[move]


@legal_moves.register
def _(game: TwoHands, state: Any, moves: Any) -> int:
    n = 0
    if state.left > 0:
        moves[n], n = 0, n + 1
    if state.right > 0:
        moves[n], n = 1, n + 1
    return n


@played_on.register
def _(game: TwoHands, state: Any, move: int) -> Any:
    left, right = state.left - (move == 0), state.right - (move == 1)
    return Hands(left, right, 1 - state.mover)


@payoffs.register
def _(game: TwoHands, state: Any) -> Any:
    return (1.0, -1.0)


@pytest.mark.slow
def test_who_opens_a_game_of_ones_own_is_named(own_data: Any) -> None:
    for opening in (2, Opening(2)):
        with pytest.raises(ValueError, match="two-hands has no default player for"):
            match(TwoHands(), ANY, opening=opening)
    searcher = MctsPlayer(Budget(20), ZeroEvaluation(), cutoff=-1)
    rows = play(
        [match(TwoHands(), ANY, opening=Opening(2, each)) for each in (ANY, searcher)],
        max_blocks=25,
    )
    assert rows["opening"].to_list() == [2, 2]
    told = ["RandomPlayer", "MctsPlayer simulations=20 cutoff=-1"]
    assert rows["opening_player"].to_list() == told
    assert (rows["games"] == 50).all()


def test_an_opening_by_a_player_of_another_game_is_refused() -> None:
    from foxkit.games.fox_hounds.players import DocumentPlayer

    with pytest.raises(ValueError, match="DocumentPlayer is made for fox-hounds"):
        match(FoxGame(), ANY, opening=Opening(2, DocumentPlayer()))
    with pytest.raises(ValueError, match="player is a function: write FunctionPlayer"):
        Opening(2, _first)  # type: ignore[arg-type]


def test_an_opening_that_does_not_repeat_is_told_with_its_player(own_data: Any) -> None:
    one = match(HareHounds(), ANY, opening=Opening(6, FunctionPlayer(guessing)))
    with pytest.raises(ValueError, match=r"guessing chose .* at ply [1-6] of"):
        play(one, max_blocks=25)


def test_turns_count_the_whole_game_and_a_replay_says_where_the_opening_ends() -> None:
    of = match(FoxGame(), ANY, opening=Opening(6, ANY))
    game: FinishedGame = play_blocks(of, 5, range(1)).finished[0]
    positions = replay(of.game, game.moves)
    movers = [each.mover for each in positions[:-1]]
    assert game.turns == 1 + sum(a != b for a, b in pairwise(movers))
    record = Record.from_stored_moves(of.game, game.moves, opening=6)
    assert record.notes == {6: OPENING_ENDS}
    assert not Record.from_stored_moves(of.game, game.moves).notes


def test_a_column_says_how_long_openings_are(own_data: Any) -> None:
    """It is shown where an opening was played, and hidden where none was."""
    small = FoxHounds(4, 4)
    rows = play([match(small, ANY, opening=n) for n in (0, 2)], max_blocks=25)
    assert rows["opening"].to_list() == [0, 2]
    assert rows["opening_player"].to_list()[1] == "MctsPlayer simulations=300 cutoff=-1"
    assert "opening" not in rows.attrs["hidden"]
    plain = play(match(small, ANY), max_blocks=25)
    assert "opening" in plain.attrs["hidden"] and "opening_player" not in plain


def test_a_match_with_openings_goes_on_after_it_was_killed(own_data: Any) -> None:
    """What a journal holds is taken up, and the rest is played as ever."""
    of = match(FoxHounds(4, 4), ANY, opening=2)
    left = play_blocks(of, seed_stream_of(of), range(7, 12))
    leave(7, piece_as_json_data(left), of)
    play(of, max_blocks=25)
    same_as_ever(25, of)


def test_openings_do_not_hang_on_workers(own_data: Any, at: Any) -> None:
    of = match(FoxHounds(4, 4), paper_like(), opening=2)
    for count in (1, 2):
        at(workers=count)
        play(of, max_blocks=25 * count)
        same_as_ever(25 * count, of)


def paper_like() -> MctsPlayer:
    return MctsPlayer(Budget(10), ZeroEvaluation(), cutoff=-1)
