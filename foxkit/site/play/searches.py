"""Searches of a page as `foxkit.site.wasm` compiled them, in place of plain Python.

The module is linked into Python's own memory, so that it works on the arrays of a
search where they are, and what Python does with a tree stays as it is. A call of other
kinds of arguments, and one that raises an exception, is left to plain Python.
"""

import _ctypes  # `ctypes` is not in the library of a page
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from struct import pack_into, unpack_from
from time import perf_counter
from typing import Any

import numpy as np

from foxkit.exercises import answers_that_play
from foxkit.lab.match import Match
from foxkit.players.standard import MctsPlayer
from foxkit.search.session import MOST_VISITED

_SLOW_NOTE = "Searches here are plain Python, and a hundred times slower: "
_LONG_WAIT_SECONDS = 1.0  # in plain Python, before it is told that they could be fewer
_NUM_SLOTS = 1024  # of eight bytes, for the arguments of a call
_MAX_COMPILED_GAME_MOVES = 4_096  # moves of a game that is played as a whole


def load_searches(folder: Path, tell: Callable[[str], None]) -> None:
    """Use the compiled searches of a folder; report where plain Python is used."""
    calls = folder / "searches.json"
    if not calls.exists():
        return tell(f"{_SLOW_NOTE}the compiled ones are of other rules or searches.")
    try:
        exports_of_module = _exports_of(folder / "searches.wasm")
    except Exception as error:  # a browser may raise anything at all
        return tell(f"{_SLOW_NOTE}this browser takes no compiled ones ({error}).")
    for name, exports in json.loads(calls.read_text(encoding="utf-8")).items():
        module, _, function = name.partition(":")
        plain_function = getattr(import_module(module), function)
        known = {
            kinds: (getattr(exports_of_module, at), back) for kinds, at, back in exports
        }
        plain_function._dispatcher = CompiledFunction(
            plain_function.py_func, known, tell
        )
    games = json.loads((folder / "games.json").read_bytes())
    exports = {kind: getattr(exports_of_module, name) for kind, name in games.items()}
    answers_that_play.compiled_game = CompiledGames(exports).payoffs


def _exports_of(file: Path) -> Any:
    """The functions that a module exports, linked into this Python's memory."""
    from js import Object
    from pyodide_js import _module  # there is no other place for either

    exports, flags = Object.new(), Object.new()
    setattr(flags, "global", False)
    _module.loadDynamicLibrary(str(file), flags, exports)
    return exports


class _Place(_ctypes.Structure):
    """A structure of no bytes: only where it lies is of interest."""


def _address_of(memory: Any) -> int:
    """The address at which an array's memory begins.

    The browser knows that of every memory, and takes many times as long to say it.
    """
    try:
        return _ctypes.addressof(_Place.from_buffer(memory))
    except TypeError:  # it cannot be written to, or has gaps
        return _address_by_browser(memory)


def _address_by_browser(memory: Any) -> int:
    """The address at which any memory begins."""
    from pyodide.ffi import create_proxy

    proxy = create_proxy(memory)
    seen = proxy.getBuffer("u8")
    at = int(seen.data.byteOffset + seen.offset)
    seen.release()
    proxy.destroy()
    return at


class _Slots:
    """Memory of slots of eight bytes, for arguments of compiled code and its answers.

    Attributes:
        at: the address at which it begins.
    """

    def __init__(self) -> None:
        self._memory = bytearray(8 * _NUM_SLOTS)
        self.at = _address_of(self._memory)

    def fill(self, slots: list[tuple[str, Any]]) -> None:
        """Write values, each with its letter, see `add_to_slots`."""
        letters = "".join(letter for letter, _ in slots)
        pack_into(f"<{letters}", self._memory, 0, *(value for _, value in slots))

    def values(self, letters: str) -> tuple[Any, ...]:
        """The values in the first slots, of the kinds that the letters say."""
        return unpack_from(f"<{letters}", self._memory)


class CompiledFunction:
    """A function that is compiled for some kinds of arguments.

    `exports` are, by the kinds, what takes the address of slots and returns 0, and the
    kinds of its answers: one letter, a list of them, or None.
    """

    def __init__(
        self,
        plain: Callable[..., Any],
        exports: dict[str, tuple[Callable[[int], int], Any]],
        tell: Callable[[str], None],
    ) -> None:
        self._plain, self._exports, self._tell = plain, exports, tell
        self._waited = 0.0  # seconds for plain Python
        self._slots = _Slots()

    def __call__(self, *arguments: Any) -> Any:
        """Call what is compiled for such arguments, or plain Python."""
        slots: list[tuple[str, Any]] = []
        kinds = add_to_slots(arguments, slots)
        if kinds not in self._exports:
            return self._call_plain_python(*arguments)
        export, answers = self._exports[kinds]
        self._slots.fill(slots)
        if export(self._slots.at):
            return self._plain(*arguments)
        if answers is None:
            return None
        results = self._slots.values("".join(answers))
        return results if isinstance(answers, list) else results[0]

    def _call_plain_python(self, *arguments: Any) -> Any:
        """Call plain Python, and tell of it once somebody has had to wait."""
        begin = perf_counter()
        answer = self._plain(*arguments)
        self._waited += perf_counter() - begin
        if self._waited > _LONG_WAIT_SECONDS:
            self._tell(f"{_SLOW_NOTE}nobody has compiled this one.")
        return answer


class CompiledGames:
    """Games between equal players of MCTS, each played by one compiled function.

    `exports` are these functions (`foxkit.site.wasm.games`) by the kind of what is
    searched, as in `CompiledFunction`.
    """

    def __init__(self, exports: dict[str, Callable[[int], int]]) -> None:
        self._exports = exports
        self._slots = _Slots()
        self._moves = np.zeros(_MAX_COMPILED_GAME_MOVES, np.int64)

    def payoffs(
        self, one: Match, stream: int, block: int, rotation: int
    ) -> tuple[float, ...] | None:
        """What both sides got in a game; None where it cannot be played so."""
        player, game = one.players[0], one.game
        if type(player) is not MctsPlayer or {*one.all_players} != {player}:
            return None
        simulations = player.budget.simulations
        if player.choice != MOST_VISITED or simulations is None:
            return None
        search = player.new_search(game, game.start(), 0)
        asked = search.game, search.state, search.evaluation, search.settings
        numbers = simulations, stream, block, rotation
        slots: list[tuple[str, Any]] = []
        add_to_slots((search.tree, asked, *numbers, self._moves), slots)
        export = self._exports.get(add_to_slots(asked, []))
        plies = -1
        if export is not None:
            self._slots.fill(slots)
            if not export(self._slots.at):
                plies, *payoffs = self._slots.values("qdd")
        search.release()
        return None if plies < 0 else tuple(payoffs)


def add_to_slots(value: Any, slots: list[tuple[str, Any]]) -> str:
    """The kind of an argument, and add what it is to the slots."""
    if isinstance(value, tuple):
        inner = ",".join([add_to_slots(each, slots) for each in value])
        return f"{type(value).__name__}({inner})"
    if isinstance(value, np.ndarray):
        held: Any = value.data
        where = [_address_of(held), *held.shape, *held.strides]
        slots += [("q", number) for number in where]
        return f"{held.format}{held.ndim}{'C' if held.c_contiguous else 'A'}"
    letter = "d" if isinstance(value, float) else "q"
    slots.append((letter, value))
    return "?" if isinstance(value, bool) else letter
