import time
from threading import Event

import pytest
from boards import settle

from foxkit.core.position import Position
from foxkit.games.fox_game.board import FoxGameView
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.wolves.rules import Wolves
from foxkit.lab.match import play_game
from foxkit.players.standard import FunctionPlayer, RandomPlayer
from foxkit.view import job as job_module
from foxkit.view.job import Job
from foxkit.view.opponents import Opponent
from foxkit.view.record import Record
from foxkit.view.session import YOU, Session

GAME = FoxGame()
FAST = {"simulations": 100}
FOREVER = {"seconds": 30}


def first_move(position, seed):
    return next(iter(position.moves))


def broken(position, seed):
    return "00-99"


def new_session(**seats):
    functions = {"first": first_move, "broken": broken}
    own = {n: Opponent(lambda f=f: FunctionPlayer(f)) for n, f in functions.items()}
    session = Session(Record(Position.start(GAME)), own)
    for player, (who, settings) in seats.items():
        session.sit(player, who, settings)
    return session


def whole_game(seed):
    """Return a game between random players whose last two moves are of both."""
    game = play_game(GAME, (RandomPlayer(), RandomPlayer()), (seed, seed + 1))
    record = Record.from_stored_moves(GAME, game.moves)
    assert record.movers()[-1] != record.movers()[-2]
    return record


def test_an_agent_answers_and_undo_returns_to_ones_own_turn():
    session = new_session(foxes=("MCTS", FAST))
    session.move("33-43")
    settle()
    assert session.record.movers() == ["sheep", "foxes"]
    assert session.position.mover == "sheep"
    assert session.values(session.record.positions[1])[1] == "search"
    session.undo()
    assert session.at == 0
    session.redo()
    assert session.at == 2
    assert len(session.record) == 2


def test_same_seed_same_game():
    games = []
    for _ in range(2):
        session = new_session(sheep=("MCTS", FAST), foxes=("random", {}))
        session.answer()
        time.sleep(0.05)
        session.job.stop()
        settle(0.6)
        session.stop_thinking()
        games.append(session.record.moves)
    length = min(map(len, games))
    assert length and games[0][:length] == games[1][:length]


def test_moves_between_people_and_illegal_ones():
    session = new_session()
    session.move("33-43")
    session.move("62-53", at=1)
    assert session.at == 2
    session.move("32-42", at=1)  # from a page that lags behind: ignored
    assert session.record.moves == ("33-43", "62-53")
    with pytest.raises(ValueError, match="not a legal move"):
        session.move("99-99")


def test_a_long_thought_can_be_stopped_and_still_answers():
    session = new_session(foxes=("MCTS", FOREVER))
    session.move("33-43")
    assert session.thinking == "MCTS"
    begin = time.monotonic()
    session.job.stop()
    settle(20)
    assert time.monotonic() - begin < 20
    assert len(session.record) == 2
    assert session.thinking == ""


def test_leaving_or_looking_back_ends_a_thought_without_a_move():
    session = new_session(foxes=("MCTS", FOREVER))
    session.move("33-43")
    session.go(0)
    settle(20)
    assert (len(session.record), session.at, session.thinking) == (1, 0, "")
    assert settle(15)


def test_a_silent_page_ends_the_thinking(monkeypatch):
    monkeypatch.setattr(job_module, "_MAX_SILENT_SECONDS", 0.1)
    session = new_session(sheep=("MCTS", FOREVER), foxes=("MCTS", FOREVER))
    session.job.note_page()
    session.answer()
    settle(10)
    assert len(session.record) == 1  # it answered with what it had, and nobody went on
    assert settle(15)


def test_opinions_of_two_agents():
    session = new_session()
    session.ask_opinion("greedy", {})
    settle()
    greedy = session.opinion
    session.ask_opinion("MCTS", FAST)
    settle()
    search = session.opinion
    assert sum(child.visits for child in search.children) == search.simulations == 100
    assert greedy.children == () and greedy.best in session.position.moves
    assert max(search.weights().values()) == 1
    assert session.at == 0
    session.move(search.best)
    assert session.opinion is None


def test_a_players_mistake_is_told():
    session = new_session(foxes=("broken", {}))
    session.move("33-43")
    settle()
    assert "broken chose '00-99'" in session.note
    assert len(session.record) == 1


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
        new_session().sit(player, who, settings)


def test_agents_play_each_other_to_the_end(monkeypatch):
    monkeypatch.setattr("foxkit.view.session._PAUSE", 0)
    session = new_session(sheep=("first", {}), foxes=("random", {}))
    session.begin(Record(Position.start(FoxGame(sideways_limit=1))))
    settle(30)
    assert session.position.outcome is not None
    assert session.values(session.position)[1] == "result"


def test_a_move_is_taken_back_after_the_end_too():
    whole = whole_game(seed=1)
    you = whole.movers()[-1]
    line = dict(zip(whole.positions, whole.moves, strict=False))
    script = Opponent(lambda: FunctionPlayer(lambda position, seed: line[position]))
    session = Session(Record(whole.start), {"script": script})
    for player in GAME.PLAYERS:
        if player != you:
            session.sit(player, "script", {})
    session.answer()
    settle()
    while session.position.outcome is None:
        session.move(whole.moves[session.at])
        settle()
    session.undo()
    assert session.position.outcome is None
    session.move(whole.moves[-1])
    assert session.position.outcome is not None


def test_new_rules_bring_their_own_opponents(monkeypatch, tmp_path):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    session = Session(
        Record(Position.start(Wolves())), {"mine": Opponent(RandomPlayer)}
    )
    session.sit("wolves", "alpha-beta", {})
    session.sit("sheep", "mine", {})
    assert "perfect" not in session.opponents
    few = Position.parse(Wolves(), "11100/01000/00000/00000/02020 w").state.sheep
    session.job.close()  # nobody need move here
    session.begin(Record(Position.start(Wolves(sheep=few))))
    assert "perfect" in session.opponents and "mine" in session.opponents
    assert [seat.who for seat in session.seats.values()] == ["alpha-beta", "mine"]
    session.sit("wolves", "perfect", {})
    session.begin(Record(Position.start(Wolves())))
    assert session.seats["wolves"].who == YOU  # nobody of that name plays these rules


def test_what_is_solved_later_is_known_then(monkeypatch):
    session, start = new_session(), Position.start(GAME)
    assert session.values(start)[1] == "heuristic"
    monkeypatch.setattr(FoxGameView, "exact_payoffs", lambda view, state: (1.0, -1.0))
    assert session.values(start) == ((1.0, -1.0), "solved")


def test_after_close_nobody_thinks():
    session = new_session(foxes=("MCTS", FOREVER))
    session.move("33-43")
    session.close()
    assert settle(20)
    session.answer()
    session.ask_opinion("MCTS", FAST)
    assert session.thinking == ""
    assert settle(1) and len(session.record) == 1 and session.opinion is None


def test_the_last_work_only_is_done():
    done, job, begin = [], Job(), Event()
    for i in range(5):
        job.start(lambda stopped, i=i: (begin.wait(), i)[1], done.append)
    begin.set()
    settle(20)
    time.sleep(0.1)
    assert done == [4]


def test_a_closed_job_does_no_work():
    done, job = [], Job()
    job.start(lambda stopped: time.sleep(0.05), done.append)
    job.close()
    job.start(lambda stopped: done.append("worked"), done.append).join()
    settle(20)
    assert done == []
