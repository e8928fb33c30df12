"""Games between players at any number of seats, in blocks.

A block is one seed (one deal, one map) that is played once in every rotation of the
agents, so that no agent owes its score to a seat; with two seats it is a pair.

    block 7     seat 1   seat 2   seat 3
    rotation 0    A        B        C
    rotation 1    C        A        B
    rotation 2    B        C        A
"""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from keyword import iskeyword
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from foxkit import __version__
from foxkit.core import game as rules
from foxkit.core.arguments import as_whole, seed_number, set_frozen_fields, whole_number
from foxkit.core.entry import mover, play
from foxkit.core.generic import has_implementation
from foxkit.core.position import (
    Position,
    require_game,
    require_readable_player_names,
    winner_or_draw_names,
)
from foxkit.core.quoting import as_call, quoted
from foxkit.core.rng import mix, salt
from foxkit.core.stopping import StopSignal, raise_if_stopped, raises_stopped_when
from foxkit.lab.code import digest_of_playing_code, field_values, has_fields
from foxkit.lab.stats import Floats, ranks
from foxkit.players.opening import MAX_OPENING_PLIES, Opening
from foxkit.players.standard import BySide, Player, legal_move_index, require_player
from foxkit.search.evaluating import check_evaluation, require_declared_for

if TYPE_CHECKING:
    import pandas as pd


GAME_TABLE_COLUMNS = (
    *("block", "rotation", "seed", "payoffs", "ranks", "winner", "reason", "turns"),
    *("hash", "moves"),
)
"""Of a table of games; no parameter is called so in a row."""


@dataclass(frozen=True)
class Match:
    """Players who meet in a game; player A, the first of them, is whom it is about.

    Attributes:
        game: the rules. One with a method `with_deal(seed)` is dealt anew for each
            block.
        players: one for each seat; in rotation r, seat s has player s - r.
        seed: None for the match's own stream of games; a number for another, which all
            matches of that number share.
        labels: columns of its row, for what neither rules nor players tell; they
            decide no game.
        opening: the plies with which every game of a block begins, or their number:
            then the game's usual player plays them. None where the players choose from
            the start on.
    """

    game: Any
    players: tuple[Player, ...]
    seed: int | None = None
    labels: Mapping[str, Any] = field(default_factory=dict, compare=False)
    opening: Opening | None = None

    def __post_init__(self) -> None:
        require_game(self.game)
        require_readable_player_names(self.game)
        seats, players = len(self.game.PLAYERS), len(self.players)
        if players != seats:
            name = self.game.NAME
            raise ValueError(f"{players} players for the {seats} seats of {name}")
        set_frozen_fields(self, opening=_opening_with_player(self.opening, self.game))
        for player in self.all_players:
            require_player(player)
            for part in _players_and_evaluations(player):
                _require_fits_game(part, self.game)
        if self.seed is not None:
            set_frozen_fields(self, seed=seed_number(self.seed))

    @property
    def all_players(self) -> tuple[Player, ...]:
        """The players, and who plays the opening."""
        first = self.opening.player if self.opening else None
        return self.players if first is None else (*self.players, first)

    @property
    def code_digest(self) -> str:
        """A digest of the files of foxkit that play this match."""
        return digest_of_playing_code(self.game, *self.all_players)

    def __repr__(self) -> str:
        """The call of `match` that makes it."""
        players = list(self.players)
        while len(players) > 1 and players[-1] == players[-2]:
            players.pop()
        named: dict[str, Any] = {}
        if opening := self.opening:
            is_default = is_default_opening_player(opening.player, self.game)
            named["opening"] = opening.plies if is_default else opening
        if self.seed is not None:
            named["seed"] = self.seed
        words = {x for x in self.labels if x.isidentifier() and not iskeyword(x)}
        named |= {name: self.labels[name] for name in self.labels if name in words}
        others = {name: self.labels[name] for name in self.labels if name not in words}
        call = as_call("match", self.game, *players, **named)
        return f"{call[:-1]}, **{others!r})" if others else call

    def players_by_seat(self, rotation: int) -> tuple[Player, ...]:
        """The players in the order of the seats, which differs by rotation."""
        return self.players[-rotation:] + self.players[:-rotation]


def _opening_with_player(opening: Any, game: Any) -> Opening | None:
    """An opening with the player who plays it; None where it has no plies."""
    if opening is None:
        return None
    if not isinstance(opening, Opening):
        if as_whole(opening) is None:
            allowed = "a number of plies, or Opening(plies, player=…)"
            raise ValueError(f"opening is {allowed}, not {quoted(opening)}")
        opening = Opening(whole_number("opening", opening, 0, MAX_OPENING_PLIES))
    if opening.plies and opening.player is None:
        return Opening(opening.plies, default_opening_player(game))
    return opening if opening.plies else None


def default_opening_player(game: Any) -> Player:
    """The player of a game's openings where none is named; ValueError if there is none.

    The module is named by a text, because it knows the players of all games, and those
    of other games have no hand in a match (`foxkit.lab.code`). Who plays is named in
    the address, so a match does not depend on who the usual player is later.
    """
    player: Player = import_module("foxkit.players.defaults").default_player(game)
    return player


def is_default_opening_player(player: Any, game: Any) -> bool:
    """Whether a game's openings are played by this player unless another is named."""
    try:
        return bool(player == default_opening_player(game))
    except ValueError:  # a reader's game has none
        return False


def _players_and_evaluations(player: Any) -> Iterator[Any]:
    """Yield a player, and the players and evaluations that it is made of."""
    yield player
    for value in field_values(player).values() if has_fields(player) else ():
        for each in value if type(value) is tuple else (value,):
            if hasattr(each, "choose"):
                yield from _players_and_evaluations(each)
            elif has_implementation(rules.evaluate, each):
                yield each


def _require_fits_game(part: Any, game: Any) -> None:
    """Raise ValueError for a player or an evaluation that is not of this game."""
    if has_implementation(rules.evaluate, part):
        functions = [rules.evaluate.dispatch(type(part))]
    else:
        methods = "choose", "new_search"
        functions = [getattr(type(part), name, None) for name in methods]
    for function in functions:
        require_declared_for(function, game, type(part).__name__)
    if has_implementation(rules.evaluate, part) and not hasattr(game, "with_deal"):
        check_evaluation(part, game, game.start())  # else when a search begins
    if isinstance(part, BySide) and len(part.players) != len(game.PLAYERS):
        counts = f"{len(part.players)} players for the {len(game.PLAYERS)} sides"
        raise ValueError(f"BySide has {counts} of {game.NAME}")


def match(
    game: Any,
    *players: Player,
    opening: int | Opening = 0,
    seed: int | None = None,
    **labels: Any,
) -> Match:
    """A match to be played: the rules of a game, and who plays whom.

    It plays nothing; give it to `play`. Player A, the first one, is whom the results
    are about. Copies of the last player take the seats that are left, so one player
    alone plays against copies of itself.

    Args:
        game: the rules, such as `FoxGame(sheep=18)`.
        players: at least one, and no more than there are seats.
        opening: the number of plies with which every game of a block begins. A weak
            search chooses them, others for each block, the same for all matches of the
            game; `Opening(8, player=RandomPlayer())` has random ones instead. With 0
            the players choose from the start on.
        seed: a whole number, to play other games than usual. `play` takes one for
            several matches.
        labels: columns of the match's row, for what neither rules nor players say.

    Raises:
        ValueError: no player, more of them than seats, or what cannot be played: no
            game, no player, a player or an evaluation of another game, or an opening
            of a reader's game without a player.

    Examples:
        >>> match(FoxGame(sheep=18), paper(500), name="fewer")
        match(FoxGame(sheep=18),
          MctsPlayer(Budget(simulations=500), FoxHeuristic(k=0.8, q=12.0, b=1.0)),
          name='fewer')
        >>> match(HareHounds(), RandomPlayer())
        match(HareHounds(), RandomPlayer())
    """
    if not players:
        raise ValueError("a match is of a game and its players: match(game, player)")
    require_game(game)
    require_readable_player_names(game)
    missing_players = len(game.PLAYERS) - len(players)
    seated = (*players, *players[-1:] * missing_players)
    plain = {k: v.item() if isinstance(v, np.generic) else v for k, v in labels.items()}
    return Match(game, seated, seed, plain, _opening_with_player(opening, game))


class FinishedGame(NamedTuple):
    """A finished game.

    Attributes:
        payoffs: of each player, in [-1, 1].
        reason: how it ended, in a few words.
        turns: runs of moves by one player; a chain of captures is one turn. Those of
            an opening count.
        moves: for each ply, the index of the move in the list of legal moves, one
            byte each (two where a list may be longer than 256). Those of an opening
            stand first.
    """

    payoffs: tuple[float, ...]
    reason: str
    turns: int
    moves: bytes


@dataclass(frozen=True)
class GameBatch:
    """Games of a match, in blocks without a gap, each block in all rotations.

    Attributes:
        players: the names of the seats, as many as a block has games.
        stream: what the seeds of the blocks come from.
        start: the first block.
        finished: the games, block by block.
        seconds: processor time that they took.
        made_with: the versions and machines that had a hand in it, each once.
        clock_seconds: seconds by the clock of a piece just played, a player's waiting
            among them; 0 where the clock is too coarse to tell.
    """

    players: tuple[str, ...]
    stream: int = 0
    start: int = 0
    finished: tuple[FinishedGame, ...] = ()
    seconds: float = 0.0
    made_with: tuple[dict[str, Any], ...] = ()
    clock_seconds: float = field(default=0.0, compare=False)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len(self.finished) // len(self.players)

    @cached_property
    def payoffs(self) -> Floats:
        """The payoff of each seat, an array of blocks x rotations x seats."""
        seats = len(self.players)
        got = [game.payoffs for game in self.finished]
        return np.array(got, float).reshape(-1, seats, seats)

    @property
    def moves(self) -> tuple[bytes, ...]:
        """The moves of each game."""
        return tuple(game.moves for game in self.finished)

    def first_blocks(self, blocks: int) -> "GameBatch":
        """The games of the first blocks, all if there are fewer."""
        return replace(self, finished=self.finished[: blocks * len(self.players)])

    def extended_by(self, piece: "GameBatch") -> "GameBatch":
        """These games and a later batch, whose first blocks may be here already."""
        overlap = (self.start + self.blocks - piece.start) * len(self.players)
        new = (each for each in piece.made_with if each not in self.made_with)
        return replace(
            self,
            finished=self.finished + piece.finished[overlap:],
            seconds=self.seconds + piece.seconds,
            made_with=(*self.made_with, *new),
        )

    def begins_with(self, other: "GameBatch") -> bool:
        """Whether these are another's games, and perhaps more."""
        mine, theirs = (
            (each.players, each.stream, each.start, each.finished)
            for each in (self.first_blocks(other.blocks), other)
        )
        return mine == theirs

    @property
    def games(self) -> "pd.DataFrame":
        """The games as a table, one row each (`data/README.md`)."""
        import pandas as pd

        table = pd.DataFrame(self.finished, columns=FinishedGame._fields)
        payoffs = self.payoffs.reshape(-1, len(self.players))
        best, names = payoffs.max(axis=1, initial=0), np.array(self.players)
        drawn = winner_or_draw_names(self.players)[-1]
        won = (payoffs == best[:, None]).sum(axis=1) == 1
        table["payoffs"] = payoffs.tolist()
        table["ranks"] = ranks(payoffs).tolist()
        table["winner"] = np.where(
            won & (best > 0), names[payoffs.argmax(axis=1)], drawn
        )
        block, rotation = np.divmod(np.arange(len(payoffs)), len(self.players))
        table.insert(0, "rotation", rotation)
        table.insert(0, "block", self.start + block)
        table["seed"] = [mix(self.stream, int(each)) for each in table["block"]]
        table["hash"] = [
            blake2b(moves, digest_size=8).hexdigest() for moves in table["moves"]
        ]
        return table


def versions_and_machine(code_digest: str) -> dict[str, Any]:
    """The versions and the machine that a result is made with."""
    import platform  # a page has neither of these, and a match all the same
    from importlib.metadata import distributions

    return {
        "foxkit": __version__,
        "code": code_digest,
        "python": platform.python_version(),
        "numba": next((x.version for x in distributions(name="numba")), ""),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def move_index_type(game: Any) -> type:
    """The type of an index into the legal moves: one byte, or two for long lists."""
    return np.uint8 if game.MAX_MOVES <= 256 else np.uint16


def play_game(
    game: Any,
    players: Sequence[Player],
    seeds: Sequence[int],
    stopped: StopSignal = lambda: False,
    opening: Sequence[int] = (),
) -> FinishedGame:
    """Play one game from the start; players and their seeds stand seat by seat.

    The moves of an opening come first, each as its number in the list of legal moves.

    A game without an end of its own is drawn after `game.GAME_LIMIT` plies. `Stopped`
    is raised soon after `stopped()` is true: it is asked before every move, and by a
    search every few milliseconds.
    """
    with raises_stopped_when(stopped):
        return _play_moves(game, players, seeds, opening)


def _play_moves(
    game: Any, players: Sequence[Player], seeds: Sequence[int], opening: Sequence[int]
) -> FinishedGame:
    """Play the moves of one game, see `play_game`."""
    position = Position.start(game)
    indices: list[int] = []
    movers: list[int] = []
    max_plies = getattr(game, "GAME_LIMIT", inf)
    while len(position.codes) and len(indices) < max_plies:
        raise_if_stopped()
        who, ply = int(mover(game, position.state)), len(indices)
        if ply < len(opening):
            number = opening[ply]
        else:
            move = players[who].choose(game, position.state, mix(seeds[who], ply))
            number = legal_move_index(position, players[who], move)
        indices.append(number)
        movers.append(who)
        code = int(position.codes[number])
        position = Position(game, play(game, position.state, code))
    outcome = position.outcome or dict.fromkeys(game.PLAYERS, 0.0)
    reason = "endless" if len(position.codes) else "over"
    if reason == "over" and hasattr(game, "reason"):  # a reader's own need not say it
        reason = game.reason(position.state)
    return FinishedGame(
        payoffs=tuple(outcome.values()),
        reason=reason,
        turns=1 + int(np.count_nonzero(np.diff(movers))) if movers else 0,
        moves=np.array(indices, move_index_type(game)).tobytes(),
    )


def replay(game: Any, moves: bytes) -> list[Position]:
    """The positions of a game that was stored, from the start to the end.

    Args:
        game: the rules by which it was played.
        moves: the column `moves` of a row of `games`.

    Returns:
        A list of `Position`, one more than there are moves.

    Raises:
        ValueError: the moves are not those of a game by these rules.

    Examples:
        >>> rules = HareHounds()
        >>> batch = play_blocks(match(rules, RandomPlayer()), 7, range(1))
        >>> positions = replay(rules, batch.moves[0])
        >>> positions[0] == Position.start(rules)
        True
        >>> sorted(positions[-1].outcome.values())
        [-1.0, 1.0]
    """
    if not isinstance(moves, bytes):
        raise ValueError(f"moves are the bytes of a stored game, not {quoted(moves)}")
    require_game(game)
    positions = [Position.start(game)]
    for index in np.frombuffer(moves, move_index_type(game)):
        last = positions[-1]
        if index >= len(last.codes):
            raise ValueError(f"no legal move number {index} in {last.text}")
        state = play(game, last.state, int(last.codes[index]))
        positions.append(Position(game, state))
    return positions


def game_dealt_for_block(game: Any, block_seed: int) -> Any:
    """A game with the hands or map of a block's seed; without such, the game itself."""
    return game.with_deal(block_seed) if hasattr(game, "with_deal") else game


def play_blocks(
    match: Match, seed: int, blocks: range, stopped: StopSignal = lambda: False
) -> GameBatch:
    """Play some blocks of a match, without reading or keeping any game.

    `play` is what a notebook needs; this is for a program that keeps its games itself.
    The seed of a block depends on `seed` and the block's number alone. Each player has
    a stream of random numbers, and so has the opening, so that a player and its copy do
    not play one game twice.

    Args:
        match: made by `match`.
        seed: the stream of seeds, a whole number.
        blocks: the numbers of the blocks. A block is all seatings of one seed.
        stopped: is called again and again; `Stopped` is raised soon after it is true.

    Returns:
        The games in all rotations, block by block; `games` is a table of them.

    Examples:
        >>> batch = play_blocks(match(HareHounds(), RandomPlayer()), 7, range(3))
        >>> batch.blocks, len(batch.games)
        (3, 6)
    """
    seed = seed_number(seed)
    if not isinstance(blocks, range) or blocks.step != 1 or blocks.start < 0:
        raise ValueError(f"blocks are a range from 0 up, not {quoted(blocks)}")
    begin, begun = time.thread_time(), time.perf_counter()
    games = []
    for deal in (mix(seed, block) for block in blocks):
        game = game_dealt_for_block(match.game, deal)
        opening = _draw_opening(match, game, deal, stopped)
        for rotation in range(len(match.players)):
            finished_game = _play_rotation(
                match, game, deal, rotation, opening, stopped
            )
            games.append(finished_game)
    return GameBatch(
        tuple(match.game.PLAYERS),
        seed,
        blocks.start,
        tuple(games),
        time.thread_time() - begin,
        (versions_and_machine(match.code_digest),),
        max(0.0, time.perf_counter() - begun),
    )


def _draw_opening(
    match: Match, game: Any, block_seed: int, stopped: StopSignal
) -> tuple[int, ...]:
    """The opening of the block with a seed, by the rules dealt for it."""
    if match.opening is None:
        return ()
    with raises_stopped_when(stopped):
        return match.opening.draw_move_indices(game, mix(block_seed, salt("opening")))


def _play_rotation(
    match: Match,
    game: Any,
    block_seed: int,
    rotation: int,
    opening: tuple[int, ...],
    stopped: StopSignal,
) -> FinishedGame:
    """Play one game of the block with a seed, by the rules dealt for it."""
    seats = range(len(match.players))
    streams = [mix(block_seed, (seat - rotation) % len(seats)) for seat in seats]
    return play_game(game, match.players_by_seat(rotation), streams, stopped, opening)


def play_twice(
    match: Match, seed: int, blocks: range, stopped: StopSignal = lambda: False
) -> GameBatch:
    """Play blocks, and all their games again, the last one first.

    So what a player keeps from an earlier game shows, too.

    Raises:
        ValueError: a game came out otherwise; it says whose move was another.
    """
    played = play_blocks(match, seed, blocks, stopped)
    seats = len(match.players)
    for at, before in reversed([*enumerate(played.finished)]):
        block, rotation = blocks[at // seats], at % seats
        deal = mix(seed, block)
        game = game_dealt_for_block(match.game, deal)
        opening = _draw_opening(match, game, deal, stopped)
        again = _play_rotation(match, game, deal, rotation, opening, stopped)
        if again != before:
            difference = difference_in_words(
                match, seed, (block, rotation), before, again
            )
            raise ValueError(f"{difference}. {REPEATABLE_ADVICE}")
    return played


REPEATABLE_ADVICE = (
    "Nothing new of this match is kept, because its games must repeat: draw all chance "
    "from the argument `seed`, for example with random.Random(seed), and let no move "
    "depend on an earlier game, or on a clock."
)
"""What to do where a player plays otherwise than before."""


def difference_in_words(
    match: Match,
    seed: int,
    block_and_rotation: tuple[int, int],
    one: FinishedGame,
    other: FinishedGame,
) -> str:
    """The first difference between two games of one block and rotation, in words."""
    block, rotation = block_and_rotation
    game = game_dealt_for_block(match.game, mix(seed, block))
    replayed: list[Any] = [
        np.frombuffer(x.moves, move_index_type(game)) for x in (one, other)
    ]
    pairs = enumerate(zip(*replayed, strict=False))  # one may be longer
    ply = next((ply for ply, (a, b) in pairs if a != b), None)
    try:
        if ply is None:
            raise ValueError("no move differs")
        position = replay(game, replayed[0][:ply].tobytes())[-1]
        first, second = ([*position.moves][moves[ply]] for moves in replayed)
        player: Any = match.players_by_seat(rotation)[int(mover(game, position.state))]
        if match.opening and ply < match.opening.plies:
            player = match.opening.player
    except (ValueError, IndexError):  # the rules themselves do not repeat
        return f"Block {block} of {game.NAME} came out otherwise when played again"
    who = getattr(player, "function", type(player))
    name = getattr(who, "__name__", type(who).__name__)
    return (
        f"{name} chose {first} and then {second} in the same position with the same "
        f"seed, at ply {ply + 1} of block {block}"
    )
