"""What a cell says while it compiles."""

from time import sleep
from typing import Any

import pytest

from foxkit import waiting
from foxkit.waiting import CompileNotice


class Box:
    """An output, with what it has shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def update(self, data: dict[str, str], raw: bool) -> "Box":
        self.shown.append(data["text/html"])
        return self


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Box:
    box = Box()

    def display(data: dict[str, str], raw: bool, display_id: bool) -> Any:
        return box.update(data, raw)

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(waiting, "_DELAY_SECONDS", 0.2)
    return box


def test_compiling_is_told_and_taken_away_when_the_cell_ends(box: Box) -> None:
    cell = CompileNotice()
    for _ in range(2):  # cells
        box.shown.clear()
        cell.on_compile_start()
        cell.on_compile_start()
        cell.on_compile_end()
        while not box.shown:
            sleep(0.01)
        cell.on_compile_end()
        cell.on_cell_end()
        assert "compiling, once, some 20 s (" in box.shown[0]
        assert box.shown[-1] == ""
        cell.on_cell_end()  # of one in which nothing was compiled


def test_what_is_compiled_in_a_moment_is_not_told(box: Box) -> None:
    cell = CompileNotice()
    cell.on_compile_start()
    cell.on_compile_end()
    sleep(0.5)
    cell.on_cell_end()
    assert box.shown == []
