"""Whole small search trees, exactly as they were when they were stored."""

import json
from typing import Any

import pytest
from make_golden_trees import PATH, configurations, tree

REMEDY = "if the search has changed on purpose: python tests/make_golden_trees.py"
STORED = json.loads(PATH.read_text())


def name(stored: dict[str, Any]) -> str:
    return " ".join(str(value) for key, value in stored.items() if key != "tree")


@pytest.mark.parametrize("stored", STORED, ids=name)
def test_the_same_tree_grows_again(stored: dict[str, Any]) -> None:
    """Visits and values to the last bit, on every platform."""
    found = {line: [*node] for line, node in tree(stored).items()}
    assert found == stored["tree"], REMEDY


def test_every_configuration_is_stored() -> None:
    kept = [{k: v for k, v in each.items() if k != "tree"} for each in STORED]
    assert kept == configurations(), REMEDY
