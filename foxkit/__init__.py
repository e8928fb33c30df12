"""foxkit: game-tree search and game balance, in five board and card games.

What chapters and readers import stands in `__init__.pyi`, which also says where each
name comes from; a name is loaded when it is first used.
"""

import json
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import lazy_loader

__version__ = "0.1.0"
_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
_FORMER = {
    "entries": "ledger_rows",
    "interval": "estimate_in_words",
    "readings": "possible_readings",
    "shares": "stacked_shares",
    "titles": "document_titles",
    "starts": "starting_cells",
    "fusion": "strategy_fusion",
    "the": "estimate",
    "kept": "computed",
    "printed": "published",
    "beside": "compare",
    "trace": "iter_simulations",
    "quoted": "quotation",
    "experiment": "match",
    "results": "play",
    "run": "play",
}
"""Names that cells had, and what they are called now."""


class _FormerModules:
    """Refuses a module that is called otherwise now, and says where its names are.

    A folder that is gone is empty, so that what was in it can be asked for.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        table = Path(__file__).with_name("former.json")
        if not name.startswith(f"{__name__}.") or not table.exists():
            return None
        now = json.loads(table.read_bytes()).get(name)
        if now:
            raise ImportError(f"{name} is {now} now", name=name)
        return None if now is None else ModuleSpec(name, None, is_package=True)


sys.meta_path.append(_FormerModules)  # asked only for what nobody else has found


def __getattr__(name: str) -> Any:
    if name in _FORMER:
        raise ImportError(f"{name} of foxkit is called {_FORMER[name]} now")
    return _load(name)


if "ipykernel" in sys.modules:
    import_module("foxkit.waiting")
