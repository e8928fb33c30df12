"""foxkit: game-tree search and game balance, in five board and card games.

What chapters and readers import stands in `__init__.pyi`, which also says where each
name comes from; a name is loaded when it is first used.
"""

import sys
from importlib import import_module
from typing import Any

import lazy_loader

__version__ = "0.1.0"
_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
_FORMER = {
    "the": "estimate",
    "kept": "computed",
    "printed": "published",
    "beside": "compare",
    "trace": "iter_simulations",
    "quoted": "quotation",
}
"""Names that cells had, and what they are called now."""


def __getattr__(name: str) -> Any:
    if name in _FORMER:
        raise ImportError(f"{name} of foxkit is called {_FORMER[name]} now")
    return _load(name)


if "ipykernel" in sys.modules:
    import_module("foxkit.waiting")
