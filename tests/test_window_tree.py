"""Alpha-beta as a picture: what is drawn after each step, and the game of guessing."""

import pytest

from foxkit.agents.wolves_heuristic import WIN, heuristic
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.search.alphabeta_trace import trace
from foxkit.search.deepening import AlphaBeta
from foxkit.view.window_tree import PruningPanel, WindowTree

CROWDED = "21100/11100/02100/00000/00000 s"


@pytest.fixture(scope="module")
def tree() -> WindowTree:
    state = Position.parse(Wolves(), CROWDED).state
    judge = heuristic(state, state.mover)
    search = AlphaBeta(Wolves(), state, judge, table=False, killers=False)
    return WindowTree(list(trace(search, 2)), unit=WIN)


def test_the_whole_tree_shows_every_value_and_every_cut(tree: WindowTree) -> None:
    drawn = str(tree.draw())
    assert drawn.count("✂") == sum(len(step.pruned) for step in tree.steps) == 5
    assert drawn.count('class="fk-inside"') == len({s.line for s in tree.steps})
    assert "-21,500" in drawn and "-201" in drawn


def test_a_picture_on_the_way_shows_the_windows_of_open_nodes(tree: WindowTree) -> None:
    drawn = str(tree.draw(3))
    assert "-∞ to ∞" in drawn and "-∞ to -21,700" in drawn
    assert tree.words(3) == "Step 3: 10-20 00x20: leaf = -21,700."


def test_what_is_pruned_can_be_kept_from_the_reader(tree: WindowTree) -> None:
    cutting = next(n for n, step in enumerate(tree.steps, 1) if step.pruned)
    assert cutting in tree.choices()
    assert "✂" in str(tree.draw(cutting))
    assert "✂" not in str(tree.draw(cutting, tell=False))


def test_the_panel_counts_right_guesses(tree: WindowTree) -> None:
    panel = PruningPanel(tree)
    for number in tree.choices():
        assert not panel.prune.disabled
        right = panel.prune if tree.steps[number - 1].pruned else panel.on
        right.click()
    guesses = len(tree.choices())
    row = panel.controls.children[1]
    assert f"{guesses} of {guesses} right" in row.children[2].value
    assert panel.prune.disabled and panel.on.disabled


def test_without_a_kernel_a_sentence_stands_for_the_game(tree: WindowTree) -> None:
    assert repr(PruningPanel(tree).controls).startswith("A panel that needs a running")


def test_a_wrong_guess_is_told(tree: WindowTree) -> None:
    panel = PruningPanel(tree)
    panel.prune.click()
    assert "No: the window is open. 0 of 1 right." in str(
        panel.controls.children[1].children[2].value
    )
