"""Copies of older notebooks are told where a name is today."""

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import foxkit

TABLE = json.loads(Path(foxkit.__file__).with_name("former.json").read_bytes())
MODULES = {old: new for old, new in TABLE.items() if new}


@pytest.mark.parametrize("old", MODULES)
def test_a_module_that_has_moved_says_where_it_is(old: str) -> None:
    with pytest.raises(ImportError, match=f"{old} is foxkit.* now"):
        import_module(old)
    assert all(find_spec(new) for new in MODULES[old].split(" or "))


def test_a_name_that_has_changed_says_what_it_is_called() -> None:
    with pytest.raises(ImportError, match=r"foxkit\.rules\.wolves is foxkit\.games\."):
        from foxkit.rules.wolves import Wolves  # noqa: F401
    with pytest.raises(ImportError, match="the of foxkit is called estimate now"):
        from foxkit import the  # type: ignore[attr-defined] # noqa: F401
    with pytest.raises(ImportError, match="results of foxkit is called play now"):
        from foxkit import results  # type: ignore[attr-defined] # noqa: F401
    with pytest.raises(ModuleNotFoundError, match=r"foxkit\.nothing"):
        import_module("foxkit.nothing")


FORMER_NAMES = [
    ("games.wolves.evaluation", "facing_of", "sheep_facing_a_piece"),
    ("games.wolves.evaluation", "BoundedHeuristic", "HeuristicBelowAWin"),
    ("games.franks_zoo.players", "FewerCards", "FewerCardsEvaluation"),
    ("games.franks_zoo.training", "play_games", "play_one_against_copies"),
    ("games.franks_zoo.training", "likely_policy", "imitating_policy"),
    ("games.franks_zoo.players", "Trained", "PolicyTraining"),
    ("games.franks_zoo.players", "Learner", "LearnedHeuristicPlayer"),
    ("games.franks_zoo.players", "learned_online", "heuristic_learned_online"),
    ("games.franks_zoo.shown", "Shown", "NextHandsShown"),
    ("games.wolves.board", "report_score", "report_evaluation"),
    ("lab.stats", "by_rotation", "values_by_rotation"),
    ("lab.ledger", "entries", "ledger_rows"),
    ("lab.claims", "titles", "document_titles"),
    ("lab.numbers", "interval", "estimate_in_words"),
    ("view.plots", "shares", "stacked_shares"),
    ("exercises.building", "decisions", "critical_positions"),
    ("games.franks_zoo.cards", "CARDS", "CARDS_BY_DECK"),
    ("games.franks_zoo.rules", "first_deal", "dealt_state"),
    ("games.franks_zoo.sequences", "largest_moves", "largest_move_sizes"),
    ("games.franks_zoo.fusion", "fusion", "strategy_fusion"),
    ("games.battle_sheep.starts", "starts", "starting_cells"),
    ("games.battle_sheep.starts", "chosen_cell", "best_start_coordinates"),
    ("games.wolves.players", "analysis", "score_moves"),
    ("games.wolves.retrograde", "Slice", "RetrogradeWorkspace"),
    ("games.fox_game.tables", "ONE", "WEIGHT_SCALE"),
    ("games.fox_hounds.solver", "start_answer", "solve_start"),
    ("games.fox_hounds.winners", "hounds_plies", "plies_to_hounds_win"),
    ("core.stopping", "stops_when", "raises_stopped_when"),
    ("view.opponents", "standard_opponents", "opponents_of_every_game"),
    ("view.question", "possible_axes", "curve_axes"),
    ("exercises.wolves", "optimal_play", "outcomes_along_best_play"),
    ("cli.chapters", "exercises", "write_chapters"),
    ("search.mcts", "LITERAL", "FIRST_VISIT"),
]


@pytest.mark.parametrize(("place", "old", "new"), FORMER_NAMES)
def test_a_module_refuses_its_former_names(place: str, old: str, new: str) -> None:
    module = import_module(f"foxkit.{place}")
    with pytest.raises(ImportError, match=f"{old} of .*{place} is called {new} now"):
        getattr(module, old)
    assert hasattr(module, new) and not hasattr(module, "never_there")
