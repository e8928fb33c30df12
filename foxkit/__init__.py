"""foxkit: game-tree search and game balance, in five board and card games.

What chapters and readers import stands in `__init__.pyi`, which also says where each
name comes from; a name is loaded when it is first used.
"""

import sys
from importlib import import_module

import lazy_loader

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

if "ipykernel" in sys.modules:
    import_module("foxkit.waiting")
