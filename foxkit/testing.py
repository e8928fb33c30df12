"""Check the rules of any game: are they consistent in all their forms?

    from foxkit import check_game

    check_game(Nim())
    check_game(Nim(), my_evaluation)

Random games are played under the rules and under every variant. The check compares
positions with their texts, and the compiled rules with the same source in plain Python.
It cannot know whether these are the rules that you meant: for that, count sequences of
moves by hand or by a second program (`foxkit.search.perft`).
"""

from collections.abc import Iterator
from math import isclose
from typing import Any

from foxkit.core import entry, faults
from foxkit.core import game as plain
from foxkit.core.arguments import seed_number, whole_number
from foxkit.core.position import Position, require_game, require_readable_player_names
from foxkit.core.quoting import quoted
from foxkit.core.rng import advance, below, mix, salt
from foxkit.core.versions import current_versions
from foxkit.search.evaluating import (
    evaluation_fault,
    evaluation_name,
    require_evaluation,
)

MAX_PLIES = 10_000
"""The number of plies after which a random game counts as endless, by default."""


def check_game(
    game: Any, evaluation: Any = None, games: int = 10, seed: int = 0
) -> int:
    """Test the rules of a game by random games, in which several ways must agree.

    It is for rules that you write: compiled code against plain Python, texts that are
    read back, payoffs, and what each state may be.

    Args:
        game: the rules; each variant that they name is tested as well.
        evaluation: if given, it is called in every unfinished position; it must give
            values inside (-1, 1), the same compiled and in plain Python.
        games: how many are played with each variant.
        seed: their randomness, a whole number.

    Returns:
        The number of positions that were checked.

    Raises:
        ValueError: says in a sentence what is wrong, in which position.

    Examples:
        >>> check_game(HareHounds(), games=1)
        60
    """
    require_game(game)
    require_readable_player_names(game)
    current_versions(game)  # rules without bounds checks are refused before they run
    if evaluation is not None:
        require_evaluation(evaluation)
    games, seed = whole_number("games", games, 1), seed_number(seed)
    looked = 0
    for name, rules in {"": game, **dict(_variants(game))}.items():
        for number in range(games):
            stream = mix(seed, number)
            deal = mix(stream, salt("deal"))  # the moves take numbers of the stream
            dealt = rules.with_deal(deal) if hasattr(rules, "with_deal") else rules
            for position in _random_game(dealt, stream):
                if faults := [*_faults(position, stream)]:
                    where = f"{game.NAME} {name}".rstrip()
                    raise ValueError(
                        f"{where}: {faults[0]}, in {_text_or_repr(position)}"
                    )
                if evaluation is not None and len(position.codes):
                    _check_evaluation(evaluation, position)
                looked += 1
    return looked


def _check_evaluation(evaluation: Any, position: Position) -> None:
    """Raise ValueError where an evaluation has a fault in a position."""
    game, state = position.game, position.state
    if fault := evaluation_fault(evaluation, game, state):
        raise ValueError(fault)
    values = entry.evaluate(evaluation, game, state)
    in_python = plain.evaluate(evaluation, game, state)
    pairs = zip(values, in_python, strict=True)
    if not all(isclose(one, two, rel_tol=1e-9, abs_tol=1e-12) for one, two in pairs):
        difference = f"{values} compiled, and in plain Python {in_python}"
        name = evaluation_name(evaluation)
        raise ValueError(
            f"evaluation {name} gives {difference}, in {_text_or_repr(position)}"
        )


def _variants(game: Any) -> Iterator[tuple[str, Any]]:
    """Yield the variants of a game; ValueError for one that changes no field."""
    for name, changes in getattr(game, "VARIANTS", {}).items():
        if unknown := {*changes} - {*game._fields}:
            fault = f"{', '.join(sorted(unknown))}: no field of {type(game).__name__}"
            raise ValueError(f"variant {name} changes {fault}")
        yield name, game._replace(**changes)


def _text_or_repr(position: Position) -> str:
    """The text of a position, or its state where the game writes none."""
    try:
        return position.text
    except (AttributeError, NotImplementedError):
        return repr(position.state)


def _random_game(game: Any, stream: int) -> Iterator[Position]:
    """Yield the positions of a random game."""
    position, max_plies = Position.start(game), getattr(game, "GAME_LIMIT", MAX_PLIES)
    for ply in range(max_plies + 1):
        yield position
        codes = position.codes.tolist()
        if not codes:
            return
        code = codes[below(advance(mix(stream, ply)), len(codes))]
        position = Position(game, entry.play(game, position.state, code))
    if not hasattr(game, "GAME_LIMIT"):
        raise ValueError(
            f"{game.NAME}: a random game had no end after {max_plies:,} plies; give "
            "the rules an end, or the class GAME_LIMIT, after which a game is drawn, "
            "and PLAYOUT_LIMIT, after which a search evaluates"
        )


def _faults(position: Position, stream: int) -> Iterator[str]:
    """Yield the faults of a position, in words.

    The rules run as plain Python first, where a fault raises an error and does no harm.
    """
    game, state = position.game, position.state
    if odd := faults.non_int_field(state):
        yield f"a state is made of ints, not {odd}"
        return
    if fault := faults.fault_in_position(game, state):
        yield fault
        return
    codes = position.codes.tolist()
    if len({*codes}) < len(codes):
        yield f"moves are different numbers, not {codes}"
    if len(position.moves) < len(codes):
        yield f"two moves have one text among {', '.join(position.moves)}"
    yield from _differences(game, state, codes)
    if not codes:
        yield from _faults_of_finished_position(game, state)
    if hasattr(game, "parse"):
        yield from _faults_of_text(position)
    for player in range(len(game.PLAYERS)):
        other = entry.resample_hidden(game, state, player, stream)
        seen, seen_otherwise = (entry.observe(game, x, player) for x in (state, other))
        if seen != seen_otherwise:
            yield f"{game.PLAYERS[player]} sees a redealt state as another: {other}"


def _differences(game: Any, state: Any, codes: list[int]) -> Iterator[str]:
    """Yield the differences between the compiled rules and plain Python, in words."""
    moves = entry.move_buffer(game)
    moves_in_python = faults.moves_in_plain_python(game, state)
    if moves_in_python != codes:
        yield f"compiled, the moves are {codes}, and in plain Python {moves_in_python}"
    if bool(plain.is_over(game, state, moves)) != (not codes):
        yield f"is_over contradicts legal_moves, which finds {len(codes)}"
    for code in codes:
        after, in_python = entry.play(game, state, code), plain.play(game, state, code)
        if after != in_python:
            move = game.format_move(state, code)
            yield (
                f"compiled, {move} leads to {after}, and in plain Python to {in_python}"
            )


def _faults_of_finished_position(game: Any, state: Any) -> Iterator[str]:
    """Yield the faults of a finished position."""
    paid = tuple(map(float, entry.payoffs(game, state)))
    in_python = tuple(map(float, plain.payoffs(game, state)))
    if paid != in_python:
        yield f"compiled, the end pays {paid}, and in plain Python {in_python}"
    if hasattr(game, "reason") and not game.reason(state):
        yield "the game is over, and reason does not say why"


def _faults_of_text(position: Position) -> Iterator[str]:
    """Yield the faults of a position's text, if it is not read back as it is."""
    game, text = position.game, position.text
    try:
        again = Position.parse(game, text)
    except ValueError as error:
        yield f"parse refuses the text {quoted(text)} of a position: {error}"
        return
    if again.state != position.state:
        yield f"the text {quoted(text)} is read as {again.state}, not {position.state}"
