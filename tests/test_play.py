import time

import pytest
from thinking import settle

from foxkit.agents.players import FunctionPlayer, RandomPlayer
from foxkit.lab.match import play_game
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.view import job as job_module
from foxkit.view.fox_game import FoxGameView
from foxkit.view.job import Job
from foxkit.view.opponents import Opponent
from foxkit.view.play import YOU, Play, Seat
from foxkit.view.record import Record

GAME = FoxGame()
FAST = {"simulations": 100}
FOREVER = {"seconds": 30}


def first_move(position, seed):
    return next(iter(position.moves))


def broken(position, seed):
    return "00-99"


def new_play(**seats):
    functions = {"first": first_move, "broken": broken}
    own = {n: Opponent(lambda f=f: FunctionPlayer(f)) for n, f in functions.items()}
    play = Play(Record(Position.start(GAME)), own)
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
        play.job.stop()
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
    play.job.stop()
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
    monkeypatch.setattr(job_module, "_SILENCE", 0.1)
    play = new_play(sheep=("MCTS", FOREVER), foxes=("MCTS", FOREVER))
    play.job.hear()
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


def test_agents_play_each_other_to_the_end(monkeypatch):
    monkeypatch.setattr("foxkit.view.play._GLANCE", 0)
    play = new_play(sheep=("first", {}), foxes=("random", {}))
    play.begin(Record(Position.start(FoxGame(sideways_limit=1))))
    settle(30)
    assert play.position.outcome is not None
    assert play.values(play.position)[1] == "result"


def test_a_move_is_taken_back_after_the_end_too():
    whole = whole_game(seed=1)
    you = whole.movers()[-1]
    line = dict(zip(whole.positions, whole.moves, strict=False))
    script = Opponent(lambda: FunctionPlayer(lambda position, seed: line[position]))
    play = Play(Record(whole.start), {"script": script})
    for player in GAME.PLAYERS:
        if player != you:
            play.sit(player, "script", {})
    play.answer()
    settle()
    while play.position.outcome is None:
        play.move(whole.moves[play.at])
        settle()
    play.undo()
    assert play.position.outcome is None
    play.move(whole.moves[-1])
    assert play.position.outcome is not None


def test_new_rules_bring_their_own_opponents(monkeypatch, tmp_path):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    play = Play(Record(Position.start(Wolves())), {"mine": Opponent(RandomPlayer)})
    play.sit("wolves", "alpha-beta", {})
    play.sit("sheep", "mine", {})
    assert "perfect" not in play.opponents
    few = Position.parse(Wolves(), "11100/01000/00000/00000/02020 w").state.sheep
    play.job.close()  # nobody need move here
    play.begin(Record(Position.start(Wolves(sheep=few))))
    assert "perfect" in play.opponents and "mine" in play.opponents
    assert [seat.who for seat in play.seats.values()] == ["alpha-beta", "mine"]
    play.sit("wolves", "perfect", {})
    play.begin(Record(Position.start(Wolves())))
    assert play.seats["wolves"].who == YOU  # nobody of that name plays these rules


def test_what_is_solved_later_is_known_then(monkeypatch):
    play, start = new_play(), Position.start(GAME)
    assert play.values(start)[1] == "heuristic"
    monkeypatch.setattr(FoxGameView, "exact", lambda view, state: (1.0, -1.0))
    assert play.values(start) == ((1.0, -1.0), "solved")


def test_after_close_nobody_thinks():
    play = new_play(foxes=("MCTS", FOREVER))
    play.move("33-43")
    play.close()
    assert settle(5)
    play.answer()
    play.ask([Seat("MCTS", FAST)])
    assert play.thinking == ""
    assert settle(1) and len(play.record) == 1 and play.opinions == []


def test_the_last_work_only_is_done():
    done, job = [], Job()
    for i in range(5):
        job.start(lambda stopped, i=i: (time.sleep(0.01), i)[1], done.append)
    settle(5)
    time.sleep(0.1)
    assert done == [4]


def test_a_closed_job_does_no_work():
    done, job = [], Job()
    job.start(lambda stopped: time.sleep(0.05), done.append)
    job.close()
    job.start(lambda stopped: done.append("worked"), done.append).join()
    settle(5)
    assert done == []
