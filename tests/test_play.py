import time
from dataclasses import replace

import pytest
from thinking import settle

from foxkit.agents.players import FunctionPlayer, RandomPlayer
from foxkit.lab.match import play_game
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.view import thinker as thinker_module
from foxkit.view.diary import COLUMNS, keep, tally
from foxkit.view.opponents import Opponent, opponents
from foxkit.view.play import YOU, Play, Seat
from foxkit.view.record import Record
from foxkit.view.thinker import Thinker

GAME = FoxGame()
FAST = {"simulations": 100}
FOREVER = {"seconds": 30}


def first_move(position, seed):
    return next(iter(position.moves))


def broken(position, seed):
    return "00-99"


def new_play(**seats):
    house = opponents(GAME)
    house["first"] = Opponent(lambda: FunctionPlayer(first_move))
    house["broken"] = Opponent(lambda: FunctionPlayer(broken))
    play = Play(Record(Position.start(GAME)), house)
    for player, (who, settings) in seats.items():
        play.sit(player, who, settings)
    return play


def whole_game(seed):
    """Return a game between random players whose last two moves are of both."""
    game = play_game(GAME, (RandomPlayer(), RandomPlayer()), (seed, seed + 1))
    record = Record.stored(GAME, game.moves)
    assert record.movers()[-1] != record.movers()[-2]
    return record


def test_an_agent_answers_and_undo_returns_to_ones_own_turn():
    play = new_play(foxes=("MCTS", FAST))
    play.move("33-43")
    settle()
    assert play.record.movers() == ["sheep", "foxes"]
    assert play.position.mover == "sheep"
    assert play.values(play.record.positions[1])[1] == "search"
    play.undo()
    assert play.at == 0
    play.redo()
    assert play.at == 2
    assert len(play.record) == 2


def test_same_seed_same_game():
    games = []
    for _ in range(2):
        play = new_play(sheep=("MCTS", FAST), foxes=("random", {}))
        play.answer()
        time.sleep(0.05)
        play.stop()
        settle(0.6)
        play.leave()
        games.append(play.record.moves)
    length = min(map(len, games))
    assert length and games[0][:length] == games[1][:length]


def test_moves_between_people_and_illegal_ones():
    play = new_play()
    play.move("33-43")
    play.move("62-53", at=1)
    assert play.at == 2
    play.move("32-42", at=1)  # from a page that lags behind: ignored
    assert play.record.moves == ("33-43", "62-53")
    with pytest.raises(ValueError, match="not a legal move"):
        play.move("99-99")


def test_a_long_thought_can_be_stopped_and_still_answers():
    play = new_play(foxes=("MCTS", FOREVER))
    play.move("33-43")
    assert play.thinking == "MCTS"
    begin = time.monotonic()
    play.stop()
    settle(5)
    assert time.monotonic() - begin < 5
    assert len(play.record) == 2
    assert play.thinking == ""


def test_leaving_or_looking_back_ends_a_thought_without_a_move():
    play = new_play(foxes=("MCTS", FOREVER))
    play.move("33-43")
    play.go(0)
    settle(5)
    assert (len(play.record), play.at, play.thinking) == (1, 0, "")
    assert settle(15)


def test_a_silent_page_ends_the_thinking(monkeypatch):
    monkeypatch.setattr(thinker_module, "_SILENCE", 0.1)
    play = new_play(sheep=("MCTS", FOREVER), foxes=("MCTS", FOREVER))
    play.hear()
    play.answer()
    settle(10)
    assert len(play.record) == 1  # it answered with what it had, and nobody went on
    assert settle(15)


def test_opinions_of_two_agents():
    play = new_play()
    play.ask([Seat("MCTS", FAST), Seat("greedy")])
    settle()
    search, greedy = play.opinions
    assert sum(child.visits for child in search.children) == search.simulations == 100
    assert greedy.children == () and greedy.best in play.position.moves
    assert max(search.weights().values()) == 1
    assert play.at == 0
    play.move(search.best)
    assert play.opinions == []


def test_a_players_mistake_is_told():
    play = new_play(foxes=("broken", {}))
    play.move("33-43")
    settle()
    assert "broken chose '00-99'" in play.said
    assert len(play.record) == 1


@pytest.mark.parametrize(
    "player, who, settings, said",
    [
        ("wolves", YOU, {}, "'you' as 'wolves': sheep, foxes can be you, MCTS"),
        ("foxes", "Deep Blue", {}, "'Deep Blue'"),
        ("foxes", "MCTS", {"cutoff": 7}, "cutoff 7 is not one of"),
    ],
)
def test_seats_are_checked(player, who, settings, said):
    with pytest.raises(ValueError, match=said):
        new_play().sit(player, who, settings)


def test_agents_play_each_other_to_the_end(monkeypatch, tmp_path):
    monkeypatch.setattr("foxkit.view.play._GLANCE", 0)
    play = new_play(sheep=("first", {}), foxes=("random", {}))
    ended = []
    play.finished = ended.append
    play.begin(Record(Position.start(FoxGame(sideways_limit=1))))
    settle(30)
    assert play.position.outcome is not None
    assert ended == [play]
    assert play.values(play.position)[1] == "result"
    keep(tmp_path / "none.csv", play)  # nobody played: nothing to keep
    assert not (tmp_path / "none.csv").exists()


def test_own_games_are_kept(tmp_path):
    file = tmp_path / "new folder" / "mine.csv"
    assert tally(file).empty
    assert "no games yet" in tally(file).to_html()
    whole = whole_game(seed=1)
    you, opponent = whole.movers()[-1], whole.movers()[-2]
    unfinished = Record(whole.start, whole.moves[:-1])
    for begun in (unfinished, unfinished, replace(unfinished, title="Loaded")):
        play = new_play(**{opponent: ("random", {})})
        play.finished = lambda play: keep(file, play)
        play.begin(begun, len(begun))
        play.move(whole.moves[-1])
        assert play.position.outcome is not None
    lines = file.read_text().splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert sum(f"fox-game,{you},random" in line for line in lines) == 2
    row = tally(file).iloc[0]
    won = float(play.position.outcome[you] > 0)
    assert (row.you, row.opponent, row.games, row.won) == (you, "random", 2, won)
    assert row.low <= won <= row.high


def test_thinker_runs_the_last_job_only():
    done, thinker = [], Thinker()
    for i in range(5):
        thinker.start(lambda stopped, i=i: (time.sleep(0.01), i)[1], done.append)
    settle(5)
    time.sleep(0.1)
    assert done == [4]
