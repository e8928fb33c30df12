"""Names that a module had: asked for, they say what they are called now."""

from collections.abc import Callable, Mapping
from typing import Any


def refuses_former_names(
    module: str, new_names: Mapping[str, str]
) -> Callable[[str], Any]:
    """A `__getattr__` for a module, with its former names and those of today.

    A type checker should not see it, because it would then believe that the module
    has every name.
    """

    def __getattr__(name: str) -> Any:
        if name in new_names:
            raise ImportError(f"{name} of {module} is called {new_names[name]} now")
        raise AttributeError(f"{module} has no {name}")

    return __getattr__
